"""More shapes of lists that come with projects: designators, weights, cells that run over."""

from pathlib import Path

import pytest

from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.records.refusals import NoHeader
from tests.imports.sheets.sheetfiles import read_text


def test_weights_of_one_part_and_designators_in_japanese(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Teil;Anzahl;Masse je Teil [g]\nHorn;4;0.3\nReifen;3;3.6", parent="T"
    )
    assert [(p["weight"], p["weightUnit"]) for p in found.parts.values()] == [
        *(("0.3", "g"), ("3.6", "g"))
    ]
    found = read_text(
        tmp_path,
        '"ID";"指定子";"数量";"名称"\n1;"A1";1;"Pico"\n2;"Brd1";1;"Reader"\n3;"C1, C7";2;"0.1uF"',
        parent="T",
    )
    assert [line.designators for line in found.details] == [("A1",), ("Brd1",), ("C1", "C7")]


def test_cells_that_run_over_the_next_column(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(
        "Part     Value          Package      Position (mm)         Orientation\n\n"
        "C1       3.9pF          C0603        (22.184 44.983)       R0\n"
        "C2       27pF           C0603        (22.184 43.713)       R0\n"
        "C19      27pF           C0603        (14.219796875 22.414459375) R270\n"
        "IC1      7805DT         TO252        (31.136 7.947)        R180\n",
        "utf-8",
    )
    found = read_text(tmp_path, path.read_text("utf-8"), parent="T")
    assert [(part["name"], part["attributes"]) for part in found.parts.values()] == [
        ("3.9pF", {"Value": "3.9pF", "Package": "C0603"}),
        ("27pF", {"Value": "27pF", "Package": "C0603"}),
        ("7805DT", {"Value": "7805DT", "Package": "TO252"}),
    ]
    assert found.details[1].designators == ("C2", "C19")


def test_quotes_behind_blanks_and_numbers_without_a_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """#,Qty,Name,MPN,Newark SKU
        1,2,Socket, "USB4085-GF-A",02AM3195
        2,1,Wafer,PH2.0,ToDo
        3,,,,
        4,,,,""",
        parent="T",
    )
    assert found.parts[2]["attributes"] == {
        "MPN": "USB4085-GF-A",
        "Order Code": "02AM3195",
        "Supplier": "Newark",
    }
    assert found.parts[3]["attributes"] == {"MPN": "PH2.0"}
    assert [remark.code for remark in found.remarks] == ["NOT_A_PART"] * 2


def test_prices_and_currencies_that_other_columns_show(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Quantity,Price Per Unit,Total,Price/Unit (USD),Total (USD)
        Switch,7,300,2100,3.16,22.12
        Socket,64,10,640,0.11,7.04""",
        parent="T",
    )
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("3.16", "USD"), ("0.11", "USD")]
    assert [remark.code for remark in found.remarks] == []
    found = read_text(
        tmp_path,
        """Digi-Key Part Number,Quantity,Unit Price,Extended Price
        P5193-ND,2,0.31000,£0.62
        BC2665CT-ND,1,0.18000,£0.18""",
        parent="T",
    )
    assert [(part["name"], part["costCurrency"]) for part in found.parts.values()] == [
        *(("P5193-ND", "GBP"), ("BC2665CT-ND", "GBP"))
    ]
    found = read_text(
        tmp_path,
        """名称,販売コード,値段/個(円),数量(個),総計(円)
        ベルト,TBO-XL025,"1,848",1,1848
        玉軸受,88927447,175,30,5250
        注射器,60949061,384,4,1536""",
        parent="T",
    )
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("1848", "JPY"), ("175", "JPY"), ("384", "JPY")]


def test_charges_notes_and_sums_are_no_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Part No.,Value,Cost EUR
        U1,OPA690,Op amp,3.01
        R1,-,470,0.10
        C1,-,100nF,0.20
        J1,1-1337543-0,BNC,1.15
        ,,Total,4.46
        *,scavenged,VAT,0.93
        +,bought earlier,,
        -,with extra parts,Grand Total,5.39""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["Op amp", "470", "100nF", "BNC"]
    found = read_text(
        tmp_path,
        """Item,Quantity,Price EUR
        Raspberry Pi + VAT,1,61.92
        Shipping tax and import charges,1,9
        Shipping total,1,6.14
        Shipping packaging,5,1.2
        Packaging and shipping costs,1,4
        TAXES:(,,16.14""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == [
        *("Raspberry Pi + VAT", "Shipping packaging")
    ]


def test_whose_numbers_and_names_of_nobody(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Qty,Manufacturer,SKU,Supplier
        Lamp,1,Acme,PW-0001,Stock
        Hook,2,Bolt Ltd,PW-0002,DIY (by hand)
        Rod,3,custom,PW-0003,Bolt Ltd
        Nut,3,Acme,PW-0005,Bolt Ltd
        Ring,3,Acme,PW-0006,Bolt Ltd""",
        parent="T",
    )
    assert [part["itemNumber"] for part in found.parts.values()] == [
        *("PW-0001", "PW-0002", "PW-0003", "PW-0005", "PW-0006")
    ]
    text = "SKU,Name,Manufacturer\n" + "".join(
        f"DFR0{at},Part {at},{maker}\n"
        for at, maker in ((299, "DFRobot"), (10, "Arduino"), (550, "Waveshare"), (551, "Acme"))
    )
    for more in ("", "DFR0552,Part 552,Acme\n"):
        parts = read_text(tmp_path, text + more, parent="T").parts.values()
        assert not any("itemNumber" in part for part in parts)
    found = read_text(
        tmp_path,
        """Type,Manufacturer,Part number,Comment
        servo,Baldor,MTE-4535,Bought on the market
        driver,Servo Dynamics,SDFP4-15,Holds three boards of another type
        computer,Raspberry Pi,SC1112,8 GB of memory and a disk""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["servo", "driver", "computer"]
    found = read_text(
        tmp_path,
        """reference,quantity,part
        WS1,1,Display
        MIC1,1,Microphone
        SIG,1,Wire
        M2,4,Screw""",
        parent="T",
    )
    assert [line.designators for line in found.details] == [("WS1",), ("MIC1",), ("SIG",), ("M2",)]


def test_a_document_of_several_tables(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """# Parts
        Print these as said elsewhere.

        ## Printed

        | File Name | Qty | Notes |
        | --- | :---: | --- |
        | `Lower body.stl` | 1 | Main chassis. |

        ## Hardware

        | Item | Qty (Est.) | Description |
        | --- | :---: | --- |
        | **[M3 brass inserts](https://shop.example/278)** | ~4 | Set them hot. |

        ## Electronics

        | Item | Qty | Description |
        | --- | :---: | --- |
        | Hot end, 24 V | 1 | Any will do. |

        ## Screws by head

        | Spec | Head | Drive | Use | Qty |
        | --- | --- | --- | --- | --- |
        | M3 x 6 | round | hex | cover | 2 |

        ## Tools

        | Tool | Qty |
        | --- | --- |
        | Hex key | 1 |""".replace("        ", ""),
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == [
        *("Lower body.stl", "M3 brass inserts", "Hot end, 24 V", "M3 x 6")
    ]
    titles = [str(part["attributes"]) for part in found.parts.values()]
    named = ("Printed", "Hardware", "Electronics", "Screws by head")
    assert all(title in told for title, told in zip(named, titles, strict=True))
    assert [str(line.quantity) for line in found.details] == ["1", "4", "1", "2"]
    told = {remark.code for remark in (*found.remarks, *found.reading.remarks)}
    assert told == {"OTHER_TABLE", "REPEATED_HEADER", "REMARK", "SECTION_ROW"}


def test_parts_of_another_variant_and_prices_of_one(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Reference,Value,Qty Basic,Qty Pro
        "R1,R2",10k,2,2
        C1,100n,1,1
        U2,BME280,,1""",
        parent="T",
    )
    assert [line.designators for line in found.details] == [("R1", "R2"), ("C1",)]
    assert [remark.row_number for remark in found.remarks] == [4]
    found = read_text(
        tmp_path,
        "Teil;Menge;Preis\nLager;8;Stück @ 1,20\nRiemen;2;Meter @ 2,10\nMotor;1;@ 13,50",
        parent="T",
    )
    assert [part["cost"] for part in found.parts.values()] == ["1.20", "2.10", "13.50"]


def test_prices_of_one_word_and_danish_pieces(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        "name,quantity,partslistprice,unit\nStolpe,10,184.8,styk\nRem,2,323.7,styk\nBeslag,3,49.95,styk",
        parent="T",
    )
    assert [part["cost"] for part in found.parts.values()] == ["184.8", "323.7", "49.95"]
    assert [part["unitOfMeasure"] for part in found.parts.values()] == ["styk"] * 3


@pytest.mark.parametrize(
    ("header", "cost"),
    [
        *[("Listenpreis", "2.5"), ("Stückpreis", "2.5"), ("netprice", "2.5")],
        *[("Positionspreis", None), ("Endpreis", None), ("Verkaufspreis", None)],
        *[("Meterpreis", None), ("Gebindepreis", None), ("sellingprice", None)],
        *[("oldprice", None), ("reelprice", None), ("Grundpreis", None)],
    ],
)
def test_words_for_prices_that_are_none_of_one_piece(
    header: str, cost: str | None, tmp_path: Path
) -> None:
    found = read_text(tmp_path, f"Name,Menge,{header}\nRad,4,2.5\nNabe,2,7.25", parent="T")
    assert found.parts[2].get("cost") == cost
    if cost is None:
        assert "2.5" in str(found.parts[2]["attributes"])
    told = {remark.code for remark in found.reading.remarks}
    assert ("COLUMN_LEFT_OUT" in told) == (cost is None)


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        # A header whose first cell is a sign for numbers.
        ("# | Part | Qty\n--- | --- | ---\n1 | Bolt | 4\n2 | Nut | 8", ["4", "8"]),
        # Rules before a total, at the end and between all rows; a rule of single strokes.
        ("|Part|Qty|\n|--|--|\n|Bolt|4|\n|Nut|8|\n|--|--|\n|Total|12|", ["4", "8"]),
        (
            "For a shelf, say.\n\nIt holds, or not.\n\n|Part|Qty|\n|-|-:|\n|Bolt|4|\n\nSo be it.\n|Nut|8|",
            ["4", "8"],
        ),
        ("|Part|Qty|\n|--|--|\n|Bolt|4|\n|--|--|\n|Nut|8|\n|--|--|\n|Pin|2|", ["4", "8", "2"]),
        ("Part|Qty\nBolt|4\nNut|8\n--|--\nPin|2", ["4", "8", "2"]),
        # Lists that have rules or tables in their cells.
        ('Part,Qty,Note\nBolt,4,"see\n|---|---|\nabove"\nNut,8,', ["4", "8"]),
        ('Part,Qty,Note\nBolt,4,"|Item|Qty|\n|---|---|\n|a|3|"\nNut,8,', ["4", "8"]),
    ],
)
def test_rules_and_the_rows_above_them(text: str, quantities: list[str], tmp_path: Path) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert [f"{line.quantity:f}" for line in found.details] == quantities


def test_header_rows_of_documents(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text("About\n\n|Bolt|4|\n|--|--|\n|Part|Qty|\n|Nut|8|\n", "utf-8")
    for header_row, rows in ((5, [6]), (0, [3, 5, 6]), (None, [5, 6]), (3, [5, 6])):
        table = open_table(path, header_row=header_row)
        assert [record.row_number for record in table.records()] == rows
    with pytest.raises(NoHeader):
        open_table(path, header_row=1)
    path.write_text("|Part|Qty|\n|--|--|\n" + "|Nut|8|\n" * 10_000 + "\n|Tool|Use|\n|--|--|\n")
    assert [remark.row_number for remark in open_table(path).remarks] == [10_004]
