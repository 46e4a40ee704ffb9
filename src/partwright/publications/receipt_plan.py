"""Receipts worked out before they are written: which rows and lines of a design become which.

It is done in a thread and outside of the order of commits, of what a snapshot shows; whoever writes
looks whether that is still so.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items.creation_service import NewItem, first_version
from partwright.items.wire import changes_json
from partwright.kit import clock
from partwright.kit.db import Snapshot
from partwright.kit.decimals import stored_decimal
from partwright.kit.errors import InvalidInput
from partwright.kit.ids import CommitId, DesignId, ItemId, MasterId, RelationshipId, new_id
from partwright.programs.access import check_program_writable
from partwright.publications import queries
from partwright.publications.model import (
    ChangedItem,
    LaterPublicationKept,
    OtherPublisher,
    Publication,
    PublicationChanges,
    PublicationInput,
    PublishedState,
    ReceivedPublication,
)
from partwright.publications.receipt_input import Content
from partwright.publications.rights import check_may_receive
from partwright.relationships.model import stored_relationship_type
from partwright.versioning import design_queries
from partwright.versioning.access import access_design, access_main_branch, read_head
from partwright.versioning.model import ItemVersion, RelationshipRow, ShownVersion, number_key
from partwright.workflows import service as workflow_service
from partwright.workflows.model import WorkflowDefinition
from partwright.workflows.service import Lifecycles, NoLifecycle

_Line = tuple[ItemId, str, MasterId]
"""Parent, type and child of a line."""


class Basis(msgspec.Struct, frozen=True):
    """State of the receiving design that a plan is made of; empty where there is none yet."""

    kept: ReceivedPublication | None
    program_id: str | None
    head: CommitId | None
    states: dict[tuple[str, PublishedState], str]
    """The states of this cell's lifecycles that mean released and obsolete, by type."""


class ReceiptPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that a receipt writes, as they are before their commit is known."""

    basis: Basis
    design_id: DesignId
    added: list[ItemVersion]
    replaced: list[ItemVersion]
    told: list[str]
    """What changes of each replaced one, as history keeps it."""
    lines_written: list[RelationshipRow]
    """New and changed ones; the former rows of these are among the closed."""
    lines_closed: list[RelationshipRow]
    changes: PublicationChanges


async def read_basis(reads: Snapshot, actor: Actor, publication: Publication) -> Basis:
    """Find what stands of the publication; NotFound for a design that the actor does not see."""
    states = _states(await workflow_service.read_lifecycles(reads))
    kept = await reads.one(
        ReceivedPublication, queries.OF_SOURCE, source_design_id=publication.design_id
    )
    if kept is None:
        return Basis(None, None, None, states)
    design = await access_design(reads, actor, kept.design_id)
    branch = await access_main_branch(reads, design.id)
    return Basis(kept, design.program_id, (await read_head(reads, branch)).commit_id, states)


async def make_plan(
    reads: Snapshot, actor: Actor, sent: PublicationInput, contents: Sequence[Content]
) -> ReceiptPlan:
    """Work out what a receipt writes.

    LaterPublicationKept, OtherPublisher, PermissionDenied, InvalidInput for an item of another type.
    """
    basis = await read_basis(reads, actor, sent.publication)
    await _check_may_follow(reads, actor, sent, basis)
    rows: list[ItemVersion] = []
    lines: list[RelationshipRow] = []
    if basis.kept is not None:
        design_id = basis.kept.design_id
        rows = await reads.all(ItemVersion, design_queries.OPEN_ON_MAIN, design_id=design_id)
        ids = [str(row.item_id) for row in rows]
        lines = await reads.all(RelationshipRow, queries.RECEIVED_LINES, parents=ids)
        check_may_receive(actor, {row.type for row in rows})
    planning = _Planning(actor, sent, basis)
    return await asyncio.to_thread(planning.plan, contents, rows, lines)


async def _check_may_follow(
    reads: Snapshot, actor: Actor, sent: PublicationInput, basis: Basis
) -> None:
    """Whether the publication may take the place of what was received, before any row is looked at."""
    kept, publication = basis.kept, sent.publication
    if kept is None:
        return
    await check_program_writable(reads, actor, basis.program_id)
    if kept.cell != publication.cell:
        raise OtherPublisher(kept)
    is_other = kept.number == publication.number and kept.commit_id != publication.commit_id
    if (kept.number > publication.number or is_other) and not sent.allow_earlier:
        raise LaterPublicationKept(kept)
    if sent.program_id not in (None, basis.program_id):
        raise InvalidInput.field(
            "programId", "expected the program that the design is in; PUT /api/designs/:id moves it"
        )


class _Planning:
    """The differences between a publication and what had been received of it."""

    def __init__(self, actor: Actor, sent: PublicationInput, basis: Basis) -> None:
        self._actor = actor
        self._sent = sent
        self._basis = basis
        self._design_id = basis.kept.design_id if basis.kept else DesignId(new_id())

    def plan(
        self,
        contents: Sequence[Content],
        rows: Sequence[ItemVersion],
        lines: Sequence[RelationshipRow],
    ) -> ReceiptPlan:
        present = {number_key(row.item_number): row for row in rows}
        added = {one.key: self._made(one) for one in contents if one.key not in present}
        renewed = [
            (before, self._renewed(before, one))
            for one in contents
            if (before := present.get(one.key)) is not None
        ]
        published = {one.key for one in contents}
        withdrawn = self._withdrawn([row for key, row in present.items() if key not in published])
        changed = [(before, after) for before, after in renewed if before != after]
        told = [changes_json(_shown(a), _shown(b)) for a, b in (*changed, *withdrawn)]
        items = present | added
        own = {items[key].item_id for key in published}
        written, closed, new = self._lines(items, lines, own)
        return ReceiptPlan(
            basis=self._basis,
            design_id=self._design_id,
            added=list(added.values()),
            replaced=[after for _, after in (*changed, *withdrawn)],
            told=told,
            lines_written=written,
            lines_closed=closed,
            changes=PublicationChanges(
                new=[row.item_number for row in added.values()],
                changed=[
                    ChangedItem(after.item_number, _fields(text))
                    for (_, after), text in zip(changed, told, strict=False)
                ],
                withdrawn=[row.item_number for row, _ in withdrawn],
                lines_new=new,
                lines_changed=len(written) - new,
                lines_removed=len(closed) - (len(written) - new),
            ),
        )

    def _withdrawn(self, rows: Sequence[ItemVersion]) -> list[tuple[ItemVersion, ItemVersion]]:
        """Those of the rows that are not obsolete yet, with what they become."""
        obsolete = [(row, _state(self._basis, row.type, "obsolete")) for row in rows]
        return [
            (row, msgspec.structs.replace(row, state=state))
            for row, state in obsolete
            if row.state != state
        ]

    def _made(self, one: Content) -> ItemVersion:
        new = NewItem(
            item_type=TYPES[one.item.type],
            draft=one.draft,
            design_id=self._design_id,
            program_id=self._basis.program_id if self._basis.kept else self._sent.program_id,
        )
        state = _state(self._basis, one.item.type, one.item.state)
        row = first_version(new, state=state, at=clock.now(), by=self._actor.id)
        return msgspec.structs.replace(row, released_at=one.item.released_at)

    def _renewed(self, before: ItemVersion, one: Content) -> ItemVersion:
        if before.type != one.item.type:
            raise InvalidInput.field(
                "publication.items",
                f"expected {before.item_number} to be a {before.type}, got a {one.item.type}",
            )
        return msgspec.structs.replace(
            before,
            state=_state(self._basis, before.type, one.item.state),
            released_at=one.item.released_at,
            **one.draft.columns,
        )

    def _lines(
        self,
        items: Mapping[str, ItemVersion],
        lines: Sequence[RelationshipRow],
        published: set[ItemId],
    ) -> tuple[list[RelationshipRow], list[RelationshipRow], int]:
        """The lines to be written, those to be closed, and how many of the former are new."""
        kept = {(r.parent_item_id, r.type, r.child_master_id): r for r in lines}
        wanted: dict[_Line, RelationshipRow] = {}
        for line in self._sent.publication.lines:
            parent, child = items[number_key(line.parent)], items[number_key(line.child)]
            kind = stored_relationship_type(line.type)
            identity = (parent.item_id, kind, child.master_id)
            before = kept.get(identity)
            wanted[identity] = RelationshipRow(
                id=before.id if before else RelationshipId(new_id()),
                parent_item_id=parent.item_id,
                parent_master_id=parent.master_id,
                child_master_id=child.master_id,
                branch_id=None,
                type=kind,
                quantity=stored_decimal(line.quantity),
                find_number=line.find_number,
                reference_designator=line.reference_designator or None,
                metadata=msgspec.json.encode(line.metadata).decode(),
            )
        # What is published no more keeps the structure that it had.
        closed = [
            row
            for identity, row in kept.items()
            if row != wanted.get(identity) and row.parent_item_id in published
        ]
        written = [row for identity, row in wanted.items() if row != kept.get(identity)]
        return written, closed, sum(identity not in kept for identity in wanted)


def _states(lifecycles: Lifecycles) -> dict[tuple[str, PublishedState], str]:
    return {
        (name, stage): _named(lifecycle, stage)
        for name in TYPES
        if (lifecycle := lifecycles.find(name)) is not None
        for stage in get_args(PublishedState)
    }


def _named(lifecycle: WorkflowDefinition, stage: PublishedState) -> str:
    found = [state.name for state in lifecycle.states if state.stage == stage]
    return found[0] if found else stage.capitalize()


def _state(basis: Basis, item_type: str, stage: PublishedState) -> str:
    """The state of this cell's lifecycle that means the same."""
    if (item_type, stage) not in basis.states:
        raise NoLifecycle(item_type)
    return basis.states[item_type, stage]


def _shown(row: ItemVersion) -> ShownVersion:
    return ShownVersion(*msgspec.structs.astuple(row))


def _fields(changes: str) -> list[str]:
    return sorted(msgspec.json.decode(changes, type=dict[str, Any]))
