"""Flanges by their nominal width and pressure, or by their class: plate, holes, neck and bore; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
Stated = Mapping[str, float]


def pipe_flange(text: str, figures: Figures, stated: Stated) -> Figures:
    """The plate and holes of a flange by its nominal width and pressure, as far as nothing else is said.

    A hub whose height is not told is as high as the height over all leaves above the plate.
    """
    width = re.search(r"\bDN ?(\d{1,4})\b", text)
    pressure = re.search(r"\bPN ?(\d{1,3})\b", text)
    rated = re.search(r"\bANSI(150|300)\b", text)
    sort = f"ANSI {rated[1]}" if rated else f"PN {pressure[1] if pressure else '16'}"
    rows = tables.FLANGES.get(sort, {})
    row = rows.get(float(width[1])) if width else None
    is_other = row is not None and stated.get("outer_diameter", row["outer"]) != row["outer"]
    if row is None or is_other:
        return _hub_below(text, figures) | _unbolted(text, figures)
    usual = {
        "outer_diameter": row["outer"],
        "bolt_circle": row["circle"],
        "bolt_count": row["bolts"],
        "bolt_hole": row["hole"],
        "thickness": row["thickness"],
    }
    if width:
        neck = _inch_hub if rated else _neck
        usual |= neck(text, int(width[1]), row["thickness"])
    return {name: value for name, value in usual.items() if name not in stated or name == "bore"}


_OVER_ALL: Final = rf"\b(?:total|over ?all) (?:height|length|thickness)(?: of)? ({FIGURE})|\b({FIGURE})(?: ?mm)? (?:high |long |tall )?(?:over ?all|in total)\b"


def _hub_below(text: str, figures: Figures) -> Figures:
    if "hub_diameter" not in figures or "hub_height" in figures or "thickness" not in figures:
        return {}
    over = figure_said(_OVER_ALL, text)
    return {"hub_height": over - figures["thickness"]} if over > figures["thickness"] else {}


_BOLTED: Final = lazy_regex(r"\bbolt|\bholes?\b|\bscrew|\bPCD\b|\bDN ?\d", re.IGNORECASE)


def _unbolted(text: str, figures: Figures) -> Figures:
    """No holes but those that are read elsewhere."""
    return {} if "bolt_count" in figures or _BOLTED.search(text) else {"bolt_count": 0.0}


_SLIPPED: Final = lazy_regex(r"\b(?:slip[- ]on|plate flange|loose|type 0?1|welding flange)\b", re.IGNORECASE)  # fmt: skip
_NECKED: Final = lazy_regex(r"\b(?:weld(?:ing)?[- ]neck|type 11|vorschweiß\w*)\b", re.IGNORECASE)
_PIPES: Final = {
    15: (21.3, 2.0, 22.0, 38.0), 20: (26.9, 2.3, 27.5, 40.0), 25: (33.7, 2.6, 34.5, 40.0), 32: (42.4, 2.6, 43.5, 42.0),
    40: (48.3, 2.6, 49.5, 45.0), 50: (60.3, 2.9, 61.5, 45.0), 65: (76.1, 2.9, 77.5, 45.0), 80: (88.9, 3.2, 90.5, 50.0),
    100: (114.3, 3.6, 116.0, 52.0), 125: (139.7, 4.0, 141.5, 55.0), 150: (168.3, 4.5, 170.5, 55.0), 200: (219.1, 6.3, 221.5, 62.0),
}  # fmt: skip
"""By nominal width the outside of the pipe, its wall, the bore of a flange that is slipped on it, and the height with a neck (EN 1092-1)."""


def _neck(text: str, width: int, thickness: float) -> Figures:
    """The neck of a flange as wide as the pipe that it is welded to, or the bore that the pipe goes in."""
    if width not in _PIPES:
        return {}
    outside, wall, slipped, high = _PIPES[width]
    if _NECKED.search(text):
        bore = round(outside - 2 * wall, 2)
        return {"bore": bore, "hub_diameter": outside, "hub_height": high - thickness}
    return {"bore": slipped} if _SLIPPED.search(text) else {}


_BLIND: Final = lazy_regex(r"\bblind\b", re.IGNORECASE)
_INCH_HUBS: Final = {
    15: (22.2, 30, 14, 46), 20: (27.7, 38, 14, 51), 25: (34.5, 49, 16, 54), 32: (43.2, 59, 19, 56), 40: (49.5, 65, 21, 60),
    50: (61.9, 78, 24, 62), 65: (74.6, 90, 27, 68), 80: (90.7, 108, 29, 68), 100: (116.1, 135, 32, 75), 125: (143.8, 164, 35, 87),
    150: (170.7, 192, 38, 87), 200: (221.5, 246, 43, 100), 250: (276.2, 305, 48, 100), 300: (327.0, 365, 54, 113),
}  # fmt: skip
"""By nominal width the bore that a pipe goes in, the hub at the plate, the height over a hub and over a neck (ASME B16.5, class 150)."""


def _inch_hub(text: str, width: int, thickness: float) -> Figures:
    """The hub of a flange that is slipped on its pipe, or the neck as wide as the pipe."""
    if width not in _INCH_HUBS or _BLIND.search(text):
        return {}
    slipped, hub, low, high = _INCH_HUBS[width]
    if _NECKED.search(text):
        outside, wall, *_ = _PIPES.get(width, (slipped - 1.5, 6.3))
        bore = round(outside - 2 * wall, 2)
        return {"bore": bore, "hub_diameter": outside, "hub_height": high - thickness}
    return {"bore": slipped, "hub_diameter": float(hub), "hub_height": round(low - thickness, 2)}
