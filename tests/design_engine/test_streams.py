"""Streams: followed, left, taken up again, by many clients and through several processes."""

import asyncio
import random
import time
from collections.abc import Callable

from tests.design_engine.session_client import (
    Event,
    new_session,
    propose,
    requirement,
    scripted,
    types,
)
from tests.support.application import Api, data, problems
from tests.support.people import ADMINISTRATOR, ENGINEER


def chatty(rounds: int, pause: float = 0.02) -> Callable[[], object]:
    """A model that speaks and drafts in many small steps."""
    turns = [[f"Step {n}. ", pause, propose(requirement(f"r{n}"))] for n in range(rounds)]
    return scripted(*turns)


async def test_the_first_event_comes_at_once_and_the_work_outlives_its_client(api: Api) -> None:
    session = await new_session(api)
    may_go_on = asyncio.Event()
    session.drafts_with(scripted([may_go_on, propose(requirement("a"))]))
    async with session.listening("POST", action="start_requirements") as stream:
        (first,) = await stream.until("stage_change")
    assert first.number == 1
    may_go_on.set()
    async with session.listening(after=first.number) as stream:
        seen = [first, *await stream.until("done")]
    assert types(seen)[-2:] == ["stage_complete", "done"]
    assert [e.number for e in seen] == list(range(1, len(seen) + 1))
    assert await session.replay() == seen
    assert await session.replay(after=seen[-2].number) == seen[-1:]
    assert await session.replay(after=seen[-1].number) == []


async def test_replay_spans_all_runs_and_reads_its_header(api: Api) -> None:
    session = await new_session(api)
    assert await session.replay() == []
    session.drafts_with(scripted([propose(requirement("a"))]))
    both = await session.run("start_requirements")
    both += await session.run("start_requirements")
    assert await session.replay() == both
    assert [e.type for e in both].count("done") == 2
    for wrong in ("x", "-1", "1.5", "9" * 30):
        answer = await api.get(
            f"{session.path}/events", as_=ENGINEER, headers={"Last-Event-ID": wrong}
        )
        assert set(problems(answer)) == {"Last-Event-ID"}


async def test_fifty_clients_that_drop_and_come_back_see_the_same_events(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(chatty(12))
    chance = random.Random(7)

    async def watch() -> list[Event]:
        seen: list[Event] = []
        while not seen or seen[-1].type != "done":
            patience = chance.randint(1, 12)
            async with session.listening(after=seen[-1].number if seen else 0) as stream:
                async for event in stream.events():
                    seen.append(event)
                    patience -= 1
                    if not patience:
                        break
        return seen

    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("stage_change")
    everybody = await asyncio.gather(*(watch() for _ in range(50)))
    kept = await session.replay()
    assert len(kept) > 30
    assert all(seen == kept for seen in everybody)


async def test_another_process_follows_and_waits_its_turn(api: Api, other_process: Api) -> None:
    session = await new_session(api)
    elsewhere = session.by(other_process)
    session.drafts_with(chatty(6, 0.1))
    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("stage_change")
        assert (await elsewhere.ask("start_requirements")).status_code == 409
        assert (await elsewhere.get())["isRunning"] is True
        async with elsewhere.listening(after=0) as there:
            seen = await there.until("done")
        assert seen == await session.replay()
    assert types(seen)[-2:] == ["stage_complete", "done"]


async def test_open_streams_are_counted(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(scripted([propose(requirement("a"))], [0.3, propose(requirement("b"))]))
    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("tool_result")
        assert "partwright_streams 1.0" in (await api.get("/metrics")).text
        await stream.until("done")
    assert "partwright_streams 0.0" in (await api.get("/metrics")).text


async def test_a_stopping_process_pauses_its_runs(api: Api) -> None:
    session = await new_session(api)
    session.drafts_with(scripted([propose(requirement("a"))], [30.0, "never"]))
    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("artifact_update")
        api.services.closing.announce()
        ending = await stream.until("done")
        assert [e.type for e in ending] == ["paused", "done"]
        assert "stopping" in ending[0].data["reason"]
    record = await session.get()
    assert (record["status"], record["stage"], record["error"]) == (
        "paused",
        "requirements_drafting",
        None,
    )
    assert len(record["artifacts"]["requirements"]) == 1
    assert (await session.ask("resume")).status_code == 503


async def test_a_run_ends_when_its_owner_is_deactivated_in_another_process(
    api: Api, other_process: Api
) -> None:
    session = await new_session(api)
    session.drafts_with(scripted([propose(requirement("a"))], [60.0, "never"]))
    async with session.listening("POST", action="start_requirements") as stream:
        await stream.until("artifact_update")
        path = f"/api/users/{ENGINEER.id}"
        data(await other_process.put(path, {"active": False}, as_=ADMINISTRATOR))
        began = time.monotonic()
        while data(await api.get(session.path, as_=ADMINISTRATOR))["session"]["isRunning"]:
            assert time.monotonic() - began < 10
            await asyncio.sleep(0.2)
    shown = data(await api.get(session.path, as_=ADMINISTRATOR))["session"]
    assert [draft["tempId"] for draft in shown["artifacts"]["requirements"]] == ["a"]
    data(await other_process.put(path, {"active": True}, as_=ADMINISTRATOR))
    session.drafts_with(scripted([propose(requirement("b"))]))
    assert types(await session.run("resume"))[-1] == "done"
