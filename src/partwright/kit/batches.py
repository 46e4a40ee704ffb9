"""Batches of which each entry succeeds or is refused by itself."""

SOME_REFUSED = 207
ALL_REFUSED = 400


def batch_status(*, done: int, refused: int, whole: int) -> int:
    """`whole` where no entry was refused, 207 where some were, 400 where nothing was done."""
    if not refused:
        return whole
    return SOME_REFUSED if done else ALL_REFUSED
