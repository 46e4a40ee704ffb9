"""Single parts that meet others by claws, slots, folds, grooves for seals or dovetails; pure."""

import re
from collections.abc import Mapping, Sequence
from math import radians, tan
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_hardware import outlined
from partwright.drafter.part_sentences.drawn_text import drawn_text, metric_thread
from partwright.drafter.part_sentences.seal_grooves import SEAL_GROOVE, groove_for_seal
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import COUNT, FIGURE, NUMBER_WORDS, figure_said
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = f"({FIGURE})"
_SIDES: Final = 3
_CLAWS: Final = r"(?:claws?|jaws?|dogs?|klauen)"


_OF_CLAWS: Final = lazy_regex(
    rf"\b(?:{COUNT} )(?:[a-z-]+ )?(?:claws|jaws|dogs|klauen)\b[^,;]*|{FIGURE} ?mm (?:high |tall )?(?:claws|jaws|dogs)\b",
    re.IGNORECASE,
)


def _counted(noun: str, text: str) -> float:
    """The number of a noun in the text; 0 where it counts none."""
    said = re.search(rf"\b({COUNT}) (?:[a-z-]+ ){{0,2}}?{noun}\b", text, re.IGNORECASE)
    word = said[1].casefold() if said else ""
    return float(word) if word.isdecimal() else float(NUMBER_WORDS.get(word, 0))


def claw_hub(brief: DesignBrief) -> Mapping[str, float]:
    """The hub, its bore, and its claws: their number and height."""
    text = drawn_text(brief)
    high = figure_said(
        rf"\b{_CLAWS},? (?:of |each |height )*{_N} ?mm(?: high| tall| long)?|{_N} ?mm (?:high |tall |long )?{_CLAWS}\b",
        text,
    )
    sizes = sizes_in(_OF_CLAWS.sub(" ; ", text))
    named, group, lone = sizes.named, list(sizes.group), list(sizes.lone)
    across = named.get("outer_diameter", named.get("hub_diameter", named.get("diameter", 0.0)))
    across = across or (group.pop(0) if group else lone.pop(0) if lone else 55.0)
    inside = named.get("bore", named.get("inner_diameter", group.pop(0) if len(group) > 1 else 0.0))
    long = named.get("length", group.pop(0) if group else 0.0)
    found = {"outer_diameter": across}
    told = {
        "bore": inside,
        "length": long,
        "claw_height": high,
        "claw_count": _counted(_CLAWS, text),
    }
    return found | {name: value for name, value in told.items() if value}


_NUTS: Final = {
    10: (18, 4, 3, 2), 12: (22, 4, 3, 2), 15: (25, 5, 4, 2), 17: (28, 5, 4, 2), 20: (32, 6, 4, 2), 25: (38, 7, 5, 2),
    30: (45, 7, 5, 2), 35: (52, 8, 5, 2), 40: (58, 9, 6, 2.5), 45: (65, 10, 6, 2.5), 50: (70, 11, 6, 2.5), 55: (75, 11, 7, 3),
    60: (80, 11, 7, 3), 65: (85, 12, 7, 3), 70: (92, 12, 8, 3.5), 75: (98, 13, 8, 3.5), 80: (105, 15, 8, 3.5),
}  # fmt: skip
"""By the thread of a slotted nut its outside, height, and the width and depth of its slots (DIN 981)."""
_KM: Final = lazy_regex(r"\bKM ?(\d{1,2})\b")
_KM_THREADS: Final = (10, 12, 15, 17)
_FINE: Final = lazy_regex(rf"\bM ?\d{{1,3}} ?x ?{_N}")


def ring_nut(brief: DesignBrief) -> Mapping[str, float]:
    """A round nut by its thread, or by its number KM, with four slots for a hook wrench."""
    text = drawn_text(brief)
    km = _KM.search(text)
    thread = metric_thread(text, 30.0)
    if km:
        step = int(km[1])
        thread = float(_KM_THREADS[step] if step < len(_KM_THREADS) else 5 * step)
    fine = _FINE.search(text)
    pitch = number(fine[1]) if fine else 1.0 if thread < 20 else 1.5 if thread < 55 else 2.0
    row = _NUTS.get(
        round(thread), (round(1.5 * thread), 0.22 * thread, 0.16 * thread, 0.06 * thread)
    )
    sizes = sizes_in(_FINE.sub(" ; ", text))
    named = sizes.named
    outer, high, wide, deep = map(float, row)
    return {
        "outer_diameter": named.get("outer_diameter", named.get("diameter", outer)),
        "bore": round(thread - 1.0825 * pitch, 2),
        "height": named.get("thickness", named.get("height", named.get("width", round(high, 1)))),
        "slot_count": _counted("slots?", text) or 4.0, "slot_width": round(wide, 1), "slot_depth": round(deep, 2),
    }  # fmt: skip


_FOLDS: Final = r"(?:folds?|convolutions?|pleats?|corrugations?|bellows|falten)"


def bellows(brief: DesignBrief) -> Mapping[str, float]:
    """A tube of folds: its diameters within and over the folds, its length, its wall."""
    text = drawn_text(brief)
    sizes = sizes_in(text)
    named, group, lone = sizes.named, list(sizes.group), list(sizes.lone)
    inner = named.get("inner_diameter", named.get("bore", 0.0))
    inner = inner or figure_said(rf"\b(?:inner|inside|cuffs?|id)(?: diameter)?(?: of)? {_N}", text)
    outer = named.get("outer_diameter", 0.0) or figure_said(rf"\b(?:outer|outside|od)(?: diameter)?(?: of)? {_N}", text)  # fmt: skip
    outer = outer or named.get("diameter", 0.0)
    loose = [one for one in (*group, *lone) if one not in (inner, outer)]
    long = named.get("length", named.get("height", 0.0)) or (loose.pop(-1) if loose else 0.0)
    wall = named.get("wall", named.get("thickness", 0.0))
    inner = inner or (outer / 1.6 if outer else 30.0)
    outer = outer or 1.6 * inner
    folds = _counted(_FOLDS, text) or max(2.0, round((long or 2 * outer) / (0.8 * (outer - inner))))
    cuff = figure_said(rf"{_N} ?mm (?:long )?cuffs?\b|\bcuffs?(?: of| length)? {_N} ?mm long", text)
    told = {"length": long, "wall": wall, "cuff_length": cuff}
    found = {"inner_diameter": inner, "outer_diameter": outer, "folds": folds}
    return found | {name: value for name, value in told.items() if value}


def dovetail(brief: DesignBrief) -> Mapping[str, float]:
    """A block with a dovetail along its top, or with the groove for one where it is called female."""
    text = drawn_text(brief)
    angle = figure_said(rf"{_N} ?(?:°|deg(?:rees?)?\b)", text) or 60.0
    said = _TAIL.search(text)
    own = said.group() if said else ""
    tail = figure_said(rf"{_N} ?mm (?:wide|at)|\bdovetail(?: of| width)? {_N} ?mm", own)
    deep = figure_said(rf"{_N} ?mm (?:deep|high|tall)|\b(?:depth|height) (?:of )?{_N}", own)
    rest = _TAIL.sub(" ; ", text) if tail or deep else text
    sizes = sizes_in(re.sub(rf"{_N} ?(?:°|deg(?:rees?)?\b)", " ; ", rest))
    group = [*sizes.group, 0.0, 0.0, 0.0][:_SIDES]
    named = sizes.named
    long, wide, high = (
        named.get(name, told)
        for name, told in zip(("length", "width", "height"), group, strict=True)
    )
    high = high or named.get("thickness", 0.0) or 0.35 * (wide or 60.0)
    wide = wide or 1.6 * (tail or 40.0)
    tail = tail or 0.6 * wide
    deep = deep or high / 2
    at_root = not re.search(r"\bat (?:the |its )*(?:top|wide|mouth|opening)\b", own, re.IGNORECASE)
    lean = deep / tan(radians(angle))
    narrow = tail if at_root else tail - 2 * lean
    outline = _groove_of_tail if _FEMALE.search(text) else _tail_on_top
    corners = outline(wide, high, narrow, lean, deep)
    figures: Figures = {"length": long or 2 * wide, "corners": float(len(corners))}
    for at, (x, y) in enumerate(corners, 1):
        figures |= {f"x_{at}": round(x, 3), f"y_{at}": round(y, 3)}
    return figures


_TAIL: Final = lazy_regex(
    rf"(?<!\A)(?<!\Aa )\bdovetail(?! (?:slide|block|rail|bar|plate|way))[^;.]*|(?:{FIGURE} ?mm (?:wide |deep |high )?){{1,2}}dovetail[^;.]*",
    re.IGNORECASE,
)
_FEMALE: Final = lazy_regex(r"\bfemale\b|\bdovetail (?:groove|slot|recess|way)\b", re.IGNORECASE)


def _tail_on_top(
    wide: float, high: float, narrow: float, lean: float, deep: float
) -> Sequence[tuple[float, float]]:
    foot, half = high - deep, narrow / 2
    return (
        (-wide / 2, 0.0), (wide / 2, 0.0), (wide / 2, foot), (half, foot), (half + lean, high),
        (-half - lean, high), (-half, foot), (-wide / 2, foot),
    )  # fmt: skip


def _groove_of_tail(
    wide: float, high: float, narrow: float, lean: float, deep: float
) -> Sequence[tuple[float, float]]:
    foot, half = high - deep, narrow / 2
    return (
        (-wide / 2, 0.0), (wide / 2, 0.0), (wide / 2, high), (half, high), (half + lean, foot),
        (-half - lean, foot), (-half, high), (-wide / 2, high),
    )  # fmt: skip


def grooved_sleeve(brief: DesignBrief) -> Mapping[str, float]:
    """A sleeve with a groove for a seal in its bore, or round its outside where the text says so."""
    text = drawn_text(brief)
    match = SEAL_GROOVE.search(text)
    sizes = sizes_in(SEAL_GROOVE.sub(" ; ", text))
    named, group, lone = sizes.named, list(sizes.group), list(sizes.lone)
    inside = named.get("inner_diameter", named.get("bore", 0.0))
    outside = named.get("outer_diameter", named.get("diameter", 0.0))
    outside = outside or figure_said(rf"\boutside(?: diameter)? {_N}", text)
    long = named.get("length", 0.0)
    inside = inside or (group.pop(0) if group else lone.pop(0) if lone else 20.0)
    outside = outside or (group.pop(0) if group else 1.5 * inside)
    long = long or (group.pop(0) if group else lone.pop(0) if lone else outside)
    within, over = inside / 2, outside / 2
    is_outer = bool(match and _OUTER.search(match.group()))
    wide, deep = groove_for_seal(match.group() if match else "", outside if is_outer else inside)
    middle = figure_said(rf"{_N} ?mm from (?:the |one |its )*(?:end|face)", text) or long / 2
    low, high = middle - wide / 2, middle + wide / 2
    if is_outer:
        return outlined((
            (within, 0.0), (over, 0.0), (over, low), (over - deep, low), (over - deep, high), (over, high),
            (over, long), (within, long),
        ))  # fmt: skip
    return outlined((
        (within, 0.0), (over, 0.0), (over, long), (within, long), (within, high), (within + deep, high),
        (within + deep, low), (within, low),
    ))  # fmt: skip


_OUTER: Final = lazy_regex(r"\b(?:outside|outer|external|outer diameter|OD)\b", re.IGNORECASE)

_SLOT: Final = lazy_regex(rf"\b{_N} ?mm (?:wide )?(?:t-?)?slots?\b|\b(?:t-?)?slots?(?: of| width)? {_N} ?mm|\bslot {_N}\b", re.IGNORECASE)  # fmt: skip
_PROFILES: Final = {20: 6.0, 25: 6.0, 30: 8.0, 35: 8.0, 40: 8.0, 45: 10.0, 50: 10.0, 60: 10.0}
"""Widths of the slots by the side of the section, as in the usual building sets."""


def slot_profile(brief: DesignBrief) -> Mapping[str, float]:
    """A square profile with a slot in each side: its side, its slots, its length, its core holes."""
    text = drawn_text(brief)
    sizes = sizes_in(_SLOT.sub(" ; ", text))
    coded = _CODED.search(text)
    group = [one for one in sizes.group if one]
    side = float(coded[1]) if coded else group[0] if group else 0.0
    side = side or sizes.named.get("width", 40.0)
    long = sizes.named.get("length", 0.0) or (group[2] if len(group) == _SIDES else 0.0)
    long = long or next((one for one in sizes.lone if one > side), 500.0)
    slot = figure_said(_SLOT.pattern, text) or _PROFILES.get(round(side), 0.2 * side)
    figures = {"size": side, "slot_width": slot, "length": long}
    thread = metric_thread(text, 0.0)
    return figures | ({"core_hole": tables.tapping_hole(thread)} if thread else {})


_CODED: Final = lazy_regex(r"\b(20|30|40|45)\1\b")


JOINTS: Final = {
    "claw_hub": claw_hub, "ring_nut": ring_nut, "km_nut": ring_nut, "bellows": bellows, "dovetail": dovetail,
    "grooved_sleeve": grooved_sleeve, "slot_profile": slot_profile,
}  # fmt: skip
"""By the key of the single part, what gives it all its figures."""
