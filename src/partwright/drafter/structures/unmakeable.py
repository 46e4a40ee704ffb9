"""Stated figures that nobody can make: parts without room, wholes of no weight; pure."""

from collections.abc import Iterator
from itertools import islice
from math import cos, prod, radians
from typing import Final

from partwright.cad.model import Vector
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures.mass import reckoned, stated_mass
from partwright.drafter.structures.single_parts import SinglePart, single_part
from partwright.drafter.text.brief import DesignBrief

_MOST_TOLD: Final = 3
_OFF: Final = 4.0
"""Times by which a stated mass may miss what the forms weigh at their thinnest or thickest."""
_ROOT: Final = 2.5
_NEAR: Final = 0.02
_FULL: Final = 1.05
"""The part of the box of a whole that its solids may fill."""


def unmakeable(brief: DesignBrief, root: BomNodeDraft, box: Vector | None = None) -> Iterator[str]:
    """The reasons why the drafted structure cannot be made; the user's own drafts are theirs."""
    if root.source == "user" or not (brief.figures or brief.counts):
        return
    single = single_part(brief)
    if single is not None:
        yield from (f"{single.name} has no room for {one}" for one in single.left)
        yield from (f"{single.name} is drawn without {one}" for one in single.undrawn)
        yield from _toothed(brief, single)
    problems = ((node, told) for node, told in layout.problems(root) if node.source != "user")
    told_of: dict[str, str] = {}
    for node, told in problems:
        told_of.setdefault(node.temp_id, f"{node.name}: {told.removeprefix('its form: ')}")
    yield from islice(told_of.values(), _MOST_TOLD)
    if told_of:
        return
    yield from _of_the_whole(brief, root, box)


def _toothed(brief: DesignBrief, part: SinglePart) -> Iterator[str]:
    """A diameter that module and teeth do not make."""
    figures = part.form.parameters
    module, teeth = (float(figures.get(name, 0)) for name in ("module", "teeth"))
    said = brief.given("diameter")
    if part.form.method != "gear" or not module or not teeth or said is None:
        return
    if said.high in (figures.get("hub_diameter"), figures.get("bore")):
        return
    slant = cos(radians(float(figures.get("helix_angle", 0))))
    across = [module * (n + teeth / slant) for n in (-_ROOT, 0, 2)]
    if not across[0] * (1 - _NEAR) <= said.high <= across[2] * (1 + _NEAR):
        yield f"{said.written}: module {module:g} and {teeth:g} teeth make {across[1]:.5g} mm"


def _has_devices(root: BomNodeDraft) -> bool:
    """Whether bought devices without a form add to the mass: receivers, controllers, motors."""
    return any(
        node.part_type == "Purchase" and node.form is None and not node.material
        for node in root.walk()
        if not node.children
    )


def _of_the_whole(brief: DesignBrief, root: BomNodeDraft, box: Vector | None) -> Iterator[str]:
    solids = reckoned(root)
    mass = stated_mass(brief)
    if mass is not None and solids.kg:
        told = f"{mass.written}: of these sizes it weighs about {solids.kg:.3g} kg"
        is_light = mass.high * _OFF < solids.kg and mass.bound != "least"
        is_heavy = mass.low > solids.kg * _OFF and mass.bound not in ("most", "within")
        if is_light or (is_heavy and not _has_devices(root)):
            yield told
    if box is not None and root.children and solids.mm3 > prod(box) * _FULL:
        litres = f"{solids.mm3 / 1e6:.3g} l of {prod(box) / 1e6:.3g} l"
        yield f"the parts take more room than the whole has: {litres}"
