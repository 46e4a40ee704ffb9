"""Visibility of records, as one piece of SQL that every list, search and structure read uses."""

from partwright.identity.model import Actor
from partwright.kit.db.base import Value

HIDDEN = "an item that is hidden from you"
"""What refusals say in place of a number that the caller may not see."""


def visible_condition(program_id: str) -> str:
    """A condition on the column that holds a row's program; rows without one are for everybody.

    Needs the parameters of `seen_by`.
    """
    return (
        f"(:sees_all OR {program_id} IS NULL OR {program_id} IN"
        " (SELECT member.program_id FROM program_members member WHERE member.user_id = :seer))"
    )


def visibility_params(actor: Actor) -> dict[str, Value]:
    return {"sees_all": actor.sees_all, "seer": actor.id}
