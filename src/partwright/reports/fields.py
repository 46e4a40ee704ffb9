"""The field paths of each item type: what a report may show, filter and sort by; pure."""

import msgspec

from partwright.item_types import TYPES, FieldKind, ItemType


class ReportField(msgspec.Struct, frozen=True):
    """One field of an item type."""

    path: str
    """As reports name it: `name`, `parts.cost`."""
    column: str
    """What the statements call it."""
    kind: FieldKind
    absent: str = ""
    """What stands in a file where there is no value."""
    is_measured: bool = False
    """Whether it is an attribute that is read as the number its text begins with."""

    @property
    def compared_column(self) -> str:
        """The column by which rows are sorted and compared with numbers."""
        if not self.is_measured:
            return self.column
        return NUMBERS + self.column.removeprefix(ATTRIBUTES)


_BASE = (
    ReportField("itemNumber", "item_number", FieldKind.TEXT),
    ReportField("name", "name", FieldKind.TEXT),
    ReportField("revision", "revision", FieldKind.TEXT),
    ReportField("state", "state", FieldKind.TEXT),
    ReportField("createdAt", "created_at", FieldKind.MOMENT),
    ReportField("modifiedAt", "modified_at", FieldKind.MOMENT),
    ReportField("createdBy", "created_by", FieldKind.USER),
    ReportField("releasedAt", "released_at", FieldKind.MOMENT),
    ReportField("designCode", "design_code", FieldKind.TEXT),
    ReportField("programCode", "program_code", FieldKind.TEXT),
)
"""The fields of every type."""

_SECOND_NAMES = {
    "Part": (
        ("leadTimeDays", "lead_time", FieldKind.INTEGER),
        ("makeBuy", "make_buy", FieldKind.TEXT),
    ),
    "Requirement": (("type", "requirement_type", FieldKind.TEXT),),
}
"""Fields of a type that are called otherwise than in its record, or follow from another."""


_OF_SOURCES = {
    name: ReportField(f"parts.{name}", f"source.{name}", kind)
    for name, kind in (
        *((name, FieldKind.TEXT) for name in ("manufacturer", "mpn", "supplier", "orderCode")),
        ("unitPrice", FieldKind.DECIMAL),
        ("priceCurrency", FieldKind.TEXT),
    )
}
"""What reports of parts show of the source that is taken of each, by its name in lists of parts."""


def _fields_of(item_type: ItemType) -> dict[str, ReportField]:
    # The permission's resource is the table name that the interface puts before a path.
    table = item_type.resource
    own = [(field.wire, field.column, field.kind) for field in item_type.fields]
    own.append(("description", "description", FieldKind.TEXT))
    own += _SECOND_NAMES.get(item_type.name, ())
    fields = [*_BASE, *(ReportField(f"{table}.{name}", column, kind) for name, column, kind in own)]
    fields += _OF_SOURCES.values() if item_type.name == "Part" else ()
    return {field.path: field for field in fields}


FIELDS: dict[str, dict[str, ReportField]] = {name: _fields_of(type) for name, type in TYPES.items()}
"""Item type -> path -> field."""

ATTRIBUTES = "attributes."
"""What stands before the name of a free attribute in a path."""
NUMBERS = "numbers."
"""What stands before its name in a column that is the number the attribute begins with."""
_LONGEST_NAME = 100


class ReportFields(msgspec.Struct, frozen=True):
    """The fields of an item type, and which of its attributes are defined as numbers."""

    item_type: str
    measures: frozenset[str] = frozenset()
    """Names of such attributes, folded."""

    def find(self, path: str) -> ReportField | None:
        """The field of a path: one of the type's own, or a free attribute."""
        name = path.removeprefix(ATTRIBUTES)
        if name != path and 0 < len(name) <= _LONGEST_NAME and "\0" not in name:
            is_measured = name.casefold() in self.measures
            return ReportField(path, path, FieldKind.TEXT, is_measured=is_measured)
        if self.item_type == "Part" and path in _OF_SOURCES:
            return msgspec.structs.replace(_OF_SOURCES[path], path=path)
        return FIELDS[self.item_type].get(path)


def is_of_source(column: str) -> bool:
    """Whether a column is one of the source that is taken, which reports show and do no more with."""
    return column.startswith("source.")


def is_attribute(column: str) -> bool:
    """Whether a column is a free attribute, by its path."""
    return column.startswith(ATTRIBUTES)


def attribute_of(column: str) -> str | None:
    """The name of the free attribute that a column is, or is the number of."""
    kind, _, name = column.partition(".")
    return name if f"{kind}." in (ATTRIBUTES, NUMBERS) else None
