"""A random walk: several users at work at once, with what must hold looked at all along."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import cycle
from typing import NamedTuple

import httpx

from attacks.audit import Auditor
from attacks.faults import Fault
from attacks.lasting_faults import LastingFault
from attacks.walk_state import Knowledge
from attacks.walk_steps import STEPS, advance_order, new_design, read
from attacks.walker import Walker
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER

PEOPLE = (ENGINEER, OUTSIDER, APPROVER, ENGINEER, ADMINISTRATOR, OUTSIDER)
AUDITED_EVERY = 400
"""Calls between two looks at what must hold."""
TOLD_EVERY = 1_000
"""Calls between two lines about how far the walk is."""

Http = Callable[[], AbstractAsyncContextManager[httpx.AsyncClient]]


def walk_client(url: str) -> httpx.AsyncClient:
    """A client that keeps no connection as long as the server does, which may be closing it."""
    return httpx.AsyncClient(base_url=url, timeout=60, limits=httpx.Limits(keepalive_expiry=2))


async def _nothing() -> None:
    """Nobody is waited for."""


class Plan(NamedTuple):
    """How long, by how many, and what happens meanwhile."""

    calls: int
    clients: int
    faults: Sequence[Fault | LastingFault] = ()
    """What goes wrong meanwhile, in turn."""
    fault_every: int = 2_000
    ready: Callable[[], Awaitable[None]] = _nothing
    """Comes back when the server answers again."""
    seconds: float = 0
    """After so long it ends, however many calls were made; 0 for never."""
    most_faults: int = 0
    """After so many it ends; 0 for never."""


def name_of(fault: Fault | LastingFault) -> str:
    """What it is called in reports."""
    return fault.name if isinstance(fault, LastingFault) else fault.__name__


async def walk(known: Knowledge, http: Http, plan: Plan) -> Auditor:
    """Walk until so many calls are made; answers what has looked at it."""
    async with http() as client:
        walkers = [Walker(known, client, PEOPLE[n % len(PEOPLE)]) for n in range(plan.clients)]
        auditor = Auditor(Walker(known, client, ADMINISTRATOR))
        if plan.seconds:
            asyncio.get_running_loop().call_later(plan.seconds, known.is_over.set)
        while len(known.designs) < 3:
            await new_design(walkers[0])
        tasks = [asyncio.create_task(_steps(walker, plan)) for walker in walkers]
        tasks.append(asyncio.create_task(_audits(known, auditor, plan)))
        if plan.faults:
            tasks.append(asyncio.create_task(_fail(known, plan)))
        await asyncio.gather(*tasks)
        await auditor.everything()
    return auditor


async def _steps(walker: Walker, plan: Plan) -> None:
    steps, weights = list(STEPS), list(STEPS.values())
    if walker.person is APPROVER:
        steps, weights = [read, advance_order], [3, 1]
    while walker.known.goes_on(plan.calls):
        (step,) = walker.chance.choices(steps, weights)
        await step(walker)
        # A step may end without a call; others must come to theirs.
        await asyncio.sleep(0)


async def _audits(known: Knowledge, auditor: Auditor, plan: Plan) -> None:
    seen, told, began = 0, 0, time.monotonic()
    while known.goes_on(plan.calls):
        if known.calls - seen >= AUDITED_EVERY:
            seen = known.calls
            await auditor.design(known.chance.choice(known.designs))
        if known.calls - told >= TOLD_EVERY:
            told = known.calls
            _tell(known, time.monotonic() - began)
        await asyncio.sleep(0.05)


async def _fail(known: Knowledge, plan: Plan) -> None:
    """Let one thing after the other go wrong; nobody begins a call before it is over."""
    seen, turns = 0, cycle(plan.faults)
    while known.goes_on(plan.calls):
        if known.calls - seen >= plan.fault_every:
            seen, began = known.calls, time.monotonic()
            fault = next(turns)
            if isinstance(fault, LastingFault):
                await _last(known, fault, plan)
            else:
                known.is_up.clear()
                known.is_excused = True
                await fault()
            known.faults[name_of(fault)] += 1
            await known.is_quiet.wait()
            _tell_fault(known, name_of(fault), time.monotonic() - began)
            known.is_excused = False
            known.is_up.set()
            if known.faults.total() == plan.most_faults:
                known.is_over.set()
        await asyncio.sleep(0.05)


async def _last(known: Knowledge, fault: LastingFault, plan: Plan) -> None:
    """Calls go on while it lasts; those under way when it ends are waited for."""
    known.is_excused = fault.is_excuse
    await asyncio.to_thread(fault.begin)
    await asyncio.sleep(fault.seconds)
    known.is_up.clear()
    await asyncio.to_thread(fault.end)
    await known.is_quiet.wait()
    await plan.ready()


def _tell(known: Knowledge, seconds: float) -> None:
    """A long walk says how far it is, so that what it has shown outlives it."""
    latest = f", latest: {known.wrong[-1]}" if known.wrong else ""
    print(
        f"{seconds:.0f} s: {known.calls} calls, {known.unknown} cut off by faults,"
        f" {len(known.wrong)} things do not hold{latest}",
        file=sys.stderr,
        flush=True,
    )


def _tell_fault(known: Knowledge, name: str, seconds: float) -> None:
    count = known.faults.total()
    print(
        f"  {count}. {name}: {seconds:.1f} s, {known.calls} calls, {len(known.wrong)} wrong",
        file=sys.stderr,
        flush=True,
    )


def report(known: Knowledge, auditor: Auditor) -> str:
    """How often each call was answered how."""
    calls: dict[str, dict[int, int]] = {}
    for (name, status), count in sorted(known.statuses.items()):
        calls.setdefault(name, {})[status] = count
    lines = [f"{name:60} {told}" for name, told in calls.items()]
    writes = sum(len(b.messages) for d in [*known.designs, *known.retired] for b in d.branches)
    lines.append(
        f"{known.calls} calls, {writes} acknowledged commits, {len(known.files)} files,"
        f" {auditor.audits} audits, {known.unknown} calls cut off by {known.faults.total()} faults {dict(known.faults)}"
    )
    return "\n".join(lines)
