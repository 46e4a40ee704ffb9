"""Answers that are kept in memory are those that would be read anew."""

from partwright.settings import Settings
from tests.support.application import Api, data, refused, running
from tests.support.databases import Database
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER
from tests.world import World


async def statements(api: Api) -> float:
    text = (await api.get("/metrics")).text
    line = next(line for line in text.splitlines() if line.startswith("partwright_database_st"))
    return float(line.split()[-1])


async def test_what_is_read_again_is_what_stands_in_the_database(
    world: World, api: Api, settings: Settings, database: Database
) -> None:
    program = await world.program(members={ENGINEER: "engineer", VIEWER: "viewer"})
    part = await world.part("Bracket", programId=program["id"])
    one, listed = f"/api/items/{part['id']}", "/api/items?search=bracket"

    async def names(of: Api) -> tuple[str, list[str]]:
        found = data(await of.get(listed, as_=ENGINEER))["items"]
        return data(await of.get(one, as_=ENGINEER))["name"], [item["name"] for item in found]

    assert await names(api) == ("Bracket", ["Bracket"])
    first, before = await api.get(one, as_=ENGINEER), await statements(api)
    again = [await api.get(path, as_=ENGINEER) for path in (one, f"{one}?", one)]
    assert {(a.content, a.headers["etag"]) for a in again} == {
        (first.content, again[0].headers["etag"])
    }
    assert (await statements(api) == before) == (database.dialect == "sqlite")
    same = await api.get(one, as_=ENGINEER, headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")

    # What is kept for one is not shown to another, nor without a token.
    refused(await api.get(one, as_=OUTSIDER), 404, "ITEM_NOT_FOUND")
    assert data(await api.get(listed, as_=OUTSIDER))["items"] == []
    refused(await api.get(one), 401, "UNAUTHENTICATED")

    # Another process writes, then this one.
    async with running(settings) as other:
        await World(other).edit(part, name="Bracket, long")
        assert await names(api) == ("Bracket, long", ["Bracket, long"])
        await world.edit(part, name="Bracket, wide")
        assert await names(other) == ("Bracket, wide", ["Bracket, wide"])

    # Who leaves the program sees nothing of it any more.
    assert data(await api.get(one, as_=VIEWER))["name"] == "Bracket, wide"
    path = f"/api/programs/{program['id']}/members/{VIEWER.id}"
    data(await api.request("DELETE", path, as_=ADMINISTRATOR))
    refused(await api.get(one, as_=VIEWER), 404, "ITEM_NOT_FOUND")
