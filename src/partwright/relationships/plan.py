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
    skipped: list[Wish]
    """Those for what stands already."""
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

    def suspects(self, edges: Sequence[tuple[MasterId, MasterId]]) -> set[MasterId]:
        """The masters on circles, or below them, if all the edges were added; one pass.

        An edge that would make a circle has both its ends among them.
        """
        waiting = {child: len(parents) for child, parents in self._above.items()}
        below: dict[MasterId, list[MasterId]] = {}
        for child, parents in self._above.items():
            for parent in parents:
                below.setdefault(parent, []).append(child)
        for parent, child in edges:
            below.setdefault(parent, []).append(child)
            waiting[child] = waiting.get(child, 0) + 1
        free = [master for master in below if not waiting.get(master)]
        for master in free:
            for child in below.get(master, ()):
                waiting[child] -= 1
                if not waiting[child]:
                    free.append(child)
        return {master for master, count in waiting.items() if count}


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
    if replace:
        made = _replace(wishes, existing, ancestry, set(blamed))
    else:
        made = Plan([], [], [], [])
        _grant(wishes, set(existing), ancestry, made)
    made.faults = sorted([*faults, *made.faults], key=lambda fault: fault.index)
    return made


def _grant(wishes: Iterable[Wish], stands: set[Key], ancestry: Ancestry, made: Plan) -> None:
    fresh: list[Wish] = []
    for wish in wishes:
        if wish.key in stands:
            made.skipped.append(wish)
        else:
            fresh.append(wish)
            stands.add(wish.key)
    suspects = ancestry.suspects([_edge(wish) for wish in fresh if wish.type == BOM])
    refused: set[Key] = set()
    for wish in fresh:
        refusal = _refusal(wish, ancestry, suspects)
        if refusal is not None:
            made.faults.append(Fault(wish.index, refusal))
            refused.add(wish.key)
            continue
        made.create.append(wish)
        if wish.type == BOM:
            ancestry.add(*_edge(wish))
    if refused:
        _not_skipped(refused, made)


def _not_skipped(refused: set[Key], made: Plan) -> None:
    """What repeats a refused wish is refused for the same reason; it does not stand."""
    for wish in [wish for wish in made.skipped if wish.key in refused]:
        made.skipped.remove(wish)
        made.faults.append(Fault(wish.index, _closing(wish)))


def _edge(wish: Wish) -> tuple[MasterId, MasterId]:
    return wish.source.master_id, wish.target.master_id


def _refusal(wish: Wish, ancestry: Ancestry, suspects: set[MasterId]) -> Refusal | None:
    parent, child = _edge(wish)
    if wish.type != BOM:
        return _closing(wish) if parent == child else None
    if parent in suspects and child in suspects and ancestry.would_close(parent, child):
        return _closing(wish)
    return None


def _closing(wish: Wish) -> Refusal:
    if wish.type != BOM:
        return SelfReference()
    return ClosesCycle(wish.source.number, wish.target.number)


def _replace(
    wishes: Sequence[Wish],
    existing: Mapping[Key, Edge],
    ancestry: Ancestry,
    failed: set[str],
) -> Plan:
    """Grant whole sources in place of what stands, as many together as can stand together.

    A source that fails keeps its old edges, with which another one may close a circle; so the
    others are tried again until none fails.
    """
    reasons: dict[int, Refusal] = {}
    while True:
        going = [wish for wish in wishes if wish.source.item_id not in failed]
        kinds = {(wish.source.item_id, wish.type) for wish in going}
        old = [edge for key, edge in existing.items() if (key[0], key[1]) in kinds]
        _take_out(ancestry, [_ends(edge) for edge in old if edge.type == BOM])
        trial = Plan([], old, [], [])
        _grant(going, set(), ancestry, trial)
        if not trial.faults:
            break
        _take_out(ancestry, [_edge(wish) for wish in trial.create if wish.type == BOM])
        for edge in old:
            if edge.type == BOM:
                ancestry.add(*_ends(edge))
        reasons |= {fault.index: fault.refusal for fault in trial.faults}
        failed |= {wish.source.item_id for wish in going if wish.index in reasons}
    for wish in wishes:
        if wish.source.item_id in failed:
            refusal = reasons.get(wish.index) or SourceFailed(wish.source.number)
            trial.faults.append(Fault(wish.index, refusal))
    return trial


def _ends(edge: Edge) -> tuple[MasterId, MasterId]:
    return edge.parent_master_id, edge.child_master_id


def _take_out(ancestry: Ancestry, edges: Iterable[tuple[MasterId, MasterId]]) -> None:
    for parent, child in edges:
        ancestry.remove(parent, child)


class SourceFailed(Refusal):
    """Another relationship of the same source cannot be made, so its structure stays as it was."""

    code = "UNPROCESSABLE"

    def __init__(self, number: str) -> None:
        super().__init__(f"Another entry of {number} failed, so its structure stays as it was")
