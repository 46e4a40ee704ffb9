"""Figures of knobs, levers and caps from what they are screwed to or go over; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

_N: Final = f"({FIGURE})"
Figures = dict[str, float]
Stated = Mapping[str, float]

FEMALE: Final = lazy_regex(
    r"\bM ?(\d{1,2}) (?:female|internal|inner) threads?\b|\b(?:female|internal|inner) threads? M ?(\d{1,2})\b",
    re.IGNORECASE,
)
"""A thread within a part."""


_STUD: Final = lazy_regex(
    r"\bM ?(?P<m>\d{1,2}) ?x ?(?P<l>\d+(?:[.,]\d+)?)(?: ?mm)?(?: long)? (?:threaded |male |screw )*(?:stud|bolt|stem|thread)\b(?! hole)"
    r"|\b(?:stud|threaded bolt|threaded stem|male thread) M ?(?P<m2>\d{1,2}) ?x ?(?P<l2>\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)


def knob_figures(text: str, figures: Figures, stated: Stated) -> Figures:
    """A thread right through the knob, where it is said so; a stud in place of it."""
    if stud := _STUD.search(text):
        return {
            "bore": 0.0, "boss_1.diameter": number(stud["m"] or stud["m2"]),
            "boss_1.height": number(stud["l"] or stud["l2"]),
        }  # fmt: skip
    is_through = re.search(
        r"\bthrough[- ](?:thread|hole|bore|tapped)|\b(?:thread|hole|bore) through\b", text
    )
    return {"bore_depth": 0.0} if is_through else {}


def thumb_nut_figures(text: str, figures: Figures, stated: Stated) -> Figures:
    """The core hole of the nut's thread."""
    thread = re.search(rf"\bM ?{_N}", text)
    return {"bore": tables.tapping_hole(number(thread[1]))} if thread else {}


def cup_figures(_: str, figures: Figures, stated: Stated) -> Figures:
    """The wall of what is told by both its diameters."""
    outer, inner = figures.get("outer_diameter", 0.0), stated.get("inner_diameter", 0.0)
    return {"wall": (outer - inner) / 2} if 0 < inner < outer else {}


_OVER_PIPE: Final = (
    rf"\b(?:for|over) (?:an? |the )?(?:diameter )?{_N}(?: ?mm)?(?: (?:in )?diameter| OD)? (?:pipes?|tubes?)\b"
    rf"|\b(?:for|over) (?:an? |the )?(?:pipes?|tubes?)(?: of)? (?:diameter )?{_N}"
)


def cap_figures(text: str, figures: Figures, stated: Stated) -> Figures:
    """The outside of a cap that goes over a pipe, and its height."""
    pipe, wall = figure_said(_OVER_PIPE, text), stated.get("wall", figures.get("wall", 0.0))
    if not pipe or "outer_diameter" in stated:
        return cup_figures(text, figures, stated)
    wall = wall or max(2.0, round(pipe / 20, 1))
    high = stated.get("length", stated.get("height", 0.0))
    own = {"outer_diameter": pipe + 2 * wall, "wall": wall}
    return own | ({"height": high} if high else {})
