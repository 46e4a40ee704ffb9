"""Differences between the two databases in the text of a statement.

Statements are written once: parameters as `:name`, a list parameter read as the table
`each(:name)` with the column `value`, and as `holding(texts, :a, :b)` the `rowid` of the rows of
an indexed table of texts that hold one of each list, of at least three characters each; with
`, near :pattern` at the end PostgreSQL looks for what is like it first, which all of them are. Where
entries of the index outlive their rows, `entry_row(texts, rowid)` is the row of an entry. A column
that is `folded` is spelled as each folds fastest, and `LIKE` with a parameter so that SQLite plans
once for all patterns. Nothing else is translated, and nothing inside quotes or comments.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from partwright.kit.db.rare_trigrams import EXACT

STATEMENTS = 2048
"""Texts that are kept translated: all that are written out, and lists and reports on top."""

_TOKEN = re.compile(
    r"""
      (?P<kept> '(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | /\*.*?\*/ )
    | \beach \( : (?P<list> [a-z_]\w* ) \) (?: \s+ AS \s+ (?P<alias> [a-z_]\w* ) )?
    | \bholding\( (?P<texts> [a-z_]+ ) (?P<held> (?: , \s* :[a-z_]\w* )+ )
      (?: , \s* near \s+ : (?P<near> [a-z_]\w* ) )? \)
    | \bentry_row\( (?P<outlived> [a-z_]+ ) , \s* (?P<entry> [a-z_][\w.]* ) \)
    | \bfolded\( (?P<column> [a-z_][\w.]* ) \) (?P<likened> (?= \s+ (?:NOT\s+)? LIKE \b ) )?
    | \bLIKE \s+ : (?P<pattern> [a-z_]\w* )
    | (?<! [:\w] ) : (?P<parameter> [a-z_]\w* )
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


_FOLDED = "CASE WHEN length({0}) <> length(CAST({0} AS BLOB)) THEN folded({0}) ELSE {1} END"
"""Folding on SQLite: a call into Python takes ten times as long, and most texts are ASCII, as long in letters as in bytes."""
_LIKE = "LIKE (:{0} || '')"
"""A pattern that is a mere parameter has SQLite plan again at each call, in hope of a beginning to look for."""


@lru_cache(STATEMENTS)
def for_sqlite(sql: str) -> str:
    def spell(found: re.Match[str]) -> str:
        if found["texts"] is not None:
            return _rows_of_trigrams(found["texts"], _NAMES.findall(found["held"]))
        if found["entry"] is not None:
            outlived, entry = found["outlived"], found["entry"]
            return f"(SELECT row_id FROM {outlived}_entries WHERE entry = {entry})"
        if found["column"] is not None:
            # LIKE by itself takes small and capital letters of ASCII for the same.
            column = found["column"]
            plain = f"lower({column})" if found["likened"] is None else column
            return _FOLDED.format(column, plain)
        if found["pattern"] is not None:
            return _LIKE.format(found["pattern"])
        if found["list"] is None:
            return found[0]
        return f"json_each(:{found['list']}) AS {found['alias'] or 'each'}"

    return _TOKEN.sub(spell, sql)


class PlacedStatement(NamedTuple):
    """A statement whose parameters SQLite finds by their places: by name it takes twice as long."""

    sql: str
    names: tuple[str, ...]
    """Of the parameter at each place; one that stands at several is given several times."""
    has_lists: bool


@lru_cache(STATEMENTS)
def placed_for_sqlite(sql: str) -> PlacedStatement:
    names: list[str] = []

    def spell(found: re.Match[str]) -> str:
        name = found["parameter"]
        if name is None:
            return found[0]
        names.append(name)
        # A place with a number has a name for Python 3.12, which warns of names in a sequence.
        return "?"

    text = _TOKEN.sub(spell, for_sqlite(sql))
    has_lists = any(found["list"] or found["texts"] for found in _TOKEN.finditer(sql))
    return PlacedStatement(text, tuple(names), has_lists)


_INSERT = re.compile(
    r"(\s*INSERT INTO (\w+) \([^()]*\)\s*VALUES\s*)\(([^()']*)\)([^:]*)", re.IGNORECASE
)


class BulkInsert(NamedTuple):
    """An insert of many rows as one statement of SQLite's."""

    table: str
    sql: str
    names: tuple[str, ...]
    """Of the parameters of one row, in order."""


@lru_cache(STATEMENTS)
def bulk_insert_for_sqlite(sql: str, rows: int) -> BulkInsert | None:
    """The insert of so many rows at once; None for what is not an insert of mere values.

    Where a table has triggers, SQLite keeps aside for each statement all pages that it may have to
    put back, and writes what the full-text index gathered: more than half of the work of a row.
    """
    found = _INSERT.fullmatch(sql)
    if found is None:
        return None
    values = [value.strip() for value in found[3].split(",")]
    row = f"({', '.join('?' if value.startswith(':') else value for value in values)})"
    names = tuple(value[1:] for value in values if value.startswith(":"))
    return BulkInsert(found[2], f"{found[1]}{', '.join([row] * rows)}{found[4]}", names)


def _rows_of_trigrams(texts: str, lists: list[str]) -> str:
    """The rows that hold one text of each of the lists, by SQLite's full-text search.

    The index may be asked for less, and then the texts decide.
    """
    held = " AND ".join(
        f"CASE json_array_length({name})"
        f" WHEN 1 THEN instr(near.text, json_extract({name}, '$[0]'))"
        f" ELSE EXISTS (SELECT 1 FROM json_each({name}) AS held WHERE instr(near.text, held.value)) END"
        for name in lists
    )
    query = f"rare_trigrams('{texts}', {', '.join(lists)})"
    return f"""(WITH asked(query) AS MATERIALIZED (SELECT {query}),
        near(query, rowid, text) AS (SELECT asked.query, found.rowid, found.*
                                       FROM asked CROSS JOIN {texts}_search(asked.query) AS found)
        SELECT rowid FROM near WHERE query LIKE '{EXACT}%' OR ({held}))"""


@lru_cache(STATEMENTS)
def for_postgres(sql: str) -> str:
    def spell(found: re.Match[str]) -> str:
        if found["kept"] is not None:
            return found[0]
        if found["texts"] is not None:
            return _rows_like(found["texts"], found["held"], found["near"])
        if found["entry"] is not None:
            return found["entry"]
        if found["column"] is not None:
            return found[0]
        if found["pattern"] is not None:
            return f"LIKE %({found['pattern']})s"
        if found["parameter"] is not None:
            return f"%({found['parameter']})s"
        return f"unnest(CAST(%({found['list']})s AS text[])) AS {found['alias'] or 'each'}(value)"

    return _TOKEN.sub(spell, sql.replace("%", "%%"))


def _rows_like(texts: str, held: str, near: str | None) -> str:
    """The rows of the view that PostgreSQL finds by its index of trigrams.

    Of a list that most texts hold something of, it reads the texts instead: one look sorts most of
    the others out. No index is asked for what is near.
    """
    conditions = [f"(text || '') LIKE %({near})s"] if near else []
    conditions += [
        f"text LIKE ANY (patterns_anywhere(CAST(%({name[1:]})s AS text[])))"
        for name in _NAMES.findall(held)
    ]
    return f"(SELECT rowid FROM {texts}_searched WHERE {' AND '.join(conditions)})"


Planning = Literal["force_generic_plan", "force_custom_plan", "auto"]
"""When PostgreSQL plans a prepared statement: once for all parameters, or as it sees fit."""

_NAMES = re.compile(r":[a-z_]\w*", re.IGNORECASE)
_PAGED = re.compile(r"\bLIMIT\s+:", re.IGNORECASE)


@lru_cache(STATEMENTS)
def planning(sql: str) -> Planning | None:
    """The planning of the statement on PostgreSQL; None for one that it plans well by itself.

    A statement that reads a list joins by indexes whatever the list holds, but a short list looks
    so cheap that PostgreSQL would plan it anew each time, which takes several times as long as
    running it. The best plan of a page depends on its parameters, and that of a search on its words.
    """
    if any(found["texts"] for found in _TOKEN.finditer(sql)):
        return "force_custom_plan"
    if _PAGED.search(sql):
        return "auto"
    if any(found["list"] for found in _TOKEN.finditer(sql)):
        return "force_generic_plan"
    return None
