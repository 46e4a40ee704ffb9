"""Exports of programs in other languages, of approved manufacturers, and of bills beside their items."""

from pathlib import Path
from typing import Any

import pytest

from partwright.imports.sheets.records.rows import PreparedRow
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, read_text

COMMENTS = {
    "German": "Kommentar;Beschreibung;Bezeichner;Menge",
    "French": "Commentaire;Description;Désignateur;Quantité",
    "Japanese": "コメント;説明;部品番号;数量",
    "Russian": "Комментарий;Описание;Обозначение;Количество",
    "Chinese": "注释;描述;位号;数量",
}


@pytest.mark.parametrize("language", COMMENTS)
def test_values_that_altium_calls_comments_tell_parts_apart(tmp_path: Path, language: str) -> None:
    rows = "10k;Resistor;R1, R3;2\n22k;Resistor;R2;1\n100nF;Capacitor;C1;1"
    found = read_text(tmp_path, f"{COMMENTS[language]}\n{rows}", parent="T")
    assert [part["name"] for part in found.parts.values()] == ["10k", "22k", "100nF"]
    assert [(line.designators, line.remark) for line in found.details] == [
        (("R1", "R3"), ""),
        (("R2",), ""),
        (("C1",), ""),
    ]


def test_comments_that_are_remarks_stay_remarks(tmp_path: Path) -> None:
    rows = "solder last;10k;R1;1\n2 spare ones in the bag, please;22k;R2;1\n;100nF;C1;1"
    found = read_text(tmp_path, f"Kommentar;Wert;Bezeichner;Menge\n{rows}", parent="T")
    assert [part["name"] for part in found.parts.values()] == ["10k", "22k", "100nF"]
    assert found.details[0].remark == "solder last"


ODOO = {
    "French": (
        "Produit,Référence,Lignes de nomenclature/Composant,Lignes de nomenclature/Quantité,"
        "Lignes de nomenclature/Unité de mesure"
    ),
    "German": (
        "Produkt,Referenz,Stücklistenzeilen/Komponente,Stücklistenzeilen/Menge,"
        "Stücklistenzeilen/Mengeneinheit"
    ),
    "Italian": (
        "Prodotto,Riferimento,Righe distinta base/Componente,Righe distinta base/Quantità,"
        "Righe distinta base/Unità di misura"
    ),
}


@pytest.mark.parametrize("language", ODOO)
def test_lines_beside_a_parent_in_other_languages(tmp_path: Path, language: str) -> None:
    rows = (
        "[T] Table,B/1,[P] Plate,1,pc\n,,[L] Leg,4,pc\n[C] Chair,B/2,[S] Seat,1,pc\n,,[L] Leg,4,pc"
    )
    found = read_text(tmp_path, f"{ODOO[language]}\n{rows}", parent="A")
    assert found.lines == {
        *[("A", "T", "1"), ("T", "P", "1"), ("T", "L", "4")],
        *[("A", "C", "1"), ("C", "S", "1"), ("C", "L", "4")],
    }
    assert found.parts[3]["unitOfMeasure"] == "pc"


def test_revisions_that_say_the_number_as_well(tmp_path: Path) -> None:
    rows = "000100,000100/A,Gearbox,0,\n000101,000101/B,Housing,1,1\n000102,000102/A,Shaft,1,2"
    for header in ("Item Revision", "Item Revision ID"):
        text = f"Item ID,{header},Object Name,Level,Quantity\n{rows}"
        found = read_text(tmp_path, text)
        assert [part["revision"] for part in found.parts.values()] == ["A", "B", "A"]
    other = read_text(tmp_path, f"Item ID,Revision,Name,Level,Quantity\n{rows}\nX,B/2,Cap,1,1")
    assert [part["revision"] for part in other.parts.values()][::3] == ["000100/A", "B/2"]


def test_bills_beside_the_items_that_they_make(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """BOM,ItemId,Line number,Component,Product name,Quantity,Unit
        BOM-1,SPK-100,10,CAB-1,Cabinet,1,ea
        BOM-1,SPK-100,20,DRV-1,Driver,2,ea
        BOM-1,SPK-100,30,SCR-1,Screw,16,ea
        BOM-2,CAB-1,10,PNL-1,Panel,6,ea
        BOM-2,CAB-1,20,GLU-1,Glue,0.1,kg""",
    )
    assert found.lines == {
        *[("SPK-100", "CAB-1", "1"), ("SPK-100", "DRV-1", "2"), ("SPK-100", "SCR-1", "16")],
        *[("CAB-1", "PNL-1", "6"), ("CAB-1", "GLU-1", "0.1")],
    }


def _sources(found: Outcome) -> list[Any]:
    rows = [piece for piece in found.reading.pieces() if isinstance(piece, PreparedRow)]
    return [source for row in rows for source in row.sources]


def test_manufacturers_have_the_status_that_the_list_gives(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,Item Number,Item Description,Qty,Mfr. Name,Mfr. Part Number,Preferred Status
        0,900-1,Board,,,,
        1,110-4,CAP 100NF,2,MURATA,GRM155R7,Preferred
        ,,,,SAMSUNG,CL05B104,Approved
        ,,,,TDK,C1005X7R,Do Not Use
        ,,,,AVX,0402YC10,Rumoured""",
    )
    assert [(source.manufacturer, source.status) for source in _sources(found)] == [
        ("MURATA", "preferred"),
        ("SAMSUNG", "approved"),
        ("TDK", "prohibited"),
        ("AVX", None),
    ]


def test_numbers_of_suppliers_that_are_called_stock_numbers_and_symbols(tmp_path: Path) -> None:
    for header, seller in (("RS Stock No.", "RS"), ("TME symbol", "TME")):
        rows = "1,Strut,Bosch,3842993120,123-4567,2\n2,Nut,Item,0.0.370.01,765-4321,3"
        text = f"Item,Description,Manufacturer,Mfr Part No.,{header},Qty\n{rows}"
        codes = [s.suppliers[0] for s in _sources(read_text(tmp_path, text, parent="T"))]
        assert [(s.name, s.order_code) for s in codes] == [
            (seller, "123-4567"),
            (seller, "765-4321"),
        ]


def test_sources_that_say_make_or_buy_and_more(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,Qty,Source
        Cover,1,Make
        Coil,1,Buy (coil vendor)
        Fan,1,Buy/Make
        Screw,4,Buy""",
        parent="T",
    )
    kinds = [part.get("partType") for part in found.parts.values()]
    assert kinds == ["Manufacture", "Purchase", None, "Purchase"]
    assert attributes_of(found.parts[3])["Source"] == "Buy (coil vendor)"


def test_who_makes_parts_at_home_sells_none(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,Qty,Supplier,Price
        Cradle,3,self-printed,0.6
        Rail,1,In-House 3D Printing,150
        Rod,2,generic,8
        Winch,1,selbst gebaut,20
        Controller,1,Holybro,200""",
        parent="T",
    )
    assert [s.suppliers[0].name for s in _sources(found)] == ["Holybro"]


def test_a_sum_of_the_counted_pieces_that_is_called_so(tmp_path: Path) -> None:
    rows = "Part,Qty,Length\nSide,2,2000\nShelf,5,764\nBack,1,1982"
    found = read_text(tmp_path, f"{rows}\nTotal boards,8,", parent="T")
    assert (len(found.parts), found.bad_rows) == (3, [])
    assert "Total boards | 8: a sum, not a part" in {remark.text for remark in found.remarks}
    # Of another number it is asked about.
    assert read_text(tmp_path, f"{rows}\nTotal boards,9,", parent="T").bad_rows == [5]


def test_a_title_that_blanks_divide_and_items_that_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    rows = ["Lev,Item,Component number,Object description,Quantity,ItC"]
    rows += [".1,0010,P-1100,Housing,1,L", ".1,0020,P-1200,Shaft,1,L", ".1,0030,,Instruction,,T"]
    text = "\n".join(["Material,P-1000   Pump assembly,,,,", "", *rows])
    found = read_text(path.parent, text)
    assert found.lines == {("P-1000", "P-1100", "1"), ("P-1000", "P-1200", "1")}
    assert found.parts[4]["name"] == "Housing"


@pytest.mark.parametrize("remark", ["実装しない", "neosazovat", "nie montować"])
def test_remarks_that_leave_a_part_out(tmp_path: Path, remark: str) -> None:
    text = f"Reference,Value,Qty,Remarks\nR1,10k,1,\nR2,22k,1,{remark}"
    found = read_text(tmp_path, text, parent="T")
    assert [line.do_not_place for line in found.details] == [False, True]


LEVELS = "1,A-1,Pump,1\n2,A-2,Case,1\n3,A-3,Key,2\n1,A-4,Lid,1"


@pytest.mark.parametrize("header", ["Strukturebene", "Niveau de structure", "层号", "BOM階層"])
def test_levels_under_the_names_of_other_programs(tmp_path: Path, header: str) -> None:
    found = read_text(tmp_path, f"{header},Part Number,Name,Qty\n{LEVELS}", parent="T")
    assert found.lines == {
        *[("T", "A-1", "1"), ("A-1", "A-2", "1"), ("A-2", "A-3", "2"), ("T", "A-4", "1")]
    }


def _left_out(found: Outcome) -> str:
    remarks = (one for one in found.reading.remarks if one.code == "COLUMN_LEFT_OUT")
    return "".join(one.text for one in remarks)


def test_columns_that_may_be_levels_are_told(tmp_path: Path) -> None:
    for header, levels in (
        ("Baumtiefe", LEVELS),
        ("Gen", f"0,A-0,Top,1\n{LEVELS}"),
    ):
        found = read_text(tmp_path, f"{header},Part Number,Name,Qty\n{levels}", parent="T")
        assert f'levels of a structure; "{header}" may be' in _left_out(found)
    # Below another header they may be anything.
    found = read_text(tmp_path, f"Shelf,Part Number,Name,Qty\n{LEVELS}", parent="T")
    assert "levels" not in _left_out(found)


PARENTS = "X-1,A-1,Pump,1\nA-1,A-2,Case,1\nA-1,A-3,Shaft,1\nA-3,A-4,Key,2"


@pytest.mark.parametrize("header", ["Nadrzędny", "父项编码", "親品目", "Входит в", "Goes into"])
def test_parents_under_the_names_of_other_programs(tmp_path: Path, header: str) -> None:
    found = read_text(tmp_path, f"{header},Part Number,Name,Qty\n{PARENTS}")
    assert {("A-1", "A-2", "1"), ("A-1", "A-3", "1"), ("A-3", "A-4", "2")} < found.lines


def test_columns_that_name_other_rows_are_told(tmp_path: Path) -> None:
    found = read_text(tmp_path, f"Gehört zu,Part Number,Name,Qty\n{PARENTS}", parent="T")
    assert '"Gehört zu" names other rows' in _left_out(found)
    # What may be taken instead is told as such.
    found = read_text(tmp_path, f"Substitute,Part Number,Name,Qty\n{PARENTS}", parent="T")
    assert "names other rows" not in _left_out(found)
