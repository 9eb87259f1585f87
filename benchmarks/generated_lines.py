"""Generated lines made of shared parts and parameters, for tests.

System logs (a message with parameters, sizes by Zipf's law), subjects of support tickets, job titles, scene headings,
references and outdoor clothing. ``python benchmarks/generated_lines.py`` prints samples.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from generated_records import LAWS, MIXES, Group, edited, invented, one

Rng = np.random.Generator

MESSAGES = {
    "shell daemon": """
sshd[{n}]: Accepted publickey for {user} from {ip} port {n} ssh2
sshd[{n}]: Accepted password for {user} from {ip} port {n} ssh2
sshd[{n}]: Failed password for {user} from {ip} port {n} ssh2
sshd[{n}]: Failed password for invalid user {odd} from {ip} port {n} ssh2
sshd[{n}]: Invalid user {odd} from {ip}
sshd[{n}]: input_userauth_request: invalid user {odd} [preauth]
sshd[{n}]: Connection closed by {ip} [preauth]
sshd[{n}]: Received disconnect from {ip}: 11: Bye Bye [preauth]
sshd[{n}]: Did not receive identification string from {ip}
sshd[{n}]: pam_unix(sshd:auth): check pass; user unknown
sshd[{n}]: pam_unix(sshd:auth): authentication failure; uid=0 tty=ssh rhost={ip} user={user}
sshd[{n}]: pam_unix(sshd:session): session opened for user {user}
sshd[{n}]: pam_unix(sshd:session): session closed for user {user}
sshd[{n}]: reverse mapping checking getaddrinfo for {host} [{ip}] failed
sshd[{n}]: Too many authentication failures for {user} [preauth]
sshd[{n}]: fatal: write to client failed: broken pipe
sudo: {user} : TTY=pts/{d} ; PWD=/home/{user} ; COMMAND=/usr/bin/{tool}
""",
    "web server": """
[error] [client {ip}] file does not exist: /var/www/{path}
[error] [client {ip}] client denied by server configuration: /var/www/{path}
[error] [client {ip}] directory index forbidden by rule: /var/www/{path}
[notice] workerEnv.init() ok /etc/httpd/conf/workers{d}.properties
[error] mod_jk child workerEnv in error state {d}
[notice] jk2_init() found child {n} in scoreboard slot {d}
[error] jk2_init() can't find child {n} in scoreboard
[notice] caught SIGTERM, shutting down
[warn] [client {ip}] request header exceeds limit of {n} bytes
[info] server built with {tool} resuming normal operations
{ip} - - GET /{path} HTTP/1.1 200 {n}
{ip} - - GET /{path} HTTP/1.1 404 {n}
{ip} - {user} POST /login HTTP/1.1 302 {n}
""",
    "file system": """
INFO dfs.DataNode$PacketResponder: PacketResponder {d} for block blk_{n}{n} terminating
INFO dfs.DataNode$PacketResponder: Received block blk_{n}{n} of size {n} from /{ip}
INFO dfs.DataNode$DataXceiver: Receiving block blk_{n}{n} src: /{ip}:{n} dest: /{ip}:{n}
WARN dfs.DataNode$DataXceiver: {ip}:{n} got exception while serving blk_{n}{n} to /{ip}
INFO dfs.DataNode$DataXceiver: {ip}:{n} served block blk_{n}{n} to /{ip}
INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated: {ip}:{n} is added to blk_{n}{n} size {n}
INFO dfs.FSNamesystem: BLOCK* NameSystem.allocateBlock: /user/{user}/{path}/part-{n} blk_{n}{n}
INFO dfs.FSNamesystem: BLOCK* NameSystem.delete: blk_{n}{n} is added to invalidSet of {ip}:{n}
INFO dfs.FSDataset: deleting block blk_{n}{n} file /mnt/disk{d}/current/blk_{n}{n}
INFO dfs.DataBlockScanner: verification succeeded for blk_{n}{n}
INFO dfs.DataNode: starting thread to transfer block blk_{n}{n} to {ip}:{n}
ERROR dfs.DataNode: disk error on /mnt/disk{d}: no space left on device
INFO yarn.ResourceManager: application_{n}_{n} state change from ACCEPTED to RUNNING
INFO yarn.ResourceManager: application_{n}_{n} state change from RUNNING to FINISHED
INFO yarn.ContainerLauncher: launching container_{n}_{n} on {host}
WARN yarn.NodeManager: container_{n}_{n} is running {n} bytes beyond its memory limit, killing it
INFO mapred.Task: progress of attempt_{n}_m_{n} is {f}
INFO mapred.Task: task attempt_{n}_r_{n} done
INFO mapred.Merger: merging {d} sorted segments, {n} bytes in total
ERROR mapred.ShuffleFetcher: failed to fetch map output of attempt_{n}_m_{n} from {host}
""",
    "kernel": """
kernel: usb {d}-{d}: new high speed USB device number {d}
kernel: usb {d}-{d}: USB disconnect, device number {d}
kernel: EXT4-fs (sd{l}{d}): mounted filesystem with ordered data mode
kernel: EXT4-fs error (device sd{l}{d}): inode #{n}: comm {tool}: bad entry in directory
kernel: Out of memory: kill process {n} ({tool}) score {n} or sacrifice child
kernel: {tool}[{n}]: segfault at {hex} ip {hex} sp {hex} error {d}
kernel: eth{d}: link is up at {n} Mbps full duplex
kernel: eth{d}: link is down
kernel: TCP: possible SYN flooding on port {n}, sending cookies
kernel: CPU{d}: core temperature above threshold, clock throttled (total events = {n})
kernel: CPU{d}: core temperature back to normal
kernel: INFO: task {tool}:{n} blocked for more than {n} seconds
kernel: audit: type={n} audit({n}.{n}:{n}): apparmor denied operation open profile {tool}
kernel: nf_conntrack: table full, dropping packet
kernel: ata{d}.00: exception Emask {hex} SAct {hex} SErr {hex}
kernel: ata{d}: hard resetting link
kernel: raid1: disk failure on sd{l}{d}, disabling device, {d} devices left
kernel: {tool} uses obsolete interface, please convert it
crond[{n}]: ({user}) CMD (/usr/lib/{tool} {path})
systemd[1]: started session {n} of user {user}
systemd[1]: {tool}.service: main process exited, code=exited, status={d}
systemd[1]: reloading {tool}
systemd[1]: starting daily cleanup of temporary directories
ftpd[{n}]: connection from {ip} ({host})
ftpd[{n}]: anonymous login refused for {ip}
logrotate: alert exited abnormally with [{d}]
su(pam_unix)[{n}]: session opened for user {user} by (uid={n})
cups: shutdown succeeded
smartd[{n}]: device /dev/sd{l}, {d} currently unreadable sectors
smartd[{n}]: device /dev/sd{l}, temperature changed {d} Celsius to {n}
""",
}
LOGS = {name: text.strip().splitlines() for name, text in MESSAGES.items()}
LOGS["all logs"] = [line for lines in LOGS.values() for line in lines]
USERS = ["root", "admin", "oracle", "hadoop", "kim", "nagios", "postgres", "ftpuser", "deploy", "ravi", "chen"]
TOOLS = ["python3", "rsync", "nginx", "firefox", "mysqld", "updatedb", "sa1", "bash", "certwatch", "java"]
HOSTS = ["web01", "web02", "db.intern.example", "static-{n}.isp.example", "node{d}.cluster.example"]
PATHS = [
    "html/favicon.ico",
    "html/robots.txt",
    "html/admin/setup.php",
    "cgi/awstats.pl",
    "tmp/job{n}.xml",
    "img/{n}.png",
    "data/day{d}",
]
# Log, number of messages (None for all), lines. No edits: machines do not misspell.
LOG_SETS = (
    ("shell daemon", 6, 300),
    ("shell daemon", None, 1500),
    ("web server", None, 600),
    ("file system", None, 2000),
    ("kernel", None, 1000),
    ("all logs", 30, 500),
    ("all logs", None, 2000),
)


def log_set(name: str, n_messages: int | None, n_lines: int, *, seed: int) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Lines of a log and the message of each: message i of k has a share of about 1/i, each at least one line."""
    rng = np.random.default_rng([seed, *map(ord, name)])
    messages = LOGS[name]
    chosen = rng.permutation(len(messages))[: n_messages or len(messages)]
    share = 1 / np.arange(1, chosen.size + 1)
    sizes = np.maximum(1, np.round(n_lines * share / share.sum()).astype(int))
    groups = rng.permutation(np.repeat(np.arange(chosen.size), sizes))
    return [_filled(messages[chosen[group]], rng) for group in groups], groups


def _filled(message: str, rng: Rng) -> str:
    parts = message.replace("}", "{").split("{")
    return "".join(_parameter(part, rng) if i % 2 else part for i, part in enumerate(parts))


def _parameter(kind: str, rng: Rng) -> str:
    words = {"user": USERS, "tool": TOOLS, "host": HOSTS, "path": PATHS}
    if kind in words:
        return _filled(words[kind][int(len(words[kind]) * rng.random() ** 1.5)], rng)
    made: dict[str, Callable[[], str]] = {
        "n": lambda: str(rng.integers(100, 99999)),
        "d": lambda: str(rng.integers(0, 10)),
        "l": lambda: "abcd"[rng.integers(4)],
        "f": lambda: f"{rng.random():.3f}",
        "hex": lambda: f"{rng.integers(16**7, 16**8):08x}",
        "ip": lambda: ".".join(map(str, rng.integers(1, 255, 4))),
        "odd": lambda: invented(rng, 2),
    }
    return made[kind]()


def _subject(rng: Rng) -> Group:
    product = one(
        rng, "Outlook|Excel|the VPN client|Teams|SharePoint|the expense tool|the scanner app|Jira|the HR portal|Zoom"
    )
    trouble = one(
        rng,
        "freezes when opening attachments|asks for a licence key|shows a blank window|cannot reach the server|"
        "deletes my drafts|needs an upgrade|access for new colleague|prints the wrong page size|"
        "lost all settings after update|is extremely slow since monday|crashes while exporting|does not sync calendar",
    )

    def write(rng: Rng) -> str:
        mark = one(rng, f"||Re: |FW: |[#{rng.integers(10000, 99999)}] |INC{rng.integers(100000, 999999)} ")
        return f"{mark}{product} {trouble}{one(rng, '|||!!!| - urgent| (second try)| please help')}"

    return f"{product} {trouble}", write


def _job(rng: Rng) -> Group:
    level = one(rng, "Senior~Sr.|Junior~Jr.|Lead~Lead|Head of~Head of|Assistant~Asst.|Principal~Princ.|~").split("~")
    role = one(
        rng,
        "Data Engineer|Accountant|Product Manager|Warehouse Operative|UX Designer|Sales Representative|"
        "Mechanical Engineer|Nurse|Legal Counsel|Payroll Specialist|Electrician|Marketing Manager|Chef|Data Scientist|"
        "Java Developer|Quality Inspector|Office Manager|Truck Driver",
    )

    def write(rng: Rng) -> str:
        where = one(rng, "||| - Berlin| - Madrid|, Dublin|, remote| (Lyon)")
        extra = one(rng, f"||| (m/f/d)| full time| part-time| 12 month contract| ref {rng.integers(1000, 9999)}")
        return f"{level[int(rng.random() < 0.3)]} {role}{extra}{where}".strip()

    return f"{level[0]} {role}", write


def _place(rng: Rng) -> Group:
    """A location of a film in which rooms, owners and kinds of place recur."""
    owner = one(rng, "NADIA'S|COLE'S|THE JUDGE'S|GRANDMA'S|IVAN'S|DR. HAHN'S|THE TWINS'|MAYA'S|THE SMUGGLERS'|RAJ'S")
    place = one(rng, "HOUSE|FLAT|OFFICE|TRUCK|BOAT|FARM|STUDIO|HIDEOUT|CAR|SHOP|LAB|TRAILER")
    public = one(rng, "COURTHOUSE|BUS DEPOT|CITY MORGUE|FERRY|NIGHTCLUB|BORDER POST|AIRFIELD|STADIUM|QUARRY|MUSEUM")
    name = f"{owner} {place}" if rng.random() < 0.75 else f"{one(rng, 'OLD|NEW|EAST|WEST|GRAND|LITTLE')} {public}"

    def write(rng: Rng) -> str:
        room = one(rng, "|||LIVING ROOM|PORCH|HALL|BASEMENT|BATHROOM|LOFT|YARD|PARKING LOT")
        time = one(rng, "DAY|NIGHT|DAY|NIGHT|SUNSET|MORNING|SAME TIME")
        where = one(rng, f"{name} - {room}|{name}, {room}|{room}, {name}") if room else name
        return f"{one(rng, 'INT.|INT.|EXT.|INT./EXT.')} {where} - {time}"

    return name, write


def _reference(rng: Rng) -> Group:
    topic = (
        "climate|river|sediment|isotope|glacier|holocene|variability|model|ocean|carbon|flux|response|of|to|the|in|and|"
        "regional|estimates|from|lake|records|precipitation|tropical|dynamics|soil|under|effects|changes"
    )
    title = " ".join(one(rng, topic) for _ in range(rng.integers(4, 9))).capitalize()
    authors = [
        f"{invented(rng, 2).capitalize()}, {'ABCDEFGHJKLM'[rng.integers(12)]}." for _ in range(rng.integers(1, 5))
    ]
    journal = one(
        rng,
        "Journal of Hydrology~J. Hydrol.|Quaternary Science Reviews~Quat. Sci. Rev.|Geophysical Research Letters~GRL|"
        "Earth and Planetary Science Letters~EPSL|Nature Geoscience~Nat. Geosci.|"
        "Global Change Biology~Glob. Change Biol.",
    ).split("~")
    year, volume, page = rng.integers(1990, 2022), rng.integers(1, 300), rng.integers(1, 3000)

    def write(rng: Rng) -> str:
        who = authors[0] + " et al." if len(authors) > 2 and rng.random() < 0.4 else ", ".join(authors)
        where = journal[int(rng.random() < 0.4)]
        place = one(rng, f"{volume}, {page}-{page + 11}|vol. {volume}, pp. {page}-{page + 11}|{volume}|")
        doi = f" doi:10.{rng.integers(1000, 9999)}/{year}.{volume}" if rng.random() < 0.2 else ""
        return f"{who} ({year}). {title}. {where} {place}{doi}"

    return title, write


def _garment(rng: Rng) -> Group:
    brand = one(rng, "Fjellrev|Patagua|Norrland|Tindra|Montara|Kailas|Alpenruf|Sturdy Goat")
    cut = one(rng, "Women's~Womens~Ladies|Men's~Mens~Gents|Kids~Kids'~Children's").split("~")
    item = one(
        rng,
        "Waterproof Jacket|Down Vest|Fleece Hoodie|Trekking Trousers|Merino Base Layer|Trail Running Shoes|Ski Gloves|"
        "Bobble Hat|Insulated Parka|Cargo Shorts|Softshell Jacket|Hiking Socks",
    )
    style = one(rng, "Alta|Vidda|Storm II|Kebne|Pro 3L|Lite|Torrent|Classic")

    def write(rng: Rng) -> str:
        colour = one(rng, "||Navy|Black|Forest Green|Burnt Orange|Grey Melange")
        size = one(rng, "||Size M|Size XL|(S)|L|UK 9")
        return f"{brand} {cut[rng.integers(3)]} {style} {item} {colour} {size} {one(rng, '|||SALE|NEW|2023')}"

    return f"{brand} {cut[0]} {style} {item}", write


KINDS: dict[str, Callable[[Rng], Group]] = {
    "tickets": _subject,
    "jobs": _job,
    "places": _place,
    "references": _reference,
    "garments": _garment,
}


def line_set(
    kind: str, law: str, *, seed: int, n_groups: int = 70, edits: float = 0.4, mix: str = "all"
) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Texts and their groups, shuffled; ``edits`` is the mean number of edits a line."""
    rng = np.random.default_rng([seed, *map(ord, kind + law)])
    groups = rng.permutation(np.repeat(np.arange(n_groups), LAWS[law](rng, n_groups)))
    writers: dict[str, Callable[[Rng], str]] = {}
    while len(writers) < n_groups:
        name, writer = KINDS[kind](rng)
        writers.setdefault(name, writer)
    write = list(writers.values())
    return [edited(write[group](rng), rng.poisson(edits), rng, MIXES[mix]) for group in groups], groups


def main() -> None:
    for kind in KINDS:
        texts, groups = line_set(kind, "2 to 5", seed=0, n_groups=3)
        lines = (f"  {group}  {text}" for group, text in sorted(zip(groups.tolist(), texts, strict=True)))
        print(f"\n{kind}", *lines, sep="\n")
    print("\nlogs", *log_set("all logs", None, 100, seed=0)[0][:12], sep="\n  ")


if __name__ == "__main__":
    main()
