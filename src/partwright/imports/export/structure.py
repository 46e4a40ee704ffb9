"""Parts and their usages, walked from the tops down; pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

Value = str | int | Decimal


@dataclass(frozen=True, slots=True)
class ExportedPart:
    """A part as the interface shows it."""

    id: str
    number: str
    values: Mapping[str, Value]
    """Its fields by their names on the wire, without those that are empty."""
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ExportedLine:
    """A BOM line."""

    parent: str
    """The parent's id; so is the child's below."""
    child: str
    quantity: Decimal
    find_number: int | None = None
    designators: str = ""
    remark: str = ""
    do_not_place: bool = False


@dataclass(frozen=True, slots=True)
class StructureRow:
    """One row of an indented BOM."""

    level: int
    part: ExportedPart
    parent: ExportedPart | None = None
    usage: ExportedLine | None = None


class ExportedStructure:
    """Parts with the lines between them; lines to or from other items are left aside."""

    def __init__(self, parts: Iterable[ExportedPart], usages: Iterable[ExportedLine]) -> None:
        self.parts = {part.id: part for part in parts}
        self.left_aside: list[ExportedLine] = []
        self._below: dict[str, list[ExportedLine]] = {}
        for usage in usages:
            if usage.parent in self.parts and usage.child in self.parts:
                self._below.setdefault(usage.parent, []).append(usage)
            else:
                self.left_aside.append(usage)

    @property
    def usages(self) -> Iterator[ExportedLine]:
        for below in self._below.values():
            yield from below

    def places(self) -> Iterator[StructureRow]:
        """Every part at the top or under its parents, an assembly expanded where it comes first.

        Parents stand before their children, which are sorted by find number and item number.
        """
        children = {usage.child for usage in self.usages}
        tops = [part for part in self.parts.values() if part.id not in children]
        expanded: set[str] = set()
        for top in sorted(tops, key=lambda part: part.number.casefold()):
            yield from self._walk(StructureRow(0, top), expanded)

    def _walk(self, top: StructureRow, expanded: set[str]) -> Iterator[StructureRow]:
        waiting = [top]
        while waiting:
            place = waiting.pop()
            yield place
            if place.part.id not in expanded:
                expanded.add(place.part.id)
                waiting.extend(reversed(self._under(place)))

    def _under(self, place: StructureRow) -> list[StructureRow]:
        below = self._below.get(place.part.id, ())
        return sorted(
            (StructureRow(place.level + 1, self.parts[u.child], place.part, u) for u in below),
            key=_in_order,
        )


def _in_order(place: StructureRow) -> tuple[bool, int, str]:
    find_number = None if place.usage is None else place.usage.find_number
    return find_number is None, find_number or 0, place.part.number.casefold()
