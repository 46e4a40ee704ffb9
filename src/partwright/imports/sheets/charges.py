"""Rows of what an order costs besides its parts: postage, taxes, discounts."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.header_words import LONGEST, header_words

BESIDES = "what an order costs besides its parts"
BELOW_SUM = "an amount below the sum"
CHARGED = (BESIDES, BELOW_SUM)
"""Reasons for rows to be no parts though sums may hold their amounts."""
_CHARGE = re.compile(
    r"(?:(?:[\w&+/]+\s+){1,4}(?=(?:shipping|postage|freight|gst|hst|vat|sales\s+tax)\b))?(?:(?:(?:est(?:imated|\.)?|zzgl\.?|zuz(?:ü|ue)glich|plus|incl\.?|inkl\.?)\s+)?(?:shipping|freight|postage|handling|delivery|sales\s+tax|tax(?:es)?|vat|gst|hst|customs|import\s+duty|"
    r"discount|versand(?:kosten)?|porto|mwst\.?|mehrwertsteuer|umsatzsteuer|ust\.?|zoll|rabatt|frais\s+de\s+port|"
    r"livraison|port|tva|remise|gastos\s+de\s+env[ií]o|env[ií]o|iva|spedizione|verzendkosten|btw|frakt|"
    r"wysyłka|送料|消費税|运费))(?:\s*(?:&|and|und|et|\+|/)\s*(?:handling|tax(?:es)?|vat|gst|packaging|verpackung))?"
    r"(?:\s*(?:costs?|charges?|fees?|kosten))?(?:\s*(?:[(@]|at|of)?\s*[0-9.,]+\s*%\)?)?(?:\s*\([^()]*\))?\s*:?",
    re.IGNORECASE,
)
_WITH_TAX = re.compile(
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
    return (bool(_CHARGE.fullmatch(text)) and not _WITH_TAX.search(text)) or _are_charges(text)


def are_charges(cells: Sequence[str], names: Sequence[int]) -> bool:
    """Whether what names the row is postage, tax or a discount."""
    texts = [cells[at].strip() for at in names if cells[at].strip()]
    return bool(texts) and all(map(is_charge, texts))
