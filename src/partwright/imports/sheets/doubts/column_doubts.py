"""Columns that no field takes, although their values look like one."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from partwright.imports.sheets.cell_values.designators import are_all_places
from partwright.imports.sheets.cell_values.values import count_rows, meaningful_text, weight_unit
from partwright.imports.sheets.doubts.stock_doubts import stock_doubts
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.items.price_units import PriceUnit
from partwright.imports.sheets.mapping.alternate_columns import names_instead
from partwright.imports.sheets.mapping.column_evidence import are_amounts, seller_of, values_of
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import is_link
from partwright.imports.sheets.mapping.foreign_headers import BY_VALUES, UNNAMED, counts_up
from partwright.imports.sheets.mapping.linked_sellers import seller_in_links
from partwright.imports.sheets.mapping.price_headers import is_row_total
from partwright.imports.sheets.mapping.source_columns import SOURCE, SOURCE_PRICES
from partwright.imports.sheets.mapping.whose_number import NUMBERS
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES, REMARK_OF
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.words.column_words import SUPPLIERS, VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.imports.sheets.words.quantity_words import has_quantity_word
from partwright.kit.patterns import lazy_regex

_CURRENCY = "$€£¥"
_CHANGES = frozenset(["change", "eco", "ecn", "ecr", "rev", "revision"])
_LCSC = lazy_regex(r"C[0-9]{4,9}")
_WEIGHED = lazy_regex(r"[0-9]+(?:[.,][0-9]+)?\s?(mg|g|kg|lbs?|oz)\.?", re.IGNORECASE)
_LEVEL_STEMS = (
    *("level", "lvl", "ebene", "stufe", "niveau", "nivel", "livel", "poziom", "uroven", "szint"),
    *("hierarch", "indent", "tiefe", "depth", "tier", "strukt", "уров", "レベル", "層", "层", "阶"),
)
"""What headers of levels have in them in several languages."""
_LONGEST = 40
"""Characters of a value that may be a price, a weight or a code."""
_DIGIT = lazy_regex(r"[0-9]")
_NUMBER_FORM = lazy_regex(r"[^\W\d_]{0,4}-?9{4,}|(?:\w{1,6}[-.]){1,3}9{2,}")
_CALLED = {
    "findNumber": "the place in the list",
    "itemNumber": "the part number",
    "name": "the name",
    "quantity": "the quantity",
}
_TOLD = {
    BY_VALUES: "no header is in a language that is known here",
    UNNAMED: "no header names the parts",
}
_FEWEST = 3
"""Values by which a column is judged."""
_PACKS = frozenset(
    ["pack", "package", "packung", "bag", "kit", "lot", "reel", "box", "set", "spool"]
)
_PRICES = frozenset(["price", "cost", "preis", "kosten", "prix", "precio", "prezzo", "cena"])


def column_doubts(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Remarks on columns that stay attributes and look like a field that nothing takes."""
    free = [
        (column, values)
        for column in plan.columns
        if column.target == f"{ATTRIBUTES}{column.header}"
        and column not in plan.name_from
        and column not in plan.name_parts
        and len(values := values_of(column.index, sample)) >= _FEWEST
        and not is_link(values[0])
    ]
    yield from _by_values(plan, free)
    for is_taken, what, looks in _LOOKS:
        if is_taken(plan):
            continue
        named = [f'"{column.header}"' for column, values in free if looks(column, values)]
        if named:
            text = f"no column is read as {what}; {', '.join(named[:5])} may be"
            yield RowRemark(0, text, "COLUMN_LEFT_OUT")
    yield from _undivided(plan)
    yield from _parents_left_out(plan, free, sample)
    yield from _numbers_before_names(plan, sample)
    yield from _numbers_left_out(plan, free)
    yield from _unsold_codes(plan, sample)
    yield from _numbers_without_orders(plan, sample)
    yield from _counted_otherwise(plan, free, sample)
    yield from _prices_of_packs(plan, sample)
    yield from stock_doubts(plan, sample)
    instead = [
        f'"{column.header}"'
        for column in plan.columns
        if column.target.startswith((ATTRIBUTES, REMARK_OF))
        and column.target.partition(".")[2] == column.header
        and names_instead(column.header)
        and any(len(text) > 1 for text in values_of(column.index, sample))
    ]
    if instead:
        text = f"{', '.join(instead)} names what may be taken instead; it is kept as a text"
        yield RowRemark(0, text, "ALTERNATE")


def _by_values(
    plan: ColumnPlan, free: Sequence[tuple[SheetColumn, Sequence[str]]]
) -> Iterator[RowRemark]:
    """Remarks on what is read by its values alone, and on what may count the parts."""
    for why, told in _TOLD.items():
        read = [f'"{c.header}" as {_CALLED[c.target]}' for c in plan.columns if c.why == why]
        if read:
            yield RowRemark(0, f"{told}; by its values, {', '.join(read)} is read", "DOUBTED")
    rising = [f'"{c.header}"' for c, values in free if counts_up(values)]
    if rising and plan.quantities is None and any(c.why == BY_VALUES for c in plan.columns):
        text = f"no column is read as the quantity; {rising[0]}, which counts up, may be"
        yield RowRemark(0, text, "QUANTITY_ASSUMED")


def _numbers_without_orders(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Own numbers that stand in other rows than all order codes, as manufacturers' numbers may."""
    own = plan.of("itemNumber")
    orders = [c for c in plan.columns if c.target.startswith(f"{ATTRIBUTES}Order Code")]
    if own is None or header_key(own.header) not in NUMBERS or not orders:
        return
    if any(c.target == f"{ATTRIBUTES}MPN" for c in plan.columns):
        return
    filled = [
        (
            bool(meaningful_text(r.cells[own.index])),
            any(meaningful_text(r.cells[c.index]) for c in orders),
        )
        for r in sample
    ]
    if filled.count((True, False)) < 2 or (False, True) not in filled or (True, True) in filled:
        return
    text = (
        f'"{own.header}" is read as own numbers, and none stands beside an order code;'
        " map it to attributes.MPN if they are the manufacturers'"
    )
    yield RowRemark(0, text)


def _numbers_left_out(
    plan: ColumnPlan, free: Sequence[tuple[SheetColumn, Sequence[str]]]
) -> Iterator[RowRemark]:
    """A column that is called as part numbers are, of which many look like them, and is none."""
    if plan.of("itemNumber") or any(
        c.target.endswith((".MPN", ".Order Code")) for c in plan.columns
    ):
        return
    known = RANKS["parts"]["itemNumber"].keys() - WEAK_KEYS["parts"]["itemNumber"]
    for column, values in free:
        coded = sum(any(map(str.isdigit, t)) and any(map(str.isalpha, t)) for t in values)
        if header_key(column.header) in known and 2 * coded >= len(values):
            text = f'no column is read as part numbers; "{column.header}" may be'
            yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _numbers_before_names(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Names that all begin with another number of one form, as `1000-02 Plate`."""
    name = plan.of("name")
    if name is None or plan.of("itemNumber"):
        return
    heads = [text.split(maxsplit=1) for text in values_of(name.index, sample)]
    numbers = [words[0] for words in heads if len(words) > 1 and words[1][0].isalpha()]
    forms = {_DIGIT.sub("9", number[:_LONGEST]) for number in numbers}
    alike = len(forms) == 1 and bool(_NUMBER_FORM.fullmatch(forms.pop()))
    if alike and len(numbers) == len(heads) >= _FEWEST and len(set(numbers)) == len(numbers):
        text = f'no column is read as part numbers; "{name.header}" may begin with them, as "{numbers[0]}"'
        yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _unsold_codes(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Order codes of a list that names no supplier anywhere."""
    codes = plan.of(f"{ATTRIBUTES}Order Code")
    sellers = any(
        c.unit or c.target.startswith(f"{SOURCE}supplier") or c.target == f"{ATTRIBUTES}Supplier"
        for c in plan.columns
        if not c.target.startswith(SOURCE_PRICES) and c.target != "cost"
    )
    if codes is None or "stock" in header_words(codes.header):
        return
    linked = sum(bool(seller_in_links(r.cells[codes.index], r.cells)) for r in sample)
    if not sellers and len(values_of(codes.index, sample)) > linked:
        text = f'nothing names the supplier of "{codes.header}"; its numbers are kept as attributes'
        yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _undivided(plan: ColumnPlan) -> Iterator[RowRemark]:
    """A sheet of one column whose header names several."""
    if len(plan.columns) == 1 and known_count(header_words(plan.columns[0].header)) >= _FEWEST:
        text = f'"{plan.columns[0].header[:_LONGEST]}" names several columns; nothing divides the cells'
        yield RowRemark(0, f"{text}, so each row is read as one text", "DOUBTED")


def _counted_otherwise(
    plan: ColumnPlan,
    free: Sequence[tuple[SheetColumn, Sequence[str]]],
    sample: Sequence[SheetRecord],
) -> Iterator[RowRemark]:
    """Quantities that are all one, beside a column of other small whole numbers."""
    taken = plan.quantities
    if taken is None or plan.designators is not None or plan.structure == "none":
        return
    counts = set(values_of(taken.index, sample))
    if len(sample) < _FEWEST or counts - {"1", "1.0"}:
        return
    others = [f'"{c.header}"' for c, values in free if _are_counts(c.header, values)]
    if others:
        text = f'"{taken.header}" is 1 in all rows; {", ".join(others[:5])} may be the quantity'
        yield RowRemark(0, text, "QUANTITY_ASSUMED")


def _are_counts(header: str, values: Sequence[str]) -> bool:
    small = all(text.isdecimal() and len(text) < 4 for text in values)
    return small and has_quantity_word(header) and len(set(values)) > 1 and not count_rows(values)


_PACK_OF = lazy_regex(
    r"(?:per\s+)?(?:pack|package|pkg|pk|box|bag|set|reel)s?\.?\s*(?:of|/|à)\s*[0-9]{1,5}(?:\s*(?:pcs?|st(?:k|ck)?)\.?)?"
    r"|(?:vpe|pack|packung|paket|sachet|lot|bolsa|paquete)\s*(?:à|mit|von|de|=)?\s*[0-9]{1,5}(?:\s*(?:st(?:k|ck|ück)?|pcs?)\.?)?",
    re.IGNORECASE,
)
"""What says that the pieces beside it come in packs, as `pack of 100`."""


def _prices_of_packs(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> Iterator[RowRemark]:
    """Prices whose header, or a column of pieces in a pack, says that they may be those of packs."""
    cost = plan.of("cost")
    if cost is None or PriceUnit(plan).told(sample):
        return
    for column in plan.columns:
        packed = [t for t in values_of(column.index, sample) if _PACK_OF.fullmatch(t.strip())]
        if packed and column not in (cost, plan.quantities):
            text = f'"{column.header}" says "{packed[0]}": "{cost.header}" may be what a pack costs'
            yield RowRemark(0, f"{text}; it is read as the price of one", "PRICE_DOUBTED")
            return
    if plan.row_totals is not None:
        return
    if _PACKS.intersection(header_words(cost.header)):
        text = f'"{cost.header}" may be what a pack costs; it is read as the price of one piece'
        yield RowRemark(0, text, "PRICE_DOUBTED")
        return
    for column in plan.columns:
        words = header_words(column.header)
        if (
            column is cost
            or not _PACKS.intersection(words)
            or words == ("package",)
            or _PRICES.intersection(words)
        ):
            continue
        values = values_of(column.index, sample)
        if values and all(text.isdecimal() for text in values) and set(values) - {"1"}:
            text = f'"{cost.header}" may be what a pack costs, since "{column.header}" counts its pieces'
            yield RowRemark(0, f"{text}; it is read as the price of one", "PRICE_DOUBTED")
            return


def _look_like_prices(column: SheetColumn, values: Sequence[str]) -> bool:
    signed = sum(any(sign in text for sign in _CURRENCY) for text in values)
    short = all(len(text) <= _LONGEST for text in values)
    return short and 2 * signed > len(values) and are_amounts(values)


def _look_like_codes(column: SheetColumn, values: Sequence[str]) -> bool:
    words = header_words(column.header)
    if VALUE_NAMES.intersection(words) or _CHANGES.intersection(words):
        return False
    lcsc = sum(bool(_LCSC.fullmatch(text)) for text in values if len(text) <= _LONGEST)
    rows = [SheetRecord(0, (text,)) for text in values]
    named = bool(words) and len(words) < 4 and any(word in SUPPLIERS for word in words)
    return 5 * lcsc >= 4 * len(values) or bool(seller_of(0, (), rows)) or (named and _coded(values))


def _coded(values: Sequence[str]) -> bool:
    """Whether the values are single words with a number, of more than three letters."""
    coded = sum(
        3 < len(text) <= _LONGEST and " " not in text and any(map(str.isdigit, text))
        for text in values
    )
    return 5 * coded >= 4 * len(values) and not are_amounts(values)


def _look_like_weights(column: SheetColumn, values: Sequence[str]) -> bool:
    if is_row_total(column.header):
        return False
    weighed = sum(
        len(text) <= _LONGEST
        and (match := _WEIGHED.fullmatch(text)) is not None
        and weight_unit(match[1]) is not None
        for text in values
    )
    return 5 * weighed >= 4 * len(values)


def _look_like_places(column: SheetColumn, values: Sequence[str]) -> bool:
    return are_all_places(values)


def _parents_left_out(
    plan: ColumnPlan,
    free: Sequence[tuple[SheetColumn, Sequence[str]]],
    sample: Sequence[SheetRecord],
) -> Iterator[RowRemark]:
    """A remark on columns that mostly name other rows of a list that is read without a structure."""
    own = plan.of("itemNumber")
    if own is None or _has_structure(plan):
        return
    numbers = {record.cells[own.index].strip() for record in sample} - {""}
    named: list[str] = []
    for column, values in free:
        others = [record.cells[column.index].strip() for record in sample]
        own_row = [record.cells[own.index].strip() for record in sample]
        known = sum(text in numbers for text in others)
        is_itself = any(a == b for a, b in zip(others, own_row, strict=True) if a)
        if 2 * known >= len(values) and not is_itself and not names_instead(column.header):
            named.append(f'"{column.header}"')
    if named:
        text = f"no column is read as what rows go into; {', '.join(named[:5])} names other rows, and may be"
        yield RowRemark(0, text, "COLUMN_LEFT_OUT")


def _look_like_levels(column: SheetColumn, values: Sequence[str]) -> bool:
    """Whether the values go down by one step at a time from a single 0 at the top, or from 1 below a word for levels."""
    plain = [text.strip(" .+-*>_") for text in values]
    if len(plain) < _FEWEST + 1 or not all(text.isdecimal() and len(text) < 3 for text in plain):
        return False
    levels = [int(text) for text in plain]
    steps = [after - before for before, after in pairwise(levels)]
    deep = max(steps) == 1 and max(levels) > levels[0]
    is_called = any(stem in header_key(column.header) for stem in _LEVEL_STEMS)
    is_topped = levels[0] == 0 and levels.count(0) == 1
    return deep and min(levels) == levels[0] and (is_topped or (levels[0] < 2 and is_called))


def _has_structure(plan: ColumnPlan) -> bool:
    return plan.structure != "parent" or plan.of("parentItemNumber") is not None


def _has(*targets: str) -> Callable[[ColumnPlan], bool]:
    def is_taken(plan: ColumnPlan) -> bool:
        return any(c.target.startswith(target) for c in plan.columns for target in targets)

    return is_taken


def _has_places(plan: ColumnPlan) -> bool:
    return plan.designators is not None or plan.structure == "none"


_LOOKS: tuple[
    tuple[Callable[[ColumnPlan], bool], str, Callable[[SheetColumn, Sequence[str]], bool]], ...
] = (
    (_has_places, "designators", _look_like_places),
    (_has("cost", *SOURCE_PRICES), "prices", _look_like_prices),
    (
        _has(f"{ATTRIBUTES}Order Code", f"{SOURCE}orderCode"),
        "numbers of suppliers",
        _look_like_codes,
    ),
    (_has("weight"), "weights", _look_like_weights),
    (_has_structure, "levels of a structure", _look_like_levels),
)
