"""The chart as a poster: a layout that fills a page of any size."""

from .layout import lay_out_poster
from .room import Room, measure, needed_width
from .vertical import place_on_page

__all__ = ["Room", "lay_out_poster", "measure", "needed_width", "place_on_page"]
