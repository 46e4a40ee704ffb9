"""The fields that lists of items are filtered, sorted and counted by, type by type."""

from typing import Literal, get_args, get_origin

from partwright.item_types import TYPES, ItemField, ItemType
from partwright.items.sort_key_queries import LONG_TEXTS, beginning
from partwright.kit.filters import FieldTable, ListField
from partwright.kit.operands import FieldKind


def _called(id_expression: str) -> str:
    return f"(SELECT u.name FROM users u WHERE u.id = {id_expression})"


def _plain(
    expression: str, kind: FieldKind = FieldKind.TEXT, *, has_gaps: bool = False
) -> ListField:
    return ListField(expression=expression, kind=kind, has_gaps=has_gaps)


def _long_text(expression: str) -> ListField:
    return ListField(expression=expression, has_gaps=True, sorted_by=(beginning(expression),))


_LOCKED_BY = "(SELECT l.holder FROM item_locks l WHERE l.master_id = v.master_id)"
_MAKE_BUY = (
    "CASE WHEN v.part_type = 'Purchase' THEN 'buy' WHEN v.part_type IS NOT NULL THEN 'make' END"
)

_COMMON = {
    "id": _plain("v.item_id", FieldKind.ID),
    "masterId": _plain("v.master_id", FieldKind.ID),
    "itemNumber": ListField(
        expression="v.item_number",
        # Numbers are unique whatever their letter case, by keys that have an index.
        lookup=(
            "v.master_id IN (SELECT m.id FROM each(:value) AS wanted"
            " JOIN masters m ON m.number_key = wanted.value)"
        ),
    ),
    "name": _plain("v.name"),
    "description": _long_text("v.description"),
    "type": ListField(expression="v.type", choices=tuple(TYPES)),
    "state": _plain("v.state"),
    "revision": _plain("v.revision"),
    "designId": _plain("v.design_id", FieldKind.ID, has_gaps=True),
    "programId": _plain("v.program_id", FieldKind.ID, has_gaps=True),
    "isCurrent": _plain("v.is_current", FieldKind.BOOLEAN),
    "lockedBy": ListField(
        expression=_LOCKED_BY, kind=FieldKind.USER, has_gaps=True, label=_called(_LOCKED_BY)
    ),
    "createdAt": _plain("v.created_at", FieldKind.MOMENT),
    "createdBy": _plain("v.created_by", FieldKind.ID),
    "updatedAt": _plain("v.modified_at", FieldKind.MOMENT),
    "modifiedAt": _plain("v.modified_at", FieldKind.MOMENT),
    "updatedBy": _plain("v.modified_by", FieldKind.ID),
}
"""What items of all types show."""

_SECOND_NAMES: dict[str, dict[str, ListField]] = {
    "Part": {
        "makeBuy": ListField(expression=_MAKE_BUY, choices=("make", "buy"), has_gaps=True),
        "leadTimeDays": _plain("v.lead_time", FieldKind.INTEGER, has_gaps=True),
        "familyId": _plain("v.family_id", FieldKind.ID, has_gaps=True),
        "isFamily": _plain("(v.variant_attributes IS NOT NULL)", FieldKind.BOOLEAN),
    }
}


def _field(field: ItemField) -> ListField:
    column = f"v.{field.column}"
    if field.column in LONG_TEXTS:
        return _long_text(column)
    return ListField(
        expression=column,
        kind=field.kind,
        choices=get_args(field.reads) if get_origin(field.reads) is Literal else (),
        has_gaps=True,
        label=_called(column) if field.kind is FieldKind.USER else None,
    )


def _own_fields(item_type: ItemType) -> dict[str, ListField]:
    own = {field.wire: _field(field) for field in item_type.fields}
    return own | _SECOND_NAMES.get(item_type.name, {})


def _merged(fields: dict[str, ListField], more: dict[str, ListField]) -> dict[str, ListField]:
    """The fields of several types; what has other choices elsewhere is a text for both."""
    merged = fields | more
    for name in fields.keys() & more.keys():
        if fields[name].choices != more[name].choices:
            merged[name] = _plain(fields[name].expression, has_gaps=True)
    return merged


_ATTRIBUTES = "v.attributes"

FIELDS_OF = {
    name: FieldTable(_COMMON | _own_fields(item_type), _ATTRIBUTES)
    for name, item_type in TYPES.items()
}
"""Item type -> the fields of its lists."""


def _all_fields() -> FieldTable:
    fields = dict(_COMMON)
    for item_type in TYPES.values():
        fields = _merged(fields, _own_fields(item_type))
    return FieldTable(fields, _ATTRIBUTES)


FIELDS = _all_fields()
"""The fields of lists of items of all types."""
