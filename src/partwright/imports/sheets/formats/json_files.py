"""Rows in JSON: an array of objects, the body of the HTTP import, or one object a line."""

import codecs
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import cast

from partwright.imports.sheets.fields.units import is_known
from partwright.imports.sheets.formats.delimited import find_encoding
from partwright.imports.sheets.formats.json_arrays import (
    are_objects,
    are_parts,
    find_rows,
    has_number,
    is_called,
    is_part,
    with_own_name,
    without_sections,
)
from partwright.imports.sheets.formats.json_documents import find_documents
from partwright.imports.sheets.formats.named_trees import named_parts
from partwright.imports.sheets.formats.sheet_size import check_span
from partwright.imports.sheets.formats.workbooks import plain_number
from partwright.imports.sheets.formats.yaml_blocks import YamlNumber, read_yaml
from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, is_blank, make_record
from partwright.imports.sheets.tables.header_row import name_columns
from partwright.imports.sheets.tables.long_cells import narrowed
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.json_escapes import halves_as_nul

_LARGEST_YAML = 16 << 20
_FIRST_ROW = 2
_SHOWN = 40
"""Characters of a key in what is told of it."""
_LINE_HEADERS = {
    "parentItemNumber": "Import Parent",
    "childItemNumber": "itemNumber",
    "quantity": "quantity",
    "findNumber": "findNumber",
    "referenceDesignator": "referenceDesignator",
}
_LINES_KEY = "bomRelationships"
_FIELDS = frozenset({"fields", "properties", "customfields", "parameters"})
"""Keys of objects that hold what a component has besides, as programs for circuits write them."""
_PARTS = frozenset(
    {*("part", "subpart", "partdetail", "subpartdetail", "item", "component", "article", "artikel")}
    | {*("product", "childpart", "child", "childitem", "teil", "piece", "bauteil")}
)
"""Keys of the object that a line tells the part by."""
_WIDE = 200
"""Keys from which on objects of many different ones take room as the cells of a sheet do."""
_CHILDREN = frozenset(
    {"children", "components", "subassemblies", "kinder", "enfants", "hijos", "figli"}
    | {"subitems", "subparts", "subcomponents", "childitems", "childparts", "childcomponents"}
    | {"unterteile", "baugruppen", "komponenten", "composants", "componentes", "bomlines"}
)
_CONTENTS = frozenset({"parts", "items", "lines", "bom", "contents", "positionen", "pieces"})
"""Keys of the same meaning where what stands under them reads like parts."""


def open_json(path: Path) -> SheetTable:
    """The table in a JSON file, held in memory unless it has one object a line."""
    encoding, decisions = find_encoding(path)
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        return _line_table(path, encoding, decisions)
    try:
        content = _parsed(path.read_text(encoding=encoding))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return _line_table(path, encoding, decisions)
        raise BrokenFile(f"the JSON is malformed: {error}") from error
    return _content_table(content, decisions)


def plain_table(text: str) -> SheetTable:
    """The rows and lines of a body as they stand, whatever they hold."""
    body = cast("Mapping[str, list[object]]", _parsed(text))
    entries = [*body["rows"], *map(_as_line, body[_LINES_KEY])]
    places = _places(entries)

    def records() -> Iterator[SheetRecord]:
        return (_record(number, entry, places) for number, entry in enumerate(entries, _FIRST_ROW))

    return SheetTable(name_columns(list(places)), (), records)


def open_yaml(path: Path) -> SheetTable:
    """The table in a file of YAML, whose content is read as that of JSON is."""
    encoding, decisions = find_encoding(path)
    if path.stat().st_size > _LARGEST_YAML:
        raise BrokenFile(f"the YAML has more than {_LARGEST_YAML >> 20} MiB; save it as JSON")
    return _content_table(read_yaml(path.read_text(encoding=encoding)), decisions)


def _content_table(content: object, decisions: tuple[str, ...]) -> SheetTable:
    if documents := find_documents(content):
        return _object_table(documents[0], (*decisions, documents[1]))
    if isinstance(content, Mapping):
        body = cast("Mapping[str, object]", content)
        if "rows" not in body and _LINES_KEY not in body:
            return _wrapped_table(body, decisions)
        others = [name for name in body if name not in ("rows", _LINES_KEY)]
        if others:
            decisions = (*decisions, f"Besides the rows, {', '.join(others)} is not read.")
        lines = [_as_line(entry) for entry in _array(body.get(_LINES_KEY, []), _LINES_KEY)]
        return _object_table([*_array(body.get("rows", []), "rows"), *lines], decisions)
    return _object_table(_array(content, "the file"), decisions)


def _wrapped_table(body: Mapping[str, object], decisions: tuple[str, ...]) -> SheetTable:
    """The objects that the object holds in arrays; it is a row itself if it is their assembly."""
    held = [name for name in body if header_key(name) in _CHILDREN]
    is_assembly = len(body) > len(held) > 0 or (has_number(body) and _children_of(body))
    found = None if is_assembly else find_rows(body)
    if found is None and not is_assembly and (named := named_parts(body)):
        return _object_table(named, (*decisions, "The keys are the names of the parts."))
    if found is None:
        return _object_table([with_own_name(body, next(iter(_children_of(body)), ""))], decisions)
    return _object_table(found.entries, (*decisions, found.told))


def _unfolded(entries: list[object]) -> tuple[list[object], tuple[str, ...]]:
    """Objects with objects under them as rows with a level; others as they are."""
    if not any(_children_of(entry) for entry in entries):
        return entries, ()
    rows: list[object] = []
    names: dict[str, None] = {}
    waiting = [(entry, 0) for entry in reversed(entries)]
    while waiting:
        entry, level = waiting.pop()
        keys = _children_of(entry)
        if not isinstance(entry, Mapping):
            rows.append(entry)
            continue
        held = cast("Mapping[str, object]", entry)
        for name in keys:
            held = with_own_name(held, name)
        rows.append({"level": Decimal(level), **{k: v for k, v in held.items() if k not in keys}})
        for name in reversed(keys):
            names[name] = None
            below = cast("list[object]", held[name])
            waiting += [(child, level + 1) for child in reversed(below)]
    return rows, (f"Objects under {' and '.join(names)} are a level below.",)


def _children_of(entry: object) -> tuple[str, ...]:
    """The keys under which an object holds its parts and its assemblies; none for others."""
    if not isinstance(entry, Mapping):
        return ()
    held = cast("Mapping[str, object]", entry)
    below = [k for k, v in held.items() if header_key(k) in _CHILDREN and are_objects(v)]
    parts = [k for k, v in held.items() if header_key(k) in _CONTENTS and are_parts(v)]
    # An empty array of assemblies tells an assembly by its name, and no section of a list.
    has_own = below or (is_called(held) and any(header_key(k) in _CHILDREN for k in held))
    if not has_own and not is_part(held):
        return ()
    if has_own and parts:
        # `Parts` beside `SubAssemblies` are the own ones.
        return tuple(k for k in held if k in below or k in parts)
    return tuple((below or parts)[:1])


def _parsed(text: str) -> object:
    # Half a surrogate pair is the fault of its row alone, and no answer about it could be sent.
    if "\\ud" in text or "\\uD" in text:
        text = halves_as_nul(text.encode()).decode()
    try:
        return json.loads(
            text,
            parse_float=_number,
            parse_int=Decimal,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except RecursionError as error:
        raise BrokenFile("the JSON is nested too deeply") from error
    except ArithmeticError as error:
        raise BrokenFile("the JSON holds a number out of range") from error


class _Written(Decimal):
    """A number with the text by which a person wrote it: `1e5` and `12.10` may be a part's."""

    written = ""


def _number(text: str) -> Decimal:
    """The number; a fraction of one zero is what programs write behind whole numbers."""
    number = _Written(text)
    number.written = text
    return Decimal(text) if text.endswith(".0") else number


class _Twice:
    """The values of a key that an object has twice; neither of them is known to be meant."""


class _TwiceGiven(Exception):
    """Such values stand where a cell would be."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object, with a mark where a key stands again with another value."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    first: dict[str, object] = {}
    for name, value in pairs:
        if first.setdefault(name, value) == value:
            continue
        if isinstance(value, dict | list) or isinstance(first[name], dict | list):
            told = f'the key "{name[:_SHOWN]}" stands twice in one object, with other contents'
            raise BrokenFile(f"{told}; give each its own name")
        found[name] = _Twice()
    return found


def _no_number(name: str) -> object:
    raise BrokenFile(f"{name} is not a valid JSON number")


def _array(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise BrokenFile(f"{where} must be an array of objects")
    return cast("list[object]", value)


def _as_line(entry: object) -> object:
    if not isinstance(entry, Mapping):
        return entry
    line = cast("Mapping[str, object]", entry)
    renamed = {_LINE_HEADERS.get(name, name): value for name, value in line.items()}
    return {"Import Only": "line", **renamed}


def _flat(entry: object, *, is_part: bool = False) -> dict[str, object]:
    """The object as cells; nested objects become columns such as `attributes.Colour`.

    An object of the part, as `part` or `sub_part_detail`, is laid out as the line that holds it.
    """
    flat: dict[str, object] = {}
    own = cast("Mapping[str, object]", entry)
    for name, said in own.items():
        value = _with_unit(said)
        if isinstance(value, Mapping):
            key = header_key(name)
            inner = cast("Mapping[str, object]", value)
            inner = _flat(inner, is_part=True) if key in _PARTS and not is_part else inner
            for below, deeper in inner.items():
                joined = f"{name}.{below}"
                is_plain = key in _FIELDS or (key in _PARTS and _is_known_alone(joined, below))
                flat[below if is_plain and below not in own else joined] = deeper
        else:
            flat[name] = value
    return flat


_AMOUNTS = frozenset({"value", "amount", "number"})
_UNITS = frozenset({"currency", "currencycode", "unit", "units"})


def _with_unit(value: object) -> object:
    """An amount and its unit as one text: `{"value": 0.42, "currency": "EUR"}` is 0.42 EUR."""
    if not isinstance(value, Mapping):
        return value
    own = cast("Mapping[str, object]", value)
    parts = {header_key(name): part for name, part in own.items()}
    amount = next((parts[name] for name in parts if name in _AMOUNTS), None)
    unit = next((parts[name] for name in parts if name in _UNITS), None)
    if len(parts) != 2 or not isinstance(amount, Decimal) or not isinstance(unit, str):
        return own
    return f"{_text(amount)} {unit}"


@lru_cache(maxsize=1024)
def _is_known_alone(joined: str, name: str) -> bool:
    """Whether a key is a header that lists have, and with its object's name before it is none."""
    return is_known(name) and not is_known(joined)


def _record(row_number: int, entry: object, places: Mapping[str, int]) -> SheetRecord:
    if not isinstance(entry, Mapping):
        return SheetRecord(row_number, ("",) * len(places), fault="the entry is not an object")
    cells = [""] * len(places)
    native: set[int] = set()
    for name, value in _flat(cast("object", entry)).items():
        try:
            cells[places[name]] = _text(value)
        except RecursionError:
            fault = f'"{name}" is nested too deeply'
            return SheetRecord(row_number, ("",) * len(places), fault=fault)
        except _TwiceGiven:
            fault = f'the key "{name[:_SHOWN]}" stands twice, with other values'
            return SheetRecord(row_number, ("",) * len(places), fault=fault)
        if isinstance(value, Decimal):
            native.add(places[name])
    return make_record(row_number, cells, width=len(places), native=frozenset(native))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, _Twice):
        raise _TwiceGiven
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, _Written):
        return value.written
    if isinstance(value, YamlNumber):
        return f"{value:f}"
    if isinstance(value, Decimal):
        # A number such as 1e400000 must not become a text of 400,000 digits.
        return plain_number(value) if abs(value.adjusted()) < 100 else str(value)
    if isinstance(value, list):
        return ", ".join(_text(part) for part in cast("list[object]", value))
    if isinstance(value, Mapping):
        plain = _with_unit(cast("object", value))
        if isinstance(plain, str):
            return plain
        return json.dumps(value, default=_text, ensure_ascii=False)
    return narrowed(str(value))


def _places(entries: Iterator[object] | Sequence[object]) -> dict[str, int]:
    places: dict[str, int] = {}
    for rows, entry in enumerate(entries, start=1):
        if isinstance(entry, Mapping):
            for name in _flat(cast("object", entry)):
                places.setdefault(name, len(places))
        if len(places) > _WIDE:
            check_span(len(places), rows)
    if not places:
        raise NoHeader("the file holds no object with a key")
    return places


def _object_table(entries: list[object], decisions: tuple[str, ...]) -> SheetTable:
    # Before any key is looked at, which takes its time.
    held = (cast("Mapping[str, object]", e) for e in entries if isinstance(e, Mapping))
    check_span(max(map(len, held), default=0), 1)
    if not any(map(_children_of, entries)):
        entries, sections = without_sections(entries)
        decisions = (*decisions, *filter(None, (sections,)))
    entries, unfolded = _unfolded(entries)
    decisions = (*decisions, *unfolded)
    places = _places(entries)

    def records() -> Iterator[SheetRecord]:
        for number, entry in enumerate(entries, start=_FIRST_ROW):
            record = _record(number, entry, places)
            if record.fault or not is_blank(record.cells):
                yield record

    return SheetTable(name_columns(list(places)), decisions, records)


def _line_table(path: Path, encoding: str, decisions: tuple[str, ...]) -> SheetTable:
    places = _places(entry for _, entry in _lines(path, encoding))

    def records() -> Iterator[SheetRecord]:
        for number, entry in _lines(path, encoding):
            if isinstance(entry, json.JSONDecodeError):
                fault = f"the line is not JSON: {entry.msg}"
                yield SheetRecord(number, ("",) * len(places), fault=fault)
            else:
                yield _record(number, entry, places)

    return SheetTable(name_columns(list(places)), decisions, records)


def _lines(path: Path, encoding: str) -> Iterator[tuple[int, object]]:
    with path.open(encoding=encoding) as stream:
        for number, line in enumerate(stream, start=_FIRST_ROW):
            if line.strip(" \t\r\n" + codecs.BOM_UTF8.decode()):
                try:
                    yield number, _parsed(line)
                except json.JSONDecodeError as error:
                    yield number, error
