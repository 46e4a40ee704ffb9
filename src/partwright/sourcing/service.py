"""The sources of parts: read in any view, replaced on a branch as one commit."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import ensure_on_branch, open_for_edit
from partwright.items.wire import FieldChange
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.etag import IfMatch, etag
from partwright.kit.ids import BranchId, ItemId, new_id
from partwright.sourcing.company_service import companies_by_id, company_key, ensure_companies
from partwright.sourcing.model import (
    Company,
    CompanyId,
    CompanyKind,
    CompanyRef,
    KeptSource,
    KeptSupplierPart,
    Price,
    PriceBreak,
    Source,
    SourceInput,
    SourcesInput,
    SupplierPart,
    SupplierPartInput,
    read_kept,
    to_kept,
)
from partwright.sourcing.pricing_rules import Offer, best_offer
from partwright.versioning.model import BranchView, ShownVersion

Key = TypeVar("Key", str, str | None)

_encode = msgspec.json.Encoder(decimal_format="number").encode
PART = TYPES["Part"]
SOURCE_FIELDS = ("manufacturer", "mpn", "supplier", "orderCode", "unitPrice", "priceCurrency")
"""What lists of parts can show of the source that is taken."""


class PartSources(msgspec.Struct, frozen=True):
    """The sources of a part."""

    sources: list[Source]


async def read_sources(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, *, view: BranchView | None
) -> PartSources:
    """The sources that the part has in the view."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    item_access.check_item_type(version, PART)
    return PartSources(await shown_sources(snapshot, read_kept(version.sources)))


async def replace_sources(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: SourcesInput,
    *,
    branch_id: BranchId | None,
    match: IfMatch,
) -> PartSources:
    """Give the part these sources on the branch; what does not change makes no commit."""
    async with open_for_edit(
        tx, actor, item_id, branch_id=branch_id, message=body.commit_message, item_type=PART
    ) as work:
        present = work.version
        before = await shown_sources(tx, read_kept(present.sources))
        match.check(etag(PartSources(before)))
        kept = await _to_keep(tx, body.sources, read_kept(present.sources))
        if to_kept(kept) == present.sources:
            return PartSources(before)
        row = await ensure_on_branch(tx, work)
        after: ShownVersion = msgspec.structs.replace(row, sources=to_kept(kept))
        await work.commit.replace_items([after])
        shown = await shown_sources(tx, kept)
        told = {"sources": FieldChange(before, shown)}
        work.commit.note(after, "Updated", changes=_encode(told).decode())
    return PartSources(shown)


async def shown_sources(snapshot: Snapshot, kept: Sequence[KeptSource]) -> list[Source]:
    """The sources with the names of their companies."""
    makers = await companies_by_id(
        snapshot, "manufacturers", (s.manufacturer_id for s in kept if s.manufacturer_id)
    )
    sellers = await companies_by_id(
        snapshot, "suppliers", (part.supplier_id for s in kept for part in s.suppliers)
    )
    return [_shown(source, makers, sellers) for source in kept]


async def named_sources(snapshot: Snapshot, decoded: Sequence[Any]) -> list[list[Source]]:
    """The decoded sources of several version rows, each as they are shown."""
    kept = [msgspec.convert(sources or [], list[KeptSource]) for sources in decoded]
    shown = iter(await shown_sources(snapshot, [source for each in kept for source in each]))
    return [[next(shown) for _ in each] for each in kept]


async def source_fields(
    snapshot: Snapshot, versions: Sequence[ShownVersion], quantities: Mapping[str, Decimal]
) -> dict[str, dict[str, Any]]:
    """The values that lists show of the source taken of each part, at its quantity, by item id."""
    today = clock.now()[:10]
    return await _named_offers(
        snapshot,
        {
            version.item_id: best_offer(
                read_kept(version.sources), quantities.get(version.item_id, Decimal(1)), today=today
            )
            for version in versions
        },
    )


async def fields_of_sources(
    snapshot: Snapshot, kept: Iterable[str | None], quantity: Decimal
) -> dict[str | None, dict[str, Any]]:
    """The same values by the sources as version rows keep them, at one quantity."""
    return await _named_offers(snapshot, await asyncio.to_thread(_offers, set(kept), quantity))


def _offers(kept: Iterable[str | None], quantity: Decimal) -> dict[str | None, Offer | None]:
    today = clock.now()[:10]
    return {text: best_offer(read_kept(text), quantity, today=today) for text in kept}


async def _named_offers(
    snapshot: Snapshot, offers: Mapping[Key, Offer | None]
) -> dict[Key, dict[str, Any]]:
    found = [offer for offer in offers.values() if offer]
    makers = await companies_by_id(
        snapshot,
        "manufacturers",
        (o.source.manufacturer_id for o in found if o.source.manufacturer_id),
    )
    sellers = await companies_by_id(
        snapshot, "suppliers", (o.part.supplier_id for o in found if o.part)
    )
    return {key: _offered(offer, makers, sellers) for key, offer in offers.items()}


def _offered(
    offer: Offer | None, makers: Mapping[str, Company], sellers: Mapping[str, Company]
) -> dict[str, Any]:
    if offer is None:
        return dict.fromkeys(SOURCE_FIELDS)
    maker = makers.get(offer.source.manufacturer_id or "")
    part = offer.part
    return {
        "manufacturer": maker.name if maker else None,
        "mpn": offer.source.mpn,
        "supplier": sellers[part.supplier_id].name if part else None,
        "orderCode": part.order_code if part else None,
        "unitPrice": offer.price,
        "priceCurrency": offer.currency,
    }


def _shown(source: KeptSource, makers: dict[str, Company], sellers: dict[str, Company]) -> Source:
    maker = makers.get(source.manufacturer_id or "")
    return Source(
        id=source.id,
        manufacturer=CompanyRef(maker.id, maker.name) if maker else None,
        mpn=source.mpn,
        status=source.status,
        lifecycle=source.lifecycle,
        datasheet_url=source.datasheet_url,
        suppliers=[
            SupplierPart(
                supplier=CompanyRef(part.supplier_id, sellers[part.supplier_id].name),
                order_code=part.order_code,
                pack_size=part.pack_size,
                minimum_order=part.minimum_order,
                lead_time_days=part.lead_time_days,
                prices=list(part.prices),
            )
            for part in source.suppliers
        ],
    )


async def _to_keep(
    tx: Transaction, sent: Sequence[SourceInput], present: Sequence[KeptSource]
) -> list[KeptSource]:
    problems: list[ErrorDetail] = []
    makers = await _ids_of(
        tx, "manufacturers", [s.manufacturer for s in sent if s.manufacturer], problems
    )
    named = [part.supplier for source in sent for part in source.suppliers]
    sellers = await _ids_of(tx, "suppliers", named, problems)
    problems += _contradictions(sent)
    if problems:
        raise InvalidInput.fields(problems)
    known = {source.id for source in present}
    return [_kept(source, makers, sellers, known) for source in sent]


def _kept(
    source: SourceInput,
    makers: dict[CompanyRef, CompanyId],
    sellers: dict[CompanyRef, CompanyId],
    known: set[str],
) -> KeptSource:
    return KeptSource(
        id=source.id if source.id in known and source.id else new_id(),
        manufacturer_id=makers[source.manufacturer] if source.manufacturer else None,
        mpn=source.mpn.strip() if source.mpn else None,
        status=source.status,
        lifecycle=source.lifecycle,
        datasheet_url=source.datasheet_url,
        suppliers=tuple(_kept_part(part, sellers) for part in source.suppliers),
    )


def _kept_part(part: SupplierPartInput, sellers: dict[CompanyRef, CompanyId]) -> KeptSupplierPart:
    return KeptSupplierPart(
        supplier_id=sellers[part.supplier],
        order_code=part.order_code.strip() if part.order_code else None,
        pack_size=part.pack_size,
        minimum_order=part.minimum_order,
        lead_time_days=part.lead_time_days,
        prices=tuple(
            Price(_plain(price.quantity), _plain(price.price), price.currency, price.valid_from)
            for price in sorted(part.prices, key=_quantity)
        ),
    )


def _quantity(price: PriceBreak) -> tuple[object, ...]:
    return (price.currency, price.valid_from or "", price.quantity)


def _plain(number: Decimal) -> Decimal:
    """The number without idle zeros and without an exponent."""
    return Decimal(f"{number.normalize():f}")


async def _ids_of(
    tx: Transaction,
    kind: CompanyKind,
    refs: Iterable[CompanyRef],
    problems: list[ErrorDetail],
) -> dict[CompanyRef, CompanyId]:
    """The ids of companies that are named by id, or by a name that one may be made of."""
    wanted = list(dict.fromkeys(refs))
    known = await companies_by_id(tx, kind, (ref.id for ref in wanted if ref.id), withdrawn=False)
    made = await ensure_companies(tx, kind, (ref.name for ref in wanted if ref.name and not ref.id))
    found: dict[CompanyRef, CompanyId] = {}
    field = "sources.manufacturer" if kind == "manufacturers" else "sources.suppliers.supplier"
    for ref in wanted:
        if ref.id and ref.id in known:
            found[ref] = known[ref.id].id
        elif ref.id:
            problems.append(ErrorDetail(field, f"there is none with the id {ref.id}"))
        elif ref.name:
            found[ref] = made.ids[company_key(ref.name)]
        else:
            problems.append(ErrorDetail(field, "expected an id or a name"))
    return found


def _contradictions(sent: Sequence[SourceInput]) -> list[ErrorDetail]:
    problems: list[ErrorDetail] = []
    if sum(source.status == "preferred" for source in sent) > 1:
        problems.append(ErrorDetail("sources.status", "only one source can be preferred"))
    seen: set[tuple[object, ...]] = set()
    for source in sent:
        if source.manufacturer is None and not source.mpn and not source.suppliers:
            problems.append(ErrorDetail("sources", "expected a manufacturer, an MPN or a supplier"))
        maker = source.manufacturer
        key = (maker.id or maker.name if maker else None, (source.mpn or "").strip().casefold())
        if key in seen and source.mpn:
            problems.append(ErrorDetail("sources.mpn", f"{source.mpn} is given twice"))
        seen.add(key)
        for part in source.suppliers:
            breaks = [_quantity(price) for price in part.prices]
            if len(set(breaks)) < len(breaks):
                message = "expected one price for each quantity, currency and date"
                problems.append(ErrorDetail("sources.suppliers.prices", message))
    return problems
