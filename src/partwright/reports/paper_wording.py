"""Words and figures of PDF documents, in the language of their reader; pure."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

import msgspec

from partwright.kit.operands import DATED, NUMERIC
from partwright.preferences.model import Language
from partwright.reports import cells
from partwright.reports.cells import Kept
from partwright.reports.fields import ReportField
from partwright.reports.model import ReportColumn

_OWN_WORDS = re.compile(
    r"(?:^|\.)(state|partType|docType|requirementType|priority|severity|changeType|makeBuy)$"
)
"""Fields whose values are words of the program."""
_GERMAN_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_LEAST_DIGITS = 4


class PaperWording(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language beside those that people wrote."""

    types: Mapping[str, str]
    """Items of a type, many of them."""
    row: str
    rows: str
    part_of_rows: str
    without_value: str
    others: str
    chart_left: str
    words: Mapping[str, str] = {}
    """Words of the program; others stay as they are."""
    figure: Callable[[str], str] = str
    """A figure that was written as English does."""
    moment: Callable[[str], str] = str
    """A date or timestamp that was written by ISO 8601."""

    def counted(self, shown: int, total: int) -> str:
        """The number of rows, and of those that stand here."""
        if shown < total:
            return self.part_of_rows.format(self.whole(shown), self.whole(total))
        return (self.row if total == 1 else self.rows).format(self.whole(total))

    def whole(self, number: int) -> str:
        """A whole number."""
        return self.figure(f"{number:,}")

    def cell(self, column: ReportColumn, field: ReportField, value: Kept) -> str:
        """The value as the column's format writes it."""
        if value is None:
            return self.without_value if field.absent else ""
        text = cells.spelled(field, column.format_type, _readable(column, value))
        if column.format_type == "boolean" or _OWN_WORDS.search(column.field_path):
            return self.words.get(text, text)
        if field.kind in NUMERIC:
            return self.figure(_with_cents(text) if _is_price(column) else text)
        return self.moment(text) if field.kind in DATED else text


def _readable(column: ReportColumn, value: Kept) -> Kept:
    """An average without the digits that no quotient ends with."""
    if column.aggregate != "average" or value is None:
        return value
    exact = Decimal(str(value))
    places = max(0, _LEAST_DIGITS - max(1, exact.adjusted() + 1))
    return f"{round(exact, places):f}"


def _is_price(column: ReportColumn) -> bool:
    """Whether the figure is an amount, in a column that is read by its point."""
    is_amount = column.aggregate not in ("count", "distinct")
    return is_amount and column.format_type == "number" and column.field_path.endswith(".cost")


def _with_cents(text: str) -> str:
    whole, _, fraction = text.partition(".")
    return f"{whole}.{fraction:0<2}"


def _german_figure(text: str) -> str:
    turned = text.translate({ord(","): ".", ord("."): ","})
    if turned.startswith("$"):
        return f"{turned[1:]} $"
    return turned.replace("%", " %")


ENGLISH = PaperWording(
    types={
        "Part": "Parts",
        "Document": "Documents",
        "Requirement": "Requirements",
        "Task": "Tasks",
        "Issue": "Issues",
        "ChangeOrder": "Change orders",
    },
    row="{} row",
    rows="{} rows",
    part_of_rows="{} of {} rows",
    without_value="none",
    others="Others",
    chart_left="The chart shows the first {}.",
)
GERMAN = PaperWording(
    types={
        "Part": "Teile",
        "Document": "Dokumente",
        "Requirement": "Anforderungen",
        "Task": "Aufgaben",
        "Issue": "Probleme",
        "ChangeOrder": "Änderungsaufträge",
    },
    row="{} Zeile",
    rows="{} Zeilen",
    part_of_rows="{} von {} Zeilen",
    without_value="ohne",
    others="Andere",
    chart_left="Gezeichnet sind die ersten {}.",
    words={
        "Yes": "Ja",
        "No": "Nein",
        "Draft": "Entwurf",
        "In Review": "In Prüfung",
        "Approved": "Genehmigt",
        "Released": "Freigegeben",
        "Superseded": "Abgelöst",
        "Obsolete": "Ungültig",
        "Cancelled": "Abgebrochen",
        "Open": "Offen",
        "In Progress": "In Arbeit",
        "Resolved": "Gelöst",
        "Closed": "Geschlossen",
        "Done": "Erledigt",
        "Proposed": "Vorgeschlagen",
        "Rejected": "Abgelehnt",
        "Verified": "Nachgewiesen",
        "Deviation": "Abweichung",
        "Manufacture": "Fertigung",
        "Purchase": "Kauf",
        "make": "Fertigung",
        "buy": "Kauf",
        "Drawing": "Zeichnung",
        "Manual": "Handbuch",
        "Other": "Sonstiges",
        "Procedure": "Anweisung",
        "Report": "Bericht",
        "Specification": "Spezifikation",
        "Constraint": "Randbedingung",
        "Functional": "Funktion",
        "Interface": "Schnittstelle",
        "Performance": "Leistung",
        "critical": "Kritisch",
        "high": "Hoch",
        "medium": "Mittel",
        "low": "Niedrig",
        "Critical": "Kritisch",
        "High": "Hoch",
        "Medium": "Mittel",
        "Low": "Niedrig",
    },
    figure=_german_figure,
    moment=lambda text: _GERMAN_DAY.sub(r"\3.\2.\1", text),
)
WORDINGS: Mapping[Language, PaperWording] = {"en": ENGLISH, "de": GERMAN}
