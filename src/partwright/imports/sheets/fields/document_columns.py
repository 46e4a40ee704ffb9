"""The columns of lists of documents."""

from partwright.imports.sheets.cell_values.values import are_item_numbers
from partwright.imports.sheets.fields.import_column import REVISION, ImportColumn, choice_reader
from partwright.imports.sheets.fields.part_columns import DESCRIPTION

_read_doc_type, _is_doc_type = choice_reader("docType")

DOCUMENT_COLUMNS = (
    ImportColumn(
        field="itemNumber",
        names="""item number; document number; document no; doc number; doc no; document id; doc id;
            drawing number; drawing no; dwg no; dokumentnummer; dokument nr; dokumentennummer;
            zeichnungsnummer; zeichnungs nr; numero de document; no de document; numero de plan;
            reference document; number; nummer; numero; no; nr; id; reference""",
        weak="nr; no; reference; number; nummer",
        fits=are_item_numbers,
        header="Document Number",
        example="EXAMPLE-0001",
        is_naming=True,
    ),
    ImportColumn(
        field="name",
        names="""name; title; document name; document title; doc title; drawing title; subject;
            titel; dokumenttitel; dokumentname; bezeichnung; benennung; titre; titre du document;
            intitule; nom; libelle; designation""",
        header="Name",
        example="Motor bracket drawing",
        is_naming=True,
    ),
    ImportColumn(
        field="description",
        names=DESCRIPTION,
        header="Description",
        example="Dimensions and tolerances",
        is_naming=True,
    ),
    ImportColumn(
        field="docType",
        names="""document type; doc type; document kind; dokumenttyp; dokumentart; type de document;
            type; typ; art; kind""",
        weak="type; typ; art; kind",
        fits=_is_doc_type,
        read=_read_doc_type,
        header="Document Type",
        example="Drawing",
    ),
    ImportColumn(
        field="fileName",
        names="file name; file; dateiname; datei; nom de fichier; fichier",
        header="File Name",
        example="motor-bracket.pdf",
    ),
    ImportColumn(
        field="mimeType",
        names="mime type; mime; media type; content type; type mime",
        header="MIME Type",
        example="application/pdf",
    ),
    REVISION,
)
