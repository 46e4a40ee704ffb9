"""Holes that a user's words add to a part, widen, replace or take away; pure."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from partwright.cad.language import validator
from partwright.cad.language.feature import Feature
from partwright.cad.language.flat import changed, flat
from partwright.cad.language.standards import tables
from partwright.cad.model import NotDrawn, Operation, PartSpec
from partwright.drafter.parts import hole_changes, holes
from partwright.drafter.parts.hole_changes import is_hole
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.drafter.text.replacing import INSTEAD
from partwright.kit.patterns import lazy_regex

_HOLE: Final = r"(?:holes?|bohrung(?:en)?|l(?:o|ö|oe)ch(?:s|er)?|l(?:ö|oe)chern)"
_SIZES: Final = tuple(
    rf"(?:M ?(?P<thread{n}>{FIGURE})|[øØ⌀]? ?(?P<size{n}>{FIGURE}) ?mm)" for n in ("", "2")
)
"""A thread or a diameter, and another of the same pattern."""
_ADDS: Final = lazy_regex(
    r"\b(?:add|adds|another|more|mehr|additional\w*|extra|further|plus|also|noch|zus(?:ä|ae)tzlich\w*|weitere\w*|hinzu\w*|dazu)\b",
    re.IGNORECASE,
)
_ONE: Final = lazy_regex(
    rf"\b(?:an?|the|eine?) +(?:\w+ )?{_HOLE}(?: of| with| for| von| mit|,)?(?: (?:a )?(?:diameter|durchmesser)(?: of| von)?)? {_SIZES[0]}",
    re.IGNORECASE,
)
"""One hole whose size stands behind it: a hole of 20 mm."""
_AWAY: Final = lazy_regex(
    rf"\b(?:no|without|remove|delete|drop|ohne|keine|entferne)(?: the| all| die| alle| das)* (?P<middle>(?:cent(?:re|er|ral)|middle|mittlere\w?|zentrale\w?) )?(?:{_SIZES[0]}[ -])?{_HOLE}(?: (?:of|with|von|mit) {_SIZES[1]})?",
    re.IGNORECASE,
)
_SCREWS: Final = lazy_regex(
    rf"\b(?:use|take|for|with|nimm|f(?:ü|ue)r|mit) (?:\w+ )?M ?(?P<thread>{FIGURE})(?:[ -](?:screws?|bolts?|schrauben?))",
    re.IGNORECASE,
)
_ONE_MORE: Final = lazy_regex(
    r"\b(?:(?:one|eine?) more|another|noch eine?|eine weitere|an? (?:extra|additional|further))\b",
    re.IGNORECASE,
)
_MIDDLE: Final = lazy_regex(r"\b(?:cent(?:re|er)|middle|mitte|mittig|zentral)\b", re.IGNORECASE)
_OLD_SIZE: Final = lazy_regex(rf"\b{INSTEAD} ({FIGURE})(?: ?mm)?\b", re.IGNORECASE)
_STEPS: Final = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75)
"""Shares of half the side by which added holes are moved until they have room."""


def removed(spec: PartSpec, text: str) -> tuple[PartSpec, str] | NotDrawn | None:
    """The part without its holes, or without those of the size told; the rest of the words."""
    match = _AWAY.search(text)
    if match is None or spec.method == "flange":
        return None
    size = _size(match["thread"] or match["thread2"], match["size"] or match["size2"])
    if match["middle"] and flat(spec).get("bore"):
        return changed(spec, {"bore": 0.0}), text[: match.start()] + " ; " + text[match.end() :]
    kept = tuple(
        one
        for one in spec.operations
        if not (is_hole(one) and _has(one, size) and (not match["middle"] or _is_central(one)))
    )
    if len(kept) == len(spec.operations):
        where = " in the middle" if match["middle"] else ""
        return NotDrawn(f"the part has no holes{f' of {size:g} mm' if size else ''}{where}")
    return _with(spec, kept), text[: match.start()] + " ; " + text[match.end() :]


def drilled(spec: PartSpec, text: str, _: Feature) -> tuple[PartSpec, str] | NotDrawn | None:
    """The holes that the words ask for: in the place of others, or beside them."""
    if spec.method.startswith("standard:"):
        return None
    text, inset = hole_changes.without_inset(text)
    made = _drilled(spec, text)
    if not inset or made is None or isinstance(made, NotDrawn):
        return made
    moved = hole_changes.inset(made[0], inset, kept=spec.operations)
    return (
        NotDrawn(f"the holes cannot all stand {inset:g} mm from the edges")
        if moved is None
        else (moved, made[1])
    )


def _drilled(spec: PartSpec, text: str) -> tuple[PartSpec, str] | NotDrawn | None:
    said = " ".join(_ADDS.sub(" ", _ONE_MORE.sub("a", text)).split())
    asked, present = _asked(said), [one for one in spec.operations if is_hole(one)]
    if asked is None:
        return _for_screws(spec, text, present)
    if spec.method == "flange":
        return changed(spec, _of_flange(spec, asked, text)), ""
    if present and _ADDS.search(text):
        return _added(spec, asked, text)
    if present and asked.diameter and not (asked.count or asked.spacing or asked.circle):
        return _widened(spec, asked.diameter, text), ""
    replaced = _replaced(present, asked, text)
    if replaced:
        asked = _completed(asked, replaced[0])
    bare = _with(spec, tuple(one for one in spec.operations if not is_hole(one)))
    made = holes.with_holes(bare, asked)
    if made is None:
        return NotDrawn(
            "the holes do not fit into the part with their distance from rim and others"
        )
    kept = _with(spec, tuple(one for one in spec.operations if one not in replaced))
    for new in (one for one in made.operations if is_hole(one)):
        kept = _with(kept, (*kept.operations, _moved(kept, _headed(new, replaced), 0, 0)))
    return replace(kept, notes=made.notes), ""


_OLD_COUNT: Final = lazy_regex(
    rf"\b{INSTEAD} ({COUNT})\b(?! ?mm)",
    re.IGNORECASE,
)
_HEADS: Final = ("countersink_diameter", "counterbore_diameter", "counterbore_depth", "depth")


def _replaced(present: list[Operation], asked: holes.HoleRequest, text: str) -> list[Operation]:
    """The holes that give way: as many as are told to, else as many as are asked for, else all."""
    old = _OLD_COUNT.search(text)
    amount = number(old[1]) if old else asked.count
    told = [one for one in present if _amount(one) == amount]
    rows = [one for one in present if _amount(one) > 1 and (amount or 0) > 1]
    return told or rows or present


def _headed(new: Operation, replaced: list[Operation]) -> Operation:
    """The holes with the heads and the depth of those whose place they take."""
    before = replaced[0].parameters if replaced else {}
    heads = {
        name: before[name] for name in _HEADS if before.get(name) and not new.parameters.get(name)
    }
    return Operation(new.kind, new.name, {**new.parameters, **heads})


def _amount(one: Operation) -> int:
    figures = one.parameters
    if one.kind == "hole_grid":
        return int(figures.get("count_x", 2) * figures.get("count_y", 2))
    return int(figures.get("count", 4)) if one.kind == "hole_circle" else 1


def _asked(text: str) -> holes.HoleRequest | None:
    asked = holes.hole_request(text)
    one = _ONE.search(text)
    if one is not None and (asked is None or not asked.diameter):
        return holes.HoleRequest(1, _size(one["thread"], one["size"]))
    return asked


def _size(thread: str | None, size: str | None) -> float:
    if thread:
        return tables.clearance_hole(number(thread))
    return number(size) if size else 0.0


def _is_central(one: Operation) -> bool:
    return one.kind == "hole" and not (one.parameters.get("x") or one.parameters.get("y"))


def _has(one: Operation, size: float) -> bool:
    return size in (0.0, one.parameters.get("diameter"))


def _for_screws(
    spec: PartSpec, text: str, present: list[Operation]
) -> tuple[PartSpec, str] | NotDrawn | None:
    """The holes of the part, widened for other screws."""
    match = _SCREWS.search(text)
    if match is None:
        return None
    if not present:
        return NotDrawn("the part has no holes for screws; say how many, such as `four M8 holes`")
    return _widened(spec, tables.clearance_hole(number(match["thread"])), text), ""


def _of_flange(spec: PartSpec, asked: holes.HoleRequest, text: str) -> dict[str, float]:
    count = asked.count
    if count and _ADDS.search(text):
        count += int(flat(spec)["bolt_count"])
    wanted = {"bolt_count": count, "bolt_hole": asked.diameter, "bolt_circle": asked.circle}
    return {name: float(value) for name, value in wanted.items() if value}


def _added(spec: PartSpec, asked: holes.HoleRequest, text: str) -> tuple[PartSpec, str] | NotDrawn:
    """The part with further holes; those it has stay where they are."""
    present = [one for one in spec.operations if is_hole(one)]
    if not asked.diameter:
        same = float(present[0].parameters.get("diameter", 5.0))
        asked = holes.HoleRequest(asked.count, same, asked.spacing, asked.circle, asked.sink)
    bare = _with(spec, tuple(one for one in spec.operations if not is_hole(one)))
    alone = holes.with_holes(bare, asked)
    if alone is None:
        return NotDrawn(f"holes of {asked.diameter:g} mm do not fit into the part")
    new = [one for one in alone.operations if is_hole(one)]
    for x, y in _places(spec, is_middle=bool(_MIDDLE.search(text))):
        made = _with(spec, (*spec.operations, *(_moved(spec, one, x, y) for one in new)))
        if not validator.problems(made):
            told = f"{asked.diameter:g} mm at x {x:g}, y {y:g} mm from the middle"
            return replace(made, notes=(*made.notes, f"holes added: {told}")), ""
    return NotDrawn(
        "there is no room for further holes beside those that are there; say how far apart they"
        " stand, or take the others away first"
    )


def _places(spec: PartSpec, *, is_middle: bool) -> Iterator[tuple[float, float]]:
    values = flat(spec)
    across = values.get("outer_diameter", values.get("diameter", 0.0))
    x, y = values.get("length", across) / 2, values.get("width", across) / 2
    places = [(a * x, b * y) for a in _STEPS for b in _STEPS]
    nearest = sorted(places, key=lambda place: abs(place[0]) + abs(place[1]))
    yield from ((round(a, 2), round(b, 2)) for a, b in (nearest[:1] if is_middle else nearest))


def _moved(spec: PartSpec, one: Operation, x: float, y: float) -> Operation:
    """The operation under a name that is free, moved in its face."""
    taken = {other.name for other in spec.operations}
    place = next(n for n in range(1, len(taken) + 2) if f"{one.kind}_{n}" not in taken)
    figures = dict(one.parameters)
    if x or y:
        figures["x"], figures["y"] = figures.get("x", 0.0) + x, figures.get("y", 0.0) + y
    return Operation(one.kind, f"{one.kind}_{place}", figures)


def _widened(spec: PartSpec, diameter: float, text: str) -> PartSpec:
    """The part with its holes of another diameter, each where it is; those of one size where it is told."""
    old = _OLD_SIZE.search(text)
    size = number(old[1]) if old else 0.0
    made = [
        Operation(one.kind, one.name, {**one.parameters, "diameter": diameter})
        if is_hole(one) and _has(one, size)
        else one
        for one in spec.operations
    ]
    return _with(spec, tuple(made))


def _completed(asked: holes.HoleRequest, present: Operation) -> holes.HoleRequest:
    """The holes asked for, completed by those present where the words leave something open."""
    figures = present.parameters
    spacing, amount = None, _amount(present)
    if present.kind == "hole_grid":
        across = figures.get("spacing_x", 20.0)
        spacing = (across, figures.get("spacing_y", across))
    circle = figures.get("circle_diameter") if present.kind == "hole_circle" else None
    same = asked.count in {None, amount}
    return holes.HoleRequest(
        asked.count or amount,
        asked.diameter or figures.get("diameter"),
        asked.spacing or (spacing if same and not asked.circle else None),
        asked.circle or (circle if not asked.spacing else None),
    )


def _with(spec: PartSpec, operations: tuple[Operation, ...]) -> PartSpec:
    return replace(spec, operations=operations)
