"""Guesses of each column's field, from headers and first values."""

from collections.abc import Collection, Mapping, Sequence

from partwright.imports.sheets.cell_values.designators import (
    are_designators,
    lone_places,
    look_like_designators,
    mostly_places,
)
from partwright.imports.sheets.cell_values.pack_sizes import say_pieces
from partwright.imports.sheets.cell_values.values import count_rows
from partwright.imports.sheets.fields.column_table import COLUMNS, SOURCE_COLUMNS, ImportColumn
from partwright.imports.sheets.fields.header_names import KNOWN, RANKS, WEAK_KEYS
from partwright.imports.sheets.fields.import_column import passes
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.fields.nameless_columns import (
    is_nameless,
    lone_counts,
    only_counts,
    only_groups,
)
from partwright.imports.sheets.fields.units import header_readings, header_unit
from partwright.imports.sheets.mapping.column_evidence import (
    ASSEMBLIES,
    are_pieces,
    bare_columns,
    have_lost_marks,
    named_as_parents,
    names_each,
    places_beside,
    say_names_again,
    seller_of,
)
from partwright.imports.sheets.mapping.company_names import are_companies
from partwright.imports.sheets.mapping.file_numbers import are_files_or_marks
from partwright.imports.sheets.mapping.foreign_headers import NAMES_PARTS, foreign_columns
from partwright.imports.sheets.mapping.price_guess import PRICE_OF_ROWS, Guess, PriceGuesser
from partwright.imports.sheets.mapping.price_headers import are_pieces_priced, is_row_total
from partwright.imports.sheets.mapping.seller_codes import (
    are_order_codes,
    differ_by_seller,
    folded_seller,
)
from partwright.imports.sheets.mapping.structure_guess import StructureGuesser
from partwright.imports.sheets.mapping.variant_columns import variant_columns
from partwright.imports.sheets.mapping.whose_number import NumberOwners
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.words.column_words import (
    CODES,
    ONE_PIECE,
    SUPPLIERS,
    VALUE_NAMES,
)
from partwright.imports.sheets.words.header_words import header_words
from partwright.imports.sheets.words.quantity_words import has_quantity_word, names_quantity

_VALUES = VALUE_NAMES - {"model"}
"""Headers of values of electronic parts; beside a manufacturer, `Model` is what it calls the part."""
_PARTS = frozenset(["component", "components", "part", "value", "description", "componente"])
"""Headers beside which `Name` may hold designators."""
_REFERENCES = frozenset(["ref", "reference", "references", "refs"])
"""Headers of designators that may be of the company's numbers as well."""


class Guesser(StructureGuesser):
    """Gives fields the best columns that are left."""

    def __init__(
        self, headers: Sequence[str], sample: Sequence[SheetRecord], kind: ImportKind
    ) -> None:
        super().__init__(headers, sample)
        self._kind = kind
        self._uncommented = [key for key in self._keys if key != "comment"]
        self._owners = NumberOwners(headers, sample) if kind.plural == "parts" else None

    def guess_all(self, taken: Mapping[str, int]) -> None:
        """Guess the fields that are not taken; a name of several meanings needs values."""
        self.free.difference_update(taken.values())
        if self._kind.with_lines:
            self._guess_codes_by_looks()
        for column in COLUMNS[self._kind.plural]:
            find = self._best_quantity if column.field == "quantity" else self._best
            if column.field not in taken and (best := find(column)):
                self._keep(column.field, best)
        if self._kind.with_lines:
            self._guess_own_numbers({*taken, *self.found})
            self._guess_places({*taken, *self.found})
            self._guess_prices({*taken, *self.found})
        for column in SOURCE_COLUMNS if self._kind.with_lines else ():
            while column.field in self.found and (more := self._best(column, strong=True)):
                self.more.append((column.field, more))
                self.free.discard(more[0])
        if self._kind.with_lines:
            self._guess_sellers({*taken, *self.found})
            self._guess_order_codes()
            self._guess_bare_columns({*taken, *self.found})
            self._guess_foreign({*taken, *self.found})
            self._guess_nameless(taken)
            self.guess_structure(taken)
            self._guess_variants({*taken, *self.found})

    def _guess_variants(self, fields: Collection[str]) -> None:
        """The quantities of the first variant, where no column counts and nothing is placed."""
        if "quantity" in fields or "referenceDesignator" in fields:
            return
        if found := variant_columns(self._headers, dict(enumerate(self._values)), self.free):
            self._take("quantity", found[0])

    def _guess_own_numbers(self, fields: Collection[str]) -> None:
        own = self._owners and self._owners.own_number(self.free, self._values)
        if own is not None and "itemNumber" not in fields:
            self._keep("itemNumber", (own, "", "by its header"))
        called = [at for at in sorted(self.free) if self._keys[at] in RANKS["parts"]["itemNumber"]]
        rows = [at for at in called if count_rows(self._values[at])]
        if rows and "findNumber" not in fields:
            self._keep("findNumber", (rows[0], "", "by its values"))

    def _guess_places(self, fields: Collection[str]) -> None:
        """Designators that no header names, and that are no numbers of parts either."""
        numbers = [guess[0] for f, guess in self.found.items() if f == "itemNumber"]
        index = lone_places(self.free.union(numbers), self._values)
        if index is None:
            index = self._counted_places(numbers)
        if index is not None and "referenceDesignator" not in fields:
            self.found = {f: guess for f, guess in self.found.items() if guess[0] != index}
            self._take("referenceDesignator", index)

    def _counted_places(self, numbers: Sequence[int]) -> int | None:
        """The one column of designators, most of them of the usual kind, as many as are counted."""
        quantity = self.found.get("quantity")
        found = [
            at
            for at in sorted(self.free.difference(numbers))
            if quantity
            and names_each(at, quantity[0], self._sample)
            and 2 * sum(map(look_like_designators, self._values[at])) > len(self._values[at])
        ]
        return found[0] if len(found) == 1 else None

    def _guess_prices(self, fields: Collection[str]) -> None:
        """Prices that no header names plainly; of two the one that times the quantity is the other."""
        prices = PriceGuesser(self._headers, self._values, self._sample)
        quantity = self.found.get("quantity")
        guess: Guess | None = None
        if "cost" not in fields:
            guess = prices.by_header(self.free)
            if quantity and (guess is None or guess[2] == PRICE_OF_ROWS):
                guess = prices.by_product(quantity[0], self.free) or guess
        elif "cost" in self.found and (guess := self._price_in_currency(prices)):
            self.free.add(self.found["cost"][0])
        elif quantity and "cost" in self.found:
            guess = prices.of_one(self.found["cost"][0], quantity[0], self.free)
            if guess:
                self.free.add(self.found["cost"][0])
        if guess:
            self._keep("cost", guess)
        if "quantity" not in fields and "cost" in self.found:
            counted = prices.counts(self.found["cost"][0], self.free)
            if counted is not None:
                self._keep("quantity", (counted, "", "by its values"))
        stated = prices.currencies(self.free) if "cost" in self.found else None
        if stated and "costCurrency" not in fields:
            self._take("costCurrency", stated[0])

    def _price_in_currency(self, prices: PriceGuesser) -> Guess | None:
        """The same price again under a header that says its currency, where the first says none."""
        index, unit, _ = self.found["cost"]
        return None if unit else prices.in_currency(index, self.free)

    def _guess_codes_by_looks(self) -> None:
        """Numbers of parts that only one supplier gives, as `311-10.0KLRCT-ND` of Digi-Key."""
        for index in sorted(self.free):
            ranks = RANKS["parts"]["itemNumber"]
            if self._keys[index] not in ranks and not is_nameless(self._headers[index]):
                continue
            if seller := seller_of(index, self._makers_numbers(), self._sample):
                self._add_codes(index, seller)
            elif self._owners and self._owners.are_in_links(index):
                self._keep("orderCode", (index, "", "by the links of its rows"))
                break
            elif self._keys[index] in _REFERENCES and self._are_of_sellers(index):
                self._keep("orderCode", (index, "", "by the suppliers beside it"))
                break

    def _are_of_sellers(self, index: int) -> bool:
        """Whether a list names suppliers and no other numbers than these, which are theirs."""
        ranks = RANKS["parts"]
        coded = {**ranks["orderCode"], **ranks["mpn"]}
        sellers = [at for at, key in enumerate(self._keys) if key in ranks["supplier"]]
        others = [at for at, key in enumerate(self._keys) if key in coded and at != index]
        if len(sellers) != 1 or others or mostly_places(self._values[index]):
            return False
        return differ_by_seller([(r.cells[index], r.cells[sellers[0]]) for r in self._sample])

    def _guess_sellers(self, fields: Collection[str]) -> None:
        """The supplier whose numbers `Supplier part number` holds, where no column names any."""
        guess = self.found.get("orderCode")
        if guess and not guess[1] and "supplier" not in fields:
            seller = seller_of(guess[0], self._makers_numbers(), self._sample)
            self.found["orderCode"] = (guess[0], seller, guess[2])

    def _makers_numbers(self) -> list[int]:
        ranks, weak = RANKS["parts"]["mpn"], WEAK_KEYS["parts"]["mpn"]
        return [at for at, key in enumerate(self._keys) if key in ranks and key not in weak]

    def _guess_order_codes(self) -> None:
        """Numbers of suppliers by their headers, as `Mouser Part Number`, or by their form, as `DK P/N`."""
        for index in sorted(self.free):
            words = header_words(self._headers[index])
            named = SUPPLIERS.get(words[0]) or SUPPLIERS.get("".join(words[:2])) if words else None
            named = named or (SUPPLIERS.get(words[-1]) if len(words) == 2 else None)
            coded = CODES.intersection((*words, "".join(words[1:])))
            if named and are_order_codes(words, self._values[index]):
                self._add(index, named, "by its header")
            elif coded and (seller := seller_of(index, self._makers_numbers(), self._sample)):
                self._add_codes(index, seller)

    def _best(self, column: ImportColumn, *, strong: bool = False) -> Guess | None:
        candidates: list[tuple[bool, int, bool, int, str]] = []
        for index in sorted(self.free):
            rank, name, unit = self._rank(column, index)
            weak = strong and name in WEAK_KEYS[self._kind.plural][column.field]
            if rank is not None and not weak and self._may_be(column, name, index):
                empty = bool(self._sample) and not self._values[index]
                candidates.append((empty, rank, name != self._keys[index], index, unit))
        best = min(candidates, default=None)
        return best and (best[3], best[4], "by its header")

    def _best_quantity(self, column: ImportColumn) -> Guess | None:
        """The quantities by a name of theirs, else by a word for them among others."""
        best = self._best(column)
        known = best and self._keys[best[0]] in RANKS["parts"]["quantity"]
        if best and known and has_quantity_word(self._headers[best[0]]):
            return best
        named = [
            index
            for index in sorted(self.free)
            if names_quantity(self._headers[index])
            and self._values[index]
            and passes(column.fits, self._values[index])
            and passes(column.proves, self._values[index])
        ]
        return (named[0], "", "by its header") if named else best

    def _rank(self, column: ImportColumn, index: int) -> tuple[int | None, str, str]:
        """The rank of the header as the field's name (smaller is better), and as what it was read."""
        known = RANKS[self._kind.plural][column.field]
        readings = header_readings(self._headers[index], column.field)
        for at, (name, unit) in enumerate(readings):
            if name in known and not (at and self._keys[index] in KNOWN):
                whole = header_unit(column.field, self._headers[index]) if at else ""
                weak = name in WEAK_KEYS[self._kind.plural][column.field]
                rank = known[name] + 100 * (at > 0) + 1_000 * weak
                if column.field == "cost" and ONE_PIECE.intersection(
                    header_words(self._headers[index])
                ):
                    # `Cost ea.` goes before `Cost`, which is that of the row then.
                    rank -= 500
                return rank, name, unit or whole
        key = self._keys[index]
        return (0 if key == column.field.casefold() else None), key, ""

    def _may_be(self, column: ImportColumn, name: str, index: int) -> bool:
        values = self._values[index]
        if self._owners and not self._owners.may_be(column.field, name, index):
            return False
        weak = name in WEAK_KEYS[self._kind.plural][column.field]
        # Of a header of two names, such as `Specification / part number`, neither is certain.
        is_whole = name == self._keys[index] and len(set(values)) == len(values)
        several = "/" in self._headers[index].upper().replace("P/N", "") and not is_whole
        weak = weak or (column.field == "itemNumber" and several)
        if column.field in ("itemNumber", "findNumber") and self.counts_below_levels(index):
            return column.field == "findNumber"
        if weak and not passes(column.fits, values):
            return column.field == "referenceDesignator" and self._name_each(index)
        if (
            weak
            and column.field in ("name", "itemNumber")
            and _VALUES.intersection(
                self._keys if places_beside(index, self._keys, self._values) else self._uncommented
            )
        ):
            return False
        if not self._is_source_or_price(column.field, index):
            return False
        if column.field == "findNumber" and self._sample and not self._values[index]:
            return False
        if column.field == "quantity" and name == "total" and self._is_sum(values):
            return False
        if column.field == "itemNumber" and self._are_no_numbers(name, index):
            return False
        if column.field == "parentItemNumber" and (
            has_quantity_word(self._headers[index]) or (weak and not self._are_groups(index))
        ):
            return False
        return passes(column.proves, values)

    def _are_no_numbers(self, name: str, index: int) -> bool:
        """Whether what stands below a header of part numbers are files, models or designators."""
        values = self._values[index]
        return (
            are_files_or_marks(self._keys, index, values)
            or any(word.startswith("model") for word in header_words(self._headers[index]))
            or (name == "sku" and bool(self._makers_numbers()))
            or (
                name in _REFERENCES and mostly_places(values) and not self._are_counted_apart(index)
            )
        )

    def _is_source_or_price(self, field: str, index: int) -> bool:
        """Whether companies are companies, their numbers no values, and prices not those of rows."""
        if field == "cost":
            values = self._values[index]
            is_of_rows = is_row_total(self._headers[index])
            is_of_rows = is_of_rows or are_pieces_priced(self._keys, index, values)
            return not (is_of_rows or say_pieces(values) or have_lost_marks(values))
        if field == "name":
            named = _PARTS | (_VALUES if are_designators(self._values[index]) else frozenset[str]())
            others = [at for at in self.free if at != index and self._keys[at] in named]
            return not (others and are_pieces(index, self.free, self._sample))
        if field == "quantity" and self._keys[index] == "n":
            # Numbers that all differ are those of the rows.
            return len(set(self._values[index])) < len(self._values[index])
        if field == "mpn":
            return not _VALUES.intersection(header_words(self._headers[index]))
        named = self.found.get("name", (index, "", ""))[0]
        if field == "supplier" and index != named and say_names_again(index, named, self._sample):
            return False
        return field not in ("supplier", "manufacturer") or are_companies(self._values[index])

    def _are_groups(self, index: int) -> bool:
        """Whether a column such as `Used In` names rows of the list, or groups of several rows."""
        own = [self.found[f][0] for f in ("itemNumber", "name") if f in self.found]
        if own and named_as_parents(index, own, self._sample) is not None:
            return True
        values, rows = self._values[index], len(self._sample)
        if any("," in text or ";" in text for text in values):
            return False
        if len(set(values)) == len(values) < rows:
            return False  # What stands once above its group is a title.
        return 10 * len(values) < 8 * rows or 5 * len(set(values)) <= 4 * len(values)

    def _guess_bare_columns(self, fields: Collection[str]) -> None:
        """The columns of a list that has no header."""
        if not all(map(is_nameless, self._headers)):
            return
        bare = bare_columns({at: self._values[at] for at in sorted(self.free)})
        placed = self.found.get("referenceDesignator")
        places = placed[0] if placed else bare.get("referenceDesignator")
        # Prices of cents count nothing where another column counts the designators.
        others = sorted(self.free.difference(bare.values())) if places is not None else []
        counts = [at for at in others if names_each(places or 0, at, self._sample)]
        bare |= {"quantity": counts[0]} if len(counts) == 1 else {}
        for field, index in bare.items():
            if field not in fields:
                self._take(field, index)

    def _guess_foreign(self, fields: Collection[str]) -> None:
        """The columns of a list of whose headers none names its parts in a known language."""
        if NAMES_PARTS.isdisjoint(fields):
            for field, guess in foreign_columns(self._headers, self._values, self.free).items():
                if field not in fields:
                    self._keep(field, guess)

    def _guess_nameless(self, taken: Mapping[str, int]) -> None:
        """Quantities and the beginnings of groups in columns without a header."""
        fields = {**taken, **{field: guess[0] for field, guess in self.found.items()}}
        bare = {at: self._values[at] for at in self.free if is_nameless(self._headers[at])}
        name = fields.get("name")
        if name is None:
            return
        is_placed = "referenceDesignator" in fields
        counted = (
            only_counts(bare) if is_placed else lone_counts(self._headers, self._values, self.free)
        )
        if "quantity" not in fields and counted is not None:
            self._take("quantity", counted)
        elif "partCategory" not in fields:
            bare |= {at: self._values[at] for at in self.free if self._keys[at] in ASSEMBLIES}
            index = only_groups(bare, name, self._sample)
            if index is not None:
                self._take("partCategory", index)

    def _add_codes(self, index: int, seller: str) -> None:
        """Keep numbers of one supplier's form as its own, unless rows say that others sell their parts."""
        named = {
            folded_seller(name)
            for at, key in enumerate(self._keys)
            if key in RANKS["parts"]["supplier"]
            for name in self._values[at]
        }
        if "orderCode" in self.found or named <= {folded_seller(seller)}:
            self._add(index, seller, "by its values")
        else:
            self._keep("orderCode", (index, "", "by its values"))

    def _add(self, index: int, seller: str, why: str) -> None:
        self.more.append(("orderCode", (index, seller, why)))
        self.free.discard(index)
