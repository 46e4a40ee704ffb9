"""The pure rules: two names of one value, numbers, what a state allows."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.item_types.part import make_buy
from partwright.items import item_input, number_rules
from partwright.kit.errors import ErrorDetail
from partwright.versioning.model import number_key

TYPES = [None, "Manufacture", "Purchase", "Software", "Phantom"]
DECISIONS = [None, "make", "buy"]

part_types = st.sampled_from(TYPES)
decisions = st.sampled_from(DECISIONS)
days = st.none() | st.integers(0, 30)


def typed(present: str | None, **sent: Any) -> str | None:
    """The part type that follows, or "refused"."""
    problems: list[ErrorDetail] = []
    found = item_input.part_type(present, sent, problems)
    assert [p.field for p in problems] in ([], ["makeBuy"])
    return "refused" if problems else found


@pytest.mark.parametrize(
    ("present", "sent", "follows"),
    [
        (None, {}, None),
        (None, {"makeBuy": "buy"}, "Purchase"),
        (None, {"makeBuy": "make"}, "Manufacture"),
        (None, {"partType": "Phantom"}, "Phantom"),
        (None, {"partType": "Phantom", "makeBuy": "make"}, "Phantom"),
        (None, {"partType": "Software", "makeBuy": None}, "Software"),
        (None, {"partType": "Phantom", "makeBuy": "buy"}, "refused"),
        (None, {"partType": "Purchase", "makeBuy": "make"}, "refused"),
        (None, {"partType": None, "makeBuy": "buy"}, "Purchase"),
        ("Purchase", {}, "Purchase"),
        ("Purchase", {"makeBuy": "buy"}, "Purchase"),
        ("Purchase", {"makeBuy": "make"}, "Manufacture"),
        ("Software", {"makeBuy": "make"}, "Software"),
        ("Software", {"makeBuy": "buy"}, "Purchase"),
        ("Software", {"makeBuy": None}, None),
        ("Software", {"partType": None}, None),
        ("Software", {"partType": None, "makeBuy": "make"}, None),
        ("Purchase", {"partType": "Purchase", "makeBuy": "make"}, "Manufacture"),
        ("Purchase", {"partType": "Phantom", "makeBuy": "buy"}, "Phantom"),
        ("Phantom", {"partType": "Manufacture", "makeBuy": "make"}, "Manufacture"),
        ("Phantom", {"partType": "Manufacture", "makeBuy": "buy"}, "refused"),
        ("Purchase", {"partType": None, "makeBuy": "make"}, "refused"),
        ("Phantom", {"partType": "Software", "makeBuy": None}, "refused"),
    ],
)
def test_part_type_and_make_buy(
    present: str | None, sent: dict[str, Any], follows: str | None
) -> None:
    assert typed(present, **sent) == follows


@given(part_types, part_types, decisions)
def test_the_one_that_differs_from_what_is_stored_wins(
    present: str | None, new_type: str | None, decision: str | None
) -> None:
    found = typed(present, partType=new_type, makeBuy=decision)
    type_differs, decision_differs = new_type != present, decision != make_buy(present)
    if not decision_differs:
        assert found == new_type
    elif not type_differs:
        assert make_buy(found) == decision
    elif make_buy(new_type) == decision:
        assert found == new_type
    else:
        assert found == "refused"


@given(part_types, decisions)
def test_each_name_alone_is_enough(present: str | None, decision: str | None) -> None:
    assert make_buy(typed(present, makeBuy=decision)) == decision
    assert typed(present) == present


def lead(present: int | None, **sent: Any) -> Any:
    problems: list[ErrorDetail] = []
    found = item_input.value_of_either(("leadTime", "leadTimeDays"), present, sent, problems)
    assert [p.field for p in problems] in ([], ["leadTimeDays"])
    return "refused" if problems else found


@pytest.mark.parametrize(
    ("present", "sent", "follows"),
    [
        (None, {}, None),
        (5, {}, 5),
        (None, {"leadTime": 0}, 0),
        (None, {"leadTimeDays": 0}, 0),
        (5, {"leadTimeDays": 0}, 0),
        (5, {"leadTime": 5, "leadTimeDays": 0}, 0),
        (5, {"leadTime": 0, "leadTimeDays": 5}, 0),
        (0, {"leadTime": None, "leadTimeDays": 0}, None),
        (5, {"leadTime": 7, "leadTimeDays": 7}, 7),
        (5, {"leadTime": 7, "leadTimeDays": 8}, "refused"),
        (5, {"leadTime": None, "leadTimeDays": 8}, "refused"),
        (None, {"leadTime": None, "leadTimeDays": 8}, 8),
    ],
)
def test_lead_time_and_lead_time_days(
    present: int | None, sent: dict[str, Any], follows: Any
) -> None:
    assert lead(present, **sent) == follows


@given(days, days, days)
def test_lead_times_disagree_only_where_both_differ(
    present: int | None, one: int | None, other: int | None
) -> None:
    found = lead(present, leadTime=one, leadTimeDays=other)
    assert found == lead(present, leadTime=other, leadTimeDays=one)
    differing = {one, other} - {present}
    assert found == ("refused" if len(differing) == 2 else next(iter(differing), present))


@given(st.sampled_from(["PN", "DOC"]), st.integers(0, 2_000_000), st.integers(1, 50))
def test_automatic_numbers_follow_one_another(prefix: str, last: int, many: int) -> None:
    found = number_rules.numbers_after(prefix, last, many=many)
    assert list(found.values()) == list(range(last + 1, last + many + 1))
    assert next(iter(found)) == f"{prefix}-{last + 1:06}"
    assert len({number_key(number) for number in found}) == many


@given(st.text(max_size=20))
def test_numbers_are_compared_without_regard_to_case(number: str) -> None:
    assert number_key(number) == number_key(number.casefold())
    assert number_key("straße-1") == number_key("STRASSE-1")
