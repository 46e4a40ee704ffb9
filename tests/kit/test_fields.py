from contextlib import suppress
from decimal import Decimal
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, UnsetType

from partwright.kit import fields
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import (
    Amount,
    Date,
    Moment,
    Name,
    Ordinal,
    PartialUpdate,
    Positive,
    RawObject,
    Text,
    Uuid,
    read_query,
    read_struct,
)

ID = "01234567-89ab-7def-8123-456789abcdef"

split = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Bolt(msgspec.Struct, kw_only=True, rename="camel"):
    name: Name
    text: Text | None = None
    unit_cost: Amount | None = None
    quantity: Positive | UnsetType = UNSET
    made_on: Date | None = None
    seen_at: Moment | None = None
    design_id: Uuid | None = None
    lead_time: Ordinal | None = None
    attributes: dict[str, Any] = {}
    tags: list[str] = []


class Shown(msgspec.Struct, rename="camel"):
    id: str
    name: str
    quantity: Decimal
    lead_time: int | None


class BoltEdit(msgspec.Struct, kw_only=True, rename="camel"):
    name: Name | UnsetType = UNSET


class Query(msgspec.Struct, kw_only=True, rename="camel"):
    page: Annotated[int, Meta(ge=1)] = 1
    is_open: bool | None = None
    design_id: Uuid | None = None
    kind: str = ""


def raw(text: str | bytes) -> RawObject:
    return split.decode(text)


def problems(body: str | bytes) -> dict[str, str]:
    with pytest.raises(InvalidInput) as refused:
        read_struct(raw(body), Bolt)
    return {detail.field: detail.message for detail in refused.value.details}  # type: ignore[attr-defined]


def test_an_object_becomes_a_struct() -> None:
    body = f"""{{
        "name": " M8 x 20 ", "unitCost": 0.10, "quantity": "3.5", "madeOn": "2026-11-21",
        "seenAt": "2026-11-21T10:30:00+01:00", "designId": "{ID.upper()}", "leadTime": 14,
        "attributes": {{"finish": ["zinc"]}}
    }}"""
    assert read_struct(raw(body), Bolt) == Bolt(
        name="M8 x 20",
        unit_cost=Decimal("0.10"),
        quantity=Decimal("3.5"),
        made_on="2026-11-21",
        seen_at="2026-11-21T09:30:00.000Z",
        design_id=ID,
        lead_time=14,
        attributes={"finish": ["zinc"]},
    )


def test_numbers_stay_exact() -> None:
    bolt = read_struct(raw('{"name": "x", "unitCost": 123456789012345.123456789012}'), Bolt)
    assert bolt.unit_cost == Decimal("123456789012345.123456789012")


@pytest.mark.parametrize("text", ["1_000", "１２", "١٢", "1,5", "0x10", "", "12 kg"])
def test_a_decimal_in_a_text_is_in_plain_notation(text: str) -> None:
    for key in ("unitCost", "quantity"):
        assert set(problems(msgspec.json.encode({"name": "x", key: text}))) == {key}


def test_every_problem_is_named_at_once() -> None:
    found = problems(
        '{"text": 5, "unitCost": -1, "quantity": 0, "madeOn": "2026-02-30", "seenAt": "soon",'
        ' "designId": "x", "leadTime": -1, "colour": "red"}'
    )
    assert set(found) == {
        *("name", "text", "unitCost", "quantity", "madeOn", "seenAt", "designId", "leadTime"),
        "colour",
    }
    assert found["name"] == "is required"
    assert found["colour"].startswith("unknown key; expected name, text, ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", '""'),
        ("name", '"  "'),
        ("name", "null"),
        ("name", '"' + "x" * 501 + '"'),
        ("name", '"a\\u0000b"'),
        ("name", '"a\\u001bb"'),
        ("name", '"gnp.\\u202eexe"'),
        ("name", '"a\\u200bb"'),
        ("text", '"' + "x" * 5001 + '"'),
        ("unitCost", "1e400"),
        ("unitCost", '"NaN"'),
        ("unitCost", "0.0000000000001"),
        ("unitCost", "1000000000000000"),
        ("unitCost", "true"),
        ("quantity", "null"),
        ("madeOn", '"2026-1-1"'),
        ("madeOn", '"20260101"'),
        ("madeOn", '"2026-01-01T00:00:00Z"'),
        ("seenAt", '"0001-01-01T00:00:00+23:59"'),
        ("leadTime", "2147483648"),
        ("leadTime", "1.5"),
        ("leadTime", "9" * 5000),
        ("designId", f'"{ID}\\n"'),
        ("designId", f'"{{{ID}}}"'),
        ("tags", '"zinc"'),
        ("tags", '["\\u0000"]'),
        ("attributes", "[]"),
        ("attributes", '{"a": {"\\u0000": 1}}'),
        ("attributes", '{"a": 1e400}'),
    ],
)
def test_a_bad_value_names_its_field(key: str, value: str) -> None:
    body = f'{{"name": "x", "{key}": {value}}}' if key != "name" else f'{{"name": {value}}}'
    assert set(problems(body)) == {key}


def test_bytes_that_are_no_text_name_their_field() -> None:
    assert set(problems(b'{"name": "\xff"}')) == {"name"}


@given(st.dictionaries(st.text(), st.recursive(st.none() | st.text(), st.lists), max_size=4))
def test_whatever_is_sent_is_read_or_refused(sent: dict[str, Any]) -> None:
    try:
        body = msgspec.json.encode(sent)
    except UnicodeEncodeError:
        return
    with suppress(InvalidInput):
        assert read_struct(raw(body), Bolt).name == sent["name"].strip()


def test_a_read_only_key_may_repeat_what_is_shown() -> None:
    shown = Shown(ID, "M8", Decimal("2.50"), None)
    body = f'{{"id": "{ID}", "name": "M10", "quantity": 2.5, "leadTime": null}}'
    assert PartialUpdate(raw(body), BoltEdit).over(shown) == BoltEdit(name="M10")


@pytest.mark.parametrize(
    ("key", "value"),
    [("id", '"other"'), ("quantity", "2.6"), ("quantity", '"2.5"'), ("leadTime", "0")],
)
def test_a_read_only_key_cannot_be_changed(key: str, value: str) -> None:
    edit = PartialUpdate(raw(f'{{"{key}": {value}}}'), BoltEdit)
    with pytest.raises(InvalidInput, match=f"{key}: is read-only"):
        edit.over(Shown(ID, "M8", Decimal("2.5"), None))


def test_an_edit_leaves_absent_fields_unset() -> None:
    edit = PartialUpdate(raw("{}"), BoltEdit).over(Shown(ID, "M8", Decimal(1), None))
    assert edit.name is UNSET


def test_changes_are_the_set_fields_that_differ() -> None:
    stored = {"name": "M8"}
    assert fields.changed_fields(BoltEdit(name="M8"), stored.get) == {}
    assert fields.changed_fields(BoltEdit(name="M10"), stored.get) == {"name": "M10"}
    assert fields.changed_fields(BoltEdit(), stored.get) == {}


def test_query_parameters_become_a_struct() -> None:
    given = {"page": "3", "isOpen": "true", "designId": ID, "kind": "null", "unknown": "x"}
    assert read_query(given, Query) == Query(page=3, is_open=True, design_id=ID, kind="null")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("page", "0"),
        ("page", "-1"),
        ("page", "x"),
        ("page", ""),
        ("page", "1.5"),
        ("isOpen", "perhaps"),
        ("designId", "x"),
        ("kind", "a\x00"),
    ],
)
def test_a_bad_query_parameter_is_named(key: str, value: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_query({key: value}, Query)
    assert [detail.field for detail in refused.value.details] == [key]  # type: ignore[attr-defined]
