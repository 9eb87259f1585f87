"""
A screenplay as a chart
=======================

A script goes in; who meets whom, and where, comes out on one page.
"""

# sphinx_gallery_thumbnail_path = "images/chart.svg"

from diverseed.examples import example_path
from diverseed.narrative import make_chart, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.story import leads, select_characters
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse

script = read(example_path("salt-road"))
print(f"{script.title}: {len(script.scenes)} scenes, {len(script.characters)} people")

# %%
# Where scenes are set
# --------------------
# Headings name the same place in different ways. They are grouped into locations, whose number is unknown.

breakdown = analyse(script, random_state=0)
for location in sorted(breakdown.locations, key=lambda location: -len(location.scenes))[:6]:
    print(f"{len(location.scenes):3} scenes  {location.name:24} {', '.join(location.names[1:4])}")

# %%
# The chart
# ---------
# One line for each of the fourteen leads. Scenes are joined into sequences, which end where people meet or part. Lines
# that run side by side are together; thin ones are people who are not seen for a while; the bands behind them are
# locations. The order is chosen so that few lines cross.

story = story_from_script(breakdown.script, locations=breakdown.location_names)
chart = make_chart(select_characters(story, leads(story, 14)), "fast", detail="sequences", page="screen", seed=0)


class Drawing(str):
    """An SVG that notebooks and this page show as a picture."""

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x: auto"><div style="width: 1600px">{self}</div></div>'


Drawing(to_svg(chart))

# %%
# How easy it is to read

for name, value in chart.legibility().items():
    print(f"{name:16} {value}")
