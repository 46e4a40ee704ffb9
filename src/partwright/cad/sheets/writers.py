"""A drawn sheet as SVG and as PDF; pure."""

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from partwright.cad.sheets.model import DrawnSheet, FilledShape, Line, PenStroke, SheetText
from partwright.kit.units import MM_PER_INCH

_POINTS: Final = 72 / MM_PER_INCH
"""Points of a PDF in a millimetre."""
_WIDTH_OF_LETTER: Final = 0.52
"""Of Helvetica on the average, as a share of its size."""


def as_svg(sheet: DrawnSheet) -> str:
    """The sheet in millimetres, with text as text."""
    body = [*(_svg_stroke(one, sheet.height) for one in sheet.strokes)]
    body += [_svg_shape(one, sheet.height) for one in sheet.shapes]
    body += [_svg_text(one, sheet.height) for one in sheet.texts]
    wide, high = f"{sheet.width:g}", f"{sheet.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}"><rect width="{wide}" height="{high}" fill="#fff"/>'
        '<g font-family="Helvetica, Arial, sans-serif" stroke-linecap="round">'
        f"{''.join(body)}</g></svg>\n"
    )


def _svg_stroke(stroke: PenStroke, height: float) -> str:
    data = "".join(
        f"M{a[0]:.2f} {height - a[1]:.2f}L{b[0]:.2f} {height - b[1]:.2f}" for a, b in stroke.lines
    )
    pattern = " ".join(f"{one:g}" for one in stroke.dashes)
    dashes = f' stroke-dasharray="{pattern}"' if pattern else ""
    return f'<path fill="none" stroke="#000" stroke-width="{stroke.width:g}"{dashes} d="{data}"/>'


def _svg_shape(shape: FilledShape, height: float) -> str:
    corners = " ".join(f"{x:.2f},{height - y:.2f}" for x, y in shape.corners)
    return f'<polygon points="{corners}"/>'


def _svg_text(text: SheetText, height: float) -> str:
    x, y = text.at[0], height - text.at[1]
    turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if text.is_upright else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{text.size:g}" text-anchor="{text.anchor}"{turn}>'
        f"{escape(text.words)}</text>"
    )


def as_pdf(sheet: DrawnSheet) -> bytes:
    """The sheet as one page; letters that Helvetica has not become question marks."""
    content = "\n".join(_pdf_lines(sheet)).encode("cp1252", "replace")
    wide, high = sheet.width * _POINTS, sheet.height * _POINTS
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.2f} {high:.2f}]"
        " /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode("ascii"),
        font,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    return _pdf_file(objects)


def _pdf_file(objects: Iterable[bytes]) -> bytes:
    """Header, objects, the table of where they begin, trailer."""
    file = b"%PDF-1.4\n"
    starts: list[int] = []
    for number, one in enumerate(objects, 1):
        starts.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(starts) + 1
    file += b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    start = len(file) - len(b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table))
    return file + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, start)


def _pdf_lines(sheet: DrawnSheet) -> Iterator[str]:
    yield f"{_POINTS:.6f} 0 0 {_POINTS:.6f} 0 0 cm 1 J 1 j"
    for stroke in sheet.strokes:
        yield f"{stroke.width:g} w [{' '.join(f'{one:g}' for one in stroke.dashes)}] 0 d"
        yield from (_pdf_line(line) for line in stroke.lines)
        yield "S"
    for shape in sheet.shapes:
        first, *others = (f"{x:.2f} {y:.2f}" for x, y in shape.corners)
        yield f"{first} m {' '.join(f'{one} l' for one in others)} h f"
    yield from (_pdf_text(text) for text in sheet.texts)


def _pdf_line(line: Line) -> str:
    (ax, ay), (bx, by) = line
    return f"{ax:.2f} {ay:.2f} m {bx:.2f} {by:.2f} l"


def _pdf_text(text: SheetText) -> str:
    long = len(text.words) * text.size * _WIDTH_OF_LETTER
    back = long / 2 if text.anchor == "middle" else 0.0
    x, y = text.at
    turn = (
        f"0 1 -1 0 {x:.2f} {y - back:.2f}" if text.is_upright else f"1 0 0 1 {x - back:.2f} {y:.2f}"
    )
    words = text.words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {text.size:g} Tf {turn} Tm ({words}) Tj ET"
