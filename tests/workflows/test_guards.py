"""Guards: when they hold, and what they say when they do not."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.ids import ApproverId, RoleId, UserId
from partwright.workflows.guards import (
    CountedVote,
    GuardFacts,
    GuardsNotMet,
    check_guards,
    judge_guards,
)
from partwright.workflows.model import (
    AllItemsReviewed,
    Approver,
    Guard,
    RequiresApproval,
    RoleRequired,
    Transition,
)

QUALITY, LEAD = RoleId("r-quality"), RoleId("r-lead")
NAMES: dict[str, str] = {QUALITY: "Quality", LEAD: "Lead"}
AUTHOR = UserId("author")


def way(*guards: Guard) -> Transition:
    return Transition(id="go", name="Approve", from_state_id="a", to_state_id="b", guards=guards)


def vote(user: str, *roles: str, approves: bool = True, may: bool = True) -> CountedVote:
    return CountedVote(
        user_id=UserId(user),
        user_name=user.title(),
        role_ids=roles,
        approves=approves,
        may_approve=may,
    )


def user(name: str, *roles: str, active: bool = True) -> Approver:
    return Approver(
        id=ApproverId(f"of-{name}"),
        state_id="a",
        user_id=UserId(name),
        role_id=None,
        user_name=name.title(),
        is_active=active,
        user_role_ids=roles,
    )


def role(role_id: RoleId, name: str | None = None) -> Approver:
    return Approver(
        id=ApproverId(f"of-{role_id}"),
        state_id="a",
        user_id=None,
        role_id=role_id,
        role_name=name or NAMES[role_id],
    )


def user_as(name: str, role_id: RoleId) -> Approver:
    return Approver(
        id=ApproverId(f"of-{name}-{role_id}"),
        state_id="a",
        user_id=UserId(name),
        role_id=role_id,
        user_name=name.title(),
        role_name=NAMES[role_id],
    )


def said(guard: Guard, **facts: Any) -> tuple[bool, str]:
    given = {"caller_role_ids": (), "author_id": AUTHOR, "role_names": NAMES} | facts
    (verdict,) = judge_guards(way(guard), GuardFacts(**given))
    return verdict.passed, verdict.message


ANY, TWO = RequiresApproval(), RequiresApproval(required_count=2)
FROM_QUALITY = RequiresApproval(role_ids=(QUALITY,))


@pytest.mark.parametrize(
    ("guard", "votes", "expected"),
    [
        (ANY, [], (False, "0 of 1 approval is given")),
        (ANY, [vote("ann")], (True, "1 of 1 approval is given")),
        (ANY, [vote("ann", may=False)], (False, "0 of 1 approval is given")),
        (ANY, [vote("author")], (False, "0 of 1 approval is given")),
        (TWO, [vote("ann"), vote("author")], (False, "1 of 2 approvals are given")),
        (TWO, [vote("ann"), vote("ann", LEAD)], (False, "1 of 2 approvals are given")),
        (TWO, [vote("ann"), vote("bob")], (True, "2 of 2 approvals are given")),
        (ANY, [vote("ann"), vote("bob", approves=False)], (False, "Rejected by Bob")),
        (
            FROM_QUALITY,
            [vote("ann", LEAD)],
            (False, "0 of 1 approval is given; only votes of Quality count"),
        ),
        (
            FROM_QUALITY,
            [vote("ann", LEAD, QUALITY)],
            (True, "1 of 1 approval is given; only votes of Quality count"),
        ),
        (
            RequiresApproval(role_ids=(RoleId("gone"),)),
            [vote("ann", LEAD)],
            (False, "0 of 1 approval is given; only votes of an unknown role count"),
        ),
    ],
)
def test_where_no_approver_is_named(
    guard: Guard, votes: list[CountedVote], expected: tuple[bool, str]
) -> None:
    assert said(guard, votes=votes) == expected


@pytest.mark.parametrize(
    ("guard", "approvers", "votes", "expected"),
    [
        (
            ANY,
            [user("ann"), user("bob"), user("cay")],
            [vote("ann", may=False), vote("bob", may=False)],
            (False, "2 of 3 approvals are given; waiting for Cay"),
        ),
        (
            ANY,
            [user("ann"), user("author")],
            [vote("ann"), vote("author")],
            (True, "2 of 2 approvals are given"),
        ),
        (
            ANY,
            [user("ann"), user("bob")],
            [vote("ann"), vote("bob", approves=False)],
            (False, "Rejected by Bob"),
        ),
        (ANY, [role(QUALITY)], [vote("ann", QUALITY)], (True, "1 of 1 approval is given")),
        (
            ANY,
            [role(QUALITY), user("bob", active=False)],
            [vote("ann", LEAD)],
            (False, "0 of 2 approvals are given; waiting for Quality, Bob (deactivated)"),
        ),
        (
            ANY,
            [user_as("ann", QUALITY)],
            [vote("ann", LEAD), vote("bob", QUALITY)],
            (False, "0 of 1 approval is given; waiting for Ann as Quality"),
        ),
        (
            ANY,
            [user_as("ann", QUALITY)],
            [vote("ann", QUALITY)],
            (True, "1 of 1 approval is given"),
        ),
        (
            TWO,
            [user("ann"), user("bob"), user("cay")],
            [vote("ann"), vote("dan"), vote("cay")],
            (True, "2 of 2 approvals are given"),
        ),
        (
            TWO,
            [user("ann"), role(QUALITY)],
            [vote("ann", QUALITY)],
            (False, "1 of 2 approvals are given"),
        ),
        (TWO, [role(QUALITY)], [vote("ann", QUALITY), vote("bob", QUALITY)], (True, None)),
        (TWO, [user("ann"), user("bob")], [vote("cay"), vote("ann")], (False, None)),
        (
            FROM_QUALITY,
            [user("ann", QUALITY), user("bob", LEAD)],
            [vote("ann", QUALITY)],
            (True, "1 of 1 approval is given"),
        ),
        (
            FROM_QUALITY,
            [user("bob", LEAD)],
            [vote("bob", LEAD)],
            (False, "0 of 1 approval is given; only votes of Quality count"),
        ),
        (
            RequiresApproval(required_count=1, role_ids=(QUALITY,)),
            [user("ann"), user("bob")],
            [vote("ann", LEAD), vote("bob", QUALITY)],
            (True, None),
        ),
        (
            ANY,
            [Approver(id=ApproverId("x"), state_id="a", user_id=None, role_id=RoleId("gone"))],
            [vote("ann", QUALITY)],
            (False, "0 of 1 approval is given; waiting for a role that no longer exists"),
        ),
    ],
)
def test_where_approvers_are_named(
    guard: Guard,
    approvers: list[Approver],
    votes: list[CountedVote],
    expected: tuple[bool, str | None],
) -> None:
    passed, message = said(guard, approvers=approvers, votes=votes)
    assert (passed, message if expected[1] else None) == expected


@pytest.mark.parametrize(
    ("roles", "held", "expected"),
    [
        (("Quality",), (), (False, "Needs the role Quality")),
        (("quality",), (QUALITY,), (True, "Needs the role quality")),
        ((QUALITY,), (QUALITY,), (True, "Needs the role Quality")),
        ((LEAD, "Quality"), (LEAD,), (True, "Needs one of the roles Lead, Quality")),
        (("Lead", "Buyer"), (QUALITY,), (False, "Needs one of the roles Lead, Buyer")),
    ],
)
def test_a_role_is_required_by_name_or_id(
    roles: tuple[str, ...], held: tuple[str, ...], expected: tuple[bool, str]
) -> None:
    assert said(RoleRequired(roles=roles), caller_role_ids=held) == expected


def test_every_item_is_reviewed() -> None:
    guard = AllItemsReviewed()
    assert said(guard) == (True, "All affected items are reviewed")
    assert said(guard, unreviewed=["P-1", "P-2"]) == (False, "Not reviewed yet: P-1, P-2")
    many = [f"P-{number}" for number in range(1, 8)]
    message = "Not reviewed yet: P-1, P-2, P-3, P-4, P-5 and 2 more"
    assert said(guard, unreviewed=many) == (False, message)


def test_taking_asks_what_listing_asks() -> None:
    step = way(ANY, RoleRequired(roles=("Lead",)), AllItemsReviewed())
    lead = GuardFacts(caller_role_ids=(LEAD,), author_id=AUTHOR, role_names=NAMES)
    assert [verdict.passed for verdict in judge_guards(step, lead)] == [False, True, True]
    with pytest.raises(GuardsNotMet) as refused:
        check_guards(step, lead)
    (failed,) = refused.value.details
    assert failed == type(failed)(
        "requires_approval", "0 of 1 approval is given", "requires_approval"
    )
    assert "0 of 1 approval is given" in refused.value.message
    check_guards(way(), lead)


_people = st.sampled_from(["ann", "bob", "cay", AUTHOR])
_votes = st.lists(
    st.builds(vote, _people, st.sampled_from([QUALITY, LEAD]), approves=st.booleans()), max_size=5
)
_approvers = st.lists(
    st.builds(user, _people) | st.builds(role, st.sampled_from([QUALITY, LEAD])), max_size=4
)
_guards = st.builds(
    RequiresApproval,
    required_count=st.none() | st.integers(1, 3),
    role_ids=st.sampled_from([(), (QUALITY,), (LEAD, QUALITY)]),
)


@settings(max_examples=200, deadline=None)
@given(guard=_guards, approvers=_approvers, votes=_votes)
def test_approval_needs_approvals_and_suffers_no_rejection(
    guard: RequiresApproval, approvers: list[Approver], votes: list[CountedVote]
) -> None:
    passed, message = said(guard, approvers=approvers, votes=votes)
    assert message
    approving = [v for v in votes if v.approves]
    if passed:
        assert approving == votes
        assert len({v.user_id for v in votes}) >= (guard.required_count or 1)
        everybody = [vote(name, QUALITY, LEAD) for name in ("ann", "bob", "cay", AUTHOR)]
        assert said(guard, approvers=approvers, votes=votes + everybody)[0]
        rejected = [*votes, vote("ann", QUALITY, approves=False)]
        assert not said(guard, approvers=approvers, votes=rejected)[0]
    assert not said(guard, approvers=approvers, votes=[])[0]
