"""Notes that stand on cells of a workbook's sheet, as `do not fit`, which are none of its values."""

import html
import posixpath
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath

from partwright.imports.sheets.formats.sheet_xml import ATTRIBUTE
from partwright.kit.patterns import lazy_regex

_RELATION = lazy_regex(rb"<(?:\w+:)?Relationship\s[^<>]*>")
_NOTE = lazy_regex(rb"<(?:\w+:)?comment\s")
_CELL = lazy_regex(r"[A-Z]{1,3}([0-9]{1,7})")
_TEXT = lazy_regex(rb"<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<")
_EXPLAINED = "https://go.microsoft.com/"
"""Ends what Excel writes for older versions of itself before the text of a thread."""
_MOST_BYTES = 4 << 20
"""Bytes of the notes of a sheet that are read."""
_MOST_NOTES = 10_000
_MOST_OF_ONE = 20_000
_LONGEST = 500
"""Characters of a note that are kept."""


def cell_notes(archive: zipfile.ZipFile, part: str) -> dict[int, dict[str, str]]:
    """Row and cell, as `B3`, to the beginning of the note on it, for the sheet in the entry `part`."""
    entry = _notes_of(archive, part)
    if not entry or entry not in archive.namelist():
        return {}
    with archive.open(entry) as stream:
        text = stream.read(_MOST_BYTES)
    notes: dict[int, dict[str, str]] = {}
    for note in _NOTE.split(text, _MOST_NOTES)[1:]:
        tag, _, body = note.partition(b">")
        told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(tag))
        cell = _CELL.fullmatch(told.get(b"ref", b"").decode("utf-8", "replace"))
        if cell and (said := _plain(body[:_MOST_OF_ONE])):
            notes.setdefault(int(cell[1]), {})[cell[0]] = said
    return notes


def _notes_of(archive: zipfile.ZipFile, part: str) -> str:
    """The archive's entry with the notes of a sheet; empty for a sheet without."""
    sheet = PurePosixPath(part)
    relations = str(sheet.parent / "_rels" / f"{sheet.name}.rels")
    if relations not in archive.namelist():
        return ""
    for relation in _RELATION.findall(archive.read(relations)):
        told: Mapping[bytes, bytes] = dict(ATTRIBUTE.findall(relation))
        if told.get(b"Type", b"").endswith(b"/comments"):
            target = told.get(b"Target", b"").decode()
            return posixpath.normpath(posixpath.join("/", sheet.parent, target)).lstrip("/")
    return ""


def _plain(note: bytes) -> str:
    """The text of a note in one line."""
    return note_text(b"".join(_TEXT.findall(note)))


def note_text(note: bytes) -> str:
    """The beginning of a note in one line, without what Excel explains before a thread."""
    whole = html.unescape(note.decode("utf-8", "replace"))
    explained, _, thread = whole.partition(_EXPLAINED)
    if thread and explained.startswith("["):
        whole = thread.partition(":\n")[2]
    said = " ".join(whole.split())
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."
