"""Versions of workflow definitions and the approvers of their states."""

from partwright.migrations.statements import execute_all

revision = "0005"
down_revision = "0004"

# A version outlives its definition, since changes that followed it stay readable. A role that is
# named may be deleted; what is then missing is told when the definition is validated.
_TABLES = """
CREATE TABLE workflow_versions (
    definition_id {TEXT} NOT NULL,
    version INTEGER NOT NULL,
    name {TEXT} NOT NULL,
    definition_type {TEXT} NOT NULL,
    workflow_type {TEXT} NOT NULL,
    description {TEXT},
    item_types {TEXT} NOT NULL,
    change_types {TEXT} NOT NULL,
    states {TEXT} NOT NULL,
    transitions {TEXT} NOT NULL,
    is_active BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    made_by {TEXT} REFERENCES users (id),
    PRIMARY KEY (definition_id, version)
);
INSERT INTO workflow_versions
       (definition_id, version, name, definition_type, workflow_type, description, item_types,
        change_types, states, transitions, is_active, created_at, updated_at)
SELECT id, version, name, definition_type, workflow_type, description, item_types,
       change_types, states, transitions, is_active, created_at, updated_at
  FROM workflow_definitions;
CREATE INDEX workflow_definitions_by_age ON workflow_definitions (created_at, id);
CREATE TABLE workflow_approvers (
    id {TEXT} PRIMARY KEY,
    definition_id {TEXT} NOT NULL REFERENCES workflow_definitions (id),
    state_id {TEXT} NOT NULL,
    user_id {TEXT} REFERENCES users (id),
    role_id {TEXT},
    created_at {TEXT} NOT NULL,
    CHECK (user_id IS NOT NULL OR role_id IS NOT NULL)
);
CREATE UNIQUE INDEX workflow_approvers_once ON workflow_approvers
    (definition_id, state_id, COALESCE(user_id, ''), COALESCE(role_id, ''));
"""


def upgrade() -> None:
    execute_all(_TABLES)
