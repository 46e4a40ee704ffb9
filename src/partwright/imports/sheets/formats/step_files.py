"""Assemblies in STEP: each product a part, each use of one a line, read without the kernel."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.step.structure import StepProduct, StepReader, StepStructure
from partwright.imports.sheets.cell_values.decimals import plain_text
from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, make_record

_HEADERS = ("Level", "Name", "Quantity", "Description", "Revision")
_NUMBERED = (*_HEADERS, "Item Number")
_BLOCK = 1 << 20
_LARGEST = 256 << 20
_FIRST_ROW = 2


def open_step(path: Path) -> SheetTable:
    """The products of the file as rows with their levels; each assembly is expanded once."""
    if path.stat().st_size > _LARGEST:
        raise BrokenFile(f"the file has more than {_LARGEST >> 20} MiB")
    found = _structure(path)
    if not found.products:
        raise NoHeader("the STEP file holds no products")
    numbered = _has_numbers(found.products)
    rows = list(_rows(found, numbered=numbered))
    headers = _NUMBERED if numbered else _HEADERS

    def records() -> Iterator[SheetRecord]:
        for number, cells in enumerate(rows, _FIRST_ROW):
            yield make_record(number, cells, width=len(headers))

    several = len(found.products) > 1
    told = (
        f"The {len(found.products)} products of the STEP file are its parts."
        if several
        else "The one product of the STEP file is its part."
    )
    return SheetTable(headers, (told,), records)


def _structure(path: Path) -> StepStructure:
    reader = StepReader()
    try:
        with path.open("rb") as file:
            while not reader.ended and (block := file.read(_BLOCK)):
                reader.feed(block)
        return reader.structure()
    except NotAStepFile as refusal:
        raise BrokenFile(f"the STEP file cannot be read: {refusal.reason}") from refusal


def _has_numbers(products: list[StepProduct]) -> bool:
    """Whether the products have numbers beside their names; most systems repeat the name."""
    numbers = {product.number.casefold() for product in products}
    return len(numbers) == len(products) and all(
        product.number and product.number != product.name and " " not in product.number
        for product in products
    )


def _rows(found: StepStructure, *, numbered: bool) -> Iterator[tuple[str, ...]]:
    products = {product.id: product for product in found.products}
    below: dict[int, dict[int, Decimal]] = {}
    for usage in found.usages:
        if usage.parent_id in products and usage.child_id in products:
            counts = below.setdefault(usage.parent_id, {})
            counts[usage.child_id] = counts.get(usage.child_id, Decimal(0)) + usage.quantity
    used = {child for counts in below.values() for child in counts}
    expanded: set[int] = set()
    waiting = [(0, id_, Decimal(1)) for id_ in reversed(products) if id_ not in used]
    while waiting:
        level, id_, quantity = waiting.pop()
        product = products[id_]
        name = product.name or product.number
        cells = (str(level), name, plain_text(quantity), product.description or "")
        yield (*cells, product.revision or "", *([product.number] if numbered else []))
        if id_ not in expanded:
            expanded.add(id_)
            children = reversed(below.get(id_, {}).items())
            waiting += [(level + 1, child, count) for child, count in children]
