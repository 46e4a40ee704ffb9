"""Every field of every type: what it takes, how it is shown, and what it refuses."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec
import pytest

from tests.support.application import Api, data, problems
from tests.support.people import APPROVER, ENGINEER
from tests.world import NOBODY, World

Good = list[tuple[Any, Any]]
"""What is sent, as JSON text, and what is shown for it."""
Bad = list[str]
Field = tuple[Good, Bad]

TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")
NOT_TEXT: Bad = ["5", "true", "[]", "{}", r'"a\u0000b"']
NOT_FLAT: Bad = ["true", "[]", "{}"]


def q(text: str) -> str:
    return msgspec.json.encode(text).decode()


def text(limit: int) -> Field:
    longest = "é" * (limit - 1) + "🚀"
    good = [(q(t), t) for t in ("Aluminium", "", "Ø 5 ±0,1 \n\t😀 ' \" \\ %_", longest)]
    return [*good, ("null", None)], [*NOT_TEXT, q("x" * (limit + 1))]


def choice(*names: str, default: str | None = None) -> Field:
    bad = ['""', q(names[0] + " "), q(names[0].swapcase()), '"Unheard of"', "0", "[]"]
    good: Good = [(q(name), name) for name in names]
    return (good, [*bad, "null"]) if default else ([*good, ("null", None)], bad)


def required(limit: int) -> Field:
    good = [(q(t), t.strip()) for t in ("A", " Motor  bracket\t", "x" * limit, "字" * limit)]
    return good, [*NOT_TEXT, "null", '""', '" "', r'"\u00a0\t\n"', q("x" * (limit + 1))]


_AMOUNTS: list[tuple[str, str]] = [
    ("0", "0"),
    ("0.0", "0"),
    ("-0", "0"),
    ("12.50", "12.5"),
    ("1e3", "1000"),
    ("1E-12", "0.000000000001"),
    ("999999999999999", "999999999999999"),
    ("123456789012345.123456789012", "123456789012345.123456789012"),
    ("0.1000000000000000", "0.1"),
]
_NO_AMOUNTS = [
    *("-1", "-0.000000000001", "1000000000000000", "1e15", "1e400", "1E+999999999", "1e-13"),
    *("1.1234567890123", "0.0000000000001"),
]
_NO_AMOUNT_TEXTS = [q(t) for t in ("NaN", "sNaN", "Infinity", "-inf", "", "abc", "1,5", "$5")]


def amount(*, as_number: bool) -> Field:
    def shown(plain: str) -> Any:
        return msgspec.json.decode(plain, type=msgspec.Raw) if as_number else q(plain)

    good = [(sent, shown(plain)) for sent, plain in _AMOUNTS]
    good += [(q(sent), shown(plain)) for sent, plain in _AMOUNTS]
    bad = [*_NO_AMOUNTS, *[q(n) for n in _NO_AMOUNTS], *_NO_AMOUNT_TEXTS, *NOT_FLAT]
    return [*good, ("null", None)], bad


def date() -> Field:
    good: Good = [(q(d), d) for d in ("2026-11-21", "2024-02-29", "0001-01-01", "9999-12-31")]
    bad = ["2026-02-29", "2026-1-2", "21.11.2026", "20261121", "2026-W47-6", "", "2026-11-21T00:00"]
    return [*good, ("null", None)], [*map(q, bad), "20261121", *NOT_FLAT]


def integer(largest: int) -> Field:
    good: Good = [(str(n), n) for n in (0, 1, 14, largest)]
    return [*good, ("null", None)], ["-1", "1.5", '"x"', str(largest + 1), "1e400", *NOT_FLAT]


def user() -> Field:
    emmy = {"id": ENGINEER.id, "name": ENGINEER.name}
    good: Good = [
        (q(ENGINEER.id.upper()), emmy),
        (
            msgspec.json.encode({"id": APPROVER.id}).decode(),
            {"id": APPROVER.id, "name": "Alan Turing"},
        ),
        (msgspec.json.encode(emmy).decode(), emmy),
        ("null", None),
    ]
    return good, ['""', '"Emmy"', "5", "{}", '{"id": 5}', '{"id": "x"}', "[]", '{"name": "Emmy"}']


LEVELS = ("low", "medium", "high", "critical")
GRADES = ("Critical", "High", "Medium", "Low")
LEAD: Field = integer(2_147_483_647)
COMMON: dict[str, Field] = {
    "name": required(500),
    "itemNumber": (
        [(q("n"), "n"), (q(" X-1 "), "X-1"), (q("x" * 100), "x" * 100), (q("Ö/1 #2"), "Ö/1 #2")],
        [*NOT_TEXT, '""', '"  "', q("x" * 101)],
    ),
    "attributes": (
        [
            ('{"finish": "zinc", "Farbe": "grün"}', None),
            ("{}", None),
            (msgspec.json.encode({"k" * 100: "v" * 5000, "empty": ""}).decode(), None),
        ],
        [
            *(
                '{"a": 5}',
                '{"a": {}}',
                '{"a": ["x"]}',
                "[]",
                '"x"',
                "5",
                '{"": "x"}',
            ),
            msgspec.json.encode({"k" * 101: "v"}).decode(),
            msgspec.json.encode({"k": "v" * 5001}).decode(),
            *(r'{"a": "x\u0000"}', r'{"a\u0000": "x"}'),
        ],
    ),
}
OWN: dict[str, dict[str, Field]] = {
    "Part": {
        "description": text(5000),
        "partType": choice("Manufacture", "Purchase", "Software", "Phantom"),
        "makeBuy": (
            [('"make"', "make"), ('"BUY"', "buy"), ('"Make"', "make"), ("null", None)],
            ['"made"', '""', "1", "true"],
        ),
        "unitOfMeasure": (
            [('"m²"', "m²"), ('" kg "', "kg"), (q("x" * 20), "x" * 20)],
            ['""', '"  "', q("x" * 21), "null", *NOT_TEXT],
        ),
        "material": text(100),
        "weight": amount(as_number=False),
        "weightUnit": choice("mg", "g", "kg", "t", "oz", "lb", default="kg"),
        "cost": amount(as_number=False),
        "costCurrency": (
            [('"EUR"', "EUR"), ('"jpy"', "JPY"), ('"Usd"', "USD")],
            ['"EURO"', '"XYZ"', '""', '"€"', "null", "978"],
        ),
        "leadTime": LEAD,
        "leadTimeDays": LEAD,
        "quantityOnHand": amount(as_number=True),
        "location": text(500),
        "massBasis": choice("calculated", "own", "added"),
        "costBasis": choice("calculated", "own", "added"),
    },
    "Document": {
        "description": text(5000),
        "docType": choice("Specification", "Drawing", "Procedure", "Manual", "Report", "Other"),
        "fileName": text(500),
        "fileSize": integer(2**53),
        "mimeType": text(100),
    },
    "ChangeOrder": {
        "description": text(5000),
        "changeType": choice("ECO", "ECN", "MCO", "Deviation", default="ECO"),
        "priority": choice(*LEVELS, default="medium"),
        "riskLevel": choice(*LEVELS, default="medium"),
        "reasonForChange": text(5000),
        "impactDescription": text(5000),
        "implementationDate": date(),
    },
    "Requirement": {
        "description": text(5000),
        "requirementType": choice("Functional", "Performance", "Interface", "Constraint", "Other"),
        "rationale": text(5000),
        "acceptanceCriteria": text(5000),
        **{
            name: text(500)
            for name in ("priority", "status", "category", "verificationMethod", "source")
        },
    },
    "Task": {
        "description": text(5000),
        "priority": text(500),
        "assignee": user(),
        "dueDate": date(),
        "estimatedHours": amount(as_number=True),
        "actualHours": amount(as_number=True),
        "taskStatus": text(500),
    },
    "Issue": {
        "description": text(10_000),
        "severity": choice(*GRADES, default="Medium"),
        "priority": choice(*GRADES, default="Medium"),
        "category": choice("Design", "Manufacturing", "Quality", "Customer", "Safety", "Other"),
        "reportedDate": date(),
        "assignee": user(),
        "resolution": text(10_000),
        "rootCause": text(10_000),
    },
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "Part": {"unitOfMeasure": "EA", "weightUnit": "kg", "costCurrency": "USD"},
    "ChangeOrder": {"changeType": "ECO", "priority": "medium", "riskLevel": "medium"},
    "Issue": {"severity": "Medium", "priority": "Medium"},
}
SECOND_NAMES = {"makeBuy", "leadTimeDays"}
ALL = {name: COMMON | own for name, own in OWN.items()}
EVERYWHERE = {
    *("id", "masterId", "itemNumber", "revision", "name", "description", "type", "state"),
    *("createdAt", "updatedAt", "createdBy", "designId", "programId", "branchId", "isCurrent"),
    *("modifiedAt", "updatedBy", "lockedBy", "attributes"),
}
SET_BY_SERVICE = {
    "ChangeOrder": {"submittedAt", "approvedAt", "approvedBy", "releasedAt", "closedAt"},
    "Part": {"familyId", "isFamily"},
}


class _Exact(msgspec.Struct):
    data: dict[str, msgspec.Raw]


def as_shown(sent: str, shown: Any) -> bytes:
    if isinstance(shown, msgspec.Raw):
        return bytes(shown)
    if isinstance(shown, str) and shown.startswith('"'):
        return shown.encode()
    return msgspec.json.encode(shown) if shown is not None or sent == "null" else sent.encode()


def body(**fields: str) -> bytes:
    return ("{" + ", ".join(f"{q(key)}: {value}" for key, value in fields.items()) + "}").encode()


JSON = {"Content-Type": "application/json"}


def same(left: bytes, right: bytes) -> bool:
    """Whether two pieces of JSON mean the same, every digit of their numbers counted."""
    decode = msgspec.json.Decoder(float_hook=Decimal).decode
    return bool(decode(left) == decode(right))


def rounds(type_name: str, of: int) -> Iterator[dict[str, Any]]:
    """The n-th value of every field together; each field begins again when it has no more."""
    fields = {key: found[of] for key, found in ALL[type_name].items() if key not in SECOND_NAMES}
    for turn in range(max(len(values) for values in fields.values())):
        yield {key: values[turn % len(values)] for key, values in fields.items()}
    for key in SECOND_NAMES & set(ALL[type_name]):
        yield from ({key: value} for value in ALL[type_name][key][of])


@pytest.mark.parametrize("type_name", TYPES)
async def test_good_values_are_kept_and_shown(world: World, api: Api, type_name: str) -> None:
    path = f"/api/items/{(await world.item(type_name))['id']}"
    wrong: list[str] = []
    for fields in rounds(type_name, of=0):
        whole = {"attributesMode": q("replace")}
        sent = body(**{key: value for key, (value, _) in fields.items()}, **whole)
        answer = await api.put(path, content=sent, headers=JSON, as_=ENGINEER)
        assert answer.status_code == 200, answer.text
        assert (await api.get(path, as_=ENGINEER)).content == answer.content
        seen = msgspec.json.decode(answer.content, type=_Exact).data
        for key, (value, shown) in fields.items():
            if not same(bytes(seen[key]), as_shown(value, shown)):
                wrong.append(f"{key} = {value[:60]}: shown {bytes(seen[key])[:60]!r}")
    assert wrong == []


@pytest.mark.parametrize("type_name", TYPES)
async def test_bad_values_are_refused_and_named(world: World, api: Api, type_name: str) -> None:
    item = await world.item(type_name)
    wrong: list[str] = []
    for fields in rounds(type_name, of=1):
        sent = body(**fields)
        answer = await api.put(f"/api/items/{item['id']}", content=sent, headers=JSON, as_=ENGINEER)
        taken = set(fields) - {field.split(".")[0] for field in problems(answer)}
        wrong += [f"{key} = {fields[key][:60]} was taken" for key in taken]
    assert wrong == []
    assert await world.get(item) == item


@pytest.mark.parametrize("type_name", TYPES)
async def test_a_new_item_takes_every_field_of_its_type(
    world: World, api: Api, type_name: str
) -> None:
    fields = {key: good[0] for key, (good, _) in ALL[type_name].items() if key != "leadTimeDays"}
    sent = body(type=q(type_name), **{key: value for key, (value, _) in fields.items()})
    answer = await api.post("/api/items", content=sent, headers=JSON, as_=ENGINEER)
    assert answer.status_code == 201, answer.text
    seen = msgspec.json.decode(answer.content, type=_Exact).data
    for key, (value, shown) in fields.items():
        assert same(bytes(seen[key]), as_shown(value, shown)), key
    own = SET_BY_SERVICE.get(type_name, set())
    assert set(seen) == EVERYWHERE | set(ALL[type_name]) | own


@pytest.mark.parametrize("type_name", TYPES)
async def test_a_new_item_refuses_every_bad_field_at_once(api: Api, type_name: str) -> None:
    bad = {key: found[0] for key, (_, found) in ALL[type_name].items()}
    sent = body(type=q(type_name), colour='"red"', **bad)
    answer = await api.post("/api/items", content=sent, headers=JSON, as_=ENGINEER)
    assert set(problems(answer)) == {*bad, "colour"}


@pytest.mark.parametrize("type_name", TYPES)
async def test_what_is_left_out_is_empty_or_the_default(world: World, type_name: str) -> None:
    item = await world.item(type_name, "Bare")
    defaults = DEFAULTS.get(type_name, {})
    given = {"name", "itemNumber", "attributes"}
    for key in {*ALL[type_name], *SET_BY_SERVICE.get(type_name, set())} - given:
        assert item[key] == ({"isFamily": False} | defaults).get(key), key
    assert item["attributes"] == {}
    assert item["revision"] == "-"
    assert item["state"] == ("Open" if type_name == "Issue" else "Draft")
    assert item["isCurrent"] is True
    assert (item["branchId"], item["lockedBy"]) == (None, None)
    assert (item["designId"], item["programId"]) == (None, None)
    assert item["createdBy"] == ENGINEER.id
    assert item["createdAt"] == item["updatedAt"] == item["modifiedAt"]
    assert datetime.fromisoformat(item["createdAt"]).tzinfo is UTC
    assert [str(UUID(item[key])) for key in ("id", "masterId")] == [item["id"], item["masterId"]]


async def test_a_lead_time_of_zero_is_no_missing_one(world: World) -> None:
    part = await world.part(leadTimeDays=0)
    assert (part["leadTime"], part["leadTimeDays"]) == (0, 0)
    assert (await world.edit(part, leadTime=None))["leadTimeDays"] is None
    assert (await world.edit(part, leadTimeDays=0))["leadTime"] == 0


async def test_an_assignee_must_exist(world: World, api: Api) -> None:
    task = await world.task(assignee=ENGINEER.id)
    for sent in (NOBODY, {"id": NOBODY}):
        for answer in (
            await api.put(f"/api/items/{task['id']}", {"assignee": sent}, as_=ENGINEER),
            await api.post(
                "/api/items", {"type": "Task", "name": "T", "assignee": sent}, as_=ENGINEER
            ),
        ):
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "RESOURCE_NOT_FOUND"
    assert (await world.get(task))["assignee"] == {"id": ENGINEER.id, "name": ENGINEER.name}


async def test_the_type_and_name_are_needed(api: Api) -> None:
    for sent, field in (
        ({"name": "x"}, "type"),
        ({"name": "x", "type": None}, "type"),
        ({"name": "x", "type": "Gadget"}, "type"),
        ({"name": "x", "type": "part"}, "type"),
        ({"name": "x", "type": ["Part"]}, "type"),
        ({"type": "Part"}, "name"),
    ):
        assert field in problems(await api.post("/api/items", sent, as_=ENGINEER)), sent


async def test_attributes_are_merged_key_by_key(world: World, api: Api) -> None:
    part = await world.part(attributes={"a": "1", "b": "2"})
    assert (await world.edit(part, attributes={"b": "3"}))["attributes"] == {"a": "1", "b": "3"}
    edited = await world.edit(part, attributes={"a": None, "c": "4", "no": None})
    assert edited["attributes"] == {"b": "3", "c": "4"}
    assert (await world.edit(part, name="Other"))["attributes"] == {"b": "3", "c": "4"}
    many = {f"k{at}": "v" for at in range(499)}
    put = await api.put(f"/api/items/{part['id']}", {"attributes": many}, as_=ENGINEER)
    assert "attributes" in problems(put)
    put = await api.put(f"/api/items/{part['id']}", {"attributesMode": "set"}, as_=ENGINEER)
    assert "attributesMode" in problems(put)
    edited = await world.edit(part, attributes={"d": "5"}, attributesMode="replace")
    assert edited["attributes"] == {"d": "5"}
    edited = await world.edit(part, attributes={"\u200bd\t": "6", "Jo\u0308": "7"})
    assert edited["attributes"] == {"d": "6", "J\u00f6": "7"}
    for wrong, problem in (
        ({"": "1"}, "expected keys of 1 to 100 characters"),
        ({" \u200b": "1"}, "the name ' \\u200b' is blank"),
        ({"a": "1", "a ": "2"}, "the name 'a ' comes twice"),
    ):
        for method, path in (("POST", "/api/parts"), ("PUT", f"/api/parts/{part['id']}")):
            body = {"name": "P", "attributes": wrong}
            assert problems(await api.request(method, path, json=body, as_=ENGINEER)) == {
                "attributes": problem
            }
    new = {"type": "Part", "name": "P", "attributes": {"a": None}}
    assert (await api.post("/api/items", new, as_=ENGINEER)).status_code == 400


async def test_the_description_of_other_types_is_shorter_than_an_issues(api: Api) -> None:
    long = "x" * 10_000
    issue = {"type": "Issue", "name": "I", "description": long}
    assert data(await api.post("/api/items", issue, as_=ENGINEER), 201)["description"] == long
    task = {"type": "Task", "name": "T", "description": long}
    assert list(problems(await api.post("/api/items", task, as_=ENGINEER))) == ["description"]


async def test_half_a_character_is_no_text(api: Api) -> None:
    for half in (r"\ud800", r"x\udfff", r"\ud83d "):
        for fields in (f'"name": "{half}"', f'"name": "x", "attributes": {{"{half}": ""}}'):
            sent = f'{{"type": "Part", {fields}}}'.encode()
            answer = await api.post("/api/items", content=sent, headers=JSON, as_=ENGINEER)
            assert "half a character" in str(problems(answer)), sent
