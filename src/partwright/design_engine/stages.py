"""The stage machine of a design session: what each action needs, and where it leads; pure."""

from collections.abc import Collection
from typing import Literal, get_args

import msgspec

from partwright.kit.errors import NotFound, StateConflict, UnprocessableInput

Stage = Literal[
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
]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""In their sequence."""
Status = Literal["active", "paused", "completed", "failed"]

Action = Literal[
    "start_requirements",
    "start_bom",
    "start_cad_generation",
    "start_assembly_composition",
    "resume",
    "regenerate_part",
    "confirm_requirements",
    "confirm_bom",
    "confirm_cad",
    "confirm_assembly",
    "answer_clarification",
    "send_message",
]
Work = Literal["requirements", "bom", "cad", "assembly", "part"]
"""What a run does; `part` makes one part's solid anew."""


class DraftingStage(msgspec.Struct, frozen=True):
    """A stage in which something is drafted, and the review that follows it."""

    work: Work
    stage: Stage
    review: Stage


DRAFTINGS: tuple[DraftingStage, ...] = (
    DraftingStage("requirements", "requirements_drafting", "requirements_review"),
    DraftingStage("bom", "bom_drafting", "bom_review"),
    DraftingStage("cad", "cad_generation", "cad_review"),
    DraftingStage("assembly", "assembly_composition", "assembly_review"),
)
BY_STAGE = {drafting.stage: drafting for drafting in DRAFTINGS}
BY_WORK = {drafting.work: drafting for drafting in DRAFTINGS}


class StartRule(msgspec.Struct, frozen=True):
    """An action that begins the drafting of a stage."""

    work: Work
    stages: tuple[Stage, ...]
    """Where it may be taken."""
    materialized: bool
    """Whether it needs the items made, or needs them not made yet."""


def _from(stage: Stage) -> tuple[Stage, ...]:
    return STAGES[STAGES.index(stage) :]


STARTS: dict[Action, StartRule] = {
    "start_requirements": StartRule("requirements", STAGES, materialized=False),
    "start_bom": StartRule(
        "bom", ("bom_drafting", "bom_review", "materialization"), materialized=False
    ),
    "start_cad_generation": StartRule("cad", _from("cad_generation"), materialized=True),
    "start_assembly_composition": StartRule(
        "assembly", _from("assembly_composition"), materialized=True
    ),
    "regenerate_part": StartRule("part", _from("cad_review"), materialized=True),
}


class ReviewConfirmation(msgspec.Struct, frozen=True):
    """A review that a person ends, and the stage it leads to."""

    of: str
    review: Stage
    next: Stage


CONFIRMATIONS: dict[Action, ReviewConfirmation] = {
    "confirm_requirements": ReviewConfirmation(
        "requirements", "requirements_review", "bom_drafting"
    ),
    "confirm_bom": ReviewConfirmation("bom", "bom_review", "materialization"),
    "confirm_cad": ReviewConfirmation("cad", "cad_review", "assembly_composition"),
    "confirm_assembly": ReviewConfirmation("assembly", "assembly_review", "complete"),
}


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a session that decides what may happen to it."""

    stage: Stage
    is_running: bool = False
    is_materialized: bool = False
    has_requirements: bool = False
    has_bom: bool = False
    has_errors: bool = False
    """Whether the structure has issues of level error."""
    pending: str | None = None
    """The question that waits for its answer."""
    temp_ids: Collection[str] = ()
    """Of the structure's nodes."""


class PlannedRun(msgspec.Struct, frozen=True):
    """A run that an action begins."""

    work: Work
    stage: Stage | None
    """Where the session stands while it runs; None where it stays where it is."""
    review: Stage | None
    """Where it stands afterwards."""
    restarts: bool
    """Whether what a model drafted before is dropped first."""


class AlreadyRunning(StateConflict):
    """A session drafts one thing at a time."""

    def __init__(self) -> None:
        super().__init__("The session is running; wait for its stream to end")


class WrongStage(StateConflict):
    """The action belongs to another stage."""

    def __init__(self, action: str, stage: str) -> None:
        super().__init__(f"{action} is not possible in the stage {stage}")


class AlreadyMaterialized(StateConflict):
    """Requirements and structure are items now."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is no longer possible: the drafts have become items")


class NotMaterialized(UnprocessableInput):
    """Solids are made of items."""

    def __init__(self, action: str) -> None:
        super().__init__(f"{action} needs the items; materialize the drafts first")


class NotPending(StateConflict):
    """Nobody waits for an answer to this question."""

    def __init__(self, question_id: str) -> None:
        super().__init__(f"The question {question_id!r} is not waiting for an answer")


class HasErrors(UnprocessableInput):
    """The structure cannot go on as it stands."""

    def __init__(self) -> None:
        super().__init__(
            "The BOM has issues of level error; see validationIssues: resolve them, or accept each"
            " by its id with PATCH {accepted: [id]}"
        )


class InputMissing(UnprocessableInput):
    """The stage works on something that is not there."""

    def __init__(self, stage: str, wanted: str) -> None:
        super().__init__(f"The stage {stage} needs {wanted}")


def start(action: Action, standing: SessionState, *, temp_id: str | None = None) -> PlannedRun:
    """The run of a start action, of `resume` or of `regenerate_part`, or a refusal."""
    if action == "resume":
        return _resume(standing)
    rule = STARTS[action]
    if rule.materialized and not standing.is_materialized:
        raise NotMaterialized(action)
    if standing.is_running:
        raise AlreadyRunning
    if standing.is_materialized and not rule.materialized:
        raise AlreadyMaterialized(action)
    if standing.stage not in rule.stages:
        raise WrongStage(action, standing.stage)
    if rule.work != "part":
        drafting = BY_WORK[rule.work]
        return PlannedRun(drafting.work, drafting.stage, drafting.review, restarts=True)
    if temp_id not in standing.temp_ids:
        raise NotFound.of("Part", temp_id or "")
    return PlannedRun("part", None, None, restarts=False)


def _resume(standing: SessionState) -> PlannedRun:
    if standing.is_running:
        raise AlreadyRunning
    drafting = BY_STAGE.get(standing.stage)
    if drafting is None:
        raise WrongStage("resume", standing.stage)
    return PlannedRun(drafting.work, drafting.stage, drafting.review, restarts=False)


def answer(standing: SessionState, question_id: str) -> PlannedRun:
    """The run that an answer begins: the stage that asked starts anew."""
    if standing.is_running:
        raise AlreadyRunning
    drafting = BY_STAGE.get(standing.stage)
    if standing.pending != question_id or drafting is None:
        raise NotPending(question_id)
    return PlannedRun(drafting.work, drafting.stage, drafting.review, restarts=True)


def message(standing: SessionState) -> PlannedRun | None:
    """The run that a message begins in a drafting stage; None where it is only taken note of."""
    drafting = BY_STAGE.get(standing.stage)
    if drafting is None or standing.is_materialized:
        return None
    if standing.is_running:
        raise AlreadyRunning
    return PlannedRun(drafting.work, drafting.stage, drafting.review, restarts=True)


def confirm(action: Action, standing: SessionState) -> ReviewConfirmation:
    """The rule of a confirmation that the session's state allows; raises a refusal for others."""
    rule = CONFIRMATIONS[action]
    if standing.is_running:
        raise AlreadyRunning
    if standing.stage != rule.review:
        raise WrongStage(action, standing.stage)
    if rule.of == "bom" and not standing.has_bom:
        raise InputMissing(rule.next, "a BOM")
    if rule.of in ("bom", "assembly") and standing.has_errors:
        raise HasErrors
    return rule


def check_set(standing: SessionState, stage: Stage) -> None:
    """Refuse a stage that a person may not set now."""
    if stage == standing.stage:
        return
    if standing.is_running:
        raise AlreadyRunning
    if standing.is_materialized:
        raise AlreadyMaterialized("Setting the stage")
    if stage in ("requirements_review", "bom_drafting") and not standing.has_requirements:
        raise InputMissing(stage, "requirements")
    if stage in ("bom_review", "materialization") and not standing.has_bom:
        raise InputMissing(stage, "a BOM")
    if stage in _from("cad_generation"):
        raise InputMissing(stage, "items; materialize the drafts first")
