"""`python -m partwright.cad.kernel`: the supervising process; `files` for work on files alone."""

import sys
from importlib import import_module

from partwright.cad.kernel.server import Actions, serve

MODULES = {"files": "partwright.cad.kernel.file_actions", "all": "partwright.cad.kernel.actions"}


def load() -> Actions:
    """Import the kernel; ImportError without the `cad` extra."""
    return import_module(MODULES[(*sys.argv[1:], "all")[0]]).ACTIONS


if __name__ == "__main__":
    sys.exit(serve(load))
