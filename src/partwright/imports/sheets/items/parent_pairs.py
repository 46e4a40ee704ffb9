"""Parents and children that a sheet names, and those of them that stand together again."""

from hashlib import blake2b

from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import SheetRecord, fold_number

_TOPS = 2
"""Rows without a parent from which on none of them is the product."""


def pair_mark(parent: str, child: str) -> int:
    """64 bits that stand for a parent and a child, letter case aside."""
    both = f"{fold_number(parent)}\0{fold_number(child)}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(both, digest_size=8).digest(), "big")


class ParentPairs:
    """Parents and children that a Parent column brings together more than once."""

    def __init__(self, plan: ColumnPlan, parent: str) -> None:
        self._default = parent
        self._parents = [
            column.index
            for target in ("importParent", "parentItemNumber")
            if (column := plan.of(target))
        ]
        self._counts = plan.structure == "parent"
        child, name = plan.of("itemNumber"), plan.of("name")
        self._child = child.index if child else name.index if name else 0
        self._name = name.index if name else None
        self._seen: set[int] = set()
        self.repeated: set[int] = set()
        self._above: dict[str, str] = {}
        self._below: set[int] = set()
        self._named: set[int] = set()
        self._quantity = plan.quantities.index if plan.quantities else None
        self._rows = 0
        self._tops: list[str] = []
        """What the first rows without a parent are called."""

    def see(self, record: SheetRecord) -> None:
        if not self._counts:
            return
        self._rows += 1
        named = [text for at in self._parents if (text := record.cells[at].strip())]
        parent = named[0] if named else self._default
        child = record.cells[self._child].strip()
        if parent and child:
            mark = pair_mark(parent, child)
            (self.repeated if mark in self._seen else self._seen).add(mark)
        if not named and len(self._tops) < _TOPS:
            counted = self._quantity is not None and record.cells[self._quantity].strip()
            self._tops.append(child if self._rows == 1 and not counted else "")
        if named:
            self._above.setdefault(fold_number(named[0]), named[0])
        self._below.add(pair_mark("", child))
        if self._name is not None:
            self._named.add(pair_mark("", record.cells[self._name].strip()))

    @property
    def top_rows(self) -> int:
        """1 where just the first row has no parent and no quantity, and others name it, else 0."""
        first = self._tops[0] if len(self._tops) == 1 else ""
        return int(bool(first) and fold_number(first) in self._above)

    @property
    def by_name(self) -> bool:
        """Whether rows call their parents by names rather than numbers."""
        above = {pair_mark("", name) for name in self._above.values()}
        return len(above & self._named) > len(above & self._below)

    @property
    def outside(self) -> tuple[str, ...]:
        """Parents that are no rows of the sheet."""
        rows = self._named if self.by_name else self._below
        return tuple(n for n in self._above.values() if pair_mark("", n) not in rows)
