"""What a production needs of a script: lengths in eighths of a page, day and night, the order to shoot in."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from ..breakdown import Breakdown
from ..records import Heading, Kind, Line, Scene, Script
from ..vocabulary import GOING_ON, LIGHT_OF_HOURS

PAGE_LINES = 55
"""Lines of a page of a screenplay in 12-point type, six to the inch, on US letter."""
_WIDTH = {
    Kind.NARRATIVE: 61,
    Kind.HEADING: 61,
    Kind.DIALOGUE: 35,
    Kind.EXPRESSION: 25,
    Kind.CHARACTER: 38,
    Kind.TRANSITION: 61,
}
"""Characters to a line of each kind, at ten to the inch between the usual margins (Cole & Haag 1990)."""
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?::\d\d)?\s*(?P<half>[AP])\.?M", re.IGNORECASE)
LIGHTS = ("DAY", "DAWN/DUSK", "NIGHT", "")
"""Times of day in the order of shooting; the empty one is unknown."""
SETTINGS = ("INT", "INT-EXT", "EXT", "EST", "")


@dataclass(frozen=True, slots=True)
class Strip:
    """One scene as a production sees it: ``eighths`` of a page, ``light`` one of `LIGHTS`, the people by name."""

    scene: Scene
    location: str
    eighths: int
    light: str


@dataclass(frozen=True)
class Production:
    """The scenes of a breakdown with their lengths, in the order of the script."""

    strips: tuple[Strip, ...]

    @property
    def eighths(self) -> int:
        """Length of the whole script."""
        return sum(strip.eighths for strip in self.strips)

    @property
    def length(self) -> str:
        """Of the whole script, in pages and eighths."""
        return pages(self.eighths)

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        """Scenes by setting and light."""
        return Counter((strip.scene.parsed.setting, strip.light) for strip in self.strips)

    @cached_property
    def shooting_order(self) -> tuple[Strip, ...]:
        """Scenes by location, INT before EXT, day before night, and then as in the script."""
        return tuple(
            sorted(
                self.strips,
                key=lambda strip: (
                    strip.location.casefold(),
                    SETTINGS.index(strip.scene.parsed.setting),
                    LIGHTS.index(strip.light),
                    strip.scene.id,
                ),
            )
        )


def production_of(breakdown: Breakdown) -> Production:
    """Measure every scene."""
    script = breakdown.script
    lengths, lights = scene_eighths(script), scene_lights(script.scenes)
    names = breakdown.location_names
    strips = (Strip(scene, names[scene.id], lengths[scene.id], lights[scene.id]) for scene in script.scenes)
    return Production(tuple(strips))


def pages(eighths: int) -> str:
    """Eighths as a production writes them: 11 are 1 3/8."""
    whole, rest = divmod(eighths, 8)
    return f"{whole} {rest}/8" if whole and rest else str(whole) if whole else f"{rest}/8"


def scene_eighths(script: Script) -> dict[int, int]:
    """Scene id -> its length in eighths of a standard page, one at least.

    Counted as if set by the book, whatever the layout of the file: lines wrapped to the width of their kind, a blank
    line before every paragraph, cue and heading.
    """
    starts = [scene.line for scene in script.scenes]
    lines: list[list[Line]] = [[] for _ in range(len(starts) + 1)]
    for line in script.lines:
        if not line.furniture:
            lines[bisect(starts, line.number)].append(line)
    lengths = (max(1, round(8 * _set_lines(own) / PAGE_LINES)) for own in lines[1:])
    return {scene.id: length for scene, length in zip(script.scenes, lengths, strict=True)}


def _set_lines(lines: Sequence[Line]) -> int:
    total, gap = 0, True
    before: Kind | None = None
    for line in lines:
        if line.kind in (Kind.BLANK, Kind.OTHER):
            gap = True
            continue
        starts = line.kind in (Kind.HEADING, Kind.CHARACTER, Kind.TRANSITION) and line.kind is not before
        opens = bool(line.speaker) or (line.kind is Kind.NARRATIVE and (gap or before is not Kind.NARRATIVE))
        total += (starts or opens) + bool(line.speaker) + ceil(len(line.text) / _WIDTH[line.kind])
        gap, before = False, line.kind
    return total


def scene_lights(scenes: Sequence[Scene]) -> dict[int, str]:
    """Scene id -> DAY, DAWN/DUSK, NIGHT or empty; CONTINUOUS and LATER go on with the scene before."""
    found: dict[int, str] = {}
    before = ""
    for scene in scenes:
        before = _light(scene.parsed) or (
            before if any(map(GOING_ON.search, (*scene.parsed.modifiers, scene.parsed.time))) else ""
        )
        found[scene.id] = before
    return found


def _light(heading: Heading) -> str:
    """Light of a time such as LATE NIGHT; of one such as 6:45 PM, day from 6 to 18 o'clock."""
    named = next((light for light, hours in LIGHT_OF_HOURS.items() if hours.search(heading.time)), "")
    if named or not (clock := _CLOCK.search(heading.time)):
        return named
    hour = int(clock["hour"]) % 12 + 12 * (clock["half"] in "pP")
    return "DAY" if 6 <= hour < 18 else "NIGHT"
