"""Lists that come with projects, of the shapes in which people who build things keep them."""

from pathlib import Path

import pytest

from partwright.imports.sheets.rows import PreparedRow, RowRemark
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome

Line = tuple[str, str, str | None]
"""Name, quantity, and the price of one piece."""

LISTS: dict[str, tuple[str, list[Line], set[str]]] = {
    "quantities_in_words": (
        """item,qty,note
        Cable,8 banks,
        Idler,up to 8,smooth
        Wire,to taste,
        Gear,2 (sold in twos so 4 in all),
        Belt,2x 5m,
        Nut,12,""",
        [
            *(("Cable", "8", None), ("Idler", "8", None), ("Wire", "1", None)),
            *(("Gear", "2", None), ("Belt", "2", None), ("Nut", "12", None)),
        ],
        {"REMARK"},
    ),
    "prices_of_rows_alone": (
        """Name,Amount,Tot Price (USD)
        Switch,2,5.40
        Display,1,10.80
        Screw,26,see below
        Button,9,7.20""",
        [
            *(("Switch", "2", "2.7"), ("Display", "1", "10.80")),
            *(("Screw", "26", None), ("Button", "9", "0.8")),
        ],
        {"PRICE_OF_ROW", "UNREADABLE"},
    ),
    "the_price_whose_product_the_other_is": (
        """Part name,Quantity,Á price,Estimated cost
        Motor,4,81.5,326
        Driver,5,20.1,100.5
        Camera,1,36.9,36.9""",
        [("Motor", "4", "81.5"), ("Driver", "5", "20.1"), ("Camera", "1", "36.9")],
        {"CURRENCY_ASSUMED"},
    ),
    "a_total_with_a_note": (
        """Component,Estimated Cost MXN,Notes
        Sensor,1500,bends
        Board,150,
        Fabric,399.5,sleeve
        Total,2049.5,as the report has it""",
        [("Sensor", "1", "1500"), ("Board", "1", "150"), ("Fabric", "1", "399.5")],
        {"TOTAL_ROW"},
    ),
    "what_is_needed_under_material": (
        """Material,Description,Vendor,Part #,# needed
        Stepper motor 12 V,turns the wheel,Acme,AC-15,2
        Black sheet 24 x 24,cut by laser,Metal Co,MC-744,1
        Post holder 1.5,structure,Optics Co,PH1.5,3
        Mounting base,structure,Optics Co,BA1,5""",
        [
            *(("Stepper motor 12 V", "2", None), ("Black sheet 24 x 24", "1", None)),
            *(("Post holder 1.5", "3", None), ("Mounting base", "5", None)),
        ],
        set(),
    ),
    "counts_under_units": (
        """COMPONENT,UNITS,PRICE (€),PROVIDER
        board,1,21.8,web shop
        switch,2,2.8,web shop
        profile,3582mm,10.8,metal shop
        bolts,many,20,local shop
        needle,380,104.5,web shop""",
        [
            *(("board", "1", "21.8"), ("switch", "2", "2.8"), ("profile", "3582", "10.8")),
            *(("bolts", "1", "20"), ("needle", "380", "104.5")),
        ],
        {"REMARK"},
    ),
    "a_question_under_a_name_is_no_title": (
        """Component,Quantity,Requirements
        Servo,14,small and strong
        Radio,,433 MHz here and 915 MHz elsewhere or so
        Camera,1,records on board
        Antenna,2,round""",
        [
            *(("Servo", "14", None), ("Radio", "1", None)),
            *(("Camera", "1", None), ("Antenna", "2", None)),
        ],
        {"REMARK"},
    ),
    "a_part_beside_its_model": (
        """Part,Manufacturer,Model,Description,Quantity
        Amplifier,TI,TPA3251EVM,class D board,1
        Supply,MeanWell,LRS-350-36,switches 350 W,1
        Case,Hammond,RMCV1903BK1,vented,2""",
        [("Amplifier", "1", None), ("Supply", "1", None), ("Case", "2", None)],
        set(),
    ),
    "values_that_may_be_numbers": (
        """Reference,Value / MPN,Footprint
        C1,100nF,C0603
        R1,10k,R0402
        U1,SN74LVC1G10DBVR,SOT23""",
        [("100nF", "1", None), ("10k", "1", None), ("SN74LVC1G10DBVR", "1", None)],
        set(),
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_a_project(name: str, tmp_path: Path) -> None:
    text, lines, codes = LISTS[name]
    found = outcome(read_sheet(_written(tmp_path, text), parent="T"))
    assert found.problems == []
    parts = list(found.parts.values())
    read = [
        (part["name"], f"{line.quantity.normalize():f}", part.get("cost"))
        for part, line in zip(parts, found.details, strict=True)
    ]
    assert read == lines
    remarks: list[RowRemark] = [*found.remarks, *found.reading.remarks]
    assert {remark.code for remark in remarks} == codes


@pytest.mark.parametrize(
    ("text", "companies"),
    [
        (
            """Part,Count,Source,Alternate Source
            Encoder,1,https://shop.example/p/1,https://other.example/p?q=1
            Pin,3,Misumi,
            Bearing,2,www.shop.example/b,""",
            set(),
        ),
        (
            """Part,Qty,Supplier,Manufacturer,MPN
            Motor,4,https://shop.example/m,https://maker.example/,M-1
            Board,1,Mouser,ST,B-1
            Frame,1,Print it yourself with the files at the top of this very page,,
            Sensor,2,Farnell,Bosch,S-1""",
            {"Mouser", "Farnell", "ST", "Bosch"},
        ),
        (
            """POS,QTY,PART NAME,PART MANUFACTURER,PART CODE
            1,1,Case,Tectake,402870
            2,4,Standoff,Fascomp,FM2101-2545-SS
            3,8,Screw,BafaSa,CHI2.505""",
            {"Tectake", "Fascomp", "BafaSa"},
        ),
        (
            """Description,Manufacturer,Manufacturer ID,Quantity
            Breadboard,Thorlabs,MB6060/M,1
            Camera,Basler,a2A1920-51gmBAS,1
            Holder,3D printed,,1""",
            {"Thorlabs", "Basler", "3D printed"},
        ),
    ],
)
def test_links_and_sentences_are_no_companies(
    text: str, companies: set[str], tmp_path: Path
) -> None:
    pieces = list(read_sheet(_written(tmp_path, text), parent="T").pieces())
    sources = [s for piece in pieces if isinstance(piece, PreparedRow) for s in piece.sources]
    named = {s.manufacturer for s in sources} | {o.name for s in sources for o in s.suppliers}
    assert named - {""} == companies
    if "PART CODE" in text or "Manufacturer ID" in text:
        assert all(s.mpn for s in sources if s.manufacturer != "3D printed")


def _written(folder: Path, text: str) -> Path:
    path = folder / "sheet.csv"
    path.write_text("\n".join(line.strip() for line in text.splitlines()) + "\n", "utf-8")
    return path
