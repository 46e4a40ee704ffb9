"""The whole of a composed product against what its description states; pure."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from partwright.cad.assembly.motion import RigidMotion, from_placement
from partwright.cad.job_types import BodyPlacement
from partwright.cad.language.flat import spec_of
from partwright.cad.language.interfaces import bounding_box
from partwright.cad.model import Bounds, Vector
from partwright.design_engine import text_checks
from partwright.design_engine.artifacts import Artifacts
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft, DraftInterference, DraftStruct, JointMotion
from partwright.drafter.effects import without_effect
from partwright.drafter.structures.mass import is_kept
from partwright.drafter.structures.placed_parts import box_of_whole
from partwright.drafter.structures.unmakeable import unmakeable
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.verification.stated_facts import (
    UnkeptFact,
    is_section_of,
    is_side_of,
    unkept,
)
from partwright.drafter.verification.unread import others_wanted, undrawn, unread, unused

NEAR_MM = 0.5
"""Boxes this near to each other belong together."""
_OVER: Final = 1.02
_MANY: Final = 600
"""Of one part; more are not reasonable unless the text counts them."""
_LIMP: Final = frozenset({"cable", "o_ring", "spring"})
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


class OversizeCheck(DraftStruct, frozen=True, kw_only=True):
    """A part that is larger than its product."""

    temp_id: str
    size_mm: Vector


class CountCheck(DraftStruct, frozen=True, kw_only=True):
    """A part of which the product has more than there is a reason for."""

    temp_id: str
    number: float


class AssumedSize(DraftStruct, frozen=True, kw_only=True):
    """A bought part whose size nobody stated."""

    temp_id: str
    note: str


class DesignChecks(DraftStruct, frozen=True, kw_only=True):
    """Measures of the whole product after it was composed."""

    mass_kg: MassCheck
    box_mm: BoxCheck
    islands: tuple[IslandCheck, ...]
    clashes: tuple[DraftInterference, ...]
    oversize: tuple[OversizeCheck, ...] = ()
    counts: tuple[CountCheck, ...] = ()
    contradictions: tuple[str, ...] = ()
    assumed_sizes: tuple[AssumedSize, ...] = ()
    motions: tuple[JointMotion, ...] = ()
    """Of every joint that was moved."""
    unkept: tuple[UnkeptFact, ...] = ()
    """The stated sizes, counts, shapes and materials that the product does not have."""


class _Body(msgspec.Struct, frozen=True):
    name: str
    box: Bounds


def checks_of(artifacts: Artifacts) -> DesignChecks | None:
    """The checks of a product that is composed, or a part that is made; None before that."""
    root = None if artifacts.bom is None else artifacts.bom.root_assembly
    box = None if root is None else _box_of_whole(root)
    if root is None or box is None:
        return None
    mass, sides = text_checks.stated(brief := text_checks.understood(artifacts))
    found, missed = _mass(root), unkept(brief, root, box)
    return DesignChecks(
        mass_kg=MassCheck(
            stated=None if mass is None else mass.high,
            found=round(found, 4),
            is_kept=mass is None or is_kept(mass, found),
        ),
        box_mm=BoxCheck(
            stated=sides,
            found=box,
            is_kept=_is_one_part(root, missed)
            or all(is_side_of(side, root, box) for side in sides)
            or is_section_of(sides, brief, root, box),
        ),
        oversize=tuple(_oversize(root, box)),
        counts=tuple(_counts(root, brief)),
        contradictions=(*contradictions(brief), *unmakeable(brief, root, box)),
        assumed_sizes=tuple(_assumed(root)),
        unkept=tuple(missed),
        islands=tuple(IslandCheck(instances=names) for names in _islands(root)),
        motions=tuple(
            one
            for node in root.walk()
            for one in (node.assembly_composition.motions if node.assembly_composition else ())
        ),
        clashes=tuple(
            one
            for node in root.walk()
            if node.assembly_composition is not None
            for one in node.assembly_composition.interferences
            if one.kind == "clash"
        ),
    )


def _is_one_part(root: BomNodeDraft, missed: Sequence[UnkeptFact]) -> bool:
    """Whether a part by itself keeps all its sizes, those of its section among them."""
    return not root.children and not any(one.kind == "size" for one in missed)


def early_failures(artifacts: Artifacts) -> Iterator["CheckFailure"]:
    """The failures known before anything is made: contradictions, counts, statements not kept."""
    if artifacts.bom is None:
        return
    root = artifacts.bom.root_assembly
    brief = text_checks.understood(artifacts)
    yield from _of_counts(
        _counts(root, brief), {node.temp_id: node.name for node in artifacts.nodes()}
    )
    box = _box_of_whole(root) or box_of_whole(root)
    disputed = [*contradictions(brief), *unmakeable(brief, root, box)]
    yield from _of_text(disputed)
    missed = unkept(brief, root, box)
    yield from _of_words(brief, root, missed)
    for one in missed:
        if _is_disputed(one, brief, disputed):
            continue
        message = f"The text states “{one.words}”: {one.why}"
        is_drafted = root.source == "ai"
        yield CheckFailure(f"{one.kind.upper()}_MISSED", one.words, message, is_drafted)


def _of_words(
    brief: DesignBrief, root: BomNodeDraft, missed: list[UnkeptFact]
) -> Iterator["CheckFailure"]:
    """Warnings of what nothing speaks of, no part is chosen by, and no picture shows."""
    told = (
        ("NOT_UNDERSTOOD", "Not understood, so that nothing here follows from it", unread(brief, root, missed)),
        ("NOT_USED", "No part here is chosen by it", unused(brief, root)),
        ("ONE_OF_SEVERAL", "The structure is of one, however many the text asks for", others_wanted(brief, root)),
        ("NOT_DRAWN", "Named by the text and listed, but not drawn", undrawn(root)),
        ("NO_EFFECT", "No part, number, material or place is other than before this message", without_effect(brief)),
    )  # fmt: skip
    for code, words, found in told if root.source == "ai" else ():
        if found:
            quoted = ", ".join(f"“{one}”" for one in dict.fromkeys(found))
            yield CheckFailure(code, "", f"{words}: {quoted}", is_error=False)


def _is_disputed(fact: UnkeptFact, brief: DesignBrief, disputed: Sequence[str]) -> bool:
    """Whether a fact is of a figure that the text contradicts, which is told already."""
    written = [f.written for f in brief.figures if f.written in fact.words]
    return any(one in told for told in disputed for one in written)


def _box_of_whole(root: BomNodeDraft) -> Vector | None:
    whole, cad = root.assembly_composition, root.cad_generation
    if root.children:
        is_there = whole is not None and whole.status == "complete"
        return whole.bounding_box_mm if whole is not None and is_there else None
    return cad.bounding_box_mm if cad is not None and cad.status == "complete" else None


def _oversize(root: BomNodeDraft, box: Vector) -> Iterator[OversizeCheck]:
    """Rigid parts longer than the whole is across its corners."""
    across = math.hypot(*box)
    for node in root.walk():
        cad = node.cad_generation
        if node.children or node is root or cad is None or cad.bounding_box_mm is None:
            continue
        is_limp = cad.method in _LIMP or cad.status != "complete"
        if not is_limp and max(cad.bounding_box_mm) > across * _OVER:
            yield OversizeCheck(temp_id=node.temp_id, size_mm=cad.bounding_box_mm)


def _counts(root: BomNodeDraft, brief: DesignBrief) -> Iterator[CountCheck]:
    told = max((count.number for count in brief.counts), default=0)
    pending = [(root, 1.0)]
    while pending:
        node, around = pending.pop()
        number = around * float(node.quantity)
        is_theirs = node.source == "user"
        is_one = not node.children and node.unit_of_measure == "EA"
        if is_one and not is_theirs and number > max(_MANY, told):
            yield CountCheck(temp_id=node.temp_id, number=number)
        pending += [(child, number) for child in node.children]


def _assumed(root: BomNodeDraft) -> Iterator[AssumedSize]:
    for node in root.walk():
        cad = node.cad_generation
        notes = (cad.notes or "") if cad is not None and cad.status == "complete" else ""
        if node.part_type == "Purchase" and "are assumed" in notes:
            yield AssumedSize(temp_id=node.temp_id, note=notes)


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
    """The groups of bodies beside the largest: as measured, else by the nearness of their boxes."""
    whole = root.assembly_composition
    if whole is not None and whole.islands is not None:
        return list(whole.islands)
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
            if first(number) != first(other) and body.box.gap_to(bodies[other].box) <= NEAR_MM:
                group[first(number)] = first(other)
    together: dict[int, list[str]] = {}
    for number, body in enumerate(bodies):
        together.setdefault(first(number), []).append(body.name)
    return [tuple(names) for names in sorted(together.values(), key=len)[:-1]]


class CheckFailure(NamedTuple):
    """A check that fails: its code, what it is about, and the words for a person."""

    code: str
    about: str
    message: str
    is_error: bool = True


def failures(checks: DesignChecks, names: Mapping[str, str]) -> Iterator[CheckFailure]:
    """Every check of the whole that fails."""
    mass, box = checks.mass_kg, checks.box_mm
    if not mass.is_kept:
        message = f"The text states {mass.stated:g} kg, the solids weigh {mass.found:.3g} kg"
        yield CheckFailure("MASS_EXCEEDED", "", message)
    if not box.is_kept and not any(one.kind == "size" for one in checks.unkept):
        stated = " x ".join(f"{side:g}" for side in box.stated)
        found = " x ".join(f"{side:.6g}" for side in box.found)
        message = f"The text states {stated} mm, the whole is {found} mm"
        yield CheckFailure("SIZE_MISSED", "", message)
    for island in checks.islands:
        told = ", ".join(_name(one, names) for one in island.instances[:5])
        more = len(island.instances) - 5
        message = f"{told}{f' and {more} more' if more > 0 else ''} touch nothing else"
        yield CheckFailure("ISLAND", " ".join(island.instances), message)
    for clash in checks.clashes:
        a, b = _name(clash.a, names), _name(clash.b, names)
        message = f"{a} and {b} overlap by {clash.volume_mm3:.3g} mm³"
        yield CheckFailure("CLASH", f"{clash.a} {clash.b}", message)
    for motion in checks.motions:
        if motion.a is not None and motion.b is not None:
            a, b = _name(motion.a, names), _name(motion.b, names)
            message = f"{motion.joint} cannot move: at {motion.at:.5g} {a} runs into {b}"
            yield CheckFailure("BLOCKED", motion.joint, message)
    for large in checks.oversize:
        size = " x ".join(f"{side:.4g}" for side in large.size_mm)
        message = f"{names.get(large.temp_id, large.temp_id)} is {size} mm, larger than its product"
        yield CheckFailure("OVERSIZE", large.temp_id, message)
    if checks.assumed_sizes:
        told = ", ".join(names.get(one.temp_id, one.temp_id) for one in checks.assumed_sizes[:5])
        more = len(checks.assumed_sizes) - 5
        message = f"The sizes of bought parts are assumed: {told}{f' and {more} more' if more > 0 else ''}"
        yield CheckFailure("SIZE_ASSUMED", "", message, is_error=False)


def _of_text(found: Iterable[str]) -> Iterator[CheckFailure]:
    for one in found:
        yield CheckFailure("CONTRADICTION", one, f"These figures cannot be right: {one}")


def _of_counts(found: Iterable[CountCheck], names: Mapping[str, str]) -> Iterator[CheckFailure]:
    for one in found:
        message = f"{names.get(one.temp_id, one.temp_id)} appears {one.number:g} times"
        yield CheckFailure("IMPLAUSIBLE_COUNT", one.temp_id, message)


def _name(instance: str, names: Mapping[str, str]) -> str:
    temp_id, _, number = instance.partition("#")
    return f"{names.get(temp_id, temp_id)} #{number}"
