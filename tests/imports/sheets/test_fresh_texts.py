"""Shapes of lists in texts, JSON and pairs that were once read wrongly, or told about too little."""

import json
from pathlib import Path

import pytest

from partwright.imports.sheets.records.refusals import SheetRefusal
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, outcome, read_text


def _read(folder: Path, name: str, text: str) -> Outcome:
    (folder / name).write_text(text, "utf-8")
    return outcome(read_sheet(folder / name, parent="T"))


def _counted(found: Outcome) -> list[tuple[str, float]]:
    parts = found.parts.values()
    return [
        (str(part["name"]), float(line.quantity))
        for part, line in zip(parts, found.details, strict=True)
    ]


def test_bullets_of_a_letter_that_orders_parts_are_its_rows(tmp_path: Path) -> None:
    letter = """Hi Anna,

here is what we need for the prototype:

- 4x M6x20 socket head screws
- 2x bearing 608ZZ
- 3 m timing belt GT2 6 mm
- 1x power supply 24 V 5 A
- 1x fan

Please order until Friday.

Best regards
Tom
"""
    found = _read(tmp_path, "letter.txt", letter)
    assert _counted(found) == [
        ("M6x20 socket head screws", 4),
        ("bearing 608ZZ", 2),
        ("3 m timing belt GT2 6 mm", 1),
        ("power supply 24 V 5 A", 1),
        ("fan", 1),
    ]
    assert '"3 m timing belt GT2 6 mm"' in " ".join(found.reading.decisions)


def test_headers_of_two_words_stand_above_aligned_columns(tmp_path: Path) -> None:
    text = """PARTS LIST  GEARBOX GB-7                           PAGE 1
ITEM  PART NO     DESCRIPTION              QTY  UOM
----  ----------  -----------------------  ---  ---
   1  GB7-001     HOUSING, CAST              1  EA
   2  GB7-014     GEAR, SPUR 40T             2  EA
   3  6203-2RS    BEARING                    4  EA
   5  LUBE-2      GREASE                   0.2  KG
END OF LIST
"""
    found = _read(tmp_path, "list.txt", text)
    assert {(child, quantity) for _, child, quantity in found.lines} == {
        *(("GB7-001", "1"), ("GB7-014", "2"), ("6203-2RS", "4"), ("LUBE-2", "0.2"))
    }
    assert len(found.parts) == 4


def test_an_assembly_is_called_by_the_key_of_its_parts(tmp_path: Path) -> None:
    parts = [
        {"pn": "L-10", "description": "Shade", "quantity": 1},
        {
            "pn": "L-20",
            "description": "Stand",
            "components": [{"pn": "L-21", "description": "Tube", "quantity": 2}],
        },
    ]
    whole = {"assembly": "LAMP-1", "revision": "A", "components": parts}
    found = _read(tmp_path, "lamp.json", json.dumps(whole))
    assert found.problems == []
    assert {("LAMP-1", "L-10", "1"), ("L-20", "L-21", "2")} <= found.lines


def test_components_beside_their_assemblies_are_a_structure(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Codigo,Componente,Descripcion componente,Cantidad
        BIC-1,CUA-1,Cuadro,1
        BIC-1,RUE-1,Rueda,2
        RUE-1,RAD-1,Radio,36
        RUE-1,LLA-1,Llanta,1""",
        parent="T",
    )
    assert {("BIC-1", "RUE-1", "2"), ("RUE-1", "RAD-1", "36")} <= found.lines
    assert [part["name"] for part in found.parts.values()] == ["Cuadro", "Rueda", "Radio", "Llanta"]
    # Codes of their own beside what the parts are called are no parents.
    flat = read_text(tmp_path, "Codigo,Componente,Cantidad\nA-1,Rueda,2\nA-2,Radio,36\nA-3,Eje,1")
    assert [part["itemNumber"] for part in flat.parts.values()] == ["A-1", "A-2", "A-3"]


def test_tools_below_a_list_are_no_parts_though_they_have_sizes(tmp_path: Path) -> None:
    rows = """Part,Qty,Unit cost ($),Where
        Servo,4,6.5,AliExpress
        Bracket,1,14,AliExpress
        Screw,20,0.04,Bolt Depot
        ,,,
        {},,,
        {}
        Hex key,{},,
        Soldering iron,{},,"""
    found = read_text(
        tmp_path, rows.format("Tools needed", "Tool,Size,,", "2.5 mm", "60 W"), parent="T"
    )
    assert ([n for n, _ in _counted(found)], found.problems) == (["Servo", "Bracket", "Screw"], [])
    counted = read_text(tmp_path, rows.format("Tools", "Wrench,1,,", "2", "1"), parent="T")
    assert len(counted.parts) == 6


def test_prices_beside_packs_and_what_was_ordered_are_told(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Line,Product,Description,Ordered,Price,Per,Total
        1,91290A115,Screw,3,9.42,pack of 100,28.26
        2,5972K91,Ball Bearing,4,7.10,each,28.40""",
        parent="T",
    )
    assert [line.quantity for line in found.details] == [3, 4]
    told = [r.text for r in found.reading.remarks if r.code == "PRICE_DOUBTED"]
    assert ['"pack of 100"' in text for text in told] == [True]


def test_the_first_column_of_some_part_names_it(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Harness Part,Connector,Manufacturer,MPN,Qty
        Housing 4-pos,J1,Molex,43025-0400,1
        Crimp terminal,,Molex,43030-0007,8
        Wire red,,Alpha Wire,3051 RD005,2""",
        parent="T",
    )
    assert _counted(found) == [("Housing 4-pos", 1), ("Crimp terminal", 8), ("Wire red", 2)]


def test_objects_of_sap_are_numbers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Stufe;Pos;Objekt;Bezeichnung;Menge;BME
        .1;0010;10-4100;Gehaeuse;1;ST
        ..2;0010;20-0001;Rohling;1;ST
        .1;0030;30-7006;Kugellager;2;M""",
        parent="T",
    )
    assert ("10-4100", "20-0001", "1") in found.lines
    assert [part["unitOfMeasure"] for part in found.parts.values()] == ["ST", "ST", "M"]


def test_positions_of_words_are_names_and_ranges_are_read_in_chinese(tmp_path: Path) -> None:
    rows = [
        ("1", "Плата", "TMC2209", "3"),
        ("2", "Привод", "NEMA17", "2"),
        ("3", "Реле", "HK", "1"),
    ]
    keys = ("№", "Группа", "Позиция", "Количество")
    listed = [dict(zip(keys, row, strict=True)) for row in rows]
    found = _read(tmp_path, "list.json", json.dumps(listed))
    assert _counted(found) == [("TMC2209", 3), ("NEMA17", 2), ("HK", 1)]
    numbered = "Позиция,Наименование,Количество\n1,Плата,2\n2,Реле,1\n3,Винт,4\n"
    placed = _read(tmp_path, "list.csv", numbered)
    assert [line.find_number for line in placed.details] == [1, 2, 3]
    ranged = _read(tmp_path, "range.csv", "物料,数量,备注\n主控板,1,a\n驱动,1 到 2,b\n电阻,3,c\n")
    assert _counted(ranged) == [("主控板", 1), ("驱动", 2), ("电阻", 3)]


def test_sizes_between_bullets_that_count_stay_in_names(tmp_path: Path) -> None:
    sizes = ("3 phase motor", "100 nF capacitor", "16 GB card")
    counts = ("5 resistors", "2 diodes", "1 board", "4 wheels", "6 knobs")
    found = _read(tmp_path, "kit.md", "\n".join(f"- {one}" for one in (*counts, *sizes)))
    assert _counted(found)[:2] == [("resistors", 5), ("diodes", 2)]
    assert _counted(found)[5:] == [(size, 1) for size in sizes]


def test_what_is_said_below_a_line_that_counts_is_no_part_of_it(tmp_path: Path) -> None:
    found = _read(tmp_path, "kit.txt", "4 Rails\n2 Motors\n  NEMA 17\n1 Board\n3 Belts\n8 Nuts\n")
    assert {parent for parent, _, _ in found.lines} == {"T"}
    assert len(found.parts) == 5


def test_bullets_without_the_box_that_others_have_are_told(tmp_path: Path) -> None:
    found = _read(tmp_path, "kit.md", "- [ ] Motor\n- [x] Belt\n- [ ] Pulley x2\n- Glue\n")
    assert _counted(found) == [("Motor", 1), ("Belt", 1), ("Pulley", 2)]
    assert any('are text: "Glue".' in decision for decision in found.reading.decisions)


def test_numbers_that_alternatives_share_count_nothing(tmp_path: Path) -> None:
    rows = "".join(f"| {number} | Part {at} | a |\n" for at, number in enumerate((1, 1, 2, 2, 3)))
    found = _read(tmp_path, "kit.md", f"| # | Part | Note |\n|---|---|---|\n{rows}")
    assert [quantity for _, quantity in _counted(found)] == [1] * 5


def test_a_table_whose_parts_begin_with_a_size_is_read(tmp_path: Path) -> None:
    table = "| Qty | Part |\n|---|---|\n"
    text = f"## Frame\n\n{table}| 4 | 2020 extrusion, 300 mm |\n| 8 | 2040 extrusion, 260 mm |\n"
    found = _read(tmp_path, "a.md", f"{text}\n## Motion\n\n{table}| 3 | Rail MGN9H |\n")
    assert _counted(found) == [
        *(("2020 extrusion, 300 mm", 4), ("2040 extrusion, 260 mm", 8), ("Rail MGN9H", 3)),
    ]


def test_counts_between_numbers_and_names_are_read_without_a_header(tmp_path: Path) -> None:
    text = "CABINET - hardware\n\n101350   x4    Cam lock nut\n110789   12x   Wooden dowel 8x30\n"
    found = _read(tmp_path, "bag.txt", f"{text}100001   x1    Hex key\n")
    assert {line[1:] for line in found.lines} == {
        ("101350", "4"),
        ("110789", "12"),
        ("100001", "1"),
    }
    assert [part["name"] for part in found.parts.values()] == [
        *("Cam lock nut", "Wooden dowel 8x30", "Hex key"),
    ]


def test_a_title_of_two_words_over_aligned_columns_is_no_part(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        "iso.txt",
        """PT   COMPONENT DESCRIPTION                 ITEM CODE     QTY
PIPE
1    PIPE SMLS BE ASTM A106 SCH 40         PAAAB40       3.2 M
2    PIPE SMLS BE ASTM A106 SCH 80         PAAAB80       0.6 M
ERECTION MATERIALS
3    STUD BOLT A193 B7 3/4 X 110           BSTB7         16
""",
    )
    assert {(child, quantity) for _, child, quantity in found.lines} == {
        *(("PAAAB40", "3.2"), ("PAAAB80", "0.6"), ("BSTB7", "16")),
    }
    assert found.parts[6]["attributes"] == {"Category": "ERECTION MATERIALS"}


def test_links_notes_and_titles_among_counted_lines(tmp_path: Path) -> None:
    path = tmp_path / "bom.txt"
    lines = """Panel:
        2x rotary encoders, 6 mm shaft
         -- $1.28 each on DigiKey https://www.digikey.com/encoders
        3x fader caps - https://www.amazon.co.uk/dp/B07K629XFR?ie=UTF8

        Case:
        20x buttons, 6x6 mm
        -- see above
        4 x screws M3"""
    path.write_text("\n".join(line.removeprefix(" " * 8) for line in lines.splitlines()), "utf-8")
    found = outcome(read_sheet(path, parent="T"))
    assert [part["name"] for part in found.parts.values()] == [
        *("rotary encoders, 6 mm shaft", "fader caps", "buttons, 6x6 mm", "screws M3")
    ]
    held = [attributes_of(part) for part in found.parts.values()]
    assert [one["Category"] for one in held] == ["Panel", "Panel", "Case", "Case"]
    assert held[1]["Link"].endswith("B07K629XFR?ie=UTF8")
    assert "begin with -- are not read" in found.reading.decisions[0]
    bullets = tmp_path / "bom.md"
    bullets.write_text(
        "- 1x Board\n- Wires\n- Printed:\n  - 1x base.stl\n  - 2x arm.stl\n", "utf-8"
    )
    found = outcome(read_sheet(bullets, parent="T"))
    assert [part["name"] for part in found.parts.values()] == [
        *("Board", "Wires", "base.stl", "arm.stl")
    ]


def test_underlined_headings_and_bullets_that_introduce_others_are_read(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        "machine.md",
        """Machine
=======

Body
----

* Steel tube
* [Paint](https://shop.example/paint) and [primer](docs/primer.txt)

Drive
-----

* Belt drive of the table:
  * 2x GT2 belt
  * 1x pulley
* Relay
""",
    )
    counts = [("Steel tube", 1), ("Paint and primer", 1), ("GT2 belt", 2), ("pulley", 1)]
    assert _counted(found) == [*counts, ("Relay", 1)]
    held = [attributes_of(part)["Category"] for part in found.parts.values()]
    assert held == ["Body", "Body", "Drive", "Drive", "Drive"]
    told = " ".join(found.reading.table.decisions)
    assert 'above others that are set in are text: "Belt drive of the table:"' in told


def test_details_below_bullets_are_no_parts_of_their_own(tmp_path: Path) -> None:
    text = "* Motor\n  * 12 V\n  * 300 rpm\n* Relay\n* Switch\n"
    with pytest.raises(SheetRefusal):
        _read(tmp_path, "details.md", text)


def test_a_count_stands_behind_what_a_part_is_for(tmp_path: Path) -> None:
    text = "BOM:\nControllers:\t2x ESP32, 1x Uno\n5V regulator:\t1x NID100\nLarge servo:3x RS-10\n"
    found = _read(tmp_path, "arm.txt", text)
    assert _counted(found) == [("2x ESP32, 1x Uno", 3), ("NID100", 1), ("RS-10", 3)]
    described = [part["description"] for part in found.parts.values()]
    assert described == ["Controllers", "5V regulator", "Large servo"]
    assert "A line that counts several things is one part" in found.reading.table.decisions[-1]


def test_links_within_counted_lines_are_no_names(tmp_path: Path) -> None:
    text = """- [ ] 1x Feather M0
- [ ] 1x [Kit MEMS1](https://elv.example/mems1-151456)
- [ ] 3x Capacitor 100nF
"""
    found = _read(tmp_path, "scanner.md", text)
    assert _counted(found) == [("Feather M0", 1), ("Kit MEMS1", 1), ("Capacitor 100nF", 3)]
    links = [attributes_of(part).get("Link") for part in found.parts.values()]
    assert links == [None, "https://elv.example/mems1-151456", None]


def test_eagle_lists_whose_quantities_stand_close_to_values(tmp_path: Path) -> None:
    text = """Partlist exported from board.sch

Qty Value      Device       Package   Parts           Kept as is
1              C2.5/2       C2.5-2    C2              28
4              PINHD-1X2    1X02      J1, J2, J3, J4  98
4   10k        R-US         0207/10   R1, R2, R3, R4  36
2   BSS138     MOSFET-N     SOT23-3   Q2, Q3
1   TEENSY     TEENSY       DIL       U1              x
"""
    found = _read(tmp_path, "board.txt", text)
    names = ["C2.5/2", "PINHD-1X2", "10k", "BSS138", "TEENSY"]
    assert _counted(found) == list(zip(names, [1, 4, 4, 2, 1], strict=True))


def test_the_sheet_of_a_schematic_does_not_tell_parts_apart(tmp_path: Path) -> None:
    text = """Part  Value  Device   Package  Library  Sheet

R1    1k     R-EU     M0805    rcl      3
R2    1k     R-EU     M0805    rcl      1
C3    100nF  C-EUC    C0805    rcl      2
"""
    assert _counted(_read(tmp_path, "door.txt", text)) == [("1k", 2), ("100nF", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Item: Relay, 5 V qty: 2 unit cost: $5.00\nItem: Fan 40 mm qty: 1 unit cost: $3\n",
        "- **Item:** Relay, 5 V **Qty:** 2 **Unit cost:** $5.00\n- **Item:** Fan 40 mm **Qty:** 1\n",
        "Item: Relay, 5 V\nQty: 2\nUnit cost: $5.00\n\nItem: Fan 40 mm\nQty: 1\n",
        "Name=Relay, 5 V; Qty=2; Price=$5.00\nName=Fan 40 mm; Qty=1\n",
    ],
)
def test_labels_before_values_name_the_columns(tmp_path: Path, text: str) -> None:
    found = _read(tmp_path, "list.txt", text)
    assert _counted(found) == [("Relay, 5 V", 2), ("Fan 40 mm", 1)]
    assert next(iter(found.parts.values()))["cost"] == "5.00"
    assert "Labels such as `Qty:` name the columns." in found.reading.decisions


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        (
            ("Hi Jonas, here is what we need:\n\n2x linear rail MGN12H\n4 pcs bearing 608ZZ\n10x M5x16 screw\n"
            "1 roll of tape\nsome zip ties\n\nThanks, Mia\n"),
            {"linear rail MGN12H": 2, "bearing 608ZZ": 4, "M5x16 screw": 10, "roll of tape": 1, "zip ties": 1},
        ),
        (
            ("Guten Tag,\n\nwir bitten um ein Angebot über\n\n10 Stk Lager 6204\n4 Stk. Dichtring 20x35x7\n"
            "2x Motor 24 V\neinige Kabelbinder\n\nMit freundlichen Grüßen\nK. Maier\n"),
            {"Lager 6204": 10, "Dichtring 20x35x7": 4, "Motor 24 V": 2, "Kabelbinder": 1},
        ),
    ],
)  # fmt: skip
def test_counted_lines_of_a_letter_are_its_parts(
    tmp_path: Path, text: str, counted: dict[str, int]
) -> None:
    found = _read(tmp_path, "letter.txt", text)
    assert dict(_counted(found)) == counted
    assert any("text around them is not read" in told for told in found.reading.decisions)


def test_counts_per_assembly_and_components_with_short_headers(tmp_path: Path) -> None:
    text = "Baugruppe;Teilenummer;Benennung;Stk. pro BG\nRahmen;R-1;Träger;2\nRahmen;N-1;Schraube;16\nAntrieb;A-1;Motor;1\nAntrieb;N-1;Schraube;4\n"
    found = read_text(tmp_path, text, parent="T")
    assert found.lines == {
        ("Rahmen", "R-1", "2"),
        ("Rahmen", "N-1", "16"),
        ("Antrieb", "A-1", "1"),
        ("Antrieb", "N-1", "4"),
    }
    text = "Parent Part,Parent Desc,Component Part,Component Desc,Qty Per\nA1,Console,A2,PCB,1\nA2,PCB,R-10K,Resistor,3\n"
    found = read_text(tmp_path, text, parent="T")
    assert found.lines == {("A1", "A2", "1"), ("A2", "R-10K", "3")}
    assert [part["name"] for part in found.parts.values()] == ["PCB", "Resistor"]
    text = "PART NO,NOMENCLATURE,MATL SPEC,WT (LB),QTY\nP-1,PLATE,AMS 4027,0.75,2\n"
    part = read_text(tmp_path, text, parent="T").parts[2]
    assert (part["material"], part["weight"], part["weightUnit"]) == ("AMS 4027", "0.75", "lb")


def test_prices_in_parentheses_behind_bullets_are_no_part_of_names(tmp_path: Path) -> None:
    text = """- 4x MG90S servo ($3.20 each)
- 1x ESP32 board - $6
- Motor (4 A, $30)
"""
    found = _read(tmp_path, "list.md", text)
    assert _counted(found) == [("MG90S servo", 4), ("ESP32 board", 1), ("Motor (4 A, $30)", 1)]
    assert [part.get("cost") for part in found.parts.values()] == ["3.20", "6", None]
    assert "may be of one piece" not in " ".join(found.reading.decisions)
