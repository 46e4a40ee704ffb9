"""Immutable bytes by their digest: what the service knows of the store that keeps them."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager
from hashlib import file_digest
from pathlib import Path
from typing import Protocol

import msgspec

from partwright.kit.errors import ServiceUnavailable


class StoredContent(msgspec.Struct, frozen=True):
    """Some bytes, named by what they are."""

    digest: str
    """SHA-256, 64 lower-case hexadecimal digits."""
    size: int

    @property
    def key(self) -> str:
        """The key under which the store has them."""
        return key_of_content(self.digest)

    @property
    def checksum(self) -> str:
        """The digest with the name of its algorithm."""
        return f"sha256:{self.digest}"


def key_of_content(digest: str) -> str:
    return f"{OBJECTS}/{digest[:2]}/{digest}"


OBJECTS = "objects"
"""What the keys of all contents begin with."""


class ContentsUnavailable(ServiceUnavailable):
    """The store does not answer, or has no room; the reason is for the log and the operator."""

    def __init__(self, reason: str) -> None:
        super().__init__("The vault is unavailable", retry_after=5)
        self.reason = reason


class ContentUpload(Protocol):
    """Bytes on their way in, which nobody sees before they are kept."""

    async def write(self, piece: bytes | bytearray) -> None:
        """Add bytes; waits while the disk is slower than the network."""
        ...

    async def finish(self) -> StoredContent:
        """All bytes are there and safe; tells what they are."""
        ...

    async def keep(self) -> StoredContent:
        """Make them an object of the store, unless it is there already; also when asked again."""
        ...


class StoredObject(msgspec.Struct, frozen=True):
    """An object as the store lists it."""

    digest: str
    size: int
    stored_at: float
    """Unix seconds."""


class ContentStore(Protocol):
    """A store of objects that are written once and never changed."""

    def draft(self) -> AbstractAsyncContextManager[ContentUpload]:
        """Take bytes in; what is not kept when the block ends is gone."""
        ...

    async def stored(self, digest: str) -> StoredObject | None:
        """The object, if it is there."""
        ...

    async def has(self, content: StoredContent) -> bool:
        """Whether the object is there, with its size."""
        ...

    def read(
        self, content: StoredContent, start: int = 0, end: int | None = None
    ) -> AsyncGenerator[bytes]:
        """The bytes from `start` up to `end`, in blocks; KeyError when the object is missing."""
        ...

    def listed(self, shard: str) -> AsyncIterator[StoredObject]:
        """The objects whose digest begins with the two digits."""
        ...

    async def remove(self, digest: str) -> None:
        """Remove an object, which may be gone already."""
        ...

    async def sweep(self, before: float) -> int:
        """Remove what uploads left behind that began before the moment; answers how much."""
        ...

    async def check(self) -> None:
        """ContentsUnavailable where the store is not there; asked often, so nothing is written."""
        ...

    async def probe(self) -> str:
        """Write, read and remove a few bytes; says where. ContentsUnavailable if that fails."""
        ...

    async def close(self) -> None: ...


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, by which stores know contents."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
