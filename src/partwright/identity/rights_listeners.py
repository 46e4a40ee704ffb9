"""Listeners for changes of rights: slices above, which identity need not know."""

from collections.abc import Awaitable, Callable

from partwright.kit.db import Transaction

RightsListener = Callable[[Transaction], Awaitable[None]]
rights_listeners: list[RightsListener] = []


def register_rights_listener(listener: RightsListener) -> None:
    """Tell a slice above when somebody may do more than before, in the transaction of the change.

    The composition root registers; registering again does nothing.
    """
    if listener not in rights_listeners:
        rights_listeners.append(listener)


async def tell_of_rights(tx: Transaction) -> None:
    """Say that rights may have grown; what follows from them is up to the listeners."""
    for listener in rights_listeners:
        await listener(tx)
