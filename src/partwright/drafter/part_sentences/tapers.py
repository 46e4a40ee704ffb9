"""Turned parts with a taper, outside or in their bore, as drawn half sections; pure."""

import re
from collections.abc import Mapping
from math import radians, tan
from typing import Final, NamedTuple

from partwright.drafter.part_sentences.drawn_hardware import outlined
from partwright.drafter.part_sentences.drawn_text import drawn_text
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_D: Final = r"(?:diameter |dia\.? )?"
_TO: Final = rf"{_D}(?P<a>{_N}){_MM}(?: (?:in )?(?:diameter|dia\.?))?,? (?:(?:tapering|tapered|tapers|narrowing|widening|conical|down|up),? )*to {_D}(?P<b>{_N}){_MM}(?: (?:in )?(?:diameter|dia\.?))?,? (?:over|x|in|along|across|within)(?: a)?(?: length of)? (?P<l>{_N}){_MM}"
TAPER: Final = lazy_regex(
    rf"(?:\b(?:taper(?:s|ed|ing)?|cone|conical)(?: section| end| part)?,? )?(?:from )?(?<![\w.,])(?<!x ){_TO}(?! ?x)",
    re.IGNORECASE,
)
"""A cone by both its diameters and its length: diameter 32 to diameter 24 over 80."""
BEVELLED: Final = lazy_regex(
    rf"(?<![\w.,])(?<! x )(?P<a>{_N}) ?(?:°|deg(?:rees?)?) (?:(?:lead|lead-in|entry|tapered|pilot)[ -])*(?:chamfer|taper|bevel|cone|point)s?,? (?:of |over )?(?P<l>{_N}){_MM}(?: long)?"
    rf"|\b(?:lead|lead-in|entry|pilot)[ -](?:chamfer|taper|bevel|cone),? (?:of )?(?P<a2>{_N}) ?(?:°|deg(?:rees?)?),? (?:x |over )?(?P<l2>{_N}){_MM}(?: long)?",
    re.IGNORECASE,
)
"""The end of a pin that leads it in: 15° lead chamfer 4 mm long."""
TAPER_BORED: Final = lazy_regex(
    rf"\b(?:taper(?:ed|ing)?|conical) bore,? (?:of |from )?{_D}(?P<a>{_N}){_MM}(?: ?[A-Z]\d+)?,? (?:down )?(?:to|/) {_D}(?P<b>{_N}){_MM}"
    rf"|\bbore,? (?:of )?{_D}(?P<a2>{_N}){_MM},? taper(?:ed|ing)(?: down)? to {_D}(?P<b2>{_N}){_MM}",
    re.IGNORECASE,
)
_RATIO: Final = r"1 ?: ?(?P<k>\d{1,3}(?:[.,]\d+)?)"
BORED_TO_RATIO: Final = lazy_regex(
    rf"\b(?:taper(?:ed|ing)?|conical) bore,? (?:of |with )*(?:an? )?(?:taper (?:of )?)?{_RATIO}|\bbore,? (?:with (?:an? )?)?(?:taper(?:ed|ing)?|conical) {_RATIO.replace('<k>', '<k2>')}"
    r"|\b(?:bore,? )?(?:MT|MK|Morse taper(?: no\.?)?|Morse(?: no\.?)?|Morsekegel) ?(?P<m>[0-5])\b(?: bore| taper| socket)*",
    re.IGNORECASE,
)
"""A bore that narrows by its ratio, as 1:10, or as a Morse taper."""
_MORSE: Final = ((9.045, 19.212), (12.065, 20.047), (17.78, 20.02), (23.825, 19.922), (31.267, 19.254), (44.399, 19.002))  # fmt: skip
"""Of Morse tapers by their number, the wide end and the length in which the diameter loses one (ISO 296)."""
_WIDE_END: Final = rf"\b(?:large|larger|wide|big|major)(?:r|st)? (?:end|diameter|bore)(?: diameter)?(?: of)? {_D}({_N})|({_N}) ?mm (?:at|on) (?:the |its )*(?:large|wide|big)"
_CYLINDER: Final = lazy_regex(
    rf"\bdiameter (?P<d>{_N}){_MM}(?:,? x|,| for| over|,? length) ?(?P<l>{_N}){_MM}(?: long)?(?![\w.,]*\d)(?! ?x)"
    rf"|(?<![\w.,])(?P<d2>{_N}) ?mm (?:in )?diameter,? (?:x |for |over )?(?P<l2>{_N}) ?mm(?: long)?",
    re.IGNORECASE,
)
_THROUGH: Final = lazy_regex(rf"\bbore (?:of |diameter )*({_N}) ?mm(?! ?(?:deep|x))", re.IGNORECASE)
_MOST: Final = 5


class _Piece(NamedTuple):
    """A stretch of the part: its diameters at both ends, and its length."""

    low: float
    high: float
    long: float


def tapered(brief: DesignBrief) -> Mapping[str, float]:
    """The half section of cones and cylinders, one behind the other as the text has them."""
    text = drawn_text(brief)
    pieces = _pieces(text)
    bevel = BEVELLED.search(text)
    if bevel and pieces:
        angle, long = number(bevel["a"] or bevel["a2"]), number(bevel["l"] or bevel["l2"])
        last = pieces[-1]
        thin = last.high - 2 * long * tan(radians(angle))
        if thin > 0 and long < last.long:
            pieces[-1:] = [
                _Piece(last.low, last.high, last.long - long),
                _Piece(last.high, thin, long),
            ]
    bore = _THROUGH.search(text)
    inner = number(bore[1]) / 2 if bore else 0.0
    return _outlined(pieces, inner)


def _pieces(text: str) -> list[_Piece]:
    cones = [(one.start(), _cone(one)) for one in TAPER.finditer(text)]
    rest = TAPER.sub(lambda one: ";" * len(one.group()), text)
    rest = BEVELLED.sub(lambda one: ";" * len(one.group()), rest)
    plain = [(one.start(), _cylinder(one)) for one in _CYLINDER.finditer(rest)]
    found = [piece for _, piece in sorted([*cones, *plain])][:_MOST]
    if found:
        return found
    sizes = sizes_in(rest)
    across = sizes.named.get("diameter", sizes.group[0] if sizes.group else 0.0)
    long = sizes.named.get("length", sizes.group[1] if len(sizes.group) > 1 else 0.0)
    return [_Piece(across, across, long)] if across and long else []


def _cone(match: re.Match[str]) -> _Piece:
    return _Piece(number(match["a"]), number(match["b"]), number(match["l"]))


def _cylinder(match: re.Match[str]) -> _Piece:
    across = number(match["d"] or match["d2"])
    return _Piece(across, across, number(match["l"] or match["l2"]))


def _outlined(pieces: list[_Piece], inner: float) -> dict[str, float]:
    """The corners of the half section, from its lower end up on the outside."""
    corners: list[tuple[float, float]] = [(inner, 0.0)]
    at = 0.0
    for one in pieces:
        for radius, z in ((one.low / 2, at), (one.high / 2, at + one.long)):
            if corners[-1] != (radius, z):
                corners.append((radius, z))
        at += one.long
    return outlined([*corners, (inner, at)])


def taper_bored(brief: DesignBrief) -> Mapping[str, float]:
    """A sleeve whose bore narrows from one end to the other."""
    text = drawn_text(brief)
    bore = TAPER_BORED.search(text)
    wide, thin = (0.0, 0.0) if bore is None else (
        number(bore["a"] or bore["a2"]), number(bore["b"] or bore["b2"])
    )  # fmt: skip
    sizes = sizes_in(BORED_TO_RATIO.sub(" ; ", TAPER_BORED.sub(" ; ", text)))
    across = sizes.named.get("outer_diameter", sizes.named.get("diameter", 0.0))
    long = sizes.named.get("length", 0.0)
    if len(sizes.group) > 1:
        across, long = across or sizes.group[0], long or sizes.group[1]
    if bore is None and (ratio := BORED_TO_RATIO.search(text)):
        wide, thin, long = _by_ratio(ratio, text, long, sizes.named.get("bore", 0.0))
    across = across or 1.5 * max(wide, thin)
    long = long or across
    return outlined([(wide / 2, 0.0), (across / 2, 0.0), (across / 2, long), (thin / 2, long)])


def _by_ratio(
    match: re.Match[str], text: str, long: float, bore: float
) -> tuple[float, float, float]:
    """The bore at its wide end and at the other, and the length."""
    wide = figure_said(_WIDE_END, text) or bore
    if match["m"]:
        own, ratio = _MORSE[int(match["m"])]
        wide = wide or own
    else:
        wide, ratio = wide or 30.0, number(match["k"] or match["k2"])
    long = long or 2 * wide
    return wide, max(wide - long / ratio, 0.2), long


def without_tapers(key: str, text: str) -> str:
    """The text of a tapered part without the words that its outline has drawn."""
    return BEVELLED.sub(" ; ", TAPER.sub(" ; ", text)) if key == "tapered" else text


TAPERS: Final = {"tapered": tapered, "taper_bored": taper_bored}
