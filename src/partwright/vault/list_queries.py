"""Lists of files."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.filters import FieldFilters
from partwright.kit.ids import BranchId, ItemId
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.lists import list_statements, page_of_rows
from partwright.kit.pages import Page, PageRequest, SortKey
from partwright.programs.access import visibility_params
from partwright.vault import access as file_access
from partwright.vault import queries as vault_queries
from partwright.vault.model import ItemFile, item_file
from partwright.versioning import access as branch_access
from partwright.versioning.model import BranchView, ForeignBranch, ShownVersion


class FileChoice(msgspec.Struct, frozen=True):
    """Filters of a list of files, and its order."""

    search: str = ""
    filters: FieldFilters = ()
    sorts: tuple[SortKey, ...] = ()

    @property
    def is_all(self) -> bool:
        return self == FileChoice()


async def list_all_files(
    snapshot: Snapshot,
    actor: Actor,
    view: BranchView | None,
    choice: FileChoice,
    paging: PageRequest,
) -> Page[ItemFile]:
    """A page of the files that the actor may see on main, or in a view; newest first."""
    rows, count = vault_queries.LIST, vault_queries.LIST_COUNT
    narrowed = vault_queries.NARROWED_LIST
    params: dict[str, Value] = {**file_access.readable(actor), **visibility_params(actor)}
    if view is not None and not view.is_main_now:
        rows, count = vault_queries.LIST_VIEW, vault_queries.LIST_VIEW_COUNT
        narrowed = vault_queries.NARROWED_LIST_VIEW
        params |= view.params
    if not choice.is_all:
        pattern = like_anywhere(choice.search) if choice.search else None
        made = list_statements(
            narrowed,
            given={"search": {"pattern": pattern}},
            filters=choice.filters,
            sorts=choice.sorts,
        )
        rows, count, params = made.rows, made.count, params | made.params
    return await page_of_rows(snapshot, item_file, rows, count, params=params, paging=paging)


async def list_item_files(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    view: BranchView | None,
    *,
    main_branch_id: BranchId | None = None,
) -> list[ItemFile]:
    """The files of an item as the view shows it, or on its own branch; oldest first.

    With its design's main branch named, what main holds besides is added.
    """
    item = await item_access.access_item(snapshot, actor, item_id, view=view)
    found = await page_of_held_files(snapshot, item, view)
    if main_branch_id is not None:
        main = await branch_access.access_branch(snapshot, actor, main_branch_id)
        if not main.is_main or main.design_id != item.design_id:
            raise ForeignBranch
        baseline = await snapshot.all(item_file, vault_queries.OF_MAIN, master_id=item.master_id)
        known = {file.id for file in found}
        found += [file for file in baseline if file.id not in known]
    return sorted(found, key=lambda file: file.id)


async def list_files_of_items(
    snapshot: Snapshot, actor: Actor, item_ids: Sequence[ItemId], view: BranchView | None
) -> list[ItemFile]:
    """The files of many items as a view shows them (main without one), where the actor sees them."""
    params: dict[str, Value] = {**file_access.readable(actor), **visibility_params(actor)}
    sql = vault_queries.OF_ITEMS
    if view is not None and not view.is_main_now:
        sql, params = vault_queries.OF_ITEMS_IN_VIEW, params | view.params
    return await snapshot.all(item_file, sql, item_ids=[str(one) for one in item_ids], **params)


async def page_of_held_files(
    snapshot: Snapshot, item: ShownVersion, view: BranchView | None
) -> list[ItemFile]:
    """The files of an item, accessed before in the view."""
    if view is None or view.is_main_now:
        return await snapshot.all(item_file, vault_queries.OF_ITEM, item_id=item.item_id)
    return await snapshot.all(
        item_file, vault_queries.OF_ITEM_IN_VIEW, item_id=item.item_id, **view.params
    )
