"""The HTTP interface under requests made from its own schema, right and wrong: no answer is a 5xx."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diverseed.studio.server import create_app

from .conftest import SCRIPT, Studio, running

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

PATIENT = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Studio]:
    """A studio of its own; afterwards: no worker broke, whatever was asked of it."""
    with running(job_seconds=20) as studio:
        yield studio
        jobs = studio.http.get("/api/jobs").json()
        for job in jobs:
            studio.http.post(f"/api/jobs/{job['id']}/cancel")
        assert [job["error"] for job in jobs if "without a result" in job["error"]] == []


@pytest.fixture(scope="module")
def script(fuzzed) -> str:
    """A job that is there, so that not every request ends at a 404."""
    job = fuzzed.upload(SCRIPT.encode(), "affair.fountain")
    fuzzed.result(job)
    return job


SCHEMA = schemathesis.openapi.from_dict(create_app(port=1).openapi())


@SCHEMA.parametrize()
@PATIENT
def test_no_request_breaks_the_server(case, fuzzed) -> None:
    assert case.call(base_url=fuzzed.address).status_code < 500


@SCHEMA.exclude(method="DELETE").include(path_regex="job_id").parametrize()
@PATIENT
def test_no_request_to_a_job_breaks_the_server(case, fuzzed, script) -> None:
    case.path_parameters["job_id"] = script
    assert case.call(base_url=fuzzed.address).status_code < 500


@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))),
    st.sampled_from(["x", "x.csv", "x.tsv", "x.npy", "x.parquet", "x.fountain", "x.fdx", "x.pdf", "x.html", "x.txt"]),
)
@settings(PATIENT, max_examples=15)
def test_no_file_breaks_a_worker(fuzzed, content, name) -> None:
    job = fuzzed.upload(content, name)
    ended = fuzzed.ended(job)
    assert "without a result" not in ended["error"]
    assert ended["state"] == "done" or ended["error"]
    fuzzed.http.delete(f"/api/jobs/{job}")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"k": NaN}',
        b'{"column": "\\ud800"}',
        b"\xff\xfe",
        b'{"k": 1e400}',
        b"null",
        b'{"steps": [{}]}',
    ],
)
def test_odd_bodies(fuzzed, script, body) -> None:
    answer = fuzzed.http.put(f"/api/jobs/{script}/settings", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert isinstance(answer.json()["detail"], str)
