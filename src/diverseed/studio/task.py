"""What a worker is asked to do, what it reports on the way, and how it ends."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..examples import PREFIX
from .settings import JobSettings

RESULT, STATE = "result.json", "state.pickle"
"""Files of a run: what the page shows, and what exports and the next run start from."""
Stage: TypeAlias = tuple[str, int, int]
"""What a worker is doing, how much of it is done, and of how much; 0 for a total that is unknown."""


@dataclass(frozen=True)
class Task:
    """Work for a worker.

    Attributes
    ----------
    place : path of the file, or ``example:NAME``
    name : what the user calls it
    settings : how to read and cluster it
    before : folder of the last result, if there is one
    folder : where to write
    export : the file to make from the result in ``folder``; None for the result itself
    """

    place: str
    name: str
    settings: JobSettings
    before: Path | None
    folder: Path
    export: str | None = None

    @property
    def example(self) -> str | None:
        """The name of a bundled example; None for a file."""
        return self.place.removeprefix(PREFIX) if self.place.startswith(PREFIX) else None


@dataclass(frozen=True)
class Ending:
    """How a worker ended: ``done``; ``refused`` because of its input; ``cancelled``; or ``broken``.

    ``kind`` is what the file was read as; ``hints`` are the text columns of a table that was refused.
    """

    how: Literal["done", "refused", "cancelled", "broken"]
    message: str = ""
    kind: str = ""
    hints: tuple[str, ...] = ()
