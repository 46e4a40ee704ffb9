"""Formats of a workbook's cells that say what the cells do not: indents, and currencies of numbers."""

import html
import re
import zipfile
from collections.abc import Mapping
from itertools import zip_longest

import msgspec

from partwright.imports.sheets.money import currencies_of

_STYLES = "xl/styles.xml"
_MOST_STYLES = 4 << 20
"""Bytes of the styles of a workbook that are read."""
_NUMBER_FORMAT = re.compile(rb"<(?:\w+:)?numFmt\s[^<>]*>")
_LONGEST_FORMAT = 255
"""Characters of the format of a number, as many as Excel takes."""
_STYLES_BEGIN = re.compile(rb"<(?:\w+:)?cellXfs\b")
_STYLES_END = re.compile(rb"</(?:\w+:)?cellXfs>")
_STYLE = re.compile(rb"<(?:\w+:)?xf\s([^<>]*)>")
_ALIGNMENT = re.compile(rb"<(?:\w+:)?alignment\s([^<>]*)>")
_INWARD = (b"right", b"distributed")
"""Where an indent holds figures off the right border, and sets no name in."""
_ATTRIBUTE = re.compile(rb"\b(\w+)=\"([^\"]*)\"")
_CELL = re.compile(rb"<(?:\w+:)?c\s+r=\"([A-Z]{1,3})([0-9]{1,7})\"\s+s=\"([0-9]{1,6})\"")
_SIGN = re.compile(r"\[\$([^\]-]{1,8})(?:-[^\]]*)?\]|\"([^\"]{1,12})\"|([€£¥₹])")
_WORD = re.compile(r"[A-Za-z]+")
_NAMED = frozenset(
    [
        *("Euro", "euro", "Euros", "euros", "Eur", "eur", "Chf", "chf", "Usd", "usd"),
        *("Gbp", "gbp", "Pln", "pln", "Czk", "czk", "zl", "Ft", "Fr", "SFr", "Sfr"),
    ]
)
"""Names of currencies that are not written in capitals."""
_BLOCK = 1 << 20
_MOST_INDENTED = 200_000
"""Cells whose indents are kept."""
_MOST_CURRENCIES = 5


class CellFormats(msgspec.Struct, frozen=True):
    """Depths at which rows are set in, and the one currency in which numbers are shown."""

    indents: dict[int, int] = {}
    """Row to its depth, from 0, of the first column with indents; rows without one are absent."""
    currency: str = ""


def cell_formats(archive: zipfile.ZipFile, part: str) -> CellFormats:
    """The formats of the cells of a sheet that is the entry `part`."""
    if _STYLES not in archive.namelist():
        return CellFormats()
    with archive.open(_STYLES) as stream:
        indents, currencies = _styles(stream.read(_MOST_STYLES))
    if not indents and not currencies:
        return CellFormats()
    columns: dict[bytes, dict[int, int]] = {}
    found: set[str] = set()
    kept = 0
    rest = b""
    with archive.open(part) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            # A tag may begin in one block and end in the next.
            end = max(text.rfind(b"<"), len(text) - _BLOCK)
            for column, row, style in _CELL.findall(text, 0, end):
                if (currency := currencies.get(style)) and len(found) < _MOST_CURRENCIES:
                    found.add(currency)
                if (depth := indents.get(style)) and kept < _MOST_INDENTED:
                    kept += 1
                    columns.setdefault(column, {})[int(row)] = depth
            rest = text[end:]
    first = min(columns, key=lambda letters: (len(letters), letters), default=b"")
    return CellFormats(_ranked(columns.get(first, {})), found.pop() if len(found) == 1 else "")


def _styles(text: bytes) -> tuple[dict[bytes, int], dict[bytes, str]]:
    """The indents and the currencies of the styles that have some, by the style's number."""
    shown: dict[bytes, str] = {}
    for tag in _NUMBER_FORMAT.findall(text):
        told: Mapping[bytes, bytes] = dict(_ATTRIBUTE.findall(tag))
        code = html.unescape(told.get(b"formatCode", b"").decode("utf-8", "replace"))
        if currency := _currency_in(code[:_LONGEST_FORMAT]):
            shown[told.get(b"numFmtId", b"")] = currency
    indents: dict[bytes, int] = {}
    currencies: dict[bytes, str] = {}
    begin = _STYLES_BEGIN.search(text)
    end = _STYLES_END.search(text, begin.end()) if begin else None
    tags = list(_STYLE.finditer(text, begin.end(), end.start())) if begin and end else []
    for number, (tag, following) in enumerate(zip_longest(tags, tags[1:])):
        key = str(number).encode()
        until = following.start() if following else end.start() if end else 0
        if indent := _indent(text, tag.end(), until):
            indents[key] = indent
        if currency := shown.get(dict(_ATTRIBUTE.findall(tag[1])).get(b"numFmtId", b"")):
            currencies[key] = currency
    return indents, currencies


def _indent(text: bytes, start: int, end: int) -> int:
    """The indent of a style that stands there; 0 for none."""
    alignment = _ALIGNMENT.search(text, start, end)
    told: Mapping[bytes, bytes] = dict(_ATTRIBUTE.findall(alignment[1])) if alignment else {}
    indent = told.get(b"indent", b"")[:3]
    return int(indent) if indent.isdigit() and told.get(b"horizontal") not in _INWARD else 0


def _currency_in(code: str) -> str:
    """The currency that a format such as `#,##0.00 "€"` or `[$CHF-807] 0.00` shows; empty for none."""
    for in_brackets, quoted, sign in _SIGN.findall(code):
        # Quoted words such as `"all"`, `"top"` and `"ft"` are no codes of currencies.
        if _WORD.fullmatch(quoted) and not quoted.isupper() and quoted not in _NAMED:
            continue
        named = currencies_of((in_brackets or quoted or sign).strip())
        if len(named) == 1:
            return named[0]
    return ""


def _ranked(depths: dict[int, int]) -> dict[int, int]:
    """The depths as levels one after the other: some indent each level by two."""
    ranks = {depth: rank for rank, depth in enumerate(sorted(set(depths.values())), start=1)}
    return {row: ranks[depth] for row, depth in depths.items()}
