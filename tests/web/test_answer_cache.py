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


async def test_a_kept_answer_goes_out_in_the_form_that_was_asked_for(
    world: World, api: Api
) -> None:
    part = await world.part("Housing", description="cast " * 300)
    path = f"/api/items/{part['id']}"
    for coding in ("identity", "gzip", "gzip"):
        first = await api.get(path, as_=ENGINEER, headers={"Accept-Encoding": coding})
        again = await api.get(path, as_=ENGINEER, headers={"Accept-Encoding": coding})
        assert again.content == first.content
        assert again.headers.get("content-encoding") == (None if coding == "identity" else coding)
        for name in ("content-encoding", "content-type", "etag", "vary", "cache-control"):
            assert again.headers.get(name) == first.headers.get(name), name
        known = {"If-None-Match": again.headers["etag"], "Accept-Encoding": coding}
        assert (await api.get(path, as_=ENGINEER, headers=known)).status_code == 304
    whole = await api.get(path, as_=ENGINEER, headers={"Accept-Encoding": "identity"})
    head = await api.request("HEAD", path, as_=ENGINEER, headers={"Accept-Encoding": "gzip"})
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(whole.content))
