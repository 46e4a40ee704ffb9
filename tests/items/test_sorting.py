"""The order of lists: by every field, the same on both databases."""

from collections.abc import Callable
from typing import Any

import pytest

from partwright.items import queries as item_queries
from partwright.items.field_queries import FIELDS
from partwright.items.sort_key_queries import COLUMNS
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import World

LOW_TO_HIGH: dict[str, tuple[str, list[dict[str, Any]]]] = {
    # field: the type, and the fields of items in ascending order; those without a value are last.
    "itemNumber": (
        "Part",
        [{"itemNumber": n} for n in ("A", "A-10", "A-9", "B", "b-1", "Ä", "字")],
    ),
    "name": ("Part", [{"name": n} for n in ("1", "Bolt", "Bolt 2", "bolt", "Ölpumpe", "🚀")]),
    "description": ("Part", [{"description": d} for d in ("", "A", "a", None)]),
    "partType": ("Part", [{"partType": t} for t in ("Manufacture", "Purchase", "Software", None)]),
    "makeBuy": ("Part", [{"makeBuy": d} for d in ("buy", "make", None)]),
    "unitOfMeasure": ("Part", [{"unitOfMeasure": u} for u in ("EA", "kg", "m")]),
    "material": ("Part", [{"material": m} for m in ("", "Steel", "steel", None)]),
    "weight": ("Part", [{"weight": w} for w in ("0", "1e-12", "0.5", "9", "10", "100.5", None)]),
    "weightUnit": ("Part", [{"weightUnit": u} for u in ("g", "kg", "t")]),
    "cost": ("Part", [{"cost": c} for c in ("2", "10", "999999999999999", None)]),
    "costCurrency": ("Part", [{"costCurrency": c} for c in ("EUR", "JPY", "USD")]),
    "leadTime": ("Part", [{"leadTime": n} for n in (0, 2, 10, 100, None)]),
    "leadTimeDays": ("Part", [{"leadTime": n} for n in (0, 2, 10, 100, None)]),
    "quantityOnHand": ("Part", [{"quantityOnHand": n} for n in (0, 0.5, 2, 10, None)]),
    "location": ("Part", [{"location": w} for w in ("Bay 1", "Bay 2", None)]),
    "docType": ("Document", [{"docType": t} for t in ("Drawing", "Manual", "Report", None)]),
    "fileName": ("Document", [{"fileName": n} for n in ("a.pdf", "b.pdf", None)]),
    "fileSize": ("Document", [{"fileSize": n} for n in (0, 9, 10, 2**40, None)]),
    "mimeType": ("Document", [{"mimeType": t} for t in ("image/png", "text/csv", None)]),
    "changeType": ("ChangeOrder", [{"changeType": t} for t in ("Deviation", "ECN", "MCO")]),
    "riskLevel": ("ChangeOrder", [{"riskLevel": r} for r in ("critical", "high", "low")]),
    "reasonForChange": ("ChangeOrder", [{"reasonForChange": r} for r in ("A", "B", None)]),
    "impactDescription": ("ChangeOrder", [{"impactDescription": r} for r in ("A", "B", None)]),
    "implementationDate": (
        "ChangeOrder",
        [{"implementationDate": d} for d in ("0999-12-31", "2026-11-21", "2026-12-01", None)],
    ),
    "requirementType": ("Requirement", [{"requirementType": t} for t in ("Constraint", "Other")]),
    "priority": ("Requirement", [{"priority": p} for p in ("1", "2", None)]),
    "status": ("Requirement", [{"status": s} for s in ("open", "verified", None)]),
    "category": ("Requirement", [{"category": c} for c in ("a", "b", None)]),
    "verificationMethod": ("Requirement", [{"verificationMethod": m} for m in ("a", "b", None)]),
    "rationale": ("Requirement", [{"rationale": r} for r in ("a", "b", None)]),
    "acceptanceCriteria": ("Requirement", [{"acceptanceCriteria": c} for c in ("a", "b", None)]),
    "source": ("Requirement", [{"source": s} for s in ("a", "b", None)]),
    "assignee": ("Task", [{"assignee": p.id} for p in (ADMINISTRATOR, ENGINEER)] + [{}]),
    "dueDate": ("Task", [{"dueDate": d} for d in ("2026-01-31", "2026-02-01", None)]),
    "estimatedHours": ("Task", [{"estimatedHours": h} for h in (0.25, 2, 10, None)]),
    "actualHours": ("Task", [{"actualHours": h} for h in (0.25, 2, 10, None)]),
    "taskStatus": ("Task", [{"taskStatus": s} for s in ("a", "b", None)]),
    "severity": ("Issue", [{"severity": s} for s in ("Critical", "High", "Low", "Medium")]),
    "reportedDate": ("Issue", [{"reportedDate": d} for d in ("2026-01-31", "2026-02-01", None)]),
    "resolution": ("Issue", [{"resolution": r} for r in ("a", "b", None)]),
    "rootCause": ("Issue", [{"rootCause": r} for r in ("a", "b", None)]),
    "revision": ("Part", [{"revision": r} for r in ("-", "1", "A", "AA", "B")]),
}
TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")


@pytest.mark.parametrize("type_name", TYPES)
async def test_every_field_sorts_both_ways_and_what_has_no_value_comes_last(
    world: World, api: Api, type_name: str
) -> None:
    fields = {f: items for f, (kind, items) in LOW_TO_HIGH.items() if kind == type_name}
    wrong: list[str] = []
    for field, items in fields.items():
        # Made in another order than any sort gives.
        made = {n: await world.item(type_name, **items[n]) for n in _shuffled(len(items))}
        order = [made[n]["id"] for n in sorted(made)]
        gaps = 1 if next(iter(items[-1].values()), None) is None else 0
        for way in ("", ":asc", ":desc"):
            found = [i for i in await ids(api, type=type_name, sort=field + way) if i in order]
            expected = order
            if way == ":desc":
                valued = len(order) - gaps
                expected = order[:valued][::-1] + order[valued:]
            if found != expected:
                wrong.append(f"{field}{way}: {[order.index(i) for i in found]}")
    assert wrong == []


def _shuffled(count: int) -> list[int]:
    return sorted(range(count), key=lambda n: (n * 5 + 3) % 7)


async def ids(api: Api, **params: Any) -> list[str]:
    answer = await api.get("/api/items", params={"limit": 100, **params}, as_=ENGINEER)
    return [item["id"] for item in data(answer)["items"]]


async def test_every_field_that_is_shown_can_be_sorted_by(world: World, api: Api) -> None:
    for type_name in TYPES:
        item = await world.item(type_name)
        beside = {"id", "masterId", "branchId", "isCurrent", "lockedBy", "attributes"}
        for field in set(item) - beside:
            assert item["id"] in await ids(api, sort=field), field


async def test_the_newest_is_first_unless_asked_otherwise(world: World, api: Api) -> None:
    made = [(await world.part())["id"] for _ in range(12)]
    assert await ids(api) == made[::-1]
    assert await ids(api, sort="createdAt") == made
    assert await ids(api, sort=" createdAt:desc ,") == made[::-1]
    assert await ids(api, sort="") == made[::-1]


async def test_later_keys_decide_where_earlier_ones_are_equal(world: World, api: Api) -> None:
    rows = [("B", "2"), ("A", "2"), ("B", "10"), ("A", None), ("A", "1")]
    made = [await world.part(name=name, weight=weight) for name, weight in rows]
    at = [item["id"] for item in made]
    found = await ids(api, sort="name:asc,weight:desc")
    assert [at.index(i) for i in found] == [1, 4, 3, 2, 0]
    found = await ids(api, sort="weight,name:desc")
    assert [at.index(i) for i in found] == [4, 0, 1, 2, 3]


async def test_last_changed_first(world: World, api: Api) -> None:
    one, two = await world.part(), await world.part()
    await world.edit(one, name="Touched")
    assert await ids(api, sort="updatedAt:desc") == [one["id"], two["id"]]
    assert await ids(api, sort="modifiedAt") == [two["id"], one["id"]]


async def test_a_key_that_comes_again_decides_nothing(world: World, api: Api) -> None:
    made = [(await world.part(n))["id"] for n in ("B", "A")]
    assert await ids(api, sort="name,name:desc") == made[::-1]
    assert await ids(api, sort=",".join(["name:desc", *["name", "state"] * 4000])) == made


async def test_pages_go_on_where_values_end(world: World, api: Api) -> None:
    """An order along an index, page by page, is that of the whole list, and what has no value is last."""
    program = await world.program(members={ENGINEER: "lead"})
    for n, cost in enumerate(("3", None, "1", "10", None, "2", None, "1")):
        more = {} if cost is None else {"cost": cost, "material": f"M{cost}"}
        item = await world.part(programId=program["id"], partType=_BUYS[n % 3], **more)
        if n in (2, 3):
            await world.move(item, "Submit")
    await world.task()
    for filters in ({}, {"type": "Part"}, {"state": "Draft"}, {"programId": program["id"]}):
        for field in ("cost", "material", "state", "type", "partType", "revision", "masterId"):
            for way in ("", ":desc"):
                asked = {"sort": field + way, **filters}
                found = data(await api.get("/api/items", params=asked, as_=ENGINEER))["items"]
                with_value = [one for one in found if one.get(field) is not None]
                assert found[: len(with_value)] == with_value, asked
                values = [one[field] for one in with_value]
                assert values == sorted(
                    values, key=float if field == "cost" else str, reverse=bool(way)
                ), asked
                for limit in (1, 2, 3):
                    pages = [
                        await ids(api, limit=limit, page=page, **asked)
                        for page in range(1, -(-len(found) // limit) + 1)
                    ]
                    assert [i for page in pages for i in page] == [one["id"] for one in found], (
                        asked
                    )


_BUYS = ("Purchase", None, "Manufacture")


async def test_a_list_is_sorted_along_an_index(api: Api) -> None:
    fields = {name: FIELDS.find(name) for name in FIELDS.names}
    names = {field.expression: name for name, field in fields.items() if field is not None}
    async with api.services.database.transaction() as tx:
        is_sqlite = api.services.database.dialect == "sqlite"
        if not is_sqlite:
            for kind in ("seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin"):
                await tx.run(f"SET LOCAL enable_{kind} = off")
        for name in (*(names[f"v.{column}"] for column in COLUMNS), "attributes.Finish"):
            for way in ("ASC", "DESC"):
                steps = await tx.all(
                    lambda *row: str(row[3 if is_sqlite else 0]),
                    f"{'EXPLAIN QUERY PLAN' if is_sqlite else 'EXPLAIN'}"
                    f" {item_queries.keyed_statement((), (f'{name} {way}',))}",
                    limit=5,
                    offset=0,
                    s0_name="Finish",
                )
                key = "SEARCH k USING PRIMARY KEY" if is_sqlite else "sort_keys_pkey"
                (found,) = [n for n, step in enumerate(steps) if key in step]
                if is_sqlite:
                    between = steps[found : steps.index("SCAN found")]
                    assert not any("TEMP B-TREE" in step for step in between), steps


async def test_attributes_are_sorted_and_found_as_numbers_and_in_any_letter_case(
    world: World, api: Api
) -> None:
    values = ("-4 %", "2 mm", "10 mm", "10 mm b", "1e", "Äpfel", "zinc", "ZINC plated", None, None)
    order = ["-4 %", "1e", "2 mm", "10 mm", "10 mm b", "zinc", "ZINC plated", "Äpfel"]
    for value in values:
        await world.part(attributes={} if value is None else {"Finish": value, "Other": "x"})
    long = "q" * 120
    for end in "ab":
        await world.part(attributes={"Finish": long + end})
    for way in ("asc", "desc"):
        pages = [
            data(
                await api.get(
                    "/api/items",
                    params={"sort": f"attributes.Finish:{way}", "limit": limit, "page": page},
                    as_=ENGINEER,
                )
            )["items"]
            for limit in (5, 100)
            for page in range(1, 4)
        ]
        paged, whole = [i for page in pages[:3] for i in page], pages[3]
        assert [i["id"] for i in paged] == [i["id"] for i in whole]
        shown = [i["attributes"].get("Finish") for i in whole]
        assert shown[10:] == [None, None]
        told = [value for value in shown if value is not None and value[:120] != long]
        assert told == (order if way == "asc" else order[::-1])
    for asked, expected in (
        ({"attributes.Finish": "ZINC"}, ["zinc"]),
        ({"attributes.Finish": "äpfel,10 MM"}, ["10 mm", "Äpfel"]),
        ({"attributes.Finish": long + "B"}, [long + "b"]),
        ({"attributes.Finish.from": "2", "attributes.Finish.to": "10"}, order[2:5]),
        ({"attributes.Finish.to": "1"}, order[:2]),
        ({"attributes.Finish.like": "inc"}, ["zinc", "ZINC plated"]),
    ):
        found = data(
            await api.get("/api/items", params={"sort": "attributes.Finish", **asked}, as_=ENGINEER)
        )
        assert [i["attributes"]["Finish"] for i in found["items"]] == expected, asked
        assert found["total"] == len(expected)


async def test_items_without_an_attribute_that_few_have_come_behind_those(
    world: World, api: Api
) -> None:
    values = {7: "2 mm", 19: "zinc", 31: "10 mm"}
    made = [
        await world.part(f"P{n}", cost="5", attributes={"Finish": values[n]} if n in values else {})
        for n in range(40)
    ]
    valued = [made[n]["id"] for n in (7, 31, 19)]
    others = [item["id"] for item in made if item["id"] not in valued]
    for more in ({}, {"cost.from": "1"}, {"type": "Part", "name.like": "p"}):
        for way, first, rest in (("asc", valued, others), ("desc", valued[::-1], others[::-1])):
            asked = {"sort": f"attributes.Finish:{way}", "limit": 8, **more}
            found = [await ids(api, page=page, **asked) for page in range(1, 6)]
            assert [i for page in found for i in page] == first + rest, (way, more)


async def test_long_texts_are_sorted_by_their_beginnings(world: World, api: Api) -> None:
    made = [
        (await world.part(description=text))["id"]
        for text in ("b", "a" * 100 + "z", "a" * 100 + "b", None, "a" * 99)
    ]
    # What begins alike stands in the order of the masters, as what is equal does.
    equal = sorted(made[1:3], key=await _masters(api))
    assert await ids(api, sort="description") == [made[4], *equal, made[0], made[3]]
    assert await ids(api, sort="description:desc") == [made[0], *equal[::-1], made[4], made[3]]
    pages = [await ids(api, sort="description", limit=1, page=n) for n in range(1, 6)]
    assert [i for page in pages for i in page] == [made[4], *equal, made[0], made[3]]


async def _masters(api: Api) -> Callable[[str], str]:
    items = data(await api.get("/api/items", params={"limit": 100}, as_=ENGINEER))["items"]
    return {item["id"]: item["masterId"] for item in items}.__getitem__
