"""Rows that sum up others: groups, aggregates, their order, and the files and charts of them."""

from decimal import Decimal
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from python_calamine import CalamineWorkbook

from tests.reports.scenes import by, column, made, run, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.world import World

HUGE = "999999999999999.999999999999"
PARTS = (
    ("Bolt", "Steel", "0.1", 3),
    ("Nut", "Steel", "0.2", 4),
    ("Lid", "POM", HUGE, None),
    ("Cap", "POM", HUGE, 8),
    ("Washer", "Steel", None, None),
    ("Jig", None, "74.57", 1),
)


def grouped(*aggregates: tuple[str, str], **more: Any) -> dict[str, Any]:
    columns = [column("parts.material")] if more.pop("by_material", True) else []
    for place, (aggregate, path) in enumerate(aggregates, 1):
        columns.append(column(path, place, aggregate=aggregate, **more))
    return {"columns": columns}


EVERY = grouped(
    ("count", "itemNumber"),
    ("sum", "parts.cost"),
    ("average", "parts.cost"),
    ("maximum", "parts.cost"),
    ("sum", "parts.leadTime"),
    ("average", "parts.leadTime"),
    ("distinct", "state"),
    ("minimum", "name"),
    ("maximum", "createdBy"),
)


async def test_rows_are_summed_up_exactly(api: Api, world: World) -> None:
    program = await world.program("Mars", members={ENGINEER: "engineer"})
    design = await world.design("Rover", programId=program["id"])
    for name, material, cost, lead in PARTS:
        given = {"material": material, "cost": cost, "leadTime": lead}
        given = {key: value for key, value in given.items() if value is not None}
        await world.part(name, designId=design["id"], **given)
    report = await made(api, isPublic=True, **EVERY)
    found = await run(api, report)
    assert found["totalRows"] == 3
    assert found["columns"][2]["aggregate"] == "sum"
    assert "aggregate" not in found["columns"][0]
    pom, steel, none = found["rows"]
    keys = ["parts.material", "count(itemNumber)", "sum(parts.cost)", "average(parts.cost)"]
    assert [pom[key] for key in keys] == ["POM", 2, str(2 * Decimal(HUGE)), HUGE]
    assert [steel[key] for key in keys] == ["Steel", 3, "0.3", "0.15"]
    assert (steel["sum(parts.leadTime)"], steel["average(parts.leadTime)"]) == (7, 3.5)
    assert (pom["distinct(state)"], pom["minimum(name)"]) == (1, "Cap")
    assert (none["parts.material"], none["sum(parts.cost)"]) == (None, "74.57")
    assert none["maximum(createdBy)"] == ENGINEER.name

    # Filters, pages and orders of groups, what has no value last either way.
    cheap = [where("parts.cost", "lt", 100)]
    found = await run(api, report, runtimeFilters=cheap, limit=1)
    assert (found["totalRows"], found["pagination"]["hasMore"]) == (2, True)
    found = await run(api, report, runtimeFilters=cheap, limit=1, offset=1)
    assert (found["rows"][0]["parts.material"], found["pagination"]["hasMore"]) == (None, False)
    path = f"/api/reports/{report['id']}"
    for sort, expected in (
        (by("parts.cost", "desc") | {"aggregate": "sum"}, ["POM", None, "Steel"]),
        (by("parts.leadTime") | {"aggregate": "sum"}, [None, "Steel", "POM"]),
        (by("parts.material", "desc"), ["Steel", "POM", None]),
    ):
        data(await api.put(path, {"sorts": [sort]}, as_=ENGINEER))
        rows = (await run(api, report))["rows"]
        assert [row["parts.material"] for row in rows] == expected

    # Who sees none of the parts gets no group, and one row of zeros where nothing groups.
    assert (await run(api, report, as_=OUTSIDER))["rows"] == []
    total = await made(api, isPublic=True, **grouped(("count", "name"), by_material=False))
    assert (await run(api, total, as_=OUTSIDER))["rows"] == [{"count(name)": 0}]

    # Files have the same rows.
    answer = await api.post(f"{path}/export", {}, as_=ENGINEER)
    lines = answer.text.splitlines()
    assert lines[1].startswith("Steel,3,0.3,0.15,0.2,7,3.5,1,Bolt,")
    assert lines[3].startswith("none,1,74.57,74.57,")
    answer = await api.post(f"{path}/export?format=xlsx", {"limit": 1}, as_=ENGINEER)
    rows = CalamineWorkbook.from_filelike(BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    assert len(rows) == 2

    # A workbook has the digits of a sum, not those of the nearest binary number.
    figures = [
        column("parts.material"),
        column("parts.cost", 1, aggregate="sum", formatType="number"),
    ]
    data(await api.put(path, {"columns": figures}, as_=ENGINEER))
    answer = await api.post(f"{path}/export?format=xlsx", {}, as_=ENGINEER)
    with ZipFile(BytesIO(answer.content)) as book:
        assert "<v>74.57</v>" in book.read("xl/worksheets/sheet1.xml").decode()
    rows = CalamineWorkbook.from_filelike(BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    assert rows[-1] == ["none", 74.57]
    # What an average has more digits of than Excel keeps is a number all the same.
    await world.part("Plate", cost="10000.01", material="Steel", designId=design["id"])
    figures[1]["aggregate"] = "average"
    data(await api.put(path, {"columns": figures}, as_=ENGINEER))
    answer = await api.post(f"{path}/export?format=xlsx", {}, as_=ENGINEER)
    rows = CalamineWorkbook.from_filelike(BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    assert ["Steel", 3333.43666666667] in rows
    answer = await api.post(f"{path}/export?format=pdf", {}, as_=ENGINEER)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    refused(
        await api.post(f"{path}/export?format=pdf", {"limit": 10_001}, as_=ENGINEER),
        422,
        "UNPROCESSABLE",
    )


async def test_what_cannot_be_summed_up_or_drawn_is_named(api: Api) -> None:
    body = {"name": "Odd", "itemType": "Part", "columns": [column("itemNumber")]}
    for fields, place in (
        (grouped(("sum", "name")), "columns[1].aggregate"),
        (grouped(("sum", "createdAt")), "columns[1].aggregate"),
        (grouped(("median", "parts.cost")), "columns[1].aggregate"),
        (grouped(("count", "name"), formatType="date"), "columns[1].formatType"),
        ({"sorts": [by("parts.cost") | {"aggregate": "sum"}]}, "sorts[0].aggregate"),
        ({**EVERY, "sorts": [by("parts.cost")]}, "sorts[0]"),
        ({**EVERY, "chart": {"kind": "bar", "label": "state", "value": "name"}}, "chart.label"),
        (
            {
                **EVERY,
                "chart": {"kind": "pie", "label": "parts.material", "value": "minimum(name)"},
            },
            "chart.value",
        ),
        ({"chart": {"kind": "cake", "label": "itemNumber", "value": "x"}}, "chart.kind"),
    ):
        sent = body | fields
        assert place in problems(await api.post("/api/reports", sent, as_=ENGINEER)), fields
    chart = {"kind": "bar", "label": "parts.material", "value": "sum(parts.cost)"}
    report = await made(api, **EVERY, chart=chart)
    assert report["chart"] == chart
    path = f"/api/reports/{report['id']}"
    # Columns that the chart draws cannot go without it.
    plain = {"columns": [column("itemNumber")]}
    assert "chart.label" in problems(await api.put(path, plain, as_=ENGINEER))
    edited = data(await api.put(path, {**plain, "chart": None}, as_=ENGINEER))["report"]
    assert "chart" not in edited


async def defined(api: Api, name: str, kind: str, **more: Any) -> dict[str, Any]:
    body = {"name": name, "type": kind, **more}
    made = await api.post("/api/attribute-definitions", body, as_=ADMINISTRATOR)
    found: dict[str, Any] = data(made, 201)["attributeDefinition"]
    return found


async def test_attributes_that_are_numbers_are_summed_up_and_compared(
    api: Api, world: World
) -> None:
    """Those of a definition, to their last digit, however large or negative they are."""
    # One that was there before it was defined may be anything.
    await world.part("Odd", itemNumber="A-9", attributes={"Play": "tight"})
    play = await defined(api, "Play", "number", unit="mm", itemTypes=["Part"])
    most = "999999999999999.999999999999"
    for number, value in enumerate(("0.1", "0.2 mm", "-12345678.5", most, most, "+10"), 1):
        await world.part("Pin", itemNumber=f"A-{number}", attributes={"play": value})
    path = "attributes.play"
    assert set(await _measures(api)) == {"Play", "play"}
    sums = ("sum", "average", "minimum", "maximum", "count")
    columns = grouped(*((name, path) for name in sums), by_material=False)["columns"]
    report = await made(api, columns=columns)
    (row,) = (await run(api, report))["rows"]
    total = 2 * Decimal(most) + Decimal("10.3") - Decimal("12345678.5")
    assert row[f"sum({path})"] == str(total)
    assert row[f"average({path})"] == f"{round(total / 6, 12):f}"
    assert (row[f"minimum({path})"], row[f"count({path})"]) == ("-12345678.5", 6)
    assert row[f"maximum({path})"].startswith("1000000000000000")

    # Rows are in the order of the numbers, and compared with numbers.
    listed = await made(
        api,
        columns=[column("itemNumber"), column(path, 1)],
        sorts=[by(path, "desc"), by("itemNumber")],
    )
    numbers = [row["itemNumber"] for row in (await run(api, listed))["rows"]]
    assert numbers == ["A-4", "A-5", "A-6", "A-2", "A-1", "A-3", "A-9"]
    for wanted, found in (
        (where(path, "lt", 0.2), ["A-1", "A-3"]),
        (where(path, "eq", "0.20"), ["A-2"]),
        (where(path, "in", "10,0.1"), ["A-6", "A-1"]),
        (where(path, "between", -1e30) | {"value2": 5}, ["A-2", "A-1", "A-3"]),
        (where(path, "ne", 10), ["A-4", "A-5", "A-2", "A-1", "A-3", "A-9"]),
        (where(path, "like", "mm"), ["A-2"]),
    ):
        rows = (await run(api, listed, runtimeFilters=[wanted]))["rows"]
        assert [row["itemNumber"] for row in rows] == found, wanted
    odd = {"runtimeFilters": [where(path, "eq", "wide")]}
    answer = await api.post(f"/api/reports/{listed['id']}/execute", odd, as_=ENGINEER)
    assert "runtimeFilters[0].value" in problems(answer)

    # A chart of sums, and files with their figures.
    chart = {"kind": "bar", "label": "name", "value": f"sum({path})"}
    drawn = await made(
        api,
        columns=[column("name"), column(path, 1, aggregate="sum", formatType="number")],
        filters=[where(path, "lte", 10)],
        chart=chart,
    )
    answer = await api.post(f"/api/reports/{drawn['id']}/export", {}, as_=ENGINEER)
    assert answer.text.splitlines()[1] == 'Pin,"-12,345,668.2"'
    # What is saved goes on after the definition is gone; nothing new sums texts up.
    gone = f"/api/attribute-definitions/{play['id']}"
    data(await api.delete(gone, as_=ADMINISTRATOR))
    assert (await run(api, drawn))["rows"] == [{"name": "Pin", f"sum({path})": "-12345668.2"}]
    assert (await run(api, report))["rows"][0][f"sum({path})"] == str(total)
    answer = await api.post(f"/api/reports/{drawn['id']}/export?format=pdf", {}, as_=ENGINEER)
    assert answer.content.startswith(b"%PDF-")
    body = {"name": "New", "itemType": "Part", "columns": columns}
    assert "defined as numbers" in str(problems(await api.post("/api/reports", body, as_=ENGINEER)))
    assert await _measures(api) == []
    # A text that somebody looks for stays one when it is defined as a number.
    body["columns"] = [column("itemNumber")]
    kept = await made(api, columns=body["columns"], filters=[where(path, "eq", "tight")])
    await defined(api, "play", "number")
    assert (await run(api, kept))["rows"] == []


async def _measures(api: Api) -> list[str]:
    path = "/api/reports/attributes"
    found = data(await api.get(path, params={"itemType": "Part"}, as_=ENGINEER))
    measures: list[str] = found["measures"]
    return measures
