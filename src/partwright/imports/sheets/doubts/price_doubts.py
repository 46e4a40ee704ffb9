"""Prices that stand in another column than the one that is read, or that are not read at all."""

from collections.abc import Iterator, Sequence

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.column_evidence import (
    are_amounts,
    have_lost_marks,
    values_of,
)
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.price_headers import is_row_total
from partwright.imports.sheets.mapping.source_columns import PRICE_BREAK, SOURCE
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.column_words import PRICES
from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

_ABOUT = frozenset(
    ["est", "estimated", "approx", "approximate", "about", "ca", "circa", "env", "aprox"]
)
"""What stands beside a currency in the header of prices that nobody promises, as `Est. $`."""
_SHOWN = lazy_regex(r"[$€£¥₹]\s?[0-9]|[0-9]\s?[$€£¥₹]")
_ENDS = frozenset(["low", "high", "min", "max"])
"""What stands beside `Unit` where prices are from one to another."""
_DISCOUNTS = frozenset(
    [
        "disc",
        "discount",
        "rabatt",
        "nachlass",
        "remise",
        "rabais",
        "descuento",
        "dto",
        "sconto",
        "desconto",
        "korting",
    ]
)


_MANY = 20
_DIGITS = lazy_regex(r"[.,][0-9]*|[^0-9]+")
"""All but the digits of whole units of a currency."""
_BARE_WORDS = "price prices cost costs preis kosten prix cout precio coste costo prezzo cena prijs pris approx estimated est ca about"
_BARE = frozenset(_BARE_WORDS.split())
"""Words of headers that do not say for how many pieces prices are."""


def price_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks on prices that are not read, or read as more certain than they are."""
    cost = plan.of("cost")
    others = [c for c in plan.columns if c is not cost and _names_prices(c)]
    if cost is None:
        has_breaks = any(c.target.startswith(PRICE_BREAK) for c in plan.columns)
        yield from () if has_breaks else _unread(others, sample)
        return
    for column in others:
        texts = [
            text
            for record in sample
            if not meaningful_text(record.cells[cost.index])
            if (text := meaningful_text(record.cells[column.index])).strip("0.,-")
        ]
        if texts and are_amounts(texts):
            told = f'prices are read from "{cost.header}"'
            text = f'{told}; "{column.header}" holds {texts[0]} and more where that is empty'
            yield RowRemark(0, text, "PRICE_LEFT_OUT")
    yield from _discounted(plan, cost, sample)
    yield from _of_packs(plan, cost, sample)
    about = [t for t in values_of(cost.index, sample) if without_about(t) != t.strip()]
    if about:
        text = f'"{cost.header}" holds approximate prices, as "{about[0]}"; they are read as prices'
        yield RowRemark(0, text, "REMARK")


def _discounted(
    plan: ColumnPlan, cost: SheetColumn, sample: Sequence[SheetRecord]
) -> Iterator[RowRemark]:
    """Discounts beside the prices, which may be in these or not."""
    if _DISCOUNTS.intersection(header_words(cost.header)):
        return
    for column in plan.columns:
        texts = values_of(column.index, sample)
        given = [t for t in texts if t.strip("0.,-–% ")]
        if (
            given
            and _DISCOUNTS.intersection(header_words(column.header))
            and are_amounts([t.strip("% ") for t in given])
        ):
            text = (
                f'"{column.header}" holds {given[0]} and more: "{cost.header}" is read without it'
            )
            yield RowRemark(0, text, "PRICE_DOUBTED")
            return


def _of_packs(
    plan: ColumnPlan, cost: SheetColumn, sample: Sequence[SheetRecord]
) -> Iterator[RowRemark]:
    """Prices of many pieces of a row with a link, where nothing says that they are those of one.

    A hundred screws at a few dollars are what the bag costs.
    """
    words = [word for word in header_words(cost.header) if not currencies_of(word)]
    is_told = not words or not {*words} <= _BARE or plan.row_totals is not None
    is_told = is_told or any("pack" in header_words(column.header) for column in plan.columns)
    if is_told or plan.quantities is None or _DISCOUNTS.intersection(words):
        return
    for record in sample:
        count = record.cells[plan.quantities.index].strip()
        price = _DIGITS.sub("", record.cells[cost.index])
        linked = any("://" in cell for cell in record.cells)
        if linked and count.isdecimal() and int(count[:9]) >= _MANY and price.strip("0"):
            text = f'"{cost.header}" does not say for how many pieces it is (row {record.row_number} has {count})'
            told = f"{text}: it may be what a pack or the row costs; it is read as the price of one"
            yield RowRemark(0, told, "PRICE_DOUBTED")
            return


def _unread(columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Columns of prices of which none is read as what one piece costs."""
    found = [c for c in columns if _are_prices(values_of(c.index, sample))]
    named = [f'"{c.header}"' for c in found if c.target.startswith(ATTRIBUTES)]
    if named:
        text = f"no column is read as the price; {', '.join(named[:10])} may be it"
        yield RowRemark(0, text, "PRICE_LEFT_OUT")


def _are_prices(texts: Sequence[str]) -> bool:
    """Whether all are amounts, or most show a currency beside one, as `45-60 €` and `< 1 €`."""
    shown = sum(bool(_SHOWN.search(text)) for text in texts)
    amounts = are_amounts(texts) or have_lost_marks(texts)
    return bool(texts) and (amounts or 2 * shown > len(texts))


def _names_prices(column: SheetColumn) -> bool:
    words = header_words(column.header)
    if any(map(currencies_of, words)) and all(w in _ABOUT or currencies_of(w) for w in words):
        return True
    if "@" in column.header and ("unit" in words or "each" in words):
        return True
    if _ENDS.intersection(words) and words[:1] in (("unit",), ("each",)):
        return True
    named = bool(PRICES.intersection(words)) and not is_row_total(column.header)
    return named and not column.target.startswith(SOURCE)
