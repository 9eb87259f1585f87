"""The breakdown of a script as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files

from ...files.html_document import html_document
from ..breakdown import Breakdown
from ..records import Scene
from .network_picture import MOST_PEOPLE, to_svg
from .production import LIGHTS, SETTINGS, pages, production_of

_ENDS = (("Pages", "n"), ("Line", "n"))
_SHOWN = {"coarse": "by place", "fine": "by sub-location"}


def to_report(breakdown: Breakdown, *, seed: int = 0) -> str:
    """The page as HTML. All text of the script is escaped."""
    title = escape(breakdown.script.title)
    sections: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("locations", "Locations", lambda: _locations(breakdown)),
        ("threads", "Threads", lambda: _threads(breakdown)),
        ("people", "People", lambda: _people(breakdown)),
        ("network", "Who meets whom", lambda: _network(breakdown, seed)),
        ("production", "Production", lambda: _production(breakdown)),
        ("scenes", "Scenes", lambda: _scenes(breakdown)),
        ("doubts", "What was unsure", lambda: _doubts(breakdown)),
    )
    links = "".join(f'<a href="#{key}">{name}</a>' for key, name, _ in sections)
    contents = "\n".join(f'<section id="{key}"><h2>{name}</h2>\n{make()}</section>' for key, name, make in sections)
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    body = f"""<header><h1>{title}</h1>
{_figures(breakdown)}
<nav>{links}</nav></header>
<main>
{contents}
</main>
<footer>Made by diverseed from a file read as {escape(breakdown.script.format)}.</footer>"""
    return html_document(breakdown.script.title, body, style=style)


def _figures(breakdown: Breakdown) -> str:
    script = breakdown.script
    speaking = sum(character.speaks for character in script.characters)
    shown = (
        (len(script.scenes), "scenes"),
        (len(breakdown.places), "places"),
        (len(breakdown.sublocations), "sub-locations"),
        (len(breakdown.plots), "threads"),
        (speaking, "people who speak"),
        (len(script.characters) - speaking, "who are only seen"),
        (len(script.warnings), "things to look at"),
    )
    return '<ul class="figures">' + "".join(f"<li><b>{count}</b>{what}</li>" for count, what in shown) + "</ul>"


def _locations(breakdown: Breakdown) -> str:
    cards = []
    parts = _parts(breakdown)
    for location in sorted(breakdown.locations, key=lambda location: (-len(location.scenes), location.id)):
        other = [name for name in location.names if name != location.name]
        also = f'<p class="quiet">also {escape(", ".join(other))}</p>' if other else ""
        reasons = "".join(f"<li>{escape(join.reason)}</li>" for join in location.joins)
        why = f'<ul class="why">{reasons}</ul>' if reasons else ""
        words = (
            f'<p class="quiet">held together by <i>{escape(", ".join(location.words))}</i></p>'
            if location.words and len(location.scenes) > 1
            else ""
        )
        inside = parts.get(location.id, [])
        rooms = f'<p class="quiet">in it {escape(", ".join(inside))}</p>' if len(inside) > 1 else ""
        cards.append(
            f'<div class="card" id="location-{location.id}"><h3>{escape(location.name)}</h3>{also}{rooms}'
            f"<p>{_count(len(location.scenes), 'scene')}: {_scene_links(location.scenes)}</p>{words}{why}</div>"
        )
    lead = (
        f"{_count(len(breakdown.places), 'place')} with {_count(len(breakdown.sublocations), 'sub-location')}: "
        "headings that name one place are found from their words and from what they say of each other; the rooms and "
        "corners "
        f"they name in it are its sub-locations. Shown {_SHOWN[breakdown.granularity]} (--locations "
        f"{breakdown.granularity}), largest first."
    )
    return f'<p class="lead">{lead}</p><div class="cards">{"".join(cards)}</div>'


def _parts(breakdown: Breakdown) -> dict[int, list[str]]:
    """Place id -> names of its sub-locations, where whole places are shown."""
    parts: dict[int, list[str]] = {}
    if breakdown.granularity == "coarse":
        whole = {place.id: place.name for place in breakdown.places}
        shown = {location.scenes: location.id for location in breakdown.locations}
        found = {place.id: shown[place.scenes] for place in breakdown.places if place.scenes in shown}
        for part in breakdown.sublocations:
            if part.within in found:
                name = part.name.removeprefix(f"{whole[part.within]} - ")
                parts.setdefault(found[part.within], []).append(f"{name} ({len(part.scenes)})")
    return parts


def _production(breakdown: Breakdown) -> str:
    production = production_of(breakdown)
    counts = production.counts
    settings = [one for one in SETTINGS if any(counts[one, light] for light in LIGHTS)]
    rows = []
    for light in LIGHTS:
        if any(counts[one, light] for one in settings):
            cells = "".join(f'<td class="number">{counts[one, light]}</td>' for one in settings)
            total = sum(counts[one, light] for one in settings)
            name = light.capitalize() or "Time not given"
            rows.append(f'<tr><th scope="row">{name}</th>{cells}<td class="number">{total}</td></tr>')
    heads = (("", ""), *((one or "neither", "n") for one in settings), ("Scenes", "n"))
    lead = (
        f"{pages(production.eighths)} pages, set anew at 55 lines to the page. Scenes by time of day and setting; "
        "CONTINUOUS and LATER go on with the time before. shooting_order.csv and shooting_order.html sort the scenes "
        "for shooting, presence.csv says who is in which."
    )
    return f'<p class="lead">{lead}</p>{_table(heads, rows)}' if rows else f'<p class="lead">{lead}</p>'


def _threads(breakdown: Breakdown) -> str:
    order = {scene.id: number for number, scene in enumerate(breakdown.script.scenes)}
    ground = f'<rect class="ground" y="4.5" width="{len(order)}" height="1"/>'
    rows = []
    for plot in breakdown.plots:
        bars = "".join(f'<rect x="{order[scene]}" width="0.85" height="10"/>' for scene in plot.scenes)
        first, last = plot.span
        about = f"{escape(plot.name)} <span class='quiet'>{_count(len(plot.scenes), 'scene')}, {first} to {last}</span>"
        rows.append(
            f'<li id="thread-{plot.id}"><span>{plot.id}. {about}</span><svg viewBox="0 0 {len(order)} 10" '
            f'preserveAspectRatio="none" aria-hidden="true">{ground}{bars}</svg></li>'
        )
    lead = "Scenes that share people and places and lie near each other. Each mark is a scene, from first to last."
    return f'<p class="lead">{lead}</p><ul class="spans">{"".join(rows)}</ul>'


def _people(breakdown: Breakdown) -> str:
    node = {person.name: person for person in breakdown.network.people}
    rows = []
    for one in breakdown.script.characters:
        alias = f' <span class="quiet">also {escape(", ".join(one.aliases))}</span>' if one.aliases else ""
        name = escape(one.name) if one.speaks else f'<span class="silent">{escape(one.name)}</span>'
        numbers = (len(one.scenes), one.speeches, one.words)
        cells = "".join(f'<td class="number">{number:,}</td>' for number in numbers)
        centre = node[one.name]
        rows.append(
            f'<tr><th scope="row">{name}{alias}</th>{cells}<td class="number">{centre.community}</td>'
            f'<td class="number">{centre.betweenness:.2f}</td><td>{_scene_links(one.scenes)}</td></tr>'
        )
    heads = (
        ("Name", ""),
        ("Scenes", "n"),
        ("Speeches", "n"),
        ("Words", "n"),
        ("Circle", "n"),
        ("Between", "n"),
        ("In", ""),
    )
    lead = (
        "In italics: seen, but never speaking. Between: share of the shortest ways among the others that lead through."
    )
    return f'<p class="lead">{lead}</p>{_table(heads, rows)}' if rows else '<p class="lead">No people were found.</p>'


def _network(breakdown: Breakdown, seed: int) -> str:
    picture = to_svg(breakdown.network, seed=seed)
    if not picture:
        return '<p class="lead">No people were found.</p>'
    left_out = len(breakdown.network.people) - MOST_PEOPLE
    rest = f" The {left_out} least present are left out." if left_out > 0 else ""
    lead = (
        f"Lines join people who share scenes, thicker for more scenes and exchanged lines; colours are circles.{rest}"
    )
    return f'<p class="lead">{lead}</p>\n{picture}'


def _scenes(breakdown: Breakdown) -> str:
    location_of, plot_of = breakdown.location_of, breakdown.plot_of
    strips = {strip.scene.id: strip for strip in production_of(breakdown).strips}
    rows = []
    for scene in breakdown.script.scenes:
        location, plot = location_of[scene.id], plot_of[scene.id]
        rows.append(
            f'<tr id="scene-{scene.id}"><td class="number">{scene.id}</td>'
            f"<td>{escape(scene.heading.strip()) or '(no heading)'}</td>"
            f'<td><a href="#location-{location.id}">{escape(location.name)}</a></td>'
            f'<td class="number"><a href="#thread-{plot.id}">{plot.id}</a></td><td>{_cast(scene)}</td>'
            f'<td class="number">{strips[scene.id].length}</td>'
            f'<td class="number">{scene.line}</td></tr>'
        )
    heads = (("Scene", "n"), ("Heading", ""), ("Location", ""), ("Thread", "n"), ("People", ""), *_ENDS)
    return _table(heads, rows)


def _cast(scene: Scene) -> str:
    return ", ".join(
        escape(one.name) if one.speaks else f'<span class="silent">{escape(one.name)}</span>'
        for one in scene.characters
    )


def _doubts(breakdown: Breakdown) -> str:
    warnings = breakdown.script.warnings
    if not warnings:
        return '<p class="lead">Nothing: every line was read without a doubt.</p>'
    items = "".join(
        f"<li>{f'<b>line {warning.line}</b> ' if warning.line else ''}{escape(warning.message)}</li>"
        for warning in warnings
    )
    return f'<p class="lead">Lines of the source that a person should look at.</p><ul class="doubts">{items}</ul>'


def _table(heads: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col"{" class=number" if kind else ""}>{name}</th>' for name, kind in heads)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _scene_links(scenes: Sequence[int]) -> str:
    return ", ".join(f'<a href="#scene-{scene}">{scene}</a>' for scene in scenes)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
