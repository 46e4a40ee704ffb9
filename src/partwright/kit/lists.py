"""Reading of lists: filtered, sorted, one page with the number of all.

The statement of a list is composed of what its slice declares; what a client sends chooses among
that, and goes into parameters.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import InvalidInput
from partwright.kit.field_problems import one_of, shown
from partwright.kit.filters import FieldFilters, FieldTable
from partwright.kit.list_conditions import (
    FieldOrder,
    FieldTest,
    field_order,
    field_tests,
    filter_conditions,
    filter_params,
    order_keys,
    order_params,
)
from partwright.kit.pages import Page, PageRequest, SortKey

T = TypeVar("T")

Filters = tuple[str, ...]
"""The names of the conditions that a list has to meet."""
Order = tuple[SortKey, ...]
"""The keys of an order, one or more, of known fields."""
NEWEST_FIRST = SortKey("createdAt", descending=True)


class AppliedFilters(msgspec.Struct, frozen=True):
    """Filters of a list."""

    filters: Filters
    params: dict[str, Value]


def apply_filters(given: Mapping[str, Mapping[str, Value]]) -> AppliedFilters:
    """Those of the filters whose parameters, of which each has some, all have a value."""
    needed = {n: params for n, params in given.items() if params and None not in params.values()}
    return AppliedFilters(
        tuple(needed), {k: v for params in needed.values() for k, v in params.items()}
    )


def check_list_order(sorts: Sequence[SortKey], table: FieldTable) -> Order:
    """The order that is asked for, or newest first; InvalidInput for a field that is not known."""
    for sort in sorts:
        if table.find(sort.field) is None:
            expected = one_of(tuple(table.names))
            message = f"expected a field to sort by: {expected}; got {shown(sort.field)}"
            raise InvalidInput.field("sort", message)
    return tuple(sorts) or (NEWEST_FIRST,)


class ListDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """A list as its slice declares it."""

    columns: str
    table: str
    """With the alias that the expressions use."""
    tie: str
    """The expression that decides between rows that are equal."""
    fields: FieldTable
    """What it is filtered and sorted by."""
    conditions: Mapping[str, str]
    """Other filter -> its condition; a list combines those it needs."""

    def rows(self, where: str, order: FieldOrder) -> str:
        """The statement of one page."""
        by = order_keys(order, tie=self.tie)
        return f"""
            SELECT {self.columns} FROM {self.table} WHERE {where}
             ORDER BY {by} LIMIT :limit OFFSET :offset
        """

    def count(self, where: str) -> str:
        """The statement of how many rows the conditions leave."""
        return f"SELECT COUNT(*) FROM {self.table} WHERE {where}"

    def where(self, filters: Filters, tests: tuple[FieldTest, ...]) -> str:
        """The conditions of named filters and of tests of fields."""
        conditions = [self.conditions[name] for name in filters] + filter_conditions(tests)
        return " AND ".join(conditions) or "TRUE"


class ListStatements(msgspec.Struct, frozen=True):
    """The statements of a list with what a client sent for it."""

    rows: str
    count: str
    params: dict[str, Value]


def list_statements(
    listing: ListDefinition,
    *,
    given: Mapping[str, Mapping[str, Value]],
    filters: FieldFilters = (),
    sorts: Sequence[SortKey],
) -> ListStatements:
    """Compose them; `given` are the named filters with what a client may have sent."""
    found = apply_filters(given)
    order = field_order(listing.fields, check_list_order(sorts, listing.fields))
    where = listing.where(found.filters, field_tests(listing.fields, filters))
    params = found.params | filter_params(listing.fields, filters) | order_params(order)
    return ListStatements(listing.rows(where, order), listing.count(where), params)


async def page_of_list(
    snapshot: Snapshot,
    row: Callable[..., T],
    listing: ListDefinition,
    *,
    given: Mapping[str, Mapping[str, Value]],
    filters: FieldFilters = (),
    sorts: Sequence[SortKey],
    paging: PageRequest,
) -> Page[T]:
    """A page of a list."""
    found = list_statements(listing, given=given, filters=filters, sorts=sorts)
    return await page_of_rows(
        snapshot, row, found.rows, found.count, params=found.params, paging=paging
    )


async def page_of_rows(
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
