"""Generated sets of short strings with known groups: the same thing written in many ways.

Five kinds of line (``DOMAINS``): product titles, addresses, log lines, scene headings, survey answers. A group is one
product, one address, one message, one location or one opinion; each of its lines is written anew and then edited:
misspelt, reordered, cut to a part of itself, abbreviated. ``python benchmarks/near_duplicates.py`` prints samples.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Fields = list[str]  # a line as its fields; the first names the group
Writer = Callable[[np.random.Generator], Fields]  # writes one line of a group
Domain = Callable[[np.random.Generator], tuple[str, Writer]]  # invents a group: its name and its writer
SizeLaw = Literal["equal", "geometric", "zipf"]


@dataclass(frozen=True)
class NearDuplicates:
    """texts : n strings; groups : (n,) the group each was written for, 0 .. n_groups - 1"""

    texts: list[str]
    groups: npt.NDArray[np.int64]


def near_duplicates(
    domain: str | Domain,
    *,
    seed: int,
    n_groups: int = 60,
    mean_size: float = 5.0,
    size_law: SizeLaw = "geometric",
    singletons: float = 0.0,
    edits: float = 0.8,
) -> NearDuplicates:
    """A shuffled set of near-duplicate strings.

    Parameters
    ----------
    domain : a key of ``DOMAINS``, or a domain itself
    mean_size, size_law : sizes of the groups that are not singletons
    singletons : share of the groups that have one line only
    edits : mean number of edits per line (Poisson); 0 leaves only the variation a domain's lines have by themselves
    """
    rng = np.random.default_rng(seed)
    groups = rng.permutation(
        np.repeat(np.arange(n_groups), group_sizes(rng, n_groups, mean_size, size_law, singletons))
    )
    writers = _distinct_writers(DOMAINS[domain] if isinstance(domain, str) else domain, n_groups, rng)
    return NearDuplicates([_edited(writers[group](rng), rng.poisson(edits), rng) for group in groups], groups)


def group_sizes(
    rng: np.random.Generator, n_groups: int, mean_size: float, size_law: SizeLaw, singletons: float
) -> npt.NDArray[np.int64]:
    """Sizes of the groups, each at least 1; the first ``singletons`` share of them is 1."""
    n_single = round(singletons * n_groups)
    n_other = n_groups - n_single
    if size_law == "equal":
        sizes = np.full(n_other, round(mean_size))
    elif size_law == "geometric":
        sizes = rng.geometric(1 / mean_size, n_other)
    else:
        share = 1 / np.arange(1, n_other + 1)
        sizes = np.round(mean_size * n_other * share / share.sum()).astype(np.int64)
    return np.concatenate([np.ones(n_single, dtype=np.int64), np.maximum(sizes, 1)])


def _distinct_writers(invent: Domain, n: int, rng: np.random.Generator) -> list[Writer]:
    """``n`` writers with different names: no two groups are the same thing."""
    writers: dict[str, Writer] = {}
    for _ in range(100 * n):
        name, writer = invent(rng)
        writers.setdefault(name, writer)
        if len(writers) == n:
            return list(writers.values())
    raise ValueError(f"{n} groups are more than this domain can name; {len(writers)} were found. Ask for fewer.")


def _edited(fields: Fields, n_edits: int, rng: np.random.Generator) -> str:
    for edit in np.sort(
        rng.integers(len(EDITS), size=n_edits)
    ):  # in their order: reordering would hide the first field
        fields = EDITS[edit](fields, rng)
    return " ".join(fields)


def misspell(fields: Fields, rng: np.random.Generator) -> Fields:
    """One slip of the finger in one word of four letters or more: a letter dropped, doubled, swapped or replaced."""
    words = [(f, w) for f, field in enumerate(fields) for w, word in enumerate(field.split()) if len(word) >= 4]
    if not words:
        return fields
    f, w = words[rng.integers(len(words))]
    line = fields[f].split()
    word, at = line[w], int(rng.integers(1, len(line[w]) - 1))
    slips = (
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + "abcdefghijklmnopqrstuvwxyz"[rng.integers(26)] + word[at + 1 :],
    )
    line[w] = slips[rng.integers(len(slips))]
    return [*fields[:f], " ".join(line), *fields[f + 1 :]]


def reorder(fields: Fields, rng: np.random.Generator) -> Fields:
    """Two fields change places."""
    if len(fields) < 2:
        return fields
    a, b = rng.choice(len(fields), 2, replace=False)
    swapped = list(fields)
    swapped[a], swapped[b] = fields[b], fields[a]
    return swapped


def cut(fields: Fields, rng: np.random.Generator) -> Fields:
    """One field is left out, never the first."""
    if len(fields) < 2:
        return fields
    left_out = rng.integers(1, len(fields))
    return [*fields[:left_out], *fields[left_out + 1 :]]


def abbreviate(fields: Fields, rng: np.random.Generator) -> Fields:
    """The usual short forms, wherever one fits; else one long word loses its inner vowels."""
    words = " ".join(fields).split()
    if any(word.lower() in SHORT_FORMS for word in words):
        return [" ".join(SHORT_FORMS.get(word.lower(), word) for word in field.split()) for field in fields]
    long = [word for word in words if len(word) >= 7]
    if not long:
        return fields
    word = long[rng.integers(len(long))]
    short = word[0] + "".join(letter for letter in word[1:-1] if letter.lower() not in "aeiou") + word[-1]
    return [" ".join(short if each == word else each for each in field.split()) for field in fields]


EDITS = (cut, abbreviate, misspell, reorder)
SHORT_FORMS = {
    "street": "st", "avenue": "ave", "road": "rd", "lane": "ln", "square": "sq", "north": "n", "south": "s",
    "east": "e", "west": "w", "apartment": "apt", "floor": "fl", "saint": "st", "interior": "int", "exterior": "ext",
    "inch": "in", "black": "blk", "white": "wht", "silver": "slv", "wireless": "wl", "bluetooth": "bt",
    "stainless": "ss", "pack": "pk", "connection": "conn", "request": "req", "database": "db", "error": "err",
    "warning": "warn", "seconds": "s", "configuration": "config", "certificate": "cert", "customer": "cust",
    "information": "info", "delivery": "dlv", "quality": "qlty",
}  # fmt: skip


def _pick(rng: np.random.Generator, options: str) -> str:
    """One of the options, which bars keep apart."""
    choices = options.split(" | ")
    return choices[rng.integers(len(choices))]


def _product(rng: np.random.Generator) -> tuple[str, Writer]:
    brand = _pick(rng, "Norvik | Altano | Brightwell | Kestrel | Ombra | Pellini | Quanta | Rivaro | Sundial | Vantor")
    line = _pick(rng, "Aero | Classic | Duo | Element | Fusion | Glide | Horizon | Max | Nova | Pro | Swift | Terra")
    model = f"{_pick(rng, 'A | B | D | K | M | S | T | X')}{rng.integers(1, 10)}{_pick(rng, '0 | 00 | 10 | 20 | 50')}"
    thing = _pick(
        rng,
        "noise cancelling headphones | electric kettle | cordless drill | mechanical keyboard | espresso machine | "
        "running shoes | desk lamp | hiking backpack | robot vacuum cleaner | digital camera | rice cooker",
    )
    detail = _pick(rng, "black | white | silver | stainless steel | 15 inch | wireless bluetooth | 2 pack | large")

    def write(rng: np.random.Generator) -> Fields:
        extra = [_pick(rng, "new | with 2 year warranty | free delivery | bestseller")] if rng.random() < 0.25 else []
        return [f"{brand} {line} {model}", thing, detail, *extra]

    return f"{brand} {line} {model}", write


def _address(rng: np.random.Generator) -> tuple[str, Writer]:
    names = "Alder | Birch | Canal | Dover | Elm | Foundry | Garden | Harbour | Ivy | Juniper | King | Mill | Park"
    street = f"{rng.integers(1, 400)} {_pick(rng, names)} {_pick(rng, 'Street | Avenue | Road | Lane | Square')}"
    town = _pick(
        rng, "Ashford | Brackley | North Calder | Dunmore | East Farley | Glenrock | Saint Ives | Holt | Lowmoor"
    )
    code = str(rng.integers(10000, 100000))
    unit = [_pick(rng, "Apartment 4 | Floor 2 | Unit 7 | Rear House | Suite 12")] if rng.random() < 0.4 else []

    def write(rng: np.random.Generator) -> Fields:
        return [street, *unit, town, code]

    return street, write


def _log_line(rng: np.random.Generator) -> tuple[str, Writer]:
    service = _pick(
        rng, "auth | billing | cache | gateway | indexer | mailer | payments | scheduler | search | storage"
    )
    event = _pick(
        rng,
        "connection to database lost | request timed out waiting for upstream | disk usage above threshold | "
        "retrying failed job | user session expired | invalid token received | configuration file reloaded | "
        "worker stopped unexpectedly | certificate expires soon | queue length exceeds limit | slow query detected | "
        "backup completed without errors | schema migration skipped | too many open files | rate limit reached",
    )
    level = _pick(rng, "ERROR | WARNING | INFO")
    unit = _pick(rng, "seconds | ms | attempts | percent")

    def write(rng: np.random.Generator) -> Fields:
        return [f"{service}: {event}", level, f"after {rng.integers(1, 1000)} {unit}", f"id={rng.integers(1000, 9999)}"]

    return f"{service} {event}", write


def _scene_heading(rng: np.random.Generator) -> tuple[str, Writer]:
    owner = _pick(
        rng,
        "MARA'S | OTTO'S | ELENA'S | THE OLD | THE ABANDONED | THE ROYAL | TOWN | HARBOUR | MOUNTAIN | RIVERSIDE | "
        "CENTRAL | UPPER | VICTOR'S | THE SUNKEN | THE NEW | SOUTH",
    )
    place = _pick(
        rng,
        "APARTMENT | LIGHTHOUSE | POLICE STATION | BAKERY | RAILWAY DEPOT | GREENHOUSE | OPERA HOUSE | BOATYARD | "
        "OBSERVATORY | HOTEL | TRAIN | SCHOOL | GARAGE | CHAPEL | MARKET SQUARE | WAREHOUSE | HOSPITAL | CABIN",
    )
    inside = _pick(rng, "INT. | EXT. | INTERIOR | EXTERIOR")

    def write(rng: np.random.Generator) -> Fields:
        rooms = "KITCHEN | ROOF | CORRIDOR | FRONT DOOR | BACK ROOM | STAIRS | CELLAR | OFFICE"
        room = [f"- {_pick(rng, rooms)}"] if rng.random() < 0.35 else []
        time = _pick(rng, "DAY | NIGHT | DAWN | LATER | CONTINUOUS | MOMENTS LATER")
        return [f"{inside} {owner} {place}", *room, f"- {time}"]

    return f"{owner} {place}", write


def _survey_answer(rng: np.random.Generator) -> tuple[str, Writer]:
    subject = _pick(
        rng,
        "the delivery | customer service | the mobile app | the checkout page | the return policy | the packaging | "
        "the price | the product quality | the loyalty card | the opening time | the parking | the newsletter | "
        "the waiting time | the manual",
    )
    verdict = _pick(
        rng,
        "was much too slow | could be more friendly | keeps crashing every day | is hard to understand | "
        "exceeded my expectations | is better than elsewhere | should be cheaper | needs more information | "
        "worked without any problem | changed for the worse | surprised me again",
    )

    def write(rng: np.random.Generator) -> Fields:
        opinion = [_pick(rng, "I think | honestly | in my opinion | to be fair")] if rng.random() < 0.4 else []
        closing = [_pick(rng, "thank you | please fix it | as always | this time")] if rng.random() < 0.3 else []
        return [f"{subject} {verdict}", *opinion, *closing]

    return f"{subject} {verdict}", write


DOMAINS: dict[str, Domain] = {
    "products": _product,
    "addresses": _address,
    "log lines": _log_line,
    "scene headings": _scene_heading,
    "survey answers": _survey_answer,
}


def main() -> None:
    for domain in DOMAINS:
        sample = near_duplicates(domain, seed=0, n_groups=3, mean_size=4, size_law="equal")
        print(f"\n{domain}")
        for group, text in sorted(zip(sample.groups.tolist(), sample.texts, strict=True)):
            print(f"  {group}  {text}")


if __name__ == "__main__":
    main()
