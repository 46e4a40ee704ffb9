"""Figures of a description that contradict each other or cannot be; pure."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from partwright.drafter import engine as drafter
from partwright.drafter.mass import stated_mass
from partwright.drafter.text.figures import StatedFigure

_ONE_VALUE: Final = frozenset({"height", "mass", "ratio", "size", "battery voltage"})
"""Quantities of which the whole has one value."""
_SIDES: Final = frozenset({"length", "width", "height", "depth"})
_SAME: Final = 0.01
_ABSOLUTE_ZERO: Final = -273.15
_WHOLE: Final = 100.0


def understood(description: str, messages: Sequence[str]) -> drafter.DesignBrief:
    """What the description and the user's later words say."""
    return _understood(description, tuple(messages))


@lru_cache(maxsize=256)
def _understood(description: str, messages: tuple[str, ...]) -> drafter.DesignBrief:
    return drafter.understand(description, {}, list(messages))


def stated(brief: drafter.DesignBrief) -> tuple[StatedFigure | None, tuple[float, ...]]:
    """The mass and the sides of the whole that the text states, where it does."""
    size = next(
        (
            figure
            for figure in brief.figures
            if figure.is_size
            and figure.quantity == "size"
            and figure.dimension == "length"
            and (not figure.about or figure.about[0] in brief.title)
        ),
        None,
    )
    return stated_mass(brief), (() if size is None else size.values)


def contradictions(brief: drafter.DesignBrief) -> Iterator[str]:
    """What the text says twice and differently, and what no product can be."""
    yield from _twice(brief.figures)
    yield from _beside_size(brief.figures)
    for figure in brief.figures:
        if why := _impossible(figure, brief.figures):
            yield f"{figure.written}: {why}"


def _twice(figures: Sequence[StatedFigure]) -> Iterator[str]:
    for quantity in sorted(_ONE_VALUE):
        said = [f for f in figures if f.quantity == quantity and not _is_of_a_part(f)]
        for one, other in pairwise(said):
            is_exact = one.bound in ("none", "about") and other.bound in ("none", "about")
            if is_exact and len(one.values) == len(other.values) and _differ(one, other):
                yield f"the {quantity} is {one.written} and {other.written}"


_OF_WHOLE: Final = frozenset(
    {"high", "tall", "height", "of", "total", "overall", "full", "the", "a"}
)


def _is_of_a_part(figure: StatedFigure) -> bool:
    """Whether the words next to a figure name a part: seat height, 300 mm high handle."""
    about = figure.about[1:2] if figure.about[:1] == ("height",) else figure.about[:1]
    return len(figure.about) > 1 and bool(about) and about[0] not in _OF_WHOLE


def _differ(one: StatedFigure, other: StatedFigure) -> bool:
    pairs = zip(one.values, other.values, strict=True)
    return any(abs(a - b) > _SAME * max(abs(a), abs(b)) for a, b in pairs)


def _beside_size(figures: Sequence[StatedFigure]) -> Iterator[str]:
    size = next((f for f in figures if f.quantity == "size" and len(f.values) == 3), None)
    if size is None:
        return
    for figure in figures:
        is_whole = figure.quantity == "height" and not figure.is_size and not _is_of_a_part(figure)
        if is_whole and all(abs(figure.high - side) > _SAME * side for side in size.values):
            yield f"the size is {size.written} and the height {figure.written}"


def _impossible(figure: StatedFigure, figures: Sequence[StatedFigure]) -> str:
    if figure.dimension == "temperature" and figure.low < _ABSOLUTE_ZERO:
        return "nothing is colder than absolute zero"
    if figure.quantity == "efficiency" and figure.high > _WHOLE:
        return "no efficiency is above 100 %"
    if figure.dimension in ("length", "mass") and figure.high <= 0:
        return "expected more than nothing"
    if figure.quantity == "thickness" and not figure.is_size:
        size = next((f for f in figures if f.quantity == "size" and len(f.values) > 1), None)
        if size is not None and figure.high > size.high:
            return f"thicker than the whole of {size.written}"
    return ""
