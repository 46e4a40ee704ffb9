"""Definitions of attributes, as they are kept, sent and shown."""

from typing import Annotated, Literal, NewType

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.item_types.type_name import ItemTypeName
from partwright.kit.errors import StateConflict
from partwright.kit.fields import ShortText, Uuid, cleaned, line, trimmed

DefinitionId = NewType("DefinitionId", str)
AttributeType = Literal["text", "number", "date", "choice", "boolean", "link"]
AttributeName = Annotated[str, Meta(min_length=1, max_length=100, extra=cleaned(line))]
Unit = Annotated[str, Meta(max_length=20, extra=cleaned(trimmed))]
Choices = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=200, extra=cleaned(trimmed))], ...],
    Meta(max_length=200),
]
ItemTypes = Annotated[tuple[ItemTypeName, ...], Meta(max_length=20)]


class AttributeDefinition(msgspec.Struct, rename="camel", frozen=True):
    """Definition of an attribute of a name; for all item types where none is named."""

    id: DefinitionId
    name: str
    type: AttributeType
    unit: str | None
    choices: tuple[str, ...]
    item_types: tuple[str, ...]
    program_id: str | None
    is_required: bool = msgspec.field(name="required")
    description: str | None
    created_at: str
    updated_at: str


class AttributeDefinitionInput(msgspec.Struct, rename="camel", kw_only=True):
    """A definition to be made."""

    name: AttributeName
    type: AttributeType
    unit: Unit | None = None
    choices: Choices = ()
    item_types: ItemTypes = ()
    program_id: Uuid | None = None
    is_required: bool = msgspec.field(name="required", default=False)
    description: ShortText | None = None


class AttributeDefinitionEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a definition; its name and its program stay."""

    type: AttributeType | UnsetType = UNSET
    unit: Unit | None | UnsetType = UNSET
    choices: Choices | UnsetType = UNSET
    item_types: ItemTypes | UnsetType = UNSET
    is_required: bool | UnsetType = msgspec.field(name="required", default=UNSET)
    description: ShortText | None | UnsetType = UNSET


class DefinitionExists(StateConflict):
    """There is a definition of that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The attribute {name} is already defined")
