"""Two sides of what stands tall: width and height, not width and depth; pure."""

from typing import Final

import msgspec

from partwright.drafter.text.figures import StatedFigure

_UPRIGHT: Final = {"shelf": 550, "cabinet": 900, "wardrobe": 900}
"""Kinds that are higher than deep, and the millimetres that none of the kind is deep."""
_TALL: Final = 1100
"""Millimetres from which the longer of two sides is the height, in whichever order they are written."""


def as_upright(figure: StatedFigure, kind: str) -> list[StatedFigure]:
    """The size itself, or of a bookshelf 800 x 1800 its width and its height."""
    if kind not in _UPRIGHT or not figure.is_size or len(figure.values) != 2:
        return [figure]
    if figure.quantity != "size" or figure.values[1] <= _UPRIGHT[kind]:
        return [figure]
    wide, high = sorted(figure.values) if max(figure.values) >= _TALL else figure.values
    return [
        _side(figure, "width", wide),
        _side(figure, "height", high),
    ]


def _side(size: StatedFigure, quantity: str, value: float) -> StatedFigure:
    """One side of a size as a figure of its own."""
    return msgspec.structs.replace(
        size, values=(value,), quantity=quantity, is_size=False, unit="mm", written=f"{value:g} mm"
    )
