import csv
import io
from pathlib import Path

import pytest

from partwright.imports import templates
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.kinds import KINDS, ImportKind
from partwright.imports.sheets.mapping.columns import plan_columns
from partwright.imports.sheets.records.refusals import MappingRefused, NoNameColumn
from partwright.imports.sheets.records.rows import SheetRecord
from tests.imports.sheets.sheetfiles import read_text


def targets(headers: str, *rows: str, **mapping: str) -> dict[str, str]:
    sample = [
        SheetRecord(number, tuple(row.split("|"))) for number, row in enumerate(rows, start=2)
    ]
    plan = plan_columns(headers.split("|"), sample=sample, mapping=mapping)
    return {
        column.header: column.target + (f" {column.unit}" if column.unit else "")
        for column in plan.columns
    }


@pytest.mark.parametrize(
    ("header", "target"),
    [
        *[(h, "itemNumber") for h in ("Item Number", "P/N", "PN", "IPN", "part_no", "Item No.")],
        *[(h, "itemNumber") for h in ("Part #", "PartNumber", "Artikel-Nr.", "Référence article")],
        *[(h, "itemNumber") for h in ("ITEM NUMBER", "Item-ID", "Teilenummer", "№ de pièce")],
        *[(h, "itemNumber") for h in ("Part or Identifying No", "MATNR", "Child Part")],
        *[(h, "name") for h in ("Nomenclature or Description", "MAKTX", "Child Description")],
        *[("Child Rev", "revision"), ("MEINS", "unitOfMeasure")],
        *[("AML: Manufacturer", "attributes.Manufacturer")],
        *[("AML: Manufacturer Part Number", "attributes.MPN")],
        *[
            (h, "attributes.MPN")
            for h in ("Nr kat. producenta", "Tillv. art.nr", "Cód. Fabricante")
        ],
        *[(h, "attributes.MPN") for h in ("Üretici Parça No", "Číslo výrobce", "Tootja kood")],
        *[(h, "attributes.MPN") for h in ("Каталожный номер производителя", "Gyártói cikkszám")],
        *[(h, "attributes.Order Code") for h in ("Bestelnummer leverancier", "Lev. varenr.")],
        *[(h, "attributes.Order Code") for h in ("Leverantörsnummer", "Obj. č. dodavatele")],
        *[(h, "attributes.Order Code") for h in ("Objednací číslo", "Beställningsnr")],
        *[(h, "itemNumber") for h in ("Piirustusnro", "Rajzszám", "Ritningsnr")],
        *[("Catalogue nr", "attributes.Order Code"), ("Đơn giá (VND)", "cost VND")],
        *[("Ціна, грн", "cost UAH"), ("廠商料號", "attributes.MPN")],
        *[("Pris kr eks. mva", "cost"), ("EK €", "cost EUR"), ("Cena bez DPH Kč", "cost CZK")],
        *[(h, "name") for h in ("Name", "Title", "Benennung", "Désignation", "Libellé")],
        *[(h, "revision") for h in ("Rev", "Rev.", "REVISION", "Indice", "Änderungsstand")],
        *[(h, "description") for h in ("Description", "Part Description", "Beschreibung")],
        *[(h, "partType") for h in ("Type", "Make/Buy", "Make or Buy", "Beschaffungsart")],
        *[(h, "material") for h in ("Material", "Werkstoff", "Matière")],
        *[(h, "weight") for h in ("Weight", "Mass", "Gewicht", "Poids", "Weight, each")],
        *[("Weight (kg)", "weight kg"), ("Mass [g]", "weight g"), ("weight_lbs", "weight lb")],
        *[
            ("Gewicht/g", "weight g"),
            ("Unit Weight in grams", "weight g"),
            ("weightKg", "weight kg"),
        ],
        *[("Weight Unit", "weightUnit"), ("Gewichtseinheit", "weightUnit")],
        *[(h, "cost") for h in ("Cost", "Unit Cost", "Price each", "Einzelpreis", "Prix unitaire")],
        *[("Price (USD)", "cost USD"), ("Cost [EUR]", "cost EUR"), ("Price USD", "cost USD")],
        *[("Preis in €", "cost EUR"), ("Unit Price, $", "cost USD"), ("CHF Price", "cost CHF")],
        *[(h, "costCurrency") for h in ("Currency", "Währung", "Devise")],
        *[
            (h, "leadTimeDays")
            for h in ("Lead Time", "leadTimeDays", "Lieferzeit", "Délai", "LZ (Tage)")
        ],
        *[("Lead Time (Days)", "leadTimeDays"), ("Lead Time Weeks", "leadTimeDays 7")],
        *[
            ("Lieferzeit (Wochen)", "leadTimeDays 7"),
            ("Unit", "unitOfMeasure"),
            ("MPN", "attributes.MPN"),
        ],
        *[(h, f"attributes.{h}") for h in ("Manufacturer", "Ext. Cost")],
        *[(h, f"attributes.{h}") for h in ("Weight class", "Cost (weeks)")],
        ("attributes.Colour", "attributes.Colour"),
        ("Price (net)", "cost"),
        ("Manufacturer Part Number", "attributes.MPN"),
        ("Hersteller", "attributes.Manufacturer"),
        ("Bestellnummer", "attributes.Order Code"),
        ("Fournisseur", "attributes.Supplier"),
        ("Mouser Part No.", "attributes.Order Code Mouser"),
        *[("AML Part Number", "attributes.MPN"), ("UoM Name", "unitOfMeasure")],
        *[("Masa jedn. [kg]", "weight kg"), ("Einheit MENGE", "unitOfMeasure")],
        *[(h, "itemNumber") for h in ("Zeichnung/Norm", "Nr rysunku / norma")],
    ],
)
def test_headers_of_parts(header: str, target: str) -> None:
    name = "Serves as name" if target != "name" else "Other"
    found = targets(f"{header}|{name}", **{} if target == "name" else {name: "name"})
    assert found[header] == target


@pytest.mark.parametrize(
    ("header", "target"),
    [
        *[(h, "level") for h in ("Level", "BOM Level", "Lvl", "Ebene", "Niveau", "Stufe")],
        *[(h, "quantity") for h in ("Quantity", "Qty", "Menge", "Stückzahl", "Qté", "Uds.")],
        *[(h, "findNumber") for h in ("Find Number", "Find No.", "Pos.", "Balloon", "Repère")],
        *[(h, "referenceDesignator") for h in ("Ref Des", "RefDes", "Designators", "Reference")],
        ("Reference Designator(s)", "referenceDesignator"),
    ],
)
def test_headers_of_lines(header: str, target: str) -> None:
    other = "Parent Item Number" if target == "level" else "Level"
    if target == "referenceDesignator":
        assert targets(f"Part Number|{other}|{header}", "A|1|R1, R2")[header] == target
    else:
        assert targets(f"Part Number|{other}|{header}", "A|1|1")[header] == target


def test_the_better_header_wins_and_the_other_is_kept_as_attribute() -> None:
    found = targets("Part Number|IPN|Name|Title", "a|b|c|d")
    assert found == {
        "Part Number": "attributes.Part Number",
        "IPN": "itemNumber",
        "Name": "name",
        "Title": "attributes.Title",
    }


def test_values_decide_headers_of_several_meanings() -> None:
    assert targets("PN|Level|Item No.", "A|0|1", "B|1|2")["Item No."] == "findNumber"
    assert targets("PN|Item No.", "A|1", "B|1.1", "C|1.2")["Item No."] == "level"
    assert targets("PN|Type", "A|Resistor", "B|Capacitor")["Type"] == "attributes.Type"
    assert targets("PN|Type", "A|Buy", "B|Capacitor")["Type"] == "partType"
    assert targets("PN|Parent|Reference", "A|X|R1", "B|X|R2")["Reference"] == "referenceDesignator"
    assert targets("Reference|Name", "AB-12|x", "AB-13|y")["Reference"] == "itemNumber"


def test_lines_without_a_structure_are_kept_as_attributes() -> None:
    found = targets("PN|Qty|Ref Des", "A|2|R1 R2")
    assert found["Qty"] == "attributes.Qty"
    assert found["Ref Des"] == "attributes.Ref Des"
    plan = plan_columns(["PN", "Qty"], parent="TOP")
    assert plan.structure == "parent"
    assert plan.of("quantity") is not None


def test_a_mapping_is_obeyed_before_any_guess() -> None:
    found = targets(
        "Teil|Name|Weight|Preis|Old", **{"teil ": "itemNumber", "WEIGHT": "attributes.W"},
        Old="Ignore", Preis="cost [EUR]",
    )  # fmt: skip
    assert found == {
        "Teil": "itemNumber",
        "Name": "name",
        "Weight": "attributes.W",
        "Preis": "cost EUR",
        "Old": "ignore",
    }
    assert targets("Masse (g)|Name", **{"Masse (g)": "weight"})["Masse (g)"] == "weight g"


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"Nope": "name"}, 'no column "Nope"; the columns are: PN, Name'),
        ({"PN": "number"}, "the fields are: itemNumber"),
        ({"PN": "cost [metres]"}, "is not a field"),
        ({"PN": "name", "Name": "name"}, "two columns"),
    ],
)
def test_mappings_that_cannot_be_are_refused(mapping: dict[str, str], words: str) -> None:
    with pytest.raises(MappingRefused) as refused:
        targets("PN|Name", **mapping)
    assert words in str(refused.value)


def test_a_description_or_a_number_serves_as_name_and_that_is_said(tmp_path: Path) -> None:
    found = read_text(tmp_path, "IPN,Description,MPN\nA,Bolt,x\nB,,y\n")
    assert found.parts[2] == {
        "itemNumber": "A",
        "name": "Bolt",
        "description": "Bolt",
        "attributes": {"MPN": "x"},
    }
    assert found.parts[3].get("name") == "B"
    assert '"Description" serves as name' in found.reading.decisions[0]
    assert found.reading.plan.lines()[0] == "IPN -> itemNumber (by its header)"


def test_a_sheet_without_anything_like_a_name_is_refused() -> None:
    with pytest.raises(NoNameColumn, match="Colour"):
        targets("Colour|Size")
    assert targets("Value|Footprint")["Value"] == "attributes.Value"


def test_a_column_without_header_is_kept_if_it_holds_anything(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Name,,\nBolt,x,\n")
    assert found.parts[2].get("attributes") == {"Column 2": "x"}
    assert [column.header for column in found.reading.columns()] == ["Name", "Column 2"]


def test_every_field_is_known_by_its_own_name() -> None:
    for kind in KINDS.values():
        assert set(kind.fields) <= RANKS[kind.plural].keys()
        for field in kind.fields:
            plan = plan_columns([field, "Name", "Number"], kind=kind)
            assert plan.columns[0].target == field


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_headers_of_a_template_are_understood(kind: ImportKind) -> None:
    headers, example = csv.reader(io.StringIO(templates.as_csv(kind).decode()))
    plan = plan_columns(headers, kind=kind, sample=[SheetRecord(2, tuple(example))])
    targets = [column.target for column in plan.columns]
    assert set(targets) <= set(kind.fields)
    assert len(set(targets)) == len(headers)


@pytest.mark.parametrize(
    ("kind", "header", "target"),
    [
        *[("documents", h, "itemNumber") for h in ("Doc No.", "Zeichnungs-Nr.", "Drawing Number")],
        *[("documents", h, "name") for h in ("Title", "Titel", "Intitulé")],
        *[("documents", h, "docType") for h in ("Doc Type", "Dokumentart", "Type de document")],
        ("documents", "Part Number", "attributes.Part Number"),
        ("documents", "Level", "attributes.Level"),
        *[("issues", h, "itemNumber") for h in ("Ticket", "Issue key", "Vorgangsnummer")],
        *[("issues", h, "name") for h in ("Summary", "Betreff", "Objet")],
        *[("issues", h, "reportedDate") for h in ("Created", "Gemeldet am", "Reported Date")],
        *[("issues", h, "rootCause") for h in ("Cause", "Ursache", "Cause racine")],
        ("issues", "Weight", "attributes.Weight"),
        ("parts", "Drawing Number", "attributes.Drawing Number"),
        ("parts", "UoM", "unitOfMeasure"),
        ("parts", "Lagerbestand", "quantityOnHand"),
    ],
)
def test_headers_mean_what_they_mean_for_the_kind(kind: str, header: str, target: str) -> None:
    plan = plan_columns([header, "Id" if target == "name" else "Name"], kind=KINDS[kind])
    assert plan.columns[0].target == target


def test_a_mapping_may_give_a_field_several_headers() -> None:
    mapping = {
        "itemNumber": ["Artikel-Nr", "Teilenummer"],
        "cost [EUR]": ["Preis", "Prix"],
        "material": ["Stoff"],
        "ignore": ["Notiz", "Raum"],
        "Titel": "name",
    }
    headers = ["Teilenummer", "Prix", "Raum", "Notiz", "Titel"]
    plan = plan_columns(headers, mapping=mapping)
    assert [column.target for column in plan.columns] == [
        *("itemNumber", "cost", "ignore", "ignore", "name")
    ]
    assert plan.columns[1].unit == "EUR"
    assert plan.decisions == ("No column matches those that the mapping names for material.",)
