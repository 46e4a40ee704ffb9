"""Explosion, where-used, roll-up and comparison against naive computations on drawn structures."""

import itertools
import threading
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, localcontext
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.decimals import stored_decimal
from partwright.kit.ids import ItemId, MasterId, RelationshipId
from partwright.kit.units import KILOGRAMS
from partwright.relationships import explosion_service, structure
from partwright.relationships.compare import StructureComparison, compare_structures
from partwright.relationships.rollup import roll_up_structure
from partwright.relationships.structure import ItemStructure
from partwright.relationships.structure_links import StructureItem, StructureLink
from partwright.versioning.model import MAIN, ShownVersion

SIZE = 7


class Figures(NamedTuple):
    """What a drawn part costs, weighs and takes."""

    cost: Decimal | None
    currency: str
    weight: Decimal | None
    unit: str
    lead_time: int | None
    part_type: str | None
    mass_basis: str | None
    cost_basis: str | None


class Drawn(NamedTuple):
    """A structure as drawn: parts are numbers, each line runs from a lower to a higher one."""

    lines: dict[tuple[int, int], Decimal]
    figures: list[Figures]


amounts = st.decimals(0, 10**6, places=6)
bases = st.sampled_from([None, "calculated", "own", "added"])
figures = st.builds(
    Figures,
    st.none() | amounts,
    st.sampled_from(["USD", "EUR"]),
    st.none() | amounts,
    st.sampled_from(sorted(KILOGRAMS)),
    st.none() | st.integers(0, 90),
    st.sampled_from([None, "Purchase", "Manufacture"]),
    bases,
    bases,
)
pairs = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)).filter(lambda p: p[0] < p[1])
drawn = st.builds(
    Drawn,
    st.dictionaries(pairs, amounts, max_size=16),
    st.lists(figures, min_size=SIZE, max_size=SIZE),
)
depths = st.none() | st.integers(1, SIZE)


def link(near: int, far: int, quantity: Decimal, of: Figures) -> StructureLink:
    item = StructureItem(
        item_id=ItemId(str(far)),
        item_number=str(far),
        name="",
        revision="-",
        item_type="Part",
        state="Draft",
        cost=None if of.cost is None else stored_decimal(of.cost),
        cost_currency=of.currency,
        weight=None if of.weight is None else stored_decimal(of.weight),
        weight_unit=of.unit,
        lead_time=of.lead_time,
        part_type=of.part_type,
        mass_basis=of.mass_basis,
        cost_basis=of.cost_basis,
        is_family=False,
        is_visible=True,
        master_id=MasterId(str(far)),
    )
    line_id = RelationshipId(f"{min(near, far)}-{max(near, far)}")
    stored = stored_decimal(quantity)
    return StructureLink(line_id, ItemId(str(near)), "bom", stored, None, None, item)


def read(of: Drawn, root: int, depth: int | None, *, up: bool = False) -> ItemStructure:
    """What the reader of structures finds: level by level, each item's links once."""
    blank: dict[str, Any] = dict.fromkeys(ShownVersion.__struct_fields__)
    own = link(root, root, Decimal(1), of.figures[root]).item
    figure = {name: getattr(own, name, None) for name in blank}
    ends = {"item_id": str(root), "master_id": str(root), "type": "Part"}
    columns: list[Any] = list({**blank, **figure, **ends}.values())
    version = ShownVersion(*columns)
    found = ItemStructure(version, {}, {version.item_id: 0}, MAIN)
    frontier, height = [root], 0
    while frontier and (depth is None or height < depth):
        height += 1
        fresh: list[int] = []
        for near in frontier:
            for (parent, child), quantity in sorted(of.lines.items()):
                if near == (child if up else parent):
                    far = parent if up else child
                    links = found.links.setdefault(ItemId(str(near)), [])
                    links.append(link(near, far, quantity, of.figures[far]))
                    if ItemId(str(far)) not in found.level:
                        found.level[ItemId(str(far))] = height
                        fresh.append(far)
        frontier = fresh
    return found


def paths(of: Drawn, root: int, depth: int | None) -> Iterator[tuple[int, int, int, Decimal]]:
    """Every line of every path down: level, parent, child, extended quantity."""

    def walk(parent: int, level: int, times: Decimal) -> Iterator[tuple[int, int, int, Decimal]]:
        for (above, child), quantity in sorted(of.lines.items()):
            if above == parent and (depth is None or level <= depth):
                yield level, parent, child, times * quantity
                yield from walk(child, level + 1, times * quantity)

    yield from walk(root, 1, Decimal(1))


@given(drawn, depths)
@settings(max_examples=60, deadline=None)
def test_the_explosion(of: Drawn, depth: int | None) -> None:
    with localcontext(prec=400):
        wanted = list(paths(of, 0, depth))
        found = read(of, 0, depth)
        lines = explosion_service.indented_bom(found, depth=depth)
        assert [
            (line.level, line.parent_id, line.item.id, line.extended_quantity) for line in lines
        ] == [(level, str(p), str(c), extended) for level, p, c, extended in wanted]
        totals: dict[str, Decimal] = {}
        levels: dict[str, int] = {}
        for level, _, child, extended in wanted:
            totals[str(child)] = totals.get(str(child), Decimal(0)) + extended
            levels[str(child)] = min(level, levels.get(str(child), level))
        flat = explosion_service.flat_bom_lines(found, depth=depth)
        assert {line.item.id: line.extended_quantity for line in flat} == totals
        assert {line.item.id: line.level for line in flat} == levels
        assert [line.item.item_number for line in flat] == sorted(totals)


def below(of: Drawn, part: int) -> list[tuple[int, Decimal]]:
    return [(child, quantity) for (parent, child), quantity in of.lines.items() if parent == part]


def weight_of(of: Drawn, part: int) -> Decimal:
    """The weight of one, by its basis."""
    figure, lines = of.figures[part], below(of, part)
    own = (figure.weight or Decimal(0)) * KILOGRAMS[figure.unit]
    calculated = sum((q * weight_of(of, child) for child, q in lines), Decimal(0))
    if not lines or figure.mass_basis == "own":
        return own
    return own + calculated if figure.mass_basis == "added" else calculated


def cost_of(of: Drawn, part: int) -> dict[str, Decimal]:
    """The cost of one by currency, by its basis."""
    figure, lines = of.figures[part], below(of, part)
    bought = figure.part_type == "Purchase" and figure.cost is not None
    basis = figure.cost_basis or ("own" if bought else "added")
    costs: dict[str, Decimal] = {}
    if figure.cost is not None and (not lines or basis != "calculated"):
        costs[figure.currency] = figure.cost
    for child, quantity in lines if basis != "own" else []:
        for currency, cost in cost_of(of, child).items():
            costs[currency] = costs.get(currency, Decimal(0)) + quantity * cost
    return costs


@given(drawn)
@settings(max_examples=60, deadline=None)
def test_the_roll_up(of: Drawn) -> None:
    with localcontext(prec=400):
        wanted = list(paths(of, 0, None))
        rolled = roll_up_structure(read(of, 0, None))
        assert {cost.currency: Decimal(cost.total) for cost in rolled.cost} == cost_of(of, 0)
        assert Decimal(rolled.weight.total) == weight_of(of, 0)
        assert "E" not in rolled.weight.total
        assert rolled.counts.lines == len(wanted)
        assert rolled.counts.distinct_items == len({child for _, _, child, _ in wanted})

        def slowest(part: int) -> int:
            below = [slowest(child) for parent, child in of.lines if parent == part]
            return (of.figures[part].lead_time or 0) + max(below, default=0)

        assert rolled.lead_time.days == slowest(0)
        steps = [int(item.id) for item in rolled.lead_time.path]
        assert steps[0] == 0
        assert all(pair in of.lines for pair in itertools.pairwise(steps))
        assert sum(of.figures[step].lead_time or 0 for step in steps) == rolled.lead_time.days


@given(drawn, depths)
@settings(max_examples=60, deadline=None)
def test_where_used(of: Drawn, depth: int | None) -> None:
    start = SIZE - 1
    used = explosion_service.where_used_lines(
        read(of, start, None if depth is None else depth + 1, up=True), depth=depth
    )
    levels = {start: 0}
    wanted: dict[tuple[int, int], int] = {}
    for height in range(1, SIZE + 1):
        for parent, child in of.lines:
            if levels.get(child) == height - 1 and (depth is None or height <= depth):
                wanted[parent, child] = height
                levels.setdefault(parent, height)
    have = {tuple(map(int, row.relationship_id.split("-"))): row for row in used.parents}
    assert {pair: row.level for pair, row in have.items()} == wanted
    assert len(have) == len(used.parents)
    tops = {parent for parent, _ in wanted} - {child for _, child in of.lines}
    assert {int(row.item.id) for row in used.parents if row.is_top_level} == tops
    assert sorted(map(int, used.top_level)) == sorted(tops)


def apart(found: StructureComparison) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """The lines that went and those that came, moves counted as both."""
    gone = Counter((row.parent.id, row.item.id) for row in found.removed)
    come = Counter((row.parent.id, row.item.id) for row in found.added)
    gone.update((row.source.id, row.item.id) for row in found.moved)
    come.update((row.target.id, row.item.id) for row in found.moved)
    return gone, come


def renamed(found: StructureComparison, name: str, other: str) -> StructureComparison:
    """The comparison with one parent called by another's name."""
    return msgspec.json.decode(
        msgspec.json.encode(found).replace(
            b'"id":"%s"' % name.encode(), b'"id":"%s"' % other.encode()
        ),
        type=StructureComparison,
    )


roots = st.integers(0, 2)


@given(drawn, drawn, roots, roots)
@settings(max_examples=80, deadline=None)
def test_the_comparison(before: Drawn, after: Drawn, top: int, other: int) -> None:
    def lines(of: Drawn, root: int) -> dict[tuple[str, str], Decimal]:
        return {(str(p), str(c)): of.lines[p, c] for _, p, c, _ in paths(of, root, None)}

    old, new = lines(before, top), lines(after, other)
    # Different roots stand for each other, unless one of them is a part of the other one.
    inside = {child for _, child in old} | {child for _, child in new}
    if not inside & {str(top), str(other)}:
        new = {(str(top) if p == str(other) else p, c): q for (p, c), q in new.items()}
    told = compare_structures(read(before, top, None), read(after, other, None))
    found = told if inside & {str(top), str(other)} else renamed(told, str(other), str(top))
    gone, come = apart(found)
    assert gone == Counter(old.keys() - new.keys())
    assert come == Counter(new.keys() - old.keys())
    assert {(row.parent.id, row.item.id): row.changes for row in found.changed}.keys() == {
        key for key in old.keys() & new.keys() if old[key] != new[key]
    }
    assert all(row.source.id != row.target.id for row in found.moved)
    # What only changed its parent is told as moved, and as nothing else.
    left, arrived = ({row.item.id for row in rows} for rows in (found.removed, found.added))
    assert not left & arrived
    back = compare_structures(read(after, other, None), read(before, top, None))
    assert apart(back) == tuple(reversed(apart(told)))
    same = compare_structures(read(before, top, None), read(before, top, None))
    assert not any(msgspec.structs.asdict(same).values())


async def test_large_structures_are_worked_out_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blank = Figures(None, "USD", None, "kg", None, None, None, None)
    found = read(Drawn({(0, 1): Decimal(1), (0, 2): Decimal(1)}, [blank] * SIZE), 0, None)
    here = threading.get_ident()
    for light, beside in ((3, False), (1, True)):
        monkeypatch.setattr(structure, "LIGHT", light)
        there = await structure.compute_in_thread(lambda _: threading.get_ident(), found)
        assert (there != here) is beside
