"""Turned bodies with claws, slots or folds."""

from math import radians, tan
from typing import Final

from partwright.cad.kernel.parts.library import Pos, Rotation, Shape
from partwright.cad.kernel.parts.shapes import (
    Builder,
    block,
    bored,
    keyed,
    rod,
    section,
    turned,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.couplings import fold_outline


def _claw_hub(v: ParameterValues) -> Shape:
    """A cylinder, of whose upper end only the claws are left."""
    foot, top = v.length - v.claw_height, v.length + 1
    body = rod(v.outer_diameter, v.length) - rod(v.claw_inner_diameter, v.claw_height + 1, z=foot)
    pitch = 360 / v.claw_count
    half, far = radians((pitch - v.claw_angle) / 2), v.outer_diameter
    corners = [(0.0, 0.0), (far, -far * tan(half)), (far, far * tan(half))]
    gap = Pos(0, 0, foot) * section(corners, top - foot)
    for number in range(int(v.claw_count)):
        body -= Rotation(0, 0, pitch * (number + 0.5)) * gap
    return keyed(bored(body, v.bore, 0, v.length), v, v.length)


def _slotted_nut(v: ParameterValues) -> Shape:
    body = bored(rod(v.outer_diameter, v.height), v.bore, 0, v.height)
    low, half = v.outer_diameter / 2 - v.slot_depth, v.slot_width / 2
    slot = block((low, -half, -1), (v.outer_diameter, half, v.height + 1))
    for number in range(int(v.slot_count)):
        body -= Rotation(0, 0, 360 / v.slot_count * number) * slot
    return body


BUILDERS: Final[dict[str, Builder]] = {
    "claw_hub": _claw_hub,
    "slotted_nut": _slotted_nut,
    "bellows": lambda v: turned(fold_outline(v)),
}
