"""Previews over HTTP: thumbnails of images, product trees of STEP files, CAD against BOM."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.cad_files.step_files import BRACKET, step_file
from tests.support.application import data, refused
from tests.support.people import ENGINEER, VIEWER
from tests.vault.scene import Vault
from tests.world import NOBODY, Record, World


def picture(kind: str, size: tuple[int, int] = (800, 400), mode: str = "RGB") -> bytes:
    out = BytesIO()
    Image.new(mode, size, 1 if mode in ("1", "P") else "orange").save(out, kind)
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that says how large it is and holds nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


async def test_images_have_thumbnails(vault: Vault, world: World) -> None:
    item = await world.part()
    made = [
        ("PNG", "RGBA"),
        ("JPEG", "RGB"),
        ("GIF", "P"),
        ("BMP", "RGB"),
        ("TIFF", "1"),
        ("WEBP", "RGB"),
        ("PDF", "RGB"),
    ]
    for kind, mode in made:
        file = await vault.add(item, picture(kind, mode=mode), name=f"photo.{kind.lower()}")
        answer = await vault.get(file, "thumbnail", size=128)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), kind
        assert Image.open(BytesIO(answer.content)).size == (128, 64)
        again = await vault.get(file, "thumbnail", size=128)
        assert again.content == answer.content
        path = f"/api/files/{file['id']}/thumbnail?size=128"
        known = {"If-None-Match": answer.headers["etag"]}
        assert (await vault.api.get(path, as_=ENGINEER, headers=known)).status_code == 304
        refused(await vault.get(file, "thumbnail", size=100), 400, "VALIDATION_ERROR")


async def test_an_earlier_version_keeps_its_thumbnail(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), picture("PNG"), name="photo.png")
    first = (await vault.get(file, "thumbnail")).content
    await vault.version(file, picture("PNG", size=(60, 60)), name="photo.png")
    now = (await vault.get(file, "thumbnail")).content
    assert now != first
    for version, picture_then in (("1", first), ("2", now)):
        answer = await vault.get(file, "thumbnail", version=version)
        assert answer.content == picture_then
    refused(await vault.get(file, "thumbnail", version="3"), 404, "RESOURCE_NOT_FOUND")


async def test_what_has_no_picture_is_told(vault: Vault, world: World) -> None:
    item = await world.part()
    whole = picture("PNG")
    page = picture("PDF")[:300]
    damaged = whole[:-30] + b"x" * 30
    huge = png_header(60_000, 60_000)
    for content in (b"", b"solid", b"%PDF-1.7\n%%EOF", page, whole[:60], huge, damaged):
        file = await vault.add(item, content, name="photo.png")
        answer = await vault.get(file, "thumbnail")
        assert answer.status_code in (200, 404), content[:20]
        if answer.status_code == 404:
            refused(answer, 404, "RESOURCE_NOT_FOUND")
            again = await vault.get(file, "thumbnail")
            assert again.json()["error"]["message"] == answer.json()["error"]["message"]
    refused(await vault.get(file | {"id": NOBODY}, "thumbnail"), 404, "RESOURCE_NOT_FOUND")


async def test_a_step_file_shows_its_products(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), step_file(BRACKET))
    for _ in range(2):
        found = data(await vault.get(file, "structure"))
        assert (found["productCount"], found["usageCount"]) == (9, 13)
        assert (len(found["products"]), len(found["usages"])) == (9, 13)
        (top,) = found["tree"]
        assert (top["name"], top["quantity"]) == ("as1", 1)
        held = {child["name"]: child["quantity"] for child in top["children"]}
        assert held == {"rod-assembly": 1, "l-bracket-assembly": 2, "plate": 1}
        assert found["truncated"] is False
    for content in (b"", b"garbage", step_file(BRACKET)[:-5]):
        other = await vault.add(await world.part(), content)
        refused(await vault.get(other, "structure"), 422, "UNPROCESSABLE")


@pytest.fixture
async def assembly(vault: Vault, world: World) -> tuple[Record, Record, dict[str, Record]]:
    """A BOM that almost is what the CAD file says, and the file."""
    parts = {
        "top": await world.part("Bracket assembly"),
        "rod-assembly": await world.part("Rod assembly"),
        "nut": await world.part("Hex nut M8", itemNumber="NUT"),
        "rod": await world.part("ROD"),
        "plate": await world.part("plate"),
        "label": await world.part("Label"),
        "bolt": await world.part("bolt"),
    }
    for parent, child, quantity in (
        ("top", "rod-assembly", 1),
        ("rod-assembly", "nut", 3),
        ("rod-assembly", "rod", 1),
        ("top", "plate", 1),
        ("top", "label", 2),
        ("top", "bolt", 6),
    ):
        await world.relate(parts[parent], parts[child], quantity=quantity)
    file = await vault.add(parts["top"], step_file(BRACKET))
    return parts["top"], file, parts


async def test_products_of_one_name_are_told_apart(vault: Vault, world: World) -> None:
    top = await world.part("Top")
    content = step_file({"Top": ["one", "other"]})
    for name in (b"one", b"other"):
        content = content.replace(b"PRODUCT('%b','%b'" % (name, name), b"PRODUCT('Part 1','Part 1'")
    file = await vault.add(top, content)
    path = f"/api/items/{top['id']}/bom/compare"
    found = data(await vault.api.get(path, as_=ENGINEER, params={"withFile": file["id"]}))
    products = [line["product"] for line in found["added"]]
    assert [product["name"] for product in products] == ["Part 1", "Part 1"]
    assert len({product["id"] for product in products}) == 2


async def test_a_cad_file_is_compared_with_the_bom(
    vault: Vault, assembly: tuple[Record, Record, dict[str, Record]]
) -> None:
    top, file, parts = assembly
    path = f"/api/items/{top['id']}/bom/compare"
    found = data(await vault.api.get(path, as_=ENGINEER, params={"withFile": file["id"]}))
    assert found["file"] == {"id": file["id"], "originalFileName": "bracket.step", "version": 1}

    def called(place: Any) -> str:
        return (place["item"] or place["product"])["name"]

    (changed,) = found["changed"]
    assert changed["item"]["id"] == parts["nut"]["id"]
    assert (changed["product"]["number"], changed["product"]["name"]) == ("nut", "nut")
    assert changed["parent"]["name"] == "Rod assembly"
    assert changed["changes"] == {"quantity": {"from": 3, "to": 2}}
    (removed,) = found["removed"]
    assert (removed["item"]["name"], removed["product"]) == ("Label", None)
    assert removed["changes"] == {"quantity": {"from": 2, "to": None}}
    added = {called(line): line["changes"]["quantity"]["to"] for line in found["added"]}
    assert added == {"l-bracket-assembly": 2, "nut-bolt": 3, "l-bracket": 1, "Hex nut M8": 1}
    assert [line["item"] is None for line in found["added"] if called(line) == "nut-bolt"] == [True]
    (moved,) = found["moved"]
    assert (called(moved), called(moved["from"]), called(moved["to"])) == (
        "bolt",
        "Bracket assembly",
        "nut-bolt",
    )
    assert moved["changes"] == {"quantity": {"from": 6, "to": 1}}
    # nut, rod, rod-assembly, plate
    assert found["matched"] == 4


async def test_the_comparison_needs_a_step_file_that_one_may_read(
    vault: Vault, world: World, assembly: tuple[Record, Record, dict[str, Record]]
) -> None:
    top, _, parts = assembly
    path = f"/api/items/{top['id']}/bom/compare"
    garbage = await vault.add(parts["nut"], b"garbage")
    for wrong, status, code in (
        (garbage["id"], 422, "UNPROCESSABLE"),
        (NOBODY, 404, "RESOURCE_NOT_FOUND"),
        ("x", 400, "VALIDATION_ERROR"),
    ):
        answer = await vault.api.get(path, as_=ENGINEER, params={"withFile": wrong})
        refused(answer, status, code)
    hidden = await world.design(programId=(await world.program(members={ENGINEER: "lead"}))["id"])
    secret = await vault.add(await world.part(designId=hidden["id"]), step_file(BRACKET))
    answer = await vault.api.get(path, as_=VIEWER, params={"withFile": secret["id"]})
    refused(answer, 404, "RESOURCE_NOT_FOUND")
    plain = data(await vault.api.get(path, as_=ENGINEER))
    assert (plain["added"], plain["removed"]) == ([], [])
