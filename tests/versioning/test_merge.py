"""The three-way merge as a pure function."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from partwright.versioning.merge import Clash, Content, merge

MASTERS = ["a", "b", "c", "d"]

values = st.integers(0, 3)
contents = st.builds(
    Content,
    st.dictionaries(st.sampled_from(["name", "cost", "mass"]), values),
    st.dictionaries(st.tuples(st.just("bom"), st.sampled_from(MASTERS)), values),
    st.dictionaries(st.sampled_from(["drawing", "model"]), values),
)
states = st.dictionaries(st.sampled_from(MASTERS), st.none() | contents, max_size=4)


def present(state: Any) -> dict[str, Content]:
    """The items that are there, without values that are None."""
    return {m: c for m, c in state.items() if c is not None}


@given(states, states)
def test_a_side_that_changed_nothing_yields_to_the_other(base: Any, side: Any) -> None:
    for merged in (merge(base, side, base), merge(base, base, side)):
        assert present(merged.items) == present(side)
        assert merged.clashes == ()


@given(states, states)
def test_the_same_change_on_both_sides_is_made_once(base: Any, side: Any) -> None:
    merged = merge(base, side, side)
    assert present(merged.items) == present(side)
    assert merged.clashes == ()


@given(states, states, states)
def test_merging_what_was_merged_changes_nothing(base: Any, ours: Any, theirs: Any) -> None:
    merged = merge(base, ours, theirs)
    if not merged.clashes:
        again = merge(theirs, merged.items, theirs)
        assert present(again.items) == present(merged.items)
        assert again.clashes == ()


@given(states, states, states)
def test_the_sides_may_change_places(base: Any, ours: Any, theirs: Any) -> None:
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert {(c.master_id, c.place) for c in one.clashes} == {
        (c.master_id, c.place) for c in other.clashes
    }
    if not one.clashes:
        assert present(one.items) == present(other.items)


@given(states, states, states)
def test_no_line_is_lost_or_made_up(base: Any, ours: Any, theirs: Any) -> None:
    merged = merge(base, ours, theirs)

    def lines(state: Any) -> set[tuple[str, Any]]:
        return {(m, key) for m, c in present(state).items() for key in c.lines}

    kept = lines(merged.items)
    assert kept <= lines(ours) | lines(theirs)
    clashing = {clash.master_id for clash in merged.clashes}
    for master_id, key in lines(ours) & lines(theirs):
        assert (master_id, key) in kept or master_id in clashing


def item(lines: dict[str, int] | None = None, **fields: Any) -> Content:
    return Content(fields, {("bom", child): n for child, n in (lines or {}).items()})


def test_different_fields_and_lines_of_one_item_merge() -> None:
    base = {"a": item({"x": 1, "y": 2}, name="Arm", cost=5)}
    ours = {"a": item({"x": 3, "y": 2}, name="Long arm", cost=5)}
    theirs = {"a": item({"x": 1, "z": 9}, name="Arm", cost=7)}
    merged = merge(base, ours, theirs)
    assert merged.items == {"a": item({"x": 3, "z": 9}, name="Long arm", cost=7)}
    assert merged.clashes == ()


def test_the_same_field_changed_differently_is_a_clash() -> None:
    merged = merge({"a": item(cost=1)}, {"a": item(cost=2)}, {"a": item(cost=3)})
    assert merged.clashes == (Clash("a", ("cost",), 1, 2, 3),)


def test_a_line_removed_here_and_changed_there_is_a_clash() -> None:
    merged = merge({"a": item({"x": 1})}, {"a": item()}, {"a": item({"x": 2})})
    assert merged.clashes == (Clash("a", ("bom", "bom", "x"), 1, None, 2),)


def test_an_item_deleted_here_and_changed_there_is_a_clash() -> None:
    theirs = item(cost=2)
    merged = merge({"a": item(cost=1)}, {"a": None}, {"a": theirs})
    assert merged.clashes == (Clash("a", (), item(cost=1), None, theirs),)


def test_a_child_moved_to_two_places_is_not_doubled() -> None:
    base = {"a": item({"x": 1}), "b": item(), "c": item()}
    ours = {"a": item(), "b": item({"x": 1}), "c": item()}
    theirs = {"a": item(), "b": item(), "c": item({"x": 1})}
    merged = merge(base, ours, theirs)
    assert [(clash.master_id, clash.place) for clash in merged.clashes] == [
        ("a", ("bom", "bom", "x"))
    ]


def test_a_child_moved_to_the_same_place_by_both_moves_once() -> None:
    base = {"a": item({"x": 1}), "b": item()}
    moved = {"a": item(), "b": item({"x": 1})}
    merged = merge(base, moved, moved)
    assert merged.items == moved
    assert merged.clashes == ()


def test_a_child_deleted_here_and_added_there_is_a_clash() -> None:
    base = {"a": item(), "x": item()}
    adds, deletes = {"a": item({"x": 2}), "x": item()}, {"a": item(), "x": None}
    assert merge(base, adds, deletes).clashes == (Clash("a", ("bom", "bom", "x"), None, 2, None),)
    assert merge(base, deletes, adds).clashes == (Clash("a", ("bom", "bom", "x"), None, None, 2),)
