"""What can be imported: parts, documents and issues, each as data."""

import msgspec

from partwright.items.types import TYPES, ItemType

_COMMON = frozenset({"name", "itemNumber", "description", "attributes"})


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of import: the type of its items, and what its body may hold."""

    item_type: ItemType
    row_keys: frozenset[str]
    in_design: bool = True
    """Whether the items go into a design; others belong to a program at most."""
    with_lines: bool = False
    """Whether BOM lines come with the items."""
    bypass_is_reserved: bool = False
    """Whether merely asking to bypass branch protection needs an Administrator."""

    @property
    def plural(self) -> str:
        """As paths and templates name the kind."""
        return self.item_type.plural


PARTS = Kind(
    item_type=TYPES["Part"],
    row_keys=_COMMON
    | {
        "revision",
        "partType",
        "material",
        "weight",
        "weightUnit",
        "cost",
        "costCurrency",
        "leadTimeDays",
    },
    with_lines=True,
)

DOCUMENTS = Kind(
    item_type=TYPES["Document"],
    row_keys=_COMMON | {"revision", "docType", "fileName", "mimeType"},
    bypass_is_reserved=True,
)

ISSUES = Kind(
    item_type=TYPES["Issue"],
    row_keys=_COMMON
    | {"severity", "priority", "category", "reportedDate", "resolution", "rootCause"},
    in_design=False,
)

KINDS = {kind.plural: kind for kind in (PARTS, DOCUMENTS, ISSUES)}
