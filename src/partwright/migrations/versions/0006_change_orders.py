"""Affected items of change orders, their workflow instances, votes and resolved conflicts."""

from partwright.migrations.statements import execute_all

revision = "0006"
down_revision = "0005"

_CHANGE_ORDERS = """
CREATE INDEX branches_change_order ON branches (change_order_id);
CREATE TABLE affected_items (
    id {TEXT} PRIMARY KEY,
    change_order_id {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    item_id {TEXT} NOT NULL,
    change_action {TEXT} NOT NULL,
    reviewed BOOLEAN NOT NULL,
    comment {TEXT},
    force BOOLEAN NOT NULL,
    is_automatic BOOLEAN NOT NULL,
    released_as {TEXT},
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX affected_items_once ON affected_items (change_order_id, master_id);
CREATE INDEX affected_items_master ON affected_items (master_id);
CREATE TABLE workflow_instances (
    id {TEXT} PRIMARY KEY,
    change_order_id {TEXT} NOT NULL,
    definition_id {TEXT} NOT NULL,
    definition_version INTEGER NOT NULL,
    workflow_type {TEXT} NOT NULL,
    states {TEXT} NOT NULL,
    transitions {TEXT} NOT NULL,
    state_id {TEXT} NOT NULL,
    visit INTEGER NOT NULL,
    drafted_visit INTEGER NOT NULL,
    status {TEXT} NOT NULL,
    started_at {TEXT} NOT NULL,
    completed_at {TEXT}
);
CREATE UNIQUE INDEX workflow_instances_order ON workflow_instances (change_order_id);
CREATE INDEX workflow_instances_definition ON workflow_instances (definition_id, status);
CREATE TABLE workflow_steps (
    id {TEXT} PRIMARY KEY,
    instance_id {TEXT} NOT NULL REFERENCES workflow_instances (id),
    transition {TEXT},
    from_state {TEXT},
    to_state {TEXT} NOT NULL,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    happened_at {TEXT} NOT NULL,
    comment {TEXT}
);
CREATE INDEX workflow_steps_instance ON workflow_steps (instance_id, id);
CREATE TABLE votes (
    id {TEXT} PRIMARY KEY,
    instance_id {TEXT} NOT NULL REFERENCES workflow_instances (id),
    state_id {TEXT} NOT NULL,
    visit INTEGER NOT NULL,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    role_id {TEXT},
    vote {TEXT} NOT NULL,
    comment {TEXT},
    voted_at {TEXT} NOT NULL,
    content_digest {TEXT} NOT NULL
);
CREATE UNIQUE INDEX votes_once ON votes (instance_id, visit, user_id);
CREATE TABLE resolutions (
    change_order_id {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    place {TEXT} NOT NULL,
    theirs {TEXT} NOT NULL,
    decided_by {TEXT} NOT NULL REFERENCES users (id),
    decided_at {TEXT} NOT NULL,
    PRIMARY KEY (change_order_id, master_id, place)
);
"""


def upgrade() -> None:
    execute_all(_CHANGE_ORDERS)
