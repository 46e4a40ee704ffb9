"""The command line of the attacks."""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from attacks import audit, bounds, cell, fuzz, loads, matrix, oracle, schemas, soak, walk
from attacks.faults import Fault, Faults
from attacks.lasting_faults import LastingFault
from attacks.surroundings import surrounded
from attacks.target import DIALECTS, UNLIMITED, fresh_database, service, workshop
from attacks.walk import name_of
from attacks.walk_state import Knowledge
from tests.support.process import ServerProcess

ABOUT = """\
Attacks a throw-away server of this checkout with an empty database of its own, and tells what does not
hold. It never touches a server that is running already: to try a change, an upgrade or a setting, run it
in a checkout that has it. The status is 0 when everything holds, else 1.

  scripts/attack matrix --short                         rights, in a minute
  scripts/attack walk --calls 20000 --kill              four or six users, and a kill now and then
  scripts/attack walk --faults --most-faults 200 --fault-every 50 --database postgresql
                                                        200 faults of 18 kinds, one after the other
  scripts/attack fuzz --database postgresql --seed 7    other odd input than that of seed 1
  scripts/attack schemas --database postgresql          schemathesis over the whole OpenAPI document
  scripts/attack soak --minutes 480 --rate 5            a working day, to see that nothing grows
  scripts/attack bounds --only half_bodies pictures     two of the loads
"""

Attack = Callable[[argparse.Namespace, Path], Coroutine[None, None, list[str]]]


async def run_matrix(given: argparse.Namespace, directory: Path) -> list[str]:
    """All routes with all callers; compares the database around every call that should write nothing."""
    async with service(given.database, directory) as api:
        found = matrix.Matrix(api, given.database)
        await found.refused(each=not given.short)
        if not given.short:
            await found.admitted()
    print(matrix.table(found.cells))
    print(f"{len(found.cells)} cells")
    return [f"{cell.route} {cell.caller}" for cell in found.cells if cell.is_wrong]


async def run_oracle(given: argparse.Namespace, directory: Path) -> list[str]:
    """Whether an answer tells that something exists which the caller may not see."""
    async with service(given.database, directory) as api:
        found = oracle.Oracle(api)
        await found.ask(timed=not given.short)
    print(f"{found.asked} calls")
    return found.leaks


async def run_fuzz(given: argparse.Namespace, directory: Path) -> list[str]:
    """Odd values, types, texts and numbers in all places of all routes."""
    async with service(given.database, directory) as api:
        fuzzer = fuzz.Fuzzer(api, given.seed)
        await fuzzer.run(given.calls or (1_500 if given.short else 20_000))
    print("answers by status:", dict(sorted(fuzzer.statuses.items())))
    return fuzzer.wrong


async def run_walk(given: argparse.Namespace, directory: Path) -> list[str]:
    """Users at work at once on several designs and branches; what must hold is looked at all along."""
    url = fresh_database(given.database, directory)
    known = Knowledge(given.seed)
    calls = given.calls or (1_500 if given.short else 100_000)
    more: dict[str, Any] = {"workers": 2 if given.faults else 1, "log_level": "warning"}
    with ExitStack() as stack:
        lasting: list[LastingFault] = []
        if given.faults:
            server, lasting = stack.enter_context(surrounded(url, directory, **more))
        else:
            server = ServerProcess(directory, database_url=url, **UNLIMITED, **more)
            stack.enter_context(server)
        faults = Faults(server, url)
        some: list[Fault | LastingFault] = [faults.kill] if given.kill else []
        if given.faults:
            some = [*faults.all(), *lasting]
        if given.faults and url.startswith("postgresql"):
            some.append(faults.crash_the_database)
        some = [one for one in some if not given.only or name_of(one) in given.only]

        def http() -> httpx.AsyncClient:
            return walk.walk_client(server.url)

        plan = walk.Plan(
            *(calls, given.clients, some, given.fault_every),
            ready=faults.ready,
            seconds=given.minutes * 60,
            most_faults=given.most_faults,
        )
        auditor = await walk.walk(known, http, plan)
    print(walk.report(known, auditor))
    told = [
        line
        for line in server.log.read_text().splitlines()
        if "Traceback" in line and '"refused"' not in line
    ]
    print("\n".join(line.replace("\\n", "\n")[-3000:] for line in told[:5]))
    return known.wrong + audit.stored(url)


async def run_bounds(given: argparse.Namespace, directory: Path) -> list[str]:
    """Loads on a server that may take 512 MB, while another client reads an item."""
    url = fresh_database(given.database, directory)
    wanted = [one for one in loads.LOADS if not given.only or one.__name__ in given.only]
    with (
        ServerProcess(directory, database_url=url, log_level="warning", **UNLIMITED) as server,
        cell.limited(server) as how,
    ):
        results = await bounds.bounds(server, wanted)
    print(bounds.table(results))
    print(f"memory: {how}")
    return bounds.wrong(results)


async def run_schemas(given: argparse.Namespace, directory: Path) -> list[str]:
    """All operations of the OpenAPI document by schemathesis; answers must be as it describes them."""
    calls = given.calls or (1 if given.short else 20_000)
    told = await asyncio.to_thread(
        schemas.attack, given.database, directory, calls=calls, seed=given.seed
    )
    print(f"{told.calls} calls in {told.rounds} rounds")
    return told.wrong


async def run_soak(given: argparse.Namespace, directory: Path) -> list[str]:
    """Everyday calls at a low rate for hours; memory, open files and threads must not grow."""
    url = fresh_database(given.database, directory)
    with ServerProcess(directory, database_url=url, log_level="warning", **UNLIMITED) as server:
        found = await soak.soak(server, minutes=given.minutes or 60, rate=given.rate)
    print(soak.table(found.samples))
    print("answers by status:", dict(sorted(found.answers.items())))
    return found.wrong


ATTACKS: dict[str, Attack] = {
    "bounds": run_bounds,
    "fuzz": run_fuzz,
    "matrix": run_matrix,
    "oracle": run_oracle,
    "schemas": run_schemas,
    "soak": run_soak,
    "walk": run_walk,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/attack",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(dest="attack", required=True, metavar="ATTACK")
    for name, attack in ATTACKS.items():
        kind = kinds.add_parser(
            name, help=(attack.__doc__ or "").split(";")[0], description=attack.__doc__
        )
        kind.add_argument("--database", choices=sorted(DIALECTS), default="sqlite")
        kind.add_argument("--seed", type=int, default=1, help="of the random choices")
        kind.add_argument(
            "--calls", type=int, default=0, help="how many (of fuzz, schemas and walk)"
        )
        kind.add_argument(
            "--only", nargs="*", default=[], help="loads (of bounds), faults (of walk)"
        )
        kind.add_argument("--clients", type=int, default=6, help="how many at once (of walk)")
        kind.add_argument("--minutes", type=float, default=0, help="longest (of soak, walk)")
        kind.add_argument("--rate", type=float, default=10, help="calls a second (of soak)")
        kind.add_argument("--kill", action="store_true", help="SIGKILL the server amid the walk")
        kind.add_argument(
            "--faults",
            action="store_true",
            help="amid the walk, in turn: SIGKILL of the server and of one of its processes, SIGTERM,"
            " a clock that is set, a slow and a full disk, and with PostgreSQL loss of all"
            " connections, a crash of it, and slow, silent and cut networks to it, S3 and Redis",
        )
        kind.add_argument("--fault-every", type=int, default=2_000, help="so many calls")
        kind.add_argument("--most-faults", type=int, default=0, help="the walk ends after so many")
        kind.add_argument("--short", action="store_true", help="the form that the tests run")
    return parser


def main() -> int:
    """Run one attack; answers the status."""
    given = _parser().parse_args()
    began = time.monotonic()
    with workshop() as directory:
        wrong = asyncio.run(ATTACKS[given.attack](given, directory))
    for line in wrong[:100]:
        print(f"does not hold: {line}", file=sys.stderr)
    print(f"{len(wrong)} things do not hold; {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0
