"""Lists that may be too long for memory: written to a file some rows at a time, and sent from there.

The answer is whole before its first byte goes out. So a failure is a refusal and not half an
answer, and a slow client holds no transaction.
"""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

from starlette.types import Send

from partwright.kit.etag import quote_tag
from partwright.web.downloads import Headers
from partwright.web.responses import encode

T = TypeVar("T")

IN_MEMORY = 4 << 20
"""Bytes of an answer that need no file."""
_BLOCK = 1 << 18


def content_tag(digest: blake2b) -> str:
    """The tag of an answer that has no record of its own: of its bytes."""
    return quote_tag(digest.hexdigest())


class SpooledJson:
    """The JSON of one answer, with status 200."""

    def __init__(self) -> None:
        # Closed when the answer has been sent.
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self._size = 0
        self._digest = blake2b(digest_size=16)

    @property
    def etag(self) -> str:
        """The tag of all that was written."""
        return content_tag(self._digest)

    async def write(self, piece: bytes) -> None:
        self._size += len(piece)
        self._digest.update(piece)
        await self._do(self._file.write, piece)

    async def send(self, send: Send) -> None:
        """Send all of it; afterwards it is gone."""
        headers: Headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % self._size),
            (b"etag", self.etag.encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with self._file:
            await self._do(self._file.seek, 0)
            while block := await self._do(self._file.read, _BLOCK):
                await send({"type": "http.response.body", "body": block, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _do(self, what: Callable[..., T], *arguments: object) -> T:
        """In a thread as soon as there is a file."""
        if self._size <= IN_MEMORY:
            return what(*arguments)
        return await asyncio.to_thread(what, *arguments)

    def close(self) -> None:
        self._file.close()


async def spool_counted_list(name: str, batches: AsyncGenerator[Sequence[Any]]) -> SpooledJson:
    """`data.<name>` with all the rows, no batch of which is empty, and `data.count`."""
    answer = SpooledJson()
    count = 0
    try:
        await answer.write(b'{"data":{' + encode(name) + b":[")
        async for rows in batches:
            await answer.write((b"," if count else b"") + encode(rows)[1:-1])
            count += len(rows)
        await answer.write(b'],"count":' + encode(count) + b"}}")
    except BaseException:
        answer.close()
        raise
    return answer
