"""Making, changing and deleting items."""

import msgspec

from partwright.classification.service import read_rules
from partwright.identity.model import Actor
from partwright.item_types import TYPES, ItemType
from partwright.items import access as item_access
from partwright.items import item_input, wire
from partwright.items import queries as item_queries
from partwright.items.access import (
    ItemEdit,
    SharedCommits,
    branch_to_write,
    check_branch_for_edit,
    ensure_on_branch,
    lifecycles_for,
    open_for_edit,
)
from partwright.items.creation_service import NewItem, create_items
from partwright.items.families import check_without_variants
from partwright.items.item_input import ItemInput
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import (
    DuplicateItemNumber,
    ErrorDetail,
    InvalidInput,
    StateConflict,
    UnprocessableInput,
)
from partwright.kit.etag import IfMatch, quote_tag
from partwright.kit.fields import RawObject
from partwright.kit.ids import BranchId, ItemId, new_id
from partwright.locks import checkouts
from partwright.programs import access as program_access
from partwright.programs.access import visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning import branch_service
from partwright.versioning import queries as version_queries
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.deletion_checks import check_deletion
from partwright.versioning.masters import change_numbers
from partwright.versioning.model import Branch, FileLink, ItemVersion, ShownVersion
from partwright.workflows import service as workflow_service
from partwright.workflows.model import StateMachine

CHANGE_ORDER = TYPES["ChangeOrder"]


class ItemInUse(StateConflict):
    """A child of current structures cannot be deleted."""

    def __init__(self, number: str, parents: list[str], *, hidden: int) -> None:
        named = ", ".join(parents)
        if hidden:
            named += " and " * bool(parents) + f"{hidden} that you cannot see"
        super().__init__(
            f"{number} is used in the BOM of {named}",
            details=[ErrorDetail("parents", parent) for parent in parents],
        )


def item_etag(version: ItemVersion) -> str:
    """The tag of an item's content; a lock does not change it."""
    return quote_tag(version.row_id)


async def create_item(
    tx: Transaction,
    actor: Actor,
    body: RawObject,
    *,
    branch_id: BranchId | None = None,
    item_type: ItemType | None = None,
) -> ShownVersion:
    """Make an item of the type that the path or the body names."""
    item_type = item_type or item_input.read_item_type(body)
    actor.require(item_type.may("create"))
    draft = item_input.read_new_item(body, item_type=item_type)
    branch_id = item_input.branch_in_body(body, query=branch_id)
    if draft.columns.get("assignee"):
        await item_access.name_of_user(tx, draft.columns["assignee"])
    # First the order of commits: a design that moves meanwhile takes its new items along.
    await hold_commit_order(tx)
    program_id = await program_of_new(tx, actor, draft)
    branch = await branch_to_write(
        tx, actor, item_type=item_type.name, design_id=draft.design_id, branch_id=branch_id
    )
    lifecycles = await workflow_service.read_lifecycles(tx)
    async with open_commit(tx, actor, branch, draft.message) as commit:
        new_item = NewItem(
            item_type=item_type, draft=draft, design_id=draft.design_id, program_id=program_id
        )
        made = await create_items(tx, commit, [new_item], lifecycles)
        made.check_attributes()
        for duplicate in made.duplicates.values():
            raise DuplicateItemNumber.of(duplicate.number)
    item = made.created[0]
    if item_type is CHANGE_ORDER and item.design_id is not None:
        await branch_service.create_change_branch(tx, actor, item, design_id=item.design_id)
    if item.assignee:
        return await item_access.access_item(tx, actor, item.item_id)
    # A new item is visible, and nobody has locked or approved it.
    actor.require(item_type.may("read"))
    return item


async def program_of_new(tx: Transaction, actor: Actor, draft: ItemInput) -> str | None:
    """The program of a new item: its design's, or the one it names."""
    if draft.design_id is None:
        if draft.program_id is not None:
            await program_access.access_program(tx, actor, draft.program_id)
            await program_access.check_program_writable(tx, actor, draft.program_id)
        return draft.program_id
    design = await access_design(tx, actor, draft.design_id)
    await program_access.check_program_writable(tx, actor, design.program_id)
    design.check_open()
    if draft.program_id is not None and draft.program_id != design.program_id:
        raise UnprocessableInput("The design belongs to another program")
    return design.program_id


async def update_item(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: RawObject,
    *,
    branch_id: BranchId | None = None,
    item_type: ItemType | None = None,
    match: IfMatch,
) -> ShownVersion:
    """Change fields of an item; what does not change makes no commit."""
    branch_id = item_input.branch_in_body(body, query=branch_id)
    return await edit_item(
        tx, actor, item_id, body, branch_id=branch_id, item_type=item_type, match=match
    )


async def edit_item(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: RawObject,
    *,
    branch_id: BranchId | None,
    item_type: ItemType | None = None,
    match: IfMatch,
    commits: SharedCommits | None = None,
) -> ShownVersion:
    """Change fields of an item on a branch; what does not change stays as the branch shows it."""
    async with open_for_edit(
        tx, actor, item_id, branch_id=branch_id, item_type=item_type, commits=commits
    ) as work:
        present = work.version
        match.check(item_etag(present))
        draft = item_input.read_item_edit(body, present=present, shown=wire.item_to_record(present))
        if draft.message is not None or commits is None:
            work.commit.message = draft.message
        if not draft.columns:
            return present
        if "attributes" in draft.columns:
            (await read_rules(tx, [present.program_id])).check(draft.columns, present)
        assignee = draft.columns.get("assignee")
        assignee_name = (
            await item_access.name_of_user(tx, assignee) if assignee else present.assignee_name
        )
        await _check_file_fields(tx, present, draft)
        if "item_number" in draft.columns:
            await _renumber(tx, work, draft.columns["item_number"])
        row = await ensure_on_branch(tx, work)
        after = msgspec.structs.replace(row, **draft.columns, assignee_name=assignee_name)
        (after,) = await work.commit.replace_items([after])
        work.commit.note(after, "Updated", changes=wire.changes_json(present, after))
    return after


async def _check_file_fields(tx: Transaction, present: ShownVersion, draft: ItemInput) -> None:
    """InvalidInput for a document's file fields while a file says what they are."""
    given = draft.columns.keys() & _OF_THE_FILE.keys()
    if given and await tx.all(FileLink, version_queries.LINKS_OF, item_ids=[present.item_id]):
        wrong = "is taken from the document's file"
        raise InvalidInput.fields(
            [ErrorDetail(_OF_THE_FILE[column], wrong) for column in sorted(given)]
        )


_OF_THE_FILE = {"file_name": "fileName", "file_size": "fileSize", "mime_type": "mimeType"}


async def _renumber(tx: Transaction, work: ItemEdit, number: str) -> None:
    master_id = work.version.master_id
    if await tx.one(int, item_queries.WAS_RELEASED, master_id=master_id):
        raise InvalidInput.field("itemNumber", "is read-only once the item has been released")
    # A number belongs to all versions of an item, and main's cannot change with the branch's.
    if not work.branch.is_main and await tx.one(
        str, item_queries.STANDS_ON_MAIN, master_id=master_id
    ):
        raise InvalidInput.field("itemNumber", "can be changed on main only")
    await change_numbers(tx, {master_id: number}, user_id=work.commit.actor.id)


async def delete_item(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    *,
    branch_id: BranchId | None = None,
    item_type: ItemType | None = None,
    match: IfMatch,
    message: str | None = None,
) -> None:
    """Delete an item that is still a draft; earlier commits go on showing it."""
    await hold_commit_order(tx)
    view = None
    if branch_id is not None:
        view = (await branch_access.access_branch(tx, actor, branch_id)).view
    version = await item_access.access_item(tx, actor, item_id, view=view, action="delete")
    item_access.check_item_type(version, item_type)
    match.check(item_etag(version))
    item_access.check_unlocked(actor, version)
    await program_access.check_program_writable(tx, actor, version.program_id)
    await check_draft(tx, version)
    branch = await branch_to_write(
        tx,
        actor,
        item_type=version.type,
        design_id=version.design_id,
        branch_id=branch_id or version.branch_id,
    )
    await checkouts.check_not_checked_out(
        tx, actor, master_id=version.master_id, branch_id=branch.id
    )
    await checkouts.end_checkouts(tx, masters=[version.master_id], branch_id=branch.id)
    await _check_unused(tx, actor, version, branch)
    await check_without_variants(tx, actor, version, branch.view)
    async with open_commit(tx, actor, branch, message) as commit:
        await commit.delete_items([await _tombstoned(tx, version, branch)])
        commit.note(version, "Deleted")
    if version.type == CHANGE_ORDER.name:
        await checkouts.end_checkouts_of_change(tx, version.item_id)
        await branch_service.archive_change_branches(tx, version.item_id)


async def check_deletable(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, branch_id: BranchId | None
) -> None:
    """Refuse what `delete_item` would."""
    actor.require(TYPES[version.type].may("delete"))
    branch = await check_branch_for_edit(snapshot, actor, version, branch_id)
    await check_draft(snapshot, version)
    await _check_unused(snapshot, actor, version, branch)
    await check_without_variants(snapshot, actor, version, branch.view)
    if branch.is_main:
        await check_deletion(snapshot, actor, [version.master_id])


async def check_draft(tx: Snapshot, version: ItemVersion) -> None:
    """StateConflict for what was released or is no draft, and so cannot be deleted."""
    lifecycles = await lifecycles_for(tx, [version])
    lifecycle = lifecycles.governing(version.type, version.item_id)
    released = await tx.one(int, item_queries.WAS_RELEASED, master_id=version.master_id)
    if released and TYPES[version.type].is_branched:
        raise StateConflict(f"{version.item_number} was released: it can only be made obsolete")
    if not _is_deletable(lifecycle, version.state):
        raise StateConflict(f"{version.item_number} is {version.state}; only drafts can be deleted")


async def _tombstoned(tx: Transaction, version: ShownVersion, branch: Branch) -> ItemVersion:
    """The row that says on the branch that the item is gone."""
    if version.branch_id == branch.branch_id:
        return version
    return msgspec.structs.replace(version, item_id=ItemId(new_id()))


async def _check_unused(tx: Snapshot, actor: Actor, version: ShownVersion, branch: Branch) -> None:
    params: dict[str, Value] = {"types": item_access.readable_types(actor) or list(TYPES)}
    params |= visibility_params(actor)
    sql = item_queries.JUDGED_PARENTS_ON_MAIN
    if not branch.is_main:
        sql = item_queries.JUDGED_PARENTS_IN_VIEW
        params |= branch.view.params
    parents = await tx.all(item_queries.ParentRow, sql, master_id=version.master_id, **params)
    if parents:
        seen = [parent.number for parent in parents if parent.is_visible]
        raise ItemInUse(version.item_number, seen, hidden=len(parents) - len(seen))


def _is_deletable(lifecycle: StateMachine, state: str) -> bool:
    """Whether an item in the state may be deleted: in draft, or in the initial state."""
    found = lifecycle.named(state)
    return item_access.stage_of(lifecycle, state) == "draft" or (
        found is not None and found.is_initial
    )
