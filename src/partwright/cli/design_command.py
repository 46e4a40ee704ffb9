"""`partwright design`: from a description to items, stage by stage."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Any

import httpx
import msgspec
from rich.tree import Tree

from partwright.cli.api import ApiClient, ServerEvent, connected
from partwright.cli.console import WRONG_USE, CommandFailed, err, out
from partwright.cli.design_lookup import find_design, find_program
from partwright.cli.flags import LOCAL, UNSET, Json, ServerFlags, Servers, Stores
from partwright.cli.output import print_json
from partwright.design_engine.artifacts import BomDraft, Clarification, MaterializationResult
from partwright.design_engine.materialization_service import MaterializationPreview
from partwright.design_engine.model import SessionView
from partwright.drafter.drafts import BomNodeDraft
from partwright.programs.model import Program
from partwright.settings import Settings

_SESSIONS = "/api/design-engine/sessions"
_RECONNECTS = 5


def design(
    description: str = "",
    /,
    *,
    program: str | None = None,
    into: str | None = None,
    session: str | None = None,
    answer: tuple[str, ...] = (),
    yes: bool = False,
    json: Json = False,
    servers: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Draft requirements and a structure from a description, and make items of them.

    Each stage is shown as it is drafted, and waits for your yes.

    Parameters
    ----------
    description
        The product to design, with its figures.
    program
        The program's code or id; the only one you see if left out, and a new one if there is none.
    into
        The code or id of the design that takes the items; a new one if left out.
    session
        The id of a session to continue, instead of a description.
    answer
        `QUESTION=TEXT`, an answer given beforehand; as often as needed.
    yes
        Confirm every stage, and take the first of the offered answers.
    """
    servers.check()
    if bool(description.strip()) == bool(session):
        raise CommandFailed("give a description, or a --session to continue", exit_code=WRONG_USE)
    if json and not yes:
        raise CommandFailed("--json asks nothing, so it needs --yes", exit_code=WRONG_USE)
    asking = _Asking(yes=yes, answers=dict(map(_pair, answer)))
    work = _design(stores.settings(), servers, asking, description, program, into, session)
    _run(work, json=json)


def _run(work: Coroutine[Any, Any, SessionView], *, json: bool) -> None:
    """Go through the stages; for programs the session is printed when it is completed."""
    out.quiet = json
    try:
        session = asyncio.run(work)
    finally:
        out.quiet = False
    if json:
        print_json(session)


def _pair(text: str) -> tuple[str, str]:
    question, mark, said = text.partition("=")
    if not mark or not said:
        raise CommandFailed(f"--answer {text}: expected QUESTION=TEXT", exit_code=WRONG_USE)
    return question, said


async def _design(
    settings: Settings,
    server: ServerFlags,
    asking: "_Asking",
    description: str,
    program: str | None,
    into: str | None,
    session: str | None,
) -> SessionView:
    async with connected(settings, server, deed="partwright design") as api:
        if session is None:
            body = {"description": description, **await _place(api, program, into, description)}
            begun = await api.post_one(_SESSIONS, body, "session", SessionView)
            session = begun.id
        err.print(f"Session {session}")
        return await _Designer(api, session, asking).go()


async def _place(
    api: ApiClient, program: str | None, into: str | None, description: str
) -> dict[str, str]:
    """The program and the design of a new session."""
    place = await find_program(api, program)
    if not place:
        seen, _ = await api.get_list("/api/programs", "programs", Program)
        if len(seen) > 1:
            raise CommandFailed(
                "you see several programs; --program names one", exit_code=WRONG_USE
            )
        if not seen:
            name = " ".join(description.split())[:60]
            seen = [await api.post("/api/programs", {"name": name}, Program)]
        place = {"programId": str(seen[0].id)}
    if into is not None:
        found = await find_design(api, into)
        if found is None:
            raise CommandFailed(f"there is no design {into}")
        place["designId"] = found.design_id
    return place


class _Asking:
    """Answers of the user to questions, given beforehand or at the terminal."""

    def __init__(self, *, yes: bool, answers: dict[str, str]) -> None:
        self._yes = yes
        self._answers = answers

    def confirm(self, question: str) -> bool:
        if self._yes:
            return True
        return self._read(f"{question} [y/N] ").lower() in ("y", "yes")

    def answer(self, asked: Clarification) -> str:
        """The answer to a question of the drafting; Stop where nobody can give it."""
        out.print(f"? {asked.question}")
        for number, option in enumerate(asked.options or (), start=1):
            out.print(f"  {number}. {option}")
        said = self._answers.get(asked.question_id)
        if said is None and self._yes:
            if not asked.options:
                raise CommandFailed(f"an answer is needed: --answer '{asked.question_id}=...'")
            said = asked.options[0]
        if said is None:
            said = self._read("> ")
            if said.isdigit() and 1 <= int(said) <= len(asked.options or ()):
                said = (asked.options or ())[int(said) - 1]
        out.print(f"> {said}")
        return said

    def _read(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            raise CommandFailed("no terminal to answer from; --yes confirms everything")
        return input(prompt).strip()


class _Designer:
    """Takes one session from where it stands to its items."""

    def __init__(self, api: ApiClient, session: str, asking: _Asking) -> None:
        self._api = api
        self._path = f"{_SESSIONS}/{session}"
        self._id = session
        self._asking = asking

    async def go(self) -> SessionView:
        """The session when it is completed."""
        session = await self._session()
        while session.status != "completed":
            session = await self._step(session)
        return session

    async def _step(self, session: SessionView) -> SessionView:
        """One stage further; Stop when it failed, or the user wants to stop here."""
        match session.stage:
            case "idle":
                return await self._run({"action": "start_requirements"})
            case "requirements_drafting":
                return await self._run(self._going_on(session, "resume"))
            case "requirements_review":
                for number, one in enumerate(session.artifacts.requirements, start=1):
                    out.print(f"{number:3}. [{one.priority}] {one.name}: {one.description}")
                self._confirm("Are these the requirements?")
                return await self._confirmed("confirm_requirements")
            case "bom_drafting":
                return await self._run(self._going_on(session, "start_bom"))
            case "bom_review":
                _show_tree(session.artifacts.bom)
                self._confirm("Is this the structure?")
                return await self._confirmed("confirm_bom")
            case "materialization":
                return await self._materialize()
            case _:
                raise CommandFailed(f"the session is in the stage {session.stage}")

    def _going_on(self, session: SessionView, action: str) -> dict[str, str]:
        """An answer where a question waits, else the action."""
        pending = session.artifacts.pending_clarification_id
        for asked in session.artifacts.clarifications:
            if asked.question_id == pending:
                said = self._asking.answer(asked)
                name = "answer_clarification"
                return {"action": name, "questionId": asked.question_id, "answer": said}
        return {"action": action}

    def _confirm(self, question: str) -> None:
        if not self._asking.confirm(question):
            raise CommandFailed(f"stopped; edit the drafts and continue with --session {self._id}")

    async def _confirmed(self, action: str) -> SessionView:
        return await self._api.post_one(
            f"{self._path}/stream", {"action": action}, "session", SessionView
        )

    async def _run(self, body: dict[str, str]) -> SessionView:
        async with aclosing(self._events(body)) as events:
            async for event in events:
                _show_event(event)
        session = await self._session()
        if session.status == "failed":
            raise CommandFailed(f"{session.error}; continue with --session {self._id}")
        if session.status == "paused" and not session.artifacts.pending_clarification_id:
            raise CommandFailed(f"the run was paused; continue with --session {self._id}")
        return session

    async def _events(self, body: dict[str, str]) -> AsyncGenerator[ServerEvent]:
        """The run's events, taken up again where the connection breaks."""
        stream = self._api.stream("POST", f"{self._path}/stream", body)
        last = 0
        for attempt in range(_RECONNECTS):
            try:
                async for event in stream:
                    last = event.number or last
                    yield event
                    if event.name == "done":
                        return
            except httpx.TransportError:
                if not last or attempt == _RECONNECTS - 1:
                    raise CommandFailed("the connection broke") from None
            stream = self._api.stream("GET", f"{self._path}/events", after=last)

    async def _materialize(self) -> SessionView:
        path = f"{self._path}/materialize"
        preview = await self._api.get_one(path, "preview", MaterializationPreview)
        eco = " through a change order" if preview.requires_eco else ""
        out.print(
            f"{preview.new_parts_count} new parts, {preview.reused_parts_count} reused,"
            f" {preview.new_requirements_count} requirements,"
            f" {preview.bom_relationships_count} BOM lines{eco}"
        )
        self._confirm("Make these items?")
        result = await self._api.post_one(path, {}, "result", MaterializationResult)
        for item in result.created_items:
            out.print(f"{item.item_number}  {item.name}")
        out.print(f"Design {result.design_id}, {result.bom_relationships_created} BOM lines")
        if result.eco_number is not None:
            out.print(f"Change order {result.eco_number}")
        return await self._session()

    async def _session(self) -> SessionView:
        return await self._api.get_one(self._path, "session", SessionView)


def _show_event(event: ServerEvent) -> None:
    """Tell on standard error what the run does."""
    data: dict[str, Any] = msgspec.json.decode(event.data)
    match data.get("type"):
        case "stage_change":
            err.print(f"-- {str(data['stage']).replace('_', ' ')}")
        case "llm_text":
            err.print(str(data["text"]).strip())
        case "tool_call":
            err.print(f"   {data['toolName']} {_brief(data['args'])}")
        case "error":
            err.print(f"   failed: {data['message']}")
        case "stage_complete":
            err.print(f"   {data['summary']}")
        case _:
            pass


def _brief(arguments: Any) -> str:
    """A tool's arguments in one short piece."""
    if not isinstance(arguments, dict):
        return ""
    told: list[str] = []
    for value in arguments.values():  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, list):
            told.append(f"{len(value)} entries")  # pyright: ignore[reportUnknownArgumentType]
        else:
            told.append(str(value)[:40])  # pyright: ignore[reportUnknownArgumentType]
    return ", ".join(told)


def _show_tree(bom: BomDraft | None) -> None:
    if bom is None:
        return
    tree = Tree(_line(bom.root_assembly))
    pending = [(tree, bom.root_assembly)]
    while pending:
        branch, node = pending.pop()
        pending += [(branch.add(_line(child)), child) for child in node.children]
    out.print(tree, no_wrap=True, overflow="ignore", crop=False)
    for issue in bom.validation_issues:
        out.print(f"{issue.severity}: {issue.message}")


def _line(node: BomNodeDraft) -> str:
    unit = "" if node.unit_of_measure == "EA" else f" {node.unit_of_measure}"
    more = [node.part_type, *([node.material] if node.material else [])]
    more += [] if node.is_new else ["reused"]
    return f"{node.quantity:g}{unit} x {node.name} ({', '.join(more)})"
