"""Numbers that were stored with decomposed letters are found by their composed ones.

Where another item has the number that way, both keep their keys; `partwright doctor` names them.
"""

import unicodedata
from collections import Counter

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect

revision = "0060"
down_revision = "0059"

_FOREIGN = {"sqlite": "number_key GLOB '*[^ -~]*'", "postgresql": "number_key ~ '[^ -~]'"}
"""Keys with other characters than those of ASCII."""


def _composed(key: str) -> str:
    return unicodedata.normalize("NFC", key).casefold()


def upgrade() -> None:
    for table in ("masters", "reserved_numbers"):
        _compose(table)


def _compose(table: str) -> None:
    connection = op.get_bind()
    held = connection.execute(text(f"SELECT number_key FROM {table} WHERE {_FOREIGN[dialect()]}"))
    keys = {key for (key,) in held.all()}
    changed = {key: _composed(key) for key in sorted(keys) if _composed(key) != key}
    wanted = Counter(changed.values())
    for key, composed in changed.items():
        # Of several that are spelled in different ways none is preferred.
        if composed not in keys and wanted[composed] == 1:
            connection.execute(
                text(f"UPDATE {table} SET number_key = :composed WHERE number_key = :key"),
                {"composed": composed, "key": key},
            )
