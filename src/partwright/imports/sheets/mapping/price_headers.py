"""Headers of prices: of whole rows, and of one supplier."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.words.column_words import PRICES, SUPPLIERS, TOTALS
from partwright.imports.sheets.words.header_words import LONGEST, header_words
from partwright.imports.sheets.words.quantity_words import has_quantity_word
from partwright.kit.patterns import lazy_regex

_STATED = lazy_regex(r"\s*[:=]\s*[^\W\d_]{0,3}\s*[$€£¥]?\s*[0-9][0-9.,' ]*\s*[^\W\d_]{0,3}[$€£¥]?$")
"""What a header itself states, as the amount of `Sum: $2517.41`."""


_SUMS = ("総計", "総額", "小計", "小计", "合計", "合计", "总价", "總價", "합계")

PIECES_PRICED = frozenset(
    [
        "preiseinheit",
        "peinheit",
        "preiseinheitpe",
        "pe",
        "priceunit",
        "priceper",
        "priceperqty",
        "pricingunit",
        "priceperunit",
        "pricebasis",
        "pricequantity",
        "preisbasis",
        "preismenge",
        "preispro",
        "prijseenheid",
        "prijsper",
        "unidaddeprecio",
        "uniteprix",
        "uniteduprix",
        "prixpar",
        "unitaprezzo",
        "jednostkaceny",
        "priceunitqty",
        "per",
    ]
)
"""Headers of how many pieces a price is for."""


def is_row_total(header: str) -> bool:
    """Whether the header names what a row costs altogether, such as `Extended Price`."""
    header = _STATED.sub("", header[:LONGEST])
    words = [word for word in header_words(header) if not currencies_of(word)] or ["total"]
    words = words if header_words(header) else []
    if words in (["g", "preis"], ["gpreis"]) or any(word.endswith(_SUMS) for word in words):
        return True
    if words == ["ext"] and len(header_words(header)) > 1:
        return True
    if _of_quantity(words):
        return True
    return bool(TOTALS.intersection(words)) and (
        bool(PRICES.intersection(words)) or (len(words) == 1 and words[0] not in ("line", "ext"))
    )


def _of_quantity(words: Sequence[str]) -> bool:
    """Whether the price is that of several pieces, as `Cost (of required quantity)`."""
    at = next((at for at, word in enumerate(words) if word in ("of", "for")), len(words))
    return bool(PRICES.intersection(words[:at])) and any(map(has_quantity_word, words[at + 1 :]))


def is_price_of_order(header: str) -> bool:
    """Whether the header names what was paid for the pieces that were ordered."""
    words = header_words(header)
    return _of_quantity(words) and not {"order", "ordered", "bought", "pack"}.isdisjoint(words)


def is_price_of_supplier(words: Sequence[str]) -> bool:
    """Whether a supplier stands before a word for prices, as in `Digi-Key Unit Price 1`."""
    return bool(seller_of_price(words))


def seller_of_price(words: Sequence[str]) -> str:
    """The supplier whose prices a header names; empty for others."""
    words = words[:-1] if words[-1:] == ("1",) else words
    plain = [word for word in words if not currencies_of(word)]
    count = next((n for n in (1, 2) if "".join(plain[:n]) in SUPPLIERS), 0)
    priced = bool(count) and "".join(plain[count:]) in RANKS["parts"]["cost"]
    return SUPPLIERS["".join(plain[:count])] if priced else ""


_PIECES = lazy_regex(r"([1-9][0-9]{0,5})(k?)")
_BETWEEN = frozenset(["qty", "at", "from", "ab", "for", "break", "per"])


def break_of_seller(header: str) -> tuple[str, int]:
    """The supplier whose prices from a number of pieces on a header names, as `Mouser 100`, and that number.

    Nothing and 0 for others.
    """
    words = [word for word in header_words(header[:LONGEST]) if not currencies_of(word)]
    count = next((n for n in (1, 2) if "".join(words[:n]) in SUPPLIERS), 0)
    pieces = [match for word in words[count:] if (match := _PIECES.fullmatch(word))]
    others = [word for word in words[count:] if not _PIECES.fullmatch(word)]
    if not count or len(pieces) != 1 or not {*others} <= {*PRICES, *_BETWEEN, "pcs", "pc", "unit"}:
        return "", 0
    number = int(pieces[0][1]) * (1000 if pieces[0][2] else 1)
    return SUPPLIERS["".join(words[:count])], number


def are_pieces_priced(keys: Sequence[str], index: int, values: Sequence[str]) -> bool:
    """Whether a column says for how many pieces the price beside it is, as `Price unit` of SAP does."""
    if keys[index] not in PIECES_PRICED or not values:
        return False
    powers = all(_POWER.fullmatch(text.strip()) for text in values)
    return powers and any(
        at != index
        and key in ("price", "preis", "standardprice", "movingprice", "unitprice", "cost")
        for at, key in enumerate(keys)
    )


_POWER = lazy_regex(r"10{0,4}(?:[.,]0+)?")
