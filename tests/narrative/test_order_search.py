"""The steps of the local search one by one, on scripted moves and clocks, and the order with the fewest bends."""

import itertools
import math
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import pytest

from diverseed.narrative import order as order_package
from diverseed.narrative.coordinates import place_lines
from diverseed.narrative.crossings import count_crossings, count_wiggles
from diverseed.narrative.layers import Layers, layers_of
from diverseed.narrative.order import exact, local_search, order_lines
from diverseed.narrative.order.local_search import Moves, best_order, fast_order, fewest_bends, iterate, take_out
from diverseed.narrative.order.reroute import _crossings, order_of, places_of, reroute
from diverseed.narrative.story import parse_story

from .test_order import every_layer_order, padded_blocks, plain_order, shuffled, ways_of

SQUARE = layers_of(parse_story("A,B\tC,D\nA,C\tB,D\nA,D\tB,C\nA,B\tC,D\n"))


@dataclass
class Clock:
    """A clock that moves only when told to."""

    now: float = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize("limit", [2.0, 20.0, 200.0])
@pytest.mark.parametrize("mode", ["best", "exact"])
def test_where_the_time_goes(mode: str, limit: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Local search first, then the proof; together they leave 15% for the bends, and nothing exceeds the limit."""
    clock, given = Clock(), {}

    def search(layers: Layers, rng: np.random.Generator, *, seconds: float):
        given["search"] = seconds
        clock.now += seconds
        return fast_order(layers, rng)

    def prove(layers: Layers, start, *, seconds: float):
        given["proof"] = seconds
        clock.now += seconds
        return *start, 0

    def straighten(layers: Layers, order, rng: np.random.Generator, *, deadline: float):
        given["deadline"] = deadline
        clock.now += 0.25
        return order

    monkeypatch.setattr(order_package, "time", clock)
    monkeypatch.setattr(order_package, "best_order", search)
    monkeypatch.setattr(order_package, "exact_orders", prove)
    monkeypatch.setattr(order_package, "fewest_bends", straighten)
    found = order_lines(SQUARE, mode, seconds=limit)
    assert given["deadline"] == 1000 + limit
    assert given["search"] + given.get("proof", 0) == pytest.approx(0.85 * limit)
    assert found.seconds == pytest.approx(0.85 * limit + 0.25)
    if mode == "exact":
        assert given["search"] == min(limit / 10, 4)


BENDING = "A,B\nA,D\tB\nB\tC\nA\tB\tD\n"


def test_the_fewest_bends_are_those_of_all_orders_with_as_few_crossings() -> None:
    """Started from the order that bends most."""
    layers = layers_of(parse_story(BENDING))
    every = list(itertools.product(*map(every_layer_order, layers.blocks)))
    fewest = min(map(count_crossings, every))
    level = [order for order in every if count_crossings(order) == fewest]

    def cost(order) -> float:
        wiggles, wiggle_height = count_wiggles(place_lines(layers, order, rounds=1))
        return wiggles + 0.5 * wiggle_height

    least, most = min(map(cost, level)), max(level, key=cost)
    assert least < cost(most) - 1
    rng = np.random.default_rng(0)
    found = fewest_bends(layers, most, rng, deadline=math.inf)
    assert count_crossings(found) == fewest
    assert cost(found) == pytest.approx(least)
    assert fewest_bends(layers, most, rng, deadline=-math.inf) == most


def test_bends_of_equal_number_count_by_their_height(monkeypatch: pytest.MonkeyPatch) -> None:
    wiggles = iter([(3, 4.0), (3, 2.0), (2, 9.0), (2, 2.0), (4, 1.9), (4, 2.1)])
    monkeypatch.setattr(local_search, "count_wiggles", lambda heights: next(wiggles))
    order = plain_order(SQUARE)
    high, low, far, least, flatter, higher = (local_search.bend_cost(SQUARE, order) for _ in range(6))
    assert least < low < high < far
    assert flatter < high < higher  # one bend more for two units of height


@dataclass
class ScriptedMoves:
    """Moves whose rounds end at the next numbers of crossings of a script."""

    script: list[list[int]]
    rounds: int = 0
    work: int = 0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def leave(self, found):
        return found

    def descend(self, found):
        self.rounds += 1
        self.work += 10
        return orders_with(self.script[min(self.rounds, len(self.script)) - 1])


def orders_with(crossings):
    """Orders that are recognised by their number of crossings."""
    numbers = np.array(crossings)
    return np.tile(numbers[None, :, None], (3, 1, 2)).astype(np.int16), numbers


def test_the_search_returns_the_best_it_saw_and_stops_at_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_search, "fittest", lambda found: (found[0][0, found[1].argmin(), 0], found[1].min()))
    moves = ScriptedMoves([[5, 6], [7, 4], [9, 9], [3, 8], [9, 9]])
    assert iterate(moves, orders_with([8, 8]), work=50) == (3, 3)
    assert moves.rounds == 5
    assert iterate(ScriptedMoves([[9]]), orders_with([2]), work=50) == (2, 2)
    for numbers, rounds in (([1, 0], 0), ([1, 1], 2)):
        moves = ScriptedMoves([[5, 6], [0, 4]])
        assert iterate(moves, orders_with(numbers), work=10**6) == (0, 0)
        assert moves.rounds == rounds


def test_the_search_stops_at_its_work_or_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(local_search, "time", clock)
    for work, deadline, rounds in ((95, math.inf, 10), (100, math.inf, 10), (1000, 1000.0, 0), (40, 1001.0, 4)):
        moves = ScriptedMoves([[5]])
        iterate(moves, orders_with([5]), work=work, deadline=deadline)
        assert moves.rounds == rounds


def test_selection_takes_place_every_six_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    selected = []
    monkeypatch.setattr(local_search, "_better_half_twice", lambda found: selected.append(moves.rounds) or found)
    moves = ScriptedMoves([[5, 6]])
    iterate(moves, orders_with([5, 5]), work=10 * 30)
    assert selected == [6, 12, 18, 24, 30]


@pytest.mark.parametrize("orders", [1, 2, 5, 8])
def test_selection_keeps_the_better_half_twice(orders: int) -> None:
    numbers = np.random.default_rng(orders).permutation(orders)
    places, crossings = local_search._better_half_twice(orders_with(numbers))
    half = sorted(numbers)[: math.ceil(orders / 2)]
    assert sorted(crossings) == sorted((half + half)[:orders])
    assert (places == crossings[None, :, None]).all()


def test_a_round_is_kept_unless_it_is_worse() -> None:
    moves = ScriptedMoves([[4, 5, 6]])
    here = orders_with([5, 5, 5])
    here[0][:, 1] = 9  # an order with as many crossings
    places, crossings = local_search._next_round(moves, here)
    assert crossings.tolist() == [4, 5, 5]
    assert (places == crossings[None, :, None]).all()


def test_what_the_searches_may_spend(monkeypatch: pytest.MonkeyPatch) -> None:
    """In proportion to the places of all lines in all layers, by the clock only in ``best``."""
    asked = []

    def note(moves: Moves, here, *, work: int, deadline: float = math.inf):
        asked.append((len(here[1]), work, deadline))
        return local_search.fittest(here)

    monkeypatch.setattr(local_search, "iterate", note)
    monkeypatch.setattr(local_search, "time", Clock())
    n_places = int((SQUARE.block_of >= 0).sum())
    assert n_places == 16
    best_order(SQUARE, np.random.default_rng(0), seconds=7)
    assert asked == [(16, 700 * n_places, math.inf), (16, 60_000 * n_places, 1007.0)]


def test_long_stories_have_fewer_orders_side_by_side() -> None:
    for n_places, orders in ((100, 16), (25_000 // 16, 16), (25_000 // 4, 4), (25_000, 1), (10**6, 1)):
        assert local_search._population(SimpleNamespace(block_of=np.zeros((n_places, 1)))) == orders


def test_a_crowd_counts_as_often_as_rerouting_takes_longer_in_it() -> None:
    """With the square of the lines side by side, above 24 of them."""
    for beside, times in ((1, 1), (24, 1), (48, 4), (240, 100)):
        assert local_search._size(SimpleNamespace(block_of=np.zeros((5, beside)))) == 5 * beside * times
        layers = layers_of(parse_story("\t".join(f"P{i}" for i in range(beside)) + "\n"))
        moves = Moves(layers, np.random.default_rng(0))
        moves._reroute((places_of(plain_order(layers), layers), np.zeros(1, dtype=int)), np.array([0]))
        assert moves.work == 5 * (times + 8)


def test_a_story_too_large_to_search_keeps_its_groups_in_the_order_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_search, "MOST_SIZE", local_search._size(SQUARE) - 1)
    monkeypatch.setattr(local_search, "Moves", None)
    order, crossings = fast_order(SQUARE, np.random.default_rng(0))
    assert order == ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (0, 1, 2, 3))
    assert crossings == count_crossings(order)


def test_starts_insert_every_line_and_long_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line more than three times as long as another always comes before it; otherwise chance decides."""
    layers = layers_of(parse_story("A,B,C,D\nA,B,D\nA,B,D\nA,B,D\nA,B,E\nA,B\nA\n"))
    moves, inserted = Moves(layers, np.random.default_rng(0)), []
    put_in = moves._reroute

    def note(found, lines):
        inserted.append(lines.T)
        return put_in(found, lines)

    monkeypatch.setattr(moves, "_reroute", note)
    moves.start(400)
    before = (np.argsort(inserted[0], axis=1)[:, :, None] < np.argsort(inserted[0], axis=1)[:, None, :]).mean(axis=0)
    lengths = {line: last - first + 1 for line, (first, last) in enumerate(layers.spans)}
    assert (np.sort(inserted[0], axis=1) == np.arange(len(lengths))).all()
    for long, short in itertools.permutations(lengths, 2):
        ratio = lengths[long] / lengths[short]
        if ratio > 1:
            assert (before[long, short] == 1) == (ratio >= 3)
            assert before[long, short] > 0.5


CROWD = layers_of(parse_story("A\tB\tC,D\tE,F,G\nA,B,C,D,E\nF\tA\nG,F,E\nC\tB,H\n"))


@pytest.mark.parametrize(("people", "counts"), [(3, {2}), (4, {2, 3}), (9, {2, 3, 4, 5}), (20, set(range(2, 9)))])
def test_two_to_eight_lines_are_inserted_again(people: int, counts: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """At most one more than half of the lines."""
    layers = layers_of(parse_story(",".join(f"P{i}" for i in range(people)) + "\n"))
    moves, taken = Moves(layers, np.random.default_rng(0)), []

    def note(found, lines):
        assert (found[0] == 0).all(axis=(0, 1)).nonzero()[0].tolist() == sorted(lines)
        taken.append(set(lines.tolist()))
        return found

    monkeypatch.setattr(moves, "_reroute", note)
    for _ in range(150):
        moves.leave((places_of(plain_order(layers), layers), np.zeros(1, dtype=int)))
    assert set(map(len, taken)) == counts
    assert set.union(*taken) == set(range(people))


def test_work_counts_layers_and_orders() -> None:
    """The longest line, four steps more, and the overhead of eight orders."""
    moves, places = Moves(CROWD, np.random.default_rng(0)), places_of(plain_order(CROWD), CROWD).repeat(3, axis=1)
    lines = np.array([0, 1, 7])
    longest = max(last - first + 1 for first, last in (CROWD.spans[line] for line in lines))
    moves._reroute((places, np.zeros(3, dtype=int)), lines[None])
    assert moves.work == (longest + 4) * (3 + 8)


def test_groups_stay_together_however_many_crossings_it_takes() -> None:
    """A line that meets the one at the bottom in its second layer: 138 others must be passed on the way."""
    people = 140
    names = [f"P{i:03}" for i in range(people)]
    alone, met = "\t".join(names), "\t".join([*names[1:-1], f"{names[0]},{names[-1]}"])
    layers = layers_of(parse_story(f"{alone}\n{met}\n"))
    top, bottom = tuple(range(people)), (*range(1, people), 0)
    places = places_of((top, bottom), layers)
    changed, change = reroute(
        padded_blocks(layers), places, np.array([0]), np.array([0]), np.array([1]), np.random.default_rng(0)
    )
    assert order_of(changed)[1][-2:] in {(0, people - 1), (people - 1, 0)}
    assert count_crossings(order_of(changed)) == 0
    assert change.tolist() == [-139]


@pytest.mark.parametrize("story", ["A\tB\tC\tD\n", "A,B,C,D\n", "A,B,C\tD\tE\n", "A,B\nB,C\tD\nA\tD\n"])
def test_the_program_allows_every_order_and_nothing_else(story: str) -> None:
    """Of all values of its binaries, whatever the costs: those of orders, each once; a cycle is none."""
    layers = layers_of(parse_story(story))
    program = exact.Program(layers)
    found = []
    for binaries in itertools.product((0.0, 1.0), repeat=program.n_orders):
        solution = np.append(binaries, np.ones(len(program.cost) - program.n_orders))
        rows = program.matrix @ solution
        if (rows >= program.low).all() and (rows <= program.high).all():
            found.append(program.order_of(solution))
    assert len(found) == len(set(found))
    assert set(found) == set(itertools.product(*map(every_layer_order, layers.blocks)))


def test_a_line_is_inserted_where_it_crosses_least() -> None:
    """Into the layers that it was taken out of, against all ways through them."""
    rng = np.random.default_rng(0)
    moves = Moves(CROWD, rng)
    for line in 2 * [line for line, (first, last) in enumerate(CROWD.spans) if last - first < 4]:
        order = shuffled(CROWD, rng)
        taken = take_out((places_of(order, CROWD), np.array([count_crossings(order)])), line)
        places, crossings = moves._reroute(taken, np.array([line]))
        found = count_crossings(order_of(places))
        assert found == crossings[0] == min(count_crossings(way) for way in ways_of(CROWD, order, line))


def test_crossings_from_every_slot_to_every_slot_of_the_next_layer() -> None:
    """A line at place p is above slot s where p <= s; it counts if it is in both layers and the step is counted."""
    rng = np.random.default_rng(0)
    rest = np.concatenate([places_of(shuffled(CROWD, rng), CROWD) for _ in range(3)], axis=1)
    counted, n_slots = rng.random((len(rest) - 1, 3)) < 0.7, rest.max() + 1
    found = _crossings(rest, counted, n_slots)
    assert found.any()
    for step, order, a, b in itertools.product(*map(range, found.shape)):
        here, there = rest[step, order], rest[step + 1, order]
        crossed = ((here <= a) != (there <= b))[(here > 0) & (there > 0)].sum()
        assert found[step, order, a, b] == crossed * counted[step, order]
