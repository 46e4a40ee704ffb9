"""Real solids: made, composed, checked and looked into again. One scene for all, for its cost."""

import json
import struct
from collections.abc import AsyncIterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import pytest_asyncio
from PIL import Image, ImageChops

from partwright.cad.assembly.interference import judge
from partwright.cad.assembly.model import Arrangement
from partwright.cad.assembly.placement import arrange
from partwright.cad.job_protocol import FailureReason, JobFailed, JobLimits
from partwright.cad.job_types import (
    CHECK_OVERLAPS,
    COMPOSE,
    DRAW_PICTURE,
    INSPECT,
    MAKE_PART,
    PREPARE_PART,
    AssemblyTree,
    BodyPlacement,
    CheckOverlaps,
    ComposeAssembly,
    ComposedAssembly,
    DrawPicture,
    InspectStep,
    MadePart,
    MakePart,
    PlacedUse,
    PreparePart,
    StepInspection,
)
from partwright.cad.kernel import shading
from partwright.cad.language.interfaces import bounding_box
from partwright.cad.model import Bounds, PartSpec
from partwright.cad.workers import KernelPool
from tests.cad.bodies import child, spec

pytestmark = pytest.mark.asyncio(loop_scope="module")

GRID = {"diameter": 2.2, "count_x": 2, "count_y": 1, "spacing_x": 60}
PLATE = PartSpec(
    "Grundplatte äöü — 日本",
    "plate",
    {"length": 100.0, "width": 60.0, "thickness": 6.0},
    spec("x", "plate", GRID, length=100, width=60, thickness=6).operations,
    "6061",
)
SCREW = spec("Screw M3x10", "standard:ISO 4762 M3x10")
BLOCK = spec("Block", "box", length=20, width=20, height=20)
PARTS = {"plate": (PLATE, 1), "screw": (SCREW, 2), "block": (BLOCK, 1)}


class Made(NamedTuple):
    """The scene: its parts, where they are, and what came of it."""

    pool: KernelPool
    folder: Path
    parts: dict[str, MadePart]
    arrangement: Arrangement
    tree: AssemblyTree
    composed: ComposedAssembly


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def made(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Made]:
    folder = tmp_path_factory.mktemp("cad")
    pool = KernelPool(workers=2, limits=JobLimits(seconds=120))
    jobs = [
        MakePart(one, str(folder), temp_id, bounding_box(one))
        for temp_id, (one, _) in PARTS.items()
    ]
    parts: dict[str, MadePart] = {}
    async for number, outcome in pool.each(MAKE_PART, jobs):
        assert isinstance(outcome, MadePart), outcome
        parts[jobs[number].stem] = outcome
    children = [child(temp_id, one, count) for temp_id, (one, count) in PARTS.items()]
    arrangement = arrange(children)
    tree = AssemblyTree(
        "unit",
        "Unit",
        children=tuple(
            AssemblyTree(one.temp_id, one.name, parts[one.temp_id].files.step) for one in children
        ),
        placements=tuple(
            PlacedUse(one.key.temp_id, one.key.instance, one.placement)
            for one in arrangement.placed
        ),
    )
    composed = await pool.run(COMPOSE, ComposeAssembly(tree, str(folder), "unit"))
    yield Made(pool, folder, parts, arrangement, tree, composed)
    await pool.close()


def glb(path: str) -> dict[str, Any]:
    """The description in a GLB file."""
    content = Path(path).read_bytes()
    length = struct.unpack("<I", content[12:16])[0]
    return json.loads(content[20 : 20 + length])


def text_of(path: str) -> str:
    return Path(path).read_text(encoding="latin-1")


def extent(model: dict[str, Any]) -> list[float]:
    """Metres along each axis of a file whose parts are not turned."""
    ends: list[list[float]] = []
    for node in [one for one in model["nodes"] if "mesh" in one]:
        for primitive in model["meshes"][node["mesh"]]["primitives"]:
            places = model["accessors"][primitive["attributes"]["POSITION"]]
            for end in (places["min"], places["max"]):
                moved = zip(end, node["scale"], node["translation"], strict=True)
                ends.append([one * scale + shift for one, scale, shift in moved])
    return [max(one) - min(one) for one in zip(*ends, strict=True)]


async def inspect(made: Made, path: str, **more: Any) -> StepInspection:
    return await made.pool.run(INSPECT, InspectStep(path, **more))


async def test_a_part_has_its_files_measures_and_checks(made: Made) -> None:
    part = made.parts["plate"]
    assert part.faults == ()
    assert part.is_valid
    holes = 2 * 3.14159265 * 1.1**2 * 6
    assert part.volume_mm3 == pytest.approx(100 * 60 * 6 - holes, rel=1e-6)
    assert (part.material, part.mass_kg) == (
        "aluminium",
        pytest.approx(part.volume_mm3 * 2700e-9, rel=1e-9),
    )
    assert part.bounds.size == pytest.approx((100, 60, 6), abs=1e-3)
    model = glb(part.files.glb)
    # Metres, and what was up along z is up along y.
    assert extent(model) == pytest.approx([0.1, 0.006, 0.06], abs=1e-5)
    assert model["nodes"][0]["name"] == PLATE.name
    colour = model["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"]
    assert colour[:3] == pytest.approx([0.604, 0.638, 0.673], abs=0.01)
    drawing = text_of(part.files.svg)
    assert drawing.startswith("<svg ")
    assert drawing.count("<path ") >= 1
    text = text_of(part.files.step)
    assert "AP242_MANAGED_MODEL_BASED_3D_ENGINEERING" in text
    assert "'geometric validation property'" in text
    assert PLATE.material in text
    assert "\\X2\\00E400F600FC\\X0\\" in text


async def test_the_same_part_gives_the_same_bytes_and_reads_back(made: Made) -> None:
    again = await made.pool.run(MAKE_PART, MakePart(PLATE, str(made.folder), "again"))
    for kind in ("step", "glb", "svg"):
        first, second = (getattr(one.files, kind) for one in (made.parts["plate"], again))
        assert text_of(first) == text_of(second), kind
    found = await inspect(made, again.files.step, density=1000.0)
    assert [product.name for product in found.products] == [PLATE.name]
    assert (found.solids, found.faults) == (1, ())
    assert found.volume_mm3 == pytest.approx(again.volume_mm3, rel=1e-3)
    assert found.mass_kg == pytest.approx(found.volume_mm3 * 1e-6)


async def test_a_part_that_misses_its_promise_or_cannot_be_made_says_so(made: Made) -> None:
    promised = Bounds((-50.0, -30.0, 0.0), (50.0, 30.0, 7.0))
    off = await made.pool.run(MAKE_PART, MakePart(PLATE, str(made.folder), "off", promised))
    assert off.faults == ("its size is 100 × 60 × 6 mm instead of 100 × 60 × 7 mm",)
    wrong = PartSpec("Tube", "tube", {"outer_diameter": 10.0, "inner_diameter": 12.0})
    with pytest.raises(JobFailed, match="inner diameter") as failed:
        await made.pool.run(MAKE_PART, MakePart(wrong, str(made.folder), "wrong"))
    assert failed.value.reason is FailureReason.REFUSED


async def test_an_assembly_is_read_back_as_it_was_placed(made: Made) -> None:
    volume = sum(made.parts[one.key.temp_id].volume_mm3 for one in made.arrangement.placed)
    assert made.composed.faults == ()
    assert made.composed.instances == 4
    assert made.composed.volume_mm3 == pytest.approx(volume, rel=1e-6)
    found = await inspect(made, made.composed.files.step)
    assert found.volume_mm3 == pytest.approx(volume, rel=1e-3)
    root = found.products[found.roots[0]]
    names = [found.products[use.product].name for use in root.uses]
    assert root.name == "Unit"
    assert sorted(names) == sorted([PLATE.name, "Screw M3x10", "Screw M3x10", "Block"])
    placed = {
        f"{PARTS[one.key.temp_id][0].name} #{one.key.instance}": one.placement.translation_mm
        for one in made.arrangement.placed
    }
    assert {use.name: use.placement.translation_mm for use in root.uses} == placed
    model = glb(made.composed.files.glb)
    assert {node.get("name") for node in model["nodes"]} >= set(placed)
    assert {mesh["name"] for mesh in model["meshes"]} == {one.name for one, _ in PARTS.values()}
    assert len(model["materials"]) == 3
    # Of two uses each has a place of its own, and both draw the one mesh.
    screws = [node for node in model["nodes"] if node["extras"].get("product") == "Screw M3x10"]
    assert len({node["extras"]["usage"] for node in screws}) == 2
    assert len({node["mesh"] for node in screws}) == 1
    assert "<path " in text_of(made.composed.exploded_svg)


async def test_a_picture_shows_the_assembly_from_where_the_eye_is(made: Made) -> None:
    job = DrawPicture(made.composed.files.step, str(made.folder), eye=(0.0, 0.0, 1.0))
    drawn = await made.pool.run(DRAW_PICTURE, job)
    with Image.open(drawn.png) as opened:
        picture = opened.convert("RGB")
    paper = Image.new("RGB", picture.size, (250, 250, 248))
    left, top, right, bottom = ImageChops.difference(picture, paper).getbbox() or (0, 0, 0, 0)
    # From above, the plate of 100 x 60 mm is all that is seen around the others.
    assert (right - left) / (bottom - top) == pytest.approx(100 / 60, rel=0.01)
    shades = picture.getcolors(1 << 20) or []
    assert len([one for one in shades if one[0] > 1500]) >= 3


async def test_large_and_small_triangles_leave_no_pixel_between_them() -> None:
    corners = [((0, 0), (40, 0), (40, 30)), ((0, 0), (40, 30), (0, 30))]
    fine = [((x, 30), (x + 0.1, 30), (x + 0.05, 30.4)) for x in np.arange(0, 40, 0.1)]
    placed = np.array([[(x, y, 0.0) for x, y in one] for one in [*corners, *fine]])
    count = len(placed)
    shown = shading.Triangles(placed, np.full((count, 3), 0.5), np.zeros(count, dtype=int))
    with Image.open(BytesIO(shading.png(shown, (0.0, 0.0, 1.0)))) as opened:
        middle = opened.convert("RGB").crop((60, 60, 900, 680))
    assert len(middle.getcolors() or []) == 1


async def test_overlaps_are_found_with_their_volumes_and_judged(made: Made) -> None:
    moved = _with(made.tree, "block", BodyPlacement((0.0, 0.0, 4.0)))
    found = await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(moved))
    judged = {(one.a, one.b): one for one in judge(found.overlaps, made.arrangement.fits)}
    assert judged["plate#1", "block#1"].volume_mm3 == pytest.approx(20 * 20 * 2, rel=1e-6)
    assert judged["plate#1", "block#1"].verdict == "clash"
    # The library draws the shank of a screw as thick as the root of its thread.
    ring = 3.14159265 / 4 * (3**2 - 2.2**2) * 6
    assert 0.01 < judged["plate#1", "screw#1"].volume_mm3 < ring
    assert judged["plate#1", "screw#1"].verdict == "thread"
    assert found.unchecked == ()
    resting = _with(made.tree, "block", BodyPlacement((0.0, 0.0, 5.9999)))
    touching = await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(resting))
    assert ("plate#1", "block#1") not in {(one.a, one.b) for one in touching.overlaps}
    hurried = await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(moved, seconds=0.0))
    assert (hurried.overlaps, len(hurried.unchecked)) == ((), hurried.pairs)
    assert found.islands is None


async def test_parts_that_touch_nothing_are_found_by_their_true_distance(made: Made) -> None:
    for height, islands in ((6.0, ()), (6.4, ()), (6.6, (("block#1",),))):
        tree = _with(made.tree, "block", BodyPlacement((0.0, 0.0, height)))
        found = await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(tree, island_seconds=20))
        assert found.islands == islands, height
    # The second unit stands apart from the first, and so does the block in each of them.
    unit = _with(made.tree, "block", BodyPlacement((0.0, 0.0, 6.6)))
    uses = tuple(PlacedUse("unit", n, BodyPlacement((0.0, 0.0, 90.0 * n))) for n in (1, 2))
    top = AssemblyTree("top", "Top", children=(unit,), placements=uses)
    found = await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(top, island_seconds=20))
    assert found.islands is not None
    assert [len(one) for one in found.islands][:2] == [1, 1]
    assert len(found.islands) == 3


async def test_assemblies_are_nested_and_parts_of_one_file_are_one_product(made: Made) -> None:
    twice = (
        PlacedUse("unit", 1, BodyPlacement()),
        PlacedUse("unit", 2, BodyPlacement((0.0, 0.0, 90.0), (90.0, 0.0, 0.0))),
    )
    screws = AssemblyTree("more", "Screw M3x10", made.parts["screw"].files.step)
    tree = AssemblyTree(
        "top",
        "Top",
        children=(made.tree, screws),
        placements=(*twice, PlacedUse("more", 1, BodyPlacement((0.0, 0.0, 60.0)))),
    )
    composed = await made.pool.run(COMPOSE, ComposeAssembly(tree, str(made.folder), "top"))
    found = await inspect(made, composed.files.step)
    assert (composed.instances, found.solids) == (9, 9)
    names = sorted(product.name for product in found.products)
    assert names == sorted(["Top", "Unit", PLATE.name, "Screw M3x10", "Block"])
    root = found.products[found.roots[0]]
    rotations = {use.name: use.placement.rotation_deg for use in root.uses}
    assert rotations["Unit #2"] == pytest.approx((90.0, 0.0, 0.0))


async def test_parts_prepared_once_are_as_those_read_from_their_files(
    made: Made, tmp_path: Path
) -> None:
    async def prepared(one: AssemblyTree) -> AssemblyTree:
        found = await made.pool.run(PREPARE_PART, PreparePart(one.path, str(tmp_path), one.temp_id))
        assert found.are_valid
        assert found.path
        return AssemblyTree(one.temp_id, one.name, one.path, prepared=found)

    children = [await prepared(child) for child in made.tree.children]
    tree = AssemblyTree("unit", "Unit", "", tuple(children), made.tree.placements)
    composed = await made.pool.run(COMPOSE, ComposeAssembly(tree, str(tmp_path), "unit"))
    assert composed.volume_mm3 == pytest.approx(made.composed.volume_mm3)
    assert composed.bounds == made.composed.bounds
    assert composed.faults == ()
    texts = [text_of(one.files.step) for one in (composed, made.composed)]
    for words in ("COLOUR_RGB", "PRODUCT('", "'density measure'", "MANIFOLD_SOLID_BREP", "VOLUME"):
        read, kept = ([line for line in text.splitlines() if words in line] for text in texts)
        assert len(read) == len(kept), words
    checks = [await made.pool.run(CHECK_OVERLAPS, CheckOverlaps(one)) for one in (tree, made.tree)]
    assert checks[0].overlaps == pytest.approx(checks[1].overlaps)
    whole = PreparePart(made.composed.files.step, str(tmp_path), "whole")
    assert (await made.pool.run(PREPARE_PART, whole)).path == ""


async def test_damaged_files_are_refused(made: Made) -> None:
    good = text_of(made.parts["plate"].files.step).encode()
    cases: Sequence[tuple[bytes, str]] = (
        (b"", "not a STEP file"),
        (b"solid cube\nendsolid", "not a STEP file"),
        (good[: len(good) // 2], "cut off"),
        (good[: len(good) // 2] + b"\nENDSEC;\nEND-ISO-10303-21;\n", "cannot be read|no shape"),
        (
            b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n",
            "not contain a shape|cannot be read",
        ),
    )
    for number, (content, words) in enumerate(cases):
        path = made.folder / f"damaged_{number}.step"
        path.write_bytes(content)
        with pytest.raises(JobFailed, match=words) as failed:
            await inspect(made, str(path), folder=str(made.folder))
        assert failed.value.reason is FailureReason.REFUSED


def _with(tree: AssemblyTree, temp_id: str, placement: BodyPlacement) -> AssemblyTree:
    placements = tuple(
        PlacedUse(use.temp_id, use.instance, placement if use.temp_id == temp_id else use.placement)
        for use in tree.placements
    )
    return AssemblyTree(tree.temp_id, tree.name, tree.path, tree.children, placements)


def read_text(path: str) -> str:
    return Path(path).read_text(encoding="ascii")


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="ascii")
    return path


async def test_a_file_that_refers_to_others_is_refused(made: Made, tmp_path: Path) -> None:
    whole = read_text(made.parts["plate"].files.step)
    middle = whole.index("ENDSEC;\nEND-ISO")
    entities = (
        "#90001=document_file('other.step','','',#90002,'',$);\n",
        "#90001=DOCUMENT_FILE /* or so */ ('/etc/passwd','','',#90002,'',$);\n",
    )
    for entity in entities:
        file = written(tmp_path / "refers.step", whole[:middle] + entity + whole[middle:])
        with pytest.raises(JobFailed) as failed:
            await made.pool.run(INSPECT, InspectStep(str(file)))
        assert failed.value.reason is FailureReason.REFUSED
        assert "refers to other files" in failed.value.message
