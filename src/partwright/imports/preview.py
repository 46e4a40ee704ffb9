"""Preview of an import: its items and lines as they would be, gathered while they are tried."""

from collections.abc import Callable, Mapping, Sequence

from partwright.imports.line_changes import LineChangeGatherer
from partwright.imports.preview_columns import (
    NOWHERE,
    ImportPreview,
    ItemOutcome,
    LineOutcome,
    PreviewItems,
    PreviewLines,
)
from partwright.imports.sheets.records.rows import (
    UNKNOWN_PARENT,
    RowProblem,
    SheetLine,
    fold_number,
    is_key,
    shown_number,
)
from partwright.kit.db import Snapshot
from partwright.kit.decimals import decimal_number
from partwright.kit.ids import MasterId
from partwright.relationships.request_input import RelationshipRequest
from partwright.relationships.service import RelationshipOutcome
from partwright.versioning.model import (
    BranchView,
    ItemVersion,
    RelationshipRow,
    ShownVersion,
)
from partwright.versioning.queries import MASTERS_IN_VIEW

MOST_SHOWN = 50_000
"""Items, and lines, that a preview tells."""


class PreviewGatherer:
    """Gathers what becomes of the rows of one import; `most` of them, none where it is 0."""

    def __init__(self, most: int) -> None:
        self.line_changes = LineChangeGatherer()
        self._most = most
        self._items = PreviewItems([], [], [], [])
        self._lines = PreviewLines([], [], [], [], [], [])
        self._places: dict[str, int] = {}
        """Places of items by their ids, and of refused ones by what rows call them."""
        self._told: set[int] = set()
        """Rows whose refused line is there already."""
        self._removed: list[RelationshipRow] = []
        self._is_whole = True

    def add_item(self, row_number: int, version: ItemVersion, outcome: ItemOutcome) -> None:
        """A row that is the item; the latest outcome counts."""
        place = self._place(version, outcome)
        if place == NOWHERE:
            return
        self._items.names[place] = version.name
        self._items.outcomes[place] = outcome
        self._add_row(place, row_number)

    def add_lines(
        self,
        lines: Sequence[SheetLine],
        wanted: Sequence[RelationshipRequest],
        outcome: RelationshipOutcome,
        by_id: Mapping[str, ShownVersion],
    ) -> None:
        """Lines that both ends of are known, and what became of them."""
        self.line_changes.add(lines, outcome, by_id)
        if not self._most:
            return
        became: dict[int, LineOutcome] = {one.index: "unchanged" for one in outcome.skipped}
        before = {one.index: edge.quantity for edge, one in outcome.changed + outcome.differing}
        became |= {one.index: "changed" for _, one in outcome.changed}
        became |= {one.index: "refused" for _, one in outcome.differing}
        became |= {fault.index: "refused" for fault in outcome.faults}
        for request in wanted:
            line = lines[request.index]
            told = became.get(request.index, "new")
            if told == "refused":
                self._told.add(line.row_number)
            child = self._place(by_id[request.target_id], "unchanged")
            for row in line.other_rows if child != NOWHERE else ():
                self._add_row(child, row)
            self._add_line(
                self._place(by_id[request.source_id], "unchanged"),
                child,
                told,
                request.quantity,
                before=before.get(request.index),
                row=line.row_number,
            )
        room = self._most - len(self._removed)
        self._removed += outcome.removed[:room]

    async def finish(
        self,
        snapshot: Snapshot,
        view: BranchView,
        problems: Sequence[RowProblem],
        find_item: Callable[[str], str],
    ) -> ImportPreview | None:
        """The preview with what is refused and what goes; `find_item` knows ids by what rows say."""
        if not self._most:
            return None
        # Parts first: lines speak of them.
        for problem in sorted(problems, key=lambda one: one.share == "line"):
            self._add_problem(problem, find_item)
        await self._add_removed(snapshot, view)
        return ImportPreview(self._items, self._lines, self._is_whole)

    def _add_problem(self, problem: RowProblem, find_item: Callable[[str], str]) -> None:
        row = problem.row_number
        if problem.share == "line":
            if row in self._told:
                return
            place = self._named(problem.item_number, find_item, "unchanged")
        else:
            place = self._named(problem.item_number, find_item, "refused", row)
            if place != NOWHERE:
                self._items.outcomes[place] = "refused"
                self._add_row(place, row)
        parent = problem.parent if problem.parent != UNKNOWN_PARENT else ""
        if problem.share != "part" and (parent or problem.share == "line"):
            above = self._named(parent, find_item, "unchanged") if parent else NOWHERE
            self._add_line(above, place, "refused", None, row=row)

    def _named(
        self, called: str, find_item: Callable[[str], str], outcome: ItemOutcome, row: int = 0
    ) -> int:
        """The place of what rows call so, which is made where nothing has it."""
        known = self._places.get(find_item(called) if called else "")
        if known is not None:
            return known
        number = "" if is_key(called) else called
        # Rows without a name are told apart by themselves alone.
        key = fold_number(called) if called else f"row {row}"
        name = shown_number(called) if is_key(called) else ""
        return self._new_place(key, number, name, outcome)

    async def _add_removed(self, snapshot: Snapshot, view: BranchView) -> None:
        """Lines that the list does not have, which go from their assemblies."""
        masters = list[str]({edge.child_master_id for edge in self._removed})
        if not masters:
            return
        found = await snapshot.all(ItemVersion, MASTERS_IN_VIEW, masters=masters, **view.params)
        children: dict[MasterId, ItemVersion] = {one.master_id: one for one in found}
        for edge in self._removed:
            parent, child = (
                self._places.get(edge.parent_item_id),
                children.get(edge.child_master_id),
            )
            if parent is None or child is None:
                continue
            place = self._place(child, "unchanged")
            self._add_line(parent, place, "removed", None, before=edge.quantity)

    def _place(self, version: ItemVersion, outcome: ItemOutcome) -> int:
        found = self._places.get(version.item_id)
        if found is not None:
            return found
        return self._new_place(version.item_id, version.item_number, version.name, outcome)

    def _new_place(self, key: str, number: str, name: str, outcome: ItemOutcome) -> int:
        if key in self._places:
            return self._places[key]
        place = len(self._items.numbers)
        if place >= self._most:
            self._is_whole = False
            return NOWHERE
        self._places[key] = place
        self._items.numbers.append(number)
        self._items.names.append(name)
        self._items.outcomes.append(outcome)
        self._items.rows.append([])
        return place

    def _add_row(self, place: int, row_number: int) -> None:
        rows = self._items.rows[place]
        if row_number and row_number not in rows:
            rows.append(row_number)

    def _add_line(
        self,
        parent: int,
        child: int,
        outcome: LineOutcome,
        quantity: str | None,
        *,
        before: str | None = None,
        row: int = 0,
    ) -> None:
        if child == NOWHERE or len(self._lines.parents) >= self._most:
            self._is_whole = False
            return
        lines = self._lines
        lines.parents.append(parent)
        lines.children.append(child)
        lines.quantities.append(None if quantity is None else decimal_number(quantity))
        lines.quantities_before.append(None if before is None else decimal_number(before))
        lines.outcomes.append(outcome)
        lines.rows.append(row)
