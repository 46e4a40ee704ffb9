"""Title blocks, sums, notes and blanks: what people leave in the sheets that they export."""

from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.imports.sheets.tables.non_items import is_total
from partwright.imports.sheets.tables.other_tables import holds_no_parts
from tests.imports.sheets.sheetfiles import attributes_of, outcome, read_text

PRINTED = """Part Number,Description,Qty
I-100,"Top
  assembly",1
  I-110,Sub,2
    I-111,Screw,4
  I-120,Sub two,1
    I-111,Screw,2
"""


def test_blanks_before_the_numbers_are_levels(tmp_path: Path) -> None:
    path = tmp_path / "printed.csv"
    path.write_text(PRINTED)
    found = outcome(read_sheet(path))
    assert found.problems == []
    assert found.lines == {
        ("I-100", "I-110", "2"),
        ("I-110", "I-111", "4"),
        ("I-100", "I-120", "1"),
        ("I-120", "I-111", "2"),
    }
    assert found.parts[2]["name"] == "Top assembly"
    assert 'blanks before "Part Number"' in found.reading.decisions[-1]


def test_a_blank_that_slipped_in_makes_no_structure(tmp_path: Path) -> None:
    path = tmp_path / "parts.csv"
    path.write_text("PN,Qty\nA,1\n B,2\nC,3\nD,1\n")
    found = outcome(read_sheet(path))
    assert (found.reading.plan.structure, len(found.parts)) == ("none", 4)
    assert any("no parent names" in decision for decision in found.reading.decisions)


def test_sums_and_notes_below_a_list_are_no_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part Number,Description,Cost
        T-1,Total station,1.50
        ,Total,1.50
        Summe netto:,,1.50
        Printed by A. Smith on 2026-03-01,,""",
    )
    assert found.bad_rows == [5]
    assert [remark.code for remark in found.remarks] == ["TOTAL_ROW", "TOTAL_ROW"]
    assert [part["name"] for part in found.parts.values()] == ["Total station"]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        *[(text, True) for text in ("TOTAL", "Grand total", "Zwischensumme", "Sous-total :")],
        *[(text, False) for text in ("Totalizer", "Summer", "Sumpf", "Gesture sensor", "")],
    ],
)
def test_words_of_sums(first: str, expected: bool) -> None:
    assert is_total(["", first, "4"], "") is expected


def test_a_title_block_with_labels_is_not_the_header(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Assembly Number:,P-7,Revision:,B,Description
        Item,Pump
        ,,
        Level,Part Number,Description,Qty,Unit
        0,P-7,Pump,1,each
        1,P-8,Seal,2,each""",
    )
    assert found.lines == {("P-7", "P-8", "2")}
    assert found.parts[6]["unitOfMeasure"] == "each"
    assert "Assembly Number:, P-7" in found.reading.decisions[0]


def test_a_cover_sheet_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Cover").write(0, 0, "Bill of Material")
        book.add_worksheet("BOM").write_row(0, 0, ["Part Number", "Name"])
    reading = read_sheet(path)
    assert reading.table.headers == ("Part Number", "Name")
    assert reading.decisions[0] == 'Of 2 sheets, "BOM" is read.'


def test_headers_given_twice_are_counted_unless_they_may_be_a_field(tmp_path: Path) -> None:
    found = read_text(tmp_path, "PN,Note,Name,note\nA,x,a,y\n")
    assert found.parts[2]["attributes"] == {"Note": "x", "note (2)": "y"}
    found = read_text(tmp_path, "PN,Qty,Qty\nA,1,2\n", parent="T")
    assert found.lines == {("T", "A", "1")}
    assert "are numbered" in found.reading.decisions[0]
    told = {"Qty": "ignore", "Qty (2)": "quantity"}
    found = read_text(tmp_path, "PN,Qty,Qty\nA,1,2\n", parent="T", mapping=told)
    assert found.lines == {("T", "A", "2")}


def test_an_item_number_over_several_lines_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "parts.csv"
    path.write_text('PN,Name\n"A-\n1",a\nB,"b\n c"\n')
    found = outcome(read_sheet(path))
    assert (found.bad_rows, found.parts[3]["name"]) == ([2], "b c")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "New,Part number,Description\n*,P-1,Screw M3\n,P-2,Nut\n*,P-3,Washer",
            ["Screw M3", "Nut", "Washer"],
        ),
        ("Crit;Bezeichnung;Material\n#;Welle;C45\n;Rad;C45", ["Welle", "Rad"]),
        ("Opt,Part,Notes,Qty\n*,Heater,for winter,\n,Lamp,,2", ["Heater", "Lamp"]),
        ("Name,Qty,Note\nLamp,1,\n*,,see drawing", ["Lamp"]),
        ("No,Name,Qty\n1,Lamp,1\n*,,", ["Lamp"]),
    ],
)
def test_signs_before_parts_make_no_footnotes(text: str, names: list[str], tmp_path: Path) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert [part["name"] for part in found.parts.values()] == names


@pytest.mark.parametrize(
    ("below", "differs"),
    [
        ("Shipping,1,5.00,5.00\nVAT,,,9.40\nTotal,,,56.40", False),
        ("Sales tax 5%,,,2.10\nDiscount,,,4.20\nTotal,,,39.90", False),
        ("Shipping,1,5.00,5.00\nUSt. 19%,,,8.93\nTotal,,,42.00", False),
        ("Shipping,1,5.00,5.00\nVAT,,,9.40\nTotal,,,66.40", True),
        *(
            (f"{charge},,,18.00\nTotal,,,60.00", False)
            for charge in (
                *("Frete", "Embalagem", "Versand", "Transport", "Porto", "Freight & insurance"),
                *("Verpackung und Transport", "Frais de port et emballage", "Frachtkosten", "运费"),
                *("Imballo e trasporto", "Doprava", "Packing"),
            )
        ),
    ],
)
def test_sums_hold_what_an_order_costs_besides_parts(
    below: str, differs: bool, tmp_path: Path
) -> None:
    text = f"Part,Qty,Unit price,Total\nBolt,4,0.50,2.00\nMotor,2,20.00,40.00\n{below}"
    found = read_text(tmp_path, text, parent="T")
    assert any(remark.code == "FIGURES_DIFFER" for remark in found.remarks) is differs
    assert len(found.parts) == 2


@pytest.mark.parametrize(
    "signed",
    [
        *(
            "Vypracoval,Novák,,Datum",
            "Zatwierdził:,,,",
            "Elaborado por: C. Souza,,Data: 10/03/2026,",
        ),
        *(
            "Prepared by J. Smith,,,",
            "Granskad av,L. Holm,2026-01-02,",
            "编制：李明,审核：王强,批准：,",
        ),
        # Title blocks of drawings.
        "A3,Echelle 1:2,Dessiné par: J. Morel,",
        *(",,Blatt 1/3,", "REV B,,Scale: 1:5,", ",,Disegnato da: L. Riva,"),
        *("Утвердил,Петров,,", "検図,佐藤,承認,鈴木", "Hazırlayan,E. Yılmaz,Tarih,"),
    ],
)
def test_signatures_below_a_list_are_no_parts_and_no_titles(signed: str, tmp_path: Path) -> None:
    rows = f"Pos,Part No,Name,Qty\n1,A-1,Plate,2\n2,A-2,Bolt,4\n3,A-3,Data,1\n{signed}"
    found = read_text(tmp_path, rows, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["Plate", "Bolt", "Data"]
    assert ([r.code for r in found.remarks], found.problems) == (["NOT_A_PART"], [])
    assert [line.find_number for line in found.details] == [1, 2, 3]


@pytest.mark.parametrize("place", ["", "Pos,"])
def test_what_is_paid_besides_parts_is_no_sum(place: str, tmp_path: Path) -> None:
    rows = ["Motor,2,20.00,40.00", "Wheel,4,5.00,20.00", "Transport,,,9.00", "Total,,,69.00"]
    numbered = [f"{at},{row}" if at < 3 else f",{row}" for at, row in enumerate(rows, start=1)]
    text = "\n".join([f"{place}Part,Qty,Unit price,Total", *(numbered if place else rows)])
    found = read_text(tmp_path, text, parent="T")
    codes = [remark.code for remark in found.remarks if remark.row_number > 3]
    assert codes == ["NOT_A_PART", "TOTAL_ROW"]


def test_a_charge_above_parts_is_their_title(tmp_path: Path) -> None:
    text = "Part,Qty,Unit price,Total\nMotor,2,20.00,40.00\nPackaging,,,12.00\nCarton,2,6.00,12.00"
    found = read_text(tmp_path, text, parent="T")
    assert [r.code for r in found.remarks if r.row_number] == ["SECTION_ROW"]
    assert attributes_of(found.parts[4]) == {"Category": "Packaging"}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Number,Name,Qty,Excluded from BOM\nA,a,1,No\nB,b,1,Yes\nC,c,2,", "A C"),
        ("Number,Name,Qty,In BOM\nA,a,1,Yes\nB,b,1,No\nC,c,2,Yes", "A C"),
        ("Number,Name,Qty,BOM Structure\nA,a,1,Normal\nB,b,1,Reference\nC,c,2,Purchased", "A C"),
        (
            "Item,Number,Qty,Exclude from BOM\n1,A,1,\n1.1,A1,2,\n2,B,1,true\n2.1,B1,4,\n2.1.1,B2,1,\n3,C,2,",
            "A A1 C",
        ),
    ],
)
def test_rows_left_out_of_the_bom_make_no_parts(text: str, numbers: str, tmp_path: Path) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert " ".join(str(part["itemNumber"]) for part in found.parts.values()) == numbers
    assert {remark.code for remark in found.remarks} == {"NOT_A_PART"}
    assert len(found.remarks) + len(found.parts) == text.count("\n")


def test_phantoms_are_told(tmp_path: Path) -> None:
    text = "Number,Name,Qty,BOM Structure\nA,Pipe,1,Phantom\nB,Bolt,1,Normal"
    found = read_text(tmp_path, text, parent="T")
    assert found.parts[2]["partType"] == "Phantom"
    assert any(r.code == "DOUBTED" and "phantom" in r.text for r in found.remarks)


def test_sheets_of_changes_hold_no_parts_unless_they_count_some() -> None:
    assert holds_no_parts("Revisions", are_counted=False)
    assert holds_no_parts("Änderungen", are_counted=False)
    assert not holds_no_parts("Revisions", are_counted=True)
    assert not holds_no_parts("Mechanical", are_counted=False)
