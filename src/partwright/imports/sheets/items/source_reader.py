"""The sources of a part, as the columns of a sheet tell them."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from partwright.imports.sheets.cell_values.bar_codes import is_asin
from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, plain_text
from partwright.imports.sheets.cell_values.money import read_money
from partwright.imports.sheets.cell_values.no_numbers import is_value, says_no_number
from partwright.imports.sheets.cell_values.source_status import source_status
from partwright.imports.sheets.cell_values.values import is_whole, meaningful_text
from partwright.imports.sheets.fields.column_table import OF_SOURCES
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.items.price_units import PriceUnit
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.company_names import names_company, sellers_in
from partwright.imports.sheets.mapping.linked_sellers import seller_in_links
from partwright.imports.sheets.mapping.price_headers import break_of_seller, seller_of_price
from partwright.imports.sheets.mapping.price_tiers import pieces_in
from partwright.imports.sheets.mapping.pure_sellers import Maker, apart, move_attributes
from partwright.imports.sheets.mapping.seller_codes import folded_seller, is_surely_of, sold_as
from partwright.imports.sheets.mapping.source_columns import (
    PRICE_BREAK,
    SELLER_BREAK,
    SOURCE,
    SOURCE_PRICES,
    TIER_PIECES,
    TIER_PRICE,
    term_of,
)
from partwright.imports.sheets.records.rows import ReadRow, RowRemark, SheetRecord
from partwright.imports.sheets.records.sources import SheetPrice, SheetSource, SheetSupplier
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.column_words import VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key, header_words

_SHOWN = 40
"""Characters of a cell in what is told of it."""


class SourceReader:
    """Reads what a sheet says of the sources of its parts."""

    def __init__(self, plan: ColumnPlan, scan: SheetScan, currency: str) -> None:
        self._scan = scan
        self._unread: dict[str, tuple[int, str]] = {}
        """Of columns of prices the first cell that was not read."""
        self._untold_row = 0
        """The first row that has one price and several suppliers."""
        self._unsold_row = 0
        """The first row that has prices for several numbers of pieces and no supplier."""
        self._currency = plan.of("costCurrency")
        self._assumed = currency
        self._cost = plan.of("cost")
        self._cost_seller = _seller_in(self._cost)
        self._of_sellers: list[tuple[SheetColumn, str, int]] = []
        """Prices of suppliers that the headers name, and from how many pieces on."""
        if self._cost and self._cost_seller:
            self._of_sellers.append((self._cost, self._cost_seller, 1))
        self._price_unit = PriceUnit(plan)
        self._values = values_in(plan)
        self._named: dict[tuple[str, int], list[SheetColumn]] = {}
        self._breaks: list[tuple[int, SheetColumn]] = []
        self._tiers: dict[str, SheetColumn] = {}
        """Prices whose numbers of pieces stand in the rows, by their places."""
        self._pieces: dict[str, SheetColumn] = {}
        self._terms: dict[str, SheetColumn] = {}
        for column in plan.columns:
            self._take(column)

    def _take(self, column: SheetColumn) -> None:
        field, _, number = column.target.removeprefix(SOURCE).partition(".")
        if column.target in OF_SOURCES:
            self._named.setdefault((OF_SOURCES[column.target], 1), []).append(column)
        elif column.target.startswith(PRICE_BREAK):
            self._breaks.append((int(number), column))
        elif column.target.startswith(TIER_PRICE):
            self._tiers[number] = column
        elif column.target.startswith(TIER_PIECES):
            self._pieces[number] = column
        elif column.target.startswith(SELLER_BREAK):
            self._of_sellers.append((column, *break_of_seller(column.header)))
        elif column.target.startswith(SOURCE_PRICES) and (seller := _seller_in(column)):
            self._of_sellers.append((column, seller, 1))
        elif column.target.startswith(SOURCE):
            self._named.setdefault((field, int(number)), []).append(column)
        elif column.target.startswith(ATTRIBUTES) and (term := term_of(column.header)):
            self._terms.setdefault(term, column)

    def read(self, record: SheetRecord) -> tuple[SheetSource, ...]:
        """The sources of the row, the first one first."""
        numbers = sorted({number for _, number in self._named})
        paired = len({n for f, n in self._named if f in ("mpn", "manufacturer")}) > 1
        makers = [
            n for n in numbers if self._number(record, n) or self._text(record, "manufacturer", n)
        ]
        sources: list[SheetSource] = []
        for number in makers or [1]:
            own = [number] if paired else numbers
            suppliers = _merged([s for n in own for s in self._suppliers(record, n)])
            first = not sources
            mpn = self._number(record, number)
            elsewhere = is_asin(mpn) and any(folded_seller(s.name) != "amazon" for s in suppliers)
            told = apart(self._text(record, "manufacturer", number), "" if elsewhere else mpn)
            known = self._with_seller(record, suppliers, told) if told.seller else None
            suppliers = suppliers if known is None else known
            source = SheetSource(
                manufacturer=told.maker[:500],
                mpn="" if told.code and known is not None else mpn[:200],
                datasheet_url=self._datasheet(record) if first else "",
                lifecycle=self._term(record, "lifecycle")[:50] if first else "",
                status=source_status(self._term(record, "status")) if first else None,
                suppliers=tuple(suppliers),
            )
            sold = Maker("", "Digi-Key", source.mpn)
            if (
                sources
                and not (source.manufacturer or source.suppliers)
                and is_surely_of(sold.seller, sold.code)
                and (known := self._with_seller(record, list(sources[0].suppliers), sold))
            ):
                # A number of the supplier's own under a second header of manufacturers' numbers.
                sources[0] = msgspec.structs.replace(sources[0], suppliers=tuple(known))
            elif source.manufacturer or source.mpn or source.suppliers:
                sources.append(source)
        self._see_sellers(record, sources)
        return tuple(sources)

    def _with_seller(
        self, record: SheetRecord, suppliers: list[SheetSupplier], told: Maker
    ) -> list[SheetSupplier] | None:
        """The suppliers, with one that stands among manufacturers or their numbers.

        None if it stands there already with another code.
        """
        sold = self._supplier(record, told.seller, told.code[:200], 1, is_first=not suppliers)
        names = [folded_seller(s.name) for s in suppliers]
        if folded_seller(told.seller) not in names:
            return [*suppliers, sold]
        at = names.index(folded_seller(told.seller))
        code = suppliers[at].order_code
        if code and sold.order_code not in ("", code):
            return None
        own = msgspec.structs.replace(suppliers[at], order_code=code or sold.order_code)
        return [*suppliers[:at], own, *suppliers[at + 1 :]]

    def give(self, record: SheetRecord, row: ReadRow, sources: tuple[SheetSource, ...]) -> None:
        """Give the row its sources, and what its attributes say of them."""
        row.sources = sources
        _name_seller(row)
        move_attributes(row)
        self._keep_prices(record, row)

    def told(self) -> Iterator[RowRemark]:
        """Prices that were not read, and those of which nothing says whose they are."""
        counts = {column.header for column in self._pieces.values()}
        for header, (row, text) in self._unread.items():
            what = "a number of pieces" if header in counts else "a price"
            told = f'"{header}" holds what could not be read as {what}, as "{text[:_SHOWN]}"'
            yield RowRemark(row, f"{told}; it is left out", "UNREADABLE")
        if self._unsold_row:
            breaks = [column for _, column in sorted(self._breaks, key=lambda b: b[0])]
            named = ", ".join(f'"{c.header}"' for c in [*breaks, *self._tiers.values()][:5])
            told = (
                f"{named} are prices of a supplier that nothing names; they are kept as attributes"
            )
            yield RowRemark(self._unsold_row, told)
        breaks = [*(column for _, column in self._breaks), *self._tiers.values()]
        priced = breaks[0] if breaks else self._cost
        if self._untold_row and priced:
            told = (
                f'"{priced.header}" is one price where a row has several suppliers; '
                "the first of them gets it"
            )
            yield RowRemark(self._untold_row, told, "PRICE_DOUBTED")

    def _see_sellers(self, record: SheetRecord, sources: Sequence[SheetSource]) -> None:
        """Take note of a row that has several suppliers and prices that may be those of any."""
        prices = [bool(seller.prices) for source in sources for seller in source.suppliers]
        are_told = self._of_sellers or any(field == "cost" for field, _ in self._named)
        if not are_told and not self._untold_row and len({*prices}) > 1:
            self._untold_row = record.row_number

    def _keep_prices(self, record: SheetRecord, row: ReadRow) -> None:
        """Keep price breaks of a row that names no supplier with the part itself."""
        if row.share == "line" or any(s.suppliers for s in row.sources):
            return
        breaks = sorted(self._breaks_in(record), key=lambda found: found[0])
        found = [(q, c) for q, c in breaks if record.cells[c.index].strip()]
        if not found:
            return
        attributes = row.item.setdefault("attributes", {})
        self._unsold_row = self._unsold_row or (record.row_number if len(found) > 1 else 0)
        kept = [*(column for _, column in found), *self._pieces.values()]
        for column in kept:
            if isinstance(attributes, dict) and (text := record.cells[column.index].strip()):
                attributes[column.header] = text
        if self._cost is None and found and (price := self._price(record, found[0][1])):
            row.item["cost"] = plain_text(price[0])
            row.item["costCurrency"] = price[1]

    def _number(self, record: SheetRecord, number: int) -> str:
        """Gives the manufacturer's number; a value such as `47R` is nobody's."""
        text = self._text(record, "mpn", number)
        if not is_value(text, (record.cells[at] for at in self._values)):
            return text
        return text if self._text(record, "manufacturer", number) else ""

    def _text(self, record: SheetRecord, field: str, number: int) -> str:
        columns = self._named.get((field, number), ())
        texts = (" ".join(meaningful_text(record.cells[c.index]).split()) for c in columns)
        if field == "manufacturer":
            return next((text for text in texts if text and names_company(text)), "")
        return next((text for text in texts if text and not says_no_number(text)), "")

    def _term(self, record: SheetRecord, term: str) -> str:
        column = self._terms.get(term)
        return meaningful_text(record.cells[column.index]) if column else ""

    def _datasheet(self, record: SheetRecord) -> str:
        text = self._term(record, "datasheetUrl")
        return text if text.startswith(("http://", "https://")) and len(text) <= 2000 else ""

    def _count(self, record: SheetRecord, term: str) -> int | None:
        text = self._term(record, term)
        return int(text) if is_whole(text) and text.isdecimal() else None

    def _suppliers(self, record: SheetRecord, number: int) -> list[SheetSupplier]:
        """The suppliers of the number, and those that the headers of order codes name."""
        named = self._sellers(record, number)
        found: dict[str, SheetSupplier] = {}
        for column in self._named.get(("orderCode", number), ()):
            text = meaningful_text(record.cells[column.index])
            linked = not (column.unit or named) and seller_in_links(text, record.cells)
            codes = [column.unit] if column.unit else [linked] if linked else named
            whole = text.split(";") if not column.unit and text.count(";") == len(named) - 1 else []
            for at, seller in enumerate(codes):
                code = whole[at].strip() if whole else text if at == 0 else ""
                if code and not says_no_number(code) and folded_seller(seller) not in found:
                    found[folded_seller(seller)] = self._supplier(
                        record, seller, code[:200], number, is_first=not found
                    )
        for name in named:
            if folded_seller(name) not in found:
                code = self._code_beside(record, number)
                found[folded_seller(name)] = self._supplier(
                    record, name, code, number, is_first=not found
                )
        return list(found.values())

    def _sellers(self, record: SheetRecord, number: int) -> list[str]:
        """The suppliers that the first filled cell of the number names."""
        for column in self._named.get(("supplier", number), ()):
            text = meaningful_text(record.cells[column.index])
            has_code = self._has_code(record, number)
            if not has_code and (sold := sold_as(text))[0]:
                return [sold[0]]
            if text and (found := sellers_in(text, has_code=has_code)):
                return found
        return []

    def _code_beside(self, record: SheetRecord, number: int) -> str:
        """The code that stands with its supplier in one cell, in a row that has no other."""
        columns = self._named.get(("supplier", number), ())
        texts = (meaningful_text(record.cells[column.index]) for column in columns)
        text = next(filter(None, texts), "")
        return "" if self._has_code(record, number) else sold_as(text)[1]

    def _has_code(self, record: SheetRecord, number: int) -> bool:
        """Whether the row has an order code of a supplier that no header names."""
        columns = self._named.get(("orderCode", number), ())
        codes = (meaningful_text(record.cells[c.index]) for c in columns if not c.unit)
        return any(code and not says_no_number(code) for code in codes)

    def _supplier(
        self, record: SheetRecord, name: str, code: str, number: int, *, is_first: bool
    ) -> SheetSupplier:
        main = next(iter(self._sellers(record, 1)), "")
        is_main = number == 1 and (is_first if not main else _is_same(name, main))
        return SheetSupplier(
            name=name[:500],
            order_code=code,
            prices=self._prices(record, name, number, is_main=is_main),
            minimum_order=self._count(record, "minimumOrder") if is_main else None,
            pack_size=self._count(record, "packSize") if is_main else None,
        )

    def _prices(
        self, record: SheetRecord, name: str, number: int, *, is_main: bool
    ) -> tuple[SheetPrice, ...]:
        """The prices of a supplier: its own ones, else those that the list gives without saying whose."""
        own = [(n, c) for c, seller, n in self._of_sellers if _is_same(seller, name)]
        own += [(1, c) for c in self._named.get(("cost", number), ()) if number > 1 or is_main]
        if not own and (self._cost_seller or not is_main):
            return ()
        columns = own
        if not columns:
            columns = self._breaks_in(record) or ([(1, self._cost)] if self._cost else [])
        if not (self._breaks or self._tiers) and self._scan.row_prices:
            return ()
        found = [
            SheetPrice(quantity, *price)
            for quantity, column in columns
            if (price := self._price(record, column))
        ]
        return tuple({price.quantity: price for price in found}.values())

    def _breaks_in(self, record: SheetRecord) -> list[tuple[int, SheetColumn]]:
        """The columns of prices for several numbers of pieces, with those that the row tells."""
        found = list(self._breaks)
        for place, column in self._tiers.items():
            if (counted := self._pieces.get(place)) is None:
                continue
            text = meaningful_text(record.cells[counted.index])
            if pieces := pieces_in(text):
                found.append((pieces, column))
            elif text or meaningful_text(record.cells[column.index]):
                told = text or "nothing"
                self._unread.setdefault(counted.header, (record.row_number, told))
        return found

    def _price(self, record: SheetRecord, column: SheetColumn) -> tuple[Decimal, str] | None:
        text = meaningful_text(record.cells[column.index])
        stated = record.cells[self._currency.index].strip().upper() if self._currency else ""
        mark: Mark | None = "." if column.index in record.native else None
        try:
            price, currency = read_money(
                text,
                mark=mark or self._scan.marks.get(column.index),
                stated=(stated if len(stated) == 3 else "") or column.unit,
            )
        except NotUnderstood:
            if text and column is not self._cost:
                self._unread.setdefault(column.header, (record.row_number, text))
            return None
        if column is self._cost and (pieces := self._price_unit.of(record)) > 1:
            price = (price / pieces).quantize(Decimal("0.00000001")).normalize() + 0
        return price, currency or self._assumed or "USD"


def _seller_in(column: SheetColumn | None) -> str:
    """The supplier whose prices the header of a column names."""
    return seller_of_price(header_words(column.header)) if column else ""


def _is_same(one: str, other: str) -> bool:
    return folded_seller(one) == folded_seller(other)


def _merged(suppliers: Sequence[SheetSupplier]) -> list[SheetSupplier]:
    """The suppliers, each once: what a second column says of one fills what the first leaves open."""
    found: dict[str, SheetSupplier] = {}
    for one in suppliers:
        key = folded_seller(one.name)
        held = found.setdefault(key, one)
        if held is not one and one.order_code in ("", held.order_code):
            found[key] = msgspec.structs.replace(held, prices=held.prices or one.prices)
        elif held is not one:
            found[f"{key}\n{one.order_code}"] = one
    return list(found.values())


def _name_seller(row: ReadRow) -> None:
    """Keep the supplier of an order code with it, where only a link of the row names one."""
    held = row.item.get("attributes")
    if isinstance(held, dict) and (code := held.get("Order Code")) and "Supplier" not in held:
        sellers = [s.name for source in row.sources for s in source.suppliers]
        if len(sellers) == 1 and row.sources[0].suppliers[0].order_code == code:
            held["Supplier"] = sellers[0]


def values_in(plan: ColumnPlan) -> tuple[int, ...]:
    """The columns that say what value a part has, as `Value` does."""
    return tuple(
        column.index
        for column in plan.columns
        if header_key(column.header) in VALUE_NAMES and column.target not in OF_SOURCES
    )
