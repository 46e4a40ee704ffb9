"""Numbering schemes and categories, as they are kept, sent and shown."""

from typing import Annotated, Any, NewType

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.item_types.type_name import ItemTypeName
from partwright.kit.errors import StateConflict
from partwright.kit.fields import ShortText, Uuid, cleaned, line, number_line

SchemeId = NewType("SchemeId", str)
CategoryId = NewType("CategoryId", str)
Prefix = Annotated[str, Meta(max_length=30, extra=cleaned(number_line))]
Digits = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=10**12)]
ItemTypes = Annotated[tuple[ItemTypeName, ...], Meta(min_length=1, max_length=20)]
CategoryName = Annotated[str, Meta(min_length=1, max_length=100, extra=cleaned(line))]
AttributeName = Annotated[str, Meta(min_length=1, max_length=100)]
AttributeText = Annotated[str, Meta(max_length=2000)]
Defaults = Annotated[dict[AttributeName, AttributeText], Meta(max_length=100)]


class NumberingScheme(msgspec.Struct, rename="camel", frozen=True):
    """Numbering of the items of a design or a category."""

    id: SchemeId
    design_id: str | None
    category_id: str | None
    item_types: tuple[str, ...]
    prefix: str
    digits: int
    next: int
    check_digit: bool
    created_at: str
    updated_at: str


class NumberingSchemeInput(msgspec.Struct, rename="camel", kw_only=True):
    """A scheme to be made, for a design or a category."""

    design_id: Uuid | None = None
    category_id: Uuid | None = None
    item_types: ItemTypes = ("Part",)
    prefix: Prefix
    digits: Digits = 6
    next: Count = 1
    check_digit: bool = False


class NumberingSchemeEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a scheme; numbers given already stay."""

    item_types: ItemTypes | UnsetType = UNSET
    prefix: Prefix | UnsetType = UNSET
    digits: Digits | UnsetType = UNSET
    next: Count | UnsetType = UNSET
    check_digit: bool | UnsetType = UNSET


class Category(msgspec.Struct, rename="camel", frozen=True):
    """A kind of parts in the tree of kinds; parts name it in their attribute `Category`."""

    id: CategoryId
    name: str
    parent_id: CategoryId | None
    description: str | None
    default_attributes: dict[str, str]
    created_at: str
    updated_at: str


class CategoryInput(msgspec.Struct, rename="camel", kw_only=True):
    """A category to be made."""

    name: CategoryName
    parent_id: Uuid | None = None
    description: ShortText | None = None
    default_attributes: Defaults = {}


class CategoryEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a category."""

    name: CategoryName | UnsetType = UNSET
    parent_id: Uuid | None | UnsetType = UNSET
    description: ShortText | None | UnsetType = UNSET
    default_attributes: Defaults | UnsetType = UNSET


class SchemeExists(StateConflict):
    """The design or category has a scheme already."""

    def __init__(self, what: str) -> None:
        super().__init__(f"The {what} already has a numbering scheme")


class CategoryExists(StateConflict):
    """There is already a category of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a category {name}")


class CategoryInUse(StateConflict):
    """Other categories stand below."""

    def __init__(self, name: str, below: list[Any]) -> None:
        super().__init__(f"{name} still has categories below it: {', '.join(map(str, below))}")
