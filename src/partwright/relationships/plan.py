"""Decides, without a database, which of the wanted relationships are made; pure."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from partwright.kit.errors import Refusal
from partwright.kit.ids import MasterId
from partwright.relationships.model import BOM, ClosesCycle, SelfReference
from partwright.versioning.model import RelationshipRow, ShownVersion

RelationshipKey = tuple[str, str, str]
"""Parent item, type, child master: what may stand once."""


class RelationshipEnd(msgspec.Struct, frozen=True):
    """An item at one end of a relationship."""

    item_id: str
    master_id: MasterId
    number: str


def end_of(version: ShownVersion) -> RelationshipEnd:
    """The end at which a version stands."""
    return RelationshipEnd(version.item_id, version.master_id, version.item_number)


def masters_of(line: RelationshipRow) -> tuple[MasterId, MasterId]:
    """The masters of parent and child."""
    return line.parent_master_id, line.child_master_id


class ResolvedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One relationship that somebody wants, both ends known."""

    index: int
    """Its place in the request, from 0."""
    source: RelationshipEnd
    target: RelationshipEnd
    type: str
    quantity: str
    find_number: int | None = None
    reference_designator: str | None = None
    metadata: str = "{}"

    @property
    def key(self) -> RelationshipKey:
        return (self.source.item_id, self.type, self.target.master_id)


class RefusedRequest(msgspec.Struct, frozen=True):
    """A request that cannot be granted, and why."""

    index: int
    refusal: Refusal


class RelationshipPlan(msgspec.Struct):
    """Rows to be written."""

    create: list[ResolvedRequest]
    close: list[RelationshipRow]
    skipped: list[ResolvedRequest]
    """Those for what stands already."""
    faults: list[RefusedRequest]


class AncestorGraph:
    """Masters above masters, over bom edges."""

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


def plan_relationships(
    requests: Sequence[ResolvedRequest],
    *,
    existing: Mapping[RelationshipKey, RelationshipRow],
    ancestry: AncestorGraph,
    replace: bool,
    faults: Sequence[RefusedRequest] = (),
    failed_sources: Iterable[str] = (),
) -> RelationshipPlan:
    """Grant what can be granted, in the order of the requests.

    With `replace`, the edges of a source that have a requested type go first, and a source is
    granted whole or not at all; `failed_sources` are sources that have a fault already.
    """
    if replace:
        made = _replace(requests, existing, ancestry, set(failed_sources))
    else:
        made = RelationshipPlan([], [], [], [])
        _grant(requests, set(existing), ancestry, made)
    made.faults = sorted([*faults, *made.faults], key=lambda fault: fault.index)
    return made


def _grant(
    requests: Iterable[ResolvedRequest],
    stands: set[RelationshipKey],
    ancestry: AncestorGraph,
    made: RelationshipPlan,
) -> None:
    fresh: list[ResolvedRequest] = []
    for request in requests:
        if request.key in stands:
            made.skipped.append(request)
        else:
            fresh.append(request)
            stands.add(request.key)
    suspects = ancestry.suspects([_edge(request) for request in fresh if request.type == BOM])
    refused: set[RelationshipKey] = set()
    for request in fresh:
        refusal = _refusal(request, ancestry, suspects)
        if refusal is not None:
            made.faults.append(RefusedRequest(request.index, refusal))
            refused.add(request.key)
            continue
        made.create.append(request)
        if request.type == BOM:
            ancestry.add(*_edge(request))
    if refused:
        _not_skipped(refused, made)


def _not_skipped(refused: set[RelationshipKey], made: RelationshipPlan) -> None:
    """Refuse what repeats a refused request for the same reason; it does not stand."""
    for request in [request for request in made.skipped if request.key in refused]:
        made.skipped.remove(request)
        made.faults.append(RefusedRequest(request.index, _closing(request)))


def _edge(request: ResolvedRequest) -> tuple[MasterId, MasterId]:
    return request.source.master_id, request.target.master_id


def _refusal(
    request: ResolvedRequest, ancestry: AncestorGraph, suspects: set[MasterId]
) -> Refusal | None:
    parent, child = _edge(request)
    if request.type != BOM:
        return _closing(request) if parent == child else None
    if parent in suspects and child in suspects and ancestry.would_close(parent, child):
        return _closing(request)
    return None


def _closing(request: ResolvedRequest) -> Refusal:
    if request.type != BOM:
        return SelfReference()
    return ClosesCycle(request.source.number, request.target.number)


def _replace(
    requests: Sequence[ResolvedRequest],
    existing: Mapping[RelationshipKey, RelationshipRow],
    ancestry: AncestorGraph,
    failed: set[str],
) -> RelationshipPlan:
    """Grant whole sources in place of what stands, as many together as can stand together.

    A source that fails keeps its old edges, with which another one may close a circle; so the
    others are tried again until none fails.
    """
    reasons: dict[int, Refusal] = {}
    while True:
        going = [request for request in requests if request.source.item_id not in failed]
        kinds = {(request.source.item_id, request.type) for request in going}
        old = [edge for key, edge in existing.items() if (key[0], key[1]) in kinds]
        _take_out(ancestry, [masters_of(edge) for edge in old if edge.type == BOM])
        trial = RelationshipPlan([], old, [], [])
        _grant(going, set(), ancestry, trial)
        if not trial.faults:
            break
        _take_out(ancestry, [_edge(request) for request in trial.create if request.type == BOM])
        for edge in old:
            if edge.type == BOM:
                ancestry.add(*masters_of(edge))
        reasons |= {fault.index: fault.refusal for fault in trial.faults}
        failed |= {request.source.item_id for request in going if request.index in reasons}
    for request in requests:
        if request.source.item_id in failed:
            refusal = reasons.get(request.index) or SourceFailed(request.source.number)
            trial.faults.append(RefusedRequest(request.index, refusal))
    return trial


def _take_out(ancestry: AncestorGraph, edges: Iterable[tuple[MasterId, MasterId]]) -> None:
    for parent, child in edges:
        ancestry.remove(parent, child)


class SourceFailed(Refusal):
    """Another relationship of the same source cannot be made, so its structure is unchanged."""

    code = "UNPROCESSABLE"

    def __init__(self, number: str) -> None:
        super().__init__(f"Another entry for {number} failed, so its structure is unchanged")
