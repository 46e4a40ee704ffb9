"""Two sides of what stands tall: width and height, not width and depth; pure."""

import re
from typing import Final

import msgspec

from partwright.drafter.catalogue import kinds, word_list
from partwright.drafter.text.figures import StatedFigure
from partwright.kit.patterns import lazy_regex

_UPRIGHT: Final = {"shelf": 550, "cabinet": 900, "wardrobe": 900}
"""Kinds that are higher than deep, and the millimetres that none of the kind is deep."""
_TALL: Final = 1100
"""Millimetres from which the longer of two sides is the height, in whichever order they are written."""


_NARROW: Final = 1.7
"""How many times its width what is written height first is high."""
_HIGHEST: Final = 2400
_AS_WRITTEN: Final = frozenset(
    {"low", "wide", "wall", "long", "hanging", "wall-mounted", "mounted"}
)
_WIDTH_FIRST: Final = lazy_regex(
    r"[ a-z]{0,4}[ (,]*(?:width|wide|w|b) ?(?:x|by|and) ?(?:height|high|h)\b", re.IGNORECASE
)


def as_upright(figure: StatedFigure, kind: str, text: str) -> list[StatedFigure]:
    """The size itself, or of a bookshelf 800 x 1800 its width and its height."""
    if figure.is_size and len(figure.values) == _ALL and figure.quantity == "size":
        return [_depth_second(figure, kind, text)]
    if kind not in _UPRIGHT or not figure.is_size or len(figure.values) != 2:
        return [figure]
    if figure.quantity != "size" or figure.values[1] <= _UPRIGHT[kind]:
        return [figure]
    wide, high = figure.values
    is_tall = _TALL <= max(wide, high) <= _HIGHEST and max(wide, high) >= _NARROW * min(wide, high)
    is_ordered = bool(_WIDTH_FIRST.match(text, figure.end)) or bool(_AS_WRITTEN & {*figure.about})
    if is_tall and not is_ordered:
        wide, high = sorted(figure.values)
    return [
        _side(figure, "width", wide),
        _side(figure, "height", high),
    ]


_ALL: Final = 3
_DEPTH_LAST: Final = frozenset(
    {"shelf", "cabinet", "wardrobe", "mirror cabinet", "spice rack", "shoe rack"}
)
"""Kinds of which many write width, height and depth."""
_SHELVES: Final = frozenset({"shelf", "spice rack", "shoe rack"})
"""Of these a low one on the wall may be deeper than high."""
_DEEPEST: Final = 700
"""Millimetres deeper than which no such piece is that stands on the floor."""
_LOWEST: Final = 1.5
_SHALLOWEST: Final = 60
"""Millimetres below which a third side is the thickness of a part: a back panel."""
_ON_WALL: Final = lazy_regex(
    r"\b(?:on|to) (?:a|the) wall\b|\bwall[ -]?(?:mount|hung|fix|hang|cabinet|cupboard|shel|unit|lock)",
    re.IGNORECASE,
)
_DEPTH_SECOND: Final = lazy_regex(
    r"[^,;]{0,12}\b(?:x|by) ?(?:d|t|deep|depth)\b ?(?:x|by)", re.IGNORECASE
)


def _depth_second(figure: StatedFigure, kind: str, text: str) -> StatedFigure:
    """The size as width, depth and height: a wall cabinet of 600 x 800 x 250 is 250 deep."""
    wide, second, third = figure.values
    is_stored = kind in ("cabinet", "wardrobe") and wide >= _STORED and _OF_SHEET.search(text)
    if (kind == "shelf" or is_stored) and _is_height_first(figure, text):
        return msgspec.structs.replace(figure, values=(second, third, wide))
    is_hung = kind not in _SHELVES and bool(_ON_WALL.search(text)) and second > third
    of_part = third < _SHALLOWEST or bool(word_list("side parts") & set(figure.about[:1]))
    is_last = is_hung or (second > _DEEPEST and second > _LOWEST * third)
    if kind not in _DEPTH_LAST or of_part or not is_last or _DEPTH_SECOND.match(text, figure.end):
        return figure
    return msgspec.structs.replace(figure, values=(wide, third, second))


_WIDE_ENOUGH: Final = 400
"""Millimetres below which the second of three sides is no width of what stands on the floor."""


_STORED: Final = 1700
_OF_SHEET: Final = lazy_regex(
    r"\b(?:metal|steel|sheet|lockers?|storage|filing|office|tool|tall|high|wardrobe)\b",
    re.IGNORECASE,
)
"""Cabinets of which the highest side goes first: a steel cabinet 1950 x 920 x 420."""


def _is_height_first(figure: StatedFigure, text: str) -> bool:
    """Whether the sides fall from height to depth, as of a bookshelf 2000 x 900 x 300."""
    high, wide, deep = figure.values
    is_tall = _TALL <= high <= _HIGHEST and high >= _NARROW * wide and wide >= _WIDE_ENOUGH
    is_named = _WIDTH_FIRST.match(text, figure.end) or _AS_WRITTEN & {*figure.about}
    of_part = deep < _SHALLOWEST or word_list("side parts") & set(figure.about[:1])
    return is_tall and wide > deep and not (is_named or of_part or _ON_WALL.search(text))


def as_round(figure: StatedFigure, kind: str) -> list[StatedFigure]:
    """The size itself, or of what is said to be round its diameter and its height: diameter 220 x 90."""
    row = kinds().get(kind)
    if row is None or figure.quantity != "size" or len(figure.values) != 2:
        return [figure]
    of_part = word_list("side parts") & set(figure.about[1:2])
    if figure.about[:1] != ("diameter",) or of_part or "<- diameter" not in row.tree:
        return [figure]
    along = "height" if _HEIGHT.search(row.tree) else "length"
    across, high = figure.values
    return [_side(figure, "diameter", across), _side(figure, along, high)]


_HEIGHT: Final = lazy_regex(r"<-[^\n]*\bheight\b")


def _side(size: StatedFigure, quantity: str, value: float) -> StatedFigure:
    """One side of a size as a figure of its own."""
    return msgspec.structs.replace(
        size, values=(value,), quantity=quantity, is_size=False, unit="mm", written=f"{value:g} mm"
    )
