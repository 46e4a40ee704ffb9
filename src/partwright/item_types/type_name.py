"""The name of an item type, as a body says it; others are refused."""

from typing import TYPE_CHECKING, Literal

from partwright.item_types import TYPES

if TYPE_CHECKING:
    ItemTypeName = str
else:
    ItemTypeName = Literal[tuple(TYPES)]
