import re
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from partwright.programs import rules

CODE = re.compile("[A-Z0-9-]{1,50}")


@given(st.text(max_size=80))
def test_any_name_gives_a_code(name: str) -> None:
    made = rules.code_of(name, otherwise="DESIGN")
    for code in islice(rules.code_candidates(made), 30):
        assert CODE.fullmatch(code)
        assert rules.as_code(code) == code


@given(st.text(max_size=80))
def test_the_candidates_of_a_code_differ(name: str) -> None:
    found = list(islice(rules.code_candidates(rules.code_of(name, otherwise="DESIGN")), 200))
    assert len(set(found)) == 200


@given(st.text(max_size=60))
def test_what_counts_as_a_code_is_one(text: str) -> None:
    code = rules.as_code(text)
    assert code is None or CODE.fullmatch(code)
    assert code is None or code == text.strip().upper()
