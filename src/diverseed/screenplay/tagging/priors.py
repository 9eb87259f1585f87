"""What the line tagger believes before it has seen a file: hand-set tables, in the order of ``wording.STATES``.

They describe scripts in general; every table that has a weight is re-estimated on the file at hand, the prior counting
as that many lines.
"""

import numpy as np

from .chain import FloatArray
from .signals import LENGTH_STEP, LENGTHS
from .wording import STATES, C, D, E, H, N, S, T, X

K = len(STATES)

START: FloatArray = np.array([0.15, 0.10, 0.01, 0.001, 0.001, 0.10, 0.628, 0.01])

STEP_WEIGHT = 40.0
CUE_STEP_WEIGHT = 2000.0
"""That a cue is followed by speech is no habit of a file: names on lines of their own, as shots, would unteach it."""
STEP: FloatArray = np.array(
    # to: heading, narrative, character, dialogue, expression, transition, other, shot
    [
        [0.06, 0.85, 0.05, 0.0015, 0.0015, 0.012, 0.015, 0.010],
        [0.06, 0.63, 0.265, 0.0015, 0.0035, 0.020, 0.008, 0.012],
        [0.002, 0.004, 0.003, 0.86, 0.129, 0.001, 0.0005, 0.0005],
        [0.035, 0.165, 0.288, 0.44, 0.05, 0.012, 0.002, 0.008],
        [0.005, 0.020, 0.020, 0.87, 0.08, 0.002, 0.002, 0.001],
        [0.76, 0.15, 0.03, 0.001, 0.001, 0.015, 0.033, 0.010],
        [0.09, 0.07, 0.02, 0.005, 0.002, 0.033, 0.77, 0.010],
        [0.04, 0.79, 0.11, 0.001, 0.001, 0.013, 0.005, 0.040],
    ]
)
SHOT_WITHOUT_SLUGS = 0.05
"""How much rarer shots are taken to be in a file where no heading is sure: there they would swallow the headings."""

CASE_WEIGHT = 30.0
CASE: FloatArray = np.array(
    # capitals, every word capital, sentence, starts small, no letters with case
    [
        [0.90, 0.04, 0.03, 0.02, 0.01],
        [0.035, 0.03, 0.62, 0.295, 0.02],
        [0.93, 0.035, 0.005, 0.01, 0.02],
        [0.03, 0.05, 0.58, 0.32, 0.02],
        [0.06, 0.05, 0.20, 0.67, 0.02],
        [0.90, 0.04, 0.03, 0.025, 0.005],
        [0.44, 0.34, 0.12, 0.05, 0.05],
        [0.95, 0.02, 0.02, 0.005, 0.005],
    ]
)

SLUG_WEIGHT = 8.0
SLUG: FloatArray = np.array(
    # INT or EXT, time of day after a dash, weaker hints, nothing
    [
        [0.74, 0.12, 0.05, 0.09],
        [0.0006, 0.0020, 0.0060, 0.9914],
        [0.0002, 0.0008, 0.0020, 0.9970],
        [0.0003, 0.0008, 0.0040, 0.9949],
        [0.0003, 0.0005, 0.0030, 0.9962],
        [0.0010, 0.0010, 0.0020, 0.9960],
        [0.0020, 0.0020, 0.0060, 0.9900],
        [0.0005, 0.0040, 0.0200, 0.9755],
    ]
)

SETTLED_SLUG: FloatArray = np.array([0.90, 0.05, 0.03, 0.02])
"""Headings of a file that writes INT and EXT: lines in capitals without them are shots and signs, not headings."""

RECURRENCE: FloatArray = np.array(
    # once, two or three times, more often
    [
        [0.62, 0.24, 0.14],
        [0.970, 0.022, 0.008],
        [0.16, 0.20, 0.64],
        [0.955, 0.035, 0.010],
        [0.80, 0.10, 0.10],
        [0.25, 0.25, 0.50],
        [0.90, 0.08, 0.02],
        [0.72, 0.16, 0.12],
    ]
)

JUNCTION_WEIGHT = 10.0
USUAL_GAP = 0.45
"""Share of lines with a blank line before them in an ordinary script."""
SEVERAL_BEFORE_HEADING, SEVERAL = 0.35, 0.08
"""Of the gaps, the share that are more than one line."""
GOING_ON: FloatArray = np.array([0.60, 0.28, 0.12])
ANYHOW: FloatArray = np.full(3, 1 / 3)


def junctions(share: float) -> FloatArray:
    """How two lines meet, for every pair of kinds, before the file is known.

    Parameters
    ----------
    share : part of the lines of the file that have a blank line before them; where it is unusual the probability of
        gaps is shifted for all pairs alike, so that in a file without blank lines their absence means nothing

    Returns
    -------
    (K, K, 3, 3, 2) joint probabilities, for lines of kind (from, to), of the gap (none, one, several), the continuation
    (starts small, no full stop before, full stop before) and whether its first word would have fitted before it.
    Narrative follows narrative in two ways, inside a paragraph and as a new one, and so does dialogue: a mixture.
    """
    factor = 1.0 if 0.2 < share < 0.8 else (share / (1 - share)) / (USUAL_GAP / (1 - USUAL_GAP))
    new = _meeting(_gap_table(), _new_block(), _fit_table(), factor)
    on = _meeting(np.full((K, K), 0.03), np.broadcast_to(GOING_ON, (K, K, 3)), np.full((K, K), 0.06), factor)
    going_on = np.zeros((K, K))
    going_on[[N, D, E, H], [N, D, E, H]] = [0.62, 0.95, 0.9, 0.5]
    weight = going_on[:, :, None, None, None]
    return weight * on + (1 - weight) * new


def _meeting(gap: FloatArray, continuation: FloatArray, fit: FloatArray, factor: float) -> FloatArray:
    """Joint table of three independent signals; ``factor`` multiplies the odds of a gap."""
    odds = gap / (1 - gap) * factor
    some = odds / (1 + odds)
    several = np.full((K, K), SEVERAL)
    several[:, H] = SEVERAL_BEFORE_HEADING
    gaps = np.stack([1 - some, some * (1 - several), some * several], axis=2)
    fits = np.stack([1 - fit, fit], axis=2)
    return np.asarray(gaps[:, :, :, None, None] * continuation[:, :, None, :, None] * fits[:, :, None, None, :])


def _gap_table() -> FloatArray:
    """(from, to) -> probability of a blank line between two blocks in an ordinary script."""
    table = np.full((K, K), 0.90)
    table[:, N] = 0.93
    table[:, H] = 0.97
    table[N, N] = 0.90
    table[[C, C, E, E, D, D], [D, E, D, E, D, E]] = [0.02, 0.02, 0.03, 0.02, 0.5, 0.05]
    table[C, [H, N, C, T, X, S]] = 0.75
    table[X, :] = 0.60
    table[:, X] = 0.60
    return table


def _new_block() -> FloatArray:
    """(from, to) -> starts small, goes on without a full stop before, follows a full stop; for the start of a block."""
    table = np.tile(ANYHOW, (K, K, 1))
    table[[N, D], :, :] = [0.03, 0.14, 0.83]
    table[[N, D], [D, N], :] = [0.02, 0.08, 0.90]
    table[D, E, :] = [0.45, 0.15, 0.40]
    table[C, D, :] = [0.06, 0.90, 0.04]
    table[C, E, :] = [0.70, 0.27, 0.03]
    table[E, D, :] = [0.10, 0.10, 0.80]
    table[[H, S], N, :] = [0.04, 0.80, 0.16]
    return table


def _fit_table() -> FloatArray:
    """(from, to) -> probability that the first word of a block would have fitted on the line before.

    A paragraph that is wrapped breaks only where it must; one that has ended leaves its last line short.
    """
    table = np.full((K, K), 0.5)
    table[[N, D], :] = 0.85
    return table


LENGTH_WEIGHT = 12.0


def _length_table() -> FloatArray:
    """Lengths of lines: log-normal, wide enough to be corrected by the file."""
    centres = (np.arange(LENGTHS) + 0.5) * LENGTH_STEP
    median = np.array([26.0, 48.0, 9.0, 30.0, 16.0, 9.0, 24.0, 17.0])[:, None]
    spread = np.array([0.45, 0.60, 0.50, 0.60, 0.55, 0.35, 0.70, 0.55])[:, None]
    table = np.exp(-0.5 * ((np.log(centres) - np.log(median)) / spread) ** 2) / centres + 2e-4
    return np.asarray(table / table.sum(axis=1, keepdims=True))


LENGTH: FloatArray = _length_table()

INDENT_WEIGHT = 5.0
