"""Figures as the kind of product means them: a height of 12 m is the head of a pump, a lone length its main one."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from partwright.drafter.brief.upright_sizes import as_round, as_upright
from partwright.drafter.catalogue import kinds, limits
from partwright.drafter.parts.stated_features import wishes_in
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_VAGUE: Final = "dimension"
_SIDES: Final = ("height", "length", "width", "reach", "diameter", "stroke", "opening", "depth")
_GIVEN: Final = lazy_regex(r"^ *given \w+ = [^\n]*<- ([^\n]+)$", re.MULTILINE)
_NAMED: Final = frozenset({"thickness", "width", "height", "length", "depth", "diameter", "reach"})
"""Quantities that may stand behind their figure: 30 mm of thickness."""
_SECTION: Final = 2
_LEAST: Final = 15.0
"""Millimetres below which a lone figure is not that of a whole."""
_SMALLEST: Final = 100.0
"""Millimetres from which it is, where nothing tells how large such products are built."""


def as_meant(
    figures: list[StatedFigure], kind: str, text: str, title: Sequence[str] = ()
) -> list[StatedFigure]:
    """The figures as the kind means them: a height of 12 m is the head of a pump."""
    figures = [_moved_twice(f, text) for f in figures]
    figures = [one for f in figures for one in as_upright(f, kind, text)]
    figures = [one for f in figures for one in as_round(f, kind)]
    figures = _with_bare_dimension(_of_holes([_as_named(f) for f in figures], text), kind)
    figures = [_of_the_name(_opened(f, kind), title) for f in figures]
    figures = [_of_section(_linked(f, text, title), title) for f in figures]
    figures = [_behind_name(f, figures, kind, title) for f in figures]
    figures = _listed(figures, text)
    row = kinds().get(kind)
    if row is None or (means := row.means) is None:
        return figures
    return [
        msgspec.structs.replace(f, quantity=means.meant)
        if f.quantity in (means.said, "dimension")
        and not f.is_size
        and means.least <= f.low <= means.most
        else f
        for f in figures
    ]


def _moved_twice(figure: StatedFigure, text: str) -> StatedFigure:
    """The figure, the whole way where it is told of each jaw: stroke 2 x 10 mm."""
    match = _EACH.fullmatch(text[figure.start : figure.end])
    if figure.quantity != "stroke" or len(figure.values) != _SECTION or match is None:
        return figure
    way = figure.values[0] * figure.values[1]
    return msgspec.structs.replace(figure, values=(way,), is_size=False)


_EACH: Final = lazy_regex(r"[2-4] x \d{1,4}(?:[.,]\d{1,3})? ?[a-z]{1,4}", re.IGNORECASE)
"""So many times a length, and no size of two sides: 2 x 10 mm."""


def _listed(figures: list[StatedFigure], text: str) -> list[StatedFigure]:
    """The figures, bores as such where several are told together: bores 8 mm and 10 mm."""
    found: list[StatedFigure] = []
    for figure in figures:
        is_open = figure.quantity == _VAGUE and not figure.is_size
        is_next = bool(found) and _is_next_bore(found[-1], figure, text)
        is_bore = is_open and (figure.about[:1] == ("bore",) or is_next)
        meant = msgspec.structs.replace(figure, quantity="bore", about=("bore",))
        found.append(meant if is_bore else figure)
    return found


def _is_next_bore(last: StatedFigure, figure: StatedFigure, text: str) -> bool:
    """Whether nothing but a joint stands between the figure and a bore before it."""
    is_bore = last.quantity == "bore" and not last.is_size
    return is_bore and bool(_AND.fullmatch(text[last.end : figure.start]))


_AND: Final = lazy_regex(r" ?(?:and|,|/|&|to) ?")
"""Between two figures of one list."""


def _as_named(figure: StatedFigure) -> StatedFigure:
    """The figure with the quantity that stands behind it: 30 mm of thickness."""
    of, named = (*figure.about[:2], "", "")[:2]
    if figure.quantity != _VAGUE or of != "of" or named not in _NAMED:
        return figure
    return msgspec.structs.replace(figure, quantity=named, about=figure.about[2:])


def _opened(figure: StatedFigure, kind: str) -> StatedFigure:
    """The figure, of no opening where such a product has none: a clamp-on lamp with an arm of 600 mm."""
    row = kinds().get(kind)
    if figure.quantity != "opening" or row is None or "opening" in row.tree:
        return figure
    return msgspec.structs.replace(figure, quantity=_VAGUE)


def _of_the_name(figure: StatedFigure, title: Sequence[str]) -> StatedFigure:
    """The figure, of no screen where the product's own noun is right behind it: monitor arm, 600 mm arm."""
    is_of_name = len(title) > 1 and figure.about[:1] == (title[-1],)
    if figure.quantity != "display size" or not is_of_name or figure.unit in ("in", "inch"):
        return figure
    return msgspec.structs.replace(figure, quantity=_VAGUE)


def _linked(figure: StatedFigure, text: str, title: Sequence[str]) -> StatedFigure:
    """The figure, of the product whose name it stands behind and not of what it has: bench 1200 mm with a back."""
    if figure.quantity != _VAGUE or not title or figure.about[:1] not in _LINKS:
        return figure
    ahead = stems(text[max(0, figure.start - _NAME) : figure.start])
    is_behind = ahead[-1:] == (title[-1],)
    return msgspec.structs.replace(figure, about=(title[-1],)) if is_behind else figure


def _of_section(figure: StatedFigure, title: Sequence[str]) -> StatedFigure:
    """The figure, of the section where a size is that of the tube something is built of: of tube 50 x 50 x 3 mm."""
    near = set(figure.about[:_SECTION_WORDS])
    is_size = figure.quantity == "size" and len(figure.values) == _HOLLOW
    framed = _FRAMES if near.isdisjoint(title) else _TUBES
    named = _TUBES | framed
    if not is_size or named.isdisjoint(near) or not _TUBES.isdisjoint(title):
        return figure
    *across, wall = figure.values
    is_slender = max(across) <= _FRAME_WIDEST and max(across) <= min(across) * _FLATTEST
    if near.isdisjoint(_TUBES) and not (is_slender and wall <= _FRAME_WALL):
        return figure
    if max(across) > _WIDEST or not wall < min(across) * _WALL:
        return figure
    return msgspec.structs.replace(figure, quantity="section")


_TUBES: Final = frozenset({"tube", "tubing", "pipe", "profile", "section", "channel", "angle"})
_FRAMES: Final = frozenset({"frame", "leg", "rail", "upright", "post", "strut", "beam"})
"""What is built of hollow sections, of which a size with a thin wall then is: steel frame 40 x 40 x 2."""
_FRAME_WIDEST: Final = 120.0
_FRAME_WALL: Final = 6.0
_FLATTEST: Final = 4.0
"""How many times as wide as high the section of a frame is."""
_SECTION_WORDS: Final = 3
_HOLLOW: Final = 3
"""Sides of a hollow section: two across, and its wall."""
_WIDEST: Final = 300.0
_WALL: Final = 0.3
"""The part of a section's smaller side below which the third figure is a wall."""
_NAME: Final = 30
"""Characters in which the last word of a name fits."""
_LINKS: Final = (("with",), ("and",), ("for",), ("made",), ("of",))
"""Behind a figure, ahead of what the product has or is for."""


def _behind_name(
    figure: StatedFigure, figures: Sequence[StatedFigure], kind: str, title: Sequence[str]
) -> StatedFigure:
    """A length right behind the product's name is its main one, beside sizes of parts: stool 65 cm."""
    is_behind = figure.quantity == _VAGUE and title and figure.about[:1] == (title[-1],)
    meant = _first_side(kind) if is_behind and not figure.is_size else ""
    if not meant or any(f.quantity == meant for f in figures) or not _is_likely(figure, kind):
        return figure
    row = limits().get(kind)
    if meant == "height" and row is not None and row.height and figure.high > row.height[1]:
        return figure
    if any(f.is_size and len(f.values) > _SECTION for f in figures):
        return figure
    return msgspec.structs.replace(figure, quantity=meant)


def _of_holes(figures: list[StatedFigure], text: str) -> list[StatedFigure]:
    """The figures, those of holes as their bore: two holes of 60 mm in the top make no top of 60 mm.

    Holes for screws (four holes for M8) are as wide as the screws need them.
    """
    wishes = list(wishes_in(text))
    threaded = [
        StatedFigure(
            "length", "mm", (wish.diameter,), start + match.start(), start + match.end(),
            match.group(), quantity="bore", about=("hole",),
        )
        for wish, start, end in wishes
        if (match := _FOR_SCREW.search(text[start:end]))
    ]  # fmt: skip
    return threaded + [
        msgspec.structs.replace(f, quantity="bore", about=("hole", *f.about))
        if f.quantity == _VAGUE
        and any(start <= f.start < end and wish.diameter == f.high for wish, start, end in wishes)
        else f
        for f in figures
    ]


_FOR_SCREW: Final = lazy_regex(r"\bM\d{1,2}(?:[.,]\d)?\b")


def _with_bare_dimension(figures: list[StatedFigure], kind: str) -> list[StatedFigure]:
    """The figures, the only length of which nothing is told with the quantity that the recipe asks first."""
    lengths = [one for one in figures if one.dimension == "length"]
    bare = [f for f in lengths if f.quantity == _VAGUE and not f.about and not f.is_size]
    meant = _first_side(kind)
    if len(bare) != 1:
        return figures
    (only,) = bare
    others = {one.quantity for one in lengths if one is not only}
    is_apart = not others & {meant, "size", _VAGUE}
    if not meant or not is_apart or not _is_likely(only, kind):
        return figures
    told = msgspec.structs.replace(only, quantity=meant)
    return [told if one is only else one for one in figures]


def _is_likely(figure: StatedFigure, kind: str) -> bool:
    row = limits().get(kind)
    if row is None:
        return figure.high >= _SMALLEST
    return max(_LEAST, row.longest[0]) <= figure.high <= row.longest[1]


@cache
def _first_side(kind: str) -> str:
    """The side that a recipe asks for first; empty where it takes a vague one itself."""
    row = kinds().get(kind)
    lines = _GIVEN.findall(row.tree) if row is not None else []
    given = [[source.strip() for source in line.split(",")] for line in lines]
    if any(_VAGUE in sources for sources in given):
        return ""
    firsts = (sources[0] for sources in given if sources[0] in _SIDES)
    return next(firsts, "")
