"""The files that a breakdown can be written as."""

from collections.abc import Callable, Mapping

from ..breakdown import Breakdown
from .network import to_graphml
from .report import to_report, to_shooting_page
from .tables import characters_csv, locations_csv, presence_csv, scenes_csv, shooting_csv

BREAKDOWN_FILES: Mapping[str, Callable[[Breakdown], str]] = {
    "report.html": to_report,
    "scenes.csv": scenes_csv,
    "locations.csv": locations_csv,
    "characters.csv": characters_csv,
    "presence.csv": presence_csv,
    "shooting_order.csv": shooting_csv,
    "shooting_order.html": to_shooting_page,
    "network.graphml": lambda breakdown: to_graphml(breakdown.network, title=breakdown.script.title),
}
