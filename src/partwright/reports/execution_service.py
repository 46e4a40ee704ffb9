"""Running reports: reading their rows, and recording every run, successful or not."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from decimal import Decimal
from functools import lru_cache, partial
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import queries as item_queries
from partwright.items.attribute_names import measured_attributes
from partwright.items.queries import ItemCount
from partwright.items.wire import SHAPES
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Database, Snapshot, Transaction
from partwright.kit.db.base import whole_row
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import NotFound, Refusal
from partwright.kit.ids import new_id
from partwright.programs.access import visibility_params
from partwright.reports import (
    access,
    cells,
    compiler,
    definition_input,
    grouping,
    queries,
    row_queries,
)
from partwright.reports.compiler import OrderKey, Params, ReportCondition
from partwright.reports.fields import ReportField, ReportFields, is_attribute
from partwright.reports.grouping import GroupedField
from partwright.reports.model import (
    ReportId,
    ReportPagination,
    ReportRecord,
    ReportResult,
    ReportSort,
)
from partwright.reports.source_columns import with_sources

T = TypeVar("T")

DEFAULT_ROWS, MOST_ROWS = 100, 10_000
BATCH = 1000
"""Rows of an export that are in memory at a time."""
_SORTED = 8
"""How many rows an index walks past in the time that it takes to fetch and sort one."""
_SAMPLED, _GOLDEN = 100, (math.sqrt(5) - 1) / 2
"""Rows of a sample, and the step between them as a share of all."""
LONGEST_MESSAGE = 1000
LONGEST_PARAMETERS = 100_000
"""Bytes of the options that are recorded."""
_FAILED = "The server failed while running this report"


class RunOptions(msgspec.Struct, rename="camel", omit_defaults=True):
    """Options of an execution; prices of sources are those of the quantity to build."""

    limit: Annotated[int, Meta(ge=1)] | None = None
    offset: Annotated[int, Meta(ge=0, le=2**53)] = 0
    build_quantity: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    runtime_filters: (
        Annotated[list[dict[str, Raw]], Meta(max_length=definition_input.MOST_FILTERS)] | None
    ) = None


class RunPlan(msgspec.Struct, frozen=True):
    """A compiled report: which rows, in which order, and which of their fields."""

    fields: tuple[ReportField, ...]
    """Each once."""
    conditions: list[ReportCondition]
    keys: list[OrderKey]
    sees_all: bool
    params: Params
    grouped: tuple[GroupedField, ...] = ()
    """The columns of a report whose rows are groups; `fields` are as they show."""
    sorts: Sequence[ReportSort] = ()
    build_quantity: Decimal = Decimal(1)
    """How many are to be built, for the prices of sources."""

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(field.column for field in self.fields)

    @property
    def rows(self) -> row_queries.ReportRows:
        return row_queries.ReportRows(
            tuple((each.column, each.test) for each in self.conditions),
            self.sees_all,
            tuple(f"h{place}" for place, each in enumerate(self.conditions) if each.held),
        )

    @property
    def order(self) -> row_queries.Order:
        return tuple((key.column, key.descending) for key in self.keys)


class ReportRun(msgspec.Struct):
    """One run that goes on; what is known of it is recorded when it ends."""

    id: str
    executed_at: str
    began: float
    row_count: int = 0

    @property
    def duration_ms(self) -> int:
        return round((time.perf_counter() - self.began) * 1000)


async def plan_report_run(
    snapshot: Snapshot, report: ReportRecord, actor: Actor, options: RunOptions
) -> RunPlan:
    """Compile the report with the further filters; PermissionDenied without the type's permission."""
    actor.require(TYPES[report.item_type].may("read"))
    fields_of_type = await _fields_of(snapshot, report, actor, options)
    further = definition_input.read_runtime_filters(options.runtime_filters or (), fields_of_type)
    conditions = compiler.filter_conditions(fields_of_type, [*report.filters, *further])
    known = partial(compiler.field, fields_of_type)
    grouped: tuple[GroupedField, ...] = ()
    if report.is_grouped:
        each = {column.key: column for column in report.columns}
        grouped = tuple(
            GroupedField(known(c.field_path), c.aggregate or None) for c in each.values()
        )
    paths = dict.fromkeys(column.field_path for column in report.columns)
    seer = {} if actor.sees_all else visibility_params(actor)
    fields = tuple(known(path) for path in paths)
    keys = [] if grouped else compiler.order_clause(fields_of_type, report.sorts)
    columns = [each.column for each in (*fields, *conditions, *keys)]
    return RunPlan(
        fields=tuple(one.shown for one in grouped) or fields,
        conditions=conditions,
        keys=keys,
        grouped=grouped,
        sorts=report.sorts,
        build_quantity=Decimal(options.build_quantity or 1),
        sees_all=actor.sees_all,
        params={
            "type": report.item_type,
            **compiler.filter_params(conditions),
            **row_queries.attribute_params(columns),
            **seer,
        },
    )


async def _fields_of(
    snapshot: Snapshot, report: ReportRecord, actor: Actor, options: RunOptions
) -> ReportFields:
    """The fields of the report's type; what its attributes are is asked only where it may name some."""
    named = (*report.columns, *report.filters, *report.sorts)
    if not options.runtime_filters and not any(is_attribute(one.field_path) for one in named):
        return ReportFields(report.item_type)
    measures = await measured_attributes(snapshot, actor)
    own = measures[report.item_type] | compiler.own_measures(report)
    return ReportFields(report.item_type, own)


async def execute_report(
    database: Database, actor: Actor, report_id: ReportId, options: RunOptions
) -> ReportResult:
    """Run a report that the actor sees, and answer one page of its rows."""

    async def work(run: ReportRun, report: ReportRecord) -> ReportResult:
        limit = min(options.limit or DEFAULT_ROWS, MOST_ROWS)
        async with database.snapshot() as snapshot:
            found = await plan_report_run(snapshot, report, actor, options)
            rows, total = await page_with_total(snapshot, found, limit=limit, offset=options.offset)
        run.row_count = len(rows)
        return ReportResult(
            execution_id=run.id,
            report_id=report.id,
            report_name=report.name,
            executed_at=run.executed_at,
            duration_ms=run.duration_ms,
            total_rows=total,
            columns=report.columns,
            rows=await asyncio.to_thread(shown_rows, found.fields, rows),
            pagination=ReportPagination(limit, options.offset, options.offset + len(rows) < total),
        )

    return await record_execution(database, actor, report_id, work, parameters=options)


def shown_rows(fields: Sequence[ReportField], rows: Sequence[Sequence[cells.Kept]]) -> list[Any]:
    """The rows as items show their values: decimals as strings, other numbers as numbers.

    Each is encoded as an object whose keys are the fields' paths.
    """
    if not rows:
        return []
    columns = [
        _shown_column(field, column)
        for field, column in zip(fields, zip(*rows, strict=True), strict=True)
    ]
    shown = _row_shape(tuple(field.path for field in fields))
    return [shown(*row) for row in zip(*columns, strict=True)]


@lru_cache(maxsize=256)
def _row_shape(paths: tuple[str, ...]) -> type[msgspec.Struct]:
    """A row of these keys: as dictionaries thousands of rows take eight times as long to make."""
    names = {f"f{place}": path for place, path in enumerate(paths)}
    return msgspec.defstruct("ShownRow", [(name, Any) for name in names], rename=names, gc=False)


def _shown_column(field: ReportField, column: Sequence[cells.Kept]) -> Sequence[Any]:
    shape = SHAPES.get(field.kind)
    if shape is None:
        return column
    shown = {kept: None if kept is None else shape(kept) for kept in set(column)}
    return [shown[kept] for kept in column]


async def page_with_total(
    snapshot: Snapshot, found: RunPlan, *, limit: int, offset: int
) -> tuple[list[tuple[cells.Kept, ...]], int]:
    """Some rows, and how many there are."""
    rows, total = await _page(snapshot, found, limit=limit, offset=offset)
    return await with_sources(snapshot, found.fields, rows, found.build_quantity), total


async def _page(
    snapshot: Snapshot, found: RunPlan, *, limit: int, offset: int
) -> tuple[list[tuple[cells.Kept, ...]], int]:
    if found.grouped:
        groups = await _groups(snapshot, found)
        return groups[offset : offset + limit], len(groups)
    params = found.params | {"limit": limit, "offset": offset}
    rows, total = await _way(snapshot, found, offset + limit, counts=True)
    if total is not None:
        sql = row_queries.walked_statement(found.columns, rows, found.order)
        return await snapshot.all(whole_row, sql, **params), total
    sql = row_queries.page_statement(found.columns, rows, found.order)
    counted = await snapshot.all(whole_row, sql, **params)
    if counted:
        return [row[1:] for row in counted], counted[0][0]
    sql = row_queries.count_statement(found.rows)
    return [], (await snapshot.one(int, sql, **found.params) or 0) if offset else 0


async def _way(
    snapshot: Snapshot, found: RunPlan, wanted: int, *, counts: bool
) -> tuple[row_queries.ReportRows, int | None]:
    """The rows as they are best found, and their number if so many are soon met along the order's index.

    Without `counts` a sample decides, and no number is answered that would have to be counted.
    """
    rows, walked = found.rows, found.rows.walked()
    if not row_queries.has_order_index(found.order):
        return rows, None
    sql = item_queries.kept_count_statement(("type",) if found.sees_all else ("type", "seer"))
    counted = await snapshot.one(ItemCount, sql, **found.params)
    if counted is None:
        return rows, None
    many = math.isqrt(wanted * counted.rows // _SORTED)
    if not found.conditions:
        return (walked, counted.total) if counted.total > many else (rows, None)
    if counted.total <= many or await _guessed(snapshot, found, counted.rows) <= many:
        return rows, None
    if rows.folds_texts:
        return walked if row_queries.are_in_one_index(rows, found.order) else rows, None
    if not counts:
        return walked, None
    sql = row_queries.count_statement(walked if row_queries.are_in_one_index(rows) else rows)
    total = await snapshot.one(int, sql, **found.params) or 0
    return (walked, total) if total > many else (rows, None)


async def _guessed(snapshot: Snapshot, found: RunPlan, rows: int) -> int:
    """About how many match: as many as of a sample, whose steps no order of the rows repeats."""
    places = {1 + int(rows * (n * _GOLDEN % 1)) for n in range(_SAMPLED)}
    sql = row_queries.sample_statement(found.rows)
    ids = [str(place) for place in places]
    met = await snapshot.one(int, sql, row_ids=ids, **found.params) or 0
    return met * rows // len(ids)


async def _groups(snapshot: Snapshot, found: RunPlan) -> list[tuple[cells.Kept, ...]]:
    columns = tuple(
        (one.source.column, grouping.pieces_of(one), one.aggregate is None) for one in found.grouped
    )
    sql = row_queries.grouped_statement(columns, found.rows)
    limit = grouping.MOST_GROUPS + 1
    answers = await snapshot.all(whole_row, sql, limit=limit, **found.params)
    return await asyncio.to_thread(grouping.rows_of, found.grouped, answers, found.sorts)


async def batches_of_rows(
    snapshot: Snapshot, found: RunPlan, *, limit: int, offset: int
) -> AsyncGenerator[list[tuple[cells.Kept, ...]]]:
    """All rows in their order, some at a time.

    First the order is found, of narrow rows; of the rows themselves no more are in memory than
    one batch. Version rows never change, so this could even go on without the snapshot.
    """
    if found.grouped:
        groups = await _groups(snapshot, found)
        yield groups[offset : offset + limit]
        return
    found_by, _ = await _way(snapshot, found, offset + limit, counts=False)
    sql = row_queries.row_ids(found_by, found.order)
    row_ids = await snapshot.all(int, sql, limit=limit, offset=offset, **found.params)
    for start in range(0, len(row_ids), BATCH):
        wanted = row_ids[start : start + BATCH]
        ids = [str(row_id) for row_id in wanted]
        names = row_queries.attribute_params(found.columns)
        sql = row_queries.rows_statement(found.columns)
        rows = await snapshot.all(whole_row, sql, row_ids=ids, **names)
        by_id = {row[0]: row[1:] for row in rows}
        batch = [by_id[row_id] for row_id in wanted]
        yield await with_sources(snapshot, found.fields, batch, found.build_quantity)


async def record_execution(
    database: Database,
    actor: Actor,
    report_id: ReportId,
    work: Callable[[ReportRun, ReportRecord], Awaitable[T]],
    *,
    parameters: RunOptions,
    keep: Callable[[Transaction, ReportRun, T], Awaitable[None]] | None = None,
) -> T:
    """Do the work on a report that the actor sees, and record it however it ends.

    `keep` records what else there is in the same transaction.
    """
    async with database.snapshot() as snapshot:
        report = await access.access_report(snapshot, actor, report_id)
    run = ReportRun(new_id(), clock.now(), time.perf_counter())
    try:
        result = await work(run, report)
    except Exception as error:
        message = error.message if isinstance(error, Refusal) else _FAILED
        await _record(database, actor, report, run, parameters, error=message)
        raise

    async def kept(tx: Transaction) -> None:
        if keep is not None:
            await keep(tx, run, result)

    await _record(database, actor, report, run, parameters, keep=kept)
    return result


def _kept(parameters: RunOptions) -> str:
    """The options as they were sent; filters that are beyond all measure are left out."""
    text = msgspec.json.encode(parameters)
    if len(text) > LONGEST_PARAMETERS:
        text = msgspec.json.encode(msgspec.structs.replace(parameters, runtime_filters=None))
    # Filters that were not even JSON are recorded as well.
    return text.decode(errors="replace")


async def _record(
    database: Database,
    actor: Actor,
    report: ReportRecord,
    run: ReportRun,
    parameters: RunOptions,
    *,
    error: str | None = None,
    keep: Callable[[Transaction], Awaitable[None]] | None = None,
) -> None:
    row: dict[str, Any] = {
        "id": run.id,
        "report_id": report.id,
        "executed_by": actor.id,
        "executed_at": run.executed_at,
        "row_count": run.row_count,
        "duration_ms": run.duration_ms,
        "parameters": _kept(parameters),
        "success": error is None,
        "error_message": None if error is None else error[:LONGEST_MESSAGE],
    }

    async def write(tx: Transaction) -> None:
        await tx.run(queries.INSERT_EXECUTION, **row)
        if keep is not None:
            await keep(tx)

    try:
        await write_alone(database, write)
    except ConstraintViolated:
        # The only thing that a row of the record refers to and that can go is the report.
        raise NotFound.of("Report", report.id) from None
