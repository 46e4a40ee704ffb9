"""Styles of the cells of an OpenDocument workbook: indents, strikes, and shapes of numbers."""

import html
import re
from collections.abc import Mapping
from itertools import zip_longest

from partwright.imports.sheets.cell_values.number_shapes import (
    NumberShape,
    PercentShape,
    number_shape,
)
from partwright.imports.sheets.formats.cell_styles import CellStyles
from partwright.kit.patterns import lazy_regex

_STYLE_TAG = lazy_regex(rb"<(style:style|number:[a-z]+-style)\s([^<>]*)>")
_NAME = lazy_regex(rb"style:name=\"([^\"]{1,80})\"")
_PARENT_STYLE = lazy_regex(rb"style:parent-style-name=\"([^\"]{1,80})\"")
_DEEPEST_STYLE = 8
_DATA_STYLE = lazy_regex(rb"style:data-style-name=\"([^\"]{1,80})\"")
_MARGIN = lazy_regex(rb"fo:margin-left=\"([0-9.]{1,8})(cm|mm|in|pt)\"")
_STRUCK = lazy_regex(rb"style:text-line-through-style=\"(?!none\")[a-z]")
_NUMBER_PART = lazy_regex(
    rb"<number:text>([^<]{0,20})</number:text>|<number:number\s([^<>]*?)(/?)>"
    rb"|<number:embedded-text\s+number:position=\"([0-9]{1,2})\">([^<]{0,9})<"
)
_DIGITS = lazy_regex(rb"number:min-integer-digits=\"([0-9]{1,2})\"")
_PLAIN = lazy_regex(rb"number:(?:grouping=\"true\"|decimal-places=\"[1-9])")
_TENTHS = {b"cm": 100, b"mm": 10, b"in": 254, b"pt": 3.53}
"""Tenths of a millimetre in a unit of indents."""


class _StyleScan:
    """Takes the styles one by one, as they say of themselves."""

    def __init__(self) -> None:
        self.shapes: dict[bytes, NumberShape | PercentShape] = {}
        self.indents: dict[bytes, int] = {}
        self.struck: set[bytes] = set()
        self.data: dict[bytes, bytes] = {}
        self.parents: dict[bytes, bytes] = {}

    def take(self, kind: bytes, told: bytes, body: bytes) -> None:
        name = _NAME.search(told)
        if name is None:
            return
        if kind == b"number:number-style":
            if shape := number_shape(_code_of(body)):
                self.shapes[name[1]] = shape
        elif b'style:family="table-cell"' in told:
            if shown := _DATA_STYLE.search(told):
                self.data[name[1]] = shown[1]
            if above := _PARENT_STYLE.search(told):
                self.parents[name[1]] = above[1]
            if not told.endswith(b"/"):
                self._take_looks(name[1], body)

    def _take_looks(self, name: bytes, body: bytes) -> None:
        if (margin := _MARGIN.search(body)) and (depth := _tenths(margin)):
            self.indents[name] = depth
        if _STRUCK.search(body):
            self.struck.add(name)

    def found(self) -> CellStyles:
        """The styles with what they take from those above them."""
        shaped = {
            name: self.shapes[kind] for name, kind in self.data.items() if kind in self.shapes
        }
        indents, struck = dict(self.indents), set(self.struck)
        for name in self.parents:
            line = _above(name, self.parents)
            own = next((one for one in line if one in self.data), b"")
            if own and (shape := self.shapes.get(self.data[own])):
                shaped[name] = shape
            if inset := next((self.indents[one] for one in line if one in self.indents), 0):
                indents[name] = inset
            if not self.struck.isdisjoint(line):
                struck.add(name)
        return CellStyles(indents, {}, shaped, frozenset(struck))


def read_ods_styles(head: bytes) -> CellStyles:
    """The styles of cells that stand before the sheets."""
    scan = _StyleScan()
    tags = list(_STYLE_TAG.finditer(head))
    for tag, following in zip_longest(tags, tags[1:]):
        until = following.start() if following else len(head)
        scan.take(tag[1], tag[2], head[tag.end() : until])
    return scan.found()


def _above(name: bytes, parents: Mapping[bytes, bytes]) -> list[bytes]:
    """The style and those that it takes from what it does not say itself."""
    line = [name]
    while len(line) < _DEEPEST_STYLE and (above := parents.get(line[-1])):
        line.append(above)
    return line


def _tenths(margin: re.Match[bytes]) -> int:
    try:
        return round(float(margin[1]) * _TENTHS[margin[2]])
    except ValueError:
        return 0


def _code_of(body: bytes) -> str:
    """The format of numbers as Excel writes it, such as `"P-"0000`; empty for one with decimals."""
    pieces: list[str] = []
    digits, places = 0, list[tuple[int, str]]()
    for text, number, _, position, embedded in _NUMBER_PART.findall(body):
        if number:
            match = _DIGITS.search(number)
            if match is None or _PLAIN.search(number):
                return ""
            digits = int(match[1])
            pieces.append("{}")
        elif position:
            places.append((int(position), _quoted(embedded)))
        else:
            pieces.append(_quoted(text))
    zeros = ["0"] * digits
    for position, text in sorted(places):
        if position < digits:
            zeros[digits - position - 1] += text
    return "".join(pieces).replace("{}", "".join(zeros), 1)


def _quoted(text: bytes) -> str:
    shown = html.unescape(text.decode("utf-8", "replace")).replace('"', "").replace("{}", "")
    return f'"{shown}"'
