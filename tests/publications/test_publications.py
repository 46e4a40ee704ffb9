"""Released parts of one cell, held read-only by another, with the release they came from."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from partwright.cells.catalogue import Cell
from partwright.publications import receipt_service
from partwright.settings import Settings
from partwright.web import dispatch
from tests.cells.scene import cells_beside, serving
from tests.change_orders.scene import order
from tests.cli.commands import command
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER, Person
from tests.versioning.scene import Product, product
from tests.world import World

UNKNOWN = "01a20e58-7488-773a-a5df-fde3dfb5b540"
OTHER = "01a20e58-7488-773a-a5df-fde3dfb5b541"


@asynccontextmanager
async def both_cells(settings: Settings) -> AsyncGenerator[tuple[Api, Api]]:
    """Callers of the first cell, which publishes, and of one beside it, acme."""
    with cells_beside(settings, Cell(name="acme")):
        async with (
            serving(settings) as cells,
            cells.calling() as first,
            cells.calling(cell="acme") as acme,
        ):
            yield first, acme


async def published(api: Api, design: str) -> dict[str, Any]:
    path = f"/api/designs/{design}/publication"
    found: dict[str, Any] = data(await api.get(path, as_=ENGINEER))["publication"]
    return found


async def receive(api: Api, publication: dict[str, Any]) -> dict[str, Any]:
    sent = {"publication": publication}
    done: dict[str, Any] = data(await api.post("/api/publications", sent, as_=ADMINISTRATOR))
    return done


async def by_number(api: Api, number: str, *, as_: Person = ENGINEER) -> dict[str, Any]:
    path = f"/api/items/by-number/{number}"
    found: dict[str, Any] = data(await api.get(path, as_=as_))
    return found


async def library(api: Api) -> Product:
    """A design with an assembly of two released parts, and one that is not released."""
    made = await product(api)
    for number in ("KIT-1", "SCREW-1", "NUT-1", "DRAFT-1"):
        await made.part(number, weight="2", weightUnit="g")
    for child in ("SCREW-1", "NUT-1"):
        await made.line("KIT-1", child, 4)
    first = await order(made, "First release")
    for number in ("KIT-1", "SCREW-1", "NUT-1"):
        await first.affect(number, "release")
    await first.through()
    return made


async def test_published_parts_are_used_found_and_changed_by_nobody(settings: Settings) -> None:
    async with both_cells(settings) as (first, acme):
        publication = await published(first, (await library(first)).design)
        assert publication["cell"] == "first"
        done = await receive(acme, publication)
        numbers = ["KIT-1", "NUT-1", "SCREW-1"]
        assert sorted(done["changes"]["new"]) == numbers
        assert done["changes"]["linesNew"] == 2
        refused(
            await acme.get("/api/items/by-number/DRAFT-1", as_=ENGINEER),
            404,
            "ITEM_NOT_FOUND",
        )
        kit, screw = [await by_number(acme, n) for n in ("KIT-1", "SCREW-1")]
        assert (screw["state"], screw["revision"], screw["weight"]) == ("Released", "A", "2")
        own = done["publication"]["designId"]
        record = data(await acme.get(f"/api/designs/{own}", as_=ENGINEER))
        assert record["publishedFrom"] == "first"

        await used_and_found(acme, kit, screw)
        await refuses_writes(acme, own, kit, screw)
        # The same again changes nothing, and makes no commit.
        before = data(await acme.get(f"/api/designs/{own}/commits", as_=ENGINEER))["total"]
        again = (await receive(acme, publication))["changes"]
        assert (again["new"], again["changed"], again["linesChanged"]) == ([], [], 0)
        after = data(await acme.get(f"/api/designs/{own}/commits", as_=ENGINEER))["total"]
        assert after == before


async def used_and_found(acme: Api, kit: dict[str, Any], screw: dict[str, Any]) -> None:
    world = World(acme)
    top = await world.part("Own", designId=(await world.design())["id"])
    await world.relate(top, kit)
    bom = data(await acme.get(f"/api/items/{top['id']}/bom?depth=5", as_=ENGINEER))
    assert "SCREW-1" in str(bom)
    used = data(await acme.get(f"/api/items/{screw['id']}/where-used", as_=ENGINEER))
    assert "KIT-1" in str(used)
    hits = data(await acme.get("/api/search?q=SCREW-1", as_=ENGINEER))["groups"]
    assert [hit["number"] for hit in hits[0]["hits"]] == ["SCREW-1"]


async def refuses_writes(
    acme: Api, design: str, kit: dict[str, Any], screw: dict[str, Any]
) -> None:
    words = "published by the cell first and cannot be changed here"
    writes = [
        ("PUT", f"/api/items/{screw['id']}", {"name": "Other"}),
        ("PUT", f"/api/items/{kit['id']}/sources", {"sources": []}),
        (
            "POST",
            f"/api/items/{kit['id']}/relationships",
            {"targetId": screw["id"], "type": "reference"},
        ),
        ("POST", "/api/parts", {"name": "New", "designId": design}),
        ("POST", f"/api/designs/{design}/branches", {"name": "work"}),
    ]
    for method, path, body in writes:
        answer = await acme.request(method, path, json=body, as_=ADMINISTRATOR)
        assert answer.status_code in (403, 409), (path, answer.text)
        assert words in answer.text, (path, answer.text)
    assert (await by_number(acme, "SCREW-1"))["name"] == "SCREW-1"


async def test_a_later_release_renews_and_what_is_withdrawn_stays(settings: Settings) -> None:
    async with both_cells(settings) as (first, acme):
        made = await library(first)
        old = await published(first, made.design)
        await receive(acme, old)
        change = await order(made, "Stronger nut")
        affected = await change.affect("NUT-1", "revise")
        assert affected["itemNumber"] == "NUT-1"
        body = {"name": "Nut, stronger", "branchId": await change.branch()}
        data(await first.put(f"/api/items/{made.ids['NUT-1']}", body, as_=ENGINEER))
        await change.through()
        later = await published(first, made.design)
        assert later["number"] > old["number"]
        later["items"] = [i for i in later["items"] if i["fields"]["itemNumber"] != "SCREW-1"]
        later["lines"] = [
            {**line, "quantity": 6} for line in old["lines"] if line["child"] == "NUT-1"
        ]
        changes = (await receive(acme, later))["changes"]
        assert changes["changed"] == [{"itemNumber": "NUT-1", "fields": ["name", "revision"]}]
        assert changes["withdrawn"] == ["SCREW-1"]
        lines = [changes[f"lines{kind}"] for kind in ("New", "Changed", "Removed")]
        assert lines == [0, 1, 1]
        assert (await by_number(acme, "SCREW-1"))["state"] == "Obsolete"
        assert (await by_number(acme, "NUT-1"))["name"] == "Nut, stronger"
        refused(
            await acme.post("/api/publications", {"publication": old}, as_=ADMINISTRATOR),
            409,
            "CONFLICT",
        )
        [kept] = data(await acme.get("/api/publications", as_=VIEWER))["publications"]
        assert (kept["cell"], kept["commitId"]) == ("first", later["commitId"])
        path = f"/api/publications/{kept['designId']}"
        assert data(await acme.get(path, as_=VIEWER))["changes"] == changes


async def test_what_is_wrong_in_a_publication_is_told_and_changes_nothing(api: Api) -> None:
    sent = await published(api, (await library(api)).design)
    for person in (VIEWER, ENGINEER):
        refused(
            await api.post("/api/publications", {"publication": sent}, as_=person), 403, "FORBIDDEN"
        )
    # Of this very cell its numbers are in use, and so is its code.
    sent["code"] = "COPY"
    answer = await api.post("/api/publications", {"publication": sent}, as_=ADMINISTRATOR)
    assert "Items here already have the numbers" in refused(answer, 409, "CONFLICT")["message"]
    for item in sent["items"]:
        item["fields"]["itemNumber"] = f"X-{item['fields']['itemNumber']}"
    refused(
        await api.post("/api/publications", {"publication": sent}, as_=ADMINISTRATOR),
        400,
        "VALIDATION_ERROR",
    )
    sent["lines"] = []
    for spoilt, field in (
        ({"weight": "heavy"}, "publication.items[0].fields.weight"),
        ({"itemNumber": None}, "publication.items[0].fields.itemNumber"),
        ({"wrong": 1}, "publication.items[0].fields.wrong"),
    ):
        item = sent["items"][0]
        bad = {**sent, "items": [{**item, "fields": item["fields"] | spoilt}]}
        error = refused(
            await api.post("/api/publications", {"publication": bad}, as_=ADMINISTRATOR),
            400,
            "VALIDATION_ERROR",
        )
        assert [one["field"] for one in error["details"]] == [field]
    numbers = [item["fields"]["itemNumber"] for item in sent["items"][:2]]
    ends = [numbers, numbers[::-1]]
    unknown = [{"parent": numbers[0], "child": numbers[1], "type": "odd", "quantity": 1}]
    answer = await api.post(
        "/api/publications", {"publication": {**sent, "lines": unknown}}, as_=ADMINISTRATOR
    )
    [detail] = refused(answer, 400, "VALIDATION_ERROR")["details"]
    assert detail["field"] == "publication.lines[0].type"
    circle = [{"parent": a, "child": b, "quantity": 1} for a, b in ends]
    body = {"publication": {**sent, "lines": circle}}
    error = refused(
        await api.post("/api/publications", body, as_=ADMINISTRATOR), 400, "VALIDATION_ERROR"
    )
    assert "expected no cycle" in str(error)
    assert data(await api.get("/api/publications", as_=ENGINEER))["publications"] == []


async def test_a_right_on_designs_alone_neither_publishes_nor_receives(api: Api) -> None:
    design = (await library(api)).design
    sent = {"publication": await published(api, design) | {"code": "COPY", "lines": []}}
    sent["publication"]["designId"] = UNKNOWN
    for item in sent["publication"]["items"]:
        item["fields"]["itemNumber"] = f"X-{item['fields']['itemNumber']}"
    path = f"/api/designs/{design}/publication"
    for scopes, missing in (
        (["designs.manage"], "parts.read"),
        (["designs.manage", "parts.read"], "relationships.read"),
    ):
        answer = await with_token(api, scopes, "GET", path)
        assert missing in refused(answer, 403, "FORBIDDEN")["message"]
    for scopes, missing in (
        (["designs.create", "parts.manage", "relationships.manage"], "designs.manage"),
        (["designs.manage", "relationships.manage"], "parts.create"),
        (["designs.manage", "parts.manage"], "relationships.create"),
    ):
        answer = await with_token(api, scopes, "POST", "/api/publications", sent)
        assert missing in refused(answer, 403, "FORBIDDEN")["message"]
    rights = ["designs.manage", "parts.manage", "relationships.manage"]
    done = data(await with_token(api, rights, "POST", "/api/publications", sent))
    own = f"/api/publications/{done['publication']['designId']}"
    refused(await with_token(api, ["designs.read"], "GET", own), 403, "FORBIDDEN")


async def with_token(api: Api, scopes: list[str], method: str, path: str, body: Any = None) -> Any:
    made = data(
        await api.post("/api/auth/tokens", {"name": "scoped", "scopes": scopes}, as_=ADMINISTRATOR),
        201,
    )
    return await api.request(
        method, path, json=body, as_=ADMINISTRATOR._replace(token=made["token"])
    )


async def test_a_received_design_is_archived_deleted_and_renamed_by_its_publisher_only(
    settings: Settings,
) -> None:
    async with both_cells(settings) as (first, acme):
        sent = await published(first, (await library(first)).design)
        # References may go in a circle, as they may where it comes from.
        sent["lines"] += [
            {"parent": a, "child": b, "type": "reference", "quantity": 1}
            for a, b in (("SCREW-1", "NUT-1"), ("NUT-1", "SCREW-1"))
        ]
        own = (await receive(acme, sent))["publication"]["designId"]
        path = f"/api/designs/{own}"
        for change in ({"name": "Ours"}, {"code": "OURS"}, {"description": "Ours"}):
            answer = await acme.put(path, change, as_=ADMINISTRATOR)
            assert "published by the cell first" in refused(answer, 409, "CONFLICT")["message"]
        other = {
            **sent,
            "commitId": UNKNOWN,
            "name": "Standard parts",
            "items": [],
            "lines": [],
        }
        refused(await post(acme, other), 409, "CONFLICT")
        await keeps_what_is_withdrawn(acme, other, sent)
        record = data(await acme.get(path, as_=ENGINEER))
        assert (record["name"], record["code"]) == (sent["name"], sent["code"])

        data(await acme.put(path, {"isArchived": True}, as_=ADMINISTRATOR))
        refused(await post(acme, sent), 409, "CONFLICT")
        data(await acme.put(path, {"isArchived": False}, as_=ADMINISTRATOR))
        refused(await acme.delete(path, as_=ENGINEER), 403, "FORBIDDEN")
        assert (await acme.delete(path, as_=ADMINISTRATOR)).status_code in (200, 204)
        refused(await acme.get("/api/items/by-number/NUT-1", as_=ENGINEER), 404, "ITEM_NOT_FOUND")
        assert len((await receive(acme, sent))["changes"]["new"]) == 3


async def keeps_what_is_withdrawn(acme: Api, emptied: dict[str, Any], sent: dict[str, Any]) -> None:
    gone = data(await post(acme, emptied, allowEarlier=True))["changes"]
    assert (sorted(gone["withdrawn"]), gone["linesRemoved"]) == (["KIT-1", "NUT-1", "SCREW-1"], 0)
    kit = await by_number(acme, "KIT-1")
    assert kit["state"] == "Obsolete"
    assert "SCREW-1" in str(data(await acme.get(f"/api/items/{kit['id']}/bom", as_=ENGINEER)))
    path = f"/api/designs/{kit['designId']}"
    assert data(await acme.get(path, as_=ENGINEER))["name"] == "Standard parts"
    back = data(await post(acme, sent, allowEarlier=True))["changes"]
    assert (back["new"], len(back["changed"]), back["linesNew"]) == ([], 3, 0)
    assert (await by_number(acme, "KIT-1"))["state"] == "Released"


async def post(acme: Api, publication: dict[str, Any], **more: Any) -> Any:
    body = {"publication": publication, **more}
    return await acme.post("/api/publications", body, as_=ADMINISTRATOR)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_command_publishes_to_cells(settings: Settings) -> None:
    with cells_beside(settings, Cell(name="acme"), Cell(name="bolt")):
        async with serving(settings) as cells, cells.calling() as first:
            design = (await library(first)).design
        at = ("--data-dir", settings.data_dir, "--database-url", settings.database)
        done = await command("cell", "publish", design, "--to", "acme", *at)
        assert "acme has commit" in done.out, done
        assert "3 items new, 0 changed, 0 withdrawn" in done.out
        listed = await command("cell", "received", "--cell", "acme", *at)
        assert " of first, commit" in listed.out
        for wrong, words in (
            ((design, "--to", "first"), "cannot publish to itself"),
            (("NONE", "--to", "acme"), "there is no design NONE"),
        ):
            end = await command("cell", "publish", *wrong, *at)
            assert (end.code != 0, words in end.err) == (True, True), end
        twice = ("cell", "publish", design, "--to", "acme", "--to", "bolt", *at)
        async with serving(settings) as cells, cells.calling(cell="bolt") as bolt:
            taken = await World(bolt).part("Own", itemNumber="NUT-1")
        # The first has it, and is told of; the second takes nothing.
        end = await command(*twice)
        assert end.code != 0
        assert ("acme has commit" in end.out, "bolt" in end.out) == (True, False)
        assert "Items here already have the numbers NUT-1" in end.err
        assert (
            "bolt has received nothing."
            in (await command("cell", "received", "--cell", "bolt", *at)).out
        )
        async with serving(settings) as cells, cells.calling(cell="bolt") as bolt:
            await bolt.delete(f"/api/items/{taken['id']}", as_=ADMINISTRATOR)
        done = await command(*twice)
        assert (done.code, "bolt has commit" in done.out) == (0, True), done
        first_commit = (await _first_commit(settings, design))["id"]
        earlier = ("cell", "publish", design, "--to", "acme", "--commit", first_commit, *at)
        end = await command(*earlier)
        assert (end.code != 0, "allowEarlier" in end.err) == (True, True), end
        done = await command(*earlier, "--allow-earlier")
        assert "0 items new, 0 changed, 3 withdrawn" in done.out, done


async def _first_commit(settings: Settings, design: str) -> dict[str, Any]:
    async with serving(settings) as cells, cells.calling() as first:
        listed = data(await first.get(f"/api/designs/{design}/commits?limit=100", as_=ENGINEER))
        found: dict[str, Any] = min(listed["commits"], key=lambda one: one["createdAt"])
        return found


async def test_the_answer_of_a_receipt_is_kept_with_what_it_wrote(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with both_cells(settings) as (first, acme):
        design = (await library(first)).design
        sent = await published(first, design)

        async def ended(*_: Any) -> None:
            raise RuntimeError("the server has ended")

        monkeypatch.setattr(dispatch, "_keep", ended)
        body, key = {"publication": sent}, {"Idempotency-Key": "receipt"}
        answers = [
            await acme.post("/api/publications", body, as_=ADMINISTRATOR, headers=key)
            for _ in range(2)
        ]
        once, again = [data(answer) for answer in answers]
        assert once == again
        assert len(again["changes"]["new"]) == 3
        assert answers[1].headers["Idempotency-Replayed"] == "true"
        # What left the cell stands in its trail.
        path = f"/api/designs/{design}/publication?to=acme"
        data(await first.get(path, as_=ENGINEER))
        told = data(await first.get("/api/audit?action=design.published", as_=ADMINISTRATOR))
        entry = max(told["entries"], key=lambda one: str(one["happenedAt"]))
        assert (entry["actorName"], entry["subject"]) == (ENGINEER.name, design)
        assert entry["details"]["query"] == {"to": "acme"}
        assert entry["details"]["number"] == sent["number"]


async def test_a_receipt_is_worked_out_again_when_its_design_has_changed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with both_cells(settings) as (first, acme):
        sent = await published(first, (await library(first)).design)
        own = (await receive(acme, sent))["publication"]["designId"]
        program = data(
            await acme.post("/api/programs", {"name": "Moved", "code": "MOVED"}, as_=ADMINISTRATOR),
            201,
        )["id"]
        emptied = {**sent, "commitId": UNKNOWN, "number": sent["number"] + 1, "items": []}
        emptied["lines"] = []
        extra = sent["items"][0]
        fields = extra["fields"] | {"itemNumber": "EXTRA-1"}
        more = {**sent, "commitId": OTHER, "number": sent["number"] + 2}
        more["items"] = [*sent["items"], {**extra, "fields": fields}]
        planned, asked = receipt_service.make_plan, 0

        async def late(*given: Any) -> Any:
            """A plan that has become old by the time it is used: the design is moved and emptied."""
            nonlocal asked
            asked += 1
            plan = await planned(*given)
            if asked == 1:
                move = {"programId": program}
                data(await acme.put(f"/api/designs/{own}", move, as_=ADMINISTRATOR))
                assert len((await receive(acme, emptied))["changes"]["withdrawn"]) == 3
            return plan

        monkeypatch.setattr(receipt_service, "make_plan", late)
        changes = (await receive(acme, more))["changes"]
        # Worked out before, nothing but the new one would have been written.
        assert (changes["new"], len(changes["changed"])) == (["EXTRA-1"], 3)
        for number in ("KIT-1", "EXTRA-1"):
            shown = await by_number(acme, number, as_=ADMINISTRATOR)
            assert (shown["state"], shown["programId"]) == ("Released", program)
        assert asked == 3


async def test_receipts_at_once_are_one_after_the_other(settings: Settings) -> None:
    async with both_cells(settings) as (first, acme):
        sent = await published(first, (await library(first)).design)
        # More values than other bodies may have.
        item = sent["items"][0]
        sent["items"] += [
            {**item, "fields": item["fields"] | {"itemNumber": f"X-{n}", "name": f"{n}"}}
            for n in range(1500)
        ]
        sent["lines"][0]["metadata"] = {f"k{n}": ["x"] * 60 for n in range(3500)}
        done = await asyncio.gather(*[receive(acme, sent) for _ in range(2)])
        assert sorted(len(one["changes"]["new"]) for one in done) == [0, 1503]
        one, other = [one["publication"]["designId"] for one in done]
        assert one == other
