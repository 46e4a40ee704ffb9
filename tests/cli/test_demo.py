"""The demonstration product against sums made here, from its file alone."""

import csv
from collections import defaultdict
from decimal import Decimal
from importlib.resources import files
from typing import Any

import pytest

from tests.cli.commands import command
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR

TOP = "SOA-0000"
Structure = dict[str, list[tuple[str, Decimal]]]


def read_sheet() -> tuple[dict[str, dict[str, str]], Structure]:
    """The parts by number, and the lines under each; an assembly is expanded once only."""
    text = files("partwright.imports").joinpath("data", "so101.csv").read_text(encoding="utf-8")
    parts: dict[str, dict[str, str]] = {}
    below: Structure = defaultdict(list)
    path: list[str] = []
    for row in csv.DictReader(text.splitlines()):
        number, level = row["Item Number"], int(row["Level"])
        del path[level:]
        if path:
            below[path[-1]].append((number, Decimal(row["Quantity"])))
        path.append(number)
        parts.setdefault(number, row)
    return parts, below


def totals(below: Structure) -> dict[str, Decimal]:
    """How many of each part the whole product has."""
    found: dict[str, Decimal] = defaultdict(Decimal)

    def add(number: str, times: Decimal) -> None:
        for child, quantity in below[number]:
            found[child] += times * quantity
            add(child, times * quantity)

    add(TOP, Decimal(1))
    return found


def kilograms(part: dict[str, str]) -> Decimal:
    unit = {"g": Decimal("0.001"), "kg": Decimal(1), "": Decimal(1)}[part["Weight Unit"]]
    return Decimal(part["Weight"] or 0) * unit


async def load(api: Api) -> str:
    ended = await command("demo", "--database-url", api.services.settings.database)
    assert (ended.code, ended.err) == (0, "")
    return ended.out


async def get(api: Api, path: str) -> Any:
    return data(await api.get(path, as_=ADMINISTRATOR))


async def item_id(api: Api, number: str) -> str:
    found = await get(api, f"/api/items?search={number}")
    return next(item["id"] for item in found["items"] if item["itemNumber"] == number)


async def test_flat_quantities_are_those_of_the_sheet(api: Api) -> None:
    told = await load(api)
    top = await item_id(api, TOP)
    assert f"/api/items/{top}/bom?flat=true" in told
    lines = (await get(api, f"/api/items/{top}/bom?flat=true"))["lines"]
    _, below = read_sheet()
    assert {
        line["item"]["itemNumber"]: Decimal(str(line["extendedQuantity"])) for line in lines
    } == totals(below)


async def test_each_product_of_the_model_is_an_item_of_the_structure(api: Api) -> None:
    await load(api)
    top = await item_id(api, TOP)
    (file,) = (await get(api, f"/api/items/{top}/files"))["files"]
    found = await get(api, f"/api/files/{file['id']}/structure")
    names = {one["id"]: one["name"] for one in found["products"]}
    below = {parent: {child for child, _ in lines} for parent, lines in read_sheet()[1].items()}
    for use in found["usages"]:
        parent, child = names[use["parentId"]], names[use["childId"]]
        # A servo and its horn are lines of the drive of the joint, which has no product of its own.
        drives = {one for line in below[parent] for one in below.get(line, set())}
        assert child in below[parent] | drives, (parent, child)


async def test_the_roll_up_is_that_of_the_sheet(api: Api) -> None:
    await load(api)
    rolled = await get(api, f"/api/items/{await item_id(api, TOP)}/rollup")
    parts, below = read_sheet()
    quantities = totals(below)
    cost = sum(Decimal(parts[n]["Cost"] or 0) * q for n, q in quantities.items())
    weight = sum(kilograms(parts[n]) * q for n, q in quantities.items())
    assert [(c["currency"], Decimal(c["total"])) for c in rolled["cost"]] == [("USD", cost)]
    assert (rolled["weight"]["unit"], Decimal(rolled["weight"]["total"])) == ("kg", weight)

    def longest(number: str) -> int:
        own = int(parts[number]["Lead Time (Days)"] or 0)
        return own + max((longest(child) for child, _ in below[number]), default=0)

    assert rolled["leadTime"]["days"] == longest(TOP)


async def test_a_change_of_the_gripper_is_in_review(api: Api) -> None:
    await load(api)
    (change,) = (await get(api, "/api/change-orders"))["changeOrders"]
    assert change["state"] == "In Review"
    changed = {
        item["itemNumber"]: (item["fields"].get("material"), len(item["bom"]["added"]))
        for item in (await get(api, f"/api/change-orders/{change['id']}/diff"))["items"]
        if item["fields"] or item["bom"]["added"]
    }
    jaw = {"from": "PLA+", "to": "PA12-CF"}
    assert changed == {"SOA-4110": (jaw, 0), "SOA-1600": (None, 1)}
    preview = await get(api, f"/api/items/{await item_id(api, 'SOA-4110')}")
    assert preview["material"] == "PLA+"


async def test_requirements_lead_to_parts(api: Api) -> None:
    await load(api)
    requirements = (await get(api, "/api/items?type=Requirement"))["items"]
    assert {item["itemNumber"] for item in requirements} == {"SOR-0001", "SOR-0002", "SOR-0003"}
    payload = await item_id(api, "SOR-0001")
    lines = (await get(api, f"/api/items/{payload}/relationships"))["relationships"]
    assert {line["targetItem"]["itemNumber"] for line in lines} == {"SOA-1000", "SOA-4110"}


@pytest.mark.parametrize("number", ["SOA-5060", "SOA-5010"])
async def test_where_used_names_the_assemblies_of_the_sheet(api: Api, number: str) -> None:
    await load(api)
    found = await get(api, f"/api/items/{await item_id(api, number)}/where-used?depth=1")
    _, below = read_sheet()
    assert {line["item"]["itemNumber"] for line in found["parents"]} == {
        parent for parent, lines in below.items() if number in dict(lines)
    }
    assert {line["childItemNumber"] for line in found["parents"]} == {number}


async def test_a_second_time_nothing_is_loaded(api: Api) -> None:
    await load(api)
    before = (await get(api, "/api/items?limit=1"))["total"]
    assert "already exists; nothing was loaded" in await load(api)
    assert (await get(api, "/api/items?limit=1"))["total"] == before


async def test_the_token_that_acts_is_gone_afterwards(api: Api) -> None:
    await load(api)
    tokens = (await get(api, "/api/auth/tokens"))["tokens"]
    assert [token["name"] for token in tokens] == ["for the tests"]
