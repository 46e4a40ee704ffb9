"""Hits of a search; the command line loads this and no more of the search."""

from typing import Literal, get_args

import msgspec

SearchKind = Literal["item", "changeOrder", "file", "design", "program", "user", "report"]
KINDS: tuple[SearchKind, ...] = get_args(SearchKind)

MOST_COUNTED = 300
"""No more of a kind are looked at."""


class Match(msgspec.Struct, frozen=True):
    """A field that holds some of the words."""

    field: str
    text: str


class SearchHit(msgspec.Struct, rename="camel", frozen=True):
    """A record that was found, and where it holds what was looked for."""

    id: str
    number: str | None
    name: str
    kind: SearchKind
    type: str | None
    state: str | None
    matched: list[Match]
    url: str


class SearchGroup(msgspec.Struct, rename="camel", frozen=True):
    """The best records of a kind, and how many were found."""

    kind: SearchKind
    total: int
    hits: list[SearchHit]
    is_minimum: bool = False
    """Whether there may be more than `total`, as not all were looked at."""
