"""The parts of a drafted structure where its layouts place them, before anything is built; pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

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
    stands: RigidMotion


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
        figures = layout.parameters_of(form, names)
    except ExpressionProblem:
        return None
    return _box_of_form(name, form.method, tuple(figures.items()))


@lru_cache(maxsize=4096)
def _box_of_form(name: str, method: str, figures: tuple[tuple[str, float], ...]) -> Bounds | None:
    """Asked for again and again while a draft is judged, mended and judged anew."""
    spec = spec_of(name=name, method=method, parameters=dict(figures))
    return None if validator.problems(spec) else interfaces.bounding_box(spec)


_ROUND: Final = frozenset(
    {
        "rod", "tube", "disc", "ring", "flange", "cup", "cone", "dome", "wheel", "gear", "sprocket", "shaft",
        "bushing", "spacer", "envelope_cylinder", "knob", "v_pulley", "bladed_wheel", "propeller", "revolution",
    }
)  # fmt: skip
"""Methods whose bodies turn about z: moved, they are smaller than their boxes."""


def _moved(form: PartForm, own: Bounds, stands: RigidMotion) -> Bounds:
    """The box around a moved part; that of a round, rounded or drawn one is told from its body."""
    low, high = own.low, own.high
    if form.method in _ROUND:
        ends = ((0.0, 0.0, low[2]), (0.0, 0.0, high[2]))
        return _of_circles(ends, (0.0, 0.0, 1.0), (high[0] - low[0]) / 2, stands)
    if form.method == "sphere":
        middle, radius = stands.point(own.centre), (high[0] - low[0]) / 2
        return Bounds(
            (middle[0] - radius, middle[1] - radius, middle[2] - radius),
            (middle[0] + radius, middle[1] + radius, middle[2] + radius),
        )
    if form.method == "arm":
        radius = (high[1] - low[1]) / 2
        spots = product((low[0] + radius, high[0] - radius), (0.0,), (low[2], high[2]))
        return _of_circles(tuple(spots), (0.0, 0.0, 1.0), radius, stands)
    return stands.bounds(own)


def _of_circles(
    middles: Sequence[Vector], axis: Vector, radius: float, stands: RigidMotion
) -> Bounds:
    way = stands.direction(axis)
    reach = [radius * max(0.0, 1 - one * one) ** 0.5 for one in way]
    spots = [stands.point(middle) for middle in middles]
    low = [min(spot[n] for spot in spots) - reach[n] for n in range(3)]
    high = [max(spot[n] for spot in spots) + reach[n] for n in range(3)]
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _below(
    node: BomNodeDraft, names: Mapping[str, Names], stands: RigidMotion
) -> Iterator[PlacedPart]:
    if not node.children:
        own = own_box(node.name, node.form, names[node.temp_id]) if node.form else None
        if own is not None and node.form is not None:
            yield PlacedPart(node.temp_id, node.name, _moved(node.form, own, stands), stands)
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
