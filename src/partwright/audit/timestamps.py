"""Timestamps of the heads of both chains, by an authority outside (RFC 3161), kept as files outside."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
from cryptography.x509 import Certificate, load_pem_x509_certificates
from rfc3161_client import (
    HashAlgorithm,
    TimestampRequestBuilder,
    TimeStampResponse,
    VerificationError,
    VerifierBuilder,
    decode_timestamp_response,
)

from partwright.audit import service, trail_service
from partwright.kit import clock
from partwright.kit.db import Database

_PATIENCE_SECONDS = 30
_LARGEST = 1 << 20
"""Bytes of a timestamp; one with all certificates has some thousands."""
_QUERY, _REPLY = "application/timestamp-query", "application/timestamp-reply"
TEXT, TOKEN = ".txt", ".tsr"
_WRITTEN = re.compile(r"Partwright audit\ncommit (\d{1,18}) (\w+)\nentry (\d{1,18}) (\w+|-)\n")


class TimestampRefused(Exception):
    """No timestamp, or one that proves nothing, and why."""


class AuditHeads(msgspec.Struct, frozen=True):
    """The last seal of each chain."""

    number: int
    seal: str
    entry: int
    entry_seal: str

    def text(self) -> bytes:
        """The text that is stamped; people read it, too."""
        commit, entry = f"{self.number} {self.seal}", f"{self.entry} {self.entry_seal}"
        return f"Partwright audit\ncommit {commit}\nentry {entry}\n".encode()


class KeptTimestamp(NamedTuple):
    """A text and its timestamp, as they were kept outside."""

    name: str
    text: bytes
    token: bytes


class TimestampFindings(msgspec.Struct):
    """Findings of a check of all timestamps."""

    count: int = 0
    """Of those that prove what the database holds."""
    first: str | None = None
    last: str | None = None
    """The times at which the authority gave the first and the last of these."""
    problems: list[str] = []


def read_heads(text: bytes) -> AuditHeads:
    """The heads that a text tells of; TimestampRefused for another text."""
    found = _WRITTEN.fullmatch(text.decode("utf-8", "replace"))
    if found is None:
        raise TimestampRefused("it is not what `audit timestamp` writes")
    return AuditHeads(int(found[1]), found[2], int(found[3]), found[4])


def read_roots(path: Path) -> list[Certificate]:
    """The certificates that a file in PEM holds; TimestampRefused where it holds none."""
    try:
        return load_pem_x509_certificates(path.read_bytes())
    except (OSError, ValueError) as error:
        raise TimestampRefused(f"{path}: expected certificates in PEM ({error})") from error


async def present_heads(database: Database) -> AuditHeads | None:
    """The heads once all is sealed that there is; None on an empty database."""
    await service.seal_commits(database)
    await trail_service.seal_entries(database)
    async with database.snapshot() as snapshot:
        head = await service.last_seal(snapshot)
        trail = await trail_service.last_entry(snapshot)
    if head is None:
        return None
    return AuditHeads(head.number, head.seal, trail.number, trail.seal or "-")


async def take_timestamp(url: str, text: bytes, roots: Sequence[Certificate]) -> bytes:
    """The authority's answer on the text, checked; TimestampRefused for any other."""
    request = TimestampRequestBuilder().data(text).hash_algorithm(HashAlgorithm.SHA256).build()
    try:
        async with (
            httpx.AsyncClient(timeout=_PATIENCE_SECONDS) as http,
            http.stream(
                "POST", url, content=request.as_bytes(), headers={"Content-Type": _QUERY}
            ) as answer,
        ):
            token = b""
            async for piece in answer.aiter_bytes():
                token += piece
                if len(token) > _LARGEST:
                    raise TimestampRefused(f"{url} answered with more than {_LARGEST} bytes")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise TimestampRefused(f"{url} did not answer: {error or type(error).__name__}") from error
    kind = answer.headers.get("content-type", "").partition(";")[0].strip()
    if answer.status_code != 200 or kind != _REPLY:
        raise TimestampRefused(f"{url} answered {answer.status_code} {kind or 'without a type'}")
    check_timestamp(text, token, roots, nonce=request.nonce)
    return token


def check_timestamp(
    text: bytes, token: bytes, roots: Sequence[Certificate], *, nonce: int | None = None
) -> datetime:
    """The time at which an authority that the roots vouch for saw the text; TimestampRefused where none did."""
    stamp = _decoded(token)
    verifier = VerifierBuilder(roots=list(roots), nonce=nonce).build()
    try:
        verifier.verify_message(stamp, text)
    except (VerificationError, ValueError) as error:
        raise TimestampRefused(f"it proves nothing: {error}") from error
    return stamp.tst_info.gen_time.astimezone(UTC)


def _decoded(token: bytes) -> TimeStampResponse:
    try:
        return decode_timestamp_response(token)
    except ValueError as error:
        raise TimestampRefused(f"it is not a timestamp: {error}") from error


def read_kept(folder: Path) -> list[KeptTimestamp]:
    """All that `audit timestamp` has kept in a folder; TimestampRefused where that cannot be read."""
    try:
        return [
            KeptTimestamp(path.name, path.read_bytes(), path.with_suffix(TOKEN).read_bytes())
            for path in sorted(folder.glob(f"*{TEXT}"))
        ]
    except OSError as error:
        raise TimestampRefused(f"{error.filename}: {error.strerror}") from error


async def verify_timestamps(
    database: Database, kept: Sequence[KeptTimestamp], roots: Sequence[Certificate]
) -> TimestampFindings:
    """Whether each text was stamped, and tells what the database still holds."""
    found = TimestampFindings()
    times: list[datetime] = []
    for one in kept:
        try:
            heads = read_heads(one.text)
            seen = check_timestamp(one.text, one.token, roots)
        except TimestampRefused as refused:
            found.problems.append(f"{one.name}: {refused}")
            continue
        if differing := await _differing(database, heads):
            found.problems.append(f"{one.name}: {differing} is not what was stamped at {seen}")
        else:
            times.append(seen)
    if not (times or found.problems):
        found.problems.append("there are none")
    found.count = len(times)
    if times:
        found.first, found.last = clock.stamp(min(times)), clock.stamp(max(times))
    return found


async def _differing(database: Database, heads: AuditHeads) -> str:
    """The commit or entry whose seal is another by now; empty where none is."""
    if not await service.is_sealed_as(database, heads.number, heads.seal):
        return f"commit {heads.number}"
    if heads.entry and not await trail_service.was_sealed_as(
        database, heads.entry, heads.entry_seal
    ):
        return f"entry {heads.entry}"
    return ""
