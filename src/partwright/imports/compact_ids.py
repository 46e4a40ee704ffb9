"""Ids of a file's items by what its lines call them, in few bytes: there may be a million."""

from hashlib import blake2b

from partwright.kit.ids import ItemId

_HASH = 16
"""Bytes of a text's digest; two texts of one digest do not occur."""
_SLOT = _HASH + 16
_FEWEST = 1 << 10
_EMPTY = bytes(_HASH)
_SEVERAL = b"\xff" * 16
"""What stands for a text that several items have."""


class CompactIds:
    """A table of texts and ids that takes 50 to 100 bytes an entry.

    A dictionary takes 300: it keeps the texts, and an object for each. Entries cannot be removed.
    """

    def __init__(self) -> None:
        self._slots = bytearray(_FEWEST * _SLOT)
        self._mask = _FEWEST - 1
        self._count = 0

    def __contains__(self, text: str) -> bool:
        return self._found(_digest(text))[1]

    def __setitem__(self, text: str, item_id: ItemId | None) -> None:
        """Set the id; None says that several items are called so."""
        value = _SEVERAL if item_id is None else bytes.fromhex(item_id.replace("-", ""))
        digest = _digest(text)
        at, is_there = self._found(digest)
        self._slots[at : at + _SLOT] = digest + value
        if not is_there:
            self._count += 1
            if 3 * self._count > 2 * (self._mask + 1):
                self._grow()

    def setdefault(self, text: str, item_id: ItemId) -> None:
        """Set the id where the text has none."""
        if text not in self:
            self[text] = item_id

    def get(self, text: str) -> ItemId | None:
        """The id of the text; None for one that nothing or several items have."""
        at, is_there = self._found(_digest(text))
        value = bytes(self._slots[at + _HASH : at + _SLOT])
        if not is_there or value == _SEVERAL:
            return None
        plain = value.hex()
        return ItemId(f"{plain[:8]}-{plain[8:12]}-{plain[12:16]}-{plain[16:20]}-{plain[20:]}")

    def _found(self, digest: bytes) -> tuple[int, bool]:
        """The byte at which the entry begins, or would, and whether it is there."""
        slots, mask = self._slots, self._mask
        place = int.from_bytes(digest[:8], "little") & mask
        while True:
            at = place * _SLOT
            if slots.startswith(digest, at):
                return at, True
            if slots.startswith(_EMPTY, at):
                return at, False
            place = (place + 1) & mask

    def _grow(self) -> None:
        before = self._slots
        size = 2 * (self._mask + 1)
        self._slots, self._mask = bytearray(size * _SLOT), size - 1
        for start in range(0, len(before), _SLOT):
            digest = bytes(before[start : start + _HASH])
            if any(digest):
                at, _ = self._found(digest)
                self._slots[at : at + _SLOT] = before[start : start + _SLOT]


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH).digest()
