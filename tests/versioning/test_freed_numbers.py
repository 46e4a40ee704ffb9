"""Numbers that deletion frees: for whom, from when on, and how they come back."""

import contextlib
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg

from partwright.kit.db import open_database
from partwright.kit.db.dialect import for_postgres, for_sqlite
from partwright.kit.db.sqlite import connect
from partwright.versioning import master_queries, queries
from tests.merging.test_branch_merge import conflicts, merge, taking
from tests.support.application import Api, data, refused
from tests.support.databases import Database
from tests.support.people import ADMINISTRATOR
from tests.versioning.scene import Product, product

FORMER = "UPDATE masters SET number_key = 'deleted:' || id WHERE number_key = ' deleted:' || id"
FREED = "UPDATE masters SET number_key = ' deleted:' || id WHERE number_key = :key"


async def make(made: Product, number: str, branch: str | None = None) -> Any:
    body = {"name": "New", "itemNumber": number, "designId": made.design}
    if branch is not None:
        body["branchId"] = branch
    return await made.call("POST", "/api/parts", body)


async def taken(made: Product, number: str, branch: str | None = None) -> None:
    refused(await make(made, number, branch), 409, "DUPLICATE_ITEM_NUMBER")


async def delete(made: Product, number: str, **on: str) -> None:
    data(await made.call("DELETE", f"/api/items/{made.ids[number]}", params=on))


async def test_what_an_open_branch_shows_keeps_its_number(api: Api) -> None:
    made = await product(api)
    for number in ("A", "B", "C", "D"):
        await made.part(number)
    branches = [await made.branch(name) for name in ("one", "two")]
    for number in ("A", "B", "C", "D"):
        await delete(made, number)
        await taken(made, number)
        await taken(made, number, branches[0])
    assert sorted(await made.names(branchId=branches[0])) == ["A", "B", "C", "D"]

    # Each branch lets go in its own way: removed on it, archived, brought onto main, merged.
    for branch in branches:
        await taken(made, "A")
        await delete(made, "A", branchId=branch)
    data(await make(made, "A"), 201)
    data(await made.call("POST", f"/api/branches/{branches[0]}/archive"))
    await taken(made, "B")
    data(await made.call("POST", f"/api/branches/{branches[1]}/rebase", {}))
    data(await make(made, "B"), 201)

    # What was edited there meanwhile goes back to main under its number.
    await made.part("E")
    branch = await made.branch("three")
    await delete(made, "E")
    await made.edit("E", branch=branch, name="Kept")
    await taken(made, "E", branch)
    (clash,) = await conflicts(made, branch)
    data(await merge(made, branch, json=taking("ours", clash)))
    assert (await made.names())["E"] == "Kept"
    await taken(made, "E")

    branch = await made.branch("four")
    await made.part("F")
    await delete(made, "F")
    data(await make(made, "F"), 201)


async def test_a_merge_lets_go_of_what_its_branch_showed_longer(api: Api) -> None:
    made = await product(api)
    for number in ("A", "B"):
        await made.part(number)
    branch = await made.branch("mine")
    await delete(made, "A")
    await made.edit("B", branch=branch, name="Better")
    await taken(made, "A")
    data(await merge(made, branch))
    data(await make(made, "A"), 201)


async def test_work_on_a_branch_claims_a_number_that_was_freed(
    api: Api, database: Database
) -> None:
    made = await product(api)
    for number in ("A", "B"):
        await made.part(number)
    branch = await made.branch("mine")
    for number in ("A", "B"):
        await delete(made, number)
    # As databases know it whose numbers were freed without regard to branches.
    stored = await open_database(database.url)
    async with stored.transaction() as tx:
        for key in ("a", "b"):
            assert await tx.run(FREED, key=key) == 1
    await stored.close()
    await made.edit("A", branch=branch, name="Edited")
    await taken(made, "A")
    data(await make(made, "B"), 201)
    answer = await made.call(
        "PUT", f"/api/items/{made.ids['B']}", {"name": "N"}, params={"branchId": branch}
    )
    refused(answer, 409, "DUPLICATE_ITEM_NUMBER")


async def test_what_a_branch_shows_under_a_former_number_brings_it_to_main(api: Api) -> None:
    made = await product(api)
    await made.part("A")
    branch = await made.branch("mine")
    await made.edit("A", branch=branch, name="Kept")
    await made.edit("A", itemNumber="B")
    await delete(made, "A")
    data(await make(made, "A"), 201)
    (clash,) = await conflicts(made, branch)
    answer = await merge(made, branch, json=taking("ours", clash))
    refused(answer, 409, "DUPLICATE_ITEM_NUMBER")
    data(await make(made, "C"), 201)


async def test_a_branch_that_restores_leaves_the_number_of_main(api: Api) -> None:
    made = await product(api)
    await made.part("A")
    branch = await made.branch("mine")
    await delete(made, "A", branchId=branch)
    await made.edit("A", itemNumber="B")
    path = f"/api/items/{made.ids['A']}/restore"
    data(await made.call("POST", path, params={"branchId": branch}))
    await taken(made, "B")
    data(await make(made, "A"), 201)


async def test_no_number_that_is_given_stands_for_a_freed_one(api: Api) -> None:
    made = await product(api)
    await made.part("A")
    master = (await made.item("A"))["masterId"]
    for number in (f"deleted:{master}", f" deleted:{master}"):
        await make(made, number)
    await delete(made, "A")
    data(await make(made, "A"), 201)
    design = await product(api, code="OTHER")
    await design.part("X")
    await make(design, f"deleted:{(await design.item('X'))['masterId']}")
    data(await design.call("DELETE", f"/api/designs/{design.design}"))
    data(await make(made, "X"), 201)


async def test_what_comes_back_leaves_reserved_numbers_to_others(api: Api) -> None:
    made = await product(api)
    for number in ("A", "B"):
        await made.part(number)
        await delete(made, number)
    reserve, reserved = "/api/item-numbers/reserve", "/api/item-numbers/reserved"
    data(await api.post(reserve, {"itemNumber": "A"}, as_=ADMINISTRATOR), 201)
    data(await made.call("POST", reserve, {"itemNumber": "B"}), 201)
    restored = [
        await made.call("POST", f"/api/items/{made.ids[number]}/restore") for number in ("A", "B")
    ]
    refused(restored[0], 409, "DUPLICATE_ITEM_NUMBER")
    data(restored[1])
    assert data(await made.call("GET", reserved))["numbers"] == []


async def test_numbers_freed_by_former_versions_stay_free(api: Api, database: Database) -> None:
    made = await product(api)
    await made.part("A")
    await delete(made, "A")
    stored = await open_database(database.url)
    async with stored.transaction() as tx:
        await tx.run(FORMER)
        renamed = import_module("partwright.migrations.versions.0052_freed_numbers")
        await tx.run(renamed._STATEMENTS.split(";")[0])
    async with stored.snapshot() as snapshot:
        keys = await snapshot.all(str, "SELECT number_key FROM masters WHERE number_key LIKE '%:%'")
        masters = await snapshot.all(str, "SELECT ' deleted:' || id FROM masters")
    await stored.close()
    assert keys == masters


_STATEMENTS = {
    "FREE_NUMBERS": master_queries.FREE_NUMBERS,
    "FREE_NUMBERS_OF_BRANCHES": master_queries.FREE_NUMBERS_OF_BRANCHES,
    "REMOVED_SINCE_BASE": master_queries.REMOVED_SINCE_BASE,
    "OPEN_ON": queries.OPEN_ON,
}
_GIVEN = {"masters": '["x"]', "branch_id": "x", "change_order_id": "y"}


_COPIES = """
INSERT INTO {table} OVERRIDING USER VALUE
SELECT copy.* FROM {table} AS each, generate_series(1, 3000) AS nr,
       jsonb_populate_record(each, to_jsonb(each) || {changes}) AS copy
"""
"""Statistics of few rows make all plans alike; names stand for the numbers of copies."""
_CHANGES = {
    "masters": "jsonb_build_object('id', 'm' || nr, 'number_key', 'N' || nr)",
    "versions": "jsonb_build_object('id', 'v' || nr, 'item_id', 'i' || nr,"
    " 'master_id', 'm' || nr, 'seq', 1000 + nr)",
}


async def test_no_statement_reads_all_rows(api: Api, database: Database) -> None:
    await (await product(api)).part("A")
    plans = _sqlite_plans if database.dialect == "sqlite" else _postgres_plans
    for name, steps in plans(database.own_url).items():
        assert not any("versions_open" in step for step in steps), (name, steps)
        assert not any("SCAN" in step and "VIRTUAL" not in step for step in steps), (name, steps)
        assert not any("Seq Scan" in step for step in steps), (name, steps)


def _sqlite_plans(url: str) -> dict[str, list[str]]:
    with contextlib.closing(connect(Path(url.removeprefix("sqlite:///")))) as raw:
        return {
            name: [
                step
                for *_, step in raw.execute("EXPLAIN QUERY PLAN " + for_sqlite(statement), _GIVEN)
            ]
            for name, statement in _STATEMENTS.items()
        }


def _postgres_plans(url: str) -> dict[str, list[str]]:
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL session_replication_role = replica")
        for table, changes in _CHANGES.items():
            connection.execute(_COPIES.format(table=table, changes=changes))  # type: ignore[arg-type]
            connection.execute(f"ANALYZE {table}")  # type: ignore[arg-type]
        connection.execute("SET LOCAL enable_seqscan = off")
        given = {**_GIVEN, "masters": ["m1"]}
        plans = {
            name: [
                str(step)
                for (step,) in connection.execute("EXPLAIN " + for_postgres(statement), given)  # type: ignore[arg-type]
            ]
            for name, statement in _STATEMENTS.items()
        }
        connection.rollback()
    return plans
