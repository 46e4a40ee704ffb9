"""Digests that a client sends with a body or a file of it (RFC 9530 and what came before it), checked as it arrives."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from hmac import compare_digest
from typing import Protocol

import msgspec

from partwright.kit.errors import InvalidInput


class _Hash(Protocol):
    @property
    def digest_size(self) -> int: ...
    def update(self, data: bytes | bytearray, /) -> None: ...
    def digest(self) -> bytes: ...


_ALGORITHMS = {
    "sha-256": "sha256",
    "sha256": "sha256",
    "sha-512": "sha512",
    "sha512": "sha512",
    "sha-384": "sha384",
    "sha384": "sha384",
    "sha": "sha1",
    "sha-1": "sha1",
    "sha1": "sha1",
    "md5": "md5",
}
"""Names of algorithms in headers; others are passed over, as RFC 9530 has it."""
BODY_HEADERS = ("content-digest", "repr-digest", "digest", "content-md5")
"""Digests of the bytes of a body, or of a part of a form in the part's own headers."""
_CHECKSUM = "x-checksum-"
"""Digests of a file, whatever stands around it."""
DIGEST_HEADER = re.compile(f"(?:{'|'.join(BODY_HEADERS)}|{_CHECKSUM}.*)".encode())
"""A header of a request by which a client says what its body or file is."""
_STRUCTURED = re.compile(r":([A-Za-z0-9+/=]*):\s*(?:;.*)?\Z")
_HEX = re.compile(r"[0-9A-Fa-f]+\Z")


class _Expected(msgspec.Struct, frozen=True):
    header: str
    algorithm: str
    digest: bytes


class SentDigests:
    """Compares bytes that arrive with what was said of them."""

    def __init__(self, expected: Iterable[_Expected]) -> None:
        self._expected = list(expected)
        self._hashes: dict[str, _Hash] = {
            one.algorithm: _new_hash(one.algorithm) for one in self._expected
        }

    def update(self, piece: bytes | bytearray) -> None:
        for found in self._hashes.values():
            found.update(piece)

    def check(self) -> None:
        """InvalidInput where the bytes are others than those that the client meant."""
        for one in self._expected:
            if not compare_digest(self._hashes[one.algorithm].digest(), one.digest):
                told = "does not match the bytes that arrived; send them again"
                raise InvalidInput.field(one.header, told)


def of_body(headers: Iterable[tuple[bytes, bytes]], *, is_form: bool) -> SentDigests | None:
    """The digests that a request names for its body; None where it names none.

    A form is more than its file: `X-Checksum-*` of a form belongs to the file.
    """
    named = _named(headers)
    return _digests(named, files_too=not is_form)


def of_part(headers: Iterable[tuple[str, str]]) -> SentDigests | None:
    """The digests that a part of a form names for its bytes."""
    return _digests([(name.lower(), value) for name, value in headers], files_too=True)


def of_file(headers: Iterable[tuple[bytes, bytes]]) -> SentDigests | None:
    """The digests that a request names for the one file that it brings."""
    found = [one for name, text in _named(headers) for one in _checksum(name, text)]
    return SentDigests(found) if found else None


def _named(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in headers
        if DIGEST_HEADER.fullmatch(name)
    ]


def _digests(named: list[tuple[str, str]], *, files_too: bool) -> SentDigests | None:
    found: list[_Expected] = []
    for name, text in named:
        if name == "content-md5":
            found.append(_expected("Content-MD5", "md5", text))
        elif name in BODY_HEADERS:
            found += _listed(name.title(), text, is_structured=name != "digest")
        elif files_too:
            found += _checksum(name, text)
    return SentDigests(found) if found else None


def _listed(header: str, text: str, *, is_structured: bool) -> Iterable[_Expected]:
    for entry in text.split(","):
        name, _, value = entry.strip().partition("=")
        algorithm = _ALGORITHMS.get(name.strip().lower())
        if algorithm is None:
            continue
        if is_structured:
            inside = _STRUCTURED.match(value.strip())
            if inside is None:
                raise InvalidInput.field(header, f"expected {name}=:<base64>:")
            value = inside[1]
        yield _expected(header, algorithm, value)


def _checksum(name: str, text: str) -> list[_Expected]:
    algorithm = _ALGORITHMS.get(name.removeprefix(_CHECKSUM))
    if algorithm is None or not name.startswith(_CHECKSUM):
        return []
    return [_expected(name.title(), algorithm, text)]


def _expected(header: str, algorithm: str, text: str) -> _Expected:
    """The digest in a text, which is base64, or hexadecimal as many programs print it."""
    text = text.strip()
    size = _new_hash(algorithm).digest_size
    try:
        is_hex = len(text) == 2 * size and _HEX.match(text)
        digest = bytes.fromhex(text) if is_hex else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        digest = b""
    if len(digest) != size:
        raise InvalidInput.field(header, f"expected the {size} bytes of a digest in base64")
    return _Expected(header, algorithm, digest)


def _new_hash(algorithm: str) -> _Hash:
    return hashlib.new(algorithm, usedforsecurity=False)
