"""Symmetries of solids, and pairs of them that stand to each other alike."""

from pathlib import Path
from typing import Any

import pytest

from partwright.cad.job_types import BodyPlacement
from partwright.cad.model import PartSpec

pytest.importorskip("build123d", reason="the extra `cad` is not installed")

from partwright.cad.kernel import interference, occ, step
from partwright.cad.kernel.assembly import transformation
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.parts.build import build
from partwright.cad.kernel.relative_pose import RelativePoses

RING = PartSpec("Ring", "ring_gear", {"module": 1, "teeth": 24, "outer_diameter": 34, "width": 4})
PLANET = PartSpec("Planet", "gear", {"module": 1, "teeth": 8, "width": 4, "bore": 3})
PLATE = PartSpec("Plate", "plate", {"length": 30, "width": 30, "thickness": 5})
DISC = PartSpec("Disc", "disc", {"diameter": 12, "thickness": 5, "bore": 4})


def read_again(spec: PartSpec, folder: Path) -> Any:
    """As an assembly has it: out of its own STEP file, which begins where the part does."""
    document = StepDocument()
    document.add_part(build(spec), spec.name, None)
    step.write(document, folder / "part.step", name=spec.name)
    return step.whole(step.read(folder / "part.step"))


def placed(shape: Any, x: float, y: float, turn: float, tilt: float = 0.0) -> Any:
    place = BodyPlacement((x, y, 0.0), (tilt, 0.0, turn))
    return shape.Moved(occ.TopLoc.TopLoc_Location(transformation(place)))


@pytest.mark.parametrize(
    ("spec", "other", "alike", "unlike"),
    [
        # A planet a third of a turn farther meshes as the first one does; half a tooth off it does not.
        (RING, PLANET, [(8, 0, 0), (-4, 6.928203230275509, 120)], (8, 0, 22.5)),
        (RING, PLANET, [(8, 0, 0), (8, 0, 45)], (7.9, 0, 0)),
        # The corners of a square plate are alike, those of one that is turned are not.
        (PLATE, PLATE, [(20, 20, 0), (-20, 20, 90), (-20, -20, 0)], (20, 20, 30)),
        (DISC, DISC, [(9, 0, 0), (0, 9, 17)], (9.5, 0, 0)),
        (DISC, PLATE, [(9, 0, 0), (0, 9, 0)], (9, 0, 10)),
        (DISC, PLATE, [(0, 0, 0), (0, 0, 31)], (0, 0, 0, 90)),
    ],
)
def test_pairs_that_stand_alike_share_a_key_and_the_same_space(
    spec: PartSpec,
    other: PartSpec,
    alike: list[tuple[float, float, float]],
    unlike: tuple[float, ...],
    tmp_path: Path,
) -> None:
    first = read_again(spec, tmp_path)
    second = first if other is spec else read_again(other, tmp_path)
    keys = RelativePoses()
    found = {keys.key(first, placed(second, *at)) for at in alike}
    assert len(found) == 1
    assert keys.key(first, placed(second, *unlike)) not in found
    volumes = [
        interference.shared_volume(
            interference.solids(first), interference.solids(placed(second, *at))
        )
        for at in alike
    ]
    assert volumes == pytest.approx([volumes[0]] * len(alike), rel=1e-6, abs=1e-6)


def test_a_keyway_takes_a_wheel_its_symmetry() -> None:
    whole = build(PLANET)
    figures = {**PLANET.parameters, "keyway_width": 1.0, "keyway_depth": 0.5}
    keyed = build(PartSpec("Planet", "gear", figures))
    keys = RelativePoses()
    for wheel, are_alike in ((whole, True), (keyed, False)):
        pair = {keys.key(wheel, placed(wheel, 8, 0, turn)) for turn in (0, 45)}
        assert (len(pair) == 1) is are_alike


def test_the_file_of_an_assembly_has_its_solids_and_uses(tmp_path: Path) -> None:
    file = tmp_path / "assembly.step"
    lines = "#1 = MANIFOLD_SOLID_BREP('',#2);\n#3 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('1','','');\n"
    file.write_text(f"ISO-10303-21;\n{lines}END-ISO-10303-21;\n", encoding="ascii")
    assert step.check_structure(file, solids=1, uses=1) == []
    assert "instead of 1 in 2" in step.check_structure(file, solids=1, uses=2)[0]
    file.write_text(lines, encoding="ascii")
    assert "cut off" in step.check_structure(file, solids=1, uses=1)[0]
