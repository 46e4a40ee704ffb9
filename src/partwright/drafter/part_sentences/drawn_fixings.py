"""Single parts of bent bar, straps and levers: U-bolts, hooks, thumb screws, trays, saddles, bell cranks; pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_text import METRIC, drawn_text, metric_thread
from partwright.drafter.part_sentences.meant_parts import RIM
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import FIGURE, figure_said, first_figure
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = f"({FIGURE})"
_NEARLY: Final = 0.001
"""By which a bend is less than half a turn, so that a piece of bar is left between two."""


def _bar(text: str, usual: float) -> float:
    """The diameter of the bar or wire."""
    said = figure_said(
        rf"{_N} ?mm (?:diameter )?(?:round )?(?:steel |stainless |spring )*(?:bar|rod|wire|round)\b|\b(?:bar|rod|wire|round bar)(?: diameter)?(?: of|:)? (?:diameter )?{_N}|\bdiameter {_N}",
        text,
    )
    return said or metric_thread(text, usual)


def _bent(points: Sequence[tuple[float, float]], diameter: float, radius: float) -> Figures:
    """A bar along points in a plane."""
    figures = {"diameter": diameter, "bend_radius": round(radius, 3), "points": float(len(points))}
    for at, (x, z) in enumerate(points, 1):
        figures |= {f"x_{at}": round(x, 3), f"y_{at}": 0.0, f"z_{at}": round(z, 3)}
    return figures


def u_bolt(brief: DesignBrief) -> Mapping[str, float]:
    """A bar bent round a pipe, its threaded legs down."""
    text = drawn_text(brief)
    bar = _bar(_FOR_PIPE.sub(" ", text), 8.0)
    inside = first_figure(_FOR_PIPE, text) or figure_said(
        rf"\b(?:inside|inner|internal|clear)(?: width| diameter)?(?: of)? {_N}|{_N} ?mm (?:inside|inner|internal|clear|between (?:the )?legs)",
        text,
    )
    centres = figure_said(rf"{_N} ?mm (?:centres|centers|centre to centre|c/c|between (?:centres|centers))|\b(?:centres|centers|c/c)(?: of)? {_N}", text)  # fmt: skip
    sizes = sizes_in(METRIC.sub(" ", _FOR_PIPE.sub(" ", text)))
    group = sizes.group
    inside = inside or (centres - bar if centres else 0.0) or (group[0] if group else 6 * bar)
    high = sizes.named.get("height", sizes.named.get("length", group[1] if len(group) > 1 else 0.0))
    half = (inside + bar) / 2
    high = max(high or inside + 5 * bar, inside + bar) - bar / 2
    radius = 1.5 * bar if re.search(r"\bsquare\b", text, re.IGNORECASE) else half - _NEARLY
    return _bent([(-half, 0), (-half, high), (half, high), (half, 0)], bar, radius)


_FOR_PIPE: Final = lazy_regex(
    rf"\b(?:for|around|over) (?:an? |the )?(?:pipe|tube|conduit|cable|bar|rod|hose)s? (?:of )?(?:diameter )?{_N} ?mm|"
    rf"\b(?:for|around|over|to (?:suit|fit))(?: an?| the)? (?:diameter )?{_N} ?(?:mm )?(?:od |diameter )*(?:steel |round )?(?:pipe|tube|conduit|cable|bar|rod|hose|pole|post)s?\b",
    re.IGNORECASE,
)


def hook(brief: DesignBrief) -> Mapping[str, float]:
    """A bar with a half turn at its lower end; a second one at the upper end of an S."""
    text = drawn_text(brief)
    bar = _bar(text, 8.0)
    sizes = sizes_in(text)
    radius = figure_said(rf"\b(?:(?:hook|inside|inner|bend) )*radius(?: of)? {_N}|{_N} ?mm (?:hook |inside |inner |bend )?radius|\bR ?{_N}\b", text)  # fmt: skip
    mouth = figure_said(rf"\b(?:opening|mouth|gap|throat|hook width)(?: of)? {_N}|{_N} ?mm (?:opening|mouth|gap|throat|inside)", text)  # fmt: skip
    high = sizes.named.get("height", sizes.named.get("length", 0.0))
    is_s = bool(re.match(r"\W*s[- ]hook", brief.name, re.IGNORECASE))
    high = high or (sizes.thread[1] if sizes.thread and sizes.thread[1] else 0.0) or 12 * bar
    half = (radius or mouth / 2 or (high - bar) / (6 if is_s else 5)) + bar / 2
    tip = figure_said(rf"\b(?:tip|return|end|nose)(?: length)?(?: of)? {_N} ?mm|{_N} ?mm (?:tip|return)", text)  # fmt: skip
    low = bar / 2
    up = low + half + max(tip, bar)
    if is_s:
        top = high - low
        points = [(2 * half, up), (2 * half, low), (0, low), (0, top), (-2 * half, top), (-2 * half, high - up)]  # fmt: skip
        return _bent(points, bar, half - _NEARLY)
    return _bent([(0, high), (0, low), (2 * half, low), (2 * half, up)], bar, half - _NEARLY)


_HEADS: Final = {
    3: (12.0, 2.5), 4: (16.0, 3.5), 5: (20.0, 4.0), 6: (24.0, 5.0), 8: (30.0, 6.0), 10: (36.0, 8.0),
}  # fmt: skip
"""Heads of flat knurled thumb screws by their thread: diameter and height (DIN 653)."""
_HIGH_HEADS: Final = {3: 7.5, 4: 9.5, 5: 11.5, 6: 15.0, 8: 18.0, 10: 23.0}
"""Of those with a collar, head and collar together (DIN 464)."""


def thumb_screw(brief: DesignBrief) -> Mapping[str, float]:
    """A flat round head on a shank."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    thread = sizes.thread[0] if sizes.thread else 6.0
    wide, tall = _HEADS.get(round(thread), (4 * thread, 0.8 * thread))
    if re.search(r"\bDIN ?464\b|\bhigh (?:type|form)\b", text):
        tall = _HIGH_HEADS.get(round(thread), 2.4 * thread)
    head = r"(?:knurled |flat |round )*(?:head|knob|grip)"
    across = figure_said(rf"\b{head}(?: diameter)?(?: of)? (?:diameter )?{_N}|{_N} ?mm (?:diameter )?{head}\b", text)  # fmt: skip
    high = figure_said(rf"\bhead[^;]*?\b{_N} ?mm (?:high|tall|thick)|\bhead (?:height|thickness)(?: of)? {_N}|\bhead(?: of)? (?:diameter )?[\d.,]+(?: ?mm)? x {_N}", text)  # fmt: skip
    across = across or sizes.named.get("diameter", 0.0)
    own = sizes.thread[1] if sizes.thread else None
    long = own or sizes.named.get("length", 0.0) or next((n for n in sizes.lone if n not in (across, high)), 3 * thread)  # fmt: skip
    return {
        "diameter_1": across or wide, "length_1": high or tall, "diameter_2": thread, "length_2": long,
    }  # fmt: skip


def tray(brief: DesignBrief) -> Mapping[str, float]:
    """A floor with walls all round, open at its top."""
    text = drawn_text(brief)
    rim, text = first_figure(RIM, text), RIM.sub(" ; ", text)
    sizes = sizes_in(text)
    named, lone = sizes.named, list(sizes.lone)
    group = [*sizes.group]
    if rim and len(group) > _TWO:
        named["thickness"] = group.pop()
    wall = named.get("wall", named.get("thickness", 0.0)) or next((one for one in lone if one <= _SHEET), 0.0)  # fmt: skip
    high = (
        rim or named.get("height", named.get("depth", 0.0)) or (group[2] if len(group) > 2 else 0.0)
    )
    high = high or figure_said(rf"\b(?:walls?|sides?|rim|lip)(?: of)? {_N} ?mm(?! thick)|{_N} ?mm (?:high )?(?:walls|sides|rim|lip)", text)  # fmt: skip
    long = named.get("length", group[0] if group else 300.0)
    wide = named.get("width", group[1] if len(group) > 1 else 0.65 * long)
    wall = wall or 1.5
    corner = named.get("corner_radius", 0.0)
    return {
        "length": long, "width": wide, "height": high or max(0.1 * wide, 10.0), "wall": wall, "corner_radius": corner,
    }  # fmt: skip


_TWO: Final = 2
_SHEET: Final = 6.0
"""A plain length up to this is that of the sheet."""


def saddle(brief: DesignBrief) -> Mapping[str, float]:
    """A strap over a pipe, which lies on the ears' foot; over half of it where it is half a clamp."""
    text = drawn_text(brief)
    sizes = sizes_in(_FOR_PIPE.sub(" ", text))
    pipe = first_figure(_FOR_PIPE, text) or sizes.named.get("inner_diameter", sizes.named.get("bore", 0.0))  # fmt: skip
    pipe = pipe or sizes.named.get("diameter", sizes.group[0] if sizes.group else 25.0)
    thick = sizes.named.get("thickness", 0.0) or figure_said(rf"{_N} ?mm (?:stainless |mild |galvanised |spring )*(?:steel|sheet|aluminium|strip|band)\b", text)  # fmt: skip
    thick = thick or max(1.5, round(pipe / 15, 1))
    thread, hole = metric_thread(text, 0.0), figure_said(rf"{_N} ?mm (?:diameter )?(?:\w+ )?holes?\b|\bholes?(?: of)? (?:diameter )?{_N}", text)  # fmt: skip
    hole = hole or (tables.clearance_hole(thread) if thread else 0.0) or max(4.5, round(pipe / 6))
    wide = sizes.named.get("width", 0.0) or max(2.5 * hole, 15.0)
    is_half = bool(re.search(r"\bhalf\b|\bhalb", text, re.IGNORECASE))
    single = re.search(r"\b(?:one|single|1)[- ](?:hole|ear|sided)|\bone [\d.,]+ ?mm hole", text, re.IGNORECASE)  # fmt: skip
    return {
        "inner_diameter": pipe, "thickness": thick, "width": wide, "hole_diameter": hole,
        "rise": 0.0 if is_half else pipe / 2, "ears": 1.0 if single else 2.0,
    }  # fmt: skip


_ARMS: Final = lazy_regex(
    rf"\b(?:arms?|legs?|levers?|lengths?)(?: lengths?)?(?: of|:)? {_N}(?: ?mm)? ?(?:and|/|x|,|by) {_N} ?mm|{_N}(?: ?mm)? ?(?:and|/|x|by) {_N} ?mm (?:arms|legs|lever arms|long arms)",
    re.IGNORECASE,
)


def bell_crank(brief: DesignBrief) -> Mapping[str, float]:
    """A flat lever of two arms: their lengths, the angle, the bores at the pivot and the ends."""
    text = drawn_text(brief)
    arms = _ARMS.search(text)
    both = [number(one) for one in arms.groups() if one] if arms else []
    rest = _ARMS.sub(" ; ", text)
    sizes = sizes_in(rest)
    both = both or [*sizes.group[:2]] or [figure_said(rf"\b(?:arms?|legs?)(?: of| each)? {_N} ?mm|{_N} ?mm (?:long )?(?:arms|legs)", text)] * 2  # fmt: skip
    first, second = (both[0] or 60.0), (both[-1] or 60.0)
    pivot = figure_said(rf"\b(?:pivot|central|centre|fulcrum|main)(?: bore| hole| pin)?(?: of)? (?:diameter )?{_N}|{_N} ?mm (?:diameter )?(?:pivot|fulcrum|central|centre|main)", rest)  # fmt: skip
    holes = figure_said(rf"\b(?:end |rod |arm |clevis )?(?:holes|bores|eyes)(?: of)? (?:diameter )?{_N}|{_N} ?mm (?:diameter )?(?:end |rod |clevis )?(?:holes|bores|eyes)", rest)  # fmt: skip
    holes = holes or round(pivot * 0.7, 1) or 8.0
    pivot = pivot or sizes.named.get("bore", 0.0) or holes * 1.5
    wide = sizes.named.get("width", 0.0) or max(2 * holes, 0.8 * pivot + holes)
    hub = sizes.named.get("hub_diameter", 0.0) or figure_said(rf"\bboss(?: diameter)?(?: of)? {_N}|{_N} ?mm boss", rest)  # fmt: skip
    angle = figure_said(rf"{_N} ?(?:°|deg(?:rees?)?\b)", text) or 90.0
    thick = sizes.named.get("thickness", 0.0) or next((one for one in sizes.lone if one not in (pivot, holes, wide)), 0.4 * wide)  # fmt: skip
    return {
        "arm_1": first, "arm_2": second, "angle": angle, "width": wide, "thickness": thick,
        "bore": pivot, "bore_1": holes, "hub_diameter": max(hub or 2 * pivot, wide),
    }  # fmt: skip


FIXINGS: Final = {
    "u_bolt": u_bolt, "hook": hook, "thumb_screw": thumb_screw, "tray": tray, "saddle": saddle,
    "bell_crank": bell_crank,
}  # fmt: skip
"""By the key of the single part, what gives it all its figures."""
