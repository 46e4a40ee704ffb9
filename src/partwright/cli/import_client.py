"""Batches of an import on their way to the server, and what becomes of them."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

import msgspec
from msgspec import Raw

from partwright.cli.api import ApiClient
from partwright.cli.design_lookup import DesignPlace
from partwright.cli.item_lookup import ItemIds
from partwright.imports.body import read_lines, read_rows
from partwright.imports.kinds import ImportKind
from partwright.imports.sheets import ImportBatch, RowProblem, SheetLine
from partwright.imports.sheets.batches import request_line
from partwright.imports.sheets.rows import fold_number

LINES_A_REQUEST = 500
_encode = msgspec.json.Encoder(decimal_format="number").encode


@dataclass
class ImportOutcome:
    """What an import has come to so far."""

    items: int = 0
    lines: int = 0
    standing: int = 0
    """Lines that stood already."""
    problems: list[RowProblem] = field(default_factory=list[RowProblem])


class _Created(msgspec.Struct, rename="camel"):
    item_id: str
    item_number: str


class _FailedRow(msgspec.Struct, rename="camel"):
    row_number: int
    errors: list[str]


class _FailedLine(msgspec.Struct, rename="camel"):
    parent_item_number: str
    child_item_number: str
    error: str


class _Result(msgspec.Struct, rename="camel"):
    created_items: list[_Created]
    failed_rows: list[_FailedRow]
    relationships_created: int = 0
    failed_relationships: list[_FailedLine] = []


class _Imported(msgspec.Struct):
    result: _Result


class _Fault(msgspec.Struct):
    index: int
    details: str


class _Related(msgspec.Struct):
    created: int
    skipped: int
    errors: list[_Fault]


class _Child(msgspec.Struct, rename="camel"):
    item_number: str


class _Standing(msgspec.Struct, rename="camel"):
    target_item: _Child
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


class _Children(msgspec.Struct):
    relationships: list[_Standing]


class LineSender:
    """Makes lines between parts that are there already, by their numbers."""

    def __init__(self, api: ApiClient, place: DesignPlace, outcome: ImportOutcome) -> None:
        self.numbers = ItemIds(api, place)
        self._api = api
        self._place = place
        self._outcome = outcome

    async def relate(self, lines: Iterable[SheetLine]) -> None:
        """Find both ends of each line, and make those that have both."""
        lines = tuple(lines)
        await self.numbers.learn(end for line in lines for end in (line.parent, line.child))
        known: list[SheetLine] = []
        for line in lines:
            missing = [n for n in (line.parent, line.child) if self.numbers.id_of(n) is None]
            if missing:
                where = (
                    f"is neither in the file, nor in design {self._place.code}, nor in the library"
                )
                self._outcome.problems.append(_problem(line, f"{' and '.join(missing)} {where}"))
            else:
                known.append(line)
        for start in range(0, len(known), LINES_A_REQUEST):
            await self._relate_known(known[start : start + LINES_A_REQUEST])

    async def _relate_known(self, lines: list[SheetLine]) -> None:
        body = {"relationships": [self._edge(line) for line in lines], **self._place.branch()}
        related = await self._api.post("/api/relationships/batch-create", body, _Related)
        self._outcome.lines += related.created
        self._outcome.standing += related.skipped
        self._outcome.problems += [
            _problem(lines[fault.index], fault.details) for fault in related.errors
        ]
        if related.skipped:
            await self._compare({fault.index for fault in related.errors}, lines)

    async def _compare(self, failed: Container[int], lines: list[SheetLine]) -> None:
        """Report the lines that stand already with other values than the file has."""
        by_parent: dict[str, list[SheetLine]] = {}
        for at, line in enumerate(lines):
            if at not in failed:
                by_parent.setdefault(fold_number(line.parent), []).append(line)
        for parent, wanted in by_parent.items():
            path = f"/api/items/{self.numbers.id_of(parent)}/relationships"
            found = await self._api.get(path, _Children, {"type": "bom", **self._place.branch()})
            standing = {
                fold_number(one.target_item.item_number): one for one in found.relationships
            }
            for line in wanted:
                reason = _differs(line, standing.get(fold_number(line.child)))
                if reason:
                    self._outcome.problems.append(_problem(line, reason))

    def _edge(self, line: SheetLine) -> dict[str, object]:
        body: dict[str, object] = {**request_line(line)}
        del body["parentItemNumber"], body["childItemNumber"]
        return body | {
            "sourceId": self.numbers.id_of(line.parent),
            "targetId": self.numbers.id_of(line.child),
            "type": "bom",
        }


class BatchSender:
    """Sends batches of one kind, one after the other, and adds up what happened."""

    def __init__(
        self,
        api: ApiClient,
        outcome: ImportOutcome,
        *,
        kind: ImportKind,
        where: Mapping[str, str | bool],
        lines: LineSender | None = None,
    ) -> None:
        self.outcome = outcome
        self._api = api
        self._path = f"/api/import/{kind.plural}"
        self._where = where
        self._lines = lines

    async def send(self, batch: ImportBatch) -> None:
        """Import the batch's rows with their lines, or its lines alone."""
        if batch.rows:
            await self._import(batch)
        elif batch.lines and self._lines is not None:
            await self._lines.relate(batch.lines)

    async def _import(self, batch: ImportBatch) -> None:
        body = {**self._where, **batch.body()}
        result = (await self._api.post(self._path, body, _Imported)).result
        self.outcome.items += len(result.created_items)
        self.outcome.lines += result.relationships_created
        if self._lines is not None:
            for item in result.created_items:
                self._lines.numbers.remember(item.item_number, item.item_id)
        self.outcome.problems += [
            batch.refused_row(row.row_number, row.errors) for row in result.failed_rows
        ]
        self.outcome.problems += [
            batch.refused_line(line.parent_item_number, line.child_item_number, line.error)
            for line in result.failed_relationships
        ]


class DryRunSender:
    """Checks batches as the server would, but for what only the server knows."""

    def __init__(self, outcome: ImportOutcome, kind: ImportKind) -> None:
        self.outcome = outcome
        self._kind = kind

    async def send(self, batch: ImportBatch) -> None:
        """Check the rows and lines; nothing goes anywhere."""
        rows, failed = read_rows([Raw(_encode(row.item)) for row in batch.rows], self._kind)
        lines, bad = read_lines([Raw(_encode(request_line(line))) for line in batch.lines])
        self.outcome.items += len(rows)
        self.outcome.lines += len(lines)
        self.outcome.problems += [batch.refused_row(row.row_number, row.errors) for row in failed]
        self.outcome.problems += [_problem(batch.lines[at], line.error) for at, line in bad.items()]


def _differs(line: SheetLine, standing: _Standing | None) -> str:
    """How the line that stands is another than the file's; empty if it is not."""
    if standing is None:
        return ""
    body = request_line(line)
    pairs = (
        ("quantity", standing.quantity, line.quantity),
        ("find number", standing.find_number, line.find_number),
        ("designators", standing.reference_designator, body.get("referenceDesignator")),
    )
    other = [
        f"{name} {old or 'none'}" for name, old, new in pairs if new is not None and old != new
    ]
    return f"the line stands already, with {', '.join(other)}; it is left so" if other else ""


def _problem(line: SheetLine, reason: str) -> RowProblem:
    return RowProblem(line.row_number, (reason,), "line", line.child, line.parent)
