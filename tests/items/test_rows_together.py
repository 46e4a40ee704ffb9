"""Rows written many in a statement: what follows them is what follows the same rows one by one."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from partwright.identity.authentication import find_actor
from partwright.item_types import TYPES
from partwright.kit.ids import DesignId, ItemId, MasterId, UserId, new_id
from partwright.versioning.access import access_main_branch
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.masters import insert_masters
from partwright.versioning.model import ItemVersion, number_key
from tests.items.test_counts import kept
from tests.support.application import Api
from tests.support.people import ENGINEER
from tests.world import World

Step = Callable[[OpenCommit, Sequence[ItemVersion]], Awaitable[object]]

_OF_EACH_TYPE = 24
_WHOLE = {"lead_time", "file_size"}
_KEYS = """
    SELECT k.field, k.number, k.text, m.number_key
      FROM sort_keys k JOIN masters m ON m.id = k.master_id
"""
_TEXTS = """
    SELECT t.text, v.item_number FROM item_texts t JOIN versions v ON v.row_id = t.row_id
"""


def _version(type: str, n: int, mark: str, design: str) -> ItemVersion:
    """An item of a type with every second of its fields; every word ends in the mark."""
    sources = [
        {
            "mpn": f"MPN{n} maker{mark}",
            "manufacturerId": f"0000000{n:02x}",
            "suppliers": [{"supplierId": f"00000a0{n:02x}", "orderCode": f"ORDER{n} shop{mark}"}],
        }
    ]
    own: dict[str, Any] = {
        field.column: n if field.column in _WHOLE else f"{field.column}{n % 3}{mark}" * (1 + n % 9)
        for place, field in enumerate(TYPES[type].fields)
        if (place + n) % 2
    }
    if type == "Part":
        own |= {"part_type": ("Purchase", "Manufacture", None)[n % 3]}
        own |= {"sources": json.dumps(sources) if n % 4 == 1 else None}
    return ItemVersion(
        row_id=0,
        item_id=ItemId(new_id()),
        master_id=MasterId(new_id()),
        branch_id=None,
        since=0,
        until=None,
        is_current=True,
        is_deleted=False,
        type=type,
        design_id=DesignId(design),
        program_id=None,
        item_number=f"{type}-{n}{mark}",
        revision="-",
        state=("Draft", "InReview")[n % 2],
        name=f"Bracket{mark} left{mark}",
        description=f"mounted{mark} " * 40 if n % 3 == 0 else None,
        attributes=json.dumps({"Öl": f"{n} mm", "Note": f"ÄÖ{mark}"} if n % 5 < 2 else {}),
        created_at="2026-01-01T00:00:00.000Z",
        created_by=UserId(ENGINEER.id),
        modified_at="2026-01-01T00:00:00.000Z",
        modified_by=UserId(ENGINEER.id),
        **own,
    )


def _changed(version: ItemVersion, place: int, mark: str) -> ItemVersion:
    """The row that replaces another one: the same, or other in one way or the other."""
    changes: list[dict[str, Any]] = [
        {},
        {"state": "Released", "released_at": "2026-02-01T00:00:00.000Z"},
        {"name": f"Renamed{mark} after{mark}"},
        {"description": f"Described{mark} again{mark}", "attributes": '{"Öl": "7 mm"}'},
        {"description": None, "attributes": "{}", "sources": None},
        {"is_current": False},
        {"part_type": "Phantom", "lead_time": None, "priority": f"high{mark}"},
    ]
    return msgspec.structs.replace(version, **changes[place % len(changes)])


async def _done(api: Api, design: str, step: Step, *parts: Sequence[ItemVersion]) -> None:
    async with api.services.database.transaction() as tx:
        # As writers of many rows do: from here on their statements are sent together.
        await tx.serialize()
        actor = await find_actor(tx, ENGINEER.token)
        assert actor is not None
        async with open_commit(tx, actor, await access_main_branch(tx, DesignId(design))) as commit:
            for part in parts:
                await step(commit, part)


async def _add(commit: OpenCommit, versions: Sequence[ItemVersion]) -> None:
    keys = {version.master_id: number_key(version.item_number) for version in versions}
    await insert_masters(commit.tx, keys, versions)
    await commit.add_items(list(versions))


async def _replace(commit: OpenCommit, versions: Sequence[ItemVersion]) -> None:
    await commit.replace_items(list(versions))


async def _delete(commit: OpenCommit, versions: Sequence[ItemVersion]) -> None:
    await commit.delete_items(list(versions))


async def _close(commit: OpenCommit, versions: Sequence[ItemVersion]) -> None:
    await commit.close_items([version.item_id for version in versions])


async def _followed(api: Api, design: str, mark: str) -> dict[str, list[Any]]:
    """What the triggers keep of a design's rows, without its mark."""
    async with api.services.database.snapshot() as snapshot:
        counts = [
            row[1:]
            for row in await snapshot.all(lambda *row: row, "SELECT * FROM item_counts")
            if row[0] == design and row[-1]
        ]
        keys = await snapshot.all(lambda *row: row, _KEYS)
        texts = await snapshot.all(lambda *row: row, _TEXTS)
        words = await snapshot.all(str, "SELECT text FROM search_words")
    return {
        "counts": sorted(counts),
        "keys": sorted(
            (field, number, text.replace(mark, ""), key.replace(mark, ""))
            for field, number, text, key in keys
            if key.endswith(mark)
        ),
        "texts": sorted(
            (text.replace(mark, ""), number.replace(mark, ""))
            for text, number in texts
            if number.endswith(mark)
        ),
        "words": sorted(word.replace(mark, "") for word in words if word.endswith(f"{mark} ")),
    }


async def test_what_follows_rows_is_the_same_together_and_one_by_one(
    world: World, api: Api
) -> None:
    """Over all types, with rows replaced by like and other ones, deleted, ended and superseded."""
    designs = {mark: str((await world.design())["id"]) for mark in ("qqx", "qqz")}
    rows = {
        mark: [_version(type, n, mark, design) for type in TYPES for n in range(_OF_EACH_TYPE)]
        for mark, design in designs.items()
    }

    async def both(step: Step, start: int, stop: int) -> dict[str, list[Any]]:
        together, alone = rows["qqx"][start:stop], rows["qqz"][start:stop]
        await _done(api, designs["qqx"], step, together)
        await _done(api, designs["qqz"], step, *([row] for row in alone))
        await kept(api)
        found = await _followed(api, designs["qqx"], "qqx")
        assert found == await _followed(api, designs["qqz"], "qqz")
        return found

    added = await both(_add, 0, len(rows["qqx"]))
    assert sum(count[-1] for count in added["counts"]) == len(rows["qqx"])
    assert {count[1] for count in added["counts"]} == set(TYPES)
    assert min(len(found) for found in added.values()) > 2
    for mark, some in rows.items():
        rows[mark] = [_changed(row, place, mark) for place, row in enumerate(some)]
    assert await both(_replace, 0, len(rows["qqx"])) != added
    await both(_delete, 0, 40)
    await both(_close, 40, 100)
    rest = await both(_replace, 100, len(rows["qqx"]))
    assert 0 < sum(count[-1] for count in rest["counts"]) < 44
