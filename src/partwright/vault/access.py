"""Files for an actor, or a refusal."""

from collections.abc import Sequence

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import NotFound
from partwright.kit.ids import BranchId, FileId
from partwright.programs.access import visibility_params
from partwright.vault import queries as vault_queries
from partwright.vault.model import FileVersion, ItemFile, item_file
from partwright.versioning import access as branch_access
from partwright.versioning.model import NOW, BranchView


async def access_files(
    snapshot: Snapshot, actor: Actor, file_ids: Sequence[str], view: BranchView | None
) -> dict[str, ItemFile]:
    """Files as the view shows them, or where no view is named as their items are read.

    What is unknown, deleted there or invisible is left out.
    """
    sql, params = _files_statement(actor, file_ids, view)
    rows = await snapshot.all(item_file, sql, **params)
    return {row.id: row for row in rows}


def prefetch_file(tx: Transaction, actor: Actor, file_id: FileId) -> None:
    """Let the file go with the next statement, where no view will be named for it."""
    sql, params = _files_statement(actor, [file_id], None)
    tx.prefetch(sql, **params)


def _files_statement(
    actor: Actor, file_ids: Sequence[str], view: BranchView | None
) -> tuple[str, dict[str, Value]]:
    params: dict[str, Value] = {"file_ids": list(file_ids), **visibility_params(actor)}
    if view is None or view.is_main_now:
        return vault_queries.FILES, params
    return vault_queries.FILES_IN_VIEW, params | view.params


async def file(
    snapshot: Snapshot, actor: Actor, file_id: FileId, view: BranchView | None = None
) -> ItemFile:
    """One file; NotFound, or PermissionDenied for one of an item whose type the actor may not read."""
    found = (await access_files(snapshot, actor, [file_id], view)).get(file_id)
    if found is None:
        raise NotFound.of("File", file_id)
    actor.require(TYPES[found.item.type].may("read"))
    return found


async def view_on_branch(
    snapshot: Snapshot, actor: Actor, branch_id: BranchId | None
) -> BranchView | None:
    """The view of a branch; None where none is named."""
    return (
        None
        if branch_id is None
        else await branch_access.access_view(snapshot, actor, branch_id=branch_id)
    )


async def access_versions(
    snapshot: Snapshot, found: ItemFile, view: BranchView | None
) -> list[FileVersion]:
    """The versions that the view has shown up to now, newest first."""
    params = _shown_before(found, view)
    return await snapshot.all(FileVersion, vault_queries.VERSIONS, file_id=found.id, **params)


async def access_version(
    snapshot: Snapshot, found: ItemFile, view: BranchView | None, number: str
) -> FileVersion:
    """One of them; NotFound."""
    missing = NotFound(f"Version {number!r} of the file does not exist")
    if not number.isdecimal() or not number.isascii() or len(number) > 9:
        raise missing
    params = _shown_before(found, view)
    row = await snapshot.one(
        FileVersion, vault_queries.VERSION, file_id=found.id, version=int(number), **params
    )
    if row is None:
        raise missing
    return row


def _shown_before(found: ItemFile, view: BranchView | None) -> dict[str, Value]:
    """Of other designs than its own a branch sees main as it is."""
    if view is None:
        return {"branch": found.item.branch_id, "at": NOW, "base": NOW}
    base = view.base if found.item.design_id == view.design_id else view.at
    return {"branch": found.item.branch_id or view.branch_id, "at": view.at, "base": base}


def readable(actor: Actor) -> dict[str, Value]:
    """The parameters of lists that leave out items of types the actor may not read."""
    types = item_access.readable_types(actor)
    return {"all_types": types is None, "types": types or []}
