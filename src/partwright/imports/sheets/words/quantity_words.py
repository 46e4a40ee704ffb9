"""Words that name quantities among other words of a header, as in `Qty Needed` and `Qty PRO`."""

from partwright.imports.sheets.words.header_words import header_key, header_words

_WORDS = frozenset(
    [
        "qty",
        "qnty",
        "quan",
        "quant",
        "quantity",
        "quantities",
        "menge",
        "anzahl",
        "stuckzahl",
        "qte",
        "quantite",
        "cantidad",
        "cant",
        "ct",
        "ilosc",
        "aantal",
        "antal",
        "antall",
        "cantitate",
        "buc",
        "kolicina",
        "kom",
        "mnozstvo",
        "pocet",
        "mennyiseg",
        "maara",
        "kpl",
        "kusy",
        "miktar",
        "ποσοτητα",
        "кількість",
        "jumlah",
        "darab",
        "כמות",
        "الكمية",
        "quantitat",
        "quantita",
        "quantidade",
        "qtd",
        "qtde",
        "mangd",
        "mengde",
        "mnozstvi",
        "adet",
        "количество",
        "кол",
        "数量",
        "用量",
        "個数",
        "수량",
    ]
)
_OTHER = frozenset(
    [
        "hand",
        "unit",
        "stock",
        "available",
        "avail",
        "inventory",
        "order",
        "ordered",
        "min",
        "minimum",
        "max",
        "moq",
        "mpq",
        "pack",
        "package",
        "packaging",
        "box",
        "ext",
        "total",
        "price",
        "cost",
        "received",
        "have",
        "spare",
        "spares",
        "extra",
        "reel",
        "break",
        "breaks",
        "lager",
        "bestand",
        "bestellt",
        "bestellmenge",
        "verpackung",
        "mindestmenge",
        "vorrat",
        "disponible",
        "commande",
        "stan",
        "owned",
        "purchased",
        "bought",
        "shipped",
        "multiple",
        "increment",
        "scrap",
        "attrition",
        "leadtime",
        "sold",
        "库存",
        "最小",
        "起订",
        "包装",
        "在庫",
    ]
)
"""What is beside a word for quantities when the column counts something else than the need."""
_SIGNS = ("数量", "用量")
_OTHER_SIGNS = ("库存", "最小", "起订", "包装", "在庫", "订货", "采购")


_COUNTS = frozenset(
    [
        *("count", "number", "no", "num", "amount", "pieces", "pcs", "stk", "stuck", "st", "anz"),
        *("nb", "nombre", "nbre", "numero", "pezzi", "piezas", "pieces"),
    ]
)
_PER = frozenset(["per", "pro", "je", "par", "por"])
_COUNTED = frozenset(
    [
        "unit",
        "part",
        "parts",
        "item",
        "items",
        "piece",
        "component",
        "components",
        "total",
        "required",
        "needed",
        "used",
    ]
)
_COUNTED_PER = frozenset(
    [
        *(
            "unit",
            "system",
            "assembly",
            "assy",
            "device",
            "board",
            "pcb",
            "product",
            "set",
            "machine",
        ),
        *("bg", "baugruppe", "gerat", "anlage", "maschine", "produkt", "satz", "ensemble"),
        *("appareil", "machine", "conjunto", "equipo", "gruppo", "macchina", "kit"),
    ]
)
"""What is built of parts, as in `Number per system`; nothing is built in `Pieces per carton`."""


def _counts_parts(words: tuple[str, ...]) -> bool:
    """Whether the words are a count for something or of parts: `Number per system`, `Stk. pro BG`, `Part count`."""
    first, last = words[:1], words[-1:]
    if len(words) > 2 and words[1] in _PER and first[0] in _COUNTS:
        return _COUNTED_PER.issuperset(words[2:])
    return len(words) > 1 and last == ("count",) and _COUNTED.issuperset(words[:-1])


def has_quantity_word(header: str) -> bool:
    """Whether a word for quantities stands in the header, whatever stands beside it."""
    words = frozenset(header_words(header))
    return bool(words & _WORDS) or any(sign in header for sign in _SIGNS)


def names_quantity(header: str) -> bool:
    """Whether the header names how many pieces a row needs."""
    words = frozenset(header_words(header))
    if any(sign in header for sign in _SIGNS):
        return not any(sign in header for sign in _OTHER_SIGNS)
    if _counts_parts(header_words(header)):
        return True
    return bool(words & _WORDS) and not words & _OTHER


BASES = frozenset(
    map(
        header_key,
        (
            *("per series", "base quantity", "base qty", "basis quantity", "basis qty"),
            *("basismenge", "bezugsmenge", "quantité de base", "cantidad base", "quantità base"),
            *("quantity denominator", "quantitydenominator", "qty denominator", "denominator"),
            *("QtyPerDenominator", "nenner", "mengennenner"),
        ),
    )
)
"""Headers of the number of pieces that the quantity of a row is for."""
BATCHES = frozenset(map(header_key, ("per batch", "batch size", "lot size", "losgrösse")))
"""Headers of what may be such a number."""
