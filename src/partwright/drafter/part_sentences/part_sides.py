"""The meaning of the sides of a part whose order a text changes: brackets of sheet, sleeves."""

from collections.abc import Mapping, Sequence
from typing import Final

_THIN: Final = 0.15
_THIN_LEG: Final = 0.25
"""The third of three sides by the shorter leg, of an angle whose length is told besides."""


def of_sheet(
    order: Mapping[int, Sequence[str]], group: Sequence[float], named: Mapping[str, float]
) -> Mapping[int, Sequence[str]]:
    """The meanings of the sides of a size: of a bracket 60 x 60 x 5 the last is its thickness."""
    if len(group) == 3 and "wall" in order.get(3, ()) and _HOLLOW * group[0] < group[1] < group[0]:
        # A tube 20 x 12 x 35 has no wall of 12 mm.
        return {**order, 3: tuple("inner_diameter" if one == "wall" else one for one in order[3])}
    if len(group) == 3 and order[3] and order[3][0] == order[3][2] and group[0] != group[2]:
        return {**order, 3: (*order[2], "thickness")}
    if len(group) == 2 and list(order.get(2, ())) == ["distance", "width"] and "length" in named:
        return {**order, 2: ("width", "thickness")}
    is_bracket = len(group) == 3 and list(order[3])[-1:] == ["width"] and "height" in order[3]
    thin = _THIN_LEG if "width" in named else _THIN
    if not is_bracket or "thickness" in named or group[2] > thin * min(group[:2]):
        return order
    return {**order, 3: [*order[3][:2], "thickness"]}


_HOLLOW: Final = 0.4


def along(key: str, named: Mapping[str, float], group: Sequence[float]) -> dict[str, float]:
    """The named figures; how long a channel is, is how wide a bracket of its section would be."""
    is_thin = len(group) == 2 or (len(group) == 3 and group[2] <= _THIN_LEG * min(group[:2]))
    is_angle = key == "l_bracket" and is_thin
    if not (key == "u_channel" or is_angle) or "length" not in named or "width" in named:
        return dict(named)
    rest = {name: value for name, value in named.items() if name != "length"}
    return {"width": named["length"], **rest}


def in_order(figures: dict[str, float]) -> dict[str, float]:
    """The figures, the larger diameter outside: a sleeve 12 x 8 x 30 as well as 8 x 12 x 30."""
    inner, outer = figures.get("inner_diameter"), figures.get("outer_diameter")
    if inner is None or outer is None or inner <= outer:
        return figures
    return figures | {"inner_diameter": outer, "outer_diameter": inner}
