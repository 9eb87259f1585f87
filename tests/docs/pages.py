"""The fenced blocks of the documentation's pages, and what it takes to run them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# What the builders write into the folder.
GENERATED = ("_build", "gallery")

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
_DIRECTIVE = re.compile(r"\{code-block\}\s*(?P<kind>\S+)")
_OPTION = re.compile(r"^:(?P<name>[\w-]+):[ ]*(?P<value>.*)\n", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One fenced block.

    Attributes
    ----------
    kind : the language after the fence
    body : what stands between the fences, without options
    caption : the file that the block shows, "" if it shows none
    line : where the body starts
    """

    kind: str
    body: str
    caption: str
    line: int


def pages() -> list[Path]:
    """The Markdown pages that are written by hand."""
    found = DOCS.rglob("*.md")
    return sorted(page for page in found if page.relative_to(DOCS).parts[0] not in GENERATED)


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, from top to bottom."""
    for match in _FENCE.finditer(text):
        kind, body, caption = match["kind"].strip(), match["body"], ""
        if directive := _DIRECTIVE.fullmatch(kind):
            kind = directive["kind"]
            while option := _OPTION.match(body):
                caption = option["value"] if option["name"] == "caption" else caption
                body = body[option.end() :].removeprefix("\n")
        yield Block(kind, body, caption, text.count("\n", 0, match.start("body")) + 1)


def commands(body: str) -> Iterator[tuple[list[str], str]]:
    """Each ``$ command`` of a console block, split into words, and the output shown below it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = line[:-1] + more
        yield shlex.split(line), output
