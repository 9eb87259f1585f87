"""Relevant and different items, beside MMR and pyversity: ``python benchmarks/select.py``; see ``selection.py``."""

import os
import sys

if __name__ == "__main__":
    from selection import main

    main()
else:  # ``import select`` from a script in this folder means the module of the standard library
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    here = os.path.dirname(os.path.realpath(__file__))
    spec = PathFinder.find_spec("select", [path for path in sys.path if os.path.realpath(path) != here])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["select"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["select"])
