"""Mappings that are kept under a name, and found again by the headers of a sheet; pure."""

from collections.abc import Sequence

import msgspec

from partwright.imports.sheets.fields.header_names import LINE_FIELDS, SOURCE_ATTRIBUTES
from partwright.imports.sheets.mapping.columns import ColumnMapping, ColumnPlan
from partwright.imports.sheets.records.targets import ATTRIBUTES, IGNORE

_ALIKE = 0.8
"""Which share of all headers two sheets have in common whose columns mean the same."""


class KeptMapping(msgspec.Struct, rename="camel", frozen=True):
    """Meaning of the columns of a kind of sheet; `headers` are those of the sheet."""

    name: str
    headers: tuple[str, ...]
    mapping: dict[str, str | list[str]]


def find_mapping(headers: Sequence[str], kept: Sequence[KeptMapping]) -> KeptMapping | None:
    """The mapping whose headers the sheet has; the likest of several, the first of like ones."""
    present = {_key(header) for header in headers}
    best: tuple[float, KeptMapping] | None = None
    for mapping in kept:
        known = {_key(header) for header in mapping.headers}
        mapped = {
            _key(header) for header, target in mapping.mapping.items() if isinstance(target, str)
        }
        share = len(known & present) / len(known | present) if known else 0
        fits = mapped <= present and share >= _ALIKE
        if fits and (best is None or share > best[0]):
            best = share, mapping
    return best[1] if best else None


def usable(mapping: ColumnMapping, headers: Sequence[str]) -> ColumnMapping:
    """The mapping without the headers that the sheet does not have."""
    present = {_key(header) for header in headers}
    return {
        header: target
        for header, target in mapping.items()
        if not isinstance(target, str) or _key(header) in present
    }


def mapping_of(plan: ColumnPlan, headers: Sequence[str]) -> dict[str, str | list[str]]:
    """The mapping that the columns of a sheet took, so that it can be given again."""
    fields = {*plan.kind.fields, *LINE_FIELDS, *SOURCE_ATTRIBUTES}
    present = {_key(header) for header in headers}
    found: dict[str, str | list[str]] = {}
    for column in plan.columns:
        known = column.target in fields or column.target == IGNORE
        if _key(column.header) in present and (known or column.target.startswith(ATTRIBUTES)):
            unit = f" [{column.unit}]" if column.unit and column.target in fields else ""
            found[column.header] = f"{column.target}{unit}"
    return found


def _key(header: str) -> str:
    return " ".join(header.split()).casefold()
