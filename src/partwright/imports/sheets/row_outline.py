"""Outline groups of a workbook's rows, which its readers of cells leave out."""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*?\br:id=\"([^\"]+)\"")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
_ATTRIBUTE = re.compile(rb"\b(\w+)=\"([^\"]*)\"")
_ROW = re.compile(rb"<(?:\w+:)?row\s([^>]*)>")
_BLOCK = 1 << 20
_DEEPEST = 7
"""Excel keeps no deeper groups."""


def row_outline(path: Path, sheet: int) -> dict[int, int]:
    """Row to the depth of its group, for rows of the sheet that are in one; of XLSX files alone."""
    if not zipfile.is_zipfile(path):
        return {}
    try:
        with zipfile.ZipFile(path) as archive:
            part = _part_of(archive, sheet)
            return dict(_grouped(archive, part)) if part else {}
    except (zipfile.BadZipFile, KeyError, OSError, ValueError):
        # Cells were read already; a file without readable groups is one without groups.
        return {}


def _part_of(archive: zipfile.ZipFile, sheet: int) -> str:
    """The archive's entry that holds the sheet; empty where the file is none of Excel's."""
    if "xl/workbook.xml" not in archive.namelist():
        return ""
    ids = _SHEET.findall(archive.read("xl/workbook.xml"))
    if sheet >= len(ids):
        return ""
    for relation in _RELATION.findall(archive.read("xl/_rels/workbook.xml.rels")):
        told: Mapping[bytes, bytes] = dict(_ATTRIBUTE.findall(relation))
        if told.get(b"Id") == ids[sheet]:
            target = told.get(b"Target", b"").decode()
            absolute = target.startswith("/")
            return target[1:] if absolute else str(PurePosixPath("xl") / target)
    return ""


def _grouped(archive: zipfile.ZipFile, part: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    rest = b""
    with archive.open(part) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            # A tag may begin in one block and end in the next.
            end = text.rfind(b"<row")
            end = len(text) if end < 0 or b">" in text[end:] else end
            for row in _ROW.findall(text, 0, end):
                told: Mapping[bytes, bytes] = dict(_ATTRIBUTE.findall(row))
                depth = told.get(b"outlineLevel", b"0")
                if depth != b"0" and b"r" in told:
                    found.append((int(told[b"r"]), min(int(depth), _DEEPEST)))
            rest = text[end:]
    return found
