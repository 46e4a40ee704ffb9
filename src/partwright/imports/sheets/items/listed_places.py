"""Designators that a list has in a block of its rows already."""

from partwright.kit.patterns import lazy_regex

_BETWEEN = lazy_regex(r"[\s,;>]+")


class ListedPlaces:
    """Tells the rows of a second block, whose designators stand in a block before, one by one."""

    def __init__(self, designators: int | None) -> None:
        self._designators = designators
        self._placed: set[str] = set()
        self._blocks = 0

    def begin_block(self) -> None:
        """The header is repeated."""
        self._blocks += 1

    def are_above(self, cells: tuple[str, ...]) -> bool:
        """Whether all designators of a row stand in the first block."""
        if self._designators is None:
            return False
        names = {name for name in _BETWEEN.split(cells[self._designators].casefold()) if name}
        again = bool(self._blocks and names and names <= self._placed)
        if not self._blocks:
            self._placed |= names
        return again
