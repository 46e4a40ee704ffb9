"""Impact of a change: products above it, their figures, other changes, files, requirements."""

from decimal import Decimal

import msgspec

from partwright.change_orders import affected_item_service, order_service, queries
from partwright.change_orders.change_content import change_view
from partwright.change_orders.diffs import released_revision
from partwright.change_orders.model import AffectedItem
from partwright.identity.model import Actor, UserCard
from partwright.item_types import TYPES
from partwright.items import revision_rules
from partwright.items.wire import ItemSummary
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import ItemNotFound
from partwright.kit.ids import FileId, ItemId, MasterId, UserId
from partwright.programs.access import visibility_params
from partwright.relationships import queries as relationship_queries
from partwright.relationships.exact import exact_arithmetic, text
from partwright.relationships.explosion_service import WhereUsedLine
from partwright.relationships.rollup import CostTotal, RollUp, WeightTotal, roll_up_structure
from partwright.relationships.structure import LARGEST, walk_down
from partwright.relationships.structure_links import StructureLink, structure_link
from partwright.settings import RevisionScheme
from partwright.versioning.model import Branch, BranchView

MOST_PRODUCTS = 25
"""Products whose figures are compared; each is a walk through two structures."""


class WhereUsedImpact(msgspec.Struct, frozen=True, rename="camel"):
    """Places of one affected item, up to the top."""

    item: ItemSummary
    parents: list[WhereUsedLine]
    top_level: list[ItemId]


class ProductTotals(msgspec.Struct, frozen=True, rename="camel"):
    """Cost, weight and lead time of one or several products."""

    cost: list[CostTotal]
    weight: WeightTotal
    lead_time_days: int


class TotalsDifference(msgspec.Struct, frozen=True, rename="camel"):
    """After less before; costs by currency."""

    cost: list[CostTotal]
    weight: WeightTotal
    lead_time_days: int


class ProductComparison(msgspec.Struct, frozen=True):
    """One product at the top, with and without the change."""

    item: ItemSummary
    before: ProductTotals | None
    """None for a product that the change makes."""
    after: ProductTotals
    difference: TotalsDifference


class RollUpComparison(msgspec.Struct, frozen=True):
    """All products at the top together, and one by one."""

    before: ProductTotals
    after: ProductTotals
    difference: TotalsDifference
    products: list[ProductComparison]
    truncated: bool


class TouchedItem(msgspec.Struct, frozen=True, rename="camel"):
    """An item that another change affects too."""

    item_number: str
    change_action: str


class OpenChange(msgspec.Struct, frozen=True, rename="camel"):
    """Another open change on one of the items."""

    id: ItemId
    item_number: str
    name: str
    state: str
    items: list[TouchedItem]


class FileInUse(msgspec.Struct, frozen=True, rename="camel"):
    """A file of an affected item that somebody has checked out."""

    file_id: FileId
    file_name: str
    item_number: str
    checked_out_by: UserCard
    checked_out_at: str


class ImpactReport(msgspec.Struct, frozen=True, rename="camel"):
    """Impact of a change."""

    where_used: list[WhereUsedImpact]
    rollup: RollUpComparison
    open_changes: list[OpenChange]
    checked_out_files: list[FileInUse]
    requirements: list[ItemSummary]
    incomplete: bool
    """Whether some of the affected items are hidden from the caller."""


async def impact_report(
    snapshot: Snapshot, actor: Actor, order_id: ItemId, *, scheme: RevisionScheme
) -> ImpactReport:
    """The impact of a change, as far as the actor may see it."""
    entries = await affected_item_service.list_affected_items(snapshot, actor, order_id)
    lines = await order_service.branches_of_order(snapshot, order_id)
    change = _ChangedProduct(entries, lines, scheme)
    used = await _where_used(snapshot, actor, change)
    numbers = {entry.master_id: entry.item_number for entry in entries}
    masters = [str(entry.master_id) for entry in entries]
    others = await snapshot.all(
        _Other,
        queries.OPEN_CHANGES_ON,
        masters=masters,
        order_id=order_id,
        **visibility_params(actor),
    )
    files = await snapshot.all(_Out, queries.CHECKED_OUT_FILES, masters=masters)
    requirements = await snapshot.all(
        ItemSummary, queries.REQUIREMENTS_OF, masters=masters, **visibility_params(actor)
    )
    return ImpactReport(
        used,
        await _compared(snapshot, actor, _Reach(change, used)),
        _by_order(others, numbers),
        [row.shown(numbers) for row in files],
        requirements,
        len(entries) < len(await order_service.all_affected_items(snapshot, order_id)),
    )


class _Other(msgspec.Struct, frozen=True):
    master_id: MasterId
    item_id: ItemId
    item_number: str
    name: str
    state: str
    change_action: str


def _by_order(rows: list[_Other], numbers: dict[MasterId, str]) -> list[OpenChange]:
    found: dict[ItemId, OpenChange] = {}
    for row in rows:
        touched: list[TouchedItem] = []
        other = OpenChange(row.item_id, row.item_number, row.name, row.state, touched)
        item = TouchedItem(numbers[row.master_id], row.change_action)
        found.setdefault(row.item_id, other).items.append(item)
    return list(found.values())


class _Out(msgspec.Struct, frozen=True):
    file_id: FileId
    file_name: str
    master_id: MasterId
    holder: UserId
    holder_name: str
    holder_email: str
    taken_at: str

    def shown(self, numbers: dict[MasterId, str]) -> FileInUse:
        holder = UserCard(self.holder, self.holder_name, self.holder_email)
        number_ = numbers[self.master_id]
        return FileInUse(self.file_id, self.file_name, number_, holder, self.taken_at)


class _ChangedProduct(msgspec.Struct, frozen=True):
    """The items as the change makes them: its branches over main as it stands now."""

    entries: list[AffectedItem]
    branches: list[Branch]
    scheme: RevisionScheme

    @property
    def view(self) -> BranchView:
        return change_view(self.branches)

    def main_id(self, item_id: ItemId) -> ItemId:
        """Main's item of a working copy; anything else as it is."""
        known = {one: e.main_item_id for e in self.entries for one in e.branch_ids}
        return known.get(item_id) or item_id

    def to_be(self, item: ItemSummary) -> ItemSummary:
        """A working copy under the revision that its release gives it."""
        if item.revision != revision_rules.NONE:
            return item
        entry = next((e for e in self.entries if item.id in {e.item_id, *e.branch_ids}), None)
        if entry is None:
            return item
        revision = released_revision(entry, self.scheme)
        return msgspec.structs.replace(item, revision=revision)


_Links = dict[ItemId, list[StructureLink]]


async def _where_used(
    snapshot: Snapshot, actor: Actor, change: _ChangedProduct
) -> list[WhereUsedImpact]:
    """The places of the affected items on main, and those where the change puts them."""
    entries, view = change.entries, change.view
    on_main = await _walk_up(
        snapshot, actor, [e.main_item_id for e in entries if e.main_item_id], BranchView()
    )
    starts = [entry.shown_id for entry in entries]
    changed = {} if view.is_main_now else await _walk_up(snapshot, actor, starts, view)
    return [_used(change, entry, on_main, changed) for entry in entries]


async def _walk_up(
    snapshot: Snapshot, actor: Actor, starts: list[ItemId], view: BranchView
) -> _Links:
    """All items walked up together, a statement a level."""
    hidden = {name for name, kind in TYPES.items() if not actor.may(kind.may("read"))}
    params: dict[str, Value] = {"type": "bom", **visibility_params(actor)}
    sql = relationship_queries.LEVEL_UP
    if not view.is_main_now:
        sql = relationship_queries.LEVEL_UP_IN_VIEW
        params |= view.params
    links: _Links = {}
    frontier: list[ItemId] = list(starts)
    seen = set(frontier)
    while frontier and len(seen) < LARGEST:
        rows = await snapshot.all(structure_link, sql, item_ids=list[str](frontier), **params)
        frontier = []
        for link in rows:
            if not link.item.is_visible or link.item.item_type in hidden:
                continue
            links.setdefault(link.near_id, []).append(link)
            if link.item_id not in seen:
                seen.add(link.item_id)
                frontier.append(link.item_id)
    return links


def _used(
    change: _ChangedProduct, entry: AffectedItem, on_main: _Links, changed: _Links
) -> WhereUsedImpact:
    start = entry.main_item_id or entry.item_id
    parents = _parents(start, entry.item_number, on_main)
    known = {one.item.item_number for one in parents}
    parents += [
        msgspec.structs.replace(one, item=change.to_be(one.item))
        for one in _parents(entry.shown_id, entry.item_number, changed)
        if one.item.item_number not in known
    ]
    parents.sort(key=lambda one: (one.level, one.item.item_number))
    tops = dict.fromkeys(change.main_id(ItemId(one.item.id)) for one in parents if one.is_top_level)
    is_revised = entry.shown_id != start
    revision = released_revision(entry, change.scheme) if is_revised else entry.revision
    item = ItemSummary(
        entry.shown_id, entry.item_number, entry.name, revision, entry.type, entry.state
    )
    return WhereUsedImpact(change.to_be(item), parents, list(tops))


def _parents(start: ItemId, number: str, links: _Links) -> list[WhereUsedLine]:
    level = {start: 0}
    numbers = {start: number}
    queue = [start]
    parents: list[WhereUsedLine] = []
    for item_id in queue:
        for link in links.get(item_id, ()):
            is_top = link.item_id not in links
            parents.append(
                WhereUsedLine(
                    level[item_id] + 1,
                    link.id,
                    decimal_number(link.quantity),
                    is_top,
                    link.summary(),
                    numbers[item_id],
                )
            )
            numbers.setdefault(link.item_id, link.summary().item_number)
            if link.item_id not in level:
                level[link.item_id] = level[item_id] + 1
                queue.append(link.item_id)
    return parents


class _Reach(msgspec.Struct, frozen=True):
    change: _ChangedProduct
    used: list[WhereUsedImpact]

    @property
    def products(self) -> list[ItemId]:
        """The items at the top; an affected item that stands nowhere is one itself."""
        entries = self.change.entries
        tops = [top for one in self.used for top in (one.top_level or [ItemId(one.item.id)])]
        parts = {e.main_item_id or e.item_id for e in entries if e.type == "Part"}
        above = {top for one in self.used for top in one.top_level}
        return [top for top in dict.fromkeys(tops) if top in parts or top in above]

    def is_removed(self, item_id: ItemId) -> bool:
        return any(e.is_removed and item_id == e.main_item_id for e in self.change.entries)

    def is_new(self, item_id: ItemId) -> bool:
        return any(
            e.main_item_id is None and item_id in {e.item_id, *e.branch_ids}
            for e in self.change.entries
        )


async def _compared(snapshot: Snapshot, actor: Actor, reach: _Reach) -> RollUpComparison:
    products = reach.products
    compared = [await _product(snapshot, actor, reach, one) for one in products[:MOST_PRODUCTS]]
    rows = [row for row in compared if row is not None]
    before_all = _sum([row.before for row in rows if row.before is not None])
    after_all = _sum([row.after for row in rows])
    difference = _difference(before_all, after_all)
    return RollUpComparison(before_all, after_all, difference, rows, len(products) > MOST_PRODUCTS)


async def _product(
    snapshot: Snapshot, actor: Actor, reach: _Reach, item_id: ItemId
) -> ProductComparison | None:
    """One product; None where neither main nor the change shows it any more."""
    before = after = None
    if not reach.is_new(item_id):
        before = roll_up_structure(
            await walk_down(snapshot, actor, item_id, view=BranchView(), depth=None)
        )
    if not reach.is_removed(item_id):
        after = await _with_change(snapshot, actor, reach, item_id) or before
    shown = after or before
    if shown is None:
        return None
    old = None if before is None else _figures([before])
    new = _NOTHING if after is None else _figures([after])
    return ProductComparison(reach.change.to_be(shown.item), old, new, _difference(old, new))


async def _with_change(
    snapshot: Snapshot, actor: Actor, reach: _Reach, item_id: ItemId
) -> RollUp | None:
    """The product as the change shows it; None where the change does not show it."""
    try:
        rows = await walk_down(snapshot, actor, item_id, view=reach.change.view, depth=None)
    except ItemNotFound:
        return None
    return roll_up_structure(rows)


def _figures(rolled: list[RollUp]) -> ProductTotals:
    return _sum([ProductTotals(one.cost, one.weight, one.lead_time.days) for one in rolled])


def _sum(figures: list[ProductTotals]) -> ProductTotals:
    with exact_arithmetic():
        costs: dict[str, Decimal] = {}
        for cost in (cost for one in figures for cost in one.cost):
            costs[cost.currency] = costs.get(cost.currency, Decimal(0)) + Decimal(cost.total)
        weight = sum((Decimal(one.weight.total) for one in figures), Decimal(0))
        return ProductTotals(
            [CostTotal(currency, text(total)) for currency, total in sorted(costs.items())],
            WeightTotal(text(weight)),
            max((one.lead_time_days for one in figures), default=0),
        )


_NOTHING = ProductTotals([], WeightTotal("0"), 0)


def _difference(before: ProductTotals | None, after: ProductTotals) -> TotalsDifference:
    old = before or _NOTHING
    with exact_arithmetic():
        costs: dict[str, Decimal] = {one.currency: Decimal(one.total) for one in after.cost}
        for one in old.cost:
            costs[one.currency] = costs.get(one.currency, Decimal(0)) - Decimal(one.total)
        weight = Decimal(after.weight.total) - Decimal(old.weight.total)
        return TotalsDifference(
            [CostTotal(currency, text(total)) for currency, total in sorted(costs.items())],
            WeightTotal(text(weight)),
            after.lead_time_days - old.lead_time_days,
        )
