"""Drafts become items: what is previewed is made, once, traced to where it came from."""

import asyncio
from typing import Any

import pytest

from tests.design_engine.session_client import HOLD, TREE, SessionClient, drafted, new_session
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER
from tests.world import Record, World


async def bom(api: Api, item_id: str, **params: Any) -> list[tuple[str, int, Any]]:
    """The exploded structure: name, level, quantity."""
    path = f"/api/items/{item_id}/bom"
    found = data(await api.get(path, as_=ENGINEER, params={"depth": "all", **params}))
    return [(line["item"]["name"], line["level"], line["quantity"]) for line in found["lines"]]


def created(result: Record, temp_id: str) -> Record:
    return next(item for item in result["createdItems"] if temp_id in item["tempIds"])


async def test_a_new_design_gets_everything(api: Api) -> None:
    session = await drafted(api)
    preview = await session.preview()
    assert preview == {
        "newPartsCount": 3,
        "reusedPartsCount": 0,
        "newRequirementsCount": 1,
        "bomRelationshipsCount": 2,
        "requiresEco": False,
        "targetDesignId": None,
        "items": [
            {"tempId": "hold", "name": "Holds its position", "itemType": "Requirement"}
            | {"isNew": True},
            {"tempId": "arm", "name": "Arm", "itemType": "Part", "isNew": True},
            {"tempId": "screw", "name": "Screw M4", "itemType": "Part", "isNew": True},
            {"tempId": "lamp", "name": "Lamp", "itemType": "Part", "isNew": True},
        ],
    }
    result = await session.materialize()
    assert (result["ecoId"], result["bomRelationshipsCreated"]) == (None, 2)
    assert [(i["itemType"], i["name"]) for i in result["createdItems"]] == [
        ("Requirement", "Holds its position"),
        ("Part", "Arm"),
        ("Part", "Screw M4"),
        ("Part", "Lamp"),
    ]
    design = data(await api.get(f"/api/designs/{result['designId']}", as_=ENGINEER))
    assert (design["name"], design["programId"], design["phase"]) == (
        "Lamp",
        session.program_id,
        "pre-release",
    )
    lamp, screw = created(result, "lamp"), created(result, "screw")
    assert await bom(api, lamp["itemId"]) == [("Arm", 1, 1), ("Screw M4", 1, 4)]
    arm = data(await api.get(f"/api/items/{created(result, 'arm')['itemId']}", as_=ENGINEER))
    assert (
        arm.items()
        >= {
            "partType": "Manufacture",
            "material": "EN AW-6060",
            "state": "Draft",
            "designId": design["id"],
        }.items()
    )
    assert arm["attributes"] == {
        "designSession": session.id,
        "tempId": "arm",
        "confidence": "1",
        "source": "user",
    }
    hold = created(result, "hold")
    traced = await api.get(f"/api/items/{hold['itemId']}/relationships", as_=ENGINEER)
    assert [(r["relationshipType"], r["targetId"]) for r in data(traced)["relationships"]] == [
        ("reference", screw["itemId"])
    ]
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))["commits"]
    assert [c["changes"]["added"] for c in commits] == [4, 0]
    record = await session.get()
    assert (record["stage"], record["status"], record["designId"]) == (
        "cad_generation",
        "completed",
        design["id"],
    )
    assert record["artifacts"]["materializationResult"] == result
    again = await session.preview()
    assert again == preview | {"targetDesignId": design["id"]}


async def test_materialized_drafts_are_made_once(api: Api) -> None:
    session = await drafted(api)
    answers = await asyncio.gather(
        *(api.post(f"{session.path}/materialize", as_=ENGINEER) for _ in range(8))
    )
    assert sorted(a.status_code for a in answers) == [200] + [422] * 7
    listed = await api.get("/api/items", as_=ENGINEER, params={"programId": session.program_id})
    assert data(listed)["total"] == 4
    refused(await session.patch(artifacts={"requirements": []}), 409, "CONFLICT")
    refused(await session.patch(stage="bom_review"), 409, "CONFLICT")
    record = await session.get()
    root = record["artifacts"]["bom"]["rootAssembly"]
    root["children"][0]["cadGeneration"] = {"parameters": {"thickness": 8}}
    root["assemblyComposition"] = {
        "placements": [{"tempId": "arm", "instance": 1, "translationMm": [0, 0, 12.5]}]
    }
    for other in ({"tempId": "nobody"}, {"tempId": "arm", "instance": 9}):
        placed = {"placements": [{"instance": 1, "translationMm": [0, 0, 12.5]} | other]}
        wrong = root | {"assemblyComposition": placed}
        refused(
            await session.patch(artifacts={"bom": {"rootAssembly": wrong}}), 400, "VALIDATION_ERROR"
        )
    edited = await session.edit(artifacts={"bom": {"rootAssembly": root}})
    root = edited["artifacts"]["bom"]["rootAssembly"]
    assert (
        root["children"][0]["cadGeneration"].items()
        >= {
            "status": "pending",
            "parameters": {"thickness": 8},
        }.items()
    )
    assert root["assemblyComposition"]["placements"][0]["translationMm"] == [0, 0, 12.5]


async def test_a_structure_is_edited_after_it_has_become_items(api: Api) -> None:
    """Parts added, renamed, counted anew and taken away: one commit on the line of the items."""
    session = await drafted(api)
    result = await session.materialize()
    lamp, arm = created(result, "lamp")["itemId"], created(result, "arm")["itemId"]
    root = (await session.get())["artifacts"]["bom"]["rootAssembly"]
    held, screw = root["children"]
    shade = {"tempId": "shade", "name": "Shade", "quantity": 2, "partType": "Manufacture"}
    foot = {"tempId": "foot", "name": "Foot", "children": [screw | {"quantity": 6}]}
    root |= {"name": "Reading lamp", "children": [held | {"material": "Brass"}, shade, foot]}
    edited = await session.edit(artifacts={"bom": {"rootAssembly": root}})
    made = edited["artifacts"]["materializationResult"]
    base = created(made, "foot")["itemId"]
    assert [created(made, one)["itemId"] for one in ("lamp", "arm")] == [lamp, arm]
    assert created(made, "screw") == created(result, "screw")
    assert sorted(await bom(api, lamp)) == [
        ("Arm", 1, 1), ("Foot", 1, 1), ("Screw M4", 2, 6), ("Shade", 1, 2)
    ]  # fmt: skip
    assert await bom(api, base) == [("Screw M4", 1, 6)]
    named = data(await api.get(f"/api/items/{lamp}", as_=ENGINEER))
    brass = data(await api.get(f"/api/items/{arm}", as_=ENGINEER))
    assert (named["name"], brass["material"]) == ("Reading lamp", "Brass")
    commits = await api.get(f"/api/designs/{result['designId']}/commits", as_=ENGINEER)
    assert data(commits)["commits"][0]["changes"]["added"] == 2
    root["children"] = [shade | {"quantity": 5}]
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    assert await bom(api, lamp) == [("Shade", 1, 5)]
    wrong = {"name": "Lamp", "children": [{"name": "Ghost", "existingItemId": session.id}]}
    refused(
        await session.patch(artifacts={"bom": {"rootAssembly": root | wrong}}),
        422,
        "UNPROCESSABLE",
    )
    assert await bom(api, lamp) == [("Shade", 1, 5)]


async def test_prices_are_assumed_until_somebody_states_them(api: Api) -> None:
    session = await drafted(api)
    bom_ = (await session.get())["artifacts"]["bom"]
    root, assumed = bom_["rootAssembly"], bom_["estimates"]
    assert {one["isCostAssumed"] for one in assumed.values()} == {True}
    assert all(one["cost"] > 0 and one["leadTimeDays"] > 0 for one in assumed.values())
    assert bom_["cost"]["assumed"] == 2
    arm, screw = root["children"]
    stated = arm | {"cost": "12.50", "costCurrency": "eur", "leadTimeDays": 0}
    wrong = {"cost": -1, "costCurrency": "E1R", "leadTimeDays": 1.5}
    for key, value in wrong.items():
        body = {"bom": {"rootAssembly": root | {"children": [stated | {key: value}, screw]}}}
        answer = refused(await session.patch(artifacts=body), 400, "VALIDATION_ERROR")
        assert key in answer["details"][0]["field"]
    edited = await session.edit(
        artifacts={"bom": {"rootAssembly": root | {"children": [stated, screw]}}}
    )
    after = edited["artifacts"]["bom"]
    told = after["estimates"]["arm"]
    assert (told["cost"], told["currency"], told["leadTimeDays"]) == (12.5, "EUR", 0)
    assert (told["isCostAssumed"], told["isLeadTimeAssumed"], told["basis"]) == (False, False, "")
    screws = 4 * after["estimates"]["screw"]["cost"]
    assert after["cost"]["costs"] == {"EUR": 12.5, "USD": pytest.approx(screws)}
    result = await session.materialize()
    item = f"/api/items/{created(result, 'arm')['itemId']}"
    made = data(await api.get(item, as_=ENGINEER))
    assert (made["cost"], made["costCurrency"], made["leadTime"]) == ("12.5", "EUR", 0)
    root["children"] = [stated | {"cost": 14}, screw]
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    assert data(await api.get(item, as_=ENGINEER))["cost"] == "14"
    root["children"] = [stated | {"cost": None, "leadTimeDays": None, "material": "Brass"}, screw]
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    cleared = data(await api.get(item, as_=ENGINEER))
    assert (cleared["cost"], cleared["leadTime"], cleared["material"]) == (None, None, "Brass")


async def test_leaves_of_which_other_prices_are_stated_are_two_parts(api: Api) -> None:
    session = await drafted(api)
    root = (await session.get())["artifacts"]["bom"]["rootAssembly"]
    _, screw = root["children"]
    ours = screw | {"tempId": "ours", "cost": 5, "source": "user"}
    same = ours | {"tempId": "same", "cost": "5.00"}
    box = {"tempId": "box", "name": "Box", "children": [ours], "source": "user"}
    bag = {"tempId": "bag", "name": "Bag", "children": [same], "source": "user"}
    root["children"] = [box, bag, screw]
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    made = [
        one for one in (await session.materialize())["createdItems"] if one["name"] == screw["name"]
    ]
    costs = [data(await api.get(f"/api/items/{one['itemId']}", as_=ENGINEER)) for one in made]
    assert sorted(str(one["cost"]) for one in costs) == ["5", "None"]
    assumed = {one["cost"]: "assumedCost" in one["attributes"] for one in costs}
    assert assumed == {"5": False, None: screw["source"] == "ai"}
    root["children"] = [box, bag, screw | {"cost": 7, "leadTimeDays": 1}]
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    (other,) = [one for one in costs if one["cost"] is None]
    told = data(await api.get(f"/api/items/{other['id']}", as_=ENGINEER))
    assert (told["cost"], told["leadTime"]) == ("7", 1)
    assert not [name for name in told["attributes"] if name.startswith("assumed")]


async def test_equal_leaves_are_one_part_and_existing_parts_are_reused(
    api: Api, world: World
) -> None:
    hinge = await world.part("Hinge")
    session = await new_session(api)
    screw = {"name": "Screw M4", "material": "Steel", "quantity": 2}
    reused = {"name": "Hinge", "existingItemId": hinge["id"]}
    await session.edit(
        artifacts={
            "bom": {
                "rootAssembly": {
                    "name": "Lamp",
                    "children": [
                        {"name": "Foot", "children": [screw, reused]},
                        {"name": "Arm", "children": [screw, screw, {**reused, "quantity": 3}]},
                        {"name": "Screw M4", "material": "Brass"},
                    ],
                }
            }
        }
    )
    preview = await session.preview()
    counts = {key: value for key, value in preview.items() if key.endswith("Count")}
    assert counts == {
        "newPartsCount": 5,
        "reusedPartsCount": 1,
        "newRequirementsCount": 0,
        "bomRelationshipsCount": 7,
    }
    (shown,) = [item for item in preview["items"] if not item["isNew"]]
    assert shown["existingItemNumber"] == hinge["itemNumber"]
    result = await session.materialize()
    assert (len(result["createdItems"]), result["bomRelationshipsCreated"]) == (5, 7)
    root = result["createdItems"][-1]
    assert await bom(api, root["itemId"]) == [
        ("Foot", 1, 1),
        ("Screw M4", 2, 2),
        ("Hinge", 2, 1),
        ("Arm", 1, 1),
        ("Screw M4", 2, 4),
        ("Hinge", 2, 3),
        ("Screw M4", 1, 1),
    ]


async def test_a_design_that_is_not_released_takes_the_items_on_main(
    api: Api, world: World
) -> None:
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    frame, rail = [await world.part(name, designId=design["id"]) for name in ("Frame", "Rail")]
    await world.relate(frame, rail, quantity=2)
    session = await new_session(api, programId=program["id"], designId=design["id"])
    await session.edit(
        artifacts={
            "bom": {
                "rootAssembly": {
                    "name": "Frame",
                    "existingItemId": frame["id"],
                    "children": [
                        {"name": "Rail", "existingItemId": rail["id"], "quantity": 2},
                        {"tempId": "cover", "name": "Cover"},
                    ],
                }
            }
        }
    )
    preview = await session.preview()
    assert (preview["bomRelationshipsCount"], preview["targetDesignId"]) == (1, design["id"])
    assert (await session.materialize())["bomRelationshipsCreated"] == 1
    assert await bom(api, frame["id"]) == [("Cover", 1, 1), ("Rail", 1, 2)]
    assert (await session.preview())["bomRelationshipsCount"] == 1


async def test_a_released_design_changes_through_a_change_order(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    frame = await world.part("Frame", designId=design["id"])
    await world.release(frame)
    session = await new_session(api, programId=program["id"], designId=design["id"])
    await session.edit(
        artifacts={
            "requirements": [HOLD],
            "bom": {
                "rootAssembly": {
                    "tempId": "frame",
                    "name": "Frame",
                    "existingItemId": frame["id"],
                    "children": [
                        {"tempId": "cover", "name": "Cover", "requirementTempIds": ["hold"]}
                    ],
                }
            },
        }
    )
    assert (await session.preview())["requiresEco"] is True
    result = await session.materialize()
    order = data(await api.get(f"/api/change-orders/{result['ecoId']}", as_=ENGINEER))
    assert (order["itemNumber"], order["programId"]) == (result["ecoNumber"], program["id"])
    affected = data(await api.get(f"/api/change-orders/{order['id']}/affected-items", as_=ENGINEER))
    assert sorted((a["name"], a["changeAction"]) for a in affected["affectedItems"]) == [
        ("Cover", "release"),
        ("Frame", "revise"),
        ("Holds its position", "release"),
    ]
    listed = await api.get("/api/items", as_=ENGINEER, params={"designId": design["id"]})
    assert [i["name"] for i in data(listed)["items"]] == ["Frame"]
    assert await bom(api, frame["id"]) == []
    branch = affected["affectedItems"][0]["branchId"]
    assert await bom(api, frame["id"], branchId=branch) == [("Cover", 1, 1)]
    assert (await session.preview())["requiresEco"] is True


async def test_what_cannot_be_made_leaves_nothing(api: Api, world: World) -> None:
    session = await new_session(api)
    path = f"{session.path}/materialize"
    refused(await api.get(path, as_=ENGINEER), 422, "UNPROCESSABLE")
    refused(await api.post(path, as_=ENGINEER), 422, "UNPROCESSABLE")
    await session.edit(artifacts={"bom": {"rootAssembly": {"name": "Lamp"}}})
    refused(await api.post(path, as_=ENGINEER), 422, "UNPROCESSABLE")
    whole, part = await world.part("Whole"), await world.part("Part")
    await world.relate(whole, part)
    for artifacts in (
        {
            "name": "Part",
            "existingItemId": part["id"],
            "children": [{"name": "Whole", "existingItemId": whole["id"]}],
        },
        {"name": "Whole", "existingItemId": whole["id"], "children": [{"name": "New"}]},
    ):
        await session.edit(artifacts={"bom": None})
        await session.edit(artifacts={"requirements": [HOLD], "bom": {"rootAssembly": artifacts}})
        refused(await api.post(path, as_=ENGINEER), 422, "UNPROCESSABLE")
    await world.api.delete(f"/api/items/{whole['id']}", as_=ENGINEER)
    refused(await api.post(path, as_=ENGINEER), 422, "UNPROCESSABLE")
    designs = await api.get("/api/designs", as_=ENGINEER)
    listed = await api.get("/api/items", as_=ENGINEER, params={"type": "Requirement"})
    assert (data(designs)["total"], data(listed)["total"]) == (0, 0)
    assert (await session.get())["status"] == "active"


async def test_rights_are_those_of_every_other_way(api: Api) -> None:
    session = await drafted(api)
    roles = {r["name"]: r for r in data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]}
    engineer = roles["Engineer"]
    for missing in (
        "parts.create",
        "requirements.create",
        "relationships.create",
        "designs.create",
    ):
        left = [p for p in engineer["permissions"] if p != missing]
        await grant(api, engineer, left)
        refused(await api.post(f"{session.path}/materialize", as_=ENGINEER), 403, "FORBIDDEN")
    await grant(api, engineer, engineer["permissions"])
    member = f"/api/programs/{session.program_id}/members/{ENGINEER.id}"
    data(await api.put(member, {"role": "viewer"}, as_=ADMINISTRATOR))
    refused(await api.post(f"{session.path}/materialize", as_=ENGINEER), 403, "FORBIDDEN")
    data(await api.put(member, {"role": "engineer"}, as_=ADMINISTRATOR))
    await session.materialize()


async def grant(api: Api, role: Record, permissions: list[str]) -> None:
    path = f"/api/roles/{role['id']}"
    data(await api.put(path, {"permissions": permissions}, as_=ADMINISTRATOR))


@pytest.mark.parametrize("parts", [300])
async def test_statements_do_not_grow_with_the_structure(api: Api, parts: int) -> None:
    counts: list[int] = []
    for many in (3, parts):
        session: SessionClient = await new_session(api)
        tree = {
            "name": "Rack",
            "children": [
                {
                    "name": f"Shelf {n}",
                    "children": [{"name": f"Bolt {n}", "requirementTempIds": ["hold"]}],
                }
                for n in range(many)
            ],
        }
        await session.edit(artifacts={"requirements": [HOLD], "bom": {"rootAssembly": tree}})
        with api.counting() as counted:
            result = await session.materialize()
        assert result["bomRelationshipsCreated"] == 2 * many
        counts.append(counted.statements)
    # Those that go by the clock may fall into either of the two, more of them the slower it goes.
    assert abs(counts[1] - counts[0]) < parts / 10


async def test_the_drafts_of_a_running_session_wait(api: Api) -> None:
    session = await new_session(api)
    await session.edit(artifacts={"requirements": [HOLD], "bom": TREE})
    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("stage_change")
        answer = await api.post(f"{session.path}/materialize", as_=ENGINEER)
        refused(answer, 409, "CONFLICT")
        await stream.until("done")
