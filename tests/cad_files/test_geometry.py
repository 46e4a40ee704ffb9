import asyncio
import re
import struct
from pathlib import Path

import httpx
import pytest

from partwright.cad.workers import INSTALL, KernelPool
from partwright.cad_files import worker
from partwright.kit import clock
from partwright.settings import Settings
from partwright.vault import derived_queries
from tests.support.application import Api, data, running
from tests.support.people import ENGINEER, OUTSIDER, ROLELESS
from tests.vault.scene import Vault
from tests.world import Record, World

PAIR = (Path(__file__).parent / "pair.step").read_bytes()
"""Two blocks of 20 × 10 × 5 mm, the second 20 mm above the first."""


async def ended(vault: Vault, file: Record) -> Record:
    """The properties once the kernel has done with the file; asking brings it forward."""
    for _ in range(1800):
        found: Record = data(await vault.get(file, "properties"))
        if found["state"] != "pending":
            return found
        await asyncio.sleep(0.1)
    pytest.fail("the file is still pending")


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


async def test_an_uploaded_step_file_is_drawn_and_measured_behind_the_requests(
    api: Api, world: World, settings: Settings
) -> None:
    vault = Vault(api)
    part = await world.part("Spacer block", material="6061-T6")
    file = await vault.add(part, PAIR, name="Pair ü.STP")
    broken = await vault.add(part, PAIR[: len(PAIR) // 2], name="cut.step")
    text = await vault.add(part, b"no model at all", name="readme.txt")
    assert data(await vault.get(file, "properties"))["state"] == "pending"

    found = await ended(vault, file)
    assert found["state"] == "ready"
    assert found["volumeMm3"] == pytest.approx(2000, rel=1e-3)
    assert found["boundingBoxMm"] == pytest.approx([20, 10, 25], abs=0.01)
    assert found["centreMm"] == pytest.approx([0, 0, 12.5], abs=0.01)
    assert (found["solids"], found["valid"], found["faults"]) == (2, True, [])
    assert (found["material"], found["densityKgM3"]) == ("aluminium", 2700)
    assert found["massKg"] == pytest.approx(2000 * 2700e-9, rel=1e-3)
    assert [(one["name"], one["quantity"]) for one in found["parts"]] == [("Block", 2)]

    model = await vault.get(file, "glb")
    assert model.headers["content-type"] == "model/gltf-binary"
    assert "Pair%20%C3%BC.glb" in model.headers["content-disposition"]
    assert struct.unpack("<4sII", model.content[:12]) == (b"glTF", 2, len(model.content))
    drawing = await vault.get(file, "thumbnail")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.text.startswith("<svg ")
    # However small the picture is, its lines can be seen: some two of its pixels wide.
    for size in (64, 512):
        small = (await vault.get(file, "thumbnail", size=size)).text
        across = float(small.partition('viewBox="0 0 ')[2].partition(" ")[0])
        widest = max(map(float, re.findall(r'stroke-width="([\d.]+)"', small)))
        assert widest * size / across == pytest.approx(2.2, rel=0.05), size

    failed = await ended(vault, broken)
    assert (failed["state"], failed["error"]) == (
        "failed",
        "the STEP file is cut off: its end is missing",
    )
    assert refused(await vault.get(broken, "glb"))[0] == 404
    assert "failed" in refused(await vault.get(broken, "thumbnail"))[1]
    for what, status in (("glb", 422), ("properties", 422), ("thumbnail", 404)):
        assert (await vault.get(text, what)).status_code == status, what

    async with running(settings) as later:
        again = Vault(later)
        assert data(await again.get(file, "properties")) == found
        assert (await again.get(file, "glb")).content == model.content


@pytest.mark.settings(background=("none",))
async def test_it_is_said_that_files_wait_in_vain_without_a_kernel(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, vault = api.services, Vault(api)
    file = await vault.add(await world.part(), PAIR, name="pair.step")
    kernel = KernelPool(needs="no_such_kernel")
    without = worker.GeometryWorker(services.database, services.contents, kernel)
    monkeypatch.setitem(services.of_slices, worker.GeometryWorker, without)
    for is_at_work, expected in ((False, 200), (True, 503)):
        without.open(at_work=is_at_work)
        answer = await vault.get(file, "properties")
        assert answer.status_code == expected
    assert refused(answer)[1] == INSTALL
    assert refused(await vault.get(file, "glb")) == (503, INSTALL)
    await without.close()


async def test_the_scene_of_an_assembly_is_made_of_its_parts_models(api: Api, world: World) -> None:
    vault = Vault(api)
    design = await world.design()
    names = ("Top", "Sub", "Block", "Bare", "Crate")
    top, sub, block, bare, crate = [await world.part(name, designId=design["id"]) for name in names]
    lines = ((top, sub, 2), (sub, block, 3), (top, bare, 1), (top, block, 1), (crate, block, 9000))
    for parent, child, quantity in lines:
        await world.relate(parent, child, quantity=quantity)
    path = f"/api/items/{top['id']}/scene"
    none = data(await api.get(path, as_=ENGINEER))
    assert [one["itemNumber"] for one in none["items"]] == [top["itemNumber"]]
    file = await vault.add(block, PAIR, name="block.step")
    await ended(vault, file)
    found = data(await api.get(path, as_=ENGINEER))
    numbers = [one["itemNumber"] for one in found["items"]]
    # What neither has nor holds a model is no part of the picture.
    assert sorted(numbers) == sorted(one["itemNumber"] for one in (top, sub, block))
    used = [numbers[use["item"]] for use in found["uses"]]
    assert [used.count(one["itemNumber"]) for one in (top, sub, block)] == [1, 2, 7]
    held = [use for use in found["uses"] if numbers[use["item"]] == block["itemNumber"]]
    holders = {numbers[found["uses"][use["parent"]]["item"]] for use in held}
    assert holders == {top["itemNumber"], sub["itemNumber"]}
    (model,) = (one["model"] for one in found["items"] if one["model"])
    assert (model["fileId"], model["state"]) == (file["id"], "ready")
    assert model["sizeMm"] == pytest.approx([20, 10, 25], abs=0.01)
    assert (found["truncated"], found["incomplete"]) == (False, False)
    many = data(await api.get(f"/api/items/{crate['id']}/scene", as_=ENGINEER))
    assert (many["truncated"], len(many["uses"])) == (True, 5_000)
    assert (await api.get(path, as_=ROLELESS)).status_code == 403
    # An assembly with a file of its own is shown by that.
    whole = await vault.add(sub, PAIR, name="sub.step")
    await ended(vault, whole)
    again = data(await api.get(path, as_=ENGINEER))
    assert len(again["uses"]) == 4
    # Its products may be the items below, which have no places of their own.
    await ended(vault, await vault.add(top, PAIR, name="top.step"))
    alone = data(await api.get(path, as_=ENGINEER))
    numbers = [one["itemNumber"] for one in alone["items"]]
    assert (len(alone["uses"]), numbers[0]) == (1, top["itemNumber"])
    assert sorted(numbers) == sorted(one["itemNumber"] for one in (top, sub, block, bare))


async def test_only_those_who_see_the_file_see_what_is_known_of_it(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "engineer"})
    design = await world.design(programId=program["id"])
    part = await world.part(designId=design["id"])
    file = await Vault(api).add(part, PAIR, name="pair.step")
    for what in ("glb", "properties", "thumbnail"):
        assert (await Vault(api, as_=OUTSIDER).get(file, what)).status_code == 404, what
        assert (await Vault(api, as_=ROLELESS).get(file, what)).status_code in (403, 404), what
        pending = await Vault(api).get(file, what)
        assert pending.status_code == (200 if what == "properties" else 404), what


async def test_files_of_programs_take_turns(api: Api, world: World) -> None:
    """Ten files of one program do not keep another's one waiting behind them all."""
    await api.services.of(worker.GeometryWorker).close()
    programs = [await world.program(members={ENGINEER: "engineer"}) for _ in range(2)]
    designs = [await world.design(programId=program["id"]) for program in programs]
    many, one = [await world.part(designId=design["id"]) for design in designs]
    vault = Vault(api)
    for number in range(5):
        await vault.add(many, b"ISO-10303-21; many %d" % number, name=f"{number}.step")
    await vault.add(one, b"ISO-10303-21; one", name="one.step")
    claimed = []
    for second in range(6):
        now = clock.moment_later(seconds=second)
        async with api.services.database.transaction() as tx:
            claim = await tx.one(tuple_of, derived_queries.CLAIM, now=now, holder="another")
        assert claim is not None
        claimed.append(claim[1])
    sizes = [len(b"ISO-10303-21; many 0")] * 6
    sizes[1] = len(b"ISO-10303-21; one")
    assert claimed == sizes


def tuple_of(digest: str, size: int, attempts: int) -> tuple[str, int, int]:
    return digest, size, attempts
