"""Figures of a text as a recipe takes them: whose they are, which end of them, in which unit; pure."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.units import RECKONED

_GRAVITY: Final = 9.81
_AHEAD: Final = 4
_TOLD: Final = 6
ENDS: Final = frozenset({"low", "high"})
"""What a source of a figure may end in: `bore.low`."""


def owner_of(figure: StatedFigure) -> tuple[str, ...]:
    """The thing ahead of what the figure is of: of legs of steel tube 25 x 2 mm, the legs."""
    ahead = figure.about[:_AHEAD]
    return ahead[ahead.index("of") + 1 :][:1] if "of" in ahead else ()


def nearest(figures: Sequence[StatedFigure], word: str) -> StatedFigure:
    """The last figure said of a thing; of those said together, the one right beside its word."""
    last = figures[-1]
    beside = [f for f in figures if f.origin == last.origin and f.about[:1] == (word,)]
    return beside[-1] if beside else last


_CUT: Final = frozenset(
    {"cutout", "cut-out", "window", "opening", "aperture", "hole", "slot", "recess"}
)
_BEFORE_CUT: Final = 6


def cut_of(figure: StatedFigure) -> frozenset[str]:
    """The thing cut into a part that stands behind the figure: a cutout 40 x 20 mm in the lid."""
    is_into = figure.about[:1] in (("in",), ("into",), ("through",))
    return _CUT & {*figure.about[:_BEFORE_CUT]} if is_into else frozenset()


def is_of_back(figure: StatedFigure) -> bool:
    """Whether it is that of a back, thinner than the rest: back panel of plywood 6 mm."""
    near = figure.about[:_TOLD]
    return ("panel", "back") in pairwise(near)


def end_of(figures: Sequence[StatedFigure], which: str) -> tuple[StatedFigure | None, float]:
    """The lowest or the highest of what the text says of a quantity: bores of 8 and 10 mm."""
    said = [one for one in figures if one.origin] or figures
    if not said:
        return None, 0.0
    if which == "low":
        found = min(said, key=lambda one: one.low)
        return found, found.low
    found = max(said, key=lambda one: one.high)
    return found, found.high


def quoted_figure(figure: StatedFigure) -> str:
    """The figure with what it is of, as a reason for a size tells it."""
    quantity = quantities().get(figure.quantity)
    return f"{quantity.name.lower() if quantity else 'value'} {figure.written}"


def in_unit(figure: StatedFigure, value: float, target: str) -> float:
    """The value in kg or N, as the recipe takes it; any other as it is."""
    own = RECKONED[figure.dimension]
    if own == "N" and target == "kg":
        return value / _GRAVITY
    if own == "kg" and target == "N":
        return value * _GRAVITY
    return value


def words_near(figure: StatedFigure) -> tuple[str, ...]:
    """The nearest words of a figure; what stands behind `with` is another thing: a table 1200 x 800 with legs."""
    return () if figure.about[:1] == ("with",) else figure.about[:2]
