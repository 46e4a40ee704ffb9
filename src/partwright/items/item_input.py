"""Bodies that make and change items, read by the fields of their type; pure."""

from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from partwright.item_types import TYPES, FieldKind, ItemField, ItemType
from partwright.item_types.part import make_buy, part_type_of
from partwright.item_types.type_name import ItemTypeName
from partwright.kit import decimals
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import (
    FieldProblem,
    FieldReader,
    Name,
    Number,
    RawObject,
    Revision,
    ShortText,
    Uuid,
    check_read_only,
    cleaned,
    optional,
    with_known_keys,
)
from partwright.kit.ids import BranchId
from partwright.kit.text_lines import one_line, without_hidden
from partwright.versioning.model import ItemVersion

MOST_ATTRIBUTES = 500

Attributes = Annotated[
    dict[Annotated[str, Meta(min_length=1, max_length=100)], Annotated[str, Meta(max_length=5000)]],
    Meta(max_length=MOST_ATTRIBUTES),
]
AttributeChanges = Annotated[
    dict[
        Annotated[str, Meta(min_length=1, max_length=100)],
        Annotated[str, Meta(max_length=5000)] | None,
    ],
    Meta(max_length=MOST_ATTRIBUTES),
]
"""Attributes that take a value, or go away with null; others stay."""


def _decision(text: str) -> str:
    if text.lower() not in ("make", "buy"):
        raise FieldProblem(f"expected make or buy, got {shown(text)}")
    return text.lower()


MakeBuy = Annotated[str, Meta(extra=cleaned(_decision))]

_COMMON: dict[str, tuple[str, Any]] = {
    "itemNumber": ("item_number", optional(Number)),
    "name": ("name", Name),
    "attributes": ("attributes", Attributes),
}
"""Wire name -> (column, type) of what all types share; the description's limit is the type's."""

_WHERE: dict[str, Any] = {
    "branchId": optional(Uuid),
    "branch": optional(Uuid),
    "commitMessage": optional(ShortText),
}

_AT_EDIT: dict[str, Any] = {"attributesMode": Literal["merge", "replace"]}

_AT_CREATION: dict[str, Any] = {
    "type": ItemTypeName,
    "revision": optional(Revision),
    "designId": optional(Uuid),
    "programId": optional(Uuid),
}


class ItemInput(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a body: columns with the values to keep, and what the item belongs to."""

    columns: dict[str, Any]
    message: str | None = None
    design_id: Any = None
    program_id: Any = None


class _InputReader(msgspec.Struct, frozen=True):
    """Reader of the keys of one type."""

    own: dict[str, tuple[str, FieldReader, ItemField | None]]
    where: dict[str, FieldReader]


@cache
def _reader(item_type: str, new: bool) -> _InputReader:  # noqa: FBT001
    kind = TYPES[item_type]
    own: dict[str, tuple[str, FieldReader, ItemField | None]] = {
        wire: (column, FieldReader(annotation), None)
        for wire, (column, annotation) in _COMMON.items()
    }
    own["description"] = ("description", FieldReader(optional(kind.description)), None)
    for field in kind.fields:
        if field.is_written:
            own[field.wire] = (field.column, FieldReader(field.annotation), field)
    if item_type == "Part":
        own["makeBuy"] = ("part_type", FieldReader(MakeBuy | None), None)
        own["leadTimeDays"] = ("lead_time", own["leadTime"][1], None)
    if not new:
        own["attributes"] = ("attributes", FieldReader(AttributeChanges), None)
    where = {**_WHERE, **(_AT_CREATION if new else _AT_EDIT)}
    return _InputReader(own, {key: FieldReader(annotation) for key, annotation in where.items()})


def read_new_item(raw: RawObject, *, item_type: ItemType) -> ItemInput:
    """The draft of a new item; InvalidInput with every problem."""
    sent, where, problems = _read(raw, _reader(item_type.name, True), shown=None)
    if where.get("type", item_type.name) != item_type.name:
        problems.append(ErrorDetail("type", f"must be {item_type.name} at this path"))
    if "name" not in raw:
        problems.append(ErrorDetail("name", "is required"))
    if "attributes" in sent:
        sent["attributes"] = _named(sent["attributes"], problems)
    columns = _columns(sent, _defaults(item_type), item_type, problems)
    columns["revision"] = where.get("revision") or "-"
    return _draft(columns, where, problems)


def read_item_edit(raw: RawObject, *, present: ItemVersion, shown: dict[str, Any]) -> ItemInput:
    """The changes of an item that stands as `present`, shown on the wire as `shown`."""
    item_type = TYPES[present.type]
    sent, where, problems = _read(raw, _reader(item_type.name, False), shown=shown)
    now = {column: getattr(present, column) for column in _writable(item_type)}
    if "attributes" in sent:
        kept = "{}" if where.get("attributesMode") == "replace" else present.attributes
        sent["attributes"] = _merged(kept, sent["attributes"], problems)
    after = _columns(sent, now, item_type, problems)
    changed = {c: v for c, v in after.items() if v != now[c] and not _same(c, v, now[c])}
    return _draft(changed, where, problems)


def _named(
    sent: dict[str, Any], problems: list[ErrorDetail], *, present: Collection[str] = ()
) -> dict[str, Any]:
    """Attributes by names that people can tell apart; those present are left as they are."""
    named: dict[str, Any] = {}
    for given, value in sent.items():
        name = given if given in present else without_hidden(one_line(given)).strip()
        if not name or name in named:
            problem = f"the name {shown(given)} {'comes twice' if name else 'is blank'}"
            problems.append(ErrorDetail("attributes", problem))
        named[name] = value
    return named


def _merged(kept: str, sent: dict[str, str | None], problems: list[ErrorDetail]) -> dict[str, str]:
    """The attributes after the change, key by key."""
    present: dict[str, str] = msgspec.json.decode(kept)
    both = {**present, **_named(sent, problems, present=present)}
    merged = {name: value for name, value in both.items() if value is not None}
    if len(merged) > MOST_ATTRIBUTES:
        problem = f"expected at most {MOST_ATTRIBUTES} in all, got {len(merged)}"
        problems.append(ErrorDetail("attributes", problem))
    return merged


def branch_in_body(raw: RawObject, *, query: BranchId | None) -> BranchId | None:
    """The branch that the body or the query names; InvalidInput where they contradict each other.

    It is read before all else, since it decides of which version the other keys are.
    """
    chosen = query
    problems: list[ErrorDetail] = []
    for key in ("branchId", "branch"):
        try:
            named = _BRANCH.read(raw[key]) if key in raw else None
        except FieldProblem as problem:
            problems.append(ErrorDetail(key + problem.path, str(problem)))
            continue
        if named is not None and chosen is not None and named != chosen:
            problems.append(ErrorDetail(key, "contradicts the other branch that was given"))
        chosen = chosen or named
    if problems:
        raise InvalidInput.fields(problems)
    return chosen


_BRANCH = FieldReader(optional(Uuid))
_TYPE = FieldReader(_AT_CREATION["type"])


def read_item_type(raw: RawObject) -> ItemType:
    """The type that a body names; InvalidInput without a known one."""
    if "type" not in raw:
        raise InvalidInput.field("type", "is required")
    try:
        return TYPES[_TYPE.read(raw["type"])]
    except FieldProblem as problem:
        raise InvalidInput.field("type", str(problem)) from None


def _read(
    raw: RawObject, reader: _InputReader, *, shown: dict[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any], list[ErrorDetail]]:
    """Decoded values of the item's own keys and of the others, and what is wrong."""
    sent: dict[str, Any] = {}
    where: dict[str, Any] = {}
    problems: list[ErrorDetail] = []
    for key, value in raw.items():
        try:
            if key in reader.own:
                sent[key] = reader.own[key][1].read(value)
            elif key in reader.where:
                where[key] = reader.where[key].read(value)
            elif shown is None and key in _SET_BY_SERVICE:
                problems.append(ErrorDetail(key, "is set by the service"))
            else:
                check_read_only(key, value, shown or {})
        except FieldProblem as problem:
            problems.append(ErrorDetail(key + problem.path, str(problem)))
    return sent, where, with_known_keys(problems, (*reader.own, *reader.where))


_SET_BY_SERVICE = frozenset(
    [
        "id",
        "masterId",
        "state",
        "isCurrent",
        "lockedBy",
        "createdAt",
        "createdBy",
        "updatedAt",
        "modifiedAt",
        "updatedBy",
    ]
)


def _columns(
    sent: dict[str, Any], now: dict[str, Any], item_type: ItemType, problems: list[ErrorDetail]
) -> dict[str, Any]:
    """All columns as they are to be kept, of the values sent and those present."""
    columns = dict(now)
    own = _reader(item_type.name, False).own
    for key, value in sent.items():
        column, _, field = own[key]
        if key not in ("makeBuy", "leadTimeDays"):
            columns[column] = _kept(value, field)
    if "attributes" in sent:
        columns["attributes"] = msgspec.json.encode(sent["attributes"]).decode()
    if item_type.name == "Part":
        columns["part_type"] = part_type(now["part_type"], sent, problems)
        names = ("leadTime", "leadTimeDays")
        columns["lead_time"] = value_of_either(names, now["lead_time"], sent, problems)
    return columns


def part_type(present: str | None, sent: dict[str, Any], problems: list[ErrorDetail]) -> str | None:
    """The part type of a part whose `partType` and `makeBuy` (two names of one decision) are sent.

    The one that differs from the stored value wins; both differing and disagreeing is a problem.
    """
    decision: str | None = sent.get("makeBuy")
    new_type: str | None = sent.get("partType", present)
    if "makeBuy" not in sent or decision == make_buy(new_type):
        return new_type
    if "partType" in sent and new_type != present:
        if decision != make_buy(present):
            problems.append(
                ErrorDetail("makeBuy", f"{decision} contradicts the partType {new_type}")
            )
        return new_type
    return None if decision is None else part_type_of(decision, present)


def value_of_either(
    names: tuple[str, str], present: Any, sent: dict[str, Any], problems: list[ErrorDetail]
) -> Any:
    """The value of a field that has two names, by the same rule."""
    differing = [sent[name] for name in names if name in sent and sent[name] != present]
    if len(differing) == 2 and differing[0] != differing[1]:
        problems.append(ErrorDetail(names[1], f"contradicts {names[0]}"))
    return differing[0] if differing else present


def _kept(value: Any, field: ItemField | None) -> Any:
    if (
        value is not None
        and field is not None
        and field.kind in (FieldKind.DECIMAL, FieldKind.NUMBER)
    ):
        return decimals.stored_decimal(value)
    return value


def _writable(item_type: ItemType) -> list[str]:
    common = ["item_number", "name", "description", "attributes"]
    return common + [field.column for field in item_type.fields if field.is_written]


def written_keys(item_type: ItemType) -> frozenset[str]:
    """The keys of a body that say what an item of the type is, without other names for the same."""
    own = [field.wire for field in item_type.fields if field.is_written]
    return frozenset(("itemNumber", "name", "description", "attributes", *own))


def _defaults(item_type: ItemType) -> dict[str, Any]:
    columns: dict[str, Any] = dict.fromkeys(_writable(item_type))
    columns["attributes"] = "{}"
    for field in item_type.fields:
        if field.default is not None:
            columns[field.column] = field.default
    return columns


def _same(column: str, new: Any, old: Any) -> bool:
    """Whether kept values mean the same; JSON may list its keys in another order."""
    if column == "attributes":
        return msgspec.json.decode(new) == msgspec.json.decode(old)
    # An empty number counts as left out, here as at creation.
    return column == "item_number" and new is None


def _draft(
    columns: dict[str, Any], where: dict[str, Any], problems: list[ErrorDetail]
) -> ItemInput:
    if problems:
        raise InvalidInput.fields(problems)
    return ItemInput(
        columns=columns,
        message=where.get("commitMessage"),
        design_id=where.get("designId"),
        program_id=where.get("programId"),
    )


def body_properties(item_type: ItemType, *, new: bool = True) -> dict[str, Any]:
    """The JSON schemas of the keys of a body that makes an item of the type, or changes one."""
    reader = _reader(item_type.name, new)
    annotations = {key: own[1].type for key, own in reader.own.items()}
    annotations |= {key: where.type for key, where in reader.where.items()}
    return {key: msgspec.json.schema(annotation) for key, annotation in annotations.items()}


def item_body_schema(*item_types: ItemType, new: bool) -> dict[str, Any]:
    """The JSON schema of bodies of some types: their fields beside each other.

    Where there is one type only, the path says which.
    """
    known: dict[str, Any] = {}
    for item_type in item_types:
        known = body_properties(item_type, new=new) | known
    required = ["name"] if len(item_types) == 1 else ["type", "name"]
    return {"type": "object", "properties": known} | ({"required": required} if new else {})


NEW_ITEM_SCHEMA = item_body_schema(*TYPES.values(), new=True)
"""The JSON schema of a body that makes an item."""
ITEM_EDIT_SCHEMA = item_body_schema(*TYPES.values(), new=False)
"""The JSON schema of a body that changes one."""
