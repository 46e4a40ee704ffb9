"""Numbers by the schemes of designs and categories: given, checked, reserved, raced for."""

import asyncio
from typing import Any

import pytest

from partwright.items import reservation_service
from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, ROLELESS

SCHEMES = "/api/numbering-schemes"
CATEGORIES = "/api/categories"
RESERVE = "/api/item-numbers/reserve"


async def category(api: Api, name: str, **more: Any) -> dict[str, Any]:
    made = data(await api.post(CATEGORIES, {"name": name, **more}, as_=ADMINISTRATOR), 201)
    found: dict[str, Any] = made["category"]
    return found


async def scheme(api: Api, **body: Any) -> dict[str, Any]:
    made = data(await api.post(SCHEMES, body, as_=ADMINISTRATOR), 201)
    found: dict[str, Any] = made["numberingScheme"]
    return found


async def part(api: Api, **body: Any) -> dict[str, Any]:
    body = {"type": "Part", "name": "P", **body}
    found: dict[str, Any] = data(await api.post("/api/items", body, as_=ENGINEER), 201)
    return found


async def test_designs_and_categories_number_their_parts(api: Api) -> None:
    design = await scene.design(api)
    hardware = await category(api, "Hardware", defaultAttributes={"Finish": "zinc", "Zone": "A"})
    screws = await category(api, "Screws", parentId=hardware["id"], defaultAttributes={"Zone": "B"})
    await scheme(api, designId=design, prefix="RB-", digits=3, next=7)
    of_hardware = await scheme(
        api, categoryId=hardware["id"], prefix="HW", digits=4, checkDigit=True
    )
    assert (await part(api, designId=design))["itemNumber"] == "RB-007"
    screw = await part(api, designId=design, attributes={"Category": "screws", "Finish": "raw"})
    # Luhn over 0001: 1 doubled is 2, so that 8 is missing to ten.
    assert screw["itemNumber"] == "HW00018"
    assert screw["attributes"] == {"Category": "screws", "Finish": "raw", "Zone": "B"}
    document = {"type": "Document", "name": "D", "designId": design}
    made = data(await api.post("/api/items", document, as_=ENGINEER), 201)
    assert made["itemNumber"].startswith("DOC-")
    await part(api, designId=design, itemNumber="rb-008")
    assert (await part(api, designId=design))["itemNumber"] == "RB-009"
    sheet = b"Name,Quantity,Category\nPlate,1,\nScrew M3,4,Screws\nScrew M4,4,Screws\n"
    told: dict[str, Any] = {"name": "list.csv", "designId": design, "product": "Arm"}
    tried = data(await upload(api, sheet, dryRun=True, **told))
    done = data(await upload(api, sheet, **told), 201)
    assert tried["plan"] == done["plan"]
    numbers = {item["itemNumber"] for item in done["result"]["createdItems"]}
    assert numbers == {"RB-010", "RB-011", "HW00026", "HW00034"}
    path = f"{SCHEMES}/{of_hardware['id']}"
    put = await api.put(path, {"next": 100, "prefix": "FAS-"}, as_=ADMINISTRATOR)
    assert data(put)["numberingScheme"]["next"] == 100
    again = await part(api, attributes={"Category": "Screws"})
    assert again["itemNumber"].startswith("FAS-0100")
    data(await api.delete(path, as_=ADMINISTRATOR))
    assert (await part(api, attributes={"Category": "Screws"}))["itemNumber"].startswith("PN-")
    refused(await api.delete(f"{CATEGORIES}/{hardware['id']}", as_=ADMINISTRATOR), 409, "CONFLICT")
    below = {"parentId": screws["id"]}
    put = await api.put(f"{CATEGORIES}/{hardware['id']}", below, as_=ADMINISTRATOR)
    assert problems(put).keys() == {"parentId"}


async def test_what_schemes_and_categories_refuse(api: Api) -> None:
    design = await scene.design(api)
    made = await scheme(api, designId=design, prefix="RB-")
    for body in (
        {"prefix": "X"},
        {"prefix": "X", "designId": design, "categoryId": design},
        {"prefix": "X" * 31, "designId": design},
        {"prefix": "X", "designId": design, "digits": 0},
        {"prefix": "X", "designId": design, "next": -1},
        {"prefix": "X", "designId": design, "itemTypes": ["Rocket"]},
    ):
        assert problems(await api.post(SCHEMES, body, as_=ADMINISTRATOR)), body
    again = await api.post(SCHEMES, {"prefix": "Y", "designId": design}, as_=ADMINISTRATOR)
    refused(again, 409, "CONFLICT")
    refused(await api.post(SCHEMES, {"prefix": "Y"}, as_=ENGINEER), 403, "FORBIDDEN")
    await category(api, "Bearings")
    twice = await api.post(CATEGORIES, {"name": "bearings"}, as_=ADMINISTRATOR)
    refused(twice, 409, "CONFLICT")
    listed = data(await api.get(SCHEMES, as_=ENGINEER))["numberingSchemes"]
    assert made in listed


async def test_one_reserves_so_many_numbers(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reservation_service, "MOST_RESERVED", 4)
    kept = data(await api.post(RESERVE, {"count": 3}, as_=ENGINEER), 201)["numbers"]
    for wanted in ({"count": 2}, {"count": 500}):
        refused(await api.post(RESERVE, wanted, as_=ENGINEER), 409, "CONFLICT")
    data(await api.post(RESERVE, {"itemNumber": "KEEP-4"}, as_=ENGINEER), 201)
    refused(await api.post(RESERVE, {"itemNumber": "KEEP-5"}, as_=ENGINEER), 409, "CONFLICT")
    data(await api.post(RESERVE, {"count": 4}, as_=ADMINISTRATOR), 201)
    path = f"/api/item-numbers/reserved/{kept[0]['itemNumber']}"
    data(await api.delete(path, as_=ENGINEER))
    data(await api.post(RESERVE, {"itemNumber": "KEEP-5"}, as_=ENGINEER), 201)


async def test_reserved_numbers_are_their_users(api: Api) -> None:
    design = await scene.design(api)
    await scheme(api, designId=design, prefix="RB-", digits=3)
    wanted = {"designId": design, "count": 2}
    kept = data(await api.post(RESERVE, wanted, as_=ENGINEER), 201)["numbers"]
    assert [one["itemNumber"] for one in kept] == ["RB-001", "RB-002"]
    mine = data(await api.post(RESERVE, {"itemNumber": "KEEP-1"}, as_=ENGINEER), 201)["numbers"]
    assert mine[0]["itemNumber"] == "KEEP-1"
    for taken in ("keep-1", "RB-002"):
        refused(
            await api.post(RESERVE, {"itemNumber": taken}, as_=ADMINISTRATOR),
            409,
            "DUPLICATE_ITEM_NUMBER",
        )
        body = {"type": "Part", "name": "P", "itemNumber": taken, "designId": design}
        assert (await api.post("/api/items", body, as_=ADMINISTRATOR)).status_code == 409
    assert (await part(api, designId=design, itemNumber="RB-002"))["itemNumber"] == "RB-002"
    assert (await part(api, designId=design))["itemNumber"] == "RB-003"
    data(await api.delete("/api/item-numbers/reserved/KEEP-1", as_=ENGINEER))
    left = data(await api.get("/api/item-numbers/reserved", as_=ENGINEER))["numbers"]
    assert [one["itemNumber"] for one in left] == ["RB-001"]
    path = "/api/item-numbers/reserved/RB-001"
    assert (await api.delete(path, as_=APPROVER)).status_code == 403
    assert (await api.delete(path, as_=OUTSIDER)).status_code == 404
    data(await api.delete(path, as_=ADMINISTRATOR))
    both = {"itemNumber": "A", "count": 2}
    assert problems(await api.post(RESERVE, both, as_=ENGINEER)).keys() == {"count"}


async def test_fifty_callers_get_fifty_numbers(api: Api) -> None:
    design = await scene.design(api)
    await scheme(api, designId=design, prefix="R-", digits=4)
    body = {"type": "Part", "name": "P", "designId": design}
    answers = await asyncio.gather(
        *(api.post("/api/items", body, as_=ENGINEER) for _ in range(25)),
        *(api.post(RESERVE, {"designId": design}, as_=ENGINEER) for _ in range(25)),
    )
    made = [data(answer, 201)["itemNumber"] for answer in answers[:25]]
    kept = [data(answer, 201)["numbers"][0]["itemNumber"] for answer in answers[25:]]
    assert sorted(made + kept) == [f"R-{count:04d}" for count in range(1, 51)]


async def test_guests_see_neither_categories_nor_schemes(api: Api) -> None:
    fasteners = await category(api, "Fasteners")
    await scheme(api, categoryId=fasteners["id"], prefix="FAS-", digits=5)
    for path, key in ((CATEGORIES, "categories"), (SCHEMES, "numberingSchemes")):
        assert len(data(await api.get(path, as_=ENGINEER))[key]) == 1
        seen = data(await api.get(path, as_=ROLELESS))
        assert (seen[key], seen["total"]) == ([], 0)
