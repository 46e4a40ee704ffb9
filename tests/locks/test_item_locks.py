"""An item's lock keeps everybody else off it, on every branch."""

from typing import Any

import pytest

from partwright.kit import clock
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER
from tests.versioning.scene import pump


async def test_a_lock_is_taken_kept_and_given_back(api: Api) -> None:
    made = await pump(api)
    path = f"/api/items/{made.ids['SEAL']}"
    assert data(await made.call("GET", f"{path}/lock-status")) == {
        "lockStatus": {"isLocked": False}
    }
    status = data(await made.call("POST", f"{path}/lock"))["lockStatus"]
    assert status["lockedBy"] == {
        "id": ENGINEER.id,
        "name": ENGINEER.name,
        "email": ENGINEER.email,
    }
    assert (status["isLocked"], status["lockType"], status["scope"]) == (True, "lock", "item")
    assert status["lockedFor"] == 0
    assert data(await made.call("POST", f"{path}/lock"))["lockStatus"] == status
    assert (await made.item("SEAL"))["lockedBy"]["name"] == ENGINEER.name
    assert data(await made.call("POST", f"{path}/unlock"))["lockStatus"] == {"isLocked": False}
    assert data(await made.call("POST", f"{path}/unlock"))["lockStatus"] == {"isLocked": False}
    history = data(await made.call("GET", f"{path}/history"))["history"]
    assert [entry["action"] for entry in history][:2] == ["Unlocked", "Locked"]


async def test_a_lock_stops_every_write_of_others_on_every_branch(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    seal = f"/api/items/{made.ids['SEAL']}"
    await made.line("SEAL", "COVER", 1)
    since = data(await made.call("POST", f"{seal}/lock"))["lockStatus"]["lockedAt"]
    edge = {"targetId": made.ids["SCREW"], "relationshipType": "bom"}
    lines = data(await made.call("GET", f"{seal}/relationships"))["relationships"]
    line = f"/api/relationships/{lines[0]['id']}"

    async def call(method: str, path: str, json: Any = None, **params: str) -> Any:
        return await made.call(method, path, json, params=params, as_=OUTSIDER)

    answers = [
        await call("PUT", seal, {"name": "x"}),
        await call("PUT", seal, {"name": "x"}, branchId=branch),
        await call("DELETE", seal),
        await call("POST", f"{seal}/checkout", {"branchId": branch}),
        await call("POST", f"{seal}/checkout", {"branchId": made.main}),
        await call("POST", f"{seal}/transitions", {"transition": "Submit"}),
        await call("POST", f"{seal}/relationships", edge),
        await call("POST", f"{seal}/relationships", edge, branchId=branch),
        await call("PUT", line, {"quantity": 2}),
        await call("DELETE", line),
        await call("POST", f"{seal}/lock"),
    ]
    for answer in answers:
        error = refused(answer, 423, "ITEM_LOCKED")
        assert error["message"] == f"Item is locked by {ENGINEER.name}"
        assert error["details"] == [
            {"field": "lockedBy", "message": ENGINEER.id},
            {"field": "lockedAt", "message": since},
        ]
    batch = {"relationships": [{"sourceId": made.ids["SEAL"], **edge}]}
    result = data(await call("POST", "/api/relationships/batch-create", batch), 400)
    assert [error["error"] for error in result["errors"]] == ["ITEM_LOCKED"]
    data(await made.call("PUT", seal, {"name": "Mine"}))


async def test_a_lock_tells_for_how_many_minutes_it_is_held(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await pump(api)
    path = f"/api/items/{made.ids['SEAL']}"
    earlier = clock.moment_later(seconds=-150)
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: earlier)
        data(await made.call("POST", f"{path}/lock"))
    status = data(await made.call("GET", f"{path}/lock-status"))["lockStatus"]
    assert (status["lockedAt"], status["lockedFor"]) == (earlier, 2)


async def test_only_administrators_force_and_release_others_locks(api: Api) -> None:
    made = await pump(api)
    path = f"/api/items/{made.ids['SEAL']}"
    data(await made.call("POST", f"{path}/lock"))
    refused(
        await made.call("POST", f"{path}/lock", {"force": True}, as_=OUTSIDER), 403, "FORBIDDEN"
    )
    refused(await made.call("POST", f"{path}/unlock", as_=OUTSIDER), 403, "FORBIDDEN")
    forced = data(await made.call("POST", f"{path}/lock", {"force": True}, as_=ADMINISTRATOR))
    assert forced["lockStatus"]["lockedBy"]["id"] == ADMINISTRATOR.id
    entry = data(await made.call("GET", f"{path}/history"))["history"][0]
    assert (entry["action"], entry["comment"]) == ("Locked", f"Taken from {ENGINEER.name}")
    refused(await made.call("PUT", path, {"name": "x"}), 423, "ITEM_LOCKED")
    refused(await made.call("POST", f"{path}/unlock"), 403, "FORBIDDEN")
    data(await made.call("POST", f"{path}/lock", {"force": True}, as_=ADMINISTRATOR))
    data(await made.call("POST", f"{path}/unlock", as_=ADMINISTRATOR))
    data(await made.call("POST", f"{path}/lock"))
    assert data(await made.call("POST", f"{path}/unlock", as_=ADMINISTRATOR))["lockStatus"] == {
        "isLocked": False
    }


async def test_locking_needs_the_right_to_update(api: Api) -> None:
    made = await pump(api)
    path = f"/api/items/{made.ids['SEAL']}"
    for verb in ("lock", "unlock"):
        refused(await made.call("POST", f"{path}/{verb}", as_=VIEWER), 403, "FORBIDDEN")
        refused(await made.call("POST", f"{path}/{verb}", as_=None), 401, "UNAUTHENTICATED")
        refused(await made.call("POST", f"/api/items/none/{verb}"), 404, "ITEM_NOT_FOUND")
    refused(await made.call("POST", f"{path}/lock", {"force": "yes"}), 400, "VALIDATION_ERROR")
