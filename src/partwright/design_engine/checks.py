"""The whole of a composed product against what its description states; pure."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from partwright.cad.assembly.motion import RigidMotion, from_placement
from partwright.cad.job_types import BodyPlacement
from partwright.cad.language.flat import spec_of
from partwright.cad.language.interfaces import bounding_box
from partwright.cad.model import Bounds, Vector
from partwright.design_engine.artifacts import Artifacts
from partwright.drafter import engine as drafter
from partwright.drafter.drafts import BomNodeDraft, DraftInterference, DraftStruct

NEAR_MM = 0.5
"""Boxes this near to each other belong together."""
SIZE_TOLERANCE_MM = 0.1
MASS_TOLERANCE = 0.1
"""The part of a stated mass by which the found one may differ."""
MOST_BODIES = 600
"""More are not looked at for islands; the time grows with their square."""


class MassCheck(DraftStruct, frozen=True, kw_only=True):
    """Kilograms, as stated and as the solids have them."""

    stated: float | None
    found: float
    is_kept: bool


class BoxCheck(DraftStruct, frozen=True, kw_only=True):
    """The sides that the description states, and those of the whole."""

    stated: tuple[float, ...]
    found: Vector
    is_kept: bool


class IslandCheck(DraftStruct, frozen=True, kw_only=True):
    """Bodies that touch none of the others."""

    instances: tuple[str, ...]


class DesignChecks(DraftStruct, frozen=True, kw_only=True):
    """What was measured of the whole product after it was composed."""

    mass_kg: MassCheck
    box_mm: BoxCheck
    islands: tuple[IslandCheck, ...]
    clashes: tuple[DraftInterference, ...]


class _Body(msgspec.Struct, frozen=True):
    name: str
    box: Bounds


def checks_of(artifacts: Artifacts) -> DesignChecks | None:
    """The checks of a product whose assemblies are composed; None before that."""
    root = None if artifacts.bom is None else artifacts.bom.root_assembly
    if root is None or root.assembly_composition is None:
        return None
    whole = root.assembly_composition
    if whole.status != "complete" or whole.bounding_box_mm is None:
        return None
    mass, sides = _stated(artifacts.description, tuple(m.text for m in artifacts.user_messages))
    found = _mass(root)
    return DesignChecks(
        mass_kg=MassCheck(
            stated=mass,
            found=round(found, 4),
            is_kept=mass is None or abs(found - mass) <= mass * MASS_TOLERANCE,
        ),
        box_mm=BoxCheck(
            stated=sides,
            found=whole.bounding_box_mm,
            is_kept=all(_is_a_side(side, whole.bounding_box_mm) for side in sides),
        ),
        islands=tuple(IslandCheck(instances=names) for names in _islands(root)),
        clashes=tuple(
            one
            for node in root.walk()
            if node.assembly_composition is not None
            for one in node.assembly_composition.interferences
            if one.kind == "clash"
        ),
    )


@lru_cache(maxsize=256)
def _stated(description: str, messages: tuple[str, ...]) -> tuple[float | None, tuple[float, ...]]:
    """The mass and the sides of the whole that the text states, where it does."""
    brief = drafter.understand(description, {}, list(messages))
    mass = brief.given("mass")
    size = next(
        (
            figure
            for figure in brief.figures
            if figure.is_size
            and figure.dimension == "length"
            and (not figure.about or figure.about[0] in brief.title)
        ),
        None,
    )
    return (None if mass is None else mass.high), (() if size is None else size.values)


def _is_a_side(stated: float, found: Vector) -> bool:
    return any(abs(stated - side) <= SIZE_TOLERANCE_MM for side in found)


def _mass(node: BomNodeDraft) -> float:
    if not node.children:
        cad = node.cad_generation
        return (cad.mass_kg or 0.0) if cad is not None and cad.status == "complete" else 0.0
    return sum(float(child.quantity) * _mass(child) for child in node.children)


def _bodies(node: BomNodeDraft, motion: RigidMotion) -> Iterator[_Body]:
    """Every placed part in the coordinates of the whole."""
    composed = node.assembly_composition
    children = {child.temp_id: child for child in node.children}
    for place in composed.placements if composed is not None else ():
        child = children.get(place.temp_id)
        if child is None:
            continue
        own = BodyPlacement(place.translation_mm, place.rotation_deg)
        stands = motion.after(from_placement(own))
        if child.children:
            yield from _bodies(child, stands)
            continue
        box = _box_of(child)
        if box is not None:
            yield _Body(f"{place.temp_id}#{place.instance}", stands.bounds(box))


def _box_of(part: BomNodeDraft) -> Bounds | None:
    """The box of a part's solid, in its own coordinates."""
    cad = part.cad_generation
    if cad is None or cad.status != "complete" or cad.method is None:
        return None
    spec = spec_of(
        name=part.name, method=cad.method, parameters=cad.parameters, material=part.material or ""
    )
    return bounding_box(spec)


def _islands(root: BomNodeDraft) -> list[tuple[str, ...]]:
    """The groups of bodies beside the largest, by the nearness of their boxes."""
    bodies = list(_bodies(root, RigidMotion()))[: MOST_BODIES + 1]
    if len(bodies) > MOST_BODIES:
        return []
    group = list(range(len(bodies)))

    def first(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for number, body in enumerate(bodies):
        for other in range(number):
            if first(number) != first(other) and _gap(body.box, bodies[other].box) <= NEAR_MM:
                group[first(number)] = first(other)
    together: dict[int, list[str]] = {}
    for number, body in enumerate(bodies):
        together.setdefault(first(number), []).append(body.name)
    return [tuple(names) for names in sorted(together.values(), key=len)[:-1]]


def _gap(a: Bounds, b: Bounds) -> float:
    pairs = zip(a.low, a.high, b.low, b.high, strict=True)
    return max(
        max(low - other_high, other_low - high) for low, high, other_low, other_high in pairs
    )


def failures(checks: DesignChecks, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Code and words of each check that fails."""
    mass, box = checks.mass_kg, checks.box_mm
    if not mass.is_kept:
        yield (
            "MASS_EXCEEDED",
            f"The text states {mass.stated:g} kg, the solids weigh {mass.found:.3g} kg",
        )
    if not box.is_kept:
        stated = " x ".join(f"{side:g}" for side in box.stated)
        found = " x ".join(f"{side:.6g}" for side in box.found)
        yield "SIZE_MISSED", f"The text states {stated} mm, the whole is {found} mm"
    for island in checks.islands:
        told = ", ".join(_name(one, names) for one in island.instances[:5])
        more = len(island.instances) - 5
        yield "ISLAND", f"{told}{f' and {more} more' if more > 0 else ''} touch nothing else"
    for clash in checks.clashes:
        a, b = _name(clash.a, names), _name(clash.b, names)
        yield "CLASH", f"{a} and {b} claim the same {clash.volume_mm3:.3g} mm³"


def _name(instance: str, names: Mapping[str, str]) -> str:
    temp_id, _, number = instance.partition("#")
    return f"{names.get(temp_id, temp_id)} #{number}"
