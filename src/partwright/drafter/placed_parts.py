"""The parts of a drafted structure where its layouts place them, before anything is built; pure."""

from collections.abc import Iterator, Mapping

import msgspec

from partwright.cad.assembly.motion import RigidMotion, from_placement
from partwright.cad.language import interfaces, validator
from partwright.cad.language.flat import spec_of
from partwright.cad.model import Bounds, Vector
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft, PartForm
from partwright.drafter.layout_expressions import ExpressionProblem

Names = Mapping[str, float]


class PlacedPart(msgspec.Struct, frozen=True):
    """One instance of a part, and its box in the whole."""

    temp_id: str
    name: str
    box: Bounds


def placed_parts(root: BomNodeDraft) -> list[PlacedPart]:
    """Every instance that the layouts place; nothing where an expression has no value."""
    try:
        names = layout.dimensions_below(root)
        return list(_below(root, names, RigidMotion()))
    except ExpressionProblem:
        return []


def box_of_whole(root: BomNodeDraft) -> Vector | None:
    """The sides of the whole; None where nothing is placed, or a part of it is not."""
    parts = placed_parts(root)
    return around([part.box for part in parts]).size if parts else None


def around(boxes: list[Bounds]) -> Bounds:
    """The box around boxes."""
    low = tuple(min(box.low[axis] for box in boxes) for axis in range(3))
    high = tuple(max(box.high[axis] for box in boxes) for axis in range(3))
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def own_box(name: str, form: PartForm, names: Names) -> Bounds | None:
    """The box of a part in its own coordinates; None where the form does not work."""
    try:
        spec = spec_of(name=name, method=form.method, parameters=layout.parameters_of(form, names))
    except ExpressionProblem:
        return None
    return None if validator.problems(spec) else interfaces.bounding_box(spec)


def _below(
    node: BomNodeDraft, names: Mapping[str, Names], stands: RigidMotion
) -> Iterator[PlacedPart]:
    if not node.children:
        own = own_box(node.name, node.form, names[node.temp_id]) if node.form else None
        if own is not None:
            yield PlacedPart(node.temp_id, node.name, stands.bounds(own))
        return
    if node.layout is None:
        return
    boxes = {c.temp_id: box for c in node.children if (box := _box(c, names)) is not None}
    counts = {child.temp_id: int(child.quantity) for child in node.children}
    places = layout.places(node.layout, names[node.temp_id], boxes=boxes, counts=counts)
    children = {child.temp_id: child for child in node.children}
    for key, place in places.items():
        if key.temp_id in children:
            child = children[key.temp_id]
            yield from _below(child, names, stands.after(from_placement(place)))


def _box(node: BomNodeDraft, names: Mapping[str, Names]) -> Bounds | None:
    boxes = [part.box for part in _below(node, names, RigidMotion())]
    return around(boxes) if boxes else None
