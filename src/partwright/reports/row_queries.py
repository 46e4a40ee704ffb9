"""The statements that reports are compiled to.

They are put together of the pieces below by their names: columns from `COLUMNS`, conditions from
`_TESTS`. What clients wrote is only ever bound.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

import msgspec

from partwright.item_types import TYPES
from partwright.programs.queries import visible_condition
from partwright.reports.fields import FIELDS, NUMBERS, attribute_of, is_of_source
from partwright.versioning.resolve import LIST_MAIN_NOW

_BASE = ("item_number", "name", "revision", "state", "created_at", "modified_at")
"""Columns in which every item has a value."""

COLUMNS = {
    **{name: f"v.{name}" for name in (*_BASE, "released_at", "description")},
    **{name: f"v.{name}" for type in TYPES.values() for name in type.columns},
    # Which of its sources is taken of a part is found in Python.
    **{one.column: "v.sources" for one in FIELDS["Part"].values() if is_of_source(one.column)},
    "created_by": "(SELECT u.name FROM users u WHERE u.id = v.created_by)",
    "assignee": "(SELECT u.name FROM users u WHERE u.id = v.assignee)",
    "approved_by": "(SELECT u.name FROM users u WHERE u.id = v.approved_by)",
    "design_code": "(SELECT d.code FROM designs d WHERE d.id = v.design_id)",
    "program_code": "(SELECT p.code FROM programs p WHERE p.id = v.program_id)",
    "make_buy": (
        "CASE WHEN v.part_type = 'Purchase' THEN 'buy' WHEN v.part_type IS NOT NULL THEN 'make' END"
    ),
}
"""Column -> its expression; people and places by what they are called."""

_TESTS = {
    "eq": "{x} = :{value}",
    "ne": "({x} IS NULL OR {x} <> :{value})",
    "gt": "{x} > :{value}",
    "lt": "{x} < :{value}",
    "gte": "{x} >= :{value}",
    "lte": "{x} <= :{value}",
    "between": "{x} BETWEEN :{value} AND :{upper}",
    "not_between": "({x} IS NULL OR {x} NOT BETWEEN :{value} AND :{upper})",
    "like": "folded({x}) LIKE :{value} ESCAPE '\\'",
    "not_like": "({x} IS NULL OR folded({x}) NOT LIKE :{value} ESCAPE '\\')",
    "in": "{x} IN (SELECT value FROM each(:{value}) AS wanted)",
    "not_in": "({x} IS NULL OR {x} NOT IN (SELECT value FROM each(:{value}) AS wanted))",
    "in_whole": "{x} IN (SELECT CAST(value AS BIGINT) FROM each(:{value}) AS wanted)",
    "not_in_whole": (
        "({x} IS NULL OR {x} NOT IN (SELECT CAST(value AS BIGINT) FROM each(:{value}) AS wanted))"
    ),
    # A date is the beginning of every moment of its day.
    "in_moments": (
        "EXISTS (SELECT 1 FROM each(:{value}) AS wanted"
        " WHERE {x} BETWEEN wanted.value AND wanted.value || '~')"
    ),
    "not_in_moments": (
        "({x} IS NULL OR NOT EXISTS (SELECT 1 FROM each(:{value}) AS wanted"
        " WHERE {x} BETWEEN wanted.value AND wanted.value || '~'))"
    ),
    "in_numbers": "{x} IN (SELECT CAST(value AS DOUBLE PRECISION) FROM each(:{value}) AS wanted)",
    "not_in_numbers": (
        "({x} IS NULL OR {x} NOT IN"
        " (SELECT CAST(value AS DOUBLE PRECISION) FROM each(:{value}) AS wanted))"
    ),
    "is_null": "{x} IS NULL",
    "is_not_null": "{x} IS NOT NULL",
}
"""Test -> its condition on the expression `x`."""

_SLOW = frozenset({"like", "not_like"})
"""Tests that fold the text of every row they look at."""

SEARCHED = frozenset({"item_number", "name"})
"""Columns whose texts have an index of what they hold."""

_WALKS = frozenset({"item_number", "name", "created_at", "modified_at"})
"""Columns in whose order an index stands."""

Order = tuple[tuple[str, bool], ...]
"""Columns with whether they descend."""


class ReportRows(msgspec.Struct, frozen=True):
    """Rows that a report has."""

    tests: tuple[tuple[str, str], ...]
    """Columns with the tests on them; the n-th has the parameters `v<n>` and `u<n>`."""
    sees_all: bool
    held: tuple[str, ...] = ()
    """The parameters of lists by which an index finds all rows that the tests may keep."""
    is_walked: bool = False
    """Whether an index that the tests or the order are along is read, and not that of the types."""

    def walked(self) -> "ReportRows":
        return ReportRows(self.tests, self.sees_all, is_walked=True)

    @property
    def folds_texts(self) -> bool:
        """Whether some test does: how many it leaves PostgreSQL cannot know, nor so that a walk is short."""
        return any(is_slow(column, test) for column, test in self.tests)


def is_slow(column: str, test: str) -> bool:
    """Whether a text of every row is folded, or a number looked for in it."""
    return test in _SLOW or column.startswith(NUMBERS)


def has_order_index(order: Order) -> bool:
    """Whether an index stands in this order."""
    return order[0][0] in _WALKS


def are_in_one_index(rows: ReportRows, order: Order = ()) -> bool:
    """Whether one index holds all that the tests and the order look at, so that whole rows need not be read."""
    columns = {column for column, _ in (*rows.tests, *order)} - {"state"}
    return not columns or (len(columns) == 1 and columns <= _WALKS)


@lru_cache(maxsize=256)
def walked_statement(columns: tuple[str, ...], rows: ReportRows, order: Order) -> str:
    """The columns of one page of the rows, along the index of their order."""
    return f"""
        SELECT {_shown(columns)} FROM versions v
         WHERE {_where(rows)}
         ORDER BY {_order(order)}
         LIMIT :limit OFFSET :offset
    """


@lru_cache(maxsize=256)
def page_statement(columns: tuple[str, ...], rows: ReportRows, order: Order) -> str:
    """The number of rows, and the columns of one page of them."""
    keys = ", ".join(
        f"{_expression(column)} AS k{place}" for place, (column, _) in enumerate(order)
    )
    # All rows are looked at once, and sorted while they are narrow: whole ones take several
    # times as long.
    return f"""
        WITH matching AS MATERIALIZED (
            SELECT v.row_id, {keys} FROM {_tables(rows)} WHERE {_where(rows)})
        SELECT (SELECT COUNT(*) FROM matching), {_shown(columns)}
          FROM (SELECT * FROM matching ORDER BY {_order(order, are_keys=True)}
                 LIMIT :limit OFFSET :offset) found
          JOIN versions v ON v.row_id = found.row_id
         ORDER BY {_order(order, are_keys=True)}
    """


@lru_cache(maxsize=256)
def row_ids(rows: ReportRows, order: Order) -> str:
    """The rows of a page by their ids alone."""
    return f"""
        SELECT v.row_id FROM {_tables(rows)}
         WHERE {_where(rows)}
         ORDER BY {_order(order)}
         LIMIT :limit OFFSET :offset
    """


@lru_cache(maxsize=256)
def rows_statement(columns: tuple[str, ...]) -> str:
    """The columns of rows by their ids; the id comes first, and no order is kept."""
    return f"""
        SELECT v.row_id, {_shown(columns)}
          FROM each(:row_ids) AS wanted
          JOIN versions v ON v.row_id = CAST(wanted.value AS BIGINT)
    """


@lru_cache(maxsize=256)
def count_statement(rows: ReportRows) -> str:
    """The number of rows that match."""
    return f"SELECT COUNT(*) FROM {_tables(rows)} WHERE {_where(rows)}"


@lru_cache(maxsize=256)
def sample_statement(rows: ReportRows) -> str:
    """The number of rows that match among those of some ids."""
    return f"""
        SELECT COUNT(*) FROM each(:row_ids) AS wanted CROSS JOIN versions v
         WHERE v.row_id = CAST(wanted.value AS BIGINT) AND {_where(rows.walked())}
    """


@lru_cache(maxsize=256)
def grouped_statement(
    columns: tuple[tuple[str, tuple[str, ...], bool], ...], rows: ReportRows
) -> str:
    """At most `limit` groups: of each column its expressions of `{x}`; flagged ones are grouped by."""
    shown = [
        piece.format(x=f"f{place}")
        for place, (_, pieces, _) in enumerate(columns)
        for piece in pieces
    ]
    groups = [f"f{place}" for place, (_, _, is_key) in enumerate(columns) if is_key]
    inner = ", ".join(
        f"{_expression(name)} AS f{place}" for place, (name, _, _) in enumerate(columns)
    )
    return f"""
        SELECT {", ".join(shown)}
          FROM (SELECT {inner} FROM {_tables(rows)} WHERE {_where(rows)}) found
         {f"GROUP BY {', '.join(groups)}" if groups else ""}
         LIMIT :limit
    """


def attribute_params(columns: Iterable[str]) -> dict[str, str]:
    """The names of the free attributes among the columns, to be bound."""
    names = [name for column in columns if (name := attribute_of(column)) is not None]
    return {_parameter(name): name for name in names}


def _parameter(name: str) -> str:
    return f"a{blake2b(name.encode(), digest_size=8).hexdigest()}"


def _expression(column: str) -> str:
    name = attribute_of(column)
    if name is None:
        return COLUMNS[column]
    text = f"attribute(v.attributes, :{_parameter(name)})"
    return f"number_in({text})" if column.startswith(NUMBERS) else text


def _shown(columns: tuple[str, ...]) -> str:
    return ", ".join(_expression(column) for column in columns)


def _tables(rows: ReportRows) -> str:
    if not rows.held:
        return "versions v"
    lists = ", ".join(f":{name}" for name in rows.held)
    # SQLite takes tables that are joined by CROSS JOIN in the order in which they are named.
    return f"holding(versions, {lists}) near CROSS JOIN versions v"


def _where(rows: ReportRows) -> str:
    conditions = [LIST_MAIN_NOW]
    conditions += ["v.row_id = entry_row(versions, near.rowid)"] if rows.held else []
    # Spelled so that SQLite takes another index than that of the types; PostgreSQL sees through it.
    of_type = "CASE WHEN TRUE THEN v.type END" if rows.is_walked or rows.held else "v.type"
    conditions.append(f"{of_type} = :type")
    if not rows.sees_all:
        conditions.append(visible_condition("v.program_id"))
    # Where nothing else decides, conditions are evaluated in the order they are written in.
    for place, (column, test) in sorted(enumerate(rows.tests), key=lambda each: is_slow(*each[1])):
        names = {"value": f"v{place}", "upper": f"u{place}"}
        conditions.append(_TESTS[test].format(x=_expression(column), **names))
    return " AND ".join(conditions)


def _order(order: Order, *, are_keys: bool = False) -> str:
    """The order in which rows without a value come last, either way, on both databases."""
    return ", ".join(
        f"{f'k{place}' if are_keys else _expression(column)} {'DESC' if descending else 'ASC'}"
        f"{'' if column in _BASE else ' NULLS LAST'}"
        for place, (column, descending) in enumerate(order)
    )
