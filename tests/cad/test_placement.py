import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.cad.assembly.exploded_view import explode, shifted
from partwright.cad.assembly.floor_plan import PackingFloor, pack
from partwright.cad.assembly.interference import judge
from partwright.cad.assembly.model import AssemblyChild, InstanceKey, IntendedFit, block
from partwright.cad.assembly.motion import RigidMotion, from_placement, norm, to_placement, turned
from partwright.cad.assembly.nested import AssemblyNode, arrange_all
from partwright.cad.assembly.placement import MOST, arrange
from partwright.cad.assembly.scene import shared
from partwright.cad.job_types import BodyOverlap, BodyPlacement
from partwright.cad.model import Bounds
from tests.cad.bodies import at, boxes, child, key, spec, where, whys

GRID = {"diameter": 2.5, "count_x": 2, "count_y": 2, "spacing_x": 72, "spacing_y": 42}
BASE = spec("Base plate", "plate", GRID, length=100, width=80, thickness=5)
BOARD = spec("Board", "pcb", length=80, width=50)
SPACER = spec("Spacer", "spacer", outer_diameter=6, inner_diameter=3.2, length=10)
SCREW = spec("Screw", "standard:ISO 4762 M3x20")
WASHER = spec("Washer", "standard:ISO 7089 M3")
NUT = spec("Nut", "standard:ISO 4032 M3")
ENCLOSURE = spec("Case", "enclosure", length=120, width=80, height=40)
LID = spec("Cover", "lid", length=120, width=80)
CELL = spec("Battery", "envelope_box", length=30, width=10, height=20)


def test_a_board_on_spacers_is_screwed_through_with_washers_and_nuts() -> None:
    children = [
        child("base", BASE),
        child("board", BOARD),
        child("spacer", SPACER, 4),
        child("screw", SCREW, 4),
        child("washer", WASHER, 4),
        child("nut", NUT, 4),
    ]
    found = arrange(children)
    assert found.notes == ()
    corners = [(x, y) for y in (-21.0, 21.0) for x in (-36.0, 36.0)]
    for number, (x, y) in enumerate(corners, start=1):
        assert at(found, f"spacer#{number}") == (x, y, 5.0)
        assert at(found, f"washer#{number}") == (x, y, 16.6)
        assert at(found, f"screw#{number}") == (x, y, 17.15)
        assert at(found, f"nut#{number}") == (x, y, -2.4)
    assert at(found, "board#1") == (0.0, 0.0, 15.0)


def test_a_screw_in_a_tapped_hole_is_told_as_a_thread_with_its_ring() -> None:
    found = arrange([child("base", BASE), child("screw", SCREW, 4)])
    threads = {str(fit.a): fit for fit in found.fits if fit.kind == "thread"}
    ring = math.pi / 4 * (3**2 - 2.5**2) * 5
    assert threads["screw#1"].volume_mm3 == pytest.approx(ring)
    assert threads["screw#1"].b == InstanceKey("base", 1)


def test_bearings_shaft_and_wheels_share_the_axis_of_the_housing() -> None:
    housing = spec(
        "Housing", "housing", length=120, width=90, height=80, bore_diameter=22, bore_height=40,
        wall=8, boss_length=4,
    )  # fmt: skip
    shaft = spec(
        "Shaft", "shaft", diameter_1=8, length_1=20, diameter_2=12, length_2=100, diameter_3=8,
        length_3=40,
    )  # fmt: skip
    children = [
        child("gear", spec("Gear", "gear", module=1, teeth=30, width=10, bore=12)),
        child("shaft", shaft),
        child("bearing", spec("Bearing", "standard:608-2RS"), 2),
        child("housing", housing),
    ]
    found = arrange(children)
    assert found.notes == ()
    for one in ("bearing#1", "bearing#2", "shaft#1", "gear#1"):
        assert at(found, one)[1:] == (0.0, 40.0), one
    placed = boxes(found, children)
    assert (placed["bearing#1"].low[0], placed["bearing#2"].high[0]) == pytest.approx((-64, 64))
    # The shoulders of the shaft are as far from one bearing as from the other.
    middle = at(found, "shaft#1")[0] - 20 - 50
    assert middle == pytest.approx(0.0)
    assert placed["gear#1"].low[0] >= -52
    assert placed["gear#1"].high[0] <= 52


def test_what_belongs_inside_is_set_on_the_floor_without_touching() -> None:
    children = [
        child("lid", LID),
        child("board", BOARD),
        child("cell", CELL, 2),
        child("case", ENCLOSURE),
        child("foot", spec("Rubber foot", "disc", diameter=10, thickness=3), 4),
    ]
    found = arrange(children)
    assert found.notes == ()
    placed = boxes(found, children)
    assert at(found, "case#1") == (0.0, 0.0, 0.0)
    assert at(found, "lid#1") == (0.0, 0.0, 40.0)
    inside = ["board#1", "cell#1", "cell#2"]
    for one in inside:
        assert placed[one].low[2] == pytest.approx(2.4)
        assert -57 < placed[one].low[0] < placed[one].high[0] < 57
        assert -37 < placed[one].low[1] < placed[one].high[1] < 37
    assert all(shared(placed[a], placed[b]) == 0 for a, b in combinations(inside, 2))
    assert {placed[f"foot#{number}"].high[2] for number in range(1, 5)} == {0.0}
    assert len({at(found, f"foot#{number}") for number in range(1, 5)}) == 4


def test_plates_are_stacked_and_blocks_stand_on_them() -> None:
    plate = spec("Plate", "plate", length=100, width=60, thickness=6)
    block_ = spec("Block", "box", length=20, width=20, height=20)
    found = arrange([child("a", plate), child("b", plate), child("c", block_, 3)])
    assert at(found, "b#1") == (0.0, 0.0, 6.0)
    assert {at(found, f"c#{number}")[2] for number in (1, 2, 3)} == {12.0}
    assert found.notes == ()


def test_a_motor_meets_the_pattern_of_its_bracket() -> None:
    grid = {"diameter": 3.4, "count_x": 2, "count_y": 2, "spacing_x": 31, "spacing_y": 31}
    bracket = spec("Bracket", "plate", grid, length=60, width=60, thickness=5)
    motor = spec("Motor", "envelope_motor", hole_spacing=31)
    screw = spec("Screw", "standard:ISO 4762 M3x8")
    found = arrange([child("bracket", bracket), child("motor", motor), child("screw", screw, 4)])
    assert whys(found)["bracket#1"] == "its 4 holes on those of Motor"
    assert all(why.startswith("in ") for k, why in whys(found).items() if k.startswith("screw"))
    assert found.notes == ()


def test_a_lamp_stands_on_its_base() -> None:
    children = [
        child("base", spec("Base", "disc", diameter=180, thickness=15)),
        child("stem", spec("Stem", "tube", outer_diameter=16, inner_diameter=13, length=400)),
        child("head", spec("Lamp head", "cone")),
    ]
    found = arrange(children)
    assert at(found, "stem#1") == (0.0, 0.0, 15.0)
    assert at(found, "head#1") == (0.0, 0.0, 415.0)


def test_what_belongs_nowhere_stands_beside_the_rest_and_that_is_said() -> None:
    big = spec("Big screw", "standard:ISO 4762 M12x40")
    children = [child("base", BASE), child("screw", big, 2)]
    found = arrange(children)
    assert found.notes == (
        "2 of 2 × Big screw: nothing found that it fits, placed beside the rest",
    )
    placed = boxes(found, children)
    assert all(shared(placed[a], placed[b]) == 0 for a, b in combinations(placed, 2))
    assert placed["screw#1"].low[0] >= 60


def test_given_places_stay_and_the_others_go_round_them() -> None:
    children = [child("base", BASE), child("spacer", SPACER, 4)]
    kept = BodyPlacement((10.0, 20.0, 30.0), (0.0, 90.0, 0.0))
    found = arrange(children, {key("base#1"): kept})
    assert where(found)["base#1"] == kept
    for number in range(1, 5):
        assert "on Base plate" in whys(found)[f"spacer#{number}"]
        # The plate's upper side looks along x now.
        assert at(found, f"spacer#{number}")[0] == pytest.approx(15.0)


def test_a_sub_assembly_is_one_rigid_body_with_what_is_free_of_it() -> None:
    base = AssemblyNode(
        "base", "Base plate", connections=child("base", BASE).connections, method="plate"
    )
    board = AssemblyNode("board", "Board", connections=child("b", BOARD).connections, method="pcb")
    spacers = AssemblyNode(
        "s", "Spacer", 4, connections=child("s", SPACER).connections, method="spacer"
    )
    carrier = AssemblyNode("carrier", "Carrier", children=(base, spacers))
    top = AssemblyNode("top", "Unit", children=(carrier, board))
    found = arrange_all(top)
    assert list(found) == ["carrier", "top"]
    assert found["carrier"].connections.bounds.size == pytest.approx((100, 80, 15))
    assert whys(found["top"])["board#1"] == "its 4 holes on those of Carrier"
    assert at(found["top"], "board#1") == (0.0, 0.0, 15.0)


def test_very_many_instances_are_cut_off_and_that_is_said() -> None:
    found = arrange([child("base", BASE), child("cell", CELL, 5000)])
    assert len(found.placed) == MOST + 1
    assert any(f"{MOST} of 5000" in note for note in found.notes)


side = st.integers(5, 60).map(float)
blocks = st.lists(st.tuples(side, side, side, st.integers(1, 3)), min_size=1, max_size=6)


def block_child(number: int, x: float, y: float, z: float, quantity: int) -> AssemblyChild:
    bounds = Bounds((0.0, 0.0, 0.0), (x, y, z))
    return AssemblyChild(f"n{number}", f"Block {number}", quantity, block(bounds), "envelope_box")


@settings(max_examples=40, deadline=None)
@given(blocks)
def test_blocks_never_meet_and_the_same_input_gives_the_same(
    sizes: list[tuple[float, float, float, int]],
) -> None:
    children = [block_child(number, *size) for number, size in enumerate(sizes)]
    found = arrange(children)
    assert found == arrange(children)
    placed = boxes(found, children)
    assert len(placed) == sum(quantity for *_, quantity in sizes)
    assert all(shared(placed[a], placed[b]) == 0 for a, b in combinations(placed, 2))


angle = st.integers(-180, 180).map(float)
place = st.tuples(*[st.integers(-1000, 1000).map(float)] * 3)


@settings(max_examples=60, deadline=None)
@given(place, angle, angle, angle)
def test_a_motion_is_told_and_read_back(
    move: tuple[float, float, float], x: float, y: float, z: float
) -> None:
    motion = from_placement(BodyPlacement(move, (x, y, z)))
    again = from_placement(to_placement(motion))
    for point in ((1.0, 0.0, 0.0), (0.0, 10.0, 0.0), (0.0, 0.0, 100.0)):
        away = [a - b for a, b in zip(motion.point(point), again.point(point), strict=True)]
        assert norm((away[0], away[1], away[2])) < 1e-4
    there_and_back = motion.inverse().after(motion)
    assert there_and_back.point((3.0, 4.0, 5.0)) == pytest.approx((3.0, 4.0, 5.0))


def test_rotations_are_about_the_fixed_axes_in_turn() -> None:
    motion = from_placement(BodyPlacement((0.0, 0.0, 0.0), (90.0, 90.0, 0.0)))
    # y goes to z by the first turn, and z to x by the second.
    assert motion.point((0.0, 1.0, 0.0)) == pytest.approx((1.0, 0.0, 0.0))
    assert turned((0.0, 0.0, 1.0), 90).point((1.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0, 0.0))
    assert RigidMotion().point((1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)


def test_things_on_a_shelf_keep_their_distance_and_stay_on_it() -> None:
    shelf = PackingFloor((0.0, 0.0, 50.0, 30.0), 0.0, 100.0)
    spots = pack(shelf, [(20.0, 20.0), (20.0, 20.0), (20.0, 20.0)], gap=2.0)
    assert spots == [(14.0, 15.0), (36.0, 15.0), None]


def test_a_thread_explains_its_ring_and_no_more() -> None:
    fits = [IntendedFit(InstanceKey("s", 1), InstanceKey("p", 1), "thread", 10.0)]
    overlaps = [BodyOverlap("p#1", "s#1", 10.5), BodyOverlap("p#1", "q#1", 10.5)]
    assert [one.verdict for one in judge(overlaps, fits)] == ["thread", "clash"]
    assert [one.verdict for one in judge([BodyOverlap("s#1", "p#1", 14.0)], fits)] == ["clash"]


def test_drawn_apart_nothing_meets() -> None:
    case = Bounds((-60.0, -40.0, 0.0), (60.0, 40.0, 40.0))
    board = Bounds((-40.0, -25.0, 2.0), (40.0, 25.0, 4.0))
    lid = Bounds((-60.0, -40.0, 38.0), (60.0, 40.0, 42.0))
    screws = [Bounds((x, -20.0, 36.0), (x + 3, -17.0, 44.0)) for x in (-50.0, 47.0)]
    moves = explode([[case], [board], [lid], screws])
    apart = [
        shifted(box, move)
        for group, move in zip([[case], [board], [lid], screws], moves, strict=True)
        for box in group
    ]
    assert moves[0] == (0.0, 0.0, 0.0)
    assert moves[1][:2] == (0.0, 0.0)
    assert moves[1][2] > 38
    assert moves[2][2] > moves[1][2] - 38
    assert all(shared(a, b) == 0 for a, b in combinations(apart, 2))
