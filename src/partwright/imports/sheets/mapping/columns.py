"""Fields of the columns of a sheet: guessed from headers and values, or given by a mapping."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from partwright.imports.sheets.cell_values.json_attributes import look_like_attributes
from partwright.imports.sheets.cell_values.not_placed import names_alternates, names_replaced
from partwright.imports.sheets.fields.column_table import OF_SOURCES
from partwright.imports.sheets.fields.header_names import (
    LINE_FIELDS,
    RANKS,
    REPAIR_KEYS,
    SOURCE_ATTRIBUTES,
    is_export,
)
from partwright.imports.sheets.fields.kinds import PARTS, ImportKind
from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.fields.units import header_unit, resolve_unit, split_header
from partwright.imports.sheets.mapping.alternate_columns import names_instead
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.mapping.column_guess import Guesser
from partwright.imports.sheets.mapping.indents import looks_indented
from partwright.imports.sheets.mapping.name_standins import name_standins, named, told_standins
from partwright.imports.sheets.mapping.price_tiers import tier_columns
from partwright.imports.sheets.mapping.row_totals import SUMS_OF_ROWS, row_totals_of
from partwright.imports.sheets.mapping.source_columns import SOURCE_PRICES, source_targets
from partwright.imports.sheets.records.refusals import MappingRefused
from partwright.imports.sheets.records.rows import RowShare, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES, IGNORE, REMARK_OF
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.line_terms import OF_ROWS, PLACEMENTS, is_of_line
from partwright.kit.patterns import lazy_regex

PACKED = "attributes"
"""The column that holds attributes as JSON objects."""
_MAPPED_UNIT = lazy_regex(r"\s*(\w+)\s*[\[(]\s*(.+?)\s*[\])]\s*")

Structure = Literal["none", "level", "parent"]
ColumnMapping = Mapping[str, str | Sequence[str]]
"""What a person says of columns: header to field, or field to the headers it may have."""


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """Plan for reading the columns; `lines` of it can be shown to a person."""

    kind: ImportKind
    columns: tuple[SheetColumn, ...]
    structure: Structure
    name_from: tuple[SheetColumn, ...]
    """Columns that serve as the name, best first, when none is called so."""
    decisions: tuple[str, ...]
    indented: SheetColumn | None = None
    """The column whose blanks show the levels, where no other does."""
    quantities: SheetColumn | None = None
    """The column of quantities, whether or not they become quantities of lines."""
    designators: SheetColumn | None = None
    name_parts: tuple[SheetColumn, ...] = ()
    """Columns that are the name together, when none alone is one."""
    of_lines: frozenset[tuple[str, str]] = frozenset()
    """Numbers, folded, and the fields in which their rows differ as pieces of one part do."""
    row_totals: SheetColumn | None = None
    """The column of what the rows cost altogether."""

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
    _add_written(chosen, headers, sample)
    sample = () if is_export(headers) else sample
    guesser = _add_guesses(chosen, headers, sample, kind)
    left = [index for index in range(len(headers)) if index not in chosen]
    names = {headers[index].casefold() for index in left}
    for index in left:
        chosen[index] = _as_attribute(index, headers[index], names, chosen, kind)
    columns = [chosen[index] for index in range(len(headers))]
    if (parent or share) and not kind.with_lines:
        raise MappingRefused(f"{kind.plural} have no structure, so no parent and no lines")
    if kind.with_lines:
        columns = named(_without_row_columns(columns, guesser, in_product=bool(parent)), sample)
    return _settle(kind, columns, parent, share, decisions=absent, sample=sample)


def _add_guesses(
    chosen: dict[int, SheetColumn],
    headers: Sequence[str],
    sample: Sequence[SheetRecord],
    kind: ImportKind,
) -> Guesser:
    """Give the columns that no mapping tells their fields, by headers and values."""
    guesser = Guesser(headers, sample, kind)
    guesser.free -= chosen.keys()
    guesser.guess_all({column.target: column.index for column in chosen.values()})
    for field, (index, unit, why) in guesser.found.items():
        target = f"{ATTRIBUTES}{SOURCE_ATTRIBUTES[field]}" if field in SOURCE_ATTRIBUTES else field
        if any(column.target == target for column in chosen.values()):
            continue
        chosen[index] = SheetColumn(index, headers[index], target, why, unit)
    for field, (index, unit, why) in guesser.further():
        target = f"{ATTRIBUTES}{SOURCE_ATTRIBUTES[field]}"
        chosen[index] = SheetColumn(index, headers[index], target, why, unit)
    if kind.with_lines and sample:
        left = {at: headers[at] for at in range(len(headers)) if at not in chosen}
        if (cost := guesser.found.get("cost")) is not None:
            _leave_tier(chosen, left, headers, cost[0], sample)
        values = {at: values_of(at, sample) for at in left}
        is_priced = any(column.target == "cost" for column in chosen.values())
        for index, target in source_targets(left, values, is_priced=is_priced).items():
            is_price = target == "cost" or target.startswith(SOURCE_PRICES)
            unit = header_unit("cost", headers[index]) if is_price else ""
            chosen[index] = SheetColumn(
                index, headers[index], target, "of a source of the part", unit
            )
    return guesser


def _leave_tier(
    chosen: dict[int, SheetColumn],
    left: dict[int, str],
    headers: Sequence[str],
    cost: int,
    sample: Sequence[SheetRecord],
) -> None:
    """Leave what was guessed to be the price of the part where it is one of several, as `Unit Price 1`."""
    held = {**left, cost: headers[cost]}
    if cost in chosen and cost in tier_columns(held, {at: values_of(at, sample) for at in held}):
        left[cost] = headers[cost]
        del chosen[cost]


def _add_written(
    chosen: dict[int, SheetColumn], headers: Sequence[str], sample: Sequence[SheetRecord]
) -> None:
    """The columns that repair files and exports have."""
    for index, header in enumerate(headers):
        if index not in chosen and header_key(header) in REPAIR_KEYS:
            target = REPAIR_KEYS[header_key(header)]
            chosen[index] = SheetColumn(index, header, target, "written by an earlier import")
        elif (
            index not in chosen
            and header.casefold() == PACKED
            and look_like_attributes(values_of(index, sample))
        ):
            chosen[index] = SheetColumn(index, header, PACKED, "by its header")


def _without_row_columns(
    columns: list[SheetColumn], guesser: Guesser, *, in_product: bool
) -> list[SheetColumn]:
    """Leaves out what belongs to the rows and not to the parts: row totals and running numbers."""
    fields = {column.target for column in columns}
    if (
        {"quantity", "location"} <= fields
        and not in_product
        and not fields & {"quantityOnHand", "referenceDesignator", "level", "parentItemNumber"}
    ):
        return [
            replace(c, target="quantityOnHand", why="what is there, by its place of storage")
            if c.target == "quantity"
            else c
            for c in columns
        ]
    structured = in_product or bool(fields & {"level", "parentItemNumber"})
    return [
        replace(c, target=IGNORE, why=why)
        if (why := _why_of_rows(c, guesser, fields))
        else replace(c, target=f"{REMARK_OF}{c.header}", why="it is the place in the list")
        if structured and (_is_place(c, guesser) or _marks_alternates(c, guesser))
        else replace(c, target=f"{REMARK_OF}{c.header}", why="it is of the line, not of the part")
        if structured and c.target == f"{ATTRIBUTES}{c.header}" and _is_of_line(c.header)
        else c
        for c in columns
    ]


def _is_of_line(header: str) -> bool:
    return is_of_line(header) or names_instead(header)


def _why_of_rows(column: SheetColumn, guesser: Guesser, fields: set[str]) -> str:
    """The reason why the column belongs to the rows of the list; empty for one that tells of the parts."""
    key = header_key(column.header)
    if column.target != f"{ATTRIBUTES}{column.header}" or column.target in OF_SOURCES:
        return ""
    if key in PLACEMENTS and "referenceDesignator" in fields:
        return "it says where the part sits on the board"
    if "quantity" not in fields:
        return ""
    if guesser.is_row_total(column.index) or guesser.is_other_price(column.index, fields):
        return SUMS_OF_ROWS
    if guesser.is_total_weight(column.index):
        return "it holds what whole rows weigh"
    if guesser.is_other_quantity(column.index):
        return "it is a multiple of the quantity"
    if guesser.counts_rows(column.index):
        return "it only counts the rows"
    named_above = "parentItemNumber" in fields and key in RANKS["parts"]["parentItemNumber"]
    return "it belongs to the rows, not to the parts" if key in OF_ROWS or named_above else ""


def _marks_alternates(column: SheetColumn, guesser: Guesser) -> bool:
    is_mark = guesser.are_marks(column.index) or names_replaced(column.header)
    return is_mark and names_alternates(column.header)


def _is_place(column: SheetColumn, guesser: Guesser) -> bool:
    """Whether the column holds places in the list that are no numbers, such as `1a`."""
    is_free = column.target == f"{ATTRIBUTES}{column.header}"
    known = header_key(column.header) in RANKS["parts"]["findNumber"]
    return is_free and known and guesser.are_marks(column.index)


def _fields_of(kind: ImportKind) -> tuple[str, ...]:
    return (*kind.fields, *((*LINE_FIELDS, *SOURCE_ATTRIBUTES) if kind.with_lines else ()))


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
            absent.append(f"No column matches those that the mapping names for {name}.")
    return told, absent


def _told(
    headers: Sequence[str], mapping: Mapping[str, str], kind: ImportKind
) -> dict[int, SheetColumn]:
    places = {header.casefold(): index for index, header in enumerate(headers)}
    chosen: dict[int, SheetColumn] = {}
    for header, told in mapping.items():
        if (index := places.get(" ".join(header.split()).casefold())) is None:
            there = f'no column "{header}"; the columns are: {", ".join(headers)}'
            raise MappingRefused(there[:2000])
        target, unit = _mapped_target(told, kind)
        if target != IGNORE and any(column.target == target for column in chosen.values()):
            raise MappingRefused(f'two columns are mapped to "{target}"')
        unit = unit or header_unit(target, headers[index])
        chosen[index] = SheetColumn(index, headers[index], target, "given by the mapping", unit)
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
    if field in SOURCE_ATTRIBUTES and not with_unit:
        return f"{ATTRIBUTES}{SOURCE_ATTRIBUTES[field]}", ""
    if field is None or (with_unit and not unit):
        fields = ", ".join((*_fields_of(kind), "attributes.<Name>", IGNORE))
        raise MappingRefused(f'"{told}" is not a field; the fields are: {fields}')
    return field, unit


def _as_attribute(
    index: int,
    header: str,
    left: Collection[str],
    chosen: Mapping[int, SheetColumn],
    kind: ImportKind,
) -> SheetColumn:
    """The column as an attribute; `left` are the folded headers that are no fields."""
    name, why = header, f"not a field of {kind.one}"
    if header.casefold().startswith(ATTRIBUTES) and len(header) > len(ATTRIBUTES):
        name, why = header[len(ATTRIBUTES) :], "by its header"
        if name.casefold() in left:
            name = header
    elif is_nameless(header):
        why = "the column has no header"
    else:
        why = _why_no_field(header, chosen, kind) or why
    return SheetColumn(index, header, f"{ATTRIBUTES}{name}", why)


def _why_no_field(header: str, chosen: Mapping[int, SheetColumn], kind: ImportKind) -> str:
    for field in _fields_of(kind):
        if split_header(header, field)[0] in RANKS[kind.plural][field]:
            target = SOURCE_ATTRIBUTES.get(field)
            target = f"{ATTRIBUTES}{target}" if target else field
            held = next((c for c in chosen.values() if c.target == target), None)
            return f'"{held.header}" is the {field}' if held else f"its values are not {field}"
    return ""


def _settle(
    kind: ImportKind,
    columns: list[SheetColumn],
    parent: str,
    share: RowShare,
    *,
    decisions: list[str],
    sample: Sequence[SheetRecord],
) -> ColumnPlan:
    by_target = {column.target: column for column in columns}
    fields = set(by_target)
    indented = _indented(columns, fields, sample) if kind.with_lines else None
    structure = _structure(fields, indented, parent)
    if structure == "none":
        if fields & {"quantity", "referenceDesignator"}:
            decisions.append(
                "Quantities and designators are kept as attributes, since no column and no parent"
                " names their assembly."
            )
        columns = [_unstructured(column) for column in columns]
    needs_name = "name" not in fields and share != "line"
    name_from, name_parts = name_standins(columns, sample) if needs_name else ((), ())
    decisions += told_standins(name_from, name_parts)
    if share == "line" and structure == "none":
        raise MappingRefused("importing lines only needs a Level or Parent column, or --parent")
    if structure != "none" and not fields & {"quantity", "referenceDesignator"}:
        decisions.append("No column holds quantities: each line counts one.")
    return ColumnPlan(
        kind,
        tuple(columns),
        structure,
        name_from,
        tuple(decisions),
        indented,
        name_parts=name_parts,
        quantities=by_target.get("quantity"),
        designators=by_target.get("referenceDesignator"),
        row_totals=row_totals_of(columns, by_target.get("cost")),
    )


def _structure(fields: set[str], indented: SheetColumn | None, parent: str) -> Structure:
    """The way in which the sheet says which parts belong to which."""
    if "level" in fields or indented:
        return "level"
    if fields & {"parentItemNumber", "importParent"} or parent:
        return "parent"
    return "none"


def _indented(
    columns: Sequence[SheetColumn], fields: set[str], sample: Sequence[SheetRecord]
) -> SheetColumn | None:
    """The column that is indented, in a sheet with quantities and no other sign of a structure."""
    if fields & {"level", "parentItemNumber", "importParent"} or "quantity" not in fields:
        return None
    found = [c for f in ("itemNumber", "name", "description") for c in columns if c.target == f]
    found += [c for c in columns if c.target.startswith(ATTRIBUTES)]
    return next((c for c in found if looks_indented(c.index, sample)), None)


def _unstructured(column: SheetColumn) -> SheetColumn:
    if column.target not in LINE_FIELDS:
        return column
    why = "no Level or Parent column makes it part of a structure"
    return SheetColumn(column.index, column.header, f"{ATTRIBUTES}{column.header}", why)
