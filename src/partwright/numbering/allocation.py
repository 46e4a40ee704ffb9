"""Choice of the scheme that numbers a new item, defaults of its category, and the taking of numbers."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

import msgspec

from partwright.kit.db import Transaction
from partwright.numbering import queries
from partwright.numbering.model import NumberingScheme, SchemeId
from partwright.numbering.number_rules import scheme_number
from partwright.numbering.scheme_service import SchemeRow, to_scheme

CATEGORY = "Category"
"""The attribute by which an item names its category."""
_names = msgspec.json.Decoder(tuple[str, ...])
_texts = msgspec.json.Decoder(dict[str, str])
Taken = Callable[[list[str]], Awaitable[set[str]]]
"""From numbers to those that are not free, casefolded."""


class _Level(msgspec.Struct, frozen=True):
    """A category on the way from a named one up, and its scheme."""

    leaf: str
    depth: int
    default_attributes: str
    scheme_id: SchemeId | None
    item_types: str | None
    prefix: str | None
    digits: int | None
    next: int | None
    check_digit: bool | None
    category_id: str


class NumberPlan:
    """The schemes and default attributes that concern some new items."""

    def __init__(self, levels: Iterable[_Level], designs: Mapping[str, NumberingScheme]) -> None:
        self._levels: dict[str, list[_Level]] = {}
        for level in levels:
            self._levels.setdefault(level.leaf, []).append(level)
        self._designs = designs

    def scheme(
        self, item_type: str, design_id: str | None, category: str
    ) -> NumberingScheme | None:
        """The scheme of the nearest category that has one, else of the design."""
        for level in self._levels.get(category.strip().casefold(), ()):
            found = _scheme_of(level)
            if found is not None and item_type in found.item_types:
                return found
        found = self._designs.get(design_id) if design_id else None
        return found if found is not None and item_type in found.item_types else None

    def defaults(self, category: str) -> dict[str, str]:
        """The defaults that the category and those above it give an item; the nearest goes first."""
        found: dict[str, str] = {}
        for level in self._levels.get(category.strip().casefold(), ()):
            found = _texts.decode(level.default_attributes) | found
        return found


def _scheme_of(level: _Level) -> NumberingScheme | None:
    if level.scheme_id is None:
        return None
    return NumberingScheme(
        id=level.scheme_id,
        design_id=None,
        category_id=level.category_id,
        item_types=_names.decode(level.item_types or "[]"),
        prefix=level.prefix or "",
        digits=level.digits or 1,
        next=level.next or 0,
        check_digit=bool(level.check_digit),
        created_at="",
        updated_at="",
    )


async def read_number_plan(
    tx: Transaction, *, designs: Iterable[str], categories: Iterable[str]
) -> NumberPlan:
    """The schemes and categories of items of these designs and categories, in two statements."""
    keys = sorted({name.strip().casefold() for name in categories} - {""})
    levels = await tx.all(_Level, queries.LINES, keys=keys) if keys else []
    wanted = sorted(set(designs))
    rows = await tx.all(SchemeRow, queries.OF_DESIGNS, designs=wanted) if wanted else []
    return NumberPlan(levels, {str(row.design_id): to_scheme(row) for row in rows})


async def take_numbers(
    tx: Transaction, scheme: NumberingScheme, *, many: int, taken: Taken
) -> list[str]:
    """So many free numbers of the scheme, by one conditional write that moves it past them."""
    while True:
        before = await tx.one(int, queries.NEXT, id=scheme.id)
        start = scheme.next if before is None else before
        found, after = await _free_numbers(scheme, start, many=many, taken=taken)
        if before is None:
            return found
        if await tx.run(queries.PASS_NUMBERS, id=scheme.id, before=start, after=after):
            return found


async def _free_numbers(
    scheme: NumberingScheme, start: int, *, many: int, taken: Taken
) -> tuple[list[str], int]:
    """The first free numbers from a count on, and the count after them."""
    found: list[str] = []
    step = many
    count: int = start
    while len(found) < many:
        block: Sequence[tuple[int, str]] = [
            (n, scheme_number(scheme.prefix, scheme.digits, n, checked=scheme.check_digit))
            for n in range(count, count + step)
        ]
        used = await taken([number for _, number in block])
        free: list[tuple[int, str]] = [pair for pair in block if pair[1].casefold() not in used][
            : many - len(found)
        ]
        found += [number for _, number in free]
        count = free[-1][0] + 1 if len(found) == many else count + step
        # Each round looks further, so that a long run typed by hand costs few statements.
        step *= 2
    return found, count
