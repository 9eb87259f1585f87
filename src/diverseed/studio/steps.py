"""Corrections made one by one on the page, as the overrides file of the command line."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ..errors import InputError
from ..screenplay import Script
from ..screenplay.breakdown import Breakdown, analyse
from ..screenplay.corrections import toml_string
from ..screenplay.overrides import Corrections, Overrides, Split, key_of, new_names, read_overrides
from .settings import DifferentPeople, Edit, JobSettings, NoHeading, Step, Visibility

Pair = tuple[int, str]
"""A scene's id and the name that was found in it."""


def overrides_of(found: Breakdown, settings: JobSettings) -> Overrides:
    """All corrections of a screenplay: those of the file that was loaded, then the steps, as one set of overrides."""
    given = read_overrides(settings.overrides, name="the file of corrections")
    lines = {step.line for step in settings.steps if isinstance(step, NoHeading)}
    not_headings = tuple(sorted({*given.not_headings, *lines}))
    different = [(step.name, step.other) for step in settings.steps if isinstance(step, DifferentPeople)]
    steps = _renames(found.script, given.not_headings, settings.steps)
    if not_headings:
        found = analyse(found.script, random_state=0, overrides=Overrides(not_headings=not_headings))
    places = [(scene, location.name) for location in found.locations for scene in location.scenes]
    people = [(scene.id, presence.name) for scene in found.script.scenes for presence in scene.characters]
    overrides = Overrides(
        locations=_corrected(places, given.locations, steps, "location"),
        characters=_corrected(people, given.characters, steps, "character"),
        not_headings=not_headings,
        hidden=tuple(sorted(hidden_people(settings.steps, given.hidden))),
        different=tuple(dict.fromkeys((*given.different, *different))),
    )
    # what a file cannot express (a name beyond its limit) must not be shown either
    return read_overrides(to_toml(overrides), name="these corrections")


def _renames(script: Script, removed: Iterable[int], steps: Iterable[Edit]) -> list[Step]:
    """The steps that give names, with the final numbers of their scenes: each removed heading shifts the numbers of all
    scenes after it. A scene that has become part of another one can no longer be named."""
    gone = set(removed)
    renames: list[tuple[Step, list[int] | None]] = []
    headings = [scene.line for scene in script.scenes]
    for step in steps:
        if isinstance(step, NoHeading):
            gone.add(step.line)
        elif isinstance(step, Step):
            now = dict(enumerate((line for line in headings if line not in gone), 1))
            renames.append((step, None if step.scenes is None else [now.get(scene, -scene) for scene in step.scenes]))
    final = {line: number for number, line in enumerate((line for line in headings if line not in gone), 1)}
    numbered = []
    for step, lines in renames:
        # a scene that does not exist keeps its number, so that the step is refused
        scenes = None if lines is None else tuple(final.get(line, -line) for line in lines if line not in gone)
        if scenes is None or scenes:
            numbered.append(step.model_copy(update={"scenes": scenes}))
    return numbered


def hidden_people(steps: Iterable[Edit], hidden: Iterable[str] = ()) -> set[str]:
    """Who is hidden in the chart after the steps, by their final names; ``hidden`` are those hidden before."""
    names = set(hidden)
    for step in steps:
        if isinstance(step, Visibility):
            (names.add if step.what == "hide" else names.discard)(step.name)
        elif isinstance(step, Step) and step.what == "character" and step.scenes is None and step.name in names:
            names = names - {step.name} | {step.new}
    return names


def _corrected(present: Sequence[Pair], given: Corrections, steps: Iterable[Step], what: str) -> Corrections:
    wanted, _ = new_names(present, given, what=what)
    for step in steps:
        if step.what == what:
            wanted = take_step(wanted, step)
    return corrections_for(wanted)


def take_step(wanted: Mapping[Pair, str], step: Step) -> dict[Pair, str]:
    """The names after one more step; a name that differs from an existing one only in case or spaces means that one."""
    scenes = None if step.scenes is None else set(step.scenes)
    meant = {pair for pair, name in wanted.items() if name == step.name and (scenes is None or pair[0] in scenes)}
    if not meant or (scenes is not None and scenes - {scene for scene, _ in meant}):
        where = "" if scenes is None else f" in scene {', '.join(map(str, sorted(scenes)[:10]))}"
        raise InputError(f"there is no {step.what} {step.name[:80]!r}{where} now. Check the current names.")
    others = (name for pair, name in wanted.items() if pair not in meant)
    new = next((name for name in others if key_of(name) == key_of(step.new)), step.new)
    return {pair: new if pair in meant else name for pair, name in wanted.items()}


def corrections_for(wanted: Mapping[Pair, str]) -> Corrections:
    """Corrections that give everything the name that is wanted: the inverse of ``overrides.new_names``.

    A new name in all scenes is a rename, one in some of them a split. Splits are made before renames: if a rename would
    apply to what was split off as well, it is written as a split of all scenes, and so are the others.
    """
    scenes: dict[tuple[str, str], list[int]] = defaultdict(list)
    for (scene, old), new in wanted.items():
        scenes[old, new].append(scene)
    parts = Counter(old for old, _ in scenes)
    changes = [Split(old, tuple(sorted(where)), new) for (old, new), where in scenes.items() if new != old]
    rename = {change.name: change.new for change in changes if parts[change.name] == 1}
    splits = [change for change in changes if change.name not in rename]
    if {key_of(split.new) for split in splits}.isdisjoint(map(key_of, rename)):
        return Corrections(split=tuple(splits), rename=rename)
    return Corrections(split=tuple(changes))


def to_toml(overrides: Overrides) -> str:
    """A file of corrections that ``diverseed screenplay --overrides`` reads."""
    lines = ["# Corrections, for: diverseed screenplay SCRIPT --overrides THIS_FILE"]
    if overrides.not_headings:
        lines += ["", f"not_headings = {list(overrides.not_headings)}"]
    if overrides.hidden:
        lines += ["", f"hidden_characters = {_array(overrides.hidden)}"]
    if overrides.different:
        lines += ["", f"different_characters = [{', '.join(map(_array, overrides.different))}]"]
    for section, corrections in (("locations", overrides.locations), ("characters", overrides.characters)):
        for split in corrections.split:
            lines += [
                "",
                f"[[{section}.split]]",
                f"name = {toml_string(split.name)}",
                f"scenes = {list(split.scenes)}",
                f"new = {toml_string(split.new)}",
            ]
        if corrections.rename:
            lines += ["", f"[{section}.rename]"]
            lines += [f"{toml_string(old)} = {toml_string(new)}" for old, new in corrections.rename.items()]
    return "\n".join(lines) + "\n"


def _array(names: Iterable[str]) -> str:
    return f"[{', '.join(map(toml_string, names))}]"
