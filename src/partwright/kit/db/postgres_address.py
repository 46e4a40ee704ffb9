"""Addresses of PostgreSQL, with what only this program reads in them."""

from typing import NamedTuple


class PostgresAddress(NamedTuple):
    """Where a database is."""

    url: str
    """As libpq takes it."""
    is_prepared: bool
    """Whether statements are prepared on connections, and settings kept there; a pooler that gives
    each transaction another connection to the server allows neither."""


def postgres_address(url: str) -> PostgresAddress:
    """Read `prepare=off` in the query of the address, and leave it out for libpq."""
    place, mark, query = url.partition("?")
    given = query.split("&") if mark else []
    kept = [one for one in given if one not in ("prepare=off", "prepare=on")]
    return PostgresAddress(place + mark * bool(kept) + "&".join(kept), "prepare=off" not in given)
