"""Fewest crossings by integer programming, with a proof or a lower bound."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ...arrays import FloatArray
from ..layers import Layers, LineOrder


class Program:
    """The integer program of crossing minimisation (Gronemann, Jünger, Liers & Mambelli 2016).

    One binary per layer and pair of blocks, and per layer and pair of lines of one block, says which is above; one
    variable per change of such an order between neighbouring layers costs as many crossings as it causes.

    Attributes
    ----------
    above : per layer and pair of lines i < j, the binary that says "i is above j", and whether it is taken as it is
        (True) or negated
    n_orders : number of binaries
    changes : number of crossings of each (binary, binary, equal): paid when they differ (``equal``) or agree
    cost : (variables,)
    matrix, low, high : the constraints; the last row is the total cost
    """

    def __init__(self, layers: Layers) -> None:
        from scipy.sparse import coo_array

        self.layers, self.n_orders = layers, 0
        self.above: list[dict[tuple[int, int], tuple[int, bool]]] = []
        triples = [triple for blocks in layers.blocks for triple in self._add_layer(sorted(blocks))]
        changes: Counter[tuple[int, int, bool]] = Counter()
        for here, there in itertools.pairwise(self.above):
            for pair in here.keys() & there.keys():
                (a, a_sign), (b, b_sign) = here[pair], there[pair]
                changes[a, b, a_sign == b_sign] += 1
        self.changes = dict(sorted(changes.items()))
        self.cost = np.array([0.0] * self.n_orders + [float(count) for count in self.changes.values()])
        rows: list[Sequence[tuple[int, float]]] = []
        limits: list[tuple[float, float]] = []
        for c, (a, b, equal) in enumerate(self.changes, start=self.n_orders):
            sign = -1.0 if equal else 1.0
            # c >= |a - b| where the two mean the same, c >= |a + b - 1| where one is the negation of the other
            rows += [((c, 1.0), (a, 1.0), (b, sign)), ((c, 1.0), (a, -1.0), (b, -sign))]
            limits += [(0.0, np.inf), (0.0, np.inf)] if equal else [(1.0, np.inf), (-1.0, np.inf)]
        for ij, jk, ik in triples:
            rows.append([(ij, 1.0), (jk, 1.0), (ik, -1.0)])
            limits.append((0.0, 1.0))
        rows.append([(v, float(self.cost[v])) for v in range(self.n_orders, len(self.cost))])
        limits.append((-np.inf, np.inf))
        row, column, value = zip(*((r, v, c) for r, terms in enumerate(rows) for v, c in terms), strict=True)
        self.matrix = coo_array((value, (row, column)), shape=(len(rows), len(self.cost))).tocsr()
        self.low, self.high = np.array(limits).T

    def _add_layer(self, blocks: Sequence[tuple[int, ...]]) -> list[tuple[int, int, int]]:
        """Number the binaries of a layer; returns those (ij, jk, ik) that must be transitive, none of them negated."""
        literals: dict[tuple[int, int], tuple[int, bool]] = {}
        for first, second in itertools.combinations(blocks, 2):
            for i, j in itertools.product(first, second):
                literals[min(i, j), max(i, j)] = (self.n_orders, i < j)
            self.n_orders += 1
        for pair in (pair for block in blocks for pair in itertools.combinations(block, 2)):
            literals[pair] = (self.n_orders, True)
            self.n_orders += 1
        self.above.append(literals)
        heads = [block[0] for block in blocks]
        triples = (triple for members in (heads, *blocks) for triple in itertools.combinations(members, 3))
        return [(literals[i, j][0], literals[j, k][0], literals[i, k][0]) for i, j, k in triples]

    def order_of(self, solution: FloatArray) -> LineOrder:
        """The permutations that the binaries describe: a line's place is the number of lines above it."""
        order = []
        for blocks, above in zip(self.layers.blocks, self.above, strict=True):
            place = dict.fromkeys((line for block in blocks for line in block), 0)
            for (i, j), (variable, plain) in above.items():
                i_first = (solution[variable] > 0.5) == plain
                place[j if i_first else i] += 1
            order.append(tuple(sorted(place, key=lambda line: place[line])))
        return tuple(order)


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
    program = Program(layers)
    program.high[-1] = crossings - 1
    least = np.zeros(len(program.cost))
    # Every order has the same crossings upside down: one variable may be fixed.
    least[min(variable for change in program.changes for variable in change[:2])] = 1.0
    result = milp(
        program.cost,
        constraints=LinearConstraint(program.matrix, program.low, program.high),
        bounds=Bounds(least, np.ones(len(program.cost))),
        integrality=np.arange(len(program.cost)) < program.n_orders,
        options={"time_limit": max(seconds, 0.0), "mip_rel_gap": 0.0},
    )
    if result.status == 2:  # infeasible: nothing is better
        return order, crossings, crossings
    if result.x is not None:
        order, crossings = program.order_of(result.x), round(result.fun)
    if result.status == 0:
        return order, crossings, crossings
    bound = result.mip_dual_bound
    known = bound is not None and math.isfinite(bound)
    return order, crossings, min(max(math.ceil(bound - 1e-6), 0), crossings) if known else 0
