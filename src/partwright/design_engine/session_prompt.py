"""The prompt that describes a session to a model; pure."""

from collections.abc import Iterator

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.model import DesignSession
from partwright.drafter.drafts import BomNodeDraft


def session_prompt(session: DesignSession) -> str:
    """The description, what the user said since, and what is drafted already."""
    artifacts = session.artifacts
    parts = [
        _section("Description", [artifacts.description]),
        _section("Questions and answers", list(_answers(artifacts))),
        _section("Messages of the engineer", [f"- {m.text}" for m in artifacts.user_messages]),
        _section("Requirements so far", list(_requirements(artifacts))),
        _section("Structure so far", list(_tree(artifacts))),
        _section("What the checks say of the solids", list(_told(artifacts))),
    ]
    return "\n\n".join(part for part in parts if part)


def _told(artifacts: Artifacts) -> Iterator[str]:
    """The faults of the whole, once it is composed."""
    if artifacts.materialization_result is None or artifacts.bom is None:
        return
    for issue in artifacts.bom.validation_issues:
        if issue.severity == "error" and not issue.accepted:
            yield f"- {issue.code}: {issue.message}"


def _section(title: str, lines: list[str]) -> str:
    return "\n".join([f"# {title}", *lines]) if lines else ""


def _answers(artifacts: Artifacts) -> Iterator[str]:
    for asked in artifacts.clarifications:
        answer = asked.answer if asked.answer is not None else "(not answered)"
        yield f"- {asked.question_id}: {asked.question} -> {answer}"


def _requirements(artifacts: Artifacts) -> Iterator[str]:
    for draft in artifacts.requirements:
        yield (
            f"- {draft.temp_id} [{draft.source}, {draft.requirement_type}, {draft.priority}]"
            f" {draft.name}: {draft.description}"
        )


def _tree(artifacts: Artifacts) -> Iterator[str]:
    if artifacts.bom is None:
        return
    pending: list[tuple[int, BomNodeDraft]] = [(0, artifacts.bom.root_assembly)]
    while pending:
        level, node = pending.pop()
        met = f" meets {', '.join(node.requirement_temp_ids)}" if node.requirement_temp_ids else ""
        yield (
            f"{'  ' * level}- {node.temp_id} [{node.source}, {node.part_type}] {node.name}"
            f" x {node.quantity:f} {node.unit_of_measure}{met}"
        )
        pending.extend((level + 1, child) for child in reversed(node.children))
