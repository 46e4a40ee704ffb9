import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.items.revision_rules import first_revision, next_revision


@pytest.mark.parametrize(
    ("scheme", "revision", "after"),
    [
        ("alpha", "-", "A"),
        ("alpha", "A", "B"),
        ("alpha", "Z", "AA"),
        ("alpha", "AZ", "BA"),
        ("alpha", "ZZ", "AAA"),
        ("alpha", "a", "b"),
        ("alpha", "01", "02"),
        ("alpha", "P-9", "P-10"),
        ("alpha", "A.1", "A.2"),
        ("alpha", "1A", "1B"),
        ("alpha", "(B)", "(C)"),
        ("alpha", "??", "??A"),
        ("numeric", "-", "1"),
        ("numeric", "9", "10"),
        ("numeric", "B", "C"),
        ("asme", "-", "A"),
        ("asme", "H", "J"),
        ("asme", "N", "P"),
        ("asme", "P", "R"),
        ("asme", "R", "T"),
        ("asme", "W", "Y"),
        ("asme", "Y", "AA"),
        ("asme", "AY", "BA"),
        ("asme", "O", "P"),
    ],
)
def test_revisions_count_up(scheme, revision: str, after: str) -> None:
    assert next_revision(revision, scheme) == after


@given(st.sampled_from(["alpha", "numeric", "asme"]), st.integers(1, 900))
def test_no_revision_comes_twice(scheme, count: int) -> None:
    seen = {revision := first_revision(scheme)}
    for _ in range(count):
        revision = next_revision(revision, scheme)
        assert revision not in seen
        seen.add(revision)
    assert scheme != "asme" or not set("".join(seen)) & set("IOQSXZ")
