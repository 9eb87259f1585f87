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

    @property
    def films(self) -> tuple[Film, ...]:
        """The paper's films, from the user's copies; else the project's own screenplays."""
        return self._screenplays[0]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user should know of the files in their folder."""
        return self._screenplays[1]

    @cached_property
    def _screenplays(self) -> tuple[tuple[Film, ...], tuple[str, ...]]:
        return (own_films(), ()) if self.screenplays is None else films_in(self.screenplays)
