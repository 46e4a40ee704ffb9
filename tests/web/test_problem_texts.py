"""Refused values name what was expected, list what is allowed, and show what came."""

from typing import Any

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR
from tests.world import World


async def test_a_refused_value_says_what_was_expected_and_what_came(api: Api) -> None:
    part = await World(api).part("Bracket")
    item = f"/api/items/{part['id']}"
    state: dict[str, Any] = {"id": "draft", "name": "Draft", "isInitial": "yes"}
    workflow = {"name": "W", "definitionType": "state", "states": [state], "transitions": []}
    column = {"fieldPath": "itemNumber", "label": "Number", "displayOrder": 0, "isVisible": True}
    calls: list[tuple[str, str, Any, dict[str, str]]] = [
        ("PUT", item, {"name": 5}, {"name": "expected text of at most 500 characters, got 5"}),
        ("PUT", item, {"branchId": 7}, {"branchId": "expected a UUID or null, got 7"}),
        ("PUT", item, {"name": " "}, {"name": "must not be blank"}),
        (
            "PUT",
            item,
            {"partType": "Bought"},
            {
                "partType": "expected Manufacture, Purchase, Software, Phantom or null, got 'Bought'",
            },
        ),
        (
            "PUT",
            item,
            {"costCurrency": "DM"},
            {"costCurrency": "expected an ISO 4217 currency code such as EUR, got 'DM'"},
        ),
        (
            "PUT",
            item,
            {"attributes": {"Finish": "raw", "Remark": "x" * 5001}},
            {
                "attributes": "'Remark': expected text of at most 5000 characters or null, got 5001 characters"
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
            "/api/change-orders?page=0",
            None,
            {"page": "expected a whole number from 1 to 1000000000, got '0'"},
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
    answer = await api.put(item, {"colour": "red"}, as_=ADMINISTRATOR)
    assert (
        "colour: unknown key; expected itemNumber, name,"
        in refused(answer, 400, "VALIDATION_ERROR")["message"]
    )
    report = {"name": "R", "itemType": "Part", "columns": [{**column, "title": "Number"}]}
    answer = await api.post("/api/reports", report, as_=ADMINISTRATOR)
    told = refused(answer, 400, "VALIDATION_ERROR")["message"]
    assert told.startswith("columns[0].title: unknown key; expected fieldPath, label, ")
    told = await _refusal(api, "/api/items?itemNum=3&named=4")
    assert told.startswith("itemNum: is not a parameter of this list; did you mean itemNumber? ")
    assert told.endswith(" or attributes.<name>; named: is not a parameter of this list")
    for query, problem in (
        ("state=Draft&state=Draft", "state: is given twice; expected it once"),
        ("search=%FF", "search: is not UTF-8"),
    ):
        assert (await _refusal(api, f"/api/items?{query}")) == problem
    page = f"/api/change-orders/{await _change_order(api)}/affected-items?limit=0"
    told = await _refusal(api, page)
    assert told == "limit: expected a whole number of 1 or more, got '0'"


async def _refusal(api: Api, path: str) -> str:
    answer = await api.get(path, as_=ADMINISTRATOR)
    return refused(answer, 400, "VALIDATION_ERROR")["message"]


async def _change_order(api: Api) -> str:
    answer = await api.post("/api/change-orders", {"name": "A change"}, as_=ADMINISTRATOR)
    return data(answer, 201)["id"]
