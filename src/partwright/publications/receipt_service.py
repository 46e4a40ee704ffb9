"""Publications of other cells, received: a design of items that nobody here can change.

What is published no more stays as obsolete, since others may use it. All of a receipt is one commit.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from partwright.identity.model import Actor
from partwright.items.number_service import find_used_numbers
from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.programs.access import check_program_writable
from partwright.publications import queries
from partwright.publications.model import (
    NumbersInUse,
    PublicationInput,
    PublicationReceipt,
    ReceivedPublication,
)
from partwright.publications.receipt_input import Content, read_contents
from partwright.publications.receipt_plan import ReceiptPlan, make_plan, read_basis
from partwright.publications.rights import check_may_receive
from partwright.versioning import design_service
from partwright.versioning.access import access_design, access_main_branch
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.master_queries import USE_RESERVED
from partwright.versioning.masters import insert_masters
from partwright.versioning.model import Design, ItemVersion, number_key
from partwright.versioning.wire import NewDesign


async def receive_publication(
    database: Database,
    actor: Actor,
    sent: PublicationInput,
    *,
    keep: Callable[[Transaction, PublicationReceipt], Awaitable[None]],
) -> PublicationReceipt:
    """Make or renew the design that holds a publication; answers what is otherwise than before.

    `keep` writes what else belongs to it, in the same transaction.

    LaterPublicationKept, OtherPublisher, NumbersInUse, InvalidInput with what is wrong in it.
    """
    check_may_receive(actor, {item.type for item in sent.publication.items})
    contents = await asyncio.to_thread(read_contents, sent.publication)
    async with database.snapshot() as snapshot:
        plan = await make_plan(snapshot, actor, sent, contents)

    async def work(tx: Transaction) -> PublicationReceipt:
        receipt = await _receive(tx, actor, sent, contents, plan)
        await keep(tx, receipt)
        return receipt

    return await write_alone(database, work)


async def _receive(
    tx: Transaction,
    actor: Actor,
    sent: PublicationInput,
    contents: list[Content],
    plan: ReceiptPlan,
) -> PublicationReceipt:
    publication = sent.publication
    await hold_commit_order(tx)
    if await read_basis(tx, actor, publication) != plan.basis:
        # Another receipt, or a new lifecycle, came between.
        plan = await make_plan(tx, actor, sent, contents)
    design = await _design(tx, actor, sent, plan)
    # The one way past the rule that nothing of it is changed here.
    branch = await access_main_branch(tx, design.id)
    own = msgspec.structs.replace(branch, published_from=None)
    message = f"Received commit {publication.number} of {publication.code} from {publication.cell}"
    async with open_commit(tx, actor, own, message) as commit:
        await _write(commit, plan)
    kept = {
        "design_id": design.id,
        "source_design_id": publication.design_id,
        "cell": publication.cell,
        "code": publication.code,
        "commit_id": publication.commit_id,
        "number": publication.number,
        "committed_at": publication.committed_at,
        "received_at": clock.now(),
        "received_by": actor.id,
        "changes": msgspec.json.encode(plan.changes).decode(),
    }
    await tx.run(queries.KEEP, **kept)
    received = await tx.one(
        ReceivedPublication, queries.OF_SOURCE, source_design_id=publication.design_id
    )
    assert received is not None
    return PublicationReceipt(received, plan.changes)


async def _design(
    tx: Transaction, actor: Actor, sent: PublicationInput, plan: ReceiptPlan
) -> Design:
    publication, kept = sent.publication, plan.basis.kept
    if kept is None:
        new = NewDesign(
            name=publication.name,
            code=publication.code,
            description=publication.description,
            program_id=sent.program_id,
        )
        made = await design_service.create_design(tx, actor, new, design_id=plan.design_id)
        await design_service.mark_published(tx, made.id, publication.cell)
        return made
    design = await access_design(tx, actor, kept.design_id)
    await check_program_writable(tx, actor, design.program_id)
    return await design_service.renew_published(
        tx,
        design,
        name=publication.name,
        # What it was named otherwise for here, when it came, stays.
        code=publication.code if publication.code != kept.code else design.code,
        description=publication.description,
    )


async def _write(commit: OpenCommit, plan: ReceiptPlan) -> None:
    if plan.added:
        await _add(commit, plan.added)
    if plan.replaced:
        rows = await commit.replace_items(plan.replaced)
        for row, changes in zip(rows, plan.told, strict=True):
            commit.note(row, "Updated", changes=changes)
    if plan.lines_closed:
        await commit.close_lines(plan.lines_closed)
    if plan.lines_written:
        await commit.add_relationships(plan.lines_written)


async def _add(commit: OpenCommit, rows: list[ItemVersion]) -> None:
    numbers = [row.item_number for row in rows]
    used, reserved = await find_used_numbers(commit.tx, numbers, user_id=commit.actor.id)
    if used:
        raise NumbersInUse([number for number in numbers if number_key(number) in used])
    if reserved:
        await commit.tx.run(USE_RESERVED, keys=sorted(reserved))
    keys = {row.master_id: number_key(row.item_number) for row in rows}
    await insert_masters(commit.tx, keys, rows)
    for row in await commit.add_items(rows):
        commit.new_masters.add(row.master_id)
        commit.note(row, "Created")
