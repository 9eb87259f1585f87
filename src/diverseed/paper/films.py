"""The screenplays of Tables 4 and 5: a user's copies of the paper's six films, or the project's own."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from ..examples import SCREENPLAYS, example_path
from ..kernels import WordSequenceVectorizer
from ..narrative.story import clean_text
from ..screenplay import Scene, Script, read
from ..tables import read_table
from ..tables.table import listed
from .findings import PUBLISHED

_SUFFIXES = {"", ".fountain", ".spmd", ".fdx", ".txt", ".text", ".html", ".htm", ".xml", ".pdf", ".md"}
_MOST_FILES = 200
_MOST_GOLD_BYTES = 1_000_000


class Title(NamedTuple):
    """One of the paper's films: its ``name`` there, words of its title, and those of ``others`` of its series."""

    name: str
    words: str
    others: str = "(?!)"  # matches nothing

    def matches(self, text: str) -> bool:
        """Whether the name of a file, with or without the title inside it, means this film."""
        plain = _plain(text)
        return bool(re.search(self.words, plain) and not re.search(self.others, plain))


TITLES = tuple(Title(name, *patterns) for name, patterns in PUBLISHED["titles"].items())
"""The paper's six films, in its order."""

TUNED_ON = ("long-orbit", "night-desk", "quiet-heist")
"""The project's screenplays that the kernel of its own locations was chosen on; the others were held out."""


@dataclass(frozen=True)
class Film:
    """A screenplay: its scenes and, where known, the gold location of each."""

    name: str
    scenes: tuple[Scene, ...]
    gold: tuple[str, ...] | None

    @property
    def gold_count(self) -> int | None:
        return None if self.gold is None else len(set(self.gold))

    def kernel(self) -> FloatArray:
        """(n, n) the paper's: headings without setting and time of day, all contiguous word sequences of up to five
        words counted, cosine-normalised (Lodhi et al. 2002)."""
        features = WordSequenceVectorizer().fit_transform([scene.parsed.place for scene in self.scenes])
        return np.asarray((features @ features.T).toarray())


def own_films() -> tuple[Film, ...]:
    """The project's six screenplays with their gold locations."""
    paths = {card.name: example_path(card.name) for card in SCREENPLAYS.values()}
    scenes = {name: read(path).scenes for name, path in paths.items()}
    return tuple(Film(name, scenes[name], _gold_beside(path, scenes[name])) for name, path in paths.items())


def films_in(folder: Path) -> tuple[tuple[Film, ...], tuple[str, ...]]:
    """The paper's films in a folder, under the paper's names, and remarks on files that were left out.

    A file is matched by its name or by the title inside it. The gold locations of ``NAME.txt`` stand in
    ``NAME.locations.csv`` or ``NAME.csv`` beside it.

    Raises
    ------
    InputError : no folder, none of the films in it, two files of one film, or a gold file that does not fit
    """
    found: dict[str, tuple[Path, Script]] = {}
    remarks = []
    for path in _candidates(folder):
        try:
            script = read(path)
        except InputError as error:
            remarks.append(clean_text(f"{path.name} was left out: {error}"))
            continue
        names = (path.stem, f"{path.stem} {script.title}")
        title = next((one for one in TITLES if any(map(one.matches, names))), None)
        if title is None:
            name = clean_text(f"{path.name} ({script.title[:60]})")
            remarks.append(f"{name} is none of the paper's six films, and was left out.")
        elif title.name in found:
            other = found[title.name][0]
            raise InputError(f"{other.name} and {path.name} are both {title.name!r}. Leave only one in {folder}.")
        else:
            found[title.name] = (path, script)
    if not found:
        looked = f" Looked at: {' '.join(remarks[:3])}" if remarks else ""
        raise InputError(
            f"{folder} holds none of the paper's six screenplays. Name files by title: Return of the Jedi, The Last "
            f"Crusade, Raiders of the Lost Ark, Pirates of the Caribbean, The Bourne Identity, Batman.{looked}"
        )
    films = [Film(name, script.scenes, _gold_beside(path, script.scenes)) for name, (path, script) in found.items()]
    return tuple(films), tuple(remarks)


def _candidates(folder: Path) -> list[Path]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise InputError(f"cannot read the folder {folder}: {error.strerror}. Give a folder of screenplays.") from error
    paths = [path for path in paths if path.suffix.lower() in _SUFFIXES]
    if len(paths) > _MOST_FILES:
        raise InputError(
            f"{folder} holds {len(paths)} files that could be screenplays; the limit is {_MOST_FILES}. "
            "Put the paper's six into a separate folder."
        )
    return paths


def _gold_beside(path: Path, scenes: Sequence[Scene]) -> tuple[str, ...] | None:
    for suffix in (".locations.csv", ".csv"):
        gold = path.with_name(path.stem + suffix)
        if gold.is_file():
            return read_gold(gold, scenes)
    return None


def read_gold(path: Path, scenes: Sequence[Scene]) -> tuple[str, ...]:
    """The gold location of each scene, from a CSV file with the columns ``scene`` (1, 2, ...) and ``location``."""
    table = read_table(path, limit=_MOST_GOLD_BYTES)
    columns = {name: table.texts(place) for place, name in enumerate(table.names)}
    if not {"scene", "location"} <= columns.keys():
        raise InputError(f"{path} has the columns {listed(table.names)}; it needs scene and location.")
    labels: dict[str, str] = {}
    for row, cells in enumerate(zip(columns["scene"], columns["location"], strict=True)):
        scene, location = map(str.strip, cells)
        if not scene or not location or scene in labels:
            problem = "is listed twice" if scene in labels else "has no number or no location"
            raise InputError(f"{path}, {table.place(row)}: scene {scene!r} {problem}. Give each scene one.")
        labels[scene] = location
    wanted = [str(scene.id) for scene in scenes]
    if set(wanted) != set(labels):
        raise InputError(
            f"{path} must label the scenes that the reader finds, numbered 1 to {len(wanted)}; the number of labels "
            f"is {len(labels)}. Compare with `diverseed screenplay FILE --json`."
        )
    return tuple(labels[scene] for scene in wanted)


def _plain(text: str) -> str:
    """Lower case letters and digits with single spaces between words."""
    folded = unicodedata.normalize("NFKD", text).casefold().replace("'", "").replace("’", "")
    return " ".join(re.findall(r"[a-z0-9]+", folded))
