"""The numbers that are kept of items: whatever happens, they are those of the items there are."""

import json
from collections.abc import Iterator
from typing import Any

from partwright.items.sort_key_queries import COLUMNS, LONG_TEXTS
from partwright.kit.db.attributes import number_in
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import World

_KEPT = """
    SELECT c.design_id, c.program_id, c.type, c.state, c.part_type, c.held
      FROM item_counts c WHERE c.held <> 0
"""
_COUNTED = """
    SELECT COALESCE(v.design_id, ''), COALESCE(v.program_id, ''), v.type, v.state,
           COALESCE(v.part_type, ''), COUNT(*)
      FROM versions v
     WHERE v.until IS NULL AND v.is_current AND v.branch_id IS NULL AND NOT v.is_deleted
     GROUP BY 1, 2, 3, 4, 5
"""


_SHOWN = f"""
    SELECT v.master_id, v.attributes, {", ".join(COLUMNS)} FROM versions v
     WHERE v.until IS NULL AND v.is_current AND v.branch_id IS NULL AND NOT v.is_deleted
"""


async def kept(api: Api) -> set[tuple[Any, ...]]:
    """The numbers kept, which must be those that counting gives; the sort keys likewise."""
    async with api.services.database.snapshot() as snapshot:
        found = set(await snapshot.all(lambda *row: row, _KEPT))
        assert found == set(await snapshot.all(lambda *row: row, _COUNTED))
        sql = "SELECT field, number, text, master_id FROM sort_keys"
        keys = await snapshot.all(lambda *row: row, sql)
        shown = await snapshot.all(lambda *row: row, _SHOWN)
    assert sorted(keys) == sorted(key for row in shown for key in expected_keys(*row))
    return found


def expected_keys(master: str, attributes: str, *values: str | int | None) -> Iterator[Any]:
    for column, value in zip(COLUMNS, values, strict=True):
        if isinstance(value, str):
            yield column, 0, value[:100] if column in LONG_TEXTS else value, master
        elif value is not None:
            yield column, value, "", master
    for name, value in json.loads(attributes).items():
        number = number_in(value)
        key = 1e300 if number is None else number
        yield f"attributes.{name}", key, value.casefold()[:100], master


async def test_sort_keys_follow_all_that_happens(world: World, api: Api) -> None:
    design = await world.design()
    inside = {"designId": design["id"], "description": "d" * 300, "cost": "2", "leadTime": 3}
    parts = [
        await world.part(**inside, attributes={"Tall": f"{n} mm", "Öl": "ÄÖ", "Note": "x" * 500})
        for n in range(3)
    ]
    await world.task(priority="high", dueDate="2026-02-01", estimatedHours=3)
    await kept(api)
    await world.edit(parts[0], cost="3")
    await world.edit(parts[0], name="Another")
    await world.edit(parts[1], attributes={"Tall": "9 mm", "Note": None}, leadTime=None)
    await kept(api)
    made = await world.relate(parts[0], parts[1])
    await kept(api)
    path = f"/api/relationships/{made['id']}"
    data(await api.put(path, {"quantity": 3}, as_=ENGINEER))
    data(await api.delete(path, as_=ENGINEER))
    await world.edit(parts[0], cost=None, material="Brass")
    await kept(api)
    data(await api.delete(f"/api/items/{parts[2]['id']}", as_=ENGINEER))
    await kept(api)
    data(await api.post(f"/api/items/{parts[2]['id']}/restore", as_=ENGINEER))
    await world.release(parts[0])
    await kept(api)


async def test_the_numbers_and_keys_kept_follow_many_rows_at_once(world: World, api: Api) -> None:
    design = (await world.design())["id"]
    rows = [
        {
            "itemNumber": f"M-{n:03d}",
            "name": f"Bracket {n}",
            "partType": ("Purchase", "Manufacture")[n % 2],
            "description": None if n % 3 else "d" * 300,
            "cost": str(n),
            "leadTimeDays": n if n % 5 else None,
            "attributes": {"Tall": f"{n} mm", "Öl": "ÄÖ"} if n % 2 else {},
        }
        for n in range(230)
    ]
    body = {"designId": design, "rows": rows}
    data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    assert await kept(api) == {
        (design, "", "Part", "Draft", "Purchase", 115),
        (design, "", "Part", "Draft", "Manufacture", 115),
    }


async def test_the_numbers_kept_follow_all_that_happens(world: World, api: Api) -> None:
    assert await kept(api) == set()
    design = await world.design()
    here, inside = design["id"], {"designId": design["id"]}
    part, other = [await world.part(**inside, partType="Purchase") for _ in range(2)]
    await world.task(**inside)
    assert await kept(api) == {
        (here, "", "Part", "Draft", "Purchase", 2),
        (here, "", "Task", "Draft", "", 1),
    }
    await world.edit(part, partType="Phantom")
    data(await api.delete(f"/api/items/{other['id']}", as_=ENGINEER))
    program = await world.program()
    path = f"/api/designs/{here}"
    data(await api.put(path, {"programId": program["id"]}, as_=ADMINISTRATOR))
    there = program["id"]
    await world.release(part)
    assert await kept(api) == {
        (here, there, "Part", "Released", "Phantom", 1),
        (here, there, "Task", "Draft", "", 1),
    }


async def test_the_numbers_kept_say_nothing_of_branches_before_their_release(
    world: World, api: Api
) -> None:
    design = await world.design()
    here, inside = design["id"], {"designId": design["id"]}
    part, leaf = [await world.part(**inside) for _ in range(2)]
    branch = await world.branch(design)
    await world.edit(part, on=branch, partType="Software")
    await world.part(**inside, branchId=branch["id"])
    there = {"branchId": branch["id"]}
    data(await api.delete(f"/api/items/{leaf['id']}", params=there, as_=ENGINEER))
    assert await kept(api) == {(here, "", "Part", "Draft", "", 2)}
    data(await api.post(f"/api/branches/{branch['id']}/merge", as_=ENGINEER))
    assert await kept(api) == {
        (here, "", "Part", "Draft", "", 1),
        (here, "", "Part", "Draft", "Software", 1),
    }
