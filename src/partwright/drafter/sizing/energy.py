"""Electric supply and light: cells, supplies, fuses, wires, LEDs."""

import math
from typing import Final

import msgspec

from partwright.drafter.sizing.standard_parts import up_to


class BatteryPack(msgspec.Struct, frozen=True):
    """A pack of cells in series and parallel; volts, ampere hours, watt hours, kilograms."""

    cells: str
    series: int
    parallel: int
    voltage: float
    charge: float
    energy: float
    mass: float

    @property
    def count(self) -> int:
        """Cells altogether."""
        return self.series * self.parallel

    @property
    def name(self) -> str:
        return f"{self.series}S{self.parallel}P {self.voltage:.1f} V {self.charge:.3g} Ah"


_CELL_VOLTS: Final = 3.6
_CELL_CHARGE: Final = 3.0
_USABLE: Final = 0.85


def battery(voltage: float, energy: float) -> BatteryPack:
    """A lithium-ion pack of 18650 cells (3.6 V, 3 Ah) near the voltage with the energy in Wh."""
    series = max(1, round(voltage / _CELL_VOLTS))
    parallel = max(1, math.ceil(energy / (series * _CELL_VOLTS * _CELL_CHARGE) - 0.02))
    volts = series * _CELL_VOLTS
    charge = parallel * _CELL_CHARGE
    mass = series * parallel * 0.048
    return BatteryPack("18650", series, parallel, volts, charge, volts * charge, mass)


def lipo(voltage: float, charge: float) -> BatteryPack:
    """A lithium-polymer pack (3.7 V a cell) near the voltage with the charge in Ah."""
    series = max(1, round(voltage / 3.7))
    volts = series * 3.7
    rounded = float(f"{charge:.2g}")
    return BatteryPack("LiPo", series, 1, volts, rounded, volts * rounded, volts * rounded / 170)


def energy_for(power: float, seconds: float) -> float:
    """Energy in Wh to be stored for a power (W) over a time (s), 85 % of it usable."""
    return power * seconds / 3600 / _USABLE


_SUPPLIES: Final = (5, 10, 15, 25, 36, 50, 65, 75, 100, 150, 200, 240, 350, 480, 600, 750, 1000, 1500, 2000, 3000, 5000)  # fmt: skip
_FUSES: Final = (0.1, 0.25, 0.5, 1, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10, 12.5, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200)  # fmt: skip
_WIRES: Final = ((1, 0.25), (3, 0.5), (6, 0.75), (10, 1), (16, 1.5), (20, 2.5), (27, 4), (35, 6), (50, 10), (68, 16), (90, 25), (115, 35))  # fmt: skip


def supply(power: float) -> float:
    """Rating in W of a supply on sale with a quarter to spare."""
    return up_to(power * 1.25, _SUPPLIES)


def fuse(power: float, voltage: float) -> float:
    """Rating in A of a fuse at half again the rated current."""
    return up_to(1.5 * power / max(voltage, 1), _FUSES)


def wire(current: float) -> float:
    """Copper cross-section in mm² for the current in A."""
    return next((area for limit, area in _WIRES if current <= limit), 50)


_LUMEN_PER_WATT: Final = 110.0
_LUMEN_PER_LED: Final = 100.0


def led_power(lumen: float) -> float:
    """Power in W of LEDs that give the luminous flux."""
    return lumen / _LUMEN_PER_WATT


def led_count(lumen: float) -> int:
    """Medium power LEDs (100 lm each) for the flux, twelve at most for one board of high power."""
    return max(1, math.ceil(lumen / _LUMEN_PER_LED))


def solar_panel(power: float, hours: float) -> float:
    """Peak power in W of a panel that returns a day's energy in four hours of sun."""
    return up_to(power * hours / 4 * 1.3, (1, 2, 5, 10, 20, 30, 50, 100, 150, 200, 300, 400))


def dc_voltage(power: float) -> float:
    """A usual supply voltage for the power: 5, 12, 24 or 48 V."""
    return 5 if power <= 10 else 12 if power <= 60 else 24 if power <= 600 else 48


def round_up(value: float) -> int:
    """The next whole number."""
    return math.ceil(value - 1e-9)
