"""Colours of the lines: far apart for lines that run side by side, also for colour-blind readers."""

from itertools import pairwise

import numpy as np

from ..arrays import FloatArray
from .layers import Layers, LineOrder

COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e09a00", "#4aa8dd", "#831c0b",
    "#563a67", "#95b981", "#0f3bb7", "#7d5859", "#9a6af5", "#a74a04", "#50cbdc",
)  # fmt: skip
"""Six of Okabe & Ito (2008), then each the farthest from those before it among colours of middle lightness."""

_VISION = np.array(
    [
        np.eye(3),
        # protan, deutan and tritan: Machado, Oliveira & Fernandes (2009), severity 1.0, on linear RGB
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
_RGB_TO_LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
_LMS_TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def linear_rgb(colour: str) -> FloatArray:
    """(3,) linear light of a ``#rrggbb`` colour."""
    values = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def oklab(linear: FloatArray) -> FloatArray:
    """(..., 3) OKLab coordinates of linear RGB (Ottosson 2020): distances there follow what the eye sees."""
    return np.cbrt(np.clip(linear, 0, 1) @ np.transpose(_RGB_TO_LMS)) @ np.transpose(_LMS_TO_LAB)


def distance(first: str, second: str) -> float:
    """OKLab distance of two colours for the kind of colour vision that tells them apart least."""
    a, b = (oklab(_VISION @ linear_rgb(colour)) for colour in (first, second))
    return float(np.linalg.norm(a - b, axis=1).min())


def choose_colours(layers: Layers, order: LineOrder) -> tuple[str, ...]:
    """A colour per line.

    Two lines clash as often as they are neighbours in a layer (and a little wherever both exist), the more the closer
    their colours. Colours are given greedily, the most entangled lines first.
    """
    touching = _neighbourhood(layers, order)
    closeness = np.array([[np.exp(-18 * distance(a, b)) if a != b else 4.0 for b in COLOURS] for a in COLOURS])
    used = np.zeros(len(COLOURS))
    chosen = np.full(len(touching), -1)
    for line in np.argsort(-touching.sum(axis=1), kind="stable"):
        given = chosen >= 0
        clash = closeness[:, chosen[given]] @ touching[line, given]
        chosen[line] = int(np.argmin(clash + 1e-3 * used))
        used[chosen[line]] += 1
    return tuple(COLOURS[i] for i in chosen)


def _neighbourhood(layers: Layers, order: LineOrder) -> FloatArray:
    """(n, n) how much it matters that two lines look different."""
    beside = np.array([pair for lines in order for pair in pairwise(lines)], dtype=np.intp).reshape(-1, 2)
    result = np.zeros((len(layers.names), len(layers.names)))
    np.add.at(result, (beside[:, 0], beside[:, 1]), 1.0)
    result += result.T
    first, last = np.array(layers.spans).T
    together = np.minimum(last[:, None], last) - np.maximum(first[:, None], first) + 1
    result += 0.15 * np.clip(together, 0, None)
    np.fill_diagonal(result, 0.0)
    return result


def darker(colour: str) -> str:
    """The colour mixed with black, for text on white."""
    return mixed(colour, 0, 0.4)


def lighter(colour: str) -> str:
    """The colour on dark paper: the darker it is, the more it is mixed with white."""
    lightness = float(oklab(linear_rgb(colour))[0])
    return mixed(colour, 255, max(0.0, 0.68 - lightness) / (1 - lightness))


def mixed(colour: str, other: int, share: float) -> str:
    """The colour with a share of black (0), white (255) or a grey between."""
    return "#" + bytes(round(value + share * (other - value)) for value in bytes.fromhex(colour[1:])).hex()
