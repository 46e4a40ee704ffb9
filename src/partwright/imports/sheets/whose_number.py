"""Headers that may name the company's numbers or those of the manufacturer."""

from collections.abc import Sequence

from partwright.imports.sheets.column_evidence import named_as_parents
from partwright.imports.sheets.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.header_words import header_key
from partwright.imports.sheets.rows import SheetRecord
from partwright.imports.sheets.values import are_type_codes, meaningful_text

_NUMBERS = frozenset(
    map(header_key, ("part number", "part no", "partnumber", "part code", "pn", "p n"))
)
"""Beside a column of manufacturers these are their numbers, unless rows name their parents by them."""
_TYPES = frozenset(["typ", "type", "typmodell", "model", "modell", "modele", "modelo", "modello"])
"""Beside a column of manufacturers these may be what they call the part."""


class NumberOwners:
    """Whose numbers the columns of a sheet of parts hold."""

    def __init__(self, keys: Sequence[str], sample: Sequence[SheetRecord]) -> None:
        self._keys = keys
        self._sample = sample
        self._has_makers = self._names_makers()

    def may_be(self, field: str, name: str, index: int) -> bool:
        """Whether the column of that name may hold the field, by whose number it is."""
        if field == "mpn" and name in _TYPES:
            values = [meaningful_text(record.cells[index]) for record in self._sample]
            return self._has_makers and are_type_codes([text for text in values if text])
        if name not in _NUMBERS:
            return True
        is_theirs = self._has_makers and not self._names_parents(index)
        return is_theirs == (field == "mpn")

    def _names_makers(self) -> bool:
        """Whether manufacturers are named, and their numbers in no column of a clear name."""
        ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]["mpn"]
        makers = any(
            key in ranks["manufacturer"] and meaningful_text(record.cells[index])
            for index, key in enumerate(self._keys)
            for record in self._sample
        )
        numbers = any(key in ranks["mpn"] and key not in weak for key in self._keys)
        return makers and not numbers

    def _names_parents(self, index: int) -> bool:
        """Whether a column of parents names rows by the values of this one."""
        return any(
            key in RANKS["parts"]["parentItemNumber"]
            and at != index
            and named_as_parents(at, [index], self._sample) is not None
            for at, key in enumerate(self._keys)
        )
