"""Long lists that are sorted and given up in pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.kit import memory


@given(st.lists(st.tuples(st.integers(0, 9), st.integers())), st.integers(1, 5))
def test_pieces_are_sorted_as_the_whole(rows: list[tuple[int, int]], at_once: int) -> None:
    expected = sorted(rows, key=lambda row: row[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "SORTED_AT_ONCE", at_once)
        memory.sort_in_pieces(rows, key=lambda row: row[0])
    assert rows == expected
