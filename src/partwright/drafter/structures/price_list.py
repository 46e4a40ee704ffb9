"""The list of assumed prices: sorts of bought parts, ways to make one, and materials by weight."""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

import msgspec

from partwright.drafter.catalogue import Keys, Spellings, converted, raw_rows

_FILE: Final = "prices.toml"


class PriceRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Assumed cost of a sort of part in US dollars, and its days of delivery."""

    each: float
    per_kg: float
    days: int
    most_kg: float = 0.0
    """Kilograms up to which the rule holds; 0: as for any bought part."""
    words: Spellings = Spellings()
    materials: Spellings = Spellings()
    methods: Keys = Keys()


@cache
def price_rows(sort: Literal["bought", "process"]) -> Mapping[str, PriceRow]:
    """The assumed prices of bought parts by their words, or of the ways to make one."""
    return {key: converted(row, PriceRow) for key, row in raw_rows(_FILE)[sort].items()}


@cache
def stock_prices() -> Mapping[str, float]:
    """US dollars for a kilogram of each kind of material."""
    return raw_rows(_FILE)["stock"]
