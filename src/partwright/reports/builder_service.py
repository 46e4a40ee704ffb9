"""Answers for whoever builds a report: the fields there are, and how an unsaved report looks."""

import msgspec
from msgspec import UNSET

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.item_types.type_name import ItemTypeName
from partwright.items.attribute_names import known_attributes, measured_attributes
from partwright.kit import clock
from partwright.kit.db import Snapshot
from partwright.kit.fields import RawObject
from partwright.reports import definition_input, execution_service
from partwright.reports.execution_service import RunOptions
from partwright.reports.fields import FIELDS, is_of_source
from partwright.reports.model import ReportId, ReportPreview, ReportRecord
from partwright.reports.service import check_attributes

PREVIEWED_ROWS = 50


class FieldChoice(msgspec.Struct, frozen=True, rename="camel"):
    """A field that reports of a type show; most they filter and sort by as well."""

    path: str
    kind: str
    is_shown_only: bool


class TypeFields(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of one item type."""

    item_type: str
    fields: list[FieldChoice]


def fields_of_types(actor: Actor) -> list[TypeFields]:
    """The fields of all types that the actor may read."""
    return [
        TypeFields(
            name,
            [
                FieldChoice(one.path, one.kind.value, is_of_source(one.column))
                for one in FIELDS[name].values()
            ],
        )
        for name, item_type in TYPES.items()
        if actor.may(item_type.may("read"))
    ]


class ReportAttributesQuery(msgspec.Struct, rename="camel"):
    """The type whose attributes are asked for."""

    item_type: ItemTypeName


class TypeAttributes(msgspec.Struct, frozen=True):
    """The free attributes that items of a type have: `attributes.<name>` in reports."""

    attributes: list[str]
    measures: list[str]
    """Those of them that are defined as numbers, and so summed up and compared as such."""


async def attributes_of_type(
    snapshot: Snapshot, actor: Actor, query: ReportAttributesQuery
) -> TypeAttributes:
    """The free attributes of a type's items; PermissionDenied for a type that the actor may not read."""
    actor.require(TYPES[query.item_type].may("read"))
    names = await known_attributes(snapshot, actor, [query.item_type])
    measures = (await measured_attributes(snapshot, actor))[query.item_type]
    return TypeAttributes(names, [name for name in names if name.casefold() in measures])


async def preview_report(snapshot: Snapshot, actor: Actor, body: RawObject) -> ReportPreview:
    """The first rows of a definition that nobody saved; nothing is recorded."""
    measures, now = await measured_attributes(snapshot, actor), clock.now()
    new = definition_input.read_new_report(body, measures)
    await check_attributes(snapshot, actor, new)
    report = ReportRecord(
        id=ReportId(""),
        name=new.get("name", ""),
        description=None,
        item_type=new.get("item_type", ""),
        is_public=False,
        shared_with_roles=[],
        shared_with_users=[],
        created_by=actor.id,
        created_at=now,
        updated_at=now,
        columns=new.get("columns", []),
        filters=new.get("filters", []),
        sorts=new.get("sorts", []),
        chart=new.get("chart", UNSET),
    )
    plan = await execution_service.plan_report_run(snapshot, report, actor, RunOptions())
    rows, total = await execution_service.page_with_total(
        snapshot, plan, limit=PREVIEWED_ROWS, offset=0
    )
    return ReportPreview(
        total_rows=total,
        columns=report.columns,
        rows=execution_service.shown_rows(plan.fields, rows),
    )
