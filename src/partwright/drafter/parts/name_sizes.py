"""Sizes in text: `200 x 120 x 6 mm`, `Ø20 x 150`, `M4x12`, `wall 2 mm`, `24 teeth module 1`; pure."""

import re
from typing import Final

import msgspec

from partwright.drafter.text.numbers import COUNT, FIGURE, WORDS_OF_COUNTS
from partwright.drafter.text.units import BEHIND_INCHES
from partwright.kit.patterns import lazy_regex
from partwright.kit.units import MM_PER_INCH

_UNIT: Final = rf"(?:mm|cm|µm|m|inches|inch|in(?={BEHIND_INCHES})|\"|″|'')"
_END: Final = r"(?![\w²³^/%°]|\s?(?:mm|cm|m)?\s?[²³^])"
_IN_MM: Final = {
    "mm": 1.0,
    "cm": 10.0,
    "m": 1000.0,
    "µm": 0.001,
    "in": MM_PER_INCH,
    "inch": MM_PER_INCH,
    "inches": MM_PER_INCH,
    '"': MM_PER_INCH,
    "″": MM_PER_INCH,
    "''": MM_PER_INCH,
}

CHAIN_PITCHES: Final = {
    "04B": 6.0, "05B": 8.0, "06B": 9.525, "08B": 12.7, "10B": 15.875, "12B": 19.05, "16B": 25.4,
    "20B": 31.75, "24B": 38.1,
}  # fmt: skip
"""Pitches of roller chains by their numbers (ISO 606)."""

# Lengths: the name of the figure, the words before a number, the words after one.
_LENGTHS: Final = (
    (
        "outer_diameter",
        r"outer dia(?:meter|\.)?|outside dia(?:meter|\.)?|(?:outer|outside)(?= \d)|o\.?d\.?|au(?:ß|ss)endurchmesser",
        r"outer diameter|outside diameter|od",
    ),
    (
        "inner_diameter",
        r"inner dia(?:meter|\.)?|inside dia(?:meter|\.)?|(?:inner|inside)(?= \d)|i\.?d\.?|innendurchmesser",
        r"inner diameter|inside diameter|id",
    ),
    ("wire_diameter", r"wire(?: diameter)?|drahtdurchmesser|draht", r"wire"),
    ("hub_diameter", r"hub(?: diameter)?|nabendurchmesser|nabe", r"hub"),
    ("bolt_circle", r"bolt circle|pcd|pitch circle|lochkreis", r"bolt circle|pcd"),
    ("bore", r"bore(?: diameter)?|bohrung|centre hole|center hole", r"bore"),
    ("wall", r"wall(?:s)?(?: thickness)?|wandst(?:ä|ae)rke|wanddicke", r"walls?"),
    ("corner_radius", r"corner radius|edges rounded|corners rounded|eckenradius", r"corner radius"),
    ("bend_radius", r"bend radius|biegeradius", r"bend radius"),
    ("free_length", r"free length|(?:unloaded|relaxed) length", r"free length"),
    ("module", r"modul(?:e)?(?= ?[\d=:])|\bm ?= ?", r"module"),
    ("pitch", r"pitch|teilung", r"pitch"),
    ("thickness", r"thickness|dicke|materialst(?:ä|ae)rke|st(?:ä|ae)rke", r"thick|dick|stark"),
    ("radius", r"radius", r"radius"),
    ("diameter", r"diameter|dia\.?|durchmesser|[øØ⌀]|\bd ?= ?", r"diameter|dia\b|in diameter|durchmesser|across(?! (?:the )?(?:flats|corners)| a/?f)"),
    ("length", r"length|l(?:ä|ae)nge|stroke|\bl ?= ?", r"long|in length|lang|reach"),
    ("width", r"width|breite|\bw ?= ?|\bb ?= ?", r"wide|in width|breit"),
    ("height", r"height|h(?:ö|oe)he|\bh ?= ?", r"high|tall|in height|hoch"),
    ("depth", r"depth|tiefe", r"deep|tief"),
    (
        "shaft_diameter",
        r"shaft diameter|wellendurchmesser|, shaft|for (?:a )?shaft",
        r"shaft",
    ),
    ("cord", r"cord(?: diameter)?|schnurst(?:ä|ae)rke", r"cord"),
)  # fmt: skip

# Counts, which no unit scales.
_COUNTS: Final = (
    ("teeth", r"teeth|tooth|z(?:ä|ae)hne", r"teeth|number of teeth|z(?:ä|ae)hnezahl|z"),
    ("turns", r"(?:active )?(?:turns|coils)|windungen", r"turns|coils"),
    ("blade_count", r"blades?|vanes?|bl(?:ä|ae)tter|schaufeln|fl(?:ü|ue)gel", r"blades"),
    ("spoke_count", r"spokes?|speichen", r"spokes"),
    ("fin_count", r"fins|rippen", r"fins"),
    ("flute_count", r"(?:[a-z]+ )?(?:lobes|flutes)", r"lobes|flutes"),
    ("grooves", r"grooves|rillen", r"grooves"),
    ("bolt_count", r"(?:bolt )?holes|bohrungen|l(?:ö|oe)cher", r"holes"),
)

_ANGLES: Final = (
    ("pressure_angle", r"pressure angle|eingriffswinkel"),
    ("helix_angle", r"helix(?: angle)?|helical|schr(?:ä|ae)gungswinkel"),
    ("blade_angle", r"blade angle|pitch angle|anstellwinkel"),
    ("angle", r"angle|winkel|bend|bent"),
)

_GROUP = lazy_regex(
    rf"(?P<round>[øØ⌀]|\b(?:dia(?:meter|\.)?|durchmesser)\s*)?\s*(?<![A-Za-z\d.,])(?P<a>{FIGURE})\s?(?P<ua>{_UNIT})?"
    rf"\s?[x×X*]\s?(?P<b>{FIGURE})\s?(?P<ub>{_UNIT})?"
    rf"(?:\s?[x×X*]\s?(?P<c>{FIGURE})\s?(?P<uc>{_UNIT})?)?{_END}",
    re.IGNORECASE,
)
_THREAD = lazy_regex(
    rf"(?<![\w.])M\s?(?P<d>\d{{1,2}}(?:[.,]\d)?)(?:\s?[x×X*]\s?(?P<b>{FIGURE}))?(?:\s?[x×X*]\s?(?P<c>{FIGURE}))?(?![\w²])"
)
_TRAPEZOIDAL = lazy_regex(r"\bTr\s?(?P<d>\d{1,3})(?:\s?[x×]\s?\d{1,2})?\b")
_NOMINAL_BORE = lazy_regex(r"\bDN ?(?P<n>\d{1,4})\b")
_BELT = lazy_regex(r"\b(?:GT|HTD ?|AT|T|S)(?P<n>\d{1,2}(?:\.5)?)M?\b")
_CHAIN = lazy_regex(
    r"(?P<over>\d{1,2})/(?P<under>\d{1,2}) ?(?:inch(?:es)?|in|\"|″)(?= (?:roller |pitch )*chain)"
    r"|\b(?P<name>" + "|".join(CHAIN_PITCHES) + r")(?:-[1-3])?\b"
)
_HUB = lazy_regex(
    rf"\bhub (?:(?:on |at )?(?:one|a) (?:side|end),? )?(?:of )?(?:diameter )?(?P<d>{FIGURE})(?: ?mm)?(?: in)?(?: diameter)?(?: x |,? (?:and )?)"
    rf"(?P<h>{FIGURE})(?: ?mm|(?=\s*(?:[,;]|\.?\Z|\n|with\b|and\b)))(?: long| high| wide)?",
    re.IGNORECASE,
)
_COLLAR: Final = lazy_regex(
    rf"(?:\b(?:with|and|mit) |, ?)(?:an? )?(?:flange|collar|bund)(?: of)?(?: diameter)? (?P<d>{FIGURE})(?: ?mm)?(?: in)?(?: diameter)?(?: x |,? (?:and )?)"
    rf"(?P<h>{FIGURE})(?: ?mm|(?=\s*(?:[,;]|\.?\Z|\n|with\b|and\b)))(?! ?(?:bore|holes?|inside|inner|id)\b)(?: thick| high| wide| long)?",
    re.IGNORECASE,
)
"""Of a part that has one; a flange by itself has these sizes as its own."""
_LONE = lazy_regex(
    rf"(?<![\w.,])(?P<n>{FIGURE})\s?(?P<u>mm|cm|m|inches|inch|\"|″){_END}", re.IGNORECASE
)


class NameSizes(msgspec.Struct, frozen=True):
    """Sizes that a text states; lengths in mm, angles in degrees."""

    named: dict[str, float] = {}
    group: tuple[float, ...] = ()
    """Two or three lengths joined by x."""
    round: bool = False
    """The group begins with a diameter."""
    thread: tuple[float, float | None] | None = None
    """Metric thread and length, when one is named."""
    lone: tuple[float, ...] = ()
    """Lengths that nothing names."""

    @property
    def any(self) -> bool:
        return bool(self.named or self.group or self.lone or self.thread)


def sizes_in(text: str) -> NameSizes:
    """All sizes of a text; of contradicting ones the first."""
    named: dict[str, float] = {}
    thread, text = _thread(_NAMED_BEHIND.sub(_ended_by_name, text))
    text = _trapezoidal(text, named)
    if bore := _NOMINAL_BORE.search(text):
        named["bore"] = number(bore["n"])
    if belt := _BELT.search(text):
        named["belt_pitch"] = number(belt["n"])
    if chain := _CHAIN.search(text):
        named["pitch"] = _chain_pitch(chain)
        text = text[: chain.start()] + text[chain.end() :]
    if hub := _HUB.search(text):
        named |= {"hub_diameter": number(hub["d"]), "hub_height": number(hub["h"])}
        text = text[: hub.start()] + " ; " + text[hub.end() :]
    if collar := _COLLAR.search(text):
        named |= {"collar_diameter": number(collar["d"]), "collar_thickness": number(collar["h"])}
        text = text[: collar.start()] + " ; " + text[collar.end() :]
    for name, after, before in _COUNTS:
        text = _counted(text, name, after, before, named)
    for name, words in _ANGLES:
        text = _angled(text, name, words, named)
    text, group, round_one = _group(text)
    for name, before, after in _LENGTHS:
        text = _named(text, name, before, after, named)
    lone = tuple(_length(match["n"], match["u"]) for match in _LONE.finditer(text))
    return NameSizes(named, group, round_one, thread, lone)


_NAMED_BEHIND: Final = lazy_regex(
    rf"(?P<ahead>\b[a-z]+(?: of)? )?(?P<size>(?<![\w.,]){FIGURE}\s?(?:{_UNIT})\s(?:in )?(?:outer |inner |outside |inside |wall )?)"
    rf"(?P<name>diameter|dia\.?|bore|wall|thickness|width|height|depth|length)(?= {FIGURE}\s?(?:{_UNIT})(?!\w)|\s*(?:[,;.]|$|and\b))",
    re.IGNORECASE,
)
"""A figure with its name behind it, where nothing but the next figure follows."""
_NAMES: Final = lazy_regex(
    r"(?:diameter|dia|bore|wall|thickness|width|height|depth|length|long|x|by)\b", re.IGNORECASE
)
_CALLED: Final = {
    "length": "long", "width": "wide", "height": "high", "depth": "deep", "thickness": "thick",
}  # fmt: skip


def _ended_by_name(match: re.Match[str]) -> str:
    """The figure with its name, which is none of the next: 20 mm diameter 300 mm long."""
    if match["ahead"] and _NAMES.match(match["ahead"]):
        return match.group()
    name = match["name"].lower()
    return f"{match['ahead'] or ''}{match['size']}{_CALLED.get(name, match['name'])},"


def _chain_pitch(chain: re.Match[str]) -> float:
    if chain["name"]:
        return CHAIN_PITCHES[chain["name"]]
    return round(MM_PER_INCH * int(chain["over"]) / max(int(chain["under"]), 1), 4)


def number(text: str) -> float:
    """A number with a decimal point or comma, or a word of one."""
    word = WORDS_OF_COUNTS.get(text.casefold())
    return float(word) if word is not None else float(text.replace(",", "."))


def _length(figure: str, unit: str | None) -> float:
    return round(number(figure) * _IN_MM[(unit or "mm").casefold()], 6)


def _thread(text: str) -> tuple[tuple[float, float | None] | None, str]:
    match = _THREAD.search(text)
    if match is None:
        return None, text
    # M8x1.25x40 states its pitch between, M16x1.5 nothing but its pitch.
    length = match["c"] or match["b"]
    value = number(length) if length else None
    if value is not None and match["c"] is None and value < 2 and "." in (length or ""):
        value = None
    return (number(match["d"]), value), text[: match.start()] + " ; " + text[match.end() :]


def _trapezoidal(text: str, named: dict[str, float]) -> str:
    """`Tr16x4` is a thread of 16 mm with a pitch of 4 mm."""
    match = _TRAPEZOIDAL.search(text)
    if match is None:
        return text
    named["diameter"] = number(match["d"])
    return text[: match.start()] + " ; " + text[match.end() :]


def _counted(text: str, name: str, after: str, before: str, named: dict[str, float]) -> str:
    for pattern in (
        rf"\b(?P<n>{COUNT})[ -](?:{after})\b",
        rf"\b(?:{before})\s?[:=]\s?(?P<n>{COUNT})\b",
    ):
        if match := re.search(pattern, text, re.IGNORECASE):
            named.setdefault(name, number(match["n"]))
            return text[: match.start()] + " ; " + text[match.end() :]
    return text


def _angled(text: str, name: str, words: str, named: dict[str, float]) -> str:
    degrees = rf"(?P<n>{FIGURE})\s?(?:°|deg(?:rees?)?\b|grad\b)"
    patterns = [rf"\b(?:{words})\s?(?:of |:|=)?\s?{degrees}", rf"{degrees}\s?(?:{words})\b"]
    # Degrees that nothing names are those of a bend; those of a temperature have their C.
    patterns += [rf"{degrees}(?! ?[CF])"] if name == "angle" else []
    for pattern in patterns:
        if match := re.search(pattern, text, re.IGNORECASE):
            named.setdefault(name, number(match["n"]))
            return text[: match.start()] + " ; " + text[match.end() :]
    return text


def _group(text: str) -> tuple[str, tuple[float, ...], bool]:
    for match in _GROUP.finditer(text):
        figures = [match["a"], match["b"], *([match["c"]] if match["c"] else [])]
        units = [match["ua"], match["ub"], match["uc"]]
        last = next((unit for unit in reversed(units) if unit), None)
        values = tuple(
            _length(figure, unit or last) for figure, unit in zip(figures, units, strict=False)
        )
        if all(0 < value < 20000 for value in values):
            rest = text[: match.start()] + " ; " + text[match.end() :]
            return rest, values, match["round"] is not None
    return text, (), False


def _named(text: str, name: str, before: str, after: str, named: dict[str, float]) -> str:
    """The figure of one name; what was read is taken out of the text."""
    unit = rf"\s?(?P<u>{_UNIT})?{_END}"
    sure_unit = rf"\s?(?P<u>{_UNIT})"
    for pattern in (
        rf"(?:(?<=[^\w])|^)(?:{before})\s?(?:of |is |at least |min\.? |:|=)?\s?(?P<n>{FIGURE}){unit}",
        rf"(?<![\w.,])(?P<n>{FIGURE}){sure_unit}[ -](?:{after})\b",
    ):
        if match := re.search(pattern, text, re.IGNORECASE):
            value = _length(match["n"], match["u"])
            if value > 0:
                named.setdefault(name, value)
            return text[: match.start()] + " ; " + text[match.end() :]
    return text
