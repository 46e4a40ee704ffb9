"""Motors, gears and screws by power and torque, with the sizes that are on sale."""

import math
from typing import Final

import msgspec

from partwright.drafter.sizing.standard_parts import up_to


class MotorSize(msgspec.Struct, frozen=True):
    """A motor: rated power in W, frame as one orders it, shaft and body in mm."""

    power: float
    frame: str
    shaft: float


_IEC: Final = (
    (60, "IEC 56", 9),
    (90, "IEC 56", 9),
    (120, "IEC 63", 11),
    (180, "IEC 63", 11),
    (250, "IEC 71", 14),
    (370, "IEC 71", 14),
    (550, "IEC 80", 19),
    (750, "IEC 80", 19),
    (1100, "IEC 90S", 24),
    (1500, "IEC 90L", 24),
    (2200, "IEC 100L", 28),
    (3000, "IEC 100L", 28),
    (4000, "IEC 112M", 28),
    (5500, "IEC 132S", 38),
    (7500, "IEC 132M", 38),
    (11000, "IEC 160M", 42),
    (15000, "IEC 160L", 42),
    (18500, "IEC 180M", 48),
    (22000, "IEC 180L", 48),
    (30000, "IEC 200L", 55),
    (37000, "IEC 225S", 60),
    (45000, "IEC 225M", 60),
    (55000, "IEC 250M", 65),
)
_SMALL: Final = (
    (0.5, "12 mm", 3),
    (1, "16 mm", 3),
    (3, "20 mm", 4),
    (6, "25 mm", 4),
    (12, "32 mm", 5),
    (20, "37 mm", 6),
    (40, "42 mm", 8),
    (70, "52 mm", 8),
    (120, "63 mm", 10),
    (200, "80 mm", 12),
    (350, "90 mm", 14),
    (600, "100 mm", 17),
    (1000, "110 mm", 19),
    (3000, "130 mm", 24),
)


def ac_motor(power: float) -> MotorSize:
    """The three- or single-phase motor IEC 60034 with at least this power (W)."""
    return next((MotorSize(*row) for row in _IEC if row[0] >= power - 0.5), MotorSize(*_IEC[-1]))


def dc_motor(power: float) -> MotorSize:
    """The brushed or brushless DC motor with at least this power (W)."""
    return next(
        (MotorSize(*row) for row in _SMALL if row[0] >= power - 0.05), MotorSize(*_SMALL[-1])
    )


class StepperSize(msgspec.Struct, frozen=True):
    """A stepper: NEMA size, holding torque in Nm, phase current in A, flange and shaft in mm."""

    frame: str
    torque: float
    current: float
    flange: float
    shaft: float


_STEPPERS: Final = (
    StepperSize("NEMA 8", 0.02, 0.6, 20, 4),
    StepperSize("NEMA 11", 0.1, 0.7, 28, 5),
    StepperSize("NEMA 14", 0.2, 1.0, 35, 5),
    StepperSize("NEMA 17", 0.45, 1.7, 42, 5),
    StepperSize("NEMA 23", 1.9, 2.8, 57, 6.35),
    StepperSize("NEMA 24", 3.0, 4.2, 60, 8),
    StepperSize("NEMA 34", 8.5, 6.0, 86, 14),
)


def stepper(torque: float, size: float = 0) -> StepperSize:
    """The stepper of the size by NEMA, where one is stated; else whose holding torque (Nm) is twice what is needed."""
    stated = next((s for s in _STEPPERS if s.frame == f"NEMA {size:g}"), None)
    if stated is not None:
        return stated
    return next((s for s in _STEPPERS if s.torque >= 2 * torque), _STEPPERS[-1])


def power_of(torque: float, speed: float) -> float:
    """Power in W of a torque (Nm) at a speed (rpm): P = 2 pi n T / 60."""
    return 2 * math.pi * speed / 60 * torque


def torque_of(power: float, speed: float) -> float:
    """Torque in Nm of a power (W) at a speed (rpm)."""
    return power * 60 / (2 * math.pi * max(speed, 0.1))


class GearPair(msgspec.Struct, frozen=True):
    """One stage of spur or helical gears: module and centre distance in mm."""

    stages: int
    ratio: float
    """Of one stage."""
    module: float
    pinion: float
    wheel: float
    face: float
    centre: float
    total: float
    """The ratio that the whole numbers of teeth give."""


_PINIONS: Final = range(18, 25)
"""Teeth among which the first is taken whose wheel comes close to the ratio, or the closest."""
_CLOSE: Final = 0.003


def _missed(teeth: int, ratio: float) -> float:
    return abs(round(teeth * ratio) / (teeth * ratio) - 1)


_MODULES: Final = (0.5, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def gear(ratio: float, torque: float) -> GearPair:
    """Gears of the ratio for an output torque (Nm); more stages above about 6 to 1 each.

    Module by m = (2 T / (z psi sigma Y))^(1/3) with Lewis bending at the wheel's last stage.
    """
    ratio = max(1.0, ratio)
    stages = 1 if ratio <= 6.3 else 2 if ratio <= 36 else 3 if ratio <= 220 else 4
    each = ratio ** (1 / stages)
    closest = min(_PINIONS, key=lambda teeth: _missed(teeth, each))
    pinion = next((teeth for teeth in _PINIONS if _missed(teeth, each) <= _CLOSE), closest)
    wheel = max(18, round(pinion * each))
    load = 2 * max(torque, 0.05) * 1000 / (wheel * 10 * 90 * 0.35)
    module = up_to(load ** (1 / 3), _MODULES)
    centre = module * (pinion + wheel) / 2
    total = (wheel / pinion) ** stages
    return GearPair(stages, wheel / pinion, module, pinion, wheel, 10 * module, centre, total)


class LeadScrew(msgspec.Struct, frozen=True):
    """A trapezoidal screw ISO 2904: nominal diameter and pitch in mm."""

    diameter: float
    pitch: float

    @property
    def name(self) -> str:
        return f"Tr {self.diameter:g}x{self.pitch:g}"


_TRAPEZOIDAL: Final = (
    LeadScrew(8, 1.5),
    LeadScrew(10, 2),
    LeadScrew(12, 3),
    LeadScrew(14, 3),
    LeadScrew(16, 4),
    LeadScrew(20, 4),
    LeadScrew(24, 5),
    LeadScrew(28, 5),
    LeadScrew(32, 6),
    LeadScrew(36, 6),
    LeadScrew(40, 7),
    LeadScrew(50, 8),
    LeadScrew(60, 9),
)


def lead_screw(force: float, length: float) -> LeadScrew:
    """The screw that neither buckles (Euler, safety 3) nor exceeds 60 MPa under the force (N)."""
    for screw in _TRAPEZOIDAL:
        core = screw.diameter - screw.pitch - 0.5
        area = math.pi * core**2 / 4
        inertia = math.pi * core**4 / 64
        holds = math.pi**2 * 210_000 * inertia / (max(length, 1) ** 2) / 3
        if force <= 60 * area and force <= holds:
            return screw
    return _TRAPEZOIDAL[-1]


def screw_torque(force: float, screw: LeadScrew) -> float:
    """Torque in Nm to move the force (N): T = F d2/2 tan(lead angle + friction angle), friction 0.12."""
    middle = screw.diameter - screw.pitch / 2
    lead = math.atan(screw.pitch / (math.pi * middle))
    return force * middle / 2 * math.tan(lead + math.atan(0.12)) / 1000


def ball_screw(force: float) -> float:
    """Nominal diameter in mm of a ball screw for the axial force in N."""
    return up_to(math.sqrt(max(force, 1) / 12), (12, 16, 20, 25, 32, 40, 50))


def belt_width(force: float) -> float:
    """Width in mm of a timing belt (GT2 up to 60 N, HTD 5M above) for the pull in N."""
    return up_to(max(force, 1) / (6 if force <= 60 else 12), (6, 9, 15, 25, 50))


def wheel_torque(mass: float, diameter: float, slope: float) -> float:
    """Torque in Nm at the wheels together: rolling 2 %, the slope in degrees, 0.3 m/s² start."""
    pull = mass * 9.81 * (0.02 + math.sin(math.radians(min(slope, 45)))) + mass * 0.3
    return pull * diameter / 2000


def wheel_speed(speed: float, diameter: float) -> float:
    """Speed of rotation in rpm of a wheel (mm) at a speed in m/s."""
    return 60_000 * speed / (math.pi * max(diameter, 1))


def up_rope(force: float) -> float:
    """Diameter in mm of a wire rope 6x19, 1770 MPa, with five times the force (N) to break it."""
    return up_to(math.sqrt(5 * max(force, 1) / 560), (2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20))


def up_to_module(wanted: float) -> float:
    """The next gear module of ISO 54, in mm."""
    return up_to(wanted, _MODULES)
