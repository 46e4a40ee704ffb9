"""The numbers that are kept of items: whatever happens, they are those of the items there are."""

from typing import Any

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


async def kept(api: Api) -> set[tuple[Any, ...]]:
    """The numbers kept, which must be those that counting gives."""
    async with api.services.database.snapshot() as snapshot:
        found = set(await snapshot.all(lambda *row: row, _KEPT))
        assert found == set(await snapshot.all(lambda *row: row, _COUNTED))
    return found


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
