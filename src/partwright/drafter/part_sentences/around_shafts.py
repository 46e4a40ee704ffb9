"""Grooves for retaining rings and O-rings, and splines, that a sentence asks for around a shaft; pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import pi, radians, tan
from typing import Final, NamedTuple

from partwright.cad.language import validator
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.seal_grooves import (
    SEAL_DEEP,
    cord_of,
    seal_sizes,
)
from partwright.drafter.part_sentences.shaft_reliefs import (
    UNDERCUT,
    ShaftRelief,
    has_relief,
    reliefs_in,
    relieved,
)
from partwright.drafter.parts.edge_places import DEEP
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import COUNT, FIGURE, first_figure
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = FIGURE
_GROOVE: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT}) )?\b(?P<ring>retaining[ -]?rings?|circlips?|snap[ -]?rings?|seeger(?:[ -]?rings?)?|o-?rings?|ring|annular|sicherungsring)[ -]?(?:grooves?|nut(?:en)?)\b"
    rf"(?P<rest>(?:(?!\b(?:chamfer|keyway|thread|spline)\b|, ?M ?\d|,? and (?:an? )?(?:keyway|chamfer|thread|spline|cross|M\d))[^;\n]){{0,90}})"
    rf"|(?:\b(?P<count2>{COUNT}) )?(?P<before>\b{_N} ?mm (?:wide )?)?(?<!v-)(?<!v )\bgrooves?(?! pin)\b(?P<rest2>(?:(?!\b(?:chamfer|keyway|thread|spline)\b)[^;\n]){{0,70}})",
    re.IGNORECASE,
)
_STANDARD: Final = lazy_regex(r"\b(?:to |per |for |nach )?(?:DIN ?471|ISO ?464)\b(?:[ -]+(?:diameter )?(?P<size>\d{1,3})(?: ?x ?[\d.,]+)?)?", re.IGNORECASE)  # fmt: skip
_WIDE: Final = lazy_regex(rf"({_N}) ?(?:mm )?wide|\bwidth(?: of)? ({_N})|\bm ?= ?({_N})", re.IGNORECASE)  # fmt: skip
_BOTTOM: Final = lazy_regex(
    rf"\b(?:(?:to|on|groove|root|bottom) )*(?:diameter|dia\.?|d2 ?=?) ?({_N})|({_N}) ?(?:mm )?(?:groove |root |bottom )?(?:diameter|dia)\b",
    re.IGNORECASE,
)
_PAIR: Final = lazy_regex(rf"(?<![\w.,])({_N})(?: ?mm)? x (?:diameter )?({_N})(?: ?mm)?", re.IGNORECASE)  # fmt: skip
_FROM_END: Final = lazy_regex(
    rf"({_N}) ?(?:mm )?(?:away )?from (?:(?:the|each|both|one|either|every|left|right|other|shaft) )*(?:ends?|shoulder|face)\b"
    rf"|\bat (?:z ?=? ?)?({_N}) ?mm(?: from (?:(?:the|each|both|one|left|right) )*ends?)?",
    re.IGNORECASE,
)
_BOTH: Final = lazy_regex(r"\b(?:both|each|either) ends?\b", re.IGNORECASE)
_RINGS: Final = 3.0
"""From the end to the middle of a groove that no word places, by its width."""
_LOOSE: Final = 0.15
_SPLINED: Final = lazy_regex(r"\bsplin(?:e|es|ed)\b|\bDIN ?5480\b|\bISO ?14\b|\bDIN ?546[1-4]\b|\bkeilwelle\w*|\bzahnwelle\w*|\barbre cannelé", re.IGNORECASE)  # fmt: skip
_STRAIGHT: Final = lazy_regex(r"(?<![\w.,])(6|8|10) ?x ?(\d{2,3})(?: ?mm)? ?x ?(\d{2,3})(?:(?: ?mm)? ?x ?(\d{1,2}))?(?! ?x ?\d)(?: ?mm)?\b", re.IGNORECASE)  # fmt: skip
_INVOLUTE: Final = lazy_regex(rf"\bW ?({_N}) ?x ?({_N})(?: ?x ?30)? ?x ?(\d{{1,2}})(?: ?x ?\d{{1,2}}[a-z])?\b", re.IGNORECASE)  # fmt: skip
_LONG: Final = lazy_regex(
    rf"({_N}) ?mm (?:long )?(?:of )?splin\w+(?: length)?|\bsplin\w*[^;,.\d]{{0,24}}(?:over|for|length(?: of)?|along) ({_N}) ?mm|\bsplin\w*,? ({_N}) ?mm long|\bsplined? (?:over|for) (?:the )?(?:first |last )?({_N}) ?mm",
    re.IGNORECASE,
)
_WIDTHS: Final = {
    (6, 11, 14): 3, (6, 13, 16): 3.5, (6, 16, 20): 4, (6, 18, 22): 5, (6, 21, 25): 5, (6, 23, 26): 6,
    (6, 23, 28): 6, (6, 26, 30): 6, (6, 26, 32): 6, (6, 28, 32): 7, (6, 28, 34): 7, (8, 32, 36): 6,
    (8, 32, 38): 6, (8, 36, 40): 7, (8, 36, 42): 7, (8, 42, 46): 8, (8, 42, 48): 8, (8, 46, 50): 9,
    (8, 46, 54): 9, (8, 52, 58): 10, (8, 52, 60): 10, (8, 56, 62): 10, (8, 56, 65): 10, (8, 62, 68): 12,
    (8, 62, 72): 12, (10, 72, 78): 12, (10, 72, 82): 12, (10, 82, 88): 12, (10, 82, 92): 12,
    (10, 92, 98): 14, (10, 92, 102): 14, (10, 102, 108): 16, (10, 102, 112): 16, (10, 112, 120): 18,
    (10, 112, 125): 18,
}  # fmt: skip
"""Widths of straight-sided splines by their number and both diameters (ISO 14, light and medium)."""


class AroundShaft(NamedTuple):
    """Grooves and splines round a shaft, and the text without the words that say so."""

    text: str
    grooves: tuple[Mapping[str, float], ...] = ()
    """Width, depth, bottom diameter, size of the ring, distance from the end, as far as they are told."""
    spline: Mapping[str, float] | None = None
    notes: tuple[str, ...] = ()
    undrawn: tuple[str, ...] = ()
    reliefs: tuple[ShaftRelief, ...] = ()


_HUBS: Final = frozenset(
    {"bushing", "flange", "gear", "sprocket", "timing_pulley", "v_pulley", "disc"}
)
_INSIDE: Final = lazy_regex(r"\bN ?(?=\d+(?:[.,]\d+)? ?x ?\d)")
_WORDS: Final = lazy_regex(r"\b(?:internal(?:ly)? )?splin(?:es?|ed)(?: bore| hole| hub)?|\bbore(?= with splines?)| with splines?\b|\b(?:DIN ?5480|ISO ?14|DIN ?546[1-4])\b", re.IGNORECASE)  # fmt: skip


def _splined_bore(text: str) -> AroundShaft:
    """A bore with splines in it as a plain one of their inside diameter."""
    kept, spline, _ = _spline(_INSIDE.sub("W", text))
    if spline is None:
        return AroundShaft(text)
    kept = f"{_WORDS.sub(' ', kept)}, bore {spline['inner']:g} mm"
    told = f"the {spline['count']:g} splines of its bore: it is plain, {spline['inner']:g} mm"
    return AroundShaft(kept, undrawn=(told,))


_IN_FACE: Final = lazy_regex(
    rf"(?:(?:\b(?:with )?(?:an? |one )?|, ?)(?:o-?ring |seal(?:ing)? |ring |annular )?\bface (?:seal )?grooves?|\b(?:o-?ring|seal(?:ing)?|annular|ring)[ -]grooves? (?:in|into|on) (?:the |its |one )?(?:\w+ )?face)"
    rf"(?:,? ?(?:of |for |with |to )?(?:diameter |ID |OD |mean )*{_N}(?: ?mm)?(?: ?x)?(?: (?:wide|deep|dia(?:meter)?|ID|OD|width|depth|cord)\b)?)*",
    re.IGNORECASE,
)
"""A groove for a seal in a face, which no form has."""


def around_in(text: str, method: str) -> AroundShaft:
    """The grooves and splines of a text, where it is of a shaft."""
    if faced := _IN_FACE.search(text):
        told = (f"“{faced.group().strip(' ,')}”: its face is plain",)
        rest = around_in(text.replace(faced.group(), " ; ", 1), method)
        return rest._replace(undrawn=(*rest.undrawn, *told))
    if method in _HUBS:
        return _splined_bore(text)
    if method not in ("shaft", "rod"):
        return AroundShaft(text)
    kept, spline, notes = _spline(text)
    grooves: list[Figures] = []
    kept, reliefs = reliefs_in(kept)
    for match in _GROOVE.finditer(kept):
        one = _groove(match)
        if one is None:
            continue
        grooves.append(one)
        kept = kept.replace(match.group(), " ; ", 1)
    return AroundShaft(kept, tuple(grooves), spline, tuple(notes), reliefs=reliefs)


def _groove(match: re.Match[str]) -> Figures | None:
    """The figures that are told of a groove; None where nothing tells that it is a ring's."""
    ring = (match["ring"] or "").casefold()
    said = f"{match['before'] or ''} {match['rest'] or match['rest2'] or ''}"
    place = _FROM_END.search(said)
    rest = _FROM_END.sub(" ; ", said)
    found: Figures = {"count": number(match["count"] or match["count2"] or "1")}
    standard = _STANDARD.search(rest)
    if standard and standard["size"]:
        found["ring"] = number(standard["size"])
    rest = _STANDARD.sub(" ; ", rest)
    wide, deep, bottom = (
        first_figure(_WIDE, rest),
        first_figure(DEEP, rest),
        first_figure(_BOTTOM, rest),
    )
    pair = _PAIR.search(rest)
    if pair and not wide:
        wide, second = number(pair[1]), number(pair[2])
        deep, bottom = (second, bottom) if second <= 2 * wide else (deep, second)
    lead = re.match(rf" ?({_N}) ?mm", match["before"] or "")
    wide = wide or (number(lead[1]) if lead else 0.0)
    found |= {"width": wide, "depth": deep, "bottom": bottom}
    if place:
        found["place"] = number(place[1] or place[2])
    if _BOTH.search(said):
        found["count"] = 2.0
    if ring.startswith(("o-ring", "oring")) and not (wide and (deep or bottom)):
        return found | {"seal": 1.0, "cord": cord_of(said)}
    is_ring = bool(ring) and not ring.startswith(("o-ring", "oring", "ring", "annular", "o ring"))
    if not is_ring and not (wide and (deep or bottom)):
        return None
    return found | ({"circlip": 1.0} if is_ring or standard else {})


def _spline(text: str) -> tuple[str, Figures | None, list[str]]:
    if not _SPLINED.search(text):
        return text, None, []
    involute, straight = _INVOLUTE.search(text), _STRAIGHT.search(text)
    if involute:
        base, module, count = (number(one) for one in involute.groups())
        shift = (base - module * count - 1.1 * module) / 2
        thick = module * pi / 2 + 2 * shift * tan(radians(30))
        found = {"outer": base - 0.2 * module, "inner": base - 2.2 * module, "count": count, "width": round(thick, 2)}  # fmt: skip
        notes = ["The flanks of the involute splines are drawn straight"]
        match = involute
    elif straight:
        count, inner, outer = (int(one) for one in straight.groups()[:3])
        wide = float(straight[4] or _WIDTHS.get((count, inner, outer), 0))
        found = {"outer": outer, "inner": inner, "count": count, "width": wide or round(inner * 0.25, 1)}  # fmt: skip
        notes = [] if wide else [f"The width of the splines is assumed: {found['width']:g} mm"]
        match = straight
    else:
        return text, None, []
    kept = text.replace(match.group(), " ", 1)
    if long := _LONG.search(kept):
        found["length"] = first_figure(_LONG, kept)
        kept = kept.replace(long.group(), " splines ; ", 1)
    if re.search(r"\b(?:both|each|either) ends?\b", kept, re.IGNORECASE):
        found["ends"] = 2.0
    return kept, found, notes


def with_splines(
    method: str, figures: Mapping[str, float], wanted: AroundShaft
) -> tuple[str, Figures, list[str]]:
    """The method and figures of the shaft with its splines, and whether they have no room.

    A plain pin with a groove or splines is a shaft of one step.
    """
    made = dict(figures)
    if method == "rod" and (wanted.spline or wanted.grooves):
        own = {"diameter": "diameter_1", "length": "length_1"}
        method, made = "shaft", {own.get(name, name): value for name, value in made.items()}
    if wanted.spline is None:
        return method, made, []
    splined, is_made = _splined(made, wanted.spline)
    return (method, splined, []) if is_made else (method, made, ["the splines"])


def is_worked_to(standard: str, figures: Mapping[str, float | str]) -> bool:
    """Whether a part of the figures has the grooves, splines or undercuts of a standard."""
    if UNDERCUT.fullmatch(standard):
        return has_relief(figures)
    if re.fullmatch(r"DIN ?981", standard):
        return "slot_depth" in figures
    made = {name.partition("_")[0] for name in figures}
    ring, spline = _STANDARD.fullmatch(standard), _SPLINED.fullmatch(standard)
    return (ring is not None and "groove" in made) or (spline is not None and "spline" in made)


def worked_round(text: str, figures: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The places of words for the grooves and splines that a shaft has."""
    made = {name.partition("_")[0] for name in figures}
    if "groove" in made:
        for match in _GROOVE.finditer(text):
            yield match.start(), match.start("rest") if match["ring"] else match.start("rest2")
        yield from (match.span() for match in _STANDARD.finditer(text))
    if "spline" in made:
        yield from (match.span() for match in _INVOLUTE.finditer(text))
        yield from (match.span() for match in _SPLINED.finditer(text))


def with_grooves(
    figures: Mapping[str, float], wanted: AroundShaft
) -> tuple[Figures, list[str], list[str]]:
    """The figures of the shaft with its grooves, what has no room, and what is to be told."""
    made, left, notes = dict(figures), list[str](), list(wanted.notes)
    for one in wanted.grooves:
        for turn in range(int(one.get("count", 1))):
            fitting = next((way for way in _grooves(made, one, turn) if _fits(made | way)), None)
            made |= fitting or {}
            left += [] if fitting else ["a groove"]
            notes += [_assumed(fitting)] if fitting and "seal" in one else []
            notes += (
                ["Where the groove stands is assumed"] if fitting and "place" not in one else []
            )
    made, unmade = relieved(made, wanted.reliefs)
    left += unmade
    return made, left, list(dict.fromkeys(notes))


def _assumed(groove: Mapping[str, float]) -> str:
    """Tell the sizes of a groove that follow from the cord of its ring."""
    wide, deep = (next(v for n, v in groove.items() if n.endswith(end)) for end in (".width", ".depth"))  # fmt: skip
    return f"The groove for the O-ring is {wide:g} mm wide and {deep:g} mm deep, for a cord of {deep / SEAL_DEEP:.3g} mm"


def _fits(figures: Mapping[str, float]) -> bool:
    return not validator.problems(spec_of(name="", method="shaft", parameters=figures))


class _Step(NamedTuple):
    low: float
    high: float
    diameter: float


def _steps(figures: Mapping[str, float]) -> Sequence[_Step]:
    whole = flat(spec_of(name="", method="shaft", parameters=figures))
    found, at = list[_Step](), 0.0
    for one in range(1, 9):
        long = whole.get(f"length_{one}", 0.0)
        if long:
            found.append(_Step(at, at + long, whole[f"diameter_{one}"]))
            at += long
    return found


def _grooves(made: Figures, said: Mapping[str, float], turn: int) -> Iterator[Figures]:
    """Places of a groove, the likeliest first: by its ring, from an end of the shaft, of its step."""
    steps = _steps(made)
    lead = f"groove_{1 + sum(1 for one in made if one.endswith('.depth') and one.startswith('groove_'))}"
    for step in sorted(steps, key=lambda one: -_alike(one, said)):
        row = _row(said.get("ring") or step.diameter) if said.get("circlip") else None
        if said.get("seal"):
            said = {**said, **seal_sizes(said.get("cord", 0.0), step.diameter)}
        wide = said.get("width") or (row["groove_width"] if row else 0.0)
        bottom = said.get("bottom") or (row["groove_diameter"] if row else 0.0)
        deep = said.get("depth") or (step.diameter - bottom) / 2
        if not wide or deep <= 0 or (said.get("ring") or step.diameter) != step.diameter:
            continue
        away = said.get("place") or _RINGS * wide
        top = steps[-1].high
        ends = [away, top - away, step.low + away, step.high - away]
        for z in ends if not turn else [ends[1], ends[0], *ends[2:]]:
            if step.low < z < step.high:
                yield {f"{lead}.width": wide, f"{lead}.depth": round(deep, 3), f"{lead}.z": round(z, 3)}  # fmt: skip


def _alike(step: _Step, said: Mapping[str, float]) -> float:
    """Whether a groove of the bottom told is usual on the step."""
    if said.get("ring"):
        return float(step.diameter == said["ring"])
    row, bottom = _row(step.diameter), said.get("bottom", 0.0)
    return float(row is not None and abs(row["groove_diameter"] - bottom) < _LOOSE)


def _row(across: float) -> Mapping[str, float] | None:
    return tables.CIRCLIPS["DIN 471"].get(across)


def _splined(made: Figures, said: Mapping[str, float]) -> tuple[Figures, bool]:
    """The shaft with splines on the step of their diameter, or on a new one at its end."""
    outer, deep = float(said["outer"]), (said["outer"] - said["inner"]) / 2
    if "diameter_1" not in made:
        made = {"diameter_1": outer, **made}
    long = said.get("length", 0.0)
    steps = _steps(made)
    alike = next((one for one in reversed(steps) if one.diameter == outer), None)
    if alike is None:
        number_of, last = len(steps), steps[-1]
        long = long or min(1.5 * outer, (last.high - last.low) / 2)
        if said.get("ends") or last.high - last.low <= long:
            return made, False
        made = made | {
            f"length_{number_of}": round(last.high - last.low - long, 4),
            f"diameter_{number_of + 1}": outer, f"length_{number_of + 1}": long,
        }  # fmt: skip
        alike = _Step(last.high - long, last.high, outer)
    long = min(long or alike.high - alike.low, alike.high - alike.low)
    places = [alike.high - long / 2, *([alike.low + long / 2] if said.get("ends") else [])]
    for turn, z in enumerate(places, 1):
        lead = f"spline_{turn}"
        made = made | {
            f"{lead}.count": float(said["count"]), f"{lead}.width": float(said["width"]),
            f"{lead}.depth": round(deep, 3), f"{lead}.length": long, f"{lead}.z": round(z, 3),
        }  # fmt: skip
    return made, _fits(made)
