"""Units that a sheet leaves open: which currency, and which unit of mass, are assumed."""

from collections.abc import Sequence

from partwright.imports.sheets.columns import ColumnPlan
from partwright.imports.sheets.header_names import header_words
from partwright.imports.sheets.rows import RowRemark
from partwright.imports.sheets.scan import SheetScan

_BY_LANGUAGE = {
    "PLN": "nazwa cena ilosc dostawca opis czesc czesci producent sztuk szt wartosc",
    "EUR": """menge anzahl bauteil wert preis einzelpreis stuckpreis gesamtpreis lieferant
        bestellnummer bezeichnung benennung hersteller kosten werkstoff stuck bestellnr artikelnummer
        prix qte quantite fournisseur fabricant designation repere libelle matiere nomenclature
        precio cantidad proveedor fabricante descripcion material prezzo quantita fornitore
        produttore descrizione prijs aantal leverancier omschrijving preco quantidade fornecedor""",
    "CNY": "单价 数量 供应商 名称 规格 价格",
    "SEK": "antal pris leverantor benamning",
}
_ELECTRONICS = frozenset(
    ["footprint", "package", "designator", "designators", "refdes", "mpn", "eda", "symbol"]
)


def assumed_units(
    plan: ColumnPlan, scan: SheetScan, *, currency: str = "", weight_unit: str = ""
) -> tuple[dict[str, str], list[RowRemark]]:
    """The currency and the unit of mass for cells that name none, and what is to be told."""
    assumed: dict[str, str] = {}
    remarks: list[RowRemark] = []
    words = [word for column in plan.columns for word in header_words(column.header)]
    cost = plan.of("cost")
    if cost and not cost.unit and scan.counts.get(cost.index):
        assumed["cost"] = currency or _currency(words)
        if not currency and not _is_filled(plan, scan, "costCurrency") and scan.bare_amounts:
            text = f'"{cost.header}" names no currency: {assumed["cost"]} is assumed'
            remarks.append(RowRemark(0, text, "CURRENCY_ASSUMED"))
    weight = plan.of("weight")
    if weight and not weight.unit and scan.counts.get(weight.index):
        assumed["weight"] = weight_unit or ("g" if _ELECTRONICS.intersection(words) else "kg")
        if not weight_unit and not _is_filled(plan, scan, "weightUnit") and scan.bare_weights:
            text = f'"{weight.header}" names no unit: {assumed["weight"]} is assumed'
            remarks.append(RowRemark(0, text, "UNIT_ASSUMED"))
    return assumed, remarks


def _is_filled(plan: ColumnPlan, scan: SheetScan, target: str) -> bool:
    column = plan.of(target)
    return column is not None and bool(scan.counts.get(column.index))


def _currency(words: Sequence[str]) -> str:
    """That of the language of the headers; dollars where it is none of those that tell it."""
    hits = {
        code: sum(word in names.split() for word in words) for code, names in _BY_LANGUAGE.items()
    }
    best = max(hits, key=lambda code: hits[code])
    return best if hits[best] else "USD"
