"""Answers with many rows: encoded in pieces, and the same bytes to the client."""

import asyncio
import gzip
from collections.abc import Iterator
from contextlib import nullcontext
from decimal import Decimal
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import UNSET, UnsetType
from starlette.types import Message, Receive, Scope, Send

from partwright.web import answer_streams
from partwright.web.answer_streams import AnswerStreams
from partwright.web.long_json import PIECE, encode_long, json_pieces
from partwright.web.responses import LONG, DataResponse, PageMeta, RowStream, is_long
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.world import World


class Line(msgspec.Struct, rename="camel"):
    find_number: int
    quantity: Decimal


class Bill(msgspec.Struct, rename="camel", omit_defaults=True):
    item: str
    bom_lines: list[Line]
    total: int | UnsetType = UNSET


class Priced(Bill, omit_defaults=True):
    price: int = 0


LINES = [Line(n, Decimal(n) / 4) for n in range(LONG + PIECE + 1)]


@pytest.mark.parametrize(
    "answer",
    [
        lambda: DataResponse(LINES),
        lambda: DataResponse(LINES[: LONG + 1], meta=PageMeta(1, 2, 3, 4)),
        lambda: DataResponse({"lines": LINES, "none": [], "few": LINES[:3], 'a "name"': None}),
        lambda: DataResponse({"one": 1, "lines": LINES, "more": LINES}),
        lambda: DataResponse(Bill("Ä", LINES)),
        lambda: DataResponse(Bill("Ä", LINES, 7)),
    ],
)
def test_pieces_are_what_the_encoder_makes_at_once(answer: Any) -> None:
    given = answer()
    whole = given.body()
    assert is_long(given.data)
    long = encode_long(given)
    assert b"".join(long.pieces) == whole
    assert long.size == len(whole)
    assert max(map(len, long.pieces)) < len(whole) / 3
    assert given.data is None
    assert len(LINES) == LONG + PIECE + 1


@pytest.mark.parametrize("count", [0, 1, PIECE, LONG + 1])
def test_rows_are_made_while_they_are_encoded(count: int) -> None:
    made: list[int] = []

    def rows() -> Iterator[Line]:
        for line in LINES[:count]:
            made.append(line.find_number)
            yield line

    answer = DataResponse({"item": "Ä", "lines": RowStream(rows()), "total": count})
    assert is_long(answer.data)
    pieces: list[bytes] = []
    for piece in json_pieces(answer):
        pieces.append(piece)
        assert len(made) <= PIECE * len(pieces)
    whole = DataResponse({"item": "Ä", "lines": LINES[:count], "total": count}).body()
    assert b"".join(pieces) == whole


class Taker:
    """A client who reads so many bursts and is then gone."""

    def __init__(self, bursts: int) -> None:
        self.bodies: list[Any] = []
        self._bursts = bursts
        self._gone = asyncio.Event()

    async def receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.bodies.append(message)
            if len(self.bodies) == self._bursts:
                self._gone.set()
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("failing", [True, False])
async def test_a_stream_that_ends_early_is_given_up(failing: bool) -> None:
    made, ended = 0, list[str]()

    def rows() -> Iterator[Line]:
        nonlocal made
        try:
            for line in LINES * 10:
                made += 1
                if failing and made > PIECE * 6:
                    raise ZeroDivisionError
                yield line
        finally:
            ended.append("rows")

    streams, taker = AnswerStreams(), Taker(99 if failing else 1)
    lines = RowStream(rows(), give_up=lambda: ended.append("structure"))
    answer = DataResponse({"lines": lines, "none": RowStream(iter(LINES))})
    with pytest.raises(ZeroDivisionError) if failing else nullcontext():
        await streams.send(answer, [], taker.receive, taker.send)
    assert ended == ["rows", "structure"]
    assert made <= PIECE * 8
    assert all(body["more_body"] for body in taker.bodies), "never told to be whole"


def test_what_is_short_or_written_otherwise_stays_whole() -> None:
    assert not is_long(LINES[:LONG])
    assert not is_long({"lines": LINES[:LONG], "deeper": {"lines": LINES}})
    assert not is_long(Priced("p", LINES))
    assert not is_long("x" * 10_000)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_client_sees_no_difference(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = await world.design()
    top = await world.part("Top", itemNumber="TOP", designId=design["id"])
    many = LONG + 1
    for start in range(0, many, 500):
        numbers = [f"L{n:05d}" for n in range(start, min(start + 500, many))]
        body = {
            "designId": design["id"],
            "rows": [{"itemNumber": number, "name": number} for number in numbers],
            "bomRelationships": [
                {"parentItemNumber": "TOP", "childItemNumber": number, "quantity": 2}
                for number in numbers
            ],
        }
        data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    path = f"/api/items/{top['id']}/bom"
    plain = {"Accept-Encoding": "identity"}
    answer = await api.get(path, as_=ENGINEER, headers=plain)
    lines = data(answer)["lines"]
    assert [line["item"]["itemNumber"] for line in lines] == [f"L{n:05d}" for n in range(many)]
    assert {line["quantity"] for line in lines} == {2}
    assert "content-length" not in answer.headers, "sent while it is made"
    tag = answer.headers["etag"]
    assert (await api.get(path, as_=ENGINEER, headers={"If-None-Match": tag})).status_code == 304
    head = await api.request("HEAD", path, as_=ENGINEER, headers=plain)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", tag)
    async with api.http.stream(
        "GET",
        path,
        headers={"Authorization": f"Bearer {ENGINEER.token}", "Accept-Encoding": "gzip"},
    ) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        raw = b"".join([block async for block in packed.aiter_raw()])
    assert gzip.decompress(raw) == answer.content
    whole = ("content-length", str(len(answer.content)))
    app: Any = api.http._transport

    async def older(scope: Scope, receive: Receive, send: Send) -> None:
        await app.app({**scope, "http_version": "1.0"}, receive, send)

    transport: Any = httpx.ASGITransport(older)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        told = await Api(http, api.services).get(path, as_=ENGINEER, headers=plain)
    assert told.content == answer.content
    assert whole in told.headers.items(), "HTTP/1.0 knows no chunks"
    monkeypatch.setattr(answer_streams, "MOST_STREAMS", 0)
    told = await api.get(path, as_=ENGINEER, headers=plain)
    assert told.content == answer.content
    assert whole in told.headers.items(), "too many are sent while they are made"
    assert told.headers["etag"] == tag
