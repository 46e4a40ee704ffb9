"""The units of columns that hold measures: weights, prices, times."""

from collections.abc import Callable, Sequence
from decimal import Decimal

import msgspec

from partwright.imports.sheets.cell_values.decimals import Mark
from partwright.imports.sheets.cell_values.money import currencies_of, read_money, split_money
from partwright.imports.sheets.cell_values.values import (
    days_in,
    read_lead_time,
    read_weight,
    split_unit,
    weight_unit,
)
from partwright.imports.sheets.words.header_words import header_words

MeasureReader = Callable[[str, Mark | None, str, str], tuple[Decimal | int, str]]
"""From a cell's text, its decimal mark, the unit that the row states and that of the header,
to the value and its unit; the unit is empty where nothing names it."""


class ColumnUnit(msgspec.Struct, frozen=True, kw_only=True):
    """Place of a column's unit, and what is assumed where there is none."""

    of_word: Callable[[str], str]
    """The unit that a word of the header means; empty if it is none."""
    read: MeasureReader | None = None
    number: Callable[[str], str] = lambda text: split_unit(text)[0]
    """A cell's number without its unit."""
    field: str = ""
    """The field, and column, that keeps the unit; empty for values of one unit."""
    assumed: Callable[[Sequence[str]], str] | None = None
    """What is assumed by the words of all headers where nothing names a unit."""
    noun: str = "unit"
    remark: str = "UNIT_ASSUMED"
    """The code of the remark that tells of the assumption."""


def _read_weight(text: str, mark: Mark | None, stated: str, header: str) -> tuple[Decimal, str]:
    weight, unit = read_weight(text, mark=mark, stated=stated)
    return weight, unit or header


def _read_money(text: str, mark: Mark | None, stated: str, header: str) -> tuple[Decimal, str]:
    return read_money(text, mark=mark, stated=stated or header)


def _read_days(text: str, mark: Mark | None, _stated: str, header: str) -> tuple[int, str]:
    return read_lead_time(text, mark=mark, days_per_unit=int(header or 1)), ""


def _days_word(word: str) -> str:
    days = days_in(word)
    return "" if days is None else str(days)


_BY_LANGUAGE = {
    "PLN": "nazwa cena ilosc dostawca opis czesc czesci producent sztuk szt wartosc",
    "EUR": """περιγραφη ποσοτητα τιμη menge anzahl bauteil wert preis einzelpreis stuckpreis gesamtpreis lieferant
        bestellnummer bezeichnung benennung hersteller kosten werkstoff stuck bestellnr artikelnummer
        prix qte quantite fournisseur fabricant designation repere libelle matiere nomenclature
        hind kogus tootja tarnija nimetus kaina kiekis gamintojas pavadinimas hinta maara toimittaja valmistaja cijena
        precio cantidad proveedor fabricante descripcion prezzo quantita fornitore
        produttore descrizione prijs aantal leverancier omschrijving preco quantidade fornecedor""",
    "CNY": "单价 数量 供应商 名称 规格 价格",
    "JPY": "単価 品名 品番 型番 型式 員数 個数 金額 備考 部品番号 部品名 仕入先",
    "KRW": "단가 수량 품명 품번 금액 비고 규격",
    "SEK": "antal pris styckpris leverantor benamning namn enhet vikt tillverkare tillv anm artikelnr butik lank kronor exkl",
    "DKK": "antal pris beskrivelse varenummer varenr stykpris leverandor betegnelse maengde navn enhed vaegt bemaerkning ekskl",
    "NOK": "antall pris stykkpris beskrivelse betegnelse varenummer varenr leverandor mengde navn enhet vekt delenr benevnelse merknad mva eks produsent",
    "CZK": "mnozstvi nazev cena poz dodavatel kus ks vyrobce objednaci dph",
    "HUF": "megnevezes darab mennyiseg egysegar anyag szallito",
    "RON": "denumire cantitate pret furnizor buc",
    "BRL": "qtd preco valor fornecedor descricao quantidade r",
    "TRY": "adet fiyat birim parca malzeme miktar",
    "RUB": "цена кол количество наименование поставщик",
    "UAH": "кількість ціна найменування назва постачальник",
    "THB": "ราคา จำนวน รายการ หน่วย ลำดับ วัสดุ",
    "TWD": "單價 數量 料號 單位 備註 項次",
}
_WORDS_OF = {
    code: frozenset(key for name in names.split() for key in header_words(name))
    for code, names in _BY_LANGUAGE.items()
}
_ELECTRONICS = frozenset(
    ["footprint", "package", "designator", "designators", "refdes", "mpn", "eda", "symbol"]
)


NO_LANGUAGE = "USD"
"""The currency of headers that are in no language of one."""


CROWNS = ("SEK", "DKK", "NOK")
"""Currencies of one name, whose languages share many headers."""


def currency_of_language(words: Sequence[str]) -> str:
    """The currency of the headers' language; dollars where it is none of those that tell it."""
    hits = _hits(words)
    best = max(hits, key=lambda code: hits[code])
    return best if hits[best] else NO_LANGUAGE


def may_be_crowns(words: Sequence[str]) -> tuple[str, ...]:
    """The crowns that the headers' language may have, where they do not tell which; else none."""
    hits = _hits(words)
    most = max(hits.values())
    found = tuple(code for code in CROWNS if hits[code] == most)
    return found if most and len(found) > 1 else ()


def _hits(words: Sequence[str]) -> dict[str, int]:
    return {code: sum(word in names for word in words) for code, names in _WORDS_OF.items()}


WEIGHT = ColumnUnit(
    of_word=lambda word: weight_unit(word) or "",
    read=_read_weight,
    field="weightUnit",
    assumed=lambda words: "g" if _ELECTRONICS.intersection(words) else "kg",
)
MONEY = ColumnUnit(
    of_word=lambda word: next(iter(currencies_of(word)), ""),
    read=_read_money,
    number=lambda text: split_money(text)[0],
    field="costCurrency",
    assumed=currency_of_language,
    noun="currency",
    remark="CURRENCY_ASSUMED",
)
DAYS = ColumnUnit(of_word=_days_word, read=_read_days)
"""Days; the unit of a header is the days that one of it has."""
PIECES = ColumnUnit(of_word=lambda _word: "")
"""A count, whose header may say `per unit` and the like."""
