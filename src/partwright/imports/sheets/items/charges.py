"""Rows of what an order costs besides its parts: postage, taxes, discounts."""

import re
from collections.abc import Collection, Sequence

from partwright.imports.sheets.cell_values.row_texts import is_amount
from partwright.imports.sheets.tables.non_items import is_sum_label, is_sum_of
from partwright.imports.sheets.words.header_words import LONGEST, header_words
from partwright.kit.patterns import lazy_regex

BESIDES = "what an order costs besides its parts"
BELOW_SUM = "an amount below the sum"
CHARGED = (BESIDES, BELOW_SUM)
"""Reasons for rows to be no parts though sums may hold their amounts."""
_CHARGE = lazy_regex(
    r"(?:(?:[\w&+/]+\s+){1,4}(?=(?:shipping|postage|freight|gst|hst|vat|sales\s+tax)\b))?(?:(?:(?:est(?:imated|\.)?|zzgl\.?|zuz(?:ü|ue)glich|plus|incl\.?|inkl\.?)\s+)?(?:shipping|freight|postage|handling|delivery|sales\s+tax|tax(?:es)?|vat|gst|hst|customs|import\s+duty|"
    r"discount|versand(?:kosten)?|porto|mwst\.?|mehrwertsteuer|umsatzsteuer|ust\.?|zoll|rabatt|frais\s+de\s+port|"
    r"livraison|port|tva|remise|igv|gastos\s+de\s+env[ií]o|env[ií]o|iva|spedizione|verzendkosten|btw|frakt|"
    r"wysyłka|送料|消費税|运费))(?:\s*(?:&|and|und|et|\+|/)\s*(?:handling|tax(?:es)?|vat|gst|packaging|verpackung))?"
    r"(?:\s*(?:costs?|charges?|fees?|kosten))?(?:\s*(?:[(@]|at|of)?\s*[0-9.,]+\s*%\)?)?(?:\s*\([^()]*\))?\s*:?",
    re.IGNORECASE,
)
_SERVICE = lazy_regex(
    r"(?:[\w&+/-]+\s+){0,3}(?:lot|set[\s-]?up|tooling|nre|programming|(?:minimum|min\.?|small)\s+(?:order|lot|line)|expedite|rush"
    r"|certificat(?:e|ion)|engineering|fixture|stencil)\s+(?:charges?|fees?|surcharge|costs?)(?:\s*\([^()]*\))?"
    r"|nre|(?:r(?:ü|ue)st|einricht(?:ungs|e)?|werkzeug|programmier|initial)(?:kosten|pauschale)(?:\s+einmalig)?"
    r"|frais\s+(?:d['’]outillage|de\s+dossier)",
    re.IGNORECASE,
)
"""Work that is paid for once, as `Anodize lot charge` of a quote."""
_WITH_TAX = lazy_regex(
    r"[^\s+]\s*(?:\+|\bincl\.?|\binkl\.?|\bwith)\s*(?:vat|gst|tax|mwst\.?|tva|iva)\s*\Z",
    re.IGNORECASE,
)
"""What ends the name of a part whose price has the tax in it."""
_CHARGES = frozenset(
    [
        "shipping",
        "freight",
        "postage",
        "delivery",
        "tax",
        "taxes",
        "vat",
        "gst",
        "hst",
        "duty",
        "duties",
        "customs",
        "versand",
        "versandkosten",
        "porto",
        "mwst",
        "zoll",
        "livraison",
        "tva",
        "envio",
        "iva",
        "igv",
        "spedizione",
        "verzendkosten",
        "btw",
        "frakt",
        "flete",
    ]
)
_JOINING = frozenset(["and", "und"])
_PACKING = frozenset(["packaging", "packing", "verpackung", "emballage", "embalaje"])
_CARRYING = frozenset(["transport", "transportation", "transporte", "trasporto", "fracht"])
"""Beside what goods are packed in it is paid for; alone it may be part of a machine."""
_BESIDE_CHARGES = frozenset(
    [
        "and",
        "or",
        "charge",
        "charges",
        "fee",
        "fees",
        "cost",
        "costs",
        "handling",
        "import",
        "sales",
        "estimated",
        "est",
        "other",
        "misc",
        "the",
        "for",
        "international",
        "domestic",
        "und",
        "et",
        "y",
        "kosten",
        "frais",
        "de",
        "of",
        "plus",
        "all",
        "us",
        "eu",
        "total",
        "subtotal",
        "extra",
        "additional",
    ]
)


_CARRIAGE_WORDS = """frete fret flete fracht freight fragt frakt rahti kargo nakliye doprava dopravne prepravne postovne balne
    transport transporte transportes trasporto transporto portes port portokosten szallitas csomagolas livrare
    lieferung dostawa wysylka pakowanie opakowanie embalagem embalagens embalaje embalajes imballo imballaggio
    emballage packing packaging verpackung verpakking forpackning doba hantering handling insurance versicherung
    seguro assurance assicurazione courier kurier spedition expedition surcharge zuschlag mindermengenzuschlag
    kleinmengenzuschlag доставка упаковка транспорт пересылка 运费 運費 运输费 包装费 包裝費 快递费 邮费 送料 運賃 梱包費 배송비
    운임 포장비"""
_CARRIAGE = frozenset(_CARRIAGE_WORDS.split())
"""What else is paid for beside goods; a machine may have parts of that name, which are counted."""
_COMPOUND = lazy_regex(
    r"(?:versand|fracht|transport|liefer|verpackungs?|porto|verzend|verpakkings?|frakt|emballage|frete|doprav\w)"
    r"(?:kosten|pauschale|anteil|gebuhr|spesen|kostnad(?:er)?|omkostninger)?"
)


def _are_carriage(text: str) -> bool:
    words = header_words(text)
    known = [
        w for w in words if w in _CARRIAGE or w in _CHARGES or _COMPOUND.fullmatch(w) is not None
    ]
    return bool(known) and {*words} <= {*known, *_BESIDE_CHARGES, "e", "i", "en", "og", "och", "a"}


def costs_besides(
    cells: Sequence[str],
    filled: Sequence[int],
    sums: Collection[int | None],
    own: Collection[int | None],
) -> bool:
    """Whether a row says nothing but what is paid for carriage or packing, and counts nothing.

    `sums` are the columns of prices, `own` those that only parts have.
    """
    texts = [at for at in filled if not is_amount(cells[at])]
    priced = any(at in sums for at in filled if at not in texts)
    if not texts or not priced or not {*filled}.isdisjoint({*own} - {*texts}):
        return False
    return all(len(cells[at]) <= LONGEST and _is_carriage(cells[at].strip()) for at in texts)


def _is_carriage(text: str) -> bool:
    is_sum = is_sum_label(text) or is_sum_of(text)
    return not is_sum and (is_charge(text) or _are_carriage(text))


def _are_charges(text: str) -> bool:
    """Whether all words are of charges, as `Shipping tax and import charges`."""
    words = header_words(text)
    if _PACKING.intersection(words) and _CARRYING.intersection(words):
        words = tuple("freight" if word in _CARRYING else word for word in words)
        words = tuple(word for word in words if word not in _PACKING)
    if _JOINING.intersection(words):
        # What is shipped in may be a part; what is paid along with shipping is none.
        words = tuple(word for word in words if word not in _PACKING)
    return (
        len(text) <= LONGEST
        and bool(_CHARGES.intersection(words))
        and _CHARGES.union(_BESIDE_CHARGES).issuperset(words)
    )


def is_charge(text: str) -> bool:
    """Whether a row of that name is postage, tax or a discount."""
    if len(text) > LONGEST:
        return False
    named = bool(_CHARGE.fullmatch(text)) and not _WITH_TAX.search(text)
    return named or bool(_SERVICE.fullmatch(text)) or _are_charges(text)


def are_charges(cells: Sequence[str], names: Sequence[int]) -> bool:
    """Whether what names the row is postage, tax or a discount."""
    texts = [cells[at].strip() for at in names if cells[at].strip()]
    return bool(texts) and all(map(is_charge, texts))
