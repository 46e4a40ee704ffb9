"""The statements on reports, and those that reports are compiled to.

A compiled statement is put together of the pieces below by their names: columns from `COLUMNS`,
conditions from `_TESTS`. What clients wrote is only ever bound.
"""

from functools import lru_cache

import msgspec

from partwright.item_types import TYPES
from partwright.kit.ids import UserId
from partwright.programs.queries import visible_condition
from partwright.reports.model import ReportId
from partwright.versioning.resolve import LIST_MAIN_NOW

_BASE = ("item_number", "name", "revision", "state", "created_at", "modified_at")
"""Columns in which every item has a value."""

COLUMNS = {
    **{name: f"v.{name}" for name in (*_BASE, "released_at", "description")},
    **{name: f"v.{name}" for type in TYPES.values() for name in type.columns},
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
        return any(test in _SLOW for _, test in self.tests)


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
         WHERE {_where(rows.walked())}
         ORDER BY {_order(order)}
         LIMIT :limit OFFSET :offset
    """


@lru_cache(maxsize=256)
def page_statement(columns: tuple[str, ...], rows: ReportRows, order: Order) -> str:
    """The number of rows, and the columns of one page of them."""
    keys = ", ".join(f"{COLUMNS[column]} AS k{place}" for place, (column, _) in enumerate(order))
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
    inner = ", ".join(f"{COLUMNS[name]} AS f{place}" for place, (name, _, _) in enumerate(columns))
    return f"""
        SELECT {", ".join(shown)}
          FROM (SELECT {inner} FROM {_tables(rows)} WHERE {_where(rows)}) found
         {f"GROUP BY {', '.join(groups)}" if groups else ""}
         LIMIT :limit
    """


def _shown(columns: tuple[str, ...]) -> str:
    return ", ".join(COLUMNS[column] for column in columns)


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
    for place, (column, test) in sorted(
        enumerate(rows.tests), key=lambda each: each[1][1] in _SLOW
    ):
        names = {"value": f"v{place}", "upper": f"u{place}"}
        conditions.append(_TESTS[test].format(x=COLUMNS[column], **names))
    return " AND ".join(conditions)


def _order(order: Order, *, are_keys: bool = False) -> str:
    """The order in which rows without a value come last, either way, on both databases."""
    return ", ".join(
        f"{f'k{place}' if are_keys else COLUMNS[column]} {'DESC' if descending else 'ASC'}"
        f"{'' if column in _BASE else ' NULLS LAST'}"
        for place, (column, descending) in enumerate(order)
    )


SEEN_REPORT = """(
    :sees_all OR r.is_public OR r.created_by = :seer
    OR EXISTS (SELECT 1 FROM report_users s WHERE s.report_id = r.id AND s.user_id = :seer)
    OR EXISTS (SELECT 1 FROM report_roles s JOIN user_roles held ON held.role_id = s.role_id
                WHERE s.report_id = r.id AND held.user_id = :seer))
"""
"""Whether a user sees the report."""


class ReportRow(msgspec.Struct, frozen=True):
    """A report without those it is shared with; the lists are JSON."""

    id: ReportId
    name: str
    description: str | None
    item_type: str
    is_public: bool
    columns: str
    filters: str
    sorts: str
    chart: str | None
    created_by: UserId
    created_at: str
    updated_at: str


_REPORT = """r.id, r.name, r.description, r.item_type, r.is_public, r.columns, r.filters, r.sorts,
           r.chart,            r.created_by, r.created_at, r.updated_at"""

REPORT = f"""
    SELECT {_REPORT} FROM reports r WHERE r.id = :id AND {SEEN_REPORT}
"""

REPORTS = f"""
    SELECT {_REPORT}
      FROM reports r
     WHERE {SEEN_REPORT} AND (:item_type = '' OR r.item_type = :item_type)
     ORDER BY r.created_at DESC, r.id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_REPORTS = f"""
    SELECT COUNT(*) FROM reports r
     WHERE {SEEN_REPORT} AND (:item_type = '' OR r.item_type = :item_type)
"""


class ReportShare(msgspec.Struct, frozen=True):
    """A report, and a role's name or a user's id that it is shared with."""

    report_id: ReportId
    name: str


SHARED_ROLES = """
    SELECT s.report_id, role.name
      FROM each(:ids) AS wanted
      JOIN report_roles s ON s.report_id = wanted.value
      JOIN roles role ON role.id = s.role_id
     ORDER BY role.name
"""

SHARED_USERS = """
    SELECT s.report_id, s.user_id
      FROM each(:ids) AS wanted JOIN report_users s ON s.report_id = wanted.value
     ORDER BY s.user_id
"""


class NamedRole(msgspec.Struct, frozen=True):
    """A role by what its name is compared by."""

    id: str
    key: str


ROLES_BY_NAME = """
    SELECT r.id, r.name_key FROM each(:keys) AS wanted JOIN roles r ON r.name_key = wanted.value
"""

KNOWN_USERS = """
    SELECT u.id FROM each(:ids) AS wanted JOIN users u ON u.id = wanted.value
"""

INSERT_REPORT = """
    INSERT INTO reports (id, name, description, item_type, is_public, columns, filters, sorts,
                         chart, created_by, created_at, updated_at)
    VALUES (:id, :name, :description, :item_type, :is_public, :columns, :filters, :sorts,
            :chart, :created_by, :now, :now)
"""

TAKE_REPORT = """
    UPDATE reports SET updated_at = updated_at WHERE id = :id
"""

UPDATE_REPORT = """
    UPDATE reports
       SET name = :name, description = :description, is_public = :is_public, columns = :columns,
           filters = :filters, sorts = :sorts, chart = :chart, updated_at = :now
     WHERE id = :id
"""

DELETE_REPORT = """
    DELETE FROM reports WHERE id = :id
"""

SHARE_WITH_ROLE = """
    INSERT INTO report_roles (report_id, role_id) VALUES (:report_id, :other_id)
"""

SHARE_WITH_USER = """
    INSERT INTO report_users (report_id, user_id) VALUES (:report_id, :other_id)
"""

UNSHARE_ROLES = """
    DELETE FROM report_roles WHERE report_id = :report_id
"""

UNSHARE_USERS = """
    DELETE FROM report_users WHERE report_id = :report_id
"""

INSERT_EXECUTION = """
    INSERT INTO report_executions (id, report_id, executed_by, executed_at, row_count, duration_ms,
                                   parameters, success, error_message)
    VALUES (:id, :report_id, :executed_by, :executed_at, :row_count, :duration_ms,
            :parameters, :success, :error_message)
"""

INSERT_EXPORT = """
    INSERT INTO report_exports (id, report_id, execution_id, exported_by, exported_at, format,
                                file_name, file_size, digest)
    VALUES (:id, :report_id, :execution_id, :exported_by, :exported_at, :format,
            :file_name, :file_size, :digest)
"""


class ExecutionRow(msgspec.Struct, frozen=True):
    """An execution; its parameters are JSON."""

    id: str
    report_id: ReportId
    executed_by: UserId
    executed_at: str
    row_count: int
    duration_ms: int
    parameters: str
    success: bool
    error_message: str | None


EXECUTIONS = """
    SELECT id, report_id, executed_by, executed_at, row_count, duration_ms, parameters, success,
           error_message
      FROM report_executions
     WHERE report_id = :report_id
     ORDER BY id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_EXECUTIONS = """
    SELECT COUNT(*) FROM report_executions WHERE report_id = :report_id
"""


class ExportRow(msgspec.Struct, frozen=True):
    """A file that an execution was written to, by its digest."""

    id: str
    report_id: ReportId
    execution_id: str
    exported_by: UserId
    exported_at: str
    format: str
    file_name: str
    file_size: int
    digest: str


EXPORTS = """
    SELECT id, report_id, execution_id, exported_by, exported_at, format, file_name, file_size,
           digest
      FROM report_exports
     WHERE report_id = :report_id
     ORDER BY id DESC
     LIMIT :limit OFFSET :offset
"""
