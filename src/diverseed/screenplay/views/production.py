"""What a production needs of a script: lengths in eighths of a page, day and night, the order to shoot in."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from ..breakdown import Breakdown
from ..records import Heading, Kind, Line, Scene, Script
from ..tagging.vocabulary import words

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
_DAY = words(
    "DAY MORNING AFTERNOON NOON MIDDAY DAYTIME DAYLIGHT MID-DAY MIDMORNING LUNCHTIME JOUR MATIN TAG MORGEN DIA DÍA "
    "MAÑANA TARDE GIORNO MATTINA MATTINO MANHÃ ДЕНЬ УТРО"
)
_NIGHT = words(
    "NIGHT NITE EVENING MIDNIGHT NIGHTTIME NIGHTFALL NUIT SOIR NACHT ABEND NOCHE NOTTE SERA NOITE НОЧЬ ВЕЧЕР"
)
_TWILIGHT = words(
    "DAWN DUSK SUNSET SUNRISE SUNDOWN SUNUP TWILIGHT DAYBREAK MAGIC GOLDEN FIRST AUBE CRÉPUSCULE DÄMMERUNG AMANECER "
    "ATARDECER ALBA TRAMONTO"
)
_GOES_ON = words("CONTINUOUS CONTINUING CONTINUED CONT'D CONT SAME MOMENT MOMENTS LATER SIMULTANEOUS RESUMING RESUME")
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

    @property
    def length(self) -> str:
        """Pages and eighths: 1 3/8."""
        return pages(self.eighths)


@dataclass(frozen=True)
class Production:
    """The scenes of a breakdown with their lengths, in the order of the script."""

    strips: tuple[Strip, ...]

    @property
    def eighths(self) -> int:
        """Length of the whole script."""
        return sum(strip.eighths for strip in self.strips)

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
    return {scene: max(1, round(8 * _set_lines(lines) / PAGE_LINES)) for scene, lines in lines_by_scene(script).items()}


def lines_by_scene(script: Script) -> dict[int, list[Line]]:
    """Scene id -> its lines, page furniture left out."""
    found: dict[int, list[Line]] = {scene.id: [] for scene in script.scenes}
    starts = iter(script.scenes)
    following = next(starts, None)
    current: int | None = None
    for line in script.lines:
        while following is not None and line.number >= following.line:
            current, following = following.id, next(starts, None)
        if current is not None and not line.furniture:
            found[current].append(line)
    return found


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
        before = _light(scene.parsed) or (before if _goes_on(scene.parsed) else "")
        found[scene.id] = before
    return found


def _light(heading: Heading) -> str:
    spoken = {word.strip(".,()").upper() for word in heading.time.replace("/", " ").replace("-", " ").split()}
    for light, known in (("DAWN/DUSK", _TWILIGHT), ("NIGHT", _NIGHT), ("DAY", _DAY)):
        if not spoken.isdisjoint(known):
            return light
    if "PM" in heading.time.upper().replace(".", "") or "AM" in heading.time.upper().replace(".", ""):
        return _by_clock(heading.time)
    return ""


def _by_clock(time: str) -> str:
    """Light of a time such as 6:45 PM: day from 6 to 18 o'clock."""
    digits = "".join(letter if letter.isdigit() else " " for letter in time).split()
    if not digits:
        return ""
    hour = int(digits[0]) % 12 + 12 * ("P" in time.upper())
    return "DAY" if 6 <= hour < 18 else "NIGHT"


def _goes_on(heading: Heading) -> bool:
    said = " ".join((*heading.modifiers, heading.time)).replace("/", " ").replace(".", " ").upper().split()
    return not _GOES_ON.isdisjoint(word.strip("(),'") for word in said)


def presence_table(breakdown: Breakdown) -> Iterator[tuple[Scene, Mapping[str, str]]]:
    """For every scene its people: the number of speeches, or ``a`` for those who only act."""
    for scene in breakdown.script.scenes:
        yield scene, {one.name: str(one.speeches) if one.speaks else "a" for one in scene.characters}
