"""Sending over SMTP, in a thread: the standard library's client, which knows what servers do."""

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

_PATIENCE_SECONDS = 20
_PORTS = {"smtp": 587, "smtps": 465}


class MailNotSent(Exception):
    """The server does not answer, or refuses the message."""


async def send(url: str, message: EmailMessage) -> None:
    """Send one message through the server at `smtp://user:password@host:port`; MailNotSent."""
    try:
        await asyncio.to_thread(_send, url, message)
    except (OSError, smtplib.SMTPException, UnicodeError) as error:
        raise MailNotSent(f"{type(error).__name__}: {error}") from error


def _send(url: str, message: EmailMessage) -> None:
    place = urlsplit(url)
    host, port = place.hostname or "", place.port or _PORTS[place.scheme]
    context = ssl.create_default_context()
    if place.scheme == "smtps":
        client: smtplib.SMTP = smtplib.SMTP_SSL(
            host, port, timeout=_PATIENCE_SECONDS, context=context
        )
    else:
        client = smtplib.SMTP(host, port, timeout=_PATIENCE_SECONDS)
    with client:
        client.ehlo()
        is_safe = place.scheme == "smtps" or _is_this_machine(host)
        if place.scheme == "smtp" and client.has_extn("starttls"):
            client.starttls(context=context)
            client.ehlo()
            is_safe = True
        if place.username:
            if not is_safe:
                raise smtplib.SMTPNotSupportedError("no TLS; the password was not sent")
            client.login(unquote(place.username), unquote(place.password or ""))
        client.send_message(message)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
