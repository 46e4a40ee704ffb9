"""Single parts that are drawn to the sizes their words and their standards tell: eyes, forks, springs, funnels; pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_text import METRIC, drawn_text, metric_thread
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import FIGURE, figure_said, first_figure
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = f"({FIGURE})"
_DIA: Final = r"(?: diameter)?(?: of|:|=)? ?(?:diameter )?"
_FEMALE: Final = lazy_regex(r"\b(?:female|internal|inner|tapped|threaded hole|blind)\b", re.IGNORECASE)  # fmt: skip
_MALE: Final = lazy_regex(r"\b(?:male|external|stud|shank|stem)\b", re.IGNORECASE)


def _around(words: str, text: str, *, unlike: str = "long|high|deep|thick|wide") -> float:
    """A figure ahead of the words or behind them, in millimetres."""
    ahead = figure_said(rf"(?<![\w.,x]){_N} ?mm (?:diameter )?(?:{words})\b", text)
    return ahead or figure_said(rf"\b(?:{words}){_DIA}{_N}(?! ?(?:mm )?(?:{unlike}))(?! ?x)", text)


_EYES: Final = {
    6: (28.0, 16.0, 10.0), 8: (36.0, 20.0, 13.0), 10: (45.0, 25.0, 17.0), 12: (54.0, 30.0, 20.5),
    16: (63.0, 35.0, 27.0), 20: (72.0, 40.0, 30.0), 24: (90.0, 50.0, 36.0), 30: (108.0, 60.0, 45.0),
}  # fmt: skip
"""Of ring bolts by their thread: the eye outside and inside, and the length of the thread (DIN 580)."""
_LONG_EYE: Final = 4.0
"""Length of a shank by its diameter, where nothing is said."""


def eye_bolt(brief: DesignBrief) -> Mapping[str, float]:
    """A ring of round bar on a shank."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    shank = metric_thread(text, 0.0) or _around("shank|rod|wire|bar", text) or 10.0
    outside, inside, usual = _EYES.get(round(shank), (4.5 * shank, 2.5 * shank, 1.7 * shank))
    eye = _around("(?:inner |inside )?(?:eye|ring|loop)s?(?: id)?|inside|id", text)
    eye = eye or sizes.named.get("inner_diameter", 0.0)
    whole = sizes.named.get("outer_diameter", 0.0)
    if eye and not whole:
        whole = eye + (outside - inside if eye == inside else 2 * shank)
    eye = eye or (max(whole - 2 * shank, whole * 0.5) if whole else inside)
    whole = whole or outside
    if not re.search(r"\bDIN ?580\b|\blifting\b|\bring bolt", text, re.IGNORECASE):
        usual = _LONG_EYE * shank
    long = figure_said(
        rf"\b(?:shank|thread|stud|stem)(?: length)?(?: of|:)? {_N} ?mm|{_N} ?mm (?:long )?(?:shank|thread|stud|stem)(?: length)?\b",
        text,
    )
    loose = sizes.thread[1] if sizes.thread else None
    long = long or loose or sizes.named.get("length", 0.0) or usual
    return {
        "shank_diameter": shank, "inner_diameter": eye, "outer_diameter": whole,
        "length": long + whole / 2, "round": 1.0,
    }  # fmt: skip


_RODS: Final = {
    5: (18.0, 6.0, 33.0, 27.0, 11.0), 6: (20.0, 6.75, 36.0, 30.0, 13.0), 8: (24.0, 9.0, 42.0, 36.0, 16.0),
    10: (28.0, 10.5, 48.0, 43.0, 19.0), 12: (32.0, 12.0, 54.0, 50.0, 22.0), 14: (36.0, 13.5, 60.0, 57.0, 25.0),
    16: (42.0, 15.0, 66.0, 64.0, 27.0), 20: (50.0, 18.0, 78.0, 77.0, 34.0), 25: (60.0, 22.0, 94.0, 94.0, 42.0),
}  # fmt: skip
"""Of rod ends by their bore: the head, its width, from its middle to the end of a male and a female shank, the female shank (ISO 12240-4 K)."""


def rod_end(brief: DesignBrief) -> Mapping[str, float]:
    """A flat eye, with the ball's bore, on a shank with a thread outside or inside."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    bore = _around("(?:ball )?(?:bores?|holes?|eyes?|ball)|inside|id", text)
    bore = bore or sizes.named.get("bore", 0.0)
    thread = metric_thread(text, bore or 10.0)
    bore = bore or thread
    row = _RODS.get(round(bore), (2.6 * bore, bore, 4.5 * bore, 4.2 * bore, 1.8 * bore))
    head, wide, male, female, socket = row
    is_female = bool(_FEMALE.search(text))
    long = figure_said(
        rf"{_N} ?mm (?:long|to (?:the )?cent(?:re|er))|\blength(?: of|:)? {_N}", text
    )
    found = {
        "inner_diameter": bore,
        "outer_diameter": sizes.named.get("outer_diameter", head),
        "thickness": sizes.named.get("thickness", sizes.named.get("width", wide)),
        "length": long or (female if is_female else male),
        "shank_diameter": max(socket, thread + 3) if is_female else thread,
    }
    if is_female:
        deep = 2 * thread
        room = found["length"] - found["outer_diameter"] / 2
        found |= {"hole_diameter": tables.tapping_hole(thread), "hole_depth": min(deep, room)}
    return found


def _opening(words: str) -> str:
    """The pattern of how wide what is called so is."""
    return (
        rf"\b(?:{words})(?: width)?(?: of|:)? {_N}(?: ?mm)?(?! ?(?:mm )?(?:deep|long))"
        rf"|{_N} ?mm (?:wide )?(?:{words})\b"
    )


_DIN_71752: Final = lazy_regex(rf"\b(?:DIN ?71752|ISO ?8140)\b[^\d]*{_N} ?x ?{_N}", re.IGNORECASE)


def clevis(brief: DesignBrief) -> Mapping[str, float]:
    """A fork with its slot, the hole for the pin, and a thread in its foot or on a stem."""
    text = drawn_text(brief)
    sizes = sizes_in(_DIN_71752.sub(" ; ", text))
    norm = _DIN_71752.search(text)
    pin = _around(r"(?:clevis )?pins?(?: holes?| bores?)?|cross holes?|eyes?|holes?|bores?", text)
    fork = figure_said(_opening("fork"), text)
    slot = figure_said(_opening("slot|gap|opening|jaw"), text) or fork
    if norm:
        pin = slot = number(norm[1])
    thread = metric_thread(text, 0.0)
    slot = slot or pin or thread or 10.0
    pin = pin or slot
    wide = max(sizes.named.get("width", 0.0), fork)
    wide = wide if wide > slot else max(2 * slot, pin + 4)
    long = sizes.named.get("length", 0.0) or (sizes.group[2] if len(sizes.group) == _SIDES else 0.0)
    if len(sizes.group) == _SIDES:
        wide = sizes.group[0]
    long = long or 5.25 * slot
    deep = figure_said(rf"\b(?:slot|fork|gap)[^,;]*? {_N} ?mm (?:deep|long)|{_N} ?mm (?:deep|long) (?:slot|fork)", text)  # fmt: skip
    deep = deep or min(long * 0.62, 3.25 * slot)
    from_end = figure_said(rf"{_N} ?mm from (?:the )?(?:end|tip|edge)", text)
    from_end = from_end or min(max(wide / 2, pin / 2 + 1), deep - pin / 2)
    found = {
        "width": wide, "length": long, "slot_width": slot, "slot_depth": deep, "pin_diameter": pin,
        "pin_distance": from_end,
    }  # fmt: skip
    if norm and not thread:
        thread = pin
    return found | _threaded_foot(text, thread, long - deep)


_SIDES: Final = 3


def _threaded_foot(text: str, thread: float, room: float) -> Figures:
    """The stem with the thread, or the core hole as deep as there is room."""
    if not thread:
        return {}
    long = figure_said(
        rf"\b(?:shank|stem|stud|thread|male)(?: length)?(?: of|:)? {_N} ?mm(?: long)?|{_N} ?mm (?:long )?(?:shank|stem|stud|thread)\b",
        METRIC.sub(" ", text),
    )
    if _MALE.search(text) and not _FEMALE.search(text):
        return {"stem_diameter": thread, "stem_length": long or 2.5 * thread}
    deep = min(long or 2 * thread, room - 0.5)
    return {"hole_diameter": tables.tapping_hole(thread), "hole_depth": deep} if deep > 1 else {}


def t_handle(brief: DesignBrief) -> Mapping[str, float]:
    """A bar across a stem, which has a thread on it or in it."""
    text = drawn_text(brief)
    thread = metric_thread(text, 0.0)
    bar = r"(?:cross ?bar|t-?bar|bar|grip|handle|tommy bar|top)"
    stem = r"(?:stem|shank|shaft|stud|leg)"
    long = figure_said(rf"\b{bar}(?: of|:|,)? {_N} ?mm(?: wide| long)?(?! diameter)|{_N} ?mm (?:long |wide )?{bar}\b", text)  # fmt: skip
    thick = figure_said(
        rf"\b{bar}\b(?:(?!\b{stem}\b)[^;.])*?(?:diameter {_N}|{_N} ?mm diameter)", text
    )
    down = figure_said(rf"\b{stem}(?: of|:|,)? {_N} ?mm(?: long)?(?! diameter)|{_N} ?mm (?:long )?{stem}\b", text)  # fmt: skip
    across = figure_said(
        rf"\b{stem}\b(?:(?!\b{bar}\b)[^;.])*?(?:diameter {_N}|{_N} ?mm diameter)", text
    )
    sizes = sizes_in(text)
    loose = [*sizes.group, *sizes.lone, *([sizes.named["length"]] if "length" in sizes.named else [])]  # fmt: skip
    long = long or next((one for one in loose if one not in (thick, down, across)), 100.0)
    thick = thick or sizes.named.get("diameter", 0.0) or round(long / 8, 1)
    down = down or sizes.named.get("height", 0.0) or next((one for one in loose if one not in (long, thick)), long / 2)  # fmt: skip
    found = {"length": long, "diameter": thick, "stem_length": down}
    if thread and _FEMALE.search(text):
        own = across or max(thick, thread + 4)
        deep = min(1.5 * thread, down)
        return found | {"stem_diameter": own, "hole_diameter": tables.tapping_hole(thread), "hole_depth": deep}  # fmt: skip
    return found | {"stem_diameter": across or thread or thick}


_TURNS: Final = lazy_regex(
    rf"{_N} (?:active |total )?(?:coils?|turns?|windings?)\b|\b(?:coils?|turns?)(?: of|:)? {_N}",
    re.IGNORECASE,
)
_ANGLE: Final = lazy_regex(rf"{_N} ?(?:°|degrees?\b|deg\b)", re.IGNORECASE)


def torsion_spring(brief: DesignBrief) -> Mapping[str, float]:
    """A coil of touching turns, and the legs at the angle between them."""
    text = drawn_text(brief)
    sizes = sizes_in(_ANGLE.sub(" ; ", text))
    wire = sizes.named.get("wire_diameter", 0.0) or _around("wire", text)
    wire = wire or (sizes.group[0] if sizes.group else 1.5)
    inner = figure_said(rf"\b(?:inner|inside|internal|id)(?: diameter)?(?: of|:)? {_N}|{_N} ?mm (?:inner|inside|id)", text)  # fmt: skip
    mean = figure_said(rf"\bmean (?:coil )?diameter(?: of)? {_N}|{_N} ?mm mean\b", text)
    mandrel = _around("mandrel|arbor|pin|shaft|rod", text)
    whole = sizes.named.get("outer_diameter", sizes.named.get("diameter", 0.0))
    whole = (inner + 2 * wire if inner else mean + wire if mean else 0.0) or whole
    whole = whole or (mandrel * 1.1 + 2 * wire if mandrel else 10 * wire)
    legs = figure_said(rf"\b(?:legs?|arms?)(?: length)?(?: of| each|:)? {_N} ?mm|{_N} ?mm (?:long )?(?:straight )?(?:legs?|arms?)\b", text)  # fmt: skip
    said = first_figure(_TURNS, text) or 5.0
    angle = first_figure(_ANGLE, text)
    if not _ANGLE.search(text):
        angle = (180 - said % 1 * 360) % 360
    return {
        "wire_diameter": wire, "outer_diameter": whole, "turns": float(max(int(said), 1)),
        "leg_length": legs or 1.5 * whole, "leg_angle": min(angle, 360.0),
    }  # fmt: skip


def disc_spring(brief: DesignBrief) -> Mapping[str, float]:
    """A washer that rises inwards from its outer edge."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    three = sizes.group if len(sizes.group) == _SIDES else (*sizes.group, 0.0, 0.0, 0.0)
    outside = sizes.named.get("outer_diameter", three[0] or 40.0)
    inside = sizes.named.get("inner_diameter", three[1] or outside / 2)
    outside, inside = max(outside, inside), min(outside, inside)
    thick = sizes.named.get("thickness", three[2] or outside / 20)
    high = figure_said(rf"\b(?:free |overall |unloaded )?(?:height|l0|lo)(?: of|:| =|=)? ?{_N}|{_N} ?mm (?:free |overall )?(?:high|height)", text)  # fmt: skip
    high = high if high > thick else thick * 1.4
    corners = ((outside / 2, 0.0), (outside / 2, thick), (inside / 2, high), (inside / 2, high - thick))  # fmt: skip
    return outlined(corners)


_FROM_TO: Final = lazy_regex(
    rf"(?<![\w.,]){_N}(?: ?mm)?(?: (?:inlet|inner|outer|od|diameter|in|large end))?,?(?: (?:narrowing|tapering|reducing|reduced|down|going|reducer|opening))*(?: down)? (?:to|x|on|/) {_N} ?mm",
    re.IGNORECASE,
)
_USUAL_WALL: Final = 0.05


def _mouths(text: str, wide: str, narrow: str) -> tuple[float, float]:
    """The wide end's diameter and the narrow one's, zeros where the text has none."""
    large, small = _around(wide, text), _around(narrow, text)
    ends = _FROM_TO.search(text)
    if not (large and small) and ends:
        first, second = map(number, ends.groups())
        large, small = large or max(first, second), small or min(first, second)
    return large, small


def _long(text: str) -> float:
    sizes = sizes_in(_FROM_TO.sub(" ; ", text))
    named = sizes.named.get("length") or sizes.named.get("height")
    return named or figure_said(rf"\bover {_N} ?mm", text)


def _wall(text: str, across: float) -> float:
    sizes = sizes_in(text)
    said = sizes.named.get("wall") or sizes.named.get("thickness")
    said = said or figure_said(rf"{_N} ?mm (?:stainless |steel |mild steel |aluminium |sheet |galvanised )+(?:sheet|steel|metal)?", text)  # fmt: skip
    return said or max(1.0, round(across * _USUAL_WALL, 1))


def nozzle(brief: DesignBrief) -> Mapping[str, float]:
    """A hollow cone with a short straight mouth at its narrow end."""
    text = drawn_text(brief)
    large, small = _mouths(
        text, r"inlet(?: id)?|base", r"outlet|orifice|tip|exit|mouth|nozzle hole"
    )
    large, small = large or 3 * (small or 8.0), small or (large or 24.0) / 3
    long, wall = _long(text) or 2 * large, _wall(text, large)
    outer = bool(re.search(r"\b(?:outer|outside|od)\b", text, re.IGNORECASE))
    wide, thin = (one / 2 - (wall if outer else 0.0) for one in (large, small))
    corners = ((wide, 0.0), (wide + wall, 0.0), (thin + wall, long), (thin, long))
    return outlined(corners)


def funnel(brief: DesignBrief) -> Mapping[str, float]:
    """A cone of sheet, its mouth up, over a spout."""
    text = drawn_text(brief)
    large, small = _mouths(
        text, r"(?:top|mouth|rim|opening|inlet)(?: diameter)?", r"(?:spout|outlet|neck|stem|tube)"
    )
    sizes = sizes_in(text)
    large = large or sizes.named.get("diameter", sizes.named.get("outer_diameter", 0.0)) or 120.0
    small = small or large / 8
    high, wall = _long(text) or large, _wall(text, large * 0.2)
    spout = figure_said(rf"\b(?:spout|neck|stem|outlet)[^;.]*?\b{_N} ?mm long|{_N} ?mm long (?:spout|neck|stem)", text)  # fmt: skip
    spout = spout if 0 < spout < high else high * 0.35
    wide, thin = large / 2, small / 2
    corners = (
        (thin - wall, 0.0), (thin, 0.0), (thin, spout), (wide, high), (wide - wall, high),
        (thin - wall, spout + wall / 2),
    )  # fmt: skip
    return outlined(corners)


_ENDS: Final = 0.15
"""Of a reducer's length, the straight piece at either end."""


def pipe_reducer(brief: DesignBrief) -> Mapping[str, float]:
    """A tube that narrows between two straight ends, by its outer diameters."""
    text = drawn_text(brief)
    large, small = _mouths(text, r"large end|inlet", r"small end|outlet")
    large, small = large or 2 * (small or 40.0), small or (large or 80.0) / 2
    large, small = max(large, small), min(large, small)
    long, wall = _long(text) or 1.2 * large, _wall(text, large)
    wide, thin, end = large / 2, small / 2, long * _ENDS
    corners = (
        (wide - wall, 0.0), (wide, 0.0), (wide, end), (thin, long - end), (thin, long),
        (thin - wall, long), (thin - wall, long - end), (wide - wall, end),
    )  # fmt: skip
    return outlined(corners)


_CAP: Final = lazy_regex(
    rf"{_N} ?mm(?: thick)? (?:(?:welded|flat|steel|end|brazed|closed|plug) )*(?:caps?|plates?|discs?|bottom|floor)\b|\b(?:caps?|end plates?|bottom|floor)[^;,.]*? {_N} ?mm(?: thick)?",
    re.IGNORECASE,
)


def capped_tube(brief: DesignBrief) -> Mapping[str, float]:
    """A tube closed at one end, by a floor as thick as its cap."""
    text = drawn_text(brief)
    floor = first_figure(_CAP, text)
    sizes = sizes_in(_CAP.sub(" ; ", text))
    outside = sizes.named.get("outer_diameter", sizes.named.get("diameter", 0.0))
    inside = sizes.named.get("inner_diameter", 0.0)
    wall, long = sizes.named.get("wall", 0.0), sizes.named.get("length", 0.0)
    group = [*sizes.group, *sizes.lone]
    outside = outside or (group.pop(0) if group else 40.0)
    if not wall and not inside and group:
        second = group.pop(0)
        wall, inside = (second, 0.0) if second < outside * 0.35 else (0.0, second)
    wall = wall or ((outside - inside) / 2 if inside else max(1.0, outside * 0.05))
    long = long or sizes.named.get("height", 0.0) or (group.pop(0) if group else 4 * outside)
    floor, half = floor or wall, outside / 2
    corners = ((0.0, 0.0), (half, 0.0), (half, long), (half - wall, long), (half - wall, floor), (0.0, floor))  # fmt: skip
    return outlined(corners)


_TWO_BORES: Final = lazy_regex(
    rf"(?<![\w.,]){_N}(?: ?mm)? ?(?:to|x|/|and|on) ?{_N} ?mm (?:bores?|shafts?)|\bbores?(?: of)? {_N}(?: ?mm)? ?(?:to|x|/|and) ?{_N} ?mm|\b(?:shafts?|bores?)(?: of)? {_N}(?: ?mm)? (?:to|and) {_N} ?mm",
    re.IGNORECASE,
)


def rigid_coupling(brief: DesignBrief) -> Mapping[str, float]:
    """A sleeve with a bore from either end, each as wide as its shaft."""
    text = drawn_text(brief)
    two = _TWO_BORES.search(text)
    sizes = sizes_in(_TWO_BORES.sub(" ; ", text))
    bores = [number(one) for one in two.groups() if one] if two else []
    bores = bores or [sizes.named.get("bore", sizes.named.get("inner_diameter", 10.0))] * 2
    loose = [*sizes.group, *sizes.lone]
    outside = sizes.named.get("outer_diameter", sizes.named.get("diameter", 0.0))
    outside = outside or (loose.pop(0) if loose else 2.2 * max(bores))
    long = sizes.named.get("length", 0.0) or (loose.pop(0) if loose else 3 * max(bores))
    first, second = (one / 2 for one in bores)
    whole, middle = outside / 2, long / 2
    corners = [(first, 0.0), (whole, 0.0), (whole, long), (second, long), (second, middle), (first, middle)]  # fmt: skip
    return outlined(tuple(corners if first != second else corners[:4]))


def worm(brief: DesignBrief) -> Mapping[str, float]:
    """The outside of a worm as a cylinder: ten modules at the pitch line, unless said."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    module = sizes.named.get("module", 2.0)
    across = sizes.named.get("outer_diameter", sizes.named.get("diameter", 0.0)) or 12 * module
    long = (
        sizes.named.get("length") or sizes.named.get("width") or next(iter(sizes.lone), 12 * module)
    )
    found = {"diameter_1": across, "length_1": long}
    bore = sizes.named.get("bore", sizes.named.get("shaft_diameter", 0.0))
    return found | ({"bore": bore} if bore else {})


def outlined(corners: Sequence[tuple[float, float]]) -> Figures:
    """The corners of a half section as the figures of a revolution."""
    figures: Figures = {"corners": float(len(corners))}
    for at, (radius, height) in enumerate(corners, 1):
        figures |= {f"r_{at}": round(radius, 3), f"z_{at}": round(height, 3)}
    return figures


HARDWARE: Final = {
    "eye_bolt": eye_bolt, "rod_end": rod_end, "clevis": clevis, "t_handle": t_handle,
    "torsion_spring": torsion_spring, "disc_spring": disc_spring, "nozzle": nozzle, "funnel": funnel,
    "pipe_reducer": pipe_reducer, "worm": worm, "capped_tube": capped_tube,
    "rigid_coupling": rigid_coupling,
}  # fmt: skip
"""By the key of the single part, what gives it all its figures."""
