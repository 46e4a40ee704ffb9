"""A drafted structure measured by its forms and layouts, before anything is built; pure."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from partwright.cad.model import Vector
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.text_checks import understood
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures.mass import is_kept, reckoned, stated_mass
from partwright.drafter.structures.placed_parts import PlacedPart, around, placed_parts
from partwright.drafter.verification.stated_facts import unkept

_NEAR_MM: Final = 0.5
_DEEP_MM: Final = 1.0
"""Boxes that overlap by less in some direction only touch."""
_MOST_TOLD: Final = 12
_MOST_PARTS: Final = 300


class DraftMeasures(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Measures of a structure, and what is wrong with it."""

    box_mm: Vector | None
    mass_kg: float
    bodies: int
    islands: tuple[tuple[str, ...], ...] = ()
    """Groups of parts that touch no other, by their boxes."""
    overlaps: tuple[str, ...] = ()
    """Parts whose boxes share space: clashes, unless one sits in a bore of the other."""
    without_form: tuple[str, ...] = ()
    """Made parts without a form, which nobody sees."""
    problems: tuple[str, ...] = ()
    """Forms and layouts that do not work."""
    not_kept: tuple[str, ...] = ()
    """What the description states and the structure has not."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing stands in the way; overlaps may be meant."""
        return not (self.islands or self.problems or self.not_kept)


def measured(artifacts: Artifacts) -> DraftMeasures:
    """The measures of the drafted structure."""
    if artifacts.bom is None:
        return DraftMeasures(box_mm=None, mass_kg=0.0, bodies=0)
    root = artifacts.bom.root_assembly
    parts = placed_parts(root)[:_MOST_PARTS]
    box = around([part.box for part in parts]).size if parts else None
    mass = reckoned(root).kg
    brief = understood(artifacts)
    missed = [f"“{one.words}”: {one.why}" for one in unkept(brief, root, box)]
    stated = stated_mass(brief)
    if stated is not None and not is_kept(stated, mass):
        missed.append(f"“{stated.written}”: the parts weigh about {mass:.3g} kg")
    return DraftMeasures(
        box_mm=box,
        mass_kg=round(mass, 3),
        bodies=len(parts),
        islands=tuple(_islands(parts)),
        overlaps=tuple(_overlaps(parts))[:_MOST_TOLD],
        without_form=tuple(_formless(root))[:_MOST_TOLD],
        problems=tuple(f"{node.name}: {told}" for node, told in layout.problems(root))[:_MOST_TOLD],
        not_kept=tuple(missed),
    )


def in_short(measures: DraftMeasures) -> str:
    """The measures in a line, for the answer to an edit."""
    if measures.box_mm is None:
        return "nothing is placed yet"
    sides = " x ".join(f"{side:.5g}" for side in measures.box_mm)
    return (
        f"the whole is {sides} mm, about {measures.mass_kg:.3g} kg, {measures.bodies} bodies,"
        f" {len(measures.islands)} islands, {len(measures.overlaps)} overlaps"
    )


def _formless(root: BomNodeDraft) -> Iterator[str]:
    for node in root.walk():
        is_made = node.part_type == "Manufacture" and not node.children and node.is_new
        if is_made and node.form is None:
            yield node.name


def _islands(parts: Sequence[PlacedPart]) -> list[tuple[str, ...]]:
    left = list(parts)
    groups: list[tuple[str, ...]] = []
    while left:
        reached, names = [left.pop()], list[str]()
        while reached:
            part = reached.pop()
            names.append(part.name)
            near = [one for one in left if part.box.gap_to(one.box) <= _NEAR_MM]
            left = [one for one in left if one not in near]
            reached += near
        groups.append(tuple(names[:_MOST_TOLD]))
    return sorted(groups, key=len)[:-1]


def _overlaps(parts: Sequence[PlacedPart]) -> Iterator[str]:
    for one, other in combinations(parts, 2):
        if one.box.gap_to(other.box) < -_DEEP_MM:
            yield f"{one.name} and {other.name}"
