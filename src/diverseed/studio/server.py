"""The HTTP interface of the studio: files in; jobs, results and exports out. The work is done in ``pipelines``."""

import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.requests import ClientDisconnect

from .. import __version__
from ..errors import InputError
from ..examples import NUMERIC, PREFIX, SCREENPLAYS
from .detection import KNOWN_ENDINGS
from .folders import kept_folder
from .jobs import Jobs
from .security import Guard
from .settings import LONGEST_NAME, ExportName, FileKind, JobSettings

UPLOAD_BYTES = 100_000_000
MOST_BYTES = 2_000_000_000
JOB_SECONDS = 600.0
UPLOAD_PATH = "/api/jobs"
# An export that is opened in the browser, although it is a download, must not run as part of the studio.
_ALONE = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def create_app(
    *,
    port: int,
    token: str | None = None,
    folder: Path | None = None,
    upload_bytes: int = UPLOAD_BYTES,
    most_bytes: int = MOST_BYTES,
    job_seconds: float = JOB_SECONDS,
) -> FastAPI:
    """The application.

    Parameters
    ----------
    port : the one it will listen on; requests for any other host and port are refused
    token : required in every request; None for no token
    folder : where files are kept across restarts; None for a temporary folder
    upload_bytes : limit for one file
    most_bytes : limit for all files together
    job_seconds : time limit for one job
    """

    jobs = Jobs(seconds=job_seconds, most_bytes=most_bytes)
    facts: dict[str, Any] = {"upload_bytes": upload_bytes}

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with kept_folder(folder) as (place, kept):
            facts.update(folder=_from_home(place), kept=kept, run=secrets.token_hex(8))
            async with jobs.working(place):
                yield

    app = FastAPI(
        title="diverseed studio",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(Guard, port=port, token=token, most_bytes=upload_bytes, upload_path=UPLOAD_PATH)
    _add_errors(app)
    _add_page(app, facts)
    _add_uploads(app, jobs, upload_bytes)
    _add_jobs(app, jobs, facts)
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(InputError)
    async def refused(request: Request, error: InputError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 422)

    @app.exception_handler(OSError)
    async def disk(request: Request, error: OSError) -> JSONResponse:
        return JSONResponse({"detail": f"The file could not be saved: {error.strerror or error}."}, 507)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        """One line that names what is wrong, without repeating what was sent."""
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"detail": f"{where}: {first['msg']}" if where else first["msg"]}, 422)


def _add_page(app: FastAPI, facts: Mapping[str, Any]) -> None:
    static = Path(str(files(__package__) / "static"))

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(static / "index.html")

    app.mount("/static", StaticFiles(directory=static), name="static")

    @app.get("/api/studio")
    async def studio() -> dict[str, Any]:
        """What the page needs to know first: the bundled examples, where files are kept, and the limits."""
        return {
            **facts,
            "tables": [asdict(card) for card in NUMERIC.values()],
            "screenplays": [asdict(card) for card in SCREENPLAYS.values()],
        }


def _add_uploads(app: FastAPI, jobs: Jobs, upload_bytes: int) -> None:
    binary = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}

    @app.post(
        UPLOAD_PATH,
        status_code=201,
        openapi_extra={"requestBody": {"required": True, "content": binary}},
    )
    async def upload(
        request: Request,
        name: Annotated[str, Query(max_length=2000)] = "upload",
        kind: FileKind | Literal["auto"] = "auto",
        column: Annotated[str | None, Query(max_length=2000)] = None,
    ) -> dict[str, Any]:
        """Take a file as the body of the request, and queue it. The name is shown, never used as a path."""
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/octet-stream":
            raise HTTPException(415, "Send the file as application/octet-stream.")
        shown = _shown_name(name)
        ending = Path(shown).suffix.lower()
        file = f"source{ending if ending in KNOWN_ENDINGS else ''}"
        settings = JobSettings(kind=kind, column=column or None)
        expected = int(request.headers.get("content-length", upload_bytes))
        with jobs.adding(shown, file, settings, expected=expected) as job:
            await _receive(request, Path(job.place))
        return await jobs.get(job.id)

    @app.post("/api/examples/{name}", status_code=201)
    async def take_example(name: str, kind: FileKind | Literal["auto"] = "auto") -> dict[str, Any]:
        """Queue a bundled example. A screenplay can be taken as text: its scene headings."""
        if name not in {**NUMERIC, **SCREENPLAYS}:
            raise InputError(f"there is no bundled example {name[:80]!r}.")
        shown = f"{name} (headings)" if kind == "text" else name
        with jobs.adding(shown, f"{PREFIX}{name}", JobSettings(kind=kind)) as job:
            pass  # there is no file to receive
        return await jobs.get(job.id)


async def _receive(request: Request, place: Path) -> None:
    try:
        with place.open("wb") as target:
            async for chunk in request.stream():
                target.write(chunk)
    except ClientDisconnect as error:
        raise HTTPException(400, "The upload was interrupted. Send the file again.") from error


def _add_jobs(app: FastAPI, jobs: Jobs, facts: Mapping[str, Any]) -> None:
    app.get("/api/jobs/{job_id}")(jobs.get)
    app.put("/api/jobs/{job_id}/settings")(jobs.revise)
    app.post("/api/jobs/{job_id}/cancel")(jobs.cancel)
    app.delete("/api/jobs/{job_id}", status_code=204)(jobs.remove)
    app.delete("/api/jobs", status_code=204)(jobs.remove_all)

    @app.get("/api/jobs")
    async def list_jobs(response: Response) -> list[dict[str, Any]]:
        """All jobs, newest first, without their results. A header identifies this start of the studio."""
        response.headers["x-studio-run"] = facts["run"]
        return jobs.summaries()

    @app.get("/api/jobs/{job_id}/result")
    async def result(job_id: str) -> Response:
        """The result as JSON. A file that was refused: 422 with the reason."""
        return Response(jobs.result(job_id), media_type="application/json")

    @app.get("/api/jobs/{job_id}/files/{file}")
    async def export(job_id: str, file: ExportName) -> Response:
        """A file made from the result, as a download."""
        name, content = await jobs.export(job_id, file)
        headers = {
            "content-disposition": f'attachment; filename="{_file_stem(name)}-{file}"',
            "content-security-policy": _ALONE,
        }
        return Response(content, media_type=guess_type(file)[0], headers=headers)


def _from_home(folder: Path) -> str:
    """A folder as people write it, with ~ for the home directory."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # outside the home directory, or there is none
        return str(folder)


def _shown_name(name: str) -> str:
    """The last part of a file's name as the user knows it, on one line and bounded."""
    last = re.split(r"[/\\]", name)[-1]
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in last).split())
    return plain[-LONGEST_NAME:] or "upload"


def _file_stem(name: str) -> str:
    """A name for downloads: letters, digits and hyphens."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", Path(name).stem).strip("-").lower()
    return stem[:60] or "diverseed"
