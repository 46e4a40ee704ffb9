"""Structures written to files and read again: the same parts, the same lines."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partwright.imports.export import (
    ExportedLine,
    ExportedPart,
    ExportedStructure,
    ExportRefused,
    Layout,
    sheet_of,
    write_sheet,
)
from partwright.imports.export.files import text_of
from partwright.imports.sheets.cell_values.formula_escape import escape_formula, unescape_formula
from partwright.imports.sheets.records.rows import UNKNOWN_PARENT, PreparedRow, RowRemark, SheetLine
from partwright.imports.sheets.repair.batches import ImportBatch, request_line
from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.kit.text_lines import one_line, without_hidden

# No XML can hold the last two; a workbook has their names instead, and its reader leaves them so.
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufffe\uffff")
odd = st.sampled_from(
    ["=1+1", "-", "-5", "+49 x", "@a", "'=x", "1.234", "1,5", "a\nb", 'q"q', ";", "~", "n/a"]
)
texts = (
    st.one_of(odd, st.text(characters, max_size=12))
    .map(str.strip)
    # What says that a program failed is told, and read as nothing.
    .filter(lambda text: text and not text.startswith(("#", "Err:")))
)
of_one_line = texts.filter(
    lambda text: len(text.splitlines()) == 1 and without_hidden(text) == text == one_line(text)
)
"""A sheet's number of several lines is refused, and its name is joined; neither has what nobody sees."""
item_numbers = of_one_line.filter(
    lambda text: text != UNKNOWN_PARENT and not text.startswith("\x01")
)
amounts = st.decimals(min_value=0, max_value=10**15 - 1, places=12).map(
    Decimal.normalize
) | st.sampled_from([Decimal("1.234"), Decimal(0), Decimal("0.001"), Decimal(1000)])
names = texts | st.sampled_from(["Name", "name", "attributes", "attributes.Name", "Level", "a  b"])


@st.composite
def structures(draw: st.DrawFn) -> ExportedStructure:
    numbers = draw(st.lists(item_numbers, min_size=1, max_size=7, unique_by=str.casefold))
    parts = [
        ExportedPart(
            id=f"id-{at}",
            number=number,
            values={
                "itemNumber": number,
                "name": draw(of_one_line),
                "revision": "-",
                "weightUnit": "kg",
                "costCurrency": "USD",
                "unitOfMeasure": "EA",
                **draw(
                    st.fixed_dictionaries(
                        {},
                        optional={
                            "description": texts,
                            "material": texts,
                            "location": texts,
                            "partType": st.sampled_from(["Purchase", "Manufacture"]),
                            "weight": amounts,
                            "cost": amounts,
                            "quantityOnHand": amounts,
                            "leadTimeDays": st.integers(0, 2**31 - 1),
                        },
                    )
                ),
            },
            attributes=draw(
                st.dictionaries(
                    names | st.just(" "), texts | st.sampled_from(["", " x "]), max_size=3
                )
            ),
        )
        for at, number in enumerate(numbers)
    ]
    pairs = [(a, b) for a in range(len(parts)) for b in range(a + 1, len(parts))]
    usages = [
        ExportedLine(
            f"id-{above}",
            f"id-{below}",
            draw(amounts),
            draw(st.none() | st.integers(0, 1000)),
            draw(st.just("") | st.sampled_from(["R1, R2", "R1-R4", "C1-4"]) | texts),
            draw(st.sampled_from(["", "left side", "=1+1", "1.234", "a\nb"])),
            draw(st.booleans()),
        )
        for above, below in draw(
            st.lists(st.sampled_from(pairs), unique=True) if pairs else st.just([])
        )
    ]
    return ExportedStructure(parts, usages)


def told(structure: ExportedStructure) -> tuple[dict[str, Any], set[Any]]:
    """What an import has to be told to make the structure."""
    parts: dict[str, Any] = {}
    for part in structure.parts.values():
        row = {k: v if isinstance(v, str | int) else f"{v:f}" for k, v in part.values.items()}
        parts[part.number] = row | ({"attributes": part.attributes} if part.attributes else {})
    number = {part.id: part.number for part in structure.parts.values()}
    return parts, {
        (
            *(number[u.parent], number[u.child], u.quantity, u.find_number),
            *(u.designators or None, u.remark, u.do_not_place),
        )
        for u in structure.usages
    }


def read(path: Path) -> tuple[dict[str, Any], set[Any]]:
    """What a file tells an import; numbers without idle zeros."""
    pieces = [piece for piece in read_sheet(path).pieces() if not isinstance(piece, RowRemark)]
    parts = {str(p.item["itemNumber"]): p.item for p in pieces if isinstance(p, PreparedRow)}
    for row in parts.values():
        for field in ("weight", "cost", "quantityOnHand"):
            if field in row:
                row[field] = f"{Decimal(str(row[field])).normalize():f}"
    lines: set[Any] = set()
    for line in [piece for piece in pieces if isinstance(piece, SheetLine)]:
        body = request_line(line)
        shown = (body.get("findNumber"), body.get("referenceDesignator"))
        shown = (*shown, line.remark, line.do_not_place)
        lines.add((line.parent, line.child, line.quantity, *shown))
    others = [p for p in pieces if not isinstance(p, PreparedRow | SheetLine)]
    assert (len(parts) + len(lines), others) == (len(pieces), [])
    return parts, lines


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("layout", ["level", "parent"])
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(structure=structures())
def test_what_is_written_is_read_again(
    tmp_path: Path, ending: str, layout: Layout, structure: ExportedStructure
) -> None:
    path = tmp_path / f"design.{ending}"
    write_sheet(sheet_of(structure, layout=layout), path)
    assert read(path) == told(structure)


@given(st.one_of(st.text("=+-@'\t\r\n＝1a", max_size=5), texts))
def test_a_guarded_text_runs_nowhere_and_comes_back(text: str) -> None:
    safe = escape_formula(text)
    assert unescape_formula(safe) == text
    if safe[:1] in {"=", "@", "\t", "\r", "\n", "＝"} or safe[:2] in {"+a", "-a", "--"}:
        raise AssertionError(safe)


def test_numbers_in_a_csv_mean_one_thing() -> None:
    cells = [Decimal("1.234"), Decimal("12.5"), Decimal("1E+3"), 7, "1.234", None]
    assert [text_of(cell) for cell in cells] == ["1.2340", "12.5", "1000", "7", "1.234", ""]


def test_a_shared_assembly_is_expanded_once() -> None:
    parts = [ExportedPart(n, n, {"itemNumber": n, "name": n}) for n in "TABC"]
    usages = [
        ExportedLine(p, c, Decimal(2), find_number=f)
        for p, c, f in (("T", "B", 20), ("T", "A", 10), ("A", "C", None), ("B", "A", None))
    ]
    places = [(p.level, p.part.number) for p in ExportedStructure(parts, usages).places()]
    assert places == [(0, "T"), (1, "A"), (2, "C"), (1, "B"), (2, "A")]


def test_what_a_workbook_cannot_hold_is_said(tmp_path: Path) -> None:
    part = ExportedPart("a", "A", {"itemNumber": "A", "name": "A"}, {" ": "x" * 40_000})
    path = tmp_path / "design.xlsx"
    path.write_text("as it was")
    with pytest.raises(ExportRefused, match="use a \\.csv file"):
        write_sheet(sheet_of(ExportedStructure([part], [])), path)
    assert path.read_text() == "as it was"
    assert [p.name for p in tmp_path.iterdir()] == ["design.xlsx"]
    write_sheet(sheet_of(ExportedStructure([part], [])), path.with_suffix(".csv"))
    (batch,) = read_sheet(path.with_suffix(".csv")).batches()
    assert isinstance(batch, ImportBatch)
    assert batch.rows[0].item["attributes"] == part.attributes
