"""The descriptions of the gallery, judged without the kernel: forms, places, boxes, masses.

`scripts/gallery` takes the same ones through solids and assemblies.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from partwright.cad.model import Bounds
from partwright.drafter import engine, layout, mass
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.placed_parts import around, placed_parts
from partwright.drafter.structure import tree_of

FILE: Final = Path(__file__).parents[2] / "scripts" / "gallery.toml"
GALLERY: Final = tomllib.loads(FILE.read_text("utf-8"))
ONE_PART: Final = frozenset(
    {"l-bracket", "spur-gear", "flange", "shaft", "helical-gear", "hex-bolt", "sprocket"}
)
UNKNOWN: Final = frozenset({"unknown"})
NEAR: Final = 0.5


class Placed:
    """A drafted structure put together by its layouts alone."""

    def __init__(self, root: BomNodeDraft) -> None:
        self.bodies = [(part.name, part.box) for part in placed_parts(root)]

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
