"""Who meets whom: people joined by the scenes they share and the lines they exchange."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from typing import Any

from ...errors import optional_module
from ..records import Script

LINES_AS_SCENE = 4
"""Exchanged lines that weigh as much as one scene together."""
_MOST_IN_SCENE = 80
_STEPS = 1_000_000
"""Edges walked for betweenness; larger networks are estimated from a part of their people (Brandes & Pich 2007)."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def networkx() -> Any:
    """The graph library, imported when it is first needed; an `InputError` says how to install it."""
    return optional_module("networkx", "threads and networks need networkx.", "screenplay")


@dataclass(frozen=True, slots=True)
class Person:
    """A node. ``community`` counts from 1; ``strength`` is the weight of all meetings, ``betweenness`` in [0, 1]."""

    name: str
    scenes: int
    speeches: int
    words: int
    community: int
    strength: float
    betweenness: float


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge: two people, the scenes they share, and how often one speaks right after the other."""

    people: tuple[str, str]
    scenes: int
    exchanges: int

    @property
    def weight(self) -> float:
        """Scenes together, with exchanged lines counted in."""
        return self.scenes + self.exchanges / LINES_AS_SCENE


@dataclass(frozen=True, slots=True)
class Network:
    """People in the order of the script's characters, the most prominent first; meetings, the heaviest first."""

    people: tuple[Person, ...]
    meetings: tuple[Tie, ...]


def find_network(script: Script, *, seed: int) -> Network:
    """The network of a script: meetings, Louvain communities, betweenness with inverse weights as lengths."""
    meetings = sorted(_meetings(script), key=lambda meeting: (-meeting.weight, meeting.people))
    node = {character.name: number for number, character in enumerate(script.characters)}
    graph = networkx().Graph()
    graph.add_nodes_from(node.values())  # numbers: sets of strings change their order from run to run
    for meeting in meetings:
        graph.add_edge(*(node[name] for name in meeting.people), weight=meeting.weight, distance=1 / meeting.weight)
    community = _communities(graph, seed)
    pivots = min(len(graph), max(10, _STEPS // max(len(meetings), 1)))
    between = networkx().betweenness_centrality(graph, k=pivots, weight="distance", seed=seed)
    people = [
        Person(
            character.name,
            len(character.scenes),
            character.speeches,
            character.words,
            community[node[character.name]],
            float(graph.degree(node[character.name], weight="weight")),
            float(between[node[character.name]]),
        )
        for character in script.characters
    ]
    return Network(tuple(people), tuple(meetings))


def to_graphml(network: Network, *, title: str = "") -> str:
    """The network as GraphML, with every number as an attribute."""
    graph = networkx().Graph(name=_NOT_XML.sub("", title))
    for person in network.people:
        numbers = {key: value for key, value in asdict(person).items() if key != "name"}
        graph.add_node(_NOT_XML.sub("", person.name), **numbers)
    for meeting in network.meetings:
        ends = (_NOT_XML.sub("", name) for name in meeting.people)
        graph.add_edge(*ends, scenes=meeting.scenes, exchanges=meeting.exchanges, weight=meeting.weight)
    lines = networkx().generate_graphml(graph, encoding="utf-8", named_key_ids=True)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + "\n".join(lines) + "\n"


def _meetings(script: Script) -> Iterator[Tie]:
    scenes: Counter[tuple[str, str]] = Counter()
    exchanges: Counter[tuple[str, str]] = Counter()
    for scene in script.scenes:
        # a crowd of hundreds would add tens of thousands of meetings that nobody sees
        present = sorted(scene.characters, key=lambda presence: -presence.words)[:_MOST_IN_SCENE]
        for pair in combinations(sorted({presence.name for presence in present}), 2):
            scenes[pair] += 1
        turns = pairwise(scene.speakers)
        exchanges.update((min(one, other), max(one, other)) for one, other in turns if one != other)
    return (Tie(pair, scenes[pair], exchanges[pair]) for pair in scenes)


def _communities(graph: Any, seed: int) -> dict[int, int]:
    """Community of every node, the largest first."""
    found: Sequence[set[int]] = networkx().community.louvain_communities(graph, seed=seed) if len(graph) else []
    ranked = sorted(found, key=lambda members: (-len(members), min(members)))
    return {node: number for number, members in enumerate(ranked, 1) for node in members}
