"""Sources of parts in one line each, as the daily commands print them."""

from collections.abc import Mapping
from typing import Any


def source_text(source: Mapping[str, Any]) -> str:
    """`Murata GRM188 (preferred); Digi-Key 490-1519 1: 0.1 USD`."""
    text = f"{maker_text(source)} ({source['status']})"
    return "; ".join((text, *(supplier_text(part) for part in source["suppliers"])))


def maker_text(source: Mapping[str, Any]) -> str:
    """`Murata GRM188`: who makes it, and under which number."""
    maker = source["manufacturer"]
    return " ".join(filter(None, (maker and maker["name"], source["mpn"])))


def supplier_text(part: Mapping[str, Any]) -> str:
    """`Digi-Key 490-1519 1: 0.1 USD, 1000: 0.012 USD`: who sells it, its code, its prices."""
    prices = (f"{p['quantity']:g}: {p['price']} {p['currency']}" for p in part["prices"])
    return " ".join(filter(None, (part["supplier"]["name"], part["orderCode"], ", ".join(prices))))
