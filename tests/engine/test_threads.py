"""Limits on threads are lifted again, whoever set them."""

from collections.abc import Callable, Iterator
from threading import Event, Thread

import numpy as np  # noqa: F401  # which loads BLAS
import pytest
import scipy.linalg  # noqa: F401  # and another one
from threadpoolctl import threadpool_info, threadpool_limits

from diverseed.threads import one_blas_thread


def blas_threads() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def started(function: Callable[[], object]) -> Thread:
    thread = Thread(target=function)
    thread.start()
    return thread


@pytest.fixture(autouse=True)
def _two_threads() -> Iterator[None]:
    """Set by a thread that has ended: one that lives would keep others from setting anything."""
    before = max(blas_threads())
    started(lambda: threadpool_limits(2, user_api="blas")).join()
    yield
    started(lambda: threadpool_limits(before, user_api="blas")).join()


def test_a_thread_that_leaves_last_does_not_leave_the_limit_behind() -> None:
    inside, done = Event(), Event()

    def first() -> None:
        with one_blas_thread():
            inside.set()
            done.wait(10)

    earlier = started(first)
    inside.wait(10)
    with one_blas_thread():
        assert blas_threads() == {1}
        done.set()
        earlier.join()
    assert blas_threads() == {2}


def test_contexts_nest_and_errors_lift_the_limit() -> None:
    def failing() -> None:
        with one_blas_thread():
            with one_blas_thread():
                assert blas_threads() == {1}
            assert blas_threads() == {1}
            raise KeyError

    for _ in range(2):
        with pytest.raises(KeyError):
            failing()
        assert blas_threads() == {2}
