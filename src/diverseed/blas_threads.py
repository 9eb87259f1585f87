"""Keeping BLAS to one thread where matrices are small: on a busy machine its threads wait for each other far longer
than they compute."""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """Context in which BLAS calls run on the calling thread alone."""
    return _controller().limit(limits=1, user_api="blas")
