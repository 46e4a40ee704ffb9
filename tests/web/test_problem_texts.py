"""Refused values name what was expected, list what is allowed, and show what came."""

from typing import Any

from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR
from tests.world import World


async def test_a_refused_value_says_what_was_expected_and_what_came(api: Api) -> None:
    part = await World(api).part("Bracket")
    item = f"/api/items/{part['id']}"
    state: dict[str, Any] = {"id": "draft", "name": "Draft", "isInitial": "yes"}
    workflow = {"name": "W", "definitionType": "state", "states": [state], "transitions": []}
    calls: list[tuple[str, str, Any, dict[str, str]]] = [
        ("PUT", item, {"name": 5}, {"name": "expected text of at most 500 characters, got 5"}),
        ("PUT", item, {"name": " "}, {"name": "must not be blank"}),
        (
            "PUT",
            item,
            {"partType": "Bought"},
            {
                "partType": "expected Manufacture, Purchase, Software, Phantom or null, got 'Bought'",
            },
        ),
        ("PUT", item, {"cost": "much"}, {"cost": "expected a number or null, got 'much'"}),
        ("PUT", item, {"cost": -1}, {"cost": "expected a number of 0 or more, got -1"}),
        (
            "POST",
            "/api/items/batch-update",
            {"items": [{"id": part["id"]}]},
            {"items[0].changes": "is required"},
        ),
        (
            "POST",
            "/api/items/batch-checkout",
            {"itemIds": [part["id"], 7], "branchId": "main"},
            {
                "itemIds[1]": "expected text of at most 500 characters, got 7",
                "branchId": "expected a UUID, got 'main'",
            },
        ),
        (
            "POST",
            "/api/workflows",
            workflow,
            {
                "definitionType": "expected lifecycle or workflow, got 'state'",
                "states[0].isInitial": "expected true or false, got 'yes'",
            },
        ),
        (
            "GET",
            "/api/items?limit=many",
            None,
            {"limit": "expected a whole number of 1 or more, got 'many'"},
        ),
        (
            "GET",
            f"{item}/graph?direction=left",
            None,
            {"direction": "expected up, down or both, got 'left'"},
        ),
    ]
    wrong: dict[str, Any] = {}
    for method, path, body, wanted in calls:
        more = {} if body is None else {"json": body}
        answer = await api.request(method, path, as_=ADMINISTRATOR, **more)
        error = refused(answer, 400, "VALIDATION_ERROR")
        told = {detail["field"]: detail["message"] for detail in error["details"]}
        if told != wanted:
            wrong[f"{method} {path}"] = told
    assert wrong == {}
