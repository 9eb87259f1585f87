"""What the user chose, and the data that several parts read."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .films import Film, films_in, own_films
from .real_data import RealSet, load_real_sets


@dataclass(frozen=True)
class RunSettings:
    """Number of ``runs``, the ``seed``, and a folder of ``screenplays`` of the user's own. Data is read once."""

    runs: int = 50
    seed: int = 0
    screenplays: Path | None = None

    @cached_property
    def real_sets(self) -> tuple[RealSet, RealSet, RealSet]:
        return load_real_sets()

    @cached_property
    def films(self) -> tuple[tuple[Film, ...], tuple[str, ...]]:
        """The paper's films, from the user's copies, and remarks on these; else the project's own screenplays."""
        return (own_films(), ()) if self.screenplays is None else films_in(self.screenplays)
