"""Addresses, ids, dates, paths and numbers in a line: one token each, or masked."""

import re
from itertools import islice
from operator import add

from ..kernels.tokens import fold, word_splitter

Tokens = tuple[str, ...]

WILDCARD = "<*>"
_EDGE = r"(?<![^\s=:,;()\[\]{}<>\"'|])"  # where a token may start
_PATH = rf"{_EDGE}(?:[a-z]:)?[/\\][^\s,:;=()\[\]{{}}<>\"'|]+"
# Schemes and mailboxes are bounded (RFC 5321: 64 letters), so that the time to search a long word is not its square.
_ENTITY = "|".join(
    (
        r"[a-z][a-z0-9+.-]{0,30}://[^\s,;()\[\]{}<>\"'|]+",  # address of a page or service
        r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+",  # electronic mail
        _PATH,
        r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",  # UUID
        r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:z|[+-]\d\d:?\d\d)?)?(?![\w.]\w)",
        r"\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b",  # time
        r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b",  # IPv4, with a port
        r"(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b",  # IPv6, hardware addresses
        r"\b0x[0-9a-f]+\b",
        r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b",  # hash
    )
)
_ENTITIES = re.compile(_ENTITY, re.IGNORECASE)
# A token with a digit, brackets inside it included: "blk_38", "LOCAL(0)", but "38" of "(uid=38)".
_PLAIN = r"[^\s=:,()\[\]{}<>\"']"
_START = rf"(?<!{_PLAIN})"
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?)"
)
# Day and month before a year or a time, "Sun Dec 04" of "[Sun Dec 04 04:47:44 2005]": their names vary, as digits do.
_DAY = (
    rf"(?-i:(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+)?(?:{_MONTH}\s+\d{{1,2}}|\d{{1,2}}\s+{_MONTH}))"
    r"(?=,?\s+(?:\d{4}|\d{1,2}:\d\d)\b)"
)
_VARIABLE = (
    rf"(?:[a-z][a-z0-9+.-]{{0,30}}://[^\s,;()\[\]{{}}<>\"'|]+|{_PATH}|{_START}{_DAY}"
    rf"|{_START}(?:{_PLAIN}*[\d@]|{_PLAIN}+[(\[]{_PLAIN}*\d{_PLAIN}*[)\]])(?:{_PLAIN}|[(\[]{_PLAIN}*[)\]])*"
    r"|<\*>)"  # lines that hold the mark itself: templates of an earlier run
)
_VARIABLES = re.compile(rf"{_VARIABLE}(?:[\s:,]*{_VARIABLE})*", re.IGNORECASE)
_TOKENS = re.compile(r"[^\s=:,]+|[=:,]")
_words_of = word_splitter()


def masked(line: str) -> str:
    """The line with ``<*>`` for every address, path, date and token with a digit, several in a row as one."""
    return _VARIABLES.sub(WILDCARD, line)


def masked_parts(line: str) -> list[str]:
    """What :func:`masked` replaces, in order."""
    return _VARIABLES.findall(line)


def tokens(line: str) -> Tokens:
    """The tokens of a masked line: what spaces, commas, colons and equals signs part, and those signs but spaces."""
    return tuple(_TOKENS.findall(line))


def rendered(line: str, template: Tokens) -> str:
    """The template written with the spaces of one of its masked lines."""
    parts, done = [], 0
    for found, token in zip(_TOKENS.finditer(line), template, strict=True):
        parts += [line[done : found.start()], token]
        done = found.end()
    return "".join([*parts, line[done:]]).strip()


def parameters(line: str, template: Tokens) -> list[str]:
    """What a line that fits the template has where the template has ``<*>``, in order."""
    hidden = iter(masked_parts(line))
    values: list[str] = []
    for token, constant in zip(tokens(masked(line)), template, strict=True):
        begin, *ends = token.split(WILDCARD)
        inside = list(islice(hidden, len(ends)))
        if constant == WILDCARD:
            values.append(begin + "".join(map(add, inside, ends)))
        else:
            values += inside
    return values


def words_of(line: str) -> list[str]:
    """The words of a line, as :func:`~diverseed.kernels.tokens.word_splitter` has them, with addresses, ids, dates and
    paths as one word each."""
    if not any(character in line for character in ":/\\.-@") and not any(map(str.isdigit, line)):
        return _words_of(line)
    words: list[str] = []
    done = 0
    for found in _ENTITIES.finditer(line):
        words += _words_of(line[done : found.start()])
        entity = fold(found.group()).rstrip(".-/\\")
        words += [entity] if _words_of(entity) else []  # "/?" is no path, and no word
        done = found.end()
    return words + _words_of(line[done:])
