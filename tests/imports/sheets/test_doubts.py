"""Doubts that a reading tells where a person would look twice, and none of lists read well."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.imports.sheets.doubts.value_doubts import ValueDoubts
from partwright.imports.sheets.mapping.columns import plan_columns
from partwright.imports.sheets.records.rows import ReadRow, RowRemark, SheetRecord
from partwright.imports.sheets.records.sources import SheetSource, SheetSupplier
from tests.imports.sheets.sheetfiles import Outcome, read_text

_DOUBTS = ("DOUBTED", "COLUMN_LEFT_OUT", "PRICE_DOUBTED", "QUANTITY_ASSUMED")


def _doubts(found: Outcome) -> list[str]:
    remarks: list[RowRemark] = [*found.reading.remarks, *found.remarks]
    return [remark.text for remark in remarks if remark.code in _DOUBTS]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Name,Qty,From,To\nWire,1,R1,C1\nCap,1,C1,R2\nCoil,1,L1,L2\nLamp,1,D1,D2\nChip,1,U1,U2",
            'no column is read as designators; "From", "To" may be',
        ),
        (
            "Name,Qty,Shop says\nLamp,1,$4.50\nHook,2,$1.20\nRod,3,$7.00",
            'no column is read as prices; "Shop says" may be',
        ),
        (
            "Name,Qty,Catalogue\nLamp,1,C25744\nHook,2,C1525\nRod,3,C52923",
            'no column is read as numbers of suppliers; "Catalogue" may be',
        ),
        (
            "Part,Qty\n1000-00 Robot arm,1\n  1000-01 Base,1\n    1000-02 Plate,2",
            'no column is read as part numbers; "Part" may begin with them, as "1000-00"',
        ),
        (
            "Name,Qty,Qty RX\nLamp,4,1\nHook,1,2\nRod,7,3",
            '"Qty" is taken as the quantity; "Qty RX" may be meant too',
        ),
        (
            "Name,Qty,Heft\nLamp,1,12 g\nHook,2,30 g\nRod,3,1.5 kg",
            'no column is read as weights; "Heft" may be',
        ),
        (
            "Name,Qty,Price (pack)\nLamp,1,4.50\nHook,2,1.20",
            '"Price (pack)" may be what a pack costs; it is read as the price of one piece',
        ),
        (
            "Name,Qty,Price,Pieces in pack\nLamp,1,4.50,10\nHook,2,1.20,50",
            (
                '"Price" may be what a pack costs, since "Pieces in pack" counts its pieces; '
                "it is read as the price of one"
            ),
        ),
        (
            "Name,Qty,Manufacturer,MPN\nLamp,1,Acme,LX-12\nHook,2,Acme,Clamp\nRod,3,Acme,RD-1",
            '"MPN": "Clamp" is a word (row 3)',
        ),
        (
            "Name,Qty,Manufacturer,MPN\nLamp,1,Acme likely,LX-12\nHook,2,Acme,HK-1",
            '"Manufacturer": "Acme likely" is only supposed, and is kept as an attribute (row 2)',
        ),
        (
            'Name,Qty,MPN\nLamp,1,"BC547B, BC548B"\nHook,2,HK-1',
            '"MPN": "BC547B, BC548B" may be several numbers (row 2)',
        ),
        (
            "Name,Qty,Manufacturer,MPN\nLamp,1,Acme,9010018100112\nHook,2,Acme,HK-1",
            (
                '"MPN": "9010018100112" looks like the number of a bar code (EAN or UPC),'
                " and is kept as that of the manufacturer (row 2)"
            ),
        ),
        (
            "Name,Qty,Manufacturer,MPN\nLamp,1,Acme,B07G2GQ7LZ\nHook,2,Acme,HK-1",
            '"MPN": "B07G2GQ7LZ" is a number of Amazon, and is kept as its order code (row 2)',
        ),
        (
            "Name,Qty,Manufacturer,MPN,Supplier,SPN\nLamp,1,Acme,B07G2GQ7LZ,Mouser,595-HK-1",
            (
                '"MPN": "B07G2GQ7LZ" looks like a number of Amazon,'
                " and is kept as that of the manufacturer (row 2)"
            ),
        ),
        (
            "Name,Qty,MPN\nLamp,4407013,LX-12\nHook,2,HK-1",
            'the quantity "4407013" is very large (row 2)',
        ),
        (
            "Name,Qty,Price,Link\nScrew M3x8,120,$3.20,https://example.com/a\nMotor,2,$17,",
            (
                '"Price" does not say for how many pieces it is (row 2 has 120): it may be what a'
                " pack or the row costs; it is read as the price of one"
            ),
        ),
        (
            "Name,Qty\nLamp,1\nLamp,2\nLamp,3\nLamp,4\nLamp,5",
            '"Name" gives all 5 rows one name',
        ),
    ],
)
def test_what_a_person_would_look_at_twice(tmp_path: Path, text: str, told: str) -> None:
    assert told in _doubts(read_text(tmp_path, text, parent="T"))


def test_what_is_only_supposed_is_no_source(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Qty,Manufacturer,MPN,Mouser Part Number
        Lamp,1,Acme,SN74 candidate,ToDo
        Hook,2,Acme likely,HK-1,595-HK-1""",
        parent="T",
    )
    assert found.parts[2]["attributes"] == {"Manufacturer": "Acme", "MPN": "SN74 candidate"}
    assert found.parts[3]["attributes"] == {
        "Manufacturer": "Acme likely",
        "MPN": "HK-1",
        "Order Code": "595-HK-1",
        "Supplier": "Mouser",
    }


def test_numbers_of_amazon_are_order_codes_and_makers_keep_their_digits(tmp_path: Path) -> None:
    text = "Name,Qty,Manufacturer,MPN\nFan,1,Acme,B07G2GQ7LZ\nCoil,2,WE,{}\nCap,2,WE,{}\n"
    found = read_text(tmp_path, text.format(885012206095, 885012206096), parent="T")
    bought = {"Manufacturer": "Acme", "Supplier": "Amazon", "Order Code": "B07G2GQ7LZ"}
    assert found.parts[2]["attributes"] == bought
    assert len(_doubts(found)) == 1


_WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@given(st.lists(st.tuples(_WORDS, _WORDS, _WORDS), max_size=8))
def test_doubts_are_few_and_short_whatever_stands_there(rows: list[tuple[str, str, str]]) -> None:
    plan = plan_columns(("Name", "MPN", "Manufacturer"), parent="T")
    doubts = ValueDoubts(plan)
    for at, cells in enumerate(rows, start=2):
        source = SheetSource(cells[2], cells[1], suppliers=(SheetSupplier("Acme", cells[1]),))
        row = ReadRow(at, "", {"name": cells[0]} if cells[0] else {})
        doubts.take(SheetRecord(at, cells), row, (source,))
    told = list(doubts.told())
    assert len(told) <= 12
    assert all(len(remark.text) < 250 and "\n" not in remark.text for remark in told)


@given(
    st.lists(st.from_regex(r"[A-Z]{2,4}[0-9]{3,6}[A-Z]?", fullmatch=True), min_size=1, max_size=8)
)
def test_numbers_of_the_usual_form_are_not_doubted(numbers: list[str]) -> None:
    doubts = ValueDoubts(plan_columns(("Name", "MPN"), parent="T"))
    for at, number in enumerate(numbers, start=2):
        source = SheetSource("Acme", number)
        row = ReadRow(at, "", {"name": f"Part {at}"})
        doubts.take(SheetRecord(at, (f"Part {at}", number)), row, (source,))
    assert list(doubts.told()) == []


def test_long_cells_cost_no_more_than_short_ones(tmp_path: Path) -> None:
    long = "x / " * 5000
    found = read_text(
        tmp_path, "Name,Qty,MPN,Shop says\n" + f"Lamp,1,A{long},{'$1' * 5000}\n" * 4, parent="T"
    )
    assert any("is a long text" in told for told in _doubts(found))


def test_numbers_of_two_and_prices_from_and_to_are_told(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """item,part_number,qty,Unit low,Unit high
        Encoder,AS5600-ASOM / LCSC C79815,12,2,3
        Capacitor,LCSC C49678,24,0.1,0.2
        Servo,XC330-M181,8,130,150""",
        parent="T",
    )
    assert _doubts(found) == [
        'the part number "AS5600-ASOM / LCSC C79815" may be several numbers (row 2)',
        'the part number "LCSC C49678" begins with the name of a supplier (row 3)',
    ]
    assert [remark.code for remark in found.reading.remarks] == ["PRICE_LEFT_OUT"]
    found = read_text(
        tmp_path,
        """Designator,Qty,Value
        C11 C12,2,12pF
        C11,1,15pF
        R1,1,10k""",
        parent="T",
    )
    assert _doubts(found) == ['the designator "C11" stands in a row above as well (row 3)']


@pytest.mark.parametrize(
    "text",
    [
        "Board,Designator,Qty,Value\nMain,R1,1,10k\nMain,C1,1,1u\nIO,R1,1,22k\nIO,C1,1,2u",
        "Designator,Qty,Value,Manufacturer\nR1,1,10k,Yageo\nR1,1,10k 1%,Vishay\nC1,1,1u,Murata",
    ],
)
def test_boards_and_alternates_have_designators_again(text: str, tmp_path: Path) -> None:
    assert _doubts(read_text(tmp_path, text, parent="T")) == []


def test_designators_are_kept_up_to_a_bound() -> None:
    doubts = ValueDoubts(plan_columns(("Name", "Designator"), parent="T"))
    rows = [tuple(f"R{at * 100 + n}" for n in range(100)) for at in range(1_100)]
    for at, places in enumerate([*rows, rows[0], rows[1_050]]):
        doubts.take(SheetRecord(at, ("A", "")), ReadRow(at, "", {}, designators=places), ())
    told = [remark.text for remark in doubts.told()]
    assert told == ['the designator "R0, R1, R2" stands in a row above as well (row 1100)']


@pytest.mark.parametrize(("first", "is_told"), [("", True), ("A1-ND", False)])
def test_own_numbers_that_stand_beside_no_order_code_are_told(
    tmp_path: Path, first: str, is_told: bool
) -> None:
    text = (
        f"Part #,Digikey,Description,Qty\nRC0603FR,{first},R,2\nGRM188R7,,C,4\n,497-6063-ND,MCU,1\n"
    )
    remarks = [remark.text for remark in read_text(tmp_path, text).reading.remarks]
    assert any("none stands beside an order code" in told for told in remarks) is is_told
