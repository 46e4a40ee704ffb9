"""Single parts whose outline follows from what they fit: the slot of a profile, a hose, a thread; pure."""

import re
from collections.abc import Mapping, Sequence
from math import radians, tan
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_fixings import FIXINGS
from partwright.drafter.part_sentences.drawn_hardware import HARDWARE
from partwright.drafter.part_sentences.drawn_joints import JOINTS
from partwright.drafter.part_sentences.drawn_mounts import MOUNTS
from partwright.drafter.part_sentences.drawn_sections import SECTIONS
from partwright.drafter.part_sentences.drawn_text import drawn_text
from partwright.drafter.part_sentences.tapers import TAPERS
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.conversions import with_units
from partwright.drafter.text.numbers import FIGURE, figure_said, first_figure
from partwright.drafter.text.part_wording import plain_wording
from partwright.kit.patterns import lazy_regex

_PROFILE: Final = lazy_regex(
    r"\b(20|25|30|35|40|45|50|60)(?: ?x ?\d\d)?(?: ?mm| ?series)?[ -]"
    r"(?:x ?\d\d )?(?:alumini?um )?(?:profiles?|extrusions?|series|slots?)\b|\b(20|30|40|45)\d0\b",
    re.IGNORECASE,
)
_SLOT: Final = lazy_regex(r"\b(?:(\d{1,2}) ?mm slots?|slots?(?: of| width)? (\d{1,2}) ?mm)\b", re.IGNORECASE)  # fmt: skip
_METRIC: Final = lazy_regex(r"\bM ?(\d{1,2})\b")
_PIPE: Final = lazy_regex(r"\b(?:(?:G|R|Rp|BSP|BSPP|BSPT) ?|)(1/8|1/4|3/8|1/2|3/4|1)(?=\"| ?inch| ?NPT| BSP|\b)")  # fmt: skip
_PIPED: Final = lazy_regex(
    r"\b(?:G|R|BSP|BSPP|BSPT|NPT) ?\d|\b(?:NPT|BSPP?|thread)\b", re.IGNORECASE
)
_SLOTS: Final = {20: 6, 25: 6, 30: 8, 35: 8, 40: 8, 45: 10, 50: 10, 60: 10}
"""Widths of the slots of profiles by the side of their section, as in the usual building sets."""
_INSIDE: Final = {5: 9.0, 6: 10.5, 8: 15.0, 10: 19.0}
"""What the channel behind the slot takes, across."""
_PIPES: Final = {
    "1/8": (9.73, 8.0), "1/4": (13.16, 12.0), "3/8": (16.66, 12.0),
    "1/2": (20.96, 15.0), "3/4": (26.44, 16.0), "1": (33.25, 19.0),
}  # fmt: skip
"""Outside diameters of pipe threads to ISO 228-1, and how long they are cut on fittings."""
_BORDER: Final = 20.0
"""What a plate is longer than the spacing of its holes."""
_MIS_E: Final = (200.0, 100.0)
"""The largest pattern that is screwed with M4; beyond it, with M6 (FDMI, parts D to F)."""
_SIDES: Final = 3
_PATTERNS: Final = 4


def t_nut(brief: DesignBrief) -> Mapping[str, float]:
    """A foot that runs in the channel, a neck in the slot, with the hole for the thread."""
    profile, slot_said = _PROFILE.search(brief.text), _SLOT.search(brief.text)
    section = int(profile[1] or profile[2]) if profile else 0
    slot = float(slot_said[1] or slot_said[2]) if slot_said else _SLOTS.get(section, 8)
    thread = _METRIC.search(brief.text)
    size = float(thread[1]) if thread else slot - 2
    across = _INSIDE.get(round(slot), slot * 1.8)
    said = brief.given("length")
    long = said.high if said is not None else max(2.5 * size, 2.2 * slot, 0.9 * across)
    neck = slot - 0.3
    foot = round(slot * 0.5, 1)
    return {
        "length": long,
        "width": across,
        "thickness": foot,
        "boss_1.diameter": round(max(neck, size + 1.2), 2),
        "boss_1.height": round(slot * 0.5, 1),
        "boss_1.hole_diameter": tables.tapping_hole(size),
    }


def vesa_plate(brief: DesignBrief) -> Mapping[str, float]:
    """A plate with the holes of every pattern that the text names."""
    patterns = [f.values for f in brief.figures if f.quantity == "vesa"] or [(100.0, 100.0)]
    size, thick = brief.given("size"), brief.given("thickness")
    figures: dict[str, float] = {
        "length": max(across for across, _ in patterns) + _BORDER,
        "width": max(up for _, up in patterns) + _BORDER,
        "thickness": thick.high if thick is not None else 3.0,
        "corner_radius": 5.0,
    }
    if size is not None:
        figures |= dict(zip(("length", "width", "thickness"), size.values, strict=False))
    for number, (across, up) in enumerate(patterns[:_PATTERNS], 1):
        is_small = max(across, up) <= _MIS_E[0] and min(across, up) <= _MIS_E[1]
        figures[f"hole_grid_{number}.diameter"] = 5.0 if is_small else 6.6
        figures[f"hole_grid_{number}.spacing_x"] = across
        figures[f"hole_grid_{number}.spacing_y"] = up
    return figures


def _within_plate(figures: Mapping[str, float]) -> tuple[dict[str, float], list[str]]:
    """The figures without the patterns of holes that the plate is too small for, and those."""
    kept, left = dict(figures), list[str]()
    for number in range(1, _PATTERNS + 1):
        grid = f"hole_grid_{number}"
        own = [figures.get(f"{grid}.{name}", 0.0) for name in ("spacing_x", "spacing_y")]
        room = [
            figures[side] - figures.get(f"{grid}.diameter", 0.0) for side in ("length", "width")
        ]
        if any(spacing >= side for spacing, side in zip(own, room, strict=True)):
            left.append(f"the holes {own[0]:g} x {own[1]:g} mm apart")
            kept = {name: value for name, value in kept.items() if not name.startswith(grid)}
    return kept, left


def hose_barb(brief: DesignBrief) -> Mapping[str, float]:
    """A bored tail with two barbs for the hose, a collar, and a plain end for the thread."""
    said = next((f for f in brief.figures if f.dimension == "length" and not f.is_size), None)
    told = figure_said(_OF_HOSE, drawn_text(brief))
    hose = told or (said.high if said is not None else 10.0)
    across, long = _threaded(brief.text, hose)
    bore = round(hose * 0.32, 2)
    collar = max(across / 2, hose / 2) + 2.5
    tail = long + 8.0
    pitch = round(max(5.0, hose * 0.9), 1)
    if whole := figure_said(_OVER_ALL, drawn_text(brief)):
        long, tail = (long, tail) if whole > tail + hose else (0.3 * whole, 0.45 * whole)
        pitch = (whole - tail) / 2.7
    if across_flats := figure_said(_HEXAGON, drawn_text(brief)):
        collar = max(across_flats / 2, across / 2)
    outline = (
        (bore, 0.0), (across / 2, 0.0), (across / 2, long), (collar, long), (collar, tail),
        (hose / 2, tail), (hose / 2, tail + 0.5 * pitch), (hose * 0.56, tail + 0.5 * pitch),
        (hose / 2, tail + 1.5 * pitch), (hose * 0.56, tail + 1.5 * pitch),
        (hose * 0.46, tail + 2.7 * pitch), (bore, tail + 2.7 * pitch),
    )  # fmt: skip
    return _cornered(outline, "r", "z")


_OF_HOSE: Final = rf"({FIGURE}) ?mm (?:(?:id|bore|inner|inside|diameter) )*(?:hose|tube|barb|tail)\b|\b(?:hose|tube|barb)(?: of| id| diameter)* ({FIGURE}) ?mm"
_OVER_ALL: Final = (
    rf"({FIGURE}) ?mm (?:long|over ?all|in length)\b|\b(?:overall )?length(?: of)? ({FIGURE})"
)
_HEXAGON: Final = rf"\b(?:hex(?:agon)?|a/?f|across flats)(?: of| a/?f)? ({FIGURE})|({FIGURE}) ?(?:mm )?(?:hex(?:agon)?|a/?f|across flats)\b"


def _threaded(text: str, hose: float) -> tuple[float, float]:
    """The outside diameter of the thread and its length; as wide as the hose where none is named."""
    pipe = _PIPE.search(text) if _PIPED.search(text) else None
    if pipe:
        return _PIPES[pipe[1]]
    metric = _METRIC.search(text)
    if metric:
        return float(metric[1]), max(8.0, float(metric[1]))
    return hose * 1.2, 10.0


_NAMED: Final = lazy_regex(
    r"\b(?:(?:G|R|Rp|BSPP?|BSPT) ?(?:\d/\d|1)|(?:\d/\d|1)(?:\"| ?inch)? ?(?:NPT|BSPP?|BSPT)|M ?\d{1,2}(?: ?x ?[\d.]+)?)(?![\d/])"
)


def with_thread(name: str, text: str) -> str:
    """The part's name, with the thread as the text has it."""
    match = _NAMED.search(text)
    thread = match.group().partition(" x")[0] if match else ""
    if match and thread in name.split():
        return name.replace(thread, match.group(), 1)
    return f"{name}, {match.group()}" if match and match.group() not in name else name


_THIN: Final = 0.15
_USUAL_SHEET: Final = 3.0


_FLANGES: Final = lazy_regex(
    rf"\b(?:flanges?|legs?|arms?|sides?)(?: of| each|:)? ({FIGURE}) ?mm(?! thick)|({FIGURE}) ?mm (?:flanges?|legs?|arms?)\b",
    re.IGNORECASE,
)
_WEB: Final = lazy_regex(
    rf"\b(?:web|offset|middle|back)(?: of|:)? ({FIGURE}) ?mm|({FIGURE}) ?mm (?:web|offset)\b",
    re.IGNORECASE,
)


def z_bracket(brief: DesignBrief) -> Mapping[str, float]:
    """A web with a leg to either side, as in 40 x 60 x 40: leg, web, leg; or leg, web, thickness."""
    sizes = sizes_in(with_units(plain_wording(brief.text)))
    legs, back = first_figure(_FLANGES, brief.text), first_figure(_WEB, brief.text)
    group = sizes.group or (legs or 40.0, back or 60.0)
    thick = sizes.named.get("thickness", 0.0)
    if len(group) == _SIDES and not thick and group[2] <= _THIN * min(group[:2]):
        thick = group[2]
    near, web = group[:2]
    far = group[2] if len(group) == _SIDES and group[2] != thick else near
    thick = thick or next((one for one in sizes.lone if one <= _THIN * web), _USUAL_SHEET)
    wide = sizes.named.get("width", sizes.named.get("length", near))
    return {
        "height": web, "lower_leg": near, "upper_leg": far, "width": wide, "thickness": thick,
    }  # fmt: skip


_CUT_OFF: Final = lazy_regex(
    rf"\b(?:cut[- ]?off|snipped|cropped|clipped|chamfered) (?:inner )?corner(?: of)? ({FIGURE})|({FIGURE}) ?mm (?:snip|cut-?off|corner cut)",
    re.IGNORECASE,
)


def gusset(brief: DesignBrief) -> Mapping[str, float]:
    """A triangle of two legs at a right angle, its corner cut off where the text says so."""
    sizes = sizes_in(with_units(plain_wording(brief.text)))
    group = sizes.group or (sizes.lone[:1] or (100.0,)) * 2
    thick = sizes.named.get("thickness", 0.0) or (group[2] if len(group) == _SIDES else 0.0)
    cut = first_figure(_CUT_OFF, brief.text)
    spare = [one for one in sizes.lone if one != cut and one <= _THIN * min(group[:2])]
    thick = thick or next(iter(spare), _USUAL_SHEET)
    along, up = group[:2]
    corner = (
        ((cut, 0.0), (along, 0.0), (0.0, up), (0.0, cut))
        if cut
        else ((0.0, 0.0), (along, 0.0), (0.0, up))
    )
    return {"length": thick} | _cornered(corner, "x", "y")


_VEE: Final = lazy_regex(
    rf"({FIGURE}) ?(?:mm )?(?:wide )?(?:v-?|vee )?(?:groove|notch)|\b(?:groove|notch|vee)[^,;\d]*({FIGURE}) ?mm(?: wide)?",
    re.IGNORECASE,
)
_RIGHT: Final = 90.0


def v_block(brief: DesignBrief) -> Mapping[str, float]:
    """A block with a groove of two slopes along its top."""
    text = with_units(plain_wording(brief.text))
    angle = next((f.high for f in brief.figures if f.dimension == "angle"), _RIGHT)
    group = [*sizes_in(text).group, 100.0, 60.0, 50.0][:_SIDES]
    along, wide, high = group if len(sizes_in(text).group) == _SIDES else (100.0, 60.0, 50.0)
    half = min(first_figure(_VEE, _ANGLE.sub(" ", text)) or wide / 2, wide - 4.0) / 2
    deep = min(half / tan(radians(angle / 2)), high - 2.0)
    mid = wide / 2
    outline = (
        (0.0, 0.0), (wide, 0.0), (wide, high), (mid + half, high), (mid, high - deep),
        (mid - half, high), (0.0, high),
    )  # fmt: skip
    return {"length": along} | _cornered(outline, "x", "y")


_ANGLE: Final = lazy_regex(rf"{FIGURE} ?(?:°|deg(?:rees?)?\b)", re.IGNORECASE)
_TAPER: Final = lazy_regex(
    rf"\b(?:from |taper(?:ing|ed)? (?:from )?)?({FIGURE})(?: ?mm)? (?:down )?to ({FIGURE}) ?mm\b",
    re.IGNORECASE,
)


def wedge(brief: DesignBrief) -> Mapping[str, float]:
    """A block that rises from one height, or from an edge, to another over its length."""
    text = with_units(plain_wording(brief.text))
    ends = _TAPER.search(text)
    sizes = sizes_in(_TAPER.sub(" ; ", text) if ends else text)
    group = [*sizes.group, *sizes.lone]
    along, wide, high = (
        sizes.named.get(name, usual)
        for name, usual in zip(
            ("length", "width", "height"), [*group, 100.0, 40.0, 25.0][:_SIDES], strict=True
        )
    )
    low = 0.0
    if ends:
        low, high = sorted(float(one.replace(",", ".")) for one in ends.groups())
    outline = ((0.0, 0.0), (along, 0.0), (along, high), (0.0, low))
    return {"length": wide} | _cornered(outline if low else outline[:_SIDES], "x", "y")


def flanged_bush(brief: DesignBrief) -> Mapping[str, float]:
    """A bored sleeve with a collar at its foot: bore, outside, length over all, collar."""
    text = brief.text
    sizes = sizes_in(with_units(plain_wording(text)))
    inside, outside, long, collar, thick = (first_figure(one, text) for one in _BUSH)
    loose = [*sizes.group, *sizes.lone]
    if len(sizes.group) == _SIDES:
        inside, outside = inside or sizes.group[0], outside or sizes.group[1]
    inside = inside or (min(loose) if loose else 20.0)
    outside = outside or next((one for one in sorted(loose) if one > inside), inside * 1.4)
    long = long or next((one for one in reversed(sizes.group) if one > 0), outside)
    collar = collar or sizes.named.get("collar_diameter", outside * 1.4)
    thick = thick or sizes.named.get("collar_thickness", (outside - inside) / 2)
    return {
        "inner_diameter": inside,
        "outer_diameter": outside,
        "length": long,
        "collar_diameter": collar,
        "collar_thickness": thick,
    }


_MM: Final = r"(\d+(?:[.,]\d+)?)(?: ?mm)?"
_IS: Final = r"(?: diameter)?(?: of|:| =)? (?:diameter )?"
_BUSH: Final = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:inside|inner|internal|bore|id|i\.d\.|shaft){_IS}{_MM}|{_MM} (?:bore|inside|inner)",
        rf"(?<!flange )\b(?:outside|outer|external|od|o\.d\.){_IS}{_MM}|{_MM} (?:outside|outer)",
        rf"\b(?:length|long){_IS}{_MM}|{_MM} long",
        rf"\b(?:flange|collar|rim)(?: outer)?{_IS}{_MM}|{_MM} (?:flange|collar)",
        rf"\b(?:flange|collar|rim)[^,;]*?{_MM} thick|\b(?:flange|collar) (?:thickness|height)(?: of)? {_MM}",
    )
)
"""Bore, outside diameter, length, diameter and thickness of the collar of a bush."""


def _cornered(outline: Sequence[tuple[float, float]], one: str, two: str) -> dict[str, float]:
    figures = {"corners": float(len(outline))}
    for number, (first, second) in enumerate(outline, 1):
        figures |= {f"{one}_{number}": round(first, 3), f"{two}_{number}": round(second, 3)}
    return figures


DRAWN: Final = {
    "t_nut": t_nut,
    "hose_barb": hose_barb,
    "vesa_plate": vesa_plate,
    "z_bracket": z_bracket,
    "flanged_bush": flanged_bush,
    "gusset": gusset,
    "wedge": wedge,
    "v_block": v_block,
    **HARDWARE,
    **FIXINGS,
    **SECTIONS,
    **MOUNTS,
    **JOINTS,
    **TAPERS,
    "plain_hook": FIXINGS["hook"],
}
"""By the key of the single part, what gives it all its figures."""
SCREWED_DOWN: Final = frozenset(
    {
        "pillow_block",
        "clevis_bracket",
        "t_plate",
        "tray",
        "saddle",
        "slot_profile",
        "claw_hub",
        "dovetail",
    }
)
"""Those whose threads are of the screws that go through them."""
WORKED: Final = frozenset({"z_bracket", "tray", "tapered", "claw_hub", "dovetail"})
"""Those that take holes and rounded corners as others do."""


def drawn(key: str, brief: DesignBrief) -> tuple[dict[str, float], list[str]]:
    """The figures of the part, and what of it the text leaves no room for."""
    figures = dict(DRAWN[key](brief))
    if key == "vesa_plate":
        return _within_plate(figures)
    holes = _HOLES.search(brief.text) if key in _OUTLINED else None
    return figures, [holes.group().strip()] if holes else []


_OUTLINED: Final = frozenset({
    "flanged_bush", "gusset", "wedge", "v_block", "nozzle", "funnel", "pipe_reducer", "disc_spring", "worm", "taper_bored",
    "capped_tube", "rigid_coupling", "u_bolt", "hook", "plain_hook", "thumb_screw", "hat_profile", "lipped_channel", "tube_plug",
})  # fmt: skip
_HOLES: Final = lazy_regex(r"(?:[\w.,]+ ){1,3}(?:holes?|slots?|keyways?)\b", re.IGNORECASE)
"""What an outline shows nothing of."""
