"""Twelve kinds of generated short lines with known groups, for tests; all content invented.

``MIXED`` maps a name to a function of a seed that gives the shuffled lines and the group of each. No two lines of
different groups are the same string. ``python benchmarks/generated_mixed.py`` prints sizes and samples.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import product
from typing import Any

import numpy as np

Rng = np.random.Generator
Lines = tuple[list[str], list[int]]


def _pick(rng: Rng, options: str | Sequence[Any]) -> Any:
    """One of the options, a string being options parted by bars."""
    listed = options.split("|") if isinstance(options, str) else options
    return listed[int(rng.integers(len(listed)))]


def _parted(text: str) -> list[str]:
    """The entries of a list written over several lines."""
    return [entry.strip() for entry in text.replace("\n", "").split(";")]


def _shorts(text: str) -> dict[str, str]:
    """``word=short|shorter`` entries as a dictionary."""
    return dict(entry.split("=") for entry in _parted(text))


def _amount(low: int, high: int) -> Callable[[Rng], str]:
    """Numbers spread evenly over the orders of magnitude between two bounds."""
    return lambda rng: str(int(np.exp(rng.uniform(np.log(low), np.log(high)))))


def _hex(length: int) -> Callable[[Rng], str]:
    return lambda rng: "".join(rng.choice(list("0123456789abcdef"), length))


# What a {slot} of a template is filled with: options, or a function.
OPTIONS = """user=anna|bram|carla|dmitri|elif|farid|greta|hugo|ines|jonas|karim|lena;
noun=order|invoice|client|stock|parcel|ledger|audit|price;
host=fs1|fs2|gate|mail2|web-03|web-04|printhost|vault|backup.office.example|ntp1.example|mx.partner.example;
table={noun}s|{noun}_history|{noun}_lines;
job=rotate-logs|thumbnails|sync_contacts|/usr/local/bin/report.sh|/opt/tidy/run --all|clean-tmp|index mail;
vol=/srv/data|/home|/var|/srv/photos|vg0/mail;nic=eth0|eth1|vlan20|wlan0;dev=sda|sdb|sdc|nvme0;
printer=laser-2nd-floor|plotter|copyroom|reception;module=core|web.forms|billing|import.csv|auth|search-index|ui;
package=libpixel|tinyhttp|datekit|yamlet|colorlog|gridview|wide-embed;agent=linux-a1|linux-a2|mac-mini|win-07;
branch=main|release/4.2|feature/new-login|fix-1882|hotfix/tax|feature/dark-mode;
sql=SELECT * FROM {table} WHERE id > {num}|UPDATE {table} SET state TO 'paid' WHERE client IN ({num}, {num})|
SELECT count(*) FROM {table}|INSERT INTO {table} (id, note) VALUES ({num}, 'x')|DELETE FROM {table} WHERE id < {num}|
SELECT a.name, sum(b.total) FROM {table} a JOIN {table} b USING (id) GROUP BY 1;
mail={user}@office.example|{user}.{user}@partner.example|info@{noun}.example|noreply@shop.example;
ver={small}.{small}.{small}|{small}.{small}|{small}.{num}.0-rc{small};
path=/home/{user}/{file}|/shared/{noun}s/{file}|/shared/projects/2023/{noun}/{file}|/archive/{date}/{file};
file={noun}.xlsx|{noun}_final.odt|{noun}-{small}.pdf|IMG_{num}.jpg|{noun}_old.csv;
test=test_{noun}_total|test_{noun}_is_saved|test_{noun}_rejects_empty|test_{noun}_round_trip|test_empty_{noun};
src=src/{noun}/view.ts|src/{noun}/model.py|src/{noun}/parser.c|lib/{noun}.py|src/api/{noun}_client.ts;
field=Optics|Soil Chemistry|Bridge Building|Number Theory|Bee Keeping|Marine Biology|Medieval Law|Bread|Glass|Tides;
quality=Silent|Crooked|Winter|Salt|Hidden|Golden;site=Garden|Orchard|Tower|Lantern|Bell|River;
creature=Sparrow|Miller|Comet|Fox;town=Harford|Ashby|Brackley|Elsburgh|Fenton|Oakham|Pelton|Yardley;contd=(CONT'D);
dur={small}s|{small}m{small}s|0.{small}s|{small} s"""
SLOTS: dict[str, str | Callable[[Rng], str]] = {
    **_shorts(OPTIONS),
    "ip": lambda rng: f"{_pick(rng, '10.2.0|10.2.1|192.0.2|198.51.100')}.{rng.integers(2, 250)}",
    "mac": lambda rng: ":".join(_hex(2)(rng) for _ in range(6)),
    "ms": lambda rng: f"{rng.uniform(0.1, 900):.{rng.integers(1, 4)}f} ms",
    "pct": lambda rng: f"{rng.integers(3, 99)}%",
    "date": lambda rng: f"2024-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}",
    "clock": lambda rng: f"{rng.integers(24):02}:{rng.integers(60):02}:{rng.integers(60):02}",
    "qid": lambda rng: _hex(10)(rng).upper(),
    "pos": lambda rng: f"{rng.integers(9)}/{_hex(7)(rng).upper()}",
    "num": _amount(2, 90000),
    "bytes": _amount(300, 90_000_000),
    "pid": _amount(400, 32000),
    "port": _amount(1025, 65000),
    "small": _amount(1, 50),
    "sha": _hex(8),
}


def _written(rng: Rng, template: str) -> str:
    """The template with one of each ``(a|b)`` taken, innermost first, and each ``{slot}`` filled."""
    while (text := re.sub(r"\(([^()]*\|[^()]*)\)", lambda m: _pick(rng, m[1]), template, count=1)) != template:
        template = text

    def filled(match: re.Match[str]) -> str:
        slot = SLOTS[match[1]]
        return _written(rng, _pick(rng, slot)) if isinstance(slot, str) else slot(rng)

    return re.sub(r"\{(\w+)\}", filled, template)


def _typed(rng: Rng, template: str) -> str:
    """The template written by hand: a capital first or none at all, now and then a slip."""
    text = _misspelt(rng, _written(rng, template), 0.07)
    return text.lower() if rng.random() < 0.2 else text[0].upper() + text[1:]


def _abbreviated(rng: Rng, text: str, short: dict[str, str], rate: float) -> str:
    """Each word that has short forms replaced by one of them at the rate."""
    return " ".join(_pick(rng, short[w]) if w in short and rng.random() < rate else w for w in text.split(" "))


def _misspelt(rng: Rng, text: str, rate: float) -> str:
    """At the rate, one inner letter left out, doubled or swapped with the next."""
    places = [m.start() + 1 for m in re.finditer(r"(?=[A-Za-z]{4})", text)]
    if not places or rng.random() >= rate:
        return text
    i = _pick(rng, places)
    this, after = text[i], text[i + 1]
    return f"{text[:i]}{_pick(rng, [after, this + this + after, after + this])}{text[i + 2 :]}"


def _zipf(rng: Rng, n_groups: int, n_lines: int, power: float) -> list[int]:
    """Sizes of at least one that fall as a power of a random rank."""
    weights = rng.permutation(np.arange(1, n_groups + 1) ** -power)
    return [int(1 + c) for c in rng.multinomial(n_lines - n_groups, weights / weights.sum())]


def _sizes(rng: Rng, n_groups: int, shares: Sequence[float]) -> list[int]:
    """Sizes 1, 2, ... drawn with the given shares."""
    return [int(1 + s) for s in rng.choice(len(shares), n_groups, p=np.array(shares) / sum(shares))]


def _some(rng: Rng, options: Sequence[Any], count: int) -> list[Any]:
    return [options[i] for i in rng.permutation(len(options))[:count]]


def _assembled(
    rng: Rng, write: Callable[..., str], groups: Sequence[Any], sizes: Sequence[int], *, repeats: bool = False
) -> Lines:
    """Lines ``write(rng, *group)``, shuffled; one that is there (with repeats: elsewhere) is drawn anew or dropped."""
    owner: dict[str, int] = {}
    pairs: list[tuple[str, int]] = []
    for label, (group, size) in enumerate(zip(groups, sizes, strict=True)):
        for _ in range(size):
            drawn = (" ".join(write(rng, *group).split()) for _ in range(20))
            line = next((s for s in drawn if s not in owner or (repeats and owner[s] == label)), None)
            if line is not None:
                owner[line] = label
                pairs.append((line, label))
    shuffled = [pairs[i] for i in rng.permutation(len(pairs))]
    return [line for line, _ in shuffled], [label for _, label in shuffled]


TOWNS = _parted("""Kelbridge;Harford;Westerham;Marwick;Thornmouth;Ashby;Brackley;Dunfield;Elsburgh;Fenton;Garside;
Holmwick;Ivorden;Lanford;Netherby;Oakham;Pelton;Rushmere;Selwick;Tarnley;Ulverham;Wexton;Yardley""")
HOSPITALS = _parted("""Saint Mary's Hospital, {t};Saint Luke's Hospital, {t};Saint John's Hospital, {t};
Royal {t} Infirmary;{t} General Hospital;{t} District Hospital;{t} Children's Hospital;{t} University Medical Centre;
{t} Eye Hospital;Harold Finch Memorial Hospital, {t};{t} Community Hospital;{t} Heart Centre;Holy Cross Clinic, {t};
{t} Women's Hospital;Queen Anne Hospital, {t};{t} Rehabilitation Centre;Edith Moore Hospice, {t};
{t} Psychiatric Hospital""")
HOSPITAL_SHORT = _shorts("""Hospital=Hosp|Hosp.|Hospital Trust;Hospital,=Hosp.,|Hosp,;Saint=St|St.;General=Gen|Gen.;
District=Dist.|Distr.;Children's=Childrens|Child.;Royal=R.;University=Univ|Univ.;Medical=Med|Med.;Centre=Center|Ctr;
Memorial=Mem.|Meml;Infirmary=Infirm.;Community=Comm.|Cmty;Women's=Womens;Rehabilitation=Rehab""")


def _hospital(rng: Rng, name: str, town: str) -> str:
    text = _abbreviated(rng, name.replace("{t}", town), HOSPITAL_SHORT, 0.45)
    if ", " not in text:
        text += _pick(rng, ["", "", f", {town}", f" ({town})"])
    elif rng.random() < 0.3:
        text = _pick(rng, ", | - ").join(reversed(text.split(", ")))
    text = _misspelt(rng, text, 0.15).replace("'", _pick(rng, "'|'|"))
    return text.upper() if rng.random() < 0.15 else text


def hospitals(rng: Rng) -> Lines:
    """Merged lists of hospitals with towns: mostly single, some pairs, few of three."""
    groups = _some(rng, list(product(HOSPITALS, TOWNS)), 310)
    return _assembled(rng, _hospital, groups, _sizes(rng, 310, [0.68, 0.25, 0.07]))


SYMPTOMS = _parted("""{c} crashes {w}|Crash in {c} {w}|{c}: crash {w}|App crashes in {c} {w};{c} freezes {w}|
{c} freezes completely {w}|UI freeze in {c} {w}|[{c}] freeze {w};{c} is blank {w}|Blank {c} {w}|
{c} shows a blank page {w}|{c} stays blank {w};{c} very slow {w}|Slow {c} {w}|{c} is extremely slow {w}|
Slowness in {c} {w};{c} flickers {w}|Flickering {c} {w}|{c}: flicker {w}|{c} keeps flickering {w};
Changes in {c} are lost {w}|{c} loses changes {w}|{c}: changes not saved {w}|Lost my changes in {c} {w};
Keyboard shortcuts ignored by {c} {w}|{c} ignores keyboard shortcuts {w}|{c}: shortcuts don't work {w};
{c} shows wrong date {w}|Wrong date in {c} {w}|{c}: date is wrong {w}|Date wrong by one day in {c} {w};
Text is cut off in {c} {w}|{c}: text cut off {w}|{c} cuts off text {w}|Text truncated in {c} {w};Memory leak in {c} {w}|
{c} leaks memory {w}|{c}: memory usage grows {w}|{c} memory grows and grows {w};High CPU usage in {c} {w}|
{c} uses 100% CPU {w}|{c}: CPU at 100% {w}|100% CPU load from {c} {w}""")
CONDITIONS = _parted("""with dark theme|in dark mode|when dark theme is on;on second monitor|with a second monitor;
after waking from sleep|after sleep|on wake from sleep;when network is down|without network|if network is lost;
with French locale|in French|when language is French;after update to 5.2|since 5.2|in version 5.2;with large files|
when opening a large file|if file is large;when pasting an image|after pasting images|on image paste;
for non-admin users|when not admin|with non-admin account;when battery is low|on low battery|with low battery;
with touch screen|on touch screens|using touch screen;when zoomed to 200%|at 200% zoom|with zoom 200%""")
COMPONENTS = _parted("Calendar;Export dialog;Search panel;Address book;Toolbar;Print preview;Settings page;Map view")


def bug_titles(rng: Rng) -> Lines:
    """Titles in an issue tracker: most bugs reported once, some two to five times in similar words."""
    groups = []
    for symptom, when, component in _some(rng, list(product(SYMPTOMS, CONDITIONS, COMPONENTS)), 170):
        title = f"({symptom})".replace("{c}", component).replace("{w}", f"({when})")
        groups.append((title + "(|||||| [regression]|!| [5.{small}]| on Linux)",))
    return _assembled(rng, _typed, groups, _sizes(rng, 170, [0.6, 0.2, 0.1, 0.06, 0.04]))


TITLES = _parted("""Introduction to {field};A History of {field};{field}: Theory and Practice;
{field}: A Practical Guide;Essays on {field};Modern {field};The {quality} {site};The {site} and the {creature};
{quality} {site}s: A Novel;The Last {site} of {town};Letters from {town};The {site} in {town}""")
AUTHORS = _parted("""Helen Marsh;Peter Marsh;Johan Lindqvist;Ana Maria Ruiz;Thomas Okoro;Ruth Abelson;William T. Hale;
Mei Tanaka;Louise Garnier;George Whitlock;Ivan Petrenko;Sarah Whitlock;Olaf Berg;Nadia Rahman;Edmund Croft;
Clara Vogel""")
CARDS = _parted("""{title} / {first} {last}. - {imprint}, {year}. - {pages} p.;{last}, {first}: {title}. {year};
{last}, {first}. {title}. {imprint}, {year};{title} by {first} {last};{title} / {last} ({year});{last}. {title};
{last}, {initials} {title}. {imprint} {year};{first} {last} - {title};{title} [{last}, {first}]""")
IMPRINTS = "London : Quill Press|Leiden : Harbour & Sons|Boston : North Gate|Edinburgh : University Press"
CARD_SHORT = _shorts("Introduction=Intro.|Introd.;and=&;History=Hist.;Practical=Pract.")


def _card(rng: Rng, title: str, author: str, imprint: str, year: int, pages: int) -> str:
    title = _abbreviated(rng, title, CARD_SHORT, 0.2).removesuffix(_pick(rng, ": A Novel|#|#"))
    if title.startswith(("The ", "A ")) and rng.random() < 0.2:
        title = "{1}, {0}".format(*title.split(" ", 1))
    first, last = author.rsplit(" ", 1)
    parts = {"title": title.upper() if rng.random() < 0.1 else title, "first": first, "last": last, "imprint": imprint}
    parts |= {"initials": " ".join(name[0] + "." for name in first.split()), "year": str(year), "pages": str(pages)}
    return _misspelt(rng, _pick(rng, CARDS).format(**parts).replace("..", "."), 0.08)


def catalogue(rng: Rng) -> Lines:
    """Records of a union catalogue, every book entered by three to six libraries, each in its own style."""
    titles = sorted({_written(rng, _pick(rng, TITLES)) for _ in range(150)})
    groups = [
        (title, _pick(rng, AUTHORS), _pick(rng, IMPRINTS), rng.integers(1921, 2019), rng.integers(90, 620))
        for title in _some(rng, titles, 85)
    ]
    return _assembled(rng, _card, groups, [int(s) for s in rng.integers(3, 7, len(groups))])


SPOONS = "(1|2|3|1/2|½|1½) (tbsp|tsp|tablespoons|teaspoon|tbsp.)"
FOODS = {  # amounts ; preparations : ingredients
    f"{SPOONS}|{SPOONS}|(50|100|250|400)( |)ml|(1|2|½|¼) (cup|cups);|divided|plus extra|to serve": """olive oil;
sunflower oil;sesame oil;soy sauce;fish sauce;red wine vinegar;double cream;whole milk;coconut milk;chicken stock;
vegetable stock;lemon juice;maple syrup;dry white wine;tomato ketchup;(|runny |clear )honey""",
    f"{SPOONS}|a pinch of|(1|2) (heaped |level |)tsp;|or to taste|to taste|toasted": """ground cumin;ground coriander;
ground ginger;cinnamon;(|hot |sweet )smoked paprika;turmeric;(|freshly ground |cracked )black pepper;sea salt(| flakes);
dried oregano;baking powder;bicarbonate of soda;vanilla extract;chil(l|)i flakes;(|freshly grated )nutmeg""",
    "(25|50|125|200|350|500)( |)g|(1|2|1/3|½) (cup|cups)|(4|8|12) oz;|plus extra|at room temperature": """plain flour;
self(-| )raising flour;caster sugar;(|soft )(dark |light |)brown sugar;icing sugar;(|unsalted |cold )butter;
cream cheese;cheddar(| cheese);parmesan(| cheese);basmati rice;red lentils;(|rolled |porridge )oats;cocoa powder;
ground almonds;greek yog(h|)urt;spaghetti;chocolate chips;desiccated coconut;breadcrumbs""",
    "1|2|3|(1|2|4) (large|small|medium)|(200|450)( |)g;|finely chopped|chopped|sliced|halved": """red onion(|s);
white onion(|s);spring onion(|s);carrot(|s);celery stick(|s);red pepper(|s);green chil(l|)i(|es);courgette(|s);
sweet potato(|es);(waxy |new |)potatoes;cherry tomatoes;chicken breast(|s);chicken thigh(|s);egg(|s);lime(|s);leek(|s);
garlic clove(|s);(button |chestnut |)mushrooms;cooking apple(|s);(|ripe )banana(|s);(|fresh )salmon fillet(|s)""",
    "a handful of|(1|½) bunch|a few sprigs of|(1|2) tbsp|(10|20)( |)g;|chopped|leaves only|torn|to garnish": """chives;
(fresh |)(flat-leaf |)parsley;fresh coriander;(fresh |)basil(| leaves);mint(| leaves);fresh thyme;fresh rosemary""",
}


def _ingredient(rng: Rng, amounts: str, preparations: str, name: str) -> str:
    amount, thing, preparation = _written(rng, f"({amounts})"), _written(rng, name), _pick(rng, preparations)
    tail = f", {preparation}" if preparation and rng.random() < 0.7 else ""
    after = amount.removesuffix(" of").removesuffix(" a")
    shapes = [f"{thing.capitalize()}{tail}", f"{thing}, {after}{tail}", f"{thing.capitalize()} ({after})"]
    return _misspelt(rng, _pick(rng, [f"{amount} {thing}{tail}"] * 6 + shapes), 0.03)


def ingredients(rng: Rng) -> Lines:
    """Ingredient lines of many recipes; the group is the ingredient, whatever its amount and preparation."""
    groups = [(*kind.split(";"), name) for kind, names in FOODS.items() for name in _parted(names)]
    return _assembled(rng, _ingredient, groups, _zipf(rng, len(groups), 620, 0.8))


BUILD = """Checked out {sha} on {branch};Preparing workspace on {agent};Build #{pid} queued, waiting for a free agent;
Build #{pid} of {branch} started by {user};Build #{pid} of {branch} succeeded in {dur};Build #{pid} failed after {dur};
Compiling {src};{src}:{small}:{small}: warning: '{noun}' is never used;
{src}:{small}: warning: '{noun}_v1' is deprecated;{src}:{small}:{small}: error: unknown name '{noun}';
PASS {module} {test} ({dur});FAIL {module} {test} ({dur});SKIP {module} {test};Fetching {package} {ver};
Using cached {package} {ver};Could not resolve {package} >= {ver};
Summary: {num} tests ok, {small} failed, {small} left out, {dur};Restored cache {sha} ({bytes} bytes);
No cache found for key {sha};Uploaded artifact {noun}-{ver}.zip ({bytes} bytes);
Agent {agent} lost connection, retrying in {small} seconds;Step '{module}' timed out after {small} minutes;
Coverage {pct}, was {pct};Linking {module} ({num} objects);Retrying upload of {noun}-{ver}.zip, attempt {small};
Disk space on {agent} below {small} GB;Pushed image registry.example/{noun}:{sha}"""
OFFICE = """nightjob: started {job} as {user};nightjob: {job} finished in {dur};
nightjob: {job} failed with status {small};nightjob: {job} skipped, previous run {pid} still active;
mailrelay: {qid}: accepted from <{mail}>, {bytes} bytes;mailrelay: {qid}: delivered to <{mail}> through {host} in {dur};
mailrelay: {qid}: no such mailbox <{mail}>, sent back;mailrelay: {qid}: {host} does not answer, next try in {dur};
mailrelay: {qid}: removed from queue;mailrelay: client {ip} turned away, listed at {host};
mailrelay: {num} messages in queue, oldest waits {dur};leased: {mac} asks for an address on {nic};
leased: offered {ip} to {mac} on {nic};leased: {mac} took {ip} for {small} h;leased: {ip} given back by {mac};
leased: no free address left on {nic};leased: {ip} already in use by {mac}, marked bad;
diskwatch: {dev} temperature {small} C;diskwatch: {dev} has {num} sectors to be remapped;diskwatch: {vol} is {pct} full;
diskwatch: {dev} self-test completed without error;diskwatch: quota of {user} on {vol} exceeded by {num} MB;
backup: run {num} begins, {vol} to {host};backup: {num} files ({bytes} bytes) copied in {dur};backup: checked {vol}, ok;
backup: cannot read {path}: no permission;backup: {path} changed while it was copied;backup: old set {date} deleted;
login: {user} came in from {ip} with key {sha};login: {user} came in from {ip} with password;login: {user} left;
login: wrong password for {user} from {ip} port {port};login: unknown user {noun} from {ip} port {port};
login: {user} runs {job} as root;printq: job {num} of {user}: {small} pages on {printer};printq: {printer} out of paper;
printq: {printer} does not respond, job {num} held;printq: job {num} cancelled by {user};timesync: clock set by {ms};
timesync: offset {ms} to {host};timesync: {host} lost, now using {host};share: {user} opened {path} for writing;
share: {path} locked by {user}, {user} waits;share: {ip} idle for {dur}, dropped;power: on battery, {pct} left;
power: mains back after {dur};core: {nic} link down;core: {nic} link up at {num} Mbit;
core: out of memory, ended process {pid} of {user};filter: dropped {ip}:{port} to {ip}:{port} on {nic};
updates: {noun}-tools {ver} replaced by {ver}"""
DATABASE = """INFO slow statement, {ms}: {sql};INFO {sql} took {ms};INFO checkpoint begun at {pos};
INFO checkpoint done: {num} pages, {ms} writing, {ms} syncing;WARN checkpoints follow each other every {small} s;
INFO session {pid} opened for {user} from {ip}:{port};INFO session {pid} of {user} closed after {dur};
ERROR login of {user} from {ip} denied;ERROR deadlock: {pid} waits for {pid}, {pid} waits for {pid}, victim {pid};
INFO {pid} waits for row lock on {table} held by {pid}, {ms};INFO {pid} got row lock on {table} after {ms};
ERROR duplicate key {num} in {table};ERROR no table {table} in: {sql};ERROR no column {noun} in: {sql};
ERROR value too long for {table}.{noun};ERROR syntax near '{noun}' in: {sql};WARN replica {host} is {num} kB behind;
WARN replica {host} not heard of for {dur};INFO replica {host} caught up at {pos};INFO log segment {qid} recycled;
INFO log segment {qid} archived in {ms};ERROR log segment {qid} not archived: no space on {vol};
INFO vacuumed {table}: {num} rows removed, {num} kept, {dur};INFO analysed {table} in {ms};
INFO ready, listening on {port};WARN index {table}_{noun}_idx unused for {small} days;
WARN table {table} is {pct} dead rows;INFO recovery up to {pos};WARN {small} of 60 connections in use;
ERROR connections used up, {ip} refused;INFO cache hit rate {pct} over {small} min;
INFO spill file of {bytes} bytes for: {sql};ERROR statement cancelled after {dur}: {sql}"""


def _log(rng: Rng, messages: list[str], n_groups: int, n_lines: int, power: float) -> Lines:
    groups = [(message,) for message in _some(rng, messages, n_groups)]
    return _assembled(rng, _written, groups, _zipf(rng, n_groups, n_lines, power), repeats=True)


def build_server(rng: Rng) -> Lines:
    """Log of a build server with the clock in front: about two dozen messages, skewed."""
    return _log(rng, ["[{clock}] " + message for message in _parted(BUILD)], 25, 500, 1.1)


def office_syslog(rng: Rng) -> Lines:
    """System log of an office server with date, host, program and process: very skewed."""
    messages = ["{date} {clock} fs1 " + message.replace(":", "[{pid}]:", 1) for message in _parted(OFFICE)]
    return _log(rng, messages, 50, 2000, 1.6)


def database_log(rng: Rng) -> Lines:
    """Log of a database, levels and no times; statements of any length are parameters."""
    return _log(rng, _parted(DATABASE), 33, 900, 1.2)


INTENTS = """(how (do|can) i cancel (my|an) order|i (want|need) to cancel my order|cancel my order(| please)|stop order)
;(where is my (order|parcel)|how (do|can) i track my (order|parcel)|track (my|an) order|has my order been sent yet)
;((how do i|can i|i need to) change the delivery address( of my order|)|wrong delivery address, can i change it)
;(my (order|parcel) (arrived|came) (damaged|broken)|what if my item is damaged|received a (damaged|broken) item)
;(i (got|received) the wrong (item|product)|(wrong|incorrect) item (in my order|delivered)|you sent me the wrong item)
;((something|an item) is missing (from|in) my (order|parcel)|part of my order is missing|missing item(|s) in my order)
;((how (do|can) i|where can i|i want to) (return|send back) (an item|my order)|what is your return(s|) policy)
;(when (do|will) i get my (refund|money back)|how long does (a|the) refund take|refund (not received|still missing))
;(how much (is|does) (delivery|shipping)( cost|)|what are the (delivery|shipping) (costs|fees)|is delivery free)
;(how long does (delivery|shipping) take|when will my order (arrive|be delivered)|what is the delivery time)
;(do you (ship|deliver) (abroad|overseas)|can i order from (abroad|another country)|shipping to another country)
;(which (payment methods|cards) do you (accept|take)|(how|in which ways) can i pay|can i pay (by invoice|in cash))
;(my (card|payment) was (declined|rejected)|why (is|was) my card (declined|refused)|payment (failed|declined))
;(i forgot my password|how (do|can) i (reset|change) my password|(reset|lost|forgotten) password|password reset link)
;((how (do|can) i|can i|want to) change (my|the) e(-|)mail( address|) of my account|new e(-|)mail for my account)
;((how (do|can) i|please|i want to) (delete|close) my account|account (deletion|removal)|remove my account for good)
;((my|the) (voucher|discount) code (does not|doesn't) work|(voucher|discount) code (invalid|not accepted|is rejected))
;((where|how) can i buy a gift card|do you (sell|have) gift cards|i (want|would like) to (buy|order) a gift card)
;((how (do|can) i|where can i) (check|see) the gift card balance|how much is left on my gift card|gift card balance)
;((how (do|can) i|i want to) (unsubscribe from|stop) (the|your) newsletter|no more newsletters|newsletter unsubscribe)
;((can i|how do i|i want to) (exchange|swap) (an item|it|shoes) for (another|a different) size|exchange for other size)
;((where|how) (do|can) i (get|find|download) (an|my) invoice|i need an invoice( for my order|)|send me (the|an) invoice)
;((what are your|store|shop) opening hours|when does (the|your) (store|shop) open|is the (store|shop) open on sunday)
;(when will (it|this item|this product) be back in stock|(item|product) (out of|not in) stock, when (back|again))
;((how (do|can) i|can i) (talk to|speak to|call|reach) (a human|someone|customer service)|customer service number)"""


def faq(rng: Rng) -> Lines:
    """Questions to an online shop: 25 intents with 10 to 20 wordings each, sharing words."""
    around = "(||||hi, |hello, |please help: |quick question: ){}(|?|?|??| thanks|, thank you|.)"
    groups = [(around.replace("{}", intent),) for intent in _parted(INTENTS)]
    return _assembled(rng, _typed, groups, [int(s) for s in rng.integers(10, 21, len(groups))])


ROADS = _shorts("""Street=St|St.|Str;Road=Rd|Rd.;Avenue=Ave|Av.;Lane=Ln|La.;Square=Sq|Sq.;Close=Cl|Cl.;
Drive=Dr|Dr.;Crescent=Cres|Cres.;Terrace=Ter|Terr.;Gardens=Gdns;Court=Ct|Ct.""")
ROAD_NAMES = _parted("""Church;Park;Station;Mill;Upper Mill;Bridge;Saint John's;Saint Anne's;Queen Victoria;
Doctor Marsh;King's;Market;North;South;Orchard;Meadow;Castle;Mount Pleasant;Old Harbour;New Harbour;Chestnut;Elm;Linden;
General Hartley;Captain Moss;Priory;Abbey;Quarry;Windmill;Alderman Finch;Canal;Weaver's;Tanner's;Victoria;West;East;
Hawthorn""")
NAME_SHORT = _shorts("""Saint=St|St.;Doctor=Dr|Dr.;General=Gen.|Gen;Captain=Capt.;Mount=Mt|Mt.;Queen=Q.|Qn;North=N.|N;
South=S.|S;West=W.|W;East=E.|E;Upper=Up.|Upr;Old=O.;Alderman=Ald.;Station=Stn|Sta.;Bridge=Brdg""")


def _street(rng: Rng, name: str, road: str) -> str:
    kind = _pick(rng, ROADS[road]) if rng.random() < 0.55 else road
    text = _abbreviated(rng, name, NAME_SHORT, 0.4).replace("'", _pick(rng, "'|")) + " " + kind
    house = _written(rng, "(||||{small} |{small}a |Flat {small}, {small} )")
    text = house + text + _pick(rng, "||||, Oakham| (Oakham)| east side")
    return _misspelt(rng, text.upper() if rng.random() < 0.12 else text, 0.08)


def streets(rng: Rng) -> Lines:
    """Streets of one town as residents enter them: a hundred small groups."""
    groups = _some(rng, list(product(ROAD_NAMES, ROADS)), 110)
    return _assembled(rng, _street, groups, _sizes(rng, 110, [0.3, 0.25, 0.2, 0.1, 0.1, 0.05]))


FORMS = "vase|bowl|jug|dish|tile|box|plaque|figurine|tray|fan|screen|lamp|bottle|plate|casket"
MOTIFS = "lotus|dragon|heron|carp|peony|horseman|deer|vine|lion|crane|bamboo|ship|rose|peacock|hunting scene|dancer"
FINISHES = _shorts("""blue-glazed=blue glaze|glazed in blue;green-glazed=green glaze|glazed green;
carved ivory=ivory, carved;painted wooden=painted wood|wood, painted;gilt bronze=bronze, gilt|gilded bronze;
red lacquer=lacquer, red|lacquered red;cut glass=glass, cut|glass;
silver-inlaid=inlaid with silver|silver inlay;white porcelain=porcelain|porcelain, white""")
MUSEUM = """({o} with {m}(|, {g}|, {g}|, {g}, {d})|{o}, {m}(|, {g}|, {g}, {d})|{f} {o} with {m}(| motif)(|, {d})
|{f} {m} {o}|{m} {o}(|, {g}|, {g}|, {d})|{o} [{g}], {m}|{o} decorated with {m}, {g}(|, {d}))""".replace("\n", "")


def museum(rng: Rng) -> Lines:
    """Objects in the inventories of a museum; no two objects share both form and motif."""
    groups = []
    for form, motif in _some(rng, list(product(FORMS.split("|"), MOTIFS.split("|"))), 100):
        finish, year = _pick(rng, list(FINISHES)), int(rng.integers(1500, 1900))
        words = {"{o}": form, "{m}": motif, "{f}": finish, "{g}": f"({finish}|{FINISHES[finish]})"}
        words["{d}"] = f"(c. {year}|ca. {year}|{year // 100 + 1}th century)"
        groups.append((reduce(lambda text, word: text.replace(*word), words.items(), MUSEUM),))
    return _assembled(rng, _typed, groups, _sizes(rng, 100, [0.25, 0.3, 0.2, 0.15, 0.1]))


LESSONS = _parted("""Mathematics|Maths|Maths|Math|MATHS;English|English|Eng|Engl.|English Lang.;
Biology|Biology|Biol|Bio;Chemistry|Chemistry|Chem|Chem.;Physics|Physics|Phys;Geography|Geography|Geog|Geo.;
History|History|Hist|Hist.;Physical Education|Phys. Education|Phys Ed|Phys. Ed.;French|French|Fren|Fren.;
Spanish|Spanish|Span.;Religious Studies|Rel. Studies|Relig. St.|Religious St.;Computing|Computing|Comput.|Computing ICT;
Music|Music|Mus.;Art and Design|Art & Design|Art/Design|Art;Drama|Drama|Dram.;Design Technology|Design Tech|
Des. Technology""")
LESSON = """({l} (7|8|9|10|11)(A|B|C|D)|{l} Y(ea|)r (7|8|9|10|11)|{l} (|set (1|2|3) )(Rm|Room) {small}
|{l}(| GCSE| revision| test)|{l} (7|8|9|10)(A|B|C) (Rm|room|R) {small}|(7|8|9|10|11)(A|B|C|D) {l}
|(Mon|Tue|Wed|Thu|Fri) P(1|2|3|4|5|6) {l}|(7|8|9|10|11)(A|B|C)/{l}/{small}
|{l} - (Mr|Mrs|Ms) (Hale|Okoro|Vogel|Berg|Croft|Marsh)|{l} (A|B) (Mon|Wed|Fri))""".replace("\n", "")


def timetable(rng: Rng) -> Lines:
    """Entries of school timetables; the group is the subject: few groups, all large."""
    groups = [(LESSON.replace("{l}", f"({subject})"),) for subject in _some(rng, LESSONS, 12)]
    return _assembled(rng, _typed, groups, _zipf(rng, 12, 800, 0.6))


INSIDE = "((INT.|INT.|INT|INT./EXT.) {p}(||- {r})|INT. {r}, {p}|EXT. "
SETS = {  # ways to head a scene there ; its rooms : places
    INSIDE + "{p}(|- PORCH|- FRONT YARD));(KITCHEN|HALLWAY|BEDROOM|LIVING ROOM|BATHROOM)": """
MARTHA'S HOUSE;OSCAR'S HOUSE;THE VOGEL HOUSE;RUTH'S APARTMENT;OSCAR'S APARTMENT;GRANDMA'S COTTAGE;LAKE HOUSE;
BEN'S TRAILER;FARMHOUSE""",
    INSIDE + "(OUTSIDE {p}|{p}|{p}- ROOF|{p}- PARKING LOT));(CORRIDOR|LOBBY|OFFICE|BASEMENT|STAIRS)": """
POLICE STATION;ST. AGNES HOSPITAL;COUNTY HOSPITAL;COURTHOUSE;HIGH SCHOOL;CITY HALL;MARLOW HOTEL;SEASIDE MOTEL;
TRAIN STATION;BUS STATION;LAW FIRM;CANNERY;AIRPORT;PUBLIC LIBRARY;TV STUDIO""",
    INSIDE + "(OUTSIDE {p}|{p}|{p}- BACK DOOR));(COUNTER|BACK ROOM|CELLAR)": """
ROSIE'S DINER;THE ANCHOR BAR;GAS STATION;PAWN SHOP;BAKERY;NIGHTCLUB;BARBER SHOP;FLOWER SHOP""",
    "(EXT.|EXT.|EXT) {p}(||- {r});(EDGE|FAR END)": """FOREST;FOREST ROAD;HIGHWAY 9;HARBOR;PIER;CEMETERY;BEACH;BRIDGE;
MAIN STREET;ALLEY;CORNFIELD;TOWN SQUARE""",
    "(INT.|INT./EXT.|I/E.) {p}(|- {r}|, {r});(BACK SEAT|MOVING)": "MARTHA'S CAR;POLICE CAR;VAN;OSCAR'S TRUCK;TAXI",
}
TIMES = "(- |- |- |- |, )(DAY|DAY|NIGHT|NIGHT|MORNING|DUSK|CONTINUOUS|LATER)(|||||| {contd}|- FLASHBACK|- RAIN)"


def scene_headings(rng: Rng) -> Lines:
    """Headings of one film: 150 scenes in 40 places, a place being one with the rooms named after it."""
    dash = _pick(rng, " - | - | -- | – ")
    groups = [(kind, place) for kind, places in SETS.items() for place in _parted(places)]

    def write(rng: Rng, kind: str, place: str) -> str:
        head, rooms = kind.split(";")
        heading = (head + TIMES).replace("{p}", place).replace("{r}", rooms).replace("- ", dash)
        return _typed(rng, heading).upper()

    return _assembled(rng, write, _some(rng, groups, 40), _zipf(rng, 40, 150, 0.8))


def _seeded(generator: Callable[[Rng], Lines], seed: int) -> Lines:
    return generator(np.random.default_rng(seed))


GENERATORS = [hospitals, bug_titles, catalogue, ingredients, build_server, office_syslog]
GENERATORS += [database_log, faq, streets, museum, timetable, scene_headings]
MIXED: dict[str, Callable[[int], Lines]] = {g.__name__: partial(_seeded, g) for g in GENERATORS}


def main() -> None:
    """Print the size of each set and five lines of each of three of its larger groups."""
    for name, generate in MIXED.items():
        lines, groups = generate(0)
        labels, counts = np.unique(groups, return_counts=True)
        largest = sorted(counts.tolist(), reverse=True)[:12]
        print(f"\n{name}: {len(lines)} lines, {len(labels)} groups, the largest {largest}")
        for label in labels[counts >= min(5, np.sort(counts)[-3])][:3]:
            members = [line for line, group in zip(lines, groups, strict=True) if group == label]
            print(*members[:5], sep="\n", end="\n\n")


if __name__ == "__main__":
    main()
