"""Each item once, however often it stands in a sheet; values that contradict are reported."""

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import blake2b
from typing import cast

from partwright.imports.sheets.rows import (
    ItemRow,
    PreparedRow,
    ReadRow,
    RowProblem,
    RowRemark,
    fold_number,
    is_key,
    shown_number,
)

CATEGORY = "attributes.Category"
MARK_BYTES = 4
FLAT_MEMORY = 5_000
"""Item numbers remembered for a sheet without structure; the server finds what repeats later."""


_TOLD = frozenset(["description", "attributes"])
"""What rows of one number and one name may say otherwise; the first is kept, and it is told."""


class SeenItems:
    """The items met so far: the row of each and a mark of each of its values.

    `remember` bounds how many are kept (the oldest go first); None keeps all.
    """

    def __init__(self, *, remember: int | None = None) -> None:
        self._remember = remember
        self._places: dict[str, int] = {}
        self._seen: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._sought: set[str] = set()

    def item_of(self, row: ReadRow) -> PreparedRow | RowProblem | RowRemark | None:
        """The item to create, the problem of the row, or None if the item was given before.

        A later row of an item may leave values out, but may neither change nor add any.
        """
        number = fold_number(row.item_number)
        earlier = self._seen.get(number) if number else None
        faults = list(row.item_faults)
        if row.share != "line" and earlier is None and "name" not in row.item and row.name_fault:
            faults.append(row.name_fault)
        if faults:
            return RowProblem(row.row_number, tuple(faults), row.share, row.item_number)
        if row.share == "line":
            return self._existing(row, number) if is_key(row.item_number) else None
        if earlier is not None:
            return self._compared(row, *earlier)
        if number:
            self._seen[number] = (row.row_number, self._marks(row.item))
            if self._remember is not None and len(self._seen) > self._remember:
                self._seen.popitem(last=False)
        key = number if is_key(row.item_number) else ""
        return PreparedRow(row.row_number, row.item, key, row.sources)

    def _existing(self, row: ReadRow, number: str) -> PreparedRow | None:
        """A part that must be there already, to be found by what the row says of it."""
        if number in self._sought:
            return None
        self._sought.add(number)
        return PreparedRow(row.row_number, row.item, number, is_existing=True)

    def _compared(self, row: ReadRow, first: int, marks: bytes) -> RowProblem | RowRemark | None:
        own = self._marks(row.item)
        reasons: list[str] = []
        for field, text in _values(row.item):
            place = self._places[field] * MARK_BYTES
            before, now = marks[place : place + MARK_BYTES], own[place : place + MARK_BYTES]
            # A number that serves as name for want of a better one contradicts nothing.
            standin = field == "name" and fold_number(text) == fold_number(row.item_number)
            if before == now or field == "itemNumber" or standin:
                continue
            if field == CATEGORY:
                # One part may stand under several titles.
                continue
            known = any(before)
            reasons.append(
                f"{field}: row {first} gives {row.item_number} another value than {text[:80]}"
                if known
                else f"{field}: {row.item_number} is created from row {first}, which gives none"
            )
        if not reasons:
            return None
        fields = {reason.partition(":")[0].partition(".")[0] for reason in reasons}
        if is_key(row.item_number) or fields <= _TOLD:
            text = f"{shown_number(row.item_number)} is the part of row {first}, which is kept: "
            differing = ", ".join(reason.partition(":")[0] for reason in reasons)
            return RowRemark(
                row.row_number, f"{text}this row has another {differing}", "DUPLICATE_ROW"
            )
        return RowProblem(row.row_number, tuple(reasons), "part", row.item_number)

    def _marks(self, item: ItemRow) -> bytes:
        """Four bytes for each field at its place; zeros where the part has none."""
        marks = bytearray(MARK_BYTES * len(self._places))
        for field, text in _values(item):
            place = self._places.setdefault(field, len(self._places)) * MARK_BYTES
            marks.extend(bytes(max(0, place + MARK_BYTES - len(marks))))
            digest = blake2b(text.encode("utf-8"), digest_size=MARK_BYTES).digest()
            marks[place : place + MARK_BYTES] = digest if any(digest) else b"\1" * MARK_BYTES
        return bytes(marks)


def _values(item: ItemRow) -> Iterator[tuple[str, str]]:
    for field, value in item.items():
        if field == "attributes":
            attributes = cast("dict[str, str]", value)
            yield from ((f"attributes.{name}", text) for name, text in attributes.items())
        else:
            yield field, str(value)
