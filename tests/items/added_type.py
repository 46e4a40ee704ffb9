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

from partwright.imports.sheets import column_table
from partwright.imports.sheets.import_column import ImportColumn, read_amount

TOOL_COLUMNS = (
    ImportColumn(field="itemNumber", names="tool number", header="Tool Number", example="TL-1"),
    ImportColumn(field="name", names="name; bezeichnung", header="Name", example="Torque wrench"),
    ImportColumn(field="rack", names="rack; regal", header="Rack", example="A-7"),
    ImportColumn(
        field="mass",
        names="mass; masse",
        read=read_amount,
        is_numeric=True,
        header="Mass",
        example="1.2",
    ),
    ImportColumn(
        field="calibrationDue",
        names="calibration due",
        header="Calibration Due",
        example="2027-03-01",
    ),
)
column_table.COLUMNS = {**column_table.COLUMNS, "tools": TOOL_COLUMNS}

from partwright.imports.sheets import kinds

kinds.KINDS["tools"] = kinds.ImportKind(
    item_type=TOOL,
    one="a tool",
    fields=tuple(column.field for column in TOOL_COLUMNS),
    example={"rows": [{"name": "Torque wrench"}]},
)

from partwright.migrations.schema import migrate
from partwright.settings import Settings
from tests.reports import scenes
from tests.support.application import data, refused, running
from tests.support.people import ENGINEER, VIEWER
from tests.support.seed import seed
from tests.world import Record, World

SHEET = """Tool Number;Bezeichnung;Regal;Masse;Calibration Due
TL-200;Torque wrench;B-1;1,25;2027-03-01
TL-201;Gauge;B-2;0,4;
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
    assert (found["name"], found["rack"], found["mass"]) == ("Torque wrench", "B-1", "1.25")
    template = await world.api.get("/api/import/templates/tools")
    assert template.text.startswith("Tool Number,Name,Rack,Mass,Calibration Due")


async def go_through(settings: Settings) -> None:
    async with running(settings) as api:
        world = World(api)
        design = await world.design()
        tool = await is_made_and_seen_on_branches(world, design)
        await is_listed_and_served(world, tool)
        await is_reported(world)
        await is_imported(world, await world.design())


if __name__ == "__main__":
    url, directory = sys.argv[1:]
    migrate(url)
    seed(url)
    unlimited = {"rate_limit_anonymous": 0, "rate_limit_authenticated": 0}
    asyncio.run(
        go_through(Settings(data_dir=Path(directory), database_url=url, **unlimited))  # type: ignore[arg-type]
    )
