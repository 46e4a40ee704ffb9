"""Columns of companies and of their numbers that a list has, and that no field takes."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.column_evidence import are_amounts, values_of
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import is_link, names_company
from partwright.imports.sheets.mapping.source_columns import SOURCE
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

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
_CENTS = lazy_regex(r"[0-9]{1,7}[.,][0-9]{2}")
_PRICES = ("price", "preis", "pris")
_NUMBERS = frozenset(["mpn", "part", "pn", "number", "no", "nr", "nummer", "code", "sku"])


def left_out_columns(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks on columns that seem to name companies or their numbers and stay attributes."""
    for fields, what, with_numbers in (
        (("mpn", "orderCode"), "numbers of manufacturers or suppliers", True),
        (("manufacturer", "supplier"), "manufacturers or suppliers", False),
    ):
        held = [f for f in fields if _is_held(plan, f)]
        if fields[0] in held or (held and not with_numbers):
            continue
        named = [
            f'"{column.header}"'
            for column in plan.columns
            if column.target.startswith(ATTRIBUTES)
            and _may_name(column, plan, held)
            and _names_source(column.header, with_numbers=with_numbers)
            and (values := values_of(column.index, sample))
            and 2 * sum(map(names_company if with_numbers else _names_or_links, values))
            >= len(values)
        ]
        if named:
            text = f"no column is read as {what}; {', '.join(named[:10])} may be"
            yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def left_out_prices(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """A remark on columns of amounts whose header ends like `Meterpreis`, or that have none and cents."""
    if plan.of("cost"):
        return
    named = [
        f'"{column.header}"'
        for column in plan.columns
        if column.target.startswith(ATTRIBUTES)
        and (values := values_of(column.index, sample))
        and are_amounts(values)
        and (_ends_like_price(column.header) or _have_cents(column.header, values))
    ]
    if named:
        text = f"no column is read as prices; {', '.join(named[:10])} may be"
        yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _ends_like_price(header: str) -> bool:
    return header.strip().casefold().endswith(_PRICES) and len(header_words(header)) == 1


def _have_cents(header: str, values: Sequence[str]) -> bool:
    """Whether a column without a header has two decimals throughout, as prices do, or many fractions."""
    cents = sum(bool(_CENTS.fullmatch(text)) for text in values)
    parted = sum("." in text or "," in text for text in values)
    are_many = 10 * cents >= 9 * len(values) or (len(values) > 4 and 2 * parted > len(values))
    return is_nameless(header) and len(values) > 2 and are_many


def _is_held(plan: ColumnPlan, field: str) -> bool:
    held = (f"{ATTRIBUTES}{_ATTRIBUTE[field]}", f"{SOURCE}{field}")
    return any(column.target.startswith(held) for column in plan.columns)


def _may_name(column: SheetColumn, plan: ColumnPlan, held: Sequence[str]) -> bool:
    """Whether a column may be meant: not one that gives names or stands beside order codes.

    One that says so itself may beside manufacturers, as `Value/MPN`.
    """
    told = "mpn" in header_words(column.header) and _is_held(plan, "manufacturer")
    return told or not (held or column in plan.name_from)


def _names_or_links(text: str) -> bool:
    return names_company(text) or is_link(text)


def _names_source(header: str, *, with_numbers: bool) -> bool:
    words = set(header_words(header))
    if words & _OTHERS:
        return False
    if with_numbers:
        return "mpn" in words or bool(words & _COMPANY and words & _NUMBERS)
    return bool(words & _COMPANY) and not words & _NUMBERS
