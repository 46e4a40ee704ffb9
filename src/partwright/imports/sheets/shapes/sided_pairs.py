"""Lists of pairs whose headers are of two sides: what parts go into, and the parts.

As ERPs and programs of shops write them: `Product SKU`, `Component SKU`; `BillNo`, `ComponentItemCode`;
`PartNum`, `MtlPartNum`; `BOM Item`, `Inventory ID`. Values tell whether rows are such pairs.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from partwright.imports.sheets.cell_values.values import are_item_numbers
from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import (
    RowRemark,
    SheetRecord,
    SheetTable,
    fold_number,
    with_cell,
)
from partwright.imports.sheets.shapes.level_columns import PLAIN_LEVEL, is_held
from partwright.imports.sheets.shapes.written_levels import PARENT_NAME
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.imports.sheets.words.side_headers import SideHeader, side_header

_SAMPLE = 500
_LEAST = 3
_NOTHING = frozenset(["", "0", "0.0", "0.00", "0.000", "0.0000", "0,00", "0,000"])
_BILLS = frozenset(["bill", "bom", "nomenclature", "stuckliste", "header"])
_THINGS = frozenset(["product", "finished", "assembly", "assy", "kit"])
"""What is made of parts; a bill or BOM has a number of its own at times."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """The columns of what parts go into and of the parts."""

    above: int
    below: int
    shared: bool
    """Whether some of what parts go into are parts of others."""


def with_sided_pairs(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table, its pairs called parent and part; what it says of the parents alone is told."""
    keys = [header_key(header) for header in table.headers]
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    strong = ranks["parentItemNumber"].keys() - weak["parentItemNumber"]
    if not any(map(names_quantity, table.headers)):
        return table
    said = [side_header(header) for header in table.headers]
    plain = [at for at, key in enumerate(keys) if key in strong and said[at].head == "parent"]
    if strong.intersection(keys) and (len(plain) != 1 or _are_known(keys)):
        return table
    sample = [r for r in islice(table.records(), _SAMPLE) if not r.fault]
    pair = _pair_of(said, sample)
    if pair is None or is_held(table, (pair.above, pair.below), held):
        return table
    levels = [at for at, key in enumerate(keys) if key in ranks["level"].keys() - weak["level"]]
    steps = [[r.cells[at].strip() for r in sample] for at in levels[:1]]
    if steps and len({*steps[0]}) > 1:
        begun = _begin_anew(steps[0], [fold_number(r.cells[pair.above]) for r in sample])
        return _with_tops(table, said, pair, levels[0], sample) if begun else table
    return _called(table, said, pair, sample)


def _are_known(keys: Sequence[str]) -> bool:
    """Whether names and numbers of the parts stand below headers that say so plainly."""
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    named = {*ranks["name"], *ranks["description"]} - weak["name"]
    numbered = ranks["itemNumber"].keys() - weak["itemNumber"]
    return any(key in named for key in keys) and any(key in numbered for key in keys)


def _begin_anew(levels: Sequence[str], parents: Sequence[str]) -> bool:
    """Whether levels count from one below each parent, whose rows stand together."""
    first = [levels[at] for at in range(len(levels)) if not at or parents[at] != parents[at - 1]]
    whole = all(map(PLAIN_LEVEL.fullmatch, levels)) and all(parents)
    depths = [level.strip(".") for level in first]
    return whole and {*depths} == {"1"} and len(first) == len({*parents})


def _with_tops(
    table: SheetTable,
    said: Sequence[SideHeader],
    pair: _Pair,
    level: int,
    sample: Sequence[SheetRecord],
) -> SheetTable:
    """The table with a row of level 0 for each parent, above the levels that are counted below it."""
    before, width = table.records, len(table.headers)
    headers = list(table.headers)
    _call_parts(headers, said, pair, sample)
    named = _beside(said, pair.above, ("name", "description", "bare"))[:1]
    titles = _titles(headers)[:1]
    kept = [at for at in range(width) if at not in (pair.above, *named)]
    places = {at: place for place, at in enumerate(kept)}

    def records() -> Iterator[SheetRecord]:
        last = ""
        for record in before():
            number = record.cells[pair.above].strip()
            if number and fold_number(number) != last:
                last = fold_number(number)
                own = {level: "0", pair.below: number}
                own |= dict.fromkeys(titles, next((record.cells[at] for at in named), ""))
                cells = tuple(own.get(at, "") for at in kept)
                yield SheetRecord(record.row_number, cells)
            yield record.rearranged(tuple(record.cells[at] for at in kept), places)

    told = f'"{table.headers[pair.above]}" names what the levels below it are counted from.'
    return replace(
        table,
        headers=tuple(headers[at] for at in kept),
        decisions=(*table.decisions, told),
        records=records,
    )


def _pair_of(said: Sequence[SideHeader], sample: Sequence[SheetRecord]) -> _Pair | None:
    """The two columns of numbers that are a pair by their headers and values."""
    numbers = [at for at, one in enumerate(said) if one.kind in ("number", "bare")]
    below = [at for at in numbers if said[at].side == "below"]
    plain = [at for at in numbers if not said[at].side]
    above = [at for at in numbers if said[at].side == "above"]
    if not above and below:
        above = [at for at in plain if at < below[0]]
    elif above:
        names = [at for at, one in enumerate(said) if one.kind == "name" and not one.side]
        below += [at for at in [*plain, *names] if at > min(above)]
    owned = _owned_by_bills(said, sample, above, below)
    found = [
        pair
        for at in [*owned, *above]
        for own in below
        if own != at and (pair := _as_pair(said, sample, at, own))
    ]
    found.sort(
        key=lambda p: (
            said[p.below].side == "",
            not p.shared,
            p.above not in owned,
            not _is_thing(said, p.above),
        )
    )
    return found[0] if found else None


def _owned_by_bills(
    said: Sequence[SideHeader],
    sample: Sequence[SheetRecord],
    above: Sequence[int],
    below: Sequence[int],
) -> list[int]:
    """The numbers of what bills make, as `ItemId` beside `BOM`: each bill has one, and it is its own.

    Only where no header says the parent itself.
    """
    parts = [at for at in below if said[at].side == "below"]
    if not (above and parts) or any(said[at].head not in _BILLS for at in above):
        return []
    bills = len({r.cells[above[0]].strip() for r in sample})
    numbers = [at for at, one in enumerate(said) if one.kind == "number" and not one.side]
    return [
        at
        for at in numbers
        if at < min(parts)
        and all(_follows(sample, bill, at) for bill in above)
        and len({r.cells[at].strip() for r in sample}) == bills
    ]


def _is_thing(said: Sequence[SideHeader], at: int) -> bool:
    return said[at].head in _THINGS or said[at].kind == "bare"


def _as_pair(
    said: Sequence[SideHeader], sample: Sequence[SheetRecord], above: int, below: int
) -> _Pair | None:
    """The pair, where rows of one parent follow each other and nearly all have both."""
    rows = [(fold_number(r.cells[above]), fold_number(r.cells[below])) for r in sample]
    whole = [(one, own) for one, own in rows if one and own]
    parents, children = {one for one, _ in whole}, {own for one, own in whole if own != one}
    if len(whole) < _LEAST or 4 * len(whole) < 3 * len(rows) or 10 * len({*whole}) < 7 * len(whole):
        return None
    blocks = sum(before != after for (before, _), (after, _) in pairwise(whole)) + 1
    shared = parents & children
    if 3 * len(parents) > 2 * len(whole) or not (shared or blocks == len(parents)):
        return None
    sides = said[above].side, said[below].side
    named = _beside(said, above, ("name", "description", "bare"))
    proved = sides == ("above", "below") or (shared and len(parents) > len(shared))
    if sides[1] != "below" and not shared:
        proved = sides[0] == "above" and any(_follows(sample, above, at) for at in named)
    elif not sides[0]:
        proved = bool(shared) or 2 * blocks <= len(whole)
    is_name = said[below].kind == "name"
    return _Pair(above, below, bool(shared)) if proved and (shared or not is_name) else None


def _beside(said: Sequence[SideHeader], at: int, kinds: Collection[str]) -> list[int]:
    """The columns that tell of the same thing as one of them does."""
    own = said[at]
    return [
        other
        for other, one in enumerate(said)
        if other != at and one.kind in kinds and (one.side, one.head) == (own.side, own.head)
    ]


def _follows(sample: Sequence[SheetRecord], above: int, at: int) -> bool:
    """Whether a column says one thing of each parent, and anything at all."""
    told = {(fold_number(r.cells[above]), r.cells[at].strip()) for r in sample if r.cells[above]}
    return len(told) == len({parent for parent, _ in told}) and any(text for _, text in told)


def _called(
    table: SheetTable, said: Sequence[SideHeader], pair: _Pair, sample: Sequence[SheetRecord]
) -> SheetTable:
    headers = list(table.headers)
    headers[pair.above] = PARENT
    named = _beside(said, pair.above, ("name", "description", "bare"))
    named = [at for at in named if _follows(sample, pair.above, at)][:1]
    for at in named:
        headers[at] = PARENT_NAME
    _call_parts(headers, said, pair, sample)
    left = [
        at
        for at, one in enumerate(said)
        if at not in (pair.above, pair.below, *named)
        and (one.side == "above" or (one.kind == "revision" and not one.side and at < pair.below))
        and not names_quantity(table.headers[at])
        and _follows(sample, pair.above, at)
    ]
    told = [f'"{table.headers[pair.above]}" is the parent of "{table.headers[pair.below]}".']
    revised = _revisions(headers, said, left, pair.above)
    if revised is not None:
        table = _with_revisions(table, pair, revised, named, _titles(headers))
        told.append(f'"{table.headers[revised]}" is the revision of the parents.')
        headers[revised] = "Revision"
        left.remove(revised)
    if left:
        listed = ", ".join(f'"{table.headers[at]}"' for at in left)
        told.append(f"Not read, since it tells of the parents: {listed}.")
    kept = [at for at in range(len(headers)) if at not in left]
    counts = [at for at, header in enumerate(table.headers) if names_quantity(header)]
    apart = _Apart(pair, _titles(headers), counts)
    return replace(
        table,
        headers=tuple(headers[at] for at in kept),
        decisions=(*table.decisions, *told),
        records=lambda: _pairs(table, apart, kept),
        remarks=(*table.remarks, *filter(None, map(apart.told, table.records()))),
    )


def _revisions(
    headers: Sequence[str], said: Sequence[SideHeader], left: Sequence[int], above: int
) -> int | None:
    """The column of the revisions of the parents, where no other column has revisions.

    Those of bills and lists are none of what these make.
    """
    own = said[above]
    found = [at for at in left if said[at].kind == "revision"]
    told = [
        at for at in found if (said[at].side, said[at].head) == (own.side, own.head) or not own.side
    ]
    others = [header_key(header) for at, header in enumerate(headers) if at not in found]
    is_open = RANKS["parts"]["revision"].keys().isdisjoint(others) and own.head not in _BILLS
    return told[0] if len(told) == len(found) == 1 and is_open else None


def _with_revisions(
    table: SheetTable, pair: _Pair, revised: int, named: Sequence[int], titles: Sequence[int]
) -> SheetTable:
    """The table with its revisions in the rows of what they are of, and a row for each parent without one."""
    before, width = table.records, len(table.headers)
    revisions = {fold_number(r.cells[pair.above]): r.cells[revised].strip() for r in before()}
    below = {fold_number(record.cells[pair.below]) for record in before()}
    counts = [at for at, header in enumerate(table.headers) if names_quantity(header)]

    def records() -> Iterator[SheetRecord]:
        told = set[str]()
        for record in before():
            above, own = (fold_number(record.cells[at]) for at in (pair.above, pair.below))
            if above and above not in below and above not in told:
                told.add(above)
                cells = {pair.below: record.cells[pair.above], revised: revisions[above]}
                title = next((record.cells[at] for at in named), "")
                cells |= dict.fromkeys(titles[:1], title) | dict.fromkeys(counts[:1], "1")
                row = tuple(cells.get(at, "") for at in range(width))
                yield SheetRecord(record.row_number, row)
            yield replace(record, cells=with_cell(record, revised, revisions.get(own, "")))

    return replace(table, records=records)


def _titles(headers: Sequence[str]) -> list[int]:
    """The columns that say what parts are called, the best first."""
    ranks = RANKS["parts"]
    named = [at for at, header in enumerate(headers) if header_key(header) in ranks["name"]]
    return named + [
        at for at, header in enumerate(headers) if header_key(header) in ranks["description"]
    ]


def _call_parts(
    headers: list[str], said: Sequence[SideHeader], pair: _Pair, sample: Sequence[SheetRecord]
) -> None:
    """Give what tells of the parts headers that are known, as long as no other column has them."""
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    key = header_key(headers[pair.below])
    if key not in ranks["itemNumber"].keys() - weak["itemNumber"]:
        values = [text for r in sample if (text := r.cells[pair.below].strip())]
        is_name = said[pair.below].kind == "bare" and not are_item_numbers(values)
        is_name = is_name and not _titles(headers[: pair.below] + headers[pair.below + 1 :])
        headers[pair.below] = "Name" if is_name else "Item Number"
    for at in _beside(said, pair.below, ("name", "description"))[:2]:
        keys = {header_key(header) for header in headers}
        known = header_key(headers[at]) in ranks["name"].keys() - weak["name"]
        own = "Description" if "name" in keys else "Name"
        if said[at].side and not known and header_key(own) not in keys:
            headers[at] = own
    keys = [header_key(header) for header in headers]
    if said[pair.below].kind == "name" and "name" not in keys and "description" in keys:
        headers[keys.index("description")] = "Name"


@dataclass(frozen=True, slots=True)
class _Apart:
    """Rows of such a list that are no pairs: the parent itself, and texts between parts."""

    pair: _Pair
    titles: Sequence[int]
    counts: Sequence[int]

    def told(self, record: SheetRecord) -> RowRemark | None:
        """Tell of a row that is no pair; None for one that is."""
        if record.fault:
            return None
        above, own = (record.cells[at].strip() for at in (self.pair.above, self.pair.below))
        shown = " | ".join(cell.strip() for cell in record.cells if cell.strip())[:60]
        if own and fold_number(own) == fold_number(above):
            text = f"{shown}: it is what the rows beside it go into, and no part of itself"
            return RowRemark(record.row_number, text, "NOT_A_PART")
        if above and self._counts_nothing(record) and not self._is_part(record, own):
            text = f"{shown}: a text or a document, not a part"
            return RowRemark(record.row_number, text, "NOT_A_PART")
        return None

    def _counts_nothing(self, record: SheetRecord) -> bool:
        return all(record.cells[at].strip() in _NOTHING for at in self.counts)

    def _is_part(self, record: SheetRecord, own: str) -> bool:
        """Whether the row has a number, and a name where the list has names."""
        named = not self.titles or any(record.cells[at].strip() for at in self.titles)
        return bool(own) and (named or own[0].isalnum())


def _pairs(table: SheetTable, apart: _Apart, kept: Sequence[int]) -> Iterator[SheetRecord]:
    places = {at: place for place, at in enumerate(kept)}
    for record in table.records():
        if apart.told(record) is None:
            yield record.rearranged(tuple(record.cells[at] for at in kept), places)
