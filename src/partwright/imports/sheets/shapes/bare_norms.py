"""Norms in a column of part numbers, which all screws of one kind share."""

import re
from collections.abc import Collection, Sequence

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_NORM = lazy_regex(
    r"(?:(?:GB|JB|HG|QC|YB|SH)/[TZ] ?|(?:DIN|ISO|EN|GB|JB|JIS|ANSI|ASME|UNI|UNE|NBR|ČSN|CSN|ГОСТ|GOST|PN-EN)"
    r"(?:[ _/-](?:EN|ISO|IEC|R)(?![A-Z]))*(?:(?=[0-9]{3,6}\Z)|[ _]|(?<=DIN)-|(?<=ISO)-)(?:[A-Z][ -]?)?)"
    r"[0-9]{1,6}(?:\.[0-9]{1,3})?(?:[-–—:][0-9]{1,4})*",
    re.IGNORECASE,
)
"""As `DIN 912`, `DIN EN ISO 4762` and `GB/T 5782-2016`, without a size behind it."""
_LONGEST = 30
_NAMES = ("Standard", "Norm", "Part Standard")


def is_bare_norm(text: str) -> bool:
    """Whether the text is a norm and says no size, so that many parts have it."""
    return len(text) <= _LONGEST and bool(_NORM.fullmatch(text.strip()))


def with_bare_norms(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with norms that stand where part numbers do in a column of their own.

    The row has a name besides, as `Screw M6x20` beside `DIN 912`: the norm tells no part from others.
    """
    names, numbers = _naming(table, held)
    keys = set(map(header_key, table.headers))
    header = next((name for name in _NAMES if header_key(name) not in keys), "")
    if not names or not numbers or not header:
        return table

    def norm_at(record: SheetRecord) -> int | None:
        if record.fault or not any(record.cells[at].strip() for at in names):
            return None
        return next((at for at in numbers if is_bare_norm(record.cells[at])), None)

    shared = [at for r in table.records() if (at := norm_at(r)) is not None]
    if not shared or len(set(shared)) > 1:
        return table

    def divide(record: SheetRecord) -> tuple[Sequence[str], str]:
        at = norm_at(record)
        if at is None:
            return record.cells, ""
        return with_cell(record, at, ""), record.cells[at].strip()

    told = f'Norms in "{table.headers[shared[0]]}" are no part numbers, since many parts have one: they are kept as "{header}".'
    return with_column(table, header, divide, told=told)


def _naming(table: SheetTable, held: Collection[str]) -> tuple[list[int], list[int]]:
    """The columns of names and those of part numbers alone, by their headers."""
    ranks = RANKS["parts"]
    keys = [header_key(header) for header in table.headers]
    names = [at for at, key in enumerate(keys) if key in {*ranks["name"], *ranks["description"]}]
    numbers = [
        at
        for at, key in enumerate(keys)
        if key in ranks["itemNumber"]
        and at not in names
        and table.headers[at].casefold() not in held
    ]
    return names, numbers
