"""What the integer program reports when it is ended early, and the limits of the searches."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.optimize

from diverseed.narrative.crossings import count_crossings
from diverseed.narrative.layers import layers_of
from diverseed.narrative.order.exact import exact_orders
from diverseed.narrative.story import parse_story

LAYERS = layers_of(parse_story("A,B\tC,D\nA,C\tB,D\nA,D\tB,C\nA,B\tC,D\n"))
START = tuple(tuple(line for block in blocks for line in block) for blocks in LAYERS.blocks)
CROSSINGS = count_crossings(START)


@pytest.mark.parametrize(
    ("bound", "proven"),
    [(None, 0), (-np.inf, 0), (-3.0, 0), (0.5, 1), (1.0 + 1e-9, 1), (2.0, 2), (CROSSINGS + 0.5, CROSSINGS)],
)
def test_a_program_that_runs_out_of_time_gives_its_bound(
    bound: float | None, proven: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounded up, since crossings are whole; never below 0 nor above what was found; 0 where nothing is known."""
    assert CROSSINGS > 2
    ended = SimpleNamespace(status=1, x=None, fun=None, mip_dual_bound=bound)
    monkeypatch.setattr(scipy.optimize, "milp", lambda *arguments, **options: ended)
    assert exact_orders(LAYERS, (START, CROSSINGS), seconds=1) == (START, CROSSINGS, proven)


def test_the_time_limit_reaches_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ended(*arguments: object, options: dict[str, float], **others: object) -> SimpleNamespace:
        asked.append(options["time_limit"])
        return SimpleNamespace(status=2, x=None)

    monkeypatch.setattr(scipy.optimize, "milp", ended)
    for seconds in (2.5, -1.0):
        assert exact_orders(LAYERS, (START, CROSSINGS), seconds=seconds) == (START, CROSSINGS, CROSSINGS)
    assert asked == [2.5, 0.0]
