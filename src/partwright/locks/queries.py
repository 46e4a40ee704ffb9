"""The statements on locks and checkouts."""

import msgspec

from partwright.kit.ids import UserId


class Holder(msgspec.Struct, frozen=True):
    """Who holds something, and since when."""

    id: UserId
    name: str
    email: str
    taken_at: str


CHECKOUT_HOLDER = """
    SELECT u.id, u.name, u.email, c.taken_at
      FROM checkouts c JOIN users u ON u.id = c.holder
     WHERE c.master_id = :master_id AND c.branch_id = :branch_id
"""

CHECKOUT_HOLDERS = """
    SELECT c.master_id, u.id, u.name, u.email, c.taken_at
      FROM each(:masters) AS wanted
      JOIN checkouts c ON c.master_id = wanted.value AND c.branch_id = :branch_id
      JOIN users u ON u.id = c.holder
"""
