"""Whether a column's first values look like a field, for headers that have several meanings."""

from collections.abc import Callable, Sequence

from partwright.imports.sheets.choice_values import choice_of
from partwright.imports.sheets.dates import looks_like_date
from partwright.imports.sheets.decimals import NotUnderstood
from partwright.imports.sheets.designators import look_like_designators
from partwright.imports.sheets.json_attributes import look_like_attributes
from partwright.imports.sheets.rows import SheetRecord
from partwright.imports.sheets.values import (
    is_dotted_level,
    is_measure,
    meaningful_text,
    read_quantity,
)


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9


def _is_quantity(text: str) -> bool:
    try:
        return read_quantity(text, mark=".") < 1_000_000
    except NotUnderstood:
        return False


def values_fit(field: str, index: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the values in column `index` may be the field's; an empty column may be any."""
    values = [text for record in sample if (text := meaningful_text(record.cells[index]))]
    if not values:
        return True
    check = _CHECKS.get(field)
    return check is None or check(values)


def _are_levels(values: list[str]) -> bool:
    """Places in a hierarchy, such as 1, 1.1, 1.2.3, and at least one of them below the top."""
    return any(map(is_dotted_level, values)) and all(
        is_dotted_level(text) or _is_whole(text.strip(".")) for text in values
    )


def _are_item_numbers(values: list[str]) -> bool:
    """Mostly different from each other, and neither designators nor a count of the rows."""
    counted = [str(place) for place in range(1, len(values) + 1)]
    return (
        not all(map(look_like_designators, values))
        and (values != counted or len(values) == 1)
        and not _are_levels(values)
        and 2 * len(set(values)) > len(values)
    )


def _mostly(check: Callable[[str], object]) -> Callable[[list[str]], bool]:
    return lambda values: 2 * sum(bool(check(text)) for text in values) >= len(values)


def _any_means(field: str) -> Callable[[list[str]], bool]:
    return lambda values: any(choice_of(field, text) for text in values)


_CHECKS: dict[str, Callable[[list[str]], bool]] = {
    "partType": _any_means("partType"),
    "docType": _any_means("docType"),
    "category": _any_means("category"),
    "reportedDate": _mostly(looks_like_date),
    "attributes": look_like_attributes,
    "unitOfMeasure": lambda values: any(map(is_measure, values)),
    "quantityOnHand": _mostly(_is_quantity),
    "findNumber": lambda values: all(_is_whole(text) for text in values),
    "quantity": _mostly(_is_quantity),
    "referenceDesignator": _mostly(look_like_designators),
    "itemNumber": _are_item_numbers,
    "level": _are_levels,
}
