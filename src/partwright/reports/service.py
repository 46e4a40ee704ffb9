"""Making, changing, deleting and listing reports."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import Actor
from partwright.inbox.model import NoticeSubject
from partwright.inbox.notices import finish
from partwright.item_types.type_name import ItemTypeName
from partwright.items.attribute_names import check_attribute_names, measured_attributes
from partwright.kit import clock
from partwright.kit.contents import key_of_content
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import RawObject
from partwright.kit.ids import UserId, new_id
from partwright.reports import access, definition_input, queries, schedule_queries
from partwright.reports.definition_input import ReportDefinition
from partwright.reports.model import (
    ReportChart,
    ReportExecution,
    ReportExport,
    ReportId,
    ReportRecord,
    ReportSummary,
)
from partwright.reports.queries import ExecutionRow, ExportRow, NamedRole, ReportRow
from partwright.vault import service as vault_service

DEFAULT_LISTED, MOST_LISTED = 100, 500


class OffsetQuery(msgspec.Struct, rename="camel", kw_only=True):
    """A part of a list: `limit` rows (more than 500 are cut to 500) from `offset` on."""

    limit: Annotated[int, Meta(ge=1)] = DEFAULT_LISTED
    offset: Annotated[int, Meta(ge=0, le=2**53)] = 0

    @property
    def most(self) -> int:
        return min(self.limit, MOST_LISTED)


class ReportsQuery(OffsetQuery, rename="camel", kw_only=True):
    """Filters of a list of reports."""

    item_type: ItemTypeName | None = None


class ReportList(msgspec.Struct, frozen=True):
    """A part of a list, and how many rows the whole has."""

    reports: list[ReportSummary]
    total: int


class AuditList(msgspec.Struct, frozen=True):
    """Record of a report's executions."""

    executions: list[ReportExecution]
    exports: list[ReportExport]
    total: int


async def list_reports(snapshot: Snapshot, actor: Actor, wanted: ReportsQuery) -> ReportList:
    """The reports that the actor sees, newest first."""
    params = access.seen_by(actor) | {"item_type": wanted.item_type or ""}
    rows = await snapshot.all(
        ReportRow, queries.REPORTS, limit=wanted.most, offset=wanted.offset, **params
    )
    total = await snapshot.one(int, queries.COUNT_REPORTS, **params)
    found = await access.report_with_shares(snapshot, rows)
    return ReportList([_summary(report) for report in found], total or 0)


def _summary(report: ReportRecord) -> ReportSummary:
    names = ReportSummary.__struct_fields__
    return ReportSummary(**{name: getattr(report, name) for name in names})


async def check_attributes(snapshot: Snapshot, actor: Actor, given: ReportDefinition) -> None:
    """InvalidInput for free attributes that the actor sees on no item."""
    paths = [one.field_path for one in given.get("columns", [])]
    paths += [one.field_path for one in given.get("filters", [])]
    paths += [one.field_path for one in given.get("sorts", [])]
    await check_attribute_names(snapshot, actor, paths)


async def create_report(tx: Transaction, actor: Actor, body: RawObject) -> ReportRecord:
    """Make a report; InvalidInput for roles and users that do not exist, too."""
    new = definition_input.read_new_report(body, await measured_attributes(tx, actor))
    await check_attributes(tx, actor, new)
    roles, users = await _sharers(tx, new)
    report_id, now = ReportId(new_id()), clock.now()
    await tx.run(
        queries.INSERT_REPORT,
        id=report_id,
        name=new.get("name", ""),
        description=new.get("description", None),
        item_type=new.get("item_type", ""),
        is_public=new.get("is_public", False),
        columns=_kept(new.get("columns", [])),
        filters=_kept(new.get("filters", [])),
        sorts=_kept(new.get("sorts", [])),
        chart=_kept_chart(new.get("chart", UNSET)),
        created_by=actor.id,
        now=now,
    )
    await _share(tx, report_id, roles=roles or [], users=users or [])
    return await access.access_report(tx, actor, report_id)


async def update_report(
    tx: Transaction, actor: Actor, report_id: ReportId, body: RawObject, *, match: IfMatch
) -> ReportRecord:
    """Change what is given; columns, filters, sorts and those shared with are replaced whole."""
    present = await _taken(tx, actor, report_id, match=match)
    measures = await measured_attributes(tx, actor)
    edit = definition_input.read_report_edit(body, present, measures)
    await check_attributes(tx, actor, edit)
    roles, users = await _sharers(tx, edit)
    if all(getattr(present, name) == value for name, value in edit.values.items()):
        return present
    await tx.run(
        queries.UPDATE_REPORT,
        id=report_id,
        name=edit.get("name", present.name),
        description=edit.get("description", present.description),
        is_public=edit.get("is_public", present.is_public),
        columns=_kept(edit.get("columns", present.columns)),
        filters=_kept(edit.get("filters", present.filters)),
        sorts=_kept(edit.get("sorts", present.sorts)),
        chart=_kept_chart(edit.get("chart", present.chart)),
        now=clock.now(),
    )
    await _share(tx, report_id, roles=roles, users=users)
    return await access.access_report(tx, actor, report_id)


async def delete_report(
    tx: Transaction, actor: Actor, report_id: ReportId, *, match: IfMatch
) -> None:
    """Delete a report with all that is recorded of it."""
    await _taken(tx, actor, report_id, match=match)
    await vault_service.forget_content(tx, owner=report_owner(report_id))
    for user_id in await tx.all(UserId, schedule_queries.RECEIVERS, report_id=report_id):
        await vault_service.forget_content(tx, owner=holder(report_id, user_id))
    await tx.run(queries.DELETE_REPORT, id=report_id)
    subject = NoticeSubject("report", report_id)
    await finish(tx, "report", subject)
    await finish(tx, "failed", subject)


EXPORTS = "report/"
"""What the names of owners of exports begin with."""


def report_owner(report_id: ReportId) -> str:
    """As whose the vault keeps the exports of a report."""
    return f"{EXPORTS}{report_id}"


def holder(report_id: ReportId, user_id: UserId) -> str:
    """As whose the vault keeps the file that a user's inbox has of a report, however old it is."""
    return f"report-notice/{report_id}/{user_id}"


async def _taken(
    tx: Transaction, actor: Actor, report_id: ReportId, *, match: IfMatch
) -> ReportRecord:
    """The report, to be changed by the actor and meanwhile by nobody else."""
    await tx.run(queries.TAKE_REPORT, id=report_id)
    present = await access.access_report(tx, actor, report_id)
    access.check_report_owned(actor, present)
    match.check(etag(present))
    return present


async def _sharers(
    tx: Transaction, sent: ReportDefinition
) -> tuple[list[str] | None, list[str] | None]:
    """The ids of roles and users to share with, None where not sent; InvalidInput for unknown ones."""
    names: list[str] | None = sent.get("shared_with_roles", None)
    users: list[str] | None = sent.get("shared_with_users", None)
    problems: list[ErrorDetail] = []
    roles: dict[str, str] = {}
    if names:
        keys = [name.strip().casefold() for name in names]
        found = await tx.all(NamedRole, queries.ROLES_BY_NAME, keys=keys)
        roles = {role.key: role.id for role in found}
        problems += [
            ErrorDetail(f"sharedWithRoles[{index}]", f"role {name!r} does not exist")
            for index, (name, key) in enumerate(zip(names, keys, strict=True))
            if key not in roles
        ]
    if users:
        known = set(await tx.all(str, queries.KNOWN_USERS, ids=users))
        problems += [
            ErrorDetail("sharedWithUsers", f"there is no user {user_id!r}")
            for user_id in users
            if user_id not in known
        ]
    if problems:
        raise InvalidInput.fields(problems)
    return (None if names is None else list(roles.values())), users


async def _share(
    tx: Transaction, report_id: ReportId, *, roles: list[str] | None, users: list[str] | None
) -> None:
    """Share the report with exactly these; None leaves those of the kind as they are."""
    for ids, drop, add in (
        (roles, queries.UNSHARE_ROLES, queries.SHARE_WITH_ROLE),
        (users, queries.UNSHARE_USERS, queries.SHARE_WITH_USER),
    ):
        if ids is not None:
            await tx.run(drop, report_id=report_id)
            await tx.run_many(add, [{"report_id": report_id, "other_id": each} for each in ids])


def _kept(entries: list[msgspec.Struct]) -> str:
    return msgspec.json.encode(entries).decode()


def _kept_chart(chart: ReportChart | UnsetType) -> str | None:
    return None if chart is UNSET else msgspec.json.encode(chart).decode()


async def audit(
    snapshot: Snapshot, actor: Actor, report_id: ReportId, wanted: OffsetQuery
) -> AuditList:
    """The executions of a report and the files they were written to, newest first."""
    await access.access_report(snapshot, actor, report_id)
    part = {"limit": wanted.most, "offset": wanted.offset}
    rows = await snapshot.all(ExecutionRow, queries.EXECUTIONS, report_id=report_id, **part)
    exports = await snapshot.all(ExportRow, queries.EXPORTS, report_id=report_id, **part)
    total = await snapshot.one(int, queries.COUNT_EXECUTIONS, report_id=report_id)
    return AuditList(
        [_execution(row) for row in rows], [_export(row) for row in exports], total or 0
    )


def _execution(row: ExecutionRow) -> ReportExecution:
    return ReportExecution(
        id=row.id,
        report_id=row.report_id,
        executed_by=row.executed_by,
        executed_at=row.executed_at,
        row_count=row.row_count,
        duration_ms=row.duration_ms,
        parameters=msgspec.Raw(row.parameters.encode()),
        success=row.success,
        error_message=row.error_message,
    )


def _export(row: ExportRow) -> ReportExport:
    return ReportExport(
        id=row.id,
        report_id=row.report_id,
        execution_id=row.execution_id,
        exported_by=row.exported_by,
        exported_at=row.exported_at,
        format=row.format,
        file_name=row.file_name,
        file_size=row.file_size,
        storage_path=key_of_content(row.digest),
    )
