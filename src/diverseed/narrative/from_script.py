"""From a screenplay to a story: one scene, one group of the people in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..errors import InputError
from ..screenplay.records import Scene as ScriptScene
from ..screenplay.records import Script
from .story import Group, Scene, Story, clean_text

SUMMARY = 180
"""Letters of a scene's first lines that a reader is shown."""


def story_from_script(script: Script, *, locations: Mapping[int, str] | None = None) -> Story:
    """Scenes in order, each with the characters in it, where it plays and its first lines.

    Parameters
    ----------
    locations : names of places by scene id, for instance from clustering the headings. Other scenes play where their
        heading says.
    """
    if not script.scenes:
        raise InputError("the screenplay has no scene heading that can be recognised: there is nothing to draw.")
    named = locations or {}
    speech: Counter[str] = Counter()
    for scene in script.scenes:
        for presence in scene.characters:
            speech[clean_text(presence.name, limit=120)] += presence.words
    scenes = tuple(_scene(scene, named.get(scene.id, _place(scene))) for scene in script.scenes)
    return Story(clean_text(script.title), scenes, {name: float(words) for name, words in speech.items()})


def _scene(scene: ScriptScene, location: str) -> Scene:
    names = tuple(dict.fromkeys(clean_text(presence.name, limit=120) for presence in scene.characters))
    groups = (Group(names, clean_text(location, limit=120) or None),) if names else ()
    return Scene(clean_text(scene.heading), groups, clean_text(scene.narrative, limit=SUMMARY))


def _place(scene: ScriptScene) -> str:
    """The first part of the heading's place: ``MINAS TIRITH`` of ``MINAS TIRITH - DOCKS``."""
    return scene.parsed.parts[0] if scene.parsed.parts else scene.parsed.place
