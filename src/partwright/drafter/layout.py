"""Forms and layouts with their expressions reckoned: parameters of parts, places of children; pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product as pairs

import msgspec

from partwright.cad.assembly.model import InstanceKey
from partwright.cad.assembly.motion import from_placement, to_placement
from partwright.cad.job_types import BodyPlacement
from partwright.cad.language import validator
from partwright.cad.language.flat import spec_of
from partwright.cad.model import Bounds, PartSpec, Vector
from partwright.drafter.drafts import (
    AssemblyLayout,
    BomNodeDraft,
    Figures,
    LayoutMate,
    PartForm,
)
from partwright.drafter.layout_expressions import ExpressionProblem, dimensions, figure

Names = Mapping[str, float]


def dimensions_below(root: BomNodeDraft) -> dict[str, dict[str, float]]:
    """By tempId the dimensions that hold for a node; ExpressionProblem for one without a value."""
    found: dict[str, dict[str, float]] = {}
    pending: list[tuple[BomNodeDraft, dict[str, float]]] = [(root, {})]
    while pending:
        node, above = pending.pop()
        own = above if node.layout is None else dimensions(node.layout.dimensions, above)
        found[node.temp_id] = own
        pending.extend((child, own) for child in node.children)
    return found


def known_dimensions(root: BomNodeDraft) -> dict[str, dict[str, float]]:
    """The same; none at all where one of them has no value, which is an issue of its own."""
    try:
        return dimensions_below(root)
    except ExpressionProblem:
        return {}


def parameters_of(form: PartForm, names: Names) -> dict[str, float]:
    """The form's figures as numbers."""
    return {name: figure(value, names) for name, value in form.parameters.items()}


def spec_of_form(name: str, form: PartForm, names: Names, material: str | None) -> PartSpec:
    """The part that a form makes; ExpressionProblem where one of its figures has no value."""
    return spec_of(
        name=name,
        method=form.method,
        parameters=parameters_of(form, names),
        material=material or "",
    )


def is_placed(parent: BomNodeDraft, temp_id: str) -> bool:
    """Whether the layout of an assembly says where the child stands, or leaves it to the rules."""
    layout = parent.layout
    return layout is None or (
        any(one.temp_id == temp_id for one in layout.placements)
        or any(mate.a == temp_id for mate in layout.mates)
    )


def places(
    layout: AssemblyLayout,
    names: Names,
    *,
    boxes: Mapping[str, Bounds],
    counts: Mapping[str, int],
) -> dict[InstanceKey, BodyPlacement]:
    """The placements of the children; `boxes` are theirs, those without one are left out.

    Mates are reckoned in their order, so each may sit on what came before it.
    """
    found: dict[InstanceKey, BodyPlacement] = {}
    for one in layout.placements:
        if one.temp_id in boxes and one.instance <= counts.get(one.temp_id, 1):
            found[InstanceKey(one.temp_id, one.instance)] = BodyPlacement(
                _vector(one.translation_mm, names), _vector(one.rotation_deg, names)
            )
    for mate in layout.mates:
        if mate.a in boxes and mate.b in boxes:
            stands = found.get(InstanceKey(mate.b, 1), BodyPlacement())
            found.setdefault(InstanceKey(mate.b, 1), stands)
            other = from_placement(stands).bounds(boxes[mate.b])
            for number, place in enumerate(
                _mated(mate, names, boxes[mate.a], other, counts.get(mate.a, 1)), 1
            ):
                found[InstanceKey(mate.a, number)] = place
    return found


def _vector(figures: Figures, names: Names) -> Vector:
    x, y, z = (figure(one, names) for one in figures)
    return (x, y, z)


def _mated(
    mate: LayoutMate, names: Names, own: Bounds, other: Bounds, count: int
) -> Iterator[BodyPlacement]:
    turn = _vector(mate.rotation_deg, names)
    offset = _vector(mate.offset_mm, names)
    motion = from_placement(BodyPlacement((0.0, 0.0, 0.0), turn))
    box = motion.bounds(own)
    for target, shift in _targets(mate, box, other, offset, count):
        place = (
            target[0] - box.centre[0] + shift[0],
            target[1] - box.centre[1] + shift[1],
            target[2] - box.centre[2] + shift[2],
        )
        yield BodyPlacement(place, to_placement(motion).rotation_deg)


def _targets(
    mate: LayoutMate, box: Bounds, other: Bounds, offset: Vector, count: int
) -> Iterator[tuple[Vector, Vector]]:
    """The places for the middle of the box, before it is shifted."""
    middle, half, size = other.centre, _halves(box), _halves(other)
    if mate.type == "at_corners":
        inset = (offset[0] + half[0], offset[1] + half[1])
        signs = list(pairs((-1, 1), (-1, 1)))
        for x, y in signs[:count]:
            across = (middle[0] + x * (size[0] - inset[0]), middle[1] + y * (size[1] - inset[1]))
            yield (*across, other.low[2] - half[2]), (0.0, 0.0, offset[2])
        return
    if mate.type == "along":
        room = 2 * (size[0] - offset[0] - half[0])
        for number in range(count):
            x = middle[0] - room / 2 + (room * number / (count - 1) if count > 1 else room / 2)
            yield (x, middle[1], other.high[2] + half[2]), (0.0, offset[1], offset[2])
        return
    yield from [(_beside(mate.type, middle, half, size), offset)] * count


def _beside(kind: str, middle: Vector, half: Vector, size: Vector) -> Vector:
    axis, sign = {
        "on": (2, 1), "under": (2, -1), "left_of": (0, -1), "right_of": (0, 1),
        "in_front_of": (1, -1), "behind": (1, 1),
    }.get(kind, (0, 0))  # fmt: skip
    place = list(middle)
    place[axis] += sign * (size[axis] + half[axis])
    return (place[0], place[1], place[2])


def _halves(box: Bounds) -> Vector:
    x, y, z = box.size
    return (x / 2, y / 2, z / 2)


def problems(root: BomNodeDraft) -> Iterator[tuple[BomNodeDraft, str]]:
    """The nodes whose form or layout does not work, and why."""
    known: dict[str, dict[str, float]] = {}
    for node in root.walk():
        above = known.get(node.temp_id, {})
        own = above
        if node.layout is not None:
            try:
                own = dimensions(node.layout.dimensions, above)
            except ExpressionProblem as problem:
                yield node, f"its layout: {problem}"
                return
            yield from ((node, text) for text in _unknown(node, node.layout, own))
        if node.form is not None:
            yield from ((node, text) for text in _wrong_form(node, node.form, own))
        for child in node.children:
            known[child.temp_id] = own


def _wrong_form(node: BomNodeDraft, form: PartForm, names: Names) -> Iterator[str]:
    try:
        spec = spec_of_form(node.name, form, names, node.material)
    except ExpressionProblem as problem:
        yield f"its form: {problem}"
        return
    for problem in validator.problems(spec):
        yield f"its form: {problem.parameter}: {problem.message}".replace(": :", ":")


def _unknown(node: BomNodeDraft, layout: AssemblyLayout, names: Names) -> Iterator[str]:
    children = {child.temp_id: child for child in node.children}
    named = [one.temp_id for one in layout.placements]
    named += [temp_id for mate in layout.mates for temp_id in (mate.a, mate.b)]
    for temp_id in dict.fromkeys(named):
        if temp_id not in children:
            yield f"its layout places {temp_id}, which is not one of its children"
    below = {one.temp_id for one in node.walk()} - {node.temp_id}
    for joint in layout.joints:
        for moved in joint.moves:
            if moved.partition("#")[0] not in below:
                yield f"its joint {joint.name} moves {moved}, which is not a part of it"
    figures: Sequence[Figures] = [
        *(f for one in layout.placements for f in (one.translation_mm, one.rotation_deg)),
        *(f for mate in layout.mates for f in (mate.offset_mm, mate.rotation_deg)),
        *(f for joint in layout.joints for f in (joint.axis, joint.origin_mm)),
    ]
    for one in figures:
        try:
            _vector(one, names)
        except ExpressionProblem as problem:
            yield f"its layout: {problem}"
            return
    yield from _immovable(layout, names)


def _immovable(layout: AssemblyLayout, names: Names) -> Iterator[str]:
    """The joints whose figures move nothing."""
    for joint in layout.joints:
        try:
            low, high = (figure(one, names) for one in (joint.low, joint.high))
        except ExpressionProblem as problem:
            yield f"its joint {joint.name}: {problem}"
            continue
        if not any(_vector(joint.axis, names)):
            yield f"its joint {joint.name} has no direction: its axis is 0, 0, 0"
        if not low <= 0 <= high or low == high:
            yield (
                f"its joint {joint.name} goes from {low:g} to {high:g}; expected room to move"
                " around 0, where it stands"
            )


def without(layout: AssemblyLayout, gone: Collection[str]) -> AssemblyLayout:
    """The layout without what it says of parts that were taken away."""
    joints = (
        msgspec.structs.replace(
            joint, moves=tuple(one for one in joint.moves if one.partition("#")[0] not in gone)
        )
        for joint in layout.joints
    )
    return msgspec.structs.replace(
        layout,
        placements=tuple(one for one in layout.placements if one.temp_id not in gone),
        mates=tuple(one for one in layout.mates if not {one.a, one.b} & set(gone)),
        joints=tuple(joint for joint in joints if joint.moves),
    )
