"""Keys of an import's body beside those of its rows: which there are, their types, their schema."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Raw

from partwright.imports.option_input import SHARES
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.repair.cell_repairs import CellRepairs
from partwright.kit.fields import FieldReader, RawObject, ShortText, Uuid, optional
from partwright.web.json_body import LARGEST_LIST

_EVERYWHERE: dict[str, Any] = {"rows": list[Raw], "commitMessage": optional(ShortText)}
_IN_DESIGN: dict[str, Any] = {
    "designId": optional(Uuid),
    "branchId": optional(Uuid),
    "branch": optional(Uuid),
    "bypassBranchProtection": optional(bool),
}
_BESIDE_DESIGNS: dict[str, Any] = {"programId": optional(Uuid)}
_WITH_LINES: dict[str, Any] = {
    "bomRelationships": optional(Annotated[list[Raw], Meta(max_length=LARGEST_LIST)])
}
_TRIAL: dict[str, Any] = {"dryRun": optional(bool), "preview": optional(bool)}
"""Options that leave it open in which of the two ways the rows are read."""
_DECODED: dict[str, Any] = {
    "mapping": optional(dict[str, str | list[str]]),
    "repairs": optional(CellRepairs),
}
_OPTIONS: dict[str, Any] = {
    **dict.fromkeys(("update", "replaceLines"), optional(bool)),
    **dict.fromkeys(("parent", "product", "template", "saveTemplate"), optional(ShortText)),
    **dict.fromkeys(("only", "currency", "weightUnit", "decimalMark"), optional(ShortText)),
    **_DECODED,
}
"""What a form says of a file: with any of these the rows are read as those of a file."""
_LIBRARY: dict[str, Any] = {"library": optional(bool), "programId": optional(Uuid)}
_NOT_ASKED = (b"null", b"false")
OF_FILES = {
    "file": "is sent in a form, or its rows as rows",
    "sheet": "is for files: rows of a body stand on no sheet",
    "sheets": "is for files: rows of a body stand on no sheet",
    "headerRow": "is for files: the keys of the rows are their headers",
    "background": "is for files: rows of a body are imported while the request waits",
}
"""Keys of forms that say nothing of rows, and why."""


@cache
def readers(kind: ImportKind) -> Mapping[str, FieldReader]:
    """The reader of each key."""
    keys = _EVERYWHERE | (_IN_DESIGN if kind.in_design else _BESIDE_DESIGNS)
    if kind.with_lines:
        keys |= _WITH_LINES
    keys |= _TRIAL | _options(kind)
    return {key: FieldReader(annotation) for key, annotation in keys.items()}


def _options(kind: ImportKind) -> dict[str, Any]:
    return _OPTIONS | (_LIBRARY if kind.in_design else {})


def reads_as_file(raw: RawObject, kind: ImportKind) -> bool:
    """Whether the rows are read as those of a file, and not by the letter of the interface."""
    options = _options(kind)
    return any(key in options and bytes(value) not in _NOT_ASKED for key, value in raw.items())


def as_texts(values: Mapping[str, Any], raw: RawObject) -> dict[str, str]:
    """The options as a form states them."""
    texts: dict[str, str] = {}
    for key, value in values.items():
        if key in _DECODED and value is not None:
            texts[key] = bytes(raw[key]).decode()
        elif isinstance(value, bool):
            texts[key] = "true" if value else "false"
        elif isinstance(value, str):
            texts[key] = value
    return texts


_UUID = {"type": "string", "format": "uuid"}
_TEXT = {"type": "string"}
_FLAG = {"type": "boolean", "default": False}
_TEXTS = {"type": "object", "additionalProperties": _TEXT}
_LINE = {
    "type": "object",
    "required": ["parentItemNumber", "childItemNumber"],
    "properties": {
        "parentItemNumber": _TEXT,
        "childItemNumber": _TEXT,
        "quantity": {"type": "number", "minimum": 0, "default": 1},
        "findNumber": {"type": "integer", "minimum": 0},
        "referenceDesignator": _TEXT,
    },
}
_SCHEMAS: dict[str, Any] = {
    "commitMessage": _TEXT,
    "designId": _UUID,
    "branchId": _UUID,
    "bypassBranchProtection": _FLAG,
    "library": _FLAG
    | {"description": "Into the library instead of a design, which is then left out."},
    "programId": _UUID,
    "dryRun": _FLAG | {"description": "Tells plan and result, and changes nothing."},
    "preview": _FLAG
    | {
        "description": "With `dryRun`: `plan.preview` tells items and lines as they would be, in"
        " columns, up to 50,000 of each."
    },
    "update": _FLAG | {"description": "Existing parts take the values of the rows."},
    "replaceLines": _FLAG | {"description": "Lines that the rows do not have go away."},
    "parent": _TEXT | {"description": "Item number of the assembly of the top rows."},
    "product": _TEXT | {"description": "Name of an assembly to make."},
    "template": _TEXT | {"description": "Name of a kept mapping."},
    "saveTemplate": _TEXT | {"description": "Name to keep this mapping under."},
    "only": _TEXT | {"enum": list(SHARES), "default": "all"},
    "currency": _TEXT,
    "weightUnit": _TEXT,
    "decimalMark": _TEXT | {"enum": [".", ","]},
    "mapping": {
        "type": "object",
        "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "description": "Key of the rows to field, or to `ignore`.",
    },
    "repairs": {
        "type": "object",
        "description": "`rows`: row number to key to text, or to null, which leaves the row out;"
        " `all`: key to text to the text that stands for it in every row.",
        "properties": {
            "rows": {
                "type": "object",
                "additionalProperties": {"anyOf": [_TEXTS, {"type": "null"}]},
            },
            "all": {"type": "object", "additionalProperties": _TEXTS},
        },
    },
}


def body_schema(kind: ImportKind, *, largest: int) -> dict[str, Any]:
    """The JSON schema of the body."""
    row = {"type": "object", "required": ["name"], "properties": kind.row_schemas}
    properties = {key: _SCHEMAS[key] for key in readers(kind) if key in _SCHEMAS}
    properties["rows"] = {"type": "array", "minItems": 1, "maxItems": largest, "items": row}
    if kind.with_lines:
        properties["bomRelationships"] = {"type": "array", "maxItems": LARGEST_LIST, "items": _LINE}
    described = (
        "Without options beside them, or with `dryRun` and `preview` alone, rows have the keys"
        " named here; with any other option they are read as the same rows in a JSON file, so their"
        " keys may be any that `mapping` or their own words give a meaning."
    )
    return {
        "type": "object",
        "required": ["rows"],
        "properties": properties,
        "description": described,
    }
