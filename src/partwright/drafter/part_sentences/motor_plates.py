"""The holes of a plate or bracket that stepper motors are screwed to, by their NEMA sizes; pure."""

from collections.abc import Mapping
from typing import Final

from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.parts import purchased
from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.text.drive_codes import motor_sizes

_PLATES: Final = frozenset({"plate", "disc", "l_bracket", "u_bracket"})
_ROOM: Final = 0.5
"""What the bore is wider than the motor's pilot."""
_RIM: Final = 1.0
"""Left between the bore and the holes of another motor."""
_AROUND: Final = 8.0
"""What a bracket is larger than its motor, where the text does not say."""
_MOST: Final = 3


def sizes_of(text: str) -> list[Mapping[str, float]]:
    """The figures of the motors that the text names, each size once, the largest first."""
    codes = dict.fromkeys(f"NEMA {size}" for size in motor_sizes(text))
    found: list[Mapping[str, float]] = [
        sort.figures for code in codes if (sort := purchased.coded(code)) is not None
    ]
    return sorted(found, key=lambda one: -one["size"])[:_MOST]


def motor_holes(method: str, text: str) -> list[HoleWish]:
    """The bore for the pilot of the largest motor that leaves the holes of the others, and all holes."""
    motors = sizes_of(text) if method in _PLATES else []
    if not motors:
        return []
    face = 1 if method == "l_bracket" else 0
    grids = [(one["hole_spacing"], tables.clearance_hole(one["hole_diameter"])) for one in motors]
    nearest = min(apart / 2 * 2**0.5 - across / 2 for apart, across in grids)
    pilots = [one["pilot_diameter"] + _ROOM for one in motors]
    bore = next((one for one in pilots if one / 2 + _RIM <= nearest), pilots[-1])
    wishes = [HoleWish(1, bore, is_central=True, face=face)]
    return wishes + [
        HoleWish(4, across, spacing=(apart, apart), grid=(2, 2), face=face)
        for apart, across in grids
    ]


def around_motor(method: str, figures: Mapping[str, float], text: str) -> dict[str, float]:
    """The figures, as large as the motor needs where nothing is said of them."""
    motors = sizes_of(text) if method in _PLATES else []
    if not motors:
        return dict(figures)
    side = round(motors[0]["size"] + _AROUND)
    wanted = {"length": side, "width": side} if method == "plate" else {}
    if method == "l_bracket":
        thick = flat(spec_of(name="", method=method, parameters=figures)).get("thickness", 4.0)
        wanted = {"width": side, "length": side, "height": side + 1.5 * thick}
    return {**{name: float(value) for name, value in wanted.items()}, **figures}
