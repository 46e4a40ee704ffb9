"""Amounts of money with their currency: `$12.50`, `12,50 €`, `USD 3`."""

import re
from decimal import Decimal

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, read_decimal
from partwright.item_types.currencies import CODES
from partwright.kit.patterns import lazy_regex

_DOLLARS = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP")
_SIGNS: dict[str, tuple[str, ...]] = {
    "$": _DOLLARS,
    "us$": ("USD",),
    "c$": ("CAD",),
    "ca$": ("CAD",),
    "a$": ("AUD",),
    "au$": ("AUD",),
    "nz$": ("NZD",),
    "s$": ("SGD",),
    "hk$": ("HKD",),
    "nt$": ("TWD",),
    "r$": ("BRL",),
    "€": ("EUR",),
    "euro": ("EUR",),
    "euros": ("EUR",),
    "£": ("GBP", "EGP"),
    "¥": ("JPY", "CNY"),
    "円": ("JPY",),
    "元": ("CNY",),
    "rmb": ("CNY",),
    "₹": ("INR",),
    "₩": ("KRW",),
    "₽": ("RUB",),
    **dict.fromkeys(("руб", "руб.", "р."), ("RUB",)),
    **dict.fromkeys(("грн", "грн."), ("UAH",)),
    **dict.fromkeys(("лв", "лв."), ("BGN",)),
    "lei": ("RON",),
    **dict.fromkeys(("s/", "s/."), ("PEN",)),
    "tl": ("TRY",),
    "đ": ("VND",),
    "₺": ("TRY",),
    "₪": ("ILS",),
    "₫": ("VND",),
    "฿": ("THB",),
    "zł": ("PLN",),
    "zl": ("PLN",),
    "kč": ("CZK",),
    "ft": ("HUF",),
    "fr": ("CHF",),
    "fr.": ("CHF",),
    "sfr": ("CHF",),
    "sfr.": ("CHF",),
    "kr": ("", "SEK", "NOK", "DKK", "ISK"),
    "kr.": ("", "DKK", "SEK", "NOK", "ISK"),
}
"""Sign to the currencies it may mean, the one meant without further word first."""

_LONGEST = 100
"""Characters of an amount; a description is not looked through for one."""
_MONEY = lazy_regex(
    r"([+\-−]?)\s*([^0-9+\-−]*?)\s*([+\-−]?(?:[0-9]|[.,][0-9])[0-9.,'’\s]*(?:[eE][+\-]?[0-9]+)?)\s*(.*)",
    re.DOTALL,
)
_EACH = lazy_regex(
    r"\s*(?:(?:/|per\b|pro\b|par\b)?\s*(?:ea|each|unit|pcs?|stk|stück|pièce)|"
    r"(?:/|per\b|pro\b|par\b)\s*(?:ft|foot|m|met(?:er|re)|kg|l|lit(?:er|re)|cái|chiếc|bộ|thanh|cuộn|个|件|只|個|개)|"
    r"(?:/|per\b|pro\b|par\b)?\s*\b(?:set|pair|roll|box|pack|bag|kit))\.?$",
    re.IGNORECASE,
)
_AT = lazy_regex(r"([^\W\d_]{0,12}|[0-9]{1,6})\s*@\s*(?=\S)")
"""What stands before the price of one, as in `Unit @ 5`, `Meter @ 2,10` and `100 @ 0.05`."""
_WHOLE = lazy_regex(r"[0-9]+|[1-9][0-9]{0,2}(?:[.,'’\s][0-9]{3})+")
_WHOLE_ONLY = lazy_regex(r"[.,]\s*[-–—]+")


_WHOLE_AMOUNTS = frozenset({"JPY", "KRW", "VND", "CLP", "PYG", "XAF", "XOF", "RWF", "UGX"})
"""Currencies without a smaller unit (ISO 4217): the comma of `3,200` divides thousands, as does the point of `3.200`."""
_BY_POINTS = lazy_regex(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")


def currencies_of(token: str) -> tuple[str, ...]:
    """The currencies that a sign or code may mean, the likeliest first; none if unknown."""
    plain = token.strip().replace("＄", "$").replace("￥", "¥").replace("￡", "£")
    if len(plain) == 3 and plain.upper() in CODES:
        return (plain.upper(),)
    return _SIGNS.get(plain.casefold(), ())


def read_currency(text: str) -> str:
    """The ISO 4217 code of a currency's cell or header."""
    found = currencies_of(text)
    if not found or not found[0]:
        raise NotUnderstood("expected a currency code such as USD or a sign such as €")
    return found[0]


def split_money(text: str) -> tuple[str, tuple[str, ...]]:
    """The number's own text and the signs or codes around it."""
    if len(text) > _LONGEST:
        raise NotUnderstood("expected an amount such as 12.50, $12.50 or 12,50 EUR")
    text = _price_at(text) if "@" in text else text
    text = text if text[:1].isdecimal() else without_about(text)
    match = _MONEY.fullmatch(_WHOLE_ONLY.sub("", _EACH.sub("", text.strip())))
    if match is None:
        raise NotUnderstood("expected an amount such as 12.50, $12.50 or 12,50 EUR")
    sign, before, number, after = match.groups()
    return sign + number.strip(), tuple(token.strip() for token in (before, after) if token.strip())


def _price_at(text: str) -> str:
    """The price behind `@`; refuses `3.50 @ 100` and `3 @ 100`, where a quantity may stand there."""
    match = _AT.match(text := text.strip())
    price = text[match.end() :] if match else ""
    is_open = match is None or "@" in price or bool(currencies_of(match[1]))
    is_count = match is not None and match[1].isdecimal()
    if is_open or (is_count and _WHOLE.fullmatch(_EACH.sub("", price))):
        raise NotUnderstood(
            "expected the price of one, such as 12.50; of the figures at @ either may be the quantity"
        )
    return price


def read_money(text: str, *, mark: Mark | None = None, stated: str = "") -> tuple[Decimal, str]:
    """The amount and its currency; `stated` is the currency named elsewhere in the row or header.

    The currency is empty if nothing names it. Refuses a sign that contradicts what is stated,
    one that many currencies share (`kr`) without a statement, and amounts below zero.
    """
    number, tokens = split_money(text)
    currency = stated
    for token in tokens:
        meant = currencies_of(token)
        if not meant:
            raise NotUnderstood("expected an amount such as 12.50, $12.50 or 12,50 EUR")
        if currency and currency not in meant:
            raise NotUnderstood(f"the amount is not in {currency}, which is stated beside it")
        currency = currency or meant[0]
        if not currency:
            raise NotUnderstood(
                "expected a code such as SEK; the sign stands for several currencies"
            )
    if mark is None and currency in _WHOLE_AMOUNTS:
        mark = "." if "." not in number else "," if _BY_POINTS.fullmatch(number) else None
    amount = read_decimal(number, mark=mark)
    if amount < 0:
        raise NotUnderstood("expected an amount of zero or more")
    return amount, currency
