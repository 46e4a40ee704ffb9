"""Usability of state machines, found when they are saved and stored beside them."""

import json
from typing import Any

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import execute

revision = "0011"
down_revision = "0010"


def _is_usable(states: list[dict[str, Any]], definition_type: str) -> bool:
    names = [state["name"] for state in states]
    ambiguous = definition_type == "lifecycle" and len(set(names)) < len(names)
    has_ends = any(s.get("isInitial") for s in states) and any(s.get("isFinal") for s in states)
    return has_ends and not ambiguous


def upgrade() -> None:
    execute("ALTER TABLE workflow_definitions ADD COLUMN is_usable BOOLEAN NOT NULL DEFAULT FALSE")
    connection = op.get_bind()
    kept = connection.execute(text("SELECT id, definition_type, states FROM workflow_definitions"))
    for definition_id, definition_type, states in kept.all():
        connection.execute(
            text("UPDATE workflow_definitions SET is_usable = :usable WHERE id = :id"),
            {"id": definition_id, "usable": _is_usable(json.loads(states), definition_type)},
        )
