"""Publications made of designs, and those that were received, told of."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal

import msgspec
from msgspec import Raw

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items.item_input import written_keys
from partwright.items.wire import item_to_record
from partwright.kit.db import Snapshot
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.ids import CommitId, DesignId
from partwright.kit.instance import instance_name
from partwright.programs.access import visibility_params
from partwright.publications import queries
from partwright.publications.model import (
    MOST_ITEMS,
    MOST_LINES,
    Publication,
    PublicationChanges,
    PublicationReceipt,
    PublishedItem,
    PublishedLine,
    PublishedState,
    ReceivedPublication,
)
from partwright.publications.rights import check_may_read
from partwright.versioning import commit_queries
from partwright.versioning.access import access_design, access_main_branch, read_head
from partwright.versioning.model import RelationshipRow, ShownVersion
from partwright.web.responses import encode
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles

FIRST_CELL = "first"
_MOST_REVISIONS = 10 * MOST_ITEMS


class PublishedCommit(msgspec.Struct, frozen=True):
    """A commit of the main branch of a design."""

    id: CommitId
    seq: int
    created_at: str


async def make_publication(
    snapshot: Snapshot, actor: Actor, design_id: DesignId, commit_id: CommitId | None
) -> Publication:
    """Items of a design that were released up to a commit of its main branch, the last one by default."""
    design = await access_design(snapshot, actor, design_id)
    commit = await _commit(snapshot, design_id, commit_id)
    rows = await snapshot.all(
        ShownVersion,
        queries.RELEASED_AT,
        design_id=design_id,
        at=commit.seq,
        most=_MOST_REVISIONS,
    )
    latest = list({row.master_id: row for row in rows}.values())
    if len(latest) > MOST_ITEMS or len(rows) == _MOST_REVISIONS:
        raise InvalidInput.field(
            "designId", f"expected a design with at most {MOST_ITEMS} released items"
        )
    check_may_read(actor, {row.type for row in latest})
    lifecycles = await workflow_service.read_lifecycles(snapshot)
    items = await asyncio.to_thread(
        lambda: [_published(row, lifecycles) for row in latest],
    )
    return Publication(
        cell=instance_name.get() or FIRST_CELL,
        design_id=design.id,
        code=design.code,
        name=design.name,
        description=design.description,
        commit_id=commit.id,
        number=commit.seq,
        committed_at=commit.created_at,
        items=items,
        lines=await _lines(snapshot, latest, at=commit.seq),
    )


async def _commit(
    snapshot: Snapshot, design_id: DesignId, commit_id: CommitId | None
) -> PublishedCommit:
    main = await access_main_branch(snapshot, design_id)
    wanted = commit_id or (await read_head(snapshot, main)).commit_id
    found = await snapshot.one(
        PublishedCommit, commit_queries.COMMIT_OF_BRANCH, id=wanted, branch_id=main.id
    )
    if found is None:
        raise InvalidInput.field("commitId", "expected a commit of the design's main branch")
    return found


def _published(row: ShownVersion, lifecycles: Lifecycles) -> PublishedItem:
    record = msgspec.json.decode(encode(item_to_record(row)), type=dict[str, Raw])
    keys = written_keys(TYPES[row.type])
    stage = lifecycles.stage_of(row.type, row.state)
    state: PublishedState = "obsolete" if stage in ("obsolete", "superseded") else "released"
    assert row.released_at is not None
    return PublishedItem(
        type=row.type,  # pyright: ignore[reportArgumentType]
        revision=row.revision,
        state=state,
        released_at=row.released_at,
        fields={k: v for k, v in record.items() if k in keys and bytes(v) != b"null"},
    )


async def _lines(
    snapshot: Snapshot, items: Sequence[ShownVersion], *, at: int
) -> list[PublishedLine]:
    """Lines between items that are published; what they use of other designs is left out."""
    rows = await snapshot.all(
        RelationshipRow,
        queries.LINES_AT,
        parents=[str(item.item_id) for item in items],
        at=at,
        most=MOST_LINES + 1,
    )
    if len(rows) > MOST_LINES:
        raise InvalidInput.field("designId", f"expected a design with at most {MOST_LINES} lines")
    numbers = {item.master_id: item.item_number for item in items}
    return [
        PublishedLine(
            parent=numbers[row.parent_master_id],
            child=numbers[row.child_master_id],
            type=row.type,
            quantity=Decimal(decimal_number(row.quantity)),
            find_number=row.find_number,
            reference_designator=row.reference_designator,
            metadata=msgspec.json.decode(row.metadata),
        )
        for row in rows
        if row.child_master_id in numbers
    ]


async def list_received(snapshot: Snapshot, actor: Actor) -> list[ReceivedPublication]:
    """The designs of this cell that others publish and the actor sees."""
    return await snapshot.all(ReceivedPublication, queries.ALL_RECEIVED, **visibility_params(actor))


async def read_received(
    snapshot: Snapshot, actor: Actor, design_id: DesignId
) -> PublicationReceipt:
    """A received design, and what its last receipt changed; NotFound for one of this cell's own."""
    found = await snapshot.one(
        ReceivedPublication, queries.RECEIVED, design_id=design_id, **visibility_params(actor)
    )
    if found is None:
        raise NotFound.of("Publication", design_id)
    check_may_read(actor, await snapshot.all(str, queries.TYPES_OF, design_id=design_id))
    text = await snapshot.one(str, queries.CHANGES, design_id=design_id) or "{}"
    return PublicationReceipt(found, msgspec.json.decode(text, type=PublicationChanges))
