"""The statements on items."""

from enum import Enum
from functools import lru_cache

import msgspec

from partwright.items.types import TYPES, FieldKind
from partwright.kit.ids import ItemId, UserId
from partwright.programs.visibility import visible_condition
from partwright.versioning.resolve import (
    BESIDE,
    EDGE_IN_VIEW,
    LIST_IN_VIEW,
    LIST_MAIN_NOW,
    SHOWN,
    in_view,
    main_now,
)

INSERT_MASTER = """
    INSERT INTO masters (id, number_key, type, design_id, program_id, created_at)
    VALUES (:id, :number_key, :type, :design_id, :program_id, :created_at)
"""

RENUMBER_MASTER = """
    UPDATE masters SET number_key = :number_key WHERE id = :id
"""

TAKEN_NUMBERS = """
    SELECT m.number_key FROM each(:keys) AS wanted JOIN masters m ON m.number_key = wanted.value
"""

COUNTER = """
    SELECT last FROM counters WHERE prefix = :prefix
"""

SET_COUNTER = """
    INSERT INTO counters (prefix, last) VALUES (:prefix, :last)
        ON CONFLICT (prefix) DO UPDATE SET last = excluded.last
"""

WAS_RELEASED = """
    SELECT COUNT(*) FROM (
        SELECT 1 AS one FROM versions WHERE master_id = :master_id AND released_at IS NOT NULL LIMIT 1
    ) released
"""

STANDS_ON_MAIN = f"""
    SELECT v.item_id FROM versions v
     WHERE {main_now("v", ":master_id")} AND NOT v.is_deleted
"""

USER_NAME = """
    SELECT name FROM users WHERE id = :user_id
"""

RELEASED_AS = f"""
    SELECT {SHOWN}
      FROM (SELECT DISTINCT a.released_as
              FROM versions copy
              JOIN branches b ON b.id = copy.branch_id
              JOIN affected_items a ON a.change_order_id = b.change_order_id
                   AND a.master_id = copy.master_id
             WHERE copy.item_id = :item_id) AS released
      JOIN versions v ON v.item_id = released.released_as AND v.until IS NULL {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
"""
"""What a working copy became whose item was drafted on main and released under main's id."""

PARENTS_ON_MAIN = f"""
    SELECT DISTINCT v.item_number
      FROM relationships r
      JOIN versions v ON v.item_id = r.parent_item_id AND {main_now("v", "r.parent_master_id")}
     WHERE r.child_master_id = :master_id AND r.type = 'bom' AND r.until IS NULL
       AND NOT v.is_deleted
     ORDER BY v.item_number
     LIMIT 20
"""

PARENTS_IN_VIEW = f"""
    SELECT DISTINCT v.item_number
      FROM relationships r
      JOIN versions v ON v.item_id = r.parent_item_id AND {in_view("v", "r.parent_master_id")}
     WHERE r.child_master_id = :master_id AND r.type = 'bom' AND {EDGE_IN_VIEW}
       AND NOT v.is_deleted
     ORDER BY v.item_number
     LIMIT 20
"""


class RevisionRow(msgspec.Struct, frozen=True):
    """One revision of an item on main."""

    id: ItemId
    revision: str
    state: str
    is_current: bool
    created_at: str
    created_by: UserId
    released_at: str | None


REVISIONS = """
    SELECT item_id, revision, state, is_current, created_at, created_by, released_at
      FROM versions
     WHERE master_id = :master_id AND branch_id IS NULL AND until IS NULL AND NOT is_deleted
     ORDER BY is_current DESC, since DESC, item_id DESC
"""


class HistoryRow(msgspec.Struct, frozen=True):
    """One entry of an item's history with its author."""

    id: str
    action: str
    user_id: UserId
    user_name: str
    happened_at: str
    changes: str
    comment: str | None
    branch_id: str | None
    commit_id: str | None


HISTORY = """
    SELECT h.id, h.action, u.id, u.name, h.happened_at, h.changes, h.comment, h.branch_id,
           h.commit_id
      FROM history h JOIN users u ON u.id = h.user_id
     WHERE h.master_id = :master_id
     ORDER BY h.id DESC
     LIMIT :limit OFFSET :offset
"""

HISTORY_COUNT = """
    SELECT COUNT(*) FROM history WHERE master_id = :master_id
"""

_SORTED = {
    "itemNumber": "v.item_number",
    "name": "v.name",
    "type": "v.type",
    "state": "v.state",
    "revision": "v.revision",
    "createdAt": "v.created_at",
    "createdBy": "v.created_by",
    "updatedAt": "v.modified_at",
    "modifiedAt": "v.modified_at",
}
"""Wire field -> the expression it sorts by; every item has a value here."""

_SORTED_WITH_GAPS = {
    "designId": "v.design_id",
    "programId": "v.program_id",
    "description": "v.description",
    "makeBuy": (
        "CASE WHEN v.part_type = 'Purchase' THEN 'buy' WHEN v.part_type IS NOT NULL THEN 'make' END"
    ),
    "leadTimeDays": "v.lead_time",
    "assignee": "(SELECT u.name FROM users u WHERE u.id = v.assignee)",
    "approvedBy": "(SELECT u.name FROM users u WHERE u.id = v.approved_by)",
} | {
    field.wire: f"v.{field.column}"
    for type in TYPES.values()
    for field in type.fields
    if field.kind is not FieldKind.USER
}
"""The same for fields that may be empty, people by their names."""

SORTS = frozenset(_SORTED) | frozenset(_SORTED_WITH_GAPS)
"""The wire fields that a list is sorted by."""


def _order(field: str, way: str) -> str:
    """One key of an order; where a value is missing comes last, either way, on both databases."""
    if field in _SORTED:
        return f"{_SORTED[field]} {way}"
    return f"{_SORTED_WITH_GAPS[field]} {way} NULLS LAST"


_FILTERS = {
    "type": "{type} = :type",
    "state": "{state} = :state",
    "design": "{design_id} = :design_id",
    "program": "{program_id} = :program_id",
    "types": "{type} IN (SELECT value FROM each(:types))",
    "part_type": "{part_type} = :part_type",
    "seer": visible_condition("{program_id}"),
    # SQLite's full-text table read as a function; on PostgreSQL a function of that name.
    "indexed": "v.row_id IN (SELECT rowid FROM versions_search(:phrase))",
    "scanned": "v.search_text LIKE :pattern ESCAPE '\\'",
}
"""Filter -> its condition; a list combines those it needs."""

_COUNTED = ("type", "state", "design_id", "program_id", "part_type")
"""The columns by which items are counted as they come and go."""
COUNTED = frozenset({"type", "state", "design", "program", "types", "part_type", "seer"})
"""The filters that these counts answer."""

_INDEXED = {name: f"v.{name}" for name in _COUNTED}
_LOOKED_AT = {name: f"CASE WHEN TRUE THEN v.{name} END" for name in _COUNTED}
"""The same values, spelled so that SQLite chooses no index for them; PostgreSQL sees through it."""
_KEPT = {name: f"NULLIF(c.{name}, '')" for name in _COUNTED}

_WALKS = frozenset({"createdAt", "itemNumber", "name", "updatedAt", "modifiedAt"})
"""Fields in whose order an index stands."""


class AccessPath(Enum):
    """How a page is found."""

    ANY = "any"
    """As the database thinks best."""
    WALKED = "walked"
    """Along the index of its order until enough was found: for what many items match."""
    GATHERED = "gathered"
    """All that match, sorted: for what few do."""


def has_index(sorts: tuple[str, ...]) -> bool:
    """Whether an index stands in this order."""
    return sorts[0].partition(" ")[0] in _WALKS


def reversed_order(sorts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The order from the other end; None where what has no value is last either way."""
    keys = [(field, way) for field, _, way in (s.partition(" ") for s in sorts)]
    if any(field not in _SORTED for field, _ in keys):
        return None
    return tuple(f"{field} {'ASC' if way == 'DESC' else 'DESC'}" for field, way in keys)


@lru_cache(512)
def list_items(
    filters: tuple[str, ...],
    sorts: tuple[str, ...],
    *,
    in_view: bool,
    way: AccessPath = AccessPath.ANY,
) -> str:
    """One page of items; `sorts` are `<wire field> ASC` or `DESC`, known ones only."""
    keys = [_order(field, way) for field, _, way in (s.partition(" ") for s in sorts)]
    tie = "DESC" if sorts and sorts[-1].endswith("DESC") else "ASC"
    order = ", ".join([*keys, f"v.master_id {tie}"])
    # The page is found among narrow rows: sorting thousands of whole ones takes four times as long.
    return f"""
        SELECT {SHOWN}
          FROM ({_page(filters, order, in_view=in_view, way=way)}) found
          JOIN versions v ON v.row_id = found.row_id {BESIDE}
         ORDER BY {order}
    """


def _page(filters: tuple[str, ...], order: str, *, in_view: bool, way: AccessPath) -> str:
    where = _where(filters, in_view=in_view, way=way)
    if way is AccessPath.GATHERED:
        return f"""
            WITH matching AS MATERIALIZED (SELECT v.row_id FROM versions v WHERE {where})
            SELECT v.row_id FROM matching JOIN versions v ON v.row_id = matching.row_id
             ORDER BY {order}
             LIMIT :limit OFFSET :offset"""
    return f"""
        SELECT v.row_id FROM versions v
         WHERE {where}
         ORDER BY {order}
         LIMIT :limit OFFSET :offset"""


class ItemCount(msgspec.Struct, frozen=True):
    """How many items match, and how many rows there are to find them among."""

    total: int
    rows: int


_ROWS = "(SELECT COALESCE(MAX(row_id), 0) FROM versions)"
"""No fewer than the rows that there are; read from the end of an index."""


@lru_cache(512)
def count_kept(filters: tuple[str, ...]) -> str:
    """How many items main shows of what the filters leave, as it is kept."""
    conditions = [_FILTERS[name].format_map(_KEPT) for name in filters]
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"""
        SELECT CAST(COALESCE(SUM(c.held), 0) AS BIGINT), {_ROWS}
          FROM item_counts c{where}
    """


@lru_cache(512)
def count_items(filters: tuple[str, ...], *, in_view: bool) -> str:
    """How many items the filters leave."""
    if not in_view and filters == ("indexed",):
        return f"SELECT COUNT(*), {_ROWS} FROM versions_search(:phrase)"
    return f"SELECT COUNT(*), {_ROWS} FROM versions v WHERE {_where(filters, in_view=in_view)}"


def _where(filters: tuple[str, ...], *, in_view: bool, way: AccessPath = AccessPath.ANY) -> str:
    spelled = _INDEXED
    if way is AccessPath.WALKED:
        spelled = _LOOKED_AT
    elif "indexed" in filters:
        # What the search index finds is fewer than a type or a program has; a design has few.
        spelled = _LOOKED_AT | {"design_id": "v.design_id"}
    conditions = [LIST_IN_VIEW if in_view else LIST_MAIN_NOW]
    return " AND ".join([*conditions, *(_FILTERS[name].format_map(spelled) for name in filters)])


_MASTER_OF = "(SELECT i.master_id FROM versions i WHERE i.item_id = wanted.value LIMIT 1)"


def _items(stands: str) -> str:
    return f"""
    SELECT wanted.value, {SHOWN}
      FROM each(:item_ids) AS wanted
      JOIN versions v ON {stands} {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
    """


ITEMS = _items("v.item_id = wanted.value AND v.until IS NULL")
"""Items by their ids, each on its own line."""
ITEMS_ON_MAIN = _items(main_now("v", _MASTER_OF))
ITEMS_IN_VIEW = _items(in_view("v", _MASTER_OF))
"""Items by any of their ids as main or a view shows them."""
