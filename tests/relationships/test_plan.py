"""The plan as a pure function: against a naive one, and for what must hold of any of them."""

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.ids import ItemId, MasterId, RelationshipId
from partwright.relationships.plan import (
    AncestorGraph,
    RefusedRequest,
    RelationshipEnd,
    RelationshipKey,
    RelationshipPlan,
    ResolvedRequest,
    plan_relationships,
)
from partwright.versioning.model import RelationshipRow

NODES = 7
Pair = tuple[int, int]


def end(node: int) -> RelationshipEnd:
    return RelationshipEnd(f"item-{node}", MasterId(f"master-{node}"), f"N{node}")


def request(index: int, source: int, target: int, type: str) -> ResolvedRequest:
    return ResolvedRequest(
        index=index, source=end(source), target=end(target), type=type, quantity="1"
    )


def edge(number: int, source: int, target: int, type: str) -> RelationshipRow:
    return RelationshipRow(
        RelationshipId(f"edge-{number}"),
        ItemId(f"item-{source}"),
        MasterId(f"master-{source}"),
        MasterId(f"master-{target}"),
        None,
        type,
        "1",
        None,
        None,
        "{}",
    )


def is_acyclic(pairs: Iterable[tuple[str, str]]) -> bool:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for parent, child in pairs:
        sorter.add(parent, child)
    try:
        sorter.prepare()
    except CycleError:
        return False
    return True


nodes = st.integers(0, NODES - 1)
types = st.sampled_from(["bom", "bom", "bom", "reference"])
triples = st.tuples(nodes, nodes, types)


@st.composite
def standing(draw: st.DrawFn) -> dict[RelationshipKey, RelationshipRow]:
    """What stands already; its bom edges run down a drawn order."""
    order = draw(st.permutations(range(NODES)))
    found: dict[RelationshipKey, RelationshipRow] = {}
    for number, (source, target, type) in enumerate(draw(st.lists(triples, max_size=14))):
        if source == target:
            continue
        if type == "bom" and order.index(source) > order.index(target):
            source, target = target, source  # noqa: PLW2901
        made = edge(number, source, target, type)
        found.setdefault((made.parent_item_id, type, made.child_master_id), made)
    return found


requests = st.lists(triples, max_size=14).map(
    lambda drawn: [request(index, *triple) for index, triple in enumerate(drawn)]
)


def ancestry_of(existing: dict[RelationshipKey, RelationshipRow]) -> AncestorGraph:
    return AncestorGraph(
        (e.parent_master_id, e.child_master_id) for e in existing.values() if e.type == "bom"
    )


def planned(
    wanted: list[ResolvedRequest],
    existing: dict[RelationshipKey, RelationshipRow],
    *,
    replace: bool,
    failed_sources: Iterable[str] = (),
) -> tuple[RelationshipPlan, dict[RelationshipKey, str]]:
    """The plan, and what stands after it: key -> id of the edge or place of the request."""
    made = plan_relationships(
        wanted,
        existing=existing,
        ancestry=ancestry_of(existing),
        replace=replace,
        failed_sources=failed_sources,
    )
    after = {key: str(e.id) for key, e in existing.items() if e not in made.close}
    for granted in made.create:
        assert granted.key not in after, "an edge stands twice"
        after[granted.key] = f"request-{granted.index}"
    return made, after


def check_whole(
    made: RelationshipPlan, wanted: list[ResolvedRequest], after: dict[RelationshipKey, str]
) -> None:
    """Each request has one fate, nothing stands in a circle, and nothing is related to itself."""
    fates = [w.index for w in made.create + made.skipped] + [fault.index for fault in made.faults]
    assert sorted(fates) == [w.index for w in wanted]
    assert [fault.index for fault in made.faults] == sorted(fault.index for fault in made.faults)
    assert is_acyclic(
        (parent.replace("item", "master"), child) for parent, type, child in after if type == "bom"
    )
    assert all(parent.replace("item", "master") != child for parent, _, child in after)
    assert all(skipped.key in after for skipped in made.skipped)


@given(standing(), requests)
@settings(max_examples=150, deadline=None)
def test_granted_one_by_one(
    existing: dict[RelationshipKey, RelationshipRow], wanted: list[ResolvedRequest]
) -> None:
    made, after = planned(wanted, existing, replace=False)
    check_whole(made, wanted, after)
    assert made.close == []
    # The naive way: each request in its turn, and the whole graph looked at anew.
    stands = set(existing)
    granted: list[int] = []
    for w in wanted:
        trial = stands | {w.key}
        bom = [(p.replace("item", "master"), c) for p, type, c in trial if type == "bom"]
        if w.key not in stands and is_acyclic(bom) and w.source != w.target:
            stands = trial
            granted.append(w.index)
    assert [w.index for w in made.create] == granted
    assert set(after) == stands


@given(standing(), requests, st.sets(nodes, max_size=2))
@settings(max_examples=150, deadline=None)
def test_replaced_whole_or_not_at_all(
    existing: dict[RelationshipKey, RelationshipRow],
    wanted: list[ResolvedRequest],
    unreadable_sources: set[int],
) -> None:
    failed_sources = {f"item-{node}" for node in unreadable_sources}
    made, after = planned(wanted, existing, replace=True, failed_sources=failed_sources)
    check_whole(made, wanted, after)
    failed = {w.source.item_id for w in wanted if w.index in {f.index for f in made.faults}}
    assert failed >= failed_sources & {w.source.item_id for w in wanted}
    for source in {key[0] for key in existing} | {w.source.item_id for w in wanted}:
        before = {key: e.id for key, e in existing.items() if key[0] == source}
        now = {key: id_ for key, id_ in after.items() if key[0] == source}
        wished = [w for w in wanted if w.source.item_id == source]
        if source in failed or not wished:
            assert now == before
            assert not failed & {source} or {w.index for w in wished} <= {
                fault.index for fault in made.faults
            }
            continue
        kinds = {w.type for w in wished}
        assert {key for key in now if key[1] in kinds} == {w.key for w in wished}
        assert {k: v for k, v in now.items() if k[1] not in kinds} == {
            k: v for k, v in before.items() if k[1] not in kinds
        }


@given(standing(), requests)
@settings(max_examples=100, deadline=None)
def test_a_source_fails_only_for_a_reason(
    existing: dict[RelationshipKey, RelationshipRow], wanted: list[ResolvedRequest]
) -> None:
    """When everything could stand together in place of the old, everything is granted."""
    kinds = {(w.source.item_id, w.type) for w in wanted}
    kept = {key for key in existing if (key[0], key[1]) not in kinds}
    all_of_it = kept | {w.key for w in wanted}
    bom = [(p.replace("item", "master"), c) for p, type, c in all_of_it if type == "bom"]
    possible = is_acyclic(bom) and all(w.source != w.target for w in wanted)
    made, _ = planned(wanted, existing, replace=True)
    assert (not made.faults) == possible


def test_faults_of_others_are_kept_in_their_places() -> None:
    faults = [RefusedRequest(2, ValueError()), RefusedRequest(0, ValueError())]  # type: ignore[arg-type]
    made = plan_relationships(
        [request(1, 1, 1, "bom")],
        existing={},
        ancestry=AncestorGraph([]),
        replace=False,
        faults=faults,
    )
    assert [fault.index for fault in made.faults] == [0, 1, 2]
