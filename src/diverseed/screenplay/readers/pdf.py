"""PDF with a text layer: words by their position, set again on a grid of characters; columns and gaps survive."""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ...errors import InputError
from ...files.pages import counted
from ..records import SourceLine

MAX_PAGES = 600
MAX_SECONDS = 3.0
_MAX_COLUMNS = 160
_MAX_BLANKS = 5


@dataclass(frozen=True, slots=True)
class TextRun:
    """Text set in one go: left edge, baseline (from the bottom of the page), width and height in points."""

    left: float
    bottom: float
    width: float
    height: float
    text: str


def pdf_lines(data: bytes, name: str) -> tuple[str, list[SourceLine], list[str]]:
    """Title, lines of the text layer (numbered through the whole document), and remarks on what was left out."""
    pages, title, remarks = _pages(data, name)
    characters = sum(len(run.text) for page in pages for run in page)
    if characters < 20 * max(1, len(pages)):
        raise InputError(
            f"{name} has {counted(len(pages), 'page')} but hardly any text ({counted(characters, 'character')}): it "
            "seems to be scanned pictures. Run it through text recognition (OCR) first, or give a text version."
        )
    texts: list[str] = []
    for page in pages:
        texts += [*lay_out(page), "\x0c"]  # marks the end of a page, beside which running heads stand
    return title, [SourceLine(number, text) for number, text in enumerate(texts, 1)], remarks


def lay_out(runs: Sequence[TextRun]) -> list[str]:
    """Lines of one page from top to bottom, indents and blank lines in proportion to the space on the page."""
    runs = [run for run in runs if run.text.strip()]
    if not runs:
        return []
    cell = median(run.width / len(run.text) for run in runs) or 7.2
    height = median(run.height for run in runs) or 12.0
    rows = _rows(runs, height)
    steps = [above[0].bottom - below[0].bottom for above, below in itertools.pairwise(rows)]
    tight = [step for step in steps if step < 2.6 * height]
    leading = max(median(sorted(tight)[: max(1, (len(tight) + 1) // 2)]), 0.5 * height) if tight else 1.2 * height
    lines = [_row_text(rows[0], cell)]
    for step, row in zip(steps, rows[1:], strict=True):
        lines += [""] * min(_MAX_BLANKS, max(0, round(step / leading) - 1))
        lines.append(_row_text(row, cell))
    return lines


def _rows(runs: Sequence[TextRun], height: float) -> list[list[TextRun]]:
    """Runs grouped by baseline, the highest row first."""
    rows: list[list[TextRun]] = []
    for run in sorted(runs, key=lambda run: (-run.bottom, run.left)):
        if rows and rows[-1][0].bottom - run.bottom < 0.5 * height:
            rows[-1].append(run)
        else:
            rows.append([run])
    return rows


def _row_text(row: Sequence[TextRun], cell: float) -> str:
    text = ""
    for run in sorted(row, key=lambda run: run.left):
        column = min(_MAX_COLUMNS, max(0, round(run.left / cell)))
        close = bool(text) and column <= len(text) + 1
        text += (" " if close and not text.endswith(" ") else "") if close else " " * (column - len(text))
        text += run.text.strip("\r\n")
    return text


def _pages(data: bytes, name: str) -> tuple[list[list[TextRun]], str, list[str]]:
    import pypdfium2  # type: ignore[import-untyped]

    pages: list[list[TextRun]] = []
    remarks: list[str] = []
    deadline = time.monotonic() + MAX_SECONDS
    try:
        document = pypdfium2.PdfDocument(data)
        try:
            title = str(document.get_metadata_dict().get("Title", "")).strip()[:200]
            count = len(document)
            for index in range(min(count, MAX_PAGES)):
                if time.monotonic() > deadline:
                    break
                pages.append(list(_runs(document, index)))
        finally:
            document.close()
    except pypdfium2.PdfiumError as error:
        raise InputError(
            f"{name} cannot be opened as a PDF ({error}): it is damaged or locked with a password. "
            "Print it to a new PDF, or give a text version."
        ) from error
    if len(pages) < count:
        remarks.append(
            f"only the first {len(pages)} of {count} pages were read (limits: {MAX_PAGES} pages, {MAX_SECONDS:g} s)"
        )
    return pages, title, remarks


def _runs(document: object, index: int) -> Iterator[TextRun]:
    page = document[index]  # type: ignore[index]
    text_page = page.get_textpage()
    try:
        for i in range(text_page.count_rects()):
            left, bottom, right, top = text_page.get_rect(i)
            text = text_page.get_text_bounded(left, bottom, right, top).replace("\r", "").replace("\n", " ")
            if text:
                yield TextRun(left, bottom, right - left, top - bottom, text)
    finally:
        text_page.close()
        page.close()
