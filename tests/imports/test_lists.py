"""Lists of many shapes over HTTP: tried, imported, looked at, taken back."""

from pathlib import Path
from typing import Any

from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER

LISTS = Path(__file__).parent / "lists"
TREES = {
    "catia.txt": {"Base": "1", "Link": "2", "Link/Tube": "1", "Link/End": "2", "Screw": "4"},
    "solidworks.csv": None,
    "windchill.csv": {"Housing": "1", "Housing/Insert": "4", "Seal kit": "2", "Oil": "0.75"},
    "parent_by_name.csv": {
        "Chassis": "1",
        "Chassis/Plate": "2",
        "Chassis/Standoff": "8",
        "Wheel set": "2",
        "Wheel set/Wheel": "1",
        "Wheel set/Hub": "1",
    },
    "used_on.csv": {
        "Lift": "1",
        "Lift/Screw": "2",
        "Lift/Nut": "2",
        "Table": "1",
        "Table/Top": "1",
        "Table/Nut": "1",
    },
    "parents_named.csv": {
        "Frame": "1",
        "Wheel": "2",
        "Wheel/Spoke": "36",
        "Wheel/Rim": "1",
        "Wheel/Tyre": "1",
    },
    "netsuite.csv": {"Frame": "1", "Frame/Bracket": "2", "Frame/Screw": "8", "Cover": "1"},
    "tree_names.xlsx": {
        "Arm": "2",
        "Arm/Link": "3",
        "Arm/Pin": "6",
        "Base": "1",
        "Base/Plate": "1",
    },
    "bom_jp_sjis.csv": {"フレーム": "1", "ボルト": "8", "モーター": "1"},
    "merged.xlsx": {"Arm": "4", "Plate": "2", "ESC": "4", "FC": "1"},
    "odoo.csv": None,
    "hyphens.csv": {
        "Engine": "1",
        "Engine/Block": "1",
        "Engine/Piston": "4",
        "Engine/Piston/Ring": "3",
        "Gearbox": "1",
    },
    "two_stacked.xlsx": None,
    "alternates.csv": None,
    "breaks_spelled.csv": None,
    "side_by_side.xlsx": {"Plate": "2", "Rod": "4", "Wheel": "4", "MCU": "1", "LED": "3"},
    "cut_list.csv": None,
    "substitutes.csv": None,
    "alternates_marked.csv": None,
    "sheets_numbered.xlsx": {
        "Arm assembly": "1",
        "Arm assembly/Link": "2",
        "Arm assembly/Pin": "4",
        "Arm assembly/Gripper": "1",
        "Arm assembly/Gripper/Finger": "2",
        "Arm assembly/Gripper/Servo": "1",
    },
}
"""Names below the product, with their quantities; None where only the way there and back counts."""


async def test_lists_become_products_and_are_taken_back(api: Api) -> None:
    design = await scene.design(api)
    data(await api.post("/api/suppliers", {"name": "Digi-Key"}, as_=ENGINEER), 201)
    for name, tree in TREES.items():
        content = (LISTS / name).read_bytes()
        # A row that is called like the product is a part of it all the same.
        product = "Engine" if name == "hyphens.csv" else f"Product of {name}"
        told: dict[str, Any] = {"name": name, "designId": design, "product": product}
        tried = data(await upload(api, content, dryRun=True, **told))
        assert await _count(api, design) == 0, name
        done = data(await upload(api, content, **told), 201)
        assert (done["plan"], done["result"]["failedRows"]) == (tried["plan"], []), name
        if tree is not None:
            assert await _tree(api, design, done["plan"]["product"]) == tree, name
        data(await api.post(f"/api/imports/{done['importId']}/undo", as_=ENGINEER))
        assert await _count(api, design) == 0, name
        # Companies that nobody had before are gone as well, and come again with the next list.
        assert await _companies(api) == (["Digi-Key"], []), name


async def test_a_step_file_becomes_a_structure(api: Api) -> None:
    design = await scene.design(api)
    content = (LISTS.parents[1] / "cad_files" / "pair.step").read_bytes()
    told: dict[str, Any] = {"name": "pair.step", "designId": design, "product": "Pair"}
    tried = data(await upload(api, content, dryRun=True, **told))
    done = data(await upload(api, content, **told), 201)
    assert done["plan"] == tried["plan"]
    assert await _tree(api, design, done["plan"]["product"]) == {"Block": "2"}
    # Without a name of its own, what stands above all others is still known as the assembly.
    other = await scene.design(api)
    unnamed = data(await upload(api, content, name="pair.step", designId=other), 201)["plan"]
    assert await _tree(api, other, unnamed["product"]) == {"Block": "2"}
    refused(await upload(api, content[:300], **told), 422, "VALIDATION_ERROR")


async def _count(api: Api, design: str) -> int:
    return data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"]


async def _tree(api: Api, design: str, number: str) -> dict[str, str]:
    item = data(await api.get(f"/api/items/by-number/{number}", as_=ENGINEER))
    found: dict[str, str] = {}
    pending = [(item["id"], "")]
    for parent, path in pending:
        bom = data(await api.get(f"/api/items/{parent}/bom", as_=ENGINEER))
        for line in bom["lines"]:
            place = f"{path}{line['item']['name']}"
            if line.get("level", 1) == 1:
                found[place] = f"{float(line['quantity']):g}"
                pending.append((line["item"]["id"], f"{place}/"))
    return found


async def test_sources_come_with_the_list_and_are_updated(api: Api) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"name": "alternates.csv", "designId": design, "product": "Board"}
    content = (LISTS / "alternates.csv").read_bytes()
    tried = data(await upload(api, content, dryRun=True, **told))
    assert data(await api.get("/api/suppliers", as_=ENGINEER))["suppliers"] == []
    done = data(await upload(api, content, **told), 201)
    assert done["plan"] == tried["plan"]
    part = data(await api.get("/api/items/by-number/R-10K", as_=ENGINEER))
    sources = data(await api.get(f"/api/items/{part['id']}/sources", as_=ENGINEER))["sources"]
    assert [(s["manufacturer"]["name"], s["mpn"]) for s in sources] == [
        ("Yageo", "RC0603FR-0710KL"),
        ("Vishay", "CRCW060310K0FKEA"),
    ]
    assert sources[1]["suppliers"][0]["orderCode"] == "71-CRCW0603-10K"
    again = data(await upload(api, content, **told), 201)
    assert again["plan"]["parts"]["unchanged"] == 2

    prices = "IPN,Description,Manufacturer,MPN,Supplier,Price @ 1,Price @ 100,Currency,MOQ\n"
    prices += "R-10K,Resistor 10k,Vishay,CRCW060310K0FKEA,Mouser,0.10,0.04,EUR,5\n"
    refused = data(await upload(api, prices, designId=design), 400)
    assert "sources" in refused["plan"]["problems"][0]["errors"][0]
    changed = data(await upload(api, prices, designId=design, update=True), 201)
    assert "sources" in [change["field"] for change in changed["plan"]["changes"]]
    sources = data(await api.get(f"/api/items/{part['id']}/sources", as_=ENGINEER))["sources"]
    mouser = sources[1]["suppliers"][0]
    assert (mouser["minimumOrder"], mouser["orderCode"]) == (5, "71-CRCW0603-10K")
    assert [(p["quantity"], p["price"], p["currency"]) for p in mouser["prices"]] == [
        (1, 0.1, "EUR"),
        (100, 0.04, "EUR"),
    ]
    data(await api.post(f"/api/imports/{changed['importId']}/undo", as_=ENGINEER))
    sources = data(await api.get(f"/api/items/{part['id']}/sources", as_=ENGINEER))["sources"]
    assert sources[1]["suppliers"][0]["prices"] == []


async def test_companies_are_known_without_their_accents(api: Api) -> None:
    design = await scene.design(api)
    rows = "Name,Manufacturer,MPN,Supplier,SKU\nChoke,{},7447789004,{},S-1\n"
    told: dict[str, Any] = {"name": "a.csv", "designId": design}
    first = rows.format("Würth Elektronik", "Bürklin")
    data(await upload(api, first, **told), 201)
    plan = data(await upload(api, rows.format("Wurth Elektronik", "BUERKLIN"), **told), 201)["plan"]
    assert plan["matches"][0]["by"] == "manufacturer and MPN"
    assert await _companies(api) == (["Bürklin"], ["Würth Elektronik"])


async def _companies(api: Api) -> tuple[list[str], list[str]]:
    found = [
        [one["name"] for one in data(await api.get(f"/api/{kind}", as_=ENGINEER))[kind]]
        for kind in ("suppliers", "manufacturers")
    ]
    return found[0], found[1]
