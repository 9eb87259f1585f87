"""Five more kinds of generated line: machine logs, bank statements, courses, cars, hotel reviews.

Most are made of a few shared parts, with numbers and names that change from line to line. The interface is that of
``near_duplicates``: a domain invents a group and gives its name and a writer of its lines.
"""

from collections.abc import Callable

import numpy as np

Rng = np.random.Generator
Fields = list[str]
Writer = Callable[[Rng], Fields]
Domain = Callable[[Rng], tuple[str, Writer]]

MESSAGES = """
postfix/smtpd[{n}]: connect from {host}[{ip}]
postfix/smtpd[{n}]: disconnect from {host}[{ip}]
postfix/qmgr[{n}]: {hex}: from=<{user}@{host}>, size={n}, nrcpt=1 (queue active)
postfix/smtp[{n}]: {hex}: to=<{user}@{host}>, relay={host}[{ip}]:25, delay={f}, status=sent
postfix/smtp[{n}]: {hex}: to=<{user}@{host}>, relay=none, delay={f}, status=deferred (connection timed out)
postfix/cleanup[{n}]: {hex}: message-id=<{hex}.{n}@{host}>
postfix/smtpd[{n}]: NOQUEUE: reject: RCPT from {host}[{ip}]: 554 relay access denied
dovecot: imap-login: Login: user=<{user}>, method=PLAIN, rip={ip}, mpid={n}, TLS
dovecot: imap({user}): Logged out in={n} out={n}
dovecot: imap-login: Aborted login (auth failed, {d} attempts): user=<{user}>, rip={ip}
postgres[{n}]: LOG: duration: {f} ms statement: SELECT * FROM {table} WHERE id = {n}
postgres[{n}]: LOG: checkpoint starting: time
postgres[{n}]: LOG: checkpoint complete: wrote {n} buffers, write={f} s, sync={f} s
postgres[{n}]: ERROR: duplicate key value violates unique constraint "{table}_pkey"
postgres[{n}]: ERROR: deadlock detected
postgres[{n}]: DETAIL: Process {n} waits for ShareLock on transaction {n}; blocked by process {n}.
postgres[{n}]: FATAL: remaining connection slots are reserved for superuser connections
postgres[{n}]: LOG: automatic vacuum of table "shop.public.{table}": index scans: {d}
postgres[{n}]: FATAL: password authentication failed for user "{user}"
postgres[{n}]: LOG: could not receive data from client: Connection reset by peer
%LINK-3-UPDOWN: Interface GigabitEthernet{d}/{d}, changed state to up
%LINK-3-UPDOWN: Interface GigabitEthernet{d}/{d}, changed state to down
%LINEPROTO-5-UPDOWN: Line protocol on Interface Vlan{n}, changed state to up
%SYS-5-CONFIG_I: Configured from console by {user} on vty0 ({ip})
%OSPF-5-ADJCHG: Process {d}, Nbr {ip} on Vlan{n} from LOADING to FULL, Loading Done
%SEC-6-IPACCESSLOGP: list {n} denied tcp {ip}({n}) -> {ip}({n}), {d} packets
%DUPLEX-4-MISMATCH: duplex mismatch discovered on FastEthernet{d}/{d}, with {host} Ethernet{d}
%PORT_SECURITY-2-PSECURE: security violation by MAC address {hex} on port Fa{d}/{d}
dhcpd: DHCPDISCOVER from {hex} via eth{d}
dhcpd: DHCPOFFER on {ip} to {hex} ({host}) via eth{d}
dhcpd: DHCPREQUEST for {ip} from {hex} via eth{d}
dhcpd: DHCPACK on {ip} to {hex} ({host}) via eth{d}
dhcpd: no free leases on subnet {ip}
named[{n}]: client {ip}#{n}: query (cache) '{host}/A/IN' denied
named[{n}]: zone {host}/IN: loaded serial {n}
named[{n}]: lame server resolving '{host}' (in '{host}'?): {ip}#53
named[{n}]: transfer of '{host}/IN' from {ip}#53: Transfer completed: {d} messages, {n} records
cupsd: [Job {n}] Queued on "{table}" by "{user}"
cupsd: [Job {n}] Job completed
cupsd: [Job {n}] Stopping job because the printer "{table}" is out of paper
backupd: snapshot {hex} of volume {table} created in {f} s
backupd: pruning {d} snapshots older than {d} days
backupd: verification of snapshot {hex} failed: checksum mismatch at block {n}
backupd: upload of {n} chunks to vault {host} finished
ntpd[{n}]: synchronized to {ip}, stratum {d}
ntpd[{n}]: time reset {f} s
ntpd[{n}]: no servers reachable
haproxy[{n}]: {ip}:{n} [{n}] web~ pool/{host} {n}/{n} 200 GET /{table}
haproxy[{n}]: Server pool/{host} is DOWN, reason: Layer4 timeout, check duration: {n}ms
haproxy[{n}]: Server pool/{host} is UP, reason: Layer7 check passed
""".strip().splitlines()
USERS = [
    "avery",
    "jonas",
    "mirela",
    "pavel",
    "okoro",
    "admin",
    "backup",
    "www",
    "svc-report",
    "lindqvist",
    "tomas",
    "yuki",
    "fatima",
    "root",
    "guest",
]
HOSTS = ["mx1.fenwick.example", "relay.otago.example", "ns2.brill.example", "node-17.lab.example", "edge.quill.example"]
TABLES = ["orders", "invoices", "parcels", "sessions", "payments", "stock", "couriers"]


def _one(rng: Rng, options: str) -> str:
    choices = options.split(" | ")
    return choices[rng.integers(len(choices))]


def _parameter(rng: Rng, kind: str) -> str:
    numbers = {
        "n": lambda: str(rng.integers(10, 99999)),
        "d": lambda: str(rng.integers(0, 10)),
        "f": lambda: f"{rng.integers(0, 60)}.{rng.integers(0, 1000):03}",
        "hex": lambda: f"{rng.integers(16**9, 16**10):X}",
        "ip": lambda: ".".join(map(str, rng.integers(1, 255, 4))),
        "user": lambda: USERS[int(len(USERS) * rng.random() ** 2)],
        "host": lambda: HOSTS[rng.integers(5)] if rng.random() < 0.6 else f"h{rng.integers(1000)}.zone.example",
        "table": lambda: TABLES[rng.integers(len(TABLES))],
    }
    return numbers[kind]()


def _machine_log(rng: Rng) -> tuple[str, Writer]:
    message = MESSAGES[rng.integers(len(MESSAGES))]

    def write(rng: Rng) -> Fields:
        parts = message.replace("}", "{").split("{")
        return ["".join(_parameter(rng, part) if i % 2 else part for i, part in enumerate(parts))]

    return message, write


def _bank_statement(rng: Rng) -> tuple[str, Writer]:
    kind = _one(rng, "BAKERY | PHARMACY | FUELS | BOOKS | ELECTRIC | TELECOM | GROCERS | TAXI | PARKING | GYM | CINEMA")
    name = _one(
        rng,
        "HOLLOWAY | TANAKA | BRIGHT | MERIDIAN | OKAFOR | PINE | LARSEN | CROWN | DELTA | SILVA | NORTHGATE | VEGA | "
        "ROSEBANK | AMBER | CASTLE",
    )
    town = _one(rng, "LEEDS | BRISTOL | YORK | DERBY | CARDIFF | OXFORD | LUTON")
    shop = rng.integers(10, 999)

    def write(rng: Rng) -> Fields:
        how = _one(rng, "CARD PAYMENT TO | CONTACTLESS | DIRECT DEBIT | POS PURCHASE | PAYMENT TO")
        date = f"ON {rng.integers(1, 29)} {_one(rng, 'JAN | FEB | MAR | APR | MAY | JUN | JUL | AUG | SEP | OCT')}"
        fields = [f"{name} {kind}", how, *([town] if rng.random() < 0.6 else []), date]
        return [*fields, f"REF {rng.integers(100000, 999999)}", *([f"#{shop}"] if rng.random() < 0.3 else [])]

    return f"{name} {kind}", write


def _course(rng: Rng) -> tuple[str, Writer]:
    level = _one(
        rng,
        "Introduction to~Intro to | Advanced~Adv. | Principles of~Principles of | Seminar in~Sem. in | "
        "Laboratory in~Lab in | History of~Hist. of | Topics in~Topics in | Methods of~Methods of",
    )
    subject = _one(
        rng,
        "Organic Chemistry | Linear Algebra | Marine Biology | Medieval Literature | Quantum Mechanics | "
        "Microeconomics | Urban Planning | Ancient Greek | Machine Design | Music Theory | Cognitive Psychology | "
        "Soil Science | Criminal Law | Film Studies | Fluid Dynamics",
    )
    long, short = level.split("~")
    code = f"{subject[:4].upper()} {rng.integers(100, 500)}"

    def write(rng: Rng) -> Fields:
        term = [f"{_one(rng, 'Fall | Spring | Summer')} {rng.integers(2015, 2025)}"] if rng.random() < 0.4 else []
        section = [f"section {rng.integers(1, 9)}"] if rng.random() < 0.25 else []
        return [
            f"{long if rng.random() < 0.75 else short} {subject}",
            *([code] * (rng.random() < 0.5)),
            *term,
            *section,
        ]

    return f"{long} {subject}", write


def _car(rng: Rng) -> tuple[str, Writer]:
    make = _one(rng, "Arden | Brava | Coronet | Dynamo | Estrella | Fjord | Gallant | Hikari")
    model = _one(rng, "Comet | Lynx | Tour | Ridge | 320 | 450 | Zeta | Pico | Vista | GT4 | Orca | Mistral")
    body = _one(rng, "Estate | Saloon | Hatchback | Coupe | SUV")
    engine = _one(rng, "1.2 petrol | 1.6 diesel | 2.0 TDI | hybrid | electric")

    def write(rng: Rng) -> Fields:
        miles = _one(rng, f"{rng.integers(5, 150)},000 miles | {rng.integers(5, 150)}k mi")
        extras = [_one(rng, "one owner | full service history | sat nav | leather seats | new MOT")]
        return [
            f"{make} {model} {body}",
            *([engine] if rng.random() < 0.7 else []),
            str(rng.integers(2005, 2024)),
            *([miles] if rng.random() < 0.6 else []),
            *(extras if rng.random() < 0.4 else []),
        ]

    return f"{make} {model} {body}", write


def _review(rng: Rng) -> tuple[str, Writer]:
    what = _one(
        rng,
        "breakfast buffet | reception staff | our bathroom | the swimming pool | room service | the minibar | "
        "air conditioning | the view from the balcony | hotel wifi | the mattress | the lobby bar | airport shuttle",
    )
    said = _one(
        rng,
        "was filthy on arrival | made our stay special | did not work at all | cost far too much | "
        "was lovely and quiet | had a strange smell | left us waiting for hours | deserves five stars | "
        "looked nothing like the photos | ran out before nine",
    )

    def write(rng: Rng) -> Fields:
        opening = [_one(rng, "unfortunately | overall | just back from a week here | we felt")] * (rng.random() < 0.35)
        closing = [_one(rng, f"would return | never again | room {rng.integers(100, 900)} | sadly")]
        return [f"{what} {said}", *opening, *(closing if rng.random() < 0.4 else [])]

    return f"{what} {said}", write


LINE_DOMAINS: dict[str, Domain] = {
    "machine logs": _machine_log,
    "bank statements": _bank_statement,
    "courses": _course,
    "cars": _car,
    "hotel reviews": _review,
}
