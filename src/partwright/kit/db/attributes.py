"""Free attributes in statements, the same on both databases.

`attribute(given, name)` is the text under a name in a JSON object, and `number_in(given)` the
number that a text begins with. SQLite calls Python; PostgreSQL gets functions of the same names.
"""

import re

import msgspec

_object: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])
_NUMBER = re.compile(r"\s*([-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?)", re.ASCII)

POSTGRES_FUNCTIONS = (
    """CREATE FUNCTION attribute(given text, name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CAST(given AS json) ->> name $$""",
    r"""CREATE FUNCTION number_in(given text) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CAST(substring(given FROM '^\s*([-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?)') AS double precision)
    $$""",
)


def attribute(given: str, name: str) -> str | None:
    """The value of the attribute, or None."""
    return None if given == "{}" else _object.decode(given).get(name)


def number_in(given: str | None) -> float | None:
    """The number that the text begins with, or None."""
    found = None if given is None else _NUMBER.match(given)
    return None if found is None else float(found[1])
