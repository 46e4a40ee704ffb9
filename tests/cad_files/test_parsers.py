"""The processes that parse what users upload: shut in, bounded, and ended with their clients."""

import asyncio
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.cad_files.step_files import step_file
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER
from tests.support.process import ServerProcess
from tests.vault.scene import Vault
from tests.world import World

ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
_PROGRAM = "partwright.cad_files.parser_process"


def one_colour(side: int) -> bytes:
    """An RGBA PNG of so many pixels each way, in a few kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        whole = kind + body
        return struct.pack(">I", len(body)) + whole + struct.pack(">I", zlib.crc32(whole))

    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(4 * side + 1)) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    pieces = (b"IHDR", head), (b"IDAT", packed + packer.flush()), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*piece) for piece in pieces)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    return found


def _environment(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()


async def _until(is_so: Callable[[], object]) -> None:
    while not is_so():  # noqa: ASYNC110 - other processes tell nothing of it
        await asyncio.sleep(0.02)


def _parsers_of(pid: int) -> list[int]:
    """The supervising process of the parsers, if there is one."""
    return [
        child
        for child in _children(pid)
        if _PROGRAM in Path(f"/proc/{child}/cmdline").read_text().split("\x00")
    ]


@ON_SQLITE
async def test_pictures_are_decoded_by_a_process_that_knows_no_secret(
    vault: Vault, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARTWRIGHT_ADMIN_TOKEN", "a-token-that-no-parser-may-have-ever")
    item = await world.part()
    small, large = [
        await vault.add(item, one_colour(side), name="photo.png") for side in (500, 7_000)
    ]
    before = set(_parsers_of(os.getpid()))
    assert (await vault.get(small, "thumbnail")).status_code == 200
    (parser,) = set(_parsers_of(os.getpid())) - before
    assert "a-token-that-no-parser" not in _environment(parser)
    # Its pixels take 196 MB; the process that decodes them may have less.
    answer = await vault.get(large, "thumbnail", size=64)
    assert "memory" in refused(answer, 404, "RESOURCE_NOT_FOUND")["message"]
    # What is refused once is refused in every size, without another look.
    os.kill(parser, 9)
    refused(await vault.get(large, "thumbnail", size=512), 404, "RESOURCE_NOT_FOUND")
    assert (await vault.get(small, "thumbnail", size=512)).status_code == 200


@ON_SQLITE
async def test_a_tree_of_endless_paths_is_cut_short(vault: Vault, world: World) -> None:
    uses = {f"{side}{n}": [f"a{n + 1}", f"b{n + 1}"] for n in range(120) for side in "ab"}
    leaves = [f"leaf{n}" for n in range(5_000)]
    file = await vault.add(
        await world.part(), step_file(uses | {"a120": leaves[:2_500], "b120": leaves[2_500:]})
    )
    found = data(await vault.get(file, "structure"))
    assert found["truncated"] is True
    assert found["usageCount"] == 480 + 5_000


@ON_SQLITE
async def test_parsing_ends_with_the_client_that_asked(
    server: Callable[..., ServerProcess],
) -> None:
    serving = server(log_level="warning")
    large = b"ISO-10303-21;" + b"#1=PRODUCT('a','b','c',(#1,#2,#3));" * 900_000
    async with httpx.AsyncClient(base_url=serving.url, timeout=60) as http:
        api = Api(http, None)  # type: ignore[arg-type]
        file = await Vault(api).add(await World(api).part(), large)
        path = f"/api/files/{file['id']}/structure"
        headers = {"Authorization": f"Bearer {ENGINEER.token}"}

        def jobs() -> list[int]:
            return [job for pid in _parsers_of(serving.process.pid) for job in _children(pid)]

        # Two wait for the same work; it goes on until both are gone.
        asking = [asyncio.ensure_future(http.get(path, headers=headers)) for _ in range(2)]
        await _until(jobs)
        begun = jobs()
        asking[0].cancel()
        await asyncio.wait([asking[0]])
        assert (await http.get("/healthz")).status_code == 200
        assert jobs() == begun
        asking[1].cancel()
        await _until(lambda: not jobs())
        # Nothing was found out: the next one begins anew.
        again = asyncio.ensure_future(http.get(path, headers=headers))
        await _until(lambda: jobs() or again.done())
        assert not again.done()
        again.cancel()
        await _until(lambda: not jobs())
