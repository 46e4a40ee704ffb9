"""Faults that last for a while, with calls going on: slow or cut networks, disks, clocks."""

from collections.abc import Callable
from typing import NamedTuple

from attacks.disturbance import Disturbance
from attacks.network import Network

_DAY = 86_400
_OFF_SECONDS = 600
"""A store that is elsewhere refuses who is further from its own time, as S3 does beyond 15 minutes."""
_SLOW_SYNC_MILLISECONDS = 250
_SLOW_NETWORK_SECONDS = 0.02


class LastingFault(NamedTuple):
    """It begins, lasts while calls go on, and ends."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]
    is_excuse: bool
    """Whether a call may be refused with 503 or 507, or be cut off, while it lasts."""
    seconds: float = 2


def of_machine(machine: Disturbance, *, is_alone: bool) -> list[LastingFault]:
    """A clock that is set, a disk that is slow or full."""
    off = _DAY if is_alone else _OFF_SECONDS

    def fault(name: str, begin: Callable[[], None], *, is_excuse: bool = False) -> LastingFault:
        return LastingFault(name, begin, machine.show, is_excuse)

    return [
        fault("clock ahead", lambda: machine.show(clock_seconds=off)),
        fault("clock behind", lambda: machine.show(clock_seconds=-off)),
        fault("slow disk", lambda: machine.show(sync_milliseconds=_SLOW_SYNC_MILLISECONDS)),
        fault("full disk", lambda: machine.show(is_full=True), is_excuse=True),
    ]


def of_network(what: str, network: Network, *, is_needed: bool = True) -> list[LastingFault]:
    """A slow, a silent and a cut connection to something."""
    end = network.mend
    slow = LastingFault(f"slow {what}", lambda: network.slow(_SLOW_NETWORK_SECONDS), end, False)
    silent = LastingFault(f"silent {what}", network.silence, end, is_needed)
    return [slow, silent, LastingFault(f"no {what}", network.cut, end, is_needed)]
