"""Words that choose one of a field's values: types of parts and documents, grades, categories."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.decimals import NotUnderstood

_PART_TYPES = {
    "Manufacture": """manufacture; manufactured; manufacturing; make; made; m; in-house; in house;
        inhouse; normal; inseparable; fabricated; fabricate; mfg; produced; built; assembly; eigenfertigung;
        fertigung; eigenteil; fertigungsteil; fabrique; fabriquee; fabrication; normale; unteilbar; untrennbar;
        inséparable; inseparabile; indivisible""",
    "Purchase": """purchase; purchased; buy; bought; b; p; cots; off-the-shelf; off the shelf;
        commercial; procured; bought-out; bought out; purchased part; kaufteil; zukauf;
        zukaufteil; fremdbezug; fremdteil; achat; achete; achetee; acheté; achetée; gekauft; acquistato; acquistata;
        comprado; comprada""",
    "Software": "software; sw; firmware; fw; logiciel",
    "Phantom": "phantom; pseudo; reference only; dummy; phantombaugruppe; fantome; fantôme; fantasma",
}
_DOC_TYPES = {
    "Specification": """specification; spec; specs; spezifikation; pflichtenheft; lastenheft;
        datasheet; data sheet; datenblatt; fiche technique; cahier des charges; spécification""",
    "Drawing": "drawing; dwg; drw; zeichnung; technische zeichnung; dessin; dessin technique",
    "Procedure": """procedure; work instruction; sop; verfahren; arbeitsanweisung;
        verfahrensanweisung; procédure; mode opératoire; instruction de travail""",
    "Manual": "manual; user manual; handbuch; anleitung; betriebsanleitung; manuel; notice",
    "Report": "report; test report; bericht; prüfbericht; testbericht; rapport",
    "Other": "other; others; misc; miscellaneous; sonstiges; andere; anderes; autre; autres; divers",
}
_GRADES = {
    "Critical": "critical; kritisch; critique",
    "High": "high; hoch; haut; haute; élevé; élevée; eleve; elevee",
    "Medium": "medium; mittel; moyen; moyenne",
    "Low": "low; niedrig; gering; bas; basse; faible",
}
_CATEGORIES = {
    "Design": "design; konstruktion; entwicklung; conception",
    "Manufacturing": "manufacturing; production; fertigung; produktion; herstellung; fabrication",
    "Quality": "quality; qualität; qualitaet; qualité; qualite",
    "Customer": "customer; client; kunde; kunden",
    "Safety": "safety; sicherheit; sécurité; securite",
    "Other": _DOC_TYPES["Other"],
}


def spellings_of(names: dict[str, str]) -> dict[str, str]:
    """Each spelling with what it means; spellings are divided by semicolons."""
    return {
        " ".join(name.split()): meaning
        for meaning, text in names.items()
        for name in text.split(";")
    }


_MEANINGS = {
    field: spellings_of(names)
    for field, names in (
        ("partType", _PART_TYPES),
        ("docType", _DOC_TYPES),
        ("severity", _GRADES),
        ("priority", _GRADES),
        ("category", _CATEGORIES),
    )
}
CHOSEN = frozenset(_MEANINGS)
"""The fields that hold one of a few words."""


def choice_of(field: str, text: str) -> str | None:
    """The value of the field that a word means, or None."""
    return _MEANINGS[field].get(" ".join(text.casefold().split()))


def read_choice(field: str, text: str) -> str:
    """The value of the field, or a refusal that lists the values."""
    found = choice_of(field, text)
    if found is None:
        *others, last = dict.fromkeys(_MEANINGS[field].values())
        raise NotUnderstood(f"expected {', '.join(others)} or {last}")
    return found


_KINDS = frozenset(
    [
        "roh",
        "halb",
        "fert",
        "hibe",
        "hawa",
        "verp",
        "unbw",
        "nlag",
        "dien",
        "ersa",
        "leih",
        "pipe",
        "vers",
        "kmat",
        "prod",
        "regular",
        "phantom",
        "raw",
        "finished",
        "semi-finished",
        "semifinished",
        "purchased",
        "manufactured",
        "subcontract",
        "make",
        "buy",
        "consumable",
    ]
)
"""Kinds of articles, by the codes and words of ERPs."""


def are_materials(values: Sequence[str]) -> bool:
    """Whether the values may be materials: most of them are no kinds of articles, as `ROH` of SAP."""
    return 2 * sum(text.strip().casefold() in _KINDS for text in values) <= len(values)
