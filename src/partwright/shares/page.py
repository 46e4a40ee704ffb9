"""The page that a visitor of a share sees: plain HTML, without scripts and without an account."""

import base64
import hashlib
from html import escape

from partwright.packages.columns import as_text
from partwright.packages.model import PackedFile
from partwright.shares.visit_service import OpenShare

_STYLE = """
:root { background: Canvas; color: CanvasText; color-scheme: light dark;
  --line: #8884; --quiet: #636363; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a3a3a3; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; } .quiet { color: var(--quiet); }
nav a { border: 1px solid var(--line); border-radius: .4rem; display: inline-block;
  margin: .25rem .5rem .25rem 0; padding: .35rem .8rem; text-decoration: none; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
th { white-space: nowrap; } .number { text-align: right; white-space: nowrap; }
footer { color: var(--quiet); font-size: .85rem; margin-top: 3rem; }
"""
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
_INDENT = "\u2003"


def visitor_page(found: OpenShare, *, path: str) -> str:
    """The whole page; `path` is its own, below which the files are."""
    table, share = found.contents.table, found.share
    top = table.item
    revision = "" if top.revision == "-" else f", revision {top.revision}"
    title = escape(f"{top.item_number}{revision}: {top.name}")
    note = f"<p>{escape(share.note)}</p>" if share.note else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main><h1>{title}</h1>"
        f'<p class="quiet">{escape(top.state)}. Shared by {escape(share.creator)},'
        f" open until {escape(share.expires_at[:16].replace('T', ' '))} UTC.</p>{note}"
        f"{_downloads(path, has_files=bool(found.contents.sources))}"
        f"{_files(found, path)}{_lines(found)}</main>"
        "<footer>What is looked at here is told to the one who shared it. Partwright</footer>"
        "</body></html>"
    )


def _downloads(path: str, *, has_files: bool) -> str:
    links = [
        (f"{path}/bom?format={kind}", f"Bill of materials ({name})")
        for kind, name in (("pdf", "PDF"), ("xlsx", "Excel"), ("csv", "CSV"))
    ]
    if has_files:
        links.insert(0, (f"{path}/package", "Everything (ZIP)"))
    shown = "".join(f'<a href="{escape(where)}">{escape(text)}</a>' for where, text in links)
    return f"<nav>{shown}</nav>"


def _files(found: OpenShare, path: str) -> str:
    rows = "".join(
        f"<tr><td>{escape(item.item_number)}</td><td>{_file(found, file, path)}</td>"
        f'<td class="number">{_size(file.size)}</td></tr>'
        for item in found.contents.items
        for file in item.files
    )
    if not rows:
        return "<h2>Files</h2><p>No files are shared.</p>"
    head = '<tr><th>Part</th><th>File</th><th class="number">Size</th></tr>'
    return _wide("Files", f"{head}{rows}")


def _file(found: OpenShare, file: PackedFile, path: str) -> str:
    file_id = found.contents.sources[file.path].id
    name = escape(file.file_name or file.path)
    return f'<a href="{escape(path)}/files/{escape(str(file_id))}">{name}</a>'


def _size(size: int) -> str:
    value, unit = float(size), "B"
    for larger in ("KB", "MB", "GB", "TB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{size} B" if unit == "B" else f"{value:.1f} {unit}"


def _lines(found: OpenShare) -> str:
    table = found.contents.table
    if not table.rows:
        return ""
    shown = [n for n, column in enumerate(table.columns) if column.name != "level"]
    head = "".join(f"<th{_class(found, n)}>{escape(table.columns[n].label)}</th>" for n in shown)
    rows: list[str] = []
    for row, level in zip(table.rows, table.levels, strict=True):
        cells = [escape(as_text(row[n])) for n in shown]
        cells[0] = _INDENT * (level - 1) + cells[0]
        rows.append(
            "".join(f"<td{_class(found, n)}>{c}</td>" for n, c in zip(shown, cells, strict=True))
        )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return _wide("Bill of materials", f"<tr>{head}</tr>{body}")


def _wide(title: str, rows: str) -> str:
    """A table below its title, which keys can move where it is wider than the screen."""
    wide = f'<div class="wide" role="region" aria-label="{title}" tabindex="0">'
    return f"<h2>{title}</h2>{wide}<table>{rows}</table></div>"


def _class(found: OpenShare, place: int) -> str:
    return ' class="number"' if found.contents.table.columns[place].is_number else ""
