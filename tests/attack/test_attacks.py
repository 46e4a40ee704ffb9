"""The short forms of the attacks that `scripts/attack` makes at length."""

from collections.abc import Callable

import httpx
import pytest

from attacks import cell, loads
from attacks.audit import stored
from attacks.bounds import bounds
from attacks.faults import Faults
from attacks.fuzz import Fuzzer
from attacks.matrix import Matrix, table
from attacks.oracle import Oracle
from attacks.schemas import failures_of
from attacks.soak import Sample, grown
from attacks.walk import Plan, walk, walk_client
from attacks.walk_state import Knowledge
from partwright.settings import Settings
from tests.support.application import Api
from tests.support.databases import Database
from tests.support.process import ServerProcess


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_everybody_is_admitted_and_refused_as_declared(api: Api, settings: Settings) -> None:
    matrix = Matrix(api, settings.database)
    await matrix.refused(each=False)
    assert len(matrix.cells) > 2000
    assert not any(cell.is_wrong for cell in matrix.cells), table(matrix.cells)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_no_answer_tells_what_exists(api: Api) -> None:
    oracle = Oracle(api)
    await oracle.ask(timed=False)
    assert oracle.asked > 500
    assert oracle.leaks == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nothing_odd_is_a_fault(api: Api) -> None:
    fuzzer = Fuzzer(api, seed=1)
    await fuzzer.run(800)
    assert fuzzer.wrong == []
    # Much of it must be good enough to get far.
    assert sum(count for status, count in fuzzer.statuses.items() if status < 400) > 150


async def test_a_walk_with_faults_leaves_everything_whole(
    database: Database, server: Callable[..., ServerProcess]
) -> None:
    workers = 2 if database.url.startswith("postgresql") else 1
    serving = server(log_level="warning", workers=workers)

    def http() -> httpx.AsyncClient:
        return walk_client(serving.url)

    known = Knowledge(seed=1)
    faults = Faults(serving, database.url).all()
    plan = Plan(calls=750, clients=6, faults=faults, fault_every=600 // len(faults))
    await walk(known, http, plan)
    assert known.wrong + stored(database.url) == []
    assert len(known.faults) == len(faults)
    assert sum(len(b.messages) for d in known.designs for b in d.branches) > 80


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_loads_leave_a_small_server_alive(server: Callable[..., ServerProcess]) -> None:
    serving = server(log_level="warning")
    tried = (loads.huge_numbers, loads.pictures)
    with cell.limited(serving):
        _, *results = await bounds(serving, tried, seconds=0)
    assert [line for one in results for line in one.wrong(None)] == []
    for one in results:
        assert one.answers, one.name


def test_what_schemathesis_found_is_told_by_operation() -> None:
    one, other = "GET /api/items", "POST /api/parts"
    told = f"=== FAILURES ===\n____ {one} ____\n- 404\n____ {other} ____\n- 500\n=== SUMMARY ===\n"
    assert failures_of(told) == [f"{one}\n- 404", f"{other}\n- 500"]
    assert failures_of("=== SUMMARY ===\n") == []


def test_a_soak_tells_what_grows_after_it_is_warm() -> None:
    warm = [Sample(80 << 20, 40, 10)] * 10 + [Sample(200 << 20, 55, 18)] * 30
    assert grown(warm) == []
    grows = [Sample((80 + 2 * n) << 20, 40 + n, 10 + n) for n in range(40)]
    assert [line.split(" grew")[0] for line in grown(grows)] == ["memory", "open files", "threads"]
    assert "too few samples" in grown(warm[:7])[0]
