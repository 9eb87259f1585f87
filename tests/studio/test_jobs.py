"""Jobs over HTTP: the three kinds, corrections, the line, and what is stopped half-way."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest
from anyio import CancelScope
from typer.testing import CliRunner

from diverseed import DPPKMeans
from diverseed.cli import app
from diverseed.errors import InputError
from diverseed.studio.pipelines.text import run
from diverseed.studio.plain_words import plain
from diverseed.studio.records import Job
from diverseed.studio.settings import JobSettings
from diverseed.studio.worker import perform

from .conftest import SCRIPT, long_text, nested, running

COMMAND = CliRunner()
IRIS = Job(name="iris", file="example:iris")


def printed(*arguments: object) -> dict:
    """What the command line prints with --json."""
    done = COMMAND.invoke(app, [*map(str, arguments), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_screenplay_as_on_the_command_line(studio, tmp_path: Path) -> None:
    script = tmp_path / "affair.fountain"
    script.write_text(SCRIPT)
    result = studio.result(studio.upload(SCRIPT.encode(), "affair.fountain"))
    expected = printed("screenplay", script)
    assert result["kind"] == "screenplay"
    assert {key: result[key] for key in expected} == expected


def test_table_as_on_the_command_line(studio, tmp_path: Path) -> None:
    job = studio.example("iris")
    result = studio.result(job)
    table = tmp_path / "table.csv"
    expected = printed("cluster", "example:iris", "--out", table)
    assert (result["n_clusters"], result["verdict"]) == (expected["n_clusters"], expected["verdict"])
    assert [cluster["size"] for cluster in result["clusters"]] == expected["cluster_sizes"]
    assert studio.file(job, "table.csv") == table.read_bytes()


def test_another_k_keeps_the_evidence(studio, tmp_path: Path) -> None:
    job = studio.example("wine")
    first = studio.result(job)
    studio.change(job, kind="table", scale="robust", k=4)
    four = studio.result(job)
    assert (four["n_clusters"], four["verdict"]) == (4, "given")
    assert four["evidence"]["scores"] != first["evidence"]["scores"]
    table = tmp_path / "table.csv"
    printed("cluster", "example:wine", "--scale", "robust", "--k", 4, "--out", table)
    assert studio.file(job, "table.csv") == table.read_bytes()
    studio.change(job, kind="table", scale="robust")
    assert studio.result(job)["evidence"] == four["evidence"]


def test_levels_are_those_of_the_estimator(studio) -> None:
    job = studio.upload(nested().encode(), "nested.csv")
    found = studio.result(job)
    numbers = {level["k"] for level in found["evidence"]["levels"]}
    assert {4, 16} <= numbers
    other = 4 if found["n_clusters"] == 16 else 16
    studio.change(job, kind="table", level=other)
    result = studio.result(job)
    assert (result["n_clusters"], result["headline"]) == (other, f"{other} clusters (another level)")
    rows = np.array([line.split(",") for line in studio.file(job, "table.csv").decode().splitlines()[1:]], dtype=float)
    model = DPPKMeans(random_state=0).fit(rows[:, :2])
    assert rows[:, 2].astype(int).tolist() == model.labels_at(other, rows[:, :2]).tolist()
    assert 5 not in numbers
    studio.change(job, kind="table", level=5)  # as another shape may ask for: then as many are looked for
    assert (studio.result(job)["n_clusters"], studio.result(job)["verdict"]) == (5, "given")


def test_halves_of_a_table_on_demand(studio) -> None:
    job = studio.example("iris")
    assert studio.result(job)["stability"] is None
    studio.change(job, kind="table", stability=True)
    stability = studio.result(job)["stability"]
    assert (stability["n_clusters"], stability["n_halves"]) == (2, 20)
    assert sum(number["halves"] for number in stability["numbers"]) == 20
    assert len(stability["agreement"]) == 2
    assert f"in {stability['n_agreeing']} of 20 halves" in studio.file(job, "report.html").decode()
    studio.change(job, kind="table", k=3, stability=True)
    assert studio.result(job)["stability"]["given"] is True


def test_text_as_on_the_command_line(studio, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(["red shoe", "the red shoe", "red shoe, new", "green hat", "a green hat"]))
    job = studio.upload(lines.read_bytes(), "lines.txt")
    result = studio.result(job)
    expected = printed("text", lines, "--out", tmp_path / "groups.csv")
    assert result["kind"] == "text"
    assert [(group["size"], group["shared_words"]) for group in result["clusters"]] == [
        (group["size"], group["shared_words"]) for group in expected["clusters"]
    ]
    assert studio.file(job, "groups.csv") == (tmp_path / "groups.csv").read_bytes()
    studio.change(job, k=1)
    assert studio.result(job)["n_clusters"] == 1


def test_the_column_of_texts_is_found(studio) -> None:
    rows = "".join(f"{i},{'ab'[i % 2]},this is the long answer number {i * 7919 % 53}\n" for i in range(60))
    job = studio.upload(f"id,shop,answer\n{rows}".encode(), "answers.csv", kind="text")
    result = studio.result(job)
    assert (result["n"], result["column"], result["columns"][0]) == (60, "answer", "answer")
    studio.change(job, kind="text", column="shop")
    assert (studio.result(job)["n"], studio.result(job)["n_distinct"]) == (60, 2)


def test_a_table_with_only_texts_offers_them(studio) -> None:
    rows = "".join(f"{40 + i},this is the long answer number {i * 7919 % 53}\n" for i in range(60))
    failed = studio.ended(studio.upload(f"id,answer\n{rows}".encode(), "answers.csv"))
    assert (failed["state"], failed["text_columns"]) == ("failed", ["answer"])


def test_a_workbook_of_texts(studio, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    book = openpyxl.Workbook()
    for row in [["id", "answer"], *([i, f"this is the long answer number {i * 7919 % 53}"] for i in range(60))]:
        book.active.append(row)
    book.save(tmp_path / "answers.xlsx")
    job = studio.upload((tmp_path / "answers.xlsx").read_bytes(), "answers.xlsx", kind="text")
    assert (studio.result(job)["n"], studio.result(job)["column"]) == (60, "answer")


@pytest.mark.parametrize(
    ("name", "content", "command"),
    [
        ("empty.csv", b"", "cluster"),
        ("words.csv", b"a,b\nx,y\n", "cluster"),
        ("equal.csv", b"a,b\n1,2\n1,2\n", "cluster"),
        ("not.npy", b"\x93NUMPY\x01\x00broken", "cluster"),
        ("not.parquet", b"PAR1broken", "cluster"),
        ("empty.fountain", b"", "screenplay"),
        ("archive.fdx", b"PK\x03\x04zip", "screenplay"),
        ("broken.pdf", b"%PDF-1.4 broken", "screenplay"),
        ("prose.html", b"<html><p>Just a page.</p></html>", "screenplay"),
        ("marks.txt", b"...\n!!!\n", "text"),
    ],
)
def test_bad_files_get_the_message_of_the_command_line(studio, tmp_path, monkeypatch, name, content, command) -> None:
    (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    refused = COMMAND.invoke(app, [command, name])
    assert refused.exit_code == 2
    job = studio.upload(content, name)
    assert studio.ended(job)["state"] == "failed"
    answer = studio.http.get(f"/api/jobs/{job}/result")
    assert answer.status_code == 422
    said = refused.stderr.strip().removeprefix("diverseed: ")
    assert answer.json()["detail"] == plain(said)
    assert "--" not in answer.json()["detail"]


def location_of(result: dict, scene: int) -> str:
    return next(location["name"] for location in result["locations"] if scene in location["scenes"])


def test_corrections_change_the_chart_and_the_command_line_takes_them(studio, tmp_path: Path) -> None:
    job = studio.upload(SCRIPT.encode(), "affair.fountain")
    found = studio.result(job)
    chart = studio.file(job, "chart.svg")
    kitchen, harbour = location_of(found, 1), location_of(found, 2)
    steps = [
        {"what": "location", "name": kitchen, "scenes": [3], "new": harbour},
        {"what": "location", "name": kitchen, "new": "Anna's <kitchen>"},
        {"what": "character", "name": "BENJAMIN", "new": "BEN"},
    ]
    studio.change(job, kind="screenplay", steps=steps)
    result = studio.result(job)
    assert (location_of(result, 1), location_of(result, 3)) == ("Anna's <kitchen>", harbour)
    assert next(one for one in result["characters"] if one["name"] == "BEN")["aliases"] == ["BENJAMIN"]
    assert studio.file(job, "chart.svg") != chart
    assert b"&lt;kitchen&gt;" in studio.file(job, "chart.svg")

    script, overrides = tmp_path / "affair.fountain", tmp_path / "overrides.toml"
    script.write_text(SCRIPT)
    overrides.write_bytes(studio.file(job, "overrides.toml"))
    expected = printed("screenplay", script, "--overrides", overrides)
    assert {key: result[key] for key in expected} == expected

    studio.change(job, kind="screenplay", overrides=overrides.read_text())  # and back again
    assert studio.result(job)["locations"] == result["locations"]
    studio.change(job, kind="screenplay")
    assert studio.result(job) == found


def test_a_false_heading_and_the_numbers_of_scenes(studio, tmp_path: Path) -> None:
    job = studio.upload(SCRIPT.encode(), "affair.fountain")
    found = studio.result(job)
    harbour = found["scenes"][1]
    steps = [
        {"what": "location", "name": location_of(found, 3), "scenes": [3], "new": "GALLEY"},
        {"what": "not a heading", "line": harbour["line"]},  # what was scene 3 is scene 2 from here on
        {"what": "location", "name": location_of(found, 4), "scenes": [3], "new": "QUAY"},
        {"what": "hide", "name": "BEN"},
    ]
    studio.change(job, kind="screenplay", steps=steps)
    result = studio.result(job)
    assert [scene["heading"] for scene in result["scenes"]] == [
        scene["heading"] for scene in found["scenes"] if scene is not harbour
    ]
    assert [location_of(result, scene) for scene in (1, 2, 3)] == [location_of(found, 1), "GALLEY", "QUAY"]
    assert result["hidden"] == ["BEN"]
    assert "BEN" not in result["chart"]["names"]
    lines = json.loads(studio.file(job, "script.json"))
    assert [kind for number, kind, _ in lines if number == harbour["line"]] == ["narrative"]
    script, overrides = tmp_path / "affair.fountain", tmp_path / "overrides.toml"
    script.write_text(SCRIPT)
    overrides.write_bytes(studio.file(job, "overrides.toml"))
    expected = printed("screenplay", script, "--overrides", overrides)
    assert {key: result[key] for key in expected} == expected
    ended = studio.change(job, kind="screenplay", steps=[{"what": "not a heading", "line": 1_000}])
    assert ended["state"] == "done"
    assert any("line 1000 is not a heading" in one["message"] for one in studio.result(job)["review"])


def test_as_many_people_as_asked_for(studio) -> None:
    job = studio.example("lido")
    assert len(studio.result(job)["chart"]["names"]) == 12
    for people in (3, 20):
        studio.change(job, kind="screenplay", people=people)
        assert len(studio.result(job)["chart"]["names"]) == people


def test_a_correction_that_cannot_be_made_keeps_the_current_result(studio) -> None:
    job = studio.upload(SCRIPT.encode(), "affair.fountain")
    found = studio.result(job)
    for settings in (
        {"steps": [{"what": "location", "name": "NOWHERE", "new": "X"}]},
        {"overrides": "this is no TOML"},
    ):
        ended = studio.change(job, kind="screenplay", **settings)
        assert ended["state"] == "done"
        assert ended["error"]
        assert ended["settings"]["steps"] == []
        assert studio.http.get(f"/api/jobs/{job}/result").json() == found


EXPORTS = {
    "screenplay": {
        "chart.svg": b"<?xml",
        "chart.png": b"\x89PNG",
        "chart.html": b"<!doctype html>",
        "report.html": b"<!doctype html>",
        "scenes.csv": b"id,line",
        "locations.csv": b"id,name",
        "characters.csv": b"name,",
        "presence.csv": b"scene,heading",
        "shooting_order.csv": b"order,scene",
        "shooting_order.html": b"<!doctype html>",
        "network.graphml": b"<",
        "overrides.toml": b"#",
    },
    "table": {
        "table.csv": b"sepal",
        "table.xlsx": b"PK",
        "report.html": b"<!doctype html>",
        "clusters.svg": b"<?xml",
        "clusters.png": b"\x89PNG",
        "evidence.svg": b"<?xml",
        "evidence.png": b"\x89PNG",
    },
    "text": {"groups.csv": b"line,text,cluster", "report.html": b"<!doctype html>"},
}


@pytest.mark.parametrize("kind", EXPORTS)
def test_every_export(studio, kind) -> None:
    job = studio.example("iris") if kind == "table" else studio.upload(SCRIPT.encode(), "affair", kind=kind)
    assert studio.result(job)["files"] == list(EXPORTS[kind])
    for file, start in EXPORTS[kind].items():
        assert studio.file(job, file).startswith(start), file
    other = "table.csv" if kind != "table" else "chart.svg"
    assert studio.http.get(f"/api/jobs/{job}/files/{other}").status_code == 422


def test_fifty_uploads_at_once_lose_no_job(studio) -> None:
    def upload(number: int) -> str:
        return studio.upload(b"a red shoe\nred shoe\nline %d\n" % number, f"lines {number}.txt", kind="text")

    with ThreadPoolExecutor(50) as pool:
        ids = list(pool.map(upload, range(50)))
    assert len(set(ids)) == 50
    for number, job in enumerate(ids):
        assert studio.ended(job)["state"] == "done"
        assert studio.job(job)["name"] == f"lines {number}.txt"
        assert studio.http.get(f"/api/jobs/{job}/result").json()["n"] == 3
    for job in ids:
        assert studio.http.delete(f"/api/jobs/{job}").status_code == 204
    assert not set(ids) & {job["id"] for job in studio.http.get("/api/jobs").json()}


def test_one_after_another_and_cancel() -> None:
    with running() as own:
        long, waiting = own.upload(long_text(), "long.txt", kind="text"), own.example("iris")
        own.until(long, "running")
        assert own.job(waiting)["state"] == "queued"
        dropped = own.example("wine")
        assert own.job(dropped)["waiting"] == 2
        own.http.post(f"/api/jobs/{dropped}/cancel")
        assert own.job(dropped)["state"] == "cancelled"
        assert own.http.get(f"/api/jobs/{long}/result").status_code == 409
        own.http.post(f"/api/jobs/{long}/cancel")
        assert own.ended(long)["state"] == "cancelled"
        assert own.result(waiting)["n_clusters"] == 2
        assert own.change(dropped)["state"] == "done"  # what was cancelled can be asked for again


def test_a_change_stops_the_run_under_way_and_removal_any_run() -> None:
    with running() as own:
        job = own.upload(long_text(), "long.txt", kind="text")
        own.until(job, "running")
        own.http.put(f"/api/jobs/{job}/settings", json={"kind": "table"})
        assert own.ended(job)["state"] == "failed"
        own.http.put(f"/api/jobs/{job}/settings", json={"kind": "text"})
        own.until(job, "running")
        assert own.http.delete(f"/api/jobs/{job}").status_code == 204
        assert own.http.get(f"/api/jobs/{job}").status_code == 404
        assert own.result(own.example("iris"))["n_clusters"] == 2


def test_a_job_that_takes_too_long_is_killed() -> None:
    with running(job_seconds=2.0) as hasty:
        job = hasty.upload(long_text(), "long.txt", kind="text")
        assert hasty.ended(job)["state"] == "failed"
        assert "more than 2 seconds" in hasty.job(job)["error"]


def test_a_column_without_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "none.csv").write_text("name,x\n,1\n,2\n")
    job = Job(name="none.csv", file="none.csv", folder=tmp_path, wanted=JobSettings(kind="text", column="name"))
    with pytest.raises(InputError, match=r"none\.csv holds no text in the column 'name'"):
        run(job, None)


def test_the_killed_process_is_gone(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_bytes(long_text())
    job = Job(name="long.txt", file="long.txt", folder=tmp_path, wanted=JobSettings(kind="text"))
    ending = asyncio.run(perform(job, tmp_path, seconds=0.5))
    assert ending.how == "broken"
    assert "more than 0.5 seconds" in ending.message
    assert not active_children()


def test_a_worker_that_the_system_kills_is_reported(tmp_path: Path) -> None:
    def kill(stage) -> None:
        for process in active_children():
            process.kill()

    ending = asyncio.run(perform(IRIS, tmp_path, seconds=60, on_stage=kill))
    assert ending.how == "broken"
    assert "without a result (stopped by the system" in ending.message


def test_a_task_that_is_cancelled_leaves_no_process_and_no_result(tmp_path: Path) -> None:
    stages = []

    async def cancelled() -> None:
        with CancelScope() as scope:
            await perform(IRIS, tmp_path, seconds=60, on_stage=lambda stage: (stages.append(stage), scope.cancel()))
        assert scope.cancelled_caught
        assert not active_children()

    asyncio.run(cancelled())
    assert len(stages) == 1
    assert not list(tmp_path.iterdir())


def test_a_result_that_cannot_be_saved_does_not_name_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Application Support" / "run-1"
    folder.parent.mkdir()
    folder.write_text("in the way")
    ending = asyncio.run(perform(IRIS, folder, seconds=60))
    assert ending.how == "refused"
    assert ending.message.startswith("The result could not be saved: ")
    assert "Application Support" not in ending.message
