"""Bytes that stream in: hashed and written in threads, into a file under a temporary name."""

import asyncio
import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from partwright.kit.contents import ContentsUnavailable, StoredContent
from partwright.kit.db.base import finish_despite_cancel
from partwright.kit.ids import new_id

BLOCK = 1 << 20
"""Bytes that are gathered before a thread hashes and writes them."""
_READ_ONLY = 0o400


class SpoolFile:
    """One file on its way in; while one block is written the next one gathers."""

    def __init__(self, directory: Path, threads: ThreadPoolExecutor) -> None:
        self.path = directory / new_id()
        self._threads = threads
        self._hash = hashlib.sha256()
        self._size = 0
        self._gathered: list[bytes | bytearray] = []
        self._gathered_size = 0
        self._file: int | None = None
        self._writing: asyncio.Future[None] | None = None
        self._content: StoredContent | None = None

    async def write(self, piece: bytes | bytearray) -> None:
        """Add bytes; waits while the disk is slower than the network."""
        self._gathered.append(piece)
        self._gathered_size += len(piece)
        if self._gathered_size >= BLOCK:
            await self._written()
            pieces, self._gathered, self._gathered_size = self._gathered, [], 0
            loop = asyncio.get_running_loop()
            self._writing = loop.run_in_executor(self._threads, self._put, pieces)

    async def finish(self) -> StoredContent:
        """All bytes are there: sync them; tells what they are, also when asked again."""
        if self._content is None:
            await self._written()
            await self.in_thread(self._close)
            self._content = StoredContent(self._hash.hexdigest(), self._size)
        return self._content

    async def drop(self) -> None:
        """Forget the bytes, if they are still under the temporary name."""
        try:
            await self._written()
        finally:
            await self.in_thread(self._remove)

    async def in_thread(self, work: Callable[[], None]) -> None:
        """Run a step of this file, to its end whoever hangs up meanwhile."""
        loop = asyncio.get_running_loop()
        try:
            await finish_despite_cancel(loop.run_in_executor(self._threads, work))
        except OSError as error:
            raise ContentsUnavailable(error.strerror or str(error)) from error

    async def _written(self) -> None:
        """Wait until what was handed to a thread is written."""
        writing, self._writing = self._writing, None
        if writing is not None:
            try:
                await finish_despite_cancel(writing)
            except OSError as error:
                raise ContentsUnavailable(error.strerror or str(error)) from error

    def _put(self, pieces: list[bytes | bytearray]) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _READ_ONLY)
        for piece in pieces:
            self._hash.update(piece)
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            self._size += len(piece)

    def _close(self) -> None:
        self._put(self._gathered)
        self._gathered = []
        assert self._file is not None
        os.fsync(self._file)
        os.close(self._file)
        self._file = None

    def _remove(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self.path.unlink(missing_ok=True)
