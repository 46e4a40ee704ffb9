"""The columns of lists of issues."""

from partwright.imports.sheets.cell_values.dates import looks_like_date
from partwright.imports.sheets.cell_values.values import are_item_numbers
from partwright.imports.sheets.fields.import_column import ImportColumn, choice_reader, mostly
from partwright.imports.sheets.fields.part_columns import DESCRIPTION

_read_severity, _ = choice_reader("severity")
_read_priority, _ = choice_reader("priority")
_read_category, _is_category = choice_reader("category")

ISSUE_COLUMNS = (
    ImportColumn(
        field="itemNumber",
        names="""item number; issue number; issue no; issue id; issue key; ticket number; ticket no;
            ticket id; ticket; problem number; defect number; defect id; bug id; vorgangsnummer;
            fehlernummer; numero de ticket; numero du probleme; number; nummer; numero; no; nr; id;
            key""",
        weak="nr; no; number; nummer",
        fits=are_item_numbers,
        header="Issue Number",
        example="EXAMPLE-0001",
        is_naming=True,
    ),
    ImportColumn(
        field="name",
        names="""name; title; issue title; issue name; summary; subject; headline; titel; betreff;
            zusammenfassung; kurzbeschreibung; titre; objet; sujet; intitule""",
        header="Title",
        example="Bracket cracks",
        is_naming=True,
    ),
    ImportColumn(
        field="description",
        names=DESCRIPTION,
        header="Description",
        example="The bracket cracks at the inner radius after 500 hours",
        is_naming=True,
    ),
    ImportColumn(
        field="severity",
        names="severity; schweregrad; schwere; gravite; severite",
        read=_read_severity,
        header="Severity",
        example="High",
    ),
    ImportColumn(
        field="priority",
        names="priority; prioritat; prioritaet; prio; priorite",
        read=_read_priority,
        header="Priority",
        example="Medium",
    ),
    ImportColumn(
        field="category",
        names="category; issue category; kategorie; categorie",
        weak="category; kategorie; categorie",
        fits=_is_category,
        read=_read_category,
        header="Category",
        example="Quality",
    ),
    ImportColumn(
        field="reportedDate",
        names="""reported date; date reported; reported; reported on; report date; created;
            created on; created at; creation date; opened; date opened; date; gemeldet am; gemeldet;
            meldedatum; erstellt; erstellt am; datum; date de signalement; signale le; cree le""",
        weak="date; datum; created; opened; reported; erstellt; gemeldet",
        fits=mostly(looks_like_date),
        is_date=True,
        header="Reported Date",
        example="2026-11-21",
    ),
    ImportColumn(
        field="resolution",
        names="resolution; solution; corrective action; fix; losung; loesung; massnahme",
        header="Resolution",
        example="Enlarge the inner radius to 3 mm",
    ),
    ImportColumn(
        field="rootCause",
        names="root cause; cause; ursache; grundursache; cause racine; cause premiere",
        header="Root Cause",
        example="Stress concentration at the sharp radius",
    ),
)
