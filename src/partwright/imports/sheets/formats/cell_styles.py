"""Styles of a workbook's cells: indents, currencies, and shapes of numbers that are codes."""

import html
from collections.abc import Mapping
from itertools import zip_longest

import msgspec

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.cell_values.number_shapes import (
    BUILT_IN,
    NumberShape,
    PercentShape,
    number_shape,
)
from partwright.imports.sheets.formats.sheet_xml import ATTRIBUTE
from partwright.kit.patterns import lazy_regex

_NUMBER_FORMAT = lazy_regex(rb"<(?:\w+:)?numFmt\s[^<>]*>")
_LONGEST_FORMAT = 255
"""Characters of the format of a number, as many as Excel takes."""
_STYLES_BEGIN = lazy_regex(rb"<(?:\w+:)?cellXfs\b")
_STYLES_END = lazy_regex(rb"</(?:\w+:)?cellXfs>")
_FONTS = lazy_regex(rb"<(?:\w+:)?fonts\b")
_FONTS_END = lazy_regex(rb"</(?:\w+:)?fonts>")
_FONT = lazy_regex(rb"<(?:\w+:)?font(?:\s[^<>]*)?(?:/>|>)")
_STRIKE = lazy_regex(rb"<(?:\w+:)?strike(?:\s+val=\"([^\"]{0,5})\")?\s*/>")
_STYLE = lazy_regex(rb"<(?:\w+:)?xf\s([^<>]*)>")
_ALIGNMENT = lazy_regex(rb"<(?:\w+:)?alignment\s([^<>]*)>")
_INWARD = (b"right", b"distributed")
"""Where an indent holds figures off the right border, and sets no name in."""
_SIGN = lazy_regex(r"\[\$([^\]-]{1,8})(?:-([^\]]*))?\]|\"([^\"]{1,12})\"|([€£¥₹])")
_DOLLARS = {"409": "USD", "1009": "CAD", "C09": "AUD", "1409": "NZD", "4809": "SGD", "C04": "HKD"}
_YEN_AND_CROWNS = {"411": "JPY", "804": "CNY", "41D": "SEK", "414": "NOK", "406": "DKK"}
_PLACES: Mapping[str, str] = {
    **_DOLLARS,
    **_YEN_AND_CROWNS,
    "404": "TWD",
    "80A": "MXN",
    "809": "GBP",
    "EN-US": "USD",
    "EN-GB": "GBP",
}
"""The languages and countries of formats, to the currency that their sign means there."""
_WORD = lazy_regex(r"[A-Za-z]+")
_NAMED = frozenset(
    [
        *("Euro", "euro", "Euros", "euros", "Eur", "eur", "Chf", "chf", "Usd", "usd"),
        *("Gbp", "gbp", "Pln", "pln", "Czk", "czk", "zl", "Ft", "Fr", "SFr", "Sfr"),
    ]
)
"""Names of currencies that are not written in capitals."""


class CellStyles(msgspec.Struct, frozen=True):
    """Things that styles show, by their number; styles without any are absent."""

    indents: Mapping[bytes, int] = {}
    currencies: Mapping[bytes, str] = {}
    shapes: Mapping[bytes, NumberShape | PercentShape] = {}
    struck: frozenset[bytes] = frozenset()
    """Those that strike their text through."""


def read_styles(text: bytes) -> CellStyles:
    """The styles that `xl/styles.xml` declares."""
    shown: dict[bytes, str] = {}
    shaped: dict[bytes, NumberShape | PercentShape] = {
        str(number).encode(): shape for number, shape in BUILT_IN.items()
    }
    for tag in _NUMBER_FORMAT.findall(text):
        told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(tag))
        code = html.unescape(told.get(b"formatCode", b"").decode("utf-8", "replace"))
        code, key = code[:_LONGEST_FORMAT], told.get(b"numFmtId", b"")
        if currency := currency_in(code):
            shown[key] = currency
        elif shape := number_shape(code):
            shaped[key] = shape
    indents: dict[bytes, int] = {}
    currencies: dict[bytes, str] = {}
    shapes: dict[bytes, NumberShape | PercentShape] = {}
    begin = _STYLES_BEGIN.search(text)
    end = _STYLES_END.search(text, begin.end()) if begin else None
    tags = list(_STYLE.finditer(text, begin.end(), end.start())) if begin and end else []
    fonts = _struck_fonts(text)
    struck = {
        str(number).encode()
        for number, tag in enumerate(tags if fonts else ())
        if dict(ATTRIBUTE.findall(tag[1])).get(b"fontId", b"") in fonts
    }
    for number, (tag, following) in enumerate(zip_longest(tags, tags[1:])):
        key = str(number).encode()
        until = following.start() if following else end.start() if end else 0
        if indent := _indent(text, tag.end(), until):
            indents[key] = indent
        numbers = dict(ATTRIBUTE.findall(tag[1])).get(b"numFmtId", b"")
        if currency := shown.get(numbers):
            currencies[key] = currency
        if shape := shaped.get(numbers):
            shapes[key] = shape
    return CellStyles(indents, currencies, shapes, frozenset(struck))


def _struck_fonts(text: bytes) -> frozenset[bytes]:
    """The numbers of the fonts that strike through."""
    begin = _FONTS.search(text)
    end = _FONTS_END.search(text, begin.end()) if begin else None
    if begin is None or end is None:
        return frozenset()
    fonts = list(_FONT.finditer(text, begin.end(), end.start()))
    struck: set[bytes] = set()
    for number, (font, following) in enumerate(zip_longest(fonts, fonts[1:])):
        until = following.start() if following else end.start()
        strike = _STRIKE.search(text, font.end(), until)
        if strike and strike[1] not in (b"0", b"false"):
            struck.add(str(number).encode())
    return frozenset(struck)


def _indent(text: bytes, start: int, end: int) -> int:
    """The indent of a style that stands there; 0 for none."""
    alignment = _ALIGNMENT.search(text, start, end)
    told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(alignment[1])) if alignment else {}
    indent = told.get(b"indent", b"")[:3]
    return int(indent) if indent.isdigit() and told.get(b"horizontal") not in _INWARD else 0


def currency_in(code: str) -> str:
    """The currency that a format such as `#,##0.00 "€"` or `[$CHF-807] 0.00` shows; empty for none.

    A sign that several currencies share is given as it stands.
    """
    for in_brackets, place, quoted, sign in _SIGN.findall(code):
        # Quoted words such as `"all"`, `"top"` and `"ft"` are no codes of currencies.
        if _WORD.fullmatch(quoted) and not quoted.isupper() and quoted not in _NAMED:
            continue
        named = currencies_of((in_brackets or quoted or sign).strip())
        if named:
            shown = (in_brackets or quoted or sign).strip()
            return named[0] if len(named) == 1 else _PLACES.get(str(place).upper()) or shown
    return ""
