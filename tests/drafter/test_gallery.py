"""The descriptions of the gallery, judged without the kernel: forms, places, boxes, masses.

`scripts/gallery` takes the same ones through solids and assemblies.
"""

import tomllib
from pathlib import Path
from typing import Final

import pytest

from partwright.cad.model import Bounds
from partwright.drafter import engine, layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures import mass
from partwright.drafter.structures.placed_parts import around, placed_parts
from partwright.drafter.structures.structure import tree_of
from partwright.drafter.verification.stated_facts import unkept

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
    assert unkept(brief, root, around([box for _, box in placed.bodies]).size) == []
