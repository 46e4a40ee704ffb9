"""The page that a visitor of a share sees: plain HTML, without scripts and without an account."""

import base64
import hashlib
from datetime import datetime
from html import escape

from partwright.packages.columns import BomColumn
from partwright.packages.document_columns import DocumentColumn, document_column
from partwright.packages.model import PackedFile
from partwright.shares.visit_service import OpenShare
from partwright.shares.wording import Wording

_STYLE = """
:root { background: Canvas; color: CanvasText; color-scheme: light dark;
  --line: #8884; --quiet: #636363; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a3a3a3; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; } .quiet { color: var(--quiet); }
nav a { border: 1px solid var(--line); border-radius: .4rem; display: inline-block;
  margin: .25rem .5rem .25rem 0; padding: .35rem .8rem; text-decoration: none; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
th, td:first-child { white-space: nowrap; } .number { text-align: right; white-space: nowrap; }
.name { min-width: 14rem; }
@media (max-width: 40rem) {
  .lines tr { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .4rem 0;
    border-bottom: 1px solid var(--line); }
  .lines td { border: 0; padding: 0; }
  .lines .name { flex: 1 1 62%; min-width: 8rem; }
  .lines td[data-label] { color: var(--quiet); font-size: .9rem; }
  .lines td[data-label]::before { content: attr(data-label) "\\00a0"; }
  .lines .none, .lines tr:has(th) { display: none; }
}
footer { color: var(--quiet); font-size: .85rem; margin-top: 3rem; }
"""
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
_INDENT = "\u2003"


def visitor_page(found: OpenShare, wording: Wording, *, path: str) -> str:
    """The whole page; `path` is its own, below which the files are."""
    top, share = found.contents.table.item, found.share
    revision = "" if top.revision == "-" else f", {wording.revision.format(top.revision)}"
    title = escape(f"{top.item_number}{revision}: {top.name}")
    note = f"<p>{escape(share.note)}</p>" if share.note else ""
    until = datetime.fromisoformat(share.expires_at).strftime(wording.day)
    return _document(
        wording,
        title,
        f'<h1>{title}</h1><p class="quiet">{escape(wording.named(top.state))}.'
        f" {escape(wording.shared.format(share.creator, until))}</p>{note}"
        f"{_downloads(found, wording, path)}{_files(found, wording, path)}{_lines(found, wording)}",
        f"<footer>{wording.told} Partwright</footer>",
    )


def notice_page(text: str, wording: Wording) -> str:
    """The page that says one sentence, in place of what was asked for."""
    return _document(wording, "Partwright", f"<h1>Partwright</h1><p>{escape(text)}</p>", "")


def _document(wording: Wording, title: str, main: str, footer: str) -> str:
    return (
        f'<!doctype html><html lang="{wording.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex">'
        f"<title>{title}</title><style>{_STYLE}</style></head>"
        f"<body><main>{main}</main>{footer}</body></html>"
    )


def _downloads(found: OpenShare, wording: Wording, path: str) -> str:
    links = [
        (f"{path}/bom?format={kind}", f"{wording.bill} ({name})")
        for kind, name in (("pdf", "PDF"), ("xlsx", "Excel"), ("csv", "CSV"))
    ]
    if found.contents.sources:
        links.insert(0, (f"{path}/package", wording.everything))
    shown = "".join(f'<a href="{escape(where)}">{escape(text)}</a>' for where, text in links)
    return f"<nav>{shown}</nav>"


def _files(found: OpenShare, wording: Wording, path: str) -> str:
    rows = "".join(
        f"<tr><td>{escape(item.item_number)}</td><td>{_file(found, file, path)}</td>"
        f'<td class="number">{_size(file.size, wording)}</td></tr>'
        for item in found.contents.items
        for file in item.files
    )
    if not rows:
        return f"<h2>{wording.files}</h2><p>{wording.no_files}</p>"
    head = f'<th>{wording.part}</th><th>{wording.file}</th><th class="number">{wording.size}</th>'
    return _wide(wording.files, f"<tr>{head}</tr>{rows}")


def _file(found: OpenShare, file: PackedFile, path: str) -> str:
    file_id = found.contents.sources[file.path].id
    name = escape(file.file_name or file.path)
    return f'<a href="{escape(path)}/files/{escape(str(file_id))}">{name}</a>'


def _size(size: int, wording: Wording) -> str:
    value, unit = float(size), "B"
    for larger in ("KB", "MB", "GB", "TB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{size} B" if unit == "B" else f"{value:.1f} {unit}".replace(".", wording.point)


def _lines(found: OpenShare, wording: Wording) -> str:
    """The bill of materials; on a phone each line stands in two, with the names of its columns."""
    table = found.contents.table
    if not table.rows:
        return ""
    shown = [n for n, column in enumerate(table.columns) if column.name != "level"]
    columns = {n: document_column(table, n) for n in shown}
    labels = {n: escape(_label(columns[n], wording)) for n in shown}
    kinds = {n: _kind(table.columns[n]) for n in shown}
    head = "".join(f'<th role="columnheader"{_of(kinds[n])}>{labels[n]}</th>' for n in shown)
    rows: list[str] = []
    for at, level in enumerate(table.levels):
        cells: list[str] = []
        for n in shown:
            text = escape(_cell(columns[n], at, wording))
            kind = f"{kinds[n]} none" if text in ("", "-") else kinds[n]
            label = "" if n == shown[0] or kinds[n] == "name" else f' data-label="{labels[n]}"'
            indent = _INDENT * (level - 1) if n == shown[0] else ""
            cells.append(f'<td role="cell"{_of(kind)}{label}>{indent}{text}</td>')
        rows.append("".join(cells))
    body = "".join(f'<tr role="row">{row}</tr>' for row in rows)
    return _wide(wording.bill, f'<tr role="row">{head}</tr>{body}', ' class="lines" role="table"')


def _kind(column: BomColumn) -> str:
    return "number" if column.is_number else "name" if column.name == "name" else ""


def _of(kind: str) -> str:
    return f' class="{kind.strip()}"' if kind else ""


def _label(column: DocumentColumn, wording: Wording) -> str:
    """The column's name in the visitor's language, with the unit of all its figures."""
    name = column.column.label
    return wording.named(name) + column.label.removeprefix(name)


def _cell(column: DocumentColumn, at: int, wording: Wording) -> str:
    text = column.texts[at]
    return wording.named(text) if column.column.name == "state" else text


def _wide(title: str, rows: str, look: str = "") -> str:
    """A table below its title, which keys can move where it is wider than the screen."""
    wide = f'<div class="wide" role="region" aria-label="{title}" tabindex="0">'
    return f"<h2>{title}</h2>{wide}<table{look}>{rows}</table></div>"
