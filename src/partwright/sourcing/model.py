"""Manufacturers, suppliers and sources of parts, as they are kept, sent and shown.

The sources of a part are content of its version row, as JSON, so that branches, change orders,
merges and past states treat them as they do its other fields. They name companies by their ids.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, NewType, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.item_types.currencies import Currency
from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.field_problems import FieldProblem
from partwright.kit.fields import (
    Amount,
    Date,
    FieldReader,
    Name,
    Positive,
    ShortText,
    Uuid,
    WebAddress,
    cleaned,
    trimmed,
)
from partwright.web.parameters import BranchParameters

CompanyId = NewType("CompanyId", str)
CompanyKind = Literal["manufacturers", "suppliers"]
SourceStatus = Literal["approved", "preferred", "conditional", "prohibited"]
MOST_SOURCES = 100
MOST_SUPPLIERS = 50
MOST_PRICES = 100

Code = Annotated[str, Meta(max_length=50, extra=cleaned(trimmed))]
PartCode = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2_147_483_647)]


class Company(msgspec.Struct, rename="camel", frozen=True):
    """A manufacturer or a supplier."""

    id: CompanyId
    name: str
    code: str | None
    website: str | None
    is_active: bool
    created_at: str
    updated_at: str


class CompanyInput(msgspec.Struct, rename="camel"):
    """A manufacturer or a supplier to be made."""

    name: Name
    code: Code | None = None
    website: WebAddress | None = None
    is_active: bool = True


class CompanyEdit(msgspec.Struct, rename="camel"):
    """Changes of a manufacturer or a supplier."""

    name: Name | UnsetType = UNSET
    code: Code | None | UnsetType = UNSET
    website: WebAddress | None | UnsetType = UNSET
    is_active: bool | UnsetType = UNSET


class CompanyRef(msgspec.Struct, frozen=True):
    """A manufacturer or a supplier as sources name it; of its name and id one is enough."""

    id: Uuid | None = None
    name: Name | None = None


class PriceBreak(msgspec.Struct, rename="camel", frozen=True):
    """Price of one piece from a quantity on."""

    quantity: Positive
    price: Amount
    currency: Currency = "USD"
    valid_from: Date | None = None


class SupplierPartInput(msgspec.Struct, rename="camel", frozen=True):
    """Under which code a supplier sells the part, and on which terms."""

    supplier: CompanyRef
    order_code: PartCode | None = None
    pack_size: Count | None = None
    minimum_order: Count | None = None
    lead_time_days: Count | None = None
    prices: Annotated[list[PriceBreak], Meta(max_length=MOST_PRICES)] = []


class SourceInput(msgspec.Struct, rename="camel", frozen=True):
    """A manufacturer's part that may be used, and who sells it."""

    manufacturer: CompanyRef | None = None
    mpn: PartCode | None = None
    id: Uuid | None = None
    status: SourceStatus = "approved"
    lifecycle: Annotated[str, Meta(max_length=50)] | None = None
    datasheet_url: WebAddress | None = None
    suppliers: Annotated[list[SupplierPartInput], Meta(max_length=MOST_SUPPLIERS)] = []


@cache
def _readers(struct: type[msgspec.Struct]) -> list[tuple[str, str, FieldReader]]:
    """The fields of the struct: their names, those on the wire, and what reads them."""
    hints = get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    return [(field.name, field.encode_name, FieldReader(hints[field.name])) for field in fields]


def _clean(record: Any) -> Any:
    """The record with the checks of its own fields, and of those inside them."""
    if isinstance(record, list):
        entries = enumerate(cast("list[Any]", record))
        return [_clean_at(f"[{at}]", lambda e=entry: _clean(e)) for at, entry in entries]
    if not isinstance(record, msgspec.Struct):
        return record
    values: dict[str, Any] = {}
    for name, wire, reader in _readers(type(record)):
        value = getattr(record, name)
        values[name] = _clean_at(f".{wire}", lambda r=reader, v=value: _clean(r.clean(v)))
    return msgspec.structs.replace(record, **values)


def _clean_at(place: str, work: Callable[[], Any]) -> Any:
    """The value that the work gives; a refusal says where it stands."""
    try:
        return work()
    except FieldProblem as problem:
        raise FieldProblem(str(problem), path=f"{place}{problem.path}") from problem


class SourcesInput(BranchParameters, rename="camel", kw_only=True):
    """The sources of a part as a whole."""

    sources: Annotated[list[SourceInput], Meta(max_length=MOST_SOURCES, extra=cleaned(_clean))]
    commit_message: ShortText | None = None


class Price(msgspec.Struct, rename="camel", frozen=True):
    """A price break as it is kept and shown."""

    quantity: Decimal
    price: Decimal
    currency: str
    valid_from: str | None = None


class SupplierPart(msgspec.Struct, rename="camel", frozen=True):
    """A supplier's part as it is shown."""

    supplier: CompanyRef
    order_code: str | None
    pack_size: int | None
    minimum_order: int | None
    lead_time_days: int | None
    prices: list[Price]


class Source(msgspec.Struct, rename="camel", frozen=True):
    """A source as it is shown."""

    id: str
    manufacturer: CompanyRef | None
    mpn: str | None
    status: SourceStatus
    lifecycle: str | None
    datasheet_url: str | None
    suppliers: list[SupplierPart]


class KeptSupplierPart(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A supplier's part as its version row keeps it."""

    supplier_id: CompanyId
    order_code: str | None = None
    pack_size: int | None = None
    minimum_order: int | None = None
    lead_time_days: int | None = None
    prices: tuple[Price, ...] = ()


class KeptSource(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A source as its version row keeps it."""

    id: str
    manufacturer_id: CompanyId | None = None
    mpn: str | None = None
    status: SourceStatus = "approved"
    lifecycle: str | None = None
    datasheet_url: str | None = None
    suppliers: tuple[KeptSupplierPart, ...] = ()


class CompanyNameTaken(StateConflict):
    """Manufacturers have names of their own, and suppliers have."""

    def __init__(self, name: str) -> None:
        message = f"The name {name!r} is already in use"
        super().__init__(message, details=[ErrorDetail("name", message)])


_kept = msgspec.json.Decoder(list[KeptSource])


def read_kept(sources: str | None) -> list[KeptSource]:
    """The sources of a version row."""
    return _kept.decode(sources) if sources else []


def to_kept(sources: list[KeptSource]) -> str | None:
    """The sources as a version row keeps them; None for none."""
    return msgspec.json.encode(sources).decode() if sources else None
