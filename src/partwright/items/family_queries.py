"""The statements on families and their variants."""

import msgspec

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import (
    BESIDE,
    LIST_IN_VIEW,
    LIST_MAIN_NOW,
    SHOWN,
    shown_in_view,
    stands_on_main,
)


def _variants(stands: str) -> str:
    return f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE v.family_id = :family_id AND {stands} AND {visible_condition("v.program_id")}
     ORDER BY v.item_number, v.master_id
    """


class JudgedVariant(msgspec.Struct, frozen=True):
    """A variant of a family, and whether the actor sees it."""

    number: str
    is_visible: bool


def _judged_variants(stands: str) -> str:
    return f"""
    SELECT v.item_number, {visible_condition("v.program_id")}
      FROM versions v
     WHERE v.family_id = :family_id AND {stands}
     ORDER BY v.item_number, v.master_id
     LIMIT 20
    """


JUDGED_VARIANTS = _judged_variants(LIST_MAIN_NOW)
JUDGED_VARIANTS_IN_VIEW = _judged_variants(LIST_IN_VIEW)
"""Some variants of a family, those that one does not see among them."""

_COUNT = "SELECT COUNT(*) FROM versions v WHERE v.family_id = :family_id AND"
COUNT_VARIANTS = f"{_COUNT} {LIST_MAIN_NOW}"
COUNT_VARIANTS_IN_VIEW = f"{_COUNT} {LIST_IN_VIEW}"
"""How many variants a family has, seen or not."""

VARIANTS = _variants(LIST_MAIN_NOW)
VARIANTS_IN_VIEW = _variants(LIST_IN_VIEW)
"""The variants of a family that one sees."""


def _family(stands: str) -> str:
    return f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE {stands} AND NOT v.is_deleted AND {visible_condition("v.program_id")}
    """


FAMILY = _family(stands_on_main("v", ":family_id"))
FAMILY_IN_VIEW = _family(shown_in_view("v", ":family_id"))

STANDS_AS_FAMILY = f"""
    SELECT v.item_id FROM versions v
     WHERE {shown_in_view("v", ":family_id")} AND NOT v.is_deleted
       AND v.variant_attributes IS NOT NULL
"""
"""Whether a view shows a family, seen or not."""

VARIANTS_OUTSIDE = f"""
    SELECT v.item_number, {visible_condition("v.program_id")}
      FROM masters m
      JOIN versions v ON v.family_id = m.id AND v.until IS NULL AND NOT v.is_deleted
      JOIN masters own ON own.id = v.master_id AND COALESCE(own.design_id, '') <> m.design_id
     WHERE m.design_id = :design_id
     ORDER BY v.item_number
     LIMIT 20
"""
"""Variants outside of a design, on any branch, whose families are its items."""
