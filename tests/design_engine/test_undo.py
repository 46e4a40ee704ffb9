"""Edits, confirmations and runs of a session are taken back one by one."""

from tests.design_engine.session_client import SessionClient, new_session, node, place, scripted
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, VIEWER
from tests.world import Record

ROOT = {"tempId": "root", "name": "Lamp", "children": [{"tempId": "arm", "name": "Arm"}]}

DRAFTS = {"requirements": [{"tempId": "a", "name": "Gives light"}], "bom": {"rootAssembly": ROOT}}


def shown(record: Record) -> Record:
    return {key: record[key] for key in ("stage", "artifacts")}


async def undone(session: SessionClient) -> Record:
    return shown(data(await session.api.post(f"{session.path}/undo", as_=ENGINEER))["session"])


async def test_edits_and_runs_are_taken_back(api: Api) -> None:
    session = await new_session(api)
    undo = f"{session.path}/undo"
    refused(await api.post(undo, as_=ENGINEER), 409, "CONFLICT")
    begun = shown(await session.get())
    one = shown(await session.edit(artifacts={"bom": {"rootAssembly": ROOT}}, stage="bom_review"))
    two = shown(await session.edit(artifacts={"bom": {"rootAssembly": {"name": "Desk lamp"}}}))
    assert begun != one != two

    refused(await api.post(undo, as_=VIEWER), 403, "FORBIDDEN")
    refused(await api.post(undo.replace(session.id, "no"), as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    assert [await undone(session), await undone(session)] == [one, begun]

    before = shown(await session.edit(artifacts=DRAFTS, stage="bom_drafting"))
    session.drafts_with(scripted([place(node("new", "root", name="New part"))]))
    await session.run("resume")
    assert shown(await session.get()) != before
    assert await undone(session) == before

    # A run that left all as it was is nothing to take back: what was changed before it is.
    session.drafts_with(scripted([RuntimeError("the model is away")]))
    await session.run("resume")
    assert shown(await session.get()) == before
    assert await undone(session) == begun
    await session.edit(artifacts=DRAFTS, stage="materialization")
    await session.materialize()
    answer = await api.post(undo, as_=ENGINEER)
    refused(answer, 409, "CONFLICT")
    assert "become items" in answer.text
    assert (await session.get())["stage"] == "cad_generation"
