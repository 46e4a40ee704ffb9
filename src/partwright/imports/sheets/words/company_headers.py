"""Headers of numbers of companies and drawings in any language: `Nr kat. producenta`, `Tillv. art.nr`, `Rajzszám`.

A word for manufacturers, suppliers or drawings and one for numbers are such a header, in whichever order.
"""

from functools import lru_cache

from partwright.imports.sheets.words.header_words import header_key, header_words

MAKERS_NUMBER = header_key("manufacturer part number")
SELLERS_NUMBER = header_key("supplier part number")
DRAWING_NUMBER = header_key("numer rysunku")

_MAKER_STEMS = """manufactur hersteller fabricant fabrikant constructeur produttor costruttor producent producator produsent produzent
    tillverkar vyrobc gyarto uretici valmistaj tootja gamintoj razotaj proizvodac proizvodjac proizvajal izdelovalec
    κατασκευαστ производител изготовител виробник"""
_SELLER_STEMS = """supplier vendor distribut lieferant fournisseur proveedor fornitor fornecedor dostawc leverancier leverant
    leverand dodavatel beszallito tedarikci satici toimittaj tarnija tiekej piegadat dobavljac dobavitelj
    поставщик постачальник furnizor προμηθευτ"""
"""How words for them begin, in all their cases, without accents."""
_DRAWING_STEMS = """drawing zeichnung dessin plano disegno desenho rysun vykres tekening ritning tegning piirust rajz crtez nacrt joonis desen
    cizim resim чертеж кресленн"""
_STEMS = {
    MAKERS_NUMBER: tuple(_MAKER_STEMS.split()),
    SELLERS_NUMBER: tuple(_SELLER_STEMS.split()),
    DRAWING_NUMBER: tuple(_DRAWING_STEMS.split()),
}
_SHORT = {
    "plan": DRAWING_NUMBER,
    **dict.fromkeys(("mfr", "mfg", "mnf", "herst", "fabr", "tillv"), MAKERS_NUMBER),
    **dict.fromkeys(
        ("lief", "lev", "frs", "fourn", "prov", "dost", "dod", "szallito"), SELLERS_NUMBER
    ),
}
"""Their abbreviations, which are whole words."""
_NUMBER_WORDS = """no nr nro broj stevilka kataloski katalozka ma number numbers num numer numeru nummer numero numara numarasi numri numurs numeris artnr artno
    artikelnr artikelnummer artikelkode artikelcode varenr varenummer delnr delenr delenummer detaljnr partno pn p n code
    codes kod kodu kode kody kood koodi kodas kods codigo cod codice sifra sku ref reference referens referencia referencja
    referenz referans riferimento cislo c kat katalog katalogove katalogowy katalogszam katalognr catalogue catalog best
    bestell bestellnr bestellnummer bestelnr bestelnummer bestnr bestallningsnr bestillingsnr objednaci obj zamowienia
    indeks symbol oznaczenie oznaceni typ typenr teilenr teilenummer tuotenumero tuotekoodi nimiketunnus cikkszam szam szama
    produktnr номер код артикул обозначение каталожныи κωδικος αριθμος"""
_NUMBERS = frozenset(_NUMBER_WORDS.split())
_GLUE_WORDS = """de del della do da du des d l of the van der die von los by from order ordering art article artikel artykulu artigo
    articulo articolo part item teil parca tuote product producto produto prodotto produkt produktu pieza peca piece onderdeel"""
_GLUE = frozenset(_GLUE_WORDS.split())
"""What may stand beside them and says nothing more."""
_ENDINGS = ("nummer", "nr", "nro", "code", "kod", "kode", "kood", "koodi", "szam", "szama")
"""Words for numbers at the end of one word, as in `leverantörsnummer`."""
_LONGEST = 6
"""Words that such a header has at most."""


@lru_cache(maxsize=4096)
def number_key(header: str) -> str:
    """The known header that names the same numbers; empty for all other headers."""
    words = header_words(header)
    if not words or len(words) > _LONGEST or "/" in header or "|" in header:
        return ""
    kinds = [_kind_of(word) for word in words]
    companies = {kind for kind in kinds if kind in _STEMS}
    if len(companies) != 1 or "" in kinds:
        return ""
    numbered = "number" in kinds or any(
        kind in companies and word.endswith(_ENDINGS)
        for word, kind in zip(words, kinds, strict=True)
    )
    return companies.pop() if numbered else ""


def _kind_of(word: str) -> str:
    """The key of the company's numbers, `number`, `glue`, or empty for another word."""
    if word in _NUMBERS:
        return "number"
    if word in _GLUE:
        return "glue"
    of = (key for key, stems in _STEMS.items() if word.startswith(stems))
    return next(of, "") or _SHORT.get(word, "")
