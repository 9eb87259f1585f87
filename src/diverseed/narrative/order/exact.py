"""Fewest crossings by integer programming, with a proof or a lower bound."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ..layers import Layers, LineOrder

Literal = tuple[int, bool]
"""A binary variable and whether it is taken as it is (True) or negated."""


@dataclass(frozen=True)
class Model:
    """The integer program of crossing minimisation (Gronemann, Jünger, Liers & Mambelli 2016).

    One binary per layer and pair of blocks, and per layer and pair of lines of one block, says which is above; one
    variable per change of such an order between neighbouring layers costs as many crossings as it causes.

    Attributes
    ----------
    n_orders : number of binaries
    above : per layer, the literal that says "line i is above line j" for each i < j
    costs : number of crossings of each (binary, binary, equal): paid when they differ (``equal``) or agree
    triples : binaries (ij, jk, ik) that must be transitive
    """

    n_orders: int
    above: tuple[Mapping[tuple[int, int], Literal], ...]
    costs: Mapping[tuple[int, int, bool], int]
    triples: tuple[tuple[int, int, int], ...]


def build_model(layers: Layers) -> Model:
    """Number the order variables and collect what they cost and the triples that must not form a cycle."""
    above: list[dict[tuple[int, int], Literal]] = []
    triples: list[tuple[int, int, int]] = []
    n_orders = 0
    for blocks in map(sorted, layers.blocks):  # so that no literal of a triple is negated
        literals: dict[tuple[int, int], Literal] = {}
        for first, second in itertools.combinations(blocks, 2):
            for i, j in itertools.product(first, second):
                literals[min(i, j), max(i, j)] = (n_orders, i < j)
            n_orders += 1
        for pair in (pair for block in blocks for pair in itertools.combinations(block, 2)):
            literals[pair] = (n_orders, True)
            n_orders += 1
        above.append(literals)
        heads = [block[0] for block in blocks]
        for i, j, k in (triple for members in (heads, *blocks) for triple in itertools.combinations(members, 3)):
            triples.append((literals[i, j][0], literals[j, k][0], literals[i, k][0]))
    costs: Counter[tuple[int, int, bool]] = Counter()
    for here, there in itertools.pairwise(above):
        for pair in here.keys() & there.keys():
            (a, a_sign), (b, b_sign) = here[pair], there[pair]
            costs[a, b, a_sign == b_sign] += 1
    return Model(n_orders, tuple(above), dict(sorted(costs.items())), tuple(triples))


def exact_orders(layers: Layers, start: tuple[LineOrder, int], *, seconds: float) -> tuple[LineOrder, int, int]:
    """The best order and a proven lower bound on the crossings of any.

    The program asks for fewer crossings than ``start`` has: if that is impossible, ``start`` is proven optimal.

    Returns
    -------
    order, its crossings, lower bound (equal to the crossings where the optimum is proven)
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    order, crossings = start
    if crossings == 0:
        return order, 0, 0
    model = build_model(layers)
    matrix, low, high, cost = _program(model)
    high[-1] = crossings - 1
    bounds = np.zeros(len(cost)), np.ones(len(cost))
    bounds[0][_free_choice(model)] = 1.0
    result = milp(
        cost,
        constraints=LinearConstraint(matrix, low, high),
        bounds=Bounds(*bounds),
        integrality=np.arange(len(cost)) < model.n_orders,
        options={"time_limit": max(seconds, 0.0), "mip_rel_gap": 0.0},
    )
    if result.status == 2:  # infeasible: nothing is better
        return order, crossings, crossings
    if result.x is not None:
        order = _order_of(layers, model, result.x)
        crossings = round(result.fun)
    if result.status == 0:
        return order, crossings, crossings
    bound = result.mip_dual_bound
    known = bound is not None and math.isfinite(bound)
    return order, crossings, min(max(math.ceil(bound - 1e-6), 0), crossings) if known else 0


def _free_choice(model: Model) -> int:
    """A variable that may be fixed because every order has the same crossings upside down."""
    return min(variable for change in model.costs for variable in change[:2])


def _program(model: Model) -> tuple[Any, FloatArray, FloatArray, FloatArray]:
    """Constraint matrix, its lower and upper limits, and the cost of each variable; the last row is the total cost."""
    from scipy.sparse import coo_array

    rows: list[Sequence[tuple[int, float]]] = []
    limits: list[tuple[float, float]] = []
    for c, (a, b, equal) in enumerate(model.costs, start=model.n_orders):
        sign = -1.0 if equal else 1.0
        # c >= |a - b| where the two mean the same, c >= |a + b - 1| where one is the negation of the other
        rows += [((c, 1.0), (a, 1.0), (b, sign)), ((c, 1.0), (a, -1.0), (b, -sign))]
        limits += [(0.0, np.inf), (0.0, np.inf)] if equal else [(1.0, np.inf), (-1.0, np.inf)]
    for ij, jk, ik in model.triples:
        rows.append([(ij, 1.0), (jk, 1.0), (ik, -1.0)])
        limits.append((0.0, 1.0))
    cost = np.concatenate([np.zeros(model.n_orders), np.array(list(model.costs.values()), dtype=float)])
    rows.append([(v, float(cost[v])) for v in range(model.n_orders, len(cost))])
    limits.append((-np.inf, np.inf))
    row, column, value = zip(*((r, v, c) for r, terms in enumerate(rows) for v, c in terms), strict=True)
    low, high = np.array(limits).T
    return coo_array((value, (row, column)), shape=(len(rows), len(cost))).tocsr(), low, high, cost


def _order_of(layers: Layers, model: Model, solution: FloatArray) -> LineOrder:
    """Read the permutations off the order variables: a line's place is the number of lines above it."""
    order = []
    for blocks, above in zip(layers.blocks, model.above, strict=True):
        place = dict.fromkeys((line for block in blocks for line in block), 0)
        for (i, j), (variable, plain) in above.items():
            i_first = (solution[variable] > 0.5) == plain
            place[j if i_first else i] += 1
        order.append(tuple(sorted(place, key=lambda line: place[line])))
    return tuple(order)
