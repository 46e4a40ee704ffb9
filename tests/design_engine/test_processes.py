"""Sessions whose server stops, or is killed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from tests.design_engine.endpoint import STALL, Endpoint
from tests.design_engine.session_client import Event, events_of, propose, requirement
from tests.support.people import ADMINISTRATOR
from tests.support.process import ServerProcess

HEADERS = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}
SHELVES = 200


class Client:
    """A client over the network."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, headers=HEADERS, timeout=30)
        self.path = ""

    async def begin(self) -> None:
        program = await self.http.post("/api/programs", json={"name": "Lander"})
        body = {"description": "A rack", "programId": program.json()["data"]["id"]}
        made = await self.http.post("/api/design-engine/sessions", json=body)
        self.path = f"/api/design-engine/sessions/{made.json()['data']['session']['id']}"

    async def get(self) -> dict[str, Any]:
        answer = await self.http.get(self.path)
        return dict(answer.json()["data"]["session"])

    async def events(self, action: str) -> AsyncIterator[Event]:
        body = {"action": action}
        async with self.http.stream("POST", f"{self.path}/stream", json=body) as answer:
            assert answer.status_code == 200, await answer.aread()
            async for text in answer.aiter_text():
                for event in events_of(text):
                    yield event


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_stopped_and_killed_servers_leave_sessions_that_go_on(
    server: Callable[..., ServerProcess], endpoint: Endpoint
) -> None:
    process = server(model="openai:test", model_base_url=endpoint.url)
    asyncio.run(_story(process, endpoint))


async def _story(process: ServerProcess, endpoint: Endpoint) -> None:
    client = Client(process.url)
    await client.begin()
    await _stopped(process, endpoint, client)
    await _killed(process, endpoint, client)
    endpoint.script([propose(requirement("c"))])
    assert [e.type async for e in client.events("resume")][-2:] == ["stage_complete", "done"]
    drafts = (await client.get())["artifacts"]["requirements"]
    assert [draft["tempId"] for draft in drafts] == ["a", "b", "c"]
    await _killed_while_materializing(process, client)
    await client.http.aclose()


async def _stopped(process: ServerProcess, endpoint: Endpoint, client: Client) -> None:
    """SIGTERM: the stream ends with an event that says so, the process with 0."""
    endpoint.script([propose(requirement("a"))], STALL)
    seen: list[str] = []
    stopping: asyncio.Task[int] | None = None
    async for event in client.events("start_requirements"):
        seen.append(event.type)
        if event.type == "artifact_update":
            stopping = asyncio.create_task(asyncio.to_thread(process.terminate))
    assert seen[-2:] == ["paused", "done"]
    assert stopping is not None
    assert await stopping == 0
    await asyncio.to_thread(process.start)
    record = await client.get()
    assert (record["status"], record["stage"]) == ("paused", "requirements_drafting")


async def _killed(process: ServerProcess, endpoint: Endpoint, client: Client) -> None:
    """SIGKILL: the next start finds the session, which can go on at once."""
    endpoint.script([propose(requirement("b"))], STALL)
    try:
        async for event in client.events("resume"):
            if event.type == "artifact_update":
                process.kill()
    except httpx.TransportError:
        pass
    await asyncio.to_thread(process.start)
    record = await client.get()
    assert (record["status"], record["stage"]) == ("failed", "requirements_drafting")
    assert "resume" in record["error"]
    replayed = events_of((await client.http.get(f"{client.path}/events")).text)
    assert [e.type for e in replayed][-2:] == ["error", "done"]
    assert [e.number for e in replayed] == list(range(1, len(replayed) + 1))


async def _killed_while_materializing(process: ServerProcess, client: Client) -> None:
    """Everything is there, or nothing is."""
    shelves = [{"name": f"Shelf {n}", "children": [{"name": f"Bolt {n}"}]} for n in range(SHELVES)]
    tree = {"rootAssembly": {"name": "Rack", "children": shelves}}
    edited = await client.http.patch(client.path, json={"artifacts": {"bom": tree}})
    assert edited.status_code == 200, edited.text
    making = asyncio.create_task(client.http.post(f"{client.path}/materialize"))
    await asyncio.sleep(0.12)
    process.kill()
    await asyncio.gather(making, return_exceptions=True)
    await asyncio.to_thread(process.start)
    record = await client.get()
    total = (await client.http.get("/api/items")).json()["data"]["total"]
    designs = (await client.http.get("/api/designs")).json()["data"]["total"]
    if record["artifacts"]["materializationResult"] is None:
        assert (total, designs, record["status"]) == (0, 0, "active")
        made = await client.http.post(f"{client.path}/materialize")
        assert made.status_code == 200, made.text
        total = (await client.http.get("/api/items")).json()["data"]["total"]
    assert total == 2 * SHELVES + 1 + 3
    assert (await client.http.post(f"{client.path}/materialize")).status_code == 422
