"""The drawing of a chart as a tree in the terms of SVG, from which pictures are made too, and as SVG text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from xml.etree.ElementTree import Element, indent, tostring

import numpy as np

from .chart import Chart
from .palette import darker
from .shapes import HALO, Label, LineShape, Mark, Point, Rule
from .strokes import Segment, hand_strokes, hand_width, shaky, smooth

PAPER, INK, QUIET = "#ffffff", "#23262b", "#7b828c"
BAND_COLOURS = ("#5b7db1", "#b1885b", "#5ba587", "#a2699e", "#b0a04a", "#6b8fa3", "#b06a6a", "#7f9a55")
ONCE = "#8b929c"
"""Bands of a place that is seen once."""

BAND_OPACITY = 0.17

FONTS = {
    "clean": ("Inter", "Source Sans 3", "Helvetica Neue", "Helvetica", "Arial", "DejaVu Sans", "sans-serif"),
    "xkcd": ("xkcd Script", "Humor Sans", "Comic Neue", "Comic Sans MS", "Chalkboard SE", "DejaVu Sans", "sans-serif"),
}
"""Per style, best first."""

_SHOWN = {"name": "line", "place": "place", "scene": "scene", "event": "step"}
"""What a label of a kind belongs to."""

_LETTERING: dict[str, dict[str, str | float]] = {
    "title": {"fill": INK, "font-weight": 700},
    "event": {"fill": INK},
    "part": {"fill": QUIET, "font-weight": 600},
    "place": {"fill": QUIET, "font-style": "italic"},
    "scene": {"fill": QUIET},
    "note": {"fill": QUIET},
}

Look = Mapping[str, str | float]


def to_svg(chart: Chart) -> str:
    """The chart as a self-contained SVG document. All text of the story is escaped."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + svg_element(chart) + "\n"


def svg_element(chart: Chart) -> str:
    """The ``<svg>`` element, as a page carries it too. Attributes only: the rules of a page go before them."""
    width, height = (_number(length) for length in (chart.shapes.width, chart.shapes.height))
    look: Look = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "width": width,
        "height": height,
        "font-family": ", ".join(f"'{font}'" if " " in font else font for font in FONTS[chart.style]),
        "role": "img",
        "aria-label": f"Narrative chart: {chart.story.heading}, {chart.note}",
    }
    paper = _node("rect", {"class": "paper", "width": width, "height": height, "fill": PAPER})
    root = _node("svg", look, [paper, *drawing(chart)])
    indent(root, space="")
    return tostring(root, encoding="unicode")


def _node(tag: str, look: Look, children: Iterable[Element] = (), text: str | None = None) -> Element:
    """An element. Places are written to a tenth of a point, other numbers with three digits."""
    lengths = {"x", "y", "cx", "cy", "r", "font-size"}
    element = Element(tag)
    for name, value in look.items():
        element.set(name, value if isinstance(value, str) else _number(value) if name in lengths else f"{value:.3g}")
    element.extend(children)
    element.text = text
    return element


def _path(look: Look, *strokes: Sequence[Segment]) -> Element:
    """A path; one that says what it is filled with is closed."""
    return _node("path", {**look, "d": "".join(path_data(stroke, closed="fill" in look) for stroke in strokes)})


def path_data(segments: Sequence[Segment], *, closed: bool = False) -> str:
    """The ``d`` attribute of a path, short: steps from point to point, in tenths that add up."""
    words, at = [], (0, 0)
    for i, segment in enumerate(segments):
        tenths = [(round(10 * x), round(10 * y)) for x, y in segment]
        steps = (f"{_number((x - at[0]) / 10)},{_number((y - at[1]) / 10)}" for x, y in tenths)
        command = "M" if i == 0 else "l" if len(segment) == 1 else "c"
        words.append(command + " ".join(steps))
        at = tenths[-1]
    return "".join(words) + ("Z" if closed else "")


def _number(value: float) -> str:
    """A coordinate to a tenth of a point, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def drawing(chart: Chart) -> tuple[Element, ...]:
    """Bands, rules, lines, marks and labels, from the back to the front. As in SVG, children inherit the look."""
    shapes, scale = chart.shapes, chart.shapes.scale
    round_caps: Look = {"stroke-linecap": "round"}
    return (
        _group("bands", {"stroke-linejoin": "round", "stroke-width": 7 * scale}, _bands(chart)),
        _group(
            "rules",
            {"fill": "none", "stroke": QUIET, "stroke-width": scale, **round_caps},
            (_rule(chart, rule) for rule in shapes.rules),
        ),
        _group(
            "lines",
            {"fill": "none", **round_caps, "stroke-linejoin": "round"},
            (_line(chart, line) for line in shapes.lines),
        ),
        _group("marks", {**round_caps, "stroke-width": 2 * scale}, (_mark(chart, mark) for mark in shapes.marks)),
        _group(
            "labels",
            {"stroke": PAPER, "stroke-width": HALO, "stroke-linejoin": "round", "paint-order": "stroke"},
            (_label(chart, label) for label in shapes.labels),
        ),
    )


def _group(kind: str, look: Look, children: Iterable[Element]) -> Element:
    return _node("g", {"class": kind, **look}, children)


def _strokes(chart: Chart, points: Sequence[Point], *key: int) -> list[Segment]:
    """The points as the style joins them; a hand shakes the same for the same seed, key and place."""
    if chart.style == "clean":
        return smooth(points)
    return shaky(points, np.random.default_rng([chart.seed, *key, round(points[0][0])]))


def _bands(chart: Chart) -> Iterator[Element]:
    """The tinted outlines: places with several stays take turns at the colours."""
    stays = Counter(band.place for band in chart.shapes.bands)
    colours = cycle(BAND_COLOURS)
    tints = [next(colours) if stays[place] > 1 else ONCE for place in range(len(chart.shapes.places))]
    for band in chart.shapes.bands:
        outline = [*_strokes(chart, band.top, band.place), *_strokes(chart, band.bottom[::-1], band.place)]
        look = {"class": "band", "data-place": str(band.place), "data-lines": _numbers(band.lines)}
        # One opacity for fill and outline together, so that the rounding outline is not seen twice.
        tint = tints[band.place]
        yield _path({**look, "opacity": BAND_OPACITY, "fill": tint, "stroke": tint}, outline)


def _numbers(lines: Sequence[int]) -> str:
    return " ".join(map(str, lines))


def _rule(chart: Chart, rule: Rule) -> Element:
    dotted: Look = {"stroke-opacity": 0.5, "stroke-dasharray": "2 5"} if rule.kind == "part" else {}
    return _path({"class": rule.kind, **dotted}, _strokes(chart, (rule.begin, rule.finish)))


def _line(chart: Chart, line: LineShape) -> Element:
    """Strong where the character is seen."""
    thin = round(max(1.2 * chart.shapes.scale, 0.36 * line.width), 2)
    looks: dict[str, Look] = {
        "present": {"stroke-width": line.width},
        "absent": {"stroke-width": thin, "stroke-opacity": 0.5},
        "away": {"stroke-width": thin, "stroke-opacity": 0.5, "stroke-dasharray": "1 6"},
    }
    runs = (_path(looks[run.kind], _strokes(chart, run.points, line.line)) for run in line.runs)
    return _group("line", {"data-line": str(line.line), "stroke": chart.colours[line.line]}, runs)


def _mark(chart: Chart, mark: Mark) -> Element:
    """A dot, a ring, or a cross for a death."""
    x, y, r, colour = mark.x, mark.y, mark.size, chart.colours[mark.line]
    look: Look = {"class": mark.kind, "data-line": str(mark.line)}
    if mark.kind == "death":
        cross = [[((x - r, y - r * sign),), ((x + r, y + r * sign),)] for sign in (1, -1)]
        return _path({**look, "stroke": INK}, *cross)
    ring: Look = {**look, "cx": x, "cy": y, "r": r, "fill": PAPER, "stroke": colour}
    if mark.kind == "entrance":
        # A dot is all stroke: a page lightens the strokes of a line on dark paper, and the dot with them.
        outer = r + chart.shapes.scale
        return _node("circle", {**ring, "r": outer / 2, "fill": "none", "stroke-width": outer})
    return _node("circle", ring)


def _label(chart: Chart, label: Label) -> Element:
    look: dict[str, str | float] = {"class": label.kind}
    if label.kind in _SHOWN:
        look[f"data-{_SHOWN[label.kind]}"] = str(label.of)
    if label.who:
        look["data-lines"] = _numbers(label.who)
    if chart.sheet:  # where it stays while letters grow less than the rest
        look["data-at"] = f"{label.x:.1f} {label.y - 0.35 * label.size + label.below:.1f}"
    if label.kind == "name":
        lettering: Look = {"fill": darker(chart.colours[label.of]), "font-weight": 600 if chart.sheet else 500}
    else:
        lettering = _LETTERING[label.kind]
    if chart.style == "xkcd" and chart.sheet is not None:  # strokes of all names of a long chart would make it large
        by_hand = _by_hand(chart, label, look, lettering)
        if by_hand is not None:
            return by_hand
    look |= {"x": label.x, "y": label.y, "font-size": label.size, **lettering}
    if label.anchor != "start":
        look["text-anchor"] = label.anchor
    if label.halo != HALO:
        look["stroke-width"] = label.halo
    return _node("text", look, text=label.text.upper() if chart.style == "xkcd" else label.text)


def _by_hand(chart: Chart, label: Label, look: Look, lettering: Look) -> Element | None:
    """The label in strokes, on an outline of paper; None if one of its letters has no strokes."""
    seed = np.random.default_rng([chart.seed, round(label.x), round(label.y)])
    width = hand_width(label.text, label.size)
    left = label.x - width if label.anchor == "end" else label.x
    strokes = hand_strokes(label.text, (left, label.y), label.size, seed)
    if strokes is None:
        return None
    weight = (0.12 if float(lettering.get("font-weight", 400)) > 500 else 0.085) * label.size
    around = {**look, "role": "img", "aria-label": label.text, "fill": "none"}
    outline = _path({"stroke-width": weight + label.halo}, *strokes)
    letters = _path({"stroke": lettering["fill"], "stroke-width": weight}, *strokes)
    return _node("g", {**around, "stroke-linecap": "round"}, (outline, letters))
