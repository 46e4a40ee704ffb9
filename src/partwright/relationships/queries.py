"""The statements on relationships and the structures they make."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import (
    EDGE,
    EDGE_IN_VIEW,
    shown_in_view,
    stands_on_main,
)

_SUMMARY = "{0}.item_id, {0}.item_number, {0}.name, {0}.revision, {0}.type, {0}.state"

_OF_TYPE = "(CAST(:type AS text) IS NULL OR r.type = :type)"


_READABLE = "v.type IN (SELECT value FROM each(:types))"


def _beside(edge_stands: str, child_stands: str) -> str:
    """The relationships of an item with their children, as far as one sees them."""
    return f"""
      FROM relationships r
      JOIN versions v ON {child_stands}
     WHERE r.parent_item_id = :item_id AND {edge_stands} AND {_OF_TYPE}
       AND (CAST(:child AS text) IS NULL OR r.child_master_id = :child)
       AND NOT v.is_deleted AND {_READABLE} AND {visible_condition("v.program_id")}
    """


def _of_item(beside: str) -> str:
    return f"""
    SELECT {EDGE}, {_SUMMARY.format("v")} {beside}
     ORDER BY r.find_number IS NULL, r.find_number, v.item_number, r.type
     LIMIT :limit OFFSET :offset
    """


_BESIDE_MAIN = _beside("r.until IS NULL", stands_on_main("v", "r.child_master_id"))
_BESIDE_IN_VIEW = _beside(EDGE_IN_VIEW, shown_in_view("v", "r.child_master_id"))

OF_ITEM = _of_item(_BESIDE_MAIN)
OF_ITEM_IN_VIEW = _of_item(_BESIDE_IN_VIEW)
COUNT_OF_ITEM = f"SELECT COUNT(*) {_BESIDE_MAIN}"
COUNT_OF_ITEM_IN_VIEW = f"SELECT COUNT(*) {_BESIDE_IN_VIEW}"

OPEN_LINE = f"""
    SELECT {EDGE}, {_SUMMARY.format("v")}
      FROM relationships r
      LEFT JOIN versions v ON {stands_on_main("v", "r.child_master_id")} AND NOT v.is_deleted
           AND {_READABLE} AND {visible_condition("v.program_id")}
     WHERE r.id = :id AND r.until IS NULL
"""
"""A relationship with its child as main shows it, as far as one sees that."""


def _same_edge(edge_stands: str) -> str:
    return f"""
    SELECT {EDGE}
      FROM relationships r
     WHERE r.parent_item_id = :item_id AND r.child_master_id = :child_master_id
       AND r.type = :type AND {edge_stands}
    """


SAME_EDGE = _same_edge("r.until IS NULL")
SAME_EDGE_IN_VIEW = _same_edge(EDGE_IN_VIEW)


def _within(source_stands: str, edge_stands: str, child_stands: str) -> str:
    """The relationships of a design's items, as far as one sees their children.

    The tables are read in this order, also by a planner that would rather read all relationships
    than sort some.
    """
    return f"""
      FROM masters m CROSS JOIN versions s CROSS JOIN relationships r CROSS JOIN versions v
     WHERE m.design_id = :design_id AND {source_stands} AND NOT s.is_deleted
       AND s.type IN (SELECT value FROM each(:types))
       AND r.parent_item_id = s.item_id AND {edge_stands} AND {_OF_TYPE}
       AND {child_stands} AND NOT v.is_deleted AND {_READABLE} AND {visible_condition("v.program_id")}
    """


_LISTED = """
    r.id, r.parent_item_id, v.item_id, r.type, r.quantity, r.find_number, r.reference_designator,
    r.metadata
"""


def _of_design(within: str) -> str:
    return f"""
    SELECT {_LISTED} {within}
     ORDER BY r.id DESC
     LIMIT :limit OFFSET :offset
    """


_WITHIN_MAIN = _within(
    stands_on_main("s", "m.id"), "r.until IS NULL", stands_on_main("v", "r.child_master_id")
)
_WITHIN_VIEW = _within(
    shown_in_view("s", "m.id"), EDGE_IN_VIEW, shown_in_view("v", "r.child_master_id")
)

OF_DESIGN = _of_design(_WITHIN_MAIN)
OF_DESIGN_IN_VIEW = _of_design(_WITHIN_VIEW)
ROWS_OF_DESIGN = f"SELECT r.row_id {_WITHIN_MAIN} ORDER BY r.id DESC"
ROWS_OF_DESIGN_IN_VIEW = f"SELECT r.row_id {_WITHIN_VIEW} ORDER BY r.id DESC"
COUNT_OF_DESIGN = f"SELECT COUNT(*) {_WITHIN_MAIN}"
COUNT_OF_DESIGN_IN_VIEW = f"SELECT COUNT(*) {_WITHIN_VIEW}"


def _of_rows(child_stands: str) -> str:
    return f"""
    SELECT {_LISTED}
      FROM each(:row_ids) AS wanted
      JOIN relationships r ON r.row_id = CAST(wanted.value AS BIGINT)
      JOIN versions v ON {child_stands}
     ORDER BY r.id DESC
    """


OF_ROWS = _of_rows(stands_on_main("v", "r.child_master_id"))
OF_ROWS_IN_VIEW = _of_rows(shown_in_view("v", "r.child_master_id"))
"""Relationships that were found by one of the statements above, in the same order."""


EXPORTED = f"""
    SELECT r.id, r.type, s.item_id, s.item_number, v.item_id, v.item_number,
           r.quantity, r.find_number, r.reference_designator, r.metadata
      FROM relationships r
      JOIN versions s ON {shown_in_view("s", "r.parent_master_id")}
      JOIN versions v ON {shown_in_view("v", "r.child_master_id")}
     WHERE r.row_id > :after AND r.row_id <= :until AND {EDGE_IN_VIEW} AND {_OF_TYPE}
       AND r.parent_item_id = s.item_id AND NOT s.is_deleted
       AND s.type IN (SELECT value FROM each(:types)) AND {visible_condition("s.program_id")}
       AND (CAST(:design_id AS text) IS NULL OR s.design_id = :design_id)
       AND NOT v.is_deleted AND {_READABLE} AND {visible_condition("v.program_id")}
     ORDER BY r.row_id
"""
"""Relationships of some rows in a view, as far as one sees both ends."""

LAST_ROW = "SELECT COALESCE(MAX(row_id), 0) FROM relationships"


def _children(child_stands: str, edge_stands: str) -> str:
    return f"""
    SELECT r.parent_master_id, r.child_master_id, v.item_id
      FROM each(:frontier) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.type = 'bom'
           AND {edge_stands}
      JOIN versions v ON {child_stands}
     WHERE NOT v.is_deleted
    """


CHILDREN = _children(stands_on_main("v", "r.child_master_id"), "r.until IS NULL")
CHILDREN_IN_VIEW = _children(shown_in_view("v", "r.child_master_id"), EDGE_IN_VIEW)
"""One level down, without regard to who asks: cycles are cycles also where one cannot see."""


def _parents(parent_stands: str, edge_stands: str) -> str:
    return f"""
    SELECT r.parent_master_id, r.child_master_id, r.parent_master_id
      FROM each(:frontier) AS wanted
      JOIN relationships r ON r.child_master_id = wanted.value AND r.type = 'bom'
           AND {edge_stands}
      JOIN versions v ON v.item_id = r.parent_item_id AND {parent_stands}
     WHERE NOT v.is_deleted
    """


PARENTS = _parents(stands_on_main("v", "r.parent_master_id"), "r.until IS NULL")
PARENTS_IN_VIEW = _parents(shown_in_view("v", "r.parent_master_id"), EDGE_IN_VIEW)
"""One level up from masters, likewise."""


_FIGURES = f"""
    {_SUMMARY.format("v")}, v.cost, v.cost_currency, v.weight, v.weight_unit, v.lead_time,
    v.part_type, v.mass_basis, v.cost_basis, v.variant_attributes IS NOT NULL,
    {visible_condition("v.program_id")}, v.master_id
"""
"""Of an item of a structure: what roll-ups need, and whether one sees it."""


def _level_down(child_stands: str, edge_stands: str) -> str:
    return f"""
    SELECT r.id, r.parent_item_id, r.type, r.quantity, r.find_number, r.reference_designator,
           {_FIGURES}
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND {edge_stands} AND {_OF_TYPE}
      JOIN versions v ON {child_stands}
     WHERE NOT v.is_deleted
    """


LEVEL_DOWN = _level_down(stands_on_main("v", "r.child_master_id"), "r.until IS NULL")
LEVEL_DOWN_IN_VIEW = _level_down(shown_in_view("v", "r.child_master_id"), EDGE_IN_VIEW)
"""The edges below some items, with their children."""


def _lines_below(edge_stands: str) -> str:
    return f"""
    SELECT r.id, r.parent_item_id, r.type, r.quantity, r.find_number, r.reference_designator,
           r.child_master_id
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND {edge_stands} AND {_OF_TYPE}
    """


LINES_BELOW = _lines_below("r.until IS NULL")
LINES_BELOW_IN_VIEW = _lines_below(EDGE_IN_VIEW)
"""The edges below some items, without a look at their children."""


def _structure_items(stands: str) -> str:
    return f"""
    SELECT {_FIGURES}
      FROM each(:master_ids) AS wanted
      JOIN versions v ON {stands}
     WHERE NOT v.is_deleted
    """


STRUCTURE_ITEMS = _structure_items(stands_on_main("v", "wanted.value"))
STRUCTURE_ITEMS_IN_VIEW = _structure_items(shown_in_view("v", "wanted.value"))
"""The items of some masters."""


def _level_up(parent_stands: str, edge_stands: str) -> str:
    return f"""
    SELECT r.id, child.item_id, r.type, r.quantity, r.find_number, r.reference_designator,
           {_SUMMARY.format("v")}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, FALSE,
           {visible_condition("v.program_id")}, v.master_id
      FROM each(:item_ids) AS wanted
      JOIN versions child ON child.row_id = (
           SELECT i.row_id FROM versions i WHERE i.item_id = wanted.value
            ORDER BY i.since DESC LIMIT 1)
      JOIN relationships r ON r.child_master_id = child.master_id
           AND {edge_stands} AND {_OF_TYPE}
      JOIN versions v ON v.item_id = r.parent_item_id AND {parent_stands}
     WHERE NOT v.is_deleted
    """


LEVEL_UP = _level_up(stands_on_main("v", "r.parent_master_id"), "r.until IS NULL")
LEVEL_UP_IN_VIEW = _level_up(shown_in_view("v", "r.parent_master_id"), EDGE_IN_VIEW)
"""The edges above some items; the item named second is the child, the others are parents."""


def _child_counts(edge_stands: str) -> str:
    return f"""
    SELECT r.parent_item_id, COUNT(*)
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.type = 'bom' AND {edge_stands}
     GROUP BY r.parent_item_id
    """


CHILD_COUNTS = _child_counts("r.until IS NULL")
CHILD_COUNTS_IN_VIEW = _child_counts(EDGE_IN_VIEW)
"""How many lines items have, whoever sees their children."""


def _edges_by_id(edge_stands: str) -> str:
    return f"""
    SELECT {EDGE} FROM each(:ids) AS wanted JOIN relationships r ON r.id = wanted.value AND {edge_stands}
    """


OPEN_EDGES = _edges_by_id("r.until IS NULL")
EDGES_IN_VIEW = _edges_by_id(EDGE_IN_VIEW)
LAST_EDGES = _edges_by_id("r.since = (SELECT MAX(x.since) FROM relationships x WHERE x.id = r.id)")
"""Also those that main has lost since a branch began, or that the branch shows under another id."""


IDS_OF_PLACE = """
    WITH here AS (
        SELECT DISTINCT r.id
          FROM (SELECT DISTINCT item_id FROM versions WHERE master_id = :parent_master_id) parent
          JOIN relationships r ON r.parent_item_id = parent.item_id
         WHERE r.child_master_id = :child_master_id AND r.type = :type
    ), parents AS (
        SELECT DISTINCT v.master_id
          FROM here
          JOIN relationships r ON r.id = here.id
          JOIN versions v ON v.item_id = r.parent_item_id
    )
    SELECT DISTINCT r.id
      FROM (SELECT DISTINCT v.item_id
              FROM parents JOIN versions v ON v.master_id = parents.master_id) parent
      JOIN relationships r ON r.parent_item_id = parent.item_id
     WHERE r.child_master_id = :child_master_id AND r.type = :type
"""
"""A line's ids: branches and revisions have each their own for the same child of the same parent.

A line that was moved is the same below its parents before.
"""


def _lines_of(edge_stands: str, child_stands: str) -> str:
    return f"""
    SELECT {EDGE}, {_SUMMARY.format("v")}
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND {edge_stands}
      LEFT JOIN versions v ON {child_stands} AND NOT v.is_deleted AND {_READABLE}
           AND {visible_condition("v.program_id")}
    """


LINES_OF = _lines_of("r.until IS NULL", stands_on_main("v", "r.child_master_id"))
LINES_OF_IN_VIEW = _lines_of(EDGE_IN_VIEW, shown_in_view("v", "r.child_master_id"))
"""All relationships of some items; of a child that one does not see nothing is told."""

NEWEST_COMPANY_EDIT = """
    SELECT MAX(c.edited)
      FROM (SELECT MAX(updated_at) AS edited FROM manufacturers
             UNION ALL SELECT MAX(updated_at) FROM suppliers) c
"""
