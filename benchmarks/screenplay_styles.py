"""A second way to set screenplays as plain text, for checking a reader that was tuned on the first one.

Nothing is shared with `screenplay_rendering` but the scripts: columns and widths are drawn at random, headings, cues,
expressions and transitions follow other conventions, and each style draws one convention for everything at once, so
that the faults come in combinations. A style is a function of its number alone.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from diverseed.screenplay import Kind, Line

Rendered = list[tuple[str, Kind]]
SEEN, HELD_OUT = range(32), range(32, 48)
"""Numbers of the styles: those that the reader has been checked on while it was written, and those it has not. No
test reads the second, and nothing is chosen by them; a style that shows a fault which is then mended belongs to the
first."""
_BLANK = ("", Kind.BLANK)
_SETTING = re.compile(r"^(INT\.?/EXT|EXT\.?/INT|I/E|INT|EXT|EST)[. ]+", re.IGNORECASE)
_SPOKEN = (Kind.DIALOGUE, Kind.EXPRESSION)


@dataclass(frozen=True)
class Style:
    """Every convention of one style; see `draw_style` for the values."""

    heading: str
    cue: str
    spacing: str
    columns: str
    pages: str
    numbers: str
    noise: str
    seed: int

    @property
    def label(self) -> str:
        """The conventions that differ from the usual ones."""
        parts = (self.heading, self.cue, self.spacing, self.columns, self.pages, self.numbers, self.noise)
        return ", ".join(part for part in parts if part)


def draw_style(number: int) -> Style:
    """The style of a number: one convention of each sort, at random."""
    rng = random.Random(7_919 + number)
    return Style(
        heading=rng.choice(
            ("", "INT without dots", "Interior spelled out", "small headings", "no INT/EXT", "dots, no dashes")
        ),
        cue=rng.choice(("", "Capital Initials", "cues with full titles", "cues continued", "NAME dash")),
        spacing=rng.choice(("", "no blanks", "double spaced", "blanks lost and found", "three before headings")),
        columns=rng.choice(("", "", "flush left", "centred", "tabs of 5", "one indent for all speech")),
        pages=rng.choice(("", "folio alone", "title and folio", "folio and CONTINUED")),
        numbers=rng.choice(("", "", "numbers left", "numbers both sides")),
        noise=rng.choice(("", "", "ragged", "misread", "stars and bars")),
        seed=number,
    )


def set_script(lines: Sequence[Line], style: Style) -> Rendered:
    """A script in a style, every line with its true kind."""
    rng = random.Random(104_729 + style.seed)
    blocks = [line for line in lines if line.kind not in (Kind.BLANK, Kind.OTHER)]
    page: Rendered = [
        ("     THE LONG TITLE OF IT", Kind.OTHER),
        _BLANK,
        ("     a screenplay", Kind.OTHER),
        _BLANK,
        _BLANK,
    ]
    column, width = _columns(style, rng)
    number, last = 0, ""
    for line in blocks:
        text = line.text
        if line.kind is Kind.HEADING:
            number += 1
            text = _heading(text, style)
        elif line.kind is Kind.CHARACTER:
            text, last = _cue(text, last, style), text
        elif line.kind is Kind.TRANSITION:
            text = text.upper()
        _space(page, line.kind, style)
        for row in _wrapped(text, width[line.kind]):
            shown = _indented(row, column[line.kind], style, spoken=line.kind in (*_SPOKEN, Kind.CHARACTER))
            if line.kind is Kind.HEADING:
                shown = _numbered(shown, number, style)
            page.append((shown, line.kind))
    page = _spaced(page, style, rng)
    return _noisy(_paged(page, style, rng), style, rng)


def _columns(style: Style, rng: random.Random) -> tuple[dict[Kind, int], dict[Kind, int]]:
    margin = rng.choice((0, 3, 8, 12))
    speech = margin + rng.choice((5, 9, 13))
    column = {
        Kind.HEADING: margin,
        Kind.NARRATIVE: margin + rng.choice((0, 0, 2)),
        Kind.DIALOGUE: speech,
        Kind.EXPRESSION: speech + rng.choice((0, 4, 7)),
        Kind.CHARACTER: speech + rng.choice((6, 11, 15)),
        Kind.TRANSITION: margin + rng.choice((0, 42, 50)),
    }
    if style.columns == "flush left":
        column = dict.fromkeys(column, 0)
    elif style.columns == "one indent for all speech":
        column |= dict.fromkeys((*_SPOKEN, Kind.CHARACTER), speech)
    wide = rng.choice((52, 66, 75))
    width = dict.fromkeys(column, wide) | {Kind.DIALOGUE: rng.choice((28, 32, 44)), Kind.EXPRESSION: 26}
    return column, width | {Kind.HEADING: 200, Kind.CHARACTER: 200, Kind.TRANSITION: 200}


def _wrapped(text: str, width: int) -> list[str]:
    rows = [""]
    for word in text.split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > width:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return rows


def _heading(text: str, style: Style) -> str:
    match = _SETTING.match(text)
    mark, rest = (match[1].upper(), text[match.end() :]) if match else ("", text)
    if style.heading == "no INT/EXT":
        return rest.upper()
    if style.heading == "INT without dots":
        return f"{mark} {rest}".strip().upper()
    if style.heading == "Interior spelled out":
        spelled = {"INT": "INTERIOR", "EXT": "EXTERIOR"}.get(mark, mark)
        return f"{spelled}: {rest}".strip(": ").upper() if mark else rest.upper()
    if style.heading == "dots, no dashes":
        return (f"{mark}. " if mark else "") + rest.upper().replace(" - ", ". ")
    whole = f"{mark}. {rest}" if mark else rest
    return whole.lower() if style.heading == "small headings" else whole.upper()


def _cue(text: str, last: str, style: Style) -> str:
    if style.cue == "Capital Initials":
        return text.title().replace("'S", "'s")
    if style.cue == "cues continued" and text == last:
        return f"{text} (cont'd)"
    if style.cue == "NAME dash":
        return f"{text} --"
    if style.cue == "cues with full titles" and "(" not in text:
        return f"{text} (to the others)" if len(text) % 3 == 0 else text
    return text


def _indented(row: str, column: int, style: Style, *, spoken: bool) -> str:
    if style.columns == "centred" and spoken:
        return " " * max(0, 34 - len(row) // 2) + row
    if style.columns == "tabs of 5":
        return "\t" * (column // 5) + row
    return " " * column + row


def _numbered(text: str, number: int, style: Style) -> str:
    if not style.numbers:
        return text
    left = f"{number:<4}{text.lstrip()}" if len(text) - len(text.lstrip()) < 4 else f"{number:<4}{text[4:]}"
    return left if style.numbers == "numbers left" else f"{left:<70}{number}"


def _space(page: Rendered, kind: Kind, style: Style) -> None:
    """Blank lines between blocks; none between a cue and what is said."""
    if kind in _SPOKEN:
        return
    page += [_BLANK] * (3 if kind is Kind.HEADING and style.spacing == "three before headings" else 1)


def _spaced(page: Rendered, style: Style, rng: random.Random) -> Rendered:
    if style.spacing == "no blanks":
        return [row for row in page if row[1] is not Kind.BLANK]
    if style.spacing == "double spaced":
        return [row for pair in page for row in (pair, _BLANK)]
    if style.spacing == "blanks lost and found":
        kept = [row for row in page if row[1] is not Kind.BLANK or rng.random() > 0.12]
        return [row for pair in kept for row in ((pair, _BLANK) if rng.random() < 0.04 else (pair,))]
    return page


def _paged(page: Rendered, style: Style, rng: random.Random) -> Rendered:
    if not style.pages:
        return page
    result: Rendered = []
    folio, left = 1, 40
    for row in page:
        result.append(row)
        left -= 1
        if left <= 0 and row[1] in (Kind.BLANK, Kind.NARRATIVE):
            folio, left = folio + 1, rng.randint(46, 58)
            result += _page_break(folio, style)
    return result


def _page_break(folio: int, style: Style) -> Rendered:
    if style.pages == "folio alone":
        return [("", Kind.BLANK), (f"{' ' * 34}-{folio}-", Kind.OTHER), ("", Kind.BLANK)]
    if style.pages == "title and folio":
        return [_BLANK, (f"\x0cTHE LONG TITLE OF IT{' ' * 38}{folio}", Kind.OTHER), _BLANK]
    continued = [(f"{' ' * 48}CONTINUED", Kind.OTHER), _BLANK, (f"{' ' * 60}{folio}.", Kind.OTHER)]
    return [_BLANK, *continued, ("CONTINUED: (2)", Kind.OTHER), _BLANK]


def _noisy(page: Rendered, style: Style, rng: random.Random) -> Rendered:
    if style.noise == "ragged":
        return [(" " * rng.choice((0, 0, 1, 3)) + text if text else text, kind) for text, kind in page]
    if style.noise == "stars and bars":
        marks = ("", "", "", "", "     *", "  |")
        return [(f"{text:<68}{rng.choice(marks)}".rstrip() if text else text, kind) for text, kind in page]
    if style.noise == "misread":
        wrong = {"l": "1", "o": "0", "e": "c", "h": "b", "N": "H", "D": "O", ".": ","}
        return [("".join(wrong.get(c, c) if rng.random() < 0.02 else c for c in text), kind) for text, kind in page]
    return page
