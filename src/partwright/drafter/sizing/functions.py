"""The functions that recipes may call, by name."""

import math
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from partwright.drafter.sizing import drives, energy, fluids, standard_parts, strength

_MODULES: Final = (drives, energy, fluids, standard_parts, strength)


def _of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing)
        and not name.startswith("_")
        and not isinstance(thing, type)
        and thing.__module__ == module.__name__
    }


def root(value: float) -> float:
    """The square root, 0 for what is below zero."""
    return math.sqrt(max(value, 0.0))


def nearest(value: float, step: float = 1) -> float:
    """The multiple of the step nearest to the value."""
    return round(value / step) * step


def sine(degrees: float) -> float:
    """The sine of an angle in degrees."""
    return math.sin(math.radians(degrees))


def cosine(degrees: float) -> float:
    """The cosine of an angle in degrees."""
    return math.cos(math.radians(degrees))


def arc(rise: float, run: float) -> float:
    """The angle in degrees of a line that rises so much over so much."""
    return math.degrees(math.atan2(rise, run))


def up(value: float, step: float) -> float:
    """The next multiple of the step."""
    return math.ceil(value / step - 1e-9) * step


def size(*sides: float) -> str:
    """A size in millimetres, as a name of a part carries it."""
    return " x ".join(f"{side:.6g}" for side in sides) + " mm"


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: thing for module in _MODULES for name, thing in _of(module).items()},
    "max": max,
    "min": min,
    "sqrt": root,
    "round": nearest,
    "up": up,
    "size": size,
    "floor": math.floor,
    "ceil": math.ceil,
    "sin": sine,
    "cos": cosine,
    "atan": arc,
}
