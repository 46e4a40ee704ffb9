"""Families and variants, as they are sent and shown."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.items.wire import ItemSummary
from partwright.kit.errors import StateConflict
from partwright.kit.fields import FieldProblem, ShortText, canonical_uuid, cleaned, trimmed
from partwright.kit.ids import ItemId
from partwright.web.parameters import BranchParameters

MOST_ATTRIBUTES = 20
"""Attributes by which the variants of a family may differ."""
MOST_ADDED = 200
"""Variants that one request may add."""
MOST_VARIANTS = 2_000
"""Variants of a family in a view."""
MOST_COPIED = 20_000
"""BOM lines that one request may give to new variants."""
LONGEST_NAME = 500

AttributeName = Annotated[str, Meta(min_length=1, max_length=100)]
AttributeValue = Annotated[str, Meta(max_length=5000)]


def _names(names: list[str]) -> list[str]:
    """The names without blanks around them, each once."""
    plain = [trimmed(name) for name in names]
    if len({name.casefold() for name in plain}) < len(plain):
        raise FieldProblem("must not name an attribute twice")
    return plain


class FamilyInput(BranchParameters, rename="camel", kw_only=True):
    """The attributes by which the variants of a part differ; null for a part that is not a family."""

    attributes: (
        Annotated[
            list[AttributeName],
            Meta(min_length=1, max_length=MOST_ATTRIBUTES, extra=cleaned(_names)),
        ]
        | None
    )
    commit_message: ShortText | None = None


class VariantInput(msgspec.Struct, rename="camel", kw_only=True):
    """A variant to be made, or the part of `id` to become one."""

    attributes: Annotated[dict[AttributeName, AttributeValue], Meta(max_length=500)] = {}
    item_number: Annotated[str, Meta(max_length=100)] | None = None
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    id: str | None = None


def _cleaned(variants: list[VariantInput]) -> list[VariantInput]:
    """The variants without blanks around their texts."""
    return [
        VariantInput(
            attributes={trimmed(name): value.strip() for name, value in one.attributes.items()},
            item_number=(one.item_number or "").strip() or None,
            name=(one.name or "").strip() or None,
            id=None if one.id is None else canonical_uuid(one.id),
        )
        for one in variants
    ]


class VariantsInput(BranchParameters, rename="camel", kw_only=True):
    """Variants to be added to a family, all or none."""

    variants: Annotated[
        list[VariantInput], Meta(min_length=1, max_length=MOST_ADDED, extra=cleaned(_cleaned))
    ]
    commit_message: ShortText | None = None


class VariantRow(msgspec.Struct, rename="camel", frozen=True):
    """A variant, with its values of the attributes by which the variants differ."""

    id: ItemId
    item_number: str
    name: str
    revision: str
    state: str
    attributes: dict[str, str | None]


class VariantTable(msgspec.Struct, frozen=True):
    """A family with its variants; `family` is null where the part neither is one nor has one."""

    family: ItemSummary | None
    attributes: list[str]
    variants: list[VariantRow]


class AddedVariants(msgspec.Struct, frozen=True):
    """The variants that a request has added, in its order."""

    variants: list[VariantRow]


class NotAFamily(StateConflict):
    """Variants are added to families only."""

    def __init__(self, number: str) -> None:
        super().__init__(
            f"{number} is not a family: first say by which attributes its variants differ"
        )


class NotAVariant(StateConflict):
    """The part has no family."""

    def __init__(self, number: str) -> None:
        super().__init__(f"{number} is not a variant of a family")


class CannotBecomeFamily(StateConflict):
    """A variant has no variants of its own."""

    def __init__(self, number: str) -> None:
        super().__init__(f"{number} is a variant, and cannot be a family as well")


class CannotBecomeVariant(StateConflict):
    """A family, a variant of another family, or a part of another program."""
