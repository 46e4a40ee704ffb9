"""Change orders: what is affected, how far the change has come, who voted."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from partwright.identity.model import UserRef
from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    PermissionDenied,
    PreconditionFailed,
    StateConflict,
    UnprocessableInput,
)
from partwright.kit.fields import LongText, Uuid
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, RoleId, UserId, WorkflowId
from partwright.workflows.model import (
    ChangeAction,
    StateMachine,
    Transition,
    WorkflowState,
    stage_of_state,
)
from partwright.workflows.rows import state_machine_of

REVISES = frozenset({"revise", "modify"})
"""Two names of one action: a new revision of what is released."""


class AffectedItemRecord(msgspec.Struct, frozen=True, rename="camel"):
    """An affected item as the wire shows it."""

    id: str
    item_id: ItemId
    master_id: MasterId
    item_number: str
    name: str
    change_action: ChangeAction
    reviewed: bool
    comment: str | None
    design_id: DesignId | None
    branch_id: BranchId | None
    working_copy_id: ItemId | None
    """The item's own row on the change's branch; after release, what it became."""
    force: bool
    state: str
    type: str
    is_gone_from_main: bool
    """Whether the item was on main and is deleted there."""


class AffectedItem(AffectedItemRecord, frozen=True):
    """An item on a change order's list, with what stands beside it. The fields are columns."""

    is_automatic: bool
    program_id: str | None
    main_item_id: ItemId | None
    """None for what is new in this change, and for what main holds no longer."""
    is_removed: bool
    """Whether the change's branch deletes the item."""
    revision: str
    """Main's; of what is new in this change its own."""
    main_released_at: str | None
    main_state: str | None
    branch_item_id: ItemId | None
    """The item's row on the change's branch, working copy or staged."""
    is_staged: bool
    """Whether that row is main's item in a state that an effect gave it, and no working copy."""
    drafted_state: str | None
    """The state before effects moved the item, where they have since the change was drafted."""

    @property
    def branch_ids(self) -> set[ItemId]:
        """The ids that the item has, or had, on the change's branch."""
        return {one for one in (self.branch_item_id, self.working_copy_id) if one is not None}

    @property
    def shown_id(self) -> ItemId:
        """The item as the change shows it."""
        return self.branch_item_id or self.working_copy_id or self.item_id


def affected_item_record(row: AffectedItem) -> AffectedItemRecord:
    return AffectedItemRecord(
        *(getattr(row, name) for name in AffectedItemRecord.__struct_fields__)
    )


class NewAffectedItem(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """An item to put on the list."""

    item_id: Uuid
    change_action: ChangeAction
    reviewed: bool = False
    comment: LongText | None = None
    force: bool = False


class AffectedItemsInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """An item to put on the list, or many; and with them what is unreleased below."""

    item_id: Uuid | None = None
    change_action: ChangeAction | None = None
    reviewed: bool = False
    comment: LongText | None = None
    force: bool = False
    items: Annotated[list[NewAffectedItem], Meta(max_length=500)] = []
    include_unreleased_below: bool = False

    def wanted(self) -> list[NewAffectedItem]:
        """The items; InvalidInput where none is named, and not what is below those that are listed."""
        is_named = self.item_id is not None or self.change_action is not None
        if not is_named and (self.items or self.include_unreleased_below):
            return self.items
        missing = [
            ErrorDetail(name, "is required")
            for name, value in (("itemId", self.item_id), ("changeAction", self.change_action))
            if value is None
        ]
        if self.item_id is None or self.change_action is None:
            raise InvalidInput.fields(missing)
        one = NewAffectedItem(
            self.item_id, self.change_action, self.reviewed, self.comment, self.force
        )
        return [one, *self.items]


class AffectedItemEdit(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Edit of an entry of the list."""

    change_action: ChangeAction | msgspec.UnsetType = msgspec.UNSET
    reviewed: bool | msgspec.UnsetType = msgspec.UNSET
    comment: LongText | None | msgspec.UnsetType = msgspec.UNSET
    force: bool | msgspec.UnsetType = msgspec.UNSET


InstanceStatus = Literal["active", "completed", "cancelled"]


class WorkflowInstance(msgspec.Struct, frozen=True):
    """The course of one change through its workflow."""

    id: str
    definition_id: WorkflowId
    definition_version: int
    workflow_type: str
    states: str
    transitions: str
    state_id: str
    visit: int
    """Counts up with each state entered; votes belong to one visit."""
    drafted_visit: int
    """The visit in which the content could last be worked on: earlier votes are void for good."""
    status: InstanceStatus
    started_at: str
    completed_at: str | None

    @property
    def structure(self) -> StateMachine:
        return state_machine_of(self.states, self.transitions)

    @property
    def state(self) -> WorkflowState:
        return self.structure.state(self.state_id)

    @property
    def is_content_frozen(self) -> bool:
        """Whether what the change lists stands: it is under review, approved, or at its end."""
        return not is_drafting_state(self.state)


def is_drafting_state(state: WorkflowState) -> bool:
    """Whether the content may be worked on: before review, or sent back from it for rework."""
    if state.is_final:
        return False
    return state.is_initial or stage_of_state(state, "workflow") in ("draft", None)


class StateRef(msgspec.Struct, frozen=True):
    """A state as answers name it."""

    id: str
    name: str


class InstanceRecord(msgspec.Struct, frozen=True, rename="camel"):
    """An instance as the wire shows it."""

    id: str
    workflow_definition_id: WorkflowId
    definition_version: int
    workflow_type: str
    current_state: StateRef
    states: tuple[WorkflowState, ...]
    transitions: tuple[Transition, ...]
    status: InstanceStatus
    started_at: str
    completed_at: str | None
    is_content_frozen: bool
    """Whether items can neither be listed nor taken off until the change is sent back."""


def instance_record(instance: WorkflowInstance) -> InstanceRecord:
    structure = instance.structure
    return InstanceRecord(
        instance.id,
        instance.definition_id,
        instance.definition_version,
        instance.workflow_type,
        StateRef(instance.state_id, instance.state.name),
        structure.states,
        structure.transitions,
        instance.status,
        instance.started_at,
        instance.completed_at,
        instance.is_content_frozen,
    )


class TransitionRecord(msgspec.Struct, frozen=True, rename="camel"):
    """One entry of an instance's history; its start has no transition."""

    id: str
    transition: str | None
    from_state: str | None
    to_state: str
    user: UserRef
    timestamp: str
    comment: str | None


Password = Annotated[str, Meta(max_length=1000)]


class ApproverRecord(msgspec.Struct, frozen=True, rename="camel"):
    """Person or role that is asked, or the person who voted."""

    user_id: UserId | None
    role_id: RoleId | None
    user_name: str | None
    role_name: str | None


class ApprovalRecord(msgspec.Struct, frozen=True, rename="camel"):
    """One vote, given or awaited."""

    state_id: str
    state_name: str
    visit: int
    approver: ApproverRecord
    vote: Literal["approve", "reject"] | None
    comment: str | None
    voted_at: str | None
    content_digest: str | None
    signed_name: str | None = None
    """The voter's name when they voted."""
    meaning: str | None = None
    """The meaning of the vote."""
    is_signed: bool = msgspec.field(default=False, name="signed")
    """Whether the voter gave their password again."""
    signature: str | None = None
    """Binds change, content, voter, time and meaning together."""
    is_valid: bool | None = msgspec.field(default=None, name="valid")
    """Whether the signature fits all that stands here."""
    is_current: bool | None = msgspec.field(default=None, name="current")
    """Whether the content is still what was voted on; null once the change is closed."""


ContentDigest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class VoteInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A vote."""

    vote: Literal["approve", "reject"]
    comment: LongText | None = None
    role_id: Uuid | None = None
    """The role that the voter acts in; all of theirs unless they say so."""
    password: Password | None = None
    content_digest: ContentDigest | None = None
    """The digest of the content that the voter has read; a vote on other content is refused."""


class DecisionInput(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Input that goes with an approval or a rejection."""

    comment: LongText | None = None
    role_id: Uuid | None = None
    password: Password | None = None
    content_digest: ContentDigest | None = None

    def as_vote(self, vote: Literal["approve", "reject"]) -> VoteInput:
        return VoteInput(vote, self.comment, self.role_id, self.password, self.content_digest)


class ContentChanged(PreconditionFailed):
    """The change holds other content than the voter has read."""

    def __init__(self, number: str) -> None:
        super().__init__(f"What {number} changes is no longer what you have read")


class ContentFrozen(StateConflict):
    """The list of a change that is under review or approved is frozen."""

    def __init__(self, number: str, state: str) -> None:
        super().__init__(
            f"{number} is {state}: its affected items are frozen until it is sent back"
        )


class UnderReview(StateConflict):
    """An item on the list of a change order under review cannot be deleted."""

    def __init__(self, number: str, order: str | None) -> None:
        named = order or "a change order that you cannot see"
        super().__init__(
            f"{number} is an affected item of {named}, which was submitted: it can be deleted once"
            " that is sent back or closed"
        )


class AlreadyAffected(StateConflict):
    def __init__(self, number: str, order: str) -> None:
        super().__init__(f"{number} is already affected by {order}")


class CannotBeAffected(UnprocessableInput):
    """The item's type, line or state does not go with the action."""


class NoAffectedItems(UnprocessableInput):
    def __init__(self, number: str) -> None:
        super().__init__(f"{number} does not affect any item yet")


class WorkflowNotStarted(UnprocessableInput):
    def __init__(self, number: str) -> None:
        super().__init__(f"The workflow of {number} has not been started")


class WorkflowAlreadyStarted(StateConflict):
    def __init__(self, number: str) -> None:
        super().__init__(f"The workflow of {number} has already been started")


class NotAnApprover(PermissionDenied):
    def __init__(self, state: str) -> None:
        super().__init__(f"You are not an approver of the state {state}")


class StillInUse(UnprocessableInput):
    """Items that are to be obsolete stand in released structures."""

    def __init__(self, uses: dict[str, list[str]]) -> None:
        told = "; ".join(f"{number} is used by {', '.join(by)}" for number, by in uses.items())
        super().__init__(told, details=[ErrorDetail(n, p) for n, by in uses.items() for p in by])


Shown = dict[str, Any]
