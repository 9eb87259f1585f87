"""Every part of the paper by name, and the one function that runs them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ..errors import InputError
from ..progress import report
from .figure2 import figure2
from .film_tables import table4, table5
from .findings import Cell, Finding
from .grids import figure1, table1
from .lemma1 import lemma1
from .real_tables import table2, table3
from .settings import RunSettings

_ALL = (table1, table2, table3, table4, table5, figure1, figure2, lemma1)
PARTS: Mapping[str, Callable[[RunSettings], Finding]] = MappingProxyType({part.__name__: part for part in _ALL})
_READS = {"real_sets": {"table2", "table3"}, "films": {"table4", "table5"}}  # properties of the settings that read data


@dataclass(frozen=True)
class Reproduction:
    """What came of all parts that were asked for."""

    settings: RunSettings
    findings: tuple[Finding, ...]

    @property
    def compared(self) -> list[Cell]:
        """All figures that could be compared with the paper's."""
        return [cell for finding in self.findings for cell in finding.compared]

    @property
    def n_within(self) -> int:
        """How many of them lie within the paper's spread."""
        return sum(cell.within is True for cell in self.compared)


def reproduce(what: str = "all", *, runs: int = 50, seed: int = 0, screenplays: Path | None = None) -> Reproduction:
    """Reproduce one part of the paper, or all.

    Parameters
    ----------
    what : "all" or a name in ``PARTS``
    runs : repetitions of everything random; the paper has 50
    seed : the same seed gives the same figures; every part has its own stream, alone or among all
    screenplays : a folder with the user's copies of the paper's six screenplays
    """
    if what != "all" and what not in PARTS:
        raise InputError(f"there is no part {what!r}. Use all or one of {', '.join(PARTS)}.")
    wanted = list(PARTS) if what == "all" else [what]
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 1:
        raise InputError(f"runs={runs!r} must be a whole number of at least 1; the paper has 50.")
    if screenplays is not None and not _READS["films"] & set(wanted):
        raise InputError(f"{what} reads no screenplays; they are for table4 and table5. Leave out --screenplays.")
    settings = RunSettings(runs, seed, screenplays)
    for data, parts in _READS.items():
        if parts & set(wanted):
            getattr(settings, data)  # so that a missing file is reported before any work is done
    findings = []
    for done, name in enumerate(wanted):
        report(name, done, len(wanted))
        findings.append(PARTS[name](settings))
    return Reproduction(settings, tuple(findings))
