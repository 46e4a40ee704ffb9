"""Columns that belong to the rows of a list, not to its parts: sums, running numbers, marks."""

from collections.abc import Collection, Iterator, Sequence

from partwright.imports.sheets.cell_values.pack_sizes import say_pieces
from partwright.imports.sheets.cell_values.values import are_item_numbers, count_rows
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS, field_key
from partwright.imports.sheets.fields.units import header_readings, header_unit
from partwright.imports.sheets.mapping.column_evidence import (
    are_amounts,
    counts_others,
    is_multiple_of,
    is_outline,
    is_product_of,
    names_each,
    values_of,
)
from partwright.imports.sheets.mapping.price_guess import Guess
from partwright.imports.sheets.mapping.price_headers import is_row_total
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.tables.header_row import twin_of
from partwright.imports.sheets.words.column_words import QUANTITIES, TOTALS
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.imports.sheets.words.quantity_words import has_quantity_word, names_quantity

_DIGITS = 7
_WEIGHTS = frozenset(["weight", "mass", "gewicht", "masse", "poids", "peso", "masa", "waga"])


_PRICED = frozenset(
    map(header_key, ("unit", "each", "ea", "cost", "price", "unit cost", "unit price"))
)
"""Headers beside which `Total` is an amount of money."""
_SELLERS = frozenset(["supplier", "vendor", "distributor", "source", "lieferant", "fournisseur"])


class RowColumns:
    """The columns of a sheet by their headers and first values, with the fields found so far."""

    def __init__(self, headers: Sequence[str], sample: Sequence[SheetRecord]) -> None:
        self._headers = headers
        self._sample = sample
        self._values = [values_of(index, sample) for index in range(len(headers))]
        self._keys = [field_key(header) for header in headers]
        self.found: dict[str, Guess] = {}
        self.more: list[tuple[str, Guess]] = []
        """Further columns that say the same of a part's sources, used where the first is empty."""

    def further(self) -> Iterator[tuple[str, Guess]]:
        """Those of `more` that add nothing to the first; of `MPN, MPN` the second is another source's."""
        for field, guess in self.more:
            first = self.found.get(field)
            is_twin = bool(twin_of(self._headers[guess[0]], self._headers))
            if not (is_twin and first and self._are_paired(first[0], guess[0])):
                yield field, guess

    def _are_paired(self, first: int, second: int) -> bool:
        """Whether rows that fill the second column fill the first as well, with something else."""
        rows = [(r.cells[first].strip(), r.cells[second].strip()) for r in self._sample]
        return all(a and a != b for a, b in rows if b)

    def _is_sum(self, values: Sequence[str]) -> bool:
        """Whether what stands under `Total` is money, or the sum of the list beside a few rows."""
        priced = bool(_PRICED.intersection(self._keys))
        return priced or 2 * len(values) < len(self._sample)

    def _name_each(self, index: int) -> bool:
        quantity = self.found.get("quantity")
        return quantity is not None and names_each(index, quantity[0], self._sample)

    def _are_counted_apart(self, index: int) -> bool:
        """Whether quantities say that no values of the column are designators."""
        quantities = [at for at, header in enumerate(self._headers) if names_quantity(header)]
        return any(counts_others(index, at, self._sample) for at in quantities)

    def is_other_price(self, index: int, fields: Collection[str]) -> bool:
        """Whether the column is a second price beside that of one piece."""
        quantity, cost = self.found.get("quantity"), self.found.get("cost")
        if say_pieces(self._values[index]):
            return False
        if quantity and cost:
            if is_product_of(index, quantity[0], cost[0], self._sample):
                return True
            words = header_words(self._headers[index])
            if len(words) > 2 and words[0] in _SELLERS:
                # `Supplier B Price` is no sum of the row.
                return False
        unit = header_unit("cost", self._headers[index])
        if cost and unit and cost[1] and unit != cost[1]:
            # In another currency it says what the first does not.
            return False
        ranks = RANKS["parts"]["cost"]
        readings = header_readings(self._headers[index], "cost")
        return "cost" in fields and any(name in ranks for name, _ in readings)

    def is_other_quantity(self, index: int) -> bool:
        """Whether the column holds the quantities again, for a number of products."""
        quantity = self.found.get("quantity")
        words = header_words(self._headers[index])
        if quantity and has_quantity_word(self._headers[index]) and TOTALS.intersection(words):
            return True
        return bool(QUANTITIES.intersection(words) and quantity) and is_multiple_of(
            index, quantity[0] if quantity else 0, self._sample
        )

    def is_row_total(self, index: int) -> bool:
        """Whether the column holds what the rows cost altogether, by its header and values."""
        return is_row_total(self._headers[index]) and are_amounts(self._values[index])

    def is_total_weight(self, index: int) -> bool:
        """Whether the column holds what the rows weigh altogether, beside that of one piece."""
        words = header_words(self._headers[index])
        return "weight" in self.found and bool(TOTALS & {*words} and _WEIGHTS & {*words})

    def are_marks(self, index: int) -> bool:
        """Whether the values are short marks such as `1a`, `B` or `2.1`."""
        return all(len(text) < 6 and " " not in text for text in self._values[index])

    def counts_below_levels(self, index: int) -> bool:
        """Whether small numbers that repeat are places within assemblies, beside levels and part numbers.

        So are those of an outline, as the `Item Number` of OpenBOM.
        """
        ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
        values, rows = self._values[index], len(self._sample)
        are_small = all(t.isdecimal() and len(t) < _DIGITS and int(t) <= rows for t in values)
        are_few = bool(values) and are_small and len(set(values)) < len(values)
        levels, numbers = (ranks[f].keys() - weak[f] for f in ("level", "itemNumber"))
        others = [at for at, key in enumerate(self._keys) if key in numbers and at != index]
        if not any(key in levels for key in self._keys):
            return False
        if is_outline(values):
            return any(len({*self._values[at]}) == len(values) for at in others)
        return are_few and any(are_item_numbers(self._values[at]) for at in others)

    def counts_rows(self, index: int) -> bool:
        """Whether the column only counts the rows; `Qty RX` does not, whatever its values."""
        return count_rows(self._values[index]) and not names_quantity(self._headers[index])
