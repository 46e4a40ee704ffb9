"""Sources of parts in one line each, as the daily commands print them."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def source_text(source: Mapping[str, Any]) -> str:
    """`Murata GRM188 (preferred); Digi-Key 490-1519 1: 0.1 USD`."""
    text = f"{maker_text(source)} ({source.get('status', 'approved')})"
    return "; ".join((text, *(supplier_text(part) for part in source.get("suppliers", ()))))


def maker_text(source: Mapping[str, Any]) -> str:
    """`Murata GRM188`: who makes it, and under which number."""
    return " ".join(filter(None, (_company(source, "manufacturer"), source.get("mpn"))))


def supplier_text(part: Mapping[str, Any]) -> str:
    """`Digi-Key 490-1519 1: 0.1 USD, 1000: 0.012 USD`: who sells it, its code, its prices."""
    prices = ", ".join(_price_text(price) for price in part.get("prices", ()))
    return " ".join(filter(None, (_company(part, "supplier"), part.get("orderCode"), prices)))


def _price_text(price: Mapping[str, Any]) -> str:
    quantity = Decimal(str(price["quantity"]))
    return f"{quantity.normalize():f}: {price['price']} {price.get('currency', 'USD')}"


def _company(named: Mapping[str, Any], role: str) -> str | None:
    """Its name, or its id where a history tells no more."""
    company = named.get(role)
    return company["name"] if company else named.get(f"{role}Id")
