"""The encoding of a text file: by its marks, by what decodes it, by the headers that come out."""

import codecs
import re
from pathlib import Path

from partwright.imports.sheets.records.refusals import BrokenFile, UnknownEncoding
from partwright.imports.sheets.tables.header_row import LOOK_AHEAD, known_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.script_evidence import reads_like
from partwright.kit.patterns import lazy_regex

_CENTRAL = frozenset(
    [
        "mnozstvi",
        "nazev",
        "poz",
        "cislo",
        "cena",
        "cenaks",
        "dodavatel",
        "vyrobce",
        "megnevezes",
        "darab",
        "mennyiseg",
        "anyag",
        "tetel",
        "nazwa",
        "ilosc",
        "cenanetto",
        "dostawca",
        "denumire",
        "cantitate",
        "naziv",
        "kolicina",
        "mnozstvo",
        "nazov",
    ]
)
"""Headers, by their keys, of the languages that Windows-1250 is for."""
_BLOCK_BYTES = 1 << 20
_LONGEST_LINE = 1 << 16
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_CONTROLS = lazy_regex("[\x80-\x9f]")
_NATIONAL = {
    "cp1252": "Windows-1252",
    "latin-1": "ISO 8859-1",
    "gb18030": "GB 18030",
    "cp932": "Shift JIS",
    "cp949": "Korean (Windows-949)",
    "big5": "Big5",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1254": "Windows-1254",
}
"""Encodings of other files; the first of those that show equally many headers counts."""


def find_encoding(path: Path) -> tuple[str, tuple[str, ...]]:
    """The codec that reads the whole file, and a decision if it is not UTF-8."""
    with path.open("rb") as stream:
        start = stream.read(4096)
    for mark, encoding, name in _MARKS:
        if start.startswith(mark):
            if not _decodes(path, encoding):
                raise UnknownEncoding(f"the file is marked as {name} but holds other bytes")
            return encoding, () if name == "UTF-8" else (f"The text is {name}.",)
    if b"\0" in start:
        for encoding in ("utf-16-le", "utf-16-be"):
            if _looks_wide(start, encoding) and _decodes(path, encoding):
                return encoding, ("The text is UTF-16.",)
        raise BrokenFile(
            "the file holds NUL bytes: it is not text, or UTF-16 without a byte-order mark"
        )
    if _decodes(path, "utf-8"):
        return "utf-8", ()
    best = _by_headers(path)
    return best, (f"The text is not UTF-8 and is read as {_NATIONAL[best]}.",)


def _by_headers(path: Path) -> str:
    """The national encoding that decodes the file and shows the most known headers."""
    known: dict[str, float] = {}
    readable = [encoding for encoding in _NATIONAL if _decodes(path, encoding)]
    with path.open("rb") as stream:
        lines = [
            line for line in (stream.readline(_LONGEST_LINE) for _ in range(LOOK_AHEAD)) if line
        ]
    raw = b"".join(lines)
    for encoding in readable:
        text = raw.decode(encoding, "replace")
        if _CONTROLS.search(text):
            # Nobody writes these; in another encoding the bytes are letters or a sign for euros.
            continue
        rows = (re.split(r'[,;\t|"]+', line) for line in text.splitlines())
        cells = list(rows)
        known[encoding] = max((known_count(row) for row in cells), default=0)
        # Where English headers stand above, the cells say which script it is.
        known[encoding] += reads_like(text, encoding, raw)
        if encoding == "cp1250" and any(header_key(c) in _CENTRAL for row in cells for c in row):
            # Its headers have the same letters in the encoding of western Europe.
            known[encoding] += 1
    return max(known, key=lambda encoding: known[encoding], default=readable[0])


def _looks_wide(start: bytes, encoding: str) -> bool:
    """Whether nearly every second byte is zero, as Latin letters have it in UTF-16."""
    zeros = start[encoding == "utf-16-le" :: 2]
    return 5 * zeros.count(0) > 4 * len(zeros)


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as stream:
        try:
            while block := stream.read(_BLOCK_BYTES):
                decoder.decode(block)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True
