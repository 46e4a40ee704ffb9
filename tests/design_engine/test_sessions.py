"""Design sessions as records: made, listed, read and edited, and who may."""

from tests.design_engine.session_client import HOLD, LAMP, SESSIONS, TREE, drafted, new_session
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER
from tests.world import NOBODY, World


async def test_a_session_is_made_in_a_program_and_shown_whole(api: Api) -> None:
    session = await new_session(api, "A lamp for 230 V. It has an arm.", aiChatSessionId=NOBODY)
    made = await session.get()
    assert (
        made.items()
        >= {
            "id": session.id,
            "userId": ENGINEER.id,
            "title": "A lamp for 230 V",
            "stage": "idle",
            "status": "active",
            "error": None,
            "events": 0,
            "isRunning": False,
            "designId": None,
            "aiChatSessionId": NOBODY,
        }.items()
    )
    assert made["workspaceUrl"].endswith(session.id)
    assert made["artifacts"] == {
        "description": "A lamp for 230 V. It has an arm.",
        "requirements": [],
        "bom": None,
        "accepted": [],
        "clarifications": [],
        "userMessages": [],
        "pendingClarificationId": None,
        "materializationResult": None,
        "cadGenerationState": None,
    }


async def test_what_a_new_session_refuses(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer", OUTSIDER: "viewer"})
    other = await world.program("Rover", members={ENGINEER: "lead"})
    foreign = await world.design(programId=other["id"])
    open_to_all = await world.design()
    new = {"description": LAMP, "programId": program["id"]}

    async def post(person=ENGINEER, **body):  # type: ignore[no-untyped-def]
        return await api.post(SESSIONS, {**new, **body}, as_=person)

    assert set(problems(await api.post(SESSIONS, {}, as_=ENGINEER))) == {"description", "programId"}
    assert set(problems(await post(description="  ", programId="x", designId=7, titel="Lamp"))) == {
        "description",
        "programId",
        "designId",
        "titel",
    }
    refused(await post(programId=NOBODY), 404, "RESOURCE_NOT_FOUND")
    refused(await post(designId=NOBODY), 404, "RESOURCE_NOT_FOUND")
    refused(await post(designId=foreign["id"]), 422, "UNPROCESSABLE")
    refused(await post(VIEWER), 403, "FORBIDDEN")
    refused(await post(OUTSIDER), 403, "FORBIDDEN")
    refused(await post(OUTSIDER, programId=other["id"]), 404, "RESOURCE_NOT_FOUND")
    assert (
        data(await post(designId=open_to_all["id"]), 201)["session"]["designId"]
        == (open_to_all["id"])
    )


async def test_sessions_are_listed_for_their_owner_newest_first(api: Api) -> None:
    first = await new_session(api, "First")
    second = await new_session(api, "Second", programId=first.program_id)
    await new_session(api, "Foreign", programId=first.program_id, person=ADMINISTRATOR)
    found = data(await api.get(SESSIONS, as_=ENGINEER))
    assert [s["id"] for s in found["sessions"]] == [second.id, first.id]
    assert (
        found["sessions"][0].items()
        >= {
            "title": "Second",
            "stage": "idle",
            "status": "active",
        }.items()
    )
    assert {"createdAt", "updatedAt"} <= found["sessions"][0].keys()
    page = await api.get(SESSIONS, as_=ENGINEER, params={"page": 2, "limit": 1})
    assert [s["id"] for s in data(page)["sessions"]] == [first.id]
    assert page.json()["meta"] == {"total": 2, "page": 2, "limit": 1, "totalPages": 2}
    refused(await api.get(SESSIONS, as_=ENGINEER, params={"limit": 0}), 400, "VALIDATION_ERROR")


async def test_a_session_belongs_to_its_owner(api: Api) -> None:
    session = await drafted(api)
    materialize = f"{session.path}/materialize"
    for person in (OUTSIDER, VIEWER, APPROVER, ADMINISTRATOR):
        reads = [session.path, materialize, f"{session.path}/events"]
        for path in reads:
            answer = await api.get(path, as_=person)
            if person is ADMINISTRATOR:
                assert answer.status_code == 200, path
            else:
                refused(answer, 403, "FORBIDDEN")
        writes = [
            await api.patch(session.path, {"stage": "idle"}, as_=person),
            await api.post(f"{session.path}/stream", {"action": "start_bom"}, as_=person),
            await api.post(materialize, as_=person),
        ]
        for answer in writes:
            refused(answer, 403, "FORBIDDEN")
    for path in (f"{SESSIONS}/{NOBODY}", f"{SESSIONS}/nonsense"):
        refused(await api.get(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        refused(await api.patch(path, {}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        refused(await api.get(f"{path}/materialize", as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        for write in ("stream", "materialize"):
            body = {"action": "resume"} if write == "stream" else None
            answer = await api.post(f"{path}/{write}", body, as_=ENGINEER)
            refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_artifacts_are_merged_by_key_and_what_was_read_may_be_sent_back(api: Api) -> None:
    session = await new_session(api)
    await session.edit(artifacts={"requirements": [HOLD], "bom": TREE})
    renamed = await session.edit(artifacts={"bom": {"rootAssembly": {"name": "Desk lamp"}}})
    root = renamed["artifacts"]["bom"]["rootAssembly"]
    assert (root["name"], len(root["children"])) == ("Desk lamp", 2)
    assert [r["name"] for r in renamed["artifacts"]["requirements"]] == ["Holds its position"]
    described = await session.edit(description="A wall lamp")
    assert (described["artifacts"]["description"], described["title"]) == (
        "A wall lamp",
        "A wall lamp",
    )
    assert await session.edit(**described) == described
    cleared = await session.edit(artifacts={"requirements": [], "bom": None})
    assert (cleared["artifacts"]["requirements"], cleared["artifacts"]["bom"]) == ([], None)
    assert set(problems(await session.patch(status="completed", titel="x", events=7))) == {
        "status",
        "titel",
        "events",
    }


async def test_a_stale_tag_changes_nothing(api: Api) -> None:
    session = await new_session(api)
    tag = (await api.get(session.path, as_=ENGINEER)).headers["etag"]
    edited = await api.patch(
        session.path, {"description": "One"}, as_=ENGINEER, headers={"If-Match": tag}
    )
    assert edited.headers["etag"] != tag
    stale = await api.patch(
        session.path, {"description": "Two"}, as_=ENGINEER, headers={"If-Match": tag}
    )
    refused(stale, 412, "PRECONDITION_FAILED")
    assert (await session.get())["artifacts"]["description"] == "One"


async def test_stages_are_set_where_their_input_is_there(api: Api) -> None:
    session = await new_session(api)
    for stage in ("requirements_review", "bom_review", "materialization", "cad_review", "complete"):
        refused(await session.patch(stage=stage), 422, "UNPROCESSABLE")
    for stage in ("error", "paused", "done", None):
        assert set(problems(await session.patch(stage=stage))) == {"stage"}
    both = await session.edit(artifacts={"requirements": [HOLD]}, stage="requirements_review")
    assert both["stage"] == "requirements_review"
    assert (await session.edit(artifacts={"bom": TREE}, stage="bom_review"))[
        "stage"
    ] == "bom_review"
    assert (await session.edit(stage="idle"))["stage"] == "idle"


async def test_what_an_action_needs_is_named(api: Api) -> None:
    session = await new_session(api)
    for body, fields in (
        ({}, {"action"}),
        ({"action": "begin"}, {"action"}),
        ({"action": "answer_clarification"}, {"questionId", "answer"}),
        ({"action": "answer_clarification", "questionId": "load", "answer": " "}, {"answer"}),
        ({"action": "send_message"}, {"message"}),
        ({"action": "regenerate_part", "feedback": "thicker"}, {"tempId"}),
        ({"action": "start_bom", "tempID": "x"}, {"tempID"}),
        ({"action": "send_message", "message": 7}, {"message"}),
    ):
        answer = await api.post(f"{session.path}/stream", body, as_=ENGINEER)
        assert set(problems(answer)) == fields, body
    assert (await session.get())["events"] == 0


async def test_confirmations_and_messages_answer_json(api: Api) -> None:
    session = await new_session(api)
    await session.edit(artifacts={"requirements": [HOLD]}, stage="requirements_review")
    noted = await session.ask("send_message", message="Make it light")
    assert noted.headers["content-type"] == "application/json"
    assert noted.headers["cache-control"] == "no-cache"
    assert noted.headers["x-session-id"] == session.id
    assert data(noted)["acknowledged"] is True
    (message,) = data(noted)["session"]["artifacts"]["userMessages"]
    assert (message["text"], message["stage"]) == ("Make it light", "requirements_review")
    # Whoever reads the conversation later reads it too, and once.
    told = [event for event in await session.replay() if event.type == "user_message"]
    assert [(event.data["id"], event.data["text"]) for event in told] == [
        (message["id"], "Make it light")
    ]
    confirmed = data(await session.ask("confirm_requirements"))
    assert (confirmed["confirmed"], confirmed["session"]["stage"]) == (
        "requirements",
        "bom_drafting",
    )
    refused(await session.ask("confirm_requirements"), 409, "CONFLICT")
    refused(await session.ask("confirm_bom"), 409, "CONFLICT")
    await session.edit(artifacts={"bom": {"rootAssembly": {"name": "Lamp"}}}, stage="bom_review")
    refused(await session.ask("confirm_bom"), 422, "UNPROCESSABLE")
    await session.edit(artifacts={"bom": TREE})
    assert data(await session.ask("confirm_bom"))["session"]["stage"] == "materialization"
    for action in ("start_cad_generation", "start_assembly_composition"):
        refused(await session.ask(action), 422, "UNPROCESSABLE")
    refused(await session.ask("regenerate_part", tempId="arm"), 422, "UNPROCESSABLE")
    for action in ("confirm_cad", "confirm_assembly", "resume"):
        refused(await session.ask(action), 409, "CONFLICT")
    refused(await session.ask("answer_clarification", questionId="x", answer="y"), 409, "CONFLICT")
