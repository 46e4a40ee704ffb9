"""The state machine that applies to an item type or a change, and whether it can be started."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound, UnprocessableInput
from partwright.kit.ids import WorkflowId, new_id
from partwright.kit.instance import instance_name
from partwright.workflows import queries as workflow_queries
from partwright.workflows import validation
from partwright.workflows.defaults import DEFAULTS
from partwright.workflows.model import (
    Approver,
    CannotStart,
    Category,
    RequiresApproval,
    RoleRequired,
    StateMachine,
    ValidationFinding,
    WorkflowDefinition,
    WorkflowState,
)
from partwright.workflows.queries import (
    ApproverRow,
    DefinitionHead,
    DefinitionRow,
    FollowedRow,
    RoleName,
)
from partwright.workflows.rows import definition_of, json_of, names_of, state_machine_of
from partwright.workflows.validation import KnownReferences

CHANGE_ORDER = "ChangeOrder"


class NoLifecycle(UnprocessableInput):
    """No active lifecycle that is finished applies to the type."""

    def __init__(self, item_type: str) -> None:
        super().__init__(f"No active, complete lifecycle applies to {item_type}")


class Lifecycles:
    """The state machines of all types, as one moment has them."""

    def __init__(
        self,
        by_type: Mapping[str, WorkflowDefinition],
        followed: Mapping[str, StateMachine] | None = None,
    ) -> None:
        self._by_type = by_type
        self._followed = followed or {}

    def find(self, item_type: str) -> WorkflowDefinition | None:
        return self._by_type.get(item_type)

    def of(self, item_type: str) -> WorkflowDefinition:
        """NoLifecycle when nothing finished applies."""
        found = self.find(item_type)
        if found is None:
            raise NoLifecycle(item_type)
        return found

    def governing(self, item_type: str, item_id: str) -> StateMachine:
        """The definition that the item goes by: for a change order that was started, the one it started on."""
        return self._followed.get(item_id) or self.of(item_type)

    def stage_of(self, item_type: str, state: str) -> Category | None:
        """The category of a state of items of a type; None where the lifecycle does not say."""
        found = self.find(item_type)
        named = None if found is None else found.named(state)
        return None if named is None else named.stage

    def initial(self, item_type: str) -> WorkflowState:
        state = self.of(item_type).initial
        assert state is not None
        return state


def _applying(heads: Sequence[DefinitionHead]) -> dict[str, DefinitionHead]:
    """The usable definition, newest first, that governs each type."""
    by_type: dict[str, DefinitionHead] = {}
    for head in heads:
        if head.definition_type == "workflow":
            # Before its workflow starts, a change order stands where the oldest begins.
            by_type[CHANGE_ORDER] = head
            continue
        for item_type in names_of(head.item_types):
            # The newest comes first: a lifecycle of one's own replaces the built-in one.
            if item_type != CHANGE_ORDER:
                by_type.setdefault(item_type, head)
    return by_type


async def read_lifecycles(snapshot: Snapshot, *, change_orders: Sequence[str] = ()) -> Lifecycles:
    """The definitions that apply to every type now, and to each of the change orders."""
    heads = await snapshot.all(DefinitionHead, workflow_queries.USABLE_DEFINITIONS)
    definitions = await _definitions_by_type(snapshot, heads)
    if not change_orders:
        return Lifecycles(definitions)
    followed = await snapshot.all(FollowedRow, workflow_queries.FOLLOWED, ids=list(change_orders))
    state_machines: dict[str, StateMachine] = {
        one.change_order_id: state_machine_of(one.states, one.transitions) for one in followed
    }
    return Lifecycles(definitions, state_machines)


_MOST_COMBINATIONS = 64
_combinations: OrderedDict[
    tuple[str, tuple[DefinitionHead, ...]], dict[str, WorkflowDefinition]
] = OrderedDict()
"""By the heads that a write has read: nearly all writes read the same."""


async def _definitions_by_type(
    snapshot: Snapshot, heads: Sequence[DefinitionHead]
) -> Mapping[str, WorkflowDefinition]:
    key = instance_name.get(), tuple(heads)
    kept = _combinations.get(key)
    if kept is None:
        by_type = _applying(heads)
        wanted = list({head.id: head for head in by_type.values()}.values())
        read = {found.id: found for found in await read_definitions(snapshot, wanted)}
        kept = {name: read[head.id] for name, head in by_type.items()}
        _combinations[key] = kept
        if len(_combinations) > _MOST_COMBINATIONS:
            _combinations.popitem(last=False)
    return kept


async def definition_at(
    snapshot: Snapshot, definition_id: WorkflowId, version: int
) -> WorkflowDefinition:
    """A definition as a running instance started with it; deleted ones stay readable."""
    row = await snapshot.one(
        DefinitionRow, workflow_queries.VERSION, id=definition_id, version=version
    )
    if row is None:
        raise NotFound.of("Workflow", definition_id)
    return definition_of(row)


async def default_definition_for(snapshot: Snapshot, change_type: str) -> WorkflowDefinition | None:
    """The workflow that a change of the type follows where none is named.

    The newest active one that lists the type, else the oldest active one; unfinished ones are
    passed over.
    """
    heads = await snapshot.all(DefinitionHead, workflow_queries.USABLE_DEFINITIONS)
    usable = [head for head in heads if head.definition_type == "workflow"]
    listing = (head for head in usable if change_type in names_of(head.change_types))
    chosen = next(listing, usable[-1] if usable else None)
    return None if chosen is None else (await read_definitions(snapshot, [chosen]))[0]


async def approvers_of(snapshot: Snapshot, definition_id: WorkflowId) -> list[Approver]:
    """The approvers of all states, those first who were named first."""
    rows = await snapshot.all(ApproverRow, workflow_queries.APPROVERS, id=definition_id)
    roles: dict[str, list[str]] = {}
    for row in rows:
        held = roles.setdefault(row.id, [])
        if row.user_role_id is not None:
            held.append(row.user_role_id)
    return [_approver(row, roles[row.id]) for row in {row.id: row for row in rows}.values()]


def _approver(row: ApproverRow, user_role_ids: Sequence[str]) -> Approver:
    return Approver(
        id=row.id,
        state_id=row.state_id,
        user_id=row.user_id,
        role_id=row.role_id,
        user_name=row.user_name,
        role_name=row.role_name,
        is_active=row.is_active is not False,
        user_role_ids=tuple(user_role_ids),
    )


async def read_role_names(
    snapshot: Snapshot, structure: StateMachine, held: Sequence[str] = ()
) -> dict[str, str]:
    """The names of the roles that the structure's guards name by id, and of those held."""
    named = set(held)
    for transition in structure.transitions:
        for guard in transition.guards:
            if isinstance(guard, RequiresApproval):
                named.update(guard.role_ids)
            elif isinstance(guard, RoleRequired):
                named.update(role.lower() for role in guard.roles)
    rows = await snapshot.all(RoleName, workflow_queries.ROLE_NAMES, ids=sorted(named))
    return {row.id: row.name for row in rows}


async def known_references(snapshot: Snapshot, definition: WorkflowDefinition) -> KnownReferences:
    """The roles, users and lifecycles that exist of those that the definition refers to."""
    ids = {e.lifecycle_definition_id for t in definition.transitions for e in t.lifecycle_effects}
    rows = await snapshot.all(DefinitionRow, workflow_queries.LIFECYCLES_NAMED, ids=sorted(ids))
    roles = await snapshot.all(RoleName, workflow_queries.ALL_ROLES)
    return KnownReferences(
        lifecycles={row.id: definition_of(row) for row in rows},
        roles={role.id: role.name for role in roles},
        approvers=await approvers_of(snapshot, definition.id),
    )


async def hold_definition(tx: Transaction, definition_id: WorkflowId) -> bool:
    """Let nobody change or delete the definition before the end; False when it does not exist."""
    return await tx.run(workflow_queries.TAKE_DEFINITION, id=definition_id) == 1


async def definition_errors(
    snapshot: Snapshot, definition: WorkflowDefinition
) -> list[ValidationFinding]:
    """The errors of a definition: with any of them nothing starts on it."""
    return validation.validation_errors(definition, await known_references(snapshot, definition))


async def check_can_start(tx: Transaction, definition: WorkflowDefinition) -> None:
    """CannotStart on a lifecycle, a definition that is switched off, or an unfinished one.

    Until the transaction ends nobody deletes the definition.
    """
    if not await hold_definition(tx, definition.id):
        raise CannotStart(definition.name, "was deleted")
    if definition.definition_type != "workflow":
        raise CannotStart(definition.name, "is a lifecycle, not a workflow for changes")
    if not definition.is_active:
        raise CannotStart(definition.name, "is not active")
    found = await definition_errors(tx, definition)
    if found:
        raise CannotStart(definition.name, "is not finished", found)


async def ensure_defaults(tx: Transaction) -> None:
    """Make the built-in definitions on a server that has none."""
    if await tx.one(int, workflow_queries.DEFINITION_COUNT):
        return
    for default in DEFAULTS:
        definition_id = new_id()
        await tx.run(
            workflow_queries.INSERT_DEFINITION,
            id=definition_id,
            name=default.name,
            name_key=default.name.casefold(),
            definition_type=default.definition_type,
            workflow_type=default.workflow_type,
            description=default.description,
            item_types=json_of(default.item_types),
            change_types=json_of(default.change_types),
            states=json_of(default.states),
            transitions=json_of(default.transitions),
            is_active=True,
            is_usable=True,
            now=clock.now(),
        )
        await tx.run(workflow_queries.KEEP_VERSION, id=definition_id, made_by=None)


_MOST_KEPT = 256
"""Definitions that are kept decoded, by version; the least used go first."""

_Key = tuple[str, WorkflowId, int, str]
# A version never changes once it is committed. The moment of its making is part of the key, so that
# one that was read in a transaction and rolled back is not taken for its successor. An installation
# that was restored from another's backup has the same ids.
_kept: OrderedDict[_Key, WorkflowDefinition] = OrderedDict()


async def read_definitions(
    snapshot: Snapshot, heads: Sequence[DefinitionHead]
) -> list[WorkflowDefinition]:
    """The definitions of the heads, in their order; one statement for those not kept yet."""
    found = {_key(head): _kept.get(_key(head)) for head in heads}
    missing = [key[1] for key, definition in found.items() if definition is None]
    if missing:
        rows = await snapshot.all(
            DefinitionRow, workflow_queries.DEFINITIONS_BY_ID, ids=list[str](missing)
        )
        instance = instance_name.get()
        found |= {
            (instance, row.id, row.version, row.updated_at): definition_of(row) for row in rows
        }
    for key, definition in found.items():
        if definition is not None:
            _kept[key] = definition
            _kept.move_to_end(key)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return [definition for head in heads if (definition := found[_key(head)]) is not None]


def _key(head: DefinitionHead) -> _Key:
    return instance_name.get(), head.id, head.version, head.updated_at
