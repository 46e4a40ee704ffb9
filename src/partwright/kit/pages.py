"""Pages of a list: which one is asked for and what one is."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")
U = TypeVar("U")


class PageRequest(msgspec.Struct, frozen=True):
    """The page (from 1) and how many rows a page has."""

    page: int = 1
    limit: int = 20

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


WHOLE = PageRequest(limit=1 << 40)
"""A list as a whole: more rows than any has, and than a client can ask for."""


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Some rows of a list and how many there are in all."""

    rows: Sequence[T]
    total: int
    paging: PageRequest
    at: int | None = None
    """The number of the commit whose state it shows, where it was asked for."""

    @property
    def total_pages(self) -> int:
        return -(-self.total // self.paging.limit)

    @property
    def is_whole(self) -> bool:
        """Whether the list was asked for as a whole."""
        return self.paging == WHOLE

    def map(self, show: Callable[[T], U]) -> "Page[U]":
        """The same page with each row shown in another way."""
        return Page([show(row) for row in self.rows], self.total, self.paging, self.at)


class SortKey(msgspec.Struct, frozen=True):
    """One key of an order; `field` in wire names."""

    field: str
    descending: bool = False
