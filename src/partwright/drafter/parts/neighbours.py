"""Neighbours of a part in its assembly, found by what they are; pure."""

from collections.abc import Iterator

import msgspec

from partwright.cad.language.flat import flat
from partwright.cad.language.standards import tables
from partwright.cad.model import STANDARD, PartSpec
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.drafter.parts.part_context import NeighbourPart, PartContext
from partwright.kit.patterns import lazy_regex

_RATIO = lazy_regex(r"\b(\d+(?:\.\d+)?)\s?:\s?(\d+(?:\.\d+)?)\b|ratio(?: of)? (\d+(?:\.\d+)?)\b")

_EXTENTS = ("length", "width", "height", "depth", "diameter", "outer_diameter")


class NeighbourFigures(msgspec.Struct, frozen=True):
    """A node and its neighbours whose form is known."""

    node: PartContext
    placed: tuple[NeighbourPart, ...]

    def of(self, *methods: str) -> Iterator[tuple[NeighbourPart, dict[str, float]]]:
        """The neighbours made by some methods, with all their figures."""
        for neighbour in self.placed:
            if neighbour.spec is not None and neighbour.spec.method in methods:
                yield neighbour, flat(neighbour.spec)

    def first(self, *methods: str) -> dict[str, float] | None:
        """The figures of the first neighbour made by one of some methods."""
        return next((figures for _, figures in self.of(*methods)), None)

    def standard(self, *standards: str) -> Iterator[tuple[NeighbourPart, dict[str, float]]]:
        """The neighbours that are parts of some standards."""
        for neighbour in self.placed:
            spec = neighbour.spec
            if spec and spec.method.startswith(STANDARD) and _standard(spec) in standards:
                yield neighbour, flat(spec)

    def screws(self) -> list[tuple[NeighbourPart, dict[str, float]]]:
        """The screws beside it, the most numerous first."""
        found = list(self.standard(*tables.SCREWS))
        return sorted(found, key=lambda screw: -screw[0].quantity)

    def bearing(self) -> dict[str, float] | None:
        """The bearing beside it."""
        return next((figures for _, figures in self.standard("ISO 15")), None)

    def ratio(self) -> float | None:
        """The gear ratio that requirements or product speak of, 1 or more."""
        for text in (*self.node.requirements, self.node.product, self.node.rationale):
            match = _RATIO.search(text)
            if match is None:
                continue
            if match[3]:
                ratio = float(match[3])
            else:
                over, under = float(match[1]), float(match[2])
                ratio = over / under if under else 0.0
            if 0.05 <= ratio <= 20:
                return max(ratio, 1 / ratio)
        return None

    def extent(self) -> float | None:
        """The largest length that the assembly's name, else the product's description, names."""
        for text in (self.node.parent, self.node.product):
            found = sizes_in(text)
            named = [found.named[name] for name in _EXTENTS if name in found.named]
            every = [value for value in (*found.group, *named, *found.lone) if 10 <= value <= 5000]
            if every:
                return max(every)
        return None


def _standard(spec: PartSpec) -> str:
    rest = spec.method.removeprefix(STANDARD)
    if "bore" in spec.parameters and "seals" in spec.parameters:
        return "ISO 15"
    words = rest.split()
    return "heat-set insert" if rest.startswith("heat-set") else " ".join(words[:2])
