"""Lists in the shapes in which CAD, ERP and PLM programs export them."""

from decimal import Decimal
from pathlib import Path

from partwright.imports.sheets.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


def test_levels_have_as_many_dots_as_they_count(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """St;Pos;Komponentennr.;Objektkurztext;Menge;KME
        .1;0010;20001001;Rahmen;1;ST
        ..2;0010;30001001;Profil 40x40;4;ST
        ..2;0020;30001002;Fußplatte;4;ST
        .1;0020;20001002;Antrieb;1;ST""",
        parent="T",
    )
    assert found.lines == {
        ("T", "20001001", "1"),
        ("20001001", "30001001", "4"),
        ("20001001", "30001002", "4"),
        ("T", "20001002", "1"),
    }
    assert not any("attributes" in part for part in found.parts.values())


def test_lines_of_a_structure_are_called_by_number_revision_and_name(tmp_path: Path) -> None:
    path = tmp_path / "bom.csv"
    path.write_text(
        "BOM Line,Quantity\nTC000100/A;1-Pump (View),1\n  TC000101/B;1-Casing,1\n"
        "  TC000102/A;2-Impeller,2\n    TC000103/A;1-Key x,3\n"
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [(p["itemNumber"], p["revision"], p["name"]) for p in found.parts.values()] == [
        ("TC000100", "A", "Pump"),
        ("TC000101", "B", "Casing"),
        ("TC000102", "A", "Impeller"),
        ("TC000103", "A", "Key x"),
    ]
    assert ("TC000102", "TC000103", "3") in found.lines


def test_the_sum_below_a_template_s_list_is_no_part(tmp_path: Path) -> None:
    rows = """Comment,Description,Designator,Footprint,Quantity
        100nF,Cap X7R,"C1, C2, C3",0603,3
        LM358,Dual opamp,U1,SOIC8,1"""
    found = read_text(tmp_path, f"{rows}\n\nApproved,,,Notes,4", parent="T")
    assert len(found.parts) == 2
    assert "Approved | Notes | 4: a sum, not a part" in {remark.text for remark in found.remarks}
    # Right below the others, or of another quantity, it is a part without designators.
    for rest in ("Heat sink,Heat sink,,,4", "\nHeat sink,Heat sink,,,5"):
        assert len(read_text(tmp_path, f"{rows}\n{rest}", parent="T").parts) == 3


def test_prices_by_quantity_stand_beside_counts_and_sums(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,MPN,Supplier,Order code,Qty/board,Qty for 100,Price @1 EUR,Price @100 EUR,Ext @100
        MCU,STM32F405,Mouser,511-STM32,1,100,8.5,6.4,640
        Res,RC0603FR,Mouser,603-RC06,12,1200,0.02,0.002,2.4""",
        parent="T",
    )
    assert {quantity for _, _, quantity in found.lines} == {"1", "12"}
    sold = [p.sources[0].suppliers[0] for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    assert [[(x.quantity, x.price) for x in one.prices] for one in sold] == [
        [(1, Decimal("8.5")), (100, Decimal("6.4"))],
        [(1, Decimal("0.02")), (100, Decimal("0.002"))],
    ]


def test_a_table_that_lies_on_its_side_is_read_by_columns(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part Number,A-1,A-2,A-3
        Description,Body,Lid,Seal
        Qty,1,1,2
        Material,Al,Al,NBR""",
        parent="T",
    )
    assert [(p["itemNumber"], p["name"], p["material"]) for p in found.parts.values()] == [
        ("A-1", "Body", "Al"),
        ("A-2", "Lid", "Al"),
        ("A-3", "Seal", "NBR"),
    ]
    assert ("T", "A-3", "2") in found.lines
    assert "The headers stand in the first column" in found.reading.table.decisions[0]
