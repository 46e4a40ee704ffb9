"""Making, changing, deleting, listing and validating definitions."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.db.violations import refusal_for_violation
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import RawObject, changed_fields
from partwright.kit.ids import WorkflowId, new_id
from partwright.kit.lists import list_statements
from partwright.kit.pages import Page, PageRequest
from partwright.web.parameters import FilteredQuery
from partwright.workflows import access as workflow_access
from partwright.workflows import queries as workflow_queries
from partwright.workflows import service as workflow_service
from partwright.workflows import validation, wire
from partwright.workflows.model import HasRunningInstances, Kind, NameTaken, WorkflowDefinition
from partwright.workflows.queries import DefinitionRow
from partwright.workflows.rows import definition_of, json_of
from partwright.workflows.validation import structural_errors
from partwright.workflows.wire import ValidationReport

LARGEST_PART = 500


class WorkflowsQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters and order of a list: `limit` rows (more than 500 are cut to 500) from `offset` on."""

    fields: ClassVar = workflow_queries.DEFINITIONS.fields

    is_active: bool | None = None
    type: Kind | None = None
    limit: Annotated[int, Meta(ge=1)] = 100
    offset: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None

    def paging(self) -> PageRequest:
        return PageRequest(self.page, min(self.limit, LARGEST_PART))


class DefinitionPage(msgspec.Struct, frozen=True):
    """Some definitions of a list, and from where on."""

    page: Page[WorkflowDefinition]
    offset: int


async def list_definitions(snapshot: Snapshot, wanted: WorkflowsQuery) -> DefinitionPage:
    """A part of the definitions, newest first unless another order is asked for."""
    found = list_statements(
        workflow_queries.DEFINITIONS,
        given={
            "active": {"is_active": wanted.is_active},
            "type": {"definition_type": wanted.type},
        },
        filters=wanted.filters,
        sorts=wanted.sorts(),
    )
    paging = wanted.paging()
    offset = paging.offset if wanted.offset is None else wanted.offset
    rows = await snapshot.all(
        DefinitionRow, found.rows, limit=paging.limit, offset=offset, **found.params
    )
    total = await snapshot.one(int, found.count, **found.params) or 0
    paging = PageRequest(offset // paging.limit + 1, paging.limit)
    return DefinitionPage(Page([definition_of(row) for row in rows], total, paging), offset)


async def create_definition(tx: Transaction, actor: Actor, body: RawObject) -> WorkflowDefinition:
    """Make a definition, which may be unfinished."""
    new, structure = wire.read_new_definition(body)
    definition_id = WorkflowId(new_id())
    made = await tx.run(
        workflow_queries.INSERT_DEFINITION,
        id=definition_id,
        name=new.name,
        name_key=new.name.casefold(),
        definition_type=new.definition_type,
        workflow_type=new.workflow_type,
        description=new.description,
        item_types=json_of(new.applicable_item_types),
        change_types=json_of(new.change_types),
        states=json_of(structure.states),
        transitions=json_of(structure.transitions),
        is_active=new.is_active,
        is_usable=not structural_errors(structure, new.definition_type),
        now=clock.now(),
    )
    if not made:
        raise NameTaken(new.name)
    return await _kept(tx, actor, definition_id)


async def update_definition(
    tx: Transaction, actor: Actor, definition_id: WorkflowId, body: RawObject, *, match: IfMatch
) -> WorkflowDefinition:
    """Make the definition's next version; what runs already stays on the one it started with."""
    present = await workflow_access.definition_to_change(tx, actor, definition_id)
    match.check(etag(present))
    edit, structure = wire.read_definition_edit(body, present)
    found = changed_fields(edit, lambda name: getattr(present, name))
    found |= changed_fields(structure, lambda name: getattr(present, name))
    if not found:
        return present
    after = msgspec.structs.replace(present, **found)
    try:
        await tx.run(
            workflow_queries.UPDATE_DEFINITION,
            id=definition_id,
            name=after.name,
            name_key=after.name.casefold(),
            description=after.description,
            item_types=json_of(after.applicable_item_types),
            change_types=json_of(after.change_types),
            states=json_of(after.states),
            transitions=json_of(after.transitions),
            is_active=after.is_active,
            is_usable=not structural_errors(after, after.definition_type),
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        table = {"workflow_definitions_name": lambda: NameTaken(after.name)}
        raise refusal_for_violation(violation, table) from violation
    return await _kept(tx, actor, definition_id)


async def _kept(tx: Transaction, actor: Actor, definition_id: WorkflowId) -> WorkflowDefinition:
    """The definition, its version kept for whatever starts on it."""
    await tx.run(workflow_queries.KEEP_VERSION, id=definition_id, made_by=actor.id)
    return await workflow_access.access_definition(tx, actor, definition_id)


async def delete_definition(
    tx: Transaction, actor: Actor, definition_id: WorkflowId, *, match: IfMatch
) -> None:
    """Delete a definition that nothing runs on; its versions stay for what ran on them."""
    present = await workflow_access.definition_to_change(tx, actor, definition_id)
    match.check(etag(present))
    running = await tx.one(int, workflow_queries.RUNNING_INSTANCES, id=definition_id)
    if running:
        raise HasRunningInstances(present.name, running)
    await tx.run(workflow_queries.DELETE_APPROVERS, id=definition_id)
    await tx.run(workflow_queries.DELETE_DEFINITION, id=definition_id)


async def validation_report(
    snapshot: Snapshot, actor: Actor, definition_id: WorkflowId
) -> ValidationReport:
    """All that is wrong with a definition, and what is odd about it."""
    found = await workflow_access.access_definition(snapshot, actor, definition_id)
    known = await workflow_service.known_references(snapshot, found)
    errors = validation.validation_errors(found, known)
    return ValidationReport(not errors, errors, validation.validation_warnings(found, known))
