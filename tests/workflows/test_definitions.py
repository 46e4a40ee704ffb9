"""Definitions over HTTP: made, listed, changed into new versions, validated and deleted."""

import asyncio
from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, ROLELESS, VIEWER
from tests.workflows.scenes import (
    APPROVE,
    DRAFT,
    PATH,
    RELEASED,
    REVIEW,
    STATES,
    SUBMIT,
    TRANSITIONS,
    WHOLE,
    Record,
    change,
    define,
    make_role,
    report,
)
from tests.world import NOBODY, World

KEYS = {
    *("id", "name", "definitionType", "workflowType", "description", "applicableItemTypes"),
    *("changeTypes", "states", "transitions", "isActive", "version", "createdAt", "updatedAt"),
}


async def get(api: Api, record: Record, **params: Any) -> Record:
    answer = await api.get(f"{PATH}/{record['id']}", as_=VIEWER, params=params)
    found: Record = data(answer)["workflow"]
    return found


async def test_a_definition_is_made_with_all_that_is_said(api: Api) -> None:
    body = {
        "name": " Changes of drawings ",
        "definitionType": "workflow",
        "workflowType": "flexible",
        "description": "Short",
        "applicableItemTypes": ["changeorder", "ChangeOrder"],
        "changeTypes": ["eco", "Deviation"],
        "isActive": False,
        "states": [*STATES, {"id": "x", "name": "X", "color": "#fff", "isFinal": True}],
        "transitions": TRANSITIONS,
    }
    made = await api.post(PATH, body, as_=ADMINISTRATOR)
    workflow = data(made, 201)["workflow"]
    assert set(workflow) == KEYS
    assert workflow["name"] == "Changes of drawings"
    assert (workflow["definitionType"], workflow["workflowType"]) == ("workflow", "flexible")
    assert workflow["applicableItemTypes"] == ["ChangeOrder"]
    assert workflow["changeTypes"] == ["ECO", "Deviation"]
    assert (workflow["isActive"], workflow["version"]) == (False, 1)
    assert [(s["category"], s["outcome"]) for s in workflow["states"]] == [
        *(("draft", None), ("review", None), ("released", "release"), ("released", "release")),
    ]
    for sent, shown in zip(body["states"], workflow["states"], strict=True):
        assert {**shown, **sent} == shown
    empty = {"guards": [], "lifecycleEffects": []}
    assert workflow["transitions"] == [way | empty for way in TRANSITIONS]
    read = await api.get(f"{PATH}/{workflow['id']}", as_=VIEWER)
    assert (data(read)["workflow"], read.headers["etag"]) == (workflow, made.headers["etag"])
    again = {"If-None-Match": made.headers["etag"]}
    assert (await api.get(f"{PATH}/{workflow['id']}", as_=VIEWER, headers=again)).status_code == 304


async def test_only_a_name_is_required(api: Api) -> None:
    workflow = data(await api.post(PATH, {"name": "Later"}, as_=ADMINISTRATOR), 201)["workflow"]
    assert {key: workflow[key] for key in KEYS - {"id", "createdAt", "updatedAt"}} == {
        "name": "Later",
        "definitionType": "lifecycle",
        "workflowType": "strict",
        "description": None,
        "applicableItemTypes": [],
        "changeTypes": [],
        "states": [],
        "transitions": [],
        "isActive": True,
        "version": 1,
    }
    assert await report(api, workflow) == {"errors": [("NO_STATES", "states")], "warnings": []}
    finished = await change(api, workflow, **WHOLE)
    assert await report(api, finished) == {"errors": [], "warnings": []}


BAD: list[tuple[Record, set[str]]] = [
    ({"name": " "}, {"name"}),
    ({"name": "x" * 501}, {"name"}),
    ({"description": "x" * 5001, "isActive": 1}, {"description", "isActive"}),
    ({"applicableItemTypes": ["Part", "Assembly"]}, {"applicableItemTypes"}),
    (
        {"applicableItemTypes": None, "changeTypes": ["XXX"]},
        {"applicableItemTypes", "changeTypes"},
    ),
    ({"states": [{"id": "a"}], "colour": "red"}, {"states[0].name", "colour"}),
    (
        {"states": [DRAFT, DRAFT | {"id": "two"}], "transitions": [SUBMIT]},
        {"states[1].name", "states[1].isInitial", "transitions[0].toStateId"},
    ),
    ({"id": NOBODY, "version": 7}, {"id", "version"}),
    ({"createdAt": "2026-01-01T00:00:00.000Z"}, {"createdAt"}),
    ({"definition_type": "workflow"}, {"definition_type"}),
]


async def test_a_bad_body_is_refused_with_all_its_problems(api: Api) -> None:
    workflow = await define(api, states=[], transitions=[])
    for body, fields in BAD:
        answer = await api.post(PATH, {"name": "N", **body}, as_=ADMINISTRATOR)
        assert problems(answer).keys() == fields
        answer = await api.put(f"{PATH}/{workflow['id']}", body, as_=ADMINISTRATOR)
        assert problems(answer).keys() == fields
    assert await get(api, workflow) == workflow


async def test_the_kinds_are_chosen_at_creation(api: Api) -> None:
    for kind in ("definitionType", "workflowType"):
        answer = await api.post(PATH, {"name": "N", kind: "free"}, as_=ADMINISTRATOR)
        assert problems(answer).keys() == {kind}
    workflow = await define(api)
    body = {"definitionType": "workflow", "workflowType": "flexible"}
    answer = await api.put(f"{PATH}/{workflow['id']}", body, as_=ADMINISTRATOR)
    assert problems(answer) == dict.fromkeys(body, "is read-only")


async def test_names_are_unique_whatever_their_case(api: Api) -> None:
    workflow, other = await define(api, "Straße"), await define(api, "Other")
    for name in (" STRASSE", "standard LIFECYCLE"):
        error = refused(await api.post(PATH, {"name": name}, as_=ADMINISTRATOR), 409, "CONFLICT")
        assert error["details"][0]["field"] == "name"
        path = f"{PATH}/{other['id']}"
        refused(await api.put(path, {"name": name}, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert (await change(api, workflow, name="STRASSE"))["name"] == "STRASSE"


async def test_an_edit_makes_the_next_version_and_keeps_the_ones_before(api: Api) -> None:
    first = await define(api)
    second = await change(api, first, states=[DRAFT, RELEASED], transitions=[])
    third = await change(api, second, name="Sketches", isActive=False, changeTypes=["ECO"])
    assert [v["version"] for v in (first, second, third)] == [1, 2, 3]
    assert third == {
        **second,
        "name": "Sketches",
        "isActive": False,
        "changeTypes": ["ECO"],
        "version": 3,
        "updatedAt": third["updatedAt"],
    }
    assert third["createdAt"] == first["createdAt"]
    assert await get(api, first) == third
    for version in (first, second, third):
        assert await get(api, first, version=version["version"]) == version
    unknown = await api.get(f"{PATH}/{first['id']}", as_=VIEWER, params={"version": 4})
    refused(unknown, 404, "RESOURCE_NOT_FOUND")


async def test_what_was_read_can_be_sent_back_and_changes_nothing(api: Api) -> None:
    workflow = await define(api, definitionType="workflow", description="D", changeTypes=["ECO"])
    assert await change(api, workflow, **workflow) == workflow
    assert await change(api, workflow) == workflow
    assert (await change(api, workflow, **workflow | {"description": None}))["version"] == 2


async def test_a_list_that_an_edit_leaves_out_stays_and_has_to_fit(api: Api) -> None:
    workflow = await define(api)
    path = f"{PATH}/{workflow['id']}"
    answer = await api.put(path, {"states": [DRAFT, RELEASED]}, as_=ADMINISTRATOR)
    assert problems(answer).keys() == {
        *("transitions[0].toStateId", "transitions[1].fromStateId", "transitions[2].fromStateId"),
    }
    changed = await change(api, workflow, transitions=[SUBMIT])
    assert [way["id"] for way in changed["transitions"]] == ["submit"]
    assert changed["states"] == workflow["states"]


async def test_of_two_edits_of_one_state_the_second_is_told(api: Api) -> None:
    made = await api.post(PATH, {"name": "Drawings", **WHOLE}, as_=ADMINISTRATOR)
    path = f"{PATH}/{data(made, 201)['workflow']['id']}"
    tag = {"If-Match": made.headers["etag"]}
    answers = await asyncio.gather(
        *(
            api.put(path, {"description": text}, as_=ADMINISTRATOR, headers=tag)
            for text in ("one", "two")
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    (winner,) = [answer for answer in answers if answer.status_code == 200]
    read = await api.get(path, as_=VIEWER)
    assert (data(read), read.headers["etag"]) == (data(winner), winner.headers["etag"])
    assert data(read)["workflow"]["version"] == 2
    refused(await api.delete(path, as_=ADMINISTRATOR, headers=tag), 412, "PRECONDITION_FAILED")
    free = [api.put(path, {"description": text}, as_=ADMINISTRATOR) for text in ("three", "four")]
    versions = [data(answer)["workflow"]["version"] for answer in await asyncio.gather(*free)]
    assert sorted(versions) == [3, 4]


async def test_of_two_with_one_name_one_is_made(api: Api) -> None:
    answers = await asyncio.gather(
        *(api.post(PATH, {"name": name}, as_=ADMINISTRATOR) for name in ("Twin", "TWIN"))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    one, two = await define(api, "One"), await define(api, "Two")
    answers = await asyncio.gather(
        *(api.put(f"{PATH}/{w['id']}", {"name": "Same"}, as_=ADMINISTRATOR) for w in (one, two))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_deleted_definition_is_gone_but_its_versions_stay(api: Api) -> None:
    workflow = await define(api)
    path = f"{PATH}/{workflow['id']}"
    who = {"userId": APPROVER.id}
    data(await api.post(f"{path}/states/review/approvers", who, as_=ADMINISTRATOR), 201)
    assert data(await api.delete(path, as_=ADMINISTRATOR)) == {"success": True}
    for answer in (
        await api.get(path, as_=VIEWER),
        await api.put(path, {}, as_=ADMINISTRATOR),
        await api.delete(path, as_=ADMINISTRATOR),
        await api.get(f"{path}/validate", as_=VIEWER),
        await api.get(f"{path}/approvers", as_=VIEWER),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    assert await get(api, workflow, version=1) == workflow
    assert (await define(api))["id"] != workflow["id"]


async def test_a_definition_that_changes_run_on_is_not_deleted(api: Api, world: World) -> None:
    drop = {"name": "Drop", "fromStateId": "draft", "toStateId": "off"}
    states = [*STATES, {"id": "off", "name": "Cancelled", "isFinal": True}]
    body = {"states": states, "transitions": [*TRANSITIONS, drop]}
    first = await define(api, definitionType="workflow", **body)
    path = f"{PATH}/{first['id']}"
    order = f"/api/change-orders/{(await world.change_order())['id']}"
    start = {"workflowDefinitionId": first["id"]}
    started = await api.post(f"{order}/workflow", start, as_=ENGINEER)
    assert data(started, 201)["instance"]["workflowDefinitionId"] == first["id"]
    later = await change(api, first, states=[DRAFT, RELEASED], transitions=[])
    error = refused(await api.delete(path, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert error["message"] == "Drawings is in use by 1 open change"
    assert await get(api, first) == later
    step = {"transition": "Drop"}
    data(await api.post(f"{order}/workflow/transition", step, as_=ENGINEER))
    data(await api.delete(path, as_=ADMINISTRATOR))
    instance = data(await api.get(f"{order}/workflow", as_=VIEWER))["instance"]
    assert (instance["currentState"]["id"], instance["states"]) == ("off", first["states"])


async def test_a_start_and_a_deletion_at_once_leave_nothing_running_without_its_definition(
    api: Api, world: World
) -> None:
    workflow = await define(api, definitionType="workflow")
    order = f"/api/change-orders/{(await world.change_order())['id']}/workflow"
    start = {"workflowDefinitionId": workflow["id"]}
    started, deleted = await asyncio.gather(
        api.post(order, start, as_=ENGINEER),
        api.delete(f"{PATH}/{workflow['id']}", as_=ADMINISTRATOR),
    )
    assert (started.status_code, deleted.status_code) in ((201, 409), (404, 200), (422, 200))


async def names(api: Api, **params: Any) -> list[str]:
    return [w["name"] for w in data(await api.get(PATH, as_=VIEWER, params=params))["workflows"]]


async def test_definitions_are_listed_filtered_and_paged(api: Api) -> None:
    built_in = [
        *("Change order workflow", "Issue lifecycle", "Standard lifecycle", "Task lifecycle"),
    ]
    await define(api, "b", isActive=False)
    await define(api, "A", definitionType="workflow")
    assert (await names(api))[:2] == ["A", "b"]
    assert sorted(await names(api)) == sorted(["A", "b", *built_in])
    assert await names(api, isActive="false") == ["b"]
    assert await names(api, type="workflow") == ["A", "Change order workflow"]
    assert await names(api, type="workflow", isActive="false") == []
    assert await names(api, definitionType="workflow", name="a,B") == ["A"]
    assert await names(api, **{"name.like": "LIFE", "description.null": "true"}) == []
    assert await names(api, **{"version.from": 2, "workflowType": "strict"}) == []
    assert await names(api, sort="name:asc", type="lifecycle") == ["b", *built_in[1:]]
    assert await names(api, sort="isActive:asc,name", limit=2) == ["b", "A"]
    answer = await api.get(PATH, as_=VIEWER, params={"sort": "name", "limit": 2, "offset": 4})
    shown = data(answer)
    assert [w["name"] for w in shown["workflows"]] == ["Standard lifecycle", "Task lifecycle"]
    assert (shown["total"], shown["limit"], shown["offset"]) == (6, 2, 4)
    assert answer.json()["meta"] == {"total": 6, "page": 3, "limit": 2, "totalPages": 3}
    assert data(await api.get(PATH, as_=VIEWER, params={"limit": 501}))["limit"] == 500
    assert data(await api.get(PATH, as_=VIEWER))["limit"] == 100
    assert (await names(api, offset=6), await names(api, page=4, limit=2)) == ([], [])
    whole = data(await api.get(PATH, as_=VIEWER))["workflows"][0]
    assert whole == await get(api, whole)


async def test_the_list_refuses_bad_parameters(api: Api) -> None:
    for params, field in (
        ({"limit": "0"}, "limit"),
        ({"limit": "many"}, "limit"),
        ({"offset": "-1"}, "offset"),
        ({"isActive": "maybe"}, "isActive"),
        ({"type": "other"}, "type"),
        ({"workflowType": "loose"}, "workflowType"),
        ({"states": "draft"}, "states"),
        ({"sort": "states"}, "sort"),
        ({"sort": "name:up"}, "sort"),
    ):
        assert problems(await api.get(PATH, as_=VIEWER, params=params)).keys() == {field}
    refused(await api.get(f"{PATH}/x", as_=VIEWER, params={"version": 0}), 400, "VALIDATION_ERROR")


async def test_who_may_do_what(api: Api) -> None:
    workflow = await define(api)
    path = f"{PATH}/{workflow['id']}"
    reading = [(PATH, None), (path, None), (f"{path}/validate", None), (f"{path}/approvers", None)]
    for address, _ in reading:
        refused(await api.get(address), 401, "UNAUTHENTICATED")
        refused(await api.get(address, as_=ROLELESS), 403, "FORBIDDEN")
        for person in (ENGINEER, APPROVER, VIEWER):
            data(await api.get(address, as_=person))
    for person in (ENGINEER, APPROVER, VIEWER, ROLELESS):
        refused(await api.post(PATH, {"name": "Mine"}, as_=person), 403, "FORBIDDEN")
        refused(await api.put(path, {"name": "Mine"}, as_=person), 403, "FORBIDDEN")
        refused(await api.delete(path, as_=person), 403, "FORBIDDEN")
        approvers = f"{path}/states/review/approvers"
        refused(await api.post(approvers, {"userId": person.id}, as_=person), 403, "FORBIDDEN")
        refused(await api.delete(f"{approvers}/{NOBODY}", as_=person), 403, "FORBIDDEN")
    assert await get(api, workflow) == workflow


async def test_validation_tells_what_no_longer_exists(api: Api) -> None:
    lifecycle = await define(api, "Of drawings")
    role_id = await make_role(api)
    effect = {
        "changeAction": "modify",
        "lifecycleDefinitionId": lifecycle["id"].upper(),
        "fromStateId": "draft",
        "toStateId": "In Review",
    }
    guards = [
        {"type": "role_required", "roles": ["quality"]},
        {"type": "requires_approval", "roleIds": [role_id]},
    ]
    ways = [SUBMIT | {"guards": guards, "lifecycleEffects": [effect]}, APPROVE]
    workflow = await define(api, definitionType="workflow", transitions=ways)
    assert await report(api, workflow) == {"errors": [], "warnings": []}
    await change(api, lifecycle, states=[DRAFT, RELEASED], transitions=[])
    data(await api.delete(f"/api/roles/{role_id}", as_=ADMINISTRATOR))
    gone = [
        ("UNKNOWN_STATE", "transitions[0].lifecycleEffects[0].toStateId"),
        ("UNKNOWN_ROLE", "transitions[0].guards[0].roles[0]"),
        ("UNKNOWN_ROLE", "transitions[0].guards[1].roleIds[0]"),
    ]
    assert await report(api, workflow) == {"errors": gone, "warnings": []}
    data(await api.delete(f"{PATH}/{lifecycle['id']}", as_=ADMINISTRATOR))
    gone[0] = ("UNKNOWN_LIFECYCLE", "transitions[0].lifecycleEffects[0].lifecycleDefinitionId")
    assert (await report(api, workflow))["errors"] == gone
    odd = await change(api, workflow, states=[*STATES, REVIEW | {"id": "r2"}], transitions=[SUBMIT])
    assert await report(api, odd) == {
        "errors": [],
        "warnings": [
            *(("UNREACHABLE_STATE", f"states[{place}]") for place in (2, 3)),
            *(("DEAD_END", f"states[{place}]") for place in (0, 1, 3)),
        ],
    }
