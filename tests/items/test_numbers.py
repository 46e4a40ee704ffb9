"""Item numbers: given or automatic, one of a kind over all types, designs and times."""

import asyncio
from typing import Any
from urllib.parse import quote

import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import World

PREFIXES = {
    "Part": "PN",
    "Document": "DOC",
    "ChangeOrder": "ECO",
    "Requirement": "REQ",
    "Task": "TASK",
    "Issue": "ISS",
}


async def make(api: Api, **fields: Any) -> Any:
    return await api.post("/api/items", {"type": "Part", "name": "N", **fields}, as_=ENGINEER)


async def test_each_type_counts_by_itself(world: World) -> None:
    for type_name, prefix in PREFIXES.items():
        numbers = [(await world.item(type_name))["itemNumber"] for _ in range(3)]
        assert numbers == [f"{prefix}-{n:06}" for n in (1, 2, 3)]


async def test_a_number_that_is_null_counts_as_left_out(world: World) -> None:
    assert (await world.part(itemNumber=None))["itemNumber"] == "PN-000001"


async def test_automatic_numbers_pass_by_those_that_were_typed(world: World, api: Api) -> None:
    for number in ("PN-000001", "pn-000002", "PN-000004", "PN-000005", "PN-000006", "PN-5"):
        await world.task(itemNumber=number)
    gone = await world.task(itemNumber="Pn-000007")
    data(await api.delete(f"/api/items/{gone['id']}", as_=ENGINEER))
    numbers = [(await world.part())["itemNumber"] for _ in range(3)]
    assert numbers == ["PN-000003", "PN-000008", "PN-000009"]


async def test_a_long_run_of_typed_numbers_costs_few_statements(world: World, api: Api) -> None:
    design = await world.design()
    rows = [{"itemNumber": f"PN-{n:06}", "name": "N"} for n in range(1, 301)]
    body = {"designId": design["id"], "rows": rows}
    data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    with api.counting() as counted:
        part = await world.part()
    assert part["itemNumber"] == "PN-000301"
    assert counted.statements < 50


async def test_a_refused_item_takes_no_number(world: World, api: Api) -> None:
    await world.part()
    assert (await make(api, weight="-1")).status_code == 400
    assert (await make(api, designId=ENGINEER.id)).status_code == 404
    assert (await world.part())["itemNumber"] == "PN-000002"


async def test_a_number_is_trimmed(world: World, api: Api) -> None:
    assert (await world.part(itemNumber=" \tA-1\n "))["itemNumber"] == "A-1"
    refused(await make(api, itemNumber="A-1 "), 409, "DUPLICATE_ITEM_NUMBER")


async def test_a_number_is_taken_in_every_case_of_its_letters(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part()
    for first, second in (
        ("A-1", "A-1"),
        ("a-2", "A-2"),
        ("Ärger", "ÄRGER"),
        ("Straße", "STRASSE"),
        ("ΣΑΣ", "σας"),
    ):
        await world.document(itemNumber=first, designId=design["id"])
        for fields in ({}, {"type": "Task"}, {"designId": design["id"]}, {"type": "ChangeOrder"}):
            answer = await make(api, itemNumber=second, **fields)
            error = refused(answer, 409, "DUPLICATE_ITEM_NUMBER")
            assert error["details"][0]["field"] == "itemNumber"
        answer = await api.put(f"/api/items/{part['id']}", {"itemNumber": second}, as_=ENGINEER)
        refused(answer, 409, "DUPLICATE_ITEM_NUMBER")


async def test_a_number_is_one_however_its_letters_are_composed(world: World, api: Api) -> None:
    part = await world.part("Tra\u0308ger\tA", itemNumber="TRA\u0308GER 1")
    assert (part["itemNumber"], part["name"]) == ("TRÄGER 1", "Träger A")
    refused(await make(api, itemNumber="träger 1"), 409, "DUPLICATE_ITEM_NUMBER")
    path = "/api/items/by-number/" + quote("tra\u0308ger 1")
    assert data(await api.get(path, as_=ENGINEER))["id"] == part["id"]
    for params in ({"search": "tra\u0308g"}, {"name.like": "RA\u0308G"}):
        found = data(await api.get("/api/items", params=params, as_=ENGINEER))["items"]
        assert [one["id"] for one in found] == [part["id"]]
    design = await world.design()
    rows = [{"itemNumber": "Träger 2", "name": "N"}]
    lines = [{"parentItemNumber": "Tra\u0308ger 2", "childItemNumber": "TRA\u0308GER 1"}]
    body = {"designId": design["id"], "rows": rows, "bomRelationships": lines}
    result = data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)["result"]
    assert (result["relationshipsCreated"], result["relationshipsFailed"]) == (1, 0)


@pytest.mark.parametrize("sign", ["\u200b", "\ufeff", "\u202e", "\u200e", "\u00ad", "\x1b"])
async def test_a_number_has_no_character_that_nobody_sees(api: Api, sign: str) -> None:
    told = problems(await make(api, itemNumber=f"K{sign}7"))["itemNumber"]
    assert told == f"must not contain the invisible character U+{ord(sign):04X}"


async def test_a_number_may_hold_slashes(world: World, api: Api) -> None:
    part = await world.part(itemNumber="DIN 912/A2")
    path = f"/api/items/by-number/{quote('DIN 912/A2', safe='')}"
    assert data(await api.get(path, as_=ENGINEER))["id"] == part["id"]
    wanted = {"itemNumber": "K/7"}
    data(await api.post("/api/item-numbers/reserve", wanted, as_=ENGINEER), 201)
    data(await api.delete("/api/item-numbers/reserved/K%2F7", as_=ENGINEER))


async def test_a_number_is_taken_by_items_that_the_caller_cannot_see(
    world: World, api: Api
) -> None:
    program = await world.program()
    await world.as_(ADMINISTRATOR).part(itemNumber="SECRET", programId=program["id"])
    refused(await make(api, itemNumber="secret"), 409, "DUPLICATE_ITEM_NUMBER")


async def test_a_number_changes_until_the_item_was_released(world: World, api: Api) -> None:
    part = await world.part(itemNumber="A-1")
    path = f"/api/items/{part['id']}"
    assert (await world.edit(part, itemNumber="a-1"))["itemNumber"] == "a-1"
    assert (await world.edit(part, itemNumber=" A-2 "))["itemNumber"] == "A-2"
    assert (await world.part(itemNumber="A-1"))["itemNumber"] == "A-1"
    assert (await world.edit(part, itemNumber=None))["itemNumber"] == "A-2"
    await world.release(part)
    assert (await api.put(path, {"itemNumber": "A-3"}, as_=ADMINISTRATOR)).status_code == 403


async def test_a_number_does_not_change_on_a_branch_while_main_shows_it(
    world: World, api: Api
) -> None:
    design = await world.design()
    draft, part = [await world.part(itemNumber=n, designId=design["id"]) for n in ("A", "B")]
    await world.release(part)
    branch = await world.branch(design)
    for item, number in ((draft, "A"), (part, "B")):
        renumbered = {"itemNumber": "C", "branchId": branch["id"]}
        for _ in range(2):
            answer = await api.put(f"/api/items/{item['id']}", renumbered, as_=ENGINEER)
            assert list(problems(answer)) == ["itemNumber"]
            # From here on the branch has a copy of its own.
            copy = await world.edit(item, on=branch, itemNumber=number, name="New")
            assert (copy["itemNumber"], copy["name"]) == (number, "New")
        assert (await world.get(item))["itemNumber"] == number
    assert (await world.part(itemNumber="C"))["itemNumber"] == "C"
    fresh = await world.part(itemNumber="D", designId=design["id"], branchId=branch["id"])
    assert (await world.edit(fresh, itemNumber="E"))["itemNumber"] == "E"
    assert (await world.part(itemNumber="D"))["itemNumber"] == "D"


async def test_a_name_is_trimmed_and_never_blank(world: World, api: Api) -> None:
    part = await world.part(name="  Motor bracket\n")
    assert part["name"] == "Motor bracket"
    for blank in ("", " ", "\t\n", "\u00a0", "\u3000"):
        assert list(problems(await make(api, name=blank))) == ["name"]
        answer = await api.put(f"/api/items/{part['id']}", {"name": blank}, as_=ENGINEER)
        assert list(problems(answer)) == ["name"]


async def test_of_two_who_take_a_number_at_once_one_gets_it(api: Api, other_process: Api) -> None:
    for n in range(5):
        answers = await asyncio.gather(
            *(make(where, itemNumber=f"Race-{n}") for where in (api, other_process) * 3)
        )
        assert sorted(a.status_code for a in answers) == [201, *[409] * 5]
        for answer in answers:
            if answer.status_code == 409:
                refused(answer, 409, "DUPLICATE_ITEM_NUMBER")


async def test_twenty_at_once_get_twenty_numbers(
    world: World, api: Api, other_process: Api
) -> None:
    await world.task(itemNumber="PN-000010")
    answers = await asyncio.gather(*(make(where) for where in (api, other_process) * 10))
    numbers = [data(answer, 201)["itemNumber"] for answer in answers]
    assert sorted(numbers) == [f"PN-{n:06}" for n in range(1, 22) if n != 10]


async def test_two_who_rename_to_one_number_at_once(
    world: World, api: Api, other_process: Api
) -> None:
    one, two = await world.part(), await world.part()
    answers = await asyncio.gather(
        api.put(f"/api/items/{one['id']}", {"itemNumber": "X"}, as_=ENGINEER),
        other_process.put(f"/api/items/{two['id']}", {"itemNumber": "x"}, as_=ENGINEER),
    )
    assert sorted(a.status_code for a in answers) == [200, 409]
