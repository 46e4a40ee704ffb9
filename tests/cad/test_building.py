import subprocess
import sys
from math import acos, asin, pi, sqrt
from random import Random

import msgspec
import pytest

from partwright.cad.language import catalogue, interfaces
from partwright.cad.language.flat import spec_of
from partwright.cad.model import Operation, PartSpec
from tests.cad.measured import Measured
from tests.cad.random_parts import random_part

pytest.importorskip("build123d", reason="the extra `cad` is not installed")


def built(specs: list[PartSpec]) -> list[Measured]:
    """All in one process: the import of the kernel takes longer than the parts."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.cad.building"],
        input=msgspec.json.encode(specs),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=300,
    )
    return msgspec.json.decode(answer.stdout, type=list[Measured])


def part(method: str, *operations: Operation, **parameters: float) -> PartSpec:
    return PartSpec("Part 7", method, parameters, operations)


def op(name: str, **parameters: float) -> Operation:
    return Operation(name.rpartition("_")[0], name, parameters)


def standard(text: str) -> PartSpec:
    return spec_of(name=text, method=f"standard:{text}", parameters={})


def hexagon(across: float) -> float:
    return across**2 * 3**0.5 / 2


def strip(radius: float, half: float) -> float:
    """From the middle of a circle to its rim, so far to both sides."""
    return half * (radius**2 - half**2) ** 0.5 + radius**2 * asin(half / radius)


PLATE = {"length": 100.0, "width": 60.0, "thickness": 5.0}

# Bodies whose volume can be told by hand.
KNOWN: list[tuple[PartSpec, float]] = [
    (
        part("z_bracket", height=40, lower_leg=25, upper_leg=20, width=50, thickness=4, corner_radius=5),
        4 * (50 * (25 + 20 + 40 - 8) - (4 - pi) * 25),
    ),
    (
        part("l_bracket", length=50, height=40, width=30, thickness=4, inner_radius=0, corner_radius=6),
        30 * (200 + 144) - 4 * (4 - pi) * 36,
    ),
    (part("box", op("hole_1", diameter=10, face=1), length=80, width=40, height=30), 96000 - 25 * pi * 80),
    (
        part("fork_head", width=16, length=42, slot_width=8, slot_depth=20, pin_diameter=8),
        16 * (16 * 42 - 8 * 20) - 8 * 16 * pi,
    ),
    (
        part("pillow_block", bore=20, outer_diameter=50, height=30, length=120, width=20, thickness=12, hole_diameter=10),
        20 * (70 * 12 + 50 * 30 + pi * (312.5 - 100)) - 2 * 25 * pi * 12,
    ),
    (part("cam", base_diameter=40, lift=10, nose_radius=20, thickness=8, bore=10), 8 * (400 + 375 * pi)),
    (
        part("torsion_spring", outer_diameter=20, wire_diameter=2, turns=3, leg_length=30, leg_angle=180),
        pi * (3 * ((18 * pi) ** 2 + 2.4**2) ** 0.5 + 60),
    ),
    (part("plate", **PLATE), 30000),
    (part("plate", op("hole_1", diameter=10), **PLATE), 30000 - 25 * pi * 5),
    (
        part("plate", op("hole_grid_1", diameter=4, count_x=3, spacing_x=20, spacing_y=20), **PLATE),
        30000 - 6 * 4 * pi * 5,
    ),
    (
        part("plate", op("hole_1", diameter=5, counterbore_diameter=9, counterbore_depth=2), **PLATE),
        30000 - pi * (2.5**2 * 3 + 4.5**2 * 2),
    ),
    (part("plate", op("slot_1", length=30, width=10), **PLATE), 30000 - 5 * (200 + 25 * pi)),
    (part("plate", op("boss_1", diameter=10, height=8), **PLATE), 30000 + 25 * pi * 8),
    (part("plate", op("rib_1", length=40, thickness=2, height=10, angle=30), **PLATE), 30800),
    (
        part("plate", op("pocket_1", length=20, width=10, depth=2, corner_radius=0), **PLATE),
        29600,
    ),
    (part("box", op("shell_1", wall=2), length=50, width=40, height=30), 60000 - 46 * 36 * 28),
    (part("box", op("chamfer_1", size=2), length=40, width=40, height=10), 15690.667),
    (part("enclosure", length=60, width=40, height=20, wall=2, corner_radius=0), 48000 - 56 * 36 * 18),
    (part("tube", outer_diameter=20, inner_diameter=16, length=50), pi * (100 - 64) * 50),
    (part("shaft", diameter_1=10, length_1=20, diameter_2=20, length_2=10), pi * (25 * 20 + 1000)),
    (part("flange", outer_diameter=80, thickness=10, bore=20, bolt_hole=8), pi * 10 * (1600 - 100 - 64)),
    (part("flange", outer_diameter=80, thickness=10, bore=20, bolt_count=0), pi * 10 * (1600 - 100)),
    (part("sphere", diameter=20), 4000 / 3 * pi),
    (part("dome", diameter=40, height=20), 16000 / 3 * pi),
    (part("spacer", outer_diameter=8, inner_diameter=0, length=10, sides=6), 10 * hexagon(8)),
    (part("l_bracket", length=50, height=40, width=30, thickness=4, inner_radius=0), 30 * (200 + 144)),
    (part("rack", module=2, teeth=5, width=10, height=12), 10 * (5 * pi * 2 * (12 - 4.5) + 5 * 14.956)),
    (part("i_profile", width=40, height=60, thickness=4, length=100), 100 * (320 + 4 * 52)),
    (
        part("arm", distance=140, width=40, width_2=24, thickness=10, bore_1=0),
        10 * (32 * sqrt(140**2 - 8**2) + 400 * (pi / 2 + asin(8 / 140)) + 144 * (pi / 2 - asin(8 / 140))),
    ),
    (
        part("clevis_bracket", length=70, width=50, thickness=8, lug_height=40, gap=16, pin_diameter=14, hole_diameter=6.6),
        8 * (3500 - 4 * pi * 3.3**2) + 16 * (800 + pi * (200 - 49)),
    ),
    (
        part("bushing", inner_diameter=25, outer_diameter=50, length=40, keyway_width=8),
        40 * (pi * (625 - 156.25) - 30.534),
    ),
    (
        part("v_pulley", diameter=60, groove_width=10, groove_depth=8, width=14, bore=20, keyway_width=6, keyway_depth=3),
        14 * (pi * 800 - 18.913) - 9653.6,
    ),
    (
        part("screw_flight", outer_diameter=150, inner_diameter=60, pitch=120, thickness=4, length=604),
        5 * 4 * pi * (75**2 - 30**2),
    ),
    (part("shaft", op("groove_1", width=2, depth=1, z=25), diameter_1=20, length_1=50), pi * (5000 - 2 * 19)),
    (
        part("shaft", op("spline_1", count=6, width=6, depth=1.5, length=40), diameter_1=26, length_1=40, diameter_2=30, length_2=20),
        40 * (pi * 11.5**2 + 6 * (strip(13, 3) - strip(11.5, 3))) + 20 * pi * 225,
    ),
    (
        part("shaft", op("spline_1", count=14, width=3, depth=2, length=60), diameter_1=30, length_1=60),
        60 * (pi * 13**2 + 14 * (strip(15, 1.5) - strip(13, 1.5))),
    ),
    (
        part("shaft", op("flats_1", count=6, across=24, length=20, z=30), diameter_1=24 * 2 / 3**0.5, length_1=40),
        20 * pi * 192 + 20 * 24**2 * 3**0.5 / 2,
    ),
    (
        part("shaft", op("flats_1", count=1, across=9, length=15, z=7.5), diameter_1=10, length_1=60),
        60 * pi * 25 - 15 * (25 * acos(0.8) - 4 * 3),
    ),
    (
        part("tube", op("groove_1", width=16, depth=8, z=15, angle=90), outer_diameter=50, inner_diameter=10, length=30),
        30 * pi * (625 - 25) - 2 * pi * (25 - 8 / 3) * 64,
    ),
    (
        part("sprocket", pitch=12.7, teeth=21, width=7.2, strands=2, strand_pitch=13.92, bore=20),
        2 * 35887.5 * 7.2 / 7.112 + pi * 6.72 * ((85.21 - 0.67 * 12.7 - 3.81) ** 2 / 4 - 100),
    ),
    (
        part("bell_crank", arm_1=80, arm_2=50, width=20, thickness=6, bore=12, bore_1=8, hub_diameter=30),
        6 * (pi * (225 + 100 - 36 - 32) + 20 * 130 - 2 * strip(15, 10)),
    ),
    (
        part("saddle", inner_diameter=25, thickness=2, width=20, hole_diameter=6, ear_length=15),
        20 * (pi / 2 * (14.5**2 - 12.5**2) + 4 * 12.5 + 2 * 15 * 2) - 2 * pi * 9 * 2,
    ),
    (standard("ISO 2338 6x20"), pi * (9 * (20 - 1.8) + 2 * 0.9 / 3 * (9 + 6.3 + 4.41))),
    (standard("ISO 7089 M4"), pi * (81 / 4 - 4.3**2 / 4) * 0.9),
]  # fmt: skip

STANDARDS = [
    "ISO 4762 M4x12", "ISO 4014 M8x60", "ISO 10642 M5x16", "ISO 7380-1 M4x10", "ISO 4026 M4x6",
    "ISO 14583 M3x8", "ISO 4032 M4", "ISO 4035 M3", "DIN 985 M6", "DIN 1587 M8", "DIN 127 M6",
    "ISO 7090 M8", "608", "6204-2RS", "DIN 471 8", "DIN 471 20", "DIN 472 22", "DIN 6885 A 6x6x20",
    "DIN 976 M8x100", "heat-set insert M3",
]  # fmt: skip


def is_as_promised(spec: PartSpec, made: Measured) -> str:
    """What differs from the promise, or nothing."""
    if made.error or not made.valid or made.volume <= 0:
        return f"{spec}: {made}"
    promised = interfaces.bounding_box(spec)
    sides = zip((*made.low, *made.high), (*promised.low, *promised.high), strict=True)
    off = max(abs(one - other) for one, other in sides)
    return f"{spec}: {made} but {promised}" if off > promised.tolerance else ""


PLAIN = [part(method) for method in catalogue.FEATURES]
DRAWN = [random_part(Random(seed)) for seed in range(25)]
NAMED = [standard(text) for text in STANDARDS]
LIDDED = part(
    "enclosure", op("boss_grid_1", height=20, spacing_x=60, spacing_y=30), lid_thickness=2
)
IMPOSSIBLE = part("tube", outer_diameter=10, inner_diameter=12)


@pytest.fixture(scope="module")
def made() -> list[tuple[PartSpec, Measured]]:
    specs = [*(spec for spec, _ in KNOWN), *PLAIN, *DRAWN, *NAMED, LIDDED, IMPOSSIBLE]
    return list(zip(specs, built(specs), strict=True))


def of(specs: list[PartSpec], made: list[tuple[PartSpec, Measured]]) -> list[Measured]:
    """The measures of some of the parts."""
    return [measured for spec, measured in made if any(spec is wanted for wanted in specs)]


def test_parts_have_the_volume_that_is_told_by_hand(made: list[tuple[PartSpec, Measured]]) -> None:
    measures = of([spec for spec, _ in KNOWN], made)
    for (spec, volume), measured in zip(KNOWN, measures, strict=True):
        assert measured.volume == pytest.approx(volume, rel=2e-3), spec


def test_what_passes_the_validator_is_a_sound_solid_of_the_promised_size(
    made: list[tuple[PartSpec, Measured]],
) -> None:
    possible = [pair for pair in made if pair[0] is not IMPOSSIBLE]
    assert len(possible) > 100
    assert [wrong for pair in possible if (wrong := is_as_promised(*pair))] == []


def test_a_part_is_one_solid_but_for_lids_and_bearings(
    made: list[tuple[PartSpec, Measured]],
) -> None:
    assert {measured.solids for measured in of(PLAIN, made)} == {1}
    assert [measured.solids for measured in of([LIDDED], made)] == [2]
    bearings = [measured for spec, measured in made if "seals" in spec.parameters]
    assert len(bearings) == 2
    assert all(measured.solids > 8 for measured in bearings)


def test_what_does_not_pass_is_refused_with_the_reason(
    made: list[tuple[PartSpec, Measured]],
) -> None:
    (refused,) = of([IMPOSSIBLE], made)
    assert "the inner diameter is less than the outer diameter" in refused.error
