import json
from pathlib import Path

import pytest

from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader, SheetRefusal
from partwright.imports.sheets.records.rows import shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome


def written(folder: Path, text: str, name: str = "parts.json") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_an_array_of_objects_is_a_table(tmp_path: Path) -> None:
    rows = [
        {"itemNumber": "A", "name": "x", "cost": 1.10, "attributes": {"Colour": "red"}},
        {"itemNumber": "B", "tags": ["a", 2, None, True], "name": None},
        {},
        "text",
    ]
    table = open_table(written(tmp_path, json.dumps(rows)))
    records = list(table.records())
    assert table.headers == ("itemNumber", "name", "cost", "attributes.Colour", "tags")
    assert records[0].cells == ("A", "x", "1.1", "red", "")
    assert records[1].cells == ("B", "", "", "", "a, 2, , true")
    assert [(record.row_number, bool(record.fault)) for record in records] == [
        (2, False),
        (3, False),
        (5, True),
    ]


def test_the_body_of_the_http_import_is_understood(tmp_path: Path) -> None:
    body = {
        "designId": "d",
        "rows": [{"itemNumber": "A", "name": "x", "leadTimeDays": 0, "cost": "1.234"}],
        "bomRelationships": [
            {"parentItemNumber": "A", "childItemNumber": "B", "quantity": 2.5, "findNumber": 10}
        ],
    }
    found = outcome(read_sheet(written(tmp_path, json.dumps(body)), decimal_mark="."))
    assert found.parts == {
        2: {
            "itemNumber": "A",
            "name": "x",
            "leadTimeDays": 0,
            "cost": "1.234",
            "costCurrency": "USD",
        },
    }
    assert found.lines == {("A", "B", "2.5")}
    assert found.details[0].find_number == 10
    assert "designId" in found.reading.decisions[0]


@pytest.mark.parametrize("name", ["parts.jsonl", "parts.ndjson", "parts.json"])
def test_one_object_a_line(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, '{"name": "a"}\n\n{"name": "b", "cost": 3}\n{broken\n', name)
    records = list(open_table(path).records())
    assert [record.row_number for record in records] == [2, 4, 5]
    assert records[1].cells == ("b", "3")
    assert "not JSON" in records[2].fault


def test_lists_nested_too_deeply_are_a_problem_of_their_row(tmp_path: Path) -> None:
    text = '[{"name": "a", "v": ' + "[" * 900 + "]" * 900 + '}, {"name": "b"}]'
    deep, plain = open_table(written(tmp_path, text)).records()
    assert deep.fault == '"v" is nested too deeply'
    assert plain.cells == ("b", "")


def test_half_characters_are_a_problem_of_their_row(tmp_path: Path) -> None:
    (record,) = open_table(written(tmp_path, r'[{"name": "\ud800"}]')).records()
    assert "surrogate" in record.fault


@pytest.mark.parametrize(
    ("text", "refusal", "words"),
    [
        ("[", BrokenFile, "malformed"),
        ("[]", NoHeader, "no object"),
        ("3", BrokenFile, "array"),
        ('{"rows": 3}', BrokenFile, "rows must be an array"),
        ('[{"a": NaN}]', BrokenFile, "NaN"),
        ('{"parts": [{"pn": "A"}], "parts": [{"pn": "B"}]}', BrokenFile, '"parts" stands twice'),
        ("[" * 100_000 + "]" * 100_000, BrokenFile, "deep"),
    ],
)
def test_json_that_is_no_table_is_refused(
    tmp_path: Path, text: str, refusal: type[Exception], words: str
) -> None:
    with pytest.raises(refusal, match=words):
        open_table(written(tmp_path, text))


def test_a_key_that_stands_twice_is_a_problem_of_its_row(tmp_path: Path) -> None:
    text = """[{"pn": "A", "qty": 2, "qty": 5}, {"pn": "B", "pn": "B", "qty": 3},
        {"pn": "C", "fields": {"x": 1, "x": 2}}, {"pn": "D", "tags": [{"y": 1, "y": 2}]},
        {"pn": "E", "qty": 4, "fields": {"qty": 7}}]"""
    found = outcome(read_sheet(written(tmp_path, text), parent="T"))
    assert found.bad_rows == [2, 4, 5]
    assert 'the key "qty" stands twice, with other values' in found.reasons()
    assert found.lines == {("T", "B", "3"), ("T", "E", "4")}
    assert "fields.qty" in found.reading.table.headers


def test_values_of_yaml_stay_as_they_are_written(tmp_path: Path) -> None:
    written_so = [
        "0x10",
        "1e5",
        "017",
        "NO",
        "TRUE",
        "1:30",
        "0o17",
        "12.10",
        "1.0",
        "+7",
        "1_000",
        "on",
        "~1",
    ]
    text = "".join(f"- pn: {one}\n  qty: 3\n" for one in written_so)
    found = outcome(read_sheet(written(tmp_path, text, "a.yaml"), parent="T"))
    assert [part["itemNumber"] for part in found.parts.values()] == written_so
    text = "".join(f"- pn: A{at}\n  qty: {one}\n" for at, one in enumerate(written_so))
    found = outcome(read_sheet(written(tmp_path, text, "a.yaml"), parent="T"))
    read = {line.child: f"{line.quantity}" for line in found.details}
    assert read == {"A1": "1E+5", "A2": "17", "A7": "12.10", "A8": "1.0", "A9": "7", "A12": "1"}


def test_a_huge_exponent_stays_short(tmp_path: Path) -> None:
    found = outcome(read_sheet(written(tmp_path, '[{"name": "a", "cost": 1e400000}]')))
    assert found.parts[2].get("cost") is None
    assert [(r.code, len(r.text) < 300) for r in found.remarks] == [("UNREADABLE", True)]


@pytest.mark.parametrize("below", ["children", "subItems", "Unterteile"])
def test_objects_under_objects_are_a_structure(below: str, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    text = """{"pn": "A", "children": [
        {"pn": "B", "qty": 2, "children": [{"pn": "C", "qty": 0.5}]}, {"pn": "C", "qty": 4}]}"""
    path.write_text(text.replace("children", below))
    found = outcome(read_sheet(path))
    assert found.lines == {("A", "B", "2"), ("B", "C", "0.5"), ("A", "C", "4")}
    assert found.reading.decisions[0] == f"Objects under {below} are a level below."


def test_the_one_array_of_an_object_holds_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "parts.json"
    path.write_text("""{"made": "2026", "parts": [{"pn": "A", "name": "a"}]}""")
    found = outcome(read_sheet(path))
    assert found.parts[2] == {"itemNumber": "A", "name": "a"}
    assert "made is not read" in found.reading.decisions[0]


def test_an_object_with_a_part_number_is_the_assembly_of_its_array(tmp_path: Path) -> None:
    path = tmp_path / "assembly.json"
    path.write_text(
        """{"partNumber": "A", "name": "Arm", "bom": [{"partNumber": "B", "name": "b", "qty": 2}]}"""
    )
    found = outcome(read_sheet(path))
    assert (found.parts[2]["itemNumber"], found.lines) == ("A", {("A", "B", "2")})
    path.write_text(
        """{"documentNumber": "D", "bom": [{"partNumber": "B", "name": "b", "qty": 2}]}"""
    )
    found = outcome(read_sheet(path))
    assert (found.parts[2]["itemNumber"], found.lines) == ("B", set())


_FRAME = {("Bike", "Frame", 1), ("Frame", "Tube", 3), ("Frame", "Lug", 4)}


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.yaml", "- part no: A-1  # first\n  qty: 2\n- {part no: A-2, qty: 1}\n", {("T", "A-1", 2), ("T", "A-2", 1)}),
        ("a.yaml", "part no: 'NO'\nqty: 2\n---\npart no: 0123\nqty: 1\n", {("T", "NO", 2), ("T", "0123", 1)}),
        ("a.yml", "bike: x\nbom:\n- name: 'Tube: 2 m'\n  qty: 3\n", {("T", "Tube: 2 m", 3)}),
        (
            "a.yaml",
            "name: Frame\nqty: 1\nchildren:\n  - name: Tube\n    qty: 3\n    notes: |\n      cut\n      clean\n",
            {("T", "Frame", 1), ("Frame", "Tube", 3)},
        ),
        ("a.yaml", "Bike:\n  Frame:\n    Tube: 3\n    Lug: 4\n", _FRAME | {("T", "Bike", 1)}),
        ("a.json", '{"Bike": {"Frame": {"Tube": 3, "Lug": 4}}}', _FRAME | {("T", "Bike", 1)}),
        ("a.json", '{"Tube": {"qty": 3}, "Lug": {"qty": 4}}', {("T", "Tube", 3), ("T", "Lug", 4)}),
    ],
)  # fmt: skip
def test_yaml_and_names_as_keys_are_read_like_json(
    tmp_path: Path, name: str, text: str, lines: set[tuple[str, str, int]]
) -> None:
    found = outcome(read_sheet(written(tmp_path, text, name), parent="T"))
    named = ((line.parent, line.child, int(line.quantity)) for line in found.details)
    assert {(*map(shown_number, ends), count) for *ends, count in named} == lines


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.yaml", "a: &x\n  b: 1\nc: *x\n", 'line 1 of the YAML is not read ("a: &x")'),
        ("a.yaml", "a: 1\n   b: 2\n", "save the list as JSON or CSV"),
        ("a.yaml", "- name: a\n- name: b\n  name: c\n", 'the key "name" stands twice'),
        ("a.yaml", "- {name: a, qty: 2, qty: 5}\n", 'the key "qty" stands twice'),
        ("a.yaml", '- {"name": "a", "qty": 2, "qty": 5}\n', 'the key "qty" stands twice'),
        ("a.yaml", "# nothing\n", "the YAML holds nothing"),
        ("a.yaml", "a: !thing\n  b: 1\n", "tags are what only programs write"),
        ("a.yaml", "? [a]\n: 1\n", "expected a name as the key"),
        ("a.yaml", "- name: a\x07b\n", "the YAML is malformed"),
        ("a.yaml", "a: " + "- " * 100 + "b", "save the list as JSON or CSV"),
        ("a.yaml", "- " * 100 + "b", "nested too deeply"),
        ("a.json", '{"resistors": {"10k": 4}, "ics": {"LM358": 1}}', "no column is a name"),
        ("a.yaml", "server: 1\nport: 8080\nmax_retries: 3\n", "no column is a name"),
        ("a.json", '{"workers": 4, "cacheSize": 512}', "no column is a name"),
        ("a.json", '{"Tube": 2.5, "Lug": 1}', "no column is a name"),
    ],
)
def test_yaml_that_is_not_plainly_a_list_is_refused(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    with pytest.raises(SheetRefusal) as refused:
        read_sheet(written(tmp_path, text, name))
    assert told in str(refused.value)


def test_numbers_of_json_stay_as_a_person_wrote_them(tmp_path: Path) -> None:
    numbers = ("1e5", "12.10", '"00123"', "1001.0", "7", "1E-2")
    rows = ",".join(
        f'{{"part number": {n}, "name": "n{at}", "qty": 2.50}}' for at, n in enumerate(numbers)
    )
    for text, name in ((f"[{rows}]", "a.json"), (rows.replace("},", "}\n"), "a.jsonl")):
        found = outcome(read_sheet(written(tmp_path, text, name), parent="T"))
        told = [part["itemNumber"] for part in found.parts.values()]
        assert told == ["1e5", "12.10", "00123", "1001", "7", "1E-2"]
        assert {float(line.quantity) for line in found.details} == {2.5}


def test_an_object_of_the_part_says_what_the_line_would(tmp_path: Path) -> None:
    maker = {"name": "ST", "partNumber": "STM32"}
    rows = [
        {"quantity": 2, "sub_part_detail": {"IPN": "C-1", "name": "Cap", "mpn": "GRM155"}},
        {"quantity": 1, "sub_part_detail": {"IPN": "U-1", "name": "MCU", "manufacturer": maker}},
    ]
    found = outcome(read_sheet(written(tmp_path, json.dumps({"results": rows})), parent="T"))
    assert found.lines == {("T", "C-1", "2"), ("T", "U-1", "1")}
    assert [part["name"] for part in found.parts.values()] == ["Cap", "MCU"]
    # The number stands beside the part's own, which is no number of a maker.
    numbered = [{"quantity": 4, "part": {"number": "D-2", "name": "Motor", "mpn": "F60-PRO"}}]
    found = outcome(read_sheet(written(tmp_path, json.dumps(numbered)), parent="T"))
    assert found.parts[2]["itemNumber"] == "D-2"
    assert found.parts[2]["attributes"] == {"MPN": "F60-PRO"}


_WHEEL = {"item_code": "WHEEL", "item_name": "Wheel 75", "qty": 40, "name": "a8f3", "idx": 1}
_CART = {"name": "BOM-CART-001", "item": "CART", "quantity": 10, "items": [_WHEEL]}
_RIM = {"name": "BOM-WHEEL-001", "item": "WHEEL", "items": [{"item_code": "RIM", "qty": 2}]}


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ({"docs": [_CART]}, {("T", "CART", "1"), ("CART", "WHEEL", "4")}),
        ({"data": _CART, "exc": None}, {("T", "CART", "1"), ("CART", "WHEEL", "4")}),
        (
            [_CART, _RIM],
            {("T", "CART", "1"), ("CART", "WHEEL", "4"), ("WHEEL", "RIM", "2")},
        ),
        (
            [_RIM, {**_RIM, "name": "BOM-WHEEL-002", "is_default": 1}],
            {("T", "WHEEL", "1"), ("WHEEL", "RIM", "2")},
        ),
    ],
)
def test_documents_of_an_erp_are_assemblies_by_their_items(
    content: object, lines: set[tuple[str, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps(content))
    found = outcome(read_sheet(path, parent="T"))
    assert (found.lines, found.problems) == (lines, [])
    assert not any("BOM-" in str(part) for part in found.parts.values())


def test_several_boms_of_one_item_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps({"docs": [_RIM, {**_RIM, "name": "BOM-WHEEL-002"}]}))
    with pytest.raises(BrokenFile, match="2 BOMs"):
        read_sheet(path, parent="T")


def test_an_amount_with_its_unit_is_one_value(tmp_path: Path) -> None:
    rows = [
        {
            "name": "Bearing",
            "mass": {"value": 12.5, "unit": "g"},
            "supplier": {"name": "Acme", "price": {"amount": 0.42, "currency": "EUR"}},
        }
    ]
    found = outcome(read_sheet(written(tmp_path, json.dumps(rows))))
    (part,) = found.parts.values()
    assert (str(part["cost"]), part["costCurrency"]) == ("0.42", "EUR")
    assert (str(part["weight"]), part["weightUnit"]) == ("12.5", "g")
