"""The descriptions of the gallery, judged without the kernel: forms, places, boxes, masses.

`scripts/gallery` takes the same ones through solids and assemblies.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from partwright.cad.assembly.motion import RigidMotion, from_placement
from partwright.cad.language import interfaces
from partwright.cad.language.flat import spec_of
from partwright.cad.model import Bounds
from partwright.drafter import engine, layout, mass
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structure import tree_of

FILE: Final = Path(__file__).parents[2] / "scripts" / "gallery.toml"
GALLERY: Final = tomllib.loads(FILE.read_text("utf-8"))
ONE_PART: Final = frozenset({"l-bracket", "spur-gear", "flange", "shaft"})
UNKNOWN: Final = frozenset({"unknown"})
NEAR: Final = 0.5


class Placed:
    """A drafted structure put together by its layouts alone."""

    def __init__(self, root: BomNodeDraft) -> None:
        self.names = layout.dimensions_below(root)
        self.bodies = list(self._below(root, RigidMotion()))

    def _below(self, node: BomNodeDraft, stands: RigidMotion) -> Iterator[tuple[str, Bounds]]:
        """Every placed part and its box in the whole."""
        if not node.children:
            if node.form is not None:
                yield node.name, stands.bounds(self._own(node))
            return
        if node.layout is None:
            return
        boxes = {c.temp_id: box for c in node.children if (box := self._box(c)) is not None}
        counts = {child.temp_id: int(child.quantity) for child in node.children}
        places = layout.places(node.layout, self.names[node.temp_id], boxes=boxes, counts=counts)
        children = {child.temp_id: child for child in node.children}
        for key, place in places.items():
            yield from self._below(children[key.temp_id], stands.after(from_placement(place)))

    def _own(self, node: BomNodeDraft) -> Bounds:
        assert node.form is not None
        figures = layout.parameters_of(node.form, self.names[node.temp_id])
        spec = spec_of(name=node.name, method=node.form.method, parameters=figures)
        return interfaces.bounding_box(spec)

    def _box(self, node: BomNodeDraft) -> Bounds | None:
        boxes = [box for _, box in self._below(node, RigidMotion())]
        return around(boxes) if boxes else None

    def islands(self) -> int:
        """Groups of bodies that touch no other, by their boxes."""
        left = [box for _, box in self.bodies]
        groups = 0
        while left:
            groups += 1
            reached = [left.pop()]
            while reached:
                box = reached.pop()
                near = [one for one in left if _gap(box, one) <= NEAR]
                left = [one for one in left if one not in near]
                reached += near
        return groups


def around(boxes: list[Bounds]) -> Bounds:
    low = tuple(min(box.low[axis] for box in boxes) for axis in range(3))
    high = tuple(max(box.high[axis] for box in boxes) for axis in range(3))
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _gap(a: Bounds, b: Bounds) -> float:
    pairs = zip(a.low, a.high, b.low, b.high, strict=True)
    return max(
        max(low - other_high, other_low - high) for low, high, other_low, other_high in pairs
    )


def test_there_are_forty() -> None:
    assert len(GALLERY) >= 40


@pytest.mark.parametrize("name", GALLERY)
def test_what_is_drafted_holds_together(name: str) -> None:
    brief = engine.understand(GALLERY[name], {}, [])
    root = engine.structure(brief, [], {})
    assert [(node.name, problem) for node, problem in layout.problems(root)] == []
    if name in UNKNOWN:
        assert root.confidence < 0.5
        return
    assert root.confidence >= 0.5
    if name in ONE_PART:
        assert root.children == ()
        return
    placed = Placed(root)
    assert placed.bodies
    assert placed.islands() == 1, [body for body, _ in placed.bodies]
    stated = mass.stated_mass(brief)
    if stated is not None:
        assert mass.is_kept(stated, mass.estimated(tree_of(brief)))
    _sizes_are_kept(brief, around([box for _, box in placed.bodies]))


SIZED: Final[Mapping[str, tuple[float, ...]]] = {
    "A dining table of oak, 1800 x 900 mm, 740 mm high": (1800, 900, 740),
    "A motorised camera slider, 800 mm long, for a camera of 3 kg": (800, 164, 161.5),
    "A frame of 40 x 40 aluminium profiles, 1000 x 600 x 800 mm": (1000, 600, 800),
    "A storage box of plywood with a hinged lid, 500 x 350 x 300 mm": (500, 350, 300),
    "A workbench 1500 x 700 mm, 900 mm high, for 300 kg, with a drawer": (1500, 700, 900),
}


def _sizes_are_kept(brief: engine.DesignBrief, whole: Bounds) -> None:
    sides = SIZED.get(brief.description)
    if sides is not None:
        assert whole.size == pytest.approx(sides, abs=0.1)
