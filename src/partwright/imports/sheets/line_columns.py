"""The columns of lists of parts that belong to the BOM line."""

from partwright.imports.sheets.designators import look_like_designators
from partwright.imports.sheets.import_column import ImportColumn, is_quantity, mostly
from partwright.imports.sheets.values import are_levels, begins_with_number, is_level, is_whole

LINE_COLUMNS = (
    ImportColumn(
        field="level",
        names="""level; bom level; lvl; indent; indent level; indenture; indenture level;
            structure level; hierarchy level; hierarchy; ebene; stufe; stl stufe; niveau; structure;
            depth; nivel; livello; poziom; item no; position; pos; pos nr; item; no; nr; number""",
        weak="item no; position; pos; pos nr; item; structure; no; nr; number",
        fits=are_levels,
        proves=mostly(is_level),
    ),
    ImportColumn(
        field="parentItemNumber",
        names="""parent item number; parent number; parent part number; parent part no;
            parent item no; parent pn; parent ipn; parent item; parent part; parent no; parent;
            assembly number; assembly part number; assembly no; parent assembly;
            next higher assembly; next assembly; nha; baugruppennummer; baugruppen nr;
            ubergeordnete baugruppe; oberteil; ubergeordneter artikel; article parent;
            reference parent; ensemble parent""",
    ),
    ImportColumn(
        field="quantity",
        names="""quantity; qty; qnty; quantity per; qty per; qty per assembly; quantity per assembly;
            quantity per pcb; qty per pcb; qty per board; quantity per board; qpa; qpb;
            bom quantity; bom qty; required quantity; qty required; total qty; total quantity;
            count; menge; anzahl; stuckzahl; stuck; stk; quantite; qte; nombre; pieces; pcs;
            cantidad; cant; quantita; quantidade; qtd; ilosc; szt; aantal; antal; 数量; 用量; pcs no;
            no of pieces; number of pieces; no off; needed; amount""",
        weak="count; nombre; pieces; pcs; stuck; needed; amount; szt; cant",
        fits=mostly(is_quantity),
        proves=mostly(begins_with_number),
        is_numeric=True,
    ),
    ImportColumn(
        field="findNumber",
        names="""find number; find no; find; balloon number; balloon no; balloon; position number;
            positionsnummer; pos nr; position; pos; item no; item; repere; rep; line number;
            line no; line; sequence; seq; no; nr; lp; row; 序号""",
        weak="""item no; item; position; pos; pos nr; no; nr; rep; repere; sequence; seq;
            line number; line no; line; lp; row; 序号""",
        fits=lambda values: (
            all(is_whole(text) for text in values) and 10 * len(set(values)) >= 9 * len(values)
        ),
    ),
    ImportColumn(
        field="referenceDesignator",
        names="""reference designator; reference designators; ref designator; ref designators;
            ref des; refdes; designator; designators; component designator; component designators;
            bauteilreferenz; bauteilreferenzen; bauteilbezeichner; designateur; designateurs;
            designador; designadores; riferimento; riferimenti; oznaczenie; referentie; location
            designator; circuit reference; schematic reference; parts list; 位号;
            references; reference; ref; refs; parts; part; bauteile; reperes; repere; item; position""",
        weak="""references; reference; ref; refs; parts; part; bauteile; oznaczenie; referentie;
            riferimento; reperes; repere; item; position""",
        fits=mostly(look_like_designators),
    ),
    ImportColumn(
        field="referenceDesignatorAsIs",
        names="reference designator as is",
    ),
    ImportColumn(
        field="doNotPlace",
        names="""dnp; dni; dnf; not placed; exclude from board; do not place; do not populate; do not fit; do not install;
            do not mount; no stuff; nostuff; not fitted; nicht bestucken""",
    ),
    ImportColumn(
        field="remark",
        names="""remark; remarks; note; notes; comments; bom note; line note; bemerkung;
            bemerkungen; anmerkung; anmerkungen; hinweis; remarque; remarques; notas; nota; note;
            observaciones; uwagi; opmerking; opmerkingen; 备注; commentaire; commentaires;
            kommentar""",
    ),
)
