"""Three more kinds of generated record: restaurants, songs, organisations.

The interface is that of ``near_duplicates``: a domain invents a group and gives its name and a writer of its lines.
"""

from collections.abc import Callable

import numpy as np

Fields = list[str]
Writer = Callable[[np.random.Generator], Fields]


def _one(rng: np.random.Generator, options: str) -> str:
    choices = options.split(" | ")
    return choices[rng.integers(len(choices))]


def _invented(rng: np.random.Generator, syllables: int) -> str:
    """A name nobody has."""
    parts = (
        "ba be bo ca co da de do fa fe ga go ha ka la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se ta te to va"
    )
    endings = "n r s l ck nd rt st m x"
    word = "".join(_one(rng, parts.replace(" ", " | ")) for _ in range(syllables))
    return (word + (_one(rng, endings.replace(" ", " | ")) if rng.random() < 0.5 else "")).capitalize()


def _restaurant(rng: np.random.Generator) -> tuple[str, Writer]:
    kind = _one(
        rng, "Cafe | Grill | Bistro | Kitchen | Trattoria | Diner | Brasserie | House | Oyster Bar | Steakhouse"
    )
    name = _one(rng, "{a} {k} | The {k} at {a} | {a} & {b} | {a}'s {k} | {k} {a} | {a}").format(
        a=_invented(rng, int(rng.integers(2, 4))), b=_invented(rng, 2), k=kind
    )
    number, street = (
        rng.integers(1, 9999),
        _one(
            rng,
            "Broadway | Sunset Blvd. | Main St. | Fifth Ave. | Ocean Ave. | Peachtree Rd. | Market St. | "
            "La Brea Ave. | W. 57th St. | Columbus Ave. | Melrose Ave. | Canal St. | E. 12th St. | Hudson St. | "
            "Ventura Blvd.",
        ),
    )
    city = _one(rng, "New York | Los Angeles | San Francisco | Atlanta | Las Vegas | Santa Monica | Brooklyn")
    area, first, last = rng.integers(200, 999), rng.integers(200, 999), rng.integers(1000, 9999)
    food = _one(rng, "American | Italian | French | Seafood | Chinese | Steak | Californian | Delis | Mexican | Asian")

    def write(rng: np.random.Generator) -> Fields:
        where = [_one(rng, f"{street} | {street.replace('.', '')} | {street} between 1st and 2nd")]
        phone = _one(rng, f"{area}/{first}-{last} | {area}-{first}-{last} | ({area}) {first} {last}")
        cooking = [_one(rng, f"{food} | {food} | {food} (new) | Continental")] if rng.random() < 0.7 else []
        return [name, f"{number} {where[0]}", city if rng.random() < 0.8 else "", phone, *cooking]

    return f"{name} {number}", write


def _song(rng: np.random.Generator) -> tuple[str, Writer]:
    nouns = "Love | Night | Rain | Fire | Heart | Road | Summer | Dream | River | Moon | Star | Home | Blues | Girl"
    adjectives = "Blue | Lonely | Wild | Broken | Golden | Last | Sweet | Silent | Crazy | Endless | Little | Burning"
    artist = _one(rng, "{a} {b} | The {c}s | {a} {b} and the {c}s | DJ {a} | {a}").format(
        a=_invented(rng, 2), b=_invented(rng, 2), c=_one(rng, nouns)
    )
    title = _one(
        rng, "{x} {n} | {n} of {m} | {n} in the {m} | My {x} {n} | When the {n} Falls | {n} {m} | Dancing {n}"
    ).format(x=_one(rng, adjectives), n=_one(rng, nouns), m=_one(rng, nouns))
    album = f"{_one(rng, adjectives)} {_invented(rng, 2)}"
    year = int(rng.integers(1965, 2020))

    def write(rng: np.random.Generator) -> Fields:
        version = [_one(rng, "(Live) | (Remastered) | [Radio Edit] | - Single Version | (Album Version)")]
        extra = (
            [_one(rng, f"{album} | {album} ({year}) | {year} | 0{rng.integers(1, 10)}")] if rng.random() < 0.5 else []
        )
        who = _one(rng, f"{artist} | {artist} | {artist.upper()} | {artist} feat. {_invented(rng, 2)}")
        return [title, who, *(version if rng.random() < 0.35 else []), *extra]

    return f"{artist} {title}", write


def _organisation(rng: np.random.Generator) -> tuple[str, Writer]:
    place = _invented(rng, int(rng.integers(2, 4)))
    subject = _one(
        rng,
        "Physics | Computer Science | Chemistry | Mathematics | Biology | Electrical Engineering | Medicine | Law | "
        "Materials Science | Economics | Statistics | Molecular Biology",
    )
    long, short = (
        _one(
            rng,
            "University of {p}~Univ. of {p} | {p} University~{p} Univ | {p} Institute of Technology~{p} Inst. Tech. | "
            "Technical University of {p}~TU {p} | {p} National Laboratory~{p} Natl. Lab. | "
            "{p} State University~{p} State Univ.",
        )
        .format(p=place)
        .split("~")
    )
    country = _one(rng, "Germany | USA | France | Italy | Japan | UK | Canada | Sweden | China | Spain")
    code = rng.integers(10000, 99999)

    def write(rng: np.random.Generator) -> Fields:
        department = _one(
            rng, f"Department of {subject} | Dept. of {subject} | Dept {subject} | Institute of {subject}"
        )
        town = [_one(rng, f"{place} | {code} {place} | {place} {code}")] if rng.random() < 0.5 else []
        return [
            f"{department}, {long if rng.random() < 0.6 else short}",
            *town,
            *([country] if rng.random() < 0.7 else []),
        ]

    return f"{subject} {long}", write


MORE_DOMAINS = {"restaurants": _restaurant, "songs": _song, "organisations": _organisation}
