"""Builds what the catalogue draws, each kind in several sizes, and tells what is loose or overlaps."""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from environment import say
from partwright.cad.assembly.motion import to_placement
from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import contacts, interference, occ
from partwright.cad.kernel.assembly import transformation
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.parts.build import build
from partwright.drafter import engine, layout
from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures.placed_parts import placed_parts

_GIVEN: Final = re.compile(r"^\s*given \w+ = ([\d.]+) <- ([\w ]+?)(?:,|$)", re.MULTILINE)
_SAID: Final = re.compile(r"^\s*says \w+ <- (.+)$", re.MULTILINE)
_SIDES: Final = {
    "width": "wide", "length": "long", "height": "high", "depth": "deep", "diameter": "in diameter",
}  # fmt: skip
_SCALES: Final = (0.7, 1.5)
_LEAST_MM: Final = 20.0
"""Sides below this are thicknesses, which are not scaled."""
_SHARED: Final = 20.0
"""Cubic millimetres that bodies may share: threads and edges that touch."""
_SECONDS: Final = 25.0
_MOST_PARTS: Final = 220


def texts_of(key: str) -> Iterator[str]:
    """The kind as it is, by its other names, with each of its options, smaller and larger."""
    row = kinds()[key]
    name = row.words[0]
    yield from (f"A {word}" for word in row.words)
    for options in _SAID.findall(row.tree):
        yield from (f"A {name}, {option.strip()}" for option in options.split(","))
    sides = {
        side: float(value)
        for value, side in _GIVEN.findall(row.tree)
        if side in _SIDES and float(value) > _LEAST_MM
    }
    for scale in _SCALES:
        told = [f"{round(value * scale)} mm {_SIDES[side]}" for side, value in sides.items()]
        yield from (f"A {name}, {one}" for one in told)
        yield f"A {name}, {', '.join(told)}"


def faults(root: BomNodeDraft) -> list[str]:
    """Build all that a structure places: what is refused, touches nothing or overlaps, a line each."""
    refused: list[str] = []
    standing = list(_standing(root, refused))
    named = [
        one for number, (name, shape) in enumerate(standing)
        for one in contacts.solids(number, name, shape)
    ]  # fmt: skip
    loose = contacts.islands(named, seconds=_SECONDS, pair_seconds=5)
    return [*(f"loose: {', '.join(names)}" for names in loose), *_shared(standing), *refused]


def _standing(root: BomNodeDraft, refused: list[str]) -> Iterator[tuple[str, Shape]]:
    names = layout.dimensions_below(root)
    nodes = {node.temp_id: node for node in root.walk()}
    built: dict[str, Shape | None] = {}
    placed = placed_parts(root)
    if len(placed) > _MOST_PARTS:
        refused.append(f"only the first {_MOST_PARTS} of {len(placed)} parts were built")
    for number, part in enumerate(placed[:_MOST_PARTS]):
        if part.temp_id not in built:
            built[part.temp_id] = _built(nodes[part.temp_id], names[part.temp_id], refused)
        shape = built[part.temp_id]
        if shape is not None:
            where = transformation(to_placement(part.stands))
            yield f"{part.name} #{number}", shape.Moved(occ.TopLoc.TopLoc_Location(where))


def _built(node: BomNodeDraft, names: layout.Names, refused: list[str]) -> Shape | None:
    if node.form is None:
        return None
    try:
        return build(layout.spec_of_form(node.name, node.form, names, node.material))
    except JobRefused as why:
        refused.append(f"{node.name}: {why}")
        return None


def _shared(standing: Sequence[tuple[str, Shape]]) -> Iterator[str]:
    bodies = [interference.solids(shape) for _, shape in standing]
    volume_of = interference.SharedVolumes()
    began = time.monotonic()
    for a, b in combinations(range(len(bodies)), 2):
        if time.monotonic() - began > _SECONDS:
            yield f"not all pairs were looked at within {_SECONDS:g} s"
            return
        if interference.are_near(bodies[a], bodies[b]):
            volume = volume_of(bodies[a], bodies[b])
            if volume > _SHARED:
                yield f"{standing[a][0]} and {standing[b][0]}: {volume:.0f} mm³"


def main(asked: Sequence[str]) -> int:
    """Tell each finding as it comes; 1 where there are any."""
    wrong = 0
    for key in asked or sorted(kinds()):
        seen: set[str] = set()
        for text in texts_of(key):
            brief = engine.understand(text, {}, ())
            root = engine.structure(brief, engine.requirements(brief), {})
            if repr(root) in seen or brief.kind != key:
                continue
            seen.add(repr(root))
            if found := faults(root):
                wrong += 1
                say("\n    ".join((f"{key}: {text}", *found)))
    say(f"{wrong} of what the kinds are asked for is not clean")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help="only these kinds of the catalogue")
    sys.exit(main(parser.parse_args().kinds))
