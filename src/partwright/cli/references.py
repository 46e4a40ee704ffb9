"""Items, branches and revisions as people name them: by number, name and letter."""

from typing import Any
from urllib.parse import quote

import msgspec

from partwright.cli.api import ApiClient, RequestRefused
from partwright.cli.console import CommandFailed
from partwright.kit.ids import as_uuid

Item = dict[str, Any]
"""An item's record; its keys follow its type."""

_NOT_FOUND = 404
_BRANCHES_PAGE = 500


class Place(msgspec.Struct, frozen=True):
    """The branch that is read or written; main if there is none."""

    branch_id: str | None = None
    name: str = "main"

    @property
    def params(self) -> dict[str, str]:
        return {} if self.branch_id is None else {"branchId": self.branch_id}


MAIN_PLACE = Place()


# What is read here of a revision and of a branch; their whole records come with half the server.


class _Revision(msgspec.Struct):
    id: str
    revision: str


class _Revisions(msgspec.Struct):
    revisions: list[_Revision]


class _Branch(msgspec.Struct, rename="camel"):
    id: str
    name: str
    change_order_id: str | None


class _Branches(msgspec.Struct):
    branches: list[_Branch]


async def find_item(api: ApiClient, name: str, place: Place | None = None) -> Item:
    """The item of a number or id, `NUMBER@REVISION` for one of its revisions."""
    at = place or MAIN_PLACE
    found = await _item(api, name, at.params)
    if found is not None:
        return found
    number, mark, revision = name.rpartition("@")
    if mark and number:
        item = await _item(api, number, at.params)
        if item is not None:
            return await revision_of(api, item, revision)
    where = "" if at.branch_id is None else f" on {at.name}"
    raise CommandFailed(f"there is no item {name}{where}; `partwright find` searches")


async def revision_of(api: ApiClient, item: Item, revision: str) -> Item:
    """One revision of an item; CommandFailed with those that there are."""
    path = f"/api/items/{item['id']}"
    revisions = (await api.get(f"{path}/revisions", _Revisions)).revisions
    for row in revisions:
        if row.revision.casefold() == revision.casefold():
            return await api.get(f"/api/items/{row.id}", Item)
    named = ", ".join(row.revision for row in revisions)
    raise CommandFailed(
        f"{item['itemNumber']} has no revision {revision}; its revisions are: {named}"
    )


async def find_revision(
    api: ApiClient, name: str, revision: str | None, branch: str | None
) -> tuple[Item, Place]:
    """The item, or one of its revisions, and the branch on which it was found."""
    place = await find_branch(api, branch, near=name)
    found = await find_item(api, name, place)
    if revision is not None:
        found = await revision_of(api, found, revision)
    return found, place


async def _item(api: ApiClient, name: str, params: dict[str, str]) -> Item | None:
    path = f"/api/items/{name}" if as_uuid(name) else f"/api/items/by-number/{quote(name, safe='')}"
    try:
        return await api.get(path, Item, params)
    except RequestRefused as refused:
        if refused.status != _NOT_FOUND:
            raise
        return None


async def find_branch(api: ApiClient, name: str | None, *, near: str | None = None) -> Place:
    """The branch of a name, an id or a change order's number.

    `near` is an item or the id of a design; a change order finds its branch by itself.
    """
    if name is None or name == "main":
        return MAIN_PLACE
    if as_uuid(name):
        return Place(name, name)
    design_id, order = await _design_near(api, name, near)
    if design_id is None:
        raise CommandFailed(f"there is no branch {name}: give its id")
    path = f"/api/designs/{design_id}/branches"
    branches = (await api.get(path, _Branches, {"limit": _BRANCHES_PAGE})).branches
    for branch in branches:
        is_of_order = order is not None and branch.change_order_id == order["id"]
        if is_of_order or branch.name.casefold() in _names(name):
            return Place(branch.id, branch.name)
    named = ", ".join(branch.name for branch in branches)
    raise CommandFailed(f"there is no branch {name}; the design's branches are: {named}")


def _names(name: str) -> set[str]:
    folded = name.casefold()
    return {folded, f"work/{folded}", f"eco/{folded}"}


async def _design_near(
    api: ApiClient, name: str, near: str | None
) -> tuple[str | None, Item | None]:
    """The design in which a branch is looked for, and the change order that it is named by."""
    order = await _item(api, name.removeprefix("eco/"), {})
    if order is not None and order["type"] != "ChangeOrder":
        order = None
    if near is not None and as_uuid(near) and (item := await _item(api, near, {})) is None:
        return near, order
    item = None if near is None else await _item(api, near.partition("@")[0], {})
    for known in (item, order):
        if known is not None and known.get("designId"):
            return str(known["designId"]), order
    return None, order
