"""Tables of documents as people write them: bars set with tabs, notes, links, further tables."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text


def _read(folder: Path, text: str, name: str = "list.md") -> Outcome:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return outcome(read_sheet(path, parent="T"))


def _counts(found: Outcome) -> list[tuple[str, float]]:
    return [(shown_number(line.child), float(line.quantity)) for line in found.details]


def _told(found: Outcome, code: str) -> list[str]:
    remarks = (*found.reading.remarks, *found.remarks)
    return [remark.text for remark in remarks if remark.code == code]


def _attributes(found: Outcome, name: str) -> list[str]:
    held = [part["attributes"] for part in found.parts.values()]
    return [str(attributes[name]) for attributes in held if isinstance(attributes, dict)]


def test_tabs_around_the_bars_are_blanks(tmp_path: Path) -> None:
    text = (
        "Pos\t|\tAnzahl\t|\tBezeichnung\t|\tEP\t|\tQuelle\t|\n"
        "----\t|\t----\t|\t----\t|\t----\t|\t----\t|\n"
        "1\t|\t2\t|\tWandler\t|\t1,50\t|\tAliexpress\t|\n"
        "2\t|\t6\t|\tMagnet\t|\t2,99\t|\tAmazon\t|\n"
        "3\t|\t1\t|\tKabel\t(grau)\t|\t4,10\t|\t\t|\n"
    )
    found = _read(tmp_path, text)
    assert _counts(found) == [("Wandler", 2), ("Magnet", 6), ("Kabel (grau)", 1)]
    assert not found.problems
    assert found.parts[3]["attributes"] == {"Supplier": "Aliexpress"}


def test_numbered_headings_are_categories_above_numbered_places(tmp_path: Path) -> None:
    table = "\n| Item | Description | Qty |\n|---|---|---|\n"
    text = (
        f"## 1. Frame\n{table}| 1.1 | Tube | 4 |\n| 1.2 | Grip | 2 |\n\n"
        f"## 2. Hopper\n{table}| 2.1 | Body | 1 |\n| 2.10 | Hinge | 2 |\n"
    )
    found = _read(tmp_path, text)
    assert _counts(found) == [("Tube", 4), ("Grip", 2), ("Body", 1), ("Hinge", 2)]
    assert not found.problems
    kinds = [part["attributes"] for part in found.parts.values()]
    assert kinds == [{"Category": name} for name in ("1. Frame", "1. Frame", "2. Hopper")] + [
        {"Category": "2. Hopper"}
    ]


def test_quantities_with_marks_sums_and_a_cell_too_much(tmp_path: Path) -> None:
    text = (
        "| Item | Model | Qty |\n|---|---|---|\n"
        "| Insert | M3 | 5* |\n| Bolts | M4 and M5 | 2+2 |\n| Sensor | UV | 1 | $18.00 |\n"
    )
    found = _read(tmp_path, text)
    assert _counts(found) == [("Insert", 5), ("Bolts", 4), ("Sensor", 1)]
    told = _told(found, "REMARK")
    assert {"Qty: 5* is read as 5", 'Qty: "2+2" is read as 4'} < set(told)
    assert "$18.00: it stands behind the last column and is not read" in told
    # A bar within a name puts the count into the wrong place, and the row is refused.
    found = _read(tmp_path, text.replace("| Sensor | UV |", "| Sensor | UV | IR |"))
    assert found.bad_rows == [5]


def test_a_table_without_counts_that_numbers_on(tmp_path: Path) -> None:
    text = (
        "## Bought\n\n| 序号 | 物料 | 数量 | 单价 |\n|---|---|---|---|\n"
        "| 1 | 电池 | 4 节 | 21.00 |\n| 2 | 飞控 | 1 块 | 200.00 |\n\n"
        "| 分类 | 金额 |\n|---|---|\n| 合计 | 284.00 |\n\n"
        "## To buy\n\n| 序号 | 物料 | 说明 |\n|---|---|---|\n"
        "| 3 | 机架 | 7 寸 |\n| 4 | 电机 × 4 | KV |\n"
    )
    found = _read(tmp_path, text)
    assert _counts(found) == [("电池", 4), ("飞控", 1), ("机架", 1), ("电机 × 4", 4)]
    assert '"电机 × 4" is read as 4 pieces' in _told(found, "REMARK")
    # Numbers that begin anew are of another list.
    found = _read(
        tmp_path, text.replace("| 3 | 机架", "| 1 | 机架").replace("| 4 | 电机", "| 2 | 电机")
    )
    assert _counts(found) == [("电池", 4), ("飞控", 1)]


def test_yuan_names_and_values_below_chinese_headers(tmp_path: Path) -> None:
    text = (
        "| 序号 | 元件 | 型号 | 数量 | 单价 |\n|---|---|---|---|---|\n"
        "| 1 | 三极管 | S8050 | 2 | ¥0.3 |\n| 2 | 电阻 | 1kΩ 0805 | 2 | ¥0.05 |\n"
        "| 3 | 稳压器 | AMS1117-3.3 | 1 | ¥2 |\n"
    )
    found = _read(tmp_path, text)
    assert [part["name"] for part in found.parts.values()] == ["三极管", "电阻", "稳压器"]
    assert [part["costCurrency"] for part in found.parts.values()] == ["CNY"] * 3
    assert "¥ is read as CNY, by the language of the headers." in found.reading.decisions
    assert _told(found, "DOUBTED") == [
        '"型号": "1kΩ 0805" is a value, and is kept as an attribute (row 4)'
    ]
    found = read_text(tmp_path, "品名,個数,単価\nねじ,2,¥30\n歯車,1,¥250", parent="T")
    assert [part["costCurrency"] for part in found.parts.values()] == ["JPY"] * 2


def test_links_in_html_and_titles_of_offers(tmp_path: Path) -> None:
    text = (
        "| Qty | Item | Recommended |\n|---|---|---|\n"
        '| 1 | Axial | Delta <a href="https://shop.example/a">Buy</a> |\n| 2 | Blower | Sunon |\n'
    )
    found = _read(tmp_path, text)
    assert found.parts[3]["attributes"] == {
        "Recommended": "Delta Buy",
        "Link": "https://shop.example/a",
    }
    rows = [("Gehäuse, grau", "BOX4U Gehäuse"), ("Ladegerät 1A", "EREMIT Ladegerät")]
    rows += [("JST Stecker", "JST Stecker - EREMIT"), ("Solarpanel 8W", "Solarpanel")]
    lines = [
        f"| {name} | [{offer}](https://shop.example/{at}) |"
        for at, (name, offer) in enumerate(rows)
    ]
    found = _read(tmp_path, "\n".join(["| Artikel | Bezug |", "|---|---|", *lines]))
    assert _attributes(found, "Bezug") == [offer for _, offer in rows]
    sellers = [
        f"| {name} | {seller} |"
        for (name, _), seller in zip(rows, ("Reichelt", "Conrad", "TME", "RS"), strict=True)
    ]
    found = _read(tmp_path, "\n".join(["| Artikel | Bezug |", "|---|---|", *sellers]))
    assert _attributes(found, "Supplier")[0] == "Reichelt"


def test_counts_of_threads_and_behind_wide_brackets(tmp_path: Path) -> None:
    text = "- 8mm plate\n- 12 M3 bolts and nuts\n- 1200mm of tube\n- 6 M8 30mm bolts\n"
    found = _read(tmp_path, text, "list.txt")
    counts = dict(_counts(found))
    assert counts["M3 bolts and nuts"] == 12
    assert counts["M8 30mm bolts"] == 6
    assert counts["8mm plate"] == 1
    text = "部品\n\n1. マイコン PIC18\n2. コンデンサ 10μF （秋月）x 3\n3. コネクタ (秋月）x 2\n"
    found = _read(tmp_path, text, "list.txt")
    assert [count for _, count in _counts(found)] == [1, 3, 2]


def test_values_among_own_numbers_and_short_words_for_quantities(tmp_path: Path) -> None:
    text = "Ref,Name,Part Number,Quan\nU1,MCU,PIC16F1459,2\nR1,Limiter,470ohm PTH,3\nR4,Pull-up,~10Kohm PTH,2"
    found = read_text(tmp_path, text, parent="T")
    assert [line.quantity for line in found.details] == [2, 3, 2]
    assert _told(found, "DOUBTED") == ['the part number "470ohm PTH" reads as a value (rows 3, 4)']


def test_alternatives_in_brackets_stand_for_the_part_above(tmp_path: Path) -> None:
    text = (
        "| Component | Model | Qty | Price |\n|---|---|---|---|\n"
        "| Computer | 8 GB | 1 | €108 |\n| *(alternative)* | 16 GB | 1 | €170 |\n"
        "| Cooler (alternative) | Fan | 2 | €11 |\n"
    )
    found = _read(tmp_path, text)
    assert [part["name"] for part in found.parts.values()] == [
        *("Computer", "Computer", "Cooler (alternative)")
    ]
    assert [line.do_not_place for line in found.details] == [False, True, False]
    assert _told(found, "ALTERNATE") == ["an alternate of Computer; its line is not placed"]


def test_prices_and_quantities_of_vietnam(tmp_path: Path) -> None:
    text = (
        "| Tên linh kiện | Số lượng | Giá tham khảo |\n|---|---|---|\n"
        "| Nhôm | \\~2m | 75.000 ₫/m |\n| Ray | 5 thanh | 45.000 ₫/thanh |\n"
        "| Dây | Nhiều | 4.000 ₫/cái |\n"
    )
    found = _read(tmp_path, text)
    assert _counts(found) == [("Nhôm", 2), ("Ray", 5), ("Dây", 1)]
    assert [(part["cost"], part["costCurrency"]) for part in found.parts.values()] == [
        *(("75000", "VND"), ("45000", "VND"), ("4000", "VND"))
    ]
    assert found.parts[3]["unitOfMeasure"] == "m"
    assert {"Số lượng: ~2m is approximate", 'Số lượng: "Nhiều" is read as 1'} < set(
        _told(found, "REMARK")
    )


def test_numbers_of_pieces_that_quantities_are_for(tmp_path: Path) -> None:
    text = "Level,Item number,Product name,Quantity,Per series\n0,D1,Speaker,1.00,1.00\n1,M1,Screw,24.00,{}"
    found = read_text(tmp_path, text.format("10.00"), parent="T")
    assert found.lines == {("T", "D1", "1"), ("D1", "M1", "2.4")}
    divided = '"Per series" says for how many pieces "Quantity" is: it is divided by that'
    assert divided in _told(found, "REMARK")
    found = read_text(tmp_path, text.format("1.00"), parent="T")
    assert (("D1", "M1", "24") in found.lines, divided in _told(found, "REMARK")) == (True, False)
    # What is no plain number is left alone, and told.
    found = read_text(tmp_path, text.format("10.00").replace("24.00", "24 m"), parent="T")
    assert _told(found, "DOUBTED") == [
        '"Per series" is not 1 in all rows; the quantity beside it may be for so many pieces'
    ]
    text = "Nº DO ITEM;Nº DA PEÇA;DESCRIÇÃO;QTD.\n1;EST-1;Estrutura;1\n1.1;TB-10;Tubo;4\n2;PF-30;Parafuso;16"
    found = read_text(tmp_path, text, parent="T")
    assert found.lines == {("T", "EST-1", "1"), ("EST-1", "TB-10", "4"), ("T", "PF-30", "16")}


def test_references_beside_several_suppliers_are_theirs(tmp_path: Path) -> None:
    text = (
        "Repère;Désignation;Référence;Fournisseur;Qté\n1;Vis;V06020;HPC;12\n2;Roulement;608-2Z;SKF;4\n"
        "3;Moteur;17HS4401;Gotronic;2\n4;Carter imprimé;{};;1"
    )
    found = read_text(tmp_path, text.format(""), parent="T")
    assert [part["attributes"] for part in found.parts.values() if "attributes" in part] == [
        {"Order Code": "V06020", "Supplier": "HPC"},
        {"Order Code": "608-2Z", "Supplier": "SKF"},
        {"Order Code": "17HS4401", "Supplier": "Gotronic"},
    ]
    assert all("itemNumber" not in part for part in found.parts.values())
    # A part that nobody sells has a number of the company's own.
    found = read_text(tmp_path, text.format("PL-004"), parent="T")
    assert [part["itemNumber"] for part in found.parts.values()][3] == "PL-004"
    text = "Reference;Name;Fournisseur;Qty\nC1;Capacitor;HPC;1\nR1, R2;Resistor;SKF;2\nU1;MCU;TME;1\n;PCB;;1"
    found = read_text(tmp_path, text, parent="T")
    assert [line.designators for line in found.details] == [("C1",), ("R1", "R2"), ("U1",), ()]


def test_a_size_where_pieces_and_lengths_are_counted(tmp_path: Path) -> None:
    text = "Component,Units\nAcrylic sheet,1015x1525x3mm\nProfile,3582mm\nSensor,2"
    found = read_text(tmp_path, text, parent="T")
    assert _counts(found) == [("Acrylic sheet", 1), ("Profile", 3582), ("Sensor", 2)]
    assert [line.remark for line in found.details] == ["1015x1525x3mm", "", ""]
    assert "Units: 1015x1525x3mm is a size; one piece is taken" in _told(found, "REMARK")


_COUNTED = "# Dryer\n\n| Part | Qty | Link |\n|---|---|---|\n| ESP32 | 1 | |\n| Sensor | 2 | |\n\n"


@pytest.mark.parametrize(
    ("further", "read"),
    [
        ("## Printed parts\n| Part | Notes |\n|---|---|\n| Front | PETG |\n| Grip | |", True),
        ("## Printed parts\n| File | Material |\n|---|---|\n| front.stl | PETG |", True),
        ("## 3D printed\n| Part | Infill |\n|---|---|\n| Coxa | 30% |\n| Femur | 30% |", True),
        ("## Mechanik\n| Bauteil | Hinweis |\n|---|---|\n| Deckel | PETG |", True),
        ("## Optional parts\n| Part | Notes |\n|---|---|\n| Buzzer | 5 V |", False),
        ("## Part descriptions\n| Part | Notes |\n|---|---|\n| ESP32-C3 | Core |", False),
        ("## Parts\n| Part | Supplier |\n|---|---|\n| Sensor | Mouser |", False),
        ("## Components\n| Component | Pin |\n|---|---|\n| Display | D1 |", False),
        ("## Specifications\n| Part | Value |\n|---|---|\n| Weight | 2 kg |", False),
        ("## Tools\n| Part | Notes |\n|---|---|\n| Hex key | 2 mm |", False),
    ],
)
def test_a_table_that_counts_nothing_is_read_where_it_lists_parts(
    tmp_path: Path, further: str, read: bool
) -> None:
    found = _read(tmp_path, f"{_COUNTED}{further}\n")
    rows = further.splitlines()[3:]
    names = [row.split("|")[1].strip() for row in rows] if read else []
    assert _counts(found) == [("ESP32", 1), ("Sensor", 2), *((name, 1) for name in names)]
    assert bool(_told(found, "OTHER_TABLE")) is not read
    assert any("one of each is taken" in text for text in _told(found, "REMARK")) is read


@pytest.mark.parametrize(
    ("further", "names"),
    [
        (",,\nPrinted parts,,\nPart,Material,\nFront,PETG,\nRear,PETG,", ["Front", "Rear"]),
        (",,\nPart,Material,\nFront,PETG,\nRear,PETG,", ["Front", "Rear"]),
        (",,\nPart,Material,Notes\nFront,PETG,20 %", ["Front"]),
        (",,\nPin,Signal,\nD1,SDA,\nD2,SCL,", []),
        (",,\nPin,Connects to,Wire\nGPIO21,SDA,yellow\nGPIO22,SCL,green", []),
        (",,\nAll edges deburred,,\nDrawn by,2024-01-02,\nChecked by,3.4.2024,", []),
        (",,\nWiring,,\nPart,Pin,\nFan,D1,\nLight,D2,", []),
    ],
)
def test_a_table_below_a_list_is_no_row_of_it(
    tmp_path: Path, further: str, names: list[str]
) -> None:
    found = read_text(tmp_path, f"Part,Qty,Link\nESP32,1,a\nSensor,2,b\n{further}", parent="T")
    assert _counts(found) == [("ESP32", 1), ("Sensor", 2), *((name, 1) for name in names)]
    told = (*_told(found, "OTHER_TABLE"), *_told(found, "NOT_A_PART"))
    assert bool(told) is (not names)


def test_the_same_headers_behind_another_table_are_told(tmp_path: Path) -> None:
    text = "Part No,Qty,Unit Price\nA,1,2\nB,2,3\n\nSupplier,Contact,Phone\nAcme,Jo,5\n\nPart No,Qty,Unit Price\nC,1,9\n"
    found = read_text(tmp_path, text, parent="T")
    assert _counts(found) == [("A", 1), ("B", 2)]
    assert any("row 8 with the headers of this one" in told for told in _told(found, "OTHER_TABLE"))


def test_all_that_stands_behind_another_table_is_told(tmp_path: Path) -> None:
    text = "Part No,Qty,Unit Price\nA,1,2\nB,2,3\n\nRev,Date,Author\n1,2024-01-02,Jo\n\n"
    further = "Item,Count,Cost\nC,1,9\n\nD,4,7\n\nParts to print\nPart No,Qty,Unit Price\nE,5,1\n"
    found = read_text(tmp_path, f"{text}{further}", parent="T")
    assert _counts(found) == [("A", 1), ("B", 2)]
    rows = [r.row_number for r in found.reading.table.remarks if r.code == "OTHER_TABLE"]
    assert rows == [5, 8, 11, 14]
    many = read_text(tmp_path, text + "\n\n".join(f"P{at},{at},1" for at in range(30)), parent="T")
    told = [r for r in many.reading.table.remarks if r.code == "OTHER_TABLE"]
    assert (len(told), told[-1].text[:22]) == (12, "nor is what follows fr")


@pytest.mark.parametrize(
    "table",
    [
        "Vendor,Contact,Phone\nMisumi,Anna,5551234\nIgus,Bob,5559876",
        "Tool,Use,Size\nAllen key,screws,3\nDrill,holes,5",
        "Tool,Size\nAllen key,3\nDrill,5",
        "Schritt,Anweisung,Minuten\n1,Platte verschrauben,5\n2,Riemen spannen,10",
        "Screw,Torque,Class\nM3,1.2,8\nM4,2.5,8",
    ],
)
@pytest.mark.parametrize("gap", ["\n\n", "\nMore of it,,\n"])
def test_numbers_of_another_table_are_no_quantities(tmp_path: Path, table: str, gap: str) -> None:
    text = f"Part Number,Description,Qty\nP-1,Plate,2\nP-2,Bolt,4\nP-3,Nut,4\n{gap}{table}"
    found = read_text(tmp_path, text, parent="T")
    assert _counts(found) == [("P-1", 2), ("P-2", 4), ("P-3", 4)]
    assert len(found.parts) == 3
    assert not found.problems
    told = {remark.row_number for remark in (*found.reading.remarks, *found.remarks)}
    assert text[: text.index(table)].count("\n") + 1 in told


@pytest.mark.parametrize(
    "rows",
    [
        "Tool,Flange of it,1\nPort,Pressure,2",
        "Tool,Description,Count\nGripper,Soft,1\nSucker,Flat,2",
        "Key,Steel,as needed\nPin,Wire,2",
        "Pin,,\nKey,Steel,2",
    ],
)
def test_parts_behind_a_gap_are_parts(tmp_path: Path, rows: str) -> None:
    text = f"Part Number,Description,Qty\nP-1,Plate,2\nP-2,Bolt,4\n\n\n{rows}"
    found = read_text(tmp_path, text, parent="T")
    assert not _told(found, "OTHER_TABLE")
    assert found.parts.keys() >= {2, 3, 7}
