"""Rows of parts that may be taken instead of one above, and of options of a product."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.not_placed import is_alternate, names_alternates
from partwright.imports.sheets.fields.header_names import RANKS, REPAIR_KEYS
from partwright.imports.sheets.records.rows import (
    ReadRow,
    SheetRecord,
    SheetTable,
    shown_number,
    with_cell,
)
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

ALTERNATE = "alternate"
OPTION = "option"
_LONGEST = 40
_STARTS = frozenset(
    [
        "alt",
        "sub",
        "sus",
        "sos",
        "sec",
        "2nd",
        "rem",
        "ers",
        "zam",
        "opt",
        "opc",
        "opz",
        "var",
        "rep",
        "nah",
        "代",
        "替",
        "可",
        "オ",
        "вар",
        "опц",
    ]
)
_FIRST_SIGNS = frozenset(
    {" ", "\t", "\n", "\xa0", "\u3000", "ſ"}
    | {one for s in _STARTS for one in (s[0], s[0].upper())}
)
"""What cells may begin with that mark a row, blanks included."""
_ALTERNATE = lazy_regex(
    r"(?:(?:alternat(?:e|es|ive|iv|if|iva|ivo|ivteil|ivposition)|substitut(?:e|es|ion|o)?|sustituto|sostituto|"
    r"remplacement|zamiennik|n[áa]hrada|замена|代替品?|代用品?|替代[料品]?|(?:2nd|second)\s+source)"
    r"(?:\s+(?:part|item|component|teil|line))?|alt\.?)\s*[0-9]?",
    re.IGNORECASE,
)
_IN_BRACKETS = lazy_regex(rf"\(\s*(?:{_ALTERNATE.pattern})\s*\)", re.IGNORECASE)
"""`(alternative)`, which is no name wherever it stands."""
_ALTERNATE_OF = lazy_regex(
    r"(?:alt\.?|alternat(?:e|ive|iv|if|iva|ivo)|substitut[eo]?|replacement)\s+"
    r"(?:part\s+|item\s+)?(?:for|of|to|zu|f(?:ü|ue)r|de|à|di|voor|till)\s+\S.*",
    re.IGNORECASE,
)
_PLACED_INSTEAD = lazy_regex(
    rf"[A-Z]{{1,5}}[0-9]{{1,6}}(?:[\s,;/-]+[A-Z]{{1,5}}[0-9]{{1,6}})*[\s,:-]+\(?(?:{_ALTERNATE.pattern})"
    r"(?:\s+(?:supply|supplier|source|vendor|sourcing|lieferant|quelle|fournisseur))?\)?",
    re.IGNORECASE,
)
"""`SW1 alternate supply`, of what may stand where another part of the list does."""
_OPTION = lazy_regex(
    r"option(?:al|nel)?|variante?|opcional|opzionale|opcja|вариант|опция|可选|オプション",
    re.IGNORECASE,
)
_KINDS = frozenset(
    map(
        header_key,
        [
            "type",
            "item type",
            "line type",
            "bom type",
            "component type",
            "part type",
            "class",
            "usage",
            "role",
            "kind",
            "status",
            "typ",
            "art",
            "tipo",
            "type de ligne",
            "positionsart",
            "position type",
            "structure",
            "bom structure",
            "row type",
            "类型",
            "种类",
        ],
    )
)
"""Headers of columns that say what a row is, under which `Option` is one."""
_GROUPS = frozenset(
    map(
        header_key,
        [
            "alternate group",
            "alt group",
            "alternative group",
            "alternate item group",
            "alternative item group",
            "alt item group",
            "alternativpositionsgruppe",
            "altposgruppe",
            "alternativgruppe",
            "substitute group",
            "alpgr",
            "替代组",
            "替代项目组",
        ],
    )
)
"""Headers of columns whose equal values hold rows of which the first is taken."""
_NAMES_OF_PLACES = lazy_regex(r"\b[A-Z]{1,5}[0-9]{1,6}\b")
_NAMES = ("name", "description", "quantity", "cost", "material", "manufacturer", "supplier")


def with_alternates(table: SheetTable) -> SheetTable:
    """The table whose records of alternates and options are marked as such."""
    marker = _Marker(table.headers)
    groups = [at for at, header in enumerate(table.headers) if header_key(header) in _GROUPS]
    repaired = any(header_key(header) in REPAIR_KEYS for header in table.headers)
    before = table.records

    def records() -> Iterator[SheetRecord]:
        # What is instead of another has that before it; a list of options alone is a list.
        is_first = not repaired
        held: tuple[str, ...] = ()
        above: tuple[str, ...] = ()
        for record in before():
            found = record if record.fault else marker.marked(record)
            if found is record and not record.fault and above:
                found = _named_as_above(record, above)
            if found.alternate == ALTERNATE and marker.places_apart(record.cells, above):
                found = record
            above = above if found.alternate else record.cells
            group = tuple(record.cells[at].strip() for at in groups)
            if any(group) and group == held:
                found = replace(record, alternate=ALTERNATE)
            held = group
            yield record if is_first else found
            is_first = is_first and bool(found.alternate)

    return replace(table, records=records)


def _named_as_above(record: SheetRecord, above: Sequence[str]) -> SheetRecord:
    """The record with what the row above has in place of `(alternative)`, if that stands in it."""
    at = next(
        (i for i, c in enumerate(record.cells) if "(" in c and _says_instead(c.strip("*_ "))), None
    )
    if at is None:
        return record
    cells = with_cell(record, at, above[at])
    return replace(record, cells=cells, alternate=ALTERNATE)


def _says_instead(cell: str) -> bool:
    return cell[:1] == "(" and len(cell) <= _LONGEST and bool(_IN_BRACKETS.fullmatch(cell))


class _Marker:
    """Finds the words that mark a record, in the columns that may hold them."""

    def __init__(self, headers: Sequence[str]) -> None:
        ranks = RANKS["parts"]
        keys = [header_key(header) for header in headers]
        self._headers = headers
        self._named = [at for at, header in enumerate(headers) if names_alternates(header)]
        self._remarks = {at for at, key in enumerate(keys) if key in ranks["remark"]}
        self._kinds = {at for at, key in enumerate(keys) if key in _KINDS}
        self._places = [at for at, key in enumerate(keys) if key in ranks["referenceDesignator"]]
        called = {at for at, key in enumerate(keys) if any(key in ranks[f] for f in _NAMES)}
        called -= {at for at, key in enumerate(keys) if key in ranks["findNumber"]} | self._kinds
        self._looked = [at for at in range(len(keys)) if at not in called]

    def places_apart(self, cells: Sequence[str], above: Sequence[str]) -> bool:
        """Whether both rows have designators, and none in common: neither is in place of the other."""
        if not above:
            return False
        own, others = (
            {name for at in self._places for name in _NAMES_OF_PLACES.findall(row[at])}
            for row in (cells, above)
        )
        return bool(own) and bool(others) and own.isdisjoint(others)

    def marked(self, record: SheetRecord) -> SheetRecord:
        cells = record.cells
        if any(is_alternate(self._headers[at], cells[at]) for at in self._named):
            return replace(record, alternate=ALTERNATE)
        for at in self._places:
            cell = cells[at].strip()
            if " " in cell and len(cell) <= _LONGEST and _PLACED_INSTEAD.fullmatch(cell):
                return replace(record, alternate=ALTERNATE, marks=(at,))
        for at in self._looked:
            if cells[at][:1] not in _FIRST_SIGNS:
                # Nearly every cell of a list ends here.
                continue
            cell = cells[at].strip()
            if not cell or len(cell) > _LONGEST or not _may_mark(cell):
                continue
            if _ALTERNATE.fullmatch(cell):
                return replace(record, alternate=ALTERNATE, marks=(at,))
            if at in self._kinds and _OPTION.fullmatch(cell):
                return replace(record, alternate=OPTION, marks=(at,))
            if at in self._remarks and _ALTERNATE_OF.fullmatch(cell):
                return replace(record, alternate=ALTERNATE)
        return record


def _may_mark(cell: str) -> bool:
    folded = cell[:3].casefold()
    return folded in _STARTS or folded[:1] in _STARTS


def without_marks(record: SheetRecord) -> SheetRecord:
    """The record without the words that mark it, which are no number and no kind of part."""
    if not record.marks:
        return record
    cells = list(record.cells)
    for at in record.marks:
        cells[at] = ""
    return replace(record, cells=tuple(cells))


def place_alternate(row: ReadRow, record: SheetRecord, above: ReadRow | None) -> None:
    """Say on the line of an alternate or option what it is; it is not placed."""
    row.do_not_place = True
    if above is not None:
        # Such rows often leave out what they share with the one above.
        row.level = row.level or above.level
        row.parent = row.parent or above.parent
    if record.alternate == OPTION:
        told = "option"
        row.note("ALTERNATE", "an option; its line is not placed until somebody chooses it")
    else:
        whose = shown_number(above.item_number) if above else ""
        told = f"alternate of {whose}" if whose else ALTERNATE
        shown = f"an alternate of {whose}" if whose else "an alternate"
        row.note("ALTERNATE", f"{shown}; its line is not placed")
    row.remark = "; ".join(filter(None, (row.remark, told)))


def is_source_of(row: ReadRow, record: SheetRecord, above: ReadRow, numbers: Sequence[str]) -> bool:
    """Whether an alternate without a part number of its own is another source of the part above."""
    own = row.is_numbered and row.item_number != above.item_number
    known = {source.mpn for source in above.sources}
    return record.alternate == ALTERNATE and not own and any(n and n not in known for n in numbers)
