"""Designations of standard parts, `ISO 4762 M4x12`, `DIN 6885 A 6x6x20`, `6204-2RS`, read and written."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.feature import Feature
from partwright.cad.language.standards import families, tables
from partwright.cad.language.standards.families import StandardSize
from partwright.cad.model import NotDrawn

ALIASES: Final = {
    "DIN 912": "ISO 4762",
    "DIN 931": "ISO 4014",
    "DIN 933": "ISO 4017",
    "DIN 7991": "ISO 10642",
    "ISO 7380": "ISO 7380-1",
    "DIN 965": "ISO 7046",
    "ISO 7046-1": "ISO 7046",
    "DIN 963": "ISO 2009",
    "DIN 84": "ISO 1207",
    "DIN 85": "ISO 1580",
    "DIN 7985": "ISO 14583",
    "ISO 7045": "ISO 14583",
    "DIN 913": "ISO 4026",
    "ISO 4029": "ISO 4026",
    "DIN 916": "ISO 4026",
    "DIN 934": "ISO 4032",
    "DIN 439": "ISO 4035",
    "DIN 936": "ISO 4035",
    "ISO 10511": "DIN 985",
    "ISO 7040": "DIN 985",
    "DIN 982": "DIN 985",
    "DIN 125": "ISO 7089",
    "DIN 125-1": "ISO 7089",
    "DIN 126": "ISO 7091",
    "DIN 9021": "ISO 7093",
    "ISO 7093-1": "ISO 7093",
    "DIN 440": "ISO 7094",
    "DIN 7": "ISO 2338",
    "DIN 6325": "ISO 8734",
    "DIN 975": "DIN 976",
    "DIN 976-1": "DIN 976",
    "DIN 6885-1": "DIN 6885",
    "ISO 773": "DIN 6885",
    "DIN 625": "ISO 15",
    "DIN 625-1": "ISO 15",
}
"""Older and neighbouring standards by the one whose dimensions are used."""

_NUMBER = r"\d{1,4}(?:[.,]\d{1,2})?"
_BY = r"\s*[x×X*]\s*"
_STANDARD = re.compile(
    r"\b(?:(?:DIN|BS|EN|UNI|NF)[ -]*)*?(DIN|ISO)[ -]*(\d{1,5}(?:-\d)?)([AB])?\b", re.IGNORECASE
)
_THREAD = re.compile(rf"\bM\s?({_NUMBER})(?:{_BY}({_NUMBER}))?(?:{_BY}({_NUMBER}))?", re.IGNORECASE)
_TOLERANCED = re.compile(r"(?<![\w.,])(\d{1,2}) ?[mh]\d{1,2} ?x ?(\d{1,3})\b")
"""A pin with the tolerance of its diameter: 8 m6 x 30."""
_FIGURES = re.compile(rf"({_NUMBER})(?:{_BY}({_NUMBER}))?(?:{_BY}({_NUMBER}))?")
_BEARING = re.compile(
    r"(?<![\w.])(\d{3,4})\s*[- /]?\s*(2RSR?1?|RS1?|2RZ|ZZ|2Z|Z|DDU|LLU|VV|open)?(?![\w.])",
    re.IGNORECASE,
)
_INSERT = re.compile(r"heat[- ]?set|threaded insert|gewindeeinsatz|einschmelz", re.IGNORECASE)


def read(text: str) -> StandardSize | NotDrawn:
    """A designation taken apart, or why it cannot be."""
    text = _TOLERANCED.sub(r"\1 x \2", text)
    named = _STANDARD.search(text)
    if named is None:
        return (
            _insert(text)
            or _bearing(text)
            or NotDrawn(f"{text!r} is not the designation of a known standard part")
        )
    number, part = f"{named[1].upper()} {named[2]}", ""
    if number not in ALIASES and number not in families.MAKERS:
        # `ISO 7089-4` may be the size behind a dash.
        number, _, part = number.partition("-")
    rest = f"{text[: named.start()]} {part} {text[named.end() :]}"
    if number == "DIN 125" and ((named[3] or "").upper() == "B" or re.search(r"\bB\b", rest)):
        number = "ISO 7090"
    standard = ALIASES.get(number, number)
    if standard == "ISO 15":
        return _bearing(rest) or NotDrawn(f"no bearing number is known in {text!r}")
    if standard not in families.MAKERS:
        known = ", ".join(sorted(families.MAKERS))
        return NotDrawn(f"{number} is not a known standard; known are {known}")
    return _figured(standard, rest, text)


def feature(text: str) -> Feature | NotDrawn:
    """The standard part as a feature whose defaults are the designation's figures."""
    given = read(text)
    return given if isinstance(given, NotDrawn) else families.MAKERS[given.standard](given)


def settled(text: str, parameters: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """The designation and figures of a part of which some figures were set anew."""
    given = read(text)
    if isinstance(given, NotDrawn):
        return text, dict(parameters)
    figures = {**given.figures, **parameters}
    return written(StandardSize(given.standard, figures, given.form)), figures


def written(given: StandardSize) -> str:
    """The designation of figures: the standard, and what names the size within it."""
    f = given.figures
    if given.standard == "ISO 15":
        sizes = (f["bore"], f["outer_diameter"], f["width"])
        number = next((n for n, known in tables.BEARINGS.items() if known == sizes), None)
        name = number or "ISO 15 " + "x".join(f"{size:g}" for size in sizes)
        return f"{name}-{given.form or '2RS'}" if f.get("seals") else name
    if given.standard == "DIN 6885":
        form = "B" if f.get("straight") else "A"
        return f"DIN 6885 {form} {f['width']:g}x{f['height']:g}x{f['length']:g}"
    lead = "" if given.standard in {*tables.CIRCLIPS, *families.PINS} else "M"
    length = f"x{f['length']:g}" if "length" in f else ""
    return f"{given.standard} {lead}{f['diameter']:g}{length}"


def _figured(standard: str, rest: str, text: str) -> StandardSize | NotDrawn:
    if standard == "DIN 6885":
        return _key(rest, text)
    plain = standard in {*tables.CIRCLIPS, *tables.WASHERS, *families.PINS}
    thread = _THREAD.search(rest)
    match = thread or (_FIGURES.search(rest) if plain else None)
    if match is None:
        return NotDrawn(
            f"{text!r} has no size, such as {'6x20' if standard in families.PINS else 'M6'}"
        )
    figures = [_value(figure) for figure in match.groups() if figure]
    needs_length = standard in {*tables.SCREWS, *families.PINS, "DIN 976"}
    if not needs_length:
        return StandardSize(standard, {"diameter": figures[0]})
    if len(figures) == 1:
        return NotDrawn(f"{text!r} has no length, such as M6x20")
    # M8x1.25x40 states the pitch between.
    return StandardSize(standard, {"diameter": figures[0], "length": figures[-1]})


def _key(rest: str, text: str) -> StandardSize | NotDrawn:
    match = _FIGURES.search(rest)
    figures = [_value(figure) for figure in match.groups() if figure] if match else []
    if len(figures) < 3:
        return NotDrawn(f"{text!r} has no width x height x length, such as A 6x6x20")
    straight = 1.0 if re.search(r"\bB\b", rest) else 0.0
    return StandardSize(
        "DIN 6885",
        {"width": figures[0], "height": figures[1], "length": figures[2], "straight": straight},
    )


def _bearing(text: str) -> StandardSize | None:
    # 61804 is the long number of 6804.
    for match in _BEARING.finditer(re.sub(r"\b61([89]\d\d)", r"6\1", text)):
        number = match[1]
        if number in tables.BEARINGS:
            form = (match[2] or "").upper()
            sizes = tables.BEARINGS[number]
            return StandardSize(
                "ISO 15",
                {
                    "bore": sizes[0],
                    "outer_diameter": sizes[1],
                    "width": sizes[2],
                    "seals": 0.0 if form in {"", "OPEN"} else 1.0,
                },
                form if form != "OPEN" else "",
            )
    return _sized_bearing(text)


def _sized_bearing(text: str) -> StandardSize | None:
    """A bearing written as `ISO 15 8x22x7`, as one is whose figures were set to none known."""
    match = _FIGURES.search(text)
    figures = [_value(figure) for figure in match.groups() if figure] if match else []
    if len(figures) < 3:
        return None
    seals = 1.0 if re.search(r"RS|ZZ|2Z", text) else 0.0
    names = ("bore", "outer_diameter", "width")
    return StandardSize("ISO 15", {**dict(zip(names, figures, strict=True)), "seals": seals})


def _insert(text: str) -> StandardSize | NotDrawn | None:
    if not _INSERT.search(text):
        return None
    thread = _THREAD.search(text)
    if thread is None:
        return NotDrawn(f"{text!r} has no thread, such as M3")
    return StandardSize("heat-set insert", {"diameter": _value(thread[1])})


def _value(text: str) -> float:
    return float(text.replace(",", "."))
