"""The graph library, imported when it is first needed."""

from typing import Any

from ...errors import optional_module


def networkx() -> Any:
    """The networkx module.

    Raises
    ------
    InputError : it is not installed
    """
    return optional_module("networkx", "threads and networks need networkx.", "screenplay")
