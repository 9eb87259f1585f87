"""The kernel of words written out from its definition: the truth that the sparse code is held against."""

from collections import Counter
from itertools import combinations

import numpy as np

LINES = [
    ("red", "door", "street", "17"),
    ("red", "dooor", "st", "23"),
    ("a", "blue", "sky", "900", "k500"),
    ("red", "street", "23", "7f3a"),
    ("red", "door", "road", "23"),
    ("green", "door", "k500", "k60"),
    ("blue", "sky", "k500"),
    ("blue", "green", "k60"),
    ("東", "京"),
    ("京", "都", "京"),
]
SHAPES = {"17": "#", "23": "#", "900": "#", "k500": "k#", "k60": "k#", "7f3a": "##"}


def holding(word):
    """Numbers of the lines that hold a word, or any number of its shape."""
    return {i for i, line in enumerate(LINES) for w in line if SHAPES.get(w, w) == SHAPES.get(word, word)}


def frequency(word):
    return sum(word in line for line in LINES)


def exact(word):
    """Share of a word's own letters in its likeness: numbers that pass are their shape, up to a half."""
    if word not in SHAPES:
        return 1.0
    alike = [w for w in SHAPES if SHAPES[w] == SHAPES[word]]
    once = sum(frequency(w) == 1 for w in alike) / sum(map(frequency, alike))
    return max(0.5, min(1 - once, 15 * association(SHAPES[word])))


def association(shape):
    """How much more alike lines are that share a number than lines with any of its shape; infinite if none recurs."""
    recurring = [w for w in SHAPES if SHAPES[w] == shape and frequency(w) > 1]
    if not recurring:
        return np.inf
    shared = [np.mean([_rest(x, y) for x, y in combinations(_with({w}), 2)]) for w in recurring]
    same = np.average(shared, weights=[frequency(w) for w in recurring])
    any_number = np.mean([_rest(x, y) for x, y in combinations(_with({w for w in SHAPES if SHAPES[w] == shape}), 2)])
    return (same - any_number) / (1 - any_number)


def _with(words):
    return [line for line in LINES if words & set(line)]


def _rest(x, y):
    """Cosine of two lines by their words without numbers."""

    def product(x, y):
        return sum(
            (np.log((1 + len(LINES)) / (1 + frequency(u))) + 1)
            * (np.log((1 + len(LINES)) / (1 + frequency(v))) + 1)
            * cosine(u, v)
            for u in set(x) - set(SHAPES)
            for v in set(y) - set(SHAPES)
        )

    return product(x, y) / np.sqrt(product(x, x) * product(y, y))


def cosine(u, v):
    a, b = (Counter(f" {w} "[i : i + 3] for i in range(len(w))) for w in (u, v))
    return sum(a[t] * b[t] for t in a) / np.sqrt(sum(x * x for x in a.values()) * sum(x * x for x in b.values()))


def likeness(u, v):
    same_shape = u in SHAPES and SHAPES[u] == SHAPES.get(v)
    shape = np.sqrt((1 - exact(u)) * (1 - exact(v))) if same_shape else 0.0
    return np.sqrt(exact(u) * exact(v)) * cosine(u, v) + shape


def soft_frequency(word):
    vocabulary = {w for line in LINES for w in line}
    if word in SHAPES:
        others = sum(frequency(w) for w in vocabulary - {word} if SHAPES.get(w) == SHAPES[word])
        return frequency(word) + (1 - exact(word)) ** 2 * others
    return sum(cosine(word, w) ** 2 * frequency(w) for w in vocabulary - set(SHAPES))


def redundancy(word):
    kinds = {SHAPES.get(w, w): holding(w) for line in LINES for w in line}
    mine = holding(word)
    return sum((len(mine & other) / np.sqrt(len(mine) * len(other))) ** 4 for other in kinds.values())


def weight(word):
    n = len(LINES)
    rarity = np.log((1 + n) / (1 + min(soft_frequency(word), n))) + 1
    return (0.7 if frequency(word) == 1 else 1.0) * rarity**0.6 / redundancy(word) ** (n / (n + 10) / 2)
