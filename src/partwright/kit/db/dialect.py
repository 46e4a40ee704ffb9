"""What differs between the two databases in the text of a statement.

Statements are written once: parameters as `:name`, a list parameter read as the table
`each(:name)` with the column `value`. Nothing else is translated.
"""

import re
from functools import cache

_EACH = re.compile(r"\beach\((:[a-z_0-9]+)\)(?:\s+AS\s+([a-z_]+))?", re.IGNORECASE)
_PARAM = re.compile(r"(?<![:\w]):([a-z_][a-z_0-9]*)", re.IGNORECASE)


@cache
def for_sqlite(sql: str) -> str:
    return _EACH.sub(lambda m: f"json_each({m[1]}) AS {m[2] or 'each'}", sql)


@cache
def for_postgres(sql: str) -> str:
    sql = sql.replace("%", "%%")
    sql = _EACH.sub(lambda m: f"unnest(CAST({m[1]} AS text[])) AS {m[2] or 'each'}(value)", sql)
    return _PARAM.sub(r"%(\1)s", sql)
