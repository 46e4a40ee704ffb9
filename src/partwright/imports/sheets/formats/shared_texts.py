"""Texts that cells of a workbook share: the reader copies one of pages for each of its cells."""

import zipfile
from collections.abc import Iterator

from partwright.imports.sheets.formats.sheet_size import check_text
from partwright.kit.patterns import lazy_regex

_END = lazy_regex(rb"</(?:\w+:)?si>")
_EMPTY = lazy_regex(rb"<(?:\w+:)?si\s*/>")
_USE = lazy_regex(
    rb"\bt=[\"']s[\"'][^>]*>\s*(?:<(?:\w+:)?f[^>]*>[^<]*</(?:\w+:)?f>\s*)?<(?:\w+:)?v>\s*([0-9]{1,9})\s*<"
)
_LONG = 1_000
"""Bytes from which on a shared text is looked for in the cells."""
_BLOCK = 1 << 20
_OVERLAP = 1 << 10
_MOST_LONG = 200_000


def check_shared_texts(archive: zipfile.ZipFile) -> None:
    """BrokenFile where the cells of a sheet repeat long texts until they are too much."""
    names = [entry.filename for entry in archive.infolist()]
    shared = [name for name in names if name.casefold().endswith("sharedstrings.xml")]
    long = {at: size for name in shared for at, size in _long_texts(archive, name)}
    if not long:
        return
    for name in names:
        if name not in shared and name.casefold().endswith(".xml"):
            total = 0
            for index in _uses(archive, name):
                total += long.get(index, 0)
                check_text(total)


def _long_texts(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[int, int]]:
    """The places of long texts among those that are shared, and how many bytes each has."""
    place = found = 0
    rest = b""
    with archive.open(name) as stream:
        while block := stream.read(_BLOCK):
            *texts, rest = _END.split(rest + block)
            for text in texts:
                place += len(_EMPTY.findall(text))
                if len(text) > _LONG and found < _MOST_LONG:
                    found += 1
                    yield place, len(text)
                place += 1


def _uses(archive: zipfile.ZipFile, name: str) -> Iterator[int]:
    """The place of the shared text of each cell that has one."""
    rest = b""
    with archive.open(name) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            end = text.rfind(b"<", 0, max(len(text) - _OVERLAP, 0))
            # A cell may begin in one block and end in the next.
            cut = max(text.rfind(b"<c ", 0, end), 0) if len(block) == _BLOCK else len(text)
            yield from (int(place) for place in _USE.findall(text, 0, cut))
            rest = text[cut:]
        yield from (int(place) for place in _USE.findall(rest))
