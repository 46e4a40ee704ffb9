"""Shares that the account of an e-mail address finds by itself."""

from partwright.migrations.statements import execute_all

revision = "0031"
down_revision = "0030"

_RECIPIENTS = """
ALTER TABLE shares ADD COLUMN email_key {TEXT};
CREATE INDEX shares_recipient ON shares (email_key, created_at);
"""


def upgrade() -> None:
    execute_all(_RECIPIENTS)
