"""Kinds of the lines of a plain script: a hidden Markov chain that adapts to the file.

The states are the six kinds, "other", and shots. What a line says by its words is scored once (`wording`). Everything
that is a habit of the file - which column each kind stands in, how long its lines are, whether headings and cues are in
capitals, whether headings start with INT or EXT, whether blank lines or full stops lie between two kinds - starts from
hand-set tables (`priors`) and is re-estimated on the file by a few rounds of expectation-maximisation (Baum et al.
1970), each table with the prior as pseudo-counts. A habit the file does not have becomes the same for all kinds and
stops mattering, so no single signal is needed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import BoolArray, FloatArray, IntArray
from ..records import Kind, Line, SourceLine
from ..vocabulary import SCENE_NUMBER
from . import priors
from .chain import best_path, marginals
from .margins import strip_margins
from .signals import CONTINUATIONS, GAPS, UNKNOWN_GAP, Signals, signals_of
from .wording import STATES, C, D, H, N, S, Slug

# Set by hand; benchmarks/screenplay.py and benchmarks/annotated_lines.py show what a change of any of them does.
_ROUNDS = 4
"""Of expectation-maximisation."""
_COLUMNS = 120
_NEAR = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
"""How a line counts for the columns around its own: indents wander by one or two."""
_FITS = 4
"""Codes of whether a line's first word would have fitted on the line before: by two widths, yes or no."""
_FLOOR = 1e-5
_LENGTH_POWER, _RECURRENCE_POWER = 0.7, 0.8
"""Powers below 1: lengths and recurrence are not independent of the other signals."""
_MOST_INDENT, _MOST_SCORE = 4.0, 40.0
"""Bounds of log-scores, so that no single signal decides alone and nothing underflows."""
_LONE_NUMBER = re.compile(rf"^{SCENE_NUMBER}\.?$")
_SETTLED_LINES, _SETTLED_SHARE = 4, 1 / 150


@dataclass(frozen=True)
class _Habits:
    """The tables of one file, see `priors`; ``widths`` are the longest usual lines of narrative and of dialogue."""

    step: FloatArray
    indent: FloatArray
    length: FloatArray
    case: FloatArray
    slug: FloatArray
    junction: FloatArray
    widths: tuple[float, float]


def tag_lines(lines: Sequence[SourceLine]) -> list[Line]:
    """Tag every line of a plain script; the result has one entry per line given, blank lines included."""
    stripped = strip_margins(lines)
    signals = signals_of(stripped)
    tagged = [
        Line(line.number, Kind.OTHER if line.text else Kind.BLANK, 1.0, line.text, furniture=bool(line.text))
        for line in stripped
    ]
    if not len(signals.index):
        return tagged
    path, state = _decode(signals)
    for row, index in enumerate(signals.index):
        line, kind = stripped[index], STATES[path[row]]
        confidence = float(sum(state[row, i] for i, shown in enumerate(STATES) if shown is kind))
        number = (line.left or line.right or None) if kind is Kind.HEADING else None
        speaker = signals.speakers[row] if kind is Kind.DIALOGUE else ""
        tagged[index] = Line(line.number, kind, round(confidence, 4), line.text, scene_number=number, speaker=speaker)
    return _with_numbers_above(tagged)


def _with_numbers_above(lines: list[Line]) -> list[Line]:
    """Numbers that stand alone on the line above a heading are the headings', where most such numbers stand so."""
    alone = [i for i, line in enumerate(lines) if line.furniture and _LONE_NUMBER.match(line.text)]
    below = {
        i: next((j for j in range(i + 1, min(i + 5, len(lines))) if lines[j].kind is not Kind.BLANK), -1) for i in alone
    }
    headed = {i: j for i, j in below.items() if j >= 0 and lines[j].kind is Kind.HEADING and not lines[j].scene_number}
    if len(headed) >= _SETTLED_LINES and len(headed) > 0.5 * len(alone):
        for i, j in headed.items():
            lines[j] = replace(lines[j], scene_number=lines[i].text.rstrip("."))
    return lines


def _decode(signals: Signals) -> tuple[IntArray, FloatArray]:
    """Best path and marginals after the tables have settled on this file."""
    state: FloatArray = np.zeros((len(signals.index), len(STATES)))
    pairs: FloatArray = np.zeros((GAPS * CONTINUATIONS * _FITS, *priors.STEP.shape))
    for number in range(_ROUNDS + 1):
        habits = _learn(signals, state, pairs)
        if number == 0:  # the widths are not known yet: whether a word would have fitted says nothing
            unmeasured = priors.JUNCTION.mean(axis=-1, keepdims=True)
            habits = replace(habits, junction=np.repeat(unmeasured, 2, axis=-1))
        codes, matrices = _steps(signals, habits)
        emission = _emission(signals, habits)
        state, pairs = marginals(priors.START, emission, matrices, codes)
    return best_path(priors.START, emission, matrices, codes), state


def _is_settled(marked: BoolArray) -> bool:
    """Whether enough lines of a file bear a mark to call it the file's habit."""
    return bool(np.count_nonzero(marked) > max(_SETTLED_LINES, _SETTLED_SHARE * len(marked)))


def _emission(signals: Signals, habits: _Habits) -> FloatArray:
    """(n, K) likelihoods of the lines by themselves, each row scaled to a largest value of one."""
    ratio = habits.indent / habits.indent.mean(axis=0)
    score = signals.wording + np.clip(np.log(ratio[:, signals.indent].T), -_MOST_INDENT, _MOST_INDENT)
    score = score + _LENGTH_POWER * np.log(habits.length[:, signals.length].T)
    score = score + np.log(habits.case[:, signals.case].T) + np.log(habits.slug[:, signals.slug].T)
    score = score + _RECURRENCE_POWER * np.log(priors.RECURRENCE[:, signals.recurrence].T)
    score = score - score.max(axis=1, keepdims=True)
    return np.exp(np.maximum(score, -_MOST_SCORE))


def _steps(signals: Signals, habits: _Habits) -> tuple[IntArray, FloatArray]:
    """Which matrix each step between lines uses, and the matrices: one per combination of junction signals."""
    needed = signals.width[:-1] + 1 + signals.first_word[1:]
    fits_narrative, fits_dialogue = (needed <= width for width in habits.widths)
    codes = (signals.gap[1:] * CONTINUATIONS + signals.continuation[1:]) * _FITS + fits_narrative * 2 + fits_dialogue
    unknown = habits.junction.sum(axis=2, keepdims=True)
    weights = np.concatenate([habits.junction, unknown], axis=2)
    # Four fit codes: by the width of narrative (2) and by that of dialogue (1), each kind read off its own.
    by_dialogue = weights[..., [0, 1, 0, 1]]
    by_dialogue[N] = weights[N][..., [0, 0, 1, 1]]
    matrices = habits.step[:, :, None, None, None] * by_dialogue
    matrices = np.moveaxis(matrices.reshape(len(STATES), len(STATES), -1), 2, 0)
    return codes.astype(np.int64), np.ascontiguousarray(np.maximum(matrices, 1e-12))


def _learn(signals: Signals, state: FloatArray, pairs: FloatArray) -> _Habits:
    """The tables again, from expected counts and priors."""
    return _Habits(
        step=_learn_step(signals.slug, pairs.sum(axis=0)),
        indent=_learn_indent(signals.indent, state),
        length=_mixed(_counts(signals.length, state, priors.LENGTH.shape[1]), priors.LENGTH, priors.WEIGHT["length"]),
        case=_mixed(_counts(signals.case, state, priors.CASE.shape[1]), priors.CASE, priors.WEIGHT["case"]),
        slug=_learn_slug(signals.slug, state),
        junction=_learn_junction(pairs),
        widths=(_usual_width(signals.width, state[:, N]), _usual_width(signals.width, state[:, D])),
    )


def _learn_step(slug: IntArray, steps: FloatArray) -> FloatArray:
    prior = priors.STEP.copy()
    if not _is_settled(slug <= Slug.TIME):
        prior[:, S] *= priors.SHOT_WITHOUT_SLUGS
    step = _mixed(steps, prior, priors.WEIGHT["step"])
    step[C] = _mixed(steps[C], prior[C], priors.WEIGHT["cue_step"])
    return step


def _mixed(counts: FloatArray, prior: FloatArray, weight: float) -> FloatArray:
    """Mean of the Dirichlet posterior along the last axis."""
    return np.maximum((counts + weight * prior) / (counts.sum(axis=-1, keepdims=True) + weight), _FLOOR)


def _counts(codes: IntArray, state: FloatArray, size: int) -> FloatArray:
    """(K, size) expected number of lines of each kind with each code."""
    return np.stack([np.bincount(codes, weights=column, minlength=size) for column in state.T])


def _learn_indent(indent: IntArray, state: FloatArray) -> FloatArray:
    counts = np.stack([np.convolve(row, _NEAR, mode="same") for row in _counts(indent, state, _COLUMNS)]) + 1e-6
    everywhere = counts.sum(axis=0) / counts.sum()
    return _mixed(counts, everywhere, priors.WEIGHT["indent"])


def _learn_slug(slug: IntArray, state: FloatArray) -> FloatArray:
    """Only headings have habits here; how rarely other lines look like headings is no matter of the file.

    Where enough lines start with INT or EXT the habit is known and not learned: lines in capitals would teach it wrong.
    """
    table = priors.SLUG.copy()
    learned = _mixed(_counts(slug, state[:, [H]], table.shape[1])[0], priors.SLUG[H], priors.WEIGHT["slug"])
    table[H] = priors.SETTLED_SLUG if _is_settled(slug == Slug.SETTING) else learned
    return table


def _learn_junction(pairs: FloatArray) -> FloatArray:
    """Joint table of gap, continuation and fit, where the gap is known."""
    prior = priors.JUNCTION
    counts = np.moveaxis(pairs, 0, 2).reshape(*prior.shape[:2], GAPS, CONTINUATIONS, 2, 2)[:, :, :UNKNOWN_GAP]
    fits = counts.sum(axis=-2)  # by the width of dialogue, as `_steps` has it
    fits[N] = counts[N].sum(axis=-1)
    flat = _mixed(fits.reshape(*fits.shape[:2], -1), prior.reshape(*prior.shape[:2], -1), priors.WEIGHT["junction"])
    return flat.reshape(prior.shape)


def _usual_width(width: IntArray, weight: FloatArray) -> float:
    """The width below which 98 % of the lines of a kind stay."""
    order = np.argsort(width)
    total = np.cumsum(weight[order])
    return float(width[order][np.searchsorted(total, 0.98 * total[-1])]) if total[-1] > 5 else np.inf
