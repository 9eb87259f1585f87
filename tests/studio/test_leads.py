"""Whom the studio draws: the same people as the command."""

from diverseed.cli.chart import _selected
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.story import most_present
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.studio.pipelines.screenplay import _drawn


def script_with_a_crowd() -> str:
    """A crowd, which is nobody in particular, is in every scene; the others in some."""
    scenes = []
    for number in range(8):
        cues = ["CROWD", *(name for i, name in enumerate(("ANNA", "BEN", "CARLA")) if number % (i + 2))]
        speeches = "\n\n".join(f"{cue}\nWe have to talk about that, and not for the first time." for cue in cues)
        scenes.append(f"INT. ROOM {number} - DAY\n\nThey wait.\n\n{speeches}\n")
    return "Title: Crowd\n\n" + "\n".join(scenes)


def test_the_studio_and_the_command_draw_the_same_leads() -> None:
    breakdown = analyse(read(script_with_a_crowd().encode(), name="crowd.fountain"), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    assert most_present(story, 1) == ("CROWD",)
    assert story.minor == {"CROWD"}
    for count in (1, 2, 3):
        chart, _ = _drawn(breakdown, None, count, ())
        assert chart is not None
        assert set(chart.layers.names) == set(_selected(story, count, None).characters)
        assert "CROWD" not in chart.layers.names
