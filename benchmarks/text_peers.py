"""Other ways to group short texts whose number of groups is unknown, each a function from lines to labels."""

import re
import unicodedata
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.cluster import HDBSCAN
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

Labels = npt.NDArray[np.intp]

# The masks of drain3's own example configuration (examples/drain3.ini of release 0.9.11).
_DRAIN_MASKS = (
    (r"((?<=[^A-Za-z0-9])|^)(([0-9a-f]{2,}:){3,}([0-9a-f]{2,}))((?=[^A-Za-z0-9])|$)", "ID"),
    (r"((?<=[^A-Za-z0-9])|^)(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})((?=[^A-Za-z0-9])|$)", "IP"),
    (r"((?<=[^A-Za-z0-9])|^)([0-9a-f]{6,} ?){3,}((?=[^A-Za-z0-9])|$)", "SEQ"),
    (r"((?<=[^A-Za-z0-9])|^)([0-9A-F]{4} ?){4,}((?=[^A-Za-z0-9])|$)", "SEQ"),
    (r"((?<=[^A-Za-z0-9])|^)(0x[a-f0-9A-F]+)((?=[^A-Za-z0-9])|$)", "HEX"),
    (r"((?<=[^A-Za-z0-9])|^)([\-\+]?\d+)((?=[^A-Za-z0-9])|$)", "NUM"),
)
_SIMILAR = 0.8  # for string_grouper (its default) and rapidfuzz
_NEIGHBOURS_AT_ONCE = 1000


def drain3(texts: Sequence[str]) -> Labels:
    from drain3 import TemplateMiner
    from drain3.masking import MaskingInstruction
    from drain3.template_miner_config import TemplateMinerConfig

    config = TemplateMinerConfig()
    config.masking_instructions = [MaskingInstruction(pattern, name) for pattern, name in _DRAIN_MASKS]
    miner = TemplateMiner(config=config)
    return _numbered([miner.add_log_message(text)["cluster_id"] for text in texts])


def masked_equality(texts: Sequence[str]) -> Labels:
    return _numbered([re.sub(r"\d+", "#", text) for text in texts])


def fingerprint(texts: Sequence[str]) -> Labels:
    """OpenRefine's key collision: lower case, no accents, no punctuation, words sorted and once each."""

    def key(text: str) -> str:
        plain = unicodedata.normalize("NFKD", text.strip().lower()).encode("ascii", "ignore").decode()
        return " ".join(sorted(set(re.sub(r"[^\w\s]", "", plain).split())))

    return _numbered([key(text) for text in texts])


def string_grouper(texts: Sequence[str]) -> Labels:
    import pandas
    from string_grouper import group_similar_strings

    found = group_similar_strings(pandas.Series(list(texts)), min_similarity=_SIMILAR, ignore_index=True)
    return _numbered(found.tolist())


def rapidfuzz_single_link(texts: Sequence[str]) -> Labels:
    from rapidfuzz import fuzz, process

    different, which = np.unique(np.array(texts, dtype=object), return_inverse=True)
    rows, columns = [], []
    for start in range(0, different.size, _NEIGHBOURS_AT_ONCE):
        part = different[start : start + _NEIGHBOURS_AT_ONCE]
        near = process.cdist(part, different, scorer=fuzz.ratio, score_cutoff=100 * _SIMILAR, dtype=np.uint8)
        row, column = np.nonzero(near)
        rows.append(row + start)
        columns.append(column)
    edges = (np.concatenate(rows), np.concatenate(columns))
    graph = sp.coo_array((np.ones(edges[0].size), edges), shape=(different.size, different.size))
    return sp.csgraph.connected_components(graph, directed=False)[1][which].astype(np.intp)


def tfidf_hdbscan(texts: Sequence[str]) -> Labels:
    """Letter triples to 100 dimensions, as HDBSCAN wants dense rows; every point of noise is a group of its own."""
    different, which = np.unique(np.array(texts, dtype=object), return_inverse=True)
    features = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 3)).fit_transform(different)
    rank = min(100, min(features.shape) - 1)
    if different.size < 3 or rank < 2:
        return which.astype(np.intp)
    rows = normalize(TruncatedSVD(rank, random_state=0).fit_transform(features))
    labels = HDBSCAN(min_cluster_size=2, copy=True).fit(rows).labels_
    noise = labels < 0
    return np.where(noise, labels.max() + 1 + np.cumsum(noise), labels)[which].astype(np.intp)


def _numbered(keys: Sequence[object]) -> Labels:
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.intp)


PEERS: dict[str, Callable[[Sequence[str]], Labels]] = {
    "Drain3": drain3,
    "masked equality": masked_equality,
    "string_grouper": string_grouper,
    "rapidfuzz single link": rapidfuzz_single_link,
    "OpenRefine fingerprint": fingerprint,
    "TF-IDF + HDBSCAN": tfidf_hdbscan,
}
