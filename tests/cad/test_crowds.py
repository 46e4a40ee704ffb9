"""Assemblies of very many parts: placed in bounded time, and what is left out is said."""

from itertools import combinations

from partwright.cad.assembly.floor_plan import MANY, PackingFloor, pack
from partwright.cad.assembly.model import InstanceKey
from partwright.cad.assembly.placement import MOST_IN_ALL, arrange
from partwright.cad.job_types import BodyPlacement
from tests.cad.bodies import child, spec

BLOCK = spec("Block", "box", length=20, width=20, height=20)


def test_many_kinds_each_stand_once_and_pinned_places_hold() -> None:
    children = [child(f"b{number}", BLOCK, 10**12) for number in range(MOST_IN_ALL + 20)]
    pinned, key = BodyPlacement((1.0, 2.0, 3000.0)), InstanceKey("b7", 10**9)
    made = arrange(children, {key: pinned})
    keys = {one.key for one in made.placed}
    assert keys == {key, *(InstanceKey(one.temp_id, 1) for one in children)}
    assert next(one.placement for one in made.placed if one.key == key) == pinned
    assert f"Block: 1 of {10**12} placed" in made.notes
    places = {one.placement.translation_mm for one in made.placed}
    assert len(places) == len(keys)


def test_rows_keep_their_gaps_and_what_stood_there_before() -> None:
    sizes = [(10.0 + number % 7, 5.0 + number % 11) for number in range(MANY + 30)]
    before = (20.0, 0.0, 60.0, 30.0)
    spots = pack(PackingFloor((0.0, 0.0, 100.0, 1e9), 0.0, 1e9, taken=(before,)), sizes, gap=2.0)
    boxes = [before]
    for size, spot in zip(sizes, spots, strict=True):
        assert spot is not None
        x, y = spot
        w, h = size
        boxes.append((x - w / 2, y - h / 2, x + w / 2, y + h / 2))
        assert boxes[-1][0] >= -1e-6
        assert boxes[-1][2] <= 100 + 1e-6
    for a, b in combinations(boxes, 2):
        apart = max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])
        assert apart >= 2.0 - 1e-3
    room = PackingFloor((0.0, 0.0, 100.0, 1e9), 0.0, 1e9)
    assert pack(room, [(101.0, 5.0)] * (MANY + 1), gap=2.0) == [None] * (MANY + 1)
