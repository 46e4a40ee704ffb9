"""Single parts of bent sheet and turned housings by the words of their sides: hats, lipped channels, bearing seats, plugs; pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_text import drawn_text
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = f"({FIGURE})"
_DIA: Final = r"(?: diameter| width| height)?(?: of|:|=)? ?(?:diameter )?"
_THIN: Final = 2.0
_LONG: Final = 1000.0
_SIDES: Final = 4
_GROUP: Final = lazy_regex(rf"(?<![\w.,]){_N}(?: ?mm)?((?: ?x ?{FIGURE}(?: ?mm)?){{2,4}})(?! ?x)")
_EACH: Final = lazy_regex(FIGURE)


def _side_by_word(words: str, text: str) -> float:
    """A side by its word, behind it or ahead of it, with a unit or without."""
    behind = figure_said(rf"\b(?:{words}){_DIA}{_N}(?! ?x)", text)
    return behind or figure_said(rf"(?<![\w.,x]){_N}(?: ?mm)? (?:wide )?(?:{words})\b", text)


def _joined_sides(text: str) -> list[float]:
    """The sides that are joined by x, however many there are."""
    match = _GROUP.search(text)
    return [number(one) for one in _EACH.findall(match.group())] if match else []


def _figures_of_outline(points: Sequence[tuple[float, float]], long: float) -> Figures:
    figures = {"length": long, "corners": float(len(points))}
    for at, (x, y) in enumerate(points, 1):
        figures |= {f"x_{at}": round(x, 3), f"y_{at}": round(y, 3)}
    return figures


def _thickness_of_sheet(text: str, named: Mapping[str, float]) -> float:
    told = named.get("thickness", named.get("wall", 0.0))
    return told or figure_said(
        rf"{_N} ?mm (?:\w+ )?(?:sheet|steel|aluminium|stainless|thick)\b", text
    )


def hat_profile(brief: DesignBrief) -> Mapping[str, float]:
    """A web between two walls with a flange on the outside of each: its sides are measured outside."""
    text = drawn_text(brief)
    named, group = sizes_in(text).named, _joined_sides(text)
    high = figure_said(rf"{_N}(?: ?mm)? (?:high|tall|deep)\b", text) or _side_by_word(
        "height|depth", text
    )
    wide = _side_by_word("top|web|crown|head", text) or figure_said(rf"{_N}(?: ?mm)? wide\b", text)
    flange = _side_by_word("flanges?|brims?|legs?|feet", text)
    thick = _thickness_of_sheet(text, named)
    if len(group) >= _SIDES:
        high, wide, flange, thick = (told or one for told, one in zip((high, wide, flange, thick), group, strict=False))  # fmt: skip
    high, wide = high or 25.0, wide or 40.0
    flange, thick = flange or wide / 2, thick or _THIN
    long = figure_said(rf"{_N}(?: ?mm)? long\b", text) or named.get("length", _LONG)
    right, end = flange + wide, 2 * flange + wide
    return _figures_of_outline(
        [
            (0, 0), (0, thick), (flange, thick), (flange, high), (right, high), (right, thick),
            (end, thick), (end, 0), (right - thick, 0), (right - thick, high - thick),
            (flange + thick, high - thick), (flange + thick, 0),
        ],
        long,
    )  # fmt: skip


def lipped_channel(brief: DesignBrief) -> Mapping[str, float]:
    """A web with two flanges, whose rims are turned in again: height x flange x lip x thickness."""
    text = drawn_text(brief)
    named, group = sizes_in(text).named, _joined_sides(text)
    high = _side_by_word("web|height|back", text) or figure_said(
        rf"{_N}(?: ?mm)? (?:high|tall)\b", text
    )
    wide, lip = _side_by_word("flanges?|legs?|width", text), _side_by_word("lips?|returns?", text)
    thick = _thickness_of_sheet(text, named)
    if len(group) >= _SIDES:
        high, wide, lip, thick = group[:_SIDES]
    elif len(group) == _SIDES - 1:
        high, wide, thick = high or group[0], wide or group[1], thick or group[2]
    high, thick = high or 100.0, thick or _THIN
    wide = wide or high / 2
    lip = lip or max(0.2 * wide, 2 * thick)
    long = figure_said(rf"{_N}(?: ?mm)? long\b", text) or named.get("length", _LONG)
    return _figures_of_outline(
        [
            (0, 0), (wide, 0), (wide, lip), (wide - thick, lip), (wide - thick, thick), (thick, thick),
            (thick, high - thick), (wide - thick, high - thick), (wide - thick, high - lip),
            (wide, high - lip), (wide, high), (0, high),
        ],
        long,
    )  # fmt: skip


_SEAT: Final = lazy_regex(
    rf"\b(?:central hole|bearing (?:seat|bore)|seat|bore)(?: of)? (?:diameter )?{_N}(?: ?mm)?(?: x|,)? {_N} ?mm(?: deep)?",
    re.IGNORECASE,
)
_FLANGE: Final = lazy_regex(rf"\bflange(?: of)? (?:diameter )?{_N}(?: ?mm)? x {_N}", re.IGNORECASE)
_BEARING: Final = lazy_regex(r"\b(6[0-3]\d\d|62\d|60\d)(?=\b|[ -]?(?:2RS|ZZ|2Z))")
_HOLES: Final = lazy_regex(rf"\b(\d{{1,2}}) (?:M\d+ )?(?:tapped )?holes? {_N} ?mm\b|\b(\d{{1,2}}) {_N} ?mm holes?\b", re.IGNORECASE)  # fmt: skip
_CIRCLE: Final = lazy_regex(rf"\b(?:PCD|BCD|bolt circle|pitch circle)(?: of)? {_N}", re.IGNORECASE)
_WALL: Final = 8.0


def bearing_housing(brief: DesignBrief) -> Mapping[str, float]:
    """A round body with the seat of a bearing in its face, and a flange with holes at its foot."""
    text = drawn_text(brief)
    seat, flange, holes = _SEAT.search(text), _FLANGE.search(text), _HOLES.search(text)
    circle, bearing = _CIRCLE.search(text), _BEARING.search(text)
    named = sizes_in(_FLANGE.sub(";", _SEAT.sub(";", text))).named
    row = tables.BEARINGS.get(bearing[1]) if bearing else None
    across = number(seat[1]) if seat else named.get("bore", row[1] if row else 47.0)
    deep = number(seat[2]) if seat else (row[2] if row else 0.3 * across)
    outer = figure_said(rf"\b(?:outer|outside|body|od)(?: diameter)? (?:diameter )?{_N}", text)
    outer = outer or named.get("outer_diameter", across + 2 * _WALL)
    long = figure_said(rf"{_N}(?: ?mm)? long\b", text) or named.get("length", deep + 2 * _WALL)
    through = figure_said(rf"\b(?:through|shaft) (?:hole|bore)(?: of)? (?:diameter )?{_N}|{_N} ?mm (?:through|shaft) (?:hole|bore)", text)  # fmt: skip
    figures = _body_with_flange(flange, outer, long)
    if through:
        figures |= {"hole_1.diameter": through, "hole_1.counterbore_diameter": across, "hole_1.counterbore_depth": deep}  # fmt: skip
    else:
        figures |= {"hole_1.diameter": across, "hole_1.depth": deep}
    if holes and flange:
        size, thick = number(holes[2] or holes[4]), number(flange[2])
        apart = number(circle[1]) if circle else (number(flange[1]) + outer) / 2
        figures |= {
            "hole_circle_2.diameter": size, "hole_circle_2.count": float(holes[1] or holes[3]),
            "hole_circle_2.circle_diameter": apart, "hole_circle_2.face": 1.0,
            "hole_circle_2.depth": thick,
        }  # fmt: skip
    return figures


def _body_with_flange(flange: re.Match[str] | None, outer: float, long: float) -> Figures:
    if flange is None:
        return {"diameter_1": outer, "length_1": long}
    wide, thick = number(flange[1]), number(flange[2])
    return {
        "diameter_1": wide, "length_1": thick, "diameter_2": outer,
        "length_2": long - thick if long > thick else long,
    }  # fmt: skip


def tube_plug(brief: DesignBrief) -> Mapping[str, float]:
    """A head as wide as the tube, and what goes into it."""
    text = drawn_text(brief)
    named = sizes_in(text).named
    tube = figure_said(rf"\b(?:tubes?|pipes?)(?: of| with)? (?:diameter )?{_N}", text)
    tube = tube or named.get("outer_diameter", named.get("diameter", 40.0))
    wall = named.get("wall", 0.0) or figure_said(rf"\b(?:tubes?|pipes?) (?:of )?(?:diameter )?[\d.,]+(?: ?mm)? x {_N}", text)  # fmt: skip
    inner = named.get("inner_diameter", 0.0) or tube - 2 * (wall or _THIN)
    deep = figure_said(rf"\b(?:plug|insertion|insert)(?: depth| length)?(?: of)? {_N}|{_N}(?: ?mm)? (?:plug|insertion|insert|deep)\b", text)  # fmt: skip
    head = figure_said(rf"\b(?:flange|head|rim|cap)(?: thickness)?(?: of)? {_N}|{_N}(?: ?mm)? (?:thick )?(?:flange|head|rim)\b", text)  # fmt: skip
    head = head or named.get("thickness", 3.0)
    return {
        "diameter_1": tube, "length_1": head, "diameter_2": round(inner, 3),
        "length_2": deep or 0.5 * tube,
    }  # fmt: skip


SECTIONS: Final = {
    "hat_profile": hat_profile,
    "lipped_channel": lipped_channel,
    "bearing_housing": bearing_housing,
    "tube_plug": tube_plug,
}
"""By the key of the single part, what gives it all its figures."""
