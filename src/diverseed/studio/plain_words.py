"""Messages of the library for the page: sentences about options, parameters and commands are left out, because the page
has buttons for those."""

import re

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'`(-])")
_TECHNICAL = re.compile(
    r"(?<![\w-])--[a-z]|`|pip install|diverseed\["
    r"|\b(?:n_clusters|n_samples|n_init|random_state|granularity|labels_at)\b|\((?:numbers|k): |\b[a-z_]{1,20}=[\w'\"]"
)


def plain(message: str) -> str:
    """The sentences of a message that name no option, parameter or command; "" if all of them do."""
    kept = [part for part in _SENTENCE_END.split(message) if not _TECHNICAL.search(part)]
    return " ".join(kept)
