"""The body of an import: what is wrong with it as a whole, and row by row; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from partwright.imports import body_keys
from partwright.imports.option_input import ImportOptions, OptionReader
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.records.rows import ItemRow
from partwright.items import item_input
from partwright.items.item_input import ItemInput
from partwright.kit.decimals import stored_decimal
from partwright.kit.errors import ErrorDetail, InvalidImport, InvalidInput
from partwright.kit.field_problems import unknown_key
from partwright.kit.fields import (
    Amount,
    FieldProblem,
    Number,
    Ordinal,
    RawObject,
    Text,
    read_struct,
    with_known_keys,
)
from partwright.kit.ids import BranchId, DesignId
from partwright.kit.json_escapes import halves_as_nul
from partwright.web.json_body import check_bounds, check_values, split_object

LARGEST = 500
_encode = msgspec.json.Encoder(decimal_format="number").encode
FIRST_ROW = 2
"""Rows are numbered as in a spreadsheet with one header line."""


class ImportRow(msgspec.Struct, frozen=True):
    """A good row."""

    row_number: int
    draft: ItemInput


class FailedImportRow(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A bad row with every problem of it."""

    row_number: int
    errors: list[str]
    sheet: str | None = None
    """The sheet it stands on, where several are imported."""


class ImportLine(msgspec.Struct, frozen=True):
    """A BOM line by item numbers."""

    index: int
    parent: str
    child: str
    quantity: str
    find_number: int | None
    reference_designator: str | None


class FailedImportLine(msgspec.Struct, rename="camel", frozen=True):
    """A BOM line that was not made."""

    parent_item_number: Any
    child_item_number: Any
    error: str


class ImportBody(msgspec.Struct, kw_only=True):
    """An import whose frame is sound."""

    design_id: DesignId | None
    """None where the kind has no design."""
    branch_id: BranchId | None
    program_id: str | None
    bypass: bool
    message: str | None
    rows: list[Raw]
    lines: list[Raw]
    options: ImportOptions
    """What a form says of a file, said of the rows."""


_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def split_body(body: bytes) -> RawObject:
    """The keys of the body; InvalidImport when it is no object.

    Half a surrogate pair would make the whole body unreadable. As a NUL, which no field takes
    either, it is the fault of its row alone.
    """
    check_values(body)
    body = halves_as_nul(body)
    try:
        found = _object.decode(body)
        check_bounds(body)
        return found
    except msgspec.ValidationError:
        raise InvalidImport.field("", "The body must be a JSON object") from None
    except InvalidInput as invalid:
        raise InvalidImport(invalid.message, details=invalid.details) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return split_object(body)


def read_body(raw: RawObject, kind: ImportKind) -> ImportBody:
    """The frame of an import's body; InvalidImport with every problem of it."""
    readers = body_keys.readers(kind)
    values: dict[str, Any] = {}
    problems: list[ErrorDetail] = []
    for key, value in raw.items():
        try:
            if key in body_keys.OF_FILES:
                raise FieldProblem(body_keys.OF_FILES[key])
            if key not in readers:
                raise FieldProblem(unknown_key())
            values[key] = readers[key].read(value)
        except FieldProblem as problem:
            problems.append(ErrorDetail(key + problem.path, str(problem)))
    required = ("designId", "rows") if kind.in_design else ("rows",)
    problems = [*_missing(required, raw, values), *problems, *_contradictions(values, kind)]
    if "rows" in values and not 1 <= len(values["rows"]) <= LARGEST:
        problems.append(
            ErrorDetail("rows", f"expected 1 to {LARGEST} rows, got {len(values['rows'])}")
        )
    reader = OptionReader(body_keys.as_texts(values, raw))
    options = reader.options()
    problems += reader.problems
    if problems:
        raise InvalidImport.fields(with_known_keys(problems, readers))
    return ImportBody(
        design_id=values.get("designId"),
        branch_id=values.get("branchId") or values.get("branch"),
        program_id=values.get("programId"),
        bypass=bool(values.get("bypassBranchProtection")),
        message=values.get("commitMessage"),
        rows=values["rows"],
        lines=values.get("bomRelationships") or [],
        options=options,
    )


def _missing(
    required: Sequence[str], raw: RawObject, values: Mapping[str, Any]
) -> list[ErrorDetail]:
    """The keys that the body must have; what goes into the library needs no design."""
    found: list[ErrorDetail] = []
    for key in required:
        if key == "designId" and (values.get("library") or values.get(key)):
            continue
        if key not in raw or (key == "designId" and key in values):
            more = ", except with library: true" if key == "designId" else ""
            found.append(ErrorDetail(key, f"is required{more}"))
    return found


def _contradictions(values: Mapping[str, Any], kind: ImportKind) -> list[ErrorDetail]:
    branch_id, branch = values.get("branchId"), values.get("branch")
    found: list[ErrorDetail] = []
    if branch_id and branch and branch_id != branch:
        found.append(ErrorDetail("branch", "contradicts branchId"))
    if values.get("library"):
        of_designs = ("designId", "branchId", "branch")
        given = [key for key in of_designs if values.get(key)]
        found += [ErrorDetail(key, "cannot be combined with library: true") for key in given]
    elif kind.in_design and values.get("programId"):
        found.append(ErrorDetail("programId", "requires library: true; a design has its own"))
    return found


def as_json(rows: Sequence[Raw], lines: Sequence[Raw]) -> bytes:
    """Rows and lines as a file of JSON."""
    held = (b",".join(map(bytes, entries)) for entries in (rows, lines))
    return b'{"rows":[%b],"bomRelationships":[%b]}' % tuple(held)


def read_rows(rows: list[Raw], kind: ImportKind) -> tuple[list[ImportRow], list[FailedImportRow]]:
    """The good rows and the bad ones."""
    good: list[ImportRow] = []
    bad: list[FailedImportRow] = []
    for row_number, raw in enumerate(rows, FIRST_ROW):
        try:
            good.append(_row(row_number, raw, kind))
        except InvalidInput as invalid:
            bad.append(FailedImportRow(row_number, told_invalid(invalid)))
    return good, bad


RowReading = ItemInput | list[str]
"""The item of a row, or what keeps it from being one."""


def read_item_row(item: ItemRow, kind: ImportKind) -> RowReading:
    """A row that a sheet gave."""
    try:
        return _row(FIRST_ROW, Raw(_encode(item)), kind).draft
    except InvalidInput as invalid:
        return told_invalid(invalid)


def _row(row_number: int, raw: Raw, kind: ImportKind) -> ImportRow:
    try:
        keys = _object.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidInput.field("", "is not an object") from None
    allowed = kind.row_keys
    unknown = [ErrorDetail(key, unknown_key()) for key in keys if key not in allowed]
    sent = {key: value for key, value in keys.items() if not _is_left_out(key, value)}
    try:
        draft = item_input.read_new_item(
            {key: value for key, value in sent.items() if key in allowed},
            item_type=kind.item_type,
        )
    except InvalidInput as invalid:
        details = [d for d in invalid.details if isinstance(d, ErrorDetail)]
        raise InvalidInput.fields([*unknown, *details]) from None
    if unknown:
        raise InvalidInput.fields(unknown)
    return ImportRow(row_number, draft)


def _is_left_out(key: str, value: Raw) -> bool:
    """Null stands for nothing; so does a number of blanks."""
    if bytes(value) == b"null":
        return key != "name"
    if key != "itemNumber":
        return False
    try:
        decoded = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(decoded, str) and not decoded.strip()


def told_invalid(invalid: InvalidInput) -> list[str]:
    """The problems of a refusal, each in one line."""
    return told_problems(detail for detail in invalid.details if isinstance(detail, ErrorDetail))


def told_problems(problems: Iterable[ErrorDetail]) -> list[str]:
    """Problems as the results of imports tell them."""
    return [
        f"{problem.field}: {problem.message}" if problem.field else problem.message
        for problem in problems
    ]


class _LineBody(msgspec.Struct, rename="camel", kw_only=True):
    parent_item_number: Number
    child_item_number: Number
    quantity: Amount | None = None
    find_number: Ordinal | None = None
    reference_designator: Text | None = None


_ONE = "000000000000001.000000000000"


def read_lines(lines: list[Raw]) -> tuple[list[ImportLine], dict[int, FailedImportLine]]:
    """The well-formed BOM lines and, by their places, the others."""
    good: list[ImportLine] = []
    bad: dict[int, FailedImportLine] = {}
    for index, raw in enumerate(lines):
        keys: Mapping[str, Raw] = {}
        try:
            keys = _object.decode(raw)
            body = read_struct(keys, _LineBody)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            bad[index] = FailedImportLine(None, None, "is not an object")
        except InvalidInput as invalid:
            bad[index] = FailedImportLine(
                _loosely(keys, "parentItemNumber"),
                _loosely(keys, "childItemNumber"),
                "; ".join(told_invalid(invalid)),
            )
        else:
            quantity = _ONE if body.quantity is None else stored_decimal(body.quantity)
            good.append(
                ImportLine(
                    index,
                    body.parent_item_number,
                    body.child_item_number,
                    quantity,
                    body.find_number,
                    body.reference_designator or None,
                )
            )
    return good, bad


def _loosely(keys: Mapping[str, Raw], key: str) -> Any:
    """The value sent under a key, for the report; nothing when it cannot be shown."""
    try:
        return msgspec.json.decode(keys[key])
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
