"""The columns of lists of parts: fields of the part, and its sources."""

from partwright.imports.sheets.cell_values.choice_values import are_materials
from partwright.imports.sheets.cell_values.measures import DAYS, MONEY, WEIGHT
from partwright.imports.sheets.cell_values.values import (
    are_item_numbers,
    are_names,
    are_no_designators,
    are_places,
    begins_with_number,
    is_measure,
)
from partwright.imports.sheets.fields.import_column import (
    REVISION,
    ImportColumn,
    any_of,
    choice_reader,
    is_quantity,
    mostly,
    read_amount,
    read_code,
    read_unit,
)

_read_part_type, _is_part_type = choice_reader("partType")

PART_COLUMNS: tuple[ImportColumn, ...] = (
    ImportColumn(
        field="itemNumber",
        names="""item number; ipn; part ipn; internal reference; default code; internal part number; company part number; part number;
            part no; partnumber; pn; house part number; inventory number; child item number;
            child part number; child part no; child number; child pn; child; component number;
            component part number; component ipn; sub part ipn; component; article number; article no; material number; material no;
            product number; item id; part id; product id; item code; part code; stock code; artikelnummer;
            artikel nr; teilenummer; teile nr; sachnummer; sach nr; materialnummer; ident nr;
            identnummer; zeichnungsnummer; sachnummer norm kurzbezeichnung; sachnummer norm; artikel; article; articulo; articolo; artigo; numero article; numero de piece; no de piece;
            no piece; code article; reference article; ref article; reference interne;
            numero de parte; numero de pieza; codigo de pieza; codigo; codice; codice articolo;
            numero parte; numer czesci; indeks; artikelkode; onderdeelnummer;
            artikelnummer intern; artikel code; artikelcode; 物料编码; 料号; bom line; file name; filename; item no; nr; no; item;
            part; sku; reference; number; nummer; internal p n; internal pn; internal part no;
            internal part; company pn; our part number; own part number; component no;
            cpn; ingredient code; ingredient sku; ingredient no; ingredient number; ingredient variant code sku; member item; child part; component part; sub part; part or identifying no; part or identifying number; identifying no; idnrk; matnr; cislo vykresu; bom lines component; item code items; product code; article code; erp number; erp no;
            sap number; sap no; oracle number; part ref; componente codigo; codigo interno;
            codigo del articulo; referencia; codigo pieza; cod; cod articolo; codice parte;
            codice componente; codice interno; codigo do item; codigo do produto; numero da peca; no da peca; no de pieza; no de parte;
            referencia interna; komponente; teile id; komponentennummer; komponentennr; komponenten nr; bauteilnummer; bauteil nr; objektnummer;
            art nr; artnr; artikelnr; varenummer; varenr; nr rysunku; numer rysunku; nr rys; nr rysunku norma; nr rys norma; zeichnungsnummer norm; zeichnungs nr norm; zeichnung norm; plan norme; disegno norma; vykres norma; 番号; 図番; 図面番号; 零件编号; 零件号; 编号;
            erzeugnis nr; materialnr; mat nr; matnr; zeichnungs nr; kod;
            kod czesci; symbol; indeks materialu; numer katalogowy; delnummer; detaljnummer; osanumero; nimikenumero; nimike; cislo dilu;
            cislo polozky; kod dilu; cikkszam; parca no; parca kodu; malzeme kodu; stok kodu;
            обозначение; артикул; номер детали; децимальный номер; 部品番号; 品番; 品目コード;
            部品コード; 図番; 図面番号; 零件号; 零件编号; 零件图号; 图号; 代号; 编码; 物料号;
            物料代码; 物料編號; 料號; 품번; 품목코드; 부품번호; 자재코드; document number;
            子品番; 子品目コード; 子部品番号; 子件编码; 子件编号; 子件料号; 子项编码; 子项料号; 子料号; 子件; numero hijo; codigo hijo; codigo componente; componente codigo; code composant; reference composant; codice figlio; kind nr; unterteil; db part no; item nr intern; part id no; ref; product; produkt; producto; objekt; material; produit; composant; prodotto; produto; dokumentnummer; dokumentennummer; dokument nr; numero de document; numero document; numero de documento; numero documento; nr dokumentu; no pieza; nr czesci; nr pieza; n pieza; 도번; 도면번호; 부품코드; 자재번호;
            delenr; delenummer; detaili tahis; detaili nr; tuotenumero; tuotekoodi; detales zymuo; detales numeris; kodas; kood; cod piesa; sifra; sifra dijela;
            broj dijela; broj crteza; stevilka dela; sifra artikla; kode barang; ma linh kien; ma vat tu; รหัสชิ้นส่วน; รหัสสินค้า; รหัส; каталожен номер; номер чертежа; чертеж; позначення""",
        weak="""nr; no; item; part; ref; reference; item no; bom line; child; component; component part; number; nummer; codigo;
            codice; indeks; artikel; article; articulo; articolo; artigo; file name; filename; part id; item id; zeichnungsnummer;
            料号; komponente; referencia; cod; symbol; kod; nimike; обозначение; 代号; 编码;
            图号; numer katalogowy; product code; document number; product; produkt; producto; objekt; material; produit; composant; prodotto; produto; dokumentnummer; dokumentennummer; dokument nr; numero de document; numero document; numero de documento; numero documento; nr dokumentu; kodas; kood; sifra; รหัส; чертеж; позначення""",
        fits=are_item_numbers,
        proves=lambda values: are_no_designators(values) and not are_places(values),
        header="Item Number",
        example="EXAMPLE-0001",
        is_naming=True,
    ),
    ImportColumn(
        field="name",
        names="""name; item name; part name; title; item title; part title; benennung; bezeichnung;
            teilename; bauteil; artikelbezeichnung; artikelname; nom; libelle; designation;
            component name; ingredient name; ingredient; product name; nomenclature or description; child description; child name; child desc; component desc; item desc; material desc; ojtxp; maktx; nazwa; nazwa czesci; nombre; denominacion;
            denominazione; nome; naam; omschrijving; benamning; namn; 名称; 品名; 零件名称;
            piece; pieza; componente; komponent; czesc; element; material description; produkt; product;
            device name; item rev name; rev name; revision name; bom line; product id name; product tmpl id; product template; product template name; item description; part; item; component; artikel; article; teil; komponentenbezeichnung; komponentenbenennung; designation du composant; designation composant; denominacion componente; denominacion del componente; descripcion componente; descripcion del componente; descrizione componente; denominazione componente;
            articolo; articulo; podzespol; onderdeel; component description; object description;
            objektkurztext; objekt kurztext; materialkurztext; material kurztext; kurztext;
            materialbezeichnung; item name items; item name en; part name en; part names;
            assembly part; goods; parts name; kurzbezeichnung; positionsbezeichnung;
            teilebezeichnung; teilebenennung; artikelbenennung; artikelbeschreibung;
            materialtext; bezeichnung 1; bezeichnung1; benennung 1; artikelbezeichnung 1; artikelbezeichnung1; designation 1; denominacion 1; denominazione 1; nazwa 1; omschrijving 1; designation fr; intitule; nom de la piece; nom de l article;
            designation article; denominacion del articulo; nombre de pieza; nombre de la pieza; nombre pieza; descripcion articulo; descrizione articolo; nome parte;
            nome componente; denominacao; designacao; nome da peca; nome do item; nazwa elementu;
            nazwa materialu; nazwa towaru; nazwa podzespolu; artikelomschrijving; benaming;
            onderdeelnaam; betegnelse; varenavn; navn; artikelbenamning; nimitys; nimi; nazev;
            nazev dilu; oznaceni dilu; megnevezes; parca adi; malzeme adi; tanim; urun adi;
            наименование; название; 品目名; 部品名; 部品名称; 部材名; 元件名称; 物料名称;
            物料描述; 器件名称; 品目名称; 部件名称; 产品名称; 품명; 부품명; 자재명; nomenclature;
            stl file; stl; printed part; model file; component part; vitamin; vitamins; hardware;
            things; thing; what; was; 物料; stl name; file; datei; label; bestandteil; gegenstand; artikelname de;
            object name; db part name; urun; parca tanimi; malzeme tanimi; 品名規格; 品名规格;
            品名及规格; 品名型号; 部材; 部材名称; denumire; denumirea; nume piesa; naziv; naziv dijela; ime;
            найменування; назва; назив; ονομα; ονομασια; ειδος; שם; שם הפריט; الاسم; اسم القطعة;
            ten linh kien; ten vat tu; nama; nama barang; nama komponen; pavadinimas; nosaukums;
            nimetus; nazov; oznacenie; bauteilname; parca; elemento; elementos; components; позиция;
            元件; 元器件; 器件; 组件; 零件; 部件; 物品; 部品; 项目名称; 材料名称; 配件名称; 配件; 零部件名称; 零部件; 设备名称;
            商品名称; 货品名称; 货物名称; 构件名称; 元器件名称; 组件名称; 物品名称; 模块名称; 耗材名称; 項目名稱; 零件名稱; 材料名稱;
            品名及規格; 物品名稱; 商品名; 品目; 模块; 材料清单; benevnelse; varebetegnelse; artikelnamn; artikkelnavn; tuotenimi; naziv artikla;
            detales pavadinimas; รายการ; ชื่อชิ้นส่วน; ชื่อ; ชื่อสินค้า; del; detalj; composant; composants; produit; prodotto; produto; komponente; komponenten; componenti; bauteile; titel; titre; titulo; titolo; tytul""",
        weak="""позиция; bom line; elemento; elementos; components; komponent; nombre; piece; pieza; produkt; product; designation; element; componente; czesc;
            part; item; component; artikel; article; teil; articolo; articulo; onderdeel;
            nomenclature; stl; component part; hardware; things; thing; what; was; goods; file; datei; label;
            product; symbol; hw; 物料; 元件; 元器件; 器件; 组件; 零件; 部件; 物品; 部品; 配件; 零部件; 商品名; 品目; 模块; del; detalj; composant; composants; produit; prodotto; produto; komponente; komponenten; componenti; bauteile; titel; titre; titulo; titolo; tytul""",
        fits=are_names,
        header="Name",
        example="Motor bracket",
        is_naming=True,
    ),
    REVISION,
    ImportColumn(
        field="description",
        names="""description; part description; part desc; product desc; item description; desc; long description;
            beschreibung; langtext; descriptif; description longue; descripcion; descrizione;
            descricao; opis; beschrijving; beskrivning; 描述; 规格; details; detail;
            product description; article description; langbezeichnung; beschreibung 1; bezeichnung 2; bezeichnung2; benennung 2; artikelbezeichnung 2; artikelbezeichnung2; designation 2; denominacion 2; denominazione 2;
            zusatztext; descripcion larga; descripcion tecnica; 説明; especificacion; especificaciones; especificacao; especificacoes; specifiche; specifica;
            specifikace; popis; leiras; aciklama; описание; характеристики; specification;
            specifications; spec; specs; spezifikation; technische daten; caracteristiques;
            caracteristicas; 规格型号; 型号规格; 规格描述; 参数; 规格说明; 仕様; 規格; 形状寸法;
            사양; 규격; 설명; kuvaus; parametry; parametre; common name; item description 2;
            comments description; beskrivelse; beskrivelser; descriere; περιγραφη; опис; תיאור; الوصف; mo ta; deskripsi;
            aprasymas; apraksts; kirjeldus; item details; รายละเอียด; opis dijela; gambaran""",
        header="Description",
        example="Holds the drive motor",
        is_naming=True,
    ),
    ImportColumn(
        field="partType",
        names="""part type; make buy; make or buy; mb; procurement type; beschaffungsart;
            procurement; sourcing; bom structure; stucklistenstruktur; structure de nomenclature; structure de la nomenclature; struttura distinta componenti; struttura distinta base; estructura de lista de materiales; component type; teileart; type de piece; approvisionnement; item type; type;
            typ; tipo""",
        weak="""type; typ; tipo; item type; teileart; type de piece; sourcing; part type; bom structure; stucklistenstruktur; structure de nomenclature; structure de la nomenclature; struttura distinta componenti; struttura distinta base; estructura de lista de materiales;
            component type""",
        # An ERP may call all its materials `M`.
        fits=lambda values: _is_part_type(values) and (len({*values}) > 1 or len(values[0]) > 1),
        read=_read_part_type,
        is_optional=True,
        header="Type",
        example="Manufacture",
    ),
    ImportColumn(
        field="material",
        names="""material; materials; werkstoff; matiere; materiau; matl; materiale; materyal;
            materiaal; 材料; raw material; material spec; material specification; material type;
            material grade; matl spec; mat spec; mat l; werkstoff material; material de fabricacion; materia; materia prima;
            materialas; materiaali; anyag; malzeme; материал; 材質; 材质; 材料牌号; 재질; 재료;
            plastic; filament; materjal; medziaga; materijal; gradivo; วัสดุ; vat lieu; bahan; υλικο; матеріал""",
        weak="""plastic; filament""",
        proves=are_materials,
        header="Material",
        example="Aluminium 6061",
    ),
    ImportColumn(
        field="weight",
        names="""unit weight; unit mass; weight each; mass each; wt each; wt ea; weight ea; unit wt; wt unit; wt pc; weight pc; stuckgewicht; einzelgewicht; weight; wt; mass; net weight; gewicht; masse; poids; poids unitaire; peso; masa; waga; massa; vikt;
            重量; weight per unit; weight per piece; part weight; part mass;
            massa unitaria; peso unitario; gewicht stk; gewicht pro stuck; masse je teil; masse pro teil; masse je stuck; masse pro stuck;
            gewicht je teil; gewicht pro teil; gewicht je stuck; mass per part; mass per unit; mass per piece; weight per part; masse unitaire; vaegt;
            paino; hmotnost; tomeg; agirlik; масса; вес; 単重; 質量; 单重; 质量; 单件重量; 单个重量; 每件重量; 单件质量; 单件重; 중량; 무게;
            masa jedn; masa jednostkowa; masa szt; masa 1 szt; waga jedn; waga jednostkowa; waga szt; hmotnost ks; hmotnost kus; vikt st; massa st; vaegt stk; vekt stk; peso ud; peso unidad; peso pz; peso cad; peso unit; masse unit; poids unit; 净重; vekt; kaal; svoris; tezina; teza; greutate; masa neta; น้ำหนัก; βαρος; маса""",
        unit=WEIGHT,
        is_optional=True,
        is_numeric=True,
        has_thousandths=True,
        header="Weight",
        example="0.25",
    ),
    ImportColumn(
        field="weightUnit",
        names="""weight unit; mass unit; unit of weight; weight uom; gewichtseinheit; masseeinheit;
            unite de poids; unite de masse""",
        read=read_unit,
        is_optional=True,
        header="Weight Unit",
        example="kg",
    ),
    ImportColumn(
        field="cost",
        names="""unit cost; unit price; cost each; price each; cost per unit; price per unit;
            item price; price per piece; stuckpreis; einzelpreis; ek preis; ep; stuckkosten;
            cout unitaire; prix unitaire; prix d achat; prix achat; px achat; px unitaire; px unit; px; pu; precio unitario; prezzo unitario; preco unitario;
            cena jedn; cena jednostkowa; stukprijs; 单价; standard cost; std cost; cost; price;
            kosten; preis; costo; coste; custo; costo unitario; coste unitario; custo unitario; costo unit; valor unit; cout; prix; precio; prezzo; preco; cena; prijs; pris; 价格;
            supplier unit price; supplier unit price 1; supplier price; supplier price 1; unit price 1; vendor price; prijs p st; prijs per stuk; prijs stuk;
            prijs per eenheid; preis st; preis pro stk; preis pro stuck; preis stuck; e preis; epreis; einh preis; ep netto;
            price pc; price pcs; cost pc; cost pcs; price ea; cost ea; cost unit; unitcost; estimated unit cost; est unit cost; planned unit cost; stock cost;
            unitprice; rate; rate items; unit rate; purchase price; buy price; net price; nettopreis; list price;
            last price; netto einzelpreis; einzelpreis netto; vk preis; preco unit;
            valor unitario; precio unidad; precio ud; prezzo unit; cena za sztuke; cena netto; cena brutto; cena szt; stykpris; enhedspris; a pris; yksikkohinta; cena za kus;
            egysegar; birim fiyat; fiyat; gia; don gia; gia tham khao; gia ban; цена; цена за шт; 単価; 値段; 値段個; 価格; 価格個; 単価個; 單價; 含税单价; 단가; 가격;
            金额单价; price amount; cost amount; price value; unit price amount; approx price; approx cost; approx each; est; estimate; est each; estimated each; price approx; cost approx; estimated cost; estimated price; est cost; valor unit; valor unitario; valor; preco; preco unit; p unit; p unitario; precio unit;
            koszt; koszt jednostkowy; pvp; pris stk; stykpris; enhetspris; pret unitar; pret; τιμη; τιμη μοναδας; ціна; цина;
            cijena; cena za kus; kaina; hind; cena kus; מחיר; מחיר ליחידה; السعر; don gia; harga; harga satuan; a pris; apris; price for one; single price; each; bewertungspreis;
            standardpreis; verrechnungspreis; gleitender preis; gleitpreis; gld preis;
            moving price; moving average price; valuation price; prix standard; pmp; precio estandar;
            ek; styckpris; a pris st; pris pr stk; uhiku hind; vieneto kaina; cijena po komadu; ราคา; ราคาต่อหน่วย; ราคาหน่วย""",
        weak="each; est; estimate; valor; p unit; ek",
        fits=any_of(lambda text: any(sign in text for sign in ".,$€£¥")),
        proves=any_of(lambda text: any(sign.isdigit() for sign in text)),
        unit=MONEY,
        is_price=True,
        is_optional=True,
        is_numeric=True,
        header="Cost",
        example="12.50",
    ),
    ImportColumn(
        field="costCurrency",
        names="""currency; cost currency; currency code; price currency; wahrung; waehrung; devise;
            monnaie; moneda; valuta; waluta; wahrg; wahr; waehrg; curr; crcy; cur; waers; divisa; moeda; mena; valuutta;
            币种; 货币; 通貨; 통화""",
        read=read_code,
        is_optional=True,
        header="Currency",
        example="USD",
    ),
    ImportColumn(
        field="leadTimeDays",
        names="""lead time; leadtime; lead time days; days to ship; lieferzeit; wiederbeschaffungszeit;
            beschaffungszeit; delai; delai de livraison; delai d approvisionnement;
            delivery time; plazo de entrega; lt; lieferzeit tage; lieferfrist; lz; lz tage; wbz; wbz tage; delai jours; levertijd; termin dostawy;
            leveranstid; consegna; tempo di consegna; prazo de entrega; 納期; 交期; 货期; 납기""",
        unit=DAYS,
        is_optional=True,
        is_numeric=True,
        header="Lead Time (Days)",
        example="14",
    ),
    ImportColumn(
        field="unitOfMeasure",
        names="""unit of measure; unit id; product unit symbol; unit symbol; productunitsymbol; unit of measurement; unit of measure code; base unit of measure; einheitencode; basiseinheitencode; uom; unit of issue; base unit; stock unit;
            part unit; mengeneinheit; basiseinheit; unite de mesure; units; unit; einheit; unite;
            me; um; unidad; unita; jednostka; jm; eenheid; 单位; component unit; quantity unit; uom name; uom code; inventory uom; unit qty; einheit menge; unite qte; qte unite; unita qta; unidad ctd; qty unit; meins; kme; komponentenmengeneinheit;
            unit of quantity; unid; member unit; component uom; comp uom; component um; ingredient unit; quantity uom; qty uom; uom items; product uom id name; product uom id; product uom; product unit of measure; me einheit; meinheit; basis me;
            mengen einheit; u m; u d m; udm; unita di misura; ud; uds; unidad de medida; unidade; un; miara;
            jednostka miary; j m; enhet; enhed; yksikko; mj; me egys; birim; ед изм;
            единица измерения; 単位; 單位; 단위; part unit of measure; component units;
            item units; uom unit; qty u m; bme; basismengeneinheit; und; unds; uhik; vnt; mato vnt; vienetas; jedinica; jedinica mjere; jed mjere; j mj; enota; enota mere; um ud;
            don vi; don vi tinh; dvt; satuan; หน่วย; ед; единица; мерна единица; од вим; j edn; mat jedn; jedn; jedn miary; mern jedn; m j""",
        weak="""units; unit; einheit; unite; me; um; unidad; unita; jednostka; jm; eenheid; 单位; un;
            ud; uds; enhet; enhed; birim; 単位; 단위; und; unds; vnt; enota; jedn; ед""",
        fits=any_of(is_measure),
        proves=lambda values: not mostly(begins_with_number)(values),
        header="Unit of Measure",
    ),
    ImportColumn(
        field="quantityOnHand",
        names="""quantity on hand; qty on hand; on hand; in stock; stock quantity; stock qty; stock;
            bestand; lagerbestand; quantite en stock; en stock; existencias; giacenza; stan; voorraad; lager; stock level; available stock; current stock; qty in stock;
            stock on hand; quantity in stock; magazyn; stan magazynowy; lagersaldo; 库存;
            库存数量; 在庫; 在庫数; 재고""",
        weak="stock; bestand; stan; lager",
        fits=mostly(is_quantity),
        read=read_amount,
        is_optional=True,
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
        names="""codice; codigo; kod; code; cod; reference; referencia; riferimento; referenz; referencja; mpn; resolved mpn; matched mpn; recommended part; recommended part number; recommended mpn; suggested mpn; preferred mpn; suggested part number; selected mpn; chosen mpn; actual mpn; verified mpn; final mpn;
            manufacturer or supplier part number; manufacturer part number; aml manufacturer part number; manufacturer part number 1; manufacturer part no;
            manufacturer part; manufacturer pn; manufacturer p n; manufacturer number; mfr part;
            mfr part number; mfr part no; mfr pn; aml part number; aml mpn; aml number; avl part number; avl mpn; mfg part number; mfg part no; mfg part; mfg pn;
            mfg p n; mfgr part; mfgr part number; mfgr part no; mfgr pn; mgf part number; mgf part no; mfr no; mf pn; vendor part number mfr; mfr p n; mpn 1;
            manufacturer product number; manufacturing part number; mfgpartnum; man part no;
            herstellernummer; hersteller nr; herstellerteilenummer; hersteller teilenummer;
            hersteller artikelnummer; herstellerbezeichnung; reference fabricant; ref fabricant;
            reference constructeur; numero fabricant; referencia fabricante;
            numero de parte del fabricante; codice produttore; codice costruttore;
            numer producenta; oznaczenie producenta; fabrikantnummer; 制造商零件编号; 型号;
            part number; partnumber; part no; part code; p n; pn; mfr item number; mfg item number;
            manufacturer item number; manufacturer item no; manufacturer part name; mfr part name; mfr 1 part number; mfg 1 part number; mfr p n 1; mfr part number 1;
            mfg part number 1; manufacturer pn 1; mfr model; model part number; part number model; model or part number; model or sku; sku or model; part number or model; model number part number; manufacturer model; model number;
            model no; oem part number; oem pn; oem no; manufacturer code; maker part number;
            maker pn; mfgpn; mfrpn; mfr no 1; mf part number; manf no; manf part no;
            mftr part number; mfrnum; mpn number; herst nr; herst teilenr; herst bez;
            hersteller bestellnummer; typenbezeichnung; typ nr; typbezeichnung; ref constructeur;
            reference du fabricant; ref fab; codigo fabricante; referencia del fabricante;
            ref fabricante; part number produttore; typ producenta; symbol producenta;
            tillverkarens artikelnummer; valmistajan koodi; 制造商料号; 制造商型号; 厂家型号;
            厂商料号; 厂家料号; 制造商编号; 器件型号; 元件型号; 廠商料號; 廠牌料號; 製造商料號; 原廠料號; ma nsx; 規格型番; 型番; 型式;
            メーカー型番; メーカ型番; メーカー品番; 제조사 부품번호; 모델명; 모델;
            vendor part number mpn; mouser mfr part number; mfr pn alt; manufacture part number;
            mfg part num; manufacturer partnumber; producer part number; manufacturer id; mfr id; mfg id; typ modell; model; modell;
            modele; modelo; modello; typ; type; mp; sku; product number; product no; typnummer; typ nummer; typennummer;
            typenschlussel; bestellnummer; bestell nr; best nr; bestnr; bestellnr; bestell no; best no; bestellcode;
            order code; order number; order no; ordercode; ordering code; ordering number; catalog number; catalogue number;
            catalog no; code commande; reference commande; ref commande; codigo de pedido; codice ordine; numer zamowienia;
            numer katalogowy; bestelnummer; 订货号; 発注コード; nr katalogowy; nr kat; katalogove cislo; kat cislo; kat nr; katalognummer; katalognr; katalog nr;
            objednaci cislo; objednaci kod; bestallningsnr; bestillingsnr; tilausnumero; siparis no; siparis kodu; rendelesi szam; nr zamowienia; код заказа; каталожныи номер""",
        weak="""codice; codigo; kod; code; cod; reference; referencia; riferimento; referenz; referencja; mp; sku; product number; product no; part number; partnumber; part no; part code; p n; pn; 型号; model number; model no; 型番; 型式;
            모델; 모델명; typ; type; typ modell; modell; modele; modelo; modello; model;
            bestellnummer; bestell nr; best nr; bestnr; bestellnr; bestell no; best no; bestellcode;
            order code; order number; order no; ordercode; ordering code; ordering number; catalog number; catalogue number;
            catalog no; code commande; reference commande; ref commande; codigo de pedido; codice ordine; numer zamowienia;
            numer katalogowy; bestelnummer; 订货号; 発注コード; nr katalogowy; nr kat; katalogove cislo; kat cislo; kat nr; katalognummer; katalognr; katalog nr;
            objednaci cislo; objednaci kod; bestallningsnr; bestillingsnr; tilausnumero; siparis no; siparis kodu; rendelesi szam; nr zamowienia; код заказа; каталожныи номер""",
        attribute="MPN",
        is_naming=True,
        is_of_source=True,
    ),
    ImportColumn(
        field="manufacturer",
        names="""manf; manuf; manufact; manufacturer; manufacturer or supplier; manufacturer name; part manufacturer; component manufacturer; part maker; aml manufacturer; manufacturer 1; manufacturer name 1; mfr; mfr name;
            mfg; mfg name; mfgr; mfger; make; brand; maker; hersteller; hersteller name; herstellername; marke;
            fabricant; constructeur; marque; nom fabricant; fabricante; marca; produttore;
            costruttore; producent; fabrikant; tillverkare; 制造商; 厂家; 品牌; mfr 1; mfg 1;
            mfr name 1; mfg name 1; manufacturer 01; manufacturers; manufacturer mfr; mf; mfn;
            mftr; man; oem; brand name; herst; herst name; produzent; marque fabricant;
            nombre fabricante; nombre del fabricante; marca fabricante; casa costruttrice;
            fabricante nome; wytworca; firma; fabrikat; leverandormerke; valmistaja; vyrobce;
            gyarto; uretici; marka; производитель; изготовитель; メーカー; メーカ; メーカー名;
            製造元; 製造業者; 生产商; 生产厂家; 厂商; 制造厂商; 品牌厂商; 제조사; 제조업체;
            메이커; 廠牌; 製造商; 廠商; tootja; gamintojas; razotajs; proizvodac; proizvodjac; proizvajalec; producator; produsent; fabricat; ผู้ผลิต;
            ยี่ห้อ; nha san xuat; hang san xuat; виробник; производител; tillv; κατασκευαστης""",
        weak="""make; man; firma; mf""",
        fits=lambda values: not _is_part_type(values),
        attribute="Manufacturer",
        is_of_source=True,
    ),
    ImportColumn(
        field="orderCode",
        names="""order code; order number; order no; supplier part number; supplier part no;
            dist part no; dist part number; dist pn; dist p n; distr part no; distributer part no; distributer part number;
            supplier pn; supplier part; supplier part number 1; supplier no; vendor part number;
            vendor part no; vendor pn; vendor part; vendor number; vendor no;
            distributor part number; distributor part no; distributor pn; dpn; spn; vpn; catalog number;
            catalogue number; catalog no; stock number; stock code; bestellnummer; bestell nr; best nr;
            bestnr; artikelnr lieferant; artikelnummer lieferant; lieferant best nr; lieferant bestell nr; lieferant bestellnummer; lieferant artikelnummer; lieferant art nr; lieferant nr; art nr lieferant; artikel nr lieferant; lieferantennummer; lieferanten nr; lieferanten artikelnummer; bestellcode;
            reference fournisseur; ref fournisseur; code commande; reference commande;
            referencia proveedor; codigo de pedido; codice fornitore; cod fornitore; cod art fornitore; codice articolo fornitore; codice ordine;
            numer zamowienia; bestelnummer; artikelnummer leverancier; supplier p n;
            supplier p n 1; supplier part no 1; supplier pn 1; supplier sku; supplier code;
            supplier ref; supplier reference; supplier item number; supplier article number;
            supplier item no; supplier order number; vendor p n; vendor item number;
            vendor item no; vendor sku; vendor code; vendor part number 1; vendor pn 1;
            distributor sku; distributor p n; distributor part number 1;
            ref; distributor order number; order number 1; ordering code; ordering number; order ref;
            order reference; ordercode; part number supplier; sku; ref fournisseur 1;
            code fournisseur; ref distributeur; codigo proveedor; referencia del proveedor;
            ref proveedor; codice fornitore 1; codigo fornecedor; kod dostawcy; bestell no;
            best no; lief nr; lief art nr; lieferanten bestellnummer; lieferantenartikelnummer;
            lieferantenteilenummer; bestellnr; leveranciersnummer; leverancier artikelnr;
            leverandor varenr; leverantorens artikelnummer; toimittajan koodi; 供应商料号;
            供应商编号; 供应商型号; 商品编号; 订货号; 立创编号; 立创商城编号; 発注コード;
            発注型番; 注文コード; 販売コード; 商品コード; 注文番号; 商品番号; 通販コード; 공급사 코드; objednaci cislo; objednaci kod; obj cislo; obj c; obj no; objednacie cislo; bestallningsnr; bestallningsnummer;
            bestillingsnr; bestillingsnummer; tilausnumero; tilauskoodi; tellimisnumber; siparis no; siparis kodu; rendelesi szam; rendelesi kod; nr zam;
            nr zamowienia; kod zamowienia; numero de commande; no commande; codigo pedido; no pedido; numero de pedido; cod comanda; код заказа; номер заказа; no заказа;
            nr katalogowy; nr kat; katalogove cislo; katalogove c; kat c; kat cislo; kat nr; katalognummer; katalognr; katalog nr; katalogszam; kataloski broj; каталожныи номер; 订购号""",
        weak="sku; ref; stock code",
        attribute="Order Code",
        is_of_source=True,
    ),
    ImportColumn(
        field="supplier",
        names="""supplier; spr; supplier name; supplier 1; vendor; vendor name; vendor 1; distributor;
            distributor name; distributor 1; dist; distr; distributors; seller; shop; bezugsquelle; lieferant; lieferant name; lieferantenname; handler;
            haendler; fournisseur; distributeur; revendeur; proveedor; distribuidor; fornitore;
            fornecedor; dostawca; sklep; leverancier; leverantor; 供应商; bought from;
            purchased from; buy from; supplier 01; suppliers; main supplier; preferred supplier;
            vendors; preferred vendor; store; source; purchase from; where to buy;
            retailer; bezug; lief; haendler 1; lieferfirma; magasin; fournisseurs; tienda;
            fornitore 1; negozio; loja; dostawcy; leverandor; toimittaja; dodavatel; beszallito;
            tedarikci; поставщик; 仕入先; 購入先; 発注先; 供給元; 供货商; 采购渠道; 购买渠道;
            공급사; 공급업체; 구매처; 업체; 거래처; 商店; 网店; furnizor; dobavljac; προμηθευτης; постачальник; origin name; source of materials; source of material; quelle; laden; ספק; المورد; nha cung cap; pemasok; dodavatel 1; tiekejas; tarnija; piegadatajs; dobavitelj; butik; aterforsaljare; forhandler; kauppa; kauplus; winkel; obchod; e shop; prodejce; prodavac; aruhaz; magaza;
            供應商; 供貨商; ผู้จำหน่าย; ผู้ขาย; ร้านค้า; onde comprar; onde comprar exemplos;
            donde comprar; ou acheter; wo kaufen; dove comprare; waar te koop; gdzie kupic""",
        weak="""source; source of materials; source of material; store; quelle; laden""",
        attribute="Supplier",
        is_of_source=True,
    ),
    ImportColumn(
        field="partCategory",
        names="""category; part category; categories; item category; part family; family; group;
            kategorie; gruppe; warengruppe; baugruppe; categorie; famille; categoria; kategoria;
            grupa; gruppo; 分类; 类别; section; item group; part class; commodity; commodity code;
            product group; product category; material group; warengruppe material; teilegruppe;
            famille article; grupo; familia; categoria articolo; famiglia; kategorie dilu;
            kategoria czesci; категория; 分類; 類別; 区分; 物料类别; 类型; 분류""",
        weak="""group; gruppe; grupo; grupa; gruppo; section; 区分; 类型""",
        proves=lambda values: any(len(text) > 1 for text in values),
        attribute="Category",
    ),
)
"""What a list says of a part's sources; kept as attributes with fixed names."""


DESCRIPTION = next(c for c in PART_COLUMNS if c.field == "description").names + "; abstract; resume"
"""The same names, and those of documents and issues."""
