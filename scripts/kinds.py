"""Builds what the catalogue draws, each kind in several sizes, and tells what is loose or overlaps."""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from environment import say
from partwright.cad.assembly.motion import to_placement
from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import contacts, interference, occ
from partwright.cad.kernel.assembly import transformation
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.parts.build import build
from partwright.cad.language.flat import spec_of
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
MOST_PARTS: Final = 220


class Finding(NamedTuple):
    """What is wrong with the whole that a text gives."""

    kind: str
    text: str
    loose: tuple[tuple[str, ...], ...]
    """The names of parts that touch each other and nothing else."""
    shared: tuple[str, ...]
    refused: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return not (self.loose or self.shared or self.refused)


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


def check(text: str) -> Finding:
    """Draft the text and build all that it places."""
    brief = engine.understand(text, {}, ())
    root = engine.structure(brief, engine.requirements(brief), {})
    refused: list[str] = []
    standing = list(_standing(root, refused))
    named = [
        one for number, (name, shape) in enumerate(standing)
        for one in contacts.solids(number, name, shape)
    ]  # fmt: skip
    loose = contacts.islands(named, seconds=_SECONDS, pair_seconds=5)
    return Finding(
        brief.kind,
        text,
        tuple(tuple(names) for names in loose),
        tuple(_shared(standing)),
        tuple(refused),
    )


def _standing(root: BomNodeDraft, refused: list[str]) -> Iterator[tuple[str, Shape]]:
    names = layout.dimensions_below(root)
    nodes = {node.temp_id: node for node in root.walk()}
    built: dict[str, Shape | None] = {}
    for number, part in enumerate(placed_parts(root)[:MOST_PARTS]):
        if part.temp_id not in built:
            built[part.temp_id] = _built(nodes[part.temp_id], names[part.temp_id], refused)
        shape = built[part.temp_id]
        if shape is not None:
            where = transformation(to_placement(part.stands))
            yield f"{part.name} #{number}", shape.Moved(occ.TopLoc.TopLoc_Location(where))


def _built(node: BomNodeDraft, names: layout.Names, refused: list[str]) -> Shape | None:
    if node.form is None:
        return None
    figures = layout.parameters_of(node.form, names)
    spec = spec_of(
        name=node.name, method=node.form.method, parameters=figures, material=node.material or ""
    )
    try:
        return build(spec) if spec is not None else None
    except JobRefused as why:
        refused.append(f"{node.name}: {why}")
        return None


def _shared(standing: Sequence[tuple[str, Shape]]) -> Iterator[str]:
    bodies = [interference.solids(shape) for _, shape in standing]
    volume_of = interference.SharedVolumes()
    began = time.monotonic()
    for a, b in combinations(range(len(bodies)), 2):
        if time.monotonic() - began > _SECONDS:
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
            drawn = repr(engine.structure(brief, engine.requirements(brief), {}))
            if drawn in seen or brief.kind != key:
                continue
            seen.add(drawn)
            found = check(text)
            if not found.is_clean:
                wrong += 1
                say(f"{key}: {text}")
                for names in found.loose:
                    say(f"    loose: {', '.join(names)}")
                for line in (*found.shared, *found.refused):
                    say(f"    {line}")
    say(f"{wrong} of what the kinds are asked for is not clean")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help="only these kinds of the catalogue")
    sys.exit(main(parser.parse_args().kinds))
