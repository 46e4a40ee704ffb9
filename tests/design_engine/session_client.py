"""Design sessions as a client sees them: made over HTTP, their streams read event by event."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import msgspec
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from partwright.cad.workers import KernelPool
from partwright.design_engine.agent_stages import AgentStages
from partwright.design_engine.engine import DesignEngine
from partwright.design_engine.modelled_stage import ModelledStage
from partwright.design_engine.solids.assemblies import AssemblyMaking
from partwright.design_engine.solids.parts import PartMaking
from tests.support.application import Api, data
from tests.support.people import ENGINEER, VIEWER, Person
from tests.world import Record, World

SESSIONS = "/api/design-engine/sessions"
LAMP = "A desk lamp for 230 V with an arm of 600 mm and an LED of 8 W"


class Event(NamedTuple):
    """One message of a stream."""

    number: int | None
    name: str
    data: dict[str, Any]

    @property
    def type(self) -> str:
        """The kind of a stage event; the name of any other."""
        return str(self.data.get("type", self.name))


def events_of(text: str) -> list[Event]:
    """The messages of a stream, heartbeats left out."""
    found: list[Event] = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            number = int(fields["id"]) if "id" in fields else None
            found.append(Event(number, fields["event"], msgspec.json.decode(fields["data"])))
    return found


def types(events: list[Event]) -> list[str]:
    """The kinds of events, each run of equal ones told once."""
    told: list[str] = []
    for event in events:
        if not told or told[-1] != event.type:
            told.append(event.type)
    return told


class SessionClient:
    """One user's session."""

    def __init__(self, api: Api, session: Record, *, person: Person = ENGINEER) -> None:
        self.api = api
        self.id: str = session["id"]
        self.program_id: str = session["programId"]
        self.person = person
        self.path = f"{SESSIONS}/{self.id}"

    def by(self, api: Api) -> "SessionClient":
        """The same session, through another process."""
        return SessionClient(api, {"id": self.id, "programId": self.program_id}, person=self.person)

    async def get(self) -> Record:
        return dict(data(await self.api.get(self.path, as_=self.person))["session"])

    async def patch(self, **body: Any) -> httpx.Response:
        return await self.api.patch(self.path, body, as_=self.person)

    async def edit(self, **body: Any) -> Record:
        """An edit that must be taken."""
        return dict(data(await self.patch(**body))["session"])

    async def ask(self, action: str, **more: Any) -> httpx.Response:
        body = {"action": action, **more}
        return await self.api.post(f"{self.path}/stream", body, as_=self.person)

    async def run(self, action: str, **more: Any) -> list[Event]:
        """An action that must stream, to its end."""
        answer = await self.ask(action, **more)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "text/event-stream", answer.text
        return events_of(answer.text)

    async def replay(self, after: int | None = None) -> list[Event]:
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        answer = await self.api.get(f"{self.path}/events", as_=self.person, headers=headers)
        assert answer.status_code == 200, answer.text
        return events_of(answer.text)

    async def preview(self) -> Record:
        answer = await self.api.get(f"{self.path}/materialize", as_=self.person)
        return dict(data(answer)["preview"])

    async def materialize(self) -> Record:
        answer = await self.api.post(f"{self.path}/materialize", as_=self.person)
        return dict(data(answer)["result"])

    def drafts_with(self, model: Callable[[], Any], **limits: int) -> None:
        """Let a scripted model draft in this process, with limits of its own."""
        engine = self.api.services.of(DesignEngine)
        settings = msgspec.structs.replace(self.api.services.settings, **limits)
        kernel = self.api.services.of(KernelPool)
        stages = AgentStages(settings, model=model, kernel=kernel)
        engine.runners |= dict.fromkeys(("requirements", "bom"), stages)

    def shapes_with(self, model: Callable[[], Any], **limits: int) -> None:
        """Let a scripted model shape and place what has become items."""
        services = self.api.services
        settings = msgspec.structs.replace(services.settings, **limits)
        kernel = services.of(KernelPool)
        stages = AgentStages(settings, model=model, kernel=kernel)
        parts, whole = (
            PartMaking(kernel, services.contents),
            AssemblyMaking(kernel, services.contents),
        )
        services.of(DesignEngine).runners |= {
            "cad": ModelledStage(stages, parts),
            "assembly": ModelledStage(stages, whole, parts=parts),
        }

    def makes_by_rules(self) -> None:
        """Let the kernel alone make what has become items."""
        services = self.api.services
        kernel, contents = services.of(KernelPool), services.contents
        parts, whole = PartMaking(kernel, contents), AssemblyMaking(kernel, contents)
        services.of(DesignEngine).runners |= {"cad": parts, "assembly": whole}

    @asynccontextmanager
    async def listening(
        self, method: str = "GET", *, after: int | None = None, **body: Any
    ) -> AsyncIterator["Listener"]:
        """Follow the session, or start something with POST, until the block is left."""
        path = f"{self.path}/{'events' if method == 'GET' else 'stream'}"
        listener = Listener(self.api, method, path, self.person, after=after, body=body)
        try:
            yield listener
        finally:
            await listener.hang_up()


class Listener:
    """A client that reads a stream as it comes and may hang up at any time."""

    def __init__(
        self,
        api: Api,
        method: str,
        path: str,
        person: Person,
        *,
        after: int | None,
        body: dict[str, Any],
    ) -> None:
        self.headers: dict[str, str] = {}
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._sent = msgspec.json.encode(body) if body else b""
        headers = [(b"authorization", f"Bearer {person.token}".encode())]
        headers += [(b"content-type", b"application/json"), (b"host", b"test")]
        if after is not None:
            headers.append((b"last-event-id", str(after).encode()))
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
        }
        transport = api.http._transport
        assert isinstance(transport, httpx.ASGITransport)
        self._task = asyncio.create_task(self._serve(transport.app, scope))

    async def _serve(self, application: Any, scope: Any) -> None:
        try:
            await application(scope, self._receive, self._send)
        finally:
            self._chunks.put_nowait(None)

    async def _receive(self) -> Any:
        if self._sent is not None:
            body, self._sent = self._sent, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        elif message.get("body"):
            self._chunks.put_nowait(message["body"])

    async def chunks(self) -> AsyncIterator[bytes]:
        while (chunk := await asyncio.wait_for(self._chunks.get(), 120)) is not None:
            yield chunk

    async def events(self) -> AsyncIterator[Event]:
        async for chunk in self.chunks():
            for event in events_of(chunk.decode()):
                yield event

    async def until(self, type: str) -> list[Event]:
        """The events up to the first of a kind."""
        seen: list[Event] = []
        async for event in self.events():
            seen.append(event)
            if event.type == type:
                break
        return seen

    async def hang_up(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, 120)


async def new_session(
    api: Api, description: str = LAMP, *, person: Person = ENGINEER, **fields: Any
) -> SessionClient:
    """A new session in a program that the engineer leads and the viewer sees."""
    if "programId" not in fields:
        program = await World(api).program(members={ENGINEER: "lead", VIEWER: "viewer"})
        fields["programId"] = program["id"]
    body = {"description": description, **fields}
    made = data(await api.post(SESSIONS, body, as_=person), 201)
    return SessionClient(api, made["session"], person=person)


TREE = {
    "rootAssembly": {
        "tempId": "lamp",
        "name": "Lamp",
        "children": [
            {"tempId": "arm", "name": "Arm", "partType": "Manufacture", "material": "EN AW-6060"},
            {"tempId": "screw", "name": "Screw M4", "quantity": 4, "requirementTempIds": ["hold"]},
        ],
    }
}
HOLD = {"tempId": "hold", "name": "Holds its position"}


async def drafted(api: Api, **fields: Any) -> SessionClient:
    """A session with a small structure that the user wrote, ready to be materialised."""
    session = await new_session(api, **fields)
    await session.edit(artifacts={"requirements": [HOLD], "bom": TREE}, stage="materialization")
    return session


Turn = (
    str
    | tuple[str, Any]
    | BaseException
    | float
    | asyncio.Event
    | Callable[[list[ModelMessage]], Any]
)
"""What a scripted model does: says something, calls a tool, raises, waits so many seconds or for
an event."""


def scripted(*turns: list[Turn], last: list[Turn] | None = None) -> Callable[[], FunctionModel]:
    """Makes a model that follows a script, one list of turns a request; then `last` for ever."""

    def make() -> FunctionModel:
        left = list(turns)

        async def respond(
            messages: list[ModelMessage], info: AgentInfo
        ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
            del info
            for place, turn in enumerate(left.pop(0) if left else last or [FINISH]):
                step: Any = turn(messages) if callable(turn) else turn
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, float):
                    await asyncio.sleep(step)
                elif isinstance(step, asyncio.Event):
                    await step.wait()
                elif isinstance(step, str):
                    yield step
                else:
                    tool, arguments = step
                    sent = arguments if isinstance(arguments, str) else _json(arguments)
                    yield {place: DeltaToolCall(tool, sent, tool_call_id=str(uuid4()))}

        return FunctionModel(stream_function=respond, model_name="scripted")

    return make


def _json(arguments: Any) -> str:
    return msgspec.json.encode(arguments).decode()


FINISH: tuple[str, Any] = ("finish", {"summary": "Done."})


def requirement(temp_id: str, **fields: Any) -> dict[str, Any]:
    """A requirement as a model proposes it."""
    return {
        "tempId": temp_id,
        "name": f"Requirement {temp_id}",
        "description": "The lamp shall do it within 5 s",
        "requirementType": "Functional",
        "priority": "high",
        "verificationMethod": "Test",
        "rationale": "The description says so",
        "confidence": 0.9,
        **fields,
    }


def node(temp_id: str, parent: str | None = None, **fields: Any) -> dict[str, Any]:
    """A node as a model proposes it."""
    above = {} if parent is None else {"parentTempId": parent}
    made = {"tempId": temp_id, "name": f"Part {temp_id}", "partType": "Manufacture"}
    return {**made, "confidence": 0.8, **above, **fields}


def propose(*requirements: dict[str, Any]) -> tuple[str, Any]:
    return "propose_requirements", {"requirements": list(requirements)}


def place(*nodes: dict[str, Any]) -> tuple[str, Any]:
    return "propose_nodes", {"nodes": list(nodes)}


def results(messages: list[ModelMessage]) -> list[str]:
    """What the last tools answered the model."""
    last = messages[-1]
    assert isinstance(last, ModelRequest)
    return [part.model_response_str() for part in last.parts if isinstance(part, ToolReturnPart)]
