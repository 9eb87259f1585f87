"""Names of people: cues without their trimmings, and which cues are the same person."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from .vocabulary import BARE_EXTENSION, HONORIFICS, ROLE_NOUNS, SETTING

_BRACKETED_END = re.compile(r"(?:\s*[(\[][^()\[\]]*[)\]]?)+$")
_ENCLOSED = re.compile(r"^[(\[]([^()\[\]]*)[)\]]$")
_EXTENSION_INSIDE = re.compile(r"\s*[(\[]\s*(?:V\.?O|O\.?S|O\.?C|CONT['’]?D)\.?\s*[)\]]", re.IGNORECASE)
_NUMBERING = re.compile(r"^\d{1,4}[.)]?\s+(?=[^\W\d_])|\s{2,}\d{1,4}\.?$")
_COLUMNS = re.compile(r" {4,}")
_IN_COLUMN = re.compile(r"^[^\W\d_][^a-z:!?]{1,30}(?:\([^()]*\))?$")
_TOGETHER = re.compile(r"\s+(?:AND|&|\+|ET|UND|Y)\s+|\s*&\s*|\s*\+\s*", re.IGNORECASE)
_VOICE = re.compile(r"^(.+?)['’]?S VOICE$")
_TOKEN = re.compile(r"#?[^\W_]+(?:['’\-.&][^\W_]+)*")
_PROPER = re.compile(r"^[^\W\d_]{2,}(?:[-'][^\W\d_]+)*$")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"'})


def cue_name(cue: str) -> str:
    """``12 JOHN (V.O.) (CONT'D) ^`` is ``JOHN``; ``GROUPIE #1`` and ``BILL / THE MONSTER`` stay as they are.

    Brackets at the end say how a line is spoken, whatever they hold; those inside a name, ``DR. (MRS.) LEE``, are part
    of it.
    """
    name = unicodedata.normalize("NFC", cue[:200]).translate(_QUOTES).strip(" \t^*_")
    enclosed = _ENCLOSED.match(name)
    name = enclosed[1] if enclosed else _EXTENSION_INSIDE.sub("", _BRACKETED_END.sub("", name) or name)
    name = BARE_EXTENSION.sub("", name)
    name = _NUMBERING.sub("", name.strip(" ^:,;-–—"))
    return " ".join(name.strip(" ^:,;-–—*_").split())


def cue_columns(cue: str) -> list[str]:
    """The names of a cue line: two where two speak side by side, ``ANNA        BEN``, in columns of their own."""
    if "    " not in cue[:200].strip():
        return [cue]
    names = [name.strip() for name in _COLUMNS.split(cue[:200].strip())]
    if len(names) != 2 or not all(_IN_COLUMN.match(name) and not SETTING.match(name) for name in names):
        return [cue]
    return names


def name_key(name: str) -> str:
    """What two spellings of a name have in common: capitals, no full stops after titles and initials."""
    return " ".join(name.upper().replace(".", " ").split())


def tokens(text: str) -> list[str]:
    """Words of a name, in capitals; hyphens and apostrophes inside a word stay."""
    return [match.group().upper() for match in _TOKEN.finditer(text.translate(_QUOTES))]


def speakers_of(key: str, known: set[str]) -> list[str]:
    """``JOHN AND MARY`` are two people where both speak alone elsewhere; otherwise one cue is one person."""
    parts = [part for part in _TOGETHER.split(key) if part]
    return parts if len(parts) > 1 and known.issuperset(parts) else [key]


def core(key: str) -> tuple[str, ...]:
    """The words of a name without titles: MR WAYNE is WAYNE."""
    words = key.split()
    return tuple(word for word in words if word not in HONORIFICS) or tuple(words[-1:])


def is_proper(key: str) -> bool:
    """Whether a key can be a personal name: plain words, none of them a role, a number or a possessive."""
    words = core(key)
    return 0 < len(words) <= 3 and all(
        _PROPER.match(word) and word not in ROLE_NOUNS and word != "AND" and not word.endswith("'S") for word in words
    )


def same_people(
    scenes: Mapping[str, set[int]],
    full_names: Iterable[tuple[str, str]],
    *,
    order: Mapping[int, Sequence[str]] | None = None,
) -> dict[str, str]:
    """Which cue is another name of which person, on evidence only.

    A short name joins a longer one when it is the first or last word of exactly one of them and the two never speak in
    the same scene; or when the scene brings the person in by the full name and goes on with the first, others speaking
    in between. MR WAYNE joins BRUCE through the full name Bruce Wayne of the narrative, under the same conditions.

    Parameters
    ----------
    scenes : cue key -> ids of the scenes it speaks in
    full_names : (first, last) pairs of words found in the narrative
    order : scene id -> the keys of its speeches, in order; without it, two who share a scene are two people

    Returns
    -------
    cue key -> key of the person, for the keys that are not their own person
    """
    groups = {key: {key} for key in scenes}

    def join(a: str, b: str) -> None:
        first, second = groups[a], groups[b]
        if first is second or not all(_are_compatible(x, y, scenes, order or {}) for x in first for y in second):
            return
        first |= second
        for key in second:
            groups[key] = first

    for short, candidates in _longer_names(scenes).items():
        if len(candidates) == 1:
            join(candidates.pop(), short)
    for titled, candidates in _named_in_full(scenes, full_names).items():
        if len(candidates) == 1:
            join(candidates.pop(), titled)
    voices = {key: match[1] for key in scenes if (match := _VOICE.match(key)) and match[1] in scenes}
    result = {key: max(group, key=lambda k: (len(scenes[k]), k)) for key, group in groups.items()}
    result.update({voice: result[owner] for voice, owner in voices.items()})
    return {key: person for key, person in result.items() if key != person}


def _are_compatible(a: str, b: str, scenes: Mapping[str, set[int]], order: Mapping[int, Sequence[str]]) -> bool:
    """Whether two cues may be one person: they share no scene, or only such as go from the full name to the first."""
    full, short = (a, b) if len(a) > len(b) else (b, a)
    shared = scenes[a] & scenes[b]
    return not shared or (
        core(full)[0] == short and all(_is_shortened(full, short, order.get(scene, ())) for scene in shared)
    )


def _is_shortened(full: str, short: str, speeches: Sequence[str]) -> bool:
    """Whether every speech under the full name comes before those under the short one, with another in between."""
    if full not in speeches or short not in speeches:
        return False
    last_full = len(speeches) - 1 - list(reversed(speeches)).index(full)
    return speeches.index(short) > last_full + 1


def _longer_names(scenes: Mapping[str, set[int]]) -> dict[str, set[str]]:
    """Name of one word, with or without a title -> the cues that may be the same person under another name."""
    proper = [key for key in scenes if is_proper(key)]
    by_word: dict[str, set[str]] = defaultdict(set)
    for key in proper:
        words = core(key)
        for word in {words[0], words[-1]}:
            by_word[word].add(key)
    longer: dict[str, set[str]] = {}
    for key in proper:
        word = core(key)[0]
        if len(core(key)) > 1:
            continue
        others = by_word[word] - {key}
        full = {other for other in others if len(core(other)) > 1 and not _is_relative(word, other, scenes)}
        titled = {other for other in others if len(core(other)) == 1 and other != word}
        # MR WAYNE and MRS WAYNE are two people: then neither is simply WAYNE, nor surely the only full name.
        if key != word and not titled:
            longer[key] = full | ({word} & others)
        elif key == word and not titled:
            longer[key] = full
    return longer


def _is_relative(word: str, full: str, scenes: Mapping[str, set[int]]) -> bool:
    """Whether LINN QUIST is someone else than QUIST: Quist speaks in a scene with Linn."""
    first = core(full)[0]
    return word == core(full)[-1] and bool(scenes.get(word, set()) & scenes.get(first, set()))


def _named_in_full(keys: Iterable[str], full_names: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Titled cue (MR WAYNE) -> the cues by first name (BRUCE) that the narrative gives that last name."""
    known = set(keys)
    first_names: dict[str, set[str]] = defaultdict(set)
    for first, last in full_names:
        if first in known and first not in ROLE_NOUNS and first not in HONORIFICS:
            first_names[last].add(first)
    return {
        key: set(first_names[core(key)[0]])
        for key in known
        if len(core(key)) == 1 and key != core(key)[0] and core(key)[0] not in known and core(key)[0] in first_names
    }
