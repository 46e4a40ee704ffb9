"""The bodies that make and change definitions and approvers, and how they are shown."""

from collections.abc import Iterable
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.item_types import TYPES
from partwright.kit import fields
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import one_of, shown
from partwright.kit.fields import FieldProblem, Name, RawObject, Text, Uuid, cleaned
from partwright.workflows.model import (
    Approver,
    ChangeType,
    Kind,
    SentTransition,
    StateMachine,
    Style,
    ValidationFinding,
    WorkflowDefinition,
    WorkflowState,
)
from partwright.workflows.state_machine_input import NOTHING, parse_with_faults

S = TypeVar("S", bound=msgspec.Struct)


def _each_one_of(allowed: tuple[str, ...]) -> dict[str, Any]:
    """Takes names in any letter case, each once, as they are written properly."""
    proper = {name.casefold(): name for name in allowed}

    def clean(names: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [name for name in names if name.strip().casefold() not in proper]
        if unknown:
            raise FieldProblem(f"expected {one_of(tuple(allowed))}, got {shown(unknown[0])}")
        return tuple(dict.fromkeys(proper[name.strip().casefold()] for name in names))

    return cleaned(clean)


_Names = tuple[Annotated[str, Meta(max_length=100)], ...]
ItemTypes = Annotated[_Names, Meta(max_length=100, extra=_each_one_of(tuple(TYPES)))]
ChangeTypes = Annotated[_Names, Meta(max_length=100, extra=_each_one_of(get_args(ChangeType)))]


class NewDefinition(msgspec.Struct, rename="camel", kw_only=True):
    """A definition to be made, apart from its states and transitions."""

    name: Name
    definition_type: Kind = "lifecycle"
    workflow_type: Style = "strict"
    description: Text | None = None
    applicable_item_types: ItemTypes = ()
    change_types: ChangeTypes = ()
    is_active: bool = True


class DefinitionEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a definition, apart from its states and transitions."""

    name: Name | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    applicable_item_types: ItemTypes | UnsetType = UNSET
    change_types: ChangeTypes | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


class NewApprover(msgspec.Struct, rename="camel"):
    """A user, a role, or a user in a role, to approve in a state."""

    user_id: Uuid | None = None
    role_id: Uuid | None = None


class ShownApprover(msgspec.Struct, rename="camel", frozen=True):
    """An approver with the names of user and role."""

    id: str
    user_id: str | None
    role_id: str | None
    user_name: str | None
    role_name: str | None


class StateApprovers(msgspec.Struct, rename="camel", frozen=True):
    """The approvers of one state; one that the definition no longer has is without a name."""

    state_id: str
    state_name: str | None
    approvers: list[ShownApprover]


class ValidationReport(msgspec.Struct, frozen=True):
    """Findings of a validation."""

    valid: bool
    errors: list[ValidationFinding]
    warnings: list[ValidationFinding]


_STRUCTURE = ("states", "transitions")


def read_new_definition(body: RawObject) -> tuple[NewDefinition, StateMachine]:
    """A new definition; InvalidInput with the problems of all its parts."""
    new, problems = _read(body, NewDefinition)
    kind: Kind = "lifecycle" if new is None else new.definition_type
    structure, faults = parse_with_faults(body, present=NOTHING, kind=kind)
    if new is None or faults:
        raise InvalidInput.fields([*problems, *faults])
    return new, structure


def read_definition_edit(
    body: RawObject, present: WorkflowDefinition
) -> tuple[DefinitionEdit, StateMachine]:
    """The changes, with the states and transitions there are to be; InvalidInput likewise."""
    edit, problems = _read(body, DefinitionEdit, present)
    kind = present.definition_type
    structure, faults = parse_with_faults(body, present=present, kind=kind)
    if edit is None or faults:
        raise InvalidInput.fields([*problems, *faults])
    return edit, structure


def _read(
    body: RawObject, struct: type[S], present: WorkflowDefinition | None = None
) -> tuple[S | None, Iterable[ErrorDetail]]:
    rest = {key: value for key, value in body.items() if key not in _STRUCTURE}
    try:
        return fields.read_struct(rest, struct, present=present), ()
    except InvalidInput as invalid:
        return None, [detail for detail in invalid.details if isinstance(detail, ErrorDetail)]


def show_approver(approver: Approver) -> ShownApprover:
    return ShownApprover(
        id=approver.id,
        user_id=approver.user_id,
        role_id=approver.role_id,
        user_name=approver.user_name,
        role_name=approver.role_name,
    )


class NewBody(NewDefinition, rename="camel", kw_only=True):
    """A whole definition, as a client sends it."""

    states: list[WorkflowState] = []
    transitions: list[SentTransition] = []


class _EditBody(DefinitionEdit, rename="camel", kw_only=True):
    states: list[WorkflowState] | UnsetType = UNSET
    transitions: list[SentTransition] | UnsetType = UNSET


def body_schema(body: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON schema of a body, its keys at the top."""
    schema = msgspec.json.schema(body)
    definitions: dict[str, Any] = schema["$defs"]
    return {**definitions.pop(body.__name__), "$defs": definitions}


NEW = body_schema(NewBody)
EDIT = body_schema(_EditBody)
