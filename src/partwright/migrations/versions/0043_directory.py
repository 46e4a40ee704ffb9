"""Users and groups that a directory keeps, and what its groups bring."""

import json

from alembic import op

from partwright.migrations.statements import dialect, execute_all

revision = "0043"
down_revision = "0042"

_TABLES = """
CREATE TABLE directory_users (
    user_id {TEXT} PRIMARY KEY REFERENCES users (id),
    user_name {TEXT} NOT NULL,
    user_name_key {TEXT} NOT NULL,
    external_id {TEXT},
    formatted_name {TEXT},
    given_name {TEXT},
    family_name {TEXT},
    removed_at {TEXT}
);
CREATE UNIQUE INDEX directory_users_name ON directory_users (user_name_key)
 WHERE removed_at IS NULL;
CREATE INDEX directory_users_external ON directory_users (external_id);
CREATE TABLE directory_groups (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL,
    external_id {TEXT},
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE UNIQUE INDEX directory_groups_name ON directory_groups (name_key);
CREATE INDEX directory_groups_external ON directory_groups (external_id);
CREATE TABLE directory_group_members (
    group_id {TEXT} NOT NULL REFERENCES directory_groups (id) ON DELETE CASCADE,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    PRIMARY KEY (group_id, user_id)
);
CREATE INDEX directory_group_members_user ON directory_group_members (user_id);
CREATE TABLE claimed_groups (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    group_key {TEXT} NOT NULL,
    PRIMARY KEY (user_id, group_key)
);
CREATE INDEX claimed_groups_key ON claimed_groups (group_key);
CREATE TABLE group_mappings (
    id {TEXT} PRIMARY KEY,
    group_name {TEXT} NOT NULL,
    group_key {TEXT} NOT NULL,
    role_id {TEXT} REFERENCES roles (id) ON DELETE CASCADE,
    program_id {TEXT} REFERENCES programs (id),
    program_role {TEXT},
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id),
    CHECK ((role_id IS NULL) <> (program_id IS NULL)),
    CHECK ((program_id IS NULL) = (program_role IS NULL))
);
CREATE UNIQUE INDEX group_mappings_role ON group_mappings (group_key, role_id);
CREATE UNIQUE INDEX group_mappings_program ON group_mappings (group_key, program_id);
CREATE TABLE group_given_roles (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    role_id {TEXT} NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, role_id)
);
CREATE TABLE group_given_memberships (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    program_id {TEXT} NOT NULL REFERENCES programs (id),
    PRIMARY KEY (user_id, program_id)
)
"""
_NEW = [
    f"directory.{action}" for action in ("approve", "create", "delete", "manage", "read", "update")
]


def upgrade() -> None:
    execute_all(_TABLES)
    _let_administrators()


def _let_administrators() -> None:
    """Administrators may all that there is."""
    bind = op.get_bind()
    mark = "?" if dialect() == "sqlite" else "%s"
    name = ("Administrator",)
    found = bind.exec_driver_sql(
        f"SELECT permissions FROM roles WHERE name = {mark}", name
    ).scalar()
    if found is not None:
        held = json.dumps(sorted({*json.loads(found), *_NEW}))
        bind.exec_driver_sql(
            f"UPDATE roles SET permissions = {mark} WHERE name = {mark}", (held, *name)
        )
