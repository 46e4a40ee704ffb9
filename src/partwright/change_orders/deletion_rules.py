"""Items that a change order holds: what is under review is not deleted below it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.change_orders import progress_queries
from partwright.change_orders.model import UnderReview, is_drafting_state
from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.ids import MasterId
from partwright.programs.access import visibility_params
from partwright.workflows.rows import state_machine_of


class _Listing(msgspec.Struct, frozen=True):
    """An item on the list of a change order whose workflow runs; columns."""

    item_number: str
    order_number: str
    is_visible: bool
    states: str
    transitions: str
    state_id: str

    @property
    def is_frozen(self) -> bool:
        return not is_drafting_state(
            state_machine_of(self.states, self.transitions).state(self.state_id)
        )


async def check_not_under_review(
    snapshot: Snapshot, actor: Actor, masters: Sequence[MasterId]
) -> None:
    """UnderReview where a change order that was submitted lists one of the items."""
    params: dict[str, Any] = visibility_params(actor)
    listed = await snapshot.all(
        _Listing, progress_queries.LISTED_BY_ACTIVE, masters=list[str](masters), **params
    )
    for one in listed:
        if one.is_frozen:
            raise UnderReview(one.item_number, one.order_number if one.is_visible else None)
