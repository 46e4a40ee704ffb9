"""Two item types that exist in this process alone, taken through all that item types go through.

Run by `test_added_type.py`: what declares them must stand before the service is imported.
"""

import asyncio
import sys
from pathlib import Path

# The three declarations: the types, the columns of their import, the kind of import.
# ruff: noqa: E402
from partwright.item_types import TYPES, FieldKind, ItemField, ItemType
from partwright.item_types.base import STANDARD_LIFECYCLE

TOOL = ItemType(
    name="Tool",
    resource="tools",
    prefix="TL",
    plural="tools",
    has_own_path=True,
    lifecycle=STANDARD_LIFECYCLE,
    fields=(
        ItemField(wire="calibrationDue", column="due_date", kind=FieldKind.DATE),
        ItemField(wire="rack", column="location"),
        ItemField(wire="mass", column="weight", kind=FieldKind.DECIMAL),
        ItemField(wire="massUnit", column="weight_unit"),
    ),
)
VISIT = ItemType(
    name="Visit",
    resource="visits",
    prefix="VIS",
    plural="visits",
    is_branched=False,
    lifecycle="Task lifecycle",
    fields=(ItemField(wire="visitor", column="source"),),
)
TYPES.update({"Tool": TOOL, "Visit": VISIT})

import msgspec

from partwright.imports.sheets.cell_values.measures import WEIGHT
from partwright.imports.sheets.fields import part_columns
from partwright.imports.sheets.fields.import_column import ImportColumn, read_unit

# A column for parts that no sheet has otherwise, declared here alone.
part_columns.PART_COLUMNS += (
    ImportColumn(
        field="costBasis",
        names="cost basis; kostenbasis",
        read=lambda text, _mark: text.casefold(),
        header="Cost Basis",
        example="own",
    ),
)

from partwright.imports.sheets.fields import column_table

TOOL_COLUMNS = (
    ImportColumn(field="itemNumber", names="tool number", header="Tool Number", example="TL-1"),
    ImportColumn(field="name", names="name; bezeichnung", header="Name", example="Torque wrench"),
    ImportColumn(field="rack", names="rack; regal", header="Rack", example="A-7"),
    ImportColumn(
        field="mass",
        names="mass; masse",
        unit=msgspec.structs.replace(WEIGHT, field="massUnit"),
        is_numeric=True,
        header="Mass",
        example="1.2",
    ),
    ImportColumn(
        field="calibrationDue",
        names="calibration due",
        is_date=True,
        header="Calibration Due",
        example="2027-03-01",
    ),
    ImportColumn(field="massUnit", names="mass unit", read=read_unit),
)
column_table.COLUMNS = {**column_table.COLUMNS, "tools": TOOL_COLUMNS}

from partwright.imports.sheets.fields import kinds

kinds.KINDS["tools"] = kinds.ImportKind(
    item_type=TOOL,
    one="a tool",
    fields=tuple(column.field for column in TOOL_COLUMNS),
    example={"rows": [{"name": "Torque wrench"}]},
)

from partwright.imports.export import ExportedPart, ExportedStructure, sheet_of
from partwright.migrations.schema import migrate
from partwright.settings import Settings
from tests.reports import scenes
from tests.support.application import data, refused, running
from tests.support.people import ENGINEER, VIEWER
from tests.support.seed import seed
from tests.world import Record, World

SHEET = """Tool Number;Bezeichnung;Regal;Masse (g);Calibration Due
TL-200;Torque wrench;B-1;1,25;1.3.2027
TL-201;Gauge;B-2;0,4 kg;
"""


async def is_made_and_seen_on_branches(world: World, design: Record) -> Record:
    tool = await world.item(
        "Tool", "Wrench", designId=design["id"], calibrationDue="2027-01-31", rack="A-1", mass="1.5"
    )
    assert (tool["itemNumber"], tool["state"], tool["mass"]) == ("TL-000001", "Draft", "1.5")
    branch = await world.branch(design)
    await world.edit(tool, on=branch, rack="A-2")
    assert (await world.get(tool))["rack"] == "A-1"
    assert (await world.get(tool, branch=branch["id"]))["rack"] == "A-2"
    assert await world.numbers(branch=branch["id"], rack="A-2", type="Tool") == ["TL-000001"]
    # A record of work made since is seen on the branch, as it is content of none; a tool is not.
    visit = await world.item("Visit", designId=design["id"], visitor="Ada")
    await world.item("Tool", designId=design["id"])
    assert set(await world.numbers(branch=branch["id"])) == {"TL-000001", visit["itemNumber"]}
    assert (await world.get(visit, branch=branch["id"]))["visitor"] == "Ada"
    return tool


async def is_listed_and_served(world: World, tool: Record) -> None:
    assert await world.numbers(type="Tool", search="wrench") == ["TL-000001"]
    listed = data(await world.api.get("/api/tools?rack=A-1", as_=ENGINEER))
    assert [found["id"] for found in listed["tools"]] == [tool["id"]]
    refused(await world.api.get("/api/tools?visitor=Ada", as_=ENGINEER), 400, "VALIDATION_ERROR")
    assert data(await world.api.get(f"/api/tools/{tool['id']}", as_=VIEWER))["rack"] == "A-1"
    await world.release(tool)
    assert (await world.get(tool))["state"] == "Released"
    assert {entry["action"] for entry in await world.history(tool)} >= {"Created", "Transitioned"}
    sent = {"type": "Tool", "name": "X"}
    refused(await world.api.post("/api/items", sent, as_=VIEWER), 403, "FORBIDDEN")


async def is_reported(world: World) -> None:
    shown = await scenes.made(
        world.api,
        itemType="Tool",
        columns=[scenes.column("itemNumber"), scenes.column("tools.mass", 1)],
        filters=[scenes.where("tools.rack", "eq", "A-1")],
    )
    rows = (await scenes.run(world.api, shown))["rows"]
    assert [(row["itemNumber"], row["tools.mass"]) for row in rows] == [("TL-000001", "1.5")]


async def is_imported(world: World, design: Record) -> None:
    body = {"designId": design["id"], "rows": [{"itemNumber": "TL-100", "name": "Saw", "mass": 3}]}
    data(await world.api.post("/api/import/tools", body, as_=ENGINEER), 201)
    done = await world.api.request(
        "POST",
        "/api/import/tools",
        as_=ENGINEER,
        files={"file": ("tools.csv", SHEET.encode())},
        data={"designId": design["id"]},
    )
    data(done, 201)
    found = data(await world.api.get("/api/tools?search=TL-200", as_=ENGINEER))["tools"][0]
    assert (found["name"], found["rack"], found["calibrationDue"]) == (
        "Torque wrench",
        "B-1",
        "2027-03-01",
    )
    gauge = data(await world.api.get("/api/tools?search=TL-201", as_=ENGINEER))["tools"][0]
    measured = [(tool["mass"], tool["massUnit"]) for tool in (found, gauge)]
    assert measured == [("1.25", "g"), ("0.4", "kg")]
    template = await world.api.get("/api/import/templates/tools")
    assert template.text.startswith("Tool Number,Name,Rack,Mass,Calibration Due")


async def has_a_column_more(world: World, design: Record) -> None:
    """Column, reader, template and export take `costBasis` from its one declaration."""
    template = await world.api.get("/api/import/templates/parts")
    header, example = (line.split(",") for line in template.text.splitlines())
    assert (header[-1], example[-1]) == ("Cost Basis", "own")
    sheet = b"Part Number;Name;Kostenbasis\nP-1;Frame;OWN\n"
    done = await world.api.request(
        "POST",
        "/api/import/parts",
        as_=ENGINEER,
        files={"file": ("parts.csv", sheet)},
        data={"designId": design["id"]},
    )
    data(done, 201)
    part = data(await world.api.get("/api/parts?search=P-1", as_=ENGINEER))["parts"][0]
    assert part["costBasis"] == "own"
    exported = ExportedPart(part["id"], "P-1", {field: part[field] for field in ("costBasis",)})
    table = sheet_of(ExportedStructure([exported], []))
    cells = dict(zip(table.headers, next(table.rows()), strict=True))
    assert cells["Cost Basis"] == "own"


async def go_through(settings: Settings) -> None:
    async with running(settings) as api:
        world = World(api)
        design = await world.design()
        tool = await is_made_and_seen_on_branches(world, design)
        await is_listed_and_served(world, tool)
        await is_reported(world)
        await is_imported(world, await world.design())
        await has_a_column_more(world, await world.design())


if __name__ == "__main__":
    url, directory = sys.argv[1:]
    migrate(url)
    seed(url)
    unlimited = {"rate_limit_anonymous": 0, "rate_limit_authenticated": 0}
    asyncio.run(
        go_through(Settings(data_dir=Path(directory), database_url=url, **unlimited))  # type: ignore[arg-type]
    )
