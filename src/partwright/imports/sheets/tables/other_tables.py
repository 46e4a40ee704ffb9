"""Tables and texts below a list of parts: histories, approvals, summaries of costs, notes."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.row_texts import is_title
from partwright.imports.sheets.cell_values.values import (
    is_no,
    is_uncounted,
    is_yes,
    meaningful_text,
    measure_of,
    read_quantity,
)
from partwright.imports.sheets.cell_values.worded_quantities import loose_quantity, worded_quantity
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.imports.sheets.words.signatures import is_signed_row
from partwright.kit.patterns import lazy_regex

_TELLING = frozenset(
    map(
        header_key,
        [
            "date",
            "datum",
            "author",
            "autor",
            "auteur",
            "by",
            "change",
            "changes",
            "change description",
            "description of change",
            "anderung",
            "anderungen",
            "modification",
            "modifications",
            "cambio",
            "approved",
            "approved by",
            "approval",
            "checked by",
            "drawn by",
            "prepared by",
            "reviewed by",
            "signature",
            "unterschrift",
            "ecn",
            "eco",
            "change no",
            "changed by",
            "erstellt",
            "gepruft",
            "freigegeben",
            "geandert",
            "fecha",
            "modifica",
            "wijziging",
            "zmiana",
            "日期",
            "修改",
            "修改内容",
            "作者",
            "变更",
            "变更内容",
            "日付",
            "変更内容",
        ],
    )
)
"""Headers of tables of changes and approvals that lists of parts hardly have."""
_HISTORY = _TELLING.union(
    map(
        header_key,
        [
            "rev",
            "revision",
            "version",
            "index",
            "issue",
            "description",
            "beschreibung",
            "checked",
            "drawn",
            "name",
            "firma",
            "ecr",
            "ecn no",
            "eco no",
            "change notice",
            "reason",
            "grund",
            "motif",
            "geandert von",
            "bearbeiter",
            "role",
            "rolle",
            "function",
            "department",
            "abteilung",
            "status",
            "comment",
            "comments",
            "remarks",
            "bemerkung",
            "bemerkungen",
            "descripcion",
            "data",
            "opis",
            "autore",
            "nr",
            "no",
            "rev no",
            "版本",
            "担当",
        ],
    )
)
"""All headers of such tables."""
_APART = lazy_regex(
    r"(?:(?:bom\s+|document\s+|drawing\s+)?(?:revision|change|version|document|modification)s?\s+(?:history|log|record|control|list|table)"
    r"|revisions?|changes?|change\s*log|history|(?:ä|ae|a)nderung(?:en|shistorie|sverlauf|sprotokoll|sindex)|historie"
    r"|historique(?:\s+des\s+(?:modifications|r[ée]visions))?|r[ée]visions|modifications|historial(?:\s+de\s+(?:cambios|revisiones))?"
    r"|(?:storico\s+)?(?:modifiche|revisioni)|historia\s+zmian|wijzigingen|修改记录|变更记录|版本记录|変更履歴|改訂履歴"
    r"|(?:(?:total|overall|estimated|project|build|bom)\s+)?(?:costs?|price|budget|order)\s+(?:summary|breakdown|overview|totals?|roll-?up)"
    r"|(?:cost\s+)?summary(?:\s+of\s+costs?)?|totals|kosten(?:(?:ü|ue)bersicht|zusammenfassung|aufstellung)|zusammenfassung"
    r"|r[ée]sum[ée](?:\s+des\s+co[ûu]ts)?|r[ée]capitulatif(?:\s+des\s+co[ûu]ts)?|resumen(?:\s+de\s+costes?)?|riepilogo|podsumowanie|成本汇总|汇总"
    r"|approvals?|sign[- ]?offs?|signatures?|freigaben?|unterschriften|approbations?|aprobaciones|approvazioni"
    r"|legend|legende|l[ée]gende|leyenda|legenda|notes?|general\s+notes|notizen|anmerkungen|bemerkungen|hinweise|remarques|notas|uwagi|opmerkingen|备注"
    r"|(?:bom\s+)?statistics|bom\s+info(?:rmation)?|document\s+info(?:rmation)?|distribution(?:\s+list)?|verteiler|disclaimer|copyright)\s*:?",
    re.IGNORECASE,
)
_TOOLS = lazy_regex(
    r"\b(?:tools?|equipment|werkzeuge?|outils|outillage|herramientas|attrezzi|utensili|narz(?:ę|e)dzia|ferramentas)\b",
    re.IGNORECASE,
)
_TOOLS_ONLY = lazy_regex(
    r"(?:(?:required|needed|recommended|necessary|ben(?:ö|oe)tigte[sr]?|erforderliche[sr]?|n[ée]cessaires|necesarias?)\s+)?"
    r"(?:tools|werkzeuge?|outils|outillage|herramientas|attrezzi|utensili|narz(?:ę|e)dzia|ferramentas|gereedschap(?:pen)?|"
    r"工具|инструменты?|工具一覧)"
    r"(?:\s+(?:needed|required|list|used|you(?:['’]ll|\s+will)?\s+need|n[ée]cessaires|necesarias?|necess[áa]rias?|ben(?:ö|oe)tigt))?\s*:?",
    re.IGNORECASE,
)
"""Not `Tool`, which is what a robot holds at its flange."""
_WEIGHTS = lazy_regex(
    r"(?:(?:estimated|approx(?:imate)?\.?|calculated|total|overall|shipping)\s+(?:weights?|mass(?:es)?|dimensions)"
    r"|(?:weight|mass)\s+(?:summary|breakdown|budget|overview|estimates?)|gewichts(?:(?:ü|ue)bersicht|bilanz|sch(?:ä|ae)tzung)"
    r"|bilan\s+(?:de\s+masse|massique))\s*:?",
    re.IGNORECASE,
)
"""Titles of sums of weights and outer sizes below a list."""
_SIGNED = lazy_regex(
    r"(?:(?:prepared|approved|checked|drawn|reviewed|verified)(?:\s+(?:by|on|date))?|"
    r"(?:created|released|issued|designed|modified|updated|compiled|exported|generated|printed|signed)\s+(?:by|on|at|from)|"
    r"(?:erstellt|gepr(?:ü|ue)ft|freigegeben|gezeichnet|bearbeitet|ge(?:ä|ae)ndert|gedruckt)(?:\s+(?:von|am|durch))?|"
    r"(?:approuv[ée]|v[ée]rifi[ée]|dessin[ée]|[ée]tabli|cr[ée][ée])(?:\s+(?:par|le))?|(?:aprobado|revisado|elaborado|dibujado)(?:\s+por)?|"
    r"(?:approvato|verificato|disegnato)(?:\s+da)?|(?:zatwierdzi[łl]|sprawdzi[łl]|sporz[ąa]dzi[łl])|signature|unterschrift|date|datum|fecha|"
    r"(?:number|count|no\.?)\s+of\s+(?:unique\s+)?(?:parts|components|items|lines|placements|designators)|(?:unique|distinct|different)\s+(?:parts|components|items)|"
    r"(?:component|part|item|line)\s+(?:count|groups|total)|(?:total|fitted|placed)\s+(?:parts|components|items|placements|quantity))\s*[:=]?",
    re.IGNORECASE,
)
_LONGEST_HEADER = 24
_MOST_SIGNED = 5
_OPEN = frozenset(
    """tbc; t.b.c; open; new; later; pending; in stock; have; owned; out of stock; spare; not used; unused; n.p;
    not needed; offen; neu; spaeter; später; entfällt; vorhanden; fehlt; missing; à voir; nouveau; nuevo""".replace(
        "\n    ", " "
    ).split("; ")
)
"""Words by which rows of parts say that their quantity is left open, or that nothing is needed."""

_FOREIGN_WORDS = """tool;tools;werkzeug;werkzeuge;outil;outils;herramienta;attrezzo;工具;step;steps;step no;schritt;etape;paso;passo;task;instruction;
    instructions;anweisung;tatigkeit;operation;phone;phone number;telephone;telefon;tel;mobile;fax;contact;contact person;kontakt;
    ansprechpartner;contacto;contatto;email;e-mail;mail;address;adresse;direccion;indirizzo;website;homepage;webseite;city;country;
    company;firma;person;role;rolle;responsible;verantwortlich;owner;department;abteilung;torque;torque nm;drehmoment;anzugsmoment;
    anziehdrehmoment;couple;couple de serrage;par de apriete;coppia;minutes;min;hours;h;time;duration;zeit;dauer;stunden;minuten;duree;
    heures;duracion;horas;tempo;use;used for;used in;use for;verwendung;zweck;purpose;usage;utilisation;uso;pin;pins;signal;port;gpio;
    wire;wire color;setting;settings;parameter;parameters;einstellung;reglage;ajuste;test;tests;result;results;ergebnis;resultat;
    expected;limit;lower limit;upper limit;nominal;tolerance;toleranz;measured;pass/fail;symbol;meaning;bedeutung;signification;
    significado;abbreviation;abkurzung;term;definition;question;answer;risk;hazard;action;due;due date;deadline;milestone;class;
    property class;festigkeitsklasse;speed;drehzahl;temperature;temperatur;key;shift;sprint;phase;budget;file size"""
_FOREIGN = frozenset(header_key(word) for word in _FOREIGN_WORDS.split(";"))
"""Headers of tables that tell of tools, steps, people, settings, tests; parts lists hardly have them."""
_BESIDE_WORDS = "size;grosse;taille;tamano;medida;min;max;unit;screw;value"
_BESIDE = frozenset(header_key(word) for word in _BESIDE_WORDS.split(";"))
"""Headers of any table."""


def is_other_kind(cells: Sequence[str], own: AbstractSet[str]) -> bool:
    """Whether filled cells are the headers of a table of changes or approvals, and none of parts.

    `own` are the keys of the list's own headers.
    """
    keys: set[str] = set()
    for cell in cells:
        key = header_key(cell)
        # Nearly every row ends here, by its first cell.
        if key not in _HISTORY or key in keys:
            return False
        keys.add(key)
    telling = len(keys & _TELLING)
    return telling > 0 and (len(keys) > 2 or telling == 2) and not keys <= own


def begins_other_text(title: str) -> bool:
    """Whether what stands below the title is no part of the list, as below `Revision history`."""
    return bool(_APART.fullmatch(title.strip()) or _WEIGHTS.fullmatch(title.strip()))


def begins_no_parts(title: str) -> bool:
    """Whether no parts stand below the title; below a heading of a document it may be tools."""
    plain = title.strip(" -–—=*~#:\t")
    is_heading = title.startswith("## ")
    return begins_other_text(plain) or (is_heading and bool(_TOOLS_ONLY.fullmatch(plain)))


def holds_no_parts(sheet: str, *, are_counted: bool) -> bool:
    """Whether a sheet of a workbook is called as tables of changes or costs are, and counts nothing."""
    return not are_counted and begins_other_text(sheet)


def begins_table(
    title: str,
    cells: Sequence[str],
    filled: Sequence[int],
    counted: int,
    below: Sequence[Sequence[str]],
) -> bool:
    """Whether a row below a title is the header of another table, such as `Tool`, `Size`.

    It has nothing but words, one of them in the column of the quantities, and so have the rows
    `below` it: no counts, and no signs that a part is left out or not known yet. Below a title such
    as `Tools needed` they may have sizes there, and so below headers that tell of something else.
    """
    if len(filled) < 2:
        return False
    if not all(is_title(cells[at]) and len(cells[at]) < _LONGEST_HEADER for at in filled):
        return False
    if not _names_count(cells, counted) and _tells_of_others([cells[at] for at in filled], below):
        return True
    if counted not in filled:
        return False
    if loose_quantity(cells[counted]) is not None or _stands_for_count(cells[counted].strip()):
        return False
    texts = [text for row in below if (text := row[counted].strip())]
    if _TOOLS.search(title) and not any(map(str.isdecimal, texts)):
        return True
    return bool(texts) and not any(map(_stands_for_count, texts))


def _names_count(cells: Sequence[str], counted: int) -> bool:
    """Whether the cell in the column of the quantities is a header of quantities again."""
    cell = cells[counted] if counted < len(cells) else ""
    return names_quantity(cell) or header_key(cell) in RANKS["parts"]["quantity"]


def _tells_of_others(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the cells are headers of a table of tools, steps, people or the like.

    One of them is such a header, and most are headers at all: a part may be called `Tool` as well.
    """
    keys = [header_key(cell) for cell in cells]
    foreign = set(keys) & _FOREIGN
    known = [k for k, cell in zip(keys, cells, strict=True) if k in _BESIDE or known_count([cell])]
    return bool(below) and bool(foreign) and 3 * len(foreign.union(known)) >= 2 * len(keys)


def _stands_for_count(text: str) -> bool:
    """Whether the text may stand where quantities do."""
    open_yet = text.casefold().strip("() .") in _OPEN or is_no(text) or is_yes(text)
    if open_yet or not meaningful_text(text) or is_uncounted(text) or measure_of(text):
        return True
    said = worded_quantity(text) or loose_quantity(text)
    if said is not None and (" " not in text or any(map(str.isdigit, text))):
        return True
    try:
        read_quantity(text, mark=".")
    except NotUnderstood:
        return False
    return True


def is_signed(filled: Sequence[str]) -> bool:
    """Whether filled cells are the label of a name, a date or a count of the list, as `Approved by`, and what it says.

    Beside a text `Overall dimensions` is one as well; alone it is the title of what is below it.
    """
    plain = filled[0].strip()
    is_sum = len(filled) > 1 and bool(_WEIGHTS.fullmatch(plain))
    is_label = bool(_SIGNED.fullmatch(plain)) or is_sum
    return is_signed_row(filled) or (is_label and len(filled) < _MOST_SIGNED)
