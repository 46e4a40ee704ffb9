"""Meaning of states whose definitions do not say."""

from typing import Any

import pytest

from partwright.workflows.model import (
    Category,
    Kind,
    Outcome,
    WorkflowState,
    outcome_of_state,
    stage_named,
    stage_of_state,
)


def state(name: str, **fields: Any) -> WorkflowState:
    return WorkflowState(id="x", name=name, **fields)


@pytest.mark.parametrize(
    ("name", "flags", "lifecycle", "workflow"),
    [
        ("Draft", {}, "draft", "draft"),
        ("DRAFT", {}, "draft", "draft"),
        ("Concept", {"is_initial": True}, "draft", "draft"),
        ("In Review", {}, "review", "review"),
        ("in-review", {}, "review", "review"),
        ("under_review", {}, "review", "review"),
        ("Approved", {}, "review", "review"),
        ("Approved", {"is_final": True}, "released", "released"),
        ("Released", {}, "released", "released"),
        ("Production", {"is_final": True}, "released", "released"),
        ("Frozen", {"is_final": True}, "released", "released"),
        ("Superseded", {"is_final": True}, "superseded", "superseded"),
        ("Obsolete", {"is_final": True}, "obsolete", "obsolete"),
        ("Canceled", {"is_final": True}, "cancelled", "cancelled"),
        ("Rejected", {"is_final": True}, "cancelled", "cancelled"),
        ("Rejected", {}, None, "review"),
        ("Done", {"is_final": True}, None, "released"),
        ("Closed", {"is_final": True}, None, "released"),
        ("In Progress", {}, None, None),
        ("CCB", {}, None, "review"),
    ],
)
def test_the_category_follows_name_and_flags(
    name: str, flags: dict[str, bool], lifecycle: Category | None, workflow: Category | None
) -> None:
    assert stage_of_state(state(name, **flags)) == lifecycle
    assert stage_of_state(state(name, **flags), "workflow") == workflow


def test_what_is_given_is_never_guessed_over() -> None:
    assert stage_of_state(state("Released", category="draft", is_final=True)) == "draft"
    assert stage_of_state(state("Closed", outcome="cancel", is_final=True)) == "cancelled"
    assert stage_of_state(state("Closed", outcome="release", is_final=True)) == "released"
    assert outcome_of_state(state("Released", outcome="none", is_final=True)) == "none"


@pytest.mark.parametrize(
    ("name", "kind", "outcome"),
    [
        ("Released", "workflow", "release"),
        ("Approved", "workflow", "release"),
        ("Closed", "workflow", "release"),
        ("Closed", "lifecycle", "none"),
        ("Cancelled", "workflow", "cancel"),
        ("Rejected", "workflow", "cancel"),
        ("Obsolete", "workflow", "none"),
    ],
)
def test_the_outcome_of_a_final_state_follows_its_category(
    name: str, kind: Kind, outcome: Outcome
) -> None:
    assert outcome_of_state(state(name, is_final=True), kind) == outcome
    assert outcome_of_state(state(name), kind) is None


def test_a_state_that_no_lifecycle_knows_is_what_it_is_called() -> None:
    assert [stage_named(name) for name in ("Released", " in  Review ", "Draft", "Checked")] == [
        *("released", "review", "draft", None),
    ]
