"""Who meets whom: people joined by the scenes they share and the lines they exchange."""

import re
from collections import Counter
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


def find_network(script: Script, *, seed: int) -> Any:
    """The network of a script as a graph of networkx.

    Nodes are the names of the characters, the most prominent first, with ``scenes``, ``speeches``, ``words``, Louvain
    ``community`` (the largest is 1), ``strength``, the weight of all meetings, and ``betweenness`` in [0, 1], with
    inverse weights as lengths. Edges, the heaviest first, are meetings: ``scenes`` together, ``exchanges``, how often
    one speaks right after the other, and ``weight``, scenes with exchanged lines counted in.
    """
    graph = networkx().Graph()
    for one in script.characters:
        graph.add_node(one.name, scenes=len(one.scenes), speeches=one.speeches, words=one.words)
    meetings = _meetings(script)
    for people, meeting in sorted(meetings.items(), key=lambda item: (-item[1]["weight"], item[0])):
        graph.add_edge(*people, **meeting)
    numbered = networkx().convert_node_labels_to_integers(graph)  # sets of strings change their order from run to run
    found = networkx().community.louvain_communities(numbered, seed=seed) if len(graph) else []
    ranked = sorted(found, key=lambda members: (-len(members), min(members)))
    community = {node: number for number, members in enumerate(ranked, 1) for node in members}
    pivots = min(len(graph), max(10, _STEPS // max(len(meetings), 1)))
    between = networkx().betweenness_centrality(
        numbered, k=pivots, weight=lambda one, other, meeting: 1 / meeting["weight"], seed=seed
    )
    for node, name in enumerate(graph):
        strength = float(graph.degree(name, weight="weight"))
        graph.nodes[name].update(community=community[node], strength=strength, betweenness=float(between[node]))
    return graph


def to_graphml(network: Any, *, title: str = "") -> str:
    """The network as GraphML, with every number as an attribute."""
    graph = networkx().relabel_nodes(network, lambda name: _NOT_XML.sub("", name))
    graph.name = _NOT_XML.sub("", title)
    lines = networkx().generate_graphml(graph, encoding="utf-8", named_key_ids=True)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + "\n".join(lines) + "\n"


def _meetings(script: Script) -> dict[tuple[str, str], dict[str, float]]:
    """Every two people who share a scene -> the attributes of their meeting."""
    scenes: Counter[tuple[str, str]] = Counter()
    exchanges: Counter[tuple[str, str]] = Counter()
    for scene in script.scenes:
        # a crowd of hundreds would add tens of thousands of meetings that nobody sees
        present = sorted(scene.characters, key=lambda presence: -presence.words)[:_MOST_IN_SCENE]
        scenes.update(combinations(sorted({presence.name for presence in present}), 2))
        turns = pairwise(scene.speakers)
        exchanges.update((min(one, other), max(one, other)) for one, other in turns if one != other)
    return {
        pair: {
            "scenes": together,
            "exchanges": exchanges[pair],
            "weight": together + exchanges[pair] / LINES_AS_SCENE,
        }
        for pair, together in scenes.items()
    }
