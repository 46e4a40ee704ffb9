"""Addresses of PostgreSQL, with what only this program reads in them."""

import re
from typing import NamedTuple

EXTENSIONS = "extensions"
"""The schema of what all schemas of a database use."""
CELL_SCHEMAS = "cell_"
"""What the names of schemas begin with that are installations by themselves."""
SCHEMA_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}\Z")
_OURS = ("prepare", "schema")


class PostgresAddress(NamedTuple):
    """Address of a database."""

    url: str
    """As libpq takes it."""
    is_prepared: bool
    """Whether statements are prepared on connections, and settings kept there; a pooler that gives
    each transaction another connection to the server allows neither."""
    schema: str
    """Where the tables are; empty for what the role or the database says, which is `public`."""

    @property
    def path_of_transactions(self) -> str:
        """The statement that each transaction has to begin with for the schema; empty where none has to."""
        if self.is_prepared or not self.schema:
            return ""
        return f'SET LOCAL search_path = "{self.schema}", "{EXTENSIONS}"'


def postgres_address(url: str) -> PostgresAddress:
    """Read `prepare=off` and `schema=NAME` in the query of the address, and leave them out for libpq.

    The schema goes before all else on the connection's path, followed by that of extensions alone;
    behind a pooler each transaction says so, since its connections are not one's own.
    """
    place, mark, query = url.partition("?")
    given = query.split("&") if mark else []
    kept = [one for one in given if one.partition("=")[0] not in _OURS]
    named = [one.removeprefix("schema=") for one in given if one.startswith("schema=")]
    schema = named[0] if named else ""
    is_prepared = "prepare=off" not in given
    if schema and is_prepared:
        kept = _with_path(kept, schema)
    return PostgresAddress(place + "?" * bool(kept) + "&".join(kept), is_prepared, schema)


def with_schema(url: str, schema: str) -> str:
    """The address of a schema of the database, instead of any that it names."""
    place, mark, query = url.partition("?")
    kept = [one for one in query.split("&") if mark and not one.startswith("schema=")]
    return f"{place}?{'&'.join([*kept, f'schema={schema}'])}"


def _with_path(given: list[str], schema: str) -> list[str]:
    """The parameters for libpq, with the path added to the options of the session."""
    path = f"-csearch_path%3D{schema},{EXTENSIONS}"
    if not any(one.startswith("options=") for one in given):
        return [*given, f"options={path}"]
    return [f"{one}%20{path}" if one.startswith("options=") else one for one in given]
