"""Packages: one ZIP of what is released, with a manifest that tells what and why not."""

import hashlib
import io
import json
import zipfile
from typing import Any

import pytest

from partwright.kit.file_names import safe_name
from tests.change_orders.scene import order
from tests.packages.test_bom_files import attach
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, ROLELESS, VIEWER, Person
from tests.versioning.scene import Product, product
from tests.world import World


async def released(api: Api) -> Product:
    """PUMP of two ROTORs and four SEALs, released with their files."""
    made = await product(api)
    for number in ("PUMP", "ROTOR", "SEAL"):
        await made.part(number)
    await made.line("PUMP", "ROTOR", 2)
    await made.line("PUMP", "SEAL", 4)
    await attach(made, "PUMP", "assembly.pdf", b"%PDF-1.7 assembly")
    await attach(made, "ROTOR", "rotor.step", b"ISO-10303-21; first")
    await attach(made, "ROTOR", "con.dxf", b"drawing")
    await attach(made, "ROTOR", "notes.txt", b"for us alone")
    first = await order(made, "First")
    for number in made.ids:
        await first.affect(number, "release")
    await first.through()
    return made


async def package(
    made: Product, number: str = "PUMP", *, as_: Person = ENGINEER, **params: Any
) -> tuple[dict[str, bytes], Any]:
    path = f"/api/items/{made.ids[number]}/package"
    answer = await made.api.get(path, as_=as_, params=params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    assert list(files)[-1] == "manifest.json"
    return files, json.loads(files.pop("manifest.json"))


@pytest.mark.parametrize("name", ["CON", "con.dxf", "Aux .step", "LPT¹.pdf", "com³"])
def test_names_that_windows_keeps_for_devices_are_not_given(name: str) -> None:
    assert safe_name(name) == f"_{name}"


async def test_a_package_holds_what_is_released_with_digests(api: Api) -> None:
    made = await released(api)
    files, manifest = await package(made)
    assert set(files) == {
        *("bom.csv", "bom.xlsx", "bom.pdf"),
        "files/PUMP A/assembly.pdf",
        "files/ROTOR A/rotor.step",
        "files/ROTOR A/_con.dxf",
    }
    packed = [*manifest["bom"], *(f for i in manifest["items"] for f in i["files"])]
    told = {file["path"]: file for file in packed}
    assert set(told) == set(files)
    for path, content in files.items():
        assert told[path]["sha256"] == hashlib.sha256(content).hexdigest()
        assert told[path]["size"] == len(content)
    items = {item["itemNumber"]: item for item in manifest["items"]}
    assert items["ROTOR"]["quantity"] == "2"
    assert (items["SEAL"]["files"], items["SEAL"]["leftOut"]) == ([], None)
    assert (manifest["item"]["itemNumber"], manifest["incomplete"]) == ("PUMP", False)
    assert b"ROTOR" in files["bom.csv"]
    files, _ = await package(made, kinds="all")
    assert files["files/ROTOR A/notes.txt"] == b"for us alone"
    files, _ = await package(made, kinds="pdf")
    assert [name for name in files if name.startswith("files/")] == ["files/PUMP A/assembly.pdf"]


async def test_a_revision_is_packed_with_the_children_of_its_release(api: Api) -> None:
    made = await released(api)
    change = await order(made, "Second")
    copies = {n: (await change.affect(n))["workingCopyId"] for n in ("PUMP", "ROTOR")}
    on = {"branchId": await change.branch()}
    path = f"/api/items/{copies['ROTOR']}/files"
    files = data(await made.call("GET", path))["files"]
    step = next(file["id"] for file in files if file["originalFileName"] == "rotor.step")
    data(await made.call("POST", f"/api/files/{step}/checkout", on))
    second = {"file": ("rotor.step", b"ISO-10303-21; second")}
    data(await made.call("POST", f"/api/files/{step}/checkin", files=second, params=on))
    await change.through()

    old, manifest = await package(made, revision="a")
    assert old["files/ROTOR A/rotor.step"] == b"ISO-10303-21; first"
    assert manifest["item"]["revision"] == "A"
    now, manifest = await package(made, revision="B")
    assert now["files/ROTOR B/rotor.step"] == b"ISO-10303-21; second"
    made.ids["PUMP"] = copies["PUMP"]
    assert (await package(made))[0].keys() == now.keys()
    path = f"/api/items/{made.ids['PUMP']}/package"
    answer = await made.call("GET", path, params={"revision": "Z"})
    refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_drafts_and_what_is_hidden_stay_out(api: Api, world: World) -> None:
    made = await product(api)
    for number in ("PUMP", "ROTOR"):
        await made.part(number)
        await attach(made, number, "part.step", b"ISO-10303-21;")
    await made.line("PUMP", "ROTOR")
    files, manifest = await package(made)
    assert [name for name in files if name.startswith("files/")] == []
    assert {item["leftOut"] for item in manifest["items"]} == {"not released"}
    files, _ = await package(made, includeUnreleased="true")
    assert {"files/PUMP/part.step", "files/ROTOR/part.step"} <= set(files)

    secret = await world.program(members={ENGINEER: "lead"})
    hidden = await world.part(itemNumber="HIDDEN", programId=secret["id"])
    made.ids["HIDDEN"] = hidden["id"]
    await attach(made, "HIDDEN", "secret.step", b"ISO-10303-21;")
    await world.relate({"id": made.ids["PUMP"]}, hidden)
    files, manifest = await package(made, as_=VIEWER, includeUnreleased="true")
    assert manifest["incomplete"]
    assert "HIDDEN" not in str(files) + str(manifest)
    files, _ = await package(made, as_=ADMINISTRATOR, includeUnreleased="true")
    assert "files/HIDDEN/secret.step" in files
    path = f"/api/items/{made.ids['PUMP']}/package"
    refused(await api.get(path, as_=ROLELESS), 403, "FORBIDDEN")
    for params in ({"kinds": "step,paper"}, {"columns": "nothing"}, {"commitId": "x"}):
        refused(await api.get(path, as_=ENGINEER, params=params), 400, "VALIDATION_ERROR")
