"""The statements of imports."""

from partwright.programs.visibility import visible_condition
from partwright.versioning.resolve import BESIDE, SHOWN, in_view

NUMBERED = f"""
    SELECT {SHOWN}
      FROM each(:keys) AS wanted
      JOIN masters m ON m.number_key = wanted.value
           AND COALESCE(m.design_id, :design_id) = :design_id
      JOIN versions v ON {in_view("v", "m.id")} {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
"""
"""Items of the design and of the library by their numbers, as the view shows them.

The design is compared in a way that no index serves: numbers are what an item is found by.
"""
