"""Lists that come with projects, of the shapes in which people who build things keep them."""

from pathlib import Path
from typing import cast

import pytest

from partwright.imports.sheets.records.rows import PreparedRow, RowRemark
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome

Line = tuple[str, str, str | None]
"""Name, quantity, and the price of one piece."""

LISTS: dict[str, tuple[str, list[Line], set[str]]] = {
    "a_sum_beside_strokes_and_a_note": (
        """模块名称,型号 / 规格,数量,单价（元）,小计（元）,说明
        主控 MCU,STM32F4,1,85.00,85.00,内核
        继电器,5V 模块,2,2.50,5.00,门锁
        电路板,定制,1 套,28.80,28.80,底板
        合计,-,-,-,118.80,总造价""",
        [("主控 MCU", "1", "85.00"), ("继电器", "2", "2.50"), ("电路板", "1", "28.80")],
        {"TOTAL_ROW"},
    ),
    "titles_between_rules_and_lines_commented_out": (
        """# PARTS OF THE LEG
        Part Name,Qty,Material,Cost EUR,Description
        # ========== FILES - LOWER LEG ==========,,,,
        upper_frame,1,PETG,-,from knee to shank
        # ========== FILES - COMMON: MOUNTS OF MOTORS AND OF BOARDS ==========,,,,
        motor_mount,3,PETG,0.5,bracket
        screw_12mm,16,steel,0.05,ISO 4762
        # foot_base,1,PA12,2,not yet
        # Cost: TBD means to be determined,,,,""",
        [("upper_frame", "1", None), ("motor_mount", "3", "0.5"), ("screw_12mm", "16", "0.05")],
        {"NOT_A_PART", "SECTION_ROW"},
    ),
    "a_shop_and_links_that_are_no_titles": (
        """Bezeichnung;Laden;Art.-Nr.;Preis;Anzahl
        Schrittmotor;FIRST-Lab;10021.1;(ca. 25.00);1
        Stellringe;lager.example;20247.2;0.43;2
        Kardan: https://shop.example/item/3282;;;;
        Relais;distrelec.ch;137-10;3.51;1/3""",
        [("Schrittmotor", "1", "25.00"), ("Stellringe", "2", "0.43"), ("Relais", "0.3333", "3.51")],
        {"CURRENCY_ASSUMED", "NOT_A_PART", "REMARK"},
    ),
    "what_is_wanted_in_german": (
        """Nr.,Stück,Was,Beschreibung,Hersteller,Preis
        ,1,Kleber,Endfest 300,UHU,"7,75"
        ,2,Flyer,,,"60,01"
        ,1,Thermometer,,,"21,99" """,
        [("Kleber", "1", "7.75"), ("Flyer", "2", "60.01"), ("Thermometer", "1", "21.99")],
        {"CURRENCY_ASSUMED"},
    ),
    "names_of_pieces_with_their_letter": (
        """Nombre,Cantidad,Componente
        UPlaca,1,Arduino Uno
        "RpotDisplay, RpotSensor CO",2,10 k potenciómetro
        RResistencia LED,1,220 k resistencia""",
        [
            *(("Arduino Uno", "1", None), ("10 k potenciómetro", "2", None)),
            ("220 k resistencia", "1", None),
        ],
        set(),
    ),
    "prices_beside_codes_of_currencies": (
        """1,prąd,media,235.22,PLN
        2,gwoździe,materiały,99.00,PLN
        3,woda,media,100.00,PLN""",
        [("prąd", "1", "235.22"), ("gwoździe", "1", "99.00"), ("woda", "1", "100.00")],
        {"REMARK"},
    ),
    "misspelt_headers": (
        """Designater,value,Manufactuer
        R1 R2,51k,Yageo
        C1 C2 C3,0.1uF,Kemet
        VR1,trimmer,Bourns""",
        [("51k", "2", None), ("0.1uF", "3", None), ("trimmer", "1", None)],
        set(),
    ),
    "codes_of_a_supplier_without_names": (
        """LCSC,REF,Desc
        C165948,TYPE-C-31-M-12,USB-C
        C90755,SN74LV4T125,shifter
        C427602,ME6217C33,regulator
        C6186,AMS1117-3.3,regulator 2
        C0805,,""",
        [
            *(("USB-C", "1", None), ("shifter", "1", None), ("regulator", "1", None)),
            ("regulator 2", "1", None),
        ],
        {"NOT_A_PART"},
    ),
    "a_sum_called_cost_and_a_short_title": (
        """Item,Qty Needed,Unit Cost
        Power,,
        9V battery,1,2.5
        Jack,2,1.25
        Misc.,,
        Screw,10,0.5
        ,Cost,11.25""",
        [("9V battery", "1", "2.5"), ("Jack", "2", "1.25"), ("Screw", "10", "0.5")],
        {"CURRENCY_ASSUMED", "FIGURES_DIFFER", "SECTION_ROW", "TOTAL_ROW"},
    ),
    "a_title_where_designators_stand": (
        """番号,Parts name,Price
        U1,Controller,770
        R1,100k resistor,1
        C1,Capacitor,10
        D1,Diode,20
        Appendix,,
        J4,Header,10""",
        [
            *(("Controller", "1", "770"), ("100k resistor", "1", "1")),
            *(("Capacitor", "1", "10"), ("Diode", "1", "20"), ("Header", "1", "10")),
        ],
        {"CURRENCY_ASSUMED", "SECTION_ROW"},
    ),
    "about_so_much": (
        """Reference,Value,Qty,Unit Price EUR
        U1,Tuner,≈1,~8.00
        "R1–R4",10k,4,~0.02
        J1,Socket,1,ca. 0.30
        ,,Total,~8.38""",
        [("Tuner", "1", "8.00"), ("10k", "4", "0.02"), ("Socket", "1", "0.30")],
        {"REMARK", "TOTAL_ROW"},
    ),
    "prices_from_and_to": (
        """pos,part,vendors,qty,unit_eur_low,unit_eur_high
        1,Panel,a.example;b.example,3,45,70
        2,Supply,reichelt.de,1,30,55
        3,Frame,local,1,60,180""",
        [("Panel", "3", None), ("Supply", "1", None), ("Frame", "1", None)],
        {"PRICE_LEFT_OUT"},
    ),
    "screws_by_their_standard": (
        """Standard,Size,Length,Grade,Needed
        DIN 912,M3,10,12.9,24
        DIN 912,M5,16,12.9,8
        ISO 7089,M5,,A2,8""",
        [("DIN 912 M3 10", "24", None), ("DIN 912 M5 16", "8", None), ("ISO 7089 M5", "8", None)],
        set(),
    ),
    "running_numbers_with_gaps": (
        """部品番号,部品名,型番,個数
        1,板,JTAB-3,1
        2,車輪,6in,2
        9,ナット,HNTT5,30
        10,金具,HCJ5,20
        14,回路,NRAN11,1
        17,ねじ,SLBNR3,10""",
        [
            *(("板", "1", None), ("車輪", "2", None), ("ナット", "30", None)),
            *(("金具", "20", None), ("回路", "1", None), ("ねじ", "10", None)),
        ],
        set(),
    ),
    "quantities_in_words": (
        """item,qty,note
        Cable,8 banks,
        Idler,up to 8,smooth
        Wire,to taste,
        Gear,2 (sold in twos so 4 in all),
        Belt,2x 5m,
        Clip,two pcs,
        Nut,12,""",
        [
            *(("Cable", "8", None), ("Idler", "8", None), ("Wire", "1", None)),
            *(("Gear", "2", None), ("Belt", "2", None), ("Clip", "2", None)),
            ("Nut", "12", None),
        ],
        {"REMARK"},
    ),
    "prices_of_rows_alone": (
        """Name,Amount,Tot Price (USD)
        Switch,2,5.40
        Display,1,10.80
        Screw,26,see below
        Button,9,7.20""",
        [
            *(("Switch", "2", "2.7"), ("Display", "1", "10.80")),
            *(("Screw", "26", None), ("Button", "9", "0.8")),
        ],
        {"PRICE_OF_ROW", "UNREADABLE"},
    ),
    "the_price_whose_product_the_other_is": (
        """Part name,Quantity,Á price,Estimated cost
        Motor,4,81.5,326
        Driver,5,20.1,100.5
        Camera,1,36.9,36.9""",
        [("Motor", "4", "81.5"), ("Driver", "5", "20.1"), ("Camera", "1", "36.9")],
        {"CURRENCY_ASSUMED"},
    ),
    "a_total_with_a_note": (
        """Component,Estimated Cost MXN,Notes
        Sensor,1500,bends
        Board,150,
        Fabric,399.5,sleeve
        Total,2049.5,as the report has it""",
        [("Sensor", "1", "1500"), ("Board", "1", "150"), ("Fabric", "1", "399.5")],
        {"TOTAL_ROW"},
    ),
    "what_is_needed_under_material": (
        """Material,Description,Vendor,Part #,# needed
        Stepper motor 12 V,turns the wheel,Acme,AC-15,2
        Black sheet 24 x 24,cut by laser,Metal Co,MC-744,1
        Post holder 1.5,structure,Optics Co,PH1.5,3
        Mounting base,structure,Optics Co,BA1,5""",
        [
            *(("Stepper motor 12 V", "2", None), ("Black sheet 24 x 24", "1", None)),
            *(("Post holder 1.5", "3", None), ("Mounting base", "5", None)),
        ],
        set(),
    ),
    "counts_under_units": (
        """COMPONENT,UNITS,PRICE (€),PROVIDER
        board,1,21.8,web shop
        switch,2,2.8,web shop
        profile,3582mm,10.8,metal shop
        bolts,many,20,local shop
        needle,380,104.5,web shop""",
        [
            *(("board", "1", "21.8"), ("switch", "2", "2.8"), ("profile", "3582", "10.8")),
            *(("bolts", "1", "20"), ("needle", "380", "104.5")),
        ],
        {"REMARK"},
    ),
    "a_question_under_a_name_is_no_title": (
        """Component,Quantity,Requirements
        Servo,14,small and strong
        Radio,,433 MHz here and 915 MHz elsewhere or so
        Camera,1,records on board
        Antenna,2,round""",
        [
            *(("Servo", "14", None), ("Radio", "1", None)),
            *(("Camera", "1", None), ("Antenna", "2", None)),
        ],
        {"REMARK"},
    ),
    "a_part_beside_its_model": (
        """Part,Manufacturer,Model,Description,Quantity
        Amplifier,TI,TPA3251EVM,class D board,1
        Supply,MeanWell,LRS-350-36,switches 350 W,1
        Case,Hammond,RMCV1903BK1,vented,2""",
        [("Amplifier", "1", None), ("Supply", "1", None), ("Case", "2", None)],
        set(),
    ),
    "a_column_of_currencies_whatever_its_name": (
        """Item #,Quantity,Part #,Supplier,Price Each,Price Unit,Line Price,Description
        1,1,NZ-1,Spray Co,880.5,USD,880.5,nozzle
        2,20,TB-1,RS,2.9,GBP,58,terminal
        3,2,TE-1,RS,0.5,GBP,1,end cap""",
        [("nozzle", "1", "880.5"), ("terminal", "20", "2.9"), ("end cap", "2", "0.5")],
        set(),
    ),
    "names_that_are_designators": (
        """Name,Quantity,Component
        U1,1,Microcontroller
        "D1, D2, D3",3,Distance sensor
        "M1, M2",2,Gearmotor""",
        [("Microcontroller", "1", None), ("Distance sensor", "3", None), ("Gearmotor", "2", None)],
        set(),
    ),
    "names_of_pieces_and_a_misspelt_count": (
        """Name,Quanity,Component
        ULCD,1,Display
        "SUp, SDown",2,Pushbutton
        "R2, R3",2,Resistor""",
        [("Display", "1", None), ("Pushbutton", "2", None), ("Resistor", "2", None)],
        set(),
    ),
    "prices_of_rows_of_measures": (
        """Component,Qty,Price (€)
        Profile,4000mm,10
        Bearing,24,48
        Plate,1,100
        Total,,158""",
        [("Profile", "4000", "0.0025"), ("Bearing", "24", "2"), ("Plate", "1", "100")],
        {"PRICE_OF_ROW", "TOTAL_ROW"},
    ),
    "a_total_under_the_numbers": (
        """Component,Part_Number,Qty,Unit_Cost_USD,Total_Cost_USD,Notes
        Computer,SC-0201,1,75.5,75.5,
        Buttons,BTN-001,5,1.6,8,
        ,SUBTOTAL,1,,,TOTAL: $83.50""",
        [("Computer", "1", "75.5"), ("Buttons", "5", "1.6")],
        {"TOTAL_ROW"},
    ),
    "words_beside_categories": (
        """categoria,elemento,cantidad,proceso
        fichas,Ficha X,5,impresión
        fichas,Ficha O,5,impresión
        tablero,Base,1,láser
        tablero,Horizontal,2,láser
        tablero,Vertical,2,láser""",
        [
            *(("Ficha X", "5", None), ("Ficha O", "5", None), ("Base", "1", None)),
            *(("Horizontal", "2", None), ("Vertical", "2", None)),
        ],
        set(),
    ),
    "one_row_of_several_pieces_among_single_ones": (
        """Part,Quantity,Price / Item in USD,Price Total in USD
        Filament,2,29.9,59.8
        Kit,1,72.1,72.1
        Hose,1,10.5,10.5
        Tape,1,8.9,8.9
        Motor,1,40.4,40.4""",
        [
            *(("Filament", "2", "29.9"), ("Kit", "1", "72.1"), ("Hose", "1", "10.5")),
            *(("Tape", "1", "8.9"), ("Motor", "1", "40.4")),
        ],
        set(),
    ),
    "prices_that_do_not_add_up": (
        """Part Name,Quantity,Units,Unit Cost,Part Link
        Board,1,1,$64.9,a
        Screws,1,4,$3.4,b
        Balls,2,20,$0.3,c
        TOTAL,,,$85.3,""",
        [("Board", "1", "64.9"), ("Screws", "1", "3.4"), ("Balls", "2", "0.3")],
        {"FIGURES_DIFFER", "TOTAL_ROW"},
    ),
    "a_name_alone_without_quantities": (
        """Part,Price / each,Link
        Shield,19.5,a
        Wheels,2.5,b
        Other things,,
        Paper,18,c""",
        [
            *(("Shield", "1", "19.5"), ("Wheels", "1", "2.5")),
            *(("Other things", "1", None), ("Paper", "1", "18")),
        ],
        {"CURRENCY_ASSUMED", "REMARK"},
    ),
    "freight_with_a_word_about_it": (
        """Item,Qty,Approximate Price
        Panel,36,$125.5
        Freight (pallet and batteries),1,$400
        Charger,2,$10.5""",
        [("Panel", "36", "125.5"), ("Charger", "2", "10.5")],
        {"NOT_A_PART"},
    ),
    "prices_under_a_further_word": (
        """item,qty_per_node,indicative_cost_inr,note
        Module,1,650,
        Radio,2,700,for 866 MHz
        Sensor,1,300 / 3000,both alike
        Cell,1,350,""",
        [
            *(("Module", "1", "650"), ("Radio", "2", "700")),
            *(("Sensor", "1", None), ("Cell", "1", "350")),
        ],
        {"UNREADABLE"},
    ),
    "prices_of_two_currencies": (
        """Part Name,Quantity,CAD,USD
        Pads,1,,3.5
        Rod,1,22.8,
        Lumber,2,4.5,""",
        [("Pads", "1", None), ("Rod", "1", "22.8"), ("Lumber", "2", "4.5")],
        {"PRICE_LEFT_OUT"},
    ),
    "sums_in_the_header": (
        """Part Name,Qty,Supplier,Sum: $23.4,URL
        Screw,2,A,$4.00,a
        Fan,4,B,$12.8,b
        Switch,1,C,$6.6,c""",
        [("Screw", "2", "2"), ("Fan", "4", "3.2"), ("Switch", "1", "6.6")],
        {"PRICE_OF_ROW"},
    ),
    "an_assembly_without_a_part": (
        """Assembly,Part,Qty,Printed
        Mount,Plate,1,Yes
        Mount,Screw,4,No
        Mount,,,
        Head,Magnet,4,No
        Head,Pin,2,Yes
        Tools,,,""",
        [("Plate", "1", None), ("Screw", "4", None), ("Magnet", "4", None), ("Pin", "2", None)],
        {"NOT_A_PART"},
    ),
    "values_that_may_be_numbers": (
        """Reference,Value / MPN,Footprint
        C1,100nF,C0603
        R1,10k,R0402
        U1,SN74LVC1G10DBVR,SOT23""",
        [("100nF", "1", None), ("10k", "1", None), ("SN74LVC1G10DBVR", "1", None)],
        set(),
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_a_project(name: str, tmp_path: Path) -> None:
    text, lines, codes = LISTS[name]
    found = outcome(read_sheet(_written(tmp_path, text), parent="T"))
    assert found.problems == []
    parts = list(found.parts.values())
    read = [
        (part["name"], f"{line.quantity.normalize():f}", part.get("cost"))
        for part, line in zip(parts, found.details, strict=True)
    ]
    assert read == lines
    remarks: list[RowRemark] = [*found.remarks, *found.reading.remarks]
    assert {remark.code for remark in remarks} == codes


def test_dashes_are_no_numbers_and_blanks_no_ends(tmp_path: Path) -> None:
    text = """Reference,Quantity,Description,Part Number,Value
    U1 U3,2,Charger,TP4056,—
    R1 R6,2,Resistor,—,100R
    R2 R3,2,Resistor,—,1k
    "C 1,C 2",2,Capacitor,—,100nF"""
    found = outcome(read_sheet(_written(tmp_path, text), parent="T"))
    assert found.problems == []
    assert [part.get("itemNumber") for part in found.parts.values()] == ["TP4056", None, None, None]
    assert sorted(line.designators for line in found.details) == [
        *(("C 1", "C 2"), ("R1", "R6"), ("R2", "R3"), ("U1", "U3"))
    ]
    assert all("Value" not in line.remark for line in found.details)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (
            """ProjectPN,Description,Manufacturer,MPN,Supplier,SupplierPN
            SX-1,Filter,Sound,SSI2144,Shop,41019301
            SX-2,Resistor,,,,""",
            [("SX-1", "SSI2144", "41019301"), ("SX-2", "", "")],
        ),
        (
            """Part,Value,MF,MP,Digikey
            R1,4.7k,,,311-4.70KCRCT-ND
            U1,DS1339,Maxim,DS1339AU+,DS1339U-33+T&RCT-ND
            Y1,32 kHz,ECS,ECS-.327,XC1307CT-ND""",
            [
                *(("", "", "311-4.70KCRCT-ND"), ("", "DS1339AU+", "DS1339U-33+T&RCT-ND")),
                ("", "ECS-.327", "XC1307CT-ND"),
            ],
        ),
        (
            """19,0.1uF,C-USC1206,1276-1165-1-ND
            2,47pF,74LS595D,296-14857-1-ND
            1,,TUSB2046B,296-27131-1-ND
            12,,FUSE2P,486-1172-ND""",
            [
                *(("", "", "1276-1165-1-ND"), ("", "", "296-14857-1-ND")),
                *(("", "", "296-27131-1-ND"), ("", "", "486-1172-ND")),
            ],
        ),
    ],
)
def test_whose_number_each_is(
    text: str, numbers: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    pieces = list(read_sheet(_written(tmp_path, text), parent="T").pieces())
    found: list[tuple[str, str, str]] = []
    for part in pieces:
        if isinstance(part, PreparedRow):
            codes = [o.order_code for s in part.sources for o in s.suppliers]
            mpns = [s.mpn for s in part.sources]
            number = str(part.item.get("itemNumber", ""))
            found.append((number, "".join(mpns[:1]), "".join(codes[:1])))
    assert found == numbers


def test_suppliers_below_headers_that_repeat(tmp_path: Path) -> None:
    text = """Qty,Manufacturer,MPN,Description,SKU,SKU,Distributor,SKU [Lowest]
    ,,,,Digi-Key,Mouser,,
    1,Diodes,AP3012,boost,AP3012DICT-ND,621-AP3012,Mouser,621-AP3012
    2,Bourns,CR0805,33k,CR0805CT-ND,652-CR0805,Digi-Key,CR0805CT-ND"""
    reading = read_sheet(_written(tmp_path, text), parent="T")
    parts = [piece for piece in reading.pieces() if isinstance(piece, PreparedRow)]
    assert [(part.item["name"], "itemNumber" in part.item) for part in parts] == [
        *(("boost", False), ("33k", False))
    ]
    sold = [{(s.name, s.order_code) for s in part.sources[0].suppliers} for part in parts]
    assert sold == [
        {("Digi-Key", "AP3012DICT-ND"), ("Mouser", "621-AP3012")},
        {("Digi-Key", "CR0805CT-ND"), ("Mouser", "652-CR0805")},
    ]


def test_what_stands_in_place_of_numbers_is_none(tmp_path: Path) -> None:
    text = """item_id,item,manufacturer_part_number,ref,qty
    C-1,Board,TBD,U1+U2,2
    C-2,Sensor,TEL0157,D1+D2+D3,3
    C-3,Panel,tbc,J1,1"""
    found = outcome(reading := read_sheet(_written(tmp_path, text), parent="T"))
    parts = [piece for piece in reading.pieces() if isinstance(piece, PreparedRow)]
    assert [[s.mpn for s in part.sources] for part in parts] == [[], ["TEL0157"], []]
    assert [line.designators for line in found.details] == [
        *(("U1", "U2"), ("D1", "D2", "D3"), ("J1",))
    ]


@pytest.mark.parametrize(
    ("text", "companies"),
    [
        (
            """Part,Count,Source,Alternate Source
            Encoder,1,https://shop.example/p/1,https://other.example/p?q=1
            Pin,3,Misumi,
            Bearing,2,www.shop.example/b,""",
            set(),
        ),
        (
            """Part,Qty,Supplier,Manufacturer,MPN
            Motor,4,https://shop.example/m,https://maker.example/,M-1
            Board,1,Mouser,ST,B-1
            Frame,1,Print it yourself with the files at the top of this very page,,
            Sensor,2,Farnell,Bosch,S-1""",
            {"Mouser", "Farnell", "ST", "Bosch"},
        ),
        (
            """POS,QTY,PART NAME,PART MANUFACTURER,PART CODE
            1,1,Case,Tectake,402870
            2,4,Standoff,Fascomp,FM2101-2545-SS
            3,8,Screw,BafaSa,CHI2.505""",
            {"Tectake", "Fascomp", "BafaSa"},
        ),
        (
            """Description,Manufacturer,Manufacturer ID,Quantity
            Breadboard,Thorlabs,MB6060/M,1
            Camera,Basler,a2A1920-51gmBAS,1
            Holder,3D printed,,1""",
            {"Thorlabs", "Basler"},
        ),
        (
            """item,qty,description,manufacturer,supplier,source
            1,1,Board for the axes,,,firmware/axis/main.ino:4; docs/a.md
            2,3,Stepper driver,,,not documented
            3,1,Thermometer,Testo,,calibration.csv:1""",
            {"Testo"},
        ),
        (
            """Designator,QTY,Description,MFG,SKU
            C1 - C4,4,Capacitor,Generic,
            D1,1,Lamp,Adafruit,2375
            J1,1,Socket,CUI,SJ-3524""",
            {"Adafruit", "CUI"},
        ),
    ],
)
def test_links_and_sentences_are_no_companies(
    text: str, companies: set[str], tmp_path: Path
) -> None:
    pieces = list(read_sheet(_written(tmp_path, text), parent="T").pieces())
    sources = [s for piece in pieces if isinstance(piece, PreparedRow) for s in piece.sources]
    named = {s.manufacturer for s in sources} | {o.name for s in sources for o in s.suppliers}
    assert named - {""} == companies
    if "PART CODE" in text or "Manufacturer ID" in text:
        assert all(s.mpn for s in sources if s.manufacturer)


def test_whose_numbers_and_which_sellers(tmp_path: Path) -> None:
    text = """Thing,Description,Vendor,Part #,Qty,Link
    Components that carry the moving parts of this machine and hold the lamps:,,,,,
    Motor,turns it,Digi-Key,1528-10,2,https://digikey.example/1528-10
    Plug,for the monitor,Amazon,B00E0O2BWC,3,https://amazon.example/dp/B00E0O2BWC
    Plug,for the camera,Amazon,B00E0O2BWC,4,https://amazon.example/dp/B00E0O2BWC
    Hinge,of the door,Mouser or Amazon,47065T16,1,https://mouser.example/47065t16
    Sheet,black,a.example; b.example,X-1; Y-2,1,https://a.example/x"""
    found = outcome(reading := read_sheet(_written(tmp_path, text), parent="T"))
    parts = [piece for piece in reading.pieces() if isinstance(piece, PreparedRow)]
    sellers = [[(o.name, o.order_code) for s in p.sources for o in s.suppliers] for p in parts]
    assert sellers == [
        [("Digi-Key", "1528-10")],
        [("Amazon", "B00E0O2BWC")],
        [("Mouser", "47065T16"), ("Amazon", "")],
        [("a.example", "X-1"), ("b.example", "Y-2")],
    ]
    held = [cast("dict[str, str]", part.item["attributes"]) for part in parts]
    assert {attributes["Category"][:20] for attributes in held} == {"Components that carr"}
    assert {remark.code for remark in found.remarks} >= {"SECTION_ROW", "DUPLICATE_ROW"}
    assert [f"{line.quantity:f}" for line in found.details] == ["2", "7", "1", "1"]


def _written(folder: Path, text: str) -> Path:
    path = folder / "sheet.csv"
    path.write_text("\n".join(line.strip() for line in text.splitlines()) + "\n", "utf-8")
    return path
