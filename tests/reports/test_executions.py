"""Running reports: rows, pages, who sees which, and what is recorded."""

from typing import Any

from tests.reports.scenes import by, column, made, numbers, run, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER
from tests.world import World


async def test_an_execution_answers_rows_by_path(world: World, api: Api) -> None:
    part = await world.part(
        "Bolt", itemNumber="B", cost="1.50", weight="0.250", leadTimeDays=0, quantityOnHand=2.5
    )
    await world.part("Nut", itemNumber="N")
    paths = ["itemNumber", "parts.cost", "parts.weight", "parts.leadTimeDays", "modifiedAt"]
    paths += ["parts.quantityOnHand", "parts.description", "parts.makeBuy", "createdBy"]
    columns = [column(path, n, isVisible=n > 0) for n, path in enumerate(paths)]
    one = await made(api, name="All", columns=columns, sorts=[by("itemNumber")])
    result = await run(api, one)
    assert set(result) == {
        "executionId",
        "reportId",
        "reportName",
        "executedAt",
        "durationMs",
        "totalRows",
        "columns",
        "rows",
        "pagination",
    }
    assert (result["reportId"], result["reportName"]) == (one["id"], "All")
    assert result["columns"] == one["columns"]
    assert (result["totalRows"], result["pagination"]) == (
        2,
        {"limit": 100, "offset": 0, "hasMore": False},
    )
    assert result["rows"][0] == {
        "itemNumber": "B",
        "parts.cost": "1.5",
        "parts.weight": "0.25",
        "parts.leadTimeDays": 0,
        "parts.quantityOnHand": 2.5,
        "parts.description": None,
        "parts.makeBuy": None,
        "modifiedAt": part["modifiedAt"],
        "createdBy": ENGINEER.name,
    }
    assert result["rows"][1]["parts.cost"] is None


async def test_pages_and_totals(world: World, api: Api) -> None:
    for n in range(5):
        await world.part(itemNumber=f"P{n}")
    one = await made(api, sorts=[by("itemNumber", "desc")])
    pages: list[tuple[dict[str, Any], str, bool]] = [
        ({}, "43210", False),
        ({"limit": 2}, "43", True),
        ({"limit": 2, "offset": 2}, "21", True),
        ({"limit": 2, "offset": 4}, "0", False),
        ({"limit": 5}, "43210", False),
        ({"offset": 5}, "", False),
        ({"offset": 2**53}, "", False),
    ]
    for options, rows, more in pages:
        result = await run(api, one, **options)
        assert [row["itemNumber"][1:] for row in result["rows"]] == list(rows), options
        assert (result["pagination"]["hasMore"], result["totalRows"]) == (more, 5), options
    assert (await run(api, one, limit=10**9))["pagination"]["limit"] == 10_000
    for options in ({"limit": 0}, {"limit": "1"}, {"offset": -1}, {"offset": 1.5}, {"page": 1}):
        answer = await api.post(f"/api/reports/{one['id']}/execute", options, as_=ENGINEER)
        assert list(problems(answer)) == list(options)


async def test_last_changed_comes_first_without_sorts_and_numbers_break_ties(
    world: World, api: Api
) -> None:
    parts = [await world.part("Same", itemNumber=n) for n in ("B", "C", "A")]
    await world.edit(parts[0], material="Steel")
    assert await numbers(api, await made(api)) == ["B", "A", "C"]
    assert await numbers(api, await made(api, sorts=[by("name", "desc")])) == ["A", "B", "C"]
    sorts = [by("itemNumber", "asc", 1), by("parts.material", "desc", 0)]
    assert await numbers(api, await made(api, sorts=sorts)) == ["B", "A", "C"]


async def test_further_filters_add_to_the_saved_ones(world: World, api: Api) -> None:
    for number, cost in (("A1", "5"), ("A2", "50"), ("B1", "5")):
        await world.part(itemNumber=number, cost=cost)
    one = await made(api, filters=[where("parts.cost", "lt", 10)], sorts=[by("itemNumber")])
    further = {"fieldPath": "itemNumber", "operator": "starts_with", "value": "a"}
    assert await numbers(api, one) == ["A1", "B1"]
    assert await numbers(api, one, runtimeFilters=[further]) == ["A1"]
    for sent, named in (
        ([{**further, "fieldPath": "parts.nothing"}], "runtimeFilters[0].fieldPath"),
        ([{**further, "operator": "is"}], "runtimeFilters[0].operator"),
        ([further, {"fieldPath": "name", "operator": "eq"}], "runtimeFilters[1].value"),
        ([{"operator": "eq", "value": 1}], "runtimeFilters[0].fieldPath"),
        ([{**further, "valu": 1}], "runtimeFilters[0].valu"),
        ("x", "runtimeFilters"),
        ([1], "runtimeFilters[0]"),
    ):
        body = {"runtimeFilters": sent}
        answer = await api.post(f"/api/reports/{one['id']}/execute", body, as_=ENGINEER)
        assert list(problems(answer)) == [named]


async def test_a_date_means_its_whole_day(world: World, api: Api) -> None:
    part = await world.part()
    day = part["createdAt"][:10]
    one = await made(api)
    for operator, values, found in (
        ("eq", [day], True),
        ("ne", [day], False),
        ("gt", [day], False),
        ("gte", [day], True),
        ("lt", [day], False),
        ("lte", [day], True),
        ("between", [day, day], True),
        ("between", ["2000-01-01", day], True),
        ("between", [part["createdAt"], day], True),
        ("in", [f"2000-01-01, {day}"], True),
        ("not_in", [day], False),
        ("eq", [part["createdAt"]], True),
        ("eq", [part["createdAt"].replace("Z", "+00:00")], True),
        ("gt", [part["createdAt"]], False),
        ("lt", ["9999-12-31"], True),
        ("gt", ["0001-01-01T00:00:00Z"], True),
    ):
        wanted = where("createdAt", operator, *values)
        assert bool(await numbers(api, one, runtimeFilters=[wanted])) is found, wanted


async def test_only_current_versions_on_main_are_rows(world: World, api: Api) -> None:
    design = await world.design()
    kept = await world.part(itemNumber="K", name="Old", designId=design["id"])
    gone = await world.part(itemNumber="G")
    branch = await world.branch(design)
    await world.edit(kept, on=branch, name="On a branch")
    await world.part(itemNumber="N", designId=design["id"], branchId=branch["id"])
    await world.edit(kept, name="New")
    data(await api.delete(f"/api/items/{gone['id']}", as_=ENGINEER))
    await world.document(itemNumber="D")
    one = await made(api, columns=[column("itemNumber"), column("name", 1)])
    assert (await run(api, one))["rows"] == [{"itemNumber": "K", "name": "New"}]


async def test_rows_of_a_program_are_for_its_members(world: World, api: Api) -> None:
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"], code="LAMP")
    await world.part(itemNumber="P", designId=design["id"])
    await world.part(itemNumber="O")
    columns = [column("itemNumber"), column("designCode", 1), column("programCode", 2)]
    one = await made(api, isPublic=True, columns=columns, sorts=[by("itemNumber")])
    assert (await run(api, one))["rows"] == [
        {"itemNumber": "O", "designCode": None, "programCode": None},
        {"itemNumber": "P", "designCode": "LAMP", "programCode": "LANDER"},
    ]
    assert await numbers(api, one, as_=ADMINISTRATOR) == ["O", "P"]
    for person in (OUTSIDER, VIEWER):
        result = await run(api, one, as_=person)
        assert [row["itemNumber"] for row in result["rows"]] == ["O"]
        assert result["totalRows"] == 1
        hidden = await run(api, one, as_=person, limit=1, offset=7)
        assert hidden["totalRows"] == 1


async def test_a_token_without_the_types_permission_runs_nothing(api: Api) -> None:
    one = await made(api, isPublic=True)
    body = {"name": "Reports", "scopes": ["reports.read", "tasks.read"]}
    token = data(await api.post("/api/auth/tokens", body, as_=ENGINEER), 201)["token"]
    person = ENGINEER._replace(token=token)
    path = f"/api/reports/{one['id']}"
    refused(await api.post(f"{path}/execute", as_=person), 403, "FORBIDDEN")
    daily = {"frequency": "daily", "hour": 1}
    refused(await api.put(f"{path}/schedule", daily, as_=person), 403, "FORBIDDEN")
    (execution,) = data(await api.get(f"{path}/executions", as_=person))["executions"]
    assert not execution["success"]
    tasks = await made(api, isPublic=True, itemType="Task")
    assert await numbers(api, tasks, as_=person) == []


async def test_every_execution_is_recorded(world: World, api: Api) -> None:
    await world.part(itemNumber="A")
    one = await made(api, isPublic=True)
    path = f"/api/reports/{one['id']}"
    wrong = {"runtimeFilters": [{"fieldPath": "x", "operator": "eq", "value": 1.50}]}
    good = {"limit": 5, "offset": 0, "runtimeFilters": [where("name", "like", "part")]}
    first = await run(api, one)
    second = await run(api, one, as_=OUTSIDER, **good)
    problems(await api.post(f"{path}/execute", wrong, as_=ENGINEER))
    found = data(await api.get(f"{path}/executions", as_=VIEWER))
    assert (found["total"], found["exports"]) == (3, [])
    failed, other, plain = found["executions"]
    assert plain == {
        "id": first["executionId"],
        "reportId": one["id"],
        "executedBy": ENGINEER.id,
        "executedAt": first["executedAt"],
        "rowCount": 1,
        "durationMs": plain["durationMs"],
        "parameters": {},
        "success": True,
        "errorMessage": None,
    }
    assert plain["durationMs"] >= 0
    assert (other["id"], other["executedBy"]) == (second["executionId"], OUTSIDER.id)
    assert other["parameters"] == {k: v for k, v in good.items() if k != "offset"}
    assert (failed["success"], failed["rowCount"], failed["parameters"]) == (False, 0, wrong)
    assert "'x'" in failed["errorMessage"]
    part = data(await api.get(f"{path}/executions", params={"limit": 1, "offset": 1}, as_=VIEWER))
    assert (part["executions"], part["total"]) == ([other], 3)


async def test_filters_beyond_measure_are_not_recorded(api: Api) -> None:
    one = await made(api)
    path = f"/api/reports/{one['id']}"
    huge = {"fieldPath": "x" * 200_000, "operator": "eq", "value": 1}
    body = {"limit": 3, "runtimeFilters": [huge]}
    problems(await api.post(f"{path}/execute", body, as_=ENGINEER))
    assert data(await api.get(f"{path}/executions", as_=ENGINEER))["executions"] == []


async def test_the_same_key_runs_a_report_once(api: Api) -> None:
    one = await made(api)
    path, key = f"/api/reports/{one['id']}", {"Idempotency-Key": "once"}
    answers = [await api.post(f"{path}/execute", as_=ENGINEER, headers=key) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert data(await api.get(f"{path}/executions", as_=ENGINEER))["total"] == 1


async def test_the_number_of_statements_does_not_grow_with_the_rows(world: World, api: Api) -> None:
    one = await made(api, columns=[column("itemNumber"), column("createdBy", 1)])

    async def cost(**options: Any) -> int:
        with api.counting() as counted:
            await run(api, one, **options)
        return counted.statements

    empty = await cost(limit=3)
    for _ in range(8):
        await world.part()
    assert await cost(limit=3) <= empty + 1
    assert await cost() == empty <= 8
