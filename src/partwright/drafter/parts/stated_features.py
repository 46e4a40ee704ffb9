"""Holes, keyways, broken edges, slots that a sentence asks of one part, as operations of the language; pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from partwright.cad.language import validator
from partwright.cad.language.flat import spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.parts.cross_holes import (
    FROM_END,
    distance_from_end,
    stand_in_one_row,
    tells_to_go_across,
)
from partwright.drafter.parts.cross_holes import SORTS as CROSS_SORTS
from partwright.drafter.parts.edge_places import (
    FROM_EDGE,
    WindowWish,
    cut_windows,
    sides_in,
    windows_in,
    with_edges_joined,
)
from partwright.drafter.parts.hole_places import Figures, HoleWish
from partwright.drafter.parts.hole_sites import SITE, first_site_in
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.placed_holes import arrangements_at_site
from partwright.drafter.parts.stated_keyways import (
    KEYED,
    keyway_along_bore,
    keyway_on_step,
    stated_keyway,
)
from partwright.drafter.parts.stated_slots import SlotWish, cut_slots, slots_in
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.drafter.text.part_wording import LATTICE, grid_in
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_SORTS: Final = (
    r"through|clearance|mounting|screw|bolt|fixing|tapped|threaded|blind|countersunk|counterbored"
    r"|central|centre|center|middle|corner|pilot|drilled|round|pivot|pin|hinge|cable|access|drain|lifting|locating|dowel|reamed|plain|equally[ -]spaced|evenly[ -]spaced"
    rf"|lightening|adjusting|bleed|air|{CROSS_SORTS}"
)
_HOLES: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT})\s*(?:x\s+)?)?(?P<sorts>(?:\b(?:{_SORTS})[ -]+)*)"
    rf"(?:\bM(?P<m>{_N})(?: ?x ?(?P<fine>[0-3][.,]\d{{1,2}}|[12](?! ?(?:mm|deep|x)|[.,]?\d))(?: ?mm)?)?|(?:\bdiameter\s)?\s*\b(?P<d>{_N})\s?mm)?[ -]*(?:diameter[ -]+)?"
    rf"(?P<more>(?:\b(?:{_SORTS})[ -]+)*)\b(?:holes?|bohrung(?:en)?|löcher|trous?|agujeros?)\b"
    rf"(?P<rest>(?:[^,;.\n]|[.,](?=\d))*?(?=,(?!\d)|;|\.\s|\.$|\n|$|\band\b|\bwith an? (?!pitch|spacing)))",
    re.IGNORECASE,
)
_SIZE: Final = lazy_regex(
    rf"(?:\bM(?P<m>{_N})(?: ?x ?(?P<fine>[0-3][.,]\d{{1,2}}|[12](?! ?(?:mm|deep|x)|[.,]?\d))(?: ?mm)?)?|(?<![x\d.])\b(?P<d>{_N})\s?mm)(?!\s*(?:x|apart|spacing|deep|pitch|bolt|pcd|from|inwards?|outwards?|further|closer|towards?|to the|up|down|left|right))",
    re.IGNORECASE,
)
_CIRCLE: Final = lazy_regex(
    rf"(?:bolt circle|pcd|pitch circle|hole circle|lochkreis)(?: diameter)?(?: of|:|=)?\s*(?:diameter\s*)?(?P<a>{_N})(?:\s?mm)?"
    rf"|(?P<b>{_N})\s?mm\s*(?:bolt circle|pcd|pitch circle|hole circle|lochkreis)",
    re.IGNORECASE,
)
_ON_CIRCLE: Final = lazy_regex(
    rf"\b(holes?(?: (?:of |for )?M?\d{{1,2}}(?:[.,]\d)?(?: ?mm)?(?: diameter)?)?) on (?:a )?(?:circle of )?(?:diameter )?({_N}) ?mm\b(?! ?(?:x\b|bolt|pitch|pcd|hole|lochkreis))",
    re.IGNORECASE,
)
"""Six holes on 90 mm: the circle they stand on."""
_APART: Final = lazy_regex(
    rf"(?P<x>{_N})(?:\s?mm)?(?: x (?P<y>{_N}))?\s?mm (?:apart|spacing|pitch|pattern|grid|centres|centers)"
    rf"|(?:spacing|spaced|pitch|pattern|grid|centres|centers)(?: of| at|:)?\s*(?P<x2>{_N})(?:\s?mm)?(?: x (?P<y2>{_N}))?\s?(?:mm)?",
    re.IGNORECASE,
)
_INSET: Final = lazy_regex(
    rf"({_N})\s?mm from (?:the |each |both |all |its |outer |either |free |open )*(?:edges?|sides?|rims?|ends?|corners?)\b",
    re.IGNORECASE,
)
_DEEP: Final = lazy_regex(rf"(?P<n>{_N})\s?mm deep", re.IGNORECASE)
_CHAMFER: Final = lazy_regex(
    rf"(?P<a>{_N})\s?(?:mm)?(?: x 45°?)?\s*(?:mm )?chamfer\w*|chamfer\w*(?: edges?)?(?: of|:)?\s*(?P<b>{_N})\s?mm(?: x 45°?)?",
    re.IGNORECASE,
)
_CORNERS: Final = lazy_regex(
    rf"(?:corner radius|corners? (?:rounded|radius)|corners?(?= \(?R ?\d)|round(?:ed)?(?: off)? (?:(?:all|the|its|four|4) )*corners?|corners? with radius)(?: of| with| to| \(?R| \(|,? ?radius|:)*\s*(?P<a>{_N})(?:\s?mm)?"
    rf"|(?:R|radius )?(?P<b>{_N})\s?(?:mm )?(?:rounded corners?|corner radius|corners)",
    re.IGNORECASE,
)
_FILLET: Final = lazy_regex(
    rf"(?P<a>{_N})\s?mm (?:fillet\w*|edge radius)|fillet\w*(?: of|:)?\s*(?P<b>{_N})\s?mm",
    re.IGNORECASE,
)


class StatedFeatures(NamedTuple):
    """Features to be made in the body, and the text without the words that say so."""

    text: str
    holes: tuple[HoleWish, ...] = ()
    keyway: Figures | None = None
    """Width and length as far as they are given."""
    chamfer: float = 0.0
    fillet: float = 0.0
    corners: float = 0.0
    slots: SlotWish | None = None
    windows: tuple[WindowWish, ...] = ()


def features_of(text: str) -> StatedFeatures:
    """The features that a sentence asks for."""
    text = _ON_CIRCLE.sub(r"\1 on a pitch circle of \2 mm", text)
    windows, text = windows_in(with_edges_joined(text))
    circle = _CIRCLE.search(text)
    holes: list[HoleWish] = []
    kept = text
    for match in _HOLES.finditer(text):
        wish = _wish(match)
        if wish is not None:
            holes.append(wish)
            kept = kept.replace(match.group(), " ; ", 1)
    inset = _INSET.search(kept)
    if inset and not any(one.inset for one in holes):
        holes = [one._replace(inset=number(inset[1])) if one.number > 1 else one for one in holes]
    kept = _INSET.sub(" ; ", kept)
    if circle and not any(wish.circle for wish in holes):
        across = number(circle["a"] or circle["b"])
        holes = [
            one if one.is_central or one.spacing[0] else one._replace(circle=across)
            for one in holes
        ]
    kept = _CIRCLE.sub(" ; ", kept)
    holes, kept = _spaced(holes, kept)
    keyway, kept = stated_keyway(kept)
    found: dict[str, float] = {}
    for name, pattern in (("corners", _CORNERS), ("chamfer", _CHAMFER), ("fillet", _FILLET)):
        if match := pattern.search(kept):
            found[name] = number(match["a"] or match["b"])
            kept = kept.replace(match.group(), " ; ", 1)
    slots, kept = slots_in(kept)
    if slots and inset and not any(wish.inset for wish in holes):
        slots = slots._replace(inset=number(inset[1]))
    return StatedFeatures(kept, tuple(holes), keyway, slots=slots, windows=tuple(windows), **found)


def without_distances(text: str) -> str:
    """The text without how far holes are apart and from the edges."""
    return _INSET.sub("", _APART.sub("", text))


def _spaced(holes: list[HoleWish], text: str) -> tuple[list[HoleWish], str]:
    """The one row or grid of holes with the distances that stand behind a comma, and what is left."""
    rows = [one for one in holes if one.number > 1 and not (one.circle or one.is_central)]
    apart, grid = _APART.search(text), grid_in(text)
    if len(rows) != 1 or rows[0].spacing[0] or not (apart or grid[0]):
        return holes, text
    wish = rows[0]
    if grid[0] * grid[1] == wish.number:
        wish, text = wish._replace(grid=grid), LATTICE.sub(" ; ", text)
    if apart:
        x = number(apart["x"] or apart["x2"])
        along = apart["y"] or apart["y2"]
        wish = wish._replace(spacing=(x, number(along) if along else x))
        text = text.replace(apart.group(), " ; ", 1)
    return [wish if one is rows[0] else one for one in holes], text


def wishes_in(text: str) -> Iterator[tuple[HoleWish, int, int]]:
    """The holes of a text whose size it says, each with its first and last place."""
    for match in _HOLES.finditer(text):
        wish = _wish(match)
        if wish is not None:
            yield wish, match.start(), match.end()


def words_of_holes(text: str) -> Iterator[tuple[int, int]]:
    """The places of words that are read of holes: their number, sort and size, and where they are."""
    for match in _HOLES.finditer(text):
        if _wish(match) is None:
            continue
        yield match.start(), match.start("rest")
        for pattern in _READ:
            yield from (
                one.span() for one in pattern.finditer(text, match.start("rest"), match.end())
            )


_READ: Final = (_SIZE, _CIRCLE, _APART, _INSET, _DEEP, SITE, FROM_EDGE, FROM_END)


def _wish(match: re.Match[str]) -> HoleWish | None:
    rest = match["rest"]
    sorts = f"{match['sorts']} {match['more']} {rest}".casefold()
    size = match if match["m"] or match["d"] else _SIZE.search(_CIRCLE.sub(" ", _APART.sub(" ", rest)))  # fmt: skip
    if size is None or not (size["m"] or size["d"]):
        return None
    thread = number(size["m"]) if size["m"] else 0.0
    is_tapped = "tapped" in sorts or "threaded" in sorts or bool(thread and size["fine"])
    diameter = _width_of_hole(size, is_tapped=is_tapped)
    apart, circle, deep = _APART.search(rest), _CIRCLE.search(rest), _DEEP.search(rest)
    grid, turned = grid_in(rest), _TURNED.search(rest)
    told, inset, is_radial = _IN_CORNERS.search(rest), _INSET.search(rest), tells_to_go_across(sorts)  # fmt: skip
    head = _width_of_head(thread, diameter)
    return HoleWish(
        number=grid[0] * grid[1] or int(number(match["count"] or (told[1] if told else "1"))),
        grid=grid,
        diameter=diameter,
        countersink=round(head, 2) if "countersunk" in sorts else 0.0,
        counterbore=_sides_of_counterbore(sorts, thread, diameter),
        depth=number(deep["n"]) if deep else 0.0,
        circle=number(circle["a"] or circle["b"]) if circle else 0.0,
        spacing=_spacing(apart),
        turned=number(turned[1] or turned[2]) if turned else 0.0,
        along=_way(rest),
        is_central=not (is_radial or apart) and bool(_CENTRAL.search(sorts)),
        is_each=bool(_EACH.search(sorts)),
        sides=sides_in(rest),
        inset=number(inset[1]) if inset and not is_radial else 0.0,
        is_at_free_edge=bool(inset and _FREE_EDGE.search(inset.group())),
        site=first_site_in(_INSET.sub(" ; ", rest)),
        is_radial=is_radial,
        is_through="through" in f"{match['sorts']} {match['more']}".casefold()
        or bool(_RIGHT_THROUGH.match(rest)),
        is_row=stand_in_one_row(rest),
        from_end=distance_from_end(rest),
        note=f"{_designation_of(size)} is drawn as its core hole" if thread and is_tapped else "",
    )


_RIGHT_THROUGH: Final = lazy_regex(r" ?(?:all the way |right )?(?:through|thru)\b(?! (?:both|each|the side))", re.IGNORECASE)  # fmt: skip


_FREE_EDGE: Final = lazy_regex(r"\b(?:free|open|outer) edge\b", re.IGNORECASE)


def _width_of_head(thread: float, diameter: float) -> float:
    """The diameter of the head of a screw that goes through a hole."""
    return 2 * (thread or diameter * 0.9)


def _spacing(apart: re.Match[str] | None) -> tuple[float, float]:
    """The distances of holes both ways, which are the same where one is told."""
    x = number(apart["x"] or apart["x2"]) if apart else 0.0
    return x, number(apart["y"] or apart["y2"]) if apart and (apart["y"] or apart["y2"]) else x


def _width_of_hole(size: re.Match[str], *, is_tapped: bool) -> float:
    """The diameter that is told, or that of a thread's core or its clearance."""
    if not size["m"]:
        return number(size["d"])
    thread = number(size["m"])
    if not is_tapped:
        return tables.clearance_hole(thread)
    core = thread - number(size["fine"]) if size["fine"] else 0.0
    return round(core, 2) or tables.tapping_hole(thread)


def _designation_of(size: re.Match[str]) -> str:
    """A thread by its diameter and, where it is told, its pitch."""
    fine = f" x {number(size['fine']):g}" if size["fine"] else ""
    return f"M{number(size['m']):g}{fine}"


_EACH: Final = lazy_regex(r"\b(?:each|both|per) (?:leg|end|side|flange|arm)s?\b")
_CENTRAL: Final = lazy_regex(r"\b(?:central|cent(?:re|er)|middle)\b")
_BORED_TO: Final = lazy_regex(rf"counterbored to ({_N})(?: ?mm)? x ({_N})(?: ?mm)?")


def _sides_of_counterbore(sorts: str, thread: float, across: float) -> tuple[float, float]:
    """Diameter and depth of a counterbore as told, else for the head of the screw; zeros where there is none."""
    if told := _BORED_TO.search(sorts):
        return number(told[1]), number(told[2])
    if "counterbored" not in sorts:
        return (0.0, 0.0)
    screw = _FOR_SCREW.search(sorts)
    return tables.counterbore(
        number(screw[1]) if screw else thread or tables.thread_through(across)
    )


_FOR_SCREW: Final = lazy_regex(r"\bfor (?:an? )?M ?(\d{1,2})\b", re.IGNORECASE)


def _way(rest: str) -> str:
    """The side of a block along which a hole goes, where it is not from above."""
    return next((way for way, words in _WAYS.items() if re.search(words, rest, re.IGNORECASE)), "")


_WAYS: Final = {
    "length": r"\b(?:lengthwise|lengthways|longitudinal(?:ly)?|end[- ]to[- ]end|(?:through|along|over) (?:the |its )?(?:whole |full |entire )?length|through (?:the |its )?(?:short side|end)(?: face)?s?)\b",
    "width": r"\b(?:crosswise|crossways|widthwise|(?:through|across) (?:the |its )?(?:whole |full )?width|(?:in|on|from|into|through) (?:the |one |a |its )?(?:front|long side|side)(?: face)?)\b",
}
"""By the side that they go along, words of holes."""
_TURNED: Final = lazy_regex(
    rf"\b(?:offset|rotated|turned|shifted|staggered)(?: by)? ({_N}) ?(?:degrees?\b|deg\b|°)"
    rf"|({_N}) ?(?:degrees?|deg|°) (?:offset|rotated|apart from)\b",
    re.IGNORECASE,
)
"""Holes on a circle whose first stands so far about it."""
_IN_CORNERS: Final = lazy_regex(r"^ ?(4) in corners\b")


def with_features(
    method: str, parameters: Mapping[str, float], wanted: StatedFeatures
) -> tuple[Figures, list[str]]:
    """The figures with the operations, and in words what could not be made."""
    figures, left = dict(parameters), list[str]()
    for extra, told in _others(method, figures, wanted):
        if fits(method, figures | extra):
            figures |= extra
        else:
            left.append(told)
    for group, wish in enumerate(wanted.holes, 1):
        for some in arrangements_at_site(method, figures, wish, group):
            if fits(method, figures | some):
                figures |= some
                break
        else:
            left.append(f"{wish.number} holes of {wish.diameter:g} mm")
    return figures, left


def fits(method: str, figures: Mapping[str, float]) -> bool:
    """Whether a part can be made so."""
    return not validator.problems(spec_of(name="", method=method, parameters=figures))


def _others(
    method: str, figures: Mapping[str, float], wanted: StatedFeatures
) -> Iterator[tuple[Figures, str]]:
    if wanted.corners:
        yield {"corner_radius": wanted.corners}, f"corners of {wanted.corners:g} mm"
    if wanted.chamfer:
        yield {"chamfer_1.size": wanted.chamfer}, f"a chamfer of {wanted.chamfer:g} mm"
    if wanted.fillet:
        yield {"fillet_1.radius": wanted.fillet}, f"a fillet of {wanted.fillet:g} mm"
    if wanted.slots is not None:
        yield cut_slots(method, figures, wanted.slots), wanted.slots.told
    yield from cut_windows(method, figures, list(wanted.windows))
    if wanted.keyway is not None:
        key = keyway_along_bore if method in KEYED else keyway_on_step
        yield key(method, figures, wanted.keyway), "the keyway"
