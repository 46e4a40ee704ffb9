"""Threads on items, lines, files and changes: said, answered, settled, taken back."""

from typing import Any

from tests.change_orders.scene import order, released_pump
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER, Person
from tests.world import NOBODY, World


async def say(api: Api, subject: str, text: str, *, as_: Person = ENGINEER, **more: Any) -> Any:
    body = {"subject": subject, "text": text, **more}
    return data(await api.post("/api/comments", body, as_=as_), 201)["comment"]


async def said(api: Api, subject: str, **params: Any) -> Any:
    answer = await api.get("/api/comments", as_=ENGINEER, params={"subject": subject, **params})
    return data(answer)["comments"]


async def test_a_thread_is_answered_settled_and_taken_back(world: World, api: Api) -> None:
    part = await world.part()
    subject = f"item:{part['id']}"
    first = await say(api, subject, f"Too thin, @[Alan Turing](user:{APPROVER.id})?")
    assert first["author"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    reply = await say(api, subject, " 2 mm then ", as_=APPROVER, replyTo=first["id"])
    assert (reply["text"], reply["replyTo"]) == ("2 mm then", first["id"])
    assert [one["id"] for one in await said(api, subject)] == [first["id"], reply["id"]]
    assert [one["id"] for one in await said(api, subject, page=2, limit=1)] == [reply["id"]]
    path = f"/api/comments/{first['id']}"
    refused(await api.put(path, {"text": "x"}, as_=APPROVER), 403, "FORBIDDEN")
    refused(await api.delete(path, as_=APPROVER), 403, "FORBIDDEN")
    edited = data(await api.put(path, {"text": "Too thick"}, as_=ENGINEER))["comment"]
    assert (edited["text"], edited["editedAt"] is None) == ("Too thick", False)
    settled = data(await api.post(f"{path}/resolve", {}, as_=APPROVER))["comment"]
    assert settled["resolvedBy"]["id"] == APPROVER.id
    opened = data(await api.post(f"{path}/resolve", {"resolved": False}, as_=APPROVER))["comment"]
    assert (opened["resolvedAt"], opened["resolvedBy"]) == (None, None)
    on_reply = await api.post(f"/api/comments/{reply['id']}/resolve", {}, as_=APPROVER)
    assert list(problems(on_reply)) == ["id"]
    data(await api.delete(path, as_=ENGINEER))
    assert [one["id"] for one in await said(api, subject)] == [reply["id"]]
    refused(await api.put(path, {"text": "x"}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_lines_files_and_changes_have_threads_of_their_own(world: World, api: Api) -> None:
    design = await world.design()
    part, child = [await world.part(designId=design["id"]) for _ in range(2)]
    line = await world.relate(part, child)
    order = await world.change_order(designId=design["id"])
    file = {"file": ("note.txt", b"hello")}
    path = f"/api/items/{part['id']}/files/upload"
    files = data(await api.post(path, as_=ENGINEER, files=file), 201)["files"]
    subjects = [
        f"item:{part['id']}",
        f"line:{line['id']}",
        f"file:{files[0]['id']}",
        f"change:{order['id']}",
    ]
    for subject in subjects:
        await say(api, subject, f"On {subject}")
    for subject in subjects:
        assert [one["text"] for one in await said(api, subject)] == [f"On {subject}"]
    assert [one["text"] for one in await said(api, f"changeOrder:{order['id']}")] == [
        f"On change:{order['id']}"
    ]
    # A thread is of the item for ever, whatever the id of the version that names it.
    branch = await world.branch(design)
    body = {"changes": {"name": "There"}, "id": part["id"]}
    there = {"items": [body], "branchId": branch["id"]}
    (copy,) = data(await api.post("/api/items/batch-update", there, as_=ENGINEER))["items"]
    assert [one["text"] for one in await said(api, f"item:{copy['id']}")] == [f"On {subjects[0]}"]


async def test_the_thread_of_a_line_is_one_on_branches_and_after_their_release(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made, "Other screws")
    pump, branch = made.ids["PUMP"], (await change.affect("PUMP"))["branchId"]
    await made.part("NUT", branch=branch)
    await made.line("PUMP", "NUT", 8, branch=branch)

    async def line(child: str, item: str = pump, **context: str) -> str:
        path = f"/api/items/{item}/relationships"
        found = data(await made.call("GET", path, params=context))["relationships"]
        (one,) = [x["id"] for x in found if x["targetItem"]["itemNumber"] == child]
        return f"line:{one}"

    screw, nut = [await line(child, branchId=branch) for child in ("SCREW", "NUT")]
    old = await line("SCREW")
    assert screw != old
    first = await say(api, old, "Steel?")
    await say(api, screw, "Brass", replyTo=first["id"])
    await say(api, nut, "Eight of them")
    # The thread goes with a line that is moved, on its branch and into main.
    await change.affect("HOUSING")
    move = {"action": "move", "id": screw[5:], "sourceId": made.ids["HOUSING"]}
    body = {"changes": [move], "branchId": branch}
    data(await made.call("POST", "/api/relationships/batch-update", body))
    await change.through()
    new = data(await api.get("/api/items/by-number/PUMP", as_=ENGINEER))["id"]
    housing = data(await api.get("/api/items/by-number/HOUSING", as_=ENGINEER))["id"]
    for subject in (await line("SCREW", housing), screw, old):
        assert [one["text"] for one in await said(api, subject)] == ["Steel?", "Brass"]
    assert [one["text"] for one in await said(api, await line("NUT", new))] == ["Eight of them"]
    assert await said(api, await line("SHAFT", new)) == []
    body = {"subject": await line("SHAFT", new), "text": "x", "replyTo": first["id"]}
    assert list(problems(await api.post("/api/comments", body, as_=ENGINEER))) == ["replyTo"]


async def test_what_is_not_seen_is_not_spoken_about(world: World, api: Api) -> None:
    program = await world.as_(ADMINISTRATOR).program(members={ENGINEER: "lead", VIEWER: "viewer"})
    part = await world.part(programId=program["id"])
    subject = f"item:{part['id']}"
    comment = await say(api, subject, "Secret")
    await say(api, subject, "Viewers have opinions too", as_=VIEWER)
    asked = await api.get("/api/comments", as_=OUTSIDER, params={"subject": subject})
    refused(asked, 404, "ITEM_NOT_FOUND")
    body = {"subject": subject, "text": "Hello"}
    refused(await api.post("/api/comments", body, as_=OUTSIDER), 404, "ITEM_NOT_FOUND")
    line = await world.relate(part, await world.part(designId=part["designId"]))
    asked = await api.get("/api/comments", as_=OUTSIDER, params={"subject": f"line:{line['id']}"})
    # What a line belongs to is as secret as the line.
    assert line["id"] in refused(asked, 404, "RESOURCE_NOT_FOUND")["message"]
    path = f"/api/comments/{comment['id']}"
    for answer in (
        await api.put(path, {"text": "x"}, as_=OUTSIDER),
        await api.delete(path, as_=OUTSIDER),
        await api.post(f"{path}/resolve", {}, as_=OUTSIDER),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    other = await world.part()
    bad: list[tuple[dict[str, Any], str]] = [
        ({"subject": "item", "text": "x"}, "subject"),
        ({"subject": f"moon:{part['id']}", "text": "x"}, "subject"),
        ({"subject": f"change:{part['id']}", "text": "x"}, "subject"),
        ({"subject": subject, "text": "  "}, "text"),
        ({"subject": subject, "text": "x" * 5001}, "text"),
        ({"subject": subject, "text": f"@[No one](user:{NOBODY})"}, "text"),
        ({"subject": f"item:{other['id']}", "text": "x", "replyTo": comment["id"]}, "replyTo"),
    ]
    for sent, field in bad:
        assert list(problems(await api.post("/api/comments", sent, as_=ENGINEER))) == [field]
    refused(
        await api.post("/api/comments", {"subject": f"line:{NOBODY}", "text": "x"}, as_=ENGINEER),
        404,
        "RESOURCE_NOT_FOUND",
    )
