"""The one rule of which version row a view shows, as pieces of SQL.

Resolving master *m* on branch *b* at commit *c*: the branch's row valid at *c*, else main's
row valid at the branch's base (at *c* for items of other designs). On a branch of a change order the
rows of the change's branches in other designs count as well. The statements built of these pieces need the parameters
of `View.params`; those for main as it is now need none and are served by one index lookup.
"""

from partwright.item_types import TYPES
from partwright.versioning.model import ItemVersion, RelationshipRow, ShownVersion

COLUMNS = ", ".join(f"v.{name}" for name in ItemVersion.__struct_fields__)
"""All columns of `Version` of the row aliased `v`."""

SHOWN = (
    COLUMNS
    + ", lock.holder, holder.name, holder.email, lock.taken_at, assignee.name, approver.name"
)
"""All columns of `ShownVersion`; needs BESIDE."""

EDGE = ", ".join(f"r.{name}" for name in RelationshipRow.__struct_fields__)
"""All columns of `Edge` of the relationship aliased `r`."""

BESIDE = """
      LEFT JOIN item_locks lock ON lock.master_id = v.master_id
      LEFT JOIN users holder ON holder.id = lock.holder
      LEFT JOIN users assignee ON assignee.id = v.assignee
      LEFT JOIN users approver ON approver.id = v.approved_by
"""

assert ShownVersion.__struct_fields__[: len(ItemVersion.__struct_fields__)] == (
    ItemVersion.__struct_fields__
)


UNBRANCHED = ", ".join(f"'{name}'" for name, type in TYPES.items() if not type.is_branched)
"""The names of the types that are edited in place, as a list of SQL."""
_DESIGN = (
    "CASE WHEN {row}.type IN (" + UNBRANCHED + ") THEN '-' ELSE COALESCE({row}.design_id, '') END"
)
"""The design whose branches an item is content of; work records are content of none."""


def _main_at(design: str) -> str:
    """The commit as of which a view shows main's rows of a design.

    Of its own design a branch shows main as of its base; parts of other designs and of the
    library, and the work records of all, it shows as they are, so that a standard part made
    since can be used.
    """
    return f"CASE WHEN {design} = :design THEN :base ELSE :at END"


def _main_at_of(row: str) -> str:
    return _main_at(_DESIGN.format(row=row))


def stood_at_commit(row: str, at: str) -> str:
    """Whether a row stood at a commit."""
    return f"{row}.since <= {at} AND ({row}.until IS NULL OR {row}.until > {at})"


def stands_on_main(row: str, master: str) -> str:
    """The row is the master's current one on main; deleted ones included."""
    return (
        f"{row}.master_id = {master} AND {row}.until IS NULL"
        f" AND {row}.is_current AND {row}.branch_id IS NULL"
    )


def _on_branch(row: str) -> str:
    """The row stands on the view's branch, or on another branch of the same change.

    A change has one branch a design and an item is of one design, so that at most one branch has it.
    """
    return (
        f"({row}.branch_id = :branch OR {row}.branch_id IN"
        " (SELECT sibling.id FROM branches sibling WHERE sibling.change_order_id = :change))"
    )


def shown_in_view(row: str, master: str) -> str:
    """The row is the one that the view shows of the master; deleted ones included."""
    return (
        f"{row}.row_id = COALESCE("
        f"(SELECT own.row_id FROM versions own WHERE own.master_id = {master}"
        f" AND {_on_branch('own')} AND own.is_current AND {stood_at_commit('own', ':at')}), "
        f"(SELECT main.row_id FROM versions main WHERE main.master_id = {master}"
        f" AND main.branch_id IS NULL AND main.is_current"
        f" AND {stood_at_commit('main', _main_at_of('main'))}"
        # At most one; from the newest on it is met at once, however often the item was written.
        " ORDER BY main.since DESC LIMIT 1))"
    )


def held_in_view(row: str, master: str) -> str:
    """The row of what an item holds stood in the item where the view sees the item.

    Most rows stood at both commits, or at neither; only for the others the item's design is asked.
    """
    design = f"(SELECT {_DESIGN.format(row='m')} FROM masters m WHERE m.id = {row}.{master})"
    return f"""(
    ({_on_branch(row)} AND {stood_at_commit(row, ":at")})
    OR ({row}.branch_id IS NULL
        AND (({row}.since <= :base AND {row}.since <= :at) OR {row}.since <= {_main_at(design)})
        AND ({row}.until IS NULL OR ({row}.until > :base AND {row}.until > :at)
             OR {row}.until > {_main_at(design)})))
"""


EDGE_IN_VIEW = held_in_view("r", "parent_master_id")
"""The relationship `r` stood in its parent where the view sees the parent."""

LINK_IN_VIEW = held_in_view("f", "master_id")
"""The file link `f` stood in its item where the view sees the item."""


LIST_MAIN_NOW = "v.until IS NULL AND v.is_current AND v.branch_id IS NULL AND NOT v.is_deleted"
"""Every row `v` that main shows now."""

LIST_IN_VIEW = f"""
    v.is_current AND NOT v.is_deleted AND (
        ({_on_branch("v")} AND {stood_at_commit("v", ":at")})
        OR (v.branch_id IS NULL AND {stood_at_commit("v", _main_at_of("v"))} AND NOT EXISTS (
            SELECT 1 FROM versions own WHERE own.master_id = v.master_id
               AND {_on_branch("own")} AND own.is_current AND {stood_at_commit("own", ":at")})))
"""
"""Every row `v` that a view shows."""
