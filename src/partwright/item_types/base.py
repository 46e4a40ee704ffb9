"""Declaration of an item type."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from partwright.kit import fields
from partwright.kit.field_problems import shown
from partwright.kit.ids import as_uuid
from partwright.kit.operands import FieldKind
from partwright.kit.permissions import Action, Permission

STANDARD_LIFECYCLE = "Standard lifecycle"


class PersonInput(msgspec.Struct):
    """A user as the wire shows them; only the id counts."""

    id: fields.Uuid


def _person(sent: str | PersonInput) -> str:
    found = as_uuid(sent if isinstance(sent, str) else sent.id)
    if found is None:
        raise fields.FieldProblem(
            f"expected a UUID, got {shown(sent if isinstance(sent, str) else sent.id)}"
        )
    return found


_READ_AS: dict[FieldKind, Any] = {
    FieldKind.TEXT: fields.Text,
    FieldKind.DECIMAL: fields.Amount,
    FieldKind.NUMBER: fields.Amount,
    FieldKind.INTEGER: fields.Ordinal,
    FieldKind.DATE: fields.Date,
    FieldKind.MOMENT: fields.Moment,
    FieldKind.USER: Annotated[str | PersonInput, Meta(extra=fields.cleaned(_person))],
}


class ItemField(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a type."""

    wire: str
    column: str
    kind: FieldKind = FieldKind.TEXT
    reads: Any = None
    """The type a value is decoded by; that of its kind when absent."""
    default: str | None = None
    unit: str | None = None
    """The column that tells the unit of its figures."""
    is_written: bool = True
    """False for what only the service sets."""

    @property
    def annotation(self) -> Any:
        """The type of a value that a client may send; a default cannot be unset by null."""
        base = self.reads if self.reads is not None else _READ_AS[self.kind]
        return base if self.default is not None else base | None


class ItemType(msgspec.Struct, frozen=True, kw_only=True):
    """One item type: its name, its numbers, its fields, and what applies to it."""

    name: str
    resource: str
    """What its permissions begin with: `parts` in `parts.read`."""
    prefix: str
    """Of automatic numbers: `PN` gives `PN-000001`."""
    plural: str
    """As lists of this type alone name themselves."""
    description: Any = fields.Text
    fields: tuple[ItemField, ...]
    is_branched: bool = True
    """Whether it is content of a design's branches; others are edited in place."""
    has_own_path: bool = False
    """Whether `/api/<plural>` serves the items of the type alone."""
    lifecycle: str = STANDARD_LIFECYCLE
    """The definition, of those of a new server, that its items follow."""
    is_approved: bool = True
    """Whether approving items of it is somebody's right from the start."""

    def may(self, action: Action) -> Permission:
        """The permission for an action on items of the type."""
        return Permission(f"{self.resource}.{action}")

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(field.column for field in self.fields)
