"""Meaning of the numbers of a size by the product or part that has it: the width of a shelf is its first; pure."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.brief.brief_reading import understand
from partwright.drafter.catalogue import kinds
from partwright.drafter.structures.single_parts import single_part
from partwright.drafter.text.figures import StatedFigure
from partwright.kit.patterns import lazy_regex

_GIVEN: Final = lazy_regex(r"^given [^\n]*<- ([^\n]+)$", re.MULTILINE)
_SIDE: Final = lazy_regex(r"size\.(\d)")


def place_of(text: str, figure: StatedFigure, side: str) -> int | None:
    """The place in the size of the text that a side has; None where neither part nor recipe tells."""
    brief = understand(text, {}, [])
    single = single_part(brief)
    if single is not None:
        value = single.form.parameters.get(side)
        return figure.values.index(value) if value in figure.values else None
    row = kinds().get(brief.kind)
    lines = _GIVEN.findall(row.tree) if row else []
    for line in lines:
        sources = [one.strip() for one in line.split(",")]
        places = [int(one[1]) for source in sources if (one := _SIDE.fullmatch(source))]
        if side == sources[0] and places and places[0] < len(figure.values):
            return places[0]
    return None


def places_in(text: str, figure: StatedFigure, side: str, usual: Sequence[int]) -> list[int]:
    """The places of a side in a figure: by what it is the size of, else the usual ones that it has."""
    meant = place_of(text, figure, side) if figure.quantity == "size" else None
    return [n for n in usual if n < len(figure.values)] if meant is None else [meant]
