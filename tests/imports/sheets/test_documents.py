"""Lists in documents and data files: tables of several columns, two languages, bullets, arrays."""

import json
from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text

Read = list[tuple[str, str, str]]
"""Name, quantity, and category of each line."""


def _document(folder: Path, text: str) -> Outcome:
    path = folder / "parts.md"
    path.write_text("\n".join(line.strip() for line in text.splitlines()) + "\n", "utf-8")
    return outcome(read_sheet(path, parent="T"))


def _json(folder: Path, content: object) -> Outcome:
    path = folder / "parts.json"
    path.write_text(json.dumps(content), "utf-8")
    return outcome(read_sheet(path, parent="T"))


def _lines(found: Outcome) -> Read:
    parts = list(found.parts.values())
    held = [part.get("attributes") for part in parts]
    categories = [str(one.get("Category", "")) if isinstance(one, dict) else "" for one in held]
    counts = [f"{line.quantity.normalize():f}" for line in found.details]
    return list(zip([str(p["name"]) for p in parts], counts, categories, strict=True))


def test_tables_that_count_parts_in_other_columns_are_read_as_well(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """## Electrónica
        | # | Componente | Cant. | Función |
        |---|---|---|---|
        | 1 | Placa | 1 | control |
        | 2 | Condensador | ≥4 | filtro |
        | 3 | Conector | _verificar_ | red |

        ## Carcasa
        | # | Item | Material | Cant. |
        |---|---|---|---|
        | C1 | Tapa | PLA | 2 |

        ## Alternativas
        | Original | Cant. |
        |---|---|
        | Placa | 1 |""",
    )
    assert _lines(found) == [
        ("Placa", "1", "Electrónica"),
        ("Condensador", "4", "Electrónica"),
        ("Conector", "1", "Electrónica"),
        ("Tapa", "2", "Carcasa"),
    ]
    assert found.parts[11]["material"] == "PLA"
    told = [r.text for r in found.reading.remarks]
    assert any('"Item" as "Componente"' in text for text in told)
    assert [r.row_number for r in found.reading.remarks if r.code == "OTHER_TABLE"] == [14]


def test_a_document_in_two_languages_is_one_list(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """## Comando
        | Quantidade | Componente |
        |---|---|
        | 1 | Placa |
        | 2 | Botões |
        | 2 pares | Conectores |
        ## Movimento
        | Quantidade | Componente |
        |---|---|
        | 1 | Motor |
        | Conforme necessário | Cabos |
        # English
        ## Control
        | Quantity | Component |
        |---|---|
        | 1 | Board |
        | 2 | Buttons |
        | 2 pairs | Connectors |
        ## Motion
        | Quantity | Component |
        |---|---|
        | 1 | Stepper |
        | As required | Wires |""",
    )
    assert [name for name, _, _ in _lines(found)] == [
        *("Placa", "Botões", "Conectores", "Motor", "Cabos")
    ]
    told = [r.text for r in found.reading.remarks if r.code == "OTHER_TABLE"]
    assert len(told) == 2
    assert all("says again" in text for text in told)


def test_bullets_are_parts_below_their_headings(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """# What you need
        Buy these first.

        ## Electronics
        1. Arduino Uno
        2. **Relay module**: switches the pump
        3. 4 x 10k resistor
        ## Mechanics
        - [ ] M3 screw, 12 mm (x8)
        - [Hose](https://shop.example/hose)""",
    )
    assert _lines(found) == [
        ("Arduino Uno", "1", "Electronics"),
        ("Relay module", "1", "Electronics"),
        ("10k resistor", "4", "Electronics"),
        ("M3 screw, 12 mm", "8", "Mechanics"),
        ("Hose", "1", "Mechanics"),
    ]
    assert found.parts[6]["description"] == "switches the pump"


@pytest.mark.parametrize(
    ("bullet", "name", "count"),
    [
        *((size, size, "1") for size in ("Screw M3 x 10", "Hose 10 x 14", "2 x 4 inch board")),
        *((size, size, "1") for size in ("Tube 25x2", "Rod 8 mm x 400", "Plate ø25 x2")),
        *(
            (f"Servo{count}", "Servo", "4")
            for count in (" x4", " x 4", ": 4x", " (x4)", " - 4 pcs")
        ),
        *((count, "Screw M3", "4") for count in ("4x Screw M3", "Screw M3 (x4)", "4 x Screw M3")),
        ("电阻×4", "电阻", "4"),
    ],
)
def test_a_size_in_a_bullet_is_no_count(bullet: str, name: str, count: str, tmp_path: Path) -> None:
    found = _document(tmp_path, f"# Parts\n- {bullet}\n- Lug x2\n- Nut\n- Washer")
    assert _lines(found)[0][:2] == (name, count)


def test_two_tables_of_one_piece_each_are_two_lists(tmp_path: Path) -> None:
    first = "\n".join(f"| Plate {at} | 1 |" for at in range(5))
    second = "\n".join(f"| Relay {at} | 1 |" for at in range(5))
    found = _document(
        tmp_path,
        f"""## Frame
        | Name | Qty |
        |---|---|
        {first}
        ## Control
        | Component | Quantity |
        |---|---|
        {second}""",
    )
    assert len(_lines(found)) == 10


def test_a_header_that_calls_some_columns_otherwise_goes_on_with_the_list(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """# burner, as sold
        === Control ===
        Item,Qty,Part,Value,Notes
        U1,1,Modem,4G,no pins of its own
        K1,1,Relay,5 V,by pin 7
        BT1,1,Cell,18650,in a box
        === Power ===
        PSU_A,1,Converter,5 V,to the board

        === Spark ===
        Ref,Qty,Part,Value,Function
        Q1/Q2,2,Transistor,SS8050,swings
        R1/R2,2,Resistor,100R,limits
        C1/C2/C3,3,Capacitor,47u,holds""",
        parent="T",
    )
    assert [line.designators for line in found.details] == [
        *(("U1",), ("K1",), ("BT1",), ("PSU_A",), ("Q1", "Q2"), ("R1", "R2"), ("C1", "C2", "C3"))
    ]
    assert [category for _, _, category in _lines(found)] == [
        *(["Control"] * 3),
        "Power",
        *(["Spark"] * 3),
    ]
    told = next(r.text for r in found.remarks if r.code == "REPEATED_HEADER")
    assert '"Notes" is called "Function"' in told
    # A column of prices does not go on as one of weights.
    found = read_text(
        tmp_path,
        """Part,Qty,Supplier,Material,Price EUR
        Tube,2,Acme,steel,3

        Part,Qty,Supplier,Material,Weight kg
        Plate,1,Acme,steel,9""",
        parent="T",
    )
    assert "9" not in [part.get("cost") for part in found.parts.values()]


@pytest.mark.parametrize(
    ("content", "expected", "told"),
    [
        (
            {
                "revision": "R8",
                "parts": [
                    {"value": "10k", "designators": ["R1", "R2"], "quantity": 2},
                    {"value": "LED", "designators": ["D1"], "quantity": 1},
                ],
                "do_not_place": [{"value": "pad", "designators": ["TP1"]}],
            },
            [("10k", "2", ""), ("LED", "1", ""), ("pad", "1", "")],
            'under "parts" and "do_not_place"; revision is not read',
        ),
        (
            {
                "bom": {
                    "mechanics": [{"name": "Wheel", "qty": 4}],
                    "boards": [{"name": "Relay", "qty": 1}],
                },
                "log": [{"by": "a", "on": "2026-01-01"}],
            },
            [("Wheel", "4", "mechanics"), ("Relay", "1", "boards")],
            'under "bom.mechanics" and "bom.boards"; log is not read',
        ),
        (
            {"sections": [{"title": "Frame", "items": [{"part": "Lug", "qty": 4}]}]},
            [("Lug", "4", "Frame")],
            'under "items" of each section',
        ),
        (
            {
                "makers": [{"name": "Acme"}, {"name": "Bolt Ltd"}],
                "suppliers": [{"name": "Mouser", "number": 7}],
                "parts": [{"name": "Screw", "qty": 4}],
                "more": [{"name": "Lug", "qty": 1, "url": "x.example", "note": "long"}],
            },
            [("Screw", "4", ""), ("Lug", "1", "more")],
            'under "parts" and "more"; makers, suppliers is not read',
        ),
        (
            [{"name": "Tube", "material": "PA", "spares": [{"name": "Hose"}]}],
            [("Tube", "1", "")],
            "",
        ),
        ([{"name": "Tube", "alternatives": [{"name": "Hose"}]}], [("Tube", "1", "")], ""),
        ([{"name": "Tube", "colours": [{"hue": 4}]}], [("Tube", "1", "")], ""),
    ],
)
def test_arrays_of_a_data_file_are_its_rows(
    content: object, expected: Read, told: str, tmp_path: Path
) -> None:
    found = _json(tmp_path, content)
    assert _lines(found) == expected
    assert told in " ".join(found.reading.decisions)
    assert [line.do_not_place for line in found.details] == [
        name == "pad" for name, _, _ in expected
    ]


def test_parts_that_hold_others_are_assemblies(tmp_path: Path) -> None:
    found = _json(
        tmp_path,
        [{"pn": "A", "name": "Arm", "qty": 1, "parts": [{"pn": "B", "name": "Tube", "qty": 2}]}],
    )
    assert found.lines == {("T", "A", "1"), ("A", "B", "2")}


def test_groups_that_a_column_without_a_header_begins(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """,Name,Quantity,MPN
        Wiring,Plug,9,47R
        ,Socket,9,X-2
        ,Board,1,X-3
        Motors,Stepper,3,X-4
        ,Driver,3,X-5""",
        parent="T",
    )
    assert [category for _, _, category in _lines(found)] == [
        *(["Wiring"] * 3),
        *(["Motors"] * 2),
    ]
    told = [r.text for r in found.remarks if r.code == "DOUBTED"]
    assert told == ['"MPN": "47R" may be a value (row 2)']


def test_titles_that_all_end_with_a_colon_leave_other_texts_as_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Material,Qty,Vendor
        For the arm:,,
        Tube,2,Acme
        For the hand:,,
        Finger,5,Acme
        Other:,,
        Tape,1,Acme
        Clay for the base,,
        Pin,4,Acme""",
        parent="T",
    )
    assert _lines(found)[2:] == [
        *(("Tape", "1", "Other"), ("Clay for the base", "1", "Other"), ("Pin", "4", "Other"))
    ]


def test_what_a_sheet_hides_is_told(tmp_path: Path) -> None:
    path = tmp_path / "parts.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate([["Part", "Qty", "EUR"], ["Tube", 2, 3], ["Lug", 4, 1]]):
            sheet.write_row(at, 0, row)
        sheet.set_row(2, None, None, {"hidden": True})
        sheet.set_column(2, 2, None, None, {"hidden": True})
    found = outcome(read_sheet(path, parent="T"))
    assert [r.text for r in found.reading.remarks if r.code == "HIDDEN"] == [
        "row 3 is hidden in the sheet, and read all the same",
        "column C is hidden in the sheet, and read all the same",
    ]
    assert len(found.parts) == 2


def test_amounts_below_a_sum_and_cells_cut_off_at_a_comma(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """ITEM,QTY,UNIT PRICE,COST,STATUS
        Battery,1,$24.92,$24.92,open
        Servo,3,$2.05,$6.15,owned
        Total Cost,,,$31.07,
        Funds Needed,,,$24.92,""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["Battery", "Servo"]
    rows = "".join(f"R{at},10k,0603,1.2mm,,Yageo,RC-{at}\n" for at in range(1, 7))
    found = read_text(
        tmp_path,
        f"""Part,Value,Package,Height,Lead free,Manufacturer,MPN
        {rows}J1,Socket,Push-Push, SMT,1.9mm,,Hirose""",
        parent="T",
    )
    assert any("may have cut it off" in r.text for r in found.remarks if r.code == "DOUBTED")


def test_a_row_shifted_by_a_comma_stores_nothing(tmp_path: Path) -> None:
    rows = "".join(f"P-{at},Screw,M3,{at},0.10,Bossard\n" for at in range(1, 7))
    found = read_text(
        tmp_path,
        f"""Part Number,Name,Size,Qty,Unit Price,Supplier
        {rows}P-9,Washer, black,M3,4,0.20""",
        parent="T",
    )
    assert "P-9" not in found.parts
    assert len(found.parts) == 6
    assert any("cut a cell off" in reason for p in found.problems for reason in p.reasons)


@pytest.mark.parametrize(
    ("divider", "place"),
    [
        (";", "P-9;Washer; black;M3;0.20;Acme"),
        (",", "P-9,Washer,M3,M3, about 2,Acme"),
        (",", "P-9,Washer,M3,M3,0.20, Acme"),
    ],
)
def test_a_blank_that_no_comma_before_the_bad_cell_left_keeps_the_part(
    divider: str, place: str, tmp_path: Path
) -> None:
    rows = "".join(f"P-{at},Screw,M3,{at},0.10,Bossard\n" for at in range(1, 7))
    header = "Part Number,Name,Size,Qty,Unit Price,Supplier\n"
    found = read_text(tmp_path, (header + rows).replace(",", divider) + place, parent="T")
    assert "P-9" in [part["itemNumber"] for part in found.parts.values()]


def test_blanks_that_a_list_writes_behind_its_commas_cut_nothing(tmp_path: Path) -> None:
    rows = "".join(f"P-{at},Screw, M3,{at},0.10\n" for at in range(1, 7))
    text = f"Part Number,Name,Size,Qty,Unit Price\n{rows}P-9,Washer, M4,M3,0.20"
    found = read_text(tmp_path, text, parent="T")
    assert "P-9" in [part["itemNumber"] for part in found.parts.values()]


def test_links_and_prices_of_bullets_are_no_part_of_their_names(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """* [Rail kit](https://a.example/1) - Amazon - $35.99
        * [12x Insert 10-32](https://a.example/2) - $3.50
        * **4x** Nut M3
        * Strap

        Dust hood:

        * [3x Heat-set insert](https://a.example/3) - linked pack has 50
        * Tape""",
    )
    assert _lines(found) == [
        ("Rail kit", "1", ""),
        ("Insert 10-32", "12", ""),
        ("Nut M3", "4", ""),
        ("Strap", "1", ""),
        ("Heat-set insert", "3", "Dust hood"),
        ("Tape", "1", "Dust hood"),
    ]
    # Whether 3.50 is the price of one is not said, so it is no cost.
    parts = list(found.parts.values())
    assert [part.get("cost") for part in parts] == [None] * 6
    assert parts[0]["description"] == "Amazon"
    assert parts[4]["description"] == "linked pack has 50"
    assert "they may be of one piece or of all" in found.reading.decisions[0]


def test_marks_of_html_in_a_document_name_nothing(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """# Parts
        <table><tr><td>Tube</td></tr></table>

        | Ct. | Part Number<sup>†</sup> | Mfgr. Part Number | Description |
        |---|---|---|---|
        | 2 | MC12 | A-12 | Hex bolt<br>M2 |
        | 1 | MC13 | A-13 | Insert |""",
    )
    parts = [(p["itemNumber"], p["name"], p["attributes"]) for p in found.parts.values()]
    assert parts == [("MC12", "Hex bolt M2", {"MPN": "A-12"}), ("MC13", "Insert", {"MPN": "A-13"})]
    assert [f"{line.quantity}" for line in found.details] == ["2", "1"]
    assert [(r.code, r.row_number) for r in found.reading.remarks] == [("OTHER_TABLE", 2)]


def test_cells_that_several_tabs_divide_stand_below_their_headers(tmp_path: Path) -> None:
    path = tmp_path / "parts.txt"
    path.write_text(
        "Part\t\t\tQuantity\tPrice\t\tComments\n"
        "camera\t\t\t1\t\t26$\t\tfront\n"
        "single board computer\t1\t\t10$\n"
        "insert M3\t\t4\t\t\t\tbrass\n"
        "bolt M3\t\t\t4\t\t\t\tL=8mm\n",
        "utf-8",
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [(p["name"], p.get("cost")) for p in found.parts.values()] == [
        ("camera", "26"),
        ("single board computer", "10"),
        ("insert M3", None),
        ("bolt M3", None),
    ]
    assert [f"{line.quantity}" for line in found.details] == ["1", "1", "4", "4"]


def test_a_sentence_over_aligned_columns_is_no_part(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """Part        Value              Device                    Package
C1          100nF              C-EUC0603                 C0603
R8          10K                R-EU_R0603                R0603

For example RAM 23LC1024 or Flash W25Q128

R1          22k                R-EU_R0603                R0603""",
    )
    assert [p["name"] for p in found.parts.values()] == ["100nF", "10K", "22k"]


def test_one_order_code_of_one_value_is_one_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Comment,Designator,Footprint,LCSC
        10uF,C2,C_0603,C96446
        10u,C24,C_0603,C96446
        100nF,C5,C_0603,C14663
        0.1u,C9,C_0603,C14663
        22k,R1,R_0603,C31850""",
        parent="T",
    )
    assert [p["name"] for p in found.parts.values()] == ["10uF", "100nF", "22k"]
    assert [line.designators for line in found.details] == [("C2", "C24"), ("C5", "C9"), ("R1",)]
    assert [r.code for r in found.remarks] == ["DUPLICATE_ROW"] * 2


def test_a_bullet_counts_as_the_others_do(tmp_path: Path) -> None:
    counted = _document(tmp_path, "- 4 x 2020 rail\n- 3 x Bolt\n- 2 x Nut\n- Tape")
    assert [line[:2] for line in _lines(counted)] == [
        ("2020 rail", "4"),
        ("Bolt", "3"),
        ("Nut", "2"),
        ("Tape", "1"),
    ]
    assert counted.reading.decisions[0].endswith('is read as a count: "4 x 2020 rail".')
    unsure = _document(tmp_path, "- NEMA 17 x 2\n- Bolt x4\n- Screw M3 x 10\n- Tape")
    assert [line[1] for line in _lines(unsure)] == ["1", "4", "1", "1"]
    assert '"NEMA 17 x 2", "Screw M3 x 10"' in unsure.reading.decisions[0]
    several = _document(tmp_path, "- 4x screw, 4x nut\n- 2x Bolt\n- Optional: 3x Lamp\n- Tape")
    assert [line[:2] for line in _lines(several)][1:3] == [("Bolt", "2"), ("Lamp", "3")]
    assert 'several things is one part: "4x screw, 4x nut".' in several.reading.decisions[0]


@pytest.mark.parametrize(
    ("bullet", "name"),
    [
        ("30 x 30 x 2 mm plate", None),
        ("2 x 4 inch board", None),
        ("2 x 500 mm rail", None),
        ("**24** V fan", "24 V fan"),
        ("**12** V supply", "12 V supply"),
        ("**2020** rail", "2020 rail"),
    ],
)
@pytest.mark.parametrize("others", ["", "- 2 x lug\n- 2 x cap\n- Tape\n- Glue\n- Wax\n- Oil\n"])
def test_a_number_before_a_size_counts_nothing(
    bullet: str, name: str | None, others: str, tmp_path: Path
) -> None:
    text = f"- 4 x bolt\n- 4 x nut\n- 3 x washer\n- {bullet}\n{others}"
    found = _document(tmp_path, text)
    assert _lines(found)[3][:2] == (name or bullet, "1")
    told = found.reading.decisions[0]
    assert f'is left in the name: "{bullet}"' in told or (name and not others)
    assert "read as a count" not in told


def test_rows_may_be_divided_otherwise_than_their_headers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Component;Price in USD;Description
        Board,15,main
        Servo,6,tilt
        Total,21,-""",
        parent="T",
    )
    parts = [(p["name"], p["cost"], p["description"]) for p in found.parts.values()]
    assert parts == [("Board", "15", "main"), ("Servo", "6", "tilt")]
    assert found.reading.decisions[0] == "Headers are divided by semicolon, cells by comma."


def test_a_sum_of_uncertain_prices_is_no_part(tmp_path: Path) -> None:
    found = _document(
        tmp_path,
        """| Item | Est. price (CAD) |
        |---|---|
        | Board | $15 |
        | Valve | $150 - 400 |
        | **Subtotal (without oil)** | **~$820 - 1,145** |""",
    )
    assert [p["name"] for p in found.parts.values()] == ["Board", "Valve"]


def test_weights_that_grow_with_the_quantity_are_told(tmp_path: Path) -> None:
    rows = """item,qty,mass_kg,link
        Drive A,4,2.572,https://a.example/06
        Drive B,1,{},https://a.example/06
        Bolt,6,0.2,https://a.example/07"""
    told = [r.text for r in read_text(tmp_path, rows.format("0.643")).reading.remarks]
    assert any("it may be what the row weighs" in text and "rows 2, 3" in text for text in told)
    alike = read_text(tmp_path, rows.format("2.572")).reading.remarks
    assert not any("weighs" in remark.text for remark in alike)


def test_what_a_part_is_used_for_stays_with_its_line(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Item,Quantity,Usage\nProfile,3,arm\nProfile,2,mount\nBelt,1,arm", parent="T"
    )
    assert [p["name"] for p in found.parts.values()] == ["Profile", "Belt"]
    assert [f"{line.quantity}" for line in found.details] == ["5", "1"]
