"""Columns `Where`, which say where parts are bought in some lists and where they go in others."""

import re
from collections.abc import Collection
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.mapping.pure_sellers import only_sells
from partwright.imports.sheets.records.rows import SheetTable
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_WHERE = frozenset(["where", "wo", "ou", "donde", "dove", "onde", "gdzie", "waar"])
_BOUGHT = "Where to buy"
_LINK = lazy_regex(r"https?://|www\.", re.IGNORECASE)
_LONGEST = 200


def with_where_bought(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table, such a column called that of suppliers where it has one that everybody knows."""
    keys = [header_key(header) for header in table.headers]
    found = [at for at, key in enumerate(keys) if key in _WHERE]
    if len(found) != 1 or is_held(table, found, held):
        return table
    if any(key in RANKS["parts"]["supplier"] for key in keys):
        return table
    values = [text[:_LONGEST] for text in values_of(found[0], sample_of(table))]
    if not any(only_sells(text) or _LINK.match(text) for text in values):
        return table
    headers = (*table.headers[: found[0]], _BOUGHT, *table.headers[found[0] + 1 :])
    return replace(table, headers=headers)
