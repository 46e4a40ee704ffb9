"""Imports taken back one after another, newest first."""

import asyncio
from typing import Any

from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER

HEAD = "Item Number,Name,Qty,Cost,Currency,Manufacturer,MPN,Supplier,Order Code,Price,Price Break 100\n"
FIRST = f"{HEAD}U-1,Bolt,4,1.00,EUR,ACME,A-1,Parts Ltd,99-1,1.00,0.80\nU-2,Nut,4,0.50,EUR,,,,,,\n"
SECOND = (
    f"{HEAD}U-1,Bolt M3,8,1.25,EUR,ACME,A-1,Parts Ltd,99-1,1.25,1.00\n"
    "U-3,Ring,1,0.10,EUR,Bolts & Co,B-3,,,,\n"
)
THIRD = (
    f"{HEAD}U-1,Bolt M3,9,1.50,EUR,Bolts & Co,B-1,Parts Inc,98-1,1.50,1.10\n"
    "U-2,Nut M3,2,0.60,EUR,,,,,,\nU-4,Pin,1,0.10,EUR,,,,,,\n"
)
_KEPT = ("itemNumber", "name", "cost", "costCurrency", "attributes", "revision", "state")
_LINE = ("quantity", "referenceDesignator", "findNumber")


async def shown(api: Api, design: str) -> Any:
    """Items with their sources and lines, without what tells when they were written."""
    listed = data(await api.get(f"/api/items?designId={design}&sort=itemNumber", as_=ENGINEER))
    found = []
    for item in listed["items"]:
        path = f"/api/items/{item['id']}"
        sources = data(await api.get(f"{path}/sources", as_=ENGINEER))["sources"]
        lines = data(await api.get(f"{path}/bom", as_=ENGINEER))["lines"]
        told = [[line["item"]["itemNumber"], *(line[name] for name in _LINE)] for line in lines]
        found.append([item["id"], *(item[name] for name in _KEPT), sources, told])
    makers = data(await api.get("/api/manufacturers", as_=ENGINEER))["manufacturers"]
    return found, [maker["name"] for maker in makers]


async def test_imports_are_taken_back_newest_first(api: Api) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"designId": design, "parent": "TOP"}
    done: list[str] = []
    states = [await shown(api, design)]
    named: dict[str, Any] = {"product": "Top"}
    over: dict[str, Any] = {"update": True, "replaceLines": True}
    for text, more in ((FIRST, named), (SECOND, over), (THIRD, over)):
        done.append(data(await upload(api, text, **told, **more), 201)["importId"])
        states.append(await shown(api, design))

    async def undo(number: int) -> int:
        return (await api.post(f"/api/imports/{done[number]}/undo", as_=ENGINEER)).status_code

    token = {"name": "narrow", "scopes": ["imports.create", "designs.read"]}
    made = data(await api.post("/api/auth/tokens", token, as_=ENGINEER), 201)
    narrow = ENGINEER._replace(token=made["token"])
    for path in (f"/api/imports/{done[0]}", f"/api/imports/{done[0]}/repair"):
        refused(await api.get(path, as_=narrow), 403, "FORBIDDEN")
    assert (await undo(0), await undo(1)) == (409, 409)
    for number in (2, 1, 0):
        assert sorted(await asyncio.gather(undo(number), undo(number))) == [200, 409]
        assert await shown(api, design) == states[number], number


async def test_what_others_did_between_imports_still_holds_them(api: Api) -> None:
    design = await scene.design(api)
    frame = await scene.item(api, "FRAME", designId=design)
    told: dict[str, Any] = {"designId": design, "parent": "TOP"}
    first = data(await upload(api, FIRST, **told, product="Top"), 201)["importId"]
    (bolt, _) = [row[0] for row in (await shown(api, design))[0] if row[1] in ("U-1", "U-2")]
    line = await scene.relate(api, frame, bolt)
    frames = "Item Number,Name,Qty\nF-1,Foot,4\n"
    path = {"update": True, "replaceLines": True, "designId": design, "parent": "FRAME"}
    second = data(await upload(api, frames, **path), 201)["importId"]
    assert data(await api.post(f"/api/imports/{second}/undo", as_=ENGINEER))["undoneAt"]
    refused = await api.post(f"/api/imports/{first}/undo", as_=ENGINEER)
    assert (refused.status_code, "FRAME" in refused.text) == (409, True), "the line came back"
    lines = data(await api.get(f"/api/items/{frame}/bom", as_=ENGINEER))["lines"]
    relationship = lines[0]["relationshipId"]
    assert relationship != line["id"]
    data(await api.delete(f"/api/items/{frame}/relationships/{relationship}", as_=ENGINEER))

    data(await api.put(f"/api/items/{bolt}", {"name": "Screw"}, as_=ENGINEER))
    third = data(await upload(api, THIRD, **told, update=True), 201)["importId"]
    assert (await api.post(f"/api/imports/{third}/undo", as_=ENGINEER)).status_code == 200
    refused = await api.post(f"/api/imports/{first}/undo", as_=ENGINEER)
    assert (refused.status_code, "U-1" in refused.text) == (409, True)

    # What was released since is the reason, rather than that its design is protected now.
    await scene.release(api, bolt)
    refused = await api.post(f"/api/imports/{first}/undo", as_=ENGINEER)
    assert (refused.status_code, "U-1" in refused.text) == (409, True)
