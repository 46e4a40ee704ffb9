"""The text of a mail, and its headers, out of what users have written."""

import unicodedata
from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from urllib.parse import quote

import msgspec

from partwright.inbox.model import InboxSubject, NoticeFile, NoticeKind
from partwright.kit import clock
from partwright.mail.wording import MailWording

_LONGEST = 200
_ENCODED = "=?"
"""The beginning of an encoded word (RFC 2047), which the library decodes in what it is given."""


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
    wording: MailWording,
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
    if _ENCODED in email:
        raise ValueError("an address that would be decoded")
    place, _, domain = email.rpartition("@")
    message["To"] = Address(_undecoded(plain(name)), username=place, domain=domain)
    message["Subject"] = _undecoded(_subject(entries, wording))
    message["Date"] = format_datetime(clock.parse_moment(now))
    message["Message-ID"] = f"<{message_id}@{frame.sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{frame.public_url}/me>"
    lines = [wording.hello.format(plain(name)), ""]
    for entry in entries:
        lines += [f"{_headline(entry, wording)}."]
        # What asks for a vote says the same in other words.
        text = "" if entry.kind == "vote" else plain(wording.told(entry.text))
        lines += [f"  {text}"] if text else []
        lines += [f"  {wording.file.format(plain(entry.file.name))}"] if entry.file else []
        lines += [f"  {_address(frame, entry.subject)}", ""]
    lines += [
        wording.waiting.format(f"{frame.public_url}/inbox"),
        wording.often.format(f"{frame.public_url}/me"),
    ]
    message.set_content("\n".join(lines) + "\n")
    return message


def plain(text: str) -> str:
    """One line without control characters, and not longer than it needs to be."""
    shown = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _undecoded(text: str) -> str:
    """The text without encoded words: decoded, they would end the header and begin others."""
    return text.replace(_ENCODED, " ".join(_ENCODED))


def _subject(entries: Sequence[MailEntry], wording: MailWording) -> str:
    """The most urgent entry, and how many there are besides."""
    more = wording.more.format(len(entries) - 1) if len(entries) > 1 else ""
    return _headline(entries[0], wording) + more


def _headline(entry: MailEntry, wording: MailWording) -> str:
    called = plain(f"{entry.subject.number or ''} {entry.subject.name}")
    return wording.kinds[entry.kind].format(called)


def _address(frame: MailFrame, subject: InboxSubject) -> str:
    number = subject.number or ""
    place = subject.url.removesuffix(number)
    return frame.public_url + place + quote(number, safe="")
