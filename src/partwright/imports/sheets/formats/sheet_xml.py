"""The XML of a workbook's sheet, read in pieces that end between its cells."""

import zipfile
from collections.abc import Iterator

from partwright.kit.patterns import lazy_regex

ATTRIBUTE = lazy_regex(rb"\b(\w+)=\"([^\"]*)\"")
_BLOCK = 1 << 20
_PLACE = b' r="'
"""What the tags of rows and of cells have, and nothing else of a sheet."""


def pieces(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """The text of the entry `part`; what stands between the tags of two cells is in one piece."""
    rest = b""
    with archive.open(part) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            end = text.rfind(b"<", 0, max(text.rfind(_PLACE), 0))
            if end < len(text) - _BLOCK:
                # Cells without places, or one that is longer: a tag alone is kept whole.
                end = max(text.rfind(b"<"), len(text) - _BLOCK)
            yield text[:end]
            rest = text[end:]
    yield rest
