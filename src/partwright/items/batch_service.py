"""Reading and changing many items in one request."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import service, wire
from partwright.items.access import SharedCommits
from partwright.kit.db import ConstraintViolated, Database, Snapshot, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import ErrorDetail, InvalidInput, Refusal, ServiceUnavailable
from partwright.kit.etag import IfMatch
from partwright.kit.fields import ShortText, Uuid
from partwright.kit.ids import BranchId, ItemId
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import BranchView, ShownVersion
from partwright.web.parameters import BranchParameters, ViewQuery

LARGEST_BATCH = 500


class ItemChange(msgspec.Struct, rename="camel"):
    """Change of an item, and the state of it that is meant."""

    id: Uuid
    changes: dict[str, Raw]
    if_match: Annotated[str, Meta(max_length=200)] | None = None


class BatchUpdateInput(BranchParameters, rename="camel", kw_only=True):
    """Changes of several items, all of which are made or none; with `dryRun` none."""

    items: Annotated[list[ItemChange], Meta(min_length=1, max_length=LARGEST_BATCH)]
    commit_message: ShortText | None = None
    dry_run: bool = False


class BatchGetInput(ViewQuery, rename="camel", kw_only=True):
    """The items that are wanted, and which of their fields, or all."""

    ids: Annotated[list[Uuid], Meta(min_length=1, max_length=LARGEST_BATCH)]
    fields: Annotated[list[ShortText], Meta(max_length=200)] | None = None


class RefusedChange(msgspec.Struct, rename="camel", frozen=True):
    """An item of a batch that cannot be changed, and why."""

    item_id: str
    error: str
    details: str
    problems: list[msgspec.Struct]


class BatchUpdateResult(msgspec.Struct, rename="camel", frozen=True):
    """The items as they are now, or would be; or what stands against it."""

    items: list[dict[str, Any]]
    errors: list[RefusedChange]
    dry_run: bool

    @property
    def status(self) -> int:
        """200 all of them, 400 none."""
        return 400 if self.errors else 200


class _RolledBack(Exception):
    """Leaves the transaction without what was written in it."""

    def __init__(self, result: BatchUpdateResult) -> None:
        super().__init__()
        self.result = result


async def get_items(
    snapshot: Snapshot, actor: Actor, wanted: BatchGetInput, view: BranchView | None
) -> dict[str, Any]:
    """The items in the order of their ids, and the ids of those that the actor does not see."""
    found = await item_access.access_items(snapshot, actor, wanted.ids, view)
    shown: list[dict[str, Any]] = []
    missing: list[str] = []
    for item_id in dict.fromkeys(wanted.ids):
        version = found.get(item_id)
        if version is None or not actor.may(TYPES[version.type].may("read")):
            missing.append(item_id)
            continue
        record = wire.item_to_record(version) | {"etag": service.item_etag(version)}
        if wanted.fields is not None:
            kept = {"id", "etag", *wanted.fields}
            record = {key: value for key, value in record.items() if key in kept}
        shown.append(record)
    return {"items": shown, "missing": missing}


async def update_items(
    database: Database,
    actor: Actor,
    wanted: BatchUpdateInput,
    branch_id: BranchId | None,
    *,
    keep: Callable[[Transaction, BatchUpdateResult], Awaitable[None]],
) -> BatchUpdateResult:
    """Change all of the items, in one commit of each branch, or none where one is refused.

    `keep` writes what else belongs to changes that are made, in the same transaction.
    """
    _check_distinct(wanted.items)

    async def work(tx: Transaction) -> BatchUpdateResult:
        done = await _update(tx, actor, wanted, branch_id)
        await keep(tx, done)
        return done

    try:
        return await write_alone(database, work)
    except _RolledBack as left:
        return left.result


def _check_distinct(items: Sequence[ItemChange]) -> None:
    seen: set[str] = set()
    problems: list[ErrorDetail] = []
    for place, item in enumerate(items):
        if item.id in seen:
            problems.append(ErrorDetail(f"items[{place}].id", "is in the batch more than once"))
        seen.add(item.id)
    if problems:
        raise InvalidInput.fields(problems)


async def _update(
    tx: Transaction, actor: Actor, wanted: BatchUpdateInput, branch_id: BranchId | None
) -> BatchUpdateResult:
    """The changes, made; _RolledBack with what they would be, or with what stands against them."""
    changed: list[ShownVersion] = []
    errors: list[RefusedChange] = []
    await hold_commit_order(tx)
    async with SharedCommits(tx, actor, wanted.commit_message) as commits:
        for item in wanted.items:
            try:
                after = await service.edit_item(
                    tx,
                    actor,
                    ItemId(item.id),
                    item.changes,
                    branch_id=branch_id,
                    match=IfMatch(item.if_match),
                    commits=commits,
                )
            except ServiceUnavailable:
                # It is no fault of the item, and nothing more is answered in this transaction.
                raise
            except Refusal as refusal:
                errors.append(
                    RefusedChange(item.id, refusal.code, refusal.message, list(refusal.details))
                )
                if isinstance(refusal.__cause__, ConstraintViolated):
                    # The database takes nothing more in this transaction.
                    break
            else:
                changed.append(after)
        if errors:
            raise _RolledBack(BatchUpdateResult([], errors, wanted.dry_run))
    records = [wire.item_to_record(v) | {"etag": service.item_etag(v)} for v in changed]
    result = BatchUpdateResult(records, [], wanted.dry_run)
    if wanted.dry_run:
        raise _RolledBack(result)
    return result
