"""Items that an import made, as its answer lists them, kept packed until it ends."""

import zlib

import msgspec

from partwright.imports.service import ImportedItem

_encode = msgspec.json.Encoder().encode


class PackedItems:
    """The list of the items, which only grows; a fifth of its text is kept."""

    def __init__(self) -> None:
        self.last_number: str | None = None
        """The number of the item made last."""
        self._packer = zlib.compressobj(1)
        self._packed = bytearray()
        self._has_any = False

    def add(self, item: ImportedItem) -> None:
        """Add an item at the end."""
        self.last_number = item.item_number
        before = b"," if self._has_any else b""
        self._packed += self._packer.compress(before + _encode(item))
        self._has_any = True

    def rows(self) -> bytes:
        """The items as they stand in a list of JSON, with nothing around them."""
        return zlib.decompress(bytes(self._packed) + self._packer.copy().flush())
