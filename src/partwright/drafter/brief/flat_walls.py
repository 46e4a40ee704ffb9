"""Flat walls that a pressure bends more than they bear: a box at 3 bar; pure."""

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Final

from partwright.drafter.text.brief import DesignBrief

_KIND: Final = "tank"
_PRESSED: Final = 0.5
"""Bar above which a vessel is under pressure."""
_BEARS: Final = 160.0
"""MPa that steel bears in bending for long."""
_SIDES: Final = 3
_MPA: Final = 0.1
"""MPa of a bar."""
_CLAMPED: Final = 0.5
"""Of a long plate that is held at its edges: stress = 0.5 p (b / t)^2."""
_ROUND: Final = frozenset({"round", "oval"})


def flat_wall_contradictions(brief: DesignBrief) -> Iterator[str]:
    """The pressure with which the flat walls of the text's vessel would bend too much."""
    size, press, wall = (brief.given(one) for one in ("size", "pressure", "thickness"))
    is_round = brief.given("diameter") is not None or any(
        shape.key in _ROUND for shape in brief.shapes
    )
    if brief.kind != _KIND or is_round or size is None or press is None or wall is None:
        return
    if len(size.values) != _SIDES or press.high <= _PRESSED or wall.high <= 0:
        return
    _, across, long = sorted(size.values)
    stress = _CLAMPED * press.high * _MPA * (across / wall.high) ** 2
    if stress > _BEARS:
        needed = ceil(across * sqrt(_CLAMPED * press.high * _MPA / _BEARS))
        yield (
            f"{press.written}: flat walls {wall.written} thick and {long:g} x {across:g} mm large bend with"
            f" {stress:.0f} MPa, and steel bears {_BEARS:g}; they need {needed} mm, or a round vessel"
        )
