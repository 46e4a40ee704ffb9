"""Teeth of a planetary gear that mesh nowhere, or give another ratio than the text says; pure."""

from collections.abc import Iterator
from typing import Final

from partwright.drafter.text.brief import DesignBrief

_KIND: Final = "planetary gearbox"
_PARTS: Final = ("sun", "planet", "ring")
_SAME: Final = 0.02
_ONE_STAGE: Final = 10
"""Ratios up to which one stage does."""
_PLANETS: Final = 3
"""Where the text does not count them."""


def gear_contradictions(brief: DesignBrief) -> Iterator[str]:
    """The faults of the teeth that the text gives sun, planets and ring."""
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
