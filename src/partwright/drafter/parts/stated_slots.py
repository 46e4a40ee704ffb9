"""Slots that a sentence asks of one part, as operations of the language; pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from partwright.cad.language.flat import flat, spec_of
from partwright.drafter.parts.hole_places import HoleWish, arranged
from partwright.drafter.parts.hole_sites import (
    SITE,
    Site,
    distance_aside,
    faces_meant_by,
    first_site_in,
)
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_SIDE: Final = rf"{_N}(?: ?mm)? (?:wide|long|deep)\b"
_PAIR: Final = rf"{_N}(?: ?mm)? x {_N}(?: x {_N})?(?: ?mm)?(?: deep\b)?"
_SLOT: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT}) )?(?P<before>(?:\b(?:{_PAIR}|{_SIDE}(?: (?:and )?{_SIDE})?|{_N} ?mm) )?)(?<![-\w])slots?\b(?! ?(?:nut|profile))"
    rf"(?P<after>(?:,? ?(?:of |: ?)?(?:{_PAIR}(?! ?x)(?:,? {_N}(?: ?mm)? deep\b)?|{_SIDE}(?:,? ?(?:(?:and|by|x) )?{_SIDE}){{0,2}}))?)(?P<each>,? (?:in|on) (?:each|both|every) (?:leg|flange|arm|side)s?\b)?"
    rf"(?:,? (?:at |spaced |with )?(?P<apart>{_N}) ?mm (?:apart|centres|centers|spacing|pitch|between centres)\b)?",
    re.IGNORECASE,
)
_TOLD: Final = lazy_regex(rf"({_N})(?: ?mm)? (wide|long|deep)\b", re.IGNORECASE)
_SIDES: Final = lazy_regex(rf"({_N})(?: ?mm)? x ({_N})(?: x ({_N}))?(?: ?mm)?", re.IGNORECASE)
_ROUND: Final = frozenset({"shaft", "rod", "revolution"})
"""Methods whose slots go in from their side, along the axis, and not through their ends."""
_APART: Final = 2
"""Widths of slots from middle to middle."""
_FROM_END: Final = 5.0
_LONG: Final = 2
"""Widths to the length of slots of which only the width is told."""


_REST: Final = lazy_regex(r"[,;.](?!\d)|\n|\band (?=an?\b|\d|one\b|two\b)")


_CORNERS: Final = lazy_regex(r" ?(?:in|at|near) (?:the |all |its |each )*(?:(?:four|4) )?corners?\b", re.IGNORECASE)  # fmt: skip
_PAIR_OF: Final = 2


class SlotWish(NamedTuple):
    """Slots as a text asks for them; one without a depth goes through."""

    number: int
    length: float
    width: float
    depth: float = 0.0
    is_each: bool = False
    """Whether so many are in each leg."""
    apart: float = 0.0
    """From middle to middle, where the text says so."""
    inset: float = 0.0
    """From the edges to their middle, where the text says so."""
    site: Site | None = None
    """Where they are by the words of the text."""
    is_assumed: bool = False
    """Whether nothing tells how long they are."""

    @property
    def told(self) -> str:
        """The slots in words."""
        size = f"{self.length:g} x {self.width:g} mm"
        return f"a slot of {size}" if self.number == 1 else f"{self.number} slots of {size}"


def slots_in(text: str) -> tuple[SlotWish | None, str]:
    """The first slots of a text whose length and width are told, and the text without their words."""
    for match in _SLOT.finditer(text):
        said = f"{match['before']} ; {match['after']}"
        named = {side.casefold(): number(value) for value, side in reversed(_TOLD.findall(said))}
        if pair := _SIDES.search(said):
            short, long = sorted((number(pair[1]), number(pair[2])))
            deep = number(pair[3]) if pair[3] else named.get("deep", 0.0)
            named = {"wide": short, "long": long, "deep": deep}
        lone = re.match(rf"({_N}) ?mm $", match["before"])
        if lone and "wide" not in named:
            named = {"long": number(lone[1]) * _LONG, **named, "wide": number(lone[1])}
        if {"wide", "long"} <= named.keys():
            wish = SlotWish(
                int(number(match["count"] or "1")),
                named["long"],
                named["wide"],
                named.get("deep", 0.0),
                bool(match["each"]),
                apart=number(match["apart"] or "0"),
                site=first_site_in(_REST.split(text[match.end("before") :], maxsplit=1)[0]),
                inset=named["long"]
                if number(match["count"] or "1") > _PAIR_OF
                and (_CORNERS.match(text, match.end()) or _is_alone(match, text))
                else 0.0,
                is_assumed=lone is not None and named["long"] == number(lone[1]) * _LONG,
            )
            return wish, text.replace(match.group(), " ; ", 1)
    return None, text


def _is_alone(match: re.Match[str], text: str) -> bool:
    """Whether four slots have no place and no distance: they are near the corners, as holes would be."""
    rest = _REST.split(text[match.end("before") :], maxsplit=1)[0]
    is_four = number(match["count"] or "1") == _FOUR
    return is_four and not match["apart"] and not match["each"] and first_site_in(rest) is None


_FOUR: Final = 4


def words_of_slots(text: str) -> Iterator[tuple[int, int]]:
    """The places of words that tell where slots are."""
    for match in _SLOT.finditer(text):
        end = match.end() + len(_REST.split(text[match.end() :], maxsplit=1)[0])
        yield from (one.span() for one in SITE.finditer(text, match.end("before"), end))


def cut_slots(method: str, figures: Mapping[str, float], wanted: SlotWish) -> dict[str, float]:
    """The operations for slots; in a round bar as a keyway is cut, where they do not go through."""
    if method in _ROUND:
        return _along_axis(method, figures, wanted)
    if wanted.is_each or (wanted.inset and wanted.number > 1):
        return _in_each(method, figures, wanted)
    name = "slot_1" if wanted.number == 1 else "slot_grid_1"
    made = {f"{name}.length": wanted.length, f"{name}.width": wanted.width}
    if wanted.number > 1:
        rows = {"count_x": 1.0, "count_y": float(wanted.number), "spacing_y": wanted.width * _APART}
        if wanted.apart:
            rows = _so_far_apart(method, figures, wanted)
        made |= {f"{name}.{one}": value for one, value in rows.items()}
    faces = faces_meant_by(method, figures, wanted.site) if wanted.site else ()
    made |= {f"{name}.face": float(faces[0])} if faces else {}
    if wanted.site and not faces:
        near = distance_aside(method, figures, wanted.site, wanted.length / 2)
        made |= {f"{name}.{near[0]}": near[1]} if near else {}
    return made | ({f"{name}.depth": wanted.depth} if wanted.depth else {})


def _so_far_apart(method: str, figures: Mapping[str, float], wanted: SlotWish) -> dict[str, float]:
    """A row along the length, or across where that has no room for it."""
    long = flat(spec_of(name="", method=method, parameters=figures)).get("length", 0.0)
    is_along = (wanted.number - 1) * wanted.apart + wanted.length < long
    way, other = ("x", "y") if is_along else ("y", "x")
    return {f"count_{way}": float(wanted.number), f"count_{other}": 1.0, f"spacing_{way}": wanted.apart}  # fmt: skip


def _in_each(method: str, figures: Mapping[str, float], wanted: SlotWish) -> dict[str, float]:
    """Slots in each leg of a bracket, or so far from the edges, where holes as wide would be."""
    hole = HoleWish(wanted.number, wanted.width, is_each=wanted.is_each, inset=wanted.inset)
    sides = {"length": wanted.length, "width": wanted.width} | (
        {"depth": wanted.depth} if wanted.depth else {}
    )
    made: dict[str, float] = {}
    for name, value in next(arranged(method, figures, hole, 1), dict[str, float]()).items():
        lead, _, own = name.replace("hole", "slot", 1).partition(".")
        made |= {f"{lead}.{one}": side for one, side in sides.items()}
        made |= {} if own == "diameter" else {f"{lead}.{own}": value}
    return made or {"slot_1.length": 0.0}


def _along_axis(method: str, figures: Mapping[str, float], wanted: SlotWish) -> dict[str, float]:
    """Figures of a slot in the side of a bar; such as have no room where it cannot be made."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    long = whole.get("length_1", whole.get("length", 0.0))
    z = max(wanted.length / 2 + 1, long - wanted.length / 2 - _FROM_END)
    through = whole.get("diameter_1", whole.get("diameter", 0.0))
    return {
        f"keyway_{one}.{name}": value
        for one in range(1, wanted.number + 1)
        for name, value in (
            ("width", wanted.width), ("length", wanted.length), ("z", z),
            ("depth", wanted.depth or through), ("angle", 360 * (one - 1) / wanted.number),
        )
    }  # fmt: skip
