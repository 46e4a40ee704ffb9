"""Preview of a definition before it is saved: what is wrong with it, and how a mock change fares."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import Actor
from partwright.kit import clock, fields
from partwright.kit.db import Snapshot
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.fields import RawObject, Uuid
from partwright.kit.ids import UserId, WorkflowId, new_id
from partwright.workflows import access as workflow_access
from partwright.workflows import guards, validation, wire
from partwright.workflows import service as workflow_service
from partwright.workflows.guards import CountedVote, GuardFacts, GuardVerdict
from partwright.workflows.model import (
    READ,
    Approver,
    Key,
    Outcome,
    RoleIds,
    WorkflowDefinition,
)
from partwright.workflows.validation import KnownReferences
from partwright.workflows.wire import ValidationReport


class MockChange(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """A change that exists only in the question: where it stands, and what is done about it."""

    state_id: Key
    role_ids: RoleIds = ()
    """Of who takes the step."""
    approved_by: Annotated[tuple[Uuid, ...], Meta(max_length=100)] = ()
    """The named approvers, by their ids, who have approved."""
    approvals: Annotated[int, Meta(ge=0, le=1000)] = 0
    """By others who may approve, of whatever role."""
    rejected: bool = False
    reviewed: bool = False
    """Whether all affected items are."""
    children_released: bool = False


class PreviewOptions(msgspec.Struct, rename="camel", kw_only=True):
    """Input beside the definition in the body of a preview."""

    workflow_id: Uuid | None | UnsetType = UNSET
    """The definition whose next version it is to be: its approvers are those that are asked."""
    mock_change: MockChange | None | UnsetType = UNSET


class PreviewBody(wire.NewBody, rename="camel", kw_only=True):
    """A whole definition, with the options."""

    workflow_id: Uuid | None = None
    mock_change: MockChange | None = None


class MockStep(msgspec.Struct, rename="camel", frozen=True):
    """A step that the mock change could take next, and what its guards say."""

    id: str
    allowed: bool
    guards: tuple[GuardVerdict, ...]


class WorkflowPreview(ValidationReport, rename="camel", frozen=True, kw_only=True):
    """Findings of a validation, and the steps of the mock change where one is given."""

    outcomes: dict[str, Outcome]
    """The outcome of a change in each final state, as given or as its name and flags suggest."""
    steps: list[MockStep] | None


async def preview_definition(snapshot: Snapshot, actor: Actor, body: RawObject) -> WorkflowPreview:
    """The result of saving, without saving; InvalidInput for what cannot be read."""
    actor.require(READ)
    names = {field.encode_name for field in msgspec.structs.fields(PreviewOptions)}
    options = fields.read_struct(
        {key: value for key, value in body.items() if key in names}, PreviewOptions
    )
    definition = _definition(body, names, options.workflow_id or None)
    if options.workflow_id:
        await workflow_access.access_definition(snapshot, actor, definition.id)
    known = await workflow_service.known_references(snapshot, definition)
    errors = validation.validation_errors(definition, known)
    mock = options.mock_change or None
    return WorkflowPreview(
        not errors,
        errors,
        validation.validation_warnings(definition, known),
        outcomes={one.id: one.outcome for one in definition.states if one.outcome is not None},
        steps=None if mock is None else _steps(definition, mock, known),
    )


def _definition(body: RawObject, options: set[str], named: str | None) -> WorkflowDefinition:
    rest = {key: value for key, value in body.items() if key not in options}
    new, structure = wire.read_new_definition(rest)
    now = clock.now()
    return WorkflowDefinition(
        **msgspec.structs.asdict(new),
        states=structure.states,
        transitions=structure.transitions,
        id=WorkflowId(named or new_id()),
        version=1,
        created_at=now,
        updated_at=now,
    )


def _steps(
    definition: WorkflowDefinition, mock: MockChange, known: KnownReferences
) -> list[MockStep]:
    state = definition.find(mock.state_id)
    if state is None:
        message = f"state {mock.state_id!r} does not exist"
        raise InvalidInput.fields([ErrorDetail("mockChange.stateId", message)])
    asked = [one for one in known.approvers if one.state_id == state.id]
    facts = GuardFacts(
        caller_role_ids=mock.role_ids,
        author_id=UserId("author"),
        approvers=asked,
        votes=_votes(mock, asked, known),
        unreviewed=() if mock.reviewed else ("an affected item",),
        unreleased_children=() if mock.children_released else ("a child of an affected item",),
        role_names=known.roles,
    )
    judged = [(one.id, guards.judge_guards(one, facts)) for one in definition.leaving(state)]
    return [MockStep(one, all(v.passed for v in said), said) for one, said in judged]


def _votes(mock: MockChange, asked: list[Approver], known: KnownReferences) -> list[CountedVote]:
    """The votes of the approvers named, of as many others, and perhaps one against."""
    roles = tuple(known.roles)
    named = [
        _vote(
            one.user_id or f"any of {one.role_id}",
            tuple(role for role in (one.role_id, *one.user_role_ids) if role),
        )
        for one in asked
        if one.id in mock.approved_by
    ]
    others = [_vote(f"voter {number}", roles) for number in range(mock.approvals)]
    against = [_vote("a voter", roles, approves=False)] if mock.rejected else []
    return [*named, *others, *against]


def _vote(who: str, roles: tuple[str, ...], *, approves: bool = True) -> CountedVote:
    return CountedVote(
        user_id=UserId(who), user_name=who, role_ids=roles, approves=approves, may_approve=True
    )
