"""Documents whose tables and bullets were once read in part, or with what is no part among them."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import PreparedRow, shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome


def _read(folder: Path, text: str, name: str = "parts.md") -> Outcome:
    (folder / name).write_text(text, "utf-8")
    return outcome(read_sheet(folder / name, parent="T"))


def _counted(found: Outcome) -> list[tuple[str, float]]:
    parts = found.parts.values()
    return [
        (str(part["name"]), float(line.quantity))
        for part, line in zip(parts, found.details, strict=True)
    ]


def _categories(found: Outcome) -> list[object]:
    held = [part.get("attributes") for part in found.parts.values()]
    return [one.get("Category") if isinstance(one, dict) else None for one in held]


def test_tables_of_designators_are_one_list(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """# Stückliste

## Halbleiter

| Bezeichner | Bauteil | Typ | Anmerkung |
|---|---|---|---|
| Q1, Q2 | MOSFET | IRF540 | gekühlt |
| D1 | Diode | 1N5819 | |

## Widerstände (alle 1 %, 0,25 W, Metallfilm, wenn nichts anderes dabei steht, sonst nach Liste)

| Bezeichner | Wert | Funktion |
|---|---|---|
| R1a, R1b | 27 kΩ | Teiler |
| R2 | 10 kΩ | Pull-up |
| R3, R4 | 330 Ω | LED |

## Sonstiges

| Bezeichner | Bauteil | Anmerkung |
|---|---|---|
| F1 | Sicherung | träge |

## Hinweise

Text.
""",
    )
    assert _counted(found) == [
        *(("MOSFET", 2), ("Diode", 1), ("27 kΩ", 2), ("10 kΩ", 1), ("330 Ω", 2)),
        ("Sicherung", 1),
    ]
    named = ["Halbleiter"] * 2 + ["Widerstände"] * 3 + ["Sonstiges"]
    assert (_categories(found), found.problems) == (named, [])


def test_numbers_that_repeat_under_a_sign_count(tmp_path: Path) -> None:
    counted = """## Cells

| # | Part | Notes |
|---|---|---|
| 2 | Cell 14500 | pack |
| 1 | Cell 26650 | remote |

## Engine

| # | Ref | Part | Why |
|---|---|---|---|
| 1 | M1 | Motor | drive |
| 1 | SW1 | Switch | power |
| 4 | — | Contact | battery |
| — | — | Wire | all |
"""
    found = _read(tmp_path, counted)
    assert _counted(found) == [
        *(("Cell 14500", 2), ("Cell 26650", 1), ("Motor", 1), ("Switch", 1), ("Contact", 4)),
        ("Wire", 1),
    ]
    running = counted.replace("| 4 |", "| 3 |").replace("| 1 | SW1", "| 2 | SW1")
    assert {line.quantity for line in _read(tmp_path, running).details} == {1}


def test_the_table_that_names_parts_goes_before_others_that_count(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """## Basis

| # | Teil | Produkt | Bezugsquelle | ca. Preis |
|---|---|---|---|---|
| 1 | Sensor | A02 | Reichelt | 17–25 € |
| 2 | Gehäuse | IP67 | Baumarkt | 9 € |

### Variante A

| # | Teil | Bezugsquelle | ca. Preis |
|---|---|---|---|
| A1 | Zelle | Reichelt | 8–12 € |

## Was kostet es

| Menge | Variante A | Variante B | Anmerkung |
|---|---|---|---|
| **3 Boxen** | 330–435 € | – | mit Werkzeug |
| **5 Boxen** | 540–725 € | 630 € | |

## Werkzeuge

| Werkzeug | Anzahl |
|---|---|
| Zange | 2 |
""",
    )
    assert _counted(found) == [("Sensor", 1), ("Gehäuse", 1), ("Zelle", 1)]
    told = [r.row_number for r in found.reading.remarks if r.code == "OTHER_TABLE"]
    assert told == [16, 23]


def test_tables_of_several_quantities_are_joined_by_the_one_they_share(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """## Active

| Function | Manufacturer part | Design qty | Buy qty |
|---|---|---:|---:|
| Fast comparator | `TLV3502` | 2 | 3 |
| Quiet amplifier | `TPH2502` | 1 | 1 |

## Resistors

| Value and role | Recommended part | Design qty | Source |
|---|---|---:|---|
| 49.9 ohm sense | `RC0805` | 4 | DigiKey |

## Connectors

| Function | Manufacturer part | Design / buy qty |
|---|---|---:|
| Board header | `B8B` | 6 |
""",
    )
    assert _counted(found) == [
        *(("Fast comparator", 2), ("Quiet amplifier", 1), ("49.9 ohm sense", 4)),
        ("Board header", 6),
    ]
    assert found.problems == []


def test_a_heading_below_the_last_table_is_no_part(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """| Élément | Choix |
|---|---|
| Carte | Pi Zero |
| Écran | 2,8 pouces |

## Points d'attention

Un texte.
""",
    )
    assert _counted(found) == [("Carte", 1), ("Écran", 1)]
    assert [*found.remarks, *found.reading.remarks] == []


def test_bullets_to_be_checked_count_in_bold_and_say_more_below(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """# Einkaufsliste

So liest man die Liste
- **Phase** sagt, wann ein Teil gebraucht wird.
- Angebote wechseln oft.

## Rechner
- [ ] **1× Anzeige 3,5 Zoll**, mit 16 MB · Phase 1
  Das Herz des Ganzen, mit Touch und Lautsprecher.
  Suche: `display 3.5`
- [ ] **3× Sicherung 2 A** · Phase 5
  Eine für den Halter.
- [ ] **2 m Draht 0,25 mm²** · Phase 4
  Wird gewickelt.

## Werkzeug
- [ ] Zange
- [ ] Lötkolben
""",
    )
    assert _counted(found) == [
        *(("Anzeige 3,5 Zoll", 1), ("Sicherung 2 A", 3), ("2 m Draht 0,25 mm²", 1))
    ]
    assert _categories(found) == ["Rechner"] * 3
    told = [remark.row_number for remark in found.remarks if remark.code == "NOT_A_PART"]
    assert told == [16, 17, 18]
    assert "Bullets without a box" in found.reading.decisions[0]
    assert '"**2 m Draht' in found.reading.decisions[0]


def test_bullets_that_begin_with_a_number_count(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """# Materiales

- 1 placa
- 5 resistencias de 330
- 3 push button
- 2 pin header
- 12 V fan
- 4 tornillos
- 6 leds
- Motor
""",
    )
    assert _counted(found) == [
        *(("placa", 1), ("resistencias de 330", 5), ("push button", 3), ("2 pin header", 1)),
        *(("12 V fan", 1), ("tornillos", 4), ("leds", 6), ("Motor", 1)),
    ]
    numbered = _read(tmp_path, "- 1 placa\n- 2 leds\n- 3 tornillos\n- 4 motores\n")
    assert {line.quantity for line in numbered.details} == {1}


def test_weights_below_a_list_are_no_parts(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """Part Number,Part Name,Qty,Unit
,=== FRAME ===,,
FR-1,Post,4,EA
FR-2,Rail,2,EA
,=== ESTIMATED WEIGHTS ===,,
,Base (empty),45,kg
,TOTAL ASSEMBLY (empty),85,kg
""",
        "frame.csv",
    )
    assert _counted(found) == [("Post", 4), ("Rail", 2)]
    told = [remark.row_number for remark in found.remarks if remark.code == "NOT_A_PART"]
    assert told == [5, 6, 7]


def test_counted_lines_set_in_below_others_are_what_these_are_made_of(tmp_path: Path) -> None:
    text = """1 Box (printed)
1 2S battery (7.4 V)
2 PCB:
\t1 Arduino Nano
\t1 Slide switch   https://example.com/switch
\t2 2.2K ohm resistors
\t1 80 ohm resistor
1 Lid
"""
    found = _read(tmp_path, text, "rig.txt")
    assert _counted_pairs(found) == {
        *(("T", "Box (printed)", 1), ("T", "2S battery (7.4 V)", 1), ("T", "PCB", 2)),
        *(("PCB", "Arduino Nano", 1), ("PCB", "Slide switch", 1), ("T", "Lid", 1)),
        *(("PCB", "2.2K ohm resistors", 2), ("PCB", "80 ohm resistor", 1)),
    }
    assert found.parts[5]["attributes"] == {"Link": "https://example.com/switch"}
    slipped = _read(tmp_path, text.replace("\t", " "), "rig.txt")
    assert {parent for parent, *_ in slipped.lines} == {"T"}


def _counted_pairs(found: Outcome) -> set[tuple[str, str, float]]:
    return {
        (shown_number(line.parent), shown_number(line.child), float(line.quantity))
        for line in found.details
    }


def test_objects_of_json_are_no_names(tmp_path: Path) -> None:
    whole = """{"AssemblyName": "A1.sldasm", "Parts": [
        {"FileName": "P1.sldprt", "Properties": [{"Name": "Revision", "Value": "A"}]}],
        "SubAssemblies": [{"AssemblyName": "A2.sldasm", "Parts": [
        {"FileName": "P2.sldprt", "Properties": []}], "SubAssemblies": []}]}"""
    found = _read(tmp_path, whole, "whole.json")
    own, below = ("A1", "P1"), ("A1", "A2")
    assert {(p, c) for p, c, _ in found.lines} == {
        *(("T", "A1"), own, below, ("A2", "P2")),
    }


@pytest.mark.parametrize(
    ("title", "header"),
    [
        ("Electronics", "Part | Alternative | Qty"),
        ("Bill of materials (with alternatives)", "Part | Note | Qty"),
    ],
)
def test_a_list_that_mentions_alternatives_stays_the_one_that_is_read(
    tmp_path: Path, title: str, header: str
) -> None:
    text = f"## {title}\n| {header} |\n|---|---|---|\n| LM358 | TL072 | 2 |\n"
    more = "\n## Hardware\n| Part | Qty |\n|---|---|\n| Screw M3 | 8 |\n"
    found = _read(tmp_path, text + more)
    assert [part["name"] for part in found.parts.values()] == ["LM358", "Screw M3"]


def test_a_table_of_tools_is_left_out_and_what_a_robot_holds_is_not(tmp_path: Path) -> None:
    titles = ("Base", "Tools", "Tool")
    tables = (f"## {title}\n| Part | Qty |\n|---|---|\n| {title} part | 2 |\n" for title in titles)
    found = _read(tmp_path, "\n".join(tables))
    held = [(part["name"], part["attributes"]) for part in found.parts.values()]
    assert held == [("Base part", {"Category": "Base"}), ("Tool part", {"Category": "Tool"})]
    assert [r.row_number for r in found.reading.remarks if r.code == "OTHER_TABLE"] == [7]


def test_the_only_table_is_read_whatever_its_heading(tmp_path: Path) -> None:
    found = _read(tmp_path, "## Notes\n| Part | Qty |\n|---|---|\n| Seal | 8 |\n")
    assert [part["name"] for part in found.parts.values()] == ["Seal"]


def test_codes_below_id_are_numbers_and_who_sells_a_row_does_not_name_it(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """## Printed

| ID | Qty | Source | Purpose |
|---|---:|---|---|
| `P-AZ-BASE` | 1 | `src/parts/base.scad` | Fixed base |
| `P-AZ-COVER` | 1 | `src/parts/cover.scad` | Encloses **all** gears |
| `P-CLAMP-U` | 2 | `src/parts/clamp.scad` | [Clamp](docs/clamp.md) |

## Bought

| ID | Qty | Element | Purpose |
|---|---:|---|---|
| `H-AZ-MOTOR` | 1 | 28BYJ-48 stepper | Drives it |
| `H-GLIDES` | 3 | PTFE pads | Support |
""",
    )
    held = [(p["itemNumber"], p["name"], p["attributes"]) for p in found.parts.values()]
    printed = ["P-AZ-BASE", "P-AZ-COVER", "P-CLAMP-U"]
    assert [row[:2] for row in held] == [
        *((number, number) for number in printed),
        *(("H-AZ-MOTOR", "28BYJ-48 stepper"), ("H-GLIDES", "PTFE pads")),
    ]
    assert [line.remark for line in found.details[1:3]] == ["Encloses all gears", "Clamp"]
    assert "Supplier" not in str(held)


def test_what_stands_for_a_shop_is_no_supplier(tmp_path: Path) -> None:
    rows = {
        "[Amazon search](https://www.amazon.com/s?k=driver)": ["Amazon"],
        "[pjrc.com](https://www.pjrc.com/x) (buy direct — see note)": ["pjrc.com"],
        "todo": [],
        "por definir": [],
        "Onecall (Farnell)": ["Onecall (Farnell)"],
        "Motor Search": ["Motor Search"],
    }
    lines = "\n".join(f"| Part {at} | 1 | {text} |" for at, text in enumerate(rows))
    (tmp_path / "parts.md").write_text(
        f"| Part | Qty | Source |\n|---|---|---|\n{lines}\n", "utf-8"
    )
    pieces = list(read_sheet(tmp_path / "parts.md", parent="T").pieces())
    parts = [piece for piece in pieces if isinstance(piece, PreparedRow)]
    sold = [[s.name for source in part.sources for s in source.suppliers] for part in parts]
    assert sold == list(rows.values())


def test_chinese_lists_of_things_and_sets_of_pieces(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        """| 序号 | 项目名称 | 规格/说明 | 数量 |
|---|---|---|---|
| 1 | 舵机外壳 | - | 6套 |
| 2 | 打印件 | 白色 | 1套（7件） |
| 3 | 螺丝 | - | 40个 |
""",
    )
    assert _counted(found) == [("舵机外壳", 6), ("打印件", 1), ("螺丝", 40)]
    assert [r.text for r in found.remarks if r.code == "REMARK"] == [
        "数量: 1套（7件） is read as 1 套"
    ]


def test_a_count_in_a_description_is_told_and_not_taken(tmp_path: Path) -> None:
    rows = "| Holder | 2 x AA cells |\n| Motor | Nema 17 |\n| Belt | GT2 |\n"
    found = _read(tmp_path, f"| Part | Specification |\n|---|---|\n{rows}")
    assert {count for _, count in _counted(found)} == {1}
    assert ['"2 x AA cells" is counted as one' in r.text for r in found.remarks] == [True]


def test_n_counts_where_numbers_repeat_and_links_to_files_stay(tmp_path: Path) -> None:
    rows = (
        "R1, R2 | 2 | 1K | [STL](stl/a.stl)\nHeader | 2 | Socket | [b](stl/b.stl)\nC1 | 1 | 10n |\n"
    )
    found = _read(tmp_path, f"Ref | n | Value | File\n--- | --- | --- | ---\n{rows}")
    assert _counted(found) == [("1K", 2), ("Socket", 2), ("10n", 1)]
    files = [part["attributes"] for part in found.parts.values()]
    held = [one.get("File") for one in files if isinstance(one, dict)]
    assert held == ["stl/a.stl", "b", None]
    numbered = _read(tmp_path, "n | Part\n--- | ---\n1 | Frame\n2 | Motor\n3 | Wheel\n")
    assert _counted(numbered) == [("Frame", 1), ("Motor", 1), ("Wheel", 1)]


def test_nobody_sells_what_any_shop_has(tmp_path: Path) -> None:
    sold = {
        "Mercado Livre / AliExpress": ["Mercado Livre", "AliExpress"],
        "Qualquer loja de eletrônica": [],
        "Mercado Livre": ["Mercado Livre"],
    }
    rows = "\n".join(f"| P{at} | 1 | {text} |" for at, text in enumerate(sold))
    text = f"| Componente | Qtd | Onde comprar (exemplos) |\n|---|---|---|\n{rows}\n"
    (tmp_path / "parts.md").write_text(text, "utf-8")
    pieces = read_sheet(tmp_path / "parts.md", parent="T").pieces()
    parts = [piece for piece in pieces if isinstance(piece, PreparedRow)]
    found = [[s.name for source in part.sources for s in source.suppliers] for part in parts]
    assert found == list(sold.values())
