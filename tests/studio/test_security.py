"""Who is refused, what is bounded, and what never happens."""

import errno
import http.client
import socket
import threading

import httpx
import pytest

from .conftest import PATIENCE, running

OWN = {"content-type": "application/octet-stream"}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost",
        "0.0.0.0:{port}",
        "127.0.0.1:{port}.evil.example",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/jobs", "/static/main.js", "/openapi.json"])
def test_other_host_names_are_refused(studio, host, path) -> None:
    assert studio.http.get(path, headers={"host": host.format(port=studio.port)}).status_code in (400, 403)


def test_two_hosts_are_refused(studio) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    connection.putrequest("GET", "/api/jobs", skip_host=True)
    for host in (f"127.0.0.1:{studio.port}", "evil.example"):
        connection.putheader("Host", host)
    connection.endheaders()
    assert connection.getresponse().status in (400, 403)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_own_names_are_answered(studio, host) -> None:
    assert studio.http.get("/api/jobs", headers={"host": f"{host}:{studio.port}"}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://localhost",
        "http://127.0.0.1:{port}.evil.example",
    ],
)
def test_other_origins_are_refused(studio, origin) -> None:
    headers = {**OWN, "origin": origin.format(port=studio.port)}
    before = len(studio.http.get("/api/jobs").json())
    assert studio.http.post("/api/jobs?name=a.csv", content=b"1,2", headers=headers).status_code == 403
    assert studio.http.post("/api/examples/iris", headers=headers).status_code == 403
    assert studio.http.get("/api/jobs", headers=headers).status_code == 403
    assert len(studio.http.get("/api/jobs").json()) == before


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_other_pages_caused_are_refused(studio, site) -> None:
    headers = {"sec-fetch-site": site}
    assert studio.http.get("/api/jobs", headers=headers).status_code == 403
    assert studio.http.post("/api/examples/iris", headers=headers).status_code == 403
    assert studio.http.get("/", headers={**headers, "sec-fetch-mode": "navigate"}).status_code == 200  # a link
    assert studio.http.get("/", headers={**headers, "sec-fetch-mode": "no-cors"}).status_code == 403


def test_a_form_of_another_page_cannot_upload(studio) -> None:
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
        answer = studio.http.post("/api/jobs?name=a.csv", content=b"1,2", headers={"content-type": kind})
        assert answer.status_code == 415


@pytest.mark.parametrize("path", ["/", "/api/jobs", "/static/main.js", "/api/jobs/none", "/nowhere"])
def test_headers_of_every_answer(studio, path) -> None:
    headers = studio.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_exports_cannot_act_as_part_of_the_studio(studio) -> None:
    job = studio.example("iris")
    studio.result(job)
    headers = studio.http.get(f"/api/jobs/{job}/files/report.html").headers
    assert headers["content-disposition"] == 'attachment; filename="iris-report.html"'
    assert headers["content-security-policy"].startswith("sandbox;")


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd"]
)
def test_static_files_stay_in_their_folder(studio, path) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    connection.request("GET", path)  # as it is: httpx would tidy the path
    assert connection.getresponse().status == 404
    connection.close()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../../etc/passwd.csv", "passwd.csv"),
        ("C:\\Windows\\system32\\x.csv", "x.csv"),
        ("/etc/passwd", "passwd"),
        ("a\r\nset-cookie: x.csv", "a set-cookie: x.csv"),
        ("..", ".."),
        ("x\x00.csv", "x .csv"),
        ("", "upload"),
    ],
)
def test_names_are_shown_and_never_paths(studio, name, shown) -> None:
    job = studio.upload(b"x,y\n1,2\n5,6\n1,2\n", name, kind="table")
    assert studio.job(job)["name"] == shown
    studio.result(job)
    disposition = studio.http.get(f"/api/jobs/{job}/files/table.csv").headers["content-disposition"]
    stem = disposition.removeprefix('attachment; filename="').removesuffix('-table.csv"')
    assert stem.replace("-", "").isalnum()


def test_paths_as_ids_and_files_find_nothing(studio) -> None:
    for job in ("..", "%2e%2e", "..%2f..%2fetc", "x" * 5000):
        assert studio.http.get(f"/api/jobs/{job}/result").status_code == 404
    job = studio.example("iris")
    studio.result(job)
    for file in ("state.pickle", "result.json", "..%2fsource", "%2e%2e%2fsource.csv"):
        assert studio.http.get(f"/api/jobs/{job}/files/{file}").status_code in (404, 422)


def test_a_file_over_the_limit() -> None:
    with running(upload_bytes=1000) as small:
        declared = small.http.post("/api/jobs?name=a.csv", content=b"x" * 1001, headers=OWN)
        assert declared.status_code == 413
        assert "exceeds the limit of 0.001 MB" in declared.json()["detail"]
        streamed = small.http.post("/api/jobs?name=a.csv", content=(b"x" * 100 for _ in range(11)), headers=OWN)
        assert streamed.status_code == 413
        assert small.http.get("/api/jobs").json() == []
        assert small.http.post("/api/jobs?name=a.csv", content=b"x" * 1000, headers=OWN).status_code == 201


def test_an_upload_that_breaks_off_leaves_nothing(studio) -> None:
    before = {job["id"] for job in studio.http.get("/api/jobs").json()}
    with socket.create_connection(("127.0.0.1", studio.port)) as client:
        host = f"127.0.0.1:{studio.port}"
        client.sendall(
            f"POST /api/jobs?name=a.csv HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/octet-stream\r\n"
            "Content-Length: 1000\r\n\r\nx,y\n".encode()
        )
    assert studio.result(studio.example("iris"))  # the server has gone on
    assert len({job["id"] for job in studio.http.get("/api/jobs").json()} - before) == 1


def test_large_settings_are_refused(studio) -> None:
    job = studio.example("iris")
    body = b'{"overrides": "' + b"x" * 5_000_000 + b'"}'
    pieces = (body[start : start + 100_000] for start in range(0, len(body), 100_000))  # sent without a length
    for content in (body, pieces):
        answer = studio.http.put(
            f"/api/jobs/{job}/settings", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 413
        assert "exceeds the limit of 4 MB" in answer.json()["detail"]


TOKEN = "0123456789abcdef0123456789abcdef"


def asked(studio, method: str, path: str, **headers: str) -> int:
    """The status of a request without the client's own cookies."""
    return httpx.request(method, f"{studio.address}{path}", headers=headers, timeout=PATIENCE).status_code


@pytest.fixture(scope="module")
def guarded():
    with running(token=TOKEN) as studio:
        yield studio


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/studio"),
        ("GET", "/api/jobs"),
        ("DELETE", "/api/jobs"),
        ("POST", "/api/jobs?name=a.csv"),
        ("POST", "/api/examples/iris"),
        ("GET", "/api/jobs/x/files/table.csv"),
        ("GET", "/static/main.js"),
        ("GET", "/openapi.json"),
        ("OPTIONS", "/api/jobs"),
        ("GET", "/nowhere"),
    ],
)
def test_everything_asks_for_the_token(guarded, method, path) -> None:
    port = guarded.port
    wrong = TOKEN[:-1] + "0"
    assert asked(guarded, method, path) == 403
    assert asked(guarded, method, path, cookie=f"diverseed-{port}={wrong}") == 403
    assert asked(guarded, method, path, cookie=f"diverseed-{port + 1}={TOKEN}") == 403
    assert asked(guarded, method, path, authorization=f"Bearer {wrong}") == 403
    assert asked(guarded, method, path, authorization="Bearer") == 403
    assert asked(guarded, method, path, cookie=f"a=b; diverseed-{port}={TOKEN}") != 403
    assert asked(guarded, method, path, authorization=f"Bearer {TOKEN}") != 403
    joined = f"{path}{'&' if '?' in path else '?'}token="
    assert asked(guarded, method, joined + TOKEN) != 403
    assert asked(guarded, method, joined + wrong) == 403
    assert asked(guarded, method, joined) == 403


def test_the_address_sets_a_cookie_that_scripts_and_other_pages_cannot_use(guarded) -> None:
    answer = httpx.get(f"{guarded.address}/?token={TOKEN}")
    assert answer.headers["set-cookie"] == f"diverseed-{guarded.port}={TOKEN}; Path=/; HttpOnly; SameSite=Strict"
    assert "set-cookie" not in httpx.get(f"{guarded.address}/?token=wrong").headers


def test_the_token_does_not_open_the_studio_to_other_hosts_and_pages(guarded) -> None:
    own = {"authorization": f"Bearer {TOKEN}"}
    assert asked(guarded, "GET", "/api/jobs", host="evil.example", **own) == 403
    assert asked(guarded, "GET", "/api/jobs", origin="http://evil.example", **own) == 403


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n",
        b"POST /api/jobs?name=a.csv HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        b"Content-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\nx,y\n",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_half_open_connections_are_let_go(sent) -> None:
    with running(patience=1.0) as hasty, socket.create_connection(("127.0.0.1", hasty.port)) as client:
        client.settimeout(PATIENCE)
        client.sendall(sent.replace(b"{port}", str(hasty.port).encode()))
        while client.recv(1000):  # an answer may come first; the end comes from the other side
            pass
        assert hasty.http.get("/api/jobs").json() == []


def dribble(client: socket.socket) -> None:
    """Send a letter of a head now and then, until the other side closes."""
    while True:
        client.sendall(b"G")
        try:
            if not client.recv(100):
                return
        except TimeoutError:
            continue
        except ConnectionError:
            return


def test_a_client_that_dribbles_its_head_is_let_go() -> None:
    with running(patience=1.0) as hasty, socket.create_connection(("127.0.0.1", hasty.port)) as client:
        client.settimeout(0.2)
        thread = threading.Thread(target=dribble, args=(client,), daemon=True)
        thread.start()
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()


def test_a_client_that_waits_for_its_answer_is_not_let_go() -> None:
    with running(patience=1.0) as hasty:
        job = hasty.example("iris")
        hasty.result(job)
        assert hasty.file(job, "clusters.png").startswith(b"\x89PNG")  # made by a worker, while the client is silent


def test_all_files_together_are_bounded(tmp_path) -> None:
    with running(most_bytes=1_000_000, folder=tmp_path) as small:
        first = small.upload(b"x" * 600_000, "a.bin", kind="text")
        refused = small.http.post("/api/jobs?name=b.bin", content=b"x" * 600_000, headers=OWN)
        assert refused.status_code == 507
        assert "Remove files you no longer need" in refused.json()["detail"]
        streamed = small.http.post("/api/jobs?name=b.bin", content=(b"x" * 1000 for _ in range(2)), headers=OWN)
        assert streamed.status_code == 507  # of unknown length: it might be as large as the largest
        small.ended(first)
        assert small.http.delete(f"/api/jobs/{first}").status_code == 204
        assert small.http.post("/api/jobs?name=b.bin", content=b"x" * 600_000, headers=OWN).status_code == 201


def test_a_result_that_does_not_fit_on_the_disk_is_reported(tmp_path) -> None:
    lines = "\n".join(f"number {i} of many different lines {i * 7919 % 1000}" for i in range(1000)).encode()
    with running(most_bytes=len(lines) + 3000, folder=tmp_path) as small:
        job = small.ended(small.upload(lines, "lines.txt", kind="text"))
        assert job["state"] == "failed"
        assert "disk space" in job["error"]
        assert not list(tmp_path.glob("files/*/run-*"))


def test_a_full_disk_is_reported(studio, monkeypatch) -> None:
    def full(self, *arguments, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("diverseed.studio.server.Path.open", full)
    answer = studio.http.post("/api/jobs?name=a.csv", content=b"1,2", headers=OWN)
    assert answer.status_code == 507
    assert "No space left on device" in answer.json()["detail"]


def test_a_folder_that_cannot_be_made_reserves_nothing(tmp_path, monkeypatch) -> None:
    def full(self, *arguments, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    with running(most_bytes=1_000_000, folder=tmp_path) as small:
        with monkeypatch.context() as patched:
            patched.setattr("diverseed.studio.jobs.Path.mkdir", full)
            assert "No space left" in small.http.post("/api/jobs", content=b"x" * 600_000, headers=OWN).text
        assert small.http.post("/api/jobs", content=b"x" * 600_000, headers=OWN).status_code == 201
