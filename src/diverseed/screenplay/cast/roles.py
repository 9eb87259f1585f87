"""A cue is a name or a role: roles are present where they speak and nowhere else."""

from enum import StrEnum

from ..vocabulary import (
    CAMERA_WORDS,
    FUNCTION_WORDS,
    GROUP_WORDS,
    HONORIFICS,
    ROLE_NOUNS,
    SHOT,
    TRANSITION,
    WORDS,
)
from .cues import tokens, voice_owner
from .joins import core
from .narrative import Usage

LEADING = 10
"""Speeches from which a role is somebody the script follows: whom it names in the narrative as it does in the cue.
Most roles of a film have one to five."""


class Standing(StrEnum):
    """What a cue names."""

    NAME = "name"
    ROLE = "role"
    GROUP = "group"
    VOICE = "voice"
    NOBODY = "nobody"


def standing_of(key: str, usage: Usage) -> Standing:
    """Name, role, group, a voice of nobody in particular, or nobody at all.

    A role is recognised by its form (a number, a possessive, a function word inside), by a list of nouns, and by the
    script: its last word is one that the script itself uses as a noun, "the controller", more often than as a name.
    """
    words = tokens(key)
    if not words or is_nobody(key) or _is_sound(words, usage):
        return Standing.NOBODY
    if owner := voice_owner(key):
        named = standing_of(owner, usage) is Standing.NAME
        return Standing.NAME if named else Standing.VOICE
    if all(word.upper() == word.lower() for word in words if not word.isdigit()) and not key.isascii():
        return Standing.NAME  # alphabets without capitals have no marks to go by
    last = words[-1]
    if last in WORDS["voices"] or words[0] == "VOICE":
        return Standing.VOICE
    if not GROUP_WORDS.isdisjoint(words) or _is_plural(last, usage):
        return Standing.GROUP
    if (
        any(word.startswith("#") or word.isdigit() or word.endswith("'S") for word in words)
        or any(word in FUNCTION_WORDS for word in words)
        or any(word in HONORIFICS for word in core(" ".join(words)))
        or last in ROLE_NOUNS
        or usage.is_noun(last)
    ):
        return Standing.ROLE
    return Standing.NAME


def is_nobody(key: str) -> bool:
    """Whether a line in capitals that stands like a cue is a shot or a transition."""
    words = key.split()
    return bool(len(words) > 1 and (SHOT.match(key) or TRANSITION.match(key))) or not CAMERA_WORDS.isdisjoint(words)


def _is_sound(words: list[str], usage: Usage) -> bool:
    """EXPLOSION, SFX: SIREN, CROWD NOISE; somebody called Crash is named so in the narrative."""
    return words[0] == "SFX" or (words[-1] in WORDS["sounds"] and usage.capital[words[-1]] <= usage.small[words[-1]])


def _is_plural(word: str, usage: Usage) -> bool:
    """ORCS, STUDENTS: a word in -s that the script also writes small, or whose singular it does."""
    if len(word) < 4 or not word.endswith("S") or word.endswith(("SS", "'S")):
        return False
    nouns = usage.noun[word] + usage.noun[word[:-1]]
    return nouns > 0 and nouns + usage.determined[word] + usage.small[word] > usage.capital[word]
