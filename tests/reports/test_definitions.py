"""Report definitions: made, read, changed, shared, deleted, and refused."""

import asyncio
from typing import Any

from tests.reports.scenes import by, column, made, report, run, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER, Person
from tests.world import NOBODY

FULL = report(
    name="Dear parts",
    description="Those that cost much",
    isPublic=True,
    sharedWithRoles=["Approver"],
    sharedWithUsers=[VIEWER.id],
    columns=[
        column("parts.cost", 1, label="Cost", formatType="currency", width=120),
        column("itemNumber", 0, isVisible=False),
    ],
    filters=[
        where("name", "like", "bolt", place=1),
        where("parts.cost", "between", 1, "2.50", place=0),
    ],
    sorts=[by("name", "desc", 1), by("parts.cost", "asc", 0)],
)


async def test_a_report_is_shown_as_it_was_made(api: Api) -> None:
    answer = await api.post("/api/reports", FULL, as_=ENGINEER)
    found = data(answer, 201)["report"]
    assert found == {
        "id": found["id"],
        "name": "Dear parts",
        "description": "Those that cost much",
        "itemType": "Part",
        "isPublic": True,
        "sharedWithRoles": ["Approver"],
        "sharedWithUsers": [VIEWER.id],
        "columns": [
            column("itemNumber", 0, isVisible=False, formatType="text", width=None),
            column("parts.cost", 1, label="Cost", formatType="currency", width=120),
        ],
        "filters": [
            where("parts.cost", "between", 1, "2.50", place=0),
            where("name", "like", "bolt", None, place=1),
        ],
        "sorts": [by("parts.cost", "asc", 0), by("name", "desc", 1)],
        "createdBy": ENGINEER.id,
        "createdAt": found["createdAt"],
        "updatedAt": found["createdAt"],
    }
    again = await api.get(f"/api/reports/{found['id']}", as_=ENGINEER)
    assert data(again)["report"] == found
    assert again.headers["etag"] == answer.headers["etag"]
    known = {"If-None-Match": again.headers["etag"]}
    same = await api.get(f"/api/reports/{found['id']}", as_=ENGINEER, headers=known)
    assert (same.status_code, same.content) == (304, b"")


async def test_values_are_given_back_to_the_digit(api: Api) -> None:
    body = b"""{"name": "N", "itemType": "Part", "columns": [{"fieldPath": "name", "label": "N",
        "displayOrder": 0, "isVisible": true}], "filters": [{"fieldPath": "parts.cost",
        "operator": "lt", "value": 1.10000000000000000001, "displayOrder": 0}]}"""
    kind = {"Content-Type": "application/json"}
    answer = await api.request("POST", "/api/reports", content=body, headers=kind, as_=ENGINEER)
    assert b'"value":1.10000000000000000001,' in answer.content


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"name": " "}, "name"),
    ({"name": None}, "name"),
    ({"itemType": "Gadget"}, "itemType"),
    ({"colums": []}, "colums"),
    ({"isPublic": "yes"}, "isPublic"),
    ({"columns": []}, "columns"),
    ({"columns": None}, "columns"),
    ({"columns": [column("documents.fileName")]}, "columns[0].fieldPath"),
    ({"columns": [column("parts.colour")]}, "columns[0].fieldPath"),
    ({"columns": [column("cost")]}, "columns[0].fieldPath"),
    ({"columns": [column("name; DROP TABLE versions")]}, "columns[0].fieldPath"),
    ({"columns": [column("name", widht=1)]}, "columns[0].widht"),
    ({"columns": [{**column("name"), "label": None}]}, "columns[0].label"),
    ({"columns": [column("name", -1)]}, "columns[0].displayOrder"),
    *(
        (
            {"columns": [{k: v for k, v in column("name").items() if k != gone}]},
            f"columns[0].{gone}",
        )
        for gone in ("fieldPath", "label", "displayOrder", "isVisible")
    ),
    ({"columns": [column("name", formatType="money")]}, "columns[0].formatType"),
    ({"columns": [column("name", formatType="currency")]}, "columns[0].formatType"),
    ({"columns": [column("name", formatType="date")]}, "columns[0].formatType"),
    ({"columns": [column("createdAt", formatType="number")]}, "columns[0].formatType"),
    ({"columns": [column("createdAt", formatType="boolean")]}, "columns[0].formatType"),
    ({"columns": [column("parts.cost", formatType="datetime")]}, "columns[0].formatType"),
    ({"columns": [column("parts.cost", formatType="email")]}, "columns[0].formatType"),
    ({"filters": [where("bogus", "eq", 1)]}, "filters[0].fieldPath"),
    ({"filters": [where("name", "equals", 1)]}, "filters[0].operator"),
    ({"filters": [where("parts.cost", "like", "1")]}, "filters[0].operator"),
    ({"filters": [where("createdAt", "starts_with", "2026")]}, "filters[0].operator"),
    ({"filters": [where("name", "eq")]}, "filters[0].value"),
    ({"filters": [where("name", "eq", None)]}, "filters[0].value"),
    ({"filters": [where("name", "eq", ["a"])]}, "filters[0].value"),
    ({"filters": [where("name", "eq", {"a": 1})]}, "filters[0].value"),
    ({"filters": [where("name", "is_null", ["a"])]}, "filters[0].value"),
    ({"filters": [where("name", "eq", "a", {})]}, "filters[0].value2"),
    ({"filters": [where("name", "eq", "a\x00")]}, "filters[0].value"),
    ({"filters": [where("name", "eq", "a" * 10_001)]}, "filters[0].value"),
    ({"filters": [where("name", "like", "a" * 1001)]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "eq", "ten")]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "eq", "")]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "eq", True)]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "eq", "NaN")]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "in", "1, x")]}, "filters[0].value"),
    ({"filters": [where("parts.leadTimeDays", "gt", "soon")]}, "filters[0].value"),
    ({"filters": [where("parts.cost", "between", 1)]}, "filters[0].value2"),
    ({"filters": [where("parts.cost", "between", 1, "x")]}, "filters[0].value"),
    ({"filters": [where("createdAt", "eq", "yesterday")]}, "filters[0].value"),
    ({"filters": [where("createdAt", "eq", "2026-02-30")]}, "filters[0].value"),
    ({"filters": [where("createdAt", "eq", 20260101)]}, "filters[0].value"),
    ({"filters": [{"fieldPath": "name", "operator": "is_null"}]}, "filters[0].displayOrder"),
    ({"sorts": [by("parts.colour")]}, "sorts[0].fieldPath"),
    ({"sorts": [by("name", "up")]}, "sorts[0].direction"),
    ({"sorts": [{"fieldPath": "name", "direction": "asc"}]}, "sorts[0].priority"),
    ({"sorts": [{"fieldPath": "name", "priority": 0}]}, "sorts[0].direction"),
    ({"sorts": [{"direction": "asc", "priority": 0}]}, "sorts[0].fieldPath"),
    ({"filters": [{"operator": "is_null", "displayOrder": 0}]}, "filters[0].fieldPath"),
    ({"filters": [{"fieldPath": "name", "displayOrder": 0}]}, "filters[0].operator"),
    ({"sharedWithRoles": ["Nobody"]}, "sharedWithRoles[0]"),
    ({"sharedWithUsers": ["me"]}, "sharedWithUsers[0]"),
    ({"sharedWithUsers": [NOBODY]}, "sharedWithUsers"),
]
"""Fields of a body, and the place that the refusal names."""


async def test_what_is_wrong_is_named(api: Api) -> None:
    path = f"/api/reports/{(await made(api))['id']}"
    for fields, named in WRONG:
        found = problems(await api.post("/api/reports", report(**fields), as_=ENGINEER))
        assert list(found) == [named]
        if "itemType" not in fields:
            edited = problems(await api.put(path, fields, as_=ENGINEER))
            # Which keys there are is told, and an edit has fewer.
            assert edited == found or named == "colums", named
            assert list(edited) == [named]
        if named.endswith(("].value", "].value2")):
            assert fields["filters"][0]["fieldPath"] in found[named]


async def test_all_that_is_wrong_is_named_at_once(api: Api) -> None:
    body = report(
        columns=[column("a"), column("name", formatType="date")],
        filters=[where("b", "eq", 1), where("parts.cost", "eq", "x")],
        sorts=[by("c")],
        sharedWithUsers=["d"],
    )
    assert set(problems(await api.post("/api/reports", body, as_=ENGINEER))) == {
        "columns[0].fieldPath",
        "columns[1].formatType",
        "filters[0].fieldPath",
        "filters[1].value",
        "sorts[0].fieldPath",
        "sharedWithUsers[0]",
    }


async def test_who_sees_a_report(api: Api) -> None:
    own = await made(api)
    public = await made(api, isPublic=True)
    role = await made(api, sharedWithRoles=["viewer", "Viewer"])
    user = await made(api, sharedWithUsers=[APPROVER.id.upper(), APPROVER.id])
    assert role["sharedWithRoles"] == ["Viewer"]
    assert user["sharedWithUsers"] == [APPROVER.id]
    for person, expected in (
        (ENGINEER, [user, role, public, own]),
        (ADMINISTRATOR, [user, role, public, own]),
        (VIEWER, [role, public]),
        (APPROVER, [user, public]),
        (OUTSIDER, [public]),
    ):
        found = data(await api.get("/api/reports", as_=person))
        assert [one["id"] for one in found["reports"]] == [one["id"] for one in expected]
        assert found["total"] == len(expected)
        for one in (own, public, role, user):
            await _each_way(api, one["id"], person, visible=one in expected)


async def _each_way(api: Api, report_id: str, person: Person, *, visible: bool) -> None:
    path = f"/api/reports/{report_id}"
    for answer in (
        await api.get(path, as_=person),
        await api.get(f"{path}/executions", as_=person),
        await api.post(f"{path}/execute", as_=person),
    ):
        if visible:
            data(answer)
        else:
            refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_only_its_maker_and_administrators_change_a_report(api: Api) -> None:
    public, hidden = await made(api, isPublic=True), await made(api)
    path = f"/api/reports/{public['id']}"
    for person in (OUTSIDER, VIEWER):
        refused(await api.put(path, {"name": "Mine"}, as_=person), 403, "FORBIDDEN")
        refused(await api.delete(path, as_=person), 403, "FORBIDDEN")
    answer = await api.put(f"/api/reports/{hidden['id']}", {"name": "Mine"}, as_=OUTSIDER)
    refused(answer, 404, "RESOURCE_NOT_FOUND")
    refused(await api.post("/api/reports", report(), as_=VIEWER), 403, "FORBIDDEN")
    renamed = await api.put(path, {"name": "Ours"}, as_=ADMINISTRATOR)
    assert data(renamed)["report"]["createdBy"] == ENGINEER.id
    assert data(await api.delete(path, as_=ADMINISTRATOR)) == {"success": True}
    refused(await api.get(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_what_is_given_replaces_the_whole_set_and_the_rest_stays(api: Api) -> None:
    before = data(await api.post("/api/reports", FULL, as_=ENGINEER), 201)["report"]
    path = f"/api/reports/{before['id']}"
    filters = [where("parts.cost", "is_null")]
    after = data(await api.put(path, {"filters": filters, "isPublic": False}, as_=ENGINEER))
    expected = before | {
        "filters": [where("parts.cost", "is_null", None, None)],
        "isPublic": False,
        "updatedAt": after["report"]["updatedAt"],
    }
    assert after["report"] == expected
    body = {"sharedWithRoles": [], "sorts": [], "columns": [column("name")], "description": None}
    after = data(await api.put(path, body, as_=ENGINEER))["report"]
    assert (after["sharedWithRoles"], after["sorts"], after["description"]) == ([], [], None)
    assert after["columns"] == [column("name", formatType="text", width=None)]
    assert after["sharedWithUsers"] == [VIEWER.id]


async def test_what_was_read_can_be_sent_back(api: Api) -> None:
    before = data(await api.post("/api/reports", FULL, as_=ENGINEER), 201)["report"]
    path = f"/api/reports/{before['id']}"
    assert data(await api.put(path, before, as_=ENGINEER))["report"] == before
    answer = await api.put(path, before | {"itemType": "Task", "createdBy": NOBODY}, as_=ENGINEER)
    assert problems(answer) == {"itemType": "is read-only", "createdBy": "is read-only"}


async def test_a_stale_tag_changes_nothing(api: Api) -> None:
    one = await made(api)
    path = f"/api/reports/{one['id']}"
    tag = {"If-Match": (await api.get(path, as_=ENGINEER)).headers["etag"]}
    both = await asyncio.gather(
        *(api.put(path, {"name": n}, as_=ENGINEER, headers=tag) for n in ("A", "B"))
    )
    assert sorted(answer.status_code for answer in both) == [200, 412]
    refused(await api.delete(path, as_=ENGINEER, headers=tag), 412, "PRECONDITION_FAILED")
    fresh = {"If-Match": (await api.get(path, as_=ENGINEER)).headers["etag"]}
    data(await api.delete(path, as_=ENGINEER, headers=fresh))


async def test_lists_are_paged_by_offset(api: Api) -> None:
    ids = [(await made(api, itemType=t))["id"] for t in ("Part", "Task", "Part")][::-1]

    async def shown(**params: Any) -> tuple[list[str], int]:
        answer = await api.get("/api/reports", params=params, as_=ENGINEER)
        found, meta = data(answer), answer.json()["meta"]
        assert meta["total"] == found["total"]
        assert meta["limit"] == found["limit"] <= 500
        return [one["id"] for one in found["reports"]], found["total"]

    assert await shown() == (ids, 3)
    assert await shown(limit=2) == (ids[:2], 3)
    assert await shown(limit=2, offset=2) == (ids[2:], 3)
    assert await shown(offset=5, limit=9999) == ([], 3)
    assert await shown(itemType="Part") == ([ids[0], ids[2]], 2)
    for params, limit in (({}, 100), ({"limit": 501}, 500)):
        answer = await api.get("/api/reports", params=params, as_=ENGINEER)
        assert data(answer)["limit"] == limit
    for params in ({"limit": 0}, {"limit": "x"}, {"offset": -1}, {"itemType": "Gadget"}):
        answer = await api.get("/api/reports", params=params, as_=ENGINEER)
        assert list(problems(answer)) == list(params)


async def test_sharing_follows_a_role_that_is_renamed_and_ends_with_it(api: Api) -> None:
    role = data(
        await api.post("/api/roles", {"name": "Buyer", "permissions": []}, as_=ADMINISTRATOR), 201
    )
    one = await made(api, sharedWithRoles=["Buyer"])
    data(await api.put(f"/api/roles/{role['id']}", {"name": "Purchaser"}, as_=ADMINISTRATOR))
    path = f"/api/reports/{one['id']}"
    assert data(await api.get(path, as_=ENGINEER))["report"]["sharedWithRoles"] == ["Purchaser"]
    data(await api.delete(f"/api/roles/{role['id']}", as_=ADMINISTRATOR))
    assert data(await api.get(path, as_=ENGINEER))["report"]["sharedWithRoles"] == []


async def test_a_report_goes_with_all_that_is_recorded_of_it(api: Api) -> None:
    one = await made(api, sharedWithRoles=["Viewer"], sharedWithUsers=[VIEWER.id])
    await run(api, one)
    path = f"/api/reports/{one['id']}"
    data(await api.delete(path, as_=ENGINEER))
    for answer in (
        await api.get(path, as_=ENGINEER),
        await api.get(f"{path}/executions", as_=ENGINEER),
        await api.post(f"{path}/execute", as_=ENGINEER),
        await api.delete(path, as_=ENGINEER),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    async with api.services.database.snapshot() as snapshot:
        for table in ("reports", "report_roles", "report_users", "report_executions"):
            assert await snapshot.one(int, f"SELECT COUNT(*) FROM {table}") == 0
