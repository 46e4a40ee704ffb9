"""Lists that were once read as something else without a word: counts, levels, prices, notes."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.refusals import NoNameColumn
from partwright.imports.sheets.records.rows import shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, outcome, read_text


def _counts(found: Outcome) -> list[tuple[str, float]]:
    return [(shown_number(line.child), float(line.quantity)) for line in found.details]


def _codes(found: Outcome) -> list[str]:
    return [remark.code for remark in (*found.reading.remarks, *found.remarks)]


def _read(folder: Path, name: str, text: str) -> Outcome:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return outcome(read_sheet(path, parent="T"))


def test_numbers_that_repeat_below_a_sign_count_and_those_of_rows_do_not(tmp_path: Path) -> None:
    rows = "Screw\n{}Nut\n{}Bearing\n{}Motor\n{}Belt\n{}Pulley\n"
    text = "#,Part\n4," + rows.format("4,", "2,", "1,", "2,", "1,")
    found = read_text(tmp_path, text, parent="T")
    assert [count for _, count in _counts(found)] == [4, 4, 2, 1, 2, 1]
    assert "DOUBTED" in _codes(found)
    text = "#,Part\n1," + rows.format("1,", "2,", "2,", "3,", "3,")
    assert {count for _, count in _counts(read_text(tmp_path, text, parent="T"))} == {1}
    table = "# L\n\n| # | Part |\n|---|---|\n| 4 | Screw |\n| 4 | Nut |\n| 1 | Motor |\n"
    found = _read(tmp_path, "list.md", table)
    assert _counts(found) == [("Screw", 4), ("Nut", 4), ("Motor", 1)]
    assert "DOUBTED" in _codes(found)


def test_a_name_in_brackets_alone_is_a_designator(tmp_path: Path) -> None:
    text = 'Designator,Value,Qty\n"R1, R2",10k,2\n(SW),Button,1\n(optional),Fuse,1\nU1,ESP,1'
    found = read_text(tmp_path, text, parent="T")
    assert [line.designators for line in found.details] == [("R1", "R2"), ("SW",), (), ("U1",)]


@pytest.mark.parametrize("header", ["Assy Qty", "Assembly Qty", "Qty per Assy"])
def test_the_quantity_of_an_assembly_goes_before_that_of_all(tmp_path: Path, header: str) -> None:
    text = f"Part Number,Name,{header},Total Qty\nP-1,Plate,1,3\nP-2,Bolt,4,12\nP-3,Nut,2,6"
    assert [count for _, count in _counts(read_text(tmp_path, text, parent="T"))] == [1, 4, 2]


def test_numbers_of_lines_are_no_names(tmp_path: Path) -> None:
    text = "BOM Line,Part Number,Quantity\n10,100-2,2\n20,100-3,1\n30,100-7,4"
    found = read_text(tmp_path, text, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["100-2", "100-3", "100-7"]
    assert [line.find_number for line in found.details] == [10, 20, 30]


def test_prices_of_packs_are_divided_where_cells_say_so_and_doubted_in_names(
    tmp_path: Path,
) -> None:
    text = (
        "Part Number,Name,Qty,Price,Price per\n"
        "P-1,Plate,1,12.00,each\nP-2,Bolt,4,8.50,Pack of 100\nP-3,Nut,4,6.00,50 pcs"
    )
    found = read_text(tmp_path, text, parent="T")
    assert [part["cost"] for part in found.parts.values()] == ["12.00", "0.085", "0.12"]
    assert "PRICE_UNIT" in _codes(found)
    assert "PRICE_DOUBTED" not in _codes(found)
    units = "Item,Unit,Price,Qty{}\nScrew,100 pcs,4.50,{}\nMotor,1 pc,25.00,1{}"
    found = read_text(tmp_path, units.format("", 20, ""), parent="T")
    assert [part["cost"] for part in found.parts.values()] == ["0.045", "25.00"]
    assert "PRICE_UNIT" in _codes(found)
    # Here packs are counted, as the totals show.
    found = read_text(tmp_path, units.format(",Total", "2,9.00", ",25.00"), parent="T")
    assert [part["cost"] for part in found.parts.values()] == ["4.50", "25.00"]
    text = "Name,Qty,Price\nPlate,1,12.00\n100-pack bolts M3,4,8.50\nSix-pack holder,1,2.00"
    told = [r.text for r in read_text(tmp_path, text, parent="T").remarks if r.code == "DOUBTED"]
    assert len(told) == 1
    assert '"100-pack bolts M3" speaks of a pack' in told[0]


def test_sizes_beside_a_title_end_no_list(tmp_path: Path) -> None:
    rows = "Frame,1,Steel\nOverall dimensions,{}\nWheel,4,Rubber\nAxle,2,Steel"
    found = read_text(tmp_path, "Name,Qty,Material\n" + rows.format(",1200x600"), parent="T")
    assert _counts(found) == [("Frame", 1), ("Wheel", 4), ("Axle", 2)]
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [3]


def test_what_goes_on_with_a_part_is_no_category(tmp_path: Path) -> None:
    text = "Qty,Part,Supplier\n4,Motor,Maxon\n,with encoder,\n2,Gearbox,Maxon\n6,Bolt,Bossard"
    found = read_text(tmp_path, text, parent="T")
    assert all("Category" not in str(part["attributes"]) for part in found.parts.values())


def test_bullets_that_say_what_to_do_are_told_and_no_parts(tmp_path: Path) -> None:
    text = (
        "# Lamp\n\n## Parts\n- 2x LED strip\n- Cut the strip to length\n- 4x Screw M3\n"
        "- Löte die Kabel an\n- Cut resistant glove\n- USB cable\n"
    )
    found = _read(tmp_path, "lamp.md", text)
    names = ["LED strip", "Screw M3", "Cut resistant glove", "USB cable"]
    assert [part["name"] for part in found.parts.values()] == names
    assert 'text: "Cut the strip to length", "Löte die Kabel an"' in found.reading.decisions[0]


def test_own_parts_of_an_assembly_stand_beside_its_assemblies_in_json(tmp_path: Path) -> None:
    text = """{"Name": "Robot", "PartNumber": "R-1",
        "Parts": [{"PartNumber": "P-1", "Name": "Screw", "Quantity": 4}],
        "SubAssemblies": [{"Name": "Arm", "PartNumber": "A-1", "Quantity": 2, "SubAssemblies": [],
        "Parts": [{"PartNumber": "P-2", "Name": "Link", "Quantity": 3}]}]}"""
    found = _read(tmp_path, "robot.json", text)
    assert found.lines == {
        *(("T", "R-1", "1"), ("R-1", "P-1", "4"), ("R-1", "A-1", "2"), ("A-1", "P-2", "3")),
    }


def test_an_empty_array_of_assemblies_makes_no_part_of_a_section(tmp_path: Path) -> None:
    text = """[{"section": "Screws", "subAssemblies": [], "parts": [{"name": "Bolt", "qty": 2}]},
        {"section": "Motors", "subAssemblies": [], "parts": [{"name": "NEMA 17", "qty": 1}]}]"""
    found = _read(tmp_path, "list.json", text)
    assert _counts(found) == [("Bolt", 2), ("NEMA 17", 1)]


TREES = {
    "blanks": "Robot\n  Base x2\n    Plate\n  Arm\n    3x Link\n    Joint (2)\n",
    "drawn": "Robot\n├── Base x2\n│   └── Plate\n└── Arm\n    ├── 3x Link\n    └── Joint (2)\n",
    "ascii": "Robot\n|-- Base x2\n|   `-- Plate\n`-- Arm\n    |-- 3x Link\n    `-- Joint (2)\n",
}


@pytest.mark.parametrize("tree", TREES)
def test_names_set_in_below_each_other_are_a_structure(tmp_path: Path, tree: str) -> None:
    found = _read(tmp_path, "tree.txt", TREES[tree])
    lines = {(shown_number(p), shown_number(c), q) for p, c, q in found.lines}
    assert lines == {
        *(("T", "Robot", "1"), ("Robot", "Base", "2"), ("Base", "Plate", "1")),
        *(("Robot", "Arm", "1"), ("Arm", "Link", "3"), ("Arm", "Joint", "2")),
    }


TREE_TABLES = {
    "commas": "Item,Qty\nRobot,1\n├── Base,2\n│   ├── Bolt,4\n│   └── Nut,3\n",
    "semicolons": "Robot;1\n├── Base;2\n│   ├── Bolt;4\n│   └── Nut;3\n",
    "blanks": "Robot,1\n  Base,2\n    Bolt,4\n    Nut,3\n",
    "counted": "1 Robot\n  2 Base\n    4 Bolt\n    3 Nut\n",
}


@pytest.mark.parametrize("layout", TREE_TABLES)
def test_trees_whose_lines_are_divided_or_count_first_keep_counts(
    tmp_path: Path, layout: str
) -> None:
    found = _read(tmp_path, "tree.csv", TREE_TABLES[layout])
    counts = dict(_counts(found))
    assert (counts["Robot"], counts["Base"]) == (1, 2)
    assert {4, 3} <= set(counts.values())


def test_what_stands_around_a_drawn_tree_is_no_part_and_sizes_count_nothing(tmp_path: Path) -> None:
    text = "# Robot\n```\nRobot:\n│\n├── Base\n│   ├── Bolt M4 x 10\n│   └── 2 x 4 board\n│\n└── Arm\n```\n"
    found = _read(tmp_path, "tree.md", text)
    assert {(shown_number(p), shown_number(c), q) for p, c, q in found.lines} == {
        *(("T", "Robot", "1"), ("Robot", "Base", "1"), ("Robot", "Arm", "1")),
        *(("Base", "Bolt M4 x 10", "1"), ("Base", "2 x 4 board", "1")),
    }
    assert any('"Bolt M4 x 10", "2 x 4 board"' in told for told in found.reading.decisions)


@pytest.mark.parametrize("named", ["2 Base", "Base: 2", "Base *2", "Base [2]", "Base qty 2"])
def test_what_may_count_in_a_drawn_tree_is_told(tmp_path: Path, named: str) -> None:
    found = _read(tmp_path, "tree.txt", f"Robot\n├─ {named}\n│  ├─ Bolt x4\n│  └─ Nut\n└─ Arm\n")
    assert found.reading.decisions[0].endswith(f'left in the name: "{named}".')


def test_a_tree_below_a_header_may_go_deeper_than_its_first_lines_do(tmp_path: Path) -> None:
    text = "Part Name\n  Robot\n" + "    Arm\n      Link\n" * 150 + "        Pin\n          Ring\n"
    found = _read(tmp_path, "tree.txt", text)
    lines = {(shown_number(p), shown_number(c)) for p, c, _ in found.lines}
    assert lines == {
        ("T", "Robot"),
        ("Robot", "Arm"),
        ("Arm", "Link"),
        ("Link", "Pin"),
        ("Pin", "Ring"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Robot 1\n  Base 2\n    Bolt 4\n  Arm 2\n",
        "def main():\n    if x:\n        run()\n    else:\n        stop()\n",
        "server:\n  port: 80\n  paths:\n    - a\n    - b\n",
        "Build guide\n  First print the base.\n    Then wait for it.\n  Glue it.\n",
    ],
)
def test_programs_and_texts_that_are_set_in_are_no_trees(tmp_path: Path, text: str) -> None:
    with pytest.raises(NoNameColumn):
        _read(tmp_path, "text.txt", text)


def test_sizes_that_lines_begin_with_count_nothing(tmp_path: Path) -> None:
    text = "3 red LEDs\n5 V regulator\n2 push buttons\n4 screws\n"
    found = _read(tmp_path, "parts.txt", text)
    assert _counts(found)[1] == ("5 V regulator", 1)


def test_prices_in_several_currencies_and_an_open_decimal_mark_are_told(tmp_path: Path) -> None:
    text = "Name,Qty,Price\nPlate,1,$12.00\nBolt,4,€8.50\nNut,4,$6.00"
    decisions = read_text(tmp_path, text, parent="T").reading.decisions
    assert "Prices are in EUR and USD, as their cells say." in decisions
    text = 'Name;Qty;Preis\n"Blech 0,75";1;1.250\nWelle;2;2.500'
    decisions = read_text(tmp_path, text, parent="T").reading.decisions
    assert any(told.endswith(": 1.250 is read as 1250.") for told in decisions)


def test_parts_that_are_printed_are_not_those_of_the_company_above(tmp_path: Path) -> None:
    text = """Supplier,Part,Qty,Link
    Mouser,Crystal,1,
    ,Resistor,4,

    Digi-Key,USB connector,1,
    ,LED,2,

    RS,Bolt,4,
    ,Nut,2,
    ,Bracket,2,bracket.stl"""
    found = read_text(tmp_path, text, parent="T")
    sold = [part["attributes"] for part in found.parts.values()]
    companies = [{"Supplier": name} for name in ("Mouser", "Digi-Key", "RS") for _ in range(2)]
    assert sold == [*companies, {"Link": "bracket.stl"}]


def test_counts_before_a_note_and_behind_the_sizes_of_a_screw_are_read(tmp_path: Path) -> None:
    text = "- base.stl x1\n- gear.stl x4 (PETG, 50% infill)\n- M3x10 x12\n- Screw M3 x 10\n"
    assert _counts(_read(tmp_path, "parts.md", text)) == [
        *(("base.stl", 1), ("gear.stl (PETG, 50% infill)", 4)),
        *(("M3x10", 12), ("Screw M3 x 10", 1)),
    ]


def test_a_fine_thread_before_a_length_is_no_screw_that_is_counted(tmp_path: Path) -> None:
    text = "- Spindle M8x1 x 20\n- M3x8 x 20\n- Rail 2020 x 4 (black)\n- Nut x2\n"
    found = _read(tmp_path, "parts.md", text)
    assert [count for _, count in _counts(found)] == [1, 20, 1, 2]
    told = found.reading.decisions[0]
    assert told.endswith('left in the name: "Spindle M8x1 x 20", "Rail 2020 x 4 (black)".')


def test_prices_of_a_hundred_are_divided_in_other_languages(tmp_path: Path) -> None:
    text = "Codice;Descrizione;Q.tà;Prezzo €/100pz\nVT-1;Vite M4;24;3,50\nRD-2;Rondella;24;1,20"
    found = read_text(tmp_path, text, parent="T")
    assert [part["cost"] for part in found.parts.values()] == ["0.035", "0.012"]
    assert "PRICE_UNIT" in _codes(found)


@pytest.mark.parametrize("header", ["Price per 100, EUR", "Price per 1.000, net", "Price per 100."])
def test_a_sign_behind_a_hundred_pieces_is_no_part_of_the_number(
    tmp_path: Path, header: str
) -> None:
    found = read_text(tmp_path, f'Name,Qty,"{header}"\nBolt,2,5.00\nNut,3,1.00', parent="T")
    assert "PRICE_UNIT" in _codes(found)
    assert "cost" in found.parts[2]


def test_an_assembly_in_the_first_row_of_its_parts_speaks_for_all(tmp_path: Path) -> None:
    text = (
        "Assembly,Part,Qty,Material\nChassis,Plate,1,6061\n,Rail,2,6061\n,Bolt,16,Steel\n"
        "Drive,Motor,2,\n,Wheel,2,Rubber"
    )
    found = read_text(tmp_path, text, parent="T")
    groups = ["Chassis"] * 3 + ["Drive"] * 2
    assert [part["attributes"] for part in found.parts.values()] == [
        {"Category": group} for group in groups
    ]


def test_a_header_one_blank_behind_another_has_its_own_column(tmp_path: Path) -> None:
    text = (
        "Pos  PTyp Komponente  Bezeichnung    Menge ME\n0010 L    100-1       Schraube       4     ST\n"
        "0020 T                Montagehinweis\n0030 L    100-2       Mutter         5     ST\n"
    )
    found = _read(tmp_path, "list.txt", text)
    assert found.lines == {("T", "100-1", "4"), ("T", "100-2", "5")}
    assert _codes(found) == ["NOT_A_PART"]


def test_names_and_codes_below_each_of_several_suppliers_are_no_numbers(tmp_path: Path) -> None:
    text = """Name,Qty,Supplier 1,,Supplier 2,
    ,,Name,SKU,Name,SKU
    Bolt,4,RS,1-1,Mouser,2-2
    Nut,5,RS,1-2,Mouser,3-3"""
    found = read_text(tmp_path, text, parent="T")
    assert _counts(found) == [("Bolt", 4), ("Nut", 5)]
    assert not found.problems
    assert found.parts[3]["attributes"] == {
        "Supplier 1 Name": "RS",
        "Supplier 1 SKU": "1-1",
        "Supplier 2 Name": "Mouser",
        "Supplier 2 SKU": "2-2",
    }


def test_words_in_brackets_are_no_designators(tmp_path: Path) -> None:
    text = """Reference,Qty,Value
    "R1, R2",2,10k
    "C1, C2",2,1u
    (SW),1,Switch
    (TOP),1,Glue
    (NO),1,Cover
    "D1,D2",2,LED
    "U1,U2",2,LM358"""
    found = read_text(tmp_path, text, parent="T")
    held = {shown_number(line.child): (line.designators, line.remark) for line in found.details}
    assert held["Switch"] == (("SW",), "")
    assert (held["Glue"], held["Cover"]) == (((), "TOP"), ((), "NO"))


def test_a_designator_that_a_row_repeats_is_taken_once(tmp_path: Path) -> None:
    text = 'Reference,Value,Qty\n"C144,C144",100n,2\n"R1,R2,R1",1k,\nC3,1u,1'
    found = read_text(tmp_path, text, parent="T")
    assert found.problems == []
    assert [line.designators for line in found.details] == [("C144",), ("R1", "R2"), ("C3",)]
    assert [count for _, count in _counts(found)] == [2, 2, 1]
    told = [(r.row_number, r.text) for r in found.remarks if r.code == "DESIGNATOR_REPEATED"]
    assert told == [
        (2, "C144 stands several times in the row; it is taken once"),
        (3, "R1 stands several times in the row; it is taken once"),
    ]


def test_several_counts_in_one_name_are_added_and_told(tmp_path: Path) -> None:
    text = "Part,Qty\n3x TL072 + 2x CD4050BE,\n4x Screw M3 and 4x Nut,\n2x Screw M3,\nNut M3,4"
    found = read_text(tmp_path, text, parent="T")
    assert [count for _, count in _counts(found)] == [5, 8, 2, 4]
    assert [remark.text.split('"')[2] for remark in found.remarks] == [
        " counts several parts, which are taken as one with 5 pieces",
        " counts several parts, which are taken as one with 8 pieces",
        " is read as 2 pieces",
    ]


def test_an_alternate_that_a_designator_names_is_not_counted_again(tmp_path: Path) -> None:
    text = """Designator,Part,Qty,Supplier,Order code
        SW1,Tactile switch,1,Mouser,653-B3F
        SW1 alternate supply,Tactile switch,1,Farnell,177807
        R1,10k,1,Mouser,603-1
        R2 (alternate),12k,1,Mouser,603-2"""
    found = read_text(tmp_path, text, parent="T")
    assert [line.do_not_place for line in found.details] == [False, True, False, False]
    assert _codes(found).count("ALTERNATE") == 1


@pytest.mark.parametrize("mark", ['"', "''", "ditto", "-”-", "idem", "dto.", "〃"])
def test_marks_stand_for_the_cell_above(tmp_path: Path, mark: str) -> None:
    quoted = '"""' + '"' if mark == '"' else mark
    text = f"""Qty,Description,Supplier,Order no.,Price GBP
        2,Timing belt,Motedis,17-2210,6.40
        4,Pulley,{quoted},17-2231,{quoted}
        *** order these together ***,,,,
        1,Rail,{quoted},21-0090,38.00
        3,Carriage,,21-0093,14.50"""
    found = read_text(tmp_path, text, parent="T")
    sellers = [attributes_of(part).get("Supplier") for part in found.parts.values()]
    assert sellers == ["Motedis", "Motedis", "Motedis", None]
    assert [part["cost"] for part in found.parts.values()] == ["6.40", "6.40", "38.00", "14.50"]
    assert any("ditto" in remark.text for remark in found.reading.remarks)


def test_cents_without_a_header_may_be_prices(tmp_path: Path) -> None:
    text = "6,M4x12 screw,0.08\n2,608ZZ bearing,0.95\n1,NEMA 17 stepper,11.90\n4,Rubber foot,0.35"
    found = read_text(tmp_path, text, parent="T")
    told = [r.text for r in found.reading.remarks if r.code == "COLUMN_LEFT_OUT"]
    assert told == ['no column is read as prices; "Column 3" may be']
    lengths = text.replace("0.08", "12.5").replace("0.95", "3").replace("11.90", "140")
    found = read_text(tmp_path, lengths, parent="T")
    assert "COLUMN_LEFT_OUT" not in _codes(found)


@pytest.mark.parametrize(
    ("names", "price", "currency", "told"),
    [
        ("ブラケット,ボルト", "30", "JPY", "Japanese"),
        ("Bøjle til motor,Skrue med indvendig sekskant", "30", "DKK", "Danish"),
        ("Høyre feste,Mutter til aksel", "30", "NOK", "Norwegian"),
        ("Fäste för motor,Bricka på axel", "30", "SEK", "Swedish"),
        ("Držák motoru,Šroub s válcovou hlavou", "30", "CZK", "Czech or Slovak"),
        ("Uchwyt silnika,Śruba z łbem", "30", "PLN", "Polish"),
        ("Halterung für Motor,Schlüssel", "30", "EUR", "German"),
        ("Screw by Würth,Plate,Bolt", "30", "USD", ""),
        ("电阻器,电容", "¥30", "CNY", ""),
        ("Høyre feste,Mutter til aksel", "kr 30", "NOK", ""),
        ("電阻器,電容器", "$30", "USD", ""),
    ],
)
def test_texts_below_english_headers_tell_the_currency(
    tmp_path: Path, names: str, price: str, currency: str, told: str
) -> None:
    rows = "\n".join(f"A-{at},{name},2,{price}" for at, name in enumerate(names.split(",")))
    found = read_text(tmp_path, f"Part No,Name,Qty,Unit Cost\n{rows}", parent="T")
    assert {str(part["costCurrency"]) for part in found.parts.values()} == {currency}
    assumed = [r.text for r in found.reading.remarks if r.code == "CURRENCY_ASSUMED"]
    assert [text.partition("as the texts are ")[2] for text in assumed] == (
        [told] if price == "30" else []
    )
