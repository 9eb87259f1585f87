"""Screenplays set as plain text, in good layouts and bad: every line comes with its true kind.

The scripts are read from Fountain, where marks and blank lines leave no doubt, and set as they are found on the web.
"""

import random
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from diverseed.screenplay import Kind, Line

Rendered = list[tuple[str, Kind]]
BLANK = ("", Kind.BLANK)
KINDS = (Kind.HEADING, Kind.NARRATIVE, Kind.CHARACTER, Kind.DIALOGUE, Kind.EXPRESSION, Kind.TRANSITION)


@dataclass(frozen=True)
class Layout:
    """Columns and widths of a typewritten page; a cue column of None centres the cues."""

    margin: int = 0
    action_width: int = 60
    dialogue: int = 10
    dialogue_width: int = 35
    expression: int = 16
    expression_width: int = 24
    cue: int | None = 22
    transition: int | None = 45
    blanks_before_heading: int = 1


LAYOUTS = (
    Layout(),
    Layout(margin=15, dialogue=25, expression=31, cue=37, transition=60, blanks_before_heading=2),
    Layout(margin=6, dialogue=16, dialogue_width=30, expression=21, expression_width=18, cue=None, transition=None),
)

TITLE_PAGE = [
    ("A FILM FOR NOBODY", Kind.OTHER),
    BLANK,
    ("Written by", Kind.OTHER),
    BLANK,
    ("Alex Author", Kind.OTHER),
    BLANK,
    ("Second Draft", Kind.OTHER),
    ("March 3, 1998", Kind.OTHER),
    BLANK,
]


def render(lines: Sequence[Line], layout: Layout) -> Rendered:
    """Set tagged lines (from Fountain) as a wrapped, indented text with one blank line between blocks."""
    page: Rendered = [(text and " " * (layout.margin + 20) + text, kind) for text, kind in TITLE_PAGE]
    for line in lines:
        if line.kind in (Kind.BLANK, Kind.OTHER):
            continue
        inside = line.kind in (Kind.DIALOGUE, Kind.EXPRESSION)
        if page and not inside:
            page += [BLANK] * (layout.blanks_before_heading if line.kind is Kind.HEADING else 1)
        text = line.text.upper() if line.kind in (Kind.HEADING, Kind.TRANSITION) else line.text
        column, width = _place(line.kind, text, layout)
        page += [
            (" " * column + part, line.kind) for part in textwrap.wrap(text, width, break_on_hyphens=False) or [text]
        ]
    return page


def _place(kind: Kind, text: str, layout: Layout) -> tuple[int, int]:
    """Column and width of a block."""
    margin = layout.margin
    if kind is Kind.DIALOGUE:
        return margin + layout.dialogue, layout.dialogue_width
    if kind is Kind.EXPRESSION:
        return margin + layout.expression, layout.expression_width
    if kind is Kind.CHARACTER:
        return margin + (layout.cue if layout.cue is not None else max(0, 28 - len(text) // 2)), 60
    if kind is Kind.TRANSITION and layout.transition is not None:
        return margin + layout.transition, 40
    if kind is Kind.TRANSITION:
        return margin + max(0, layout.action_width - len(text)), 60
    return margin, 200 if kind is Kind.HEADING else layout.action_width


# --- degradations: each takes a rendered page and a random generator --------------------------------------------------


def without_indents(page: Rendered, rng: random.Random) -> Rendered:
    """Everything at the left edge."""
    return [(text.strip(), kind) for text, kind in page]


def without_blanks(page: Rendered, rng: random.Random) -> Rendered:
    """No blank lines at all."""
    return [(text, kind) for text, kind in page if kind is not Kind.BLANK]


def lower_case_headings(page: Rendered, rng: random.Random) -> Rendered:
    """Headings in small letters."""
    return [(text.lower() if kind is Kind.HEADING else text, kind) for text, kind in page]


def title_case_cues(page: Rendered, rng: random.Random) -> Rendered:
    """Cues with capital initials only."""
    return [(text.title() if kind is Kind.CHARACTER else text, kind) for text, kind in page]


def scene_numbers(page: Rendered, rng: random.Random) -> Rendered:
    """The same number to the left and the right of every heading."""
    result, number = [], 0
    for text, kind in page:
        if kind is Kind.HEADING:
            number += 1
            label = f"{number}{'A' if rng.random() < 0.05 else ''}"
            bare = text.strip()
            column = len(text) - len(text.lstrip())
            text = f"{label:<{max(4, column)}}{bare}{' ' * max(3, 66 - column - len(bare))}{label}"
        result.append((text, kind))
    return result


def without_settings(page: Rendered, rng: random.Random) -> Rendered:
    """Headings without INT. and EXT."""
    result = []
    for text, kind in page:
        if kind is Kind.HEADING:
            column = len(text) - len(text.lstrip())
            first, _, rest = text.strip().partition(" ")
            text = " " * column + (
                rest
                if first.rstrip(".").upper() in {"INT", "EXT", "INT./EXT", "INT/EXT", "I/E", "EST"}
                else f"{first} {rest}".strip()
            )
        result.append((text, kind))
    return result


def pages(page: Rendered, rng: random.Random) -> Rendered:
    """Page breaks every 54 lines, with a running head, CONTINUED marks, and speeches cut by (MORE) and (CONT'D)."""
    result: Rendered = []
    number, cue, column = 1, "", 0
    for index, (text, kind) in enumerate(page):
        if kind is Kind.CHARACTER:
            cue = text.split("(")[0].rstrip()
            column = len(cue) - len(cue.lstrip())
        if index and index % 54 == 0:
            number += 1
            cut = kind is Kind.DIALOGUE and page[index - 1][1] is Kind.DIALOGUE
            result += [(" " * column + "(MORE)", Kind.OTHER)] if cut else []
            result += [BLANK, (" " * 50 + "(CONTINUED)", Kind.OTHER), BLANK] if not cut else [BLANK]
            result += [(f"Blue Rev. 3/{1 + number % 28}/98{' ' * 40}{number}.", Kind.OTHER), BLANK]
            result += [("CONTINUED:", Kind.OTHER), BLANK] if not cut and number % 3 == 0 else []
            result += [(cue + " (CONT'D)", Kind.CHARACTER)] if cut else []
        result.append((text, kind))
    return result


def watermark(page: Rendered, rng: random.Random) -> Rendered:
    """Letters of a watermark down the right margin and on lines of their own, and a notice on every page."""
    word = "PRODUCTIONCOPY"
    result: Rendered = []
    for index, (text, kind) in enumerate(page):
        letter = word[index // 4 % len(word)]
        if index % 4 == 0 and text.strip():
            text = f"{text:<74}    {letter}"
        elif index % 9 == 0:
            result.append((" " * rng.randrange(60) + letter, Kind.OTHER))
        if index % 54 == 53:
            result.append(("Reading copy of the archive, not for sale", Kind.OTHER))
        result.append((text, kind))
    return result


def revision_stars(page: Rendered, rng: random.Random) -> Rendered:
    """Stars in the right margin of a third of the lines."""
    return [(f"{text:<72}*" if text.strip() and rng.random() < 0.3 else text, kind) for text, kind in page]


def tabs(page: Rendered, rng: random.Random) -> Rendered:
    """Indentation by tabs."""
    return [("\t" * ((len(text) - len(text.lstrip()) + 4) // 8) + text.strip(), kind) for text, kind in page]


def double_spaced(page: Rendered, rng: random.Random) -> Rendered:
    """A blank line after every line."""
    return [pair for line in page for pair in (line, BLANK)]


def ragged_indents(page: Rendered, rng: random.Random) -> Rendered:
    """Columns that wander, as in recognised scans."""
    return [
        (" " * max(0, len(text) - len(text.lstrip()) + rng.randint(-2, 2)) + text.strip(), kind) for text, kind in page
    ]


def careless_blanks(page: Rendered, rng: random.Random) -> Rendered:
    """A sixth of the blank lines missing, and some where none belongs."""
    result: Rendered = []
    for text, kind in page:
        if kind is Kind.BLANK and rng.random() < 1 / 6:
            continue
        result.append((text, kind))
        if kind is not Kind.BLANK and rng.random() < 0.03:
            result.append(BLANK)
    return result


def blank_after_cues(page: Rendered, rng: random.Random) -> Rendered:
    """Every block apart from the next, cues from their speeches too."""
    return [pair for line in page for pair in ((line, BLANK) if line[1] is Kind.CHARACTER else (line,))]


def colon_cues(page: Rendered, rng: random.Random) -> Rendered:
    """A colon after every cue."""
    return [(f"{text}:" if kind is Kind.CHARACTER else text, kind) for text, kind in page]


def speeches_on_cue_lines(page: Rendered, rng: random.Random) -> Rendered:
    """``NAME: first line of the speech``; such lines count as dialogue."""
    result: Rendered = []
    cue = ""
    for text, kind in page:
        if kind is Kind.CHARACTER:
            cue = text.split("(")[0].strip()
        elif kind is Kind.EXPRESSION:
            continue
        elif kind is Kind.DIALOGUE and cue:
            result.append((f"{cue}: {text.strip()}", kind))
            cue = ""
        else:
            result.append((text, kind))
    return result


def misread_letters(page: Rendered, rng: random.Random) -> Rendered:
    """One letter in eighty wrong, as in recognised scans."""
    confused = dict(zip("lIoOe.,SrnBa", "1l0Qc,.5m6os", strict=False))
    return [
        ("".join(confused.get(c, c) if rng.random() < 0.0125 * 4 else c for c in text), kind) for text, kind in page
    ]


def shots(page: Rendered, rng: random.Random) -> Rendered:
    """Camera directions in capitals between the paragraphs of the narrative."""
    result: Rendered = []
    for text, kind in page:
        if kind is Kind.NARRATIVE and result and result[-1][1] is Kind.BLANK and rng.random() < 0.2:
            column = len(text) - len(text.lstrip())
            direction = rng.choice(
                ("ANGLE ON THE DOOR", "CLOSE ON HER HANDS", "WIDER", "THE CLOCK", "HIS POV", "ON THE STAIRS")
            )
            result += [(" " * column + direction, Kind.NARRATIVE), BLANK]
        result.append((text, kind))
    return result


def capital_narrative(page: Rendered, rng: random.Random) -> Rendered:
    """Narrative all in capitals, as in studio comedy."""
    return [(text.upper() if kind is Kind.NARRATIVE else text, kind) for text, kind in page]


def all_small(page: Rendered, rng: random.Random) -> Rendered:
    """No capital letter anywhere."""
    return [(text.lower(), kind) for text, kind in page]


def numbers_on_the_left(page: Rendered, rng: random.Random) -> Rendered:
    """Scene numbers before the headings only, one space away."""
    result, number = [], 0
    for text, kind in page:
        if kind is Kind.HEADING:
            number += 1
            text = f"{number}. {text.strip()}" if number % 2 else f"{number} {text.strip()}"
        result.append((text, kind))
    return result


def same_column(layout: Layout) -> Layout:
    """Dialogue in the column and width of the narrative; only cues are indented."""
    return replace(layout, dialogue=0, dialogue_width=layout.action_width, expression=0, expression_width=40)


def unwrapped(layout: Layout) -> Layout:
    """Every paragraph on one line."""
    return replace(layout, action_width=10_000, dialogue_width=10_000, expression_width=10_000)


Degradation = Callable[[Rendered, random.Random], Rendered]
FORMS: dict[str, tuple[Degradation, ...]] = {
    "clean": (),
    "no indents": (without_indents,),
    "no blank lines": (without_blanks,),
    "neither": (without_blanks, without_indents),
    "lower-case headings": (lower_case_headings,),
    "scene numbers": (scene_numbers,),
    "page breaks": (pages,),
    "watermark": (watermark,),
    "no INT/EXT": (without_settings,),
    "title-case cues": (title_case_cues,),
    "revision stars": (revision_stars,),
    "tabs": (tabs,),
    "double spaced": (double_spaced,),
    "ragged indents": (ragged_indents,),
    "one line a paragraph": (without_indents,),
    "one line a paragraph, no blanks": (without_blanks, without_indents),
    "no INT/EXT, no indents": (without_settings, without_indents),
    "lower-case headings, neither": (lower_case_headings, without_blanks, without_indents),
    "numbers, pages, stars": (scene_numbers, revision_stars, pages),
    "no INT/EXT, neither": (without_settings, without_blanks, without_indents),
    "lower-case headings, no INT/EXT": (without_settings, lower_case_headings),
    "title-case cues, no indents": (title_case_cues, without_indents),
    "title-case cues, neither": (title_case_cues, without_blanks, without_indents),
    "pages, no indents": (pages, without_indents),
    "pages, no blank lines": (pages, without_blanks),
    "pages, neither": (pages, without_blanks, without_indents),
    "watermark, no indents": (watermark, without_indents),
    "careless blanks": (careless_blanks,),
    "careless blanks, no indents": (careless_blanks, without_indents),
    "careless blanks, ragged, pages": (careless_blanks, ragged_indents, pages),
    "blank after cues": (blank_after_cues,),
    "blank after cues, no indents": (blank_after_cues, without_indents),
    "colon cues, no indents": (colon_cues, without_indents),
    "one line a paragraph, cues inside": (speeches_on_cue_lines, without_indents),
    "misread letters": (misread_letters,),
    "misread letters, no indents": (misread_letters, without_indents),
    "shots": (shots,),
    "shots, no indents": (shots, without_indents),
    "shots, no INT/EXT": (shots, without_settings),
    "capital narrative": (capital_narrative,),
    "capital narrative, no indents": (capital_narrative, without_indents),
    "all small": (all_small,),
    "all small, no indents": (all_small, without_indents),
    "numbers on the left, neither": (numbers_on_the_left, without_blanks, without_indents),
    "same column": (),
    "same column, neither": (without_blanks, without_indents),
}


def degraded(lines: Sequence[Line], form: str, layout: Layout, seed: int = 0) -> Rendered:
    """A script in one of `FORMS`."""
    rng = random.Random(seed)
    if form.startswith("one line"):
        layout = unwrapped(layout)
    if form.startswith("same column"):
        layout = same_column(layout)
    page = render(lines, layout)
    for degrade in FORMS[form]:
        page = degrade(page, rng)
    return page


def f1(pairs: Counter[tuple[Kind, Kind]], kind: Kind) -> float:
    """Harmonic mean of precision and recall of one kind."""
    hit = pairs[kind, kind]
    total = sum(count for (true, _), count in pairs.items() if true is kind) + sum(
        count for (_, found), count in pairs.items() if found is kind
    )
    return 2 * hit / total if total else 1.0
