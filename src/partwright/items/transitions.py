"""Moving items through their lifecycles."""

import msgspec

from partwright.identity.model import Actor
from partwright.items import access, revisions, rules, wire
from partwright.items.types import TYPES
from partwright.items.writing import line_for
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidStateTransition, Refusal
from partwright.kit.fields import LongText, Name
from partwright.kit.ids import ItemId
from partwright.locks.checkouts import check_not_checked_out
from partwright.programs.access import check_writable
from partwright.settings import RevisionScheme
from partwright.versioning import service as versioning
from partwright.versioning.model import Line, ShownVersion
from partwright.versioning.service import Change
from partwright.workflows import service as workflows
from partwright.workflows.model import Definition, State, Transition


class Move(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A transition by its name."""

    transition: Name
    comment: LongText | None = None


class Offer(msgspec.Struct, rename="camel", frozen=True):
    """A transition that leaves the item's state, and whether the actor may take it."""

    name: str
    to_state: str
    allowed: bool
    guards: tuple[dict[str, object], ...] = ()


class Moved(msgspec.Struct, frozen=True):
    """An item after a transition."""

    version: ShownVersion
    from_state: str
    to_state: str


async def offers(snapshot: Snapshot, actor: Actor, item_id: ItemId) -> tuple[str, list[Offer]]:
    """The item's state and the transitions that leave it."""
    version = await access.item(snapshot, actor, item_id)
    if not _moves_by_itself(version):
        return version.state, []
    lifecycle = (await workflows.lifecycles(snapshot)).of(version.type)
    source = lifecycle.named(version.state)
    if source is None:
        return version.state, []
    movable = await _is_movable(snapshot, actor, version)
    return version.state, [
        _offer(actor, version, lifecycle, source, step, movable=movable)
        for step in lifecycle.leaving(source)
    ]


async def _is_movable(snapshot: Snapshot, actor: Actor, version: ShownVersion) -> bool:
    try:
        await _movable_line(snapshot, actor, version)
    except Refusal:
        return False
    return True


async def _movable_line(snapshot: Snapshot, actor: Actor, version: ShownVersion) -> Line:
    """Where the item moves; refuses what is locked, checked out by another, or protected."""
    access.check_unlocked(actor, version)
    await check_writable(snapshot, actor, version.program_id)
    line = await line_for(
        snapshot, actor, item_type=version.type, design_id=version.design_id, branch_id=None
    )
    await check_not_checked_out(snapshot, actor, master_id=version.master_id, branch_id=line.id)
    return line


def _moves_by_itself(version: ShownVersion) -> bool:
    """Working copies and change orders are moved by their change's workflow instead."""
    return version.branch_id is None and version.type != "ChangeOrder"


def _offer(
    actor: Actor,
    version: ShownVersion,
    lifecycle: Definition,
    source: State,
    step: Transition,
    *,
    movable: bool,
) -> Offer:
    target = lifecycle.state(step.to_state_id)
    kind = TYPES[version.type]
    permitted = any(actor.may(kind.may(a)) for a in rules.actions_for(source, target))
    return Offer(step.name, target.name, permitted and movable, step.guards)


async def move(
    tx: Transaction, actor: Actor, item_id: ItemId, wanted: Move, *, scheme: RevisionScheme
) -> Moved:
    """Take a transition; InvalidStateTransition when it does not leave the present state."""
    seq = await versioning.begin(tx)
    version = await access.item(tx, actor, item_id)
    lifecycle = (await workflows.lifecycles(tx)).of(version.type)
    source, target = _step(lifecycle, version, wanted.transition)
    access.check_may(actor, version.type, rules.actions_for(source, target))
    line = await _movable_line(tx, actor, version)
    change = Change(actor, line, seq=seq, message=None)
    after = _moved(version, target, change, scheme)
    await versioning.put(tx, change, [after])
    released = target.stage == "released" and TYPES[version.type].is_branched
    change.note(
        after,
        "Released" if released else "Transitioned",
        changes=wire.changes_json(version, after),
        comment=wanted.comment,
    )
    if released:
        change.revisions[after.item_number] = after.revision
        if after.design_id is not None:
            await versioning.turn_post_release(tx, after.design_id, change.at)
    await versioning.commit(tx, change)
    return Moved(await access.item(tx, actor, item_id), source.name, target.name)


def _step(lifecycle: Definition, version: ShownVersion, name: str) -> tuple[State, State]:
    source = lifecycle.named(version.state)
    if source is None or not _moves_by_itself(version):
        raise InvalidStateTransition(f"{version.item_number} takes no transition by itself")
    steps = [(step.name, lifecycle.state(step.to_state_id)) for step in lifecycle.leaving(source)]
    # A step is named by itself, or else by the state it leads to.
    for called, target in [*steps, *((target.name, target) for _, target in steps)]:
        if name.casefold() == called.casefold():
            return source, target
    raise InvalidStateTransition(f"No transition {name!r} leaves the state {version.state}")


def _moved(
    version: ShownVersion, target: State, change: Change, scheme: RevisionScheme
) -> ShownVersion:
    if target.stage != "released" or not TYPES[version.type].is_branched:
        return msgspec.structs.replace(version, state=target.name)
    revision = version.revision if version.revision != "-" else revisions.first(scheme)
    return msgspec.structs.replace(
        version, state=target.name, revision=revision, released_at=change.at
    )
