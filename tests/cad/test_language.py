import re
from math import dist, inf, isfinite, nan
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.cad.language import catalogue, interfaces, validator
from partwright.cad.language.feature import Feature, Parameter
from partwright.cad.language.flat import changed, flat, spec_of
from partwright.cad.language.operations import KINDS
from partwright.cad.model import Operation, PartSpec
from tests.cad.random_parts import random_part

FEATURES = list(catalogue.FEATURES.values())


def part(method: str, *operations: Operation, **parameters: float) -> PartSpec:
    return PartSpec("Part", method, parameters, operations)


def op(name: str, **parameters: float) -> Operation:
    return Operation(name.rpartition("_")[0], name, parameters)


def told(spec: PartSpec) -> str:
    return "; ".join(
        f"{problem.parameter}: {problem.message}" for problem in validator.problems(spec)
    )


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_a_feature_without_figures_can_be_built(feature: Feature) -> None:
    assert told(part(feature.name)) == ""
    assert min(interfaces.bounding_box(part(feature.name)).size) > 0


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_figures_out_of_their_limits_are_named(feature: Feature) -> None:
    for parameter in feature.parameters:
        for value in (parameter.low - 1, parameter.high + 1, nan, inf):
            problems = validator.problems(part(feature.name, **{parameter.name: value}))
            assert [problem.parameter for problem in problems] == [parameter.name]


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_what_may_be_built_promises_a_box_with_its_interfaces_inside(random: Random) -> None:
    spec = random_part(random)
    bounds = interfaces.bounding_box(spec)
    assert all(isfinite(side) and side > 0 for side in bounds.size)
    offered = interfaces.connections(spec)
    assert offered.bounds == bounds
    for interface in offered.interfaces:
        assert dist(interface.axis, (0, 0, 0)) == pytest.approx(1)
        for axis in range(3):
            assert bounds.low[axis] - 0.01 <= interface.position[axis] <= bounds.high[axis] + 0.01


@given(st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_flat_figures_describe_the_same_part(random: Random) -> None:
    spec = random_part(random)
    again = spec_of(name=spec.name, method=spec.method, parameters=flat(spec))
    assert flat(again) == flat(spec)
    assert interfaces.bounding_box(again) == interfaces.bounding_box(spec)
    assert validator.problems(again) == []


def figures(parameters: tuple[Parameter, ...]) -> st.SearchStrategy[dict[str, float]]:
    """Some of the figures, each anywhere within its limits."""
    drawn = {
        p.name: st.integers(int(p.low), int(p.high)).map(float)
        if p.unit == "count"
        else st.floats(p.low, p.high)
        for p in parameters
    }
    return st.fixed_dictionaries({}, optional=drawn)


OPERATIONS = st.sampled_from(list(KINDS.values())).flatmap(
    lambda kind: figures(kind.parameters).map(
        lambda drawn: Operation(kind.name, f"{kind.name}_1", drawn)
    )
)
PARTS = st.sampled_from(FEATURES).flatmap(
    lambda feature: st.builds(
        lambda drawn, operations: PartSpec("Any", feature.name, drawn, tuple(operations)),
        figures(feature.parameters),
        st.lists(OPERATIONS, max_size=3, unique_by=lambda operation: operation.name),
    )
)


@given(PARTS)
@settings(max_examples=300, deadline=None)
def test_any_figures_are_judged_and_those_that_pass_have_a_box(spec: PartSpec) -> None:
    if not validator.problems(spec):
        assert all(isfinite(side) and side > 0 for side in interfaces.bounding_box(spec).size)
        assert interfaces.connections(spec).bounds == interfaces.bounding_box(spec)


def test_a_shell_and_a_hole_in_a_body_without_faces_are_both_told() -> None:
    found = validator.problems(part("spring", op("shell_1"), op("hole_1")))
    assert {problem.parameter for problem in found} == {"shell_1", "hole_1"}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (part("tube", outer_diameter=20, inner_diameter=30), "less than the outer diameter"),
        (part("enclosure", length=40, width=30, wall=16), "less than half the shorter side"),
        (part("box", length=40, width=30, corner_radius=20), "corner radius is less than half"),
        (part("gear", module=1, teeth=20, bore=17), "root diameter"),
        (part("gear", module=1, teeth=30, bore=10, keyway_width=8), "narrower than 0.6 bores"),
        (part("gear", module=1, teeth=20, bore=14, keyway_width=6), "wall below teeth"),
        (part("gear", teeth=20.5), "is a count and must be whole"),
        (part("flange", outer_diameter=50, bolt_circle=48, bolt_hole=6), "from the rim"),
        (part("flange", bolt_count=30, bolt_hole=9), "from each other"),
        (part("shaft", length_3=20), "no step follows one without length"),
        (part("spring", free_length=5, turns=10), "turns do not touch"),
        (part("bladed_wheel", blade_count=10, height=30), "side by side round the hub"),
        (part("slot_profile", slot_inner=14), "do not meet in the corner"),
        (part("dome", diameter=40, height=30), "at most a hemisphere"),
        (part("plate", radius=3), "plate has no parameter 'radius'; it has length, width"),
        (part("banana"), "there is no method 'banana'; methods are plate"),
        (part("standard:ISO 9999 M4"), "ISO 9999 is not a known standard"),
        (part("standard:ISO 4762 M7x20"), "ISO 4762 has the sizes M1.6"),
    ],
)
def test_what_does_not_hold_is_said_in_words(spec: PartSpec, words: str) -> None:
    assert words in told(spec)


PLATE = {"length": 100.0, "width": 60.0, "thickness": 5.0}
SHAFT = {"diameter_1": 20.0, "length_1": 50.0, "diameter_2": 30.0, "length_2": 50.0}


@pytest.mark.parametrize(
    ("method", "figures", "operations", "words"),
    [
        ("plate", PLATE, [op("hole_1", diameter=6, x=48)], "hole_1: no. 1 at x 48"),
        ("plate", PLATE, [op("hole_1", diameter=6, depth=5)], "5 mm is too deep for 5 mm"),
        (
            "plate",
            PLATE,
            [op("hole_1", diameter=6), op("slot_1", length=20, width=6, x=10)],
            "slot_1: must keep 0.2 mm from hole_1",
        ),
        (
            "plate",
            PLATE,
            [op("hole_circle_1", count=40, circle_diameter=40)],
            "its places must keep 0.2 mm",
        ),
        ("plate", PLATE, [op("hole_1", counterbore_diameter=9)], "has a depth"),
        ("plate", PLATE, [op("hole_1", face=1)], "faces 0 to 0, no face 1"),
        (
            "plate",
            PLATE,
            [op("fillet_1", radius=5)],
            "expected at most 4.5 mm for these edges, got 5 mm",
        ),
        (
            "plate",
            PLATE,
            [op("fillet_1", radius=1), op("chamfer_1", size=1)],
            "expected one fillet or one chamfer, not several",
        ),
        ("plate", PLATE, [op("keyway_1")], "is not turned about one axis"),
        ("plate", PLATE, [op("shell_1", wall=4.9)], "the wall must be at most 4.7 mm"),
        ("plate", PLATE, [op("hole_grid_1", count_x=60, count_y=60)], "more than 250 holes"),
        ("plate", PLATE, [Operation("hole", "bore_1", {})], "must be named by its kind"),
        ("plate", PLATE, [Operation("dent", "dent_1", {})], "there is no operation 'dent'"),
        ("plate", PLATE, [op("hole_1"), op("hole_1")], "stands twice"),
        ("plate", PLATE, [op("hole_1", diameter=nan)], "hole_1.diameter: must be a finite number"),
        ("spring", {}, [op("hole_1")], "a spring has no face for this"),
        ("spring", {}, [op("fillet_1")], "the edges of a spring cannot be rounded or chamfered"),
        ("l_bracket", {}, [op("shell_1")], "cannot be hollowed"),
        ("shaft", SHAFT, [op("keyway_1", length=40, z=45)], "must lie within one step"),
        ("shaft", SHAFT, [op("keyway_1", length=20, z=900)], "must lie within one step"),
        ("shaft", SHAFT, [op("cross_hole_1", diameter=16, z=25)], "more than 0.7 of the diameter"),
        (
            "shaft",
            SHAFT,
            [op("keyway_1", width=5, length=30, z=25), op("cross_hole_1", diameter=4, z=25)],
            "runs into keyway_1",
        ),
        (
            "shaft",
            SHAFT | {"bore": 12},
            [op("keyway_1", width=6, depth=5, length=20, z=20)],
            "too deep",
        ),
        (
            "enclosure",
            {"lid_thickness": 2.0},
            [op("boss_1", diameter=8, height=40)],
            "higher than the room",
        ),
    ],
)
def test_operations_that_do_not_fit_are_refused_with_the_reason(
    method: str, figures: dict[str, float], operations: list[Operation], words: str
) -> None:
    assert words in told(PartSpec("Part", method, figures, tuple(operations)))


def test_all_that_is_wrong_is_said_at_once() -> None:
    problems = validator.problems(part("plate", op("hole_1", depth=-1), length=-5, thicknes=3))
    assert [problem.parameter for problem in problems] == ["length", "thicknes", "hole_1.depth"]


def test_every_operation_has_a_part_that_takes_it() -> None:
    fitting = {
        "shell": part("box", op("shell_1")),
        "fillet": part("plate", op("fillet_1")),
        "chamfer": part("rod", op("chamfer_1")),
        "keyway": part("shaft", op("keyway_1")),
        "cross_hole": part("rod", op("cross_hole_1")),
        "groove": part("shaft", op("groove_1")),
        "spline": part("shaft", op("spline_1")),
        "flats": part("shaft", op("flats_1")),
    }
    for kind in KINDS.values():
        spec = fitting.get(kind.name) or part(
            "plate", op(f"{kind.name}_1"), length=400, width=300, thickness=10
        )
        assert told(spec) == ""


def test_holes_are_offered_with_their_place_axis_and_pattern() -> None:
    spec = part(
        "l_bracket", op("hole_grid_1", count_x=2, count_y=1, spacing_x=20, face=1), height=80
    )
    holes = [one for one in interfaces.connections(spec).interfaces if one.pattern == "hole_grid_1"]
    assert [hole.axis for hole in holes] == [(1, 0, 0)] * 2
    assert dist(holes[0].position, holes[1].position) == pytest.approx(20)
    assert all(hole.through and hole.length == 6 for hole in holes)


def test_a_boss_raises_the_box_and_a_hole_does_not() -> None:
    plain = interfaces.bounding_box(part("plate", **PLATE))
    holed = interfaces.bounding_box(part("plate", op("hole_1"), **PLATE))
    bossed = interfaces.bounding_box(part("plate", op("boss_1", diameter=8, height=12), **PLATE))
    assert plain == holed
    assert bossed.size == (100, 60, 17)


def test_the_outside_of_a_turned_body_begins_where_the_body_does() -> None:
    raised = {"z_1": 5.0, "z_2": 5.0, "z_3": 40.0, "z_4": 40.0}
    (outside,) = interfaces.connections(part("revolution", **raised)).interfaces
    assert (outside.position, outside.length) == ((0, 0, 5), 35)


def test_a_change_keeps_what_it_does_not_name() -> None:
    spec = part("plate", op("hole_1", diameter=6), **PLATE)
    other = changed(spec, {"thickness": 8, "hole_1.x": 10, "fillet_1.radius": 1})
    assert other.parameters == PLATE | {"thickness": 8}
    assert {o.name: o.parameters for o in other.operations} == {
        "hole_1": {"diameter": 6, "x": 10},
        "fillet_1": {"radius": 1},
    }


def test_only_the_kernel_processes_load_the_kernel() -> None:
    source = Path(catalogue.__file__).parents[2]
    loads = re.compile(
        r"^\s*(?:from|import) (?:build123d|bd_warehouse|OCP|partwright\.cad\.kernel)", re.MULTILINE
    )
    outside = [path for path in source.rglob("*.py") if "kernel" not in path.parts]
    assert len(outside) > 100
    found = {path.name for path in outside if loads.search(path.read_text("utf-8"))}
    assert found <= {"parser_process.py"}


def test_keyways_are_as_deep_as_their_keys_ask_for() -> None:
    shaft = flat(
        part("shaft", op("keyway_1", width=12, length=40, z=40), diameter_1=40, length_1=80)
    )
    hub = flat(part("bushing", outer_diameter=70, inner_diameter=40, keyway_width=12))
    odd = flat(
        part("shaft", op("keyway_1", width=5.5, length=40, z=40), diameter_1=40, length_1=80)
    )
    assert (shaft["keyway_1.depth"], hub["keyway_depth"]) == (5, 3.3)
    assert odd["keyway_1.depth"] == pytest.approx(3.3)
