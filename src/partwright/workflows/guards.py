"""Guards of transitions: whether they hold, and if not, why; pure.

The same code answers when transitions are listed and when one is taken.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from partwright.kit.errors import InvalidStateTransition
from partwright.kit.ids import UserId
from partwright.workflows.model import (
    AllItemsReviewed,
    Approver,
    ChildrenReleased,
    Guard,
    RequiresApproval,
    RoleRequired,
    Transition,
)


class CountedVote(msgspec.Struct, frozen=True, kw_only=True):
    """A standing vote of the present visit to the state; who acts in several roles has several."""

    user_id: UserId
    user_name: str
    role_ids: tuple[str, ...]
    """The roles the voter acts in: all of theirs, or the one they named."""
    approves: bool
    """Or else rejects."""
    may_approve: bool
    """Whether they have the right to approve changes without being named an approver."""


class GuardFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts that guards look at, for one caller and the state that they would leave."""

    caller_role_ids: Collection[str]
    author_id: UserId
    """Whose own vote does not count where no approver is named."""
    approvers: Sequence[Approver] = ()
    """Of the state that is left."""
    votes: Sequence[CountedVote] = ()
    unreviewed: Sequence[str] = ()
    """Numbers of the affected items that are not marked reviewed."""
    unreleased_children: Sequence[str] = ()
    """Children, with their parents, that the release would leave unreleased or obsolete."""
    open_families: Sequence[str] = ()
    """Families, with their parents, of which no variant was chosen."""
    role_names: Mapping[str, str] = {}
    """Role id -> name: the caller's, and those that guards name."""


class GuardFinding(msgspec.Struct, frozen=True):
    """Facts that fulfil a guard or are missing, for who tells it in words of their own."""

    kind: Literal[
        "approvals",
        "waiting",
        "counted",
        "rejected",
        "role",
        "families",
        "children",
        "reviewed",
        "affected",
    ]
    given: int | None = None
    required: int | None = None
    names: tuple[str, ...] = ()
    """The users who are waited for or have rejected, roles that count or are asked for, numbers of items."""
    more: int = 0
    """Items beside those that are named."""


class GuardVerdict(msgspec.Struct, frozen=True):
    """Verdict on one guard; the message says what fulfils it or what is missing."""

    type: str
    passed: bool
    message: str
    finding: GuardFinding


class FailedGuard(msgspec.Struct, frozen=True):
    """A guard that kept a transition from being taken."""

    field: str
    message: str
    type: str
    passed: bool = False


class GuardsNotMet(InvalidStateTransition):
    """The transition leaves the state, but not now or not for this caller."""

    def __init__(self, name: str, failed: Sequence[GuardVerdict]) -> None:
        super().__init__(
            f"{name} is not allowed: " + "; ".join(verdict.message for verdict in failed),
            details=[FailedGuard(v.type, v.message, v.type) for v in failed],
        )


def judge_guards(transition: Transition, facts: GuardFacts) -> tuple[GuardVerdict, ...]:
    """The verdict of each guard of the transition, in their order."""
    return tuple(_verdict(guard, facts) for guard in transition.guards)


def check_guards(transition: Transition, facts: GuardFacts) -> None:
    """GuardsNotMet unless every guard of the transition holds."""
    failed = [verdict for verdict in judge_guards(transition, facts) if not verdict.passed]
    if failed:
        raise GuardsNotMet(transition.name, failed)


def _verdict(guard: Guard, facts: GuardFacts) -> GuardVerdict:
    type, (passed, finding) = _found(guard, facts)
    return GuardVerdict(type, passed, _message(finding, passed=passed), finding)


def _found(guard: Guard, facts: GuardFacts) -> tuple[str, tuple[bool, GuardFinding]]:
    if isinstance(guard, RequiresApproval):
        return "requires_approval", _approved(guard, facts)
    if isinstance(guard, RoleRequired):
        return "role_required", _has_role(guard, facts)
    if isinstance(guard, ChildrenReleased):
        if facts.open_families:
            return "children_released", _none_of("families", facts.open_families)
        return "children_released", _none_of("children", facts.unreleased_children)
    assert isinstance(guard, AllItemsReviewed)
    return "all_items_reviewed", _none_of("reviewed", facts.unreviewed)


_MET = {
    "children": "All children are released, or will be by this change",
    "reviewed": "All affected items are reviewed",
}
_TOLD = {
    "approvals": "{given}",
    "waiting": "{given}; waiting for {names}",
    "counted": "{given}; only votes of {names} count",
    "rejected": "Rejected by {names}",
    "role": "Needs {role} {names}",
    "families": "No variant is chosen of {names}",
    "children": "Not released: {names}",
    "reviewed": "Not reviewed yet: {names}",
    "affected": "No item is affected yet",
}

NOTHING_AFFECTED = GuardVerdict(
    "affected_items", passed=False, message=_TOLD["affected"], finding=GuardFinding("affected")
)
"""Of a change without affected items; no definition names it, for every change obeys it."""


def _message(finding: GuardFinding, *, passed: bool) -> str:
    if passed and finding.kind in _MET:
        return _MET[finding.kind]
    more = f" and {finding.more} more" if finding.more else ""
    approvals = "approval is given" if finding.required == 1 else "approvals are given"
    return _TOLD[finding.kind].format(
        given=f"{finding.given} of {finding.required} {approvals}",
        names=", ".join(finding.names) + more,
        role="the role" if len(finding.names) == 1 else "one of the roles",
    )


def _has_role(guard: RoleRequired, facts: GuardFacts) -> tuple[bool, GuardFinding]:
    names = facts.role_names
    held = set(facts.caller_role_ids)
    held |= {names[role_id].casefold() for role_id in facts.caller_role_ids if role_id in names}
    wanted = tuple(names.get(role.lower(), role) for role in guard.roles)
    passed = any(role.casefold() in held for role in guard.roles)
    return passed, GuardFinding("role", names=wanted)


_SHOWN_NUMBERS = 5


def _none_of(
    kind: Literal["families", "children", "reviewed"], missing: Sequence[str]
) -> tuple[bool, GuardFinding]:
    """Holds where nothing is missing; else the first of what is, and how many more there are."""
    more = max(0, len(missing) - _SHOWN_NUMBERS)
    return not missing, GuardFinding(kind, names=tuple(missing[:_SHOWN_NUMBERS]), more=more)


def _approved(guard: RequiresApproval, facts: GuardFacts) -> tuple[bool, GuardFinding]:
    rejected = sorted(vote.user_name for vote in facts.votes if not vote.approves)
    if rejected:
        return False, GuardFinding("rejected", names=tuple(rejected))
    if facts.approvers and guard.required_count is None:
        return _all_approved(guard, facts)
    required = guard.required_count or 1
    given = len({vote.user_id for vote in facts.votes if _counts(vote, guard, facts)})
    return given >= required, _of_approvals(given, required, guard, facts)


def _all_approved(guard: RequiresApproval, facts: GuardFacts) -> tuple[bool, GuardFinding]:
    """Whether everybody asked has approved; with roles, those are the approvers with one of them."""
    asked = [a for a in facts.approvers if _is_asked(a, guard)]
    if not asked:
        return False, _of_approvals(0, 1, guard, facts)
    missing = [a for a in asked if not any(_fulfils(v, a, guard) for v in facts.votes)]
    given = len(asked) - len(missing)
    if not missing:
        return True, GuardFinding("approvals", given, len(asked))
    names = tuple(_called(approver) for approver in missing)
    return False, GuardFinding("waiting", given, len(asked), names)


def _is_asked(approver: Approver, guard: RequiresApproval) -> bool:
    if not guard.role_ids:
        return True
    if approver.role_id is not None:
        return approver.role_id in guard.role_ids
    return not set(guard.role_ids).isdisjoint(approver.user_role_ids)


def _counts(vote: CountedVote, guard: RequiresApproval, facts: GuardFacts) -> bool:
    """Whether the vote is one of those that a required number counts."""
    if not vote.approves:
        return False
    if facts.approvers:
        return any(_fulfils(vote, approver, guard) for approver in facts.approvers)
    return vote.may_approve and vote.user_id != facts.author_id and _acts_in(vote, guard)


def _fulfils(vote: CountedVote, approver: Approver, guard: RequiresApproval) -> bool:
    """Whether the vote is the approval that is expected of the approver.

    A user's is their own; a role's that of any one who has it; a user's in a role their own as
    long as they have it.
    """
    return (
        vote.approves
        and approver.user_id in (None, vote.user_id)
        and (approver.role_id is None or approver.role_id in vote.role_ids)
        and _acts_in(vote, guard)
    )


def _acts_in(vote: CountedVote, guard: RequiresApproval) -> bool:
    return not guard.role_ids or not set(guard.role_ids).isdisjoint(vote.role_ids)


def _called(approver: Approver) -> str:
    names = [approver.user_name, approver.role_name]
    if approver.role_id is not None and approver.role_name is None:
        names[1] = "a role that no longer exists"
    if approver.user_id is not None and not approver.is_active:
        names[0] = f"{approver.user_name} (deactivated)"
    return " as ".join(name for name in names if name)


def _of_approvals(
    given: int, required: int, guard: RequiresApproval, facts: GuardFacts
) -> GuardFinding:
    roles = tuple(facts.role_names.get(role_id, "an unknown role") for role_id in guard.role_ids)
    return GuardFinding("counted" if roles else "approvals", given, required, roles)
