"""Differences between an item's BOM and the product tree of a CAD file; pure.

Products and items are matched by what people call them: a product's id or name is the item's
number, or else the name of one item only; letter case, blanks, hyphens and underscores do not
matter. The file's top product stands for the item whatever it is called.
"""

import re
from decimal import Decimal

import msgspec

from partwright.cad_files.step.structure import StepProduct
from partwright.cad_files.step.structure import StepStructure as Cad
from partwright.items.wire import FieldChange, ItemSummary
from partwright.kit.decimals import decimal_number
from partwright.kit.ids import FileId
from partwright.relationships.structure import ItemStructure as Bom


class CadProduct(msgspec.Struct, frozen=True):
    """A product as the CAD file names it; names alone may be those of several."""

    id: int
    """Of the product in the file."""
    number: str
    name: str


class CadBomLine(msgspec.Struct, rename="camel", frozen=True):
    """A line that only one side has, or that holds another quantity; `from` the BOM `to` the CAD.

    Items and products that have no match on the other side stand alone.
    """

    item: ItemSummary | None
    product: CadProduct | None
    parent: ItemSummary | None
    parent_product: CadProduct | None
    changes: dict[str, FieldChange]


class CadPlace(msgspec.Struct, frozen=True):
    """An assembly, by what is known of it."""

    item: ItemSummary | None
    product: CadProduct | None


class MovedCadLine(msgspec.Struct, rename={"source": "from", "target": "to"}, frozen=True):
    """A child that the BOM has under one parent and the CAD file under another."""

    item: ItemSummary | None
    product: CadProduct | None
    source: CadPlace
    target: CadPlace
    changes: dict[str, FieldChange]


class ComparedFile(msgspec.Struct, rename="camel", frozen=True):
    id: FileId
    original_file_name: str
    version: int


class CadComparison(msgspec.Struct, frozen=True):
    item: ItemSummary
    file: ComparedFile
    added: list[CadBomLine]
    """Lines that only the CAD file has."""
    removed: list[CadBomLine]
    """Lines that only the BOM has."""
    changed: list[CadBomLine]
    moved: list[MovedCadLine]
    matched: int
    """The number of lines that both have, changed or not."""
    incomplete: bool
    """Whether something of the BOM was left out that the caller may not see."""


_Key = str
_Lines = dict[tuple[_Key, _Key], Decimal]


class _Side(msgspec.Struct):
    """Name for both sides: an item's id, or `cad:` and a product's number."""

    items: dict[_Key, ItemSummary]
    products: dict[_Key, CadProduct]

    def place(self, key: _Key) -> CadPlace:
        return CadPlace(self.items.get(key), self.products.get(key))

    def order(self, line: tuple[_Key, _Key]) -> tuple[str, str]:
        return self._called(line[0]), self._called(line[1])

    def _called(self, key: _Key) -> str:
        place = self.place(key)
        return place.item.item_number if place.item else place.product.name if place.product else ""


def compare_with_cad(bom: Bom, cad: Cad, file: ComparedFile) -> CadComparison:
    """The lines of the BOM, all levels, against those of the CAD file."""
    items = {str(bom.root.item_id): bom.top}
    for links in bom.links.values():
        items.update({str(link.item_id): link.summary() for link in links})
    keys = _keys(cad, bom.top, items)
    names = {keys[p.id]: CadProduct(p.id, p.number, p.name) for p in cad.products}
    side = _Side(items, names)
    here, there = _bom_lines(bom), _cad_lines(cad, keys, bom.top.id)
    gone = sorted(here.keys() - there.keys(), key=side.order)
    come = sorted(there.keys() - here.keys(), key=side.order)
    moved = _moved(side, gone, come, here, there)
    both = sorted(here.keys() & there.keys(), key=side.order)
    return CadComparison(
        item=bom.top,
        file=file,
        added=[_line(side, key, None, there[key]) for key in come],
        removed=[_line(side, key, here[key], None) for key in gone],
        changed=[
            _line(side, key, here[key], there[key]) for key in both if here[key] != there[key]
        ],
        moved=moved,
        matched=len(both),
        incomplete=bom.incomplete or bom.truncated,
    )


def match_key(text: str) -> str:
    """A name as matching sees it."""
    return re.sub(r"[\s_-]+", " ", text.casefold()).strip()


def _keys(cad: Cad, top: ItemSummary, items: dict[_Key, ItemSummary]) -> dict[int, _Key]:
    """The key of each product: the id of the item that it matches, or its own."""
    by_number = {match_key(item.item_number): key for key, item in items.items()}
    by_name: dict[str, set[_Key]] = {}
    for key, item in items.items():
        by_name.setdefault(match_key(item.name), set()).add(key)
    keys = {p.id: _match(p, by_number, by_name) or f"cad:{p.id}" for p in cad.products}
    roots = cad.roots()
    if len(roots) == 1:
        keys[roots[0].id] = top.id
    return keys


def _match(
    product: StepProduct, by_number: dict[str, _Key], by_name: dict[str, set[_Key]]
) -> _Key | None:
    called = [name for name in (match_key(product.number), match_key(product.name)) if name]
    for name in called:
        if name in by_number:
            return by_number[name]
    for name in called:
        if len(by_name.get(name, ())) == 1:
            return next(iter(by_name[name]))
    return None


def _bom_lines(bom: Bom) -> _Lines:
    return {
        (near, link.item_id): decimal_number(link.quantity)
        for near, links in bom.links.items()
        for link in links
    }


def _cad_lines(cad: Cad, keys: dict[int, _Key], top: _Key) -> _Lines:
    """Of several top products each is a child of the item, unless it is the item."""
    lines: _Lines = {}
    for parent, children in cad.quantities().items():
        for child, quantity in children.items():
            _add(lines, (keys[parent], keys[child]), quantity)
    roots = cad.roots()
    for product in roots if len(roots) > 1 else ():
        if keys[product.id] != top:
            _add(lines, (top, keys[product.id]), Decimal(1))
    return lines


def _add(lines: _Lines, key: tuple[_Key, _Key], quantity: Decimal) -> None:
    lines[key] = lines.get(key, Decimal(0)) + quantity


def _moved(
    side: _Side,
    gone: list[tuple[_Key, _Key]],
    come: list[tuple[_Key, _Key]],
    here: _Lines,
    there: _Lines,
) -> list[MovedCadLine]:
    """Take out of both the lines whose child went from one parent to another."""
    moved: list[MovedCadLine] = []
    arrivals: dict[_Key, list[tuple[_Key, _Key]]] = {}
    for key in come:
        arrivals.setdefault(key[1], []).append(key)
    taken: set[tuple[_Key, _Key]] = set()
    for left in gone:
        if arrivals.get(left[1]):
            arrived = arrivals[left[1]].pop(0)
            taken |= {left, arrived}
            child = side.place(left[1])
            changes = _changes(here[left], there[arrived])
            source, target = side.place(left[0]), side.place(arrived[0])
            moved.append(MovedCadLine(child.item, child.product, source, target, changes))
    gone[:] = [key for key in gone if key not in taken]
    come[:] = [key for key in come if key not in taken]
    return moved


def _line(
    side: _Side, key: tuple[_Key, _Key], before: Decimal | None, after: Decimal | None
) -> CadBomLine:
    parent, child = side.place(key[0]), side.place(key[1])
    changes = _changes(before, after)
    return CadBomLine(child.item, child.product, parent.item, parent.product, changes)


def _changes(before: Decimal | None, after: Decimal | None) -> dict[str, FieldChange]:
    return {} if before == after else {"quantity": FieldChange(before, after)}
