"""The sources that a file gives its parts, with the companies that it names."""

from collections.abc import Sequence
from decimal import Decimal

from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.records.sources import SheetPrice, SheetSource, SheetSupplier
from partwright.items.wire import FieldChange
from partwright.kit.db import Transaction
from partwright.kit.ids import new_id
from partwright.sourcing.company_service import company_key, ensure_companies
from partwright.sourcing.model import (
    CompanyId,
    CompanyKind,
    KeptSource,
    KeptSupplierPart,
    Price,
    read_kept,
    to_kept,
)
from partwright.versioning.model import ItemVersion


class SourcesOfFile:
    """Turns the sources of rows into those of parts, company by company."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._makers: dict[str, CompanyId] = {}
        self._sellers: dict[str, CompanyId] = {}
        self.made: dict[CompanyKind, list[CompanyId]] = {}
        """The companies that were not there before."""

    async def prepare(self, rows: Sequence[PreparedRow]) -> None:
        """Find or make the companies that the rows name."""
        sources = [source for row in rows for source in row.sources]
        makers = {source.manufacturer for source in sources if source.manufacturer}
        sellers = {part.name for source in sources for part in source.suppliers}
        fresh = {name for name in makers if company_key(name) not in self._makers}
        self._makers |= await self._ensured("manufacturers", fresh)
        fresh = {name for name in sellers if company_key(name) not in self._sellers}
        self._sellers |= await self._ensured("suppliers", fresh)

    async def _ensured(self, kind: CompanyKind, names: set[str]) -> dict[str, CompanyId]:
        found = await ensure_companies(self._tx, kind, sorted(names))
        self.made.setdefault(kind, []).extend(found.made)
        return found.ids

    def added(self, row: PreparedRow, present: str | None) -> str | None:
        """The sources of a part, as its version row keeps them, with those of the row."""
        kept = read_kept(present)
        for source in row.sources:
            self._add(kept, source)
        return to_kept(kept)

    def _add(self, kept: list[KeptSource], source: SheetSource) -> None:
        maker = self._makers.get(company_key(source.manufacturer)) if source.manufacturer else None
        at = next(
            (n for n, one in enumerate(kept) if _is_same(one, maker, source.mpn)),
            len(kept),
        )
        if at == len(kept):
            kept.append(KeptSource(id=new_id()))
        before = kept[at]
        suppliers = {part.supplier_id: part for part in before.suppliers}
        for part in source.suppliers:
            seller = self._sellers[company_key(part.name)]
            suppliers[seller] = _supplier(seller, part, suppliers.get(seller))
        kept[at] = KeptSource(
            id=before.id,
            manufacturer_id=maker or before.manufacturer_id,
            mpn=source.mpn or before.mpn,
            status=source.status or before.status,
            lifecycle=source.lifecycle or before.lifecycle,
            datasheet_url=source.datasheet_url or before.datasheet_url,
            suppliers=tuple(suppliers.values()),
        )


def source_change(before: ItemVersion, after: ItemVersion) -> FieldChange:
    """The change of a part's sources, in the words of a list."""
    return FieldChange(_told(before.sources), _told(after.sources))


def _told(sources: str | None) -> list[str]:
    """Each source by its number and the prices of its suppliers."""
    told: list[str] = []
    for source in read_kept(sources):
        prices = [
            f"{price.price:f} {price.currency} from {price.quantity:f}"
            for part in source.suppliers
            for price in part.prices
        ]
        codes = [part.order_code for part in source.suppliers if part.order_code]
        told.append(", ".join(filter(None, (source.mpn, *codes, *prices))))
    return told


def _is_same(kept: KeptSource, maker: CompanyId | None, mpn: str) -> bool:
    """Whether the row means the source: no number and no manufacturer says otherwise."""
    same_number = (kept.mpn or "").casefold() == mpn.casefold()
    return same_number and (maker is None or kept.manufacturer_id in (None, maker))


def _supplier(
    seller: CompanyId, part: SheetSupplier, before: KeptSupplierPart | None
) -> KeptSupplierPart:
    held = before or KeptSupplierPart(supplier_id=seller)
    prices = tuple(sorted(map(_price, part.prices), key=lambda price: price.quantity))
    return KeptSupplierPart(
        supplier_id=seller,
        order_code=part.order_code or held.order_code,
        pack_size=held.pack_size if part.pack_size is None else part.pack_size,
        minimum_order=held.minimum_order if part.minimum_order is None else part.minimum_order,
        lead_time_days=held.lead_time_days,
        prices=prices or held.prices,
    )


def _price(price: SheetPrice) -> Price:
    plain = Decimal(f"{price.price.normalize():f}")
    return Price(quantity=Decimal(price.quantity), price=plain, currency=price.currency)
