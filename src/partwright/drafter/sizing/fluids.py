"""Fluids and heat: pumps, pipes, cylinders, heaters, exchangers, propellers."""

import math
from typing import Final

from partwright.drafter.sizing.standard_parts import preferred, up_to

_DENSITY: Final = 1000.0
_GRAVITY: Final = 9.81


def pump_power(flow: float, pressure: float, efficiency: float) -> float:
    """Shaft power in W for a flow (l/min) against a pressure (bar): P = Q p / eta."""
    return flow / 60_000 * pressure * 1e5 / max(efficiency, 0.05)


def head_pressure(head: float) -> float:
    """Pressure in bar of a head of water in mm: p = rho g h."""
    return _DENSITY * _GRAVITY * head / 1000 / 1e5


def pipe(flow: float, velocity: float) -> float:
    """Nominal width DN for the flow (l/min) at the velocity (m/s)."""
    inner = math.sqrt(4 * flow / 60_000 / (math.pi * velocity)) * 1000
    return up_to(inner, (4, 6, 8, 10, 15, 20, 25, 32, 40, 50, 65, 80, 100, 125, 150, 200, 250, 300))


_DN_OF_INCHES: Final = {6.35: 8, 9.525: 10, 12.7: 15, 19.05: 20, 25.4: 25, 31.75: 32, 38.1: 40, 50.8: 50, 63.5: 65, 76.2: 80, 101.6: 100, 152.4: 150}  # fmt: skip


def nominal_width(said: float) -> float:
    """The nominal width DN that goes with inches in millimetres; any other as it is."""
    return _DN_OF_INCHES.get(round(said, 3), said)


def thread_of(nominal: float) -> str:
    """The pipe thread ISO 228 that goes with a nominal width, or with inches in millimetres."""
    nominal = _DN_OF_INCHES.get(round(nominal, 3), nominal)
    table = {4: "G 1/8", 6: "G 1/8", 8: "G 1/4", 10: "G 3/8", 15: "G 1/2", 20: "G 3/4", 25: "G 1", 32: "G 1 1/4", 40: "G 1 1/2", 50: "G 2"}  # fmt: skip
    return table.get(round(nominal), f"flange EN 1092-1 DN {nominal:g}")


def impeller(flow: float, head: float, speed: float) -> float:
    """Diameter in mm of a radial impeller for the head (mm): u2 = (2 g H)^0.5 times 1.05."""
    tip = 1.05 * math.sqrt(2 * _GRAVITY * max(head, 100) / 1000)
    least = 12 * math.sqrt(max(flow, 0.1))
    return preferred(max(60_000 * tip / (math.pi * max(speed, 100)), min(least, 250)))


def cylinder(force: float, pressure: float) -> float:
    """Bore in mm of a cylinder for the force (N) at the pressure (bar), nine tenths of it usable."""
    bore = math.sqrt(4 * max(force, 0) / (math.pi * max(pressure, 0.1) * 0.1 * 0.9))
    return up_to(bore, (10, 12, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320))


def rod_of(bore: float) -> float:
    """The piston rod that goes with a bore, in mm."""
    return up_to(bore * 0.4, (4, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 63, 80, 100, 140))


def heating(litres: float, rise: float, seconds: float) -> float:
    """Power in W that heats water by the rise (K) in the time, a tenth lost: P = m c dT / t."""
    return litres * 4187 * rise / max(seconds, 1) / 0.9


def exchanger_area(heat: float, difference: float) -> float:
    """Area in m² for the heat flow (W) at the mean temperature difference (K), U = 800 W/m²K."""
    return heat / (800 * max(difference, 1))


def round_series(value: float) -> float:
    """A power on sale no smaller than the value: 50, 100, 150, 200, 300, 500, 800, 1000 ..."""
    return up_to(value, (10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 6000, 9000, 12000, 18000, 24000, 36000, 60000))  # fmt: skip


def vessel_diameter(litres: float, slenderness: float) -> float:
    """Inner diameter in mm of a cylindrical vessel that is `slenderness` diameters high."""
    return preferred((4 * litres * 1e6 / (math.pi * slenderness)) ** (1 / 3))


def box_side(litres: float) -> float:
    """Side in mm of a cube of the volume."""
    return preferred((litres * 1e6) ** (1 / 3))


def hover_power(mass: float, diameter: float, rotors: float) -> float:
    """Electric power in W to hover: ideal P = T^1.5 / (2 rho A)^0.5, figure of merit 0.55 overall."""
    area = rotors * math.pi * (diameter / 2000) ** 2
    thrust = mass * _GRAVITY
    return thrust**1.5 / math.sqrt(2 * 1.2 * max(area, 1e-4)) / 0.55


def fan_size(heat: float) -> float:
    """Frame in mm of an axial fan that carries off the heat (W) at 15 K."""
    return up_to(math.sqrt(max(heat, 1)) * 7, (25, 30, 40, 50, 60, 80, 92, 120, 140, 172, 200))
