"""Real films: who is listed, who is present, which headings are read. Needs a folder of scripts, which are not shipped.

Run ``python benchmarks/films.py --scripts DIR``; the table goes to benchmarks/results/films.md, numbers only. Every
sixth title is measured (``--every``, ``--start``), so that the choice is nobody's. ``--list`` prints the first twelve
people of each film to be read by a person and writes nothing. ``--storyline FILE`` compares who is together in the
Star Wars films with a record made by hand: tab-separated groups of people, one line per moment. ``--credits FILE``
measures how many of those whom the film's credits bill first are listed first; the file is the list of characters with
their place in the credits of the Cornell Movie-Dialogs Corpus (Danescu-Niculescu-Mizil & Lee 2011).

The rules of `artefact` were written before anything was measured, and use none of the reader's own word lists.
"""

import argparse
import itertools
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr
from tables import publish

from diverseed.errors import InputError
from diverseed.screenplay import Character, Kind, Script, read
from diverseed.screenplay.vocabulary import words

FIRST = 12
BILLED = 8
_WORDS = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*")
_PAGE = words("WRITERS WRITER GENRES GENRE IMSDB SCRIPT SCRIPTS COMMENTS USER SCREENPLAY DRAFT WRITTEN TITLE")
_CAMERA = words(
    "SHOT SHOTS ANGLE CLOSE INSERT POV CAMERA CUT FADE DISSOLVE CONTINUED CONTINUOUS MONTAGE INT EXT DAY NIGHT "
    "LATER VIEW CREDITS TITLES OMITTED SCENE SUPER PAN ZOOM INTERCUT FLASHBACK"
)
_FUNCTION = words(
    "THE A AN OF ALL BOTH IN ON AT TO AND OR ONE TWO THREE IT HE SHE THEY HIS HER NO YES WITH FROM BY THEN AS UP "
    "FIRST SECOND THIRD OTHER ANOTHER"
)
_GROUP = words(
    "CROWD ALL BOTH EVERYONE EVERYBODY MEN WOMEN PEOPLE CHILDREN GROUP GANG AUDIENCE CHORUS TEAM FAMILY MOB "
    "OTHERS THEY POLICE CONGREGATION CLASS COUPLE REST"
)
_GENERIC = words(
    "MAN WOMAN BOY GIRL KID GUY PERSON LADY GENTLEMAN CHILD FELLOW FIGURE SOMEONE SOMEBODY STRANGER VOICE GUARD "
    "COP OFFICER SOLDIER"
)
_TITLES = words("MR MRS MS DR THE OF UNCLE AUNT CAPTAIN")
STORY_NAMES = {
    "CHEWIE": ("CHEWBACCA", "CHEWIE"),
    "R2-D2": ("ARTOO", "R2-D2", "ARTOO-DETOO"),
    "C-3PO": ("THREEPIO", "C-3PO", "SEE-THREEPIO"),
    "OBI-WAN": ("BEN", "OBI-WAN", "KENOBI"),
    "BOBA FETT": ("FETT", "BOBA"),
}
"""How the scripts may call the people of the record; others are called as there."""
STORY_FILMS = {"Star-Wars-A-New-Hope": (0, 58), "Star-Wars-The-Empire-Strikes-Back": (58, 128)}
"""Moments of the record that show each film: it has 200, and the second film begins where Luke is first lost alone.
The third film of the trilogy is one of the paper's six; ``--third`` adds it."""
THIRD_FILM = {"Star-Wars-Return-of-the-Jedi": (128, 200)}
PAPER_FILMS = frozenset({"Pirates-of-the-Caribbean", "Star-Wars-Return-of-the-Jedi"})
_SURE_HEADING = re.compile(r"^\s*(?:[A-Z]?\d{1,4}[A-Z]{0,2}[.)]?\s+)?(?:INT|EXT)(?:ERIOR)?[.:\s/\-][^a-z]{3,70}$")


@dataclass(frozen=True)
class Measured:
    """One film: counts of what was found, and the seconds it took."""

    artefacts: Counter[str]
    listed: int
    spoken: int
    acted: int
    sure_headings: int
    sure_read: int
    headings: int
    marked: int
    seconds: float


def chosen(folder: Path, every: int, start: int) -> list[Path]:
    """Every so-manieth script by title, without those of the paper's tables."""
    paths = sorted(path for path in folder.glob("*.txt") if path.stem not in PAPER_FILMS)
    return paths[start::every]


def ranked(script: Script) -> list[Character]:
    """People as the program lists them."""
    return list(script.characters)


def artefact(person: Character, better: Sequence[Character], written_small: Counter[str]) -> str:
    """Why an entry of the list is wrong, or an empty text.

    page : a word of the web page around the script; camera : a shot, a transition, a time of day;
    function : nothing but function words and numbers; voice : a voice of nobody; pair : two people in one entry;
    group : a plural the script also writes small, or a word for many; generic : MAN, GIRL and the like, with or
    without an adjective or number, who speaks fewer than ten times; twin : a spelling of someone ranked before;
    thing : in more than ten scenes with at most two speeches, by a word that the script mostly writes small.
    """
    words = [word.upper() for word in _WORDS.findall(person.name)]
    if not words or not _PAGE.isdisjoint(words):
        return "page"
    if not _CAMERA.isdisjoint(words):
        return "camera"
    if all(word in _FUNCTION or word.isdigit() for word in words):
        return "function"
    if words[-1] in ("VOICE", "VOICES", "V.O", "VO", "VOICEOVER"):
        return "voice"
    if re.search(r"/|&|\bAND\b", person.name.upper()):
        return "pair"
    last = words[-1].lower()
    plural = last.endswith("s") and (written_small[last] > 0 and written_small[last[:-1]] > 0)
    if not _GROUP.isdisjoint(words) or plural:
        return "group"
    bare = [word for word in words if not word.isdigit()]
    if bare[-1:] and bare[-1] in _GENERIC and person.speeches < 10:
        return "generic"
    if any(_is_twin(person.name, other.name) for other in better):
        return "twin"
    if len(person.scenes) > 10 and person.speeches <= 2 and written_small[words[-1].lower()] > len(person.scenes):
        return "thing"
    return ""


def _is_twin(one: str, other: str) -> bool:
    """Equal but for spaces, stops, 0 for O and 1 for I; or one letter apart in names of five and more."""
    a, b = (
        re.sub(r"[\W_]", "", name.upper()).replace("0", "O").replace("1", "I").replace("L", "I")
        for name in (one, other)
    )
    if a == b:
        return True
    if len(a) == len(b) >= 5:
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1 and a[0] == b[0]
    return False


def measure(path: Path) -> tuple[Script, Measured]:
    """Read one film and count."""
    start = time.process_time()
    script = read(path)
    seconds = time.process_time() - start
    people = ranked(script)[:FIRST]
    small = Counter(
        word
        for line in script.lines
        if line.kind in (Kind.NARRATIVE, Kind.DIALOGUE)
        for word in re.findall(r"\b[a-z]+", line.text)
    )
    found = Counter(artefact(one, people[:i], small) for i, one in enumerate(people))
    presences = [one for scene in script.scenes for one in scene.characters]
    sure = [line for line in script.lines if _SURE_HEADING.match(line.text)]
    headings = [line for line in script.lines if line.kind is Kind.HEADING]
    return script, Measured(
        artefacts=Counter({why: count for why, count in found.items() if why}),
        listed=len(people),
        spoken=sum(one.speaks for one in presences),
        acted=sum(not one.speaks for one in presences),
        sure_headings=len(sure),
        sure_read=sum(line.kind is Kind.HEADING for line in sure),
        headings=len(headings),
        marked=sum(bool(re.search(r"\b(?:INT|EXT|I/E)", line.text.upper())) for line in headings),
        seconds=seconds,
    )


def together(script: Script, names: Sequence[str]) -> dict[tuple[str, str], int]:
    """Scenes that every pair of the record shares in the script, as the script's people are called."""
    words = {
        one.name: {word for name in (one.name, *one.aliases) for word in _WORDS.findall(name.upper())}
        for one in script.characters
    }
    scenes = {}
    for name in names:
        accepted = STORY_NAMES.get(name, (name,))
        bearers = {one for one, own in words.items() if not own.isdisjoint(accepted)}
        scenes[name] = {scene.id for scene in script.scenes if any(one.name in bearers for one in scene.characters)}
    return {(a, b): len(scenes[a] & scenes[b]) for a, b in itertools.combinations(names, 2)}


def copresence(folder: Path, storyline: Path, films: dict[str, tuple[int, int]]) -> Iterator[tuple[str, float, int]]:
    """Spearman's rank correlation of shared scenes with shared moments of the record, per film and over all."""
    moments = [[group.split(",") for group in row.split("\t")] for row in storyline.read_text().splitlines()]
    total: tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]] = (Counter(), Counter())
    for title, (first, last) in films.items():
        part = moments[first:last]
        names = sorted({name for groups in part for group in groups for name in group})
        record = Counter(
            pair for groups in part for group in groups for pair in itertools.combinations(sorted(group), 2)
        )
        found = together(read(folder / f"{title}.txt"), names)
        pairs = list(found)
        yield title, float(spearmanr([record[p] for p in pairs], [found[p] for p in pairs])[0]), len(pairs)
        total[0].update({pair: record[pair] for pair in pairs})
        total[1].update(found)
    pairs = list(total[0])
    yield "all together", float(spearmanr([total[0][p] for p in pairs], [total[1][p] for p in pairs])[0]), len(pairs)


def billed(credits: Path) -> dict[str, dict[str, int]]:
    """Title without articles and marks -> character -> place in the credits, 1 for whom they name first."""
    found: dict[str, dict[str, int]] = {}
    for row in credits.read_text(encoding="latin-1").splitlines():
        _, name, _, title, _, place = row.split(" +++$+++ ")
        if place.strip().isdigit():
            found.setdefault(title_key(title), {})[name] = int(place)
    return found


def title_key(title: str) -> str:
    """A title as the scripts' files and the credits both spell it."""
    words = re.findall(r"[a-z0-9]+", title.lower().replace("'", ""))
    return "".join(word for word in words if word not in ("the", "a", "an"))


def leads(script: Script, credits: dict[str, int]) -> Counter[str]:
    """Of the people billed first: how many the script has, and how many are among the first listed."""
    names = [_name_words(one.name).union(*map(_name_words, one.aliases)) for one in script.characters]
    found: Counter[str] = Counter()
    for name, place in credits.items():
        rank = next((i for i, words in enumerate(names) if words & _name_words(name)), None)
        for most in (BILLED // 2, BILLED):
            found[f"billed {most}"] += place <= most
            found[f"listed {most}"] += place <= most and rank is not None and rank < BILLED
            found[f"missing {most}"] += place <= most and rank is None
    return found


def _name_words(name: str) -> set[str]:
    return {word.upper() for word in _WORDS.findall(name)} - _TITLES


def lead_rows(counts: Counter[str], films: int) -> Iterator[dict[str, object]]:
    for most in (BILLED // 2, BILLED):
        listed, people, missing = (counts[f"{what} {most}"] for what in ("listed", "billed", "missing"))
        yield {
            "figure": f"billed {most} first, listed among the first {BILLED}",
            "value": f"{100 * listed / people:.1f} % of {people} in {films} films ({missing} not in the script)",
        }


def summary(films: Sequence[Measured], refused: int) -> list[dict[str, object]]:
    """One row per figure."""
    artefacts = sum((film.artefacts for film in films), Counter[str]())
    listed = sum(film.listed for film in films)
    spoken, acted = sum(film.spoken for film in films), sum(film.acted for film in films)
    sure, headings = sum(film.sure_headings for film in films), sum(film.headings for film in films)
    seconds = [film.seconds for film in films]
    kinds = ", ".join(f"{why} {count}" for why, count in artefacts.most_common())
    rows = {
        "films read (refused)": f"{len(films)} ({refused})",
        f"artefacts among the first {FIRST}": f"{100 * artefacts.total() / listed:.1f} % of {listed}",
        "by kind": kinds or "none",
        "films without an artefact": f"{sum(not film.artefacts for film in films)}",
        "presences by speech": f"{spoken}",
        "presences by action alone": f"{acted} ({100 * acted / (spoken + acted):.1f} %)",
        "lines that begin with INT or EXT, read as headings": f"{100 * sum(f.sure_read for f in films) / sure:.2f} %",
        "headings read that hold INT or EXT": f"{100 * sum(f.marked for f in films) / headings:.1f} % of {headings}",
        "processor seconds per film: median, longest": f"{np.median(seconds):.2f}, {max(seconds):.2f}",
    }
    return [{"figure": figure, "value": value} for figure, value in rows.items()]


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripts", type=Path, required=True, help="folder of scripts as text files")
    parser.add_argument("--every", type=int, default=6)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="print the first people of each film, write nothing")
    parser.add_argument("--storyline", type=Path, help="hand-made record of who is together")
    parser.add_argument("--credits", type=Path, help="characters with their places in the credits")
    parser.add_argument("--third", action="store_true", help="compare the third Star Wars film as well")
    options = parser.parse_args()
    credits = billed(options.credits) if options.credits else {}
    found, matched = Counter[str](), 0
    films, refused = [], 0
    for path in chosen(options.scripts, options.every, options.start):
        try:
            script, measured = measure(path)
        except InputError as error:
            refused += 1
            print(f"{path.stem}: refused, {str(error)[:100]}")
            continue
        films.append(measured)
        if billing := credits.get(title_key(path.stem)):
            found, matched = found + leads(script, billing), matched + 1
        if options.list or measured.artefacts:
            people = "; ".join(f"{one.name} {len(one.scenes)}/{one.speeches}" for one in ranked(script)[:FIRST])
            print(f"{path.stem} {dict(measured.artefacts)}: {people}")
    rows = summary(films, refused)
    if matched:
        rows.extend(lead_rows(found, matched))
    if options.storyline:
        compared = STORY_FILMS | (THIRD_FILM if options.third else {})
        for title, rho, pairs in copresence(options.scripts, options.storyline, compared):
            rows.append({"figure": f"co-presence, {title}: Spearman", "value": f"{rho:.2f} over {pairs} pairs"})
    for row in rows:
        print(f"{row['figure']}: {row['value']}")
    if not options.list:
        publish(
            "films",
            rows,
            title="Real films",
            packages=["scipy"],
            notes=(
                f"Every {options.every}th title of a folder of web scripts, from number {options.start}. The rules for "
                "artefacts stand in `benchmarks/films.py` and were written before anything was measured."
            ),
        )


if __name__ == "__main__":
    main()
