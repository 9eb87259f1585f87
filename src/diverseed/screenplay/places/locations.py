"""Where scenes play: headings clustered into locations, their number unknown.

Headings without setting and time of day are word sequences, compared by the contiguous word kernel
(Lodhi et al. 2002). A point process with that kernel counts the locations, and its greedy mode has one heading for
each; kernel k-means does the rest. Beyond the words, the kernel knows what headings say of each other: see
``place_joins``. Nothing is random.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

from ...arrays import FloatArray, IntArray
from ...engine.feature_space import FeatureSpace
from ...engine.lloyd import best_run
from ...kernels.words import WordSequenceVectorizer
from ...point_process import LEnsemble
from ..records import Scene
from .place_joins import Join, join_places
from .place_names import Name, PlaceName, is_room, read_places, spellings

# Chosen on three of the project's screenplays; benchmarks/locations.py reports on the other three.
PART_SHARE = 0.1
"""Share of the kernel that comes from the parts of a place; the rest comes from its name."""
GROUP_SHARE = 0.7
"""Share of a name's features that comes from all the names it was joined with; the rest is its own."""
SCALE, SHARPNESS = 0.6, 8.0
"""The process that counts keeps eigenvectors above SCALE: a place with one scene has eigenvalue 1, and counts."""

_MAX_ITER = 100
_MOST_ROWS = 500
"""Different headings above which the joins alone decide: drawing hundreds of seeds would take seconds."""
_MOST_WORDS = 5
_NO_PLACE = "(no place named)"


@dataclass(frozen=True, slots=True)
class Location:
    """One place: ``name`` from its headings, the ids of its ``scenes``, the ``words`` that hold it together.

    ``names`` are all the names its headings use, most frequent first; ``joins`` say why they are one place. A
    sub-location lies ``within`` the location of that id; others have 0.
    """

    id: int
    name: str
    scenes: tuple[int, ...]
    names: tuple[str, ...]
    words: tuple[str, ...]
    joins: tuple[Join, ...]
    within: int = 0


def find_locations(scenes: Sequence[Scene]) -> tuple[Location, ...]:
    """Locations in the order of their first scene; every scene is in exactly one."""
    if not scenes:
        return ()
    headings = [scene.parsed for scene in scenes]
    places, spelled = read_places(headings), spellings(headings)
    groups, joins = join_places(scenes, places, spelled)
    keys = [(place.head, place.parts, group) for place, group in zip(places, groups, strict=True)]
    rows, row_of_scene = list(dict.fromkeys(keys)), _numbered(keys)
    if len(rows) > _MOST_ROWS:
        labels = _numbered(groups)
    else:
        weights = np.bincount(row_of_scene).astype(np.float64)
        labels = _cluster(place_kernel(rows, weights), weights)[row_of_scene]
    return _located(scenes, [place.head for place in places], labels, joins, spelled)


def _numbered(names: Sequence[Hashable]) -> IntArray:
    """Equal names by one number, in the order of their first appearance."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names])


def place_kernel(rows: Sequence[tuple[Name, tuple[Name, ...], Name]], weights: FloatArray) -> FloatArray:
    r"""Similarity of headings: of their names, of the names these were joined with, and of their parts.

    With :math:`\phi` the normalised, idf-weighted word sequences of a text, :math:`\bar\phi_i` their mean over the
    group of heading i, r GROUP_SHARE and c PART_SHARE, the features are
    :math:`[\sqrt{1-c}\,(r \bar\phi_i + (1-r) \phi_i), \sqrt{c}\,\phi(\text{parts of } i)]`, each block and then the
    whole normalised. Corners that every building has (KITCHEN, ROOF) are left out.

    Parameters
    ----------
    rows : (n,) name, parts and group of each heading
    weights : (n,) number of scenes

    Returns
    -------
    (n, n) positive semi-definite, diagonal 1
    """
    names = _features([" ".join(name) for name, _, _ in rows])
    group = _numbered([group for _, _, group in rows])
    member = sp.csr_matrix((weights, (group, np.arange(len(rows)))))
    pooled = normalize(member @ names)[group]
    named = normalize(GROUP_SHARE * pooled + (1 - GROUP_SHARE) * names)
    own = [[part for part in parts if len(part) > 1 or not is_room(part)] for _, parts, _ in rows]
    parts = _features([" ".join(word for part in parts for word in part) for parts in own])
    features = normalize(sp.hstack([np.sqrt(1 - PART_SHARE) * named, np.sqrt(PART_SHARE) * parts]))
    return np.asarray((features @ features.T).toarray())


def _features(texts: list[str]) -> sp.csr_matrix:
    """Word sequences of texts, rows of length 1, or 0 for texts without a word."""
    if not any(texts):
        return sp.csr_matrix((len(texts), 1))
    return WordSequenceVectorizer(weighting="idf").fit_transform(texts)


def place_seeds(kernel: FloatArray, weights: FloatArray) -> IntArray:
    """One heading for each place: the greedy mode of the sharpened process, at its expected size.

    The plain process counts a place with s equal headings as s / (1 + s), one half for a single scene. Powers of L
    with the scale below 1 count it as nearly 1, and loose ends of a place as nearly 0.
    """
    process = LEnsemble(kernel, weights=weights).sharpen(SHARPNESS, SCALE)
    return process.greedy_map(min(max(round(process.expected_size), 1), process.rank))


def _cluster(kernel: FloatArray, weights: FloatArray) -> IntArray:
    empty = kernel.diagonal() < 0.5  # headings without any word
    kernel = kernel + np.outer(empty, empty)
    space = FeatureSpace(kernel, weights)
    return best_run(space, [space.at(place_seeds(kernel, weights))], max_iter=_MAX_ITER).labels


def _located(
    scenes: Sequence[Scene], heads: Sequence[Name], labels: IntArray, joins: Sequence[Join], spelled: dict[Name, str]
) -> tuple[Location, ...]:
    frequency = Counter(word for head in heads for word in set(head))
    clusters: dict[str, list[int]] = {}  # by name: no two places are called the same
    for label in dict.fromkeys(labels.tolist()):
        rows = np.flatnonzero(labels == label).tolist()
        name = _names_of([heads[row] for row in rows], spelled)[0].casefold()
        clusters[name] = sorted([*clusters.get(name, []), *rows])
    locations = []
    for number, rows in enumerate(clusters.values(), 1):
        ids = {scenes[row].id for row in rows}
        own = [heads[row] for row in rows]
        names, words = _names_of(own, spelled), _holding_words(own, frequency)
        reasons = tuple(join for join in joins if join.scene in ids)
        locations.append(Location(number, names[0], tuple(sorted(ids)), tuple(dict.fromkeys(names)), words, reasons))
    return tuple(locations)


def _names_of(heads: Sequence[Name], spelled: dict[Name, str]) -> list[str]:
    """Names of one place, the one to call it by first: a full name says more than a short form or a room."""
    counts = Counter(heads)
    order = sorted(counts, key=lambda head: (is_room(head), -counts[head], -len(head)))
    return [spelled.get(head, _NO_PLACE) for head in order]


def _holding_words(heads: Sequence[Name], frequency: Counter[str]) -> tuple[str, ...]:
    """Words that most headings of a place share and few other headings have."""
    inside = Counter(word for head in heads for word in dict.fromkeys(head))
    least = min(2, max(inside.values(), default=0))
    held = [word for word in inside if inside[word] >= least]
    held.sort(key=lambda word: -(inside[word] ** 2) / frequency[word])  # else as the headings have them
    return tuple(held[:_MOST_WORDS])


def find_sublocations(scenes: Sequence[Scene], locations: Sequence[Location]) -> tuple[Location, ...]:
    """Each location cut by the parts its headings name; every sub-location lies within one location.

    ``HALCYON - BRIDGE`` and ``HALCYON - GALLEY`` are two, and so is a heading ``BRIDGE`` alone that was joined to
    HALCYON. Returned in the order of their first scenes.
    """
    headings = [scene.parsed for scene in scenes]
    spelled = spellings(headings)
    place_of = {scene.id: place for scene, place in zip(scenes, read_places(headings), strict=True)}
    found: dict[tuple[int, str], list[int]] = {}
    for location in locations:
        parts = {part for scene in location.scenes for part in place_of[scene].parts}
        for scene in location.scenes:
            name = _part_name(location.name, place_of[scene], parts, spelled)
            found.setdefault((location.id, name), []).append(scene)
    ordered = sorted(found.items(), key=lambda item: item[1][0])
    return tuple(
        Location(
            number, name, tuple(ids), tuple(_names_of([place_of[scene].head for scene in ids], spelled)), (), (), within
        )
        for number, ((within, name), ids) in enumerate(ordered, 1)
    )


def _part_name(whole: str, place: PlaceName, parts: set[Name], spelled: dict[Name, str]) -> str:
    """Name of the place, and the part of it that the heading names, if any."""
    own = place.parts or ((place.head,) if place.head in parts else ())
    shown = [spelled.get(part, " ".join(part).upper()) for part in own]
    return " - ".join([whole, *(part for part in shown if part != whole)])
