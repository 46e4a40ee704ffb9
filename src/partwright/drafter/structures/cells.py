"""Cells that the text names (four AA, a CR2032, 21700) in the place of those of the recipe."""

import math
import re
from collections.abc import Sequence
from typing import Final

import msgspec

from partwright.drafter.recipes.nodes import NAMED, RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.drive_codes import rows_of_cells
from partwright.drafter.text.numbers import numbered
from partwright.kit.patterns import lazy_regex


class CellType(msgspec.Struct, frozen=True):
    """A size of cell: what it is called, gives and takes up."""

    name: str
    volts: float
    watts: float
    """That one gives for long."""
    usual: int
    size: tuple[float, float, float]
    is_primary: bool = True
    charge: float = 0.0


class StatedCells(msgspec.Struct, frozen=True):
    """The cells of a description and how many of them."""

    cell: CellType
    number: int

    @property
    def watts(self) -> float:
        """The power in W that they give together."""
        return self.cell.watts * self.number


_CELLS: Final = (
    (r"cr ?2032|coin cells?|button cells?", CellType("CR2032", 3.0, 0.03, 1, (24, 22, 6))),
    (r"cr ?2450", CellType("CR2450", 3.0, 0.06, 1, (28, 26, 8))),
    (r"cr ?123a?", CellType("CR123A", 3.0, 1.5, 1, (40, 20, 20))),
    (r"aaa|lr0?3", CellType("AAA (LR03)", 1.5, 0.3, 2, (52, 12, 12))),
    (r"aa|lr0?6", CellType("AA (LR6)", 1.5, 0.6, 2, (58, 16, 16))),
    (r"(?:c|lr14) (?:cells?|batter(?:y|ies))", CellType("C (LR14)", 1.5, 1.0, 2, (56, 28, 28))),
    (r"(?:d|lr20) (?:cells?|batter(?:y|ies))", CellType("D (LR20)", 1.5, 1.8, 2, (68, 36, 36))),
    (r"9 ?-?v(?:olt)? (?:block )?batter(?:y|ies)", CellType("9 V block (6LR61)", 9.0, 0.3, 1, (56, 28, 20))),
    (r"21700", CellType("21700", 3.6, 15, 1, (78, 24, 24), False, 5.0)),
    (r"26650", CellType("26650", 3.6, 15, 1, (74, 30, 30), False, 5.0)),
    (r"14500", CellType("14500", 3.6, 2, 1, (56, 17, 17), False, 0.8)),
    (r"18650", CellType("18650", 3.6, 10, 1, (74, 22, 22), False, 3.0)),
)  # fmt: skip
_NUMBER: Final = r"(?:(?P<number>\d{1,2}|[a-z]{3,6})(?: ?x)?[ -])?"
_PATTERNS: Final = tuple(
    (lazy_regex(rf"\b{_NUMBER}(?:{words})\b", re.IGNORECASE), cell) for words, cell in _CELLS
)
_REPLACED: Final = lazy_regex(
    r"lithium|li-ion|lipo|18650|charger|charging|battery management|\bNTC\b|cell holder|primary cell"
    r"|cell protection|battery connector|battery pack|battery strap",
    re.IGNORECASE,
)
_SERIES: Final = lazy_regex(r"\b(\d{1,2})S\b")
_USUAL_CHARGE: Final = 3.0
"""Ampere hours of the recipes' cells."""
_ROUND: Final = lazy_regex(r"cell 18650, 3\.6 V, [\d.]+ Ah")


def stated_cells(brief: DesignBrief) -> StatedCells | None:
    """The cells the product runs from, if the text says which."""
    for pattern, cell in _PATTERNS:
        for match in pattern.finditer(brief.text):
            if any(span.start <= match.start() < span.end for span, _ in brief.denials):
                continue
            said = match["number"] or ""
            number = numbered(said)
            return StatedCells(cell, min(number, 99) or cell.usual)
    return None


def use_stated_cells(brief: DesignBrief, root: RecipeNode) -> None:
    """Put the cells of the text in the place of the recipe's, which bring their charging along."""
    stated = stated_cells(brief)
    if stated is None or not any("battery" in node.topics for node in root.walk()):
        return
    if not stated.cell.is_primary:
        _rename(root, stated, rows_of_cells(brief.text))
        return
    keeps_usb = any(m.key == "usb port" for m in brief.components)
    _take_out(root, keeps_usb=keeps_usb)
    _place(root, _parts(stated))


def _rename(root: RecipeNode, stated: StatedCells, rows: int) -> None:
    cell = stated.cell
    told = " ".join(node.name for node in root.walk())
    series = int(match[1]) if (match := _SERIES.search(told)) else 1
    for node in root.walk():
        if _ROUND.search(node.name) and "3 Ah" in node.name:
            fewest = math.ceil(node.quantity / series * _USUAL_CHARGE / cell.charge - 0.02)
            parallel = rows or fewest
            before, node.quantity = node.quantity, max(1, parallel) * series
            told_before, told_now = f"for {before} cells", f"for {node.quantity} cells"
            for other in root.walk():
                other.name = other.name.replace(told_before, told_now)
        node.name = _ROUND.sub(f"cell {cell.name}, 3.6 V, {cell.charge:g} Ah", node.name)
        node.name = node.name.replace("cells 18650", f"cells {cell.name}")


def _take_out(node: RecipeNode, *, keeps_usb: bool) -> None:
    kept: list[RecipeNode] = []
    for child in node.children:
        had_parts = bool(child.children)
        _take_out(child, keeps_usb=keeps_usb)
        is_energy = bool(child.topics & {"battery", "charging"})
        is_usb = "usb" in child.topics and "charging" in child.topics and not keeps_usb
        is_gone = is_usb or (is_energy and bool(_REPLACED.search(child.name)))
        if child.children or (not had_parts and not is_gone):
            kept.append(child)
    node.children = kept


def _parts(stated: StatedCells) -> list[RecipeNode]:
    cell, number = stated.cell, stated.number
    long, wide, high = cell.size
    told = f"{number} x {cell.name}"
    nodes = [
        RecipeNode(
            name=f"Battery {cell.name}, {cell.volts:g} V",
            part_type="Purchase",
            quantity=number,
            topics=frozenset({"battery", "power", "runtime"}),
            why=f"{NAMED}: {told}.",
        ),
        RecipeNode(
            name=f"Battery holder for {number} x {cell.name.split(' (')[0]}, {long:g} x {wide * number:g} x {high:g} mm",
            part_type="Purchase",
            material="PA66, nickel plated spring steel",
            topics=frozenset({"battery", "power", "connector"}),
            why="Contacts and holds the exchangeable cells.",
        ),
        RecipeNode(
            name=f"Battery cover {long + 6:g} x {wide * number + 6:g} x 2 mm",
            part_type="Manufacture",
            material="ABS",
            topics=frozenset({"battery", "cover", "enclosure"}),
            why="Lets the cells be exchanged.",
        ),
    ]
    for node in nodes:
        node.component, node.given, node.confidence = "primary cells", frozenset({told}), 0.8
    return nodes


def _place(root: RecipeNode, parts: Sequence[RecipeNode]) -> None:
    """Into the assembly of the energy, else a new one."""
    for assembly in root.children:
        if assembly.children and {"battery", "power"} & assembly.topics:
            assembly.children = [*parts, *assembly.children]
            assembly.quantity = 1
            return
    root.children.append(
        RecipeNode(
            name="Battery supply",
            part_type="Manufacture",
            why="Feeds the product from exchangeable cells.",
            topics=frozenset({"battery", "power"}),
            children=list(parts),
        )
    )
