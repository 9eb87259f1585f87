"""The words screenplays are made of: settings, times, transitions, shots, page furniture; lists from ``words.toml``.

Every pattern is linear in the length of a line; none has nested repeats.
"""

import re
import tomllib
from importlib.resources import files


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def any_of(*names: str) -> str:
    """The alternatives of some patterns of ``words.toml``, for a regular expression."""
    return "|".join("|".join(_LISTS["pattern"][name].split()) for name in names).replace("_", " ")


_LISTS = tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
WORDS = {name: words(text) for name, text in (_LISTS | _LISTS["place"]).items() if isinstance(text, str)}
"""The lists of ``words.toml`` by name."""
HONORIFICS, ROLE_NOUNS, FUNCTION_WORDS = WORDS["honorifics"], WORDS["role_nouns"], WORDS["function_words"]
GROUP_WORDS, CAMERA_WORDS = WORDS["groups"], WORDS["camera"]
NOT_NAMES = ROLE_NOUNS | FUNCTION_WORDS | CAMERA_WORDS
"""Words that nobody is called; titles before a name are not among them."""
_HOURS = {light: [hour.replace("_", " ") for hour in text.split()] for light, text in _LISTS["light"].items()}
LIGHT_OF_HOURS = {light: re.compile(rf"\b(?:{'|'.join(hours)})S?\b", re.IGNORECASE) for light, hours in _HOURS.items()}
"""How a time of day is known that is shot by day, at night, or at dawn and dusk."""

_INSIDE = "INT|INTERIOR|INTERIORS|INTÉRIEUR|INTERNO|INNEN|INTERIEUR|ИНТ"
_OUTSIDE = "EXT|EXTERIOR|EXTERIORS|EXTÉRIEUR|ESTERNO|AUSSEN|AUßEN|EXTERIEUR|ЭКСТ|НАТ"
_SIDE = f"(?:{_INSIDE}|{_OUTSIDE})"

SETTING = re.compile(
    rf"(?P<setting>{_SIDE}\b\.?(?:\s*[/\\&+\-–—]\s*{_SIDE}\b\.?)?|I\.?\s?/\s?E\b\.?|E\.?\s?/\s?I\b\.?|EST\b\.?|"
    rf"ESTABLISHING\b)"
    r"(?=[\s.:,\-–—/(]|$)",
    re.IGNORECASE,
)
INSIDE = re.compile(rf"(?:{_INSIDE})\b|\bI\b", re.IGNORECASE)
OUTSIDE = re.compile(rf"(?:{_OUTSIDE})\b|\bE\b", re.IGNORECASE)

# 12, 12A, A12, 215C-G, 3.80: how scenes are numbered.
SCENE_NUMBER = (
    r"(?:\d{1,4}[A-Z]{0,2}-(?:\d{1,4}[A-Z]{0,2}|[A-Z]{1,2})(?![A-Za-z])|\d{1,3}\.\d{1,3}[A-Z]?|\d{1,4}[A-Za-z]{0,2}|"
    r"[A-Z]{1,2}-?\d{1,4}[A-Z]?)"
)
# What stands before INT or EXT on the same line, FLASHBACK - INT. HOUSE; in HOUSE - INT. - DAY it is the place.
BEFORE_SETTING = re.compile(
    rf"^(?P<prefix>[^\sa-z][^a-z]{{0,40}}?)\s*[-–—:,.)]+\s*(?=(?:{_INSIDE}|{_OUTSIDE}|I/E)\b[^a-z]*$)"
)
# INT. and EXT. as scanners read them: TNT. HOUSE, lNT. HOUSE, INT_ HOUSE.
MISREAD_SETTING = re.compile(r"^(?:(?P<int>[Tl1|E]?NT|INT(?=_))|EDT|EX7|EXI|EXT(?=_))[._,]\s*(?=[^a-z]{4,}$)")
_HOUR = "|".join(hour for hours in _HOURS.values() for hour in hours)
_GOING_ON = r"CONTINUOUS|CONTINUING|CONTINUED|CONT['’]?D|CONT\.?|LATER|SAME(?: TIME| DAY)?|MOMENTS?|SIMULTANEOUS"
_MOMENT = rf"{_GOING_ON}|FLASHBACK|PRESENT(?: DAY)?"
HOUR_WORDS = frozenset(hour for hours in _HOURS.values() for hour in hours if hour.isalpha())
HOUR = re.compile(rf"\b(?:{_HOUR})S?\b|\b\d{{1,2}}(?::\d\d)?\s*[AP]\.?M\b\.?", re.IGNORECASE)
MOMENT = re.compile(rf"\b(?:{_MOMENT})(?=\W|$)", re.IGNORECASE)
GOING_ON = re.compile(rf"\b(?:{_GOING_ON}|RESUM(?:E|ING))(?=\W|$)", re.IGNORECASE)

# A time of day at the end, after a dash: the surest sign of a heading without INT or EXT.
TIME_AFTER_DASH = re.compile(
    rf"(?:\s[-–—]+\s*|[-–—]{{1,2}}\s*)(?:[^\s\-–—()]+\s+){{0,3}}?(?:{_HOUR}|"
    rf"{_MOMENT})(?:\s[^\s\-–—()]+){{0,2}}\s*(?:\([^()]*\))?\s*[.:]?\s*$",
    re.IGNORECASE,
)
TIME_AT_END = re.compile(rf"[\s,.(](?:{_HOUR})\)?\s*[.:]?\s*$", re.IGNORECASE)
# The Kitchen. Morning. / The harbour, late that night.
TIME_AFTER_STOP = re.compile(
    rf"^[^.?!]{{3,50}}[.,:;]\s+(?:(?:THE|NEXT|LATE|LATER|EARLY|THAT|SAME|FOLLOWING|MID|ONE)\s+){{0,3}}(?:{_HOUR})\s*[.:]?\s*$",
    re.IGNORECASE,
)
_SPELLED_NUMBER = "ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE"
SCENE_WORD = re.compile(
    rf"^(?:ACT\s+(?:\d{{1,2}}|[IVX]+|{_SPELLED_NUMBER})\W+)?SCENE\b\s*"
    rf"(?:[:#\d.\-]|(?-i:[IVX]+)\b|(?-i:[A-Z]{{1,2}})\s*$|(?:{_SPELLED_NUMBER})\b)",
    re.IGNORECASE,
)
# Full stops that end no name: ST. ALDA'S, FIFTH AVE. STATION, NO. 12.
ABBREVIATION = re.compile(
    r"\b(ST|STE|MT|FT|PT|DR|MR|MRS|MS|PROF|REV|SGT|CAPT|LT|COL|GEN|GOV|SEN|HON|JR|SR|AVE|BLVD|RD|HWY|RTE|APT|BLDG|"
    r"DEPT|NO|VS|U\.S|[A-Z](?=\.\s[A-Z]\.)|(?<=[A-Z]\.\s)[A-Z])\.\s",
    re.IGNORECASE,
)

_CUT = rf"(?:(?:{any_of('cut_manner')})[\s\-]+)?(?:{any_of('cut')})"
# A whole line: CUT TO:, FADE OUT., SMASH CUT TO BLACK:, DISSOLVE THROUGH TO:, BACK TO:, END CREDITS is none of them.
TRANSITION = re.compile(
    rf"^[(>\s]*(?:{_CUT}(?:\s+(?:BACK|AWAY|FORWARD|SLOWLY|QUICKLY|THROUGH|UP|DOWN))?"
    r"(?:(?:\s+(?:TO|IN|OUT|UP|INTO|BACK|FROM|ON|WITH)){1,3})?"
    r"(?:\s+(?:TO|FROM|THE)?\s*(?:BLACK|WHITE|RED|BLUE|GREY|GRAY|COLOR|SCENE|PRESENT|BLACKNESS|DARKNESS|NOTHING|"
    r"TITLES?|CREDITS?)(?:\s+SCREEN)?)?"
    r"|BACK\s+TO(?:\s+(?:SCENE|PRESENT|BLACK))?|FONDU(?:\s+ENCHA[IÎ]N[EÉ]|\s+AU\s+(?:NOIR|BLANC))?|BLACK\s*OUT|BLACKOUT|TO\s+BLACK|END\s+INTERCUT)"
    r"\s*[:.…\-–—)!]*\s*$",
    re.IGNORECASE,
)
# FADE may be somebody's name; a line with one of these endings is a transition.
SURE_TRANSITION = re.compile(
    r"(?:\bTO|\bIN|\bOUT|\bWITH|\bBLACK|\bWHITE|\bINTO)\s*[:.…]*\)?\s*$|[:]\s*$", re.IGNORECASE
)
ENDS_TO_COLON = re.compile(r"^[^a-z]{2,45}\bTO:\s*$")

SHOT = re.compile(rf"^(?:(?:{any_of('shot_manner')})\s+)*(?:{any_of('shot')})\b")
# A card on the screen or the mark of a part: THE END, ACT TWO, 24 MONTHS LATER.
CARD = re.compile(
    r"^\W*(?:THE\s+END|FIN|END|ROLL CREDITS|END CREDITS|END OF (?:ACT|SHOW|EPISODE|SCRIPT|PART|FILM)\b.*|"
    rf"(?:ACT|PART|REEL|BOOK|EPISODE|CHAPTER)\s+(?:\d{{1,3}}|[IVX]+|{_SPELLED_NUMBER})|"
    r"TEASER|COLD OPEN(?:ING)?|EPILOGUE|PROLOGUE|INTERMISSION|"
    r"(?:[\w'-]+\s+){1,3}(?:SECOND|MINUTE|HOUR|DAY|NIGHT|WEEK|MONTH|YEAR)S?\s+(?:LATER|EARLIER|BEFORE|AGO))\W*$",
    re.IGNORECASE,
)
POINT_OF_VIEW = re.compile(r"\bP\.?O\.?V\.?(?=\W|$)|['’]S VIEW\b")

EXTENSION = re.compile(rf"[(\[]\s*(?:{any_of('extension')})[^()\[\]]{{0,40}}[)\]]?\s*\^?\s*$", re.IGNORECASE)
BARE_EXTENSION = re.compile(
    r"(?:[\s,\-–—:.]+(?:V\.\s?[O0]\.?|O\.\s?S\.?|O\.\s?C\.?|V/[O0]|O/S|V[O0]|VOICE[\s-]?OVER|CONT?['’`]D\.?|CONT\.?|CONTINUED|"
    r"CONTINUING))+\s*$",
    re.IGNORECASE,
)

# Years, 12? and 9... are speech: a page has at most three digits and little punctuation.
PAGE_NUMBER = re.compile(
    r"^[\s\-–—(\[#*.|]{0,6}(?:(?:PAGE|PG\.?|P\.)\s*)?\d{1,3}[A-Z]{0,2}\s*[.:\-–—)\]*|]{0,2}"
    r"\s*(?:(?:OF|/)\s*\d{1,4}\W*)?$|^\s*(?-i:[ivxl]{2,6})\.?\s*$",
    re.IGNORECASE,
)
_SCENE_NUMBERS = (
    r"(?:(?:\d{1,4}[A-Z]{0,2}|[A-Z]{1,2}\d{1,4})\b(?:\s*(?:[-–—&,/]|TO|AND|THRU|THROUGH)\s*(?=[\dA-Z]{1,6}\b))?)"
)
OMITTED = re.compile(
    rf"^\W{{0,4}}(?:SCENES?\b[\s#]{{0,4}})?(?:{_SCENE_NUMBERS}\s*){{0,8}}\W{{0,4}}(?:SCENES?\s+)?"
    r"(?:(?:IS|ARE|HAS BEEN|HAVE BEEN)\s+)?"
    rf"(?:OMIT(?:TED)?|(?-i:DELETED))\W{{0,12}}(?:{_SCENE_NUMBERS}\W{{0,4}}){{0,8}}$",
    re.IGNORECASE,
)
CONTINUED = re.compile(
    r"^\W{0,8}(?:\d{1,4}[A-Z]{0,2}\W{0,12}|[A-Z]{1,2}\d{1,4}\W{0,12})?\(?"
    r"(?:CONTINUED|CONT['’]?D|CONT\.|CONTINUED ON NEXT PAGE|CONTINUED FROM PREVIOUS PAGE)\)?"
    r"\W{0,12}(?:\(?\d{1,3}\)?\W{0,12})?(?:\d{1,4}[A-Z]{0,2}|[A-Z]{1,2}\d{1,4})?\W{0,8}$|^\(\s*MORE\s*\)$|^(?-i:MORE)$",
    re.IGNORECASE,
)
DATE = re.compile(
    r"\b\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}\b|\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|SEPT|OCT|NOV|"
    r"DEC)[A-Z]*\.?\s+\d{1,2}(?:ST|ND|RD|TH)?,?\s+\d{4}\b"
    r"|\b\d{1,2}(?:ST|ND|RD|TH)?\s+(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*\.?,?\s+\d{4}\b",
    re.IGNORECASE,
)
REVISION = re.compile(
    r"\b(?:REV(?:\.|ISED|ISIONS?)?|DRAFT|(?:BLUE|PINK|YELLOW|GREEN|GOLD(?:ENROD)?|BUFF|SALMON|CHERRY|TAN|WHITE|"
    r"IVORY)\s+(?:REV|PAGES?|DRAFT|\d)\w*|SHOOTING SCRIPT|FINAL SHOOTING)\b",
    re.IGNORECASE,
)
WEB_MARK = re.compile(
    r"https?://|\bwww\.|\.com\b|\.net\b|\.org\b|©|\(c\)\s*\d{4}|ALL RIGHTS RESERVED|FOR EDUCATIONAL|"
    r"DOWNLOADED FROM|SCRIPT PROVIDED",
    re.IGNORECASE,
)
TITLE_PAGE = re.compile(rf"\b(?:{any_of('title_page')})\b|^BY$|^BY\s+[A-Z]", re.IGNORECASE)
