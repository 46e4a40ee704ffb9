"""Free attributes in statements, the same on both databases.

`attribute(given, name)` is the text under a name in a JSON object, `number_in(given)` the number
that a text begins with, and `number_piece(given, place)` some of its digits as a whole number with
its sign: those before the last seven of the whole, these, and twelve behind the point, so that
sums are exact and none overflows. SQLite calls Python; PostgreSQL gets functions of the same names.
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

NUMBER_PIECE = r"""CREATE OR REPLACE FUNCTION number_piece(given text, place integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE place WHEN 0 THEN CAST(div(found, 10000000) AS bigint)
                      WHEN 1 THEN CAST(mod(trunc(found), 10000000) AS bigint)
                      ELSE CAST(trunc(mod(found, 1) * 1000000000000) AS bigint) END
      FROM CAST(substring(given FROM '^\s*([-+]?[0-9]{1,15}(?:\.[0-9]{1,15})?)') AS numeric) AS found
    $$"""
"""What PostgreSQL got later."""
_LOW, _FINE = 10**7, 12


def attribute(given: str, name: str) -> str | None:
    """The value of the attribute, or None."""
    return None if given == "{}" else _object.decode(given).get(name)


def number_in(given: str | None) -> float | None:
    """The number that the text begins with, or None."""
    found = None if given is None else _NUMBER.match(given)
    return None if found is None else float(found[1])


def number_piece(given: str | None, place: int) -> int | None:
    """Some digits of the number that the text begins with, or None."""
    found = None if given is None else _NUMBER.match(given)
    if found is None:
        return None
    whole, _, fraction = found[1].lstrip("+-").partition(".")
    if place == 2:
        digits = int(fraction[:_FINE].ljust(_FINE, "0"))
    else:
        digits = divmod(int(whole), _LOW)[place]
    return -digits if found[1].startswith("-") else digits
