"""Changes that words ask of legs, eyes and rows of holes: moved, taken away in one leg, both longer; pure."""

import re
from typing import Final

from msgspec.structs import replace

from partwright.cad.language.feature import Feature
from partwright.cad.language.flat import changed, flat
from partwright.cad.model import NotDrawn, Operation, PartSpec
from partwright.drafter.parts.hole_changes import is_hole
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

Outcome = tuple[PartSpec, str] | NotDrawn | None

_MM: Final = rf"({FIGURE}) ?mm"
_HOLES: Final = r"(?:all )?(?:the |both |die )?(?:\w+ )?(?:holes?|bohrungen|löcher)"
_MOVED: Final = lazy_regex(
    rf"\b(?:move|shift|verschiebe?) {_HOLES} (?:by )?(?:um )?{_MM} (?:further |more )?(?P<way>inwards?|in|outwards?|out|left|right|up|down|nach innen|nach außen|to the (?:left|right))\b",
    re.IGNORECASE,
)
_IN_LEG: Final = lazy_regex(
    r"\b(?:no|without|remove|delete|omit|drop|take away|keine)\b[^,;.]*\b(?:holes?|bohrungen|löcher)\b[^,;.]*\b(?P<leg>upright|vertical|back|upper|second|senkrecht\w*|base|horizontal|bottom|lower|first|waagrecht\w*)\b",
    re.IGNORECASE,
)
_SECOND: Final = ("upright", "vertical", "back", "upper", "second", "senkrecht")
_LEGS: Final = lazy_regex(
    rf"\bboth (?:legs|flanges|arms|sides)\b[^,;.]*?{_MM} (?P<word>longer|shorter|higher|lower)\b",
    re.IGNORECASE,
)
_OF_LEGS: Final = {
    "l_bracket": ("length", "height"), "u_bracket": ("height",), "z_bracket": ("lower_leg", "upper_leg"),
}  # fmt: skip
_LEGGED: Final = frozenset(_OF_LEGS)
_EYE: Final = lazy_regex(
    rf"\b(?:eye|ring|loop)(?: diameter)?(?: of| to| is|:)? {_MM}|{_MM} (?:eye|ring|loop)\b",
    re.IGNORECASE,
)
_SHANK: Final = lazy_regex(
    rf"\b(?:shank|thread|stem)(?: length)?(?: of| to| is|:)? {_MM}(?: long)?|{_MM} (?:long )?(?:shank|stem)\b",
    re.IGNORECASE,
)
_HOLLOW: Final = lazy_regex(
    rf"\bhollow\b[^;.]*?{_MM}|{_MM} (?:through |central )?bore\b|\bbore(?:d through)?(?: with| of| to|:)? {_MM}|\bdrill(?:ed)? through {_MM}",
    re.IGNORECASE,
)
_WIDER: Final = lazy_regex(
    r"\b(?:bigger|larger|smaller|wider|größere|kleinere) (?:holes|bores|bohrungen|löcher)(?: of| to|,|:)? "
    rf"{_MM}|\b(?:holes|bores) (?:bigger|larger|smaller|wider)(?: to|,|:) {_MM}",
    re.IGNORECASE,
)
_CORNERED: Final = lazy_regex(
    r"\b(?:remove|delete|no|omit|without) (?:the )?(?:four |4 )?(?:corner holes|holes (?:in|at) the corners)\b",
    re.IGNORECASE,
)
_THICK: Final = lazy_regex(
    rf"{_MM} (?P<word>thick|long|wide|high|tall|deep|in diameter)\b", re.IGNORECASE
)


def worked(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    """The part as words of its legs, eye or rows of holes want it; None where they speak of none."""
    for alter in (
        _moved,
        _in_one_leg,
        _corner_holes,
        _widened,
        _both_legs,
        _eye,
        _hollow,
    ):
        outcome = alter(spec, text)
        if outcome is not None:
            return outcome
    return None


def told_twice(method: str, text: str) -> str:
    """The reason why words cannot be followed that tell one size twice: 5 mm thick and 10 mm thick."""
    said: dict[str, str] = {}
    for match in _THICK.finditer(text):
        word = match["word"].casefold()
        if said.setdefault(word, match[1]) != match[1] and method != "shaft":
            return f"{said[word]} and {match[1]} mm {word} cannot both be"
    return ""


def _moved(spec: PartSpec, text: str) -> Outcome:
    match = _MOVED.search(text)
    if match is None:
        return None
    by, way = number(match[1]), match["way"].casefold().removeprefix("to the ")
    made = tuple(_shifted(one, by, way) if is_hole(one) else one for one in spec.operations)
    if made == spec.operations:
        return NotDrawn("the part has no rows of holes that could be moved so")
    return replace(spec, operations=made), ""


def _shifted(one: Operation, by: float, way: str) -> Operation:
    figures = dict(one.parameters)
    aside = {"left": ("x", -by), "right": ("x", by), "up": ("y", by), "down": ("y", -by)}.get(way)
    if aside is not None:
        figures[aside[0]] = figures.get(aside[0], 0.0) + aside[1]
        return Operation(one.kind, one.name, figures)
    step = -2 * by if way in ("in", "inward", "inwards", "nach innen") else 2 * by
    if one.kind == "hole_circle" and "circle_diameter" in figures:
        figures["circle_diameter"] += step
    for side in ("x", "y"):
        gaps = figures.get(f"count_{side}", 2.0) - 1
        if one.kind == "hole_grid" and gaps > 0 and f"spacing_{side}" in figures:
            figures[f"spacing_{side}"] = round(figures[f"spacing_{side}"] + step / gaps, 3)
    return Operation(one.kind, one.name, figures)


def _in_one_leg(spec: PartSpec, text: str) -> Outcome:
    match = _IN_LEG.search(text) if spec.method in _LEGGED else None
    if match is None:
        return None
    face = 1.0 if match["leg"].casefold().startswith(_SECOND) else 0.0
    kept = tuple(
        one
        for one in spec.operations
        if not is_hole(one) or one.parameters.get("face", 0.0) != face
    )
    if kept == spec.operations:
        return NotDrawn("that leg has no holes")
    return replace(spec, operations=kept), ""


def _corner_holes(spec: PartSpec, text: str) -> Outcome:
    if not _CORNERED.search(text):
        return None
    kept = tuple(one for one in spec.operations if one.kind != "hole_grid")
    if kept == spec.operations:
        return NotDrawn("the part has no holes in its corners")
    return replace(spec, operations=kept), ""


def _widened(spec: PartSpec, text: str) -> Outcome:
    match = _WIDER.search(text)
    if match is None or not any(is_hole(one) for one in spec.operations):
        return None
    across = number(match[1] or match[2])
    made = tuple(
        Operation(one.kind, one.name, {**one.parameters, "diameter": across})
        if is_hole(one)
        else one
        for one in spec.operations
    )
    return replace(spec, operations=made), ""


def _both_legs(spec: PartSpec, text: str) -> Outcome:
    match = _LEGS.search(text) if spec.method in _LEGGED else None
    if match is None:
        return None
    by = number(match[1]) * (-1 if match["word"].casefold() in ("shorter", "lower") else 1)
    before = flat(spec)
    return changed(spec, {name: before[name] + by for name in _OF_LEGS[spec.method]}), ""


def _eye(spec: PartSpec, text: str) -> Outcome:
    """An eye of another width with a ring as thick as before, or a shank of another length."""
    if spec.method != "eye_bolt":
        return None
    eye, shank = _EYE.search(text), _SHANK.search(text)
    before = flat(spec)
    long, outside = before["length"] - before["outer_diameter"] / 2, before["outer_diameter"]
    new: dict[str, float] = {}
    if eye is not None:
        inside = number(eye[1] or eye[2])
        outside += inside - before["inner_diameter"]
        new |= {"inner_diameter": inside, "outer_diameter": outside}
    if shank is not None:
        long = number(shank[1] or shank[2])
    return (changed(spec, new | {"length": long + outside / 2}), "") if eye or shank else None


def _hollow(spec: PartSpec, text: str) -> Outcome:
    match = _HOLLOW.search(text) if spec.method == "shaft" else None
    if match is None:
        return None
    bore = next(number(one) for one in match.groups() if one)
    kept = tuple(one for one in spec.operations if not is_hole(one) or _is_wider(one, bore))
    told = () if kept == spec.operations else ("the holes in its ends give way to the bore",)
    made = replace(spec, operations=kept, notes=(*spec.notes, *told))
    return changed(made, {"bore": bore}), ""


def _is_wider(one: Operation, bore: float) -> bool:
    return bool(one.parameters.get("x") or one.parameters.get("y")) or not bore
