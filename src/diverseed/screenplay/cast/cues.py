"""Cues without their trimmings: the name of a speaker, or the names of several."""

import re
import unicodedata
from collections.abc import Set

from ..vocabulary import BARE_EXTENSION, SETTING

_BRACKETED_END = re.compile(r"(?:\s*[(\[][^()\[\]]*[)\]]?)+$")
_EXTENSION_INSIDE = re.compile(r"\s*[(\[]\s*(?:V\.?O|O\.?S|O\.?C|CONT['’]?D)\.?\s*[)\]]", re.IGNORECASE)
_ENCLOSED = re.compile(r"^[(\[]([^()\[\]]*)[)\]]$")
_UNOPENED = re.compile(r"^[^()\[\]]*[)\]]$")
# A number in either margin, or a bar that a scanner read as I: I ANNA.
_NUMBERING = re.compile(r"^(?:\d{1,4}[.)]?|I(?=\s[^\W\d_]{2}))\s+(?=[^\W\d_])|\s{2,}\d{1,4}\.?$")
_COLUMNS = re.compile(r" {4,}")
_IN_COLUMN = re.compile(r"^[^\W\d_][^a-z:!?]{1,30}(?:\([^()]*\))?$")
_TOGETHER = re.compile(r"\s*,\s+(?:AND\s+)?|\s+(?:AND|&|\+|ET|UND|Y)\s+|\s*[&+/]\s*", re.IGNORECASE)
_VOICE = re.compile(
    r"^(?:(?P<owner>[^/&]+?)(?:['’]S|['’])\s+VOICE(?:[\s-]?OVER)?(?:\s(?:ON|OVER|FROM|THROUGH)\s.+)?|"
    r"(?P<plain>.+?)\s+(?:VOICE[\s-]?OVER|(?:ON|OVER|THROUGH)\s(?:THE\s)?(?:TV|TELEVISION|PHONE|TELEPHONE|RADIO|MONITOR|"
    r"SCREEN|TAPE|SPEAKER|INTERCOM|VIDEO|(?:ANSWERING\s)?MACHINE))|VOICE OF (?P<of>.+))$"
)
_TOKEN = re.compile(r"#?[^\W_]+(?:['’\-.&][^\W_]+)*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "{": "(", "}": ")"})


def cue_name(cue: str) -> str:
    """``12 JOHN (V.O.) (CONT'D) ^`` is ``JOHN``; ``GROUPIE #1`` and ``BILL / THE MONSTER`` stay as they are.

    Brackets at the end say how a line is spoken, whatever they hold; those inside a name, ``DR. (MRS.) LEE``, are part
    of it. A cue that is nothing but half a bracket, ``(SIGHS`` or ``BEAT)``, or a note, ``V.O.``, names nobody.
    """
    name = unicodedata.normalize("NFC", cue[:200]).translate(_QUOTES).strip(" \t^*_:")
    if _UNOPENED.match(name):
        name = name[:-1] if BARE_EXTENSION.search(name[:-1]) else ""
    enclosed = _ENCLOSED.match(name)
    name = enclosed[1] if enclosed else _EXTENSION_INSIDE.sub("", _BRACKETED_END.sub("", name))
    name = BARE_EXTENSION.sub("", f" {name}")
    name = _NUMBERING.sub("", name.strip(" ^:,;-–—"))
    return " ".join(name.strip(" ^:,;-–—*_").split())


def cue_columns(cue: str) -> list[str]:
    """The names of a cue line: two where two speak side by side, ``ANNA        BEN``, in columns of their own."""
    names = [name.strip() for name in _COLUMNS.split(cue[:200].strip())]
    two = len(names) == 2 and all(_IN_COLUMN.match(name) and not SETTING.match(name) for name in names)
    return names if two else [cue]


def name_key(name: str) -> str:
    """What two spellings of a name have in common: capitals, no full stops after titles and initials."""
    return " ".join(name.upper().replace(".", " ").split())


def cue_key(cue: str) -> str:
    """What comes back when a person speaks again: the name of a cue, as it is compared; of a note, all of it."""
    return name_key(cue_name(cue) or cue)


def tokens(text: str) -> list[str]:
    """Words of a name, in capitals; hyphens and apostrophes inside a word stay."""
    return [match.group().upper() for match in _TOKEN.finditer(text.translate(_QUOTES))]


def voice_owner(key: str) -> str:
    """``HANS`` of ``HANS' VOICE``, ``ANNA`` of ``ANNA ON MONITOR``; empty where the cue is not someone's voice."""
    match = _VOICE.match(key)
    return (match["owner"] or match["plain"] or match["of"] or "") if match else ""


def speakers_of(key: str, known: Set[str]) -> list[str]:
    """The cues whose people speak under one cue.

    ``JOHN AND MARY`` and ``JOHN/MARY`` are two people where both speak alone elsewhere, under that name or a longer one
    that begins so; of ``DANNY/TOM``, where only DANNY does, it is Danny under another name; ``JOHN'S VOICE`` and
    ``JOHN AS OTHELLO`` are John. Otherwise one cue is one person.
    """
    parts = [part for part in _TOGETHER.split(key) if part]
    if len(parts) > 1:
        alone = [name for name in known if not _TOGETHER.search(name)]
        found = [[part] if part in known else [name for name in alone if name.startswith(f"{part} ")] for part in parts]
        if all(len(names) == 1 for names in found):
            return list(dict.fromkeys(name for names in found for name in names))
    if "/" in key and len(speaking := [part for part in parts if part in known]) == 1:
        return speaking
    owner = voice_owner(key) or key.partition(" AS ")[0]
    return [owner] if owner and owner in known else [key]
