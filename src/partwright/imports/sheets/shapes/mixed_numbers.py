"""A column of part numbers that holds the company's own among those of its suppliers.

As `Part #` beside `Vendor`: `ABC-1001` of whoever bends the plate, `595-LM358P` of Mouser.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.company_names import sellers_in
from partwright.imports.sheets.mapping.seller_codes import folded_seller, has_form_of
from partwright.imports.sheets.mapping.whose_number import NUMBERS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_OWN, _SOLD = "Own Part Number", "Order Code"
_SCHEME = lazy_regex(r"([A-Z]{2,6}[-_.]?)([0-9]{3,6})(?:[-_.]?[A-Z0-9]{1,3})?")
_LONGEST = 40
_SAMPLE = 500
_FEWEST = 3


def with_own_numbers_apart(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the company's own numbers in a column of their own.

    Only where others have the form of their suppliers, and several suppliers, or none, have parts
    with numbers of one scheme.
    """
    keys = [header_key(header) for header in table.headers]
    numbers = [at for at, key in enumerate(keys) if key in NUMBERS]
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]["supplier"]
    sellers = [at for at, key in enumerate(keys) if key in ranks["supplier"] and key not in weak]
    others = {*ranks["manufacturer"], *ranks["mpn"], *ranks["orderCode"], *ranks["itemNumber"]}
    beside = {k for at, k in enumerate(keys) if at not in numbers} & (others - {"item", "no", "nr"})
    if len(numbers) != 1 or len(sellers) != 1 or beside or table.headers[numbers[0]] in held:
        return table
    at, sold = numbers[0], sellers[0]
    schemes = _own_schemes([(r.cells[at], r.cells[sold]) for r in islice(table.records(), _SAMPLE)])
    if not schemes:
        return table

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        code = record.cells[at].strip()
        if _scheme(code) not in schemes or has_form_of(record.cells[sold], code):
            return record.cells, ""
        return with_cell(record, at, ""), code

    told = (
        f'"{table.headers[at]}" holds own numbers, as "{next(iter(schemes.values()))}", among those of'
        f' suppliers; they are read as "{_OWN}" and "{_SOLD}".'
    )
    headers = tuple(_SOLD if n == at else header for n, header in enumerate(table.headers))
    table = replace(table, headers=headers)
    return with_column(table, _OWN, divide, told=told)


def _own_schemes(rows: Collection[tuple[str, str]]) -> Mapping[str, str]:
    """The schemes of own numbers among pairs of a number and its supplier, each with a number of it."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    formed = False
    for code, seller in ((code.strip(), seller.strip()) for code, seller in rows):
        if has_form_of(seller, code):
            formed = True
        elif scheme := _scheme(code):
            found[scheme].append((code, seller))
    if not formed:
        return {}
    return {
        scheme: held[0][0]
        for scheme, held in found.items()
        if len(held) >= _FEWEST and len(_sellers_of(held)) > 1
    }


def _sellers_of(held: Collection[tuple[str, str]]) -> set[str]:
    """The different suppliers of such numbers, of which nobody is one."""
    return {folded_seller("".join(sellers_in(seller))) for _, seller in held}


def _scheme(code: str) -> str:
    """The beginning and the length of a number of letters and digits; empty for others."""
    match = _SCHEME.fullmatch(code) if len(code) <= _LONGEST else None
    return f"{match[1]}{len(match[2])}" if match else ""
