"""Which column of a sheet is which field: guessed from headers and values, or told by a mapping."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from partwright.imports.kinds import PARTS, ImportKind
from partwright.imports.sheets.header_row import twin_of
from partwright.imports.sheets.indents import looks_indented
from partwright.imports.sheets.refusals import DuplicateHeaders, MappingRefused, NoNameColumn
from partwright.imports.sheets.rows import RowShare, SheetRecord
from partwright.imports.sheets.synonyms import (
    LINE_FIELDS,
    RANKS,
    REPAIR_KEYS,
    WEAK_KEYS,
    header_key,
)
from partwright.imports.sheets.units import header_unit, resolve_unit, split_header
from partwright.imports.sheets.value_tests import values_fit

IGNORE = "ignore"
ATTRIBUTES = "attributes."
PACKED = "attributes"
"""The column that holds attributes as JSON objects."""
_NAMELESS = re.compile(r"Column \d+")
_NAME_STANDINS = ("mpn", "manufacturerpartnumber", "value", "wert", "valeur")
_MAPPED_UNIT = re.compile(r"\s*(\w+)\s*[\[(]\s*(.+?)\s*[\])]\s*")

Structure = Literal["none", "level", "parent"]
ColumnMapping = Mapping[str, str | Sequence[str]]
"""What a person says of columns: header to field, or field to the headers it may have."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column of the sheet, what it becomes, why, and the unit its header names."""

    index: int
    header: str
    target: str
    why: str
    unit: str = ""

    @property
    def nameless(self) -> bool:
        """Whether the sheet gives the column no header."""
        return bool(_NAMELESS.fullmatch(self.header)) and self.target.startswith(ATTRIBUTES)


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """How the columns are read; `lines` of it can be shown to a person."""

    kind: ImportKind
    columns: tuple[SheetColumn, ...]
    structure: Structure
    name_from: tuple[SheetColumn, ...]
    """Columns that serve as the name, best first, when none is called so."""
    decisions: tuple[str, ...]
    indented: SheetColumn | None = None
    """The column whose blanks show the levels, where no other does."""

    def of(self, target: str) -> SheetColumn | None:
        """The column that becomes the field, if there is one."""
        return next((column for column in self.columns if column.target == target), None)

    def lines(self) -> list[str]:
        """One line a column: header, field, reason."""
        return [
            f"{column.header} -> {column.target}"
            f"{f' [{column.unit}]' if column.unit else ''} ({column.why})"
            for column in self.columns
        ]


def plan_columns(
    headers: Sequence[str],
    *,
    kind: ImportKind = PARTS,
    sample: Sequence[SheetRecord] = (),
    mapping: ColumnMapping | None = None,
    parent: str = "",
    share: RowShare = "",
) -> ColumnPlan:
    """The plan for the headers; `mapping` gives headers fields, `ignore` or `attributes.X`,
    or gives fields lists of the headers that they may have.

    `sample` is a number of first records, by which names of several meanings are told apart;
    `parent` is the assembly to which a sheet without a structure of its own belongs; `share` says
    which half of the rows is wanted.
    Refuses mappings to unknown fields or from unknown headers, and sheets without a name.
    """
    told, absent = _one_by_one(headers, mapping or {})
    chosen = _told(headers, told, kind)
    for index, header in enumerate(headers):
        if index not in chosen and header_key(header) in REPAIR_KEYS:
            target = REPAIR_KEYS[header_key(header)]
            chosen[index] = SheetColumn(index, header, target, "written by an earlier import")
        elif (
            index not in chosen
            and header.casefold() == PACKED
            and values_fit(PACKED, index, sample)
        ):
            chosen[index] = SheetColumn(index, header, PACKED, "by its header")
    guessed = _guess(headers, sample, chosen, kind)
    _refuse_twins(headers, chosen, guessed)
    left = [index for index in range(len(headers)) if index not in chosen]
    names = {headers[index].casefold() for index in left}
    for index in left:
        chosen[index] = _as_attribute(index, headers[index], names, chosen, kind)
    columns = [chosen[index] for index in range(len(headers))]
    return _settle(kind, columns, parent, share, decisions=absent, sample=sample)


def _fields_of(kind: ImportKind) -> tuple[str, ...]:
    return (*kind.fields, *(LINE_FIELDS if kind.with_lines else ()))


def _one_by_one(headers: Sequence[str], mapping: ColumnMapping) -> tuple[dict[str, str], list[str]]:
    """Header to field, and what is to be told; of several headers of a field the first counts."""
    places = {header.casefold() for header in headers}
    told: dict[str, str] = {}
    absent: list[str] = []
    for name, meant in mapping.items():
        if isinstance(meant, str):
            told[name] = meant
            continue
        present = [header for header in meant if " ".join(header.split()).casefold() in places]
        told |= dict.fromkeys(present if name == IGNORE else present[:1], name)
        if not present:
            absent.append(f"No column is one of those that the mapping has for {name}.")
    return told, absent


def _told(
    headers: Sequence[str], mapping: Mapping[str, str], kind: ImportKind
) -> dict[int, SheetColumn]:
    places = {header.casefold(): index for index, header in enumerate(headers)}
    chosen: dict[int, SheetColumn] = {}
    for header, told in mapping.items():
        index = places.get(" ".join(header.split()).casefold())
        if index is None:
            raise MappingRefused(f'no column "{header}"; the columns are: {", ".join(headers)}')
        target, unit = _mapped_target(told, kind)
        if target != IGNORE and any(column.target == target for column in chosen.values()):
            raise MappingRefused(f'two columns are mapped to "{target}"')
        unit = unit or header_unit(target, headers[index])
        chosen[index] = SheetColumn(index, headers[index], target, "told by the mapping", unit)
    return chosen


def _mapped_target(told: str, kind: ImportKind) -> tuple[str, str]:
    """The field a mapping names, and the unit if it has one as in `cost [EUR]`."""
    plain = told.strip()
    if plain.startswith(ATTRIBUTES) and plain != ATTRIBUTES:
        return plain, ""
    with_unit = _MAPPED_UNIT.fullmatch(plain)
    name = with_unit[1] if with_unit else plain
    field = next((known for known in _fields_of(kind) if known.casefold() == name.casefold()), None)
    if name.casefold() == IGNORE:
        return IGNORE, ""
    unit = resolve_unit(field, with_unit[2]) if field and with_unit else ""
    if field is None or (with_unit and not unit):
        fields = ", ".join((*_fields_of(kind), "attributes.<Name>", IGNORE))
        raise MappingRefused(f'"{told}" is no field; the fields are: {fields}')
    return field, unit


def _guess(
    headers: Sequence[str],
    sample: Sequence[SheetRecord],
    chosen: dict[int, SheetColumn],
    kind: ImportKind,
) -> set[str]:
    """Give each field the best header that is left; a name of several meanings needs values.

    Answers the headers that were taken.
    """
    taken = {column.target for column in chosen.values()}
    guessed: set[str] = set()
    for field in _fields_of(kind):
        if field in taken:
            continue
        candidates: list[tuple[int, int, str]] = []
        for index, header in enumerate(headers):
            if index in chosen:
                continue
            name, unit = split_header(header, field)
            rank = RANKS[kind.plural][field].get(
                name, 0 if header_key(header) == field.casefold() else None
            )
            if rank is None:
                continue
            if name in WEAK_KEYS.get(field, ()) and not values_fit(field, index, sample):
                continue
            candidates.append((rank, index, unit))
        if candidates:
            _, index, unit = min(candidates)
            chosen[index] = SheetColumn(index, headers[index], field, "by its header", unit)
            guessed.add(headers[index])
    return guessed


def _refuse_twins(
    headers: Sequence[str], chosen: Mapping[int, SheetColumn], guessed: Collection[str]
) -> None:
    """A header that stands over several columns does not tell which of them is the field."""
    twins: dict[str, None] = {}
    for index, header in enumerate(headers):
        first = twin_of(header, headers)
        if index not in chosen and first in guessed:
            twins |= dict.fromkeys((first, header))
    if twins:
        raise DuplicateHeaders(twins)


def _as_attribute(
    index: int,
    header: str,
    left: Collection[str],
    chosen: Mapping[int, SheetColumn],
    kind: ImportKind,
) -> SheetColumn:
    """The column as an attribute; `left` are the folded headers that are no fields."""
    why = f"no field of {kind.one}"
    name = header
    if header.casefold().startswith(ATTRIBUTES) and len(header) > len(ATTRIBUTES):
        name, why = header[len(ATTRIBUTES) :], "by its header"
        if name.casefold() in left:
            name = header
    elif _NAMELESS.fullmatch(header):
        why = "the column has no header"
    else:
        for field in _fields_of(kind):
            held = next((c for c in chosen.values() if c.target == field), None)
            if split_header(header, field)[0] in RANKS[kind.plural][field]:
                why = f'"{held.header}" is the {field}' if held else f"its values are no {field}"
                break
    return SheetColumn(index, header, f"{ATTRIBUTES}{name}", why)


def _settle(
    kind: ImportKind,
    columns: list[SheetColumn],
    parent: str,
    share: RowShare,
    *,
    decisions: list[str],
    sample: Sequence[SheetRecord],
) -> ColumnPlan:
    fields = {column.target for column in columns}
    structure: Structure = "none"
    indented = _indented(columns, fields, sample) if kind.with_lines else None
    if (parent or share) and not kind.with_lines:
        raise MappingRefused(f"{kind.plural} have no structure, so no parent and no lines")
    if "level" in fields or indented:
        structure = "level"
    elif fields & {"parentItemNumber", "importParent"} or parent:
        structure = "parent"
    else:
        if fields & {"quantity", "referenceDesignator"}:
            decisions.append(
                "Quantities and designators are kept as attributes, since no column and no --parent"
                " tells their assembly."
            )
        columns = [_unstructured(column) for column in columns]
    if structure != "none" and "itemNumber" not in fields:
        raise MappingRefused("a structure needs a column of item numbers; name it in a mapping")
    name_from = () if "name" in fields or share == "line" else _name_standins(columns)
    if name_from:
        others = "".join(f', where that is empty "{c.header}"' for c in name_from[1:])
        decisions.append(f'No column holds names: "{name_from[0].header}" serves as name{others}.')
    if share == "line" and structure == "none":
        raise MappingRefused("lines alone need a Level or Parent column, or a parent for them all")
    if structure != "none" and not fields & {"quantity", "referenceDesignator"}:
        decisions.append("No column holds quantities: each line counts one.")
    return ColumnPlan(kind, tuple(columns), structure, name_from, tuple(decisions), indented)


def _indented(
    columns: Sequence[SheetColumn], fields: set[str], sample: Sequence[SheetRecord]
) -> SheetColumn | None:
    """The column that is indented, in a sheet with quantities and no other sign of a structure."""
    if fields & {"level", "parentItemNumber", "importParent"} or "quantity" not in fields:
        return None
    by_target = {column.target: column for column in columns}
    found = (by_target.get(field) for field in ("itemNumber", "name", "description"))
    return next((c for c in found if c and looks_indented(c.index, sample)), None)


def _unstructured(column: SheetColumn) -> SheetColumn:
    if column.target not in LINE_FIELDS:
        return column
    why = "no Level or Parent column makes it part of a structure"
    return SheetColumn(column.index, column.header, f"{ATTRIBUTES}{column.header}", why)


def _name_standins(columns: Sequence[SheetColumn]) -> tuple[SheetColumn, ...]:
    by_target = {column.target: column for column in columns}
    found = [by_target[field] for field in ("description", "itemNumber") if field in by_target]
    if not found:
        found = [column for column in columns if header_key(column.header) in _NAME_STANDINS][:1]
    if not found:
        headers = ", ".join(column.header for column in columns)
        raise NoNameColumn(
            f"no column is a name, a description or an item number ({headers});"
            " say which is in a mapping, or put a header above the first row"
        )
    return tuple(found)
