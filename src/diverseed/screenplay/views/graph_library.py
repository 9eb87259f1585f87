"""The graph library, imported when it is first needed."""

from typing import Any

from ...errors import InputError


def networkx() -> Any:
    """The networkx module.

    Raises
    ------
    InputError : it is not installed
    """
    try:
        import networkx as module
    except ImportError as error:
        from ...errors import how_to_install

        raise InputError(f"threads and networks need networkx. {how_to_install('screenplay')}") from error
    return module
