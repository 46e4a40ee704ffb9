"""The text of a mail, and its headers, out of what users have written."""

import unicodedata
from collections.abc import Mapping, Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from urllib.parse import quote

import msgspec

from partwright.inbox.model import InboxSubject, NoticeFile, NoticeKind
from partwright.kit import clock

_KINDS: Mapping[NoticeKind, str] = {
    "vote": "{} is waiting for your vote",
    "sent_back": "{} was sent back",
    "assigned": "{} was assigned to you",
    "mention": "You are mentioned on {}",
    "failed": "{} failed",
    "moved_on": "{} was moved on",
    "watched": "{} was changed",
    "report": "{} has run",
}
_LONGEST = 200


class MailEntry(msgspec.Struct, frozen=True):
    """One thing that waits."""

    kind: NoticeKind
    subject: InboxSubject
    text: str
    file: NoticeFile | None = None


class MailFrame(msgspec.Struct, frozen=True):
    """Settings that all mails of a server have in common."""

    public_url: str
    sender: str
    """The address that it comes from."""


def compose(
    frame: MailFrame,
    *,
    name: str,
    email: str,
    entries: Sequence[MailEntry],
    message_id: str,
    now: str,
) -> EmailMessage:
    """One mail with everything; ValueError for an address that no mail can be sent to."""
    message = EmailMessage(SMTP)
    message["From"] = Address("Partwright", addr_spec=frame.sender)
    place, _, domain = email.rpartition("@")
    message["To"] = Address(plain(name), username=place, domain=domain)
    message["Subject"] = _subject(entries)
    message["Date"] = format_datetime(clock.parse_moment(now))
    message["Message-ID"] = f"<{message_id}@{frame.sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{frame.public_url}/me>"
    lines = [f"Hello {plain(name)},", ""]
    for entry in entries:
        lines += [f"{_headline(entry)}."]
        # What asks for a vote says the same in other words.
        text = "" if entry.kind == "vote" else plain(entry.text)
        lines += [f"  {text}"] if text else []
        lines += [f"  File: {plain(entry.file.name)}, in your inbox"] if entry.file else []
        lines += [f"  {_address(frame, entry.subject)}", ""]
    lines += [
        f"Everything waiting for you: {frame.public_url}/inbox",
        f"Change how often you get this mail: {frame.public_url}/me",
    ]
    message.set_content("\n".join(lines) + "\n")
    return message


def plain(text: str) -> str:
    """One line without control characters, and not longer than it needs to be."""
    shown = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _subject(entries: Sequence[MailEntry]) -> str:
    """The most urgent entry, and how many there are besides."""
    more = f", and {len(entries) - 1} more" if len(entries) > 1 else ""
    return _headline(entries[0]) + more


def _headline(entry: MailEntry) -> str:
    called = plain(f"{entry.subject.number or ''} {entry.subject.name}")
    return _KINDS[entry.kind].format(called)


def _address(frame: MailFrame, subject: InboxSubject) -> str:
    number = subject.number or ""
    place = subject.url.removesuffix(number)
    return frame.public_url + place + quote(number, safe="")
