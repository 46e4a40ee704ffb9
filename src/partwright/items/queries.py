"""The statements on items."""

from enum import Enum
from functools import lru_cache

import msgspec

from partwright.items.order_queries import item_order, order_among
from partwright.items.sort_key_queries import KeyRange, name_of
from partwright.kit.filters import ListField
from partwright.kit.ids import ItemId, UserId
from partwright.kit.list_conditions import FieldOrder, FieldTest, filter_conditions, named
from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import (
    BESIDE,
    EDGE_IN_VIEW,
    LIST_IN_VIEW,
    LIST_MAIN_NOW,
    SHOWN,
    shown_in_view,
    stands_on_main,
)

WAS_RELEASED = """
    SELECT COUNT(*) FROM (
        SELECT 1 AS one FROM versions WHERE master_id = :master_id AND released_at IS NOT NULL LIMIT 1
    ) released
"""

STANDS_ON_MAIN = f"""
    SELECT v.item_id FROM versions v
     WHERE {stands_on_main("v", ":master_id")} AND NOT v.is_deleted
"""

USER_NAME = """
    SELECT name FROM users WHERE id = :user_id
"""

RELEASED_AS = f"""
    SELECT {SHOWN}
      FROM (SELECT DISTINCT written.item_id
              FROM versions copy
              JOIN branches b ON b.id = copy.branch_id
              JOIN versions written ON written.master_id = copy.master_id
                   AND written.branch_id IS NULL
              JOIN commits c ON c.seq = written.since AND c.change_order_id = b.change_order_id
             WHERE copy.item_id = :item_id) AS released
      JOIN versions v ON v.item_id = released.item_id AND v.until IS NULL {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
"""
"""What a working copy became whose item was drafted on main and released under main's id."""


class ParentRow(msgspec.Struct, frozen=True):
    """An item in whose BOM another stands, and whether the actor sees it."""

    number: str
    is_visible: bool


def _judged_parents(parent_stands: str, edge_stands: str) -> str:
    return f"""
    SELECT DISTINCT v.item_number,
           v.type IN (SELECT value FROM each(:types)) AND {visible_condition("v.program_id")}
      FROM relationships r
      JOIN versions v ON v.item_id = r.parent_item_id AND {parent_stands}
     WHERE r.child_master_id = :master_id AND r.type = 'bom' AND {edge_stands}
       AND NOT v.is_deleted
     ORDER BY v.item_number
     LIMIT 20
    """


JUDGED_PARENTS_ON_MAIN = _judged_parents(
    stands_on_main("v", "r.parent_master_id"), "r.until IS NULL"
)
JUDGED_PARENTS_IN_VIEW = _judged_parents(shown_in_view("v", "r.parent_master_id"), EDGE_IN_VIEW)
"""The parents of an item, and which of them the actor sees."""

VISIBLE_NUMBERS = f"""
    SELECT m.number_key
      FROM each(:keys) AS wanted JOIN masters m ON m.number_key = wanted.value
     WHERE m.type IN (SELECT value FROM each(:types)) AND {visible_condition("m.program_id")}
"""


_WITH_ATTRIBUTES = f"""
      FROM versions v
     WHERE v.until IS NULL AND NOT v.is_deleted AND v.attributes <> '{{}}'
       AND v.type IN (SELECT value FROM each(:types)) AND {visible_condition("v.program_id")}
"""
HAS_ATTRIBUTE = (
    f"SELECT 1 {_WITH_ATTRIBUTES} AND attribute(v.attributes, :name) IS NOT NULL LIMIT 1"
)
"""Whether an item that the actor sees, on main or a branch, has the attribute."""
ATTRIBUTES_IN_USE = f"SELECT DISTINCT v.attributes {_WITH_ATTRIBUTES} LIMIT :limit"


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


_FILTERS = {
    "type": "{type} = :type",
    "state": "{state} = :state",
    "design": "{design_id} = :design_id",
    "program": "{program_id} = :program_id",
    "types": "{type} IN (SELECT value FROM each(:types))",
    "part_type": "{part_type} = :part_type",
    "type_among": "{type} IN (SELECT value FROM each(:type_among))",
    "state_among": "{state} IN (SELECT value FROM each(:state_among))",
    "design_among": "{design_id} IN (SELECT value FROM each(:design_among))",
    "program_among": "{program_id} IN (SELECT value FROM each(:program_among))",
    "part_type_among": "{part_type} IN (SELECT value FROM each(:part_type_among))",
    "only": "v.item_id IN (SELECT value FROM each(:only))",
    "seer": visible_condition("{program_id}"),
    # SQLite's full-text table read as a function; on PostgreSQL a function of that name.
    "indexed": "v.row_id IN (SELECT entry_row(versions, versions_search.rowid) FROM versions_search(:phrase))",
    "scanned": "v.search_text LIKE :pattern ESCAPE '\\'",
}
"""Filter -> its condition; a list combines those it needs."""

_COUNTED = ("type", "state", "design_id", "program_id", "part_type")
"""The columns by which items are counted as they come and go."""
COUNTED = frozenset(_FILTERS) - {"indexed", "scanned", "only"}
"""The filters that these counts answer."""

_INDEXED = {name: f"v.{name}" for name in _COUNTED}
_LOOKED_AT = {name: f"CASE WHEN TRUE THEN v.{name} END" for name in _COUNTED}
"""The same values, spelled so that SQLite chooses no index for them; PostgreSQL sees through it."""
_KEPT = {name: f"NULLIF(c.{name}, '')" for name in _COUNTED}


class AccessPath(Enum):
    """Access path to a page."""

    ANY = "any"
    """As the database thinks best."""
    WALKED = "walked"
    """Along the index of its order until enough was found: for what many items match."""
    GATHERED = "gathered"
    """All that match, sorted: for what few do."""


ItemFilter = str | FieldTest | KeyRange
"""One of the named conditions, the test of a field, or a range of keys that holds all that some tests leave."""
ItemFilters = tuple[ItemFilter, ...]


@lru_cache(512)
def list_statement(
    filters: ItemFilters,
    sorts: tuple[str, ...],
    *,
    in_view: bool,
    way: AccessPath = AccessPath.ANY,
) -> str:
    """One page of items; `sorts` are `<wire field> ASC` or `DESC`, known ones only."""
    order = order_among(filters, item_order(sorts))
    # The page is found among narrow rows: sorting thousands of whole ones takes four times as long.
    return f"""
        SELECT {SHOWN}
          FROM ({_page(filters, order, in_view=in_view, way=way)}) found
          JOIN versions v ON v.row_id = found.row_id {BESIDE}
         ORDER BY {order}
    """


def _page(filters: ItemFilters, order: str, *, in_view: bool, way: AccessPath) -> str:
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


@lru_cache(512)
def keyed_statement(filters: ItemFilters, sorts: tuple[str, ...]) -> str:
    """One page of the items that have a value of the order's one field, along its sort keys."""
    order = item_order(sorts)
    ((_, descending),) = order
    keys = ("k.number", "k.text", "k.master_id")
    return f"""
        SELECT {SHOWN}
          FROM (SELECT v.row_id FROM {_keyed(filters, order)}
                 ORDER BY {", ".join(f"{key} {'DESC' if descending else 'ASC'}" for key in keys)}
                 LIMIT :limit OFFSET :offset) found
          JOIN versions v ON v.row_id = found.row_id {BESIDE}
         ORDER BY {order_among(filters, order)}
    """


def _keyed(filters: ItemFilters, order: FieldOrder) -> str:
    """The rows that the filters leave, joined in the order in which they are named."""
    name = name_of(order[0][0], "s0")
    where = _where(filters, in_view=False, way=AccessPath.WALKED)
    return f"sort_keys k CROSS JOIN versions v WHERE k.field = {name} AND v.master_id = k.master_id AND {where}"


@lru_cache(512)
def keyed_count_statement(filters: ItemFilters, sorts: tuple[str, ...]) -> str:
    """The number of items that have a value of the order's one field."""
    order = item_order(sorts)
    if not filters:
        return f"SELECT COUNT(*) FROM sort_keys k WHERE k.field = {name_of(order[0][0], 's0')}"
    return f"SELECT COUNT(*) FROM {_keyed(filters, order)}"


@lru_cache(512)
def export_statement(filters: ItemFilters) -> str:
    """The rows of a view that the filters leave, in the order of the rows."""
    return f"""
        SELECT {SHOWN} FROM versions v {BESIDE}
         WHERE v.row_id > :after AND v.row_id <= :until AND {_where(filters, in_view=True)}
         ORDER BY v.row_id
    """


LAST_ROW = "SELECT COALESCE(MAX(row_id), 0) FROM versions"


class ItemCount(msgspec.Struct, frozen=True):
    """Number of items that match, and of rows there are to find them among."""

    total: int
    rows: int


_ROWS = f"({LAST_ROW})"
"""No fewer than the rows that there are; read from the end of an index."""


@lru_cache(512)
def kept_count_statement(filters: ItemFilters) -> str:
    """The number of items on main that the filters leave, as it is kept."""
    return f"""
        SELECT CAST(COALESCE(SUM(c.held), 0) AS BIGINT), {_ROWS}
          FROM item_counts c WHERE {_counts_where(filters)}
    """


def _counts_where(filters: ItemFilters) -> str:
    conditions = [_FILTERS[name].format_map(_KEPT) for name in filters if isinstance(name, str)]
    return " AND ".join(conditions) or "TRUE"


@lru_cache(512)
def count_statement(filters: ItemFilters, *, in_view: bool) -> str:
    """The number of items that the filters leave."""
    if not in_view and filters == ("indexed",):
        return f"SELECT COUNT(*), {_ROWS} FROM versions_search(:phrase)"
    return f"SELECT COUNT(*), {_ROWS} FROM versions v WHERE {_where(filters, in_view=in_view)}"


def _where(filters: ItemFilters, *, in_view: bool, way: AccessPath = AccessPath.ANY) -> str:
    spelled = _INDEXED
    narrowed = [each.narrowing for each in filters if isinstance(each, KeyRange)]
    if narrowed or way is AccessPath.WALKED:
        spelled = _LOOKED_AT
    elif "indexed" in filters:
        # What the search index finds is fewer than a type or a program has; a design has few.
        spelled = _LOOKED_AT | {"design_id": "v.design_id"}
    conditions = [LIST_IN_VIEW if in_view else LIST_MAIN_NOW]
    conditions += [_FILTERS[each].format_map(spelled) for each in filters if isinstance(each, str)]
    tests = tuple(each for each in filters if isinstance(each, tuple))
    return " AND ".join(conditions + narrowed + filter_conditions(tests))


class FacetRow(msgspec.Struct, frozen=True):
    """A value of a field, what it is called where it is an id, and how many items have it."""

    value: str | int | None
    label: str | None
    count: int


@lru_cache(512)
def facet_statement(filters: ItemFilters, field: ListField, *, in_view: bool) -> str:
    """The values of a field among what the filters leave, the commonest first."""
    value = named(field.expression, "facet")
    return f"""
        SELECT {value}, {field.label or "NULL"}, COUNT(*)
          FROM versions v WHERE {_where(filters, in_view=in_view)}
         GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :limit
    """


FACETS_KEPT = {
    "type": "type",
    "state": "state",
    "partType": "part_type",
    "designId": "design_id",
    "programId": "program_id",
}
"""The fields by whose values the counts of items are kept."""


@lru_cache(512)
def kept_facet_statement(filters: ItemFilters, field: str) -> str:
    """The same of main from the counts that are kept, for filters and fields that they answer."""
    value = _KEPT[FACETS_KEPT[field]]
    return f"""
        SELECT {value}, NULL, CAST(SUM(c.held) AS BIGINT)
          FROM item_counts c WHERE {_counts_where(filters)}
         GROUP BY 1 HAVING SUM(c.held) > 0 ORDER BY 3 DESC, 1 LIMIT :limit
    """


class HeldValue(msgspec.Struct, frozen=True):
    """A value of a counted field, and how many items on main have it."""

    value: str | None
    count: int


RUNS = {"type": "type", "state": "state", "partType": "part_type"}
"""The fields of few values, by which items are counted: those of one value are a run."""


@lru_cache(512)
def runs_statement(filters: ItemFilters, field: str) -> str:
    """The values of one of these fields, and how many items on main the filters leave of each."""
    return f"""
        SELECT {_KEPT[RUNS[field]]}, CAST(SUM(c.held) AS BIGINT)
          FROM item_counts c WHERE {_counts_where(filters)}
         GROUP BY 1 HAVING SUM(c.held) > 0
    """


STATES = """
    SELECT DISTINCT state FROM item_counts
"""

IDS_BY_NUMBER = """
    SELECT v.item_id
      FROM masters m JOIN versions v ON v.master_id = m.id
     WHERE m.number_key = :number_key
     GROUP BY v.item_id
     ORDER BY MAX(v.since) DESC
     LIMIT 20
"""
"""The ids of all versions of the item with a number, the newest first."""

NUMBERED_IN_VIEW = {
    scope: f"""
    SELECT v.item_id
      FROM masters m JOIN versions v ON {shown_in_view("v", "m.id")}
     WHERE m.design_id {condition} AND folded(v.item_number) = :number_key AND NOT v.is_deleted
    """
    for scope, condition in (("design", "= :design"), ("library", "IS NULL"))
}
"""The item that had the number there, whoever has it now."""


_MASTER_OF = "(SELECT i.master_id FROM versions i WHERE i.item_id = wanted.value LIMIT 1)"


def _items(stands: str) -> str:
    return f"""
    SELECT wanted.value, {SHOWN}
      FROM each(:item_ids) AS wanted
      JOIN versions v ON {stands} {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
    """


ITEMS = _items("v.item_id = wanted.value AND v.until IS NULL")
"""Items by their ids, each on its own branch."""
ITEMS_ON_MAIN = _items(stands_on_main("v", _MASTER_OF))
ITEMS_IN_VIEW = _items(shown_in_view("v", _MASTER_OF))
"""Items by any of their ids as main or a view shows them."""
