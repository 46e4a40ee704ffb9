"""A ZIP archive that is written while it is sent, a block at a time."""

import asyncio
import time
import zipfile
from collections.abc import AsyncGenerator, AsyncIterable, Callable
from typing import IO

_PACKED_ALREADY = frozenset(
    {"png", "jpg", "jpeg", "gif", "webp", "zip", "stpz", "3mf", "glb", "pdf", "xlsx", "docx", "7z"}
)
_BLOCK = 1 << 18


class _Pipe:
    """Buffer that the archive writes into, and the response takes from; it cannot be rewound."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing waits."""

    def take(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


class ZipStream:
    """Files put into an archive one after the other; memory holds a block of one of them."""

    def __init__(self) -> None:
        self._pipe = _Pipe()
        self._zip = zipfile.ZipFile(self._pipe, "w", allowZip64=True)  # type: ignore[arg-type]
        self._now = time.gmtime()[:6]

    async def add(self, path: str, blocks: AsyncIterable[bytes]) -> AsyncGenerator[bytes]:
        """The bytes of the archive for one more file."""
        info = zipfile.ZipInfo(path, self._now)
        end = path.rpartition(".")[2].lower()
        info.compress_type = zipfile.ZIP_STORED if end in _PACKED_ALREADY else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        # Of unknown length: the size stands behind the bytes, in the long form that any has room in.
        entry = await asyncio.to_thread(self._zip.open, info, "w", force_zip64=True)
        async for block in blocks:
            await asyncio.to_thread(entry.write, block)
            if ready := self._pipe.take():
                yield ready
        await asyncio.to_thread(entry.close)
        yield self._pipe.take()

    async def end(self) -> bytes:
        """The directory of the archive, which ends it."""
        await asyncio.to_thread(self._zip.close)
        return self._pipe.take()


async def one_block(content: bytes) -> AsyncGenerator[bytes]:
    """Bytes that are there already."""
    yield content


async def file_blocks(open_file: Callable[[], IO[bytes]]) -> AsyncGenerator[bytes]:
    """A file of this machine, read in a thread."""
    file = await asyncio.to_thread(open_file)
    try:
        while block := await asyncio.to_thread(file.read, _BLOCK):
            yield block
    finally:
        file.close()
