"""Cells of a quantity: a number, a measure, a note beside it, or words."""

import re
from decimal import Decimal
from typing import NamedTuple

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.values import (
    is_uncounted,
    meaningful_text,
    measure_of,
    read_quantity,
)
from partwright.imports.sheets.cell_values.worded_quantities import loose_quantity, worded_quantity
from partwright.imports.sheets.records.rows import ReadRow
from partwright.kit.patterns import lazy_regex

NOTED = lazy_regex(r"([0-9]+)\s*\(([^()0-9][^()]*|[^()]*[^()0-9])\)")
"""A count with a note behind it, as in `3 (10k)`."""


_COUNTED = re.compile(r"([1-9][0-9]{0,3})\s?[x×]\s+(?=[^\W\d])", re.IGNORECASE)
"""A count before a name, as in `3x Relay`; the sides of `10 x 20` are none."""
_COUNTED_IN_BRACKETS = lazy_regex(r"[(]([1-9][0-9]{0,3})\s?[x×][)]\s*(?=\w)", re.IGNORECASE)
"""A count before any name, as in `(2x) 634ZZ`."""


_COUNTED_NEXT = lazy_regex(
    r"(?:\+|&|,|;|\band\b|\bund\b|\bet\b|\by\b)\s*([1-9][0-9]{0,3})\s?[x×]\s+(?=[^\W\d])",
    re.IGNORECASE,
)
"""A further count, as in `3x Relay + 2x Fuse`."""
_COUNTED_AFTER = re.compile(
    r"(?:(?<=[^\W\d_])\s[(]?|(?<=\S)\s[(](?=[x×][^()]*[)]))[x×]\s?([1-9][0-9]{0,3})[)]?\Z"
)
"""A count behind a name, as in `Servo x3`."""
_LONGEST_END = 20
_BARE = lazy_regex(r"[0-9]+(?:[.,][0-9]+)?")


def count_in_name(row: ReadRow) -> Decimal | None:
    """The count that the row's name begins or ends with, which is told; None for others."""
    name = str(row.item.get("name", ""))
    match = _COUNTED.match(name) or _COUNTED_IN_BRACKETS.match(name)
    match = match or _COUNTED_AFTER.search(name[-_LONGEST_END:])
    if match is None:
        described = str(row.item.get("description", ""))
        if _COUNTED.match(described):
            text = f'"{described[:80]}" is counted as one, since it may describe the part itself'
            row.note("REMARK", text)
        return None
    if match.re is _COUNTED and (others := _COUNTED_NEXT.findall(name[match.end() :])):
        total = int(match[1]) + sum(map(int, others))
        text = f'"{name[:80]}" counts several parts, which are taken as one with {total} pieces'
        row.note("REMARK", text)
        return Decimal(total)
    if match.re is _COUNTED_AFTER and _ends_with_number(name[: -len(match[0])]):
        text = f'"{name[:80]}" is counted as one, since what stands behind the number may be a size'
        row.note("REMARK", text)
        return None
    if "cost" in row.item:
        row.note("REMARK", f'"{name[:80]}" is counted as one, since its price may be that of all')
        return None
    pieces = "piece" if match[1] == "1" else "pieces"
    row.note("REMARK", f'"{name[:80]}" is read as {match[1]} {pieces}')
    return Decimal(match[1])


def _ends_with_number(text: str) -> bool:
    """Whether the last word is a bare number, as in `Panel 300`."""
    words = text[-_LONGEST_END:].split()
    return bool(words) and bool(_BARE.fullmatch(words[-1]))


_AT_LEAST = lazy_regex(
    r"(?:(?:≥|>=?|≧|min\.?|mind\.?|mindestens|at\s+least|au\s+moins|al\s+menos|almeno)\s*([0-9]{1,6})|([0-9]{1,6})\s*(?:\+|[*†‡]{1,3}))",
    re.IGNORECASE,
)
"""A count that may be exceeded, as `≥4` or `4+`, or with the mark of a note, as `4*`."""


_SIDES = lazy_regex(
    r"[0-9]{1,6}(?:[.,][0-9]{1,3})?(?:\s?[x×]\s?[0-9]{1,6}(?:[.,][0-9]{1,3})?){2}\s?(?:mm|cm|m|in|\"|″)",
    re.IGNORECASE,
)
"""Three sides of one piece, as `1015x1525x3mm` in a column of pieces and lengths."""


_MEASURE_NOTED = lazy_regex(r"([0-9]{1,6}\s?[^\W\d_]{1,10})\s?[(（]([^()（）]{1,40})[)）]")
"""A measure with a note behind it, as `1套（7件）` and `3 m (2 x 1.5 m)`."""


class QuantityCell(NamedTuple):
    """A cell that is understood as far as it can be without the decimal mark of its column."""

    number: str = ""
    """What is left to be read as a number."""
    quantity: Decimal | None = None
    """The quantity, where no number is left to be read."""
    unit: str = ""
    """Of a measure, as `m` of `2.5 m`."""
    remark: str = ""
    """What the line keeps of the cell."""
    told: str = ""
    """What a person may want to know of the reading."""


def understand_quantity(text: str) -> QuantityCell:
    """Read a quantity; words that are not one mean one, which is told."""
    whole = text.strip()
    cell = without_about(text)
    if is_uncounted(cell):
        return QuantityCell(remark=cell)
    told = f"{whole} is approximate" if cell != whole else ""
    if worded := worded_quantity(cell):
        return QuantityCell(quantity=worded[0], told=worded[1] or told)
    if _SIDES.fullmatch(cell.strip()):
        told = f"{whole} is a size; one piece is taken"
        return QuantityCell(quantity=Decimal(1), remark=whole, told=told)
    if least := _AT_LEAST.fullmatch(cell.strip()):
        count = least[1] or least[2]
        return QuantityCell(count, remark=whole, told=f"{whole} is read as {count}")
    if noted := NOTED.fullmatch(cell):
        doubt = any(map(str.isdigit, noted[2]))
        said = f"{whole} is read as {noted[1]}" if doubt else told
        return QuantityCell(noted[1], remark=noted[2], told=said)
    noted = _MEASURE_NOTED.fullmatch(cell.strip())
    if noted and (measure := measure_of(noted[1])):
        told = f"{whole} is read as {measure[0]} {measure[1]}"
        return QuantityCell(measure[0], unit=measure[1], remark=whole, told=told)
    if measure := measure_of(cell):
        return QuantityCell(measure[0], unit=measure[1], told=told)
    if (loose := _loosely(cell)) is not None:
        return QuantityCell(quantity=loose, remark=whole, told=f'"{whole}" is read as {loose}')
    return QuantityCell(meaningful_text(cell), told=told)


def _loosely(cell: str) -> Decimal | None:
    """The quantity of a cell that no stricter reading understands."""
    if not meaningful_text(cell):
        return None
    try:
        read_quantity(cell, mark=".")
    except NotUnderstood:
        return loose_quantity(cell)
    return None


_UNIT_IN_HEADER = lazy_regex(
    r"(?:[(\[{]\s*|\sin\s+)(mm|cm|dm|m|km|lfm|rm|ft|in|inch|yd|m2|m²|qm|m3|m³|ml|l|ltr|lit(?:er|re)s?"
    r"|met(?:er|re)s?|feet|kg|g|mg|lb|oz|gal|h|hrs?|hours?|米)\.?\s*(?:[)\]}]|\Z)",
    re.IGNORECASE,
)
"""What is measured; `Qty (kit)` and `Qty (box)` say for what the pieces are, and no unit."""


def quantity_unit(cell: QuantityCell, text: str, header: str) -> str:
    """The unit of a quantity: the cell's own, or for a bare number that of `Qty (m)`; empty for pieces."""
    if cell.unit or any(map(str.isalpha, text)) or not (cell.number or cell.quantity):
        return cell.unit
    match = _UNIT_IN_HEADER.search(header)
    return match[1] if match else ""
