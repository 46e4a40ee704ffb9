"""Words in the column of part numbers that say where parts come from, as `OTS` beside every screw."""

from collections.abc import Iterable

from partwright.imports.sheets.cell_values.no_numbers import says_no_number
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import SheetRecord, fold_number
from partwright.kit.patterns import lazy_regex

_WORD = lazy_regex(r"[0-9]?[^\W\d_][^\W\d]{1,23}")
"""Letters, perhaps in several words, and at most one digit ahead, as `3D printed`."""
_FEWEST = 3
"""Names from which on a word is the number of none of them."""
_MOST = 10_000
"""Words of a sheet that are looked at; who numbers more parts by words means it."""


class WordNumbers:
    """Words that stand as the number of several rows, each of which is called otherwise."""

    def __init__(self, plan: ColumnPlan) -> None:
        number, name = plan.of("itemNumber"), plan.of("name") or plan.of("description")
        self._header = number.header if number else ""
        # A parent is named by whatever stands there, word or number.
        named = number and name and plan.of("parentItemNumber") is None
        self._places = (number.index, name.index) if number and name and named else None
        self._names: dict[str, set[int]] = {}
        self._rows: dict[str, int] = {}
        self._shown: dict[str, str] = {}

    def see(self, record: SheetRecord) -> None:
        """Take a row; of its name only a mark is held."""
        if self._places is None or record.fault:
            return
        text, name = (record.cells[place].strip() for place in self._places)
        if not name or not _WORD.fullmatch(text[:40].replace(" ", "").replace("-", "")):
            return
        word = fold_number(text)
        if says_no_number(text) or (word not in self._names and len(self._names) >= _MOST):
            return
        self._shown.setdefault(word, text)
        self._names.setdefault(word, set()).add(hash(name.casefold()))
        self._rows[word] = self._rows.get(word, 0) + 1

    @property
    def found(self) -> frozenset[str]:
        """The folded words that are no numbers: most of their rows have a name of their own."""
        return frozenset(
            word
            for word, names in self._names.items()
            if len(names) >= _FEWEST and 4 * len(names) >= 3 * self._rows[word]
        )

    def decisions(self) -> Iterable[str]:
        """A sentence on each of them."""
        for word in sorted(self.found):
            yield (
                f'"{self._shown[word]}" in "{self._header}" stands beside {len(self._names[word])} '
                "different names: it is no part number, and is kept as an attribute."
            )
