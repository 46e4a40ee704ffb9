"""Lists of steel, whose members have a mark and a profile, and no names: `B1 | W12X26 | 20'-0"`."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell
from partwright.imports.sheets.shapes.level_columns import are_of_pattern, sample_of
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.kit.patterns import lazy_regex

_PROFILE = lazy_regex(r"[^\W\d_]{1,6}[ .]?[0-9][\w .,/*×'\"′″-]{0,30}")
"""`W12X26`, `HSS6X6X3/8`, `HEA 200`, `PL10*100`, and no sentence."""
_WHOLE = lazy_regex(r"[0-9]{1,4}")
_PROFILES = frozenset(
    ["shape", "profile", "section", "profil", "perfil", "profilo", "steelsection", "steelshape"]
)
_MARKS = frozenset(
    map(
        header_key,
        ("mark", "piece mark", "part mark", "member mark", "mark no", "mark number", "marke"),
    )
)
_ASSEMBLIES = frozenset(
    map(header_key, ("assembly mark", "assy mark", "main mark", "assembly", "shipping mark"))
)
_COUNTS = frozenset(["no", "nos", "nr", "off"])
_GRADES = frozenset(["grade", "steelgrade", "matgrade", "gute", "nuance", "qualitat"])
_LENGTHS = frozenset(
    ["length", "len", "lg", "lange", "longueur", "longitud", "lunghezza", "dlugosc", "lengte"]
)
_UNITS = frozenset(["mm", "cm", "m", "in", "ft"])


class _Places(NamedTuple):
    """The columns of a list of steel, by their places."""

    mark: int
    profile: int
    length: int | None
    assembly: int | None
    pieces: int | None
    """Pieces under a header such as `No.`, which is no word for a quantity elsewhere."""
    grade: int | None
    """The steel, where no column is a material."""


def with_steel_marks(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with marks as part numbers, and names of profiles and lengths.

    Where marks of assemblies stand before those of parts, a part goes into the assembly of its row,
    or the last one above it; a row without a part is the assembly itself.
    """
    places = None if held else _places(table)
    if places is None:
        return table
    headers = list(table.headers)
    headers[places.mark], headers[places.profile] = "Part Number", "Profile"
    if places.grade is not None:
        headers[places.grade] = "Material"
    if places.pieces is not None:
        headers[places.pieces] = "Quantity"
    if places.assembly is not None:
        headers[places.assembly] = PARENT
    before, unit = table.records, _unit(table.headers, places.length)

    def records() -> Iterator[SheetRecord]:
        above = ""
        for record in before():
            if record.fault or not any(map(str.strip, record.cells)):
                yield record
                continue
            cells: Sequence[str] = record.cells
            if places.assembly is not None:
                above = cells[places.assembly].strip() or above
                cells = _placed(record, places.assembly, places.mark, above)
            yield replace(record, cells=(*cells, _name(cells, places, unit)))

    return replace(
        table,
        headers=(*headers, "Name"),
        decisions=(*table.decisions, _told(table.headers, places)),
        records=records,
    )


def _places(table: SheetTable) -> _Places | None:
    keys = [header_key(header) for header in table.headers]
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    named = {key for f in ("name", "description") for key in ranks[f].keys() - weak[f]}
    profiles = _at(keys, _PROFILES)
    marks = _at(keys, _MARKS)
    if len(profiles) != 1 or len(marks) != 1 or not (named - _ASSEMBLIES).isdisjoint(keys):
        return None
    sample = sample_of(table)
    if not are_of_pattern(sample, profiles[0], _PROFILE):
        return None
    words = [header_words(header)[:1] for header in table.headers]
    lengths = [at for at, first in enumerate(words) if first and first[0] in _LENGTHS]
    assemblies = _at(keys, _ASSEMBLIES)
    is_counted = any(key in ranks["quantity"] for key in keys)
    counts = [
        at
        for at, key in enumerate(keys)
        if key in _COUNTS and not is_counted and are_of_pattern(sample, at, _WHOLE)
    ]
    grades = [] if any(key in ranks["material"] for key in keys) else _at(keys, _GRADES)
    return _Places(
        marks[0],
        profiles[0],
        next(iter(lengths), None),
        next(iter(assemblies), None),
        next(iter(counts), None),
        next(iter(grades), None),
    )


def _at(keys: Sequence[str], wanted: Collection[str]) -> list[int]:
    return [at for at, key in enumerate(keys) if key in wanted]


def _placed(record: SheetRecord, assembly: int, mark: int, above: str) -> tuple[str, ...]:
    """The cells of a part below its assembly, or those of the assembly itself."""
    if record.cells[mark].strip():
        return with_cell(record, assembly, above)
    return with_cell(replace(record, cells=with_cell(record, assembly, "")), mark, above)


def _name(cells: Sequence[str], places: _Places, unit: str) -> str:
    profile = cells[places.profile].strip()
    if not profile:
        return cells[places.mark].strip()
    length = "" if places.length is None else cells[places.length].strip()
    return f"{profile}, {length}{unit if length[-1:].isdigit() else ''}" if length else profile


def _unit(headers: Sequence[str], length: int | None) -> str:
    if length is None:
        return ""
    words = header_words(headers[length])
    return next((f" {word}" for word in words[1:] if word in _UNITS), "")


def _told(headers: Sequence[str], places: _Places) -> str:
    called = [headers[places.profile]]
    called += [headers[places.length]] if places.length is not None else []
    names = " and ".join(f'"{header}"' for header in called)
    told = f'The marks in "{headers[places.mark]}" are the part numbers; {names} serve as names.'
    if places.pieces is not None:
        told += f' "{headers[places.pieces]}" counts the pieces.'
    if places.assembly is not None:
        told += f' "{headers[places.assembly]}" is what the parts in the rows go into.'
    return told
