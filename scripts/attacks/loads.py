"""Loads that ask for more than a server should give: bodies, connections, streams, files."""

import asyncio
import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

import httpx

from tests.support.people import ADMINISTRATOR

FROM = "127.0.0.2"
"""The attacker's address; that of the others is another one."""
_PATIENCE_SECONDS = 40
_JSON = {"Content-Type": "application/json"}


class Aim(NamedTuple):
    """The server under attack, and what the attacker may call there."""

    host: str
    port: int
    http: httpx.AsyncClient
    """Of the attacker, with an administrator's token."""
    ids: dict[str, str]
    answers: Counter[str]


Load = Callable[[Aim], Awaitable[None]]


async def _post(aim: Aim, path: str, **more: Any) -> httpx.Response | None:
    try:
        answer = await aim.http.post(path, **more)
    except httpx.TransportError as error:
        aim.answers[type(error).__name__] += 1
        return None
    aim.answers[str(answer.status_code)] += 1
    return answer


async def bad_keys(aim: Aim) -> None:
    """A million unknown keys, six at a time, with a token and without."""
    body = b"{" + b",".join(b'"k%d":1' % n for n in range(1_000_000)) + b"}"
    for path in ("/api/roles", "/api/auth/login", "/api/items"):
        await asyncio.gather(*[_post(aim, path, content=body, headers=_JSON) for _ in range(6)])


async def deep(aim: Aim) -> None:
    """Nesting without end."""
    for piece in (b"[", b'{"a":'):
        body = piece * (6_000_000 // len(piece))
        await asyncio.gather(
            *[_post(aim, "/api/items", content=body, headers=_JSON) for _ in range(4)]
        )


async def huge_numbers(aim: Aim) -> None:
    """Numbers of a million digits, exponents of nine."""
    for number in (b"9" * 1_000_000, b"1e999999999", b"0." + b"3" * 1_000_000):
        for field in (b"cost", b"leadTime", b"quantityOnHand"):
            body = b'{"type":"Part","name":"x","' + field + b'":' + number + b"}"
            await _post(aim, "/api/items", content=body, headers=_JSON)


async def long_lists(aim: Aim) -> None:
    """Lists of many thousand entries where some hundred are allowed."""
    ids = b",".join(b'"%s"' % aim.ids["item_id"].encode() for _ in range(300_000))
    for path, key in (
        ("/api/items/batch-get", b"ids"),
        ("/api/items/batch-checkout", b"itemIds"),
        ("/api/files/batch-checkout", b"fileIds"),
        ("/api/items/batch-update", b"items"),
        ("/api/relationships/batch-create", b"relationships"),
        ("/api/import/issues", b"rows"),
    ):
        body = b'{"' + key + b'":[' + ids + b"]}"
        await asyncio.gather(*[_post(aim, path, content=body, headers=_JSON) for _ in range(3)])


async def _hold(aim: Aim, count: int, head: bytes, *, seconds: float) -> None:
    """Open many connections, say the same on each, read nothing, and wait."""
    writers: list[asyncio.StreamWriter] = []
    for _ in range(count):
        try:
            _, writer = await asyncio.open_connection(
                aim.host, aim.port, local_addr=(FROM, 0), limit=1024
            )
            writer.write(head)
            await writer.drain()
        except OSError as error:
            aim.answers[type(error).__name__] += 1
        else:
            aim.answers["held"] += 1
            writers.append(writer)
    await asyncio.sleep(seconds)
    for writer in writers:
        writer.transport.abort()


def _head(aim: Aim, method: str, path: str, *more: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {aim.host}:{aim.port}"]
    lines += [f"Authorization: Bearer {ADMINISTRATOR.token}", *more]
    return "\r\n".join(lines).encode() + b"\r\n"


async def half_heads(aim: Aim) -> None:
    """A thousand requests whose headers never end."""
    await _hold(aim, 1_000, _head(aim, "GET", "/api/items"), seconds=8)


async def half_bodies(aim: Aim) -> None:
    """A thousand bodies that stop."""
    head = _head(
        aim, "POST", "/api/items", "Content-Type: application/json", "Content-Length: 9000000"
    )
    await _hold(aim, 1_000, head + b"\r\n" + b"[" * 200_000, seconds=8)


async def slow_readers(aim: Aim) -> None:
    """Clients that ask for much, again and again, and read nothing."""
    asked = _head(aim, "GET", "/openapi.json") + b"\r\n"
    await _hold(aim, 200, asked * 4, seconds=8)


async def unread_streams(aim: Aim) -> None:
    """Two hundred event streams of a session that is changed all the time."""
    session = aim.ids["session_id"]
    path = f"/api/design-engine/sessions/{session}"
    held = asyncio.create_task(
        _hold(aim, 200, _head(aim, "GET", f"{path}/events") + b"\r\n", seconds=15)
    )
    await asyncio.sleep(3)
    for number in range(40):
        text = f"{number} " + "A lamp of some kind. " * 200
        answer = await aim.http.patch(path, json={"description": text})
        aim.answers[str(answer.status_code)] += 1
    await held


def _bomb(member: str, content: bytes, others: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, text in others.items():
            bundle.writestr(name, text)
        with bundle.open(member, "w", force_zip64=True) as stream:
            for _ in range(400):
                stream.write(content)
    return out.getvalue()


def sheets() -> dict[str, bytes]:
    """Sheets that are small outside and large inside, and sheets of absurd width."""
    rels = b'<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
    row = b"<row><c><v>1</v></c></row>" * 40_000
    wide = ",".join(f"Column {n}" for n in range(200_000))
    return {
        "bomb.xlsx": _bomb("xl/worksheets/sheet1.xml", row, {"_rels/.rels": rels}),
        "bomb.ods": _bomb("content.xml", b" " * 1_000_000, {"mimetype": b"x"}),
        "wide.csv": f"{wide}\n{wide}\n".encode(),
        "line.csv": b"x" * 12_000_000,
        "quotes.csv": b'"' * 4_000_001,
        "deep.json": b"[" * 4_000_000,
        "entities.urdf": b'<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
        b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><robot name="&c;"/>',
    }


async def absurd_sheets(aim: Aim) -> None:
    """Zip bombs, entity bombs and tables of absurd width, as imports."""
    form = {"designId": aim.ids["design_id"], "dryRun": "true"}
    for name, content in sheets().items():
        await asyncio.gather(
            *[_post(aim, "/api/import/parts", files={"file": (name, content)}, data=form)] * 1
        )


def picture(side: int) -> bytes:
    """A PNG of one colour with sides of so many pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        body = kind + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    packer = zlib.compressobj(9)
    line = b"\0" * (side // 8 + 1)
    packed = b"".join(packer.compress(line) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


async def pictures(aim: Aim) -> None:
    """Pictures of many millions of pixels in a few kilobytes, each looked at by twenty at once."""
    path = f"/api/items/{aim.ids['document_id']}/files/upload"
    for side in (7_000, 8_000, 40_000):
        answer = await _post(aim, path, files={"file": (f"{side}.png", picture(side))})
        if answer is None or answer.status_code != 201:
            continue
        file = answer.json()["data"]["files"][0]["id"]
        asked = [_thumbnail(aim, file, size) for size in (64, 128, 256, 512) * 5]
        await asyncio.gather(*asked)


async def _thumbnail(aim: Aim, file: str, size: int) -> None:
    with suppress(httpx.TransportError):
        answer = await aim.http.get(f"/api/files/{file}/thumbnail?size={size}")
        aim.answers[str(answer.status_code)] += 1


async def long_questions(aim: Aim) -> None:
    """Searches, filters and sorts of the largest length that an address can have."""
    many = ",".join(f"value {n}" for n in range(3_000))
    for path in (
        f"/api/items?name={many}",
        f"/api/items?search={'a ' * 12_000}",
        f"/api/search?q={'ab' * 20_000}",
        f"/api/items?sort={','.join(['name:asc'] * 4_000)}",
        f"/api/items/facets?field={','.join(f'attributes.a{n}' for n in range(3_000))}",
        "/api/items?" + "&".join(f"attributes.a{n}.like=x" for n in range(1_800)),
    ):
        with suppress(httpx.TransportError):
            answer = await aim.http.get(path)
            aim.answers[str(answer.status_code)] += 1


LOADS: tuple[Load, ...] = (
    bad_keys,
    deep,
    huge_numbers,
    long_lists,
    long_questions,
    half_heads,
    half_bodies,
    slow_readers,
    unread_streams,
    absurd_sheets,
    pictures,
)
