"""The kernel of words written out from its definition: the truth that the sparse code is held against."""

from collections import Counter

import numpy as np

LINES = [
    ("red", "door", "street", "17"),
    ("red", "dooor", "st", "23"),
    ("a", "blue", "sky", "23", "k500"),
    ("red", "street", "4711", "7f3a"),
    ("東", "京"),
    ("京", "都", "京"),
]
SHAPES = {"17": "#", "23": "#", "4711": "#", "k500": "k#", "7f3a": "##"}


def holding(word):
    """Numbers of the lines that hold a word, or any number of its shape."""
    return {i for i, line in enumerate(LINES) for w in line if SHAPES.get(w, w) == SHAPES.get(word, word)}


def frequency(word):
    return sum(word in line for line in LINES)


def exact(word):
    """Share of a word's own letters in its likeness: numbers that occur once mostly are their shape, up to a half."""
    if word not in SHAPES:
        return 1.0
    alike = [w for w in SHAPES if SHAPES[w] == SHAPES[word]]
    once = sum(frequency(w) == 1 for w in alike) / sum(map(frequency, alike))
    return max(0.5, 1 - once)


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
