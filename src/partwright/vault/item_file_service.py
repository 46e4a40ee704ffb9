"""Effects of file writes on the item: versions, links, primary file, history."""

from collections.abc import Sequence

import msgspec

from partwright.items.access import ItemEdit
from partwright.items.wire import FieldChange
from partwright.kit.contents import ContentStore
from partwright.kit.db import Transaction
from partwright.kit.db.base import hint
from partwright.kit.hints import CAD
from partwright.kit.ids import FileId, FileVersionId, new_id
from partwright.vault import derived_queries
from partwright.vault import queries as vault_queries
from partwright.vault.model import ContentGone, FileVersion, IncomingFile, ItemFile, is_step
from partwright.vault.usage_service import count_stored
from partwright.versioning import queries as version_queries
from partwright.versioning.model import FileLink

ADDED = "File Added"
VERSIONED = "File Versioned"
REMOVED = "File Removed"

_encode = msgspec.json.Encoder().encode


async def check_stored(store: ContentStore, incoming: Sequence[IncomingFile]) -> None:
    """ContentGone when bytes are not in the store.

    Asked inside the transaction that will refer to them: the collector of garbage deletes inside
    one of its own, and the two follow one another.
    """
    for one in incoming:
        if not await store.has(one.content):
            raise ContentGone


async def links_of_item(tx: Transaction, work: ItemEdit) -> list[FileLink]:
    """The files of the item on its branch now, the longest-held first."""
    links = await tx.all(FileLink, version_queries.LINKS_OF, item_ids=[work.version.item_id])
    return sorted(links, key=lambda link: link.file_id)


async def add_item_files(
    tx: Transaction, work: ItemEdit, incoming: Sequence[IncomingFile], *, primary: bool = False
) -> list[FileId]:
    """New files of an item whose row on the branch is open; the item's first file is its primary.

    With `primary` the first of these becomes it.
    """
    present = await links_of_item(tx, work)
    versions = [_version(work, FileId(new_id()), 1, one) for one in incoming]
    first = primary or not any(link.is_primary for link in present)
    links = [
        _link(work, version, is_primary=first and number == 0)
        for number, version in enumerate(versions)
    ]
    change = work.commit
    files = [
        {
            "id": version.file_id,
            "master_id": work.version.master_id,
            "created_at": change.at,
            "created_by": change.actor.id,
        }
        for version in versions
    ]
    await tx.run_many(vault_queries.INSERT_FILE, files)
    await tx.run_many(vault_queries.INSERT_VERSION, [msgspec.structs.asdict(v) for v in versions])
    await count_stored(tx, work, versions)
    await _expect_geometry(tx, work, versions)
    if first:
        await _close_primary(tx, work, present)
    await change.add_file_links(links)
    for version in versions:
        note_file_change(work, ADDED, None, version)
    await follow_primary(tx, work)
    return [version.file_id for version in versions]


def prefetch_versions(tx: Transaction, found: ItemFile) -> None:
    """Let what `add_file_version` will ask of a file go with the next statement."""
    tx.prefetch(vault_queries.VERSIONS_BY_ID, ids=[found.shown.id])
    tx.prefetch(vault_queries.LAST_VERSION, file_id=found.id)
    tx.prefetch(version_queries.LINKS_OF, item_ids=[found.item.item_id])


async def add_file_version(
    tx: Transaction, work: ItemEdit, file_id: FileId, incoming: IncomingFile
) -> FileVersion:
    """The next version of a file that the item holds on its branch."""
    (link,) = [link for link in await links_of_item(tx, work) if link.file_id == file_id]
    (before,) = await tx.all(FileVersion, vault_queries.VERSIONS_BY_ID, ids=[link.version_id])
    last = await tx.one(int, vault_queries.LAST_VERSION, file_id=file_id) or 0
    version = _version(work, file_id, last + 1, incoming)
    await tx.run(vault_queries.INSERT_VERSION, **msgspec.structs.asdict(version))
    await count_stored(tx, work, [version])
    await _expect_geometry(tx, work, [version])
    await work.commit.close_file_links([link.id])
    await work.commit.add_file_links([_link(work, version, is_primary=link.is_primary)])
    note_file_change(work, VERSIONED, before, version)
    await follow_primary(tx, work)
    return version


async def remove_item_file(tx: Transaction, work: ItemEdit, file_id: FileId) -> None:
    """Take a file off the item; of the others the oldest becomes primary if this one was."""
    present = await links_of_item(tx, work)
    (link,) = [link for link in present if link.file_id == file_id]
    (before,) = await tx.all(FileVersion, vault_queries.VERSIONS_BY_ID, ids=[link.version_id])
    await work.commit.close_file_links([link.id])
    rest = [other for other in present if other.file_id != file_id]
    if link.is_primary and rest:
        await work.commit.close_file_links([rest[0].id])
        heir = msgspec.structs.replace(rest[0], id=new_id(), is_primary=True)
        await work.commit.add_file_links([heir])
    note_file_change(work, REMOVED, before, None)
    await follow_primary(tx, work)


async def _expect_geometry(
    tx: Transaction, work: ItemEdit, versions: Sequence[FileVersion]
) -> None:
    """Remember, in the transaction that adds them, that STEP files are to be looked into."""
    queue = work.version.program_id or work.version.design_id or ""
    rows = [
        {
            "digest": version.digest,
            "size": version.size,
            "now": version.created_at,
            "queue": queue,
        }
        for version in versions
        if is_step(version.original_file_name)
    ]
    await tx.run_many(derived_queries.EXPECT_GEOMETRY, rows)
    if rows:
        hint(tx, CAD)


async def follow_primary(tx: Transaction, work: ItemEdit) -> None:
    """A document's file name, size and type are those of its primary file."""
    work.commit.modified.add(work.version.item_id)
    if work.version.type != "Document":
        return
    primary = [link.version_id for link in await links_of_item(tx, work) if link.is_primary]
    shown = await tx.all(FileVersion, vault_queries.VERSIONS_BY_ID, ids=list[str](primary))
    name, size, kind = None, None, None
    if shown:
        name, size, kind = shown[0].original_file_name, shown[0].size, shown[0].mime_type
    after = msgspec.structs.replace(work.version, file_name=name, file_size=size, mime_type=kind)
    if after != work.version:
        await work.commit.replace_items([after])
        work.version = after


def note_file_change(
    work: ItemEdit, action: str, before: FileVersion | None, after: FileVersion | None
) -> None:
    """Tell the item's history what became of a file."""
    fields = {"file": "original_file_name", "fileVersion": "version", "checksum": "digest"}
    told = {
        wire: FieldChange(
            None if before is None else getattr(before, name),
            None if after is None else getattr(after, name),
        )
        for wire, name in fields.items()
    }
    comment = None if after is None else after.description
    work.commit.note(work.version, action, changes=_encode(told).decode(), comment=comment)


async def _close_primary(tx: Transaction, work: ItemEdit, present: Sequence[FileLink]) -> None:
    former = [link for link in present if link.is_primary]
    if former:
        await work.commit.close_file_links([link.id for link in former])
        plain = [msgspec.structs.replace(f, id=new_id(), is_primary=False) for f in former]
        await work.commit.add_file_links(plain)


def _version(work: ItemEdit, file_id: FileId, number: int, incoming: IncomingFile) -> FileVersion:
    return FileVersion(
        id=FileVersionId(new_id()),
        file_id=file_id,
        version=number,
        digest=incoming.content.digest,
        size=incoming.content.size,
        original_file_name=incoming.file_name,
        mime_type=incoming.mime_type,
        description=incoming.description,
        branch_id=work.branch.branch_id,
        created_at=work.commit.at,
        created_by=work.commit.actor.id,
    )


def _link(work: ItemEdit, version: FileVersion, *, is_primary: bool) -> FileLink:
    return FileLink(
        id=new_id(),
        file_id=version.file_id,
        version_id=version.id,
        item_id=work.version.item_id,
        master_id=work.version.master_id,
        branch_id=work.version.branch_id,
        is_primary=is_primary,
    )
