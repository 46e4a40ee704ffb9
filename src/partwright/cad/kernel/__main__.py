"""`python -m partwright.cad.kernel`: the supervising process of the workers."""

import sys
from importlib import import_module

from partwright.cad.kernel.server import Actions, serve


def load() -> Actions:
    """Import the kernel; ImportError without the `cad` extra."""
    return import_module("partwright.cad.kernel.actions").ACTIONS


if __name__ == "__main__":
    sys.exit(serve(load))
