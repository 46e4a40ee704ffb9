"""Cells written as Markdown: emphasis is dropped, links become their texts and a column of links."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_words, without_markup
from partwright.kit.patterns import lazy_regex

_LINK = lazy_regex(r"!?\[([^\[\]]*)\]\(\s*<?(https?://[^\s()<>]*)>?(?:\s+\"[^\"]*\")?\s*\)")
_RELATIVE = lazy_regex(r"(!?)\[([^\[\]]*)\]\((?!https?://)(?=[^()\s]*[./#])(#?[\w./%@+-]{1,300})\)")
"""A link or a picture within the document's own folder, whose address says nothing elsewhere."""
_KINDS_OF_FILES = frozenset(
    """stl; step; stp; dxf; svg; pdf; cad; 3mf; f3d; file; files; stl file; step file; drawing; model; here;
    gcode; download; datei; zeichnung; fichier; archivo; ✓; link""".replace("\n    ", " ").split(
        "; "
    )
)
"""Texts of links that say less than the address does."""
_ANCHOR = lazy_regex(
    r"<a\s[^<>]{0,500}?href\s*=\s*[\"']?(https?://[^\s\"'<>]{1,2000})[^<>]{0,500}>([^<>\[\]]{0,500})</a>",
    re.IGNORECASE,
)
"""A link that is written in HTML."""
_EMPHASIS = lazy_regex(
    r"(\*\*|~~|`)(?=\S)(.{1,400}?)(?<=\S)\1|(?<!\w)__(?=\S)(.{1,400}?)(?<=\S)__(?!\w)"
)
"""Some words at most: each of many signs that nothing ends is looked behind as far."""
_WHOLE = lazy_regex(r"([*_])([^*_\s](?:[^*_]*[^*_\s])?)\1")
"""A cell that stands in italics as a whole, as `_pending_`."""
_MARKED = lazy_regex(rf"(?:{_EMPHASIS.pattern})(?:\s|$)")
"""A cell that begins with emphasis."""
_STRONG = lazy_regex(r"(?<![\w*])\*\*(?=[^\s*])[^*]{1,200}(?<=\S)\*\*(?![\w*])")
"""Words within a cell that are set in bold."""
_SAMPLE = 200
_ESCAPED = lazy_regex(r"\\([\\`*_{}\[\]()#+.!|<>~-])")
_LINKS = frozenset(["link", "links", "url", "urls", "href"])


def with_plain_cells(table: SheetTable) -> SheetTable:
    """The table without the marks of Markdown, where its cells have some."""
    sample = [cell for record in islice(table.records(), _SAMPLE) for cell in record.cells]
    linked = any(map(_LINK.search, map(_with_links, sample)))
    within = any(map(_RELATIVE.search, sample))
    marked = any(
        _MARKED.match(cell.strip())
        or _STRONG.search(cell)
        or _WHOLE.fullmatch(cell.strip())
        or without_markup(cell) != cell
        or cell.startswith("\\~")
        for cell in sample
    )
    if not (linked or marked or within):
        return table
    headers = [without_markup(_EMPHASIS.sub(r"\2\3", text)).strip() for text in table.headers]
    urls = [at for at, header in enumerate(headers) if _LINKS.intersection(header_words(header))]
    added = linked and not urls and "Link" not in headers
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            own = [
                # Where nothing but a link stands, it is what the cell says.
                _RELATIVE.sub(r"\3" if at in urls or _is_path(cell) else _text_of, cell)
                for at, cell in enumerate(record.cells)
            ]
            written = tuple(map(_with_links, own))
            found = [m[2] for cell in written for m in _LINK.finditer(cell)]
            cells = tuple(
                _ESCAPED.sub(r"\1", _LINK.sub(r"\2" if at in urls else r"\1", _upright(cell)))
                for at, cell in enumerate(written)
            )
            if added:
                cells = (*cells, " ".join(dict.fromkeys(found)))
            yield replace(record, cells=cells)

    return replace(table, headers=(*headers, "Link") if added else tuple(headers), records=records)


def _is_path(cell: str) -> bool:
    """Whether a cell is one link to a file, with a short text such as `STL`."""
    match = _RELATIVE.fullmatch(cell.strip())
    return match is not None and not match[1] and match[2].casefold() in _KINDS_OF_FILES


def _text_of(link: re.Match[str]) -> str:
    """The text of a link, nothing for a picture."""
    return "" if link[1] else link[2]


def _with_links(cell: str) -> str:
    """The cell with its links in HTML as those of Markdown."""
    return _ANCHOR.sub(r"[\2](\1)", cell) if "</a>" in cell.lower() else cell


def _upright(cell: str) -> str:
    """The cell without emphasis and tags."""
    if (plain := without_markup(cell)) != cell:
        cell = " ".join(plain.split())
    whole = _WHOLE.fullmatch(cell.strip())
    return whole[2] if whole else _EMPHASIS.sub(r"\2\3", cell)
