"""Hits of a search; the command line loads this and no more of the search."""

from typing import Literal, get_args

import msgspec

SearchKind = Literal["item", "changeOrder", "file", "design", "program", "user", "report"]
KINDS: tuple[SearchKind, ...] = get_args(SearchKind)

MOST_COUNTED = 300
"""A group of so many has so many or more: no more of a kind are looked at."""


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


class SearchGroup(msgspec.Struct, frozen=True):
    """The best records of a kind, and how many were found."""

    kind: SearchKind
    total: int
    hits: list[SearchHit]
