"""Lists as people keep them: what a person expects of each, at the first try.

The small lists are of the shapes of public ones. Those themselves are read where they are there,
in PARTWRIGHT_TEST_BOMS or beside the repository; they are no part of the project.
"""

import os
from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import RowRemark, shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text

BOMS = Path(
    os.environ.get("PARTWRIGHT_TEST_BOMS")
    or Path(__file__).resolve().parents[4] / "shared" / "data" / "boms"
)

LISTS = Path(__file__).parents[1] / "lists"
EXPECTED = {
    "fusion.xlsx": (297, 302, set[str]()),
    "inventree_bom.csv": (78, 207, {"REMARK"}),
    "inventree_parts.csv": (414, 414, set[str]()),
    "libresolar_bms.csv": (61, 61, {"NOT_A_PART"}),
    "nomenclature_fr.csv": (14, 14, {"CURRENCY_ASSUMED"}),
    "odrive_24v.csv": (42, 42, set[str]()),
    "odrive_48v.csv": (41, 41, set[str]()),
    "opendog.ods": (41, 41, {"SECTION_ROW"}),
    "partdb.csv": (6, 6, {"CURRENCY_ASSUMED", "UNIT_ASSUMED"}),
    "poppy.urdf": (26, 26, {"ROUNDED"}),
    "printnc.xlsx": (66, 66, {"FIGURES_DIFFER", "OTHER_TABLE", "TOTAL_ROW", "UNREADABLE"}),
    "px4_fmu3.xlsx": (53, 53, set[str]()),
    "px4_imu.xlsx": (12, 12, set[str]()),
    "smartblocks_de.csv": (26, 26, {"NOT_A_PART"}),
    "stueckliste_trafo.xlsx": (
        31,
        31,
        {"CURRENCY_ASSUMED", "PRICE_OF_ROW", "SECTION_ROW", "TOTAL_ROW"},
    ),
    "tankuhr.ods": (15, 15, {"REMARK"}),
    "voron1_gen.csv": (107, 107, set[str]()),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_public_lists(name: str) -> None:
    if not (BOMS / name).is_file():
        pytest.skip(f"{name} is not in {BOMS}: set PARTWRIGHT_TEST_BOMS to read it")
    found = outcome(read_sheet(BOMS / name, parent="TOP"))
    parts, lines, codes = EXPECTED[name]
    assert (len(found.parts), len(found.details), found.problems) == (parts, lines, [])
    assert _codes(found) == codes


def _codes(found: Outcome) -> set[str]:
    remarks: list[RowRemark] = [*found.remarks, *found.reading.remarks]
    return {remark.code for remark in remarks}


def test_a_german_list_of_purchases(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Bauteile;;;;;
        Anzahl;Bauteil;Wert;Bestellnummer;Lieferant;Preis
        2;Umschalter;2xUm;421008;Pollin;1,60
        3;Leuchte;230V;532283;Pollin;4,80
        ;;;;;
        Elektronik;;;;;
        1;Widerstand;39 Ohm;220924;Reichelt;1,60
        2;Widerstand;1,5k;MPR;Reichelt;0,20
        ;;;Gesamt;;8,20""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == [
        *("Umschalter", "Leuchte", "Widerstand", "Widerstand")
    ]
    assert [part["cost"] for part in found.parts.values()] == ["0.8", "1.6", "1.60", "0.1"]
    assert [part["costCurrency"] for part in found.parts.values()] == ["EUR"] * 4
    assert found.parts[7]["attributes"] == {
        "Wert": "39 Ohm",
        "Order Code": "220924",
        "Supplier": "Reichelt",
        "Category": "Elektronik",
    }
    assert _codes(found) == {"CURRENCY_ASSUMED", "PRICE_OF_ROW", "SECTION_ROW", "TOTAL_ROW"}
    assert len(found.details) == 4


def test_a_list_of_a_board_with_what_is_about_it(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Component,Description,Part,References,Value,Footprint,Quantity Per PCB
        1,Unpolarized capacitor,C,C3 C5,100pF,C_0805,2
        2,Unpolarized capacitor,C,>  C4,1uF,C_0805,1
        3,Connector,Conn,"Nut 1, Nut 2",Screw,SHDR,2
        Component Groups:,3,,,,,
        KiCad Version:,5.0.0,,,,,""",
        parent="B",
    )
    assert [part["name"] for part in found.parts.values()] == ["100pF", "1uF", "Screw"]
    assert [line.designators for line in found.details] == [
        *(("C3", "C5"), ("C4",), ("Nut 1", "Nut 2"))
    ]
    assert all("itemNumber" not in part for part in found.parts.values())
    assert _codes(found) == {"NOT_A_PART"}


def test_two_tables_on_one_sheet_and_categories_that_fill_down(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Category,Description,Qty,Notes
        Fasteners,M5x40,8,
        ,M5x30,6,
        Motion,Belt,2,1 m each
        ,Pulley,3,

        Item,Weight (g),Material,Supplier
        Frame,12,Steel,A""",
        parent="P",
    )
    categories = [part.get("attributes") for part in found.parts.values()]
    assert categories == [
        {"Category": name} for name in ("Fasteners", "Fasteners", "Motion", "Motion")
    ]
    assert [line.remark for line in found.details] == ["", "", "1 m each", ""]
    assert _codes(found) == {"OTHER_TABLE"}


def test_prices_of_what_was_ordered_and_sums_under_long_names() -> None:
    found = outcome(read_sheet(LISTS / "ordered_costs.csv", parent="TOP"))
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("0.5", "AUD"), ("5.98", "USD"), ("6.38", "AUD")]
    found = outcome(read_sheet(LISTS / "project_total.csv", parent="TOP"))
    assert [part["name"] for part in found.parts.values()] == [
        *("Flight computer", "M5 bolts", "Parachute")
    ]
    assert found.parts[3]["cost"] == "0.5"


def test_numbers_of_makers_and_designators_under_further_headers() -> None:
    found = outcome(read_sheet(LISTS / "maker_source.csv", parent="TOP"))
    assert [part["attributes"] for part in found.parts.values()] == [
        {"Manufacturer": "Thorlabs", "MPN": "PF10-03-P01"},
        {"Manufacturer": "Thorlabs", "MPN": "CP42"},
        {"Manufacturer": "Local"},
    ]
    found = outcome(read_sheet(LISTS / "rif_it.csv", parent="TOP"))
    assert [line.designators for line in found.details][:2] == [("F0",), ("BR1",)]
    found = outcome(read_sheet(LISTS / "part_comment.csv", parent="TOP"))
    assert [part["name"] for part in found.parts.values()] == ["Magnetic Plug", "Bell"]


def test_places_of_which_some_are_left_out_are_a_tree() -> None:
    found = outcome(read_sheet(LISTS / "places_left_out.csv", parent="TOP"))
    tree = {(shown_number(p), shown_number(c), q) for p, c, q in found.lines}
    assert ("相机", "结构部件", "1") in tree
    assert ("结构部件", "JG-000006", "3") in tree
    assert ("载板", "PCB", "1") in tree


def test_lines_for_several_pieces_are_those_of_one() -> None:
    found = outcome(read_sheet(LISTS / "lines_for_several.csv", parent="TOP"))
    assert ("BLUE", "Chicken", "150") in found.lines
    assert ("MANGO", "Color", "0.125") in found.lines
    costs = [part.get("costCurrency") for part in found.parts.values() if "cost" in part]
    assert costs == ["THB"] * 4
    told = '"Quantity" says that the lines are for 30 pieces: each is divided by it'
    assert told in [remark.text for remark in found.reading.remarks]


def test_names_counts_and_makers_where_people_write_them() -> None:
    found = outcome(read_sheet(LISTS / "references_worded.txt", parent="TOP"))
    names = [part["name"] for part in found.parts.values()]
    assert names == ["CR2032 battery socket", "CR2032 coin battery", "100nF capacitor"]
    found = outcome(read_sheet(LISTS / "counted_names.csv", parent="TOP"))
    assert [line.quantity for line in found.details] == [1, 3, 1, 1, 2]
    found = outcome(read_sheet(LISTS / "counted_cells.csv", parent="TOP"))
    counted = [
        (part["name"], line.quantity)
        for part, line in zip(found.parts.values(), found.details, strict=True)
    ]
    assert counted[:2] == [("25M175", 1), ("74HC590", 3)]
    found = outcome(read_sheet(LISTS / "made_or_bought.csv", parent="TOP"))
    assert found.parts[2]["attributes"] == {"source": "Make"}
    found = outcome(read_sheet(LISTS / "sums_between.csv", parent="TOP"))
    assert next(iter(found.parts.values()))["description"] == "nice!nano v2"


def test_weights_designators_and_groups_are_told_by_their_values() -> None:
    found = outcome(read_sheet(LISTS / "weights_unit.csv", parent="TOP"))
    assert [part.get("weight") for part in found.parts.values()] == ["45", "20", None]
    found = outcome(read_sheet(LISTS / "places_unnamed.csv", parent="TOP"))
    assert [len(line.designators) for line in found.details] == [64, 4, 4, 1, 4]
    found = outcome(read_sheet(LISTS / "groups_designated.csv", parent="TOP"))
    assert [line.quantity for line in found.details] == [3, 1, 1, 2, 1, 1]
    assert not any(line.designators for line in found.details)
    found = outcome(read_sheet(LISTS / "numbers_spaced.csv", parent="TOP"))
    assert ("TOP", "70490", "4") in found.lines
