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
    SETTING,
    any_of,
)

_FOUNTAIN_NUMBER = re.compile(r"\s*#([\w.\-]{1,12})#\s*$")
_STRAY = re.compile(r"^[^\W_]{1,2}\s{2,}(?=(?:INT|EXT)\b)")
_SCENE = re.compile(r"^SCENE\s*#?[\s:.\-–—]+(?=\S)", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")
_DASH = re.compile(
    r"\s+[-–—]+\s*|[-–—]+\s+|-{2,}|[–—]|-(?=(?:DAY|NIGHT|MORNING|EVENING|AFTERNOON|DUSK|DAWN|LATER|CONTINUOUS)\W*$)",
    re.IGNORECASE,
)
_STOP = re.compile(r"\.\s+|\s*[:;]\s+|,\s+")
_SLASH = re.compile(r"\s*/\s*")
_LAST_WORD = re.compile(r"^(.*\S)[\s,]+(\S+)$", re.DOTALL)
_MODIFIER = re.compile(rf"^(?:.*\b)?(?:{any_of('modifier', 'weekday')})\b.*$", re.IGNORECASE)
_QUALIFIER = re.compile(rf"^(?:(?:{any_of('time_qualifier', 'weekday')})[\s\-,/]+)*$", re.IGNORECASE)
_TIME_FIRST = re.compile(
    rf"^(?P<time>(?:LATE |EARLY )?(?:{'|'.join(sorted(HOUR_WORDS))}))\s*(?:[:.,]|\s[-–—])\s+(?=\S)", re.IGNORECASE
)
_MAX_HEADING = 300
_LEAST_LETTERS = 3


def parse_heading(text: str, scene_number: str | None = None) -> Heading:
    """Take a heading apart; ``scene_number`` is the number a reader already took off the margins."""
    text = " ".join(text[:_MAX_HEADING].replace("\t", "  ").split(" ")).strip()
    text, found = _take_scene_number(text)
    text, prefix = _take_prefix(_unscanned(text))
    match = SETTING.match(text)
    setting = _setting(match["setting"]) if match else ""
    rest = text[match.end() :] if match else text
    rest = re.sub(r"\s+", " ", rest).strip(" .:,-–—\t")
    early = _TIME_FIRST.match(rest) if match else None
    rest = rest[early.end() :] if early else rest
    modifiers = [prefix] if prefix else []
    modifiers += [inner.strip() for inner in _BRACKETED.findall(rest) if inner.strip()]
    rest = _BRACKETED.sub(" ", rest)
    pieces = [piece.strip(" .,:;") for piece in _DASH.split(rest)]
    pieces = [re.sub(r"\s+", " ", piece) for piece in pieces if piece]
    times: list[str] = [early["time"]] if early else []
    if not match and pieces and (last := SETTING.match(pieces[-1])) and len(pieces) > 1:
        setting = _setting(last["setting"])  # BEACH - EXT. NIGHT
        pieces[-1] = pieces[-1][last.end() :].strip(" .,:;")
        pieces = [piece for piece in pieces if piece]
    while pieces and (len(pieces) > 1 or not match or _is_time(pieces[-1])) and _takes_time(pieces, times, modifiers):
        pieces.pop()
    if pieces and not times:
        pieces[-1], word = _time_at_end(pieces[-1])
        times += [word] if word else []
        pieces = [piece for piece in pieces if piece]
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


def _stopped(piece: str) -> list[str]:
    """The parts between full stops, colons and commas; the full stop of ST. ALDA'S parts nothing."""
    protected = ABBREVIATION.sub(lambda match: f"{match[1]}.\x00", piece)
    return [part.replace("\x00", " ") for part in _STOP.split(protected)]


def _take_scene_number(text: str) -> tuple[str, str | None]:
    if match := _FOUNTAIN_NUMBER.search(text):
        return text[: match.start()], match[1]
    text, left, right = take_scene_numbers(text)
    return _SCENE.sub("", text.strip()), left or right or None


def _unscanned(text: str) -> str:
    """A heading whose INT or EXT, or the number before it, a scanner misread: TNT. HOUSE, S    INT. HOUSE."""
    text = _STRAY.sub("", text)
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
    if inside and outside:
        return "INT-EXT"
    if inside:
        return "INT"
    return "EXT" if outside else "EST"


def _is_time(piece: str) -> bool:
    """A piece that is nothing but a time: DAY, LATE AFTERNOON, NIGHT 2, 6:45 PM, DAY/NIGHT; but not NIGHT CLUB."""
    match = HOUR.search(piece)
    if not match or len(piece.split()) > 4 or not _QUALIFIER.match(piece[: match.start()]):
        return False
    after = piece[match.end() :].strip(" ./,")
    return not after or bool(HOUR.search(after) or MOMENT.search(after) or after.isdigit())


def _takes_time(pieces: list[str], times: list[str], modifiers: list[str]) -> bool:
    """Whether the last piece is a time or a modifier; if so it is added to its list."""
    piece = pieces[-1]
    if _is_time(piece):
        times.append(piece)
        return True
    if len(pieces) > 1 and len(piece.split()) <= 5 and (MOMENT.search(piece) or _MODIFIER.match(piece)):
        modifiers.append(piece)
        return True
    return False


def _time_at_end(piece: str) -> tuple[str, str]:
    """``HOUSE, NIGHT`` and ``HOUSE. LATE NIGHT`` and ``HOUSE NIGHT`` end in a time as well."""
    stops = list(_STOP.finditer(piece))
    if stops and _is_time(piece[stops[-1].end() :]):
        return piece[: stops[-1].start()].strip(" .,:;"), piece[stops[-1].end() :].strip(" .")
    match = _LAST_WORD.match(piece)
    if not match or match[2].strip(".").upper() not in HOUR_WORDS:
        return piece, ""
    return match[1].strip(" .,:;"), match[2].strip(".")


def alternatives(place: str) -> list[str]:
    """Places joined by a slash; ``24/7`` and ``A/C`` are not."""
    names = [name.strip() for name in _SLASH.split(place)]
    if any(sum(map(str.isalpha, name)) < _LEAST_LETTERS for name in names):
        names = [place]
    return [name for name in names if name]
