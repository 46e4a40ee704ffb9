"""Drafts as a user sends them: defaults, faults of shape, issues, and whose they are."""

from decimal import Decimal
from typing import Any

import pytest

from tests.design_engine.session_client import HOLD, SessionClient, drafted, new_session
from tests.support.application import Api, problems, refused
from tests.support.people import ENGINEER, OUTSIDER
from tests.world import NOBODY, World


def children(record: dict[str, Any]) -> list[dict[str, Any]]:
    return list(record["artifacts"]["bom"]["rootAssembly"]["children"])


def codes(record: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    issues = record["artifacts"]["bom"]["validationIssues"]
    return [(i["severity"], i["code"], i["tempId"]) for i in issues]


def tree(*nodes: dict[str, Any], **root: Any) -> dict[str, Any]:
    """Artifacts with a structure of these nodes."""
    lamp = {"tempId": "lamp", "name": "Lamp", "children": list(nodes), **root}
    return {"artifacts": {"bom": {"rootAssembly": lamp}}}


async def test_only_names_are_needed(api: Api) -> None:
    session = await new_session(api)
    record = await session.edit(
        artifacts={
            "requirements": [{"name": " Holds "}],
            "bom": {"rootAssembly": {"name": "Lamp", "children": [{"name": "Arm"}]}},
        }
    )
    (requirement,) = record["artifacts"]["requirements"]
    temp_id = requirement.pop("tempId")
    assert temp_id
    assert requirement == {
        "name": "Holds",
        "description": "",
        "requirementType": "Functional",
        "priority": "medium",
        "verificationMethod": "Test",
        "rationale": "",
        "confidence": 1.0,
        "source": "user",
    }
    bom = record["artifacts"]["bom"]
    root, (arm,) = bom["rootAssembly"], bom["rootAssembly"]["children"]
    assert (root["partType"], arm["partType"]) == ("Manufacture", "Purchase")
    assert arm.items() >= {"quantity": 1, "isNew": True, "source": "user", "children": []}.items()
    assert arm["tempId"] != root["tempId"]
    assert arm.keys() >= {
        *("existingItemId", "requirementTempIds", "material", "rationale", "confidence"),
        *("cadGeneration", "assemblyComposition"),
    }
    assert bom.keys() >= {"requirementsCoverage", "uncoveredRequirements", "validationIssues"}
    assert [p["name"] for p in bom["proposedParts"]] == ["Lamp", "Arm"]
    assert codes(record) == [("warning", "UNCOVERED_REQUIREMENT", temp_id)]


CHOICES = {
    "requirementType": ("Functional", "Performance", "Interface", "Constraint", "Other"),
    "priority": ("low", "medium", "high", "critical"),
    "verificationMethod": ("Analysis", "Inspection", "Test", "Demonstration"),
    "source": ("ai", "user"),
    "confidence": (0, 0.5, 1),
    "rationale": ("Because",),
}


async def test_every_choice_of_a_draft_is_kept(api: Api) -> None:
    session = await new_session(api)
    drafts = [
        {"name": f"{key} {value}", key: value}
        for key, values in CHOICES.items()
        for value in values
    ]
    parts = ("Manufacture", "Purchase", "Software", "Phantom")
    nodes: list[dict[str, Any]] = [
        {"name": kind, "partType": kind, "rationale": "Fits", "material": "Steel"}
        | {"quantity": 2.5, "confidence": 0.25, "children": [{"name": f"In {kind}"}]}
        for kind in parts
    ]
    nodes += [
        {"name": f"Gap of {gap}", "gap": gap, "children": []} for gap in ("product", "layout")
    ]
    sent = tree(*nodes)
    sent["artifacts"]["requirements"] = drafts
    record = await session.edit(**sent)
    for kept, draft in zip(record["artifacts"]["requirements"], drafts, strict=True):
        assert kept | draft == kept
    for kept, node in zip(children(record), nodes, strict=True):
        assert kept | node | {"children": kept["children"]} == kept
        named = [child["name"] for child in node["children"]]
        assert [child["name"] for child in kept["children"]] == named


async def test_children_sent_without_form_and_layout_keep_them(api: Api) -> None:
    form = {"method": "plate", "parameters": {"length": "side", "width": 200, "thickness": 20}}
    placed = {
        "dimensions": {"side": 300},
        "placements": [{"tempId": "seat", "instance": n} for n in (1, 2)],
    }
    seat = {"tempId": "seat", "name": "Seat 300 x 200 mm", "quantity": 2, "form": form}
    bench = {"tempId": "bench", "name": "Bench", "children": [seat], "layout": placed}
    session = await new_session(api)
    await session.edit(**tree(bench))
    plain = {"tempId": "seat", "name": "Seat 300 x 200 mm", "quantity": 1, "material": "Oak"}

    async def after(child: dict[str, Any], **changes: Any) -> tuple[Any, Any]:
        sent = {"tempId": "bench", "name": "Bench", "children": [child], **changes}
        (kept,) = children(await session.edit(**tree(sent)))
        return kept["layout"], kept["children"][0]["form"]

    layout, kept = await after(plain)
    assert kept == form
    assert layout["dimensions"] == {"side": 300}
    assert [one["instance"] for one in layout["placements"]] == [1]
    assert await after(plain | {"name": "Seat 400 x 200 mm"}) == (layout, None)
    assert (await after(plain | {"form": form}))[1] == form
    assert await after(plain | {"form": None}, layout=None) == (None, None)


SHAPES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"requirements": {}}, "requirements"),
    ({"requirements": [{}]}, "requirements[0].name"),
    ({"requirements": [{"name": " "}]}, "requirements[0].name"),
    ({"requirements": ["x"]}, "requirements[0]"),
    ({"requirements": [{"name": "a", "priority": "urgent"}]}, "requirements[0].priority"),
    (
        {"requirements": [{"name": "a", "requirementType": "Nice"}]},
        "requirements[0].requirementType",
    ),
    (
        {"requirements": [{"name": "a", "verificationMethod": "Guess"}]},
        "requirements[0].verificationMethod",
    ),
    ({"requirements": [{"name": "a", "confidence": 1.1}]}, "requirements[0].confidence"),
    ({"requirements": [{"name": "a", "confidence": 1e400}]}, "requirements[0].confidence"),
    ({"requirements": [{"name": "a", "source": "me"}]}, "requirements[0].source"),
    ({"requirements": [{"name": "a", "colour": "red"}]}, "requirements[0].colour"),
    ({"requirements": [{"name": "a\x00"}]}, ""),
    (
        {"requirements": [{"name": "a", "tempId": "x"}, {"name": "b", "tempId": "x"}]},
        "requirements[1].tempId",
    ),
    ({"bom": []}, "bom"),
    ({"bom": {}}, "bom.rootAssembly"),
    ({"bom": {"rootAssembly": {"name": "L", "quantity": 0}}}, "bom.rootAssembly.quantity"),
    ({"bom": {"rootAssembly": {"name": "L", "quantity": -1}}}, "bom.rootAssembly.quantity"),
    ({"bom": {"rootAssembly": {"name": "L", "quantity": "two"}}}, "bom.rootAssembly.quantity"),
    ({"bom": {"rootAssembly": {"name": "L", "partType": "Buy"}}}, "bom.rootAssembly.partType"),
    ({"bom": {"rootAssembly": {"name": "L", "confidence": -0.1}}}, "bom.rootAssembly.confidence"),
    (
        {"bom": {"rootAssembly": {"name": "L", "children": [{}]}}},
        "bom.rootAssembly.children[0].name",
    ),
    (
        {
            "bom": {
                "rootAssembly": {
                    "name": "L",
                    "tempId": "a",
                    "children": [{"name": "A", "tempId": "a"}],
                }
            }
        },
        "bom.rootAssembly.children[0].tempId",
    ),
    (
        {
            "bom": {
                "rootAssembly": {
                    "name": "L",
                    "existingItemId": NOBODY,
                    "children": [{"name": "A", "existingItemId": NOBODY.upper()}],
                }
            }
        },
        "bom.rootAssembly.children[0]",
    ),
    ({"bom": {"rootAssembly": {"name": "L"}, "colour": 1}}, "bom.colour"),
    ({"bom": {"rootAssembly": {"name": "L"}, "validationIssues": 1}}, "bom.validationIssues"),
    (
        {"bom": {"rootAssembly": {"name": "L", "cadGeneration": {"status": "complete"}}}},
        "bom.rootAssembly.cadGeneration.status",
    ),
    (
        {"bom": {"rootAssembly": {"name": "L", "cadGeneration": {"parameters": {"d": "8"}}}}},
        "bom.rootAssembly.cadGeneration.parameters.d",
    ),
    (
        {
            "bom": {
                "rootAssembly": {
                    "name": "L",
                    "cadGeneration": {"method": "rod", "parameters": {"teeth": 8}},
                }
            }
        },
        "bom.rootAssembly.cadGeneration.parameters.teeth",
    ),
    ({"materializationResult": {"designId": NOBODY}}, "materializationResult"),
    ({"clarifications": [{"questionId": "x"}]}, "clarifications"),
    ({"description": ""}, "description"),
    ({"budget": 7}, "budget"),
)


async def test_faults_of_shape_are_400_and_change_nothing(api: Api) -> None:
    session = await new_session(api)
    before = await session.get()
    for sent, field in SHAPES:
        answer = await session.patch(artifacts=sent)
        assert answer.status_code == 400, sent
        wrong = problems(answer)
        assert set(wrong) == {f"artifacts.{field}".rstrip(".")}, (sent, wrong)
    both = problems(
        await session.patch(
            artifacts={"requirements": [{"name": "", "confidence": 2}], "bom": {"x": 1}}
        )
    )
    assert len(both) == 4
    deep = b'{"artifacts": {"bom": {"rootAssembly": ' + b'{"name": "x", "children": [' * 3000
    answer = await api.request(
        "PATCH",
        session.path,
        as_=ENGINEER,
        content=deep + b"]}" * 3000 + b"}}}",
        headers={"Content-Type": "application/json"},
    )
    refused(answer, 400, "VALIDATION_ERROR")
    assert await session.get() == before


async def test_faults_of_reference_are_kept_and_shown(api: Api) -> None:
    session = await new_session(api)
    hidden = await World(api, as_=OUTSIDER).part("Hinge")
    requirement = await World(api).requirement()
    record = await session.edit(
        **tree(
            {"tempId": "gone", "name": "Gone", "existingItemId": NOBODY},
            {"tempId": "odd", "name": "Odd", "existingItemId": "M4x20"},
            {"tempId": "which", "name": "Which", "isNew": False},
            {"tempId": "wrong", "name": "Wrong", "existingItemId": requirement["id"]},
            {"tempId": "free", "name": "Free", "existingItemId": hidden["id"]},
            {"tempId": "fuzzy", "name": "Fuzzy", "confidence": 0.4},
            {"tempId": "lost", "name": "Lost", "requirementTempIds": ["none"]},
            {"tempId": "group", "name": "Group", "partType": "Phantom"},
        )
    )
    assert codes(record) == [
        ("error", "UNKNOWN_EXISTING_ITEM", "gone"),
        ("error", "UNKNOWN_EXISTING_ITEM", "odd"),
        ("error", "UNKNOWN_EXISTING_ITEM", "which"),
        ("error", "UNKNOWN_EXISTING_ITEM", "wrong"),
        ("warning", "LOW_CONFIDENCE", "fuzzy"),
        ("error", "UNKNOWN_REQUIREMENT", "lost"),
        ("error", "EMPTY_ASSEMBLY", "group"),
    ]
    issue = record["artifacts"]["bom"]["validationIssues"][0]
    assert issue["path"] == "bom.rootAssembly.children[0]"
    assert issue["message"]
    assert codes(await session.edit(**tree())) == [("error", "EMPTY_ASSEMBLY", "lamp")]


async def test_coverage_follows_the_structure(api: Api) -> None:
    session = await drafted(api)
    bom = (await session.get())["artifacts"]["bom"]
    assert bom["requirementsCoverage"] == {"hold": ["screw"]}
    assert bom["uncoveredRequirements"] == []
    record = await session.edit(
        artifacts={
            "requirements": [HOLD, {"tempId": "light", "name": "Gives light"}],
            "bom": {
                "requirementsCoverage": {"hold": ["arm"]},
                "uncoveredRequirements": ["hold"],
                "validationIssues": [],
                "proposedParts": [],
            },
        }
    )
    bom = record["artifacts"]["bom"]
    assert bom["requirementsCoverage"] == {"hold": ["screw"], "light": []}
    assert bom["uncoveredRequirements"] == ["light"]
    assert codes(record) == [("warning", "UNCOVERED_REQUIREMENT", "light")]


@pytest.mark.parametrize(
    ("nodes", "told"),
    [
        ([{"tempId": "a", "name": "Screw"}, {"tempId": "b", "name": "screw"}], ["a", "b"]),
        (
            [
                {"tempId": "a", "name": "Left", "children": [{"tempId": "b", "name": "Screw"}]},
                {"tempId": "c", "name": "Right", "children": [{"tempId": "d", "name": "Screw"}]},
            ],
            [],
        ),
        (
            [
                {"tempId": "a", "name": "Left", "children": [{"tempId": "b", "name": "Screw"}]},
                {
                    "tempId": "c",
                    "name": "Right",
                    "children": [{"tempId": "d", "name": "Screw", "material": "Brass"}],
                },
            ],
            ["b", "d"],
        ),
    ],
    ids=["twice in one parent", "one part used twice", "two parts of one name"],
)
async def test_repeated_names_are_told_unless_they_are_one_part(
    api: Api, nodes: list[dict[str, Any]], told: list[str]
) -> None:
    session = await new_session(api)
    record = await session.edit(**tree(*nodes))
    assert codes(record) == [("warning", "DUPLICATE_NAME", temp_id) for temp_id in told]


async def test_what_the_user_changes_is_the_user_s(api: Api) -> None:
    session = await new_session(api)
    machine = {"tempId": "r", "name": "Drafted", "source": "ai"}
    arm = {"tempId": "arm", "name": "Arm", "source": "ai"}
    foot: dict[str, Any] = {
        "tempId": "foot",
        "name": "Foot",
        "source": "ai",
        "partType": "Manufacture",
    }
    foot["children"] = [arm]
    sent = tree(foot, {"tempId": "head", "name": "Head", "source": "ai"}, source="ai")
    sent["artifacts"]["requirements"] = [machine]
    assert sources(await session.edit(**sent)) == {
        "r": "ai",
        "lamp": "ai",
        "foot": "ai",
        "arm": "ai",
        "head": "ai",
    }
    moved = tree(
        {**foot, "children": []}, arm, {"tempId": "head", "name": "Big head", "source": "ai"}
    )
    moved["artifacts"]["requirements"] = [{**machine, "priority": "critical"}]
    assert sources(await session.edit(**moved)) == {
        "r": "user",
        "lamp": "ai",
        "foot": "ai",
        "arm": "user",
        "head": "user",
    }


def sources(record: dict[str, Any]) -> dict[str, str]:
    found = {r["tempId"]: r["source"] for r in record["artifacts"]["requirements"]}
    pending = [record["artifacts"]["bom"]["rootAssembly"]]
    while pending:
        node = pending.pop()
        found[node["tempId"]] = node["source"]
        pending += node["children"]
    return found


async def test_quantities_are_exact(api: Api) -> None:
    session: SessionClient = await new_session(api)
    record = await session.edit(
        artifacts={
            "bom": {
                "rootAssembly": {
                    "name": "L",
                    "children": [{"name": "Wire", "quantity": 0.1, "unitOfMeasure": "m"}],
                }
            }
        }
    )
    (wire,) = children(record)
    assert (Decimal(str(wire["quantity"])), wire["unitOfMeasure"]) == (Decimal("0.1"), "m")
    fine = b'{"artifacts":{"bom":{"rootAssembly":{"quantity":123456789012345.000000000001}}}}'
    answer = await api.request(
        "PATCH",
        session.path,
        as_=ENGINEER,
        content=fine,
        headers={"Content-Type": "application/json"},
    )
    assert '"quantity":123456789012345.000000000001' in answer.text
