"""The graph library, imported when it is first needed."""

from typing import Any

from ..errors import InputError


def networkx() -> Any:
    """The networkx module.

    Raises
    ------
    InputError : it is not installed
    """
    try:
        import networkx as module
    except ImportError as error:
        raise InputError(
            "threads and networks need networkx. Install it: pip install 'diverseed[screenplay]'."
        ) from error
    return module
