"""Guesses which columns of a sheet hold prices where no header says it plainly."""

import re
from collections.abc import Collection, Sequence

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.fields.units import header_unit
from partwright.imports.sheets.mapping.column_evidence import are_amounts, is_product_of
from partwright.imports.sheets.mapping.price_headers import (
    is_price_of_order,
    is_price_of_supplier,
    is_row_total,
)
from partwright.imports.sheets.mapping.source_columns import break_of
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.words.column_words import ONE_PIECE, PRICES
from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

Guess = tuple[int, str, str]
"""Index of a column, its unit, and why it is the field."""

PRICE_OF_ROWS = "by its header: what each row costs"
_PRICE = frozenset(
    ["price", "cost", "preis", "kosten", "prix", "cout", "precio", "coste", "custo", "prezzo"]
)
_NO_PRICES = frozenset(
    [
        "tax",
        "with",
        "pack",
        "per",
        "shipping",
        "delivery",
        "freight",
        "labor",
        "labour",
        "tooling",
        "setup",
        "old",
        "total",
        "build",
        "low",
        "high",
        "min",
        "max",
        "minimum",
        "maximum",
        "range",
        "level",
        "stock",
        "board",
        "kit",
        "batch",
        "break",
        "code",
        "currency",
        "unit",
    ]
)
"""What stands beside a word for prices where they are not those of one piece."""
_COMPOUND = lazy_regex(
    r"(?:partslist|list|unit|piece|item|part|net|purchase|buy|buying|"
    r"listen|einzel|stück|stueck|stk|netto|einkaufs|ek|teile|artikel|"
    r"enheds|styk|stycks|indkøbs|inköps|à|á|a)(?:price|preis|pris)"
)
"""One word of a price and what says that it is that of one piece, as `listprice`."""
_BESIDE_UNITS = frozenset(["per", "each", "a", "pro", "par", "por", "in"])
_ONE = ("単価", "单价", "單價", "단가")


class PriceGuesser:
    """Looks for prices among the columns that are left."""

    def __init__(
        self,
        headers: Sequence[str],
        values: Sequence[Sequence[str]],
        sample: Sequence[SheetRecord],
    ) -> None:
        self._headers = headers
        self._values = values
        self._sample = sample

    def by_header(self, free: Collection[int]) -> Guess | None:
        """Prices under a currency, as `EUR` or `Unit $`, under a supplier's name, or of rows."""
        found: list[tuple[int, int, str]] = []
        for index in sorted(free):
            words = header_words(self._headers[index])
            others = [word for word in words if not currencies_of(word)]
            known = [code for word in words for code in currencies_of(word)]
            if not are_amounts(self._values[index]):
                continue
            if known and known[0] and set(others) <= ONE_PIECE:
                found.append((int(len(others) == 0), index, known[0]))
            elif is_price_of_supplier(words) or any(w.endswith(_ONE) for w in words):
                found.append((0, index, ""))
        if found and any(self._values[found[0][1]]):
            _, index, currency = min(found)
            return index, currency, "by its header"
        return self._of_one_word(free) or self._of_rows(free)

    def _of_one_word(self, free: Collection[int]) -> Guess | None:
        """The one column of prices whose header says something more of them, as `Indicative cost`."""
        found: list[int] = []
        for index in sorted(free):
            words = [w for w in header_words(self._headers[index]) if not currencies_of(w)]
            plain = (
                len(words) == 2
                and _PRICE.intersection(words)
                and not _NO_PRICES.intersection(words)
            ) or (
                len(words) == 3
                and words[1] == "unit"
                and words[2] in _PRICE
                and not _NO_PRICES.intersection(words[:1])
            )
            plain = plain or (len(words) == 1 and bool(_COMPOUND.fullmatch(words[0])))
            if plain and not is_row_total(self._headers[index]) and self._mostly_amounts(index):
                found.append(index)
        if len(found) != 1:
            return None
        header = self._headers[found[0]]
        if "@" in header and break_of(header) > 1:
            return None
        return found[0], header_unit("cost", header), "by its header"

    def _of_rows(self, free: Collection[int]) -> Guess | None:
        """The one column of what rows cost altogether, where no other holds any price."""
        found = [
            index
            for index in sorted(free)
            if is_row_total(self._headers[index])
            and self._names_money(index)
            and self._mostly_amounts(index)
        ]
        if len(found) > 1:
            found = [at for at in found if not is_price_of_order(self._headers[at])]
        if len(found) != 1:
            return None
        return found[0], header_unit("cost", self._headers[found[0]]), PRICE_OF_ROWS

    def _names_money(self, index: int) -> bool:
        header = self._headers[index]
        return bool(PRICES.intersection(header_words(header))) or any(s in header for s in "$€£¥")

    def _mostly_amounts(self, index: int) -> bool:
        values = self._values[index]
        amounts = sum(
            are_amounts([text]) or are_amounts([text.replace(",", ".")]) for text in values
        )
        return amounts > 1 and 3 * amounts >= 2 * len(values)

    def in_currency(self, cost: int, free: Collection[int]) -> Guess | None:
        """The column whose header is that of the cost with a currency, as `Price/Unit (USD)`."""
        plain = {*header_words(self._headers[cost])} - _BESIDE_UNITS
        for index in sorted(free):
            words = header_words(self._headers[index])
            others = {word for word in words if not currencies_of(word)} - _BESIDE_UNITS
            unit = header_unit("cost", self._headers[index])
            if unit and others == plain and are_amounts(self._values[index]):
                return index, unit, "by its header"
        return None

    def currencies(self, free: Collection[int]) -> Guess | None:
        """The column that holds nothing but codes of currencies, whatever it is called."""
        for index in sorted(free):
            values = self._values[index]
            codes = [text for text in values if len(text) == 3 and text.isupper()]
            if values and len(codes) == len(values) and all(map(currencies_of, codes)):
                return index, "", "by its values"
        return None

    def by_product(self, quantity: int, free: Collection[int]) -> Guess | None:
        """The column that times the quantity gives one of sums, whatever its header says."""
        amounts = [at for at in sorted(free) if are_amounts(self._values[at])]
        for total in amounts:
            if not is_row_total(self._headers[total]):
                continue
            for index in amounts:
                is_other = index != total and not is_row_total(self._headers[index])
                if is_other and is_product_of(total, quantity, index, self._sample):
                    return index, self._currency_of(index), "by its values"
        return None

    def counts(self, cost: int, free: Collection[int]) -> int | None:
        """The whole numbers that times the prices give the sums of the rows, as below `Unit`."""
        totals = [at for at in sorted(free) if is_row_total(self._headers[at])]
        for index in sorted(free):
            counts = [text for text in self._values[index] if text.isdecimal()]
            if index not in totals and 10 * len(counts) >= 9 * len(self._values[index]) > 0:
                for total in totals:
                    if is_product_of(total, index, cost, self._sample):
                        return index
        return None

    def _currency_of(self, index: int) -> str:
        """The currency that the header names, perhaps before a slash as in `€/pc`."""
        header = self._headers[index]
        codes = [code for word in re.split(r"[\s/()]+", header) for code in currencies_of(word)[:1]]
        return header_unit("cost", header) or next(iter(codes), "")

    def of_one(self, cost: int, quantity: int, free: Collection[int]) -> Guess | None:
        """The column of which the cost is the product with the quantity, so that it is the price."""
        for index in sorted(free):
            words = header_words(self._headers[index])
            if PRICES.intersection(words) and is_product_of(cost, quantity, index, self._sample):
                return index, header_unit("cost", self._headers[index]), "by its values"
        return None
