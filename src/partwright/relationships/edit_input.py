"""Bodies that edit a structure: lines added, changed, moved, removed, with the parts made for them; pure."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.kit.errors import ErrorDetail, InvalidInput, Refusal
from partwright.kit.fields import (
    NOT_JSON,
    Ordinal,
    Positive,
    RawObject,
    ShortText,
    Text,
    Uuid,
    read_struct,
)
from partwright.relationships.request_input import TypeName
from partwright.web.parameters import BranchParameters

LARGEST_EDIT = 2_000
"""Lines and new items that one edit of a structure may name."""

EditAction = Literal["create", "update", "move", "delete"]
Reference = Annotated[str, Meta(min_length=1, max_length=100)]
"""A name that the client gives a new item, by which its lines speak of it."""


class ExpectedLine(msgspec.Struct, rename="camel", kw_only=True):
    """State of a line that the client saw; what it leaves out is not compared."""

    quantity: Positive | UnsetType = UNSET
    find_number: Ordinal | None | UnsetType = UNSET
    reference_designator: Text | None | UnsetType = UNSET


class LineEditInput(ExpectedLine, rename="camel", kw_only=True):
    """One line of a structure: to be created, updated, moved or deleted."""

    action: EditAction
    id: Uuid | None = None
    source_id: Uuid | None = None
    source_ref: Reference | None = None
    target_id: Uuid | None = None
    target_ref: Reference | None = None
    relationship_type: TypeName = "bom"
    metadata: dict[str, Any] | UnsetType = UNSET
    expected: dict[str, Raw] | None = None


class StructureEditInput(BranchParameters, rename="camel", kw_only=True):
    """Many edits of lines, all of which are made or none; with `dryRun` none."""

    changes: list[Raw]
    items: list[dict[str, Raw]] = msgspec.field(default_factory=list[dict[str, Raw]])
    commit_message: ShortText | None = None
    dry_run: bool = False


class NewItemInput(msgspec.Struct, frozen=True):
    """An item to be made for the lines that name its reference."""

    ref: str
    body: dict[str, Raw]


class LineEdit(msgspec.Struct, frozen=True, kw_only=True):
    """One edit, read; `expected` is None where the client compares nothing."""

    index: int
    input: LineEditInput
    expected: ExpectedLine | None


class StructureEdit(msgspec.Struct, frozen=True, kw_only=True):
    """A whole edit of a structure, read."""

    lines: Sequence[LineEdit]
    items: Sequence[NewItemInput]
    message: str | None
    is_dry_run: bool


SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["changes"],
    "properties": {
        "changes": {
            "type": "array",
            "minItems": 1,
            "maxItems": LARGEST_EDIT,
            "items": {
                "type": "object",
                "required": ["action"],
                "properties": {
                    "action": {"enum": ["create", "update", "move", "delete"]},
                    "id": {"type": "string", "format": "uuid"},
                    "sourceId": {"type": "string", "format": "uuid"},
                    "sourceRef": {"type": "string"},
                    "targetId": {"type": "string", "format": "uuid"},
                    "targetRef": {"type": "string"},
                    "relationshipType": {"type": "string", "default": "bom"},
                    "quantity": {"type": "number"},
                    "findNumber": {"type": ["integer", "null"]},
                    "referenceDesignator": {"type": ["string", "null"]},
                    "metadata": {"type": "object"},
                    "expected": {
                        "type": "object",
                        "properties": {
                            "quantity": {"type": "number"},
                            "findNumber": {"type": ["integer", "null"]},
                            "referenceDesignator": {"type": ["string", "null"]},
                        },
                    },
                },
            },
        },
        "items": {
            "type": "array",
            "maxItems": LARGEST_EDIT,
            "items": {"type": "object", "required": ["ref"], "properties": {}},
        },
        "branchId": {"type": "string", "format": "uuid"},
        "commitMessage": {"type": "string"},
        "dryRun": {"type": "boolean", "default": False},
    },
}

_NEEDED: dict[EditAction, tuple[str, ...]] = {
    "create": ("source", "target"),
    "update": ("id",),
    "move": ("id", "source"),
    "delete": ("id",),
}

_REPLACES = ("update", "target")
"""An update that names a target puts it in the place of the line's child."""

_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def read_structure_edit(body: RawObject) -> tuple[StructureEditInput, StructureEdit]:
    """The body and its edits; InvalidInput with the problems of all of them."""
    sent = read_struct(body, StructureEditInput)
    for name, many, least in (("changes", len(sent.changes), 1), ("items", len(sent.items), 0)):
        if not least <= many <= LARGEST_EDIT:
            raise InvalidInput.field(
                name, f"expected {least} to {LARGEST_EDIT} entries, got {many}"
            )
    problems: list[ErrorDetail] = []
    lines = [
        line
        for index, raw in enumerate(sent.changes)
        if (line := _read_line(index, raw, problems)) is not None
    ]
    items = [_read_item(place, item, problems) for place, item in enumerate(sent.items)]
    _check_references(lines, items, problems)
    if problems:
        raise InvalidInput.fields(problems)
    return sent, StructureEdit(
        lines=lines, items=items, message=sent.commit_message, is_dry_run=sent.dry_run
    )


def _read_line(index: int, raw: Raw, problems: list[ErrorDetail]) -> LineEdit | None:
    place = f"changes[{index}]"
    try:
        sent = read_struct(_object.decode(raw), LineEditInput)
        expected = None if sent.expected is None else read_struct(sent.expected, ExpectedLine)
    except NOT_JSON as error:
        problems.append(ErrorDetail(place, str(error)))
        return None
    except Refusal as refusal:
        problems.extend(
            ErrorDetail(f"{place}.{one.field}", one.message)
            for one in refusal.details
            if isinstance(one, ErrorDetail)
        )
        return None
    problems += [ErrorDetail(f"{place}.{name}", what) for name, what in _misfits(sent)]
    return LineEdit(index=index, input=sent, expected=expected)


def _misfits(sent: LineEditInput) -> list[tuple[str, str]]:
    """The keys that are missing for the action, or too many."""
    ends = {
        "source": (sent.source_id, sent.source_ref),
        "target": (sent.target_id, sent.target_ref),
    }
    needed = _NEEDED[sent.action]
    found: list[tuple[str, str]] = []
    if ("id" in needed) != (sent.id is not None):
        found.append(("id", "is required" if "id" in needed else "is set by the server"))
    for end, ways in ends.items():
        given = sum(way is not None for way in ways)
        if end in needed and given != 1:
            found.append((f"{end}Id", f"either {end}Id or {end}Ref is required"))
        elif given > 1 or (given and end not in needed and (sent.action, end) != _REPLACES):
            found.append((f"{end}Id", f"is not a key of the action {sent.action}"))
    return found


def _read_item(place: int, item: dict[str, Raw], problems: list[ErrorDetail]) -> NewItemInput:
    ref = ""
    try:
        ref = msgspec.json.decode(item["ref"], type=Reference)
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError):
        problems.append(ErrorDetail(f"items[{place}].ref", "expected text of 1 to 100 characters"))
    return NewItemInput(ref, {key: value for key, value in item.items() if key != "ref"})


def _check_references(
    lines: Sequence[LineEdit], items: Sequence[NewItemInput], problems: list[ErrorDetail]
) -> None:
    known: set[str] = set()
    for place, item in enumerate(items):
        if item.ref in known:
            problems.append(ErrorDetail(f"items[{place}].ref", "is given twice"))
        known.add(item.ref)
    edited: set[str] = set()
    for line in lines:
        for end, ref in (("source", line.input.source_ref), ("target", line.input.target_ref)):
            if ref is not None and ref not in known:
                problem = f"{ref!r} is not the ref of one of the items"
                problems.append(ErrorDetail(f"changes[{line.index}].{end}Ref", problem))
        if line.input.id is not None and line.input.id in edited:
            problems.append(
                ErrorDetail(f"changes[{line.index}].id", "is in the batch more than once")
            )
        edited.add(line.input.id or "")
