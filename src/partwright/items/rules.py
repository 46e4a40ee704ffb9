"""Decisions on items that need no database: numbers, aliases, what a state allows."""

from collections.abc import Mapping
from typing import Any

from partwright.identity.permissions import Action
from partwright.item_types.part import make_buy, part_type_of
from partwright.kit.errors import ErrorDetail
from partwright.workflows.model import Category, StateMachine, WorkflowState, stage_named

DIGITS = 6


def automatic_number(prefix: str, count: int) -> str:
    """The count-th automatic number: `PN-000001`."""
    return f"{prefix}-{count:0{DIGITS}d}"


def number_key(item_number: str) -> str:
    """How numbers are compared: without regard to case."""
    return item_number.casefold()


def numbers_after(prefix: str, last: int, *, many: int) -> dict[str, int]:
    """The next automatic numbers after a count, with the count of each."""
    return {automatic_number(prefix, count): count for count in range(last + 1, last + 1 + many)}


def part_type(
    present: str | None, sent: Mapping[str, Any], problems: list[ErrorDetail]
) -> str | None:
    """The part type of a part whose `partType` and `makeBuy` (two names of one decision) are sent.

    The one that differs from the stored value wins; both differing and disagreeing is a problem.
    """
    decision: str | None = sent.get("makeBuy")
    new_type: str | None = sent.get("partType", present)
    if "makeBuy" not in sent or decision == make_buy(new_type):
        return new_type
    if "partType" in sent and new_type != present:
        if decision != make_buy(present):
            problems.append(
                ErrorDetail("makeBuy", f"{decision} contradicts the partType {new_type}")
            )
        return new_type
    return None if decision is None else part_type_of(decision, present)


def value_of_either(
    names: tuple[str, str], present: Any, sent: Mapping[str, Any], problems: list[ErrorDetail]
) -> Any:
    """The value of a field that has two names, by the same rule."""
    differing = [sent[name] for name in names if name in sent and sent[name] != present]
    if len(differing) == 2 and differing[0] != differing[1]:
        problems.append(ErrorDetail(names[1], f"contradicts {names[0]}"))
    return differing[0] if differing else present


def _stage(lifecycle: StateMachine, state: str) -> Category | None:
    """What the state means; by its name alone where the lifecycle no longer knows it."""
    found = lifecycle.named(state)
    return stage_named(state) if found is None else found.stage


def is_under_review(lifecycle: StateMachine, state: str) -> bool:
    """Whether an item in the state takes no change until it is rejected."""
    return _stage(lifecycle, state) == "review"


def is_settled_state(lifecycle: StateMachine, state: str, *, was_released: bool) -> bool:
    """Whether the state is released or later, so that a change order is needed.

    In a state that the lifecycle no longer knows, what was released is released still.
    """
    if was_released and lifecycle.named(state) is None:
        return True
    return _stage(lifecycle, state) in ("released", "superseded", "obsolete")


def is_deletable(lifecycle: StateMachine, state: str) -> bool:
    """Whether an item in the state may be deleted: in draft, or in the initial state."""
    found = lifecycle.named(state)
    return _stage(lifecycle, state) == "draft" or (found is not None and found.is_initial)


def actions_for(
    source: WorkflowState, target: WorkflowState, *, is_branched: bool
) -> tuple[Action, ...]:
    """The actions of which an actor needs one to move an item from a state to another.

    Only content of branches is released; the end of a task needs no approval.
    """
    if target.stage == "released" and is_branched:
        return ("approve",)
    if source.stage == "review":
        return ("approve", "update")
    return ("update",)
