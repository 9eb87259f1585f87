"""Sets of short strings with known groups, in the likeness of public sets for deduplication and log parsing.

For tests. All records and messages are invented. What they take from reality is how large groups are, how far the
lines of one group vary and how alike different groups can be.
``LIKENESSES`` gives each set as a function of a seed; ``python benchmarks/generated_likenesses.py`` prints samples.

restaurants : two city guides, a seventh of the places in both; one style of address, telephone and cuisine per guide
people : census-like records with typing errors, lost and swapped fields; households share a name and an address
citations : references to research papers in every style; a few papers cited very often, labs that write on one subject
products : titles of electronics in two or three web shops; families that differ by model number, size or colour
companies : names alone, in up to four registers; families that share the first word
affiliations : an institution as authors write it, with departments, towns, postcodes and mail addresses
headings : the scene headings of one film, many of them repeated; rooms of one house are different places
storage_log : raw lines of a distributed store, each behind its time and component; a handful of messages makes up most
phone_log : many short messages of a phone's services, some kinds seen once
questions : customers of a shop who ask for the same twenty things in their own, similar words
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")
Rng = np.random.Generator
Lines = tuple[list[str], list[int]]

GIVEN = """William Katherine James Elizabeth Robert Margaret Thomas Susan Michael Patricia Daniel Rebecca Samuel Laura
Christine Anthony Jennifer Benjamin Deborah Edward Victoria Joseph Angela Peter Simon Hannah Martin Emily Oliver Finn
Chloe Lachlan Imogen Joshua Georgia Harrison Bethany Callum Tahlia Riley Amelia Noah Isabella Kai Sienna Rosa"""
NICKNAMES = {"William": "Bill", "Katherine": "Kate", "James": "Jim", "Robert": "Bob", "Thomas": "Tom", "Daniel": "Dan"}
SURNAMES = """Abbott Barrow Castellano Draper Eriksen Fairweather Galbraith Haldane Ivers Jankowski Kessler Lindqvist
Moretti Nakamura Okafor Pemberton Quigley Rosenthal Sandoval Thackeray Underhill Vasquez Whitlock Yamada Zeller Ashby
Bergstrom Chaudhry Delacroix Easton Fitzroy Greco Holloway Ibarra Jessop Kovacs Lombard Mcbride Novak Ostrander Petrov
Rafferty Sinclair Tremblay Ueda Voss Wexler Yates Zimmer Alvarado Bright Corrigan Dunmore Engel Farrow"""
STREETS = """Maple Lexington Harbour Sycamore Grant Kingsley Prospect Magnolia Windsor Cedar Franklin Hawthorn Melrose
Chestnut Madison Orchard Wattle Banksia Clarence Juniper Marine Bellevue Vine Sunset Canal Peachtree Fairfax"""
KINDS_OF_STREET = {"Street": "St.", "Avenue": "Ave.", "Boulevard": "Blvd.", "Road": "Rd.", "Drive": "Dr."}
TOWNS = """Ashmere Norvik Talcara Brennfurt Calloway Dunsmoor Elverton Fossbury Grantham Heldrun Isenfeld Jorvale
Kestrel Lorraway Marwick Nantvieux Orrinda Pelham Quarrie Rothwell Severin Tornby Ulverdale Vanterre Westmark"""
SLOTS = {  # patterns that patterns of lines refer to
    "given": "{" + "|".join(GIVEN.split()) + "}",
    "surname": "{" + "|".join(SURNAMES.split()) + "}",
    "street": "{" + "|".join(STREETS.split()) + "}",
    "town": "{" + "|".join(TOWNS.split()) + "}",
    "ip": "10.25{0|1}.{#|1#|9#|1##}.{#|7#|1##}",
    "mac": "5{c|e}:8~:~2:{1f:07:~4|a0:b1:~~}",
    "hex": "{|~}~~~~~~",
    "chunk": "chk_{|-}{#|##|###}################",
    "big": "{67108864|67108864|#######|########}",
    "port": "{#|3#|4#|5#}###",
    "num": "{#|##|##|###}",
    "tag": "{alarm|Dim|RILJ|sync|WiFiLock|AudioMix|vpn|clock}",
    "screen": "{Main|Chat|Settings|Player|Splash|Search|Login}",
    "app": "com.{tidal.mail|orbis.chat|basis.phone|lumo.music|city.maps|nb.shop}",
}


def pick(rng: Rng, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]


def some(rng: Rng, choices: Sequence[T], n: int) -> list[T]:
    return [choices[i] for i in rng.choice(len(choices), n, replace=False)]


def chance(rng: Rng, p: float) -> bool:
    return bool(rng.random() < p)


def filled(rng: Rng, pattern: str) -> str:
    """A line of a pattern: <slots>, then one alternative of each {a|b}, then # and ~ as a decimal and a hex digit."""
    pattern = re.sub(r"<(\w+)>", lambda slot: SLOTS[slot[1]], pattern.replace("\n", ""))
    while "{" in pattern:
        pattern = re.sub(r"\{([^{}]*)\}", lambda found: pick(rng, found[1].split("|")), pattern)
    return re.sub("[#~]", lambda sign: pick(rng, "123456789" if sign[0] == "#" else "0123456789abcdef"), pattern)


def misspelt(rng: Rng, text: str) -> str:
    """One letter lost, doubled, replaced or exchanged with the next; short texts are left alone."""
    if len(text) < 4:
        return text
    i = int(rng.integers(1, len(text) - 1))
    middle = pick(
        rng, [text[i + 1], text[i] * 2 + text[i + 1], pick(rng, "aeinrst") + text[i + 1], text[i + 1] + text[i]]
    )
    return text[:i] + middle + text[i + 2 :]


def skewed(rng: Rng, n_groups: int, n_lines: int, exponent: float, *, flat: float = 0.0) -> list[int]:
    """Sizes that fall like (rank + flat) to the power of -exponent (Zipf-Mandelbrot), roughly; each at least 1."""
    weights = (np.arange(1, n_groups + 1) + flat) ** -exponent * rng.lognormal(0, 0.3, n_groups)
    return [1 + int(k) for k in rng.multinomial(n_lines - n_groups, weights / weights.sum())]


def shuffled(rng: Rng, written: list[tuple[str, int]], *, repeats: bool = True) -> Lines:
    """Lines and groups in random order, without lines that another group has (or, without repeats, any has) already."""
    owner: dict[str, int] = {}
    kept = []
    for text, group in written:
        line = " ".join(text.split())
        if line not in owner or (repeats and owner[line] == group):
            owner[line] = group
            kept.append((line, group))
    order = rng.permutation(len(kept))
    return [kept[i][0] for i in order], [kept[i][1] for i in order]


RESTAURANT = """{<surname>'s|cafe <surname>|chez <given>|the {blue|black|red} {lantern|olive|heron|table|door}|
<surname> {grill|bros.}|{la|il|casa} {fontana|stella|paloma|cantina|rosa}|<given>'s {kitchen|diner|oyster bar|bistro}|
<street> cafe|{lucky|golden|jade|royal} {dragon|palace|garden|bowl}|<town> {room|inn|tavern|steakhouse}}"""
CITIES = {"new york": "212", "los angeles": "213", "san francisco": "415", "atlanta": "404", "las vegas": "702"}


def restaurants(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    cuisines = "{american/american (new)|french/french bistro|italian|chinese/asian|seafood|steakhouses/steak houses}"
    written = []
    name = filled(rng, RESTAURANT)
    for group in range(752):
        name = name if chance(rng, 0.03) else filled(rng, RESTAURANT)  # the same: a branch elsewhere
        city, road = pick(rng, list(CITIES)), pick(rng, list(KINDS_OF_STREET))
        number, side, street = rng.integers(1, 4000), pick(rng, ["", "", "w", "e", "n"]), filled(rng, "<street>")
        phone, cuisine = filled(rng, "###-####"), filled(rng, cuisines).split("/")
        near = filled(rng, " {between <street> and <street>|near <street>|at <street>}") if chance(rng, 0.25) else ""
        place = f"{number} {side + '. ' if side else ''}{street} {KINDS_OF_STREET[road]}{near}, {city}"
        first = f"{name}, {place}, {CITIES[city]}/{phone}, {cuisine[0]}"
        names = [f"{name} restaurant", f"the {name.removeprefix('the ')}", name.replace("'s", ""), f"{name} ({city})"]
        other = pick(rng, names) if chance(rng, 0.4) else name
        west = {"w": "west ", "e": "east ", "n": "north "}.get(side, "") if chance(rng, 0.7) else ""
        town = {"new york": "new york city", "los angeles": "hollywood"}.get(city, city) if chance(rng, 0.4) else city
        place = f"{number} {west}{street} {pick(rng, [road, KINDS_OF_STREET[road]])}, {town}"
        second = f"{other}, {place}, {CITIES[city]}-{phone}, {cuisine[-1]}"
        guides = [first, second] if group < 112 else [first if chance(rng, 0.62) else second]
        written += [(line.lower(), group) for line in guides]
    return shuffled(rng, written)


def people(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    written = []
    record: list[str] = []
    for group, n_copies in enumerate(np.minimum(rng.geometric(0.42, 420) - 1, 5)):
        born = f"19{rng.integers(10, 99)}{rng.integers(1, 13):02d}{rng.integers(1, 29):02d}"
        home = [
            str(rng.integers(1, 300)),
            f"{filled(rng, '<street>')} {pick(rng, list(KINDS_OF_STREET))}",
            filled(rng, "<town>"),
        ]
        home += [filled(rng, "####"), pick(rng, ["nsw", "vic", "qld", "wa", "sa"])]
        if group and chance(rng, 0.15):  # of the household before
            given = pick(rng, [name for name in GIVEN.split() if name[0] != record[0][0]])
            record = [given, *record[1:7], born]
        else:
            record = [filled(rng, "<given>"), filled(rng, "<surname>"), *home, born]
        written.append((" ".join(record).lower(), group))
        written += [(" ".join(_miskeyed(rng, record)).lower(), group) for _ in range(n_copies)]
    return shuffled(rng, written)


def _miskeyed(rng: Rng, record: list[str]) -> list[str]:
    given, surname, number, street, suburb, postcode, state, born = record
    given = NICKNAMES.get(given, given) if chance(rng, 0.3) else given
    fields = [given, surname, number, street, suburb, postcode, state, born]
    for _ in range(int(rng.integers(1, 4))):
        i = int(rng.integers(len(fields)))
        fields[i] = misspelt(rng, fields[i]) if fields[i].isalpha() or i == 3 else fields[i]
        if i in (5, 7):
            j = int(rng.integers(1, len(fields[i])))
            fields[i] = fields[i][:j] + pick(rng, "0123456789") + fields[i][j + 1 :]
    if chance(rng, 0.3):
        fields[int(rng.integers(2, 8))] = ""
    if chance(rng, 0.1):
        fields[0], fields[1] = fields[1], fields[0]
    if chance(rng, 0.25):
        fields[3] = re.sub(r"(\w+)$", lambda kind: KINDS_OF_STREET.get(kind[0], kind[0]), fields[3])
    return fields


VENUES = """Proceedings of the {Third|Fifth|9th} International Conference on Adaptive Systems/Proc. ICAS/ICAS-YY
Proceedings of the {7th|Twelfth} National Conference on Reasoning Machines/Proc. of the Nat. Conf. on Reasoning/NCRM
Advances in Signal and Neural Computation YY/Adv. in Signal & Neural Comp./ASNC
Journal of Learning and Inference/J. Learn. Inf./JLI
Transactions on Data Engineering Practice/Trans. Data Eng. Pract./TDEP
Technical Report, Department of Computer Science, University of Elverton/Tech. rep., Univ. of Elverton/TR {9|8}#-##"""
TITLE = """{{Learning|Induction of|Pruning|On the complexity of|Fast search in|Combining|Evaluating|Towards} SUBJECT
 {from few examples|under changing costs|by weighted voting|with missing attributes|without prior knowledge}|
{A probabilistic|An incremental|A minimum description|A unified|An empirical} {framework for|approach to|study of}
 SUBJECT{| in noisy domains| on parallel machines}|{Scaling|Explaining|Visualising|Debugging} SUBJECT|
{Local feedback|Simulated annealing|Random restarts|Lazy evaluation|Background theories} for SUBJECT|
SUBJECT: {theory and practice|a tutorial|foundations|ten years later|lessons from medicine}|
The {PRISMO|HALYARD|Tern|COBALT} system: {interactive |adaptive |}SUBJECT for {planning|diagnosis|vision|mail}}"""
SUBJECTS = """decision trees/belief networks/query plans/speech signals/genetic programs/case libraries/image regions/
hidden Markov models/relational views/robot maps/text categories/parallel joins/neural controllers/logic programs"""


def citations(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    labs = [(some(rng, SURNAMES.split(), 4), subject) for subject in SUBJECTS.replace("\n", "").split("/")]
    first_names = {surname: (filled(rng, "<given>"), pick(rng, "ABDEHJLMRST")) for surname in SURNAMES.split()}
    written = []
    titles: set[str] = set()
    for group, size in enumerate(skewed(rng, 100, 900, 1.05)):
        title = ""
        while not title or title in titles:
            members, subject = pick(rng, labs)
            title = filled(rng, TITLE.replace("SUBJECT", subject))
            title = title[0].upper() + title[1:]
        titles.add(title)
        authors = [(*first_names[s], s) for s in some(rng, members, int(rng.integers(1, 4)))]
        start, year = int(rng.integers(1, 600)), str(rng.integers(1985, 1999))
        forms = filled(rng, pick(rng, VENUES.split("\n")).replace("YY", year[2:])).split("/")
        where = (str(rng.integers(2, 30)), f"{start}-{start + rng.integers(5, 30)}", year)
        written += [(_cited(rng, _authors(rng, authors), title, [forms, where]), group) for _ in range(size)]
    return shuffled(rng, written)


def _authors(rng: Rng, authors: list[tuple[str, str, str]]) -> str:
    styles = ["{g[0]}. {m}. {s}", "{s}, {g[0]}. {m}.", "{g} {s}", "{s}, {g[0]}.", "{g[0]}. {s}", "{s} {g[0]}{m}"]
    style = pick(rng, styles)
    names = [style.format(g=given, m=middle, s=surname) for given, middle, surname in authors]
    if len(names) == 1 or chance(rng, 0.05):
        return names[0] + (" et al." if len(names) > 1 else "")
    return ", ".join(names[:-1]) + pick(rng, [" and ", ", & ", ", and ", ", "]) + names[-1]


def _cited(rng: Rng, authors: str, title: str, source: list[Sequence[str]]) -> str:
    forms, (volume, pages, year) = source
    year = str(int(year) + int(rng.integers(-1, 2))) if chance(rng, 0.06) else year
    title = title if chance(rng, 0.6) else title.title() if chance(rng, 0.5) else title.lower()
    title = misspelt(rng, title) if chance(rng, 0.08) else title
    page = [f", pages {pages}", f", {volume}:{pages}", "", f", pp. {pages.replace('-', '--')}", f", vol. {volume}"]
    at = filled(rng, f"{{In |in |}}{pick(rng, forms)}{pick(rng, page)}{{|||. Kestrel Press|, San Mateo, CA}}")
    if chance(rng, 0.4):
        return f"{authors} ({year}). {title}. {at}."
    quoted = f'"{title}"' if chance(rng, 0.3) else title
    return f"{authors}{pick(rng, ['. ', ', ', ': '])}{quoted}. {at}, {year}."


PRODUCTS = """Front Load Washer/Washing Machine/3.5 Cu. Ft./27 Inch/With Steam
Digital Camera/Digital Camera/10 Megapixel/12.1 Megapixel/5x Optical Zoom/3.0-Inch LCD
LCD HDTV/LCD TV/32 Inch/40 Inch/46 Inch/1080p/720p/120Hz
In-Ear Headphones/Earphones/Noise Isolating/With Microphone/Lightweight
Cordless Phone System/Cordless Phone/DECT 6.0/With Answering System/2 Handsets/Expandable
Laser Printer/Laser Printer/Monochrome/22 ppm/Network Ready/600 dpi
Home Theater System/Home Cinema/5.1-Channel/1000 Watts/Upconverting/DVD
Microwave Oven/Microwave/1.2 Cu. Ft./1000 Watts/Over-The-Range/Countertop"""


def products(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    written = []
    models: list[str] = []
    while len(models) < 330:
        brand = filled(rng, "{Norvane|Kestrelo|Takumi|Brandt&Voss|Ohmega|Pelionix|Sorano|Veltron|Arcadis|Hutchley}")
        long, short, *features = pick(rng, PRODUCTS.split("\n")).split("/")
        series = "".join(some(rng, "ABCDFHKLMPRSTVWX", int(rng.integers(2, 4))))
        for _ in range(int(rng.geometric(0.55))):  # the models of one series
            colour = filled(rng, "{Black|White|Silver|Red|Blue|Graphite}")
            model = series + filled(rng, "{-||}{##|###|####}{|||U|SS|" + colour[0] + "}")
            about = [long, short, colour, *some(rng, features, 2)]
            if model.replace("-", "") not in models:
                shops = some(rng, range(3), int(rng.choice([1, 2, 3], p=[0.35, 0.57, 0.08])))
                written += [(_titled(rng, shop, f"{brand}/{model}", about), len(models)) for shop in shops]
                models.append(model.replace("-", ""))
    return shuffled(rng, written)


def _titled(rng: Rng, shop: int, product: str, about: list[str]) -> str:
    brand, model = product.split("/")
    long, short, colour, first, second = about
    if shop == 0:
        tail = f"{{/ {first}/ {second}/ {colour} Finish|/ {colour}|/ {first}/ {colour} Finish|}}"
        return filled(rng, f"{brand} {{|{first} |{colour} }}{long} - {model.replace('-', '')}{tail}")
    if shop == 1:
        line = filled(rng, f"{brand} {model} {{|{first}}} {short} {{|({colour})|- {colour}}}")
        return line.upper() if chance(rng, 0.1) else line
    return filled(rng, f"{model} {{{brand}|{brand.upper()}}} {{{long}|{short}}} {{{second}|{first}|{colour}|}}")


COMPANY = """{<surname>|<surname>|<town>|<given> <surname>|<surname> and <surname>|<street>|<surname> Brothers|National}
 {Foods|Precision Tools|Insurance|Manufacturing|Pharma|Steel Works|Logistics|Software|Engineering Services|Seeds|
Technologies|Motor Parts|Textiles|Capital Partners|Freight International|Dairy|Associates|Energy Group|Consulting|
Optics|Timber Supplies|Medical Devices|Printing|Marine|Packaging International}"""
SHORT = """International=Intl Manufacturing=Mfg and=& Technologies=Tech Brothers=Bros Services=Svcs Associates=Assoc.
Limited=Ltd Corporation=Corp. Company=Co Incorporated=Inc Group=Grp Insurance=Ins. Engineering=Eng National=Natl"""


def companies(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    short = dict(pair.split("=") for pair in SHORT.split())
    written = []
    for group, name in enumerate(dict.fromkeys(filled(rng, COMPANY) for _ in range(560))):
        legal = filled(rng, "{Limited|Incorporated|Corporation|GmbH|Company|LLC|S.A.|PLC}")
        for _ in range(int(rng.choice([1, 2, 3, 4], p=[0.55, 0.32, 0.09, 0.04]))):
            words = [short[w] if w in short and chance(rng, 0.35) else w for w in f"{name} {legal}".split()]
            words = words[:-1] if chance(rng, 0.25) else words
            line = " ".join(misspelt(rng, w) if chance(rng, 0.03) else w for w in words)
            line += pick(rng, [""] * 9 + [" (UK)", ", The", " - Head Office"])
            written.append((line.upper() if chance(rng, 0.25) else line.lower() if chance(rng, 0.05) else line, group))
    return shuffled(rng, written, repeats=False)


INSTITUTIONS = """University of TOWN/Univ. of TOWN/Univ TOWN
TOWN Institute of Technology/TOWN Inst. of Technology/TOWN Inst. Tech.
TOWN State University/TOWN State Univ.
Technical University of TOWN/TU TOWN/Technische Universitat TOWN
TOWN Medical School/TOWN Med. School
SURNAME Research Laboratories/SURNAME Research Labs/SURNAME Research Laboratory
National Centre for FIELD Research/National Center for FIELD Research/Natl. Ctr. for FIELD Res."""
UNIT = "{Dept. of|Department of|Dept|School of|Faculty of} {Physics|Computer Science|Biology|Mathematics|Statistics}, "


def affiliations(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    countries = {town: pick(rng, ["USA|, U.S.A.", "Germany", "UK|, United Kingdom", "Italy"]) for town in TOWNS.split()}
    written = []
    known: list[str] = []
    for group, size in enumerate(skewed(rng, 130, 850, 0.9)):
        while len(known) <= group:
            town, names = filled(rng, "<town>"), pick(rng, INSTITUTIONS.split("\n"))
            names = names.replace("TOWN", town).replace("SURNAME", filled(rng, "<surname>"))
            names = names.replace("FIELD", filled(rng, "{Polar|Ocean|Cancer|Laser|Plasma|Genome}"))
            known += [names] if names not in known else []
        country = countries[town]
        code, letters = filled(rng, "#####"), "".join(re.findall("[A-Z]", names.split("/")[0])).lower()
        place = f"{{, {town}|, {code} {town}|, {town} {code}|}}{{, {country}|, {country}|}}"
        for _ in range(size):
            line = (UNIT if chance(rng, 0.55) else "") + pick(rng, [names.split("/")[0], *names.split("/")]) + place
            written.append((filled(rng, line + (f", <surname>@{letters}.edu" if chance(rng, 0.05) else "")), group))
    return shuffled(rng, written)


PLACES = """HOME HOUSE/KITCHEN/BEDROOM/ATTIC/CELLAR/HALLWAY/GARAGE/STUDY/BATHROOM/NURSERY/+PORCH/+BACK YARD
ST. ANNE'S HOSPITAL/RECEPTION/CORRIDOR/OPERATING ROOM/ROOM 214/+ROOFTOP/+PARKING LOT
POLICE STATION/INTERVIEW ROOM/SQUAD ROOM/CHIEF'S OFFICE/EVIDENCE LOCKER/HOLDING CELL
DINER/+GAS STATION/+COUNTY ROAD 9/+CEMETERY/BUS DEPOT/MOTEL ROOM/HIGH SCHOOL GYM/+BRIDGE/COURTROOM/+FISHING PIER/BAR
BOWLING ALLEY/PAWN SHOP/+QUARRY/+TRAILER PARK/LAUNDROMAT/ABANDONED MILL/+FERRY DECK/NEWSROOM/+RADIO TOWER/CHURCH
+FOREST CLEARING/+WATER TOWER/SUPERMARKET/TV STUDIO/FLOODED TUNNEL/GUN RANGE/+HIGHWAY/+FREIGHT YARD/+BEACH/CASINO"""
TIME = """{DAY|DAY|DAY|DAY|NIGHT|NIGHT|NIGHT|MORNING|DUSK|CONTINUOUS|LATER|MOMENTS LATER|SAME TIME}
{|||||||||||| (FLASHBACK)| - RAIN}"""


def headings(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    home, driver = (name.upper() for name in some(rng, SURNAMES.split(), 2))
    *houses, single, more, last = (line.split("/") for line in PLACES.replace("HOME", home).split("\n"))
    places = [f"+{home} HOUSE", f"{driver}'S CAR", *some(rng, single + more + last, 26)]
    for house, n_rooms in zip(houses, [5, 3, 4], strict=True):
        places += [f"{house[0]}/{room}" for room in some(rng, house[1:], n_rooms)]
    written = []
    order = rng.permutation(len(places))
    for group, size in zip(order, skewed(rng, len(places), 155, 0.8), strict=True):
        where, _, room = places[group].replace("+", "").partition("/")
        side = "EXT." if "+" in places[group] else "{INT.|INT.|INT./EXT.}" if where.endswith("CAR") else "INT."
        place = f"{where}{{ - | - | - |, | / | }}{room}" if room else where
        place += "{| - MOVING| (MOVING)|, PARKED}" if where.endswith("CAR") else ""
        for _ in range(size):
            written_as = pick(rng, [f"{room}, {where}", room]) if room and chance(rng, 0.2) else place
            written.append((filled(rng, f"{side} {written_as}{{ - | - | - | -- }}{TIME}"), int(group)))
    return shuffled(rng, written)


STORAGE_LOG = """
Receiver$Stream: accepting chunk <chunk> from: /<ip>:<port> to: /<ip>:9010
Catalogue$Index: put: /<ip>:9010 now holds <chunk>, size <big>
Receiver$Stream: chunk <chunk> of length <big> stored, sent by /<ip>
Receiver$Relay: relay worker {0|1|2} for chunk <chunk> is done
Volume$Sweeper: removing chunk <chunk> file /srv/data/cur/dir<num>/<chunk>
Catalogue$Index: drop: <chunk> queued for removal from <ip>:9010
Catalogue$Index: assign: /user/{root|mlee|crawl|etl}/job_<port>/part-00### gets <chunk>
Receiver: /<ip>:9010 delivered chunk <chunk> to /<ip>
Receiver: /<ip>:9010: error while delivering <chunk> to /<ip>: java.net.SocketTimeoutException
Volume$Scanner: scan of chunk <chunk> found no fault
Catalogue$Planner: asking <ip>:9010 to copy <chunk> to <ip>:9010{| <ip>:9010}
Receiver$Mover: /<ip>:9010 starts to send <chunk> to /<ip>:9010
Receiver: sent chunk <chunk> onward to /<ip>:9010 in <num> ms
Receiver$Stream: writer of chunk <chunk> gave up: java.io.IOException: broken stream
Receiver$Relay: relay worker {0|1|2} for chunk <chunk> was interrupted after <num> ms
Volume: unexpected request to remove <chunk>: no such entry in the volume map
Catalogue$Index: put: <chunk> reported again by <ip>:9010, ignored, size <big>
Volume: length of <chunk> corrected from <big> to <big>
"""
PHONE_LOG = """
holdWakeLock token=<hex>, kind=0x{1|2}, name="<tag>", owner=<app>, uid=<port>
dropWakeLock token=<hex>, name="<tag>", held=<num>ms
display power state {bright|dim|doze|off} requested, policy={1|2|3}
visible task of window Window(<hex> u0 <app>/.<screen>) is Task(<hex> id=<num>)
volume of stream {1|2|3|5} is # of 15
notification posted by <app> id=<num> user=0 priority={0|1|2}
notification <num> of <app> cancelled, reason={1|2|8}
screen brightness goes from <num> to <num> over <num> ms
onTouchDown at x=<num>.0 y=<num>.0
animating to expanded height <num>
activity <app>/.<screen> resumed in <num> ms
activity <app>/.<screen> paused, finishing={true|false}
start process <port>:<app>/u0a1## for service <app>.<screen>Service
process <app> (pid <port>) has died: adj <num>
killing <port>:<app> (adj <num>): empty for too long
battery level ## temperature 3## voltage 4### plugged={0|1|2}
wifi scan finished, <num> results, # saved networks in range
associated with access point <mac> on channel #
signal strength level {0|1|2|3|4} asu=<num>
Alarm type {0|2} when=<big> from <app> delivered late by <num> ms
could not bind to service Intent(cmp=<app>/.<screen>Service): permission denied
GC freed <port>KB, ##% free, paused <num>us
slow frame: skipped <num> frames on the main thread of <app>
sensor {accelerometer|light|proximity|gyroscope} enabled, period <port> us
sensor {accelerometer|light|proximity|gyroscope} disabled
proximity changed to {near|far}
incoming call state {ringing|idle|offhook} on sim {0|1}
download of <app> update: ##% of <big> bytes
package <app> replaced, version <num> -> <num>
sync of account type <app> failed: HTTP {401|403|500|503}, next try in <num> s
location fix from {gps|network} accuracy <num>.# m
audio focus requested by <app> with hint {1|2|3}
fingerprint not recognised, attempt #
no route to host <ip>, retrying DNS lookup
"""

QUESTIONS = """
{Where is|What is the status of|How can I track} my {order|parcel|package}{| right now}?
I {want|would like} to {track|follow} my {parcel|order|package}{| online}, how {do I do that|does that work}
Can I {still |}{change|correct|update} the {delivery|shipping} address {of|for|on} my order?
I {entered|typed|gave} the wrong {delivery|shipping} address, {can you change it|how do I change it|please correct it}
{How do I|Can I|I want to|Please help me} cancel {my|an} order{| I placed {today|yesterday|an hour ago}}
{Please cancel my order|cancel order}, I {don't need it any more|ordered by mistake|changed my mind}
My {order|parcel|package} {arrived|came} {damaged|broken}{|, the box was crushed|, what now?}
{The item|What} I {received|got} {is|was} {broken|damaged}{|, can I get a replacement| on arrival}
You sent {me |}the wrong {item|product|size}{|, what should I do|, I ordered something else}
I {received|got} {the wrong|a different} {item|product} than {I|the one I} ordered
{How do I|What is the way to|Can I} {return|send back} {an item|a product|something I bought}{|?}
What is your return policy{|, how many days do I have to send items back| for opened items}?
When {will I|do I|am I going to} {get|receive} {my|the} {refund|money back}?
I {returned|sent back} my {item|order} {two|three} weeks ago and {still have no|there is no|have not got my} refund
{I forgot my|I can't remember my|How do I reset my} password{|, please help|, what do I do}?
The {password reset|reset password} {link|e-mail} {does not work|never arrives|has expired}
{How do I|Can you|I want to|Please} {delete|close|remove} my account{| permanently| and all my data}
I {no longer want|don't want} an account{| with you}, {please delete it|how can I close it|remove it}
{How do I|Can I|Where can I} change {my|the} e-mail {address|adress} {on|of|for} my account?
I have a new e-mail{| address}, {please update|how do I update|can you change} it {in|on} my {account|profile}
My {discount|promo|voucher} code {does not work|is not accepted|is rejected}{| at checkout}
Why {is|was} {my|the} {voucher|promo code|discount code} {invalid|not accepted|not applied}{| for my order}?
{Do you|Can you} {ship|deliver} to {Norway|Canada|Switzerland|Ireland|other countries|addresses abroad}?
{Do you offer|Do you have|Is there} international {shipping|delivery}{| to {Norway|Malta|Ireland}}?
{How much is|What are the costs of|What do I pay for} {shipping|delivery}{| for a small order| of two items}?
{Is|When is} {shipping|delivery} free{| of charge}{| for orders over 50}?
{Which|What} {payment methods|ways to pay|cards} do you {accept|take}?
{Can I|Is it possible to} pay {by|with} {invoice|bank transfer|gift card|credit card}{| in your shop}?
{My card|My credit card|The payment} was {declined|refused|rejected}{|, why?| but there is enough money on it}
{Why|I don't know why} {was|is} my {payment|card} {declined|not going through}
I was {charged|billed} {twice|two times} for {the same|one|a single} {order|purchase}
{There is|I see} a {double|duplicate|second} {charge|payment} for {my|one} order on my {card|bank statement}
{When will|Will} {this|the} {item|product|jacket|lamp} be {back in stock|available again}?
{It|This item|The blue one} is {sold out|out of stock}, {when do you get more|when is it available again}?
{Can I|How do I|I need to} get {an|the} invoice {for|of} my {order|purchase}?
{Please send me|I need|Where can I download} {the|an} invoice {for|with VAT for} my {order|company|last purchase}
{How do I|I want to|Please} unsubscribe {me |}from {the|your} {newsletter|mailing list|marketing e-mails}
{Stop sending me|I don't want|I keep getting} {your |the |}{newsletter|marketing e-mails}{|, please stop}
{How do I|Can I|What do I have to do to} {talk|speak} to {a human|an agent|a real person|someone}?
{I want to|Let me|Please let me} {talk|speak} {to|with} {a human|an agent|customer service|a real person}{| now}
"""


def storage_log(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    messages = STORAGE_LOG.strip().splitlines()
    written = []
    for group, size in enumerate(skewed(rng, len(messages), 1400, 6.0, flat=14)):
        for _ in range(size):
            day, second = 81109 + int(rng.integers(3)), int(rng.integers(86400))
            when = f"0{day} {second // 3600:02d}{second // 60 % 60:02d}{second % 60:02d} {rng.integers(13, 30)}"
            level = "WARN" if re.search("error|gave up|unexpected|interrupted|again", messages[group]) else "INFO"
            written.append((f"{when} {level} dstore.{filled(rng, messages[group])}", group))
    return shuffled(rng, written)


def phone_log(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    messages = PHONE_LOG.strip().splitlines()
    sizes = skewed(rng, len(messages), 1000, 2.2, flat=3)
    written = [(filled(rng, messages[group]), group) for group, size in enumerate(sizes) for _ in range(size)]
    return shuffled(rng, written)


def questions(seed: int) -> Lines:
    rng = np.random.default_rng(seed)
    patterns = QUESTIONS.strip().splitlines()
    written = []
    for group in range(len(patterns) // 2):
        asked: set[str] = set()
        while len(asked) < 15:
            line = filled(rng, patterns[2 * group + int(rng.integers(2))])
            line = pick(rng, ["", "", "", "", "", "Hi, ", "Hello, "]) + line + pick(rng, ["", "", "", "", " Thanks"])
            line = misspelt(rng, line) if chance(rng, 0.1) else line
            asked.add(line.lower().replace("?", "") if chance(rng, 0.25) else line)
        written += [(line, group) for line in sorted(asked)]
    return shuffled(rng, written)


_SETS = (restaurants, people, citations, products, companies, affiliations, headings, storage_log, phone_log, questions)
LIKENESSES: dict[str, Callable[[int], Lines]] = {generate.__name__: generate for generate in _SETS}


def main() -> None:
    for name, generate in LIKENESSES.items():
        lines, groups = generate(0)
        sizes = np.bincount(groups)
        print(f"\n{name}: {len(lines)} lines, {np.count_nonzero(sizes)} groups, largest {sizes.max()}")
        for group in np.argsort(-sizes, kind="stable")[[0, 3, 9]]:
            print("\n".join(["", *[line for line, g in zip(lines, groups, strict=True) if g == group][:5]]))


if __name__ == "__main__":
    main()
