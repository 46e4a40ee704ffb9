from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


@pytest.mark.parametrize(
    ("cell", "revision"), [("N/A", None), ("none", None), ("?", None), ("-", "-"), ("C (old)", "C")]
)
def test_a_revision_that_is_none_is_left_out(
    tmp_path: Path, cell: str, revision: str | None
) -> None:
    found = read_text(tmp_path, f"Part Number,Name,Revision\nA-1,Bolt,{cell}\nA-2,Nut,B")
    assert [part.get("revision") for part in found.parts.values()] == [revision, "B"]


def test_a_row_says_only_what_its_cells_say(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Item Number,Name,Revision,Type,Material,Weight,Weight Unit,Cost,Currency,Lead Time,Colour
        A-1, Bolt ,B,buy,Steel,"2.50",grams,$0.10,,2 weeks,
        ,Nut,,,,,,0,eur,0,red""",
    )
    assert found.parts == {
        2: {
            "itemNumber": "A-1",
            "name": "Bolt",
            "revision": "B",
            "partType": "Purchase",
            "material": "Steel",
            "weight": "2.50",
            "weightUnit": "g",
            "cost": "0.10",
            "costCurrency": "USD",
            "leadTimeDays": 14,
        },
        3: {
            "name": "Nut",
            "cost": "0",
            "costCurrency": "EUR",
            "leadTimeDays": 0,
            "attributes": {"Colour": "red"},
        },
    }
    assert found.problems == []


def test_a_column_decides_its_open_numbers_wherever_the_proof_stands(tmp_path: Path) -> None:
    found = read_text(tmp_path, 'Name,Cost\na,"1,234"\nb,"2,50"\nc,"1,500"\n')
    assert [part.get("cost") for part in found.parts.values()] == ["1.234", "2.50", "1.500"]
    found = read_text(tmp_path, 'Name,Cost\na,"1,234"\nb,2.50\n')
    assert found.parts[2].get("cost") == "1234"


def test_another_column_decides_if_the_column_itself_cannot(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Name;Cost;Weight (kg)\na;1.234;0,5\n")
    assert found.parts[2] == {
        "name": "a",
        "cost": "1234",
        "costCurrency": "USD",
        "weight": "0.5",
        "weightUnit": "kg",
    }


def test_an_open_number_without_proof_is_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, 'Name,Cost\na,"1,234"\nb,5\n')
    assert found.bad_rows == [2]
    assert 'Cost: "1,234" may be 1234 or 1.234' in found.reasons()
    path = tmp_path / "sheet.csv"
    assert outcome(read_sheet(path, decimal_mark=",")).parts[2].get("cost") == "1.234"
    assert outcome(read_sheet(path, decimal_mark=".")).parts[2].get("cost") == "1234"


def test_mixed_decimals_are_told_and_only_open_numbers_are_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, 'Name,Cost\na,1.50\nb,"1,50"\nc,"1,500"\n')
    assert [part.get("cost") for part in found.parts.values()] == ["1.50", "1.50"]
    assert found.bad_rows == [4]
    assert any("points and decimal commas" in told for told in found.reading.decisions)


def test_every_refusal_names_column_text_and_what_would_do(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Type,Weight,Cost,Lead Time
        a,mkae,heavy,cheap,soon
        ,buy,1,1,1
        b,make,1,1,1""",
    )
    assert found.bad_rows == []
    assert "NOT_A_PART" in {remark.code for remark in found.remarks}
    told = found.reasons() + "".join(remark.text for remark in found.remarks)
    assert found.parts[2] == {
        "name": "a",
        "attributes": {"Type": "mkae", "Weight": "heavy", "Cost": "cheap", "Lead Time": "soon"},
    }
    for words in (
        'Type: "mkae" could not be read; it is kept as an attribute',
        'Weight: "heavy" could not be read',
        'Cost: "cheap" could not be read',
        'Lead Time: "soon" could not be read',
    ):
        assert words in told


def test_texts_longer_than_the_server_takes_are_reported(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        f"""PN,Name,Rev,Description,Material
        {"p" * 101},{"n" * 501},{"r" * 11},{"d" * 5001},{"m" * 101}
        {"p" * 100},{"n" * 500},{"r" * 10},{"d" * 5000},{"m" * 100}""",
    )
    assert found.bad_rows == [2]
    assert len(found.problems[0].reasons) == 4  # A revision that is too long is kept as text.


def test_a_long_description_serves_as_name_by_its_beginning(tmp_path: Path) -> None:
    found = read_text(tmp_path, f"PN,Description\nA,{'d' * 600}\n")
    assert found.parts[2].get("name") == "d" * 500
    assert found.parts[2].get("description") == "d" * 600


def test_contradictions_between_unit_and_cell_are_reported(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Cost,Currency,Weight,Weight Unit
        a,€3,USD,3 kg,kg
        b,$3,CAD,3 g,kg""",
    )
    assert found.problems == []
    assert found.parts[2].get("cost") is None
    assert found.parts[2]["attributes"] == {"Cost": "€3"}
    assert found.parts[3]["attributes"] == {"Weight": "3 g"}
    assert {remark.code for remark in found.remarks} == {"UNREADABLE"}


def test_a_flat_sheet_creates_an_item_once(tmp_path: Path) -> None:
    found = read_text(tmp_path, "PN,Name,Cost\nA,x,1\na,x,2\nA,x,1\n,y,\n,y,\n")
    assert list(found.parts) == [2, 5]
    assert found.bad_rows == [3]
    assert "cost: row 2 gives a another value than 2" in found.reasons()


def test_a_sign_that_countries_share_is_read_by_a_told_decision(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Name,Cost,Currency\na,$1,\nb,¥5,CNY\nc,€2,\n")
    assert found.reading.decisions == (
        "Prices are in EUR and USD, as their cells say.",
        "$ is read as USD, since nothing names another currency.",
    )
    assert read_text(tmp_path, "Name,Cost (CAD)\na,$1\n").reading.decisions == ()
    assert found.parts[3].get("costCurrency") == "CNY"


@pytest.mark.parametrize(
    ("text", "currency", "is_assumed"),
    [
        ("序号,名称,数量,单价,金额\n1,电阻,10,0.01,¥0.10\n2,电容,10,0.02,¥0.20", "CNY", True),
        ("Name,Qty,Price,Total\nLamp,2,1.5,£3.00", "GBP", True),
        ("Name,Qty,Price,Total\nLamp,2,1.5,€3.00", "EUR", False),
        ("Name,Qty,Price,Total (EUR)\nLamp,2,1.5,3.00", "EUR", False),
        ("Name,Qty,Price,Total\nLamp,2,1.5,¥3.00\nRod,1,2,CNY 2.00", "CNY", False),
        ("Name,Qty,Price,Total\nLamp,2,1.5,£3.00\nRod,1,2,€2.00", "USD", True),
    ],
)
def test_a_currency_of_sums_is_assumed_where_their_sign_has_several(
    text: str, currency: str, is_assumed: bool, tmp_path: Path
) -> None:
    found = read_text(tmp_path, text, parent="T")
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    assert all(row.item["costCurrency"] == currency for row in rows)
    assert {row.assumed for row in rows} == {("costCurrency",) if is_assumed else ()}
    told = [remark.code for remark in found.reading.remarks]
    assert ("CURRENCY_ASSUMED" in told) is is_assumed
