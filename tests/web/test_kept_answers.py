"""Answers under an `Idempotency-Key` are kept by the transaction of the work, whoever opens it."""

from typing import Any

import pytest

from partwright.web import dispatch
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR
from tests.world import World

PASSWORD = "correct horse battery staple"


async def calls(api: Api, world: World) -> dict[str, dict[str, Any]]:
    """Bodies of calls that open their transactions by themselves, by path."""
    part, child = await world.part(), await world.part()
    line = await world.relate(part, child)
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    account = {"name": "Emmy", "email": "emmy@example.org", "password": PASSWORD}
    scim = "urn:ietf:params:scim:schemas:core:2.0"
    return {
        "/api/users": account,
        "/api/group-mappings": {"group": "PLM", "roleId": roles[0]["id"]},
        "/scim/v2/Users": {"schemas": [f"{scim}:User"], "userName": "grace@example.org"},
        "/scim/v2/Groups": {"schemas": [f"{scim}:Group"], "displayName": "Engineers"},
        "/api/items/batch-update": {"items": [{"id": part["id"], "changes": {"name": "Bolt"}}]},
        "/api/relationships/batch-update": {
            "changes": [{"action": "update", "id": line["id"], "quantity": 4}]
        },
    }


async def test_an_answer_is_kept_with_the_work_that_it_tells_of(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the server ended between the commit of the work and what comes after it."""
    bodies = await calls(api, world)

    async def ended(*_: Any) -> None:
        raise RuntimeError("the server has ended")

    monkeypatch.setattr(dispatch, "_keep", ended)
    for path, body in bodies.items():
        key = {"Idempotency-Key": path}
        first = await api.post(path, body, as_=ADMINISTRATOR, headers=key)
        assert first.status_code in (200, 201), first.text
        again = await api.post(path, body, as_=ADMINISTRATOR, headers=key)
        assert again.headers["idempotency-replayed"] == "true"
        assert (again.status_code, again.content) == (first.status_code, first.content)
        for name in ("content-type", "location", "etag"):
            assert again.headers.get(name) == first.headers.get(name)


async def test_a_refusal_in_the_form_of_scim_is_told_again_in_that_form(api: Api) -> None:
    key = {"Idempotency-Key": "refused"}
    answers = [
        await api.post("/scim/v2/Users", {"active": True}, as_=ADMINISTRATOR, headers=key)
        for _ in range(2)
    ]
    for answer in answers:
        assert (answer.status_code, answer.headers["content-type"]) == (
            400,
            "application/scim+json",
        )
    assert answers[0].content == answers[1].content
    assert answers[1].headers["idempotency-replayed"] == "true"
