"""One-time codes of authenticator apps (RFC 6238, with RFC 4226): SHA-1, 30 seconds, 6 digits; pure."""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
_DIGITS = 6
_EARLIER, _LATER = 1, 1
"""Steps by which a person's clock, or a slow hand, may differ."""
RECOVERY_CODES = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that are read for others."""


def new_secret() -> str:
    """160 random bits, as apps take them."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of a step."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFFFFFF
    return str(number % 10**_DIGITS).zfill(_DIGITS)


def step_of(secret: str, code: str, *, now: float, after: int) -> int | None:
    """The step that a code is of, later than one that was used; None for a wrong code."""
    given = "".join(code.split())
    present = int(now) // STEP_SECONDS
    found = None
    for step in range(present - _EARLIER, present + _LATER + 1):
        is_it = hmac.compare_digest(code_at(secret, step).encode(), given.encode())
        if is_it and step > after:
            found = step
    return found


def app_address(secret: str, *, issuer: str, account: str) -> str:
    """The address that an app reads from a QR code."""
    label = quote(f"{issuer}:{account}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"


def new_recovery_code() -> str:
    """50 random bits in two groups."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"


def recovery_digest(user_id: str, code: str) -> str:
    """The only form in which a recovery code is kept; of nobody else's the same code."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(f"{user_id}:{letters}".encode()).hexdigest()
