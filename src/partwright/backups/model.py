"""The manifest of a backup, and the problems that one can have."""

import hashlib
import re

import msgspec

from partwright.kit.contents import StoredContent
from partwright.kit.db.copies import Engine

FORMAT = 1
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
"""No path to another place."""


class BackupFailed(Exception):
    """A backup cannot be taken, read or restored; one line for the operator."""


class ContentList(msgspec.Struct, frozen=True, rename="camel"):
    """A list of contents, itself kept as a content: a line each, `<digest> <size>`."""

    digest: str
    """SHA-256 of the list."""
    size: int
    """Bytes of the list."""
    count: int
    """Lines of the list."""
    total: int
    """Bytes of all that it names."""


def line_of_content(content: StoredContent) -> str:
    """The content as a line of such a list."""
    return f"{content.digest} {content.size}\n"


def content_of_line(line: str) -> StoredContent:
    """The content that a line of such a list names; ValueError where it names none."""
    digest, size = line.split()
    if not _DIGEST.match(digest):
        raise ValueError(line)
    return StoredContent(digest, int(size))


class BackupManifest(msgspec.Struct, frozen=True, rename="camel"):
    """One backup: a state of the database, and every content that it refers to."""

    name: str
    """`<time taken>-<commit>`; names sort by time."""
    taken_at: str
    product: str
    """The version of the program that took it."""
    engine: Engine
    schema: str
    """Number of the newest migration of the database."""
    commit: int
    """The last commit that the copy of the database has; it has all of those before."""
    database: ContentList
    """The pieces of the copy in their order."""
    contents: ContentList
    """The contents that the vault has to hold, sorted by digest."""
    absent: tuple[str, ...] = ()
    """Digests of contents that were missing or damaged in the vault already."""
    format: int = FORMAT
    seal: str = ""
    """SHA-256 of the manifest with an empty seal."""

    def sealed(self) -> "BackupManifest":
        """The same with its seal."""
        return msgspec.structs.replace(self, seal=self._digest())

    def is_sealed(self) -> bool:
        """Whether nothing was changed since it was sealed."""
        return self.seal == self._digest()

    def _digest(self) -> str:
        return hashlib.sha256(encode_manifest(msgspec.structs.replace(self, seal=""))).hexdigest()


def encode_manifest(manifest: BackupManifest) -> bytes:
    """The manifest as it lies in its file."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2)


def decode_manifest(name: str, text: bytes) -> BackupManifest:
    """The manifest of that name; BackupFailed where it is not what was written."""
    try:
        manifest = msgspec.json.decode(text, type=BackupManifest)
    except msgspec.DecodeError as error:
        raise BackupFailed(f"backup {name}: its manifest cannot be read: {error}") from error
    if manifest.format != FORMAT:
        raise BackupFailed(f"backup {name} was taken by a newer Partwright ({manifest.product})")
    if manifest.name != name or not manifest.is_sealed():
        raise BackupFailed(f"backup {name}: its manifest was changed")
    return manifest
