"""Daily commands on checkouts and files: checkout, checkin, upload, download."""

from pathlib import Path, PurePath
from typing import Any

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, err, out, refuse_present
from partwright.cli.flags import LOCAL, UNSET, Force, Json, Servers, Stores
from partwright.cli.items import Branch, ItemName, Revision, act, size
from partwright.cli.output import print_json
from partwright.cli.references import Item, Place, find_branch, find_item, find_revision
from partwright.items.checkout_service import CheckoutRecord
from partwright.kit.contents import file_sha256
from partwright.vault.wire import FileRecord
from partwright.versioning.model import Design


class _CheckedOut(msgspec.Struct):
    checkout: CheckoutRecord


class CheckedIn(msgspec.Struct, rename="camel"):
    """The commit that a checkin made."""

    commit_id: str | None = None


def checkout(
    item: ItemName,
    /,
    *,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Begin an edit session of an item on a branch, main's if none is named."""

    async def begin(api: ApiClient) -> tuple[Item, Place, CheckoutRecord]:
        found, place = await _with_branch(api, item, branch)
        path = f"/api/items/{found['id']}/checkout"
        answer = await api.post(path, place.params, _CheckedOut)
        return found, place, answer.checkout

    found, place, record = act(stores, server, "checkout", begin)
    if json:
        print_json(record)
    else:
        out.print(f"{found['itemNumber']} is checked out on {place.name}")


def checkin(
    item: ItemName,
    /,
    *,
    branch: Branch = None,
    message: str | None = None,
    cancel: bool = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """End an edit session and keep what was done, or with --cancel go back to what stood before.

    Parameters
    ----------
    message
        What was done.
    cancel
        Discard everything since the checkout.
    """

    async def end(api: ApiClient) -> tuple[Item, Place, CheckedIn]:
        found, place = await _with_branch(api, item, branch)
        path = f"/api/items/{found['id']}"
        if cancel:
            await api.delete(f"{path}/checkout", place.params)
            return found, place, CheckedIn()
        body = place.params | ({} if message is None else {"comment": message})
        return found, place, await api.post(f"{path}/checkin", body, CheckedIn)

    found, place, done = act(stores, server, "checkin", end)
    if json:
        print_json(done)
    else:
        deed = "as it was before the checkout" if cancel else "checked in"
        out.print(f"{found['itemNumber']} is {deed} on {place.name}")


async def _with_branch(api: ApiClient, item: str, branch: str | None) -> tuple[Item, Place]:
    """The item and the branch that it is worked on: the named one, its own, or main."""
    place = await find_branch(api, branch, near=item)
    found = await find_item(api, item, place)
    if place.branch_id is not None:
        return found, place
    if found["branchId"] is not None:
        return found, Place(str(found["branchId"]), "its branch")
    if found["designId"] is None:
        raise CommandFailed(f"{found['itemNumber']} is in no design; lock it instead")
    design = await api.get(f"/api/designs/{found['designId']}", Design)
    return found, Place(design.main_branch_id, "main")


class Uploaded(msgspec.Struct):
    """The files that an upload made or gave a next version."""

    files: list[FileRecord]


def upload(
    item: ItemName,
    /,
    *files: Path,
    branch: Branch = None,
    message: str | None = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Add files to an item; one that the item has by the same name becomes its next version.

    Parameters
    ----------
    files
        Files on this machine.
    message
        The commit's message.
    """
    if not files:
        raise CommandFailed("upload: expected files", exit_code=WRONG_USE)
    for file in files:
        if not file.is_file():
            raise CommandFailed(f"{file} is not a file")

    async def send(api: ApiClient) -> Uploaded:
        place = await find_branch(api, branch, near=item)
        found = await find_item(api, item, place)
        present = await _files(api, found, place)
        fields = place.params | ({} if message is None else {"commitMessage": message})
        for file in files:
            await _send(api, found, place, file, present.get(file.name), fields)
        now = await _files(api, found, place)
        return Uploaded([now[file.name] for file in files])

    done: Uploaded = act(stores, server, "upload", send)
    if json:
        print_json(done)
    else:
        _print_uploaded(done)


def _print_uploaded(done: Uploaded) -> None:
    for record in done.files:
        out.print(
            f"{record.original_file_name}, version {record.version}, {size(record.file_size)}"
        )


async def _send(
    api: ApiClient,
    item: Item,
    place: Place,
    file: Path,
    present: FileRecord | None,
    fields: dict[str, str],
) -> None:
    """One file as a new one, or as the next version of the one that is there."""
    if present is None:
        await api.send_file(f"/api/items/{item['id']}/files/upload", fields, file)
        return
    path = f"/api/files/{present.id}"
    if f"sha256:{file_sha256(file)}" == present.checksum:
        err.print(f"{file.name} is the same as version {present.version}")
        return
    await api.post(f"{path}/checkout", place.params, msgspec.Raw)
    await api.send_file(f"{path}/checkin", fields, file)


class _Files(msgspec.Struct):
    files: list[FileRecord]


async def _files(api: ApiClient, item: Item, place: Place) -> dict[str, FileRecord]:
    found = await api.get(f"/api/items/{item['id']}/files", _Files, place.params)
    return {file.original_file_name: file for file in found.files}


def download(
    item: ItemName,
    /,
    *names: str,
    to: Path = Path(),
    version: int | None = None,
    branch: Branch = None,
    revision: Revision = None,
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Fetch files of an item; all of them if none is named.

    Parameters
    ----------
    names
        Names of its files.
    to
        The folder to write them to.
    version
        An earlier version, of one file.
    """
    if version is not None and len(names) != 1:
        raise CommandFailed("--version: expected the name of one file", exit_code=WRONG_USE)

    async def fetch(api: ApiClient) -> list[dict[str, Any]]:
        found, place = await find_revision(api, item, revision, branch)
        wanted = await _wanted(api, found, place, names)
        targets = [(file, _target(to, file, force=force)) for file in wanted]
        return [await _fetch(api, file, place, version, target) for file, target in targets]

    written: list[dict[str, Any]] = act(stores, server, "download", fetch)
    if json:
        print_json(written)
    else:
        out.print("\n".join(f"{one['path']}  {size(one['size'])}" for one in written))


async def _wanted(
    api: ApiClient, item: Item, place: Place, names: tuple[str, ...]
) -> list[FileRecord]:
    """The named files of an item, or all of them; CommandFailed where there is none."""
    files = await _files(api, item, place)
    wanted = [_named(files, name, item) for name in names] or list(files.values())
    if not wanted:
        raise CommandFailed(f"{item['itemNumber']} has no files")
    return wanted


def _named(files: dict[str, FileRecord], name: str, item: Item) -> FileRecord:
    if name not in files:
        there = ", ".join(files) or "none"
        raise CommandFailed(f"{item['itemNumber']} has no file {name}; its files are: {there}")
    return files[name]


def _target(folder: Path, file: FileRecord, *, force: bool) -> Path:
    """The path for the file; its name is somebody else's, so only its last part counts."""
    name = PurePath(file.original_file_name.replace("\\", "/")).name
    if not name or name in (".", ".."):
        name = str(file.id)
    target = folder / name
    refuse_present(target, force=force)
    return target


async def _fetch(
    api: ApiClient, file: FileRecord, place: Place, version: int | None, target: Path
) -> dict[str, Any]:
    path = f"/api/files/{file.id}"
    path += "/download" if version is None else f"/versions/{version}/download"
    params = place.params if version is None else {}
    written = await api.fetch_file(path, params, target)
    return {"path": str(target), "size": written, "fileId": file.id}
