"""A small SMTP server (RFC 5321) that keeps what it is sent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import NamedTuple


class Received(NamedTuple):
    """One message with the addresses of its envelope."""

    sender: str
    recipient: str
    message: EmailMessage
    raw: bytes


class SmtpServer:
    """Takes one message a connection; told so, it refuses them."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.refuses = False
        self.port = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sender = recipient = ""
        writer.write(b"220 test\r\n")
        while line := await reader.readline():
            word, _, rest = line.decode().strip().partition(":")
            answer = "250 good"
            if word.upper().startswith("EHLO"):
                answer = "250-test\r\n250-8BITMIME\r\n250 SMTPUTF8"
            elif word.upper() == "MAIL FROM":
                sender = rest.split()[0].strip("<>")
            elif word.upper() == "RCPT TO":
                recipient = rest.split()[0].strip("<>")
                answer = "451 not now" if self.refuses else answer
            elif word.upper() == "DATA":
                writer.write(b"354 go on\r\n")
                raw = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
                message = message_from_bytes(raw, EmailMessage, policy=policy.default)
                self.received.append(Received(sender, recipient, message, raw))
            elif word.upper() == "QUIT":
                break
            writer.write(answer.encode() + b"\r\n")
            await writer.drain()
        writer.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SmtpServer"]:
        """Listen on a free port of this machine."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self
