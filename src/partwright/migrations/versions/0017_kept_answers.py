"""Size of stored answers to idempotent requests, and the permission to see their record."""

from partwright.migrations.statements import execute_all

revision = "0017"
down_revision = "0016"

_COLUMNS = """
ALTER TABLE idempotency_keys ADD COLUMN form {TEXT} NOT NULL DEFAULT 'whole';
ALTER TABLE idempotency_keys ADD COLUMN record {TEXT};
CREATE INDEX idempotency_keys_of_caller ON idempotency_keys (caller, created_at);
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
