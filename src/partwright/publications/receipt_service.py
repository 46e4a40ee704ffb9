"""Publications of other cells, received: a design of items that nobody here can change.

What is published no more stays as obsolete, since others may use it. All of a receipt is one commit.
"""

import asyncio
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items.creation_service import NewItem, first_version
from partwright.items.item_input import ItemInput, read_new_item
from partwright.items.number_service import find_used_numbers
from partwright.items.wire import changes_json
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.decimals import stored_decimal
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.ids import ItemId, MasterId, RelationshipId, new_id
from partwright.programs.access import check_program_writable
from partwright.publications import queries
from partwright.publications.model import (
    ChangedItem,
    LaterPublicationKept,
    NumbersInUse,
    OtherPublisher,
    Publication,
    PublicationChanges,
    PublicationInput,
    PublicationReceipt,
    PublishedItem,
    PublishedState,
    ReceivedPublication,
)
from partwright.publications.rights import check_may_receive
from partwright.relationships.model import stored_relationship_type
from partwright.versioning import design_queries, design_service
from partwright.versioning.access import access_design, access_main_branch
from partwright.versioning.commits import BOM_LINE, OpenCommit, hold_commit_order, open_commit
from partwright.versioning.master_queries import USE_RESERVED
from partwright.versioning.masters import insert_masters
from partwright.versioning.model import (
    Design,
    ItemVersion,
    RelationshipRow,
    ShownVersion,
    number_key,
)
from partwright.versioning.wire import NewDesign
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles

_MOST_PROBLEMS = 50


class _Content(msgspec.Struct, frozen=True):
    """Columns of a published item as they are kept here."""

    item: PublishedItem
    draft: ItemInput
    key: str


async def receive_publication(
    tx: Transaction, actor: Actor, sent: PublicationInput
) -> PublicationReceipt:
    """Make or renew the design that holds a publication; answers what is otherwise than before.

    LaterPublicationKept, OtherPublisher, NumbersInUse, InvalidInput with what is wrong in it.
    """
    publication = sent.publication
    check_may_receive(actor, {item.type for item in publication.items})
    contents = await asyncio.to_thread(_read, publication)
    await hold_commit_order(tx)
    design = await _design(tx, actor, sent)
    # The one way past the rule that nothing of it is changed here.
    branch = await access_main_branch(tx, design.id)
    own = msgspec.structs.replace(branch, published_from=None)
    message = f"Received commit {publication.number} of {publication.code} from {publication.cell}"
    async with open_commit(tx, actor, own, message) as commit:
        receipt = _Receipt(commit, design)
        await receipt.take_items(contents, await workflow_service.read_lifecycles(tx))
        await receipt.take_lines(publication)
    changes = receipt.changes()
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
        "changes": msgspec.json.encode(changes).decode(),
    }
    await tx.run(queries.KEEP, **kept)
    received = await tx.one(
        ReceivedPublication, queries.OF_SOURCE, source_design_id=publication.design_id
    )
    assert received is not None
    return PublicationReceipt(received, changes)


async def _design(tx: Transaction, actor: Actor, sent: PublicationInput) -> Design:
    publication = sent.publication
    kept = await tx.one(
        ReceivedPublication, queries.OF_SOURCE, source_design_id=publication.design_id
    )
    if kept is None:
        new = NewDesign(
            name=publication.name,
            code=publication.code,
            description=publication.description,
            program_id=sent.program_id,
        )
        made = await design_service.create_design(tx, actor, new)
        await design_service.mark_published(tx, made.id, publication.cell)
        return made
    design = await access_design(tx, actor, kept.design_id)
    await check_program_writable(tx, actor, design.program_id)
    if kept.cell != publication.cell:
        raise OtherPublisher(kept)
    is_other = kept.number == publication.number and kept.commit_id != publication.commit_id
    if (kept.number > publication.number or is_other) and not sent.allow_earlier:
        raise LaterPublicationKept(kept)
    if sent.program_id not in (None, design.program_id):
        raise InvalidInput.field(
            "programId", "expected the program that the design is in; PUT /api/designs/:id moves it"
        )
    return await design_service.renew_published(
        tx,
        design,
        name=publication.name,
        # What it was named otherwise for here, when it came, stays.
        code=publication.code if publication.code != kept.code else design.code,
        description=publication.description,
    )


def _read(publication: Publication) -> list[_Content]:
    """The items, each read as a new one would be; InvalidInput with every problem."""
    problems: list[ErrorDetail] = []
    found: list[_Content] = []
    keys: set[str] = set()
    for place, item in enumerate(publication.items):
        at = f"publication.items[{place}]"
        raw = item.fields | {"revision": msgspec.Raw(msgspec.json.encode(item.revision))}
        try:
            draft = read_new_item(raw, item_type=TYPES[item.type])
        except InvalidInput as wrong:
            details = [one for one in wrong.details if isinstance(one, ErrorDetail)]
            problems += [ErrorDetail(f"{at}.fields.{one.field}", one.message) for one in details]
            continue
        number = draft.columns["item_number"]
        key = number_key(number or "")
        if not number or key in keys:
            told = "is there twice" if number else "is required"
            problems.append(ErrorDetail(f"{at}.fields.itemNumber", told))
        keys.add(key)
        found.append(_Content(item, draft, key))
    problems += _wrong_lines(publication, keys)
    if problems:
        raise InvalidInput.fields(problems[:_MOST_PROBLEMS])
    return found


def _wrong_lines(publication: Publication, keys: set[str]) -> list[ErrorDetail]:
    problems: list[ErrorDetail] = []
    graph: dict[str, set[str]] = {}
    once: set[tuple[str, str, str]] = set()
    for place, line in enumerate(publication.lines):
        at = f"publication.lines[{place}]"
        ends = number_key(line.parent), number_key(line.child)
        problems += [
            ErrorDetail(f"{at}.{end}", "expected the number of a published item")
            for end, key in zip(("parent", "child"), ends, strict=True)
            if key not in keys
        ]
        try:
            kind = stored_relationship_type(line.type, f"{at}.type")
        except InvalidInput as wrong:
            problems += [one for one in wrong.details if isinstance(one, ErrorDetail)]
            continue
        if (identity := (*ends, kind)) in once:
            problems.append(ErrorDetail(at, "is there twice"))
        once.add(identity)
        if kind == BOM_LINE:
            graph.setdefault(ends[0], set()).add(ends[1])
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        numbers = ", ".join(cycle.args[1])
        problems.append(ErrorDetail("publication.lines", f"expected no cycle, got {numbers}"))
    return problems


class _Receipt:
    """The writes of a receipt, and what they change."""

    def __init__(self, commit: OpenCommit, design: Design) -> None:
        self._commit = commit
        self._design = design
        self._present: dict[str, ItemVersion] = {}
        self._published: set[ItemId] = set()
        self._new: list[str] = []
        self._changed: list[ChangedItem] = []
        self._withdrawn: list[str] = []
        self._lines = [0, 0, 0]

    def changes(self) -> PublicationChanges:
        new, changed, removed = self._lines
        return PublicationChanges(
            new=self._new,
            changed=self._changed,
            withdrawn=self._withdrawn,
            lines_new=new,
            lines_changed=changed,
            lines_removed=removed,
        )

    async def take_items(self, contents: Sequence[_Content], lifecycles: Lifecycles) -> None:
        tx = self._commit.tx
        rows = await tx.all(ItemVersion, design_queries.OPEN_ON_MAIN, design_id=self._design.id)
        check_may_receive(self._commit.actor, {row.type for row in rows})
        self._present = {number_key(row.item_number): row for row in rows}
        await self._add([one for one in contents if one.key not in self._present], lifecycles)
        replaced: list[tuple[ItemVersion, ItemVersion]] = []
        for one in contents:
            before = self._present.get(one.key)
            after = before and self._renewed(before, one, lifecycles)
            if before is not None and after is not None and after != before:
                replaced.append((before, after))
        published = {one.key for one in contents}
        for key, row in list(self._present.items()):
            state = _state(lifecycles, row.type, "obsolete")
            if key not in published and row.state != state:
                replaced.append((row, msgspec.structs.replace(row, state=state)))
                self._withdrawn.append(row.item_number)
        await self._replace(replaced)
        self._published = {self._present[key].item_id for key in published}

    async def _add(self, contents: Sequence[_Content], lifecycles: Lifecycles) -> None:
        if not contents:
            return
        commit, tx = self._commit, self._commit.tx
        await self._check_numbers(contents)
        rows = [self._made(one, lifecycles) for one in contents]
        await insert_masters(tx, {r.master_id: number_key(r.item_number) for r in rows}, rows)
        for row in await commit.add_items(rows):
            commit.new_masters.add(row.master_id)
            commit.note(row, "Created")
            self._present[number_key(row.item_number)] = row
            self._new.append(row.item_number)

    async def _check_numbers(self, contents: Sequence[_Content]) -> None:
        tx, actor = self._commit.tx, self._commit.actor
        numbers = [one.draft.columns["item_number"] for one in contents]
        used, reserved = await find_used_numbers(tx, numbers, user_id=actor.id)
        if used:
            raise NumbersInUse([number for number in numbers if number_key(number) in used])
        if reserved:
            await tx.run(USE_RESERVED, keys=sorted(reserved))

    def _made(self, one: _Content, lifecycles: Lifecycles) -> ItemVersion:
        item_type = TYPES[one.item.type]
        new = NewItem(
            item_type=item_type,
            draft=one.draft,
            design_id=self._design.id,
            program_id=self._design.program_id,
        )
        state = _state(lifecycles, one.item.type, one.item.state)
        row = first_version(self._commit, new, state=state)
        return msgspec.structs.replace(row, released_at=one.item.released_at)

    def _renewed(self, before: ItemVersion, one: _Content, lifecycles: Lifecycles) -> ItemVersion:
        if before.type != one.item.type:
            raise InvalidInput.field(
                "publication.items",
                f"expected {before.item_number} to be a {before.type}, got a {one.item.type}",
            )
        return msgspec.structs.replace(
            before,
            state=_state(lifecycles, before.type, one.item.state),
            released_at=one.item.released_at,
            **one.draft.columns,
        )

    async def _replace(self, replaced: Sequence[tuple[ItemVersion, ItemVersion]]) -> None:
        if not replaced:
            return
        rows = await self._commit.replace_items([after for _, after in replaced])
        gone = set(self._withdrawn)
        for (before, _), row in zip(replaced, rows, strict=True):
            self._present[number_key(row.item_number)] = row
            changes = changes_json(_shown(before), _shown(row))
            self._commit.note(row, "Updated", changes=changes)
            if row.item_number not in gone:
                told = msgspec.json.decode(changes, type=dict[str, Any])
                self._changed.append(ChangedItem(row.item_number, sorted(told)))

    async def take_lines(self, publication: Publication) -> None:
        items, commit = self._present, self._commit
        kept = await commit.tx.all(
            RelationshipRow,
            queries.RECEIVED_LINES,
            parents=[str(row.item_id) for row in items.values()],
        )
        present = {(r.parent_item_id, r.type, r.child_master_id): r for r in kept}
        wanted: dict[tuple[ItemId, str, MasterId], RelationshipRow] = {}
        for line in publication.lines:
            parent, child = items[number_key(line.parent)], items[number_key(line.child)]
            kind = stored_relationship_type(line.type)
            identity = (parent.item_id, kind, child.master_id)
            before = present.get(identity)
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
        added = [row for key, row in wanted.items() if key not in present]
        changed = [row for key, row in wanted.items() if key in present and present[key] != row]
        # What is published no more keeps the structure that it had.
        closed = [
            row
            for key, row in present.items()
            if row != wanted.get(key) and row.parent_item_id in self._published
        ]
        if closed:
            await commit.close_lines(closed)
        if added or changed:
            await commit.add_relationships([*changed, *added])
        self._lines = [len(added), len(changed), len(closed) - len(changed)]


def _state(lifecycles: Lifecycles, item_type: str, stage: PublishedState) -> str:
    """The state of this cell's lifecycle that means the same."""
    found = [state.name for state in lifecycles.of(item_type).states if state.stage == stage]
    return found[0] if found else stage.capitalize()


def _shown(row: ItemVersion) -> ShownVersion:
    return ShownVersion(*msgspec.structs.astuple(row))
