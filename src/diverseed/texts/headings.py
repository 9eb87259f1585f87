"""Scene headings among lines of text: what they are compared by is the place."""

import re
from collections.abc import Sequence

# Narrower than what readers of scripts take for a setting: "Exterior paint" and "Est. 1920" are other lines.
_SETTING = re.compile(r"\W*(?:\d{1,4}[A-Z]?\W+)?(?:INT|EXT|I\s?/\s?E)\b", re.IGNORECASE)
_NEARLY_ALL = 0.95  # what is typed with so much care has few slips, and words that differ are different words


def places_of(texts: Sequence[str]) -> list[str] | None:
    """The places that scene headings name, without setting, scene number and time; None for other lines.

    Lines are scene headings if nearly all of them start with a setting ("INT.", "EXT."). A heading without a place
    stays as it is.
    """
    if sum(_SETTING.match(text) is not None for text in texts) < _NEARLY_ALL * len(texts):
        return None
    from ..screenplay.headings import parse_heading

    return [parse_heading(text).place or text for text in texts]
