"""Records of the content of a STEP file."""

from typing import Literal

import msgspec

from partwright.kit.contents import StoredContent
from partwright.kit.errors import NotFound

MOST_ATTEMPTS = 8
"""How often a file is begun whose process ended over it: a crash of the kernel is no such end, so
it was hardly ever the file's fault."""
LARGEST = 512 << 20
"""Bytes of a STEP file that is looked into."""


GeometryState = Literal["pending", "working", "ready", "failed"]
ShownState = Literal["pending", "ready", "failed"]


class GeometryRow(msgspec.Struct, frozen=True):
    """The row of one content; `inspection` is the JSON of a `cad.work.Inspection`."""

    digest: str
    size: int
    state: GeometryState
    attempts: int
    error: str | None
    inspection: bytes | None
    glb_digest: str | None
    glb_size: int | None

    @property
    def shown_state(self) -> ShownState:
        """To a client it is the same whether the work has begun."""
        return "pending" if self.state == "working" else self.state

    @property
    def glb(self) -> StoredContent | None:
        if self.glb_digest is None or self.glb_size is None:
            return None
        return StoredContent(self.glb_digest, self.glb_size)


class GeometryClaim(msgspec.Struct, frozen=True):
    """A content that this process is to look into."""

    digest: str
    size: int
    attempts: int

    @property
    def content(self) -> StoredContent:
        return StoredContent(self.digest, self.size)


class GeometryNotReady(NotFound):
    """The requested result is not made yet, or cannot be made; the message says which."""

    def __init__(self, what: str, known: GeometryRow) -> None:
        if known.state == "failed":
            super().__init__(f"The {what} of this file could not be made (failed): {known.error}")
        else:
            super().__init__(f"The {what} of this file is not ready (pending)", retry_after=2)
