"""How lists are read: narrowed down by filters, in an order, one page with the number of all.

The statement of a list is composed of what its slice declares; what a client sends chooses among
that, and goes into parameters.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

import msgspec

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import InvalidInput
from partwright.kit.pages import Page, PageRequest, SortKey

T = TypeVar("T")

Filters = tuple[str, ...]
"""The names of the conditions that a list has to meet."""
Order = tuple[SortKey, ...]
"""The keys of an order, one or more, of known fields."""
NEWEST_FIRST = SortKey("createdAt", descending=True)


class AppliedFilters(msgspec.Struct, frozen=True):
    """What a list is narrowed down to."""

    filters: Filters
    params: dict[str, Value]


def apply_filters(given: Mapping[str, Mapping[str, Value]]) -> AppliedFilters:
    """Those of the filters whose parameters, of which each has some, all have a value."""
    needed = {n: params for n, params in given.items() if params and None not in params.values()}
    return AppliedFilters(
        tuple(needed), {k: v for params in needed.values() for k, v in params.items()}
    )


def filter_condition(conditions: Mapping[str, str], filters: Filters) -> str:
    """The conditions of the filters, all of them."""
    return " AND ".join(conditions[name] for name in filters) or "TRUE"


def check_order(sorts: Sequence[SortKey], known: Collection[str]) -> Order:
    """The order that is asked for, or newest first; InvalidInput for a field that is not known."""
    for sort in sorts:
        if sort.field not in known:
            raise InvalidInput.field("sort", f"there is no field {sort.field!r} to sort by")
    return tuple(sorts) or (NEWEST_FIRST,)


def order_clause(
    expressions: Mapping[str, str], order: Order, *, tie: str, with_gaps: Collection[str] = ()
) -> str:
    """The order in expressions of the statement; `tie` decides between rows that are equal.

    Where a field `with_gaps` has no value comes last, either way, on both databases.
    """
    keys = [
        f"{expressions[sort.field]} {_way(sort)}" + " NULLS LAST" * (sort.field in with_gaps)
        for sort in order
    ]
    return ", ".join([*keys, f"{tie} {_way(order[-1])}"])


def _way(sort: SortKey) -> str:
    return "DESC" if sort.descending else "ASC"


class ListDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """A list as its slice declares it."""

    columns: str
    table: str
    """With the alias that the expressions use."""
    tie: str
    """The expression that decides between rows that are equal."""
    sorts: Mapping[str, str]
    """Wire field -> the expression it sorts by."""
    with_gaps: frozenset[str] = frozenset()
    """The fields of these that may have no value."""
    conditions: Mapping[str, str]
    """Filter -> its condition; a list combines those it needs."""

    def rows(self, filters: Filters, order: Order) -> str:
        """The statement of one page."""
        by = order_clause(self.sorts, order, tie=self.tie, with_gaps=self.with_gaps)
        return f"""
            SELECT {self.columns} FROM {self.table} WHERE {filter_condition(self.conditions, filters)}
             ORDER BY {by} LIMIT :limit OFFSET :offset
        """

    def count(self, filters: Filters) -> str:
        """The statement of how many rows the filters leave."""
        return (
            f"SELECT COUNT(*) FROM {self.table} WHERE {filter_condition(self.conditions, filters)}"
        )


async def list_page(
    snapshot: Snapshot,
    row: Callable[..., T],
    listing: ListDefinition,
    *,
    given: Mapping[str, Mapping[str, Value]],
    sorts: Sequence[SortKey],
    paging: PageRequest,
) -> Page[T]:
    """A page of a list; `given` are its filters with the values that a client may have sent."""
    found = apply_filters(given)
    rows = listing.rows(found.filters, check_order(sorts, listing.sorts))
    count = listing.count(found.filters)
    return await read_page(snapshot, row, rows, count, params=found.params, paging=paging)


async def read_page(
    snapshot: Snapshot,
    row: Callable[..., T],
    rows: str,
    count: str,
    *,
    params: Mapping[str, Value],
    paging: PageRequest,
) -> Page[T]:
    """The page that a statement with `:limit` and `:offset` reads, counted by another.

    A page that is not full, and the first one anyhow, tells the number by itself.
    """
    found = await snapshot.all(row, rows, limit=paging.limit, offset=paging.offset, **params)
    if len(found) < paging.limit and (found or paging.page == 1):
        return Page(found, paging.offset + len(found), paging)
    return Page(found, await snapshot.one(int, count, **params) or 0, paging)


def escape_like(text: str) -> str:
    """The text as a LIKE pattern (`ESCAPE '\\'`) finds it, `%` and `_` taken literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def like_anywhere(text: str) -> str:
    """A LIKE pattern that finds the text wherever it stands."""
    return f"%{escape_like(text)}%"
