"""The stage machine: every action in every stage, before and after materialising."""

import pytest

from partwright.design_engine import stages
from partwright.design_engine.stages import (
    CONFIRMATIONS,
    STAGES,
    STARTS,
    Action,
    PlannedRun,
    SessionState,
    Stage,
)
from partwright.kit.errors import NotFound, Refusal, StateConflict, UnprocessableInput

DRAFTING = ("requirements_drafting", "bom_drafting", "cad_generation", "assembly_composition")
FROM_BOM = ("bom_drafting", "bom_review", "materialization")
FROM_CAD = STAGES[STAGES.index("cad_generation") :]
FROM_CAD_REVIEW = STAGES[STAGES.index("cad_review") :]
FROM_ASSEMBLY = STAGES[STAGES.index("assembly_composition") :]

NODES = frozenset({"arm"})

# Action -> (allowed stages, whether the items have to be there; None: either).
ALLOWED: dict[Action, tuple[tuple[str, ...], bool | None]] = {
    "start_requirements": (STAGES, False),
    "start_bom": (FROM_BOM, False),
    "start_cad_generation": (FROM_CAD, True),
    "start_assembly_composition": (FROM_ASSEMBLY, True),
    "regenerate_part": (FROM_CAD_REVIEW, True),
    "resume": (DRAFTING, None),
}


def outcome(action: Action, standing: SessionState) -> PlannedRun | type[Refusal]:
    try:
        return stages.start(action, standing, temp_id="arm")
    except Refusal as refusal:
        return next(
            c for c in type(refusal).__mro__ if c in (StateConflict, UnprocessableInput, NotFound)
        )


def test_the_sequence_is_the_interface_s() -> None:
    assert STAGES == (
        "idle",
        "requirements_drafting",
        "requirements_review",
        "bom_drafting",
        "bom_review",
        "materialization",
        "cad_generation",
        "cad_review",
        "assembly_composition",
        "assembly_review",
        "complete",
    )


@pytest.mark.parametrize("action", ALLOWED)
@pytest.mark.parametrize("is_materialized", [False, True])
def test_starts_and_their_refusals(action: Action, is_materialized: bool) -> None:
    allowed, needs_items = ALLOWED[action]
    for stage in STAGES:
        standing = SessionState(stage=stage, is_materialized=is_materialized, temp_ids=NODES)
        found = outcome(action, standing)
        if needs_items and not is_materialized:
            assert found is UnprocessableInput, stage
        elif stage not in allowed or (needs_items is False and is_materialized):
            assert found is StateConflict, stage
        else:
            assert isinstance(found, PlannedRun), stage


@pytest.mark.parametrize("action", ALLOWED)
def test_nothing_starts_while_something_runs(action: Action) -> None:
    items = ALLOWED[action][1] is True
    standing = SessionState(
        stage="cad_review", is_running=True, is_materialized=items, temp_ids=NODES
    )
    assert outcome(action, standing) is StateConflict


@pytest.mark.parametrize(
    ("action", "stage", "run"),
    [
        (
            "start_requirements",
            "idle",
            PlannedRun("requirements", "requirements_drafting", "requirements_review", True),
        ),
        (
            "start_requirements",
            "materialization",
            PlannedRun("requirements", "requirements_drafting", "requirements_review", True),
        ),
        ("start_bom", "bom_drafting", PlannedRun("bom", "bom_drafting", "bom_review", True)),
        ("resume", "bom_drafting", PlannedRun("bom", "bom_drafting", "bom_review", False)),
        (
            "resume",
            "requirements_drafting",
            PlannedRun("requirements", "requirements_drafting", "requirements_review", False),
        ),
    ],
)
def test_where_runs_before_the_items_lead(action: Action, stage: Stage, run: PlannedRun) -> None:
    assert outcome(action, SessionState(stage=stage)) == run


@pytest.mark.parametrize(
    ("action", "stage", "run"),
    [
        (
            "start_cad_generation",
            "complete",
            PlannedRun("cad", "cad_generation", "cad_review", True),
        ),
        (
            "start_assembly_composition",
            "assembly_composition",
            PlannedRun("assembly", "assembly_composition", "assembly_review", True),
        ),
        ("regenerate_part", "cad_review", PlannedRun("part", None, None, False)),
        ("resume", "cad_generation", PlannedRun("cad", "cad_generation", "cad_review", False)),
    ],
)
def test_where_runs_after_the_items_lead(action: Action, stage: Stage, run: PlannedRun) -> None:
    standing = SessionState(stage=stage, is_materialized=True, temp_ids=NODES)
    assert outcome(action, standing) == run


def test_an_unknown_part_is_not_made_anew() -> None:
    standing = SessionState(stage="cad_review", is_materialized=True, temp_ids=frozenset({"base"}))
    assert outcome("regenerate_part", standing) is NotFound


@pytest.mark.parametrize(
    ("action", "review", "then"),
    [
        ("confirm_requirements", "requirements_review", "bom_drafting"),
        ("confirm_bom", "bom_review", "materialization"),
        ("confirm_cad", "cad_review", "assembly_composition"),
        ("confirm_assembly", "assembly_review", "complete"),
    ],
)
def test_confirmations_hold_in_their_review_alone(
    action: Action, review: Stage, then: Stage
) -> None:
    for stage in STAGES:
        standing = SessionState(stage=stage, has_bom=True)
        if stage == review:
            assert stages.confirm(action, standing).next == then
        else:
            with pytest.raises(StateConflict):
                stages.confirm(action, standing)
    with pytest.raises(StateConflict):
        stages.confirm(action, SessionState(stage=review, has_bom=True, is_running=True))


def test_a_structure_with_errors_is_not_confirmed() -> None:
    with pytest.raises(UnprocessableInput):
        stages.confirm(
            "confirm_bom", SessionState(stage="bom_review", has_bom=True, has_errors=True)
        )
    with pytest.raises(UnprocessableInput):
        stages.confirm("confirm_bom", SessionState(stage="bom_review"))


def test_an_answer_starts_the_stage_that_asked_anew() -> None:
    asked = SessionState(stage="bom_drafting", pending="load")
    assert stages.answer(asked, "load") == PlannedRun("bom", "bom_drafting", "bom_review", True)
    for standing, question in (
        (asked, "voltage"),
        (SessionState(stage="bom_drafting"), "load"),
        (SessionState(stage="bom_review", pending="load"), "load"),
        (SessionState(stage="bom_drafting", pending="load", is_running=True), "load"),
    ):
        with pytest.raises(StateConflict):
            stages.answer(standing, question)


def test_a_message_starts_a_drafting_stage_anew_and_is_noted_elsewhere() -> None:
    for stage in STAGES:
        run = stages.message(SessionState(stage=stage))
        assert (run is not None) == (stage in DRAFTING), stage
        assert stages.message(SessionState(stage=stage, is_materialized=True)) is None
    with pytest.raises(StateConflict):
        stages.message(SessionState(stage="bom_drafting", is_running=True))
    assert stages.message(SessionState(stage="bom_review", is_running=True)) is None


@pytest.mark.parametrize("stage", STAGES)
def test_setting_a_stage_needs_what_it_works_on(stage: Stage) -> None:
    empty = SessionState(stage="idle" if stage != "idle" else "bom_drafting")
    full = SessionState(stage=empty.stage, has_requirements=True, has_bom=True)
    if stage in ("idle", "requirements_drafting"):
        stages.check_set(empty, stage)
    else:
        with pytest.raises(UnprocessableInput):
            stages.check_set(empty, stage)
    if stage in FROM_CAD:
        with pytest.raises(UnprocessableInput):
            stages.check_set(full, stage)
    else:
        stages.check_set(full, stage)
    for closed in (
        SessionState(stage=full.stage, is_running=True, has_requirements=True, has_bom=True),
        SessionState(stage=full.stage, is_materialized=True, has_requirements=True, has_bom=True),
    ):
        with pytest.raises(StateConflict):
            stages.check_set(closed, stage)
        stages.check_set(closed, closed.stage)


def test_each_action_has_its_rule() -> None:
    known = {*STARTS, *CONFIRMATIONS, "resume", "answer_clarification", "send_message"}
    assert known == set(Action.__args__)
