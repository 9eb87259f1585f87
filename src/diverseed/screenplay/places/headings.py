"""Scene headings taken apart: setting, place with its parts and alternatives, time of day, modifiers, scene number."""

import re
from collections.abc import Sequence

from ..records import Heading
from ..scene_numbers import take_scene_numbers
from ..vocabulary import (
    ABBREVIATION,
    BEFORE_SETTING,
    HOUR,
    HOUR_WORDS,
    INSIDE,
    MISREAD_SETTING,
    MOMENT,
    OUTSIDE,
    POINT_OF_VIEW,
    SETTING,
    SHOT,
    any_of,
)

_FOUNTAIN_NUMBER = re.compile(r"\s*#([\w.\-]{1,12})#\s*$")
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")
_DASH = re.compile(
    r"\s+[-–—]+\s*|[-–—]+\s+|-{2,}|[–—]|(?<!PRE)(?<!MID)-(?=(?:DAY|NIGHT|MORNING|EVENING|AFTERNOON|DUSK|DAWN|LATER|CONTINUOUS)\W*$)",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?<!\.[A-Z])\.\s+|\s*[:;]\s+|,\s+")  # H.M.S. VICTORY is one name
_GAP = re.compile(f"{_DASH.pattern}|{_STOP.pattern}", re.IGNORECASE)
_MARKS = " .,:;"
_SLASH = re.compile(r"\s*/\s*")
_LAST_WORD = re.compile(r"^(.*\S)[\s,]+(\S+)$", re.DOTALL)
_MODIFIER = re.compile(rf"^(?:.*\b)?(?:{any_of('modifier', 'weekday')})\b.*$", re.IGNORECASE)
_QUALIFIER = re.compile(rf"^(?:(?:{any_of('time_qualifier', 'weekday')})[\s\-,/]+)*$", re.IGNORECASE)
_TIME_FIRST = re.compile(
    rf"^(?P<time>(?:LATE |EARLY )?(?:{'|'.join(sorted(HOUR_WORDS))}))\s*(?:[:.,]|\s[-–—])\s+(?=\S)", re.IGNORECASE
)
# ON KIRK is a shot, ON THE FIELD a place.
_VIEW = re.compile(rf"(?!ON (?:THE|AN?|TOP|BOARD)\b){SHOT.pattern}|{POINT_OF_VIEW.pattern}|\b(?:SHOT|ANGLE)S?\b")
_MAX_HEADING = 300
_LEAST_LETTERS = 3


def parse_heading(text: str, scene_number: str | None = None) -> Heading:
    """Take a heading apart; ``scene_number`` is the number a reader already took off the margins."""
    text = text[:_MAX_HEADING].replace("\t", "  ").strip()
    text, found = _take_scene_number(text)
    text, prefix = _take_prefix(_unscanned(text))
    match = SETTING.match(text)
    setting = _setting(match["setting"]) if match else ""
    rest = re.sub(r"\s+", " ", text[match.end() if match else 0 :]).strip(" .:,-–—\t")
    early = _TIME_FIRST.match(rest) if match else None
    times = [early["time"]] if early else []
    rest = rest[early.end() :] if early else rest
    modifiers = [prefix] if prefix else []
    modifiers += [inner.strip() for inner in _BRACKETED.findall(rest) if inner.strip()]
    rest = re.sub(r"\s+", " ", _BRACKETED.sub(" ", rest)).strip(_MARKS)
    rest, timed = _cut_at_time(rest)
    times += timed[:1]
    modifiers += filter(None, timed[1:])
    pieces = [piece for text in _DASH.split(rest) if (piece := text.strip(_MARKS))]
    while len(pieces) > 1 and _is_modifier(pieces[-1]):
        modifiers.append(pieces.pop())
    if pieces and not times:
        pieces[-1], *times = _split_last_hour(pieces[-1])
    if not times and (bracketed := next(filter(_is_time, modifiers), None)):
        modifiers.remove(bracketed)  # HOUSE (NIGHT)
        times.append(bracketed)
    place = " - ".join(pieces)
    parts = tuple(part for piece in pieces for part in _stopped(piece) if part)
    return Heading(
        setting=setting,
        place=place,
        parts=parts,
        alternatives=tuple(alternatives(place)),
        time=times[-1].upper() if times else "",
        modifiers=tuple(modifier.upper() for modifier in modifiers),
        scene_number=scene_number or found,
    )


def places_of(headings: Sequence[str]) -> list[str]:
    """The place of each heading, without setting, scene number and time; a heading that names none stays as it is."""
    return [parse_heading(heading).place or heading for heading in headings]


def names_no_place(heading: Heading) -> bool:
    """Whether a heading is a shot, ``NEW ANGLE`` or ``HIS POV``, or a time, ``LATER``: the place stays what it was."""
    place = heading.place.upper()
    timed = not place or _is_time(place) or (MOMENT.search(place) and len(place.split()) < 4)
    return not heading.setting and bool(timed or _VIEW.search(place))


def _stopped(piece: str) -> list[str]:
    """The parts between full stops, colons and commas; the full stop of ST. ALDA'S parts nothing."""
    protected = ABBREVIATION.sub(lambda match: f"{match[1]}.\x00", piece)
    return [part.replace("\x00", " ") for part in _STOP.split(protected)]


def _take_scene_number(text: str) -> tuple[str, str | None]:
    if match := _FOUNTAIN_NUMBER.search(text):
        return text[: match.start()], match[1]
    text, left, right = take_scene_numbers(text)
    return text.strip(), left or right or None


def _unscanned(text: str) -> str:
    """A heading whose INT or EXT a scanner misread: TNT. HOUSE."""
    match = MISREAD_SETTING.match(text)
    return f"{'INT' if match['int'] else 'EXT'}. {text[match.end() :]}" if match else text


def _take_prefix(text: str) -> tuple[str, str]:
    """The heading from INT or EXT on, and what stood before: FLASHBACK, BACK TO; a place before INT moves behind it."""
    match = BEFORE_SETTING.match(text)
    if not match or SETTING.match(text):
        return text, ""
    rest = text[match.end() :]
    found = SETTING.match(rest)
    after = rest[found.end() :].strip(" .:,-–—") if found else rest
    if found and (not after or _is_time(after)):
        return f"{found['setting']} {match['prefix']}" + (f" - {after}" if after else ""), ""
    return rest, match["prefix"].strip(" .:,-–—()")


def _setting(prefix: str) -> str:
    inside, outside = INSIDE.search(prefix), OUTSIDE.search(prefix)
    return "-".join(name for name, found in (("INT", inside), ("EXT", outside)) if found) or "EST"


def _is_time(piece: str) -> bool:
    """A piece that is nothing but a time: DAY, LATE AFTERNOON, NIGHT 2, 6:45 PM, DAY/NIGHT; but not NIGHT CLUB."""
    match = HOUR.search(piece)
    if not match or len(piece.split()) > 4 or not _QUALIFIER.match(piece[: match.start()]):
        return False
    after = piece[match.end() :].strip(" ./,")
    return not after or bool(HOUR.search(after) or MOMENT.search(after) or after.isdigit())


def _cut_at_time(text: str) -> tuple[str, list[str]]:
    """``HOUSE. NIGHT - RAIN`` as ``HOUSE``, and the parts from the time on; without a time, the text and no parts.

    The first part names the place even if it reads like a time (THE DAY - AFTER), unless all parts are times.
    """
    starts = [0, *(gap.start() for gap in _GAP.finditer(text))]
    parts = [part.strip(_MARKS) for part in _GAP.split(text)]
    first = 0 if all(map(_is_time, parts)) else 1
    cut = next((i for i in range(first, len(parts)) if _is_time(parts[i])), None)
    return (text, []) if cut is None else (text[: starts[cut]], parts[cut:])


def _is_modifier(piece: str) -> bool:
    return len(piece.split()) <= 5 and bool(MOMENT.search(piece) or _MODIFIER.match(piece))


def _split_last_hour(piece: str) -> list[str]:
    """``HOUSE NIGHT`` as ``HOUSE`` and ``NIGHT``; a piece without an hour at its end alone."""
    match = _LAST_WORD.match(piece)
    if not match or match[2].strip(".").upper() not in HOUR_WORDS:
        return [piece]
    return [match[1].strip(_MARKS), match[2].strip(".")]


def alternatives(place: str) -> list[str]:
    """Places joined by a slash; ``24/7`` and ``A/C`` are not."""
    names = [name.strip() for name in _SLASH.split(place)]
    if any(sum(map(str.isalpha, name)) < _LEAST_LETTERS for name in names):
        names = [place]
    return [name for name in names if name]
