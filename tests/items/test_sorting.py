"""The order of lists: by every field, the same on both databases."""

from typing import Any

import pytest

from partwright.items import queries as item_queries
from partwright.items.field_queries import FIELDS
from partwright.items.order_queries import SORTED_ALWAYS, SORTED_COLUMNS
from partwright.items.queries import AccessPath, ItemFilters
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
            for kind in ("seqscan", "sort", "bitmapscan"):
                await tx.run(f"SET LOCAL enable_{kind} = off")
        for column in (*SORTED_ALWAYS, *SORTED_COLUMNS):
            field = fields[names[f"v.{column}"]]
            assert field is not None
            filters: ItemFilters = ((field, "present"),) if column in SORTED_COLUMNS else ()
            for way in ("ASC", "DESC"):
                order = (f"{names[f'v.{column}']} {way}",)
                sql = item_queries.list_statement(
                    filters, order, in_view=False, way=AccessPath.WALKED
                )
                explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
                steps = await tx.all(
                    lambda *row: str(row[3 if is_sqlite else 0]),
                    f"{explain} {sql}",
                    limit=5,
                    offset=0,
                )
                (found,) = [
                    n for n, step in enumerate(steps) if f"versions_sorted_{column}" in step
                ]
                if is_sqlite:
                    between = steps[found : steps.index("SCAN found")]
                    assert not any("TEMP B-TREE" in step for step in between), steps
