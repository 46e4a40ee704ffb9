"""The statements on locks and checkouts; each acquisition is one conditional write."""

import msgspec

from partwright.kit.ids import BranchId, MasterId, UserId


class LockHolder(msgspec.Struct, frozen=True):
    """Holder of something, and since when."""

    id: UserId
    name: str
    email: str
    taken_at: str


class CheckoutRow(msgspec.Struct, frozen=True):
    """A checkout with its holder."""

    master_id: MasterId
    branch_id: BranchId
    taken_at: str
    since: int
    """The last commit before the checkout: what a cancellation goes back to."""
    holder: UserId
    holder_name: str
    holder_email: str


TAKE_LOCK = """
    INSERT INTO item_locks (master_id, holder, taken_at)
    VALUES (:master_id, :holder, :now)
        ON CONFLICT (master_id) DO UPDATE
       SET holder = excluded.holder, taken_at = excluded.taken_at
     WHERE :force AND item_locks.holder <> excluded.holder
    RETURNING holder
"""
"""Answers a row to the one who did not have the lock before, and holds the row in any case."""

RELEASE_LOCK = """
    DELETE FROM item_locks WHERE master_id = :master_id AND (:any_holder OR holder = :holder)
"""

LOCK_HOLDER = """
    SELECT u.id, u.name, u.email, l.taken_at
      FROM item_locks l JOIN users u ON u.id = l.holder
     WHERE l.master_id = :master_id
"""

TAKE_CHECKOUT = """
    INSERT INTO checkouts (master_id, branch_id, holder, taken_at, since)
    VALUES (:master_id, :branch_id, :holder, :now, :since)
        ON CONFLICT (master_id, branch_id) DO NOTHING
"""

CHECKOUTS = """
    SELECT c.master_id, c.branch_id, c.taken_at, c.since, u.id, u.name, u.email
      FROM each(:masters) AS wanted
      JOIN checkouts c ON c.master_id = wanted.value AND c.branch_id = :branch_id
      JOIN users u ON u.id = c.holder
"""

CHECKOUTS_ON = """
    SELECT c.master_id, c.branch_id, c.taken_at, c.since, u.id, u.name, u.email
      FROM checkouts c JOIN users u ON u.id = c.holder
     WHERE c.branch_id = :branch_id
"""

END_CHECKOUTS = """
    DELETE FROM checkouts
     WHERE branch_id = :branch_id AND master_id IN (SELECT value FROM each(:masters))
"""

END_CHECKOUTS_OF_CHANGE = """
    DELETE FROM checkouts
     WHERE branch_id IN (SELECT id FROM branches WHERE change_order_id = :change_order_id)
"""

END_CHECKOUTS_ON = """
    DELETE FROM checkouts WHERE branch_id = :branch_id
"""


class ItemLockRow(msgspec.Struct, frozen=True):
    """An item's lock with its holder."""

    master_id: MasterId
    holder: UserId
    holder_name: str
    taken_at: str


LOCKS = """
    SELECT l.master_id, l.holder, u.name, l.taken_at
      FROM each(:masters) AS wanted
      JOIN item_locks l ON l.master_id = wanted.value
      JOIN users u ON u.id = l.holder
"""
