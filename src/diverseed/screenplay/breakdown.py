"""A script taken apart: locations, threads and the network of people, with a person's corrections."""

from dataclasses import dataclass, replace

import numpy as np

from ..random_state import RandomState, as_generator
from .corrections import apply_overrides
from .locations import Location, find_locations
from .network import Network, find_network
from .overrides import Overrides
from .plots import Plot, find_plots
from .records import Script, Warning


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Everything known of a script. ``script`` has the corrected people and all warnings."""

    script: Script
    locations: tuple[Location, ...]
    plots: tuple[Plot, ...]
    network: Network

    @property
    def location_of(self) -> dict[int, Location]:
        """Scene id -> its location."""
        return {scene: location for location in self.locations for scene in location.scenes}

    @property
    def plot_of(self) -> dict[int, Plot]:
        """Scene id -> its thread."""
        return {scene: plot for plot in self.plots for scene in plot.scenes}

    @property
    def location_names(self) -> dict[int, str]:
        """Scene id -> the name of its location, as the narrative chart takes it."""
        return {scene: location.name for scene, location in self.location_of.items()}


def analyse(script: Script, *, random_state: RandomState = None, overrides: Overrides | None = None) -> Breakdown:
    """Find the locations, threads and network of a script.

    Parameters
    ----------
    random_state : the same number gives the same result; each part has its own stream, so that a correction of one
        does not move the others
    overrides : corrections; each that matches nothing becomes a warning
    """
    seeds = as_generator(random_state).integers(2**31, size=3)
    locations = find_locations(script.scenes, random_state=np.random.default_rng(seeds[0]))
    if overrides is not None:
        script, locations, missed = apply_overrides(script, locations, overrides)
        warnings = (*script.warnings, *(Warning(0, f"override matched nothing: {message}") for message in missed))
        script = replace(script, warnings=warnings)
    places = {scene: location.id for location in locations for scene in location.scenes}
    plots = find_plots(script.scenes, places, random_state=np.random.default_rng(seeds[1]))
    network = find_network(script, random_state=np.random.default_rng(seeds[2]))
    return Breakdown(script, locations, plots, network)
