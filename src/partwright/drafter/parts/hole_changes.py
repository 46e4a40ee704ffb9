"""Changes of the holes that a part has: their thread, their heads, their distance from rims and others; pure."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from partwright.cad.language import catalogue
from partwright.cad.language.feature import Feature, WorkFace
from partwright.cad.language.flat import changed, flat
from partwright.cad.language.standards import tables
from partwright.cad.model import NotDrawn, Operation, PartSpec
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.drafter.text.replacing import BY, INSTEAD
from partwright.kit.patterns import lazy_regex

Outcome = tuple[PartSpec, str] | NotDrawn | None

_HOLE: Final = r"(?:holes?|bores?|bohrung(?:en)?|l(?:o|ö|oe)ch(?:er)?|trous?|agujeros?)"
_HOLES: Final = lazy_regex(rf"\b\w*{_HOLE}\b", re.IGNORECASE)
_RIM: Final = r"(?:edges?|sides?|rims?|borders?|rand|r(?:ä|ae)ndern?|kanten?)"
_INSET: Final = lazy_regex(
    rf"({FIGURE}) ?mm (?:in |away )?(?:from|off|vom|von) (?:(?:the|each|all|its|both|every|outer|allen|den|der|jedem|jeder) )*{_RIM}\b",
    re.IGNORECASE,
)
_NOUN: Final = r"(?:[ -](?:holes?|screws?|bolts?|threads?|schrauben?|bohrungen|gewinde|(?:tapped|threaded|clearance) holes?))?"
_EXCHANGED: Final = lazy_regex(
    rf"\bM ?(?P<new>{FIGURE}){_NOUN} {INSTEAD} (?:the )?M ?(?P<old>{FIGURE})\b"
    rf"|\b{INSTEAD} (?:the )?M ?(?P<old2>{FIGURE}){_NOUN},? (?:use |take |nimm )?M ?(?P<new2>{FIGURE})\b"
    rf"|\bM ?(?P<old3>{FIGURE}){_NOUN} (?:{BY}|durch|auf|gegen) M ?(?P<new3>{FIGURE})\b",
    re.IGNORECASE,
)
"""A thread in the place of another: M8 instead of M6, replace M6 by M8."""
_TAPPED: Final = lazy_regex(
    r"\b(?:tap(?:ped)?|threaded|threads?|gewinde\w*)\b", re.IGNORECASE
)  # fmt: skip
_THREAD: Final = lazy_regex(rf"\bM ?({FIGURE})\b")
_COUNTED: Final = lazy_regex(rf"\b(?:{COUNT}) (?:more |further |weitere )?(?:[\w.,]+ ){{0,3}}?{_HOLE}\b", re.IGNORECASE)  # fmt: skip
_SUNK: Final = lazy_regex(
    r"\b(?:countersunk|countersinks?|csk|senk(?:ung|bohrung)?en?|angesenkt|(?:an|ein)senken)\b",
    re.IGNORECASE,
)
_BORED_OUT: Final = lazy_regex(
    r"\b(?:counterbored?|counterbores|spotfaced?|zylindersenkung(?:en)?)\b", re.IGNORECASE
)
_SPACED: Final = lazy_regex(
    rf"\b(?:(?:hole )?(?:spacing|pitch|distance|pattern)|lochabstand|lochbild)(?: of| to| is|:)? ({FIGURE})(?: ?mm)?(?: ?x ?({FIGURE}) ?(?:mm)?)?"
    rf"|({FIGURE}) ?mm (?:apart|hole spacing|lochabstand)\b",
    re.IGNORECASE,
)
_CIRCLED: Final = lazy_regex(r"\b(?:bolt|pitch|hole) circle|\bpcd\b|lochkreis", re.IGNORECASE)
_HEAD: Final = 1.8
"""Of a countersink, its width by that of the hole."""
_USUAL: Final = 5.0
"""The diameter of a hole of which none is given."""


def is_hole(one: Operation) -> bool:
    """Whether the operation makes holes."""
    return one.kind.startswith("hole")


def without_inset(text: str) -> tuple[str, float]:
    """The words without how far holes stand from the rim, and how far; 0 where they do not say."""
    match = _INSET.search(text)
    if match is None:
        return text, 0.0
    return text[: match.start()] + " ; " + text[match.end() :], number(match[1])


def inset(spec: PartSpec, distance: float, *, kept: tuple[Operation, ...] = ()) -> PartSpec | None:
    """The part with its rows of holes so far from the rims of their faces, those kept as they are."""
    faces = _faces(spec)
    made = [one if one in kept else _outwards(one, faces, distance) for one in spec.operations]
    after = tuple(one for one in made if one is not None)
    is_whole = len(after) == len(spec.operations)
    return replace(spec, operations=after) if is_whole else None


def _faces(spec: PartSpec) -> tuple[WorkFace, ...]:
    feature = catalogue.feature_of(spec.method)
    return () if isinstance(feature, NotDrawn) else feature.faces(feature.resolve(spec.parameters))


def _outwards(one: Operation, faces: tuple[WorkFace, ...], distance: float) -> Operation | None:
    """The operation with its holes moved; None where it has no rows, or its face no room."""
    if not is_hole(one):
        return one
    number_of_face = int(one.parameters.get("face", 0))
    if number_of_face >= len(faces):
        return None
    face, figures = faces[number_of_face], dict(one.parameters)
    if one.kind == "hole":
        # A hole in the middle is in the middle still.
        return one if not (figures.get("x") or figures.get("y")) else None
    if one.kind != "hole_grid":
        return None
    for side, half in (("x", face.half_x), ("y", face.half_y)):
        if figures.get(f"count_{side}", 2) > 1:
            figures[f"spacing_{side}"] = _apart(figures, side, half, distance)
            figures[side] = 0.0
    if min(figures.get("spacing_x", 1.0), figures.get("spacing_y", 1.0)) <= 0:
        return None
    return Operation(one.kind, one.name, figures)


def _apart(figures: Mapping[str, float], side: str, half: float, distance: float) -> float:
    return round(2 * (half - distance) / (figures.get(f"count_{side}", 2) - 1), 3)


def altered(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """The holes of the part as the words want them; None where they speak of no hole it has."""
    present = [one for one in spec.operations if is_hole(one)]
    if spec.method == "flange":
        return _exchanged_in_flange(spec, text)
    for alter in (_exchanged, _threaded, _moved_in, _respaced, _sunk):
        outcome = alter(spec, text) if present or alter is _moved_in else None
        if outcome is not None:
            return outcome
    return None


def _exchange(text: str) -> tuple[float, float] | None:
    match = _EXCHANGED.search(text)
    if match is None:
        return None
    old, new = match["old"] or match["old2"] or match["old3"], match["new"] or match["new2"]
    return number(old), number(new or match["new3"])


def _exchanged(spec: PartSpec, text: str) -> Outcome:
    """The holes for one thread made for another, tapped ones tapped."""
    found = _exchange(text)
    if found is None:
        return None
    old, new = found
    sizes = {
        tables.clearance_hole(old): tables.clearance_hole(new),
        tables.tapping_hole(old): tables.tapping_hole(new),
    }
    made = _each(spec, lambda one: {"diameter": sizes.get(_across(one), _across(one))})
    if made == spec:
        return NotDrawn(f"the part has no holes for M{old:g}")
    return made, ""


def _exchanged_in_flange(spec: PartSpec, text: str) -> Outcome:
    found = _exchange(text)
    if found is None:
        return None
    if flat(spec).get("bolt_hole") != tables.clearance_hole(found[0]):
        return NotDrawn(f"the part has no holes for M{found[0]:g}")
    return changed(spec, {"bolt_hole": tables.clearance_hole(found[1])}), ""


def _each(
    spec: PartSpec, figures: Callable[[Mapping[str, float]], Mapping[str, float]]
) -> PartSpec:
    """The part with the same change made to each of its holes."""
    made = [
        Operation(one.kind, one.name, {**one.parameters, **figures(one.parameters)})
        if is_hole(one)
        else one
        for one in spec.operations
    ]
    return replace(spec, operations=tuple(made))


def _threaded(spec: PartSpec, text: str) -> Outcome:
    """The holes that are there, as the core holes of a thread."""
    thread = _THREAD.search(text)
    if thread is None or not _TAPPED.search(text) or _COUNTED.search(text):
        return None
    core = tables.tapping_hole(number(thread[1]))
    made = _each(spec, lambda _: {"diameter": core})
    note = f"M{number(thread[1]):g} is drawn as its core hole"
    return replace(made, notes=(*made.notes, note)), ""


def _moved_in(spec: PartSpec, text: str) -> Outcome:
    """The holes that are there, so far from the rims."""
    rest, distance = without_inset(text)
    if not distance or _COUNTED.search(text) or re.search(rf"mm[ -]{_HOLE}", rest, re.IGNORECASE):
        return None
    if not any(is_hole(one) for one in spec.operations):
        return NotDrawn("the part has no holes that could stand so far from its edges")
    made = inset(spec, distance)
    if made is None:
        return NotDrawn(f"its holes cannot all stand {distance:g} mm from the edges")
    return made, ""


def _respaced(spec: PartSpec, text: str) -> Outcome:
    """The rows of holes that are there, so far apart."""
    match = _SPACED.search(text)
    is_other = _COUNTED.search(text) or _CIRCLED.search(text)
    if match is None or is_other or not any(o.kind == "hole_grid" for o in spec.operations):
        return None
    across = number(match[1] or match[3])
    up = number(match[2]) if match[2] else across
    return _each(spec, lambda one: _spacing(one, across, up)), ""


def _spacing(one: Mapping[str, float], across: float, up: float) -> dict[str, float]:
    if not {"count_x", "spacing_x", "spacing_y"} & one.keys():
        return {}
    wanted = {"x": across, "y": up}
    return {f"spacing_{side}": wanted[side] for side in "xy" if one.get(f"count_{side}", 2) > 1}


def _sunk(spec: PartSpec, text: str) -> Outcome:
    """The holes that are there, with room for the heads of their screws."""
    if _COUNTED.search(text) or not _HOLES.search(text):
        return None
    head = _countersink if _SUNK.search(text) else _counterbore
    if head is _counterbore and not _BORED_OUT.search(text):
        return None
    thread = _THREAD.search(text)
    size = number(thread[1]) if thread else 0.0
    fitting = (tables.clearance_hole(size), tables.tapping_hole(size))
    return _each(spec, lambda o: head(o) if not size or _across(o) in fitting else {}), ""


def _countersink(one: Mapping[str, float]) -> dict[str, float]:
    return {"countersink_diameter": round(_across(one) * _HEAD, 2)}


def _counterbore(one: Mapping[str, float]) -> dict[str, float]:
    across = _across(one)
    return {"counterbore_diameter": round(across * _HEAD, 2), "counterbore_depth": round(across, 2)}


def _across(one: Mapping[str, float]) -> float:
    return one.get("diameter", _USUAL)
