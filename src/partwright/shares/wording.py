"""Wording of a visitor's page, in the language that their browser asks for first: English or German."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

Language = Literal["en", "de"]


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language; those in braces are filled in."""

    language: Language
    revision: str
    shared: str
    """After the state: who shared it, and until when it is open."""
    day: str
    """How a day and a time are written."""
    bill: str
    everything: str
    files: str
    no_files: str
    part: str
    file: str
    size: str
    point: str
    """Before the tenths of a size."""
    told: str
    ended: str
    locked: str
    words: Mapping[str, str]
    """Labels of columns and names of states in this language; those that are missing stay as they are."""

    def named(self, word: str) -> str:
        return self.words.get(word, word)


ENGLISH = Wording(
    language="en",
    revision="revision {}",
    shared="Shared by {}, open until {}.",
    day="%Y-%m-%d %H:%M UTC",
    bill="Bill of materials",
    everything="Everything (ZIP)",
    files="Files",
    no_files="No files are shared.",
    part="Part",
    file="File",
    size="Size",
    point=".",
    told="What is looked at here is told to the one who shared it.",
    ended="This link does not exist, has expired or was withdrawn.",
    locked="This link is protected: enter the password that came with it.",
    words={},
)
GERMAN = Wording(
    language="de",
    revision="Revision {}",
    shared="Geteilt von {}, offen bis {}.",
    day="%d.%m.%Y, %H:%M UTC",
    bill="Stückliste",
    everything="Alles (ZIP)",
    files="Dateien",
    no_files="Es sind keine Dateien geteilt.",
    part="Teil",
    file="Datei",
    size="Größe",
    point=",",
    told="Was hier angesehen wird, erfährt, wer es geteilt hat.",
    ended="Diesen Link gibt es nicht, er ist abgelaufen oder wurde zurückgezogen.",
    locked="Dieser Link ist geschützt: Geben Sie das Passwort ein, das mit ihm kam.",
    words={
        "Level": "Ebene",
        "Item Number": "Nummer",
        "Name": "Name",
        "Revision": "Revision",
        "Type": "Art",
        "State": "Status",
        "Quantity": "Menge",
        "Total Quantity": "Gesamtmenge",
        "Find Number": "Positionsnummer",
        "Reference Designator": "Referenzbezeichner",
        "Description": "Beschreibung",
        "Unit Of Measure": "Einheit",
        "Material": "Werkstoff",
        "Weight": "Gewicht",
        "Weight Unit": "Gewichtseinheit",
        "Cost": "Kosten",
        "Cost Currency": "Währung",
        "Part Type": "Teileart",
        "Lead Time (days)": "Lieferzeit (Tage)",
        "Lead Time Days": "Lieferzeit in Tagen",
        "Location": "Lagerort",
        "Manufacturer": "Hersteller",
        "MPN": "Herstellernummer",
        "Supplier": "Lieferant",
        "Order Code": "Bestellnummer",
        "Unit Price": "Stückpreis",
        "Price Currency": "Preiswährung",
        "Draft": "Entwurf",
        "In Review": "In Prüfung",
        "Approved": "Genehmigt",
        "Released": "Freigegeben",
        "Superseded": "Abgelöst",
        "Obsolete": "Ungültig",
    },
)
_OF = {"en": ENGLISH, "de": GERMAN}


def asked_wording(accepted: str | None) -> Wording:
    """That of the header Accept-Language: the one that is preferred of the two; English without a preference."""
    preferred = sorted(_preferences(accepted or ""), key=lambda each: -each[1])
    known = (_OF[language] for language, weight in preferred if language in _OF and weight > 0)
    return next(known, ENGLISH)


def _preferences(accepted: str) -> Iterator[tuple[str, float]]:
    """Languages without their regions, each with its weight (RFC 9110, 12.5.4); what is no weight is none."""
    for entry in accepted[:1000].split(","):
        name, _, parameter = entry.partition(";")
        weight = parameter.strip().removeprefix("q=") or "1"
        whole, _, rest = weight.partition(".")
        is_weight = whole in ("0", "1") and (not rest or (rest.isascii() and rest.isdigit()))
        yield name.strip().lower().split("-")[0], float(weight) if is_weight else 0.0
