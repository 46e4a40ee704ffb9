"""The columns of lists of parts that belong to the BOM line."""

from partwright.imports.sheets.cell_values.designators import are_groups, look_like_designators
from partwright.imports.sheets.cell_values.measures import PIECES
from partwright.imports.sheets.cell_values.values import (
    are_levels,
    are_places,
    begins_with_number,
    count_in_groups,
    count_rows,
    is_level,
    is_whole,
)
from partwright.imports.sheets.fields.import_column import ImportColumn, is_quantity, mostly

LINE_COLUMNS = (
    ImportColumn(
        field="level",
        names="""level; bom level; lvl; lv; lev; indent; indent level; indenture; indenture level;
            structure level; hierarchy level; hierarchy; ebene; stufe; stl stufe; niveau;
            structure; depth; nivel; livello; poziom; item no; position; pos; pos nr; item; no;
            nr; number; explosion level; bill level; bom lvl; stufe nr; strukturstufe; baustufe;
            ebene nr; gliederungsstufe; niveau nomenclature; niveau bom; niv; nivel bom;
            nivel de estructura; livello distinta; poziom bom; niva; nivo; taso; uroven; szint;
            seviye; уровень; 階層; レベル; 层级; 层次; 级别; 阶层; 레벨; 단계; index; wbs;
            structure number; outline; outline number; tree; hierarchy no; gliederung; liv; tase; lygis; limenis; razina; raven; stopien; ระดับ; cap bac; ниво; strukturebene; gliederungsebene; str level; baumstruktur; 層級; bom階層; bom层级; 层号; 级次; 階次; bom階次; baumebene; aufbauebene; stucklistenebene; stucklistenstufe; stl ebene; hierarchieebene; hierarchiestufe; auflosungsstufe; dispostufe; einrucktiefe; niveau de structure; niveau structure; niveau hierarchique; rang; nivel estructura; nivel de lista; nivel jerarquico; nivel da estrutura; nivel estrutura; livello struttura; livello di struttura; poziom struktury; poziom w strukturze; uroven struktury; uroven kusovniku; structuurniveau; strukturniva; структурный уровень; уровень вложенности; уровень структуры; 構成レベル; 展開レベル; レベル番号; 构成层次; 结构层次; bom层级; bom层次; 阶次; 阶; bom阶次; 구성레벨; 전개레벨""",
        weak="""item no; position; pos; pos nr; item; structure; no; nr; number; index; tree;
            wbs; структура""",
        fits=are_levels,
        proves=mostly(is_level),
    ),
    ImportColumn(
        field="parentItemNumber",
        names="""parent item number; parent number; parent part number; parent part no; parent line; parent row; parent pos; parent position; parent index; parent nr;
            parent item no; parent pn; parent ipn; parent item; parent part; parent no; parent;
            assembly number; assembly part number; assembly no; parent assembly;
            next higher assembly; next assembly; nha; baugruppennummer; baugruppen nr;
            ubergeordnete baugruppe; oberteil; ubergeordneter artikel; article parent;
            reference parent; ensemble parent; parent code; parent id; parent name;
            parent product; parent component; parent ref; higher assembly; upper assembly;
            upper level; used on; used in; where used; belongs to; assembly name; part of;
            top assembly; product item; oberbaugruppe; baugruppe nr; vaterteil; vater;
            kopfmaterial; kopfartikel; ubergeordnet; ubergeordnetes teil; uberbaugruppe;
            stucklistenkopf; ensemble; sous ensemble; ensemble superieur; article compose;
            compose; pere; conjunto; padre; codigo padre; subconjunto; conjunto padre; assieme;
            assieme padre; gruppo; codice padre; pai; item pai; zespol; zespol nadrzedny; rodzic;
            bovenliggend artikel; hoofdartikel; samenstelling; overordnet; foralder;
            overliggende; moderartikel; ylempi; nadrazeny; nadrazena sestava; sestava; szulo;
            ust parca; ust malzeme; куда входит; 親品番; 親部品; 親部品番号; 上位品番; 父件;
            父项; 父级; 父料号; 父物料; 上级; 母件; 上级物料; 所属部件; 所属组件; 모품번; 모품목;
            상위품번; 親品目; 親品目コード; 上位品目; 父项编码; 父件编码; 父件编号; 父件料号; 父项料号; 父项编号; 上级编码; 上级料号; 母件编码; 母件料号; 母件编号; 父阶料号; 상위품목; 모부품; входит в; входит в состав; родитель; родительская сборка; nadrzedny; element nadrzedny; nadrazeny dil; bovenliggend; hoofdsamenstelling; goes into; production bom no; production bom; bom no; bom number; bom id; bom code; recipe id; stuckliste nr; stucklistennr; stucklistennummer;
            fertigungsstuckliste nr; fertigungsstuckliste; fertigungsstucklistennr; fert stucklistennr; fert stuckliste nr; fertstucklistennr; prod stucklistennr; no nomenclature; no nomenclature prod; no nomenclature production;
            no lm produccion; no l m produccion; no l m producc; no lista materiales produccion; n distinta base di produzione; n db di produzione; production bom number; material; kit; kit number; kit no; kit code; kit sku; kit item; bundle; bundle sku""",
        weak="""used on; used in; part of; belongs to; ensemble; sous ensemble; conjunto;
            subconjunto; gruppo; zespol; samenstelling; assembly name; baugruppe; assembly;
            module; unit; subassembly; sub assembly; sestava; compose; padre; pere; pai; vater;
            assieme; group; product; where used; higher assembly; upper level; bom; bill of materials;
            bill of material; material; kit; bundle; production bom no; production bom; bom no; bom number; bom id; bom code; recipe id;
            stuckliste nr; stucklistennr; stucklistennummer; fertigungsstuckliste nr; fertigungsstuckliste; no nomenclature""",
    ),
    ImportColumn(
        field="quantity",
        names="""quantity; qty; qnty; quan; quant; quantity per; qty per; qty parent; quantity parent; qty per parent; quantity per parent; reference count; qty assy; assy qty; assy quantity; qty assembly; assembly qty; assembly quantity; qty per assy; quantity per assy; qty per assembly; quantity per assembly;
            quantity per pcb; qty per pcb; qty per board; quantity per board; qpa; qpb;
            bom quantity; bom qty; required quantity; qty required; total qty; total quantity;
            count; ct; menge; anzahl; stuckzahl; stuck; stk; quantite; qte; nombre; pieces; pcs;
            cantidad; cant; quantita; quantidade; qtd; ilosc; szt; aantal; antal; antall; 数量; 用量;
            pcs no; no of pieces; number of pieces; no off; needed; amount; nb; nbre; nb pieces;
            nombre de pieces; q te; q ta; qta; qt; qtt; qtde; quant; quantidade por; q; qty unit;
            qty per unit; qty pcs; qty ea; qty 1; comp qty; comp qty cun; component quantity;
            component qty; qty items; product qty; member quantity; member qty; bom lines quantity; unit qty; line qty; part qty;
            qty per product; qty per kit; qty per machine; quantity per unit;
            quantity per product; quantity per device; parts per; number; number required; qty reqd; quantity reqd;
            no needed; units; units needed; units required; no required; no req d; no reqd; req d; reqd; req qty; required; required qty;
            total required; total; number needed; how many; amount needed; default qty; anz;
            anzahl stk; anzahl stuck; stuckzahlen; menge stk; menge einheit; menge pro; menge je;
            menge ges; gesamtmenge; bedarf; st; stck; komponentenmenge; nombre d unites; unites;
            cantidad por; cantidad total; unidades; uds; unids; unid; n uds; numero de piezas; ctd; nr pezzi; n pezzi;
            pezzi; numero pezzi; ilosc sztuk; ilosc szt; liczba; liczba sztuk; sztuk; stuks;
            aantal stuks; hoeveelheid; antal st; mangd; mengde; maengde; stk antal; maara; kpl;
            lukumaara; kusu; ks; pocet; pocet ks; mnozstvi; db; darabszam; mennyiseg; adet;
            miktar; cantitate; cantitatea; buc; bucati; nr buc; kolicina; kol; kom; komada; mnozstvo; pocet kusov; количество бр; бр; брой; ποσοτητα; τεμαχια; кількість; к сть; jumlah; so luong; quantitat; kiekis; daudzums; kogus; kolicina kom; darab; jml; כמות; الكمية; العدد; кол во; количество; кол; 個数; 員数; 数; 使用数; 使用数量; 所要量; 必要数; 必要数量; 1台分; 台分; 1台当たり; 1台あたり; 用量 pcs;
            单机用量; 单板用量; 数目; 個數; 數量; 수량; 소요량; 개수; count of parts; instances;
            instance count; occurrences; order qty; order quantity; 발주수량; quanity; quantiy;
            quantitiy; quantitity; quanitity; quantitys; qauntity; quntity; quatity; qunatity; qtty; ordered; bestellmenge; quantite commandee; qte commandee; cantidad pedida; quantita ordinata; bestelde hoeveelheid; ilosc zamowiona; n; komp mng; komp mng kme; menge kme; komponentenmenge; komponentenmenge kme; comp qty; comp qty cun; component quantity cun; component qty;
            quantity cun; qty cun; จำนวน; skaits; vnt sk; kpl maara; kolicina po komadu""",
        weak="""ordered; bestellmenge; quantite commandee; qte commandee; cantidad pedida; quantita ordinata; bestelde hoeveelheid; ilosc zamowiona; units; count; nombre; pieces; pcs; stuck; needed; amount; szt; cant; number; nb; required;
            total; st; unites; unidades; uds; unids; unid; pezzi; q; kpl; ks; db; sztuk; stuks; instances;
            occurrences; bedarf; 数; n""",
        fits=mostly(is_quantity),
        proves=mostly(lambda text: begins_with_number(text) or is_quantity(text)),
        unit=PIECES,
        is_numeric=True,
        has_thousandths=True,
    ),
    ImportColumn(
        field="findNumber",
        names="""item number; find number; find no; find; balloon number; balloon no; balloon;
            position number; positionsnummer; pos nr; position; pos; item no; item; repere; rep;
            line number; line no; line; bom line; sequence; seq; no; nr; lp; row; 序号; item nr; index;
            item number bom; component item number; bom item number; bom item; pos no;
            position no; pozycja; poz; posizione; posicion; posicao; n de posicion; plaats;
            posnr; positie; ref no; index no; id no; marke; teil nr; teil; tegn nr; lfd nr;
            lfdnr; lfd; lfn; st nr; elem; osa; poz no; cislo pozice; pozice; tetelszam; tetel;
            sira; sira no; поз; позиция; № п п; 番号; 項番; 項目; 符号; 部番; 照合番号; 编号;
            项次; 項次; 序; 번호; 순번; 순서; s no; sl no; sr no; srno; serial no; s n; callout;
            find nr; sira numarasi; nr crt; nr curent; α α; αα; a a; r br; rb; rbr; bil; stt; מספר; رقم; 序号 1; jrk; jrk nr; mtl seq; material seq; line key; line id; sort id; item sort id; component seq; eil nr; lopnr; lopenr; redni broj; zap st; por c; por cislo; poradi; ลำดับ; secuencia; sequencia; sequenza; sequenz; reihenfolge; zeilennr; bomlinenr; numero de sequence""",
        weak="""zeilennr; secuencia; sequencia; sequenza; sequenz; reihenfolge; numero de sequence; mtl seq; material seq; line key; line id; sort id; item sort id; component seq; item number; item no; item; position; pos; pos nr; no; nr; rep; repere; sequence; seq;
            line number; line no; line; bom line; lp; row; 序号; ref no; index no; marke; teil; poz; elem;
            osa; 番号; 符号; 部番; 编号; 項目; 번호; s n; sr no; serial no; sl no; s no; id no;
            pozycja; posizione; posicion; posicao; positie; поз; позиция; item nr; index""",
        fits=lambda values: (
            are_places(values)
            or count_in_groups(values)
            or count_rows(values)
            or (all(map(is_whole, values)) and 10 * len(set(values)) >= 9 * len(values))
        ),
    ),
    ImportColumn(
        field="referenceDesignator",
        names="""reference designator; reference designators; reference designator range; ref dsg; refdsg; reference designator list; refdes list; ref designator; ref designators;
            ref des; refdes; designator; designators; component designator;
            component designators; bauteilreferenz; bauteilreferenzen; bauteilbezeichner;
            designateur; designateurs; designador; designadores; riferimento; riferimenti; rif;
            oznaczenie; referentie; location designator; circuit reference; schematic reference;
            parts list; 位号; references; reference; ref; refs; parts; part; bauteile; bauteil; reperes;
            repere; item; position; reference s; references s; component reference;
            component references; part reference; ref s; ref designation; ref designations;
            reference designation; board location; placement; placements; circuit designator;
            sch ref; loc; locations; bauteil referenz; bauteilbez; kennzeichen; kennung;
            bezeichner; bestuckungsplatz; referenz; referenzen; ref composant; reperage;
            repere topologique; referencias; referencia circuito; posizioni circuito; oznaczenia;
            oznaczenie na schemacie; pozycje; plassering; referanse; referanser; viittaus;
            oznaceni; pozicioszam; referans; позиционное обозначение; 部品記号; 回路記号; 指定子;
            回路番号; リファレンス; 标号; 位置号; 元件位号; 器件位号; 부품기호; 위치; r d;
            customer reference; customer ref; identifier; метка; name; bmk; betriebsmittelkennzeichen;
            betriebsmittelkennzeichnung; bmk iec""",
        weak="""name; references; reference; ref; refs; rif; parts; part; bauteile; bauteil; oznaczenie; referentie;
            riferimento; reperes; repere; item; position; locations; loc; placement; kennzeichen;
            kennung; bezeichner; referenz; referenzen; oznaceni; oznaczenia; pozycje;
            referencias; 위치; 标号; symbol; component; components; bezeichnung; position; pos;
            customer reference; customer ref; identifier; метка""",
        fits=mostly(look_like_designators),
        proves=lambda values: not are_groups(values),
    ),
    ImportColumn(
        field="referenceDesignatorAsIs",
        names="reference designator as is",
    ),
    ImportColumn(
        field="doNotPlace",
        names="""dnp; dni; dnf; not placed; fitted; bestuckung; bestuckt; populate; populated; mounted; assembled; exclude from board; do not place; do not populate;
            do not fit; do not install; do not mount; no stuff; nostuff; not fitted;
            nicht bestucken; dnp dni; do not stuff; dns; not mounted; unpopulated; unfitted;
            not populated; exclude from bom; bom exclude; nicht bestuckt; bestuckung nein;
            ne pas monter; non monte; nie montowac; не устанавливать; 不贴; 未実装; 실장 제외""",
    ),
    ImportColumn(
        field="remark",
        names="""remark; remarks; note; notes; comments; your instructions notes; instructions notes; special instructions; assembly notes; bom note; line note; bemerkung; bemerkungen;
            anm; anmerkung; anmerkungen; hinweis; remarque; remarques; notas; nota; note;
            observaciones; uwagi; opmerking; opmerkingen; 备注; commentaire; commentaires;
            kommentar; bom notes; bom remark; bom comment; line remark; item notes; item note;
            component notes; additional notes; additional info; additional information; info;
            infos; zusatzinfo; zusatzinformation; kommentare; observations; observation; obs;
            observacoes; osservazioni; annotazioni; nota bene; opm; bemaerkning; bemaerkninger;
            anmarkning; anmarkningar; merknad; merknader; huomautus; huom; poznamka; poznamky;
            megjegyzes; notlar; not; aciklamalar; примечание; примечания; примітка; примітки; забележка; παρατηρησεις; observatii; napomena; הערות; ملاحظات; ghi chu; catatan; keterangan; pastabos; piezimes; markused; 備考; 備註; 摘要; 说明;
            비고; 참고; หมายเหตุ; pastaba; piezime; markus; opomba; opombe; pozn; napomene; usage; used for; purpose; verwendung; verwendungszweck; zweck; utilisation; uso;
            zastosowanie; finalidade; 用途""",
        weak="""info; infos; not; 说明; obs""",
    ),
)
