"""Strength of simple members: shafts in torsion, beams and plates in bending, struts, springs."""

import math
from typing import Final

import msgspec

from partwright.drafter.sizing.standard_parts import shaft_size, sheet

_SHEAR: Final = 40.0
"""Allowable shear of C45 in MPa, shock and keyway considered."""
_BENDING: Final = {"steel": 120.0, "aluminium": 80.0, "wood": 12.0, "plastic": 12.0}
"""Allowable bending stress in MPa with a safety of about two."""
_MODULUS: Final = {"steel": 210_000.0, "aluminium": 70_000.0, "wood": 10_000.0, "plastic": 2_000.0}


def shaft_for_torque(torque: float) -> float:
    """Shaft diameter in mm for a torque in Nm: d = (16 T / pi tau)^(1/3)."""
    return shaft_size((16 * max(torque, 0.01) * 1000 / (math.pi * _SHEAR)) ** (1 / 3))


def axle_for_load(force: float, lever: float) -> float:
    """Diameter in mm of an axle bent by the force (N) at the lever (mm): d = (32 M / pi sigma)^(1/3)."""
    moment = max(force * lever, 1)
    return shaft_size((32 * moment / (math.pi * _BENDING["steel"])) ** (1 / 3))


def plate_for_load(force: float, span: float, width: float, kind: str) -> float:
    """Thickness in mm of a plate on two supports, loaded in the middle: stress and span/200."""
    force, span, width = max(force, 0), max(span, 0), max(width, 1)
    by_stress = math.sqrt(6 * force * span / 4 / (width * _BENDING[kind]))
    inertia = force * span**2 * 200 / (48 * _MODULUS[kind])
    by_sag = (12 * inertia / width) ** (1 / 3)
    return sheet(max(by_stress, by_sag, 0.8))


def cantilever_plate(force: float, lever: float, width: float, kind: str) -> float:
    """Thickness in mm of a plate clamped at one end, loaded at the other."""
    return sheet(math.sqrt(6 * max(force, 0) * max(lever, 0) / (max(width, 1) * _BENDING[kind])))


class SquareTube(msgspec.Struct, frozen=True):
    """A square tube: outer side and wall in mm."""

    side: float
    wall: float

    @property
    def name(self) -> str:
        return f"{self.side:g} x {self.side:g} x {self.wall:g}"


_TUBES: Final = tuple(
    SquareTube(*t)
    for t in ((20, 1.5), (25, 2), (30, 2), (40, 2), (40, 3), (50, 3), (60, 3), (60, 4), (80, 4), (100, 5), (120, 6), (150, 8), (200, 10))
)  # fmt: skip


def square_tube(force: float, span: float) -> SquareTube:
    """The steel tube EN 10219 that carries the force (N) in the middle of the span (mm)."""
    return next((t for t in _TUBES if _carries(t, force * span / 4)), _TUBES[-1])


def cantilever_tube(force: float, lever: float) -> SquareTube:
    """The steel tube that carries the force (N) at the end of the lever (mm)."""
    return next((t for t in _TUBES if _carries(t, force * lever)), _TUBES[-1])


def _carries(tube: SquareTube, moment: float) -> bool:
    inner = tube.side - 2 * tube.wall
    modulus = (tube.side**4 - inner**4) / (6 * tube.side)
    return moment / modulus <= _BENDING["steel"]


class SlotProfile(msgspec.Struct, frozen=True):
    """An aluminium profile with T-slots: side and slot in mm."""

    side: float
    slot: float

    @property
    def name(self) -> str:
        return f"{self.side:g}x{self.side:g}, slot {self.slot:g}"


def slot_profile(force: float, span: float) -> SlotProfile:
    """The T-slot profile whose sag under the force (N) over the span (mm) stays below span/500."""
    for profile, inertia in ((SlotProfile(20, 6), 7_000), (SlotProfile(30, 8), 27_000), (SlotProfile(40, 8), 90_000), (SlotProfile(45, 10), 130_000)):  # fmt: skip
        if force * span**2 * 500 / (48 * _MODULUS["aluminium"]) <= inertia:
            return profile
    return SlotProfile(80, 8)


class CompressionSpring(msgspec.Struct, frozen=True):
    """A compression spring EN 13906-1: wire, mean diameter and free length in mm, rate in N/mm."""

    wire: float
    mean: float
    coils: float
    length: float
    rate: float


_WIRES: Final = (0.5, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10, 12.5)
_SPRING_SHEAR: Final = 600.0
_SHEAR_MODULUS: Final = 81_500.0
_INDEX: Final = 8.0


def spring(force: float, travel: float) -> CompressionSpring:
    """A spring that reaches the force (N) after the travel (mm): R = G d^4 / 8 D^3 n."""
    travel = max(travel, 1.0)
    wanted = math.sqrt(8 * max(force, 0.1) * _INDEX * 1.18 / (math.pi * _SPRING_SHEAR))
    wire = next((w for w in _WIRES if w >= wanted), _WIRES[-1])
    mean = wire * _INDEX
    rate = force / travel
    coils = max(3.0, round(_SHEAR_MODULUS * wire**4 / (8 * mean**3 * rate) * 2) / 2)
    length = (coils + 2) * wire * 1.15 + travel * 1.15
    return CompressionSpring(wire, mean, coils, float(round(length)), rate)


def strut(force: float, length: float) -> float:
    """Diameter in mm of a steel rod that does not buckle (Euler, hinged, safety 4)."""
    inertia = 4 * force * length**2 / (math.pi**2 * _MODULUS["steel"])
    return shaft_size((64 * inertia / math.pi) ** 0.25)


def wall_for_pressure(pressure: float, diameter: float) -> float:
    """Wall in mm of a steel cylinder (bar, mm): t = p D / 2 sigma, and 1 mm for corrosion."""
    return sheet(pressure * 0.1 * diameter / (2 * _BENDING["steel"]) + 1)
