"""Narrative charts: who is together, scene by scene, as lines that meet and part."""

from .chart import Chart, make_chart
from .page import to_page
from .picture import to_pdf, to_png
from .story import Group, Scene, Story, parse_story, read_story
from .svg import to_svg

__all__ = [
    "Chart",
    "Group",
    "Scene",
    "Story",
    "make_chart",
    "parse_story",
    "read_story",
    "to_page",
    "to_pdf",
    "to_png",
    "to_svg",
]
