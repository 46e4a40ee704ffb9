"""Votes asked of those who may vote only since a change order came to its state."""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.model import is_drafting_state
from partwright.inbox.model import Notice
from partwright.inbox.notices import item_subject, notify
from partwright.kit.db import Transaction
from partwright.kit.ids import MasterId, UserId
from partwright.workflows.rows import state_machine_of


class _LateVoter(msgspec.Struct, frozen=True):
    """A change order under way, and somebody who may vote there and was not asked; columns."""

    master_id: MasterId
    number: str
    name: str
    states: str
    transitions: str
    state_id: str
    is_named: bool
    """Whether the state's approvers include them; else nobody is named there."""
    user_id: UserId


async def ask_late_voters(tx: Transaction) -> None:
    """Put votes into the inboxes of those of whom they are asked, and who were never told so.

    They got their role, or were named, when the change order was submitted already.
    """
    found = await tx.all(_LateVoter, queries.LATE_VOTERS)
    for _, rows in groupby(found, key=lambda row: row.master_id):
        await _ask(tx, list(rows))


async def _ask(tx: Transaction, voters: Sequence[_LateVoter]) -> None:
    """Those of one change order, whose workflow is read once for all of them."""
    order = voters[0]
    machine = state_machine_of(order.states, order.transitions)
    state = machine.state(order.state_id)
    if is_drafting_state(state):
        return
    asks_anybody = any(transition.asks_approval for transition in machine.leaving(state))
    asked = [row.user_id for row in voters if row.is_named or asks_anybody]
    if asked:
        subject = item_subject(order.master_id, "ChangeOrder")
        text = f"{order.number} is waiting for your vote: {order.name}"
        await notify(tx, asked, Notice(kind="vote", subject=subject, text=text, by=None))
