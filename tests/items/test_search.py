"""Search in item numbers and names."""

import pytest

from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER
from tests.world import World

NAMES = {
    "N1": "ÜBERWURFMUTTER",
    "N2": "Überdruckventil",
    "N3": "Straße",
    "N4": "STRASSENLATERNE",
    "N5": "100% cotton_cloth",
    "N6": "100 cotton cloth",
    "N7": "Bracket \\ 'left' \"right\"",
    "N8": "字典",
    "N9": "Ωmega ΣΊΣΥΦΟΣ",
    "X-10": "ﬁtting",
    "x-11": "AND OR NOT NEAR * ( ) : ^",
    "É-12": "🚀 rocket",
}


@pytest.fixture
async def stock(world: World) -> World:
    for number, name in NAMES.items():
        await world.part(name, itemNumber=number)
    return world


async def test_search_finds_substrings_without_regard_to_case(stock: World) -> None:
    wrong: list[str] = []
    for text, numbers in {
        "über": "N1 N2",
        "ÜBER": "N1 N2",
        "straße": "N3 N4",
        "STRASSE": "N3 N4",
        "strasse": "N3 N4",
        "raße": "N3 N4",
        "ß": "N3 N4",
        "%": "N5",
        "_": "N5",
        "0%": "N5",
        "100%": "N5",
        "100_": "",
        "n_c": "N5",
        "cotton_": "N5",
        "cotton cloth": "N6",
        "\\": "N7",
        " \\ ": "N7",
        "t \\ '": "N7",
        "'left'": "N7",
        '"right"': "N7",
        '"': "N7",
        "'": "N7",
        '"right': "N7",
        "字": "N8",
        "字典": "N8",
        "ωmega": "N9",
        "σίσυφος": "N9",
        "fi": "X-10",
        "FITTING": "X-10",
        "x-1": "X-10 x-11",
        "X-10": "X-10",
        "1": "N1 X-10 x-11 É-12 N5 N6",
        "n1": "N1",
        "é-12": "É-12",
        "É": "É-12",
        "🚀": "É-12",
        "🚀 r": "É-12",
        "and or": "x-11",
        "not near *": "x-11",
        "* ( )": "x-11",
        ": ^": "x-11",
        "zzz": "",
        "zz": "",
        "%%%": "",
        "___": "",
        "": " ".join(NAMES),
        "   ": " ".join(NAMES),
        "  über ": "N1 N2",
        "n1 über": "",
    }.items():
        found = await stock.numbers(search=text)
        if sorted(found) != sorted(numbers.split()):
            wrong.append(f"{text!r}: {found}")
    assert wrong == []


async def test_a_search_follows_what_happens_to_items(world: World, api: Api) -> None:
    part = await world.part("Flange", itemNumber="F-1")
    await world.edit(part, name="Gasket")
    assert await world.numbers(search="flange") == []
    assert await world.numbers(search="gasket") == ["F-1"]
    await world.edit(part, itemNumber="G-7")
    assert await world.numbers(search="f-1") == await world.numbers(search="f-") == []
    assert await world.numbers(search="g-7") == ["G-7"]
    data(await api.delete(f"/api/items/{part['id']}", as_=ENGINEER))
    assert await world.numbers(search="gasket") == await world.numbers(search="ga") == []


async def test_a_found_item_is_shown_once_whatever_stands_on_branches(world: World) -> None:
    design = await world.design()
    part = await world.part("Gasket", itemNumber="G-1", designId=design["id"])
    branch = await world.branch(design)
    await world.edit(part, on=branch, name="Gasket, thin")
    assert await world.numbers(search="gasket") == ["G-1"]
    assert await world.numbers(search="thin") == []
    assert await world.numbers(search="thin", branchId=branch["id"]) == ["G-1"]


async def test_a_search_counts_and_pages(world: World, api: Api) -> None:
    for n in range(7):
        await world.part(f"Screw {n}", itemNumber=f"S-{n}")
    await world.document("Screw list")
    for text in ("screw", "sc"):
        params = {"search": text, "type": "Part", "limit": 3, "page": 2, "sort": "itemNumber"}
        found = data(await api.get("/api/items", params=params, as_=ENGINEER))
        assert [item["itemNumber"] for item in found["items"]] == ["S-3", "S-4", "S-5"]
        assert found["total"] == 7


async def test_an_endless_search_is_refused(world: World, api: Api) -> None:
    """SQLite's LIKE takes patterns of 50,000 bytes at most."""
    design = await world.design()
    branch = await world.branch(design)
    for where in ({}, {"branchId": branch["id"]}):
        for text in ("x" * 60_000, "%" * 20_000, "字" * 7_000):
            answer = await api.get("/api/items", params={"search": text, **where}, as_=ENGINEER)
            assert list(problems(answer)) == ["search"]
        longest = {"search": "x" * 600, **where}
        assert data(await api.get("/api/items", params=longest, as_=ENGINEER))["items"] == []
