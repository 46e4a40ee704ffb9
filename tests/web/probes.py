"""Endpoints that show what the door does: they count, echo, refuse and fail on demand."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from starlette.responses import Response

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, Refusal, StateConflict, UnprocessableInput
from partwright.kit.etag import quote_tag
from partwright.kit.fields import Name, RawObject
from partwright.web.endpoint import PUBLIC, SIGNED_IN, RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, GeneratedFile, created_response

COUNT = """
    INSERT INTO counters (prefix, last) VALUES (:prefix, 1)
        ON CONFLICT (prefix) DO UPDATE SET last = counters.last + 1
    RETURNING last
"""
ENDLESS = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
    SELECT MAX(i) FROM n
"""
ENDLESS_WRITE = """
    INSERT INTO counters (prefix, last)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
    SELECT 'endless', MAX(i) FROM n
"""
LAST = "SELECT last FROM counters WHERE prefix = :prefix"


class Note(msgspec.Struct, rename="camel"):
    """A body."""

    item_name: Name
    extra: dict[str, Any] = {}


class Unforeseen(Exception):
    """A fault of ours, with a secret in it."""


class Probes:
    """The endpoints, and how they are to behave."""

    def __init__(self) -> None:
        self.routes = RouteTable("Probes")
        self.refusal: Refusal | Exception | None = None
        self.status = 201
        self.gate: asyncio.Event | None = None
        """When set, work waits for it."""
        self.at_work = asyncio.Event()
        self.state = 1
        self.readers: Counter[str] = Counter()
        """Who has come to read slowly, and how often."""
        self.more = ""
        """What an answer says besides."""
        self._add_reads()
        self._add_heavy_reads()
        self._add_writes()

    async def count(self, snapshot: Snapshot, prefix: str) -> int:
        """How often the work of a name was done and committed."""
        return await snapshot.one(int, LAST, prefix=prefix) or 0

    def _add_reads(self) -> None:
        routes = self.routes

        @routes.get("/open", PUBLIC)
        async def show_open() -> str:
            return "open"

        @routes.get("/api/state/{name:str}", SIGNED_IN)
        async def show_state(name: str) -> DataResponse:
            return DataResponse({"name": name, "state": self.state}, etag=quote_tag(self.state))

        @routes.put("/api/state/{name:str}", may("parts", "update"))
        async def change_state(request: Request, name: str) -> DataResponse:
            request.match.check(quote_tag(self.state))
            self.state += 1
            return DataResponse({"name": name, "state": self.state}, etag=quote_tag(self.state))

        @routes.get("/api/address", PUBLIC)
        async def show_address(request: Request) -> str:
            return request.address

        @routes.get("/api/query", PUBLIC, ignores_other_parameters=True)
        async def show_query(request: Request) -> dict[str, str]:
            return request.query()

        @routes.get("/api/file", PUBLIC)
        async def download() -> GeneratedFile:
            name = '../Größe "1"\r\nX: y.csv'
            return GeneratedFile(b"a;b\n", media_type="text/csv", file_name=name)

        @routes.get("/api/refusal", PUBLIC)
        async def refuse() -> None:
            assert self.refusal is not None
            raise self.refusal

        @routes.get("/api/broken", PUBLIC)
        async def break_off() -> Response:
            return _BreaksOff()

        @routes.get("/api/auth/whoami", SIGNED_IN)
        async def who_am_i(request: Request) -> str:
            return request.actor.name

    def _add_heavy_reads(self) -> None:
        routes = self.routes

        @routes.get("/api/endless", SIGNED_IN)
        async def count_for_ever(snapshot: Snapshot) -> int | None:
            return await snapshot.one(int, ENDLESS)

        @routes.get("/api/endless-light", SIGNED_IN)
        async def count_for_ever_in_the_loop(reads: Snapshot) -> int | None:
            return await reads.one(int, ENDLESS)

        @routes.get("/api/slow", SIGNED_IN)
        async def read_slowly(request: Request, snapshot: Snapshot) -> int:
            self.readers[request.actor.name] += 1
            assert self.gate is not None
            await self.gate.wait()
            return await snapshot.one(int, "SELECT 1") or 0

    def _add_writes(self) -> None:
        routes = self.routes

        @routes.post("/api/notes", may("parts", "create"))
        async def take_note(tx: Transaction, body: Note) -> DataResponse:
            times = await tx.one(int, COUNT, prefix=body.item_name)
            if self.refusal is not None:
                raise self.refusal
            told = {"times": times} | ({"more": self.more} if self.more else {})
            return DataResponse(told, status=self.status, etag=quote_tag(times or 0))

        @routes.post("/api/endless-write", may("parts", "create"))
        async def write_for_ever(tx: Transaction) -> int:
            return await tx.run(ENDLESS_WRITE)

        @routes.post("/api/own-transaction", may("parts", "create"))
        async def take_note_by_itself(request: Request, body: Note) -> DataResponse:
            async with request.services.database.transaction() as tx:
                times = await tx.one(int, COUNT, prefix=body.item_name)
            self.at_work.set()
            if self.gate is not None:
                await self.gate.wait()
            return created_response({"times": times})

        @routes.post("/api/other/{name:str}", may("parts", "create"))
        async def take_other_note(tx: Transaction, name: str) -> DataResponse:
            return created_response({"times": await tx.one(int, COUNT, prefix=name)})

        @routes.post("/api/raw", PUBLIC)
        async def show_keys(body: RawObject) -> list[str]:
            return list(body)

        @routes.post("/api/auth/count", PUBLIC)
        async def count_attempts(tx: Transaction) -> DataResponse:
            return created_response({"times": await tx.one(int, COUNT, prefix="attempts")})


REFUSALS = {400: InvalidInput("no"), 409: StateConflict("no"), 422: UnprocessableInput("no")}


class _BreaksOff(Response):
    """Sends a part, then fails."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"part", "more_body": True})
        raise Unforeseen("hunter2")


async def slowly(*chunks: bytes) -> AsyncGenerator[bytes]:
    """A body that arrives in pieces, without a declared length."""
    for chunk in chunks:
        yield chunk
