"""A script taken apart: locations, threads and the network of people, with a person's corrections."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ..errors import InputError
from ..random_state import RandomState, as_generator
from .corrections import apply_overrides, without_headings
from .overrides import Overrides
from .places.locations import Location, find_locations, find_sublocations
from .records import ReaderWarning, Script
from .views.network import find_network
from .views.plots import Plot, find_plots

Granularity = Literal["coarse", "fine"]
GRANULARITIES: tuple[Granularity, ...] = ("coarse", "fine")


@dataclass(frozen=True)
class Breakdown:
    """The breakdown of a script. ``script`` has the corrected people and all warnings.

    ``locations`` are whole places where ``granularity`` is coarse, their rooms and other parts where it is fine.
    ``places`` and ``sublocations`` are both, before any correction. Threads and network are computed when they are
    first needed: a chart needs neither.
    """

    script: Script
    locations: tuple[Location, ...]
    places: tuple[Location, ...]
    sublocations: tuple[Location, ...]
    granularity: Granularity
    seed: int

    @cached_property
    def plots(self) -> tuple[Plot, ...]:
        """Threads, in the order of their first scenes."""
        return find_plots(self.script.scenes, self.location_of, seed=self.seed)

    @cached_property
    def network(self) -> Any:
        """Who meets whom, a graph of networkx."""
        return find_network(self.script, seed=self.seed)

    @cached_property
    def location_of(self) -> dict[int, Location]:
        """Scene id -> its location."""
        return {scene: location for location in self.locations for scene in location.scenes}

    @cached_property
    def plot_of(self) -> dict[int, Plot]:
        """Scene id -> its thread."""
        return {scene: plot for plot in self.plots for scene in plot.scenes}

    @property
    def location_names(self) -> dict[int, str]:
        """Scene id -> the name of its location, as the narrative chart takes it."""
        return {scene: location.name for scene, location in self.location_of.items()}


def analyse(
    script: Script,
    *,
    random_state: RandomState = None,
    overrides: Overrides | None = None,
    locations: Granularity = "coarse",
) -> Breakdown:
    """Find the locations, threads and network of a script.

    Parameters
    ----------
    random_state : seed for threads and communities
    overrides : corrections; each that matches nothing becomes a warning
    locations : coarse for whole places, fine for the rooms and other parts that headings name in them
    """
    if locations not in GRANULARITIES:
        raise InputError(f"locations is {locations!r}; it must be one of {', '.join(GRANULARITIES)}.")
    seed = int(as_generator(random_state).integers(2**31))
    if overrides is not None:
        script = without_headings(script, overrides.not_headings)
    places = find_locations(script.scenes)
    parts = find_sublocations(script.scenes, places)
    chosen = places if locations == "coarse" else parts
    if overrides is not None:
        script, chosen, missed = apply_overrides(script, chosen, overrides)
        warnings = (*script.warnings, *(ReaderWarning(0, f"override matched nothing: {message}") for message in missed))
        script = replace(script, warnings=warnings)
    return Breakdown(script, chosen, places, parts, locations, seed)
