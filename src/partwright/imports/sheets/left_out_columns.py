"""Columns of companies and of their numbers that a list has, and that no field takes."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.column_evidence import values_of
from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.company_names import is_link, names_company
from partwright.imports.sheets.header_words import header_words
from partwright.imports.sheets.rows import RowRemark, SheetRecord
from partwright.imports.sheets.source_columns import SOURCE
from partwright.imports.sheets.targets import ATTRIBUTES

_COMPANY = frozenset(
    ["manufacturer", "mfr", "mfg", "supplier", "vendor", "distributor", "hersteller", "lieferant"]
)
_OTHERS = frozenset(
    [
        "url",
        "link",
        "price",
        "cost",
        "stock",
        "country",
        "note",
        "notes",
        "date",
        "lead",
        "time",
        "status",
        "qty",
        "quantity",
        "contact",
        "email",
        "phone",
        "type",
        "description",
        "desc",
    ]
)
_ATTRIBUTE = {
    "mpn": "MPN",
    "orderCode": "Order Code",
    "manufacturer": "Manufacturer",
    "supplier": "Supplier",
}
_NUMBERS = frozenset(["mpn", "part", "pn", "number", "no", "nr", "nummer", "code", "sku"])


def left_out_columns(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks on columns that seem to name companies or their numbers and stay attributes."""
    for fields, what, with_numbers in (
        (("mpn", "orderCode"), "numbers of manufacturers or suppliers", True),
        (("manufacturer", "supplier"), "manufacturers or suppliers", False),
    ):
        held = tuple(f"{ATTRIBUTES}{_ATTRIBUTE[field]}" for field in fields)
        if any(c.target.startswith((*held, f"{SOURCE}{fields[0]}")) for c in plan.columns):
            continue
        named = [
            f'"{column.header}"'
            for column in plan.columns
            if column.target.startswith(ATTRIBUTES)
            and column not in plan.name_from
            and _names_source(column.header, with_numbers=with_numbers)
            and (values := values_of(column.index, sample))
            and 2 * sum(map(names_company if with_numbers else _names_or_links, values))
            >= len(values)
        ]
        if named:
            text = f"no column is read as {what}; {', '.join(named[:10])} may be"
            yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _names_or_links(text: str) -> bool:
    return names_company(text) or is_link(text)


def _names_source(header: str, *, with_numbers: bool) -> bool:
    words = set(header_words(header))
    if words & _OTHERS:
        return False
    if with_numbers:
        return "mpn" in words or bool(words & _COMPANY and words & _NUMBERS)
    return bool(words & _COMPANY) and not words & _NUMBERS
