"""Numbers by a scheme: prefix, counted digits, check digit; pure."""

_ODD = "0246813579"
"""A digit doubled, its own digits added."""


def check_digit(text: str) -> str:
    """The check digit after the digits of a text by Luhn's formula (ISO/IEC 7812-1, annex B)."""
    digits = [sign for sign in reversed(text) if sign in "0123456789"]
    total = sum(int(_ODD[int(d)]) if at % 2 == 0 else int(d) for at, d in enumerate(digits))
    return str(-total % 10)


def scheme_number(prefix: str, digits: int, count: int, *, checked: bool) -> str:
    """The number of a count: `FAS-00012`, or `FAS-000125` with its check digit."""
    plain = f"{prefix}{count:0{digits}d}"
    return plain + check_digit(plain) if checked else plain
