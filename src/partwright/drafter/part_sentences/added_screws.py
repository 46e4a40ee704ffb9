"""Screws that a sentence adds to one flat part, and where they stand in it; pure."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from partwright.cad.language import interfaces
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.sizing.standard_parts import cap_screw, screw_length
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.surroundings import is_for
from partwright.kit.patterns import lazy_regex

SCREW: Final = lazy_regex(
    r"\bM(\d+(?:[.,]\d)?)[\w -]*(?:screw|bolt)|(?:screw|bolt)s? M(\d+(?:[.,]\d)?)", re.IGNORECASE
)


class AddedScrews(msgspec.Struct, frozen=True):
    """Screws that the text adds to a flat part, and where they stand in it."""

    name: str
    standard: str
    places: tuple[tuple[float, float, float], ...]


def screws_named(brief: DesignBrief) -> tuple[int, float] | None:
    """The number of screws that the text adds, and their thread."""
    counted = [
        PartMention("screw", one.start, one.end, one.number, brief.text[one.start : one.end])
        for one in brief.counts
        if one.noun in ("screw", "bolt") and not is_for(brief.text, one.start)
    ]
    for part in (*brief.parts, *brief.components, *counted):
        found = SCREW.search(part.words) or SCREW.search(brief.text[part.start : part.end + 14])
        if found:
            return max(1, part.number), float((found[1] or found[2]).replace(",", "."))
    return None


def placed(
    name: str, method: str, figures: Mapping[str, float], added: tuple[int, float]
) -> AddedScrews | None:
    """The screws in the holes of the part."""
    whole = spec_of(name=name, method=method, parameters=figures)
    holes = [
        one
        for one in interfaces.connections(whole).interfaces
        if one.kind == "hole" and abs(one.diameter - tables.clearance_hole(added[1])) < 0.1
    ]
    if len(holes) < added[0]:
        return None
    length = screw_length(flat(whole).get("thickness", 5.0), added[1])
    title = cap_screw(added[1], length)
    places = tuple(hole.position for hole in holes[: added[0]])
    return AddedScrews(title, title.partition("screw ")[2], places)
