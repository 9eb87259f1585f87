"""Generated records with known groups, for tests: ten kinds, six laws of group sizes, four mixes of edits.

A record kind invents a group: what tells it from others, and a writer of its lines, which are then edited word by word.
In the last two kinds every line says one of a few things about one of a few others, and requests are full of numbers.
``python benchmarks/generated_records.py`` prints samples.
"""

import re
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Rng = np.random.Generator
Writer = Callable[[Rng], str]
Group = tuple[str, Writer]

# Probabilities of: a slip of the finger, a shortened word, a word left out, one put in, two swapped, the last cut off.
MIXES = {
    "typos": (0.7, 0.1, 0.1, 0.05, 0.05, 0.0),
    "words": (0.1, 0.1, 0.25, 0.25, 0.15, 0.15),
    "short forms": (0.1, 0.6, 0.1, 0.1, 0.05, 0.05),
    "all": (1 / 6,) * 6,
}
LAWS: dict[str, Callable[[Rng, int], npt.NDArray[np.int64]]] = {
    "pairs": lambda rng, k: np.full(k, 2),
    "2 to 5": lambda rng, k: rng.integers(2, 6, k),
    "most alone": lambda rng, k: np.where(rng.random(k) < 0.8, 1, 2),
    "half alone": lambda rng, k: np.where(rng.random(k) < 0.5, 1, rng.geometric(1 / 4, k)),
    "zipf": lambda rng, k: np.maximum(1, 3 * k // np.arange(1, k + 1)),
    "about 15": lambda rng, k: rng.geometric(1 / 15, k),
}


def development_set(
    kind: str, law: str, *, seed: int = 0, n_groups: int = 90, edits: float = 0.8, mix: str = "all"
) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Texts and their groups, shuffled; ``edits`` is the mean number of edits a line."""
    rng = np.random.default_rng([seed, *map(ord, kind + law)])
    sizes = LAWS[law](rng, n_groups)
    groups = rng.permutation(np.repeat(np.arange(n_groups), sizes))
    writers: dict[str, Writer] = {}
    while len(writers) < n_groups:
        name, writer = KINDS[kind](rng)
        writers.setdefault(name, writer)
    write = list(writers.values())
    return [edited(write[group](rng), rng.poisson(edits), rng, MIXES[mix]) for group in groups], groups


def edited(line: str, n_edits: int, rng: Rng, mix: tuple[float, ...]) -> str:
    words = line.split()
    for edit in rng.choice(6, n_edits, p=mix):
        at = int(rng.integers(len(words)))
        if edit == 0:
            words[at] = _misspelt(words[at], rng)
        elif edit == 1:
            words[at] = _shortened(words[at], rng)
        elif edit == 2 and len(words) > 2:
            del words[at]
        elif edit == 3:
            words.insert(at, one(rng, "new|the|original|(2)|-|a|special|&|online|com"))
        elif edit == 4:
            other = (at + 1) % len(words)
            words[at], words[other] = words[other], words[at]
        elif edit == 5 and len(words) > 3:
            words.pop()
    return " ".join(words)


def _misspelt(word: str, rng: Rng) -> str:
    if len(word) < 4:
        return word
    at = int(rng.integers(1, len(word) - 1))
    head, letter, tail = word[:at], word[at], word[at + 1 :]
    other = "abcdefghijklmnopqrstuvwxyz"[rng.integers(26)]
    return (head + tail, head + 2 * letter + tail, head + tail[:1] + letter + tail[1:], head + other + tail)[
        rng.integers(4)
    ]


def _shortened(word: str, rng: Rng) -> str:
    if len(word) < 5:
        return word
    return (word[:3] + ".", word[:4], word[0] + re.sub("[aeiou]", "", word[1:]))[rng.integers(3)]


def one(rng: Rng, options: str) -> str:
    choices = options.split("|")
    return choices[rng.integers(len(choices))]


def invented(rng: Rng, syllables: int | None = None) -> str:
    """A word nobody has."""
    letters = ("bcdfghjklmnprstvwz", "aeiou")
    body = "".join(
        letters[i % 2][rng.integers(len(letters[i % 2]))] for i in range(2 * (syllables or rng.integers(1, 4)))
    )
    return body + ("" if rng.random() < 0.4 else "nrstlmk"[rng.integers(7)])


def _names(seed: int, n: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return list(dict.fromkeys(invented(rng) for _ in range(3 * n)))[:n]


def _zipf(rng: Rng, words: list[str], power: float = 1.0) -> str:
    """A word, the first ones far more often."""
    mass = 1 / np.arange(1, len(words) + 1) ** power
    return words[rng.choice(len(words), p=mass / mass.sum())]


SURNAMES, STREETS, TOWNS, BRANDS, SPEECH = (
    _names(11, 300),
    _names(12, 200),
    _names(13, 80),
    _names(14, 60),
    _names(15, 600),
)
TITLES = (
    "love|night|man|of|the|and|in|dark|city|girl|last|house|day|death|black|blood|world|time|return|king|lost|war|star|"
    "american|life|story|red|dead|great|secret|heart|moon|street|road|big|fire|wild|white|game|child|sea|ghost"
)


def _citation(rng: Rng) -> Group:
    authors = [(invented(rng, 2).capitalize(), "ABCDEJKLMPRST"[rng.integers(13)]) for _ in range(rng.integers(1, 4))]
    topic = (
        "learning|networks|bayesian|genetic|algorithms|decision|trees|neural|inductive|logic|boosting|feature|models|"
        "markov|probabilistic|reasoning|search|planning|knowledge|theory|queries|data|of|for|with|in|a|using|the"
    )
    title = " ".join(one(rng, topic) if rng.random() < 0.8 else invented(rng) for _ in range(rng.integers(3, 8)))
    venue = one(
        rng,
        "Proceedings of the International Conference on Machine Learning~Proc. ICML~ICML|Machine Learning Journal~"
        "Machine Learning~Mach. Learn.|Advances in Neural Information Processing Systems~NIPS~Adv. NIPS|"
        "National Conference on Artificial Intelligence~AAAI~Proc. AAAI",
    ).split("~")
    year, page = rng.integers(1985, 2000), rng.integers(1, 400)

    def write(rng: Rng) -> str:
        who = (
            ", ".join(f"{initial}. {name}" for name, initial in authors),
            " and ".join(f"{name}, {initial}." for name, initial in authors),
            f"{authors[0][0]} et al." if len(authors) > 2 else " ".join(name for name, _ in authors),
        )[rng.integers(3)]
        where = [venue[rng.integers(3)]] if rng.random() < 0.85 else []
        pages = [one(rng, f"pages {page}-{page + 12}|pp. {page}--{page + 12}")] if rng.random() < 0.4 else []
        return ". ".join([who, title, *where, *pages, *([one(rng, f"({year})|{year}")] if rng.random() < 0.8 else [])])

    return title, write


def _person(rng: Rng) -> Group:
    first = one(rng, "James|Mary|John|Linda|Robert|Susan|Karen|Peter|Anna|Laura|Paul|Mark|Julia|Emma|David|Sara")
    street = f"{rng.integers(1, 200)} {_zipf(rng, STREETS)} {one(rng, 'street|place|crescent|court|drive|close')}"
    fixed, town, code = f"{first} {_zipf(rng, SURNAMES)} {street}", _zipf(rng, TOWNS), str(rng.integers(2000, 7000))
    born = f"19{rng.integers(10, 99)}{rng.integers(1, 13):02}{rng.integers(1, 29):02}"
    return fixed, lambda rng: " ".join([fixed, *(part for part in (town, code, born) if rng.random() < 0.85)])


def _company(rng: Rng) -> Group:
    names = " ".join(_zipf(rng, SURNAMES).capitalize() for _ in range(rng.integers(1, 3)))
    trade = one(rng, "Software|Foods|Energy|Logistics|Consulting|Media|Capital|Pharma|Motors|Textiles|Bank|Insurance")
    form = one(rng, "Ltd~Limited~Ltd.|Inc~Incorporated~Inc.|GmbH~G.m.b.H.~GmbH & Co KG|LLC~L.L.C.~|plc~PLC~").split("~")
    size = one(rng, "|Holdings|Group|International|Global")
    return (
        f"{names} {trade}",
        lambda rng: f"{names} {trade} {size if rng.random() < 0.8 else ''} {form[rng.integers(3)]}".strip(),
    )


def _drug(rng: Rng) -> Group:
    name, dose = invented(rng, int(rng.integers(3, 5))).capitalize(), one(rng, "5|10|20|50|100|200|500")
    form = one(rng, "tablets~tabs~tab|capsules~caps~cap|oral solution~solution~soln|cream~crm~topical cream").split("~")
    pack, brand = one(rng, "14|20|28|30|56|100"), _zipf(rng, BRANDS)
    return f"{name} {dose}", lambda rng: " ".join(
        [name, one(rng, f"{dose} mg|{dose}mg"), form[rng.integers(3)], one(rng, f"{pack} pack|x{pack}|{pack}|")]
        + [brand] * int(rng.integers(2))
    )


def _offer(rng: Rng) -> Group:
    brand = _zipf(rng, BRANDS).capitalize()
    code = f"{invented(rng, 1).upper()}{rng.integers(10, 9999)}{one(rng, '|X|B|S|-E')}"
    things = one(
        rng,
        "LCD TV~Flat Panel LCD HDTV~HDTV|Digital Camera~Digital SLR Camera~Camera|"
        "Laser Printer~Mono Laser Printer~Printer|"
        "Refrigerator~Side-By-Side Refrigerator~Fridge|Home Theater System~Home Theatre~Speaker System|"
        "Washer~Front Load Washer~Washing Machine|Headphones~Over-Ear Headphones~Stereo Headphones",
    ).split("~")
    colour, detail = (
        one(rng, "Black|White|Silver|Stainless Steel|Red|Blue"),
        one(rng, "42'|1080p|10 Megapixel|2.4GHz|"),
    )

    def write(rng: Rng) -> str:
        thing = [things[rng.integers(3)], code][:: _sign(rng)]
        return " ".join([brand, *thing, *([detail] if rng.random() < 0.5 else []), *([colour] * int(rng.integers(2)))])

    return code, write


def _sign(rng: Rng) -> int:
    return 1 if rng.random() < 0.7 else -1


def _film(rng: Rng) -> Group:
    title = " ".join(_zipf(rng, TITLES.split("|")) for _ in range(rng.integers(1, 5))).title()
    year = rng.integers(1940, 2020)
    forms = f"{title} ({year})|{title}|{title} {year}|The {title}|{title} [DVD]|{title.upper()}"
    return title, lambda rng: one(rng, forms)


def _answer(rng: Rng) -> Group:
    core = " ".join(_zipf(rng, SPEECH, 0.8) for _ in range(rng.integers(2, 6)))
    return core, lambda rng: f"{one(rng, '|||i think|really|the|my')} {core} {one(rng, '|||please|a lot|!')}"


def _heading(rng: Rng) -> Group:
    """One location of a screenplay with four rooms: its lines name the location, mostly with a room and a time."""
    place = one(rng, "HOUSE|APARTMENT|SHIP|PALACE|OFFICE|STATION|TEMPLE|HOTEL|CASTLE|SCHOOL|CAMP|BAR|STREET|VILLAGE")
    name = one(rng, "{a}'S {p}|{a} {p}|{p} OF {a}|{a}|THE {p}|{p}").format(a=invented(rng).upper(), p=place)
    rooms = [one(rng, "KITCHEN|BEDROOM|HALLWAY|BRIDGE|ROOF|BASEMENT|ENTRANCE|STAIRS|BALCONY|GATE") for _ in range(4)]
    inside = rng.random()

    def write(rng: Rng) -> str:
        room = rooms[rng.integers(4)]
        where = one(rng, f"{name} - {room}|{name}, {room}|{room}, {name}|{name} {room}") if rng.random() < 0.5 else name
        time = f" - {one(rng, 'DAY|DAY|NIGHT|NIGHT|DAWN|DUSK|LATER|CONTINUOUS')}" if rng.random() < 0.8 else ""
        return f"{'INT.' if rng.random() < inside else 'EXT.'} {where}{time}"

    return name, write


def _request(rng: Rng) -> Group:
    team = one(rng, "red team|night shift|warehouse crew|sales desk|it support|north branch|finance|kitchen staff")
    problem = one(
        rng,
        "printer does not start|cannot log in to the portal|invoice was sent twice|door lock is broken|"
        "order never arrived|screen stays black|meeting room is occupied|password has expired|heating is too cold|"
        "phone line is dead|badge reader fails|lamp flickers|coffee has run out",
    )

    def write(rng: Rng) -> str:
        number = f"{one(rng, 'ticket|case|request')} {rng.integers(1000, 99999)}"
        return f"{number} {team}: {problem} {one(rng, f'||urgent|cost {rng.integers(1, 900)}.{rng.integers(10, 99)}')}"

    return f"{team} {problem}", write


def _dish(rng: Rng) -> Group:
    main = one(rng, "chicken|beef|tofu|salmon|lamb|prawn|vegetable|mushroom|duck|pork|egg|lentil")
    style = one(rng, "green curry|fried rice|noodle soup|pad thai|burger with fries|caesar salad|wrap|stew|pie|skewers")
    name = f"{main} {style}"
    return name, lambda rng: f"{name} {one(rng, f'||{rng.integers(5, 20)}.50|spicy|(large)|new')}"


KINDS: dict[str, Callable[[Rng], Group]] = {
    "citations": _citation,
    "persons": _person,
    "companies": _company,
    "medicines": _drug,
    "offers": _offer,
    "films": _film,
    "answers": _answer,
    "headings": _heading,
    "requests": _request,
    "dishes": _dish,
}


def main() -> None:
    for kind in KINDS:
        texts, groups = development_set(kind, "2 to 5", n_groups=3)
        print(
            f"\n{kind}",
            *(f"  {group}  {text}" for group, text in sorted(zip(groups.tolist(), texts, strict=True))),
            sep="\n",
        )


if __name__ == "__main__":
    main()
