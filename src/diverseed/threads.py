"""Limits on the threads of compiled code: BLAS where matrices are small, since on a busy machine its threads wait for
each other far longer than they compute; OpenMP where blocks of data are already processed in parallel."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from threading import Lock

from threadpoolctl import ThreadpoolController

_setting_blas = Lock()


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Context in which BLAS calls run on the calling thread alone.

    All threads of a process share the setting. A thread that enters while another is inside leaves it alone: it would
    later restore, for good, the one thread that the other had set.
    """
    if not _setting_blas.acquire(blocking=False):
        yield
        return
    try:
        with _controller().limit(limits=1, user_api="blas"):
            yield
    finally:
        _setting_blas.release()


def one_openmp_thread() -> AbstractContextManager[object]:
    """Context in which OpenMP code that the calling thread starts runs on that thread alone."""
    return _controller().limit(limits=1, user_api="openmp")


def openmp_threads() -> int:
    """How many threads OpenMP code would use: the cores, or fewer where ``OMP_NUM_THREADS`` or a limit says so."""
    pools = _controller().select(user_api="openmp").info()
    return max((int(pool["num_threads"]) for pool in pools), default=1)
