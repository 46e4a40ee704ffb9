"""The feed: what is told, in which order, to whom, as pages and as a stream."""

from typing import Any

from tests.events.stream import EventReader
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER, Person
from tests.world import NOBODY, World


async def page(api: Api, *, as_: Person = ENGINEER, **params: Any) -> Any:
    return data(await api.get("/api/events", as_=as_, params=params))


async def now(api: Api) -> str:
    """The id of the newest event that everybody may be past."""
    found = (await page(api, as_=ADMINISTRATOR, before="now", limit=1))["events"]
    return str(found[0]["id"]) if found else "0"


async def test_all_that_happens_is_told_in_the_order_of_commits(world: World, api: Api) -> None:
    start = await now(api)
    design = await world.design()
    part, child = [await world.part(designId=design["id"]) for _ in range(2)]
    await world.edit(part, name="Stiffer bracket")
    await world.relate(part, child)
    upload = f"/api/items/{part['id']}/files/upload"
    data(await api.post(upload, as_=ENGINEER, files={"file": ("a.txt", b"a")}), 201)
    data(await api.post(f"/api/items/{part['id']}/lock", {}, as_=ENGINEER))
    said = {"subject": f"item:{part['id']}", "text": "Too thin"}
    data(await api.post("/api/comments", said, as_=APPROVER), 201)
    order = await world.change_order()
    found = await page(api, after=start)
    told = found["events"]
    kinds = ["item", "item", "item", "line", "file", "lock", "comment", "change_order"]
    assert [one["kind"] for one in told] == kinds
    edit, comment = told[2], told[6]
    assert edit["by"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    assert (edit["designId"], edit["branch"]["name"]) == (design["id"], "main")
    assert edit["items"] == [
        {
            "id": part["id"],
            "itemNumber": part["itemNumber"],
            "name": "Stiffer bracket",
            "type": "Part",
            "action": "Updated",
        }
    ]
    assert (comment["text"], comment["by"]["id"]) == ("Too thin", APPROVER.id)
    assert comment["items"][0]["id"] == part["id"]
    assert told[7]["items"][0]["itemNumber"] == order["itemNumber"]
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))["commits"]
    assert {c["id"] for c in commits} >= {one["commitId"] for one in told[2:5]}
    # Resumed anywhere, forwards and backwards, nothing is missed or told twice.
    ids = [one["id"] for one in told]
    assert [one["id"] for one in (await page(api, after=ids[2]))["events"]] == ids[3:]
    back = (await page(api, before=ids[6], limit=3))["events"]
    assert [one["id"] for one in back] == [ids[5], ids[4], ids[3]]
    walked: list[str] = []
    at: dict[str, Any] = {"next": start, "hasMore": True}
    while at["hasMore"]:
        at = await page(api, after=at["next"], limit=3)
        walked += [one["id"] for one in at["events"]]
    assert walked == ids
    kept = await page(api, after=start, kinds="line, file", designId=design["id"])
    assert [one["id"] for one in kept["events"]] == [ids[3], ids[4]]
    assert [o["id"] for o in (await page(api, after=start, by=APPROVER.id))["events"]] == [ids[6]]
    assert (await page(api, since=told[0]["at"]))["events"][0]["at"] >= told[0]["at"]


async def test_nobody_is_told_of_what_they_do_not_see(world: World, api: Api) -> None:
    program = await world.as_(ADMINISTRATOR).program(members={ENGINEER: "lead", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    start = await now(api)
    part = await world.part(designId=design["id"], name="Secret")
    loose = await world.part(programId=program["id"])
    data(await api.post(f"/api/items/{part['id']}/lock", {}, as_=ENGINEER))
    said = {"subject": f"item:{loose['id']}", "text": "Too thin"}
    data(await api.post("/api/comments", said, as_=ENGINEER), 201)
    assert (await page(api, after=start, as_=OUTSIDER))["events"] == []
    assert len((await page(api, after=start, as_=VIEWER))["events"]) == 4
    there = await api.get("/api/events", as_=OUTSIDER, params={"designId": design["id"]})
    refused(there, 404, "RESOURCE_NOT_FOUND")
    # A token that may only read parts hears of parts alone.
    await world.requirement(designId=design["id"])
    named = {"name": "Parts only", "scopes": ["parts.read"]}
    token = data(await api.post("/api/auth/tokens", named, as_=ENGINEER), 201)["token"]
    answer = await api.get(
        "/api/events", headers={"Authorization": f"Bearer {token}"}, params={"after": start}
    )
    types = {item["type"] for event in data(answer)["events"] for item in event["items"]}
    assert types == {"Part"}
    assert len((await page(api, after=start))["events"]) == 5


async def test_what_the_feed_cannot_be_asked(api: Api) -> None:
    bad: list[tuple[dict[str, str], str]] = [
        ({"after": "x"}, "after"),
        ({"after": "-1"}, "after"),
        ({"after": "1" * 30}, "after"),
        ({"before": "1.2.3"}, "before"),
        ({"since": "yesterday"}, "since"),
        ({"kinds": "item,gossip"}, "kinds"),
        ({"kinds": ","}, "kinds"),
        ({"after": "1", "before": "2"}, "before"),
        ({"limit": "0"}, "limit"),
        ({"designId": "x"}, "designId"),
        ({"which": "x"}, "which"),
    ]
    for params, field in bad:
        answer = await api.get("/api/events", as_=ENGINEER, params=params)
        assert list(problems(answer)) == [field]


async def test_a_stream_tells_what_its_user_sees_now(world: World, api: Api) -> None:
    program = await world.as_(ADMINISTRATOR).program(members={ENGINEER: "lead", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    open_to_all = await world.design()
    async with (
        EventReader(api, VIEWER) as member,
        EventReader(api, OUTSIDER) as stranger,
        EventReader(api, VIEWER, f"designId={open_to_all['id']}&kinds=item") as narrowed,
    ):
        secret = await world.part(designId=design["id"])
        first = await member.event()
        assert first.data["items"][0]["itemNumber"] == secret["itemNumber"]
        assert first.id == first.data["id"]
        path = f"/api/programs/{program['id']}/members/{VIEWER.id}"
        data(await api.delete(path, as_=ADMINISTRATOR))
        await world.edit(secret, name="Not for strangers")
        shared = await world.part(designId=open_to_all["id"])
        for reader in (member, stranger, narrowed):
            told = await reader.event()
            assert told.data["items"][0]["itemNumber"] == shared["itemNumber"]
    # Taken up again, it tells what happened meanwhile, and goes on.
    missed = await world.part(designId=open_to_all["id"])
    async with EventReader(api, OUTSIDER, last=told.id) as again:
        assert (await again.event()).data["items"][0]["itemNumber"] == missed["itemNumber"]
        later = await world.part(designId=open_to_all["id"])
        assert (await again.event()).data["items"][0]["itemNumber"] == later["itemNumber"]


async def test_a_stream_ends_with_its_token(world: World, api: Api) -> None:
    refused(
        await api.get("/api/events", headers={"Accept": "text/event-stream"}),
        401,
        "UNAUTHENTICATED",
    )
    made = data(await api.post("/api/auth/tokens", {"name": "Screen"}, as_=ENGINEER), 201)
    async with EventReader(api, ENGINEER._replace(token=made["token"])) as reader:
        data(await api.delete(f"/api/auth/tokens/{made['id']}", as_=ENGINEER))
        # What happens after that ends the stream, and is not told.
        await world.part()
        assert await reader.next() is None
    bad = {"Accept": "text/event-stream", "Last-Event-ID": "x"}
    answer = await api.get("/api/events", as_=ENGINEER, headers=bad)
    assert list(problems(answer)) == ["Last-Event-ID"]
    unknown = {"designId": NOBODY}
    answer = await api.get("/api/events", as_=ENGINEER, headers=bad, params=unknown)
    refused(answer, 404, "RESOURCE_NOT_FOUND")
