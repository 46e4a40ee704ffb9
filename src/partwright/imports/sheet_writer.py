"""Several sheets of one import: what the product has of a part on all of them is one line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from partwright.imports.sheets.records.rows import RowRemark, SheetLine, shown_number
from partwright.imports.sheets.repair.batches import ImportBatch
from partwright.imports.writer import ImportWriter
from partwright.versioning.commits import OpenCommit


@dataclass(frozen=True, slots=True)
class _HeldLine:
    """A line of the product, and the writer of the sheet that has it."""

    writer: "SheetWriter"
    line: SheetLine


class ProductLines:
    """The lines of the product, which wait until all sheets were read.

    Assemblies below may be told on several sheets; they are the same ones, so theirs do not wait.
    """

    def __init__(self) -> None:
        self._by_part: dict[str, list[_HeldLine]] = {}

    def hold(self, writer: "SheetWriter", item_id: str, line: SheetLine) -> None:
        """Keep a line of the item for later."""
        self._by_part.setdefault(item_id, []).append(_HeldLine(writer, line))

    async def write(self) -> None:
        """Write each with the sheet where it stands first."""
        wanted: dict[SheetWriter, list[SheetLine]] = {}
        for held in self._by_part.values():
            wanted.setdefault(held[0].writer, []).append(_joined(held))
        self._by_part.clear()
        for writer, lines in wanted.items():
            await writer.write_held(lines)


def _joined(held: Sequence[_HeldLine]) -> SheetLine:
    first = held[0].line
    # What one sheet does not place is no more of what another does.
    counted = [one.line for one in held if not one.line.do_not_place] or [first]
    if len(held) == 1:
        return first
    whole = sum((line.quantity for line in counted), Decimal())
    names = ", ".join(dict.fromkeys(one.writer.sheet for one in held))
    text = f"is on {names}: the quantities are added up, {whole.normalize():f} in all"
    held[0].writer.warn(
        RowRemark(first.row_number, f"{shown_number(first.child)} {text}", "DUPLICATE_ROW")
    )
    return replace(
        counted[0],
        row_number=first.row_number,
        parent=first.parent,
        child=first.child,
        quantity=whole,
        designators=tuple(dict.fromkeys(name for line in counted for name in line.designators)),
        designators_as_is=", ".join(filter(None, (line.designators_as_is for line in counted))),
    )


class SheetWriter(ImportWriter):
    """Writes one of several sheets; what is directly below the product waits for the others."""

    product_lines: ProductLines | None = None

    async def write_held(self, lines: Sequence[SheetLine]) -> None:
        """Write lines that waited."""
        self.product_lines = None
        await self.write(ImportBatch((), tuple(lines)), ())

    async def _write_lines(self, commit: OpenCommit, lines: Sequence[SheetLine]) -> None:
        if self.product_lines is None:
            await super()._write_lines(commit, lines)
            return
        now: list[SheetLine] = []
        for line in lines:
            child = self.find_item(line.child)
            if child and self.is_of_product(line):
                self.product_lines.hold(self, child, line)
            else:
                now.append(line)
        await super()._write_lines(commit, now)
