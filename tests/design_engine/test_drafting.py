"""Runs of drafting stages: their events, their order, and what they leave behind."""

import time
from typing import Any

from tests.design_engine.session_client import (
    FINISH,
    HOLD,
    TREE,
    events_of,
    new_session,
    node,
    place,
    propose,
    requirement,
    results,
    scripted,
    types,
)
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, OUTSIDER
from tests.world import NOBODY, World

ASK: tuple[str, Any] = (
    "ask_clarification",
    {"questionId": "load", "question": "What does it carry?", "options": ["1 kg", "5 kg"]},
)


async def test_requirements_are_drafted_reviewed_and_confirmed(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(scripted(["Reading. ", propose(requirement("a"), requirement("b"))]))
    events = await session.run("start_requirements")
    assert types(events) == [
        "stage_change",
        "llm_text",
        "tool_call",
        "tool_result",
        "artifact_update",
        "stage_change",
        "stage_complete",
        "done",
    ]
    assert [e.number for e in events] == list(range(1, len(events) + 1))
    assert [e.name for e in events] == ["stage_event"] * (len(events) - 1) + ["done"]
    assert events[-1].data == {"finished": True}
    by_type = {e.type: e.data for e in events}
    assert events[0].data["stage"] == "requirements_drafting"
    assert by_type["llm_text"]["text"] == "Reading. "
    assert by_type["tool_call"]["toolName"] == "propose_requirements"
    assert by_type["tool_call"]["args"]["requirements"][0]["tempId"] == "a"
    assert by_type["tool_result"]["result"] == "2 added; there are 2 requirements"
    assert by_type["stage_change"]["stage"] == "requirements_review"
    assert by_type["stage_complete"] == {
        "type": "stage_complete",
        "stage": "requirements_drafting",
        "summary": "Done.",
    }
    record = await session.get()
    assert (record["stage"], record["status"], record["events"]) == (
        "requirements_review",
        "active",
        len(events),
    )
    assert by_type["artifact_update"]["artifacts"] == {
        "requirements": record["artifacts"]["requirements"]
    }
    assert {r["source"] for r in record["artifacts"]["requirements"]} == {"ai"}
    assert await session.replay() == events


async def test_a_question_pauses_and_its_answer_goes_on(api: Api) -> None:
    session = await new_session(api)
    told: list[str] = []

    def tell(messages: list[Any]) -> str:
        told.append(str(messages[0].parts[0].content))
        return "Thank you. "

    session.drafts_with(scripted([propose(requirement("a"))], [ASK]))
    events = await session.run("start_requirements")
    assert types(events)[-4:] == ["artifact_update", "clarification_needed", "paused", "done"]
    asked = events[-3].data
    assert asked["questionId"] == "load"
    assert asked["options"] == ["1 kg", "5 kg"]
    record = await session.get()
    assert (record["status"], record["stage"]) == ("paused", "requirements_drafting")
    assert record["artifacts"]["pendingClarificationId"] == "load"
    refused(
        await session.ask("answer_clarification", questionId="size", answer="5"), 409, "CONFLICT"
    )
    session.drafts_with(scripted([tell, propose(requirement("b"))]))
    events = await session.run("answer_clarification", questionId="load", answer="5 kg")
    assert types(events)[0] == "stage_change"
    assert "user_message" not in types(events)
    assert "load: What does it carry? -> 5 kg" in told[0]
    record = await session.get()
    (clarification,) = record["artifacts"]["clarifications"]
    assert clarification.items() >= {"answer": "5 kg", "stage": "requirements_drafting"}.items()
    assert clarification["askedAt"] <= clarification["answeredAt"]
    assert record["artifacts"]["pendingClarificationId"] is None
    assert [r["tempId"] for r in record["artifacts"]["requirements"]] == ["b"]
    assert record["status"] == "active"
    refused(
        await session.ask("answer_clarification", questionId="load", answer="5"), 409, "CONFLICT"
    )


async def test_a_restart_drops_the_model_s_drafts_and_keeps_the_user_s(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(scripted([propose(requirement("a"), requirement("b"))]))
    await session.run("start_requirements")
    drafts = (await session.get())["artifacts"]["requirements"]
    drafts[1]["name"] = "Mine now"
    await session.edit(artifacts={"requirements": [*drafts, HOLD]})
    session.drafts_with(scripted([propose(requirement("c"))]))
    await session.run("start_requirements")
    assert await ids(session) == ["b", "hold", "c"]
    await session.edit(stage="requirements_drafting")
    session.drafts_with(scripted([propose(requirement("d"))]))
    events = await session.run("resume")
    assert events[0].data["stage"] == "requirements_drafting"
    assert await ids(session) == ["b", "hold", "c", "d"]
    await session.edit(stage="requirements_drafting")
    session.drafts_with(scripted([propose(requirement("e"))]))
    events = await session.run("send_message", message="Think again")
    assert [e.type for e in events[:2]] == ["stage_change", "user_message"]
    assert events[1].data["text"] == "Think again"
    assert await ids(session) == ["b", "hold", "e"]
    (message,) = (await session.get())["artifacts"]["userMessages"]
    assert message["id"] == events[1].data["id"]


async def ids(session: Any) -> list[str]:
    return [r["tempId"] for r in (await session.get())["artifacts"]["requirements"]]


async def test_a_structure_is_drafted_around_what_the_user_wrote(api: Api) -> None:
    session = await new_session(api)
    tree = {
        "tempId": "old",
        "name": "Old root",
        "source": "ai",
        "children": [
            {
                "tempId": "box",
                "name": "Box",
                "source": "ai",
                "children": [{"tempId": "mine", "name": "Mine", "children": [{"name": "Inner"}]}],
            },
            {"tempId": "theirs", "name": "Theirs", "source": "ai"},
        ],
    }
    await session.edit(
        artifacts={"requirements": [HOLD], "bom": {"rootAssembly": tree}}, stage="bom_review"
    )
    told: list[list[str]] = []

    def listen(messages: list[Any]) -> Any:
        told.append(results(messages))
        return FINISH

    session.drafts_with(
        scripted(
            [place(node("arm", "old", quantity=2), node("pin", "arm", partType="Purchase"))],
            [("change_node", {"temp_id": "mine", "changes": {"name": "Yours"}})],
            [("remove_node", {"temp_id": "old"})],
            [("link_coverage", {"requirement_temp_id": "hold", "node_temp_ids": ["arm"]})],
            [listen],
        )
    )
    await session.run("start_bom")
    bom = (await session.get())["artifacts"]["bom"]
    root = bom["rootAssembly"]
    assert [c["tempId"] for c in root["children"]] == ["mine", "arm"]
    assert [c["name"] for c in root["children"][0]["children"]] == ["Inner"]
    assert root["children"][1]["quantity"] == 2
    assert bom["requirementsCoverage"] == {"hold": ["arm"]}
    calls = [e.data for e in await session.replay() if e.type == "tool_result"]
    assert "belongs to the user" in calls[1]["result"]
    assert "belongs to the user" in calls[2]["result"]


async def test_what_the_user_edits_during_a_run_wins(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(
        scripted(
            [propose(requirement("a"), requirement("b"), requirement("c"))],
            [2.0, propose(requirement("a", name="Overwritten"))],
            [propose(requirement("b", name="Back again"))],
            [propose(requirement("c", name="Better"), requirement("d"))],
        )
    )
    async with session.listening("POST", action="start_requirements") as stream:
        seen = await stream.until("artifact_update")
        drafts = seen[-1].data["artifacts"]["requirements"]
        drafts[0]["name"] = "Mine"
        record = await session.edit(
            artifacts={"requirements": [drafts[0], drafts[2], {"tempId": "u", "name": "New"}]}
        )
        assert record["isRunning"] is True
        refused(await session.patch(stage="idle"), 409, "CONFLICT")
        await stream.until("done")
    found = (await session.get())["artifacts"]["requirements"]
    assert [(r["tempId"], r["name"], r["source"]) for r in found] == [
        ("a", "Mine", "user"),
        ("c", "Better", "ai"),
        ("u", "New", "user"),
        ("d", "Requirement d", "ai"),
    ]


async def test_the_library_is_searched_with_the_rights_of_the_user(api: Api) -> None:
    world = World(api)
    hinge = await world.part("Friction hinge", material="Steel", itemNumber="H-1")
    pin = await world.part("Pin")
    await world.relate(hinge, pin, quantity=2)
    secret = await World(api, as_=OUTSIDER).as_(OUTSIDER).part("Secret hinge")
    program = await world.program("Closed", members={OUTSIDER: "lead"})
    design = await World(api, as_=OUTSIDER).design(programId=program["id"])
    hidden = await World(api, as_=OUTSIDER).part("Hidden hinge", designId=design["id"])
    session = await new_session(api)
    await session.edit(artifacts={"requirements": [HOLD]}, stage="bom_drafting")
    session.drafts_with(
        scripted(
            [("search_parts", {"query": "steel hinge"})],
            [("read_bom", {"item_id": hinge["id"]})],
            [("read_bom", {"item_id": hidden["id"]})],
            [("search_designs", {"query": "design"})],
            [place(node("root"), node("gone", "root", existingItemId=NOBODY))],
            [place(node("root"), node("mine", "root", existingItemId=hidden["id"]))],
            [place(node("root"), node("hinge", "root", existingItemId=hinge["id"]))],
        )
    )
    events = await session.run("start_bom")
    told = [e.data["result"] for e in events if e.type == "tool_result"]
    assert [p["itemNumber"] for p in told[0]] == ["H-1", secret["itemNumber"]]
    assert [(line["name"], line["quantity"]) for line in told[1]] == [("Pin", 2)]
    assert "does not exist" in told[2]
    assert told[3] == []
    assert NOBODY in told[4]
    assert hidden["id"] in told[5]
    (reused,) = (await session.get())["artifacts"]["bom"]["rootAssembly"]["children"]
    assert (reused["isNew"], reused["existingItemId"]) == (False, hinge["id"])


async def test_the_built_in_drafter_goes_the_whole_way(api: Api) -> None:
    session = await new_session(api, "A desk lamp with an arm of 600 mm")
    events = await session.run("start_requirements")
    text = "".join(e.data["text"] for e in events if e.type == "llm_text")
    assert "no language model" in text
    for _ in range(4):
        pending = (await session.get())["artifacts"]["pendingClarificationId"]
        if pending is None:
            break
        await session.run("answer_clarification", questionId=pending, answer="230 V mains")
    record = await session.get()
    assert record["stage"] == "requirements_review"
    assert any("600" in r["description"] for r in record["artifacts"]["requirements"])
    data(await session.ask("confirm_requirements"))
    # Of the processor, so that a busy machine is no fault of the drafter's.
    began = time.process_time()
    events = await session.run("start_bom")
    assert time.process_time() - began < 3, "a full draft of the structure takes under 3 s"
    assert {"tool_call", "tool_result", "artifact_update"} <= {e.type for e in events}
    bom = (await session.get())["artifacts"]["bom"]
    assert any(child["children"] for child in bom["rootAssembly"]["children"])
    assert not [i for i in bom["validationIssues"] if i["severity"] == "error"]
    again = await session.run("start_bom")
    assert (await session.get())["artifacts"]["bom"] == bom
    assert again[0].number == (events[-1].number or 0) + 1


async def test_drafting_is_over_once_the_items_are_there(api: Api) -> None:
    session = await new_session(api)
    await session.edit(artifacts={"requirements": [HOLD], "bom": TREE}, stage="bom_review")
    await session.materialize()
    for action in ("start_requirements", "start_bom"):
        refused(await session.ask(action), 409, "CONFLICT")
    noted = await session.ask("send_message", message="Thank you")
    assert data(noted)["acknowledged"] is True
    refused(await session.ask("regenerate_part", tempId="arm"), 409, "CONFLICT")
    refused(await session.ask("start_assembly_composition"), 409, "CONFLICT")


async def test_the_answer_of_a_stream_carries_its_headers(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(scripted([propose(requirement("a"))]))
    answer = await session.ask("start_requirements")
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["connection"] == "keep-alive"
    assert answer.headers["x-session-id"] == session.id
    assert len(events_of(answer.text)) == answer.text.count("\n\n")
    replayed = await api.get(f"{session.path}/events", as_=ENGINEER)
    assert replayed.text == answer.text
