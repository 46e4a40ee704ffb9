"""Words of mails, in the language that a user reads: English or German."""

import re
from collections.abc import Mapping

import msgspec

from partwright.inbox.model import NoticeKind
from partwright.preferences.model import Language


class MailWording(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one language; those in braces are filled in."""

    kinds: Mapping[NoticeKind, str]
    """What the mail says first of each entry."""
    more: str
    """After the first of several, in the subject."""
    hello: str
    file: str
    waiting: str
    often: str
    sentences: tuple[tuple[re.Pattern[str], str], ...] = ()
    """The server's own sentences; what people wrote stands in them as it is."""
    states: Mapping[str, str] = {}
    """Names of states in this language."""

    def told(self, text: str) -> str:
        """A sentence of the server in this language; others stay as they are."""
        for pattern, own in self.sentences:
            if found := pattern.fullmatch(text):
                parts = {name: said or "" for name, said in found.groupdict().items()}
                if "state" in parts:
                    parts["state"] = self.states.get(parts["state"], parts["state"])
                return own.format(**parts)
        return text


ENGLISH = MailWording(
    kinds={
        "vote": "{} is waiting for your vote",
        "sent_back": "{} was sent back",
        "assigned": "{} was assigned to you",
        "mention": "You are mentioned on {}",
        "failed": "{} failed",
        "moved_on": "{} was moved on",
        "watched": "{} was changed",
        "report": "{} has run",
    },
    more=", and {} more",
    hello="Hello {},",
    file="File: {}, in your inbox",
    waiting="Everything waiting for you: {}",
    often="Change how often you get this mail: {}",
)
_WHO = r"(?P<who>[^:]+?)"
_NUMBER = r"(?P<number>\S+)"
_SAID = r"(?P<said>(?:: .*)?)"
GERMAN = MailWording(
    kinds={
        "vote": "{} wartet auf Ihre Stimme",
        "sent_back": "{} wurde zurückgegeben",
        "assigned": "{} wurde Ihnen zugewiesen",
        "mention": "Sie werden erwähnt bei {}",
        "failed": "{} ist fehlgeschlagen",
        "moved_on": "{} ist weitergegangen",
        "watched": "{} wurde geändert",
        "report": "{} ist gelaufen",
    },
    more=", und {} mehr",
    hello="Guten Tag {},",
    file="Datei: {}, in Ihrem Eingang",
    waiting="Alles, was auf Sie wartet: {}",
    often="Wie oft Sie diese E-Mail bekommen: {}",
    sentences=tuple(
        (re.compile(pattern), own)
        for pattern, own in (
            (f"{_WHO} sent {_NUMBER} back{_SAID}", "{who} hat {number} zurückgegeben{said}"),
            (
                rf"{_WHO} moved {_NUMBER} to (?P<state>[^:]+){_SAID}",
                "{who} hat {number} auf {state} gesetzt{said}",
            ),
            (
                f"{_WHO} assigned {_NUMBER} to you{_SAID}",
                "{who} hat Ihnen {number} zugewiesen{said}",
            ),
            (f"{_WHO} on {_NUMBER}: (?P<said>.*)", "{who} bei {number}: {said}"),
            (r"It has (?P<rows>\d+) rows?", "Zeilen: {rows}"),
            (
                r"It has (?P<rows>\d+) rows?, (?P<last>\d+) the last time",
                "Zeilen: {rows}, beim letzten Mal {last}",
            ),
            (r"Created (?P<what>\S+)", "Angelegt: {what}"),
            (r"Updated (?P<what>\S+)", "Geändert: {what}"),
            (r"Deleted (?P<what>\S+)", "Gelöscht: {what}"),
            (r"Created (?P<what>\S+) and (?P<more>\d+) more", "Angelegt: {what} und {more} mehr"),
            (r"Updated (?P<what>\S+) and (?P<more>\d+) more", "Geändert: {what} und {more} mehr"),
            (r"Deleted (?P<what>\S+) and (?P<more>\d+) more", "Gelöscht: {what} und {more} mehr"),
        )
    ),
    states={
        "Draft": "Entwurf",
        "In Review": "In Prüfung",
        "Approved": "Genehmigt",
        "Released": "Freigegeben",
        "Cancelled": "Abgebrochen",
        "Rejected": "Abgelehnt",
    },
)
WORDINGS: Mapping[Language, MailWording] = {"en": ENGLISH, "de": GERMAN}
