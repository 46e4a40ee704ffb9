"""Item numbers: how they are compared, and how automatic ones are counted; pure."""

DIGITS = 6


def automatic_number(prefix: str, count: int) -> str:
    """The count-th automatic number: `PN-000001`."""
    return f"{prefix}-{count:0{DIGITS}d}"


def numbers_after(prefix: str, last: int, *, many: int) -> dict[str, int]:
    """The next automatic numbers after a count, with the count of each."""
    return {automatic_number(prefix, count): count for count in range(last + 1, last + 1 + many)}
