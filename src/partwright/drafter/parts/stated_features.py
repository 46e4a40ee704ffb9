"""Holes, keyways, broken edges, slots that a sentence asks of one part, as operations of the language; pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from partwright.cad.language import validator
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.parts.edge_places import (
    WindowWish,
    cut_windows,
    sides_in,
    windows_in,
    with_edges_joined,
)
from partwright.drafter.parts.hole_places import Figures, HoleWish, arranged
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_slots import SlotWish, cut_slots, slots_in
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.drafter.text.part_wording import LATTICE, grid_in

_N: Final = FIGURE
_SORTS: Final = (
    r"through|clearance|mounting|screw|bolt|fixing|tapped|threaded|blind|countersunk|counterbored"
    r"|central|centre|center|middle|corner|pilot|drilled|round|pivot|pin|hinge|cable|access|drain|lifting|locating|dowel|reamed|plain|equally[ -]spaced|evenly[ -]spaced"
)
_HOLES: Final = re.compile(
    rf"(?:\b(?P<count>{COUNT})\s*(?:x\s+)?)?(?P<sorts>(?:\b(?:{_SORTS})[ -]+)*)"
    rf"(?:\bM(?P<m>{_N})|(?:\bdiameter\s)?\s*\b(?P<d>{_N})\s?mm)?[ -]*(?:diameter[ -]+)?"
    rf"(?P<more>(?:\b(?:{_SORTS})[ -]+)*)\b(?:holes?|bohrung(?:en)?|löcher|trous?|agujeros?)\b"
    rf"(?P<rest>(?:[^,;.\n]|[.,](?=\d))*?(?=,(?!\d)|;|\.\s|\.$|\n|$|\band\b|\bwith an? (?!pitch|spacing)))",
    re.IGNORECASE,
)
_SIZE: Final = re.compile(
    rf"(?:\bM(?P<m>{_N})|(?<![x\d.])\b(?P<d>{_N})\s?mm)(?!\s*(?:x|apart|spacing|deep|pitch|bolt|pcd|from|inwards?|outwards?|further|closer|towards?|to the|up|down|left|right))",
    re.IGNORECASE,
)
_CIRCLE: Final = re.compile(
    rf"(?:bolt circle|pcd|pitch circle|hole circle|lochkreis)(?: diameter)?(?: of|:|=)?\s*(?:diameter\s*)?(?P<a>{_N})(?:\s?mm)?"
    rf"|(?P<b>{_N})\s?mm\s*(?:bolt circle|pcd|pitch circle|hole circle|lochkreis)",
    re.IGNORECASE,
)
_ON_CIRCLE: Final = re.compile(
    rf"\b(holes?(?: (?:of |for )?M?\d{{1,2}}(?:[.,]\d)?(?: ?mm)?(?: diameter)?)?) on (?:a )?(?:circle of )?(?:diameter )?({_N}) ?mm\b(?! ?(?:x\b|bolt|pitch|pcd|hole|lochkreis))",
    re.IGNORECASE,
)
"""Six holes on 90 mm: the circle they stand on."""
_APART: Final = re.compile(
    rf"(?P<x>{_N})(?:\s?mm)?(?: x (?P<y>{_N}))?\s?mm (?:apart|spacing|pitch|pattern|grid|centres|centers)"
    rf"|(?:spacing|spaced|pitch|pattern|grid|centres|centers)(?: of| at|:)?\s*(?P<x2>{_N})(?:\s?mm)?(?: x (?P<y2>{_N}))?\s?(?:mm)?",
    re.IGNORECASE,
)
_INSET: Final = re.compile(
    rf"({_N})\s?mm from (?:the |each |both |all |its |outer |either )*(?:edges?|sides?|rims?|ends?|corners?)\b",
    re.IGNORECASE,
)
_DEEP: Final = re.compile(rf"(?P<n>{_N})\s?mm deep", re.IGNORECASE)
KEYWAY: Final = re.compile(
    r"(?:,? ?(?:with )?(?:an? )?)?(?P<before>(?:\d[\d., x]{0,40}mm )?)\b(?:key ?way|key ?seat|keyslot|passfedernut|rainure de clavette|chavetero)s?"
    r"(?P<rest>(?:(?! and (?:an? )?(?:chamfer|fillet|thread|groove|cross|M\d|two |both ))(?:[^,;.\n]|[.,](?=\d)))*)",
    re.IGNORECASE,
)
_CHAMFER: Final = re.compile(
    rf"(?P<a>{_N})\s?(?:mm)?(?: x 45°?)?\s*(?:mm )?chamfer\w*|chamfer\w*(?: edges?)?(?: of|:)?\s*(?P<b>{_N})\s?mm(?: x 45°?)?",
    re.IGNORECASE,
)
_CORNERS: Final = re.compile(
    rf"(?:corner radius|corners? (?:rounded|radius)|corners?(?= \(?R ?\d)|round(?:ed)?(?: off)? (?:(?:all|the|its|four|4) )*corners?|corners? with radius)(?: of| with| to| \(?R| \(|,? ?radius|:)*\s*(?P<a>{_N})(?:\s?mm)?"
    rf"|(?:R|radius )?(?P<b>{_N})\s?(?:mm )?(?:rounded corners?|corner radius|corners)",
    re.IGNORECASE,
)
_FILLET: Final = re.compile(
    rf"(?P<a>{_N})\s?mm (?:fillet\w*|edge radius)|fillet\w*(?: of|:)?\s*(?P<b>{_N})\s?mm",
    re.IGNORECASE,
)
_LONG_KEY: Final = 1.5
"""Times the width, from which the second figure of a keyway is its length, not the height of the key."""
_DEEPEST: Final = 0.65
"""Times the width, up to which the second of three figures is the depth of the keyway, not the height of the key."""


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
    circle, inset = _CIRCLE.search(text), _INSET.search(text)
    text = _INSET.sub(" ; ", text)
    holes: list[HoleWish] = []
    kept = text
    for match in _HOLES.finditer(text):
        wish = _wish(match)
        if wish is not None:
            if inset and wish.number > 1:
                wish = wish._replace(inset=number(inset[1]))
            holes.append(wish)
            kept = kept.replace(match.group(), " ; ", 1)
    if circle and not any(wish.circle for wish in holes):
        across = number(circle["a"] or circle["b"])
        holes = [
            one if one.is_central or one.spacing[0] else one._replace(circle=across)
            for one in holes
        ]
    kept = _CIRCLE.sub(" ; ", kept)
    holes, kept = _spaced(holes, kept)
    keyway, kept = _keyway(kept)
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


def _wish(match: re.Match[str]) -> HoleWish | None:
    rest = match["rest"]
    sorts = f"{match['sorts']} {match['more']} {rest}".casefold()
    size = (
        match if match["m"] or match["d"] else _SIZE.search(_CIRCLE.sub(" ", _APART.sub(" ", rest)))
    )
    thread = number(size["m"]) if size and size["m"] else 0.0
    is_tapped = "tapped" in sorts or "threaded" in sorts
    if thread:
        diameter = tables.tapping_hole(thread) if is_tapped else tables.clearance_hole(thread)
    elif size is not None and size["d"]:
        diameter = number(size["d"])
    else:
        return None
    apart, circle, deep = _APART.search(rest), _CIRCLE.search(rest), _DEEP.search(rest)
    x = number(apart["x"] or apart["x2"]) if apart else 0.0
    y = number(apart["y"] or apart["y2"]) if apart and (apart["y"] or apart["y2"]) else x
    head = 2 * (thread or diameter * 0.9)
    grid, turned = grid_in(rest), _TURNED.search(rest)
    told = _IN_CORNERS.search(rest)
    counted = match["count"] or (told[1] if told else "1")
    return HoleWish(
        number=grid[0] * grid[1] or int(number(counted)),
        grid=grid,
        diameter=diameter,
        countersink=round(head, 2) if "countersunk" in sorts else 0.0,
        counterbore=(round(head, 2), thread or diameter) if "counterbored" in sorts else (0.0, 0.0),
        depth=number(deep["n"]) if deep else 0.0,
        circle=number(circle["a"] or circle["b"]) if circle else 0.0,
        spacing=(x, y),
        turned=number(turned[1] or turned[2]) if turned else 0.0,
        along=_way(rest),
        is_central=bool(re.search(r"\b(?:central|cent(?:re|er)|middle)\b", sorts)) and not apart,
        is_each=bool(re.search(r"\b(?:each|both|per) (?:leg|end|side|flange|arm)s?\b", sorts)),
        sides=sides_in(rest),
        note=f"M{thread:g} is drawn as its core hole" if thread and is_tapped else "",
    )


def _way(rest: str) -> str:
    """The side of a block along which a hole goes, where it is not from above."""
    return next((way for way, words in _WAYS.items() if re.search(words, rest, re.IGNORECASE)), "")


_WAYS: Final = {
    "length": r"\b(?:lengthwise|lengthways|longitudinal(?:ly)?|end[- ]to[- ]end|(?:through|along|over) (?:the |its )?(?:whole |full |entire )?length)\b",
    "width": r"\b(?:crosswise|crossways|widthwise|(?:through|across) (?:the |its )?(?:whole |full )?width|(?:in|on|from|into) (?:the |one |a )?(?:front|long side|side)(?: face)?)\b",
}
"""By the side that they go along, words of holes."""
_TURNED: Final = re.compile(
    rf"\b(?:offset|rotated|turned|shifted|staggered)(?: by)? ({_N}) ?(?:degrees?\b|deg\b|°)"
    rf"|({_N}) ?(?:degrees?|deg|°) (?:offset|rotated|apart from)\b",
    re.IGNORECASE,
)
"""Holes on a circle whose first stands so far about it."""
_IN_CORNERS: Final = re.compile(r"^ ?(4) in corners\b")


def _keyway(text: str) -> tuple[Figures | None, str]:
    match = KEYWAY.search(text)
    if match is None:
        return None, text
    said = match["before"] + " " + match["rest"]
    figures: Figures = {}
    if pair := re.search(rf"({_N}) x ({_N})(?: x ({_N}))?", said):
        figures["width"] = number(pair[1])
        if not pair[3] and number(pair[2]) >= _LONG_KEY * figures["width"]:
            figures["length"] = number(pair[2])
        if pair[3]:
            figures["length"] = number(pair[3])
            if number(pair[2]) <= _DEEPEST * figures["width"]:
                figures["depth"] = number(pair[2])
    for name, words in (
        ("width", r"wide|width"),
        ("length", r"long|length"),
        ("depth", "deep|depth"),
    ):
        found = re.search(rf"({_N})\s?mm (?:{words})|(?:{words})(?: of)?\s*({_N})", said)
        if found:
            figures[name] = number(found[1] or found[2])
    figures |= _key_place(said, text)
    said = _on_step(said, figures)
    lone = re.search(rf"(?<![x\d])\b({_N})\s?mm\b", said)
    if "width" not in figures and lone and ("length" not in figures or match["before"]):
        figures["width"] = number(lone[1])
    return figures, text.replace(match.group(), " ; ", 1)


_SECOND_KEY: Final = re.compile(
    r"\b(?:second|another|further|two|2) key ?(?:way|seat)s?\b|\bkey ?ways?\b[^.;\n]{0,30}\b(?:both|each) ends?\b",
    re.IGNORECASE,
)
"""Two keyways, one near either end."""


def _key_place(said: str, text: str) -> Figures:
    """The step that a keyway is on, whether it is in its middle, and whether there is a second one."""
    figures: Figures = {}
    if where := re.search(
        r"\b(first|second|third|fourth|last|middle|centre|center)\b[ \w]{0,12}\b(?:step|section|seat|diameter)",
        said,
    ):
        figures["step"] = _STEPS.get(where[1].lower(), 0.0)
    if re.search(
        r"\b(?:in the (?:middle|centre|center)|centrally|centred)\b(?!(?: \w+)? (?:step|section|seat|diameter|part|journal))",
        said,
    ):
        figures["middle"] = 1.0
    if _SECOND_KEY.search(text):
        figures["second"] = 1.0
    return figures


def _on_step(said: str, figures: Figures) -> str:
    """Take out of the words, and note, the diameter of the step that a keyway is on."""
    on = _STEP_ACROSS.search(said)
    if on is None:
        return said
    figures["across"] = number(on[1] or on[2])
    return said.replace(on.group(), " ")


_STEP_ACROSS: Final = re.compile(
    rf"\b(?:on|in|at|along) (?:the )?({_N}) ?mm (?:diameter )?(?:step|section|seat|part|portion|journal|diameter)"
    rf"|\b(?:on|in|at) (?:the )?diameter ({_N})(?: ?mm)?"
)


def with_features(
    method: str, parameters: Mapping[str, float], wanted: StatedFeatures
) -> tuple[Figures, list[str]]:
    """The figures with the operations, and in words what could not be made."""
    figures, left = dict(parameters), list[str]()
    for extra, told in _others(method, figures, wanted):
        if _fits(method, figures | extra):
            figures |= extra
        else:
            left.append(told)
    for group, wish in enumerate(wanted.holes, 1):
        for some in arranged(method, figures, wish, group):
            if _fits(method, figures | some):
                figures |= some
                break
        else:
            left.append(f"{wish.number} holes of {wish.diameter:g} mm")
    return figures, left


def _fits(method: str, figures: Mapping[str, float]) -> bool:
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
        key = _bore_key if method in _KEYED else _key
        yield key(method, figures, wanted.keyway), "the keyway"


_STEPS: Final = {"first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "last": -1.0}
"""Numbers of steps; the middle one is 0."""


_KEYED: Final = frozenset(
    {"gear", "bevel_gear", "cam", "sprocket", "timing_pulley", "v_pulley", "flange", "bushing"}
)
"""Methods whose keyway goes along their bore."""


def _bore_key(method: str, figures: Mapping[str, float], said: Figures) -> Figures:
    """A keyway along the bore, of the key for its diameter unless the text says more."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    bore = whole.get("bore", whole.get("inner_diameter", 0.0))
    row = tables.key_for(bore) or {}
    deep = {"keyway_depth": said["depth"]} if "depth" in said else {}
    return {"keyway_width": said.get("width", row.get("width", row.get("b", bore / 4)))} | deep


def _takes_key(whole: Mapping[str, float], step: int, said: Figures) -> bool:
    """Whether the key of the width told is the usual one of a step, and the step long enough."""
    row = tables.key_for(whole.get(f"diameter_{step}", 0.0)) or {}
    long = whole.get(f"length_{step}", 0.0)
    return (
        row.get("width", row.get("b")) == said.get("width", 0.0) and said.get("length", 0.0) < long
    )


def _key(method: str, figures: Mapping[str, float], said: Figures) -> Figures:
    """A keyway near the shaft's upper end, of the key for its diameter unless the text says more."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    steps = sum(1 for name in figures if name.startswith("length_"))
    own = int(said.get("step", 1.0)) % max(steps + 1, 1) or (steps + 1) // 2 or 1
    own = next(
        (n for n in range(1, steps + 1) if whole.get(f"diameter_{n}") == said.get("across")), own
    )
    if "step" not in said and "across" not in said:
        own = next((n for n in range(1, steps + 1) if _takes_key(whole, n, said)), own)
    diameter = whole.get(f"diameter_{own}", whole.get("diameter", 20.0))
    long = whole.get(f"length_{own}", whole.get("length", 100.0))
    foot = sum(whole.get(f"length_{one}", 0.0) for one in range(1, own))
    row = tables.key_for(diameter) or {}
    width = said.get("width", row.get("width", row.get("b", diameter / 4)))
    length = said.get("length", max(min(1.5 * diameter, long * 0.8), width + 1))
    top = max(length / 2 + 1, long - length / 2 - min(5.0, (long - length) / 2))
    made = {
        "keyway_1.width": width,
        "keyway_1.length": length,
        "keyway_1.z": foot + (long / 2 if "middle" in said else top),
    } | ({"keyway_1.depth": said["depth"]} if "depth" in said else {})
    if "second" not in said:
        return made
    whole_length = sum(v for n, v in whole.items() if n.partition("_")[0] == "length")
    other = {name.replace("_1", "_2"): value for name, value in made.items()}
    return made | other | {"keyway_2.z": whole_length - made["keyway_1.z"]}
