"""The parts and lines of a file, written batch by batch in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec
from msgspec import Raw

from partwright.classification.service import read_rules
from partwright.identity.model import Actor
from partwright.imports.attribute_values import ListedAttributes
from partwright.imports.body import (
    FailedImportLine,
    FailedImportRow,
    RowReading,
    read_item_row,
    told_invalid,
    told_problems,
)
from partwright.imports.compact_ids import CompactIds
from partwright.imports.line_requests import line_refusal, line_request
from partwright.imports.matching import PartMatcher
from partwright.imports.packed_items import PackedItems
from partwright.imports.part_sources import SourcesOfFile
from partwright.imports.part_updates import PartUpdates, given_values, units_kept
from partwright.imports.plan_result import (
    MOST_LISTED,
    ImportPlan,
    RowMatch,
    RowWarning,
    empty_plan,
    numbers_given,
)
from partwright.imports.preview import MOST_SHOWN, PreviewGatherer
from partwright.imports.service import ImportedItem, ImportTarget
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.records.rows import (
    ItemRow,
    PreparedRow,
    RowProblem,
    RowRemark,
    SheetLine,
    fold_number,
    is_key,
    shown_number,
)
from partwright.imports.sheets.repair.batches import ImportBatch
from partwright.items import access as item_access
from partwright.items import item_input, wire
from partwright.items.creation_service import NewItem, create_items
from partwright.items.item_input import ItemInput
from partwright.kit.db import Transaction
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import InvalidInput
from partwright.relationships.request_input import RelationshipRequest
from partwright.relationships.service import BranchWork, RelationshipOutcome, create_on_branch
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import ItemVersion, ShownVersion, number_key
from partwright.workflows.service import Lifecycles

PRODUCT = "\x01product\x01product"
"""What lines call the assembly of the top rows until it has a number."""
_ReadRow = tuple[PreparedRow, RowReading]
_encode = msgspec.json.Encoder(decimal_format="number").encode


class ImportWriter:
    """Writes the batches of one file, and adds up what becomes of them."""

    makes_parents: Literal["", "number", "name"] = ""
    """By what the sheet names assemblies that it has no row for; those are made."""
    sheet = ""
    """Its name, where one of several is written."""
    names_parents = False
    """Whether lines may call their parents by names."""
    _has_product = False
    _product_id = ""
    _first: tuple[int, str] | None = None
    """The first row that is a part, and its number."""
    _given = 0

    def __init__(
        self,
        tx: Transaction,
        actor: Actor,
        kind: ImportKind,
        target: ImportTarget,
        lifecycles: Lifecycles,
        *,
        message: str,
        update: bool,
        replace_lines: bool,
        preview: bool = False,
    ) -> None:
        self._tx = tx
        self._actor = actor
        self._kind = kind
        self._target = target
        self._lifecycles = lifecycles
        self._message = message
        self._update = update
        self._replace_lines = replace_lines
        self.sources = SourcesOfFile(tx)
        self._matcher = PartMatcher(tx, actor, target.branch, kind.item_type.name)
        self._attributes = ListedAttributes(kind.item_type.name, target.program_id)
        self._updates = PartUpdates(tx, actor, target, lifecycles)
        self._items = CompactIds()
        """Items by what lines call them."""
        self._by_name = CompactIds()
        """Items of the file by their names."""
        self.commits: list[int] = []
        self.created = PackedItems()
        self.problems: list[RowProblem] = []
        self.failed_lines: list[FailedImportLine] = []
        self.plan = empty_plan()
        self.preview = PreviewGatherer(MOST_SHOWN if preview else 0)

    def warn(self, remark: RowRemark) -> None:
        """Keep a remark as a warning."""
        if len(self.plan.warnings) < MOST_LISTED:
            self.plan.warnings.append(RowWarning(remark.row_number, remark.code, remark.text))

    async def open_product(self, number: str, name: str, *, called: str = "") -> str:
        """Find or make the assembly of the top rows; answers the key that its lines use.

        `called` is what rows name it as their parent.
        """
        if number:
            found = (await self._matcher.by_numbers([number])).get(number_key(number))
        else:
            named = (await self._matcher.by_names([name])).get(name, [])
            found = named[0] if len(named) == 1 else None
        key = number or PRODUCT
        if found is None:
            row: ItemRow = {"name": name or number, "partType": "Manufacture"}
            row |= {"itemNumber": number} if number else {}
            batch = ImportBatch((PreparedRow(0, row, PRODUCT),), ())
            await self.write(batch, [read_item_row(row, self._kind)])
            self.plan.product = self.created.last_number
        else:
            self._items[fold_number(key)] = found.item_id
            self._match(RowMatch(0, found.item_number, "number" if number else "name"))
            self.plan.product = found.item_number
        item_id = self._items.get(fold_number(key))
        if item_id is not None:
            for alias in (PRODUCT, called or PRODUCT):
                self._items.setdefault(fold_number(alias), item_id)
            self._has_product, self._product_id = True, item_id
        return key

    def take_first_as_product(self) -> None:
        """Let the first row be the product, which stands above all others in the sheet."""
        self.plan.product = self._first[1] if self._first else None

    async def write(self, batch: ImportBatch, read: Sequence[RowReading]) -> None:
        """Write the rows, with the items that were read of them, and lines of a batch as one commit."""
        branch = self._target.branch
        async with open_commit(self._tx, self._actor, branch, self._message) as commit:
            self.commits.append(commit.seq)
            self._attributes.follow(await read_rules(self._tx, [self._target.program_id]))
            await self._write_rows(commit, [*zip(batch.rows, read, strict=True)])
            await self._write_lines(commit, batch.lines)

    async def _write_rows(self, commit: OpenCommit, read: Sequence[_ReadRow]) -> None:
        rows = [row for row, _ in read]
        numbered = await self._matcher.by_numbers([r.item_number for r in rows if r.item_number])
        matched = await self._matcher.match(rows)
        await self.sources.prepare(rows)
        new: list[_ReadRow] = []
        for at, row in enumerate(rows):
            number = row.item_number
            if is_key(number) and fold_number(number) in self._items:
                continue
            if row.is_existing:
                if at in matched:
                    self._keep(row, matched[at][0])
                continue
            if number and not is_key(number) and (found := numbered.get(number_key(number))):
                self._take_existing(row, found, "number")
            elif at in matched and matched[at][0].item_id != self._product_id:
                self._take_existing(row, *matched[at])
            else:
                new.append(read[at])
        written, refused = await self._updates.write(commit, self.plan)
        for row, version in written:
            self._items[fold_number(row.item_number)] = version.item_id
            self.preview.add_item(row.row_number, version, "changed")
        for row, reason in refused:
            self._refuse(row, [reason])
        await self._create(commit, new)

    async def _create(self, commit: OpenCommit, read: Sequence[_ReadRow]) -> None:
        rows: list[PreparedRow] = []
        new: list[NewItem] = []
        for row, reading in read:
            if isinstance(reading, list):
                self._refuse(row, reading)
            else:
                rows.append(row)
                new.append(self._new_item(reading, self.sources.added(row, None)))
        made = await create_items(self._tx, commit, new, self._lifecycles)
        for at, version in made.created.items():
            row = rows[at]
            if row.item_number:
                self._keep(row, version)
            self.plan.parts.new += 1
            self.preview.add_item(row.row_number, version, "new")
            number, sheet = version.item_number, self.sheet or None
            self.created.add(ImportedItem(row.row_number, version.item_id, number, sheet))
            if row.row_number and "itemNumber" not in row.item:
                self._given += 1
        for at, duplicate in made.duplicates.items():
            self._refuse(rows[at], [f"itemNumber: {duplicate.number} is already in use"])
        for at, problems in made.misfits.items():
            self._refuse(rows[at], told_problems(problems))

    def _new_item(self, draft: ItemInput, sources: str | None) -> NewItem:
        columns = self._attributes.stored(draft.columns) | ({"sources": sources} if sources else {})
        return NewItem(
            item_type=self._kind.item_type,
            draft=msgspec.structs.replace(draft, columns=columns),
            design_id=self._target.design_id,
            program_id=self._target.program_id,
        )

    def _match(self, match: RowMatch) -> None:
        if len(self.plan.matches) < MOST_LISTED:
            self.plan.matches.append(match)

    def _refuse(self, row: PreparedRow, reasons: Sequence[str]) -> None:
        self.plan.parts.refused += 1
        number = row.item_number if not is_key(row.item_number) else ""
        self.problems.append(RowProblem(row.row_number, tuple(reasons), "part", number))

    def _take_existing(self, row: PreparedRow, version: ShownVersion, by: str) -> None:
        """Use a part that is there; with `update` it takes the row's values."""
        version = self._updates.present(version)
        self._keep(row, version)
        self.plan.parts.matched += 1
        self._match(RowMatch(row.row_number, version.item_number, by))
        self.preview.add_item(row.row_number, version, "unchanged")
        try:
            changed = self._changes(row, version)
        except InvalidInput as invalid:
            self._refuse(row, told_invalid(invalid))
            return
        if not changed:
            self.plan.parts.unchanged += 1
        elif self._update:
            for remark in units_kept(row, version):
                self.warn(remark)
            self._updates.add(row, version, changed)
        elif by == "number":
            names = ", ".join(sorted(column.replace("_", " ") for column in changed))
            reason = f"{version.item_number} already exists with other values ({names}) and keeps them without update"
            self._refuse(row, [reason])
        else:
            self.plan.parts.unchanged += 1

    def _changes(self, row: PreparedRow, version: ShownVersion) -> dict[str, Any]:
        """Columns with the values that the row gives and the part does not have."""
        given = self._attributes.stored(given_values(row, version))
        raw = {key: Raw(_encode(value)) for key, value in given.items()}
        draft = item_input.read_item_edit(raw, present=version, shown=wire.item_to_record(version))
        self._attributes.rules.check(draft.columns, version)
        sources = self.sources.added(row, version.sources)
        return draft.columns | ({} if sources == version.sources else {"sources": sources})

    async def _write_lines(self, commit: OpenCommit, lines: Sequence[SheetLine]) -> None:
        """Make the lines."""
        ends = {end for line in lines for end in (line.parent, line.child)}
        missing = [end for end in ends if fold_number(end) not in self._items]
        for key, version in (await self._matcher.by_numbers(missing)).items():
            self._items[key] = version.item_id
        if self.makes_parents:
            lines = [*await self._make_parents(commit, lines), *lines]
        ends |= {end for line in lines for end in (line.parent, line.child)}
        found = {end: self.find_item(end) for end in ends}
        by_id = await self._find_items(found.values())
        wanted: list[RelationshipRequest] = []
        for index, line in enumerate(lines):
            parent, child = by_id.get(found[line.parent]), by_id.get(found[line.child])
            reason = line_refusal(line, parent, child, design_id=self._target.design_id)
            if reason or parent is None or child is None:
                self._refuse_line(line, reason, parent)
                continue
            wanted.append(line_request(index, line, parent, child))
        outcome = RelationshipOutcome([], [], [])
        await create_on_branch(
            self._tx,
            BranchWork(commit, self._lifecycles, by_id, by_id),
            wanted,
            outcome,
            update=self._update or self._replace_lines,
            whole=self._replace_lines,
        )
        self._add_up(lines, outcome, by_id)
        self.preview.add_lines(lines, wanted, outcome, by_id)

    async def _find_items(self, found: Iterable[str]) -> dict[str, ShownVersion]:
        """The items that were found for what lines call them, by their ids."""
        ids = set(found) - {""}
        if not ids:
            return {}
        view = self._target.branch.view
        return await item_access.access_items(self._tx, self._actor, sorted(ids), view)

    async def _make_parents(
        self, commit: OpenCommit, lines: Sequence[SheetLine]
    ) -> list[SheetLine]:
        """Make the assemblies that lines name and nothing else has; answers their own lines."""
        missing = {fold_number(p): p for line in lines if not self.find_item(p := line.parent)}
        made: list[SheetLine] = []
        for name in missing.values():
            if is_key(name):
                continue
            item: ItemRow = {"name": name, "partType": "Manufacture"}
            item |= {"itemNumber": name} if self.makes_parents == "number" else {}
            row = PreparedRow(0, item, fold_number(name))
            await self._create(commit, [(row, read_item_row(item, self._kind))])
            text = f"{name} is named as a parent but has no row; it is created"
            self.warn(RowRemark(0, text, "PARENT_MADE"))
            if self._has_product and self.find_item(name):
                made.append(SheetLine(0, PRODUCT, name))
        return made

    def is_of_product(self, line: SheetLine) -> bool:
        """Whether the line is one of the assembly of the top rows."""
        return self._has_product and self.find_item(line.parent) == self._product_id

    def find_item(self, number: str) -> str:
        """The id of what a line calls so; empty where nothing is."""
        found = self._items.get(fold_number(number)) or self._items.get(number_key(number))
        return found or self._by_name.get(number.casefold().strip()) or ""

    def _keep(self, row: PreparedRow, version: ItemVersion) -> None:
        """Let the lines of the file find the item."""
        self._items[fold_number(row.item_number)] = version.item_id
        if row.row_number and (self._first is None or row.row_number < self._first[0]):
            self._first = row.row_number, version.item_number
        if self.names_parents:
            name = str(row.item.get("name", "")).casefold()
            same = name not in self._by_name or self._by_name.get(name) == version.item_id
            self._by_name[name] = version.item_id if same else None

    def _refuse_line(self, line: SheetLine, reason: str, parent: ItemVersion | None) -> None:
        self.plan.lines.refused += 1
        above = parent.item_number if parent else line.parent
        problem = RowProblem(line.row_number, (reason,), "line", line.child, above)
        self.problems.append(problem)
        ends = shown_number(above), shown_number(line.child)
        self.failed_lines.append(FailedImportLine(*ends, reason))

    def _add_up(
        self,
        lines: Sequence[SheetLine],
        outcome: RelationshipOutcome,
        by_id: Mapping[str, ShownVersion],
    ) -> None:
        figures = self.plan.lines
        figures.new += len(outcome.created) - len(outcome.changed)
        figures.changed += len(outcome.changed)
        figures.removed += len(outcome.removed)
        for fault in outcome.faults:
            line = lines[fault.index]
            self._refuse_line(line, fault.refusal.message, by_id.get(self.find_item(line.parent)))
        for edge, request in outcome.differing:
            line = lines[request.index]
            told = [f"{decimal_number(edge.quantity).normalize():f}"]
            told += [f"find number {edge.find_number}"] if edge.find_number is not None else []
            told += [edge.reference_designator] if edge.reference_designator else []
            now = ", ".join(told)
            text = f"the line already exists, with quantity {now}, and keeps this without update"
            self._refuse_line(line, text, by_id.get(self.find_item(line.parent)))
        figures.unchanged += len(outcome.skipped) - len(outcome.differing)

    async def problems_to_repair(self) -> list[RowProblem]:
        """The problems; what lines call items by without a number are the numbers that those have."""
        ends = {end for p in self.problems for end in (p.item_number, p.parent) if is_key(end)}
        by_id = await self._find_items(map(self.find_item, ends))
        numbers = {e: by_id[at].item_number for e in ends if (at := self.find_item(e)) in by_id}
        return [
            replace(
                problem,
                given=numbers.get(problem.item_number, "") if problem.share == "line" else "",
                parent=numbers.get(problem.parent, shown_number(problem.parent)),
            )
            for problem in self.problems
        ]

    def finish(self) -> ImportPlan:
        """The plan with everything that was gathered."""
        if self._given:
            self.plan.warnings.insert(0, numbers_given(self._given))
        by_row: dict[int, list[str]] = {}
        for problem in sorted(self.problems, key=lambda problem: problem.row_number):
            by_row.setdefault(problem.row_number, []).extend(problem.reasons)
        self.plan.problems = [FailedImportRow(row, errors) for row, errors in by_row.items()]
        return self.plan
