"""The names under which people keep the fields of items and BOM lines: English, German, French."""

import re
import unicodedata

LINE_FIELDS = (
    "level",
    "parentItemNumber",
    "quantity",
    "findNumber",
    "referenceDesignator",
    "referenceDesignatorAsIs",
)
REPAIR_HEADERS = {
    "Import Problem": "importProblem",
    "Import Only": "importOnly",
    "Import Parent": "importParent",
}

_PART_NAMES = {
    "itemNumber": """
        item number; ipn; internal part number; company part number; part number; part no; pn;
        child item number; child part number; child part no; child number; child pn; child;
        component number; component part number; component; article number; article no;
        material number; product number; item id; part id; item code; part code; stock code;
        artikelnummer; artikel nr; teilenummer; teile nr; sachnummer; sach nr; materialnummer;
        ident nr; identnummer; artikel; numero article; numero de piece; no de piece; no piece;
        code article; reference article; ref article; reference interne; item no; nr; no; item;
        part; sku; reference; number; nummer""",
    "name": """
        name; item name; part name; title; item title; part title; benennung; bezeichnung;
        teilename; artikelbezeichnung; artikelname; nom; libelle; designation; component name;
        product name""",
    "revision": """
        revision; rev; rev level; revision level; item revision; part revision; version;
        anderungsstand; aenderungsstand; anderungsindex; indice; indice de revision""",
    "description": """
        description; part description; item description; desc; long description; beschreibung;
        langtext; descriptif; description longue""",
    "partType": """
        part type; make buy; make or buy; mb; procurement type; beschaffungsart; procurement;
        sourcing; teileart; type de piece; approvisionnement; item type; type; typ""",
    "material": "material; materials; werkstoff; matiere; materiau; matl",
    "weight": """
        weight; mass; unit weight; unit mass; net weight; weight each; gewicht; masse;
        stuckgewicht; einzelgewicht; poids; poids unitaire""",
    "weightUnit": """
        weight unit; mass unit; unit of weight; weight uom; gewichtseinheit; masseeinheit;
        unite de poids; unite de masse""",
    "cost": """
        cost; unit cost; price; unit price; standard cost; std cost; cost each; price each;
        cost per unit; price per unit; kosten; preis; stuckpreis; einzelpreis; stuckkosten;
        cout; cout unitaire; prix; prix unitaire""",
    "costCurrency": """
        currency; cost currency; currency code; price currency; wahrung; waehrung; devise;
        monnaie""",
    "unitOfMeasure": """
        unit of measure; unit of measurement; uom; unit of issue; base unit; stock unit;
        mengeneinheit; basiseinheit; unite de mesure; units; unit; einheit; unite; me; um""",
    "quantityOnHand": """
        quantity on hand; qty on hand; on hand; in stock; stock quantity; stock qty; stock;
        bestand; lagerbestand; quantite en stock; en stock""",
    "location": """
        location; storage location; stock location; bin; bin location; lagerort; lagerplatz;
        emplacement""",
    "leadTimeDays": """
        lead time; leadtime; lead time days; lieferzeit; wiederbeschaffungszeit;
        beschaffungszeit; delai; delai de livraison; delai d approvisionnement; delivery time""",
    "level": """
        level; bom level; lvl; indent; indent level; indenture; indenture level;
        structure level; hierarchy level; hierarchy; ebene; stufe; stl stufe; niveau; structure; item no;
        position; pos; pos nr; item""",
    "parentItemNumber": """
        parent item number; parent number; parent part number; parent part no; parent item no;
        parent pn; parent ipn; parent item; parent part; parent no; parent; assembly number;
        assembly part number; assembly no; parent assembly; next higher assembly; next assembly;
        nha; baugruppennummer; baugruppen nr; ubergeordnete baugruppe; oberteil;
        ubergeordneter artikel; article parent; reference parent; ensemble parent""",
    "quantity": """
        quantity; qty; qnty; quantity per; qty per; qty per assembly; quantity per assembly;
        qpa; bom quantity; bom qty; required quantity; qty required; count; menge; anzahl;
        stuckzahl; stuck; stk; quantite; qte; nombre; pieces; pcs""",
    "findNumber": """
        find number; find no; find; balloon number; balloon no; balloon; position number;
        positionsnummer; pos nr; position; pos; item no; item; repere; rep; line number;
        line no; sequence; seq; no""",
    "referenceDesignator": """
        reference designator; reference designators; ref designator; ref designators; ref des;
        refdes; designator; designators; component designator; component designators;
        bauteilreferenz; bauteilreferenzen; bauteilbezeichner; designateur; designateurs;
        references; reference; ref; refs; parts""",
    "referenceDesignatorAsIs": "reference designator as is",
}

_DESCRIPTION = _PART_NAMES["description"] + "; details; detail; abstract; resume"
_DOCUMENT_NAMES = {
    "itemNumber": """
        item number; document number; document no; doc number; doc no; document id; doc id;
        drawing number; drawing no; dwg no; dokumentnummer; dokument nr; dokumentennummer;
        zeichnungsnummer; zeichnungs nr; numero de document; no de document; numero de plan;
        reference document; number; nummer; numero; no; nr; id; reference""",
    "name": """
        name; title; document name; document title; doc title; drawing title; subject; titel;
        dokumenttitel; dokumentname; bezeichnung; benennung; titre; titre du document; intitule;
        nom; libelle; designation""",
    "revision": _PART_NAMES["revision"],
    "description": _DESCRIPTION,
    "docType": """
        document type; doc type; document kind; dokumenttyp; dokumentart; type de document;
        type; typ; art; kind""",
    "fileName": "file name; file; dateiname; datei; nom de fichier; fichier",
    "mimeType": "mime type; mime; media type; content type; type mime",
}
_ISSUE_NAMES = {
    "itemNumber": """
        item number; issue number; issue no; issue id; issue key; ticket number; ticket no;
        ticket id; ticket; problem number; defect number; defect id; bug id; vorgangsnummer;
        fehlernummer; numero de ticket; numero du probleme; number; nummer; numero; no; nr; id;
        key""",
    "name": """
        name; title; issue title; issue name; summary; subject; headline; titel; betreff;
        zusammenfassung; kurzbeschreibung; titre; objet; sujet; intitule""",
    "description": _DESCRIPTION,
    "severity": "severity; schweregrad; schwere; gravite; severite",
    "priority": "priority; prioritat; prioritaet; prio; priorite",
    "category": "category; issue category; kategorie; categorie",
    "reportedDate": """
        reported date; date reported; reported; reported on; report date; created; created on;
        created at; creation date; opened; date opened; date; gemeldet am; gemeldet; meldedatum;
        erstellt; erstellt am; datum; date de signalement; signale le; cree le""",
    "resolution": "resolution; solution; corrective action; fix; losung; loesung; massnahme",
    "rootCause": "root cause; cause; ursache; grundursache; cause racine; cause premiere",
}

WEAK = {
    "itemNumber": {
        "nr",
        "no",
        "item",
        "part",
        "reference",
        "item no",
        "child",
        "component",
        "number",
        "nummer",
    },
    "partType": {"type", "typ", "item type", "teileart", "type de piece", "sourcing"},
    "docType": {"type", "typ", "art", "kind"},
    "category": {"category", "kategorie", "categorie"},
    "reportedDate": {"date", "datum", "created", "opened", "reported", "erstellt", "gemeldet"},
    "unitOfMeasure": {"units", "unit", "einheit", "unite", "me", "um"},
    "quantityOnHand": {"stock", "bestand"},
    "level": {"item no", "position", "pos", "pos nr", "item", "structure"},
    "findNumber": {
        *("item no", "item", "position", "pos", "pos nr", "no", "rep", "repere", "find"),
        *("sequence", "seq", "line number", "line no"),
    },
    "quantity": {"count", "nombre", "pieces", "pcs", "stuck"},
    "referenceDesignator": {"references", "reference", "ref", "refs", "parts"},
}
"""Names that mean the field only if the column's values look like it."""

_ABBREVIATIONS = {"#": "no", "num": "no", "nbr": "no", "№": "no"}
_WORD = re.compile(r"[^\W_]+|[#$€£¥₹₩]|№")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def header_words(header: str) -> tuple[str, ...]:
    """The header's words, without case, accents and punctuation: `Prix (EUR)`: prix, eur."""
    plain = unicodedata.normalize("NFKD", _CAMEL.sub(" ", header.replace("№", " # ")))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    found: list[str] = _WORD.findall(letters.casefold())
    return tuple(_ABBREVIATIONS.get(word, word) for word in found)


def header_key(header: str) -> str:
    """What two spellings of one header share: its words run together."""
    return "".join(header_words(header))


def _ranked(names: str) -> dict[str, int]:
    return {header_key(name): rank for rank, name in enumerate(names.split(";"))}


_NAMES = {
    "parts": _PART_NAMES,
    "documents": _DOCUMENT_NAMES,
    "issues": _ISSUE_NAMES,
}
RANKS = {
    kind: {field: _ranked(names) for field, names in fields.items()}
    for kind, fields in _NAMES.items()
}
"""Kind to field to header key to rank; a smaller rank is the better name."""
KNOWN = frozenset(name for fields in RANKS.values() for ranks in fields.values() for name in ranks)
"""The keys of all headers that name a field of any kind."""

WEAK_KEYS = {field: frozenset(map(header_key, names)) for field, names in WEAK.items()}
REPAIR_KEYS = {header_key(header): target for header, target in REPAIR_HEADERS.items()}
