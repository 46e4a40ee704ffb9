"""Rules of variants: their columns, their numbers, and that they differ; pure."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from partwright.item_types import TYPES
from partwright.items import item_input
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.variants.model import LONGEST_NAME, MOST_COPIED, MOST_VARIANTS, VariantInput
from partwright.versioning.model import ItemVersion

PART = TYPES["Part"]
_texts = msgspec.json.Decoder(dict[str, str])
_OF_ONE_PART = frozenset({"quantity_on_hand", "location"})
"""Columns that tell of a single part, and are no default of others."""
DIGITS = 2
"""Of the suffix of a variant's number, at the least."""


def attributes_of(version: ItemVersion) -> dict[str, str]:
    """The attributes of a part."""
    return _texts.decode(version.attributes)


def new_columns(
    family: ItemVersion, sent: VariantInput, differing: Sequence[str], number: str | None
) -> dict[str, Any]:
    """The columns of a new variant: the family's, but for what the variant says itself."""
    columns: dict[str, Any] = {
        column: getattr(family, column) for column in PART.columns if column not in _OF_ONE_PART
    }
    values = [sent.attributes[name] for name in differing if sent.attributes.get(name)]
    name = sent.name or ", ".join([family.name, *values])
    if len(name) > LONGEST_NAME:
        problem = f"is required: with the values it has more than {LONGEST_NAME} characters"
        raise InvalidInput.field("variants.name", problem)
    return columns | {
        "item_number": number,
        "revision": "-",
        "name": name,
        "description": family.description,
        "attributes": encode_attributes(attributes_of(family) | sent.attributes),
        "family_id": family.master_id,
    }


def encode_attributes(attributes: Mapping[str, str]) -> str:
    """Attributes as a version row keeps them; those without a value are left out."""
    held = {name: value for name, value in attributes.items() if value}
    if len(held) > item_input.MOST_ATTRIBUTES:
        problem = f"expected at most {item_input.MOST_ATTRIBUTES} in all, got {len(held)}"
        raise InvalidInput.field("variants.attributes", problem)
    return msgspec.json.encode(held).decode()


def check_bounds(*, variants: int = 0, lines: int = 0) -> None:
    """InvalidInput for a family of too many variants, and for too many lines to be copied."""
    if variants > MOST_VARIANTS:
        problem = f"expected at most {MOST_VARIANTS} of a family in all, got {variants}"
        raise InvalidInput.field("variants", problem)
    if lines > MOST_COPIED:
        problem = f"expected at most {MOST_COPIED} BOM lines to be copied in all, got {lines}"
        raise InvalidInput.field("variants", problem)


def check_values(
    present: Sequence[Mapping[str, str]],
    added: Sequence[Mapping[str, str]],
    differing: Sequence[str],
) -> None:
    """InvalidInput for variants without a value of each attribute, or with those of another."""
    problems: list[ErrorDetail] = []
    known = {_key(attributes, differing): "" for attributes in present}
    for place, attributes in enumerate(added):
        missing = [name for name in differing if not attributes.get(name)]
        field = f"variants[{place}].attributes"
        problems += [ErrorDetail(f"{field}.{name}", "is required") for name in missing]
        key = _key(attributes, differing)
        if not missing and key in known:
            other = known[key] or "a variant of the family"
            problems.append(ErrorDetail(field, f"are those of {other} already"))
        known.setdefault(key, f"variants[{place}]")
    if problems:
        raise InvalidInput.fields(problems)


def _key(attributes: Mapping[str, str], differing: Sequence[str]) -> tuple[str, ...]:
    return tuple(attributes.get(name, "").casefold() for name in differing)


def suffixed_numbers(number: str, after: int, *, many: int) -> list[str]:
    """The numbers of a family with the suffixes after a count: `SCREW-01`, `SCREW-02`."""
    return [f"{number}-{count:0{DIGITS}d}" for count in range(after + 1, after + 1 + many)]
