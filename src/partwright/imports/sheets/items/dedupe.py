"""Each item once, however often it stands in a sheet; values that contradict are reported."""

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple, cast

from partwright.imports.sheets.items.alike import contradict, is_same_name, names_kind, value_of
from partwright.imports.sheets.records.rows import (
    ItemRow,
    PreparedRow,
    ReadRow,
    RowProblem,
    RowRemark,
    fold_number,
    is_key,
    key_of,
    shown_number,
)
from partwright.kit.patterns import lazy_regex

CATEGORY = "attributes.Category"
MARK_BYTES = 4
FLAT_MEMORY = 5_000
"""Item numbers remembered for a sheet without structure; the server finds what repeats later."""


_CODE = lazy_regex(r"(?=\D{0,39}[0-9])\S{2,40}(?: \S{1,20}){0,2}")
"""A number that may serve as a name, as `HW-M5X12`; a word alone is doubtful."""


_TOLD = frozenset(["name", "description", "attributes"])
"""What rows of one part may say in other words; the first is kept, and it is told."""


class _Seen(NamedTuple):
    """The first row of an item."""

    row_number: int
    marks: bytes
    name: str
    value: str


class SeenItems:
    """The items met so far: the row of each, what it is called, and a mark of each of its values.

    `remember` bounds how many are kept (the oldest go first); None keeps all.
    """

    def __init__(self, *, remember: int | None = None) -> None:
        self._remember = remember
        self._places: dict[str, int] = {}
        self._seen: OrderedDict[str, _Seen] = OrderedDict()
        self._sought: set[str] = set()

    def item_of(self, row: ReadRow) -> PreparedRow | RowProblem | RowRemark | None:
        """The item to create, the problem of the row, or None if the item was given before.

        A later row of an item may leave values out, but may neither change nor add any.
        """
        number = fold_number(row.item_number)
        earlier = self._seen.get(number) if number else None
        if earlier is not None and row.share != "line" and (told := self._told_apart(row, earlier)):
            return told
        faults = list(row.item_faults)
        is_nameless = "name" not in row.item and bool(row.name_fault)
        if row.share != "line" and earlier is None and is_nameless and not _is_named_by_number(row):
            faults.append(row.name_fault)
        if faults:
            return RowProblem(row.row_number, tuple(faults), row.share, row.item_number)
        if row.share == "line":
            return self._existing(row, number) if is_key(row.item_number) else None
        if earlier is not None:
            return self._compared(row, earlier.row_number, earlier.marks)
        if number:
            name = "" if is_nameless else str(row.item.get("name", ""))
            value = value_of(row.item)
            self._seen[number] = _Seen(row.row_number, self._marks(row.item), name, value)
            if self._remember is not None and len(self._seen) > self._remember:
                self._seen.popitem(last=False)
        key = number if is_key(row.item_number) else ""
        return PreparedRow(row.row_number, row.item, key, row.sources, tuple(row.assumed))

    def _existing(self, row: ReadRow, number: str) -> PreparedRow | None:
        """A part that must be there already, to be found by what the row says of it."""
        if number in self._sought:
            return None
        self._sought.add(number)
        return PreparedRow(row.row_number, row.item, number, is_existing=True)

    def _told_apart(
        self, row: ReadRow, earlier: _Seen
    ) -> PreparedRow | RowProblem | RowRemark | None:
        """The outcome for a row that calls a part by another name or value than its first row.

        Nobody can tell then which of them the number belongs to. Parts of one manufacturer's
        number that are only called otherwise are several: none is counted as the other.
        """
        name, value = str(row.item.get("name", "")), value_of(row.item)
        standin = fold_number(name) == fold_number(row.item_number)
        pairs = [("" if standin else name, earlier.name), (value, earlier.value)]
        differing = [
            (now, then) for now, then in pairs if now and then and not is_same_name(now, then)
        ]
        if not differing:
            return None
        is_kind = names_kind(_mpn(row.item))
        states = not is_kind and any(contradict(now, then) for now, then in differing)
        if is_key(row.item_number) and not states:
            return self._another(row, earlier)
        now, then = differing[-1]
        mpn = _mpn(row.item) if is_key(row.item_number) else ""
        number = mpn or shown_number(row.item_number)
        field = "MPN" if mpn else "name" if differing[0][0] == name else "value"
        reason = (
            f"{field}: row {earlier.row_number} gives {number} another value than {now[:80]}: "
            f'"{then[:80]}"; say which of them has this number'
        )
        return RowProblem(row.row_number, (reason,), "", "")

    def _another(self, row: ReadRow, earlier: _Seen) -> PreparedRow | RowProblem | RowRemark | None:
        name = str(row.item.get("name", ""))
        mpn = _mpn(row.item)
        row.item_number = key_of(name, "mpn", mpn, name, value_of(row.item))
        if fold_number(row.item_number) not in self._seen:
            text = f'{mpn} is "{earlier.name[:80]}" in row {earlier.row_number}: this row is kept as a part of its own'
            row.note("DUPLICATE_ROW", text)
        return self.item_of(row)

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
            # Attributes are called as the list calls them.
            called = field.removeprefix("attributes.")
            reasons.append(
                f"{called}: row {first} gives {row.item_number} another value than {text[:80]}"
                if known
                else f"{called}: {row.item_number} is created from row {first}, which gives none"
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


def _is_named_by_number(row: ReadRow) -> bool:
    """Give a part that others of its list have a name for its description or number as one, told.

    The number is a code, and the row says something else of the part.
    """
    number = row.item_number
    says_more = row.quantity is not None or len(row.item) > 1
    if not row.is_numbered or not says_more or not _CODE.fullmatch(number):
        return False
    name = " ".join(str(row.item.get("description") or number).split())[:200]
    row.item["name"] = name
    row.assumed.append("name")
    row.note("REMARK", f'the row has no name; "{name[:60]}" serves as one')
    return True


def _mpn(item: ItemRow) -> str:
    return cast("dict[str, str]", item.get("attributes") or {}).get("MPN", "")


def _values(item: ItemRow) -> Iterator[tuple[str, str]]:
    for field, value in item.items():
        if field == "attributes":
            attributes = cast("dict[str, str]", value)
            yield from ((f"attributes.{name}", text) for name, text in attributes.items())
        else:
            yield field, str(value)
