"""Decides, without a database, which of the wanted relationships are made; pure."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from partwright.kit.errors import Refusal
from partwright.kit.ids import MasterId
from partwright.relationships.model import BOM, ClosesCycle, SelfReference
from partwright.versioning.model import Edge

Key = tuple[str, str, str]
"""Parent item, type, child master: what may stand once."""


class End(msgspec.Struct, frozen=True):
    """An item at one end of a relationship."""

    item_id: str
    master_id: MasterId
    number: str


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """One relationship that somebody wants, both ends known."""

    index: int
    """Its place in the request, from 0."""
    source: End
    target: End
    type: str
    quantity: str
    find_number: int | None = None
    reference_designator: str | None = None
    metadata: str = "{}"

    @property
    def key(self) -> Key:
        return (self.source.item_id, self.type, self.target.master_id)


class Fault(msgspec.Struct, frozen=True):
    """A wish that cannot be granted, and why."""

    index: int
    refusal: Refusal


class Plan(msgspec.Struct):
    """What is to be written."""

    create: list[Wish]
    close: list[Edge]
    skipped: list[int]
    """Wishes for what stands already."""
    faults: list[Fault]


class Ancestry:
    """Which masters stand above which, over bom edges."""

    def __init__(self, edges: Iterable[tuple[MasterId, MasterId]]) -> None:
        self._above: dict[MasterId, set[MasterId]] = {}
        for parent, child in edges:
            self.add(parent, child)

    def add(self, parent: MasterId, child: MasterId) -> None:
        self._above.setdefault(child, set()).add(parent)

    def remove(self, parent: MasterId, child: MasterId) -> None:
        self._above.get(child, set()).discard(parent)

    def would_close(self, parent: MasterId, child: MasterId) -> bool:
        """Whether an edge from parent to child would make a circle."""
        seen = {parent}
        rest = [parent]
        while rest:
            master = rest.pop()
            if master == child:
                return True
            for above in self._above.get(master, ()):
                if above not in seen:
                    seen.add(above)
                    rest.append(above)
        return False


def plan(
    wishes: Sequence[Wish],
    *,
    existing: Mapping[Key, Edge],
    ancestry: Ancestry,
    replace: bool,
    faults: Sequence[Fault] = (),
    blamed: Iterable[str] = (),
) -> Plan:
    """Grant what can be granted, in the order of the wishes.

    With `replace`, the edges of a source that have a wished type go first, and a source is
    granted whole or not at all; `blamed` are sources that have a fault already.
    """
    made = Plan([], [], [], list(faults))
    if not replace:
        _grant(wishes, set(existing), ancestry, made)
        return made
    blamed = set(blamed)
    by_source: dict[str, list[Wish]] = {}
    for wish in wishes:
        by_source.setdefault(wish.source.item_id, []).append(wish)
    for source_id, wanted in by_source.items():
        if source_id in blamed:
            made.faults += [Fault(wish.index, SourceFailed(wish.source.number)) for wish in wanted]
        else:
            _replace(source_id, wanted, existing, ancestry, made)
    made.faults.sort(key=lambda fault: fault.index)
    return made


def _grant(wishes: Sequence[Wish], stands: set[Key], ancestry: Ancestry, made: Plan) -> None:
    for wish in wishes:
        if wish.key in stands:
            made.skipped.append(wish.index)
            continue
        refusal = _refusal(wish, ancestry)
        if refusal is not None:
            made.faults.append(Fault(wish.index, refusal))
            continue
        stands.add(wish.key)
        made.create.append(wish)
        if wish.type == BOM:
            ancestry.add(wish.source.master_id, wish.target.master_id)


def _refusal(wish: Wish, ancestry: Ancestry) -> Refusal | None:
    if wish.type != BOM:
        return SelfReference() if wish.source.master_id == wish.target.master_id else None
    if ancestry.would_close(wish.source.master_id, wish.target.master_id):
        return ClosesCycle(wish.source.number, wish.target.number)
    return None


def _replace(
    source_id: str,
    wanted: list[Wish],
    existing: Mapping[Key, Edge],
    ancestry: Ancestry,
    made: Plan,
) -> None:
    """Grant all wishes of one source in place of what stands, or none of them."""
    types = {wish.type for wish in wanted}
    old = [edge for key, edge in existing.items() if key[0] == source_id and key[1] in types]
    for edge in old:
        if edge.type == BOM:
            ancestry.remove(edge.parent_master_id, edge.child_master_id)
    trial = Plan([], [], [], [])
    _grant(wanted, set(), ancestry, trial)
    if not trial.faults:
        made.close += old
        made.create += trial.create
        made.skipped += trial.skipped
        return
    for wish in trial.create:
        if wish.type == BOM:
            ancestry.remove(wish.source.master_id, wish.target.master_id)
    for edge in old:
        if edge.type == BOM:
            ancestry.add(edge.parent_master_id, edge.child_master_id)
    failed = {fault.index for fault in trial.faults}
    made.faults += trial.faults
    made.faults += [
        Fault(wish.index, SourceFailed(wish.source.number))
        for wish in wanted
        if wish.index not in failed
    ]


class SourceFailed(Refusal):
    """Another relationship of the same source cannot be made, so its structure stays as it was."""

    code = "UNPROCESSABLE"

    def __init__(self, number: str) -> None:
        super().__init__(f"Another entry of {number} failed, so its structure stays as it was")
