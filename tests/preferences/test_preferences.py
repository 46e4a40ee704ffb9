"""Saved views and preferences: whose they are, who sees them, and what they refuse."""

import asyncio

import pytest

from partwright.kit.db import open_database
from partwright.preferences.model import MOST_VIEWS
from tests.support.application import Api, data, problems, refused
from tests.support.databases import Database
from tests.support.people import ADMINISTRATOR, ENGINEER, ROLELESS, VIEWER
from tests.world import NOBODY

VIEW = {
    "name": "Purchased parts",
    "page": "parts",
    "query": "partType=Purchase&sort=itemNumber:asc",
    "columns": ["itemNumber", "name"],
}
PREFERENCES = "/api/users/me/preferences"


async def test_a_view_is_its_owners_until_it_is_shared(api: Api) -> None:
    made = await api.post("/api/views", VIEW, as_=ENGINEER)
    view = data(made, 201)["view"]
    assert {k: view[k] for k in VIEW} == VIEW
    assert view["isShared"] is False
    assert view["owner"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    path = f"/api/views/{view['id']}"
    assert data(await api.get("/api/views", as_=VIEWER))["views"] == []
    refused(await api.put(path, {"name": "x"}, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.delete(path, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")

    tag = {"If-Match": made.headers["etag"]}
    shared = await api.put(path, view | {"isShared": True}, as_=ENGINEER, headers=tag)
    assert data(shared)["view"]["isShared"] is True
    # A guest, whose account has no right, sees nobody's.
    assert data(await api.get("/api/views", as_=ROLELESS))["views"] == []
    own = data(await api.post("/api/views", VIEW, as_=ROLELESS), 201)["view"]
    for sent in (
        api.post("/api/views", VIEW | {"isShared": True}, as_=ROLELESS),
        api.put(f"/api/views/{own['id']}", {"isShared": True}, as_=ROLELESS),
    ):
        refused(await sent, 403, "FORBIDDEN")
    stale = await api.put(path, {"name": "Late"}, as_=ENGINEER, headers=tag)
    refused(stale, 412, "PRECONDITION_FAILED")
    assert data(await api.get("/api/views", as_=VIEWER))["views"] == [data(shared)["view"]]
    refused(await api.put(path, {"name": "Mine"}, as_=VIEWER), 403, "FORBIDDEN")
    refused(await api.delete(path, as_=VIEWER), 403, "FORBIDDEN")
    renamed = await api.put(path, {"name": "Bought", "columns": []}, as_=ADMINISTRATOR)
    assert data(renamed)["view"]["owner"]["id"] == ENGINEER.id
    assert data(await api.delete(path, as_=ENGINEER)) == {"success": True}
    refused(await api.delete(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_views_are_listed_by_page_and_named_once(api: Api) -> None:
    for name in ("b", "a"):
        data(await api.post("/api/views", VIEW | {"name": name}, as_=ENGINEER), 201)
    other = data(
        await api.post("/api/views", VIEW | {"name": "a", "page": "tasks"}, as_=ENGINEER), 201
    )["view"]
    found = data(await api.get("/api/views", as_=ENGINEER, params={"of": "parts"}))
    assert [view["name"] for view in found["views"]] == ["a", "b"]
    refused(await api.post("/api/views", VIEW | {"name": "b"}, as_=ENGINEER), 409, "CONFLICT")
    moved = await api.put(f"/api/views/{other['id']}", {"page": "parts"}, as_=ENGINEER)
    refused(moved, 409, "CONFLICT")
    data(await api.post("/api/views", VIEW | {"name": "b"}, as_=VIEWER), 201)
    refused(await api.put(f"/api/views/{NOBODY}", {}, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    wrong = await api.post("/api/views", {"name": " ", "columns": [1]}, as_=ENGINEER)
    assert set(problems(wrong)) == {"name", "page", "columns[0]"}


async def test_a_user_has_so_many_views_and_no_more(api: Api) -> None:
    for number in range(MOST_VIEWS - 2):
        data(await api.post("/api/views", VIEW | {"name": str(number)}, as_=ROLELESS), 201)
    answers = await asyncio.gather(
        *[api.post("/api/views", VIEW | {"name": f"x{n}"}, as_=ROLELESS) for n in range(2)]
    )
    assert {answer.status_code for answer in answers} == {201}
    refused(await api.post("/api/views", VIEW, as_=ROLELESS), 409, "CONFLICT")


async def test_preferences_are_any_json_of_ones_own(api: Api) -> None:
    first = await api.get(PREFERENCES, as_=ENGINEER)
    assert data(first) == {"preferences": {}}
    kept = {"preferences": {"stars": ["P-1", "\x00é"], "deep": [[[1.50]]], "none": None}}
    tag = {"If-Match": first.headers["etag"]}
    put = await api.put(PREFERENCES, kept, as_=ENGINEER, headers=tag)
    assert data(put) == kept
    again = await api.get(PREFERENCES, as_=ENGINEER)
    assert data(again) == kept
    assert again.headers["etag"] == put.headers["etag"] != first.headers["etag"]
    known = {"If-None-Match": again.headers["etag"]}
    assert (await api.get(PREFERENCES, as_=ENGINEER, headers=known)).status_code == 304
    assert data(await api.get(PREFERENCES, as_=VIEWER)) == {"preferences": {}}
    racing = {"If-Match": again.headers["etag"]}
    answers = await asyncio.gather(
        *[api.put(PREFERENCES, {"preferences": n}, as_=ENGINEER, headers=racing) for n in range(4)]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]


@pytest.mark.parametrize("body", [{}, {"preferences": "x" * 65_535}, {"other": 1}])
async def test_preferences_that_are_missing_or_too_large_are_refused(
    api: Api, body: dict[str, object]
) -> None:
    refused(await api.put(PREFERENCES, body, as_=ENGINEER), 400, "VALIDATION_ERROR")
    fits = {"preferences": "x" * 65_534}
    assert data(await api.put(PREFERENCES, fits, as_=ENGINEER)) == fits


@pytest.mark.parametrize("mail", ["often", "Daily", None, ["daily"], True])
async def test_how_often_mail_comes_is_one_of_three(api: Api, mail: object) -> None:
    answer = await api.put(PREFERENCES, {"preferences": {"mail": mail}}, as_=ENGINEER)
    error = refused(answer, 400, "VALIDATION_ERROR")
    assert "expected mail to be one of immediate, daily, off" in error["details"][0]["message"]
    kept = {"preferences": {"mail": "off", "other": mail}}
    assert data(await api.put(PREFERENCES, kept, as_=ENGINEER)) == kept


async def test_what_stood_there_before_keeps_nobody_from_writing(
    api: Api, database: Database
) -> None:
    data(await api.put(PREFERENCES, {"preferences": {}}, as_=ENGINEER))
    stored = await open_database(database.url)
    async with stored.transaction() as tx:
        await tx.run("UPDATE user_preferences SET content = :text", text='{"mail": null}')
    await stored.close()
    starred = {"preferences": {"mail": None, "stars": ["P-1"]}}
    assert data(await api.put(PREFERENCES, starred, as_=ENGINEER)) == starred
    other = {"preferences": {"mail": "weekly", "stars": ["P-1"]}}
    refused(await api.put(PREFERENCES, other, as_=ENGINEER), 400, "VALIDATION_ERROR")


async def test_preferences_are_text_in_utf_8(api: Api) -> None:
    body, headers = b'{"preferences": {"a": "\xed\xa0\x80"}}', {"Content-Type": "application/json"}
    answer = await api.request("PUT", PREFERENCES, as_=ENGINEER, content=body, headers=headers)
    assert "UTF-8" in refused(answer, 400, "VALIDATION_ERROR")["message"]
