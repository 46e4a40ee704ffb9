"""Texts of settings as values, and what they are checked by."""

import re
from ipaddress import ip_network
from urllib.parse import urlsplit

_SIZE = re.compile(r"(\d+)\s*([KMGT]i?B?|B)?\Z", re.IGNORECASE)
_UNITS = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError("expected a whole number") from None


def truth_value(text: str) -> bool:
    if text.lower() in ("1", "true", "yes", "on"):
        return True
    if text.lower() in ("0", "false", "no", "off"):
        return False
    raise ValueError("expected true or false")


def byte_size(text: str) -> int:
    found = _SIZE.match(text.strip())
    if not found:
        raise ValueError("expected a size in bytes such as 5GiB")
    return int(found[1]) * _UNITS[(found[2] or "")[:1].upper()]


def has_port(url: str) -> bool:
    """Whether the port of each host is a number, if there is one."""
    address = urlsplit(url)
    try:
        for host in address.netloc.rpartition("@")[2].split(","):
            _ = urlsplit(f"{address.scheme}://{host}").port
    except ValueError:
        return False
    return True


def is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def is_token(text: str) -> bool:
    return len(text) >= 32 and text.isascii() and text.isprintable() and " " not in text
