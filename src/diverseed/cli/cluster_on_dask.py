# mypy: disallow-untyped-calls=False
"""``diverseed cluster --engine dask``: Parquet files of any size, read block by block in several processes."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from ..errors import InputError, how_to_install
from ..files.whole_files import new_folder
from ..tables.notes import left_out_notes
from ..tables.scaling import unequal_spreads
from ..tables.table import listed, quoted
from .findings import findings, print_findings
from .output import check_out_folder, note, working

if TYPE_CHECKING:
    from ..arrays import FloatArray
    from ..dask.parquet import ParquetTable
    from ..engine.survey import Moments
    from .cluster import Request


def workforce(scheduler: str | None, workers: int | None, memory_limit: str | None) -> AbstractContextManager[None]:
    """A context in which the work is done on a cluster that is already running, or in processes on this machine.

    Parameters
    ----------
    scheduler : address of a running scheduler, or None
    workers : number of processes to start; None for one per core
    memory_limit : memory of each of them, as the user typed it; None for an equal share of the machine's memory
    """
    try:
        import distributed  # noqa: F401
        import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401
        from dask.utils import parse_bytes
    except ImportError as error:
        raise InputError(f"--engine dask needs more packages ({error}). {how_to_install('dask')}") from error
    if scheduler and (workers or memory_limit):
        raise InputError(
            "--workers and --memory-limit start processes on this machine. Leave them out with --scheduler."
        )
    try:
        size = None if memory_limit is None else int(parse_bytes(memory_limit))
    except (ValueError, OverflowError):
        size = 0
    if size is not None and size <= 0:
        raise InputError(f"--memory-limit {memory_limit} is not a size. Use for example 700MB or 2GiB.")
    return _connected(scheduler, workers, size)


@contextmanager
def _connected(scheduler: str | None, workers: int | None, memory_limit: int | None) -> Iterator[None]:
    import dask.config
    from distributed import Client

    if scheduler:
        try:
            client = Client(scheduler, timeout="10s")
        except (OSError, ValueError) as error:
            raise InputError(f"no Dask scheduler responds at {scheduler}: {error}. Check it.") from error
    else:
        # Arrow's default pool keeps freed memory, up to several blocks: too much where memory is short
        plain_pool = {"distributed.nanny.pre-spawn-environ.ARROW_DEFAULT_MEMORY_POOL": "system"}
        with dask.config.set(plain_pool), _interrupts_wait():
            client = Client(
                n_workers=workers,
                threads_per_worker=1,
                memory_limit=memory_limit or "auto",
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
    with client:
        yield


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Hold back Ctrl-C until the context ends: a cluster that is half started cannot be shut down cleanly."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt


def cluster_on_dask(request: Request, at_work: AbstractContextManager[None]) -> dict[str, Any]:
    """Read, cluster, write labels and, without ``--json``, print the summary; returns what ``--json`` prints."""
    _check(request)
    from ..dask import DPPKMeans, DPPSpectralClustering
    from ..dask.labels import label_parts
    from ..dask.parquet import open_parquet
    from ..report.fitting import fit_shape

    out, preparation = request.outputs.get("--out"), request.preparation
    if out is not None:
        check_out_folder([request.file], out, ["."])
    table = open_parquet(request.file, **{key: preparation[key] for key in ("columns", "exclude", "keep_ids")})
    start = time.perf_counter()
    filling = nullcontext(None) if out is None else new_folder(out)
    # the workers end before an incomplete folder is removed, so that none of them writes into it afterwards
    with filling as folder, working(f"clustering {request.file}"), at_work:
        points, moments, on_scale = _scaled_as(table, preparation["scale"])
        model, on_fit = fit_shape(
            DPPKMeans, DPPSpectralClustering, points, request.settings, request.clustering["shape"]
        )
        tally = label_parts(model, points, folder)
    seconds = time.perf_counter() - start
    left_out = left_out_notes([(name, reason, "") for name, reason in table.left_out.items()])
    notes = [*left_out, *_on_constants(table, moments or model._moments), *on_scale, *on_fit]
    note(*notes)
    if not request.as_json:
        spreads = (tally.squares / tally.sizes.clip(1)) ** 0.5
        lines = [(k, int(size), float(spreads[k]), "") for k, size in enumerate(tally.sizes)]
        print_findings(model, lines, n_columns=len(table.columns), seconds=seconds)
    if out is not None:
        note(f"wrote {out}")
    return {
        "n": int(tally.sizes.sum()),
        "n_features": len(table.columns),
        "columns": list(table.columns),
        "left_out": [{"column": name, "reason": reason} for name, reason in table.left_out.items()],
        "scale": "none" if points is table.frame else "standard",
        **findings(model, tally.sizes),
        "notes": notes,
        "seconds": round(seconds, 4),
    }


def _check(request: Request) -> None:
    """Refuse options that need the whole table in memory, or that the random walk lacks, before any process starts."""
    from ..report.fitting import check_shape

    check_shape(request.settings, request.clustering["shape"])
    given = {
        **dict.fromkeys(request.outputs, True),
        "--sheet": request.sheet is not None,
        "--stability": request.clustering["stability"],
        "--mark-outliers": request.clustering["outliers"] > 0,
        "--missing": request.preparation["missing"] != "median",
        "--scale robust": request.preparation["scale"] == "robust",
    }
    refused = [option for option, is_given in given.items() if is_given and option != "--out"]
    if refused:
        raise InputError(
            f"{', '.join(refused)}: not available with --engine dask, which does not load the whole table. Leave "
            "out one or the other."
        )


def _scaled_as(table: ParquetTable, scale: str) -> tuple[Any, Moments | None, list[str]]:
    """The columns, standardised if asked for, not yet computed; their moments before that, which take another pass over
    the data; and notes."""
    import numpy as np

    from ..dask.passes import DaskBlocks
    from ..engine.survey import take_moments

    if scale == "none":
        return table.frame, None, []
    moments = take_moments(DaskBlocks.of(table.frame))
    deviations = _deviations(moments)
    if not np.isfinite(deviations).all():
        name = quoted(table.columns[int(np.isfinite(deviations).argmin())])
        raise InputError(f"the squares of {name} are too large for floats. Use another unit, or leave it out.")
    why = unequal_spreads(table.columns, deviations)
    if scale == "auto" and not why:
        return table.frame, moments, []
    divisors = np.where(deviations > 0, deviations, np.inf)
    scaled = table.frame.map_partitions(_scaled, means=moments.means, divisors=divisors)
    return scaled, moments, [why] if scale == "auto" else []


def _deviations(moments: Moments) -> FloatArray:
    """(d,) standard deviations; 0 where values differ by rounding only."""
    import numpy as np

    deviations = np.sqrt(moments.variances)
    deviations[deviations <= 8 * np.finfo(np.float64).eps * np.abs(moments.means)] = 0
    return deviations


def _on_constants(table: ParquetTable, moments: Moments) -> list[str]:
    flat = _deviations(moments) == 0
    constant = [name for name, is_flat in zip(table.columns, flat, strict=True) if is_flat]
    return [f"Constant columns, which have no effect: {listed(constant)}."] if constant else []


def _scaled(part: Any, *, means: FloatArray, divisors: FloatArray) -> Any:
    return ((part - means) / divisors).astype(part.dtypes.map(lambda kind: kind if kind == "float32" else "float64"))
