"""Teeth that mesh nowhere, or give another ratio or distance than the text says; pure."""

import re
from collections.abc import Iterator
from math import floor
from typing import Final

from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.gear_modules import unitless_said
from partwright.drafter.text.tooth_counts import teeth_of
from partwright.kit.patterns import lazy_regex

_KIND: Final = "planetary gearbox"
_PAIR: Final = "gear pair"
_GEARBOX: Final = "gearbox"
_OBLIQUE: Final = lazy_regex(r"\b(?:helical|helix|oblique|stages?)\b", re.IGNORECASE)
_NORMAL: Final = lazy_regex(r"\bnormal modul", re.IGNORECASE)
"""The module across oblique teeth: how far such gears stand apart rests on their angle too."""
_CENTRES: Final = frozenset({"centre", "center", "axis"})
_PLAY: Final = 0.002
"""Part of the distance of two gears that profile shift and play may take."""
_PARTS: Final = ("sun", "planet", "ring")
_SAME: Final = 0.02
_FINEST: Final = 0.05
"""The module of the finest teeth, those of wrist watches, in mm."""
_ONE_STAGE: Final = 10
"""Ratios up to which one stage does."""
_PLANETS: Final = 3
"""Where the text does not count them."""


def gear_contradictions(brief: DesignBrief) -> Iterator[str]:
    """The faults of the teeth that the text gives a pair, or sun, planets and ring."""
    yield from _too_fine(brief)
    if brief.kind == _PAIR:
        yield from _apart(brief)
    if brief.kind == _GEARBOX:
        yield from _between_teeth(brief)
    if brief.kind != _KIND:
        return
    sun, planet, ring = (_teeth(brief, part) for part in _PARTS)
    if sun and ring:
        yield from _between(sun, planet, ring)
    elif planet and ring and ring <= 2 * planet:
        yield f"a ring of {ring} teeth has no room for a sun beside planets of {planet} teeth"
    sun = sun or (ring - 2 * planet if ring and planet else 0)
    ring = ring or (sun + 2 * planet if sun and planet else 0)
    if 0 < sun < ring and (ring - sun) % 2 == 0:
        yield from _together(brief, sun, ring)


def _too_fine(brief: DesignBrief) -> Iterator[str]:
    """Whether gears are given teeth that nobody can cut."""
    for module in unitless_said(brief.text, "module"):
        if module.high < _FINEST:
            yield f"teeth of module {module.high:g} cannot be made; the finest are of module {_FINEST:g}"


def _apart(brief: DesignBrief) -> Iterator[str]:
    """Whether two gears of this module stand as far apart as the text says."""
    teeth, modules = teeth_of(brief.counts), unitless_said(brief.text, "module")
    if len(teeth) < 2 or not modules or _NORMAL.search(brief.text):
        return
    own = modules[-1].high * (teeth[0] + teeth[-1]) / 2
    for said in brief.figures:
        is_between = said.dimension == "length" and not _CENTRES.isdisjoint(said.about[:2])
        if is_between and abs(said.high - own) > _PLAY * own:
            yield (
                f"gears of {teeth[0]} and {teeth[-1]} teeth with module {modules[-1].high:g} stand {own:g} mm"
                f" apart, not {said.written}"
            )


def _between_teeth(brief: DesignBrief) -> Iterator[str]:
    """Whether whole teeth of the stated module fill the stated distance of the shafts."""
    modules, said = unitless_said(brief.text, "module"), brief.given("centre distance")
    if not modules or said is None or _OBLIQUE.search(brief.text):
        return
    module = modules[-1].high
    together = 2 * said.high / module
    if abs(together - round(together)) > _PLAY * together:
        near = sorted({floor(together) * module / 2, (floor(together) + 1) * module / 2})
        yield (
            f"gears of whole teeth with module {module:g} stand {near[0]:g} or {near[1]:g} mm apart,"
            f" not {said.written}"
        )


def _teeth(brief: DesignBrief, part: str) -> int:
    parts = (part, *(one for one in _PARTS if one != part))
    return brief.counted_of("teeth", parts) or brief.counted_of("tooth", parts)


def _between(sun: int, planet: int, ring: int) -> Iterator[str]:
    """Whether planets of whole teeth fit between the sun and the ring."""
    if ring <= sun:
        yield f"the ring has {ring} teeth and the sun within it {sun}"
    elif (ring - sun) % 2:
        yield (
            f"between a sun of {sun} and a ring of {ring} teeth planets would have"
            f" {(ring - sun) / 2:g} teeth"
        )
    elif planet and ring != sun + 2 * planet:
        yield (
            f"a sun of {sun} and planets of {planet} teeth need a ring of {sun + 2 * planet}"
            f" teeth, not {ring}"
        )


def _together(brief: DesignBrief, sun: int, ring: int) -> Iterator[str]:
    """Whether they give the stated ratio, and let the planets stand at even distances."""
    said = brief.given("ratio")
    ratio = said.high if said else 0.0
    own = (1 + ring / sun) ** (1 if ratio <= _ONE_STAGE else 2)
    if said and abs(own - ratio) > _SAME * ratio:
        yield f"a sun of {sun} and a ring of {ring} teeth give {own:.4g}:1, not {said.written}"
    planets = brief.counted("planet") or brief.counted("planet gear") or _PLANETS
    if (sun + ring) % planets:
        yield (
            f"{planets} planets cannot stand at even distances between a sun of {sun} and a ring"
            f" of {ring} teeth, together {sun + ring}"
        )
