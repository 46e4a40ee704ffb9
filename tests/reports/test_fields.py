"""Every field path of every item type is shown, filtered and sorted by."""

from typing import Any

from partwright.reports.fields import FIELDS, is_of_source
from tests.reports.naive import held
from tests.reports.scenes import by, column, made, report, run, where
from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import World

BASE = "itemNumber name revision state createdAt modifiedAt"
OF_THE_INTERFACE = {
    "Part": "parts.description parts.partType parts.material parts.weight parts.cost"
    " parts.leadTimeDays parts.quantityOnHand parts.location",
    "Document": "documents.description documents.fileName documents.fileSize documents.mimeType",
    "ChangeOrder": "change_orders.changeType change_orders.priority"
    " change_orders.reasonForChange change_orders.riskLevel",
    "Requirement": "requirements.description requirements.type requirements.priority"
    " requirements.status requirements.category",
    "Task": "tasks.description tasks.priority tasks.dueDate tasks.estimatedHours tasks.actualHours",
    "Issue": "issues.description issues.severity issues.priority issues.category"
    " issues.reportedDate issues.resolution issues.rootCause",
}
FILLED: dict[str, dict[str, Any]] = {
    "Part": {"cost": "1.5", "weight": "0.25", "leadTime": 3, "quantityOnHand": 2.5},
    "Document": {"docType": "Drawing", "fileName": "a.pdf", "fileSize": 7, "mimeType": "a/b"},
    "ChangeOrder": {"reasonForChange": "Rust", "implementationDate": "2026-11-21"},
    "Requirement": {"requirementType": "Interface", "status": "New", "source": "Law"},
    "Task": {"dueDate": "2026-11-21", "estimatedHours": 1.5, "assignee": ADMINISTRATOR.id},
    "Issue": {"category": "Safety", "reportedDate": "2026-11-21", "assignee": ENGINEER.id},
}
ELSEWHERE = {"createdBy", "releasedAt", "designCode", "programCode"}
"""Paths that items have no key for."""


def test_all_paths_of_the_interface_are_known() -> None:
    for item_type, paths in OF_THE_INTERFACE.items():
        assert set(f"{BASE} {paths}".split()) <= set(FIELDS[item_type])


async def test_every_field_shows_filters_and_sorts(world: World, api: Api) -> None:
    for item_type, fields in FILLED.items():
        bare = await world.item(item_type, "A", itemNumber=f"{item_type}-1")
        full = await world.item(item_type, "B", itemNumber=f"{item_type}-2", **fields)
        paths = [one.path for one in FIELDS[item_type].values() if not is_of_source(one.column)]
        one = await made(
            api,
            itemType=item_type,
            columns=[column(path, place) for place, path in enumerate(paths)],
            sorts=[by("itemNumber"), *(by(path, "desc", n + 1) for n, path in enumerate(paths))],
        )
        rows = (await run(api, one))["rows"]
        for row, item in zip(rows, (bare, full), strict=True):
            for path in set(paths) - ELSEWHERE:
                assert row[path] == held(item, path), path
        for path in paths:
            for operator, gap in (("is_null", True), ("is_not_null", False)):
                found = await run(api, one, runtimeFilters=[where(path, operator)])
                expected = [row for row in rows if (row[path] is None) is gap]
                assert found["rows"] == expected, path


async def test_free_attributes_show_filter_sort_and_group(world: World, api: Api) -> None:
    name = "Fin'ish: {x} %s"
    for number, value in (("A-1", "zinc"), ("A-2", "Zinc yellow"), ("A-3", None)):
        own = {} if value is None else {name: value}
        await world.item("Part", "P", itemNumber=number, attributes=own)
    path = f"attributes.{name}"
    columns = [column("itemNumber"), column(path, 1)]
    one = await made(api, columns=columns, sorts=[by(path, "desc"), by("itemNumber")])
    rows = (await run(api, one))["rows"]
    assert [(row["itemNumber"], row[path]) for row in rows] == [
        ("A-1", "zinc"),
        ("A-2", "Zinc yellow"),
        ("A-3", None),
    ]
    for wanted, found in (
        (where(path, "like", "ZINC"), ["A-1", "A-2"]),
        (where(path, "ne", "zinc"), ["A-2", "A-3"]),
        (where(path, "in", "zinc,x"), ["A-1"]),
        (where(path, "is_null"), ["A-3"]),
    ):
        rows = (await run(api, one, runtimeFilters=[wanted]))["rows"]
        assert [row["itemNumber"] for row in rows] == found, wanted
    export = await api.post(f"/api/reports/{one['id']}/export", {}, as_=ENGINEER)
    assert "A-2,Zinc yellow\r\n" in export.text
    counted = [column(path), column("itemNumber", 1, aggregate="count")]
    grouped = await run(api, await made(api, columns=counted))
    assert sorted(map(str, (list(row.values())[-1] for row in grouped["rows"]))) == ["1", "1", "1"]
    for unknown in ("attributes.Finsh", "attributes.", "attributes." + "x" * 101):
        body = report(columns=[column(unknown)])
        assert unknown[:16] in await _problem(api, body)
    body = report(filters=[where(path, "gt", "5")])
    assert "are texts" in await _problem(api, body)


async def test_what_is_taken_of_the_sources_is_shown_and_no_more(world: World, api: Api) -> None:
    bought = await world.item("Part", "Bearing", itemNumber="A-1")
    await world.item("Part", "Plate", itemNumber="A-2")
    prices = [{"quantity": 1, "price": 2.5, "currency": "EUR"}, {"quantity": 100, "price": 1.75}]
    prices[1]["currency"] = "EUR"
    source = {
        "manufacturer": {"name": "Acme"},
        "mpn": "AC-608",
        "status": "preferred",
        "suppliers": [{"supplier": {"name": "Shop"}, "orderCode": "S-1", "prices": prices}],
    }
    path = f"/api/items/{bought['id']}/sources"
    assert (await api.put(path, {"sources": [source]}, as_=ENGINEER)).status_code == 200
    names = ("manufacturer", "mpn", "supplier", "orderCode", "unitPrice", "priceCurrency")
    paths = [f"parts.{name}" for name in names]
    columns = [column("itemNumber"), *(column(path, n + 1) for n, path in enumerate(paths))]
    one = await made(api, columns=columns, sorts=[by("itemNumber")])
    first, second = (await run(api, one))["rows"]
    taken = ("Acme", "AC-608", "Shop", "S-1", "2.5", "EUR")
    assert tuple(first[path] for path in paths) == taken
    assert {second[path] for path in paths} == {None}
    assert (await run(api, one, buildQuantity=500))["rows"][0]["parts.unitPrice"] == "1.75"
    export = await api.post(f"/api/reports/{one['id']}/export", {}, as_=ENGINEER)
    assert "A-1,Acme,AC-608,Shop,S-1,2.5,EUR\r\n" in export.text
    for body in (
        report(filters=[where("parts.mpn", "eq", "AC-608")]),
        report(sorts=[by("parts.supplier")]),
        report(columns=[column("parts.unitPrice", aggregate="sum")]),
        report(columns=[column("parts.mpn"), column("itemNumber", 1, aggregate="count")]),
    ):
        assert "can only be shown" in await _problem(api, body)
    bare = await made(
        api, columns=[column("itemNumber"), column("mpn", 1)], sorts=[by("itemNumber")]
    )
    assert (await run(api, bare))["rows"][0]["mpn"] == "AC-608"


async def _problem(api: Api, body: dict[str, Any]) -> str:
    answer = await api.post("/api/reports", body, as_=ENGINEER)
    message: str = refused(answer, 400, "VALIDATION_ERROR")["message"]
    return message
