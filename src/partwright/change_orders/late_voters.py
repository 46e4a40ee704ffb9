"""Votes asked of those who may vote only since a change order came to its state."""

from itertools import groupby

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.order_service import is_drafting
from partwright.inbox.model import Notice
from partwright.inbox.notices import item_subject, notify
from partwright.kit.db import Transaction
from partwright.kit.ids import MasterId, UserId
from partwright.workflows.model import RequiresApproval
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

    @property
    def is_asked(self) -> bool:
        machine = state_machine_of(self.states, self.transitions)
        state = machine.state(self.state_id)
        return not is_drafting(state) and (
            self.is_named
            or any(
                isinstance(guard, RequiresApproval)
                for transition in machine.leaving(state)
                for guard in transition.guards
            )
        )


async def ask_late_voters(tx: Transaction) -> None:
    """Put votes into the inboxes of those of whom they are asked, and who were never told so.

    They got their role, or were named, when the change order was submitted already.
    """
    found = await tx.all(_LateVoter, queries.LATE_VOTERS)
    asked = [row for row in found if row.is_asked]
    for (master_id, number, name), rows in groupby(
        asked, key=lambda row: (row.master_id, row.number, row.name)
    ):
        subject = item_subject(master_id, "ChangeOrder")
        text = f"{number} waits for your vote: {name}"
        notice = Notice(kind="vote", subject=subject, text=text, by=None)
        await notify(tx, [row.user_id for row in rows], notice)
