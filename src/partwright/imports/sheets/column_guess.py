"""Which column of a sheet is which field, guessed from headers and first values."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from partwright.imports.sheets.column_table import COLUMNS, SOURCE_COLUMNS, ImportColumn
from partwright.imports.sheets.header_names import RANKS, WEAK_KEYS, header_key, header_words
from partwright.imports.sheets.kinds import ImportKind
from partwright.imports.sheets.rows import SheetRecord
from partwright.imports.sheets.units import header_readings, header_unit
from partwright.imports.sheets.values import are_levels, count_rows, meaningful_text

Guess = tuple[int, str, str]
"""Index of a column, its unit, and why it is the field."""

_NAMELESS = re.compile(r"Column \d+")
_MAKERS_NUMBERS = frozenset(map(header_key, ("part number", "part no", "partnumber", "pn", "p n")))
"""Beside a column of manufacturers these are their numbers, not the company's."""
VALUE_NAMES = frozenset(
    (
        "value",
        "wert",
        "valeur",
        "valor",
        "valore",
        "wartosc",
        "comment",
        "waarde",
        "device",
        "model",
    )
)
"""Headers of what electronics lists call a part by."""
SUPPLIERS = {
    name.replace(" ", "").replace("-", "").casefold(): name
    for name in (
        "Mouser",
        "Digi-Key",
        "Farnell",
        "Arrow",
        "LCSC",
        "JLCPCB",
        "TME",
        "RS",
        "Reichelt",
        "Conrad",
        "Newark",
        "Avnet",
        "Future",
        "element14",
        "Distrelec",
        "Misumi",
        "McMaster",
        "Amazon",
        "AliExpress",
        "Pollin",
        "Bürklin",
        "Rutronik",
        "Würth",
        "Allied",
        "SparkFun",
        "Adafruit",
        "Pololu",
        "Grainger",
        "Fastenal",
        "Octopart",
        "Verical",
        "Sager",
        "JLC",
    )
}
_CODES = frozenset(
    [
        "part",
        "pn",
        "no",
        "number",
        "sku",
        "code",
        "order",
        "partno",
        "artnr",
        "bestnr",
        "nr",
        "reference",
        "ref",
    ]
)
_TOTALS = frozenset(
    [
        "total",
        "extended",
        "ext",
        "subtotal",
        "gesamt",
        "gesamtpreis",
        "gesamtkosten",
        "summe",
        "sum",
        "montant",
        "sumaryczna",
        "betrag",
        "totale",
        "razem",
        "suma",
        "wartosc",
        "importe",
        "line",
    ]
)
_PRICES = frozenset(
    [
        "price",
        "cost",
        "costs",
        "prices",
        "preis",
        "kosten",
        "prix",
        "cout",
        "precio",
        "prezzo",
        "cena",
        "usd",
        "eur",
        "gbp",
        "pln",
        "amount",
    ]
)


def values_of(index: int, sample: Sequence[SheetRecord]) -> list[str]:
    """The values of a column in the first rows, without signs for `nothing`."""
    return [text for record in sample if (text := meaningful_text(record.cells[index]))]


def is_nameless(header: str) -> bool:
    """Whether the sheet gives the column no header."""
    return bool(_NAMELESS.fullmatch(header))


def is_row_total(header: str) -> bool:
    """Whether the header names what a row costs altogether, such as `Extended Price`."""
    words = header_words(header)
    return bool(_TOTALS.intersection(words)) and (
        bool(_PRICES.intersection(words)) or (len(words) == 1 and words[0] not in ("line", "ext"))
    )


class Guesser:
    """Gives fields the best columns that are left."""

    def __init__(
        self, headers: Sequence[str], sample: Sequence[SheetRecord], kind: ImportKind
    ) -> None:
        self._headers = headers
        self._sample = sample
        self._kind = kind
        self._values = [values_of(index, sample) for index in range(len(headers))]
        self._keys = [header_key(header) for header in headers]
        self.free = set(range(len(headers)))
        self.found: dict[str, Guess] = {}
        self.more: list[tuple[str, Guess]] = []
        """Further columns that say the same of a part's sources, used where the first is empty."""

    def guess_all(self, taken: Mapping[str, int]) -> None:
        """Guess the fields that are not taken; a name of several meanings needs values."""
        self.free -= set(taken.values())
        for column in COLUMNS[self._kind.plural]:
            if column.field not in taken and (best := self._best(column)):
                self.found[column.field] = best
                self.free.discard(best[0])
        for column in SOURCE_COLUMNS if self._kind.with_lines else ():
            while column.field in self.found and (more := self._best(column, strong=True)):
                self.more.append((column.field, more))
                self.free.discard(more[0])
        if self._kind.with_lines:
            self._guess_order_codes()
        if self._kind.with_lines and not {"level", "parentItemNumber"} & {*taken, *self.found}:
            self._guess_levels()

    def _guess_order_codes(self) -> None:
        """Numbers of suppliers whose name stands in the header: `Mouser Part Number`."""
        for index in sorted(self.free):
            words = header_words(self._headers[index])
            named = SUPPLIERS.get(words[0]) or SUPPLIERS.get("".join(words[:2])) if words else None
            if named and _CODES.intersection(words) and not {"price", "stock"} & set(words):
                self.more.append(("orderCode", (index, named, "by its header")))
                self.free.discard(index)

    def _best(self, column: ImportColumn, *, strong: bool = False) -> Guess | None:
        candidates: list[tuple[bool, int, int, str]] = []
        for index in sorted(self.free):
            rank, name, unit = self._rank(column, index)
            weak = strong and name in WEAK_KEYS[self._kind.plural][column.field]
            if rank is not None and not weak and self._may_be(column, name, index):
                empty = bool(self._sample) and not self._values[index]
                candidates.append((empty, rank, index, unit))
        if not candidates:
            return None
        _, _, index, unit = min(candidates)
        return index, unit, "by its header"

    def _rank(self, column: ImportColumn, index: int) -> tuple[int | None, str, str]:
        """How well the header names the field (smaller is better), and as what it was read."""
        known = RANKS[self._kind.plural][column.field]
        readings = header_readings(self._headers[index], column.field)
        for at, (name, unit) in enumerate(readings):
            if name in known:
                whole = header_unit(column.field, self._headers[index]) if at else ""
                return known[name] + 100 * (at > 0), name, unit or whole
        own = self._keys[index] == column.field.casefold()
        return (0 if own else None), self._keys[index], ""

    def _may_be(self, column: ImportColumn, name: str, index: int) -> bool:
        values = self._values[index]
        if is_row_total(self._headers[index]) and column.field == "cost":
            return False
        if name in _MAKERS_NUMBERS and self._has_makers() == (column.field == "itemNumber"):
            return False
        weak = name in WEAK_KEYS[self._kind.plural][column.field]
        if weak and not _passes(column.fits, values):
            return False
        if weak and column.field in ("name", "itemNumber") and VALUE_NAMES.intersection(self._keys):
            return False
        if column.field == "findNumber" and not self._values[index]:
            return False
        return _passes(column.proves, values)

    def _has_makers(self) -> bool:
        """Whether manufacturers are named, and their numbers in no column of a clear name."""
        ranks = RANKS["parts"]
        weak = WEAK_KEYS["parts"]["mpn"]
        if self._kind.plural != "parts":
            return False
        makers = any(
            key in ranks["manufacturer"] and self._values[index]
            for index, key in enumerate(self._keys)
        )
        numbers = any(key in ranks["mpn"] and key not in weak for key in self._keys)
        return makers and not numbers

    def _guess_levels(self) -> None:
        """Places such as 1.2.3 in a column that has no header."""
        for index in sorted(self.free):
            values = self._values[index]
            if is_nameless(self._headers[index]) and len(values) > 1 and are_levels(values):
                self.found["level"] = (index, "", "by its values")
                self.free.discard(index)
                return

    def is_other_price(self, index: int, fields: Collection[str]) -> bool:
        """Whether the column is a second price beside that of one piece."""
        ranks = RANKS["parts"]["cost"]
        readings = header_readings(self._headers[index], "cost")
        return "cost" in fields and any(name in ranks for name, _ in readings)

    def counts_rows(self, index: int) -> bool:
        """Whether the column only counts the rows."""
        return count_rows(self._values[index])


def _passes(test: Callable[[Sequence[str]], bool] | None, values: Sequence[str]) -> bool:
    return test is None or not values or test(values)
