"""Seals: what somebody changes with a tool of the database is named, and nothing else."""

import asyncio

import pytest

from partwright.audit.service import seal_commits, verify_seals
from partwright.cli.audit import verify
from partwright.cli.flags import CellStoreFlags
from partwright.kit.db import Database
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER
from tests.world import World

CHANGES = (
    (
        "versions",
        "UPDATE versions SET name = 'Other' WHERE row_id = (SELECT MIN(row_id) FROM versions)",
    ),
    (
        "versions",
        (
            "UPDATE versions SET until = until + 1 WHERE row_id ="
            " (SELECT MAX(row_id) FROM versions WHERE until IS NOT NULL)"
        ),
    ),
    (
        "relationships",
        (
            "UPDATE relationships SET quantity = '5' WHERE row_id ="
            " (SELECT MIN(row_id) FROM relationships)"
        ),
    ),
    (
        "commits",
        "UPDATE commits SET message = 'Never' WHERE seq = (SELECT MAX(seq) FROM commits)",
    ),
    (
        "history",
        f"UPDATE history SET user_id = '{APPROVER.id}' WHERE id = (SELECT MIN(id) FROM history)",
    ),
    ("history", "DELETE FROM history WHERE id = (SELECT MAX(id) FROM history)"),
    (
        "relationships",
        (
            "INSERT INTO relationships (id, parent_item_id, parent_master_id, child_master_id,"
            " branch_id, type, since, until, quantity, metadata)"
            " SELECT 'planted', parent_item_id, parent_master_id, child_master_id, branch_id, type,"
            " since - 1, since, quantity, metadata FROM relationships"
        ),
    ),
    (
        "commits",
        (
            "UPDATE commits SET message = (SELECT o.message FROM commits o"
            " WHERE o.seq IN (2, 4) AND o.seq <> commits.seq) WHERE seq IN (2, 4)"
        ),
    ),
    (
        "versions",
        "UPDATE versions SET since = CASE since WHEN 2 THEN 3 ELSE 2 END WHERE since IN (2, 3)",
    ),
    ("audit_seals", "DELETE FROM audit_seals WHERE number = 2"),
)


async def breaches(database: Database) -> list[tuple[int, str]]:
    return [(one.number, one.table) for one in (await verify_seals(database)).breaches]


async def run(database: Database, sql: str) -> None:
    async with database.transaction() as tx:
        assert await tx.run(sql) > 0


async def test_each_row_that_was_changed_afterwards_is_named(world: World, api: Api) -> None:
    database = api.services.database
    design = await world.design()
    frame, screw = [
        await world.part(name, designId=design["id"], weight="1.5") for name in ("Frame", "Screw")
    ]
    await world.relate(frame, screw, quantity=4)
    await world.edit(frame, description="Longer")
    assert await seal_commits(database) > 3
    assert await seal_commits(database) == 0
    # What comes later ends rows that are sealed already, and moves a design.
    await world.edit(screw, name="Screw, long")
    program = await world.program(members={ENGINEER: "lead"})
    moved = {"programId": program["id"]}
    data(await api.put(f"/api/designs/{design['id']}", moved, as_=ADMINISTRATOR))
    found = await verify_seals(database)
    assert (found.breaches, found.unsealed > 0) == ([], True)
    await seal_commits(database)
    assert await breaches(database) == []
    refused(await api.get("/api/audit/seals", as_=ENGINEER), 403, "FORBIDDEN")
    head = data(await api.get("/api/audit/seals", as_=ADMINISTRATOR))["seals"][0]

    known: set[tuple[int, str]] = set()
    for table, change in CHANGES:
        await run(database, change)
        now = set(await breaches(database))
        assert {name for _, name in now - known} == {table}, change
        known |= now
    # New seals over changed rows fit, and are not those that were noted.
    await run(database, "DELETE FROM audit_seals")
    await seal_commits(database)
    assert await breaches(database) == []
    seals = data(await api.get("/api/audit/seals", as_=ADMINISTRATOR))["seals"]
    assert seals[0]["number"] == head["number"]
    assert seals[0]["seal"] != head["seal"]


async def test_the_command_names_the_commit_and_the_table(
    world: World, api: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    part = await world.part("Frame")
    await world.edit(part, name="Frame, long")
    database, settings = api.services.database, api.services.settings
    await seal_commits(database)
    flags = CellStoreFlags(database_url=settings.database)
    assert await asyncio.to_thread(verify, flags=flags) == 0
    said = capsys.readouterr()
    assert "Everything is as it was sealed" in said.err
    told = said.out.strip().rpartition(" ")[2]
    assert await asyncio.to_thread(verify, anchor=told, flags=flags) == 0
    number = told.partition(":")[0]
    assert await asyncio.to_thread(verify, anchor=f"{number}:abc", flags=flags) == 1
    assert f"commit {number}: its seal is not the one" in capsys.readouterr().out
    await run(database, CHANGES[0][1])
    assert await asyncio.to_thread(verify, flags=flags) == 1
    said = capsys.readouterr()
    assert "versions is not what was sealed" in said.out
    assert not said.err
