"""Kinds of imports: parts, documents and issues, each as data."""

from functools import cached_property
from typing import Any

import msgspec

from partwright.imports.sheets.fields.column_table import (
    DOCUMENT_COLUMNS,
    ISSUE_COLUMNS,
    PART_COLUMNS,
)
from partwright.item_types import TYPES, ItemType
from partwright.items import item_input

ATTRIBUTES = "attributes"
_DESIGN = "0192f0c1-0000-7000-8000-000000000001"


class ImportKind(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One kind of import: the type of its items, and what its body may hold."""

    item_type: ItemType
    one: str
    """As a sentence names one of them: `a part`."""
    fields: tuple[str, ...]
    """The keys of a row beside its attributes; columns of a sheet are given away in this order."""
    in_design: bool = True
    """Whether the items go into a design; others belong to a program at most."""
    example: dict[str, Any]
    """A body as a client would send it."""
    with_lines: bool = False
    """Whether BOM lines come with the items."""
    bypass_is_reserved: bool = False
    """Whether merely asking to bypass branch protection needs an Administrator."""

    @property
    def plural(self) -> str:
        """As paths and templates name the kind."""
        return self.item_type.plural

    @cached_property
    def row_keys(self) -> frozenset[str]:
        return frozenset((*self.fields, ATTRIBUTES))

    @cached_property
    def row_schemas(self) -> dict[str, Any]:
        """The JSON schema of each key of a row."""
        known = item_input.body_properties(self.item_type)
        return {key: known[key] for key in (*self.fields, ATTRIBUTES)}

    @cached_property
    def longest(self) -> dict[str, int]:
        """The most characters that each text may have, by field."""
        found = {key: _said(schema, "maxLength") for key, schema in self.row_schemas.items()}
        return {key: most for key, most in found.items() if most is not None}


def _said(schema: dict[str, Any], word: str) -> Any:
    """The value of the schema, or of the first of its alternatives, under a word."""
    return schema.get("anyOf", [schema])[0].get(word)


PARTS = ImportKind(
    item_type=TYPES["Part"],
    one="a part",
    fields=tuple(column.field for column in PART_COLUMNS),
    example={
        "designId": _DESIGN,
        "rows": [
            {"itemNumber": "ARM-1", "name": "Arm", "partType": "Manufacture"},
            {"itemNumber": "SRV-1", "name": "Servo", "partType": "Purchase", "cost": "13.89"},
        ],
        "bomRelationships": [
            {"parentItemNumber": "ARM-1", "childItemNumber": "SRV-1", "quantity": 6}
        ],
    },
    with_lines=True,
)

DOCUMENTS = ImportKind(
    item_type=TYPES["Document"],
    one="a document",
    fields=tuple(column.field for column in DOCUMENT_COLUMNS),
    example={
        "designId": _DESIGN,
        "rows": [{"itemNumber": "DRW-1", "name": "Arm drawing", "docType": "Drawing"}],
    },
    bypass_is_reserved=True,
)

ISSUES = ImportKind(
    item_type=TYPES["Issue"],
    one="an issue",
    fields=tuple(column.field for column in ISSUE_COLUMNS),
    example={"rows": [{"name": "Arm cracks", "severity": "High", "reportedDate": "2026-11-21"}]},
    in_design=False,
)

KINDS = {kind.plural: kind for kind in (PARTS, DOCUMENTS, ISSUES)}
