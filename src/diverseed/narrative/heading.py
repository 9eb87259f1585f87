"""The title of a chart and the line under it."""

from __future__ import annotations

import re

from .story import Story


def title_of(story: Story) -> str:
    """The title; one taken from a file's name has words instead of hyphens."""
    title = story.title or "Untitled"
    return title if " " in title else " ".join(re.split(r"[-_]+", title)).strip() or title


def note_of(people: int, scenes: int, sequences: int = 0) -> str:
    """How much is drawn."""
    counts = [(people, "character"), (scenes, "scene"), *([(sequences, "sequence")] if sequences else [])]
    return " · ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in counts)
