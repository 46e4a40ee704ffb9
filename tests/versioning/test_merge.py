"""The three-way merge as a pure function."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.versioning.merge import ItemContent, PlaceConflict, merge_states

MASTERS = ["a", "b", "c", "d"]

values = st.integers(0, 3)
contents = st.builds(
    ItemContent,
    st.dictionaries(st.sampled_from(["name", "cost", "mass"]), values),
    st.dictionaries(st.tuples(st.just("bom"), st.sampled_from(MASTERS)), values),
    st.dictionaries(st.sampled_from(["drawing", "model"]), values),
)
states = st.dictionaries(st.sampled_from(MASTERS), st.none() | contents, max_size=4)


def present(state: Any) -> dict[str, ItemContent]:
    """The items that are there, without values that are None."""
    return {m: c for m, c in state.items() if c is not None}


@given(states, states)
def test_a_side_that_changed_nothing_yields_to_the_other(base: Any, side: Any) -> None:
    for merged in (merge_states(base, side, base), merge_states(base, base, side)):
        assert present(merged.items) == present(side)
        assert merged.conflicts == ()


@given(states, states)
def test_the_same_change_on_both_sides_is_made_once(base: Any, side: Any) -> None:
    merged = merge_states(base, side, side)
    assert present(merged.items) == present(side)
    assert merged.conflicts == ()


@given(states, states, states)
def test_merging_what_was_merged_changes_nothing(base: Any, ours: Any, theirs: Any) -> None:
    merged = merge_states(base, ours, theirs)
    if not merged.conflicts:
        again = merge_states(theirs, merged.items, theirs)
        assert present(again.items) == present(merged.items)
        assert again.conflicts == ()


@given(states, states, states)
def test_the_sides_may_change_places(base: Any, ours: Any, theirs: Any) -> None:
    one, other = merge_states(base, ours, theirs), merge_states(base, theirs, ours)
    assert {(c.master_id, c.place) for c in one.conflicts} == {
        (c.master_id, c.place) for c in other.conflicts
    }
    if not one.conflicts:
        assert present(one.items) == present(other.items)


def lines_of(state: Any) -> set[tuple[str, Any]]:
    return {(m, key) for m, c in present(state).items() for key in c.lines}


@given(states, states, states)
def test_a_line_stands_where_a_side_made_it_or_both_left_it(
    base: Any, ours: Any, theirs: Any
) -> None:
    merged = merge_states(base, ours, theirs)
    before, mine, other = lines_of(base), lines_of(ours), lines_of(theirs)
    kept = lines_of(merged.items)
    assert kept <= mine | other
    clashing = {clash.master_id for clash in merged.conflicts}
    wanted = (mine & other) | (mine - before) | (other - before)
    assert {line for line in kept ^ wanted if line[0] not in clashing} == set()


@pytest.mark.parametrize(("mine", "other"), list(product(MASTERS, repeat=2)))
def test_a_line_that_both_sides_move_is_one_line_or_a_clash(mine: str, other: str) -> None:
    def under(parent: str) -> dict[str, ItemContent]:
        return {m: item({"x": 1} if m == parent else {}) for m in MASTERS}

    merged = merge_states(under("a"), under(mine), under(other))
    if mine == other or "a" in (mine, other):
        assert merged.items == under(mine if other == "a" else other)
        assert merged.conflicts == ()
    else:
        assert [clash.place for clash in merged.conflicts] == [("bom", "bom", "x")]


PLACES = [
    (master, kind, key)
    for master in MASTERS
    for kind, keys in (
        ("fields", ["name", "cost"]),
        ("lines", [("bom", child) for child in MASTERS]),
        ("files", ["drawing"]),
    )
    for key in keys
]


@st.composite
def disjoint(draw: Any) -> tuple[Any, dict[Any, Any], dict[Any, Any]]:
    """All items, and two sets of edits of them at different places."""
    base = {master: draw(contents) for master in MASTERS}
    chosen = draw(st.lists(st.sampled_from(PLACES), unique=True))
    half = draw(st.integers(0, len(chosen)))
    # A removed field is one without a value; a line that both sides move is no disjoint edit.
    edits = {place: draw(values if place[1] == "lines" else st.none() | values) for place in chosen}
    return base, {p: edits[p] for p in chosen[:half]}, {p: edits[p] for p in chosen[half:]}


def edited(state: Any, edits: dict[Any, Any]) -> Any:
    after = {
        m: {k: dict(getattr(c, k)) for k in ("fields", "lines", "files")} for m, c in state.items()
    }
    for (master, kind, key), value in edits.items():
        if value is None and kind != "fields":
            after[master][kind].pop(key, None)
        else:
            after[master][kind][key] = value
    return {m: ItemContent(**held) for m, held in after.items()}


@given(disjoint())
def test_edits_of_different_places_commute(scene: Any) -> None:
    base, mine, other = scene
    ours, theirs = edited(base, mine), edited(base, other)
    one, two = merge_states(base, ours, theirs), merge_states(base, theirs, ours)
    assert one.conflicts == two.conflicts == ()
    assert one.items == two.items == edited(ours, other) == edited(theirs, mine)


def item(lines: dict[str, int] | None = None, **fields: Any) -> ItemContent:
    return ItemContent(fields, {("bom", child): n for child, n in (lines or {}).items()})


def test_different_fields_and_lines_of_one_item_merge() -> None:
    base = {"a": item({"x": 1, "y": 2}, name="Arm", cost=5)}
    ours = {"a": item({"x": 3, "y": 2}, name="Long arm", cost=5)}
    theirs = {"a": item({"x": 1, "z": 9}, name="Arm", cost=7)}
    merged = merge_states(base, ours, theirs)
    assert merged.items == {"a": item({"x": 3, "z": 9}, name="Long arm", cost=7)}
    assert merged.conflicts == ()


def test_the_same_field_changed_differently_is_a_clash() -> None:
    merged = merge_states({"a": item(cost=1)}, {"a": item(cost=2)}, {"a": item(cost=3)})
    assert merged.conflicts == (PlaceConflict("a", ("cost",), 1, 2, 3),)


def with_attributes(text: str | None) -> dict[str, Any]:
    return {"a": item(cost=1) if text is None else item(cost=1, attributes=text)}


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged", "clashes"),
    [
        ('{"k":"1"}', '{"k":"1","x":"2"}', '{"k":"1","y":"3"}', '{"k":"1","y":"3","x":"2"}', ()),
        ('{"k":"1","l":"2"}', '{"l":"2"}', '{"k":"1","l":"3"}', '{"l":"3"}', ()),
        ('{"k":"1"}', '{"k":"2"}', '{"k":"2","y":"3"}', '{"k":"2","y":"3"}', ()),
        ('{"k":"1"}', "{}", '{"k":"3","y":"4"}', '{"y":"4"}', (("k", "1", None, "3"),)),
        (None, '{"k":"2"}', '{"k":"3"}', '{"k":"2"}', (("k", None, "2", "3"),)),
        ("{}", '{"b":"1","a":"2"}', '{"a":"2","b":"1"}', '{"b":"1","a":"2"}', ()),
    ],
)
def test_attributes_merge_name_by_name(
    base: str | None, ours: str, theirs: str, merged: str, clashes: Any
) -> None:
    result = merge_states(*map(with_attributes, (base, ours, theirs)))
    assert result.items == with_attributes(merged)
    assert result.conflicts == tuple(
        PlaceConflict("a", ("attributes", name), *values) for name, *values in clashes
    )


def test_a_line_removed_here_and_changed_there_is_a_clash() -> None:
    merged = merge_states({"a": item({"x": 1})}, {"a": item()}, {"a": item({"x": 2})})
    assert merged.conflicts == (PlaceConflict("a", ("bom", "bom", "x"), 1, None, 2),)


def test_an_item_deleted_here_and_changed_there_is_a_clash() -> None:
    theirs = item(cost=2)
    merged = merge_states({"a": item(cost=1)}, {"a": None}, {"a": theirs})
    assert merged.conflicts == (PlaceConflict("a", (), item(cost=1), None, theirs),)


def test_a_child_deleted_here_and_added_there_is_a_clash() -> None:
    base = {"a": item(), "x": item()}
    adds, deletes = {"a": item({"x": 2}), "x": item()}, {"a": item(), "x": None}
    assert merge_states(base, adds, deletes).conflicts == (
        PlaceConflict("a", ("bom", "bom", "x"), None, 2, None),
    )
    assert merge_states(base, deletes, adds).conflicts == (
        PlaceConflict("a", ("bom", "bom", "x"), None, None, 2),
    )
