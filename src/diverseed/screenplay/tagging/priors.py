"""What the line tagger believes before it has seen a file: the tables of ``priors.toml`` as arrays.

Rows are in the order of ``wording.STATES``.
"""

import tomllib
from importlib.resources import files

import numpy as np

from ...arrays import FloatArray
from .signals import LENGTH_STEP, LENGTHS
from .wording import STATES, C, D, E, H, N, S

K = len(STATES)
_STATE_NAMES = (*(kind.value for kind in STATES[:S]), "shot")
_TABLES = tomllib.loads(files(__package__).joinpath("priors.toml").read_text(encoding="utf-8"))


def _table(name: str) -> FloatArray:
    """One of the tables, a row for every state."""
    return np.array([_TABLES[name][state] for state in _STATE_NAMES])


WEIGHT: dict[str, float] = _TABLES["weight"]
START, STEP, CASE, SLUG, RECURRENCE = map(_table, ("start", "step", "case", "slug", "recurrence"))
SETTLED_SLUG: FloatArray = np.array(_TABLES["slug"]["settled_heading"])
SHOT_WITHOUT_SLUGS = 0.05
"""How much rarer shots are taken to be in a file where no heading is sure: there they would swallow the headings."""


def _lengths() -> FloatArray:
    """(K, LENGTHS) log-normal probabilities of the length of a line."""
    centres = (np.arange(LENGTHS) + 0.5) * LENGTH_STEP
    median, spread = _table("length").T[:, :, None]
    table = np.exp(-0.5 * ((np.log(centres) - np.log(median)) / spread) ** 2) / centres + 2e-4
    return np.asarray(table / table.sum(axis=1, keepdims=True))


LENGTH: FloatArray = _lengths()
SEVERAL_BEFORE_HEADING, SEVERAL = 0.35, 0.08
"""Of the gaps, the share that are more than one line."""


def _junctions() -> FloatArray:
    """How two lines meet, for every pair of kinds, before the file is known.

    Returns
    -------
    (K, K, 3, 3, 2) joint probabilities, for lines of kind (from, to), of the gap (none, one, several), the continuation
    (starts small, no full stop before, full stop before) and whether its first word would have fitted before it.
    Narrative follows narrative in two ways, inside a paragraph and as a new one, and so does dialogue: a mixture.
    """
    # A paragraph that is wrapped breaks only where it must; one that has ended leaves its last line short.
    fit = np.full((K, K), 0.5)
    fit[[N, D], :] = 0.85
    new = _meeting(_table("gap"), _new_block(), fit)
    on = _meeting(np.full((K, K), 0.03), np.array([0.60, 0.28, 0.12]), np.full((K, K), 0.06))
    going_on = np.zeros((K, K))
    going_on[[N, D, E, H], [N, D, E, H]] = [0.62, 0.95, 0.9, 0.5]
    weight = going_on[:, :, None, None, None]
    return weight * on + (1 - weight) * new


def _meeting(gap: FloatArray, continuation: FloatArray, fit: FloatArray) -> FloatArray:
    """Joint table of three independent signals."""
    several = np.full((K, K), SEVERAL)
    several[:, H] = SEVERAL_BEFORE_HEADING
    gaps = np.stack([1 - gap, gap * (1 - several), gap * several], axis=2)
    fits = np.stack([1 - fit, fit], axis=2)
    return np.asarray(gaps[..., None, None] * continuation[..., None, :, None] * fits[:, :, None, None])


def _new_block() -> FloatArray:
    """(from, to) -> starts small, goes on without a full stop before, follows a full stop; for the start of a block."""
    table = np.full((K, K, 3), 1 / 3)
    table[[N, D], :, :] = [0.03, 0.14, 0.83]
    table[[N, D], [D, N], :] = [0.02, 0.08, 0.90]
    table[D, E, :] = [0.45, 0.15, 0.40]
    table[C, D, :] = [0.06, 0.90, 0.04]
    table[C, E, :] = [0.70, 0.27, 0.03]
    table[E, D, :] = [0.10, 0.10, 0.80]
    table[[H, S], N, :] = [0.04, 0.80, 0.16]
    return table


JUNCTION: FloatArray = _junctions()
