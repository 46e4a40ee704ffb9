"""Whether a column's first values look like a field, for headers that have several meanings."""

from collections.abc import Callable, Sequence

from partwright.imports.sheets.decimals import NotUnderstood, read_decimal
from partwright.imports.sheets.designators import look_like_designators
from partwright.imports.sheets.rows import Record
from partwright.imports.sheets.values import (
    given,
    is_dotted_level,
    part_type,
    read_level,
    read_quantity,
)


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9


def _is_indent(text: str) -> bool:
    try:
        return read_level(text, dotted=False) < 100
    except NotUnderstood:
        return False


def _is_quantity(text: str) -> bool:
    try:
        return read_quantity(text, mark=".") < 1_000_000
    except NotUnderstood:
        return False


def _is_fraction(text: str) -> bool:
    try:
        return read_decimal(text, mark=".") % 1 != 0
    except NotUnderstood:
        return False


def fits(field: str, index: int, sample: Sequence[Record]) -> bool:
    """Whether the values in column `index` may be the field's; an empty column may be any."""
    values = [text for record in sample if (text := given(record.cells[index]))]
    if not values:
        return True
    if field == "level":
        return _looks_like_levels(values)
    check = _CHECKS.get(field)
    return check is None or check(values)


def _looks_like_levels(values: list[str]) -> bool:
    """Dotted places such as 1, 1.1, 1.2.3, or depths that begin at the top and never jump."""
    if any(is_dotted_level(text) for text in values):
        return all(is_dotted_level(text) or _is_whole(text.strip(".")) for text in values)
    return False


def _mostly(check: Callable[[str], object]) -> Callable[[list[str]], bool]:
    return lambda values: 2 * sum(bool(check(text)) for text in values) >= len(values)


_CHECKS: dict[str, Callable[[list[str]], bool]] = {
    "partType": lambda values: any(part_type(text) for text in values),
    "findNumber": lambda values: all(_is_whole(text) for text in values),
    "quantity": _mostly(_is_quantity),
    "referenceDesignator": _mostly(look_like_designators),
    "itemNumber": lambda values: (
        not all(look_like_designators(text) for text in values)
        and len(set(values)) > len(values) // 2
    ),
}
