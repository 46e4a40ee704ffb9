"""Small lists of the shapes in which programs and companies write them, and what each holds."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from partwright.imports.sheets.records.rows import PreparedRow, shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome

LISTS = Path(__file__).parents[1] / "lists"

EXPECTED = {
    "alternates_marked.csv": (3, 0, 3, 1, "7", "SOURCE_ROW"),
    "alternates_sap.csv": (4, 4, 4, 1, "18", "ALTERNATE"),
    "alternates_sources.csv": (2, 2, 2, 1, "6", "SOURCE_ROW"),
    "alternates_typed.csv": (5, 5, 5, 1, "19", "ALTERNATE"),
    "arena_status.csv": (4, 4, 4, 2, "7", "REMARK SOURCE_ROW"),
    "no_numbers.csv": (4, 1, 4, 1, "69", ""),
    "materials_named.csv": (3, 0, 3, 1, "4", ""),
    "requirement.csv": (3, 0, 3, 1, "5", ""),
    "plain_names.csv": (4, 2, 4, 1, "4", "TOTAL_ROW"),
    "spaced_quotes.csv": (3, 0, 3, 1, "5", "PRICE_OF_ROW"),
    "symbols.csv": (4, 0, 4, 1, "5", "DOUBTED"),
    "mangled.csv": (5, 5, 5, 1, "14", "NUMBER_SPOILT"),
    "total_ruled.csv": (5, 0, 5, 1, "9", "PRICE_OF_ROW TOTAL_ROW"),
    "catia_nomenclatures.txt": (5, 5, 5, 2, "10", ""),
    "change_history.csv": (3, 3, 3, 1, "5", "OTHER_TABLE"),
    "cost_summary.csv": (3, 0, 3, 1, "11", "CURRENCY_ASSUMED NOT_A_PART TOTAL_ROW"),
    "counted_places.csv": (3, 0, 3, 1, "6", ""),
    "figures.csv": (3, 0, 3, 1, "7", "FIGURES_DIFFER TOTAL_ROW"),
    "further_tables.csv": (3, 3, 3, 1, "8", "CURRENCY_ASSUMED OTHER_TABLE SECTION_ROW TOTAL_ROW"),
    "netsuite_members.csv": (7, 7, 8, 4, "12", ""),
    "netsuite_repeated.csv": (6, 6, 6, 3, "9", "REMARK"),
    "odoo_templates.csv": (5, 5, 6, 3, "15.5", ""),
    "options.csv": (5, 5, 5, 2, "5", "ALTERNATE"),
    "quantity_groups.csv": (3, 3, 3, 1, "19", "QUANTITY_ASSUMED"),
    "quote_de.xlsx": (3, 3, 3, 1, "34", "CURRENCY_ASSUMED NOT_A_PART SECTION_ROW TOTAL_ROW"),
    "sellers.csv": (3, 0, 3, 1, "4", ""),
    "sheets_named.xlsx": (5, 5, 5, 2, "14", ""),
    "sheets_numbered.xlsx": (6, 6, 6, 3, "11", ""),
    "slashes.csv": (3, 0, 3, 1, "6", ""),
    "stacked_unlike.csv": (3, 0, 3, 1, "5", "OTHER_TABLE SECTION_ROW"),
    "windchill_levels.csv": (6, 6, 6, 4, "10.75", "REMARK"),
    "alternates.csv": (2, 2, 2, 1, "3", ""),
    "altium.csv": (3, 0, 3, 1, "6", "CURRENCY_ASSUMED"),
    "altium_footer.xlsx": (2, 0, 2, 1, "3", "CURRENCY_ASSUMED NOT_A_PART TOTAL_ROW"),
    "altium_pcblib.csv": (2, 0, 2, 1, "3", ""),
    "altium_suppliers.xlsx": (3, 0, 3, 1, "5", "CURRENCY_ASSUMED NOT_A_PART"),
    "catia_nameless.txt": (3, 3, 3, 2, "7", ""),
    "creo_blocks.txt": (4, 0, 5, 2, "9", ""),
    "levels_strokes.csv": (4, 4, 4, 3, "7", ""),
    "levels_worded.csv": (4, 4, 4, 3, "8", ""),
    "odoo_fields.csv": (4, 0, 5, 3, "22.7", ""),
    "packs_de.csv": (4, 0, 4, 1, "8", "CURRENCY_ASSUMED REMARK"),
    "packs_en.csv": (4, 0, 4, 1, "7", "CURRENCY_ASSUMED REMARK"),
    "signatures.csv": (2, 2, 2, 1, "5", "NOT_A_PART"),
    "smaller_first.csv": (2, 0, 2, 1, "5", "OTHER_TABLE SECTION_ROW"),
    "amounts.csv": (7, 0, 7, 1, "288", "REMARK"),
    "arena.csv": (5, 5, 5, 3, "14", "REMARK SOURCE_ROW"),
    "assemblies_counted.csv": (4, 4, 6, 3, "8", ""),
    "assemblies_named.csv": (3, 3, 4, 2, "7", ""),
    "assembly_blocks.csv": (3, 0, 4, 2, "6", ""),
    "beside.xlsx": (3, 0, 3, 1, "9", "OTHER_TABLE"),
    "bilingual.xlsx": (3, 3, 3, 1, "4", ""),
    "bom_cn.csv": (3, 3, 3, 1, "6", ""),
    "bom_cn_gbk.csv": (3, 3, 3, 1, "6", ""),
    "bom_jp.csv": (3, 3, 3, 1, "10", ""),
    "bom_jp_sjis.csv": (3, 3, 3, 1, "10", ""),
    "breaks_spelled.csv": (2, 0, 2, 1, "3", "CURRENCY_ASSUMED"),
    "breaks_unsold.csv": (2, 0, 2, 1, "3", "REMARK"),
    "catia.txt": (5, 5, 5, 2, "10", ""),
    "charges.csv": (1, 0, 1, 1, "1", "CURRENCY_ASSUMED NOT_A_PART TOTAL_ROW"),
    "checklist.xlsx": (4, 0, 4, 1, "24", "CURRENCY_ASSUMED TOTAL_ROW"),
    "colleague.xlsx": (3, 0, 3, 1, "6", "CURRENCY_ASSUMED REMARK TOTAL_ROW"),
    "components.json": (3, 0, 3, 2, "4", "REMARK"),
    "cost_ea.csv": (2, 2, 2, 1, "4", ""),
    "cover.xlsx": (4, 4, 4, 3, "23", "OTHER_TABLE"),
    "creo_csv.csv": (5, 0, 5, 3, "12", ""),
    "creo_tree.txt": (6, 0, 6, 3, "15", "REMARK"),
    "currency_header.csv": (3, 3, 3, 1, "5", ""),
    "cut_list.csv": (6, 6, 7, 3, "22", "DUPLICATE_ROW UNIT_ASSUMED"),
    "cz_cp1250.csv": (2, 0, 2, 1, "14", ""),
    "czech.csv": (2, 2, 2, 1, "13", ""),
    "dansk.csv": (2, 2, 2, 1, "6", "CURRENCY_ASSUMED"),
    "digikey.csv": (2, 0, 2, 1, "20", "CURRENCY_ASSUMED REMARK TOTAL_ROW"),
    "digikey_cart.csv": (2, 0, 2, 1, "11", "CURRENCY_ASSUMED REMARK TOTAL_ROW"),
    "distinta.csv": (5, 5, 5, 3, "8", ""),
    "dnp_section.csv": (4, 0, 4, 1, "6", "SECTION_ROW"),
    "e_preis.csv": (3, 0, 3, 1, "125", "CURRENCY_ASSUMED"),
    "eagle.csv": (4, 0, 4, 1, "7", ""),
    "eagle_partlist.txt": (4, 0, 4, 1, "5", ""),
    "eagle_short.csv": (3, 0, 3, 1, "6", ""),
    "erpnext.csv": (3, 3, 4, 2, "22", "CURRENCY_ASSUMED"),
    "euro_1252.csv": (3, 0, 3, 1, "15", "NOT_A_PART TOTAL_ROW"),
    "fasteners.csv": (4, 0, 4, 1, "500", ""),
    "fractions.csv": (3, 0, 3, 1, "8", ""),
    "freecad.csv": (4, 0, 4, 2, "28", ""),
    "freecad_files.csv": (4, 0, 4, 2, "25", ""),
    "gitplm.csv": (3, 3, 3, 1, "4", ""),
    "gitplm_all.csv": (3, 3, 3, 1, "4", ""),
    "hand_made.csv": (4, 0, 4, 1, "11", ""),
    "hebrew.csv": (2, 0, 2, 1, "22", "CURRENCY_ASSUMED"),
    "html.xls": (2, 2, 2, 1, "6", ""),
    "hyphens.csv": (5, 0, 5, 3, "10", ""),
    "indented.csv": (7, 0, 7, 4, "18", ""),
    "inventor.csv": (5, 5, 5, 2, "24", ""),
    "inventree_export.csv": (3, 3, 3, 2, "11", ""),
    "jlc.csv": (4, 0, 4, 1, "7", ""),
    "jlc_footprint.csv": (4, 0, 4, 1, "8", "REMARK"),
    "kibom_dnf.csv": (3, 0, 3, 1, "6", "NOT_A_PART"),
    "kibot.csv": (3, 0, 3, 1, "6", "NOT_A_PART"),
    "kicad_collated.csv": (2, 0, 2, 1, "3", "DUPLICATE_ROW REPEATED_HEADER SECTION_ROW"),
    "kicad_excluded.csv": (2, 0, 2, 1, "3", "DUPLICATE_ROW NOT_A_PART"),
    "kicad_legacy.csv": (3, 0, 3, 1, "6", ""),
    "kicad_title.csv": (3, 0, 3, 1, "6", "FIGURES_DIFFER"),
    "korean.csv": (2, 2, 2, 1, "9", ""),
    "korean_cp949.csv": (2, 0, 2, 1, "24", "CURRENCY_ASSUMED TOTAL_ROW"),
    "lcsc.csv": (2, 0, 2, 1, "300", ""),
    "level_columns.csv": (7, 0, 7, 5, "22", ""),
    "lista_br.csv": (3, 0, 3, 1, "11", "TOTAL_ROW"),
    "lista_es.csv": (3, 3, 3, 1, "27", "TOTAL_ROW"),
    "lista_pl.csv": (3, 0, 3, 1, "6", ""),
    "liste_tw.csv": (2, 2, 2, 1, "18", ""),
    "markdown.txt": (3, 0, 3, 1, "17", ""),
    "markdown_links.csv": (4, 0, 4, 1, "9", ""),
    "marks.csv": (5, 0, 5, 3, "7", ""),
    "mcmaster.csv": (3, 0, 3, 1, "8", "CURRENCY_ASSUMED NOT_A_PART SECTION_ROW UNREADABLE"),
    "merged.xlsx": (4, 0, 4, 1, "11", "CURRENCY_ASSUMED TOTAL_ROW"),
    "misumi.csv": (2, 0, 2, 1, "6", "CURRENCY_ASSUMED"),
    "mouser_cart.csv": (2, 0, 2, 1, "110", ""),
    "mouser_order.csv": (2, 0, 2, 1, "15", "REMARK TOTAL_ROW"),
    "nameless_quantity.csv": (3, 0, 3, 1, "7", ""),
    "nested.json": (4, 4, 4, 2, "14", ""),
    "netsuite.csv": (4, 4, 4, 2, "12", ""),
    "no_header.csv": (3, 0, 3, 1, "7", "REMARK"),
    "nomenclature.csv": (4, 0, 4, 1, "16", "TOTAL_ROW"),
    "numbers.xlsx": (3, 3, 3, 1, "10", "CURRENCY_ASSUMED"),
    "nx.csv": (2, 2, 2, 1, "10", ""),
    "odoo.csv": (5, 5, 6, 3, "19", ""),
    "odoo_coded.csv": (3, 3, 3, 2, "5.7", ""),
    "odoo_paths.xlsx": (5, 5, 6, 3, "29", ""),
    "onshape.csv": (3, 2, 3, 1, "21", ""),
    "openbom.csv": (5, 5, 5, 3, "16", ""),
    "openplm_parentpn.csv": (4, 4, 4, 3, "7", "REMARK"),
    "openscad.txt": (3, 0, 3, 1, "7", ""),
    "openscad_sections.txt": (5, 0, 5, 1, "22", "SECTION_ROW"),
    "orcad.txt": (5, 0, 5, 1, "11", "NOT_A_PART"),
    "outline.xlsx": (5, 5, 5, 4, "22", ""),
    "pages.csv": (4, 4, 4, 1, "34", "NOT_A_PART REPEATED_HEADER"),
    "parent_by_name.csv": (6, 0, 6, 3, "15", ""),
    "parents_named.csv": (5, 5, 5, 2, "41", ""),
    "partsbox.csv": (3, 0, 3, 1, "6", ""),
    "paths.csv": (4, 0, 4, 3, "10", ""),
    "per_hundred.csv": (2, 0, 2, 1, "80", "PRICE_UNIT"),
    "pick_place.csv": (3, 0, 3, 1, "4", ""),
    "portuguese.csv": (2, 2, 2, 1, "17", "TOTAL_ROW"),
    "pos_letters.csv": (4, 0, 4, 1, "10", ""),
    "preiseinheit.csv": (2, 2, 2, 1, "101", "PRICE_UNIT"),
    "price_breaks.csv": (2, 2, 2, 1, "10", "CURRENCY_ASSUMED"),
    "price_breaks_named.csv": (2, 2, 2, 1, "2", "QUANTITY_ASSUMED"),
    "printed.csv": (3, 0, 3, 1, "6", ""),
    "qty_build.csv": (3, 3, 3, 1, "7", "TOTAL_ROW"),
    "qty_parent.csv": (4, 0, 4, 3, "8", ""),
    "qty_total.csv": (3, 3, 3, 1, "11", "CURRENCY_ASSUMED"),
    "qty_units.csv": (6, 0, 6, 1, "61.5", "REMARK"),
    "russian.csv": (3, 2, 3, 1, "10", ""),
    "sap_cs12.csv": (6, 6, 6, 2, "18.5", ""),
    "sap_de.csv": (4, 4, 4, 2, "12.5", ""),
    "sap_lv.txt": (5, 5, 5, 2, "5.25", ""),
    "side_by_side.xlsx": (3, 0, 5, 1, "14", "CURRENCY_ASSUMED SECTION_ROW TOTAL_ROW"),
    "solidedge.csv": (3, 3, 3, 1, "7", ""),
    "solidworks.csv": (7, 7, 8, 4, "21", ""),
    "solidworks_tab.txt": (3, 3, 3, 1, "15", "UNIT_ASSUMED"),
    "step_like_proe.txt": (6, 0, 6, 2, "19", ""),
    "stueli_baukasten.csv": (5, 5, 5, 2, "13", ""),
    "stuklijst.csv": (3, 3, 3, 1, "11", "TOTAL_ROW"),
    "stycklista.csv": (2, 2, 2, 1, "3", "UNIT_ASSUMED"),
    "stykkliste.csv": (2, 2, 2, 1, "6", ""),
    "substitutes.csv": (4, 4, 4, 1, "9", "ALTERNATE"),
    "tab.xls": (3, 3, 3, 3, "7", ""),
    "teamcenter.csv": (4, 4, 4, 3, "6", ""),
    "text_formulas.csv": (2, 2, 2, 1, "3", ""),
    "tree_drawn.txt": (6, 0, 6, 4, "13", ""),
    "tree_names.xlsx": (6, 0, 6, 4, "14", ""),
    "turkish.csv": (2, 2, 2, 1, "9", ""),
    "two_header_rows.xlsx": (2, 2, 2, 1, "2", "CURRENCY_ASSUMED QUANTITY_ASSUMED"),
    "two_stacked.xlsx": (4, 0, 4, 1, "23", "FIGURES_DIFFER REPEATED_HEADER SECTION_ROW TOTAL_ROW"),
    "uneven_sections.csv": (6, 0, 6, 1, "52", "SECTION_ROW TOTAL_ROW"),
    "units_row.xlsx": (3, 0, 3, 1, "8", ""),
    "upwards.xlsx": (4, 2, 4, 1, "6", ""),
    "used_in.csv": (3, 0, 3, 1, "66", ""),
    "used_on.csv": (6, 6, 7, 4, "9", "REMARK"),
    "variants.csv": (3, 3, 2, 1, "2", "NOT_IN_VARIANT QUANTITY_ASSUMED"),
    "variants_gap.csv": (3, 3, 2, 1, "3", "NOT_IN_VARIANT QUANTITY_ASSUMED"),
    "vendor_groups.csv": (2, 2, 2, 1, "12", ""),
    "windchill.csv": (5, 5, 5, 3, "8.75", "REMARK"),
    "wires.csv": (3, 3, 3, 1, "4", "DUPLICATE_ROW"),
    "worded.csv": (8, 0, 8, 1, "21", "REMARK"),
    "xml2003.xml": (2, 0, 2, 1, "3", ""),
    "parent_ids.csv": (6, 0, 6, 4, "7", ""),
    "parents_numbered.json": (3, 3, 3, 2, "4", "REMARK"),
    "source_groups.xlsx": (3, 3, 3, 1, "10", ""),
    "breaks_at.csv": (3, 0, 3, 1, "6", ""),
    "nopscadlib.txt": (6, 0, 6, 1, "22", "SECTION_ROW"),
    "readme_table.md": (4, 0, 4, 1, "23", ""),
    "typ_de.csv": (3, 0, 3, 1, "7", ""),
    "inventor_kinds.csv": (4, 4, 4, 3, "22", "DOUBTED"),
    "approved.csv": (3, 0, 3, 1, "4", "NOT_A_PART"),
    "price_pack.csv": (2, 0, 2, 1, "6", ""),
    "parents_jp.csv": (5, 5, 5, 3, "20", ""),
    "materials.csv": (5, 0, 5, 1, "274.5", ""),
    "kibom.json": (2, 0, 2, 1, "2", ""),
    "alternate_of.csv": (3, 3, 3, 1, "10", "ALTERNATE"),
    "dotted_numbers.csv": (7, 7, 7, 4, "39", ""),
    "costo_es.csv": (3, 0, 3, 1, "15.5", "TOTAL_ROW"),
    "how_many.csv": (5, 0, 5, 1, "24", "REMARK"),
    "variants_zero.csv": (4, 4, 2, 1, "2", "NOT_IN_VARIANT QUANTITY_ASSUMED"),
    "digikey_bom.csv": (3, 0, 3, 1, "4", ""),
    "parts_list.csv": (3, 3, 3, 1, "6", "REMARK"),
    "number_counts.csv": (6, 0, 6, 1, "335", ""),
    "places_left_out.csv": (10, 3, 10, 5, "20", ""),
    "ordered_costs.csv": (3, 0, 3, 1, "19", "PRICE_OF_ROW"),
    "project_total.csv": (3, 0, 3, 1, "6", "NOT_A_PART PRICE_OF_ROW TOTAL_ROW"),
    "part_comment.csv": (2, 0, 2, 1, "3", "CURRENCY_ASSUMED"),
    "rif_it.csv": (5, 0, 5, 1, "5", ""),
    "maker_source.csv": (3, 0, 3, 1, "7", "TOTAL_ROW"),
    "levels_tailed.csv": (4, 4, 4, 2, "7", "REMARK"),
    "lines_for_several.csv": (5, 5, 7, 3, "327.475", "REMARK"),
    "sums_between.csv": (
        3,
        0,
        3,
        1,
        "63",
        "FIGURES_DIFFER NOT_A_PART PRICE_LEFT_OUT REMARK TOTAL_ROW",
    ),
    "made_or_bought.csv": (4, 4, 4, 1, "7", ""),
    "references_worded.txt": (3, 0, 3, 1, "5", ""),
    "counted_cells.csv": (6, 0, 6, 1, "34", "SECTION_ROW"),
    "counted_names.csv": (5, 0, 5, 1, "8", "CURRENCY_ASSUMED REMARK"),
    "weights_unit.csv": (3, 0, 3, 1, "8", "CURRENCY_ASSUMED TOTAL_ROW"),
    "places_unnamed.csv": (5, 0, 5, 1, "77", ""),
    "groups_designated.csv": (6, 0, 6, 1, "9", "REMARK"),
    "numbers_spaced.csv": (4, 4, 4, 1, "7", "DUPLICATE_ROW"),
    "yen.csv": (4, 3, 4, 1, "12", ""),
    "kusovnik.csv": (4, 2, 4, 1, "13", "FIGURES_DIFFER NOT_A_PART TOTAL_ROW"),
    "norsk.csv": (3, 3, 3, 1, "7", "CURRENCY_ASSUMED NOT_A_PART TOTAL_ROW"),
    "thai.csv": (4, 4, 4, 1, "16", "CURRENCY_ASSUMED"),
    "assinada_br.csv": (4, 4, 4, 1, "10", "NOT_A_PART TOTAL_ROW"),
    "odoo_overview.xlsx": (6, 6, 6, 3, "21", "CURRENCY_ASSUMED FIGURES_DIFFER TOTAL_ROW"),
    "livelli.tsv": (7, 7, 7, 4, "19.4", ""),
}
"""Name to parts, those with a number, lines, parents, quantities in all, codes of remarks."""


def _read(name: str) -> Outcome:
    return outcome(read_sheet(LISTS / name, parent="TOP"))


def test_every_list_is_expected_to_be_something() -> None:
    assert {path.name for path in LISTS.iterdir()} == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_on_the_list(name: str) -> None:
    found = _read(name)
    assert found.problems == []
    codes = sorted({remark.code for remark in (*found.remarks, *found.reading.remarks)})
    quantity = sum((line.quantity for line in found.details), Decimal())
    assert EXPECTED[name] == (
        len(found.parts),
        sum("itemNumber" in part for part in found.parts.values()),
        len(found.details),
        len({line.parent for line in found.details}),
        f"{quantity.normalize():f}",
        " ".join(codes),
    )


def test_blocks_of_a_catia_list_are_assemblies() -> None:
    assert _read("catia.txt").lines == {
        ("ARM", "ARM-BASE", "1"),
        ("ARM", "ARM-LINK", "2"),
        ("ARM", "ISO4762-M6x20", "4"),
        ("ARM-LINK", "LINK-TUBE", "1"),
        ("ARM-LINK", "LINK-END", "2"),
    }


def test_the_parent_of_an_odoo_export_is_written_once() -> None:
    found = _read("odoo.csv")
    assert ("TBL-01", "SCR-01", "10") in found.lines
    assert ("DSK-01", "TBL-01", "1") in found.lines
    assert found.parts[3] == {"itemNumber": "SCR-01", "name": "Screw", "unitOfMeasure": "Units"}


def test_sap_levels_places_and_fixed_decimals() -> None:
    found = _read("sap_cs12.csv")
    assert ("100-200", "100-210", "1.5") in found.lines
    assert ("100-200", "100-220", "12") in found.lines
    assert [line.find_number for line in found.details if line.parent == "TOP"] == [10, 20, 30, 40]


def test_parts_below_a_title_are_not_placed() -> None:
    placed = {line.row_number: line.do_not_place for line in _read("dnp_section.csv").details}
    assert placed == {2: False, 3: False, 5: True, 6: True}
    placed = {line.row_number: line.do_not_place for line in _read("altium_pcblib.csv").details}
    assert placed == {2: False, 3: True}


def test_suppliers_in_headers_and_words_for_quantities() -> None:
    attributes = [part.get("attributes") for part in _read("eagle.csv").parts.values()]
    assert isinstance(attributes[0], dict)
    assert (attributes[0]["Order Code"], attributes[0]["Supplier"]) == ("1414028", "Farnell")
    found = _read("qty_units.csv")
    assert [line.remark for line in found.details][-1] == "Qty: as needed"
    assert [part.get("unitOfMeasure") for part in found.parts.values()] == [
        *("m", None, "m", None, "m", None)
    ]


def test_a_part_of_which_some_are_not_placed() -> None:
    found = _read("kicad_excluded.csv").details
    assert [(line.quantity, line.designators, line.remark) for line in found] == [
        (2, ("C1", "C2"), ""),
        (1, ("R2",), "not placed: R1"),
    ]


def test_groups_above_headers_and_codes_of_suppliers() -> None:
    parts = [*_read("vendor_groups.csv").parts.values()]
    assert [part["name"] for part in parts] == ["Plate", "Nut"]
    sources = [
        row.sources
        for row in _read("vendor_groups.csv").reading.pieces()
        if isinstance(row, PreparedRow)
    ]
    assert [[(s.name, s.order_code) for s in first.suppliers] for (first, *_) in sources] == [
        [("RS", "123-456"), ("Farnell", "998877")],
        [("RS", "123-999")],
    ]
    cart = [part["attributes"] for part in _read("digikey_cart.csv").parts.values()]
    assert cart[0] == {
        "Order Code": "311-10.0KHRCT-ND",
        "Supplier": "Digi-Key",
        "MPN": "RC0603FR-0710KL",
    }


def test_prices_that_nobody_offers_stay_with_the_part() -> None:
    timer = next(iter(_read("breaks_unsold.csv").parts.values()))
    assert (timer["cost"], timer["costCurrency"]) == ("0.50", "USD")
    assert isinstance(timer["attributes"], dict)
    assert timer["attributes"]["100+"] == "0.30"
    assert _read("nested.json").parts[4]["cost"] == "3.5"


def test_amounts_in_words() -> None:
    found = _read("amounts.csv")
    assert [(f"{line.quantity}", line.remark) for line in found.details] == [
        *(("1", ""), ("1", ""), ("30", ""), ("250", ""), ("2", "")),
        ("1", "Amount: some"),
        ("3", "10k"),
    ]
    assert {(line.parent, line.child) for line in _read("assemblies_named.csv").details} == {
        ("Left arm", "P-1"),
        ("Left arm", "P-2"),
        ("Right arm", "P-1"),
        ("Right arm", "P-3"),
    }


def test_whose_a_number_is_and_what_a_word_beside_it_means() -> None:
    assert _pairs("parent_ids.csv") == {
        *(("TOP", "Gimbal"), ("Gimbal", "Yaw frame"), ("Gimbal", "Pitch frame")),
        *(("Yaw frame", "BLDC GM3506"), ("Pitch frame", "BLDC GM2804")),
        ("Pitch frame", "Bearing 6800"),
    }
    assert ("ASSY-9", "EL-1") in _pairs("parents_numbered.json")
    kinds = [part.get("partType") for part in _read("inventor_kinds.csv").parts.values()]
    assert kinds == ["Manufacture", "Purchase", "Phantom", "Purchase"]
    assert [part["cost"] for part in _read("price_pack.csv").parts.values()] == ["10.52", "3.90"]
    types = [part["attributes"] for part in _read("typ_de.csv").parts.values()]
    assert types[1] == {"Manufacturer": "HAWE", "MPN": "MVF 4 C"}
    sources = {
        name: [
            piece.sources
            for piece in _read(name).reading.pieces()
            if isinstance(piece, PreparedRow)
        ]
        for name in ("source_groups.xlsx", "breaks_at.csv", "readme_table.md")
    }
    assert [(s.manufacturer, s.mpn) for s in sources["source_groups.xlsx"][2]] == [
        ("TI", "TLV1117-33"),
        ("Diodes", "AZ1117-3.3"),
    ]
    prices = sources["breaks_at.csv"][0][0].suppliers[0].prices
    assert [(f"{p.quantity}", f"{p.price}") for p in prices][-1] == ("1000", "0.0521")
    first = next(s[0] for s in sources["readme_table.md"] if s)
    assert first.suppliers[0].name == "StepperOnline"
    assert [line.do_not_place for line in _read("alternate_of.csv").details] == [False, True, False]
    assert "121" in {c for p, c in _pairs("dotted_numbers.csv") if p == "120"}
    assert next(iter(_read("digikey_bom.csv").parts.values()))["cost"] == "0.10"
    attributes: list[Any] = [part["attributes"] for part in _read("kibom.json").parts.values()]
    assert attributes[1]["MPN"] == "RC0603"
    assert next(iter(_read("costo_es.csv").parts.values()))["cost"] == "8.40"
    assert _read("readme_table.md").parts[10]["name"] == "LM8UU bearing*"


def _pairs(name: str) -> set[tuple[str, str]]:
    return {(shown_number(line.parent), shown_number(line.child)) for line in _read(name).details}


def test_levels_that_cells_write_themselves() -> None:
    for name in ("paths.csv", "marks.csv", "creo_tree.txt"):
        assert all(
            part["name"] == str(part["name"]).strip(" .->") for part in _read(name).parts.values()
        )
    assert ("Engine", "Piston") in _pairs("paths.csv")
    assert ("Axle", "Bearing") in _pairs("marks.csv")
    assert ("ARM.ASM", "PIN.PRT") in _pairs("creo_tree.txt")
    assert [part["cost"] for part in _read("currency_header.csv").parts.values()] == [
        "49.90",
        "7.5",
        "3",
    ]


def test_tables_side_by_side_are_read_one_after_the_other() -> None:
    found = _read("side_by_side.xlsx")
    parts = [piece for piece in found.reading.pieces() if isinstance(piece, PreparedRow)]
    assert [(part.item["name"], part.item["attributes"]) for part in parts] == [
        *((name, {"Category": "Mechanical parts"}) for name in ("Plate", "Rod", "Wheel")),
        *((name, {"Category": "Electrical parts"}) for name in ("MCU", "LED")),
    ]
    other = outcome(read_sheet(LISTS / "beside.xlsx", sheet="!D1", parent="TOP"))
    assert {(line[1].split("\x01")[1], line[2]) for line in other.lines} == {
        ("Drill", "1"),
        ("Saw", "1"),
    }


def test_what_differs_from_row_to_row_of_a_part_belongs_to_its_lines() -> None:
    tube = next(line for line in _read("cut_list.csv").details if line.child == "TUBE-40")
    assert tube.quantity == 6
    assert tube.remark == "4 x Weight: 2.1, LENGTH: 1200; 2 x Weight: 1.05, LENGTH: 600"
    wire = _read("wires.csv").parts[4]
    assert wire["attributes"] == {"Color": "BU", "Gauge": "0.75"}
    assert ("TOP", "F-1", "1") in _read("variants_gap.csv").lines
    assert not any(child == "S-1" for _, child, _ in _read("variants_gap.csv").lines)


def test_names_prices_and_suppliers_as_they_are_meant() -> None:
    assert [part["name"] for part in _read("fasteners.csv").parts.values()][:3:2] == [
        "Socket head screw M3 8 mm DIN 912",
        "Hex nut M3 DIN 934",
    ]
    prices = [
        (part["cost"], part["costCurrency"]) for part in _read("euro_1252.csv").parts.values()
    ]
    assert prices == [("45.50", "EUR"), ("1120.00", "EUR"), ("0.12", "EUR")]
    rows = [
        row for row in _read("breaks_spelled.csv").reading.pieces() if isinstance(row, PreparedRow)
    ]
    assert [[s.name for s in row.sources[0].suppliers] for row in rows] == [["Digi-Key"]] * 2
    assert len(rows[0].sources[0].suppliers[0].prices) == 4
    mouser = _read("mouser_order.csv").parts[2]["attributes"]
    assert isinstance(mouser, dict)
    assert mouser["Order Code"] == "81-GRM188R71H104KA3D"
    linked = _read("markdown_links.csv").parts[3]["attributes"]
    assert linked == {"Category": "Motion", "Link": "https://x.com/a"}
    units = [column.unit for column in _read("units_row.xlsx").reading.columns()]
    assert units == ["", "", "", "", "kg", "EUR"]
    assert ("Robot", "Arm") in _pairs("tree_drawn.txt")


def test_prices_of_several_pieces_and_marks_that_products_show() -> None:
    def costs(name: str) -> list[object]:
        return [part.get("cost") for part in _read(name).parts.values()]

    assert costs("preiseinheit.csv") == ["0.025", "120.00"]
    assert costs("per_hundred.csv") == ["0.032", "0.011"]
    assert costs("misumi.csv") == ["1230", "850"]
    assert costs("cost_ea.csv") == ["4.50", "18.95"]
    assert costs("two_header_rows.xlsx") == ["12.5", "3"]
    assert costs("e_preis.csv") == ["1234.56", "45.90", "0.85"]
    assert costs("cz_cp1250.csv") == ["150.00", "2.50"]
    rows = [r for r in _read("per_hundred.csv").reading.pieces() if isinstance(r, PreparedRow)]
    assert rows[0].sources[0].suppliers[0].prices[0].price == Decimal("0.032")
    currencies = {
        name: next(iter(_read(name).parts.values()))["costCurrency"]
        for name in (
            *("lista_br.csv", "dansk.csv", "korean_cp949.csv", "cz_cp1250.csv"),
            *("norsk.csv", "thai.csv"),
        )
    }
    assert list(currencies.values()) == ["BRL", "DKK", "KRW", "CZK", "NOK", "THB"]


def test_what_only_places_a_row_is_no_attribute_of_its_part() -> None:
    assert [line.do_not_place for line in _read("substitutes.csv").details] == [
        *(False, True, False, False)
    ]
    assert [line.remark for line in _read("pos_letters.csv").details][:2] == ["Pos: 1", "Pos: 1a"]
    counted = [line.find_number for line in _read("assemblies_counted.csv").details]
    assert counted == [None, 1, 2, None, 1, 2]
    assert _read("pick_place.csv").details[0].designators == ("C1", "C2")
    assert _read("kibom_dnf.csv").details[1].designators == ("R1", "R2")
    assert all(line.parent == "TOP" for line in _read("used_in.csv").details)


def test_alternates_are_sources_or_lines_that_are_not_placed() -> None:
    details = _read("alternates_typed.csv").details
    assert [(line.child, line.remark) for line in details if line.do_not_place] == [
        ("200-0102", "alternate of 200-0101"),
        ("200-0103", "alternate of 200-0101"),
    ]
    assert [line.child for line in _read("options.csv").details if line.do_not_place] == [
        *("MOT-1", "MOT-2")
    ]
    rows = [
        row
        for row in _read("alternates_marked.csv").reading.pieces()
        if isinstance(row, PreparedRow)
    ]
    assert [[source.mpn for source in row.sources] for row in rows] == [
        ["CC0603KRX7R9BB104", "GRM188R71H104KA93D"],
        ["RC0603FR-0710KL", "CRCW060310K0FKEA"],
        ["STM32F405RGT6"],
    ]


def test_further_shapes_are_read_as_they_are_meant() -> None:
    assert _pairs("sheets_named.xlsx") >= {("Main", "M-2"), ("M-2", "M-21")}
    assert ("TOP", "SUB-10") not in _pairs("netsuite_repeated.csv")
    assert [line.designators for line in _read("slashes.csv").details] == [
        ("CHRG", "RDY", "STAT"),
        ("C1", "C2"),
        ("R4",),
    ]
    assert _read("counted_places.csv").details[0].designators == ("C_EN", "C_IN2", "C_OUT2")
    rows = [r for r in _read("sellers.csv").reading.pieces() if isinstance(r, PreparedRow)]
    assert [seller.name for seller in rows[1].sources[0].suppliers] == [
        *("Farnell", "Mouser", "Digi-Key", "LCSC", "RS")
    ]


def test_columns_of_names_are_known_by_their_values() -> None:
    names = {
        name: [part["name"] for part in _read(f"{name}.csv").parts.values()]
        for name in ("no_numbers", "materials_named", "requirement")
    }
    assert names == {
        "no_numbers": ["Nickel strip", "Heatshrink", "Fish paper", "Cell"],
        "materials_named": ["stm32g071rb", "LIS3DH", "Ogniwo 18650"],
        "requirement": ["Nano Every ABX00028", "Ball valve MSV50030", "Driver board HSD V2"],
    }


def test_figures_of_the_sheet_that_contradict_what_is_read_are_told() -> None:
    told = [r.text for r in _read("figures.csv").remarks if r.code == "FIGURES_DIFFER"]
    assert told == [
        '"Total (EUR)" of the rows that are parts adds up to 37.00, and row 5 says 52.00',
        '"Total (EUR)" is not the quantity times the price in 1 of 3 rows: 3',
    ]
