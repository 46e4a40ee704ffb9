"""The supply voltage that a text states, and the parts that are for it; pure."""

import re
from collections.abc import Iterable
from typing import Final

from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.figures import StatedFigure
from partwright.kit.patterns import lazy_regex

MAINS: Final = 90.0
"""Volts from which a supply is the mains."""
_STATED: Final = ("battery voltage", "voltage", "motor voltage")
_SAID: Final = lazy_regex(r"(?<![\w.])(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))? ?V\b")
_MOTORS: Final = lazy_regex(r"motor|servo|drive", re.IGNORECASE)
_NEAR: Final = 0.06
"""The part by which the cells of a pack may miss a round voltage."""
_LEAST: Final = 5.5
"""Volts up to which a part feeds electronics and is not fed by the supply."""
_FED: Final = ("motor", "light", "heat", "fan", "drive", "battery", "power")
"""Topics of what runs from the supply; those that name it first go first."""


def stated_voltage(brief: DesignBrief) -> StatedFigure | None:
    """The voltage that the product, its battery or its motors are to run on."""
    found = (brief.given(quantity) for quantity in _STATED)
    return next((figure for figure in found if figure is not None), None)


def volts_in(name: str) -> list[float]:
    """The voltages that the name of a part says."""
    return [float(one) for match in _SAID.finditer(name) for one in match.groups() if one]


def missed_voltage(figure: StatedFigure, names: Iterable[str]) -> str:
    """The reason why no part is for the stated voltage; empty where one is."""
    said = [volts for name in concerned(figure, names) for volts in volts_in(name)]
    if any(_fits(volts, figure) for volts in said):
        return ""
    if figure.low >= MAINS:
        other = sorted({volts for volts in said if volts >= MAINS})
        return f"the parts are for {_told(other)}" if other else ""
    other = sorted({volts for volts in said if _LEAST < volts < MAINS})
    return f"the parts are for {_told(other)}" if other else f"no part names {figure.written}"


def concerned(figure: StatedFigure, names: Iterable[str]) -> list[str]:
    """The parts that a voltage is said of: the motors alone where it is said of them."""
    if figure.quantity != "motor voltage":
        return list(names)
    return [name for name in names if _MOTORS.search(name)]


def use_voltage(brief: DesignBrief, root: RecipeNode) -> None:
    """Name the voltage at the parts that it feeds, where the recipe does not say it itself."""
    figure = stated_voltage(brief)
    leaves = [leaf for leaf in root.leaves() if leaf.part_type == "Purchase"]
    if figure is None or figure.low >= MAINS:
        return
    if not missed_voltage(figure, (leaf.name for leaf in leaves)):
        return
    for topic in _FED:
        fed = [leaf for leaf in leaves if topic in leaf.topics and not volts_in(leaf.name)]
        if fed:
            for leaf in fed:
                leaf.name = f"{leaf.name}, {figure.high:g} V"
                leaf.given = leaf.given | {figure.written}
            return


def _fits(volts: float, figure: StatedFigure) -> bool:
    low, high = figure.low, figure.high
    if figure.bound == "most":
        low = _LEAST
    return low * (1 - _NEAR) <= volts <= high * (1 + _NEAR)


def _told(volts: list[float]) -> str:
    return " and ".join(f"{one:g} V" for one in volts[:3])
