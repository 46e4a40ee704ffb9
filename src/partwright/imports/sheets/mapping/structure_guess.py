"""Guesses of the columns that tell the structure: levels and parents, from values and headers."""

from collections.abc import Mapping, Sequence

from partwright.imports.sheets.cell_values.values import are_levels
from partwright.imports.sheets.fields.header_names import RANKS, is_export
from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.mapping.column_evidence import (
    groups_of,
    is_outline,
    named_as_parents,
    parents_of,
)
from partwright.imports.sheets.mapping.price_guess import Guess
from partwright.imports.sheets.mapping.row_columns import RowColumns
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

_PLACE = lazy_regex(r"[0-9]{1,4}")
"""Place of a line among those of its assembly, as `0010`."""
_MARKED_LEVEL = lazy_regex(r"([.+*]*)([0-9])")


class StructureGuesser(RowColumns):
    """Gives levels and parents the best columns that are left."""

    def __init__(self, headers: Sequence[str], sample: Sequence[SheetRecord]) -> None:
        super().__init__(headers, sample)
        self.free = set(range(len(headers)))

    def guess_structure(self, taken: Mapping[str, int]) -> None:
        """Levels and parents that only the values show."""
        fields = {**taken, **{field: guess[0] for field, guess in self.found.items()}}
        parents = fields.get("parentItemNumber")
        if parents is not None and not {"itemNumber", "name"} & taken.keys():
            fields = self._number_by_names(fields, parents)
        if "level" in fields:
            if parents is not None and "parentItemNumber" not in taken:
                self._weigh_parents(fields, parents)
            return
        if parents is None:
            self._guess_levels(fields)
        elif (
            taken.get("parentItemNumber") is None
            and not self._name_rows(fields, parents)
            and self._swap_parents(fields, parents)
        ):
            return
        elif "itemNumber" not in fields:
            ranks = {**RANKS["parts"]["name"], **RANKS["parts"]["itemNumber"]}
            candidates = [at for at in self.free if self._keys[at] in ranks]
            index = named_as_parents(parents, candidates, self._sample)
            if index is not None and "name" not in fields:
                self._take("itemNumber", index)

    def _number_by_names(self, fields: Mapping[str, int], parents: int) -> Mapping[str, int]:
        """Take coded names for the numbers where rows call their parents by them, and never by a number.

        Enovia calls so the number of an item, beside an `Item Number` that is the place of its line.
        """
        number, name = fields.get("itemNumber"), fields.get("name")
        if number is None or name is None:
            return fields
        by_number, by_name = (
            named_as_parents(parents, [at], self._sample) for at in (number, name)
        )
        coded = [any(map(str.isdigit, text)) and " " not in text for text in self._values[name]]
        are_places = all(map(_PLACE.fullmatch, self._values[number]))
        is_named_so = by_number is None and by_name is not None and are_places
        if not is_named_so or 10 * sum(coded) < 9 * len(coded):
            return fields
        del self.found["name"], self.found["itemNumber"]
        self._keep("itemNumber", (name, "", "rows name their parents by it"))
        self.free.add(number)
        if "findNumber" not in fields:
            self._keep("findNumber", (number, "", "by its values"))
        kept = {field: at for field, at in fields.items() if field != "name"}
        return {**kept, "itemNumber": name}

    def _weigh_parents(self, fields: Mapping[str, int], parents: int) -> None:
        """Leave parents aside that no row is called by, as ids of a database; levels tell them.

        Where all rows are of one level, several parents tell more than it does.
        """
        if (
            self._name_rows(fields, parents)
            or is_export(self._headers)
            or self._swap_parents(fields, parents)
        ):
            return
        is_even = len(set(self._values[fields["level"]])) == 1
        of_many = len(set(self._values[parents])) > 1
        field = "level" if is_even and of_many else "parentItemNumber"
        if field in self.found:
            self.free.add(self.found.pop(field)[0])

    def _swap_parents(self, fields: Mapping[str, int], parents: int) -> bool:
        """Take another column of parents in place of one that names no rows, if that names some."""
        ranks = RANKS["parts"]["parentItemNumber"]
        for index in sorted(self.free):
            if self._keys[index] in ranks and self._name_rows(fields, index):
                self.free.add(parents)
                self._take("parentItemNumber", index)
                return True
        return False

    def _name_rows(self, fields: Mapping[str, int], parents: int) -> bool:
        """Whether the column names rows by their own numbers or names."""
        own = [at for field in ("itemNumber", "name") if (at := fields.get(field)) is not None]
        return named_as_parents(parents, own, self._sample) is not None

    def _guess_levels(self, fields: Mapping[str, int]) -> None:
        """Places such as 1.2.3, or else parents that are rows themselves."""
        guessed = [guess[0] for field, guess in self.found.items() if field == "findNumber"]
        for index in (*sorted(self.free), *guessed):
            values = self._values[index]
            bare = is_nameless(self._headers[index]) and len(values) > 1 and are_levels(values)
            bare = bare and values[0].strip(" .") in ("0", "1")
            if bare or is_outline(values) or _are_marked_levels(values):
                self._take("level", index)
                return
        numbers = fields.get("itemNumber", fields.get("name"))
        if numbers is None:
            return
        words = {at: header_words(self._headers[at]) for at in range(len(self._headers))}
        grouped = fields.get("partCategory")
        free = self.free.union([] if grouped is None else [grouped])
        index = parents_of(numbers, free, words, self._sample)
        if index is None and "quantity" in fields:
            index = groups_of(numbers, free, self._keys, self._sample)
        if index is not None:
            if index == grouped:
                del self.found["partCategory"]
            self._take("parentItemNumber", index)

    def _take(self, field: str, index: int) -> None:
        self._keep(field, (index, "", "by its values"))

    def _keep(self, field: str, guess: Guess) -> None:
        self.found[field] = guess
        self.free.discard(guess[0])


def _are_marked_levels(values: Sequence[str]) -> bool:
    """Levels with as many marks ahead as they count, such as `.1` and `..2`, of which there are several."""
    marked = [_MARKED_LEVEL.fullmatch(text.strip()) for text in values]
    beyond = {int(m[2]) - len(m[1]) if m else None for m in marked}
    return beyond in ({0}, {1}) and len(set(values)) > 1
