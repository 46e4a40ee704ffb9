"""The columns of lists of parts: fields of the part, and its sources."""

from partwright.imports.sheets.import_column import (
    REVISION,
    ImportColumn,
    any_of,
    choice_reader,
    is_quantity,
    mostly,
    read_amount,
)
from partwright.imports.sheets.values import (
    are_item_numbers,
    are_names,
    are_no_designators,
    is_measure,
)

_read_part_type, _is_part_type = choice_reader("partType")

PART_COLUMNS = (
    ImportColumn(
        field="itemNumber",
        names="""item number; ipn; part ipn; internal part number; company part number; part number;
            part no; partnumber; pn; house part number; inventory number;
            child item number; child part number; child part no; child number; child pn; child;
            component number; component part number; component; article number; article no;
            material number; product number; item id; part id; item code; part code; stock code;
            artikelnummer; artikel nr; teilenummer; teile nr; sachnummer; sach nr; materialnummer;
            ident nr; identnummer; zeichnungsnummer; artikel; numero article; numero de piece;
            no de piece; no piece; code article; reference article; ref article; reference interne;
            numero de parte; numero de pieza; codigo de pieza; codigo; codice; codice articolo;
            numero parte; numer czesci; indeks; artikelkode; onderdeelnummer; artikelnummer intern;
            物料编码; 料号; file name; filename; item no; nr; no;
            item; part; sku; reference; number; nummer""",
        weak="""nr; no; item; part; reference; item no; child; component; number; nummer; codigo;
            codice; indeks; artikel; file name; filename; part id; item id; zeichnungsnummer;
            料号""",
        fits=are_item_numbers,
        proves=are_no_designators,
        header="Item Number",
        example="EXAMPLE-0001",
    ),
    ImportColumn(
        field="name",
        names="""name; item name; part name; title; item title; part title; benennung; bezeichnung;
            teilename; bauteil; artikelbezeichnung; artikelname; nom; libelle; designation;
            component name; product name; nazwa; nazwa czesci; nombre; denominacion; denominazione;
            nome; naam; omschrijving; benamning; namn; 名称; 品名; 零件名称; piece; pieza; componente;
            czesc; element; material description; produkt; product; device name;
            item description; part; item; component; artikel; article; teil; articolo; articulo;
            podzespol; onderdeel""",
        weak="""nombre; piece; pieza; produkt; product; designation; element; componente; czesc;
            part; item; component; artikel; article; teil; articolo; articulo; onderdeel""",
        fits=are_names,
        header="Name",
        example="Motor bracket",
    ),
    REVISION,
    ImportColumn(
        field="description",
        names="""description; part description; item description; desc; long description;
            beschreibung; langtext; descriptif; description longue; descripcion; descrizione;
            descricao; opis; beschrijving; beskrivning; 描述; 规格; details; detail""",
        header="Description",
        example="Holds the drive motor",
    ),
    ImportColumn(
        field="partType",
        names="""part type; make buy; make or buy; mb; procurement type; beschaffungsart;
            procurement; sourcing; teileart; type de piece; approvisionnement; item type; type;
            typ; tipo""",
        weak="type; typ; tipo; item type; teileart; type de piece; sourcing; part type",
        fits=_is_part_type,
        read=_read_part_type,
        header="Type",
        example="Manufacture",
    ),
    ImportColumn(
        field="material",
        names="""material; materials; werkstoff; matiere; materiau; matl; materiale; materyal;
            materiaal; 材料""",
        header="Material",
        example="Aluminium 6061",
    ),
    ImportColumn(
        field="weight",
        names="""weight; mass; unit weight; unit mass; net weight; weight each; gewicht; masse;
            stuckgewicht; einzelgewicht; poids; poids unitaire; peso; masa; waga; massa; vikt;
            重量""",
        is_numeric=True,
        header="Weight",
        example="0.25",
    ),
    ImportColumn(
        field="weightUnit",
        names="""weight unit; mass unit; unit of weight; weight uom; gewichtseinheit; masseeinheit;
            unite de poids; unite de masse""",
        header="Weight Unit",
        example="kg",
    ),
    ImportColumn(
        field="cost",
        names="""unit cost; unit price; cost each; price each; cost per unit; price per unit;
            item price; price per piece; stuckpreis; einzelpreis; ek preis; ep; stuckkosten;
            cout unitaire; prix unitaire; pu; precio unitario; prezzo unitario; preco unitario;
            cena jedn; cena jednostkowa; stukprijs; 单价; standard cost; std cost; cost; price;
            kosten; preis; cout; prix; precio; prezzo; preco; cena; prijs; pris; 价格""",
        proves=any_of(lambda text: any(sign.isdigit() for sign in text)),
        is_numeric=True,
        header="Cost",
        example="12.50",
    ),
    ImportColumn(
        field="costCurrency",
        names="""currency; cost currency; currency code; price currency; wahrung; waehrung; devise;
            monnaie; moneda; valuta; waluta""",
        header="Currency",
        example="USD",
    ),
    ImportColumn(
        field="leadTimeDays",
        names="""lead time; leadtime; lead time days; lieferzeit; wiederbeschaffungszeit;
            beschaffungszeit; delai; delai de livraison; delai d approvisionnement; delivery time;
            plazo de entrega""",
        is_numeric=True,
        header="Lead Time (Days)",
        example="14",
    ),
    ImportColumn(
        field="unitOfMeasure",
        names="""unit of measure; unit of measurement; uom; unit of issue; base unit; stock unit;
            part unit; mengeneinheit; basiseinheit; unite de mesure; units; unit; einheit; unite;
            me; um; unidad; unita; jednostka; jm; eenheid; 单位""",
        weak="units; unit; einheit; unite; me; um; unidad; unita; jednostka; jm; eenheid; 单位",
        fits=any_of(is_measure),
        header="Unit of Measure",
    ),
    ImportColumn(
        field="quantityOnHand",
        names="""quantity on hand; qty on hand; on hand; in stock; stock quantity; stock qty; stock;
            bestand; lagerbestand; quantite en stock; en stock; existencias; giacenza; stan;
            voorraad; lager""",
        weak="stock; bestand; stan; lager",
        fits=mostly(is_quantity),
        read=read_amount,
        is_numeric=True,
        header="Quantity On Hand",
    ),
    ImportColumn(
        field="location",
        names="""location; storage location; stock location; bin; bin location; lagerort; lagerplatz;
            emplacement; ubicacion; posizione magazzino; lokalizacja; locatie""",
        header="Location",
    ),
)

SOURCE_COLUMNS = (
    ImportColumn(
        field="mpn",
        names="""mpn; manufacturer part number; manufacturer part number 1; manufacturer part no;
            manufacturer part; manufacturer pn; manufacturer p n; manufacturer number; mfr part;
            mfr part number; mfr part no; mfr pn; mfg part number; mfg part no; mfg part; mfg pn;
            mfg p n; mfgr part; mfr no; mf pn; vendor part number mfr; mfr p n; mpn 1;
            manufacturer product number; manufacturing part number; mfgpartnum; man part no;
            herstellernummer; hersteller nr; herstellerteilenummer; hersteller teilenummer;
            hersteller artikelnummer; herstellerbezeichnung; reference fabricant; ref fabricant;
            reference constructeur; numero fabricant; referencia fabricante;
            numero de parte del fabricante; codice produttore; codice costruttore;
            numer producenta; oznaczenie producenta; fabrikantnummer; 制造商零件编号; 型号;
            part number; partnumber; part no; p n; pn""",
        weak="part number; partnumber; part no; p n; pn; 型号",
        attribute="MPN",
    ),
    ImportColumn(
        field="manufacturer",
        names="""manufacturer; manufacturer name; manufacturer 1; manufacturer name 1; mfr; mfr name;
            mfg; mfg name; mfgr; mfger; make; brand; maker; hersteller; herstellername; marke;
            fabricant; constructeur; marque; nom fabricant; fabricante; marca; produttore;
            costruttore; producent; fabrikant; tillverkare; 制造商; 厂家; 品牌""",
        weak="make",
        fits=lambda values: not _is_part_type(values),
        attribute="Manufacturer",
    ),
    ImportColumn(
        field="orderCode",
        names="""order code; order number; order no; supplier part number; supplier part no;
            supplier pn; supplier part; supplier part number 1; supplier no; vendor part number;
            vendor part no; vendor pn; vendor part; vendor number; vendor no; distributor part number;
            distributor part no; distributor pn; spn; catalog number; catalogue number;
            catalog no; stock number; bestellnummer; bestell nr; best nr; bestnr;
            lieferantennummer; lieferanten nr; lieferanten artikelnummer; bestellcode;
            reference fournisseur; ref fournisseur; code commande; reference commande;
            referencia proveedor; codigo de pedido; codice fornitore; codice ordine;
            numer zamowienia; bestelnummer; artikelnummer leverancier""",
        attribute="Order Code",
    ),
    ImportColumn(
        field="supplier",
        names="""supplier; supplier name; supplier 1; vendor; vendor name; vendor 1; distributor;
            distributor name; distributor 1; seller; shop; bezugsquelle; lieferant; handler;
            haendler; fournisseur; distributeur; revendeur; proveedor; distribuidor; fornitore;
            fornecedor; dostawca; sklep; leverancier; leverantor; 供应商; bought from;
            purchased from; buy from""",
        attribute="Supplier",
    ),
    ImportColumn(
        field="partCategory",
        names="""category; part category; categories; item category; part family; family; group;
            kategorie; gruppe; warengruppe; baugruppe; categorie; famille; categoria; kategoria;
            grupa; 分类; 类别; section""",
        attribute="Category",
    ),
)
"""What a list says of a part's sources; kept as attributes with fixed names."""


DESCRIPTION = next(c for c in PART_COLUMNS if c.field == "description").names + "; abstract; resume"
"""The same names, and those of documents and issues."""
