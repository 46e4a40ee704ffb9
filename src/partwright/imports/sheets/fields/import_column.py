"""A column of an import, and tests and readers that several share.

An entry holds the names under which people keep the column (English, German, French, Spanish,
Italian, Portuguese, Polish, Dutch, Swedish, Chinese), what its values look like where a name has
several meanings, how a cell is read, and how templates and exports call it.
"""

from collections.abc import Callable, Sequence

import msgspec

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.cell_values.choice_values import choice_of, read_choice
from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, plain_text
from partwright.imports.sheets.cell_values.measures import ColumnUnit
from partwright.imports.sheets.cell_values.money import read_currency
from partwright.imports.sheets.cell_values.values import (
    is_uncounted,
    measure_of,
    read_quantity,
    read_weight_unit,
)
from partwright.imports.sheets.cell_values.worded_quantities import worded_quantity
from partwright.imports.sheets.records.targets import ATTRIBUTES

CellReader = Callable[[str, Mark | None], str | int]
"""From a cell's text, and the decimal mark of its column, to what the interface takes."""


class ImportColumn(msgspec.Struct, frozen=True, kw_only=True):
    """One column of a sheet, by the field that it becomes."""

    field: str
    names: str
    """Spellings divided by semicolons, the best first; case, accents, signs count for nothing."""
    weak: str = ""
    """Those of the names that mean the field only if the values look like it."""
    fits: Callable[[Sequence[str]], bool] | None = None
    """Whether the values of a column with a weak name look like the field."""
    proves: Callable[[Sequence[str]], bool] | None = None
    """What the values must look like, whatever the name; a column without values passes."""
    read: CellReader | None = None
    """None for a plain text, a measure with its unit, a date, and the cells of a BOM line."""
    unit: ColumnUnit | None = None
    """What a measure is read with: its unit in the cell, in another column or in the header."""
    is_date: bool = False
    """A date; whether the day or the month stands first is judged by the whole sheet."""
    is_price: bool = False
    """A price of one piece, where some sheets state that of the whole row."""
    is_optional: bool = False
    """Whether what cannot be read is kept as an attribute and does not keep the item out."""
    is_numeric: bool = False
    has_thousandths: bool = False
    """Whether some systems write it with three decimals throughout, so that 1,000 is one."""
    header: str = ""
    """What templates and exports call it; empty for what stands in neither."""
    example: str | None = None
    """Its cell in the template; None where the template has no such column."""
    attribute: str = ""
    """The attribute that keeps it, where it is not a field of the item."""
    is_naming: bool = False
    """Whether a filled cell tells that the row is a thing, and not a sum or a remark."""
    is_of_source: bool = False
    """Whether it tells of a source of the part: who makes or sells it, and by which number."""

    @property
    def target(self) -> str:
        """The field, or attribute, that a column of a sheet is planned to become."""
        return f"{ATTRIBUTES}{self.attribute}" if self.attribute else self.field


def mostly(check: Callable[[str], object]) -> Callable[[Sequence[str]], bool]:
    return lambda values: 2 * sum(bool(check(text)) for text in values) >= len(values)


def any_of(check: Callable[[str], object]) -> Callable[[Sequence[str]], bool]:
    return lambda values: any(check(text) for text in values)


def choice_reader(field: str) -> tuple[CellReader, Callable[[Sequence[str]], bool]]:
    return (
        lambda text, _mark: read_choice(field, text),
        mostly(lambda text: choice_of(field, text)),
    )


def is_quantity(text: str) -> bool:
    """Whether the text is a number of pieces that a product may hold, or a measure such as `2 m`."""
    plain = without_about(text)
    if is_uncounted(plain) or worded_quantity(plain):
        return True
    measure = measure_of(plain)
    try:
        return read_quantity(measure[0] if measure else plain, mark=".") < 1_000_000
    except NotUnderstood:
        return False


def read_amount(text: str, mark: Mark | None) -> str:
    return plain_text(read_quantity(text, mark=mark))


def read_unit(text: str, _mark: Mark | None) -> str:
    return read_weight_unit(text)


def read_code(text: str, _mark: Mark | None) -> str:
    return read_currency(text)


REVISION = ImportColumn(
    field="revision",
    names="""revision; rev; rev level; child rev; child revision; component rev; component revision; comp rev; comp revision; member revision; revision level; item revision; part revision; version;
        anderungsstand; aenderungsstand; anderungsindex; indice; indice de revision; revisione;
        revisao; item rev; db part rev; rev letter; rev ltr; revision letter; rev no; revision no; revision number; rev nr; part rev; design rev; revize; wersja; 版次; リビジョン; 개정; rewizja; revisie; 版本; revisjon; revisio; revizija; verze; versio; versiyon; versija; ревизия; версия; редакция""",
    header="Revision",
    example="-",
)


def passes(test: Callable[[Sequence[str]], bool] | None, values: Sequence[str]) -> bool:
    """Whether values pass a test of a column; all do where it has none, or where there are none."""
    return test is None or not values or test(values)
