"""Columns of suppliers that hold links to their pages, where others would have their names."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.pure_sellers import only_sells
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.column_words import SUPPLIERS
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_LINK = lazy_regex(
    r"https?://(?:[^/\s@]*@)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,6})(?::[0-9]+)?(?:[/?#]\S*)?",
    re.IGNORECASE,
)
_SHOWN = ("Link", "Supplier Link")
_SAMPLE = 500
_LONGEST = 4_000
_SECOND_LEVEL = frozenset(["co", "com", "org", "net", "ac", "gov", "edu"])
_SHORT = {"amzn": "Amazon", "aliexpi": "AliExpress", "ebaystores": "eBay"}
"""Hosts of the short links of suppliers."""
_NO_SHOPS = frozenset(
    """github; gitlab; bitbucket; google; googleusercontent; goo; youtube; youtu; wikipedia; wikimedia; thingiverse; printables; grabcad;
    onshape; dropbox; instructables; hackaday; archive; arxiv; readthedocs; facebook; reddit; myminifactory; cults3d; imgur; bit; tinyurl;
    sharepoint; onedrive; notion; medium; discord; makerworld; thangs; hackster; easyeda; oshwlab; snapeda; ultralibrarian""".replace(
        "\n    ", " "
    ).split("; ")
)


def with_sellers_of_links(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the suppliers that links lead to, and these in a column of their own.

    A column such as `Source` may hold links to anything: there only suppliers that everybody knows.
    """
    keys = [header_key(header) for header in table.headers]
    named, weak = RANKS["parts"]["supplier"], WEAK_KEYS["parts"]["supplier"]
    columns = [at for at, key in enumerate(keys) if key in named and key not in weak]
    columns = columns or [at for at, key in enumerate(keys) if key in named]
    header = next((name for name in _SHOWN if header_key(name) not in keys), "")
    if len(columns) != 1 or table.headers[columns[0]].casefold() in held or not header:
        return table
    at, is_weak = columns[0], keys[columns[0]] in weak
    sample = [cell for r in islice(table.records(), _SAMPLE) if (cell := r.cells[at].strip())]
    found = [name for cell in sample if (name := _seller(cell, is_weak=is_weak))]
    if not found or 2 * sum(map(_is_link, sample)) < len(sample) or 2 * len(found) < len(sample):
        return table

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        link = record.cells[at].strip()
        name = _seller(link, is_weak=is_weak)
        if not name and not (is_weak and _is_link(link)):
            return record.cells, ""
        return with_cell(record, at, name), link

    headers = tuple("Supplier" if n == at else text for n, text in enumerate(table.headers))
    told = f'"{table.headers[at]}" holds links: they are kept as "{header}", and lead to the suppliers.'
    return with_column(replace(table, headers=headers), header, divide, told=told)


def _is_link(cell: str) -> bool:
    return len(cell) <= _LONGEST and bool(_LINK.fullmatch(cell))


def _seller(cell: str, *, is_weak: bool) -> str:
    """The supplier whose page a link leads to; empty for pages of others."""
    match = _LINK.fullmatch(cell) if len(cell) <= _LONGEST else None
    if match is None:
        return ""
    labels = match[1].casefold().split(".")
    short = len(labels) > 2 and labels[-2] in _SECOND_LEVEL and len(labels[-1]) == 2
    name = labels[-3] if short else labels[-2]
    if name in _SHORT:
        return _SHORT[name]
    if known := SUPPLIERS.get(name.replace("-", "")) or (
        name.capitalize() if only_sells(name) else ""
    ):
        return known
    return "" if is_weak or name in _NO_SHOPS else ".".join(labels[-3 if short else -2 :])
