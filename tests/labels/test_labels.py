"""Labels: what their codes hold, on every paper, for whom."""

import io

import pytest
import zxingcpp
from PIL import Image

from partwright.kit.ids import new_id
from tests.support.application import Api, problems
from tests.support.people import ENGINEER
from tests.world import World

ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def read_codes(png: bytes) -> dict[str, str]:
    picture = Image.open(io.BytesIO(png)).convert("L")
    return {str(code.format): code.text for code in zxingcpp.read_barcodes(picture)}


def margins(png: bytes) -> tuple[float, float]:
    """White modules on either side of the bars of a number of four characters."""
    picture = Image.open(io.BytesIO(png)).convert("L")
    (place,) = (
        code.position for code in zxingcpp.read_barcodes(picture) if "128" in str(code.format)
    )
    row = picture.crop((0, place.top_left.y + 4, picture.width, place.top_left.y + 5)).tobytes()
    first, after = place.top_left.x, row.index(255, place.top_right.x)
    left = first - max((x for x in range(first) if row[x] < 128), default=0)
    right = next((x for x in range(after, len(row)) if row[x] < 128), len(row)) - after
    module = (after - first) / 79
    return left / module, right / module


@ON_SQLITE
async def test_codes_of_a_label_open_the_item(world: World, api: Api) -> None:
    long = "Bracket with a name that is far too long for a label of its size " * 4
    part = await world.part(long, itemNumber="PN-000042/Ä 1", location="A-3")
    plain = await world.part("#*_[Screw]", itemNumber="HW-7")
    for paper in ("62x29", "100x50", "a4"):
        path = f"/api/items/{part['id']}/label?format=png&paper={paper}"
        codes = read_codes((await api.get(path, as_=ENGINEER)).content)
        address = codes.popitem()[1]
        assert (codes, address.endswith("/items/PN-000042%2F%C3%84%201")) == ({}, True), paper
        path = f"/api/items/{plain['id']}/label?format=png&paper={paper}"
        picture = (await api.get(path, as_=ENGINEER)).content
        bars, address = sorted(read_codes(picture).values())
        assert min(margins(picture)) >= 9.5, f"{paper}: ten modules are quiet on each side"
        assert (bars, address.endswith("/items/HW-7")) == ("HW-7", True)
    body = {"items": [part["id"], plain["id"]], "locations": ["Shelf A-3"], "paper": "a4"}
    answer = await api.post("/api/labels", body, as_=ENGINEER)
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    assert answer.headers["content-type"] == "application/pdf"


@ON_SQLITE
async def test_what_labels_refuse(world: World, api: Api) -> None:
    part = await world.part()
    assert problems(await api.post("/api/labels", {}, as_=ENGINEER)).keys() == {"items"}
    many = {"items": [part["id"]], "copies": 100, "locations": ["A"] * 5}
    assert problems(await api.post("/api/labels", many, as_=ENGINEER)).keys() == {"copies"}
    odd = {"items": [part["id"]], "paper": "letter"}
    assert problems(await api.post("/api/labels", odd, as_=ENGINEER))
    path = f"/api/items/{part['id']}/label"
    assert problems(await api.get(f"{path}?copies=0", as_=ENGINEER))
    assert (await api.get(f"/api/items/{new_id()}/label", as_=ENGINEER)).status_code == 404
    assert (await api.get(path)).status_code == 401
