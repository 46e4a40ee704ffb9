"""Figures that only the words of one sort of part tell: fins, coils, bases, pipe flanges; pure."""

import re
from collections.abc import Callable, Mapping
from math import atan2, cos, degrees, floor, pi, radians
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.belt_pulleys import v_pulley
from partwright.drafter.part_sentences.lever_ends import round_ends
from partwright.drafter.part_sentences.pipe_flanges import pipe_flange
from partwright.drafter.part_sentences.screwed_figures import (
    FEMALE,
    cap_figures,
    cup_figures,
    knob_figures,
    thumb_nut_figures,
)
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE, NUMBER_WORDS, figure_said
from partwright.kit.patterns import lazy_regex
from partwright.kit.units import MM_PER_INCH

_N: Final = f"({FIGURE})"
Figures = dict[str, float]
Stated = Mapping[str, float]
"""The figures that the text names, by their names."""


def _spring(text: str, figures: Figures, _: Stated) -> Figures:
    """Diameters of a coil that are not measured outside."""
    wire = figures.get("wire_diameter", 0.0)
    mean = figure_said(rf"\bmean (?:coil )?diameter(?: of)? {_N}|{_N} ?mm mean\b", text)
    inner = figure_said(rf"\b(?:inner|inside|internal) diameter(?: of)? {_N}|{_N} ?mm inner", text)
    if wire and mean:
        return {"outer_diameter": mean + wire}
    return {"outer_diameter": inner + 2 * wire} if wire and inner else {}


def _tension_spring(text: str, figures: Figures, stated: Stated) -> Figures:
    """Coils that lie on each other over the length of the body."""
    body = figure_said(rf"\bbody(?: length)?(?: of)? {_N}|{_N} ?mm body", text)
    body = body or figures.get("free_length", 0.0)
    own = _spring(text, figures, stated)
    wire = figures.get("wire_diameter", 0.0)
    if not body or not wire:
        return own
    turns = figures.get("turns") or floor((body - wire) / wire / _APART)
    return own | {"free_length": body, "turns": float(min(max(turns, 1), _MOST_TURNS))}


_APART: Final = 1.1
"""Of a drawn spring, the pitch of coils that lie on each other, by its wire."""
_MOST_TURNS: Final = 40


def _heat_sink(text: str, figures: Figures, _: Stated) -> Figures:
    """The base, and the fins on it."""
    base = figure_said(
        rf"\bbase(?: plate)?(?: thickness)?(?: of)? {_N} ?mm|{_N} ?mm (?:thick )?base", text
    )
    thick = figure_said(
        rf"\bfins?\b[^,;.]*?\b{_N} ?mm thick|{_N} ?mm (?:thick )?fins|\bfin thickness(?: of)? {_N}",
        text,
    )
    tall = figure_said(rf"\bfins?(?: of)? {_N} ?mm (?:tall|high)|\bfin height(?: of)? {_N}", text)
    own: Figures = {}
    if base:
        own["base_thickness"] = base
    if thick and thick != tall:
        own["fin_thickness"] = thick
    if tall:
        rest = base or figures.get("base_thickness") or tall * _BASE
        own |= {"height": tall + rest, "base_thickness": rest}
    return own


_BASE: Final = 0.25
"""The usual base by the height of its fins."""


def _channel(text: str, figures: Figures, _: Stated) -> Figures:
    """The base between two legs, which the profile's length is across."""
    inside = figure_said(
        rf"{_N} ?mm (?:inside|inner|internal|clear)(?: width| opening| distance)?(?! (?:bend|radius))|\b(?:inside|inner|internal|clear)(?: (?:width|distance|opening))?(?: of)? {_N}",
        text,
    )
    if inside:
        return {"length": inside + 2 * figures.get("thickness", 0.05 * inside)}
    base = figure_said(
        rf"\b(?:base|web|back)(?: width)?(?: of)? {_N}(?! x)(?![\w.,]*\d)(?: ?mm)?(?! thick)|{_N} ?mm (?:base|web)",
        text,
    )
    legs = r"(?:flanges?|legs?|sides?|arms?|walls?)"
    high = figure_said(
        rf"\b{legs}(?: height)?(?: of)? {_N}(?: ?mm(?! thick)|(?= *[,;]))|{_N} ?mm (?:high )?{legs}\b",
        text,
    )
    if not base or not high:
        return {}
    long = figures.get("length", 0.0)
    own = {"length": base, "height": high}
    return own | {"width": long} if long and long != base and "width" not in figures else own


def _long_channel(text: str, figures: Figures, stated: Stated) -> Figures:
    """A channel whose length is along it, and its width that of the base, where both are told."""
    own = _channel(text, figures, stated)
    wide, long = stated.get("width", 0.0), stated.get("length", 0.0)
    is_told = _WIDE.search(text) and wide and long
    return {"length": wide, "width": long} if is_told and not own else own


_WIDE: Final = lazy_regex(r"\d ?(?:mm )?wide\b|\bwidth (?:of )?\d", re.IGNORECASE)


def _rack(_: str, figures: Figures, stated: Stated) -> Figures:
    """As many whole teeth as go into the length."""
    long, module = stated.get("length", 0.0), figures.get("module", 0.0)
    if not long or not module or "teeth" in figures:
        return {}
    teeth = float(max(2, floor(long / (pi * module) + 1e-6)))
    return {"teeth": teeth} | ({"length": long} if long > teeth * pi * module else {})


_BORES: Final = lazy_regex(
    rf"\bbores?(?: of)? ({FIGURE})(?: ?mm)? (?:and|/) ({FIGURE})(?: ?mm)?(?![\d.,]*\w)|({FIGURE})(?: ?mm)? and ({FIGURE}) ?mm bores?",
    re.IGNORECASE,
)


def _lever(text: str, figures: Figures, stated: Stated) -> Figures:
    """The bores at either end, and an arm as wide as the hub that is told."""
    match = _BORES.search(text)
    own: Figures = {}
    if match:
        first, second = match[1] or match[3], match[2] or match[4]
        own |= {"bore_1": number(first), "bore_2": number(second)}
    elif thread := FEMALE.search(text):
        own |= {"bore_1": tables.tapping_hole(number(thread[1] or thread[2])), "bore_2": 0.0}
    hub = stated.get("hub_diameter", 0.0)
    return own | round_ends(text) | ({"width": hub} if hub and "width" not in stated else {})


def _clamp(text: str, figures: Figures, stated: Stated) -> Figures:
    """The hole for the screw that is told."""
    thread = re.search(r"\bM ?(\d{1,2})\b", text)
    return {"hole_diameter": tables.clearance_hole(float(thread[1]))} if thread else {}


_LEFT_HANDED: Final = lazy_regex(r"\bleft[- ]?hand(?:ed)?\b|\bLH\b", re.IGNORECASE)


_IN_FACE: Final = lazy_regex(r"\b(?:transverse|face|stirn)[ -]?modul", re.IGNORECASE)


def _spur_gear(text: str, figures: Figures, _: Stated) -> Figures:
    """The helix as it leans, right-handed unless the text says else; a module told is that of the hob."""
    helix = figures.get("helix_angle", 0.0)
    if not helix:
        return {}
    own = {"helix_angle": -abs(helix)} if _LEFT_HANDED.search(text) else {}
    if "module" in figures and not _IN_FACE.search(text):
        own["module"] = round(figures["module"] / cos(radians(helix)), 4)
    return own


_BY_PITCH: Final = {
    6.0: 2.6,
    8.0: 2.7,
    9.525: 5.3,
    12.7: 7.2,
    15.875: 9.1,
    19.05: 11.1,
    25.4: 16.2,
    31.75: 18.5,
    38.1: 24.1,
}
"""The width of the teeth by the pitch of the chain (ISO 606)."""


_BETWEEN: Final = {
    8.0: 5.64, 9.525: 10.24, 12.7: 13.92, 15.875: 16.59, 19.05: 19.46, 25.4: 31.88, 31.75: 36.45,
    38.1: 48.36,
}  # fmt: skip
"""The distance of the strands of a chain by its pitch (ISO 606, series B)."""
_STRANDS: Final = lazy_regex(
    r"\b(?:(?P<two>duplex|double|two[- ]strand)|(?P<three>triplex|triple|three[- ]strand)|\d\dB ?-(?P<n>[23]))\b",
    re.IGNORECASE,
)


def _strands(text: str) -> float:
    """The rows of teeth of a sprocket for several strands; 0 where it has one."""
    said = _STRANDS.search(text)
    if said is None:
        return 0.0
    return float(said["n"] or (2 if said["two"] else 3))


def _sprocket(text: str, figures: Figures, stated: Stated) -> Figures:
    """The pitch of the chain where the text tells it by itself, as in 1/2 inch."""
    if rows := _strands(text):
        pitch = figures.get("pitch", 12.7)
        own = {"strands": rows, "strand_pitch": _BETWEEN.get(pitch, round(1.1 * pitch, 2))}
        thick = (
            {}
            if "width" in stated
            else {"width": round(_BY_PITCH.get(pitch, 0.56 * pitch) - 0.2, 2)}
        )
        return own | thick
    across = figures.get("width", 0.0)
    if "pitch" in figures or "width" in stated or across not in _BY_PITCH:
        return {}
    return {"pitch": across, "width": _BY_PITCH[across]}


_SCHEDULED: Final = lazy_regex(rf"{_N} ?mm,? (?:sch(?:edule)?\.? ?)(40|80)\b", re.IGNORECASE)
SCHEDULES: Final = {
    0.5: (21.3, 2.77, 3.73), 0.75: (26.7, 2.87, 3.91), 1.0: (33.4, 3.38, 4.55), 1.25: (42.2, 3.56, 4.85), 1.5: (48.3, 3.68, 5.08),
    2.0: (60.3, 3.91, 5.54), 2.5: (73.0, 5.16, 7.01), 3.0: (88.9, 5.49, 7.62), 4.0: (114.3, 6.02, 8.56), 5.0: (141.3, 6.55, 9.53),
    6.0: (168.3, 7.11, 10.97), 8.0: (219.1, 8.18, 12.7), 10.0: (273.0, 9.27, 15.09), 0.25: (13.7, 2.24, 3.02), 0.38: (17.1, 2.31, 3.2),
}  # fmt: skip
"""Of pipes by their nominal size in inches: the outside, and the walls of schedules 40 and 80 (ASME B36.10)."""


def _pipe(text: str, figures: Figures, _: Stated) -> Figures:
    """The outside and the bore of a pipe by its nominal size and schedule."""
    said = _SCHEDULED.search(text)
    row = SCHEDULES.get(round(float(said[1]) / MM_PER_INCH, 2)) if said else None
    if said is None or row is None:
        return {}
    wall = row[1] if said[2] == "40" else row[2]
    return {"outer_diameter": row[0], "inner_diameter": round(row[0] - 2 * wall, 2)}


def _hub(text: str, figures: Figures, stated: Stated) -> Figures:
    """The hub's own diameter and length, its bore being that of the sleeve."""
    own = {"inner_diameter": stated.get("bore", stated.get("inner_diameter", 0.0))}
    own["outer_diameter"] = stated.get("hub_diameter", stated.get("diameter", 0.0))
    own["length"] = stated.get("hub_height", 0.0)
    return {name: value for name, value in own.items() if value and name not in stated}


def _flanged_hub(text: str, figures: Figures, stated: Stated) -> Figures:
    """The flange of a hub, and the hub above it: its length is told over both."""
    thick = stated["collar_thickness"]
    across = stated.get("hub_diameter", stated.get("diameter", stated.get("outer_diameter", 0.0)))
    long = stated.get("length", stated.get("hub_height", 0.0))
    own = {"outer_diameter": stated["collar_diameter"], "thickness": thick}
    if across:
        own["hub_diameter"] = across
    return own | ({"hub_height": long - thick} if long > thick else {})


_SPOKED: Final = lazy_regex(r"(\w+) spokes?\b", re.IGNORECASE)
_USUAL_SPOKES: Final = 5.0


def _handwheel(text: str, figures: Figures, stated: Stated) -> Figures:
    """The spokes between hub and rim, and a rim as thick as hands take hold of."""
    said = _SPOKED.search(text)
    word = said[1].casefold() if said else ""
    number = float(word) if word.isdecimal() else float(NUMBER_WORDS.get(word, _USUAL_SPOKES))
    across = figures.get("diameter", stated.get("diameter", 100.0))
    return {"spoke_count": number, "rim_thickness": round(max(6.0, across * 0.09), 1)}


def _bevel_gear(text: str, figures: Figures, stated: Stated) -> Figures:
    """The pitch angle as it is said, or as the teeth of both wheels make it; 45 degrees without."""
    said = figure_said(rf"\b(?:pitch|cone)(?: cone)? angle(?: of)? {_N}", text)
    mate = figure_said(
        rf"\b(?:mat(?:es|ing)|mesh(?:es|ing)|pairs?)(?: gear)?(?: with| of)*(?: an?)? {_N}", text
    )
    teeth = figures.get("teeth", 0.0)
    ratio = re.search(rf"(?<!\d){_N} ?: ?{_N}", text)
    if not said and mate and teeth:
        said = round(degrees(atan2(teeth, mate)), 3)
    elif not said and ratio:
        said = round(degrees(atan2(number(ratio[2]), number(ratio[1]))), 3)
    return {"pitch_angle": said} if said else {}


def _cam(text: str, figures: Figures, stated: Stated) -> Figures:
    """The base circle, the lift and the nose of a cam."""
    base = figure_said(rf"\bbase(?: circle)?(?: diameter)?(?: of)? {_N}|{_N} ?mm base", text)
    lift = figure_said(rf"\b(?:lift|rise|stroke)(?: of)? {_N}|{_N} ?mm (?:lift|rise|stroke)", text)
    nose = figure_said(rf"\b(?:nose|tip)(?: radius)?(?: of)? R? ?{_N}|{_N} ?mm (?:nose|tip)", text)
    own = {"base_diameter": base, "lift": lift, "nose_radius": nose}
    return {name: value for name, value in own.items() if value}


def _eccentric(text: str, figures: Figures, stated: Stated) -> Figures:
    """The bore, as far from the middle as the disc is out of centre."""
    words = r"(?:offset|eccentricity|eccentric|throw|off[- ]?cent(?:re|er)|out of cent(?:re|er))"
    apart = figure_said(rf"\b{words}(?: by| of|:)? {_N}", text) or figure_said(
        rf"{_N} ?mm {words}", text
    )
    bore = stated.get("bore", figures.get("bore", 0.0))
    if not apart or not bore:
        return {}
    return {"bore": 0.0, "hole_1.diameter": bore, "hole_1.x": apart}


_BY_KEY: Final[Mapping[str, Callable[[str, Figures, Stated], Figures]]] = {
    "bevel_gear": _bevel_gear,
    "cam": _cam,
    "eccentric": _eccentric,
    "spring": _spring,
    "spur_gear": _spur_gear,
    "tension_spring": _tension_spring,
    "heat_sink": _heat_sink,
    "u_bracket": _channel,
    "gear_rack": _rack,
    "flange": pipe_flange,
    "v_pulley": v_pulley,
    "lever": _lever,
    "round_lid": cap_figures,
    "pot": cup_figures,
    "tube_clamp": _clamp,
    "handwheel": _handwheel,
    "hub": _hub,
    "sprocket": _sprocket,
    "tube": _pipe,
    "knob": knob_figures,
    "thumb_nut": thumb_nut_figures,
    "flat_pulley": _hub,
    "flanged_hub": _flanged_hub,
    "u_channel": _long_channel,
}


def own_figures(key: str, text: str, figures: Figures, stated: Stated) -> Figures:
    """The figures with those that the words of this sort of part tell; lengths in millimetres."""
    tells = _BY_KEY.get(key)
    return figures if tells is None else figures | tells(text, figures, stated)
