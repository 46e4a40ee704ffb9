"""Second factors of accounts with a password, and the codes for when they are lost."""

from partwright.migrations.statements import execute_all

revision = "0044"
down_revision = "0043"

_TABLES = """
CREATE TABLE second_factors (
    user_id {TEXT} PRIMARY KEY REFERENCES users (id),
    secret {TEXT} NOT NULL,
    last_step BIGINT NOT NULL,
    created_at {TEXT} NOT NULL,
    confirmed_at {TEXT}
);
CREATE TABLE recovery_codes (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    digest {TEXT} NOT NULL,
    PRIMARY KEY (user_id, digest)
)
"""


def upgrade() -> None:
    execute_all(_TABLES)
