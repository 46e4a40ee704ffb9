"""Passwords: Argon2id, computed in threads so that the event loop goes on meanwhile."""

import asyncio
import re
import secrets
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Annotated, Any

from msgspec import Meta
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from partwright.kit.errors import InvalidInput

SHORTEST, LONGEST = 10, 128
"""Characters of a password."""

Password = Annotated[str, Meta(min_length=SHORTEST, max_length=LONGEST)]

_hasher = PasswordHash([Argon2Hasher(time_cost=3, memory_cost=65536, parallelism=4)])
"""RFC 9106, section 4, the second recommended option: 64 MiB a password."""

NO_PASSWORD = "!"
"""Kept for who signs on at a provider alone: no password is the one."""

_NOBODY = (
    "$argon2id$v=19$m=65536,t=3,p=4$c29tZSBzYWx0IGZvciBubw$"
    "E0G9sDLtMxvZ0zmxpIqYJyR1Cc5hvX/kZWmTYBrsGtQ"
)
"""Hash of the same effort that no password has, for accounts that do not exist."""

LEAST_SCORE = 2
"""Of 0 to 4: some million guesses, more than the limits of sign-on let anybody try in years."""
_ESTIMATED = 72
"""Characters that are estimated; the estimator's time grows faster than the password."""
_WORD = re.compile(r"\w{3,}")

# Few at once: each takes 64 MiB, and more than the cores would only wait for each other.
_threads = ThreadPoolExecutor(2, thread_name_prefix="passwords")


def generate_password() -> str:
    """A password of 128 random bits."""
    return secrets.token_urlsafe(16)


async def hashed_password(password: str) -> str:
    """The hash that is kept of a password."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _hash, password)


async def hash_new_password(password: str, *, about: Sequence[str] = ()) -> str:
    """The hash of a new password; InvalidInput for one that is common or easily guessed.

    `about` is what else is known of its owner, such as name and e-mail address.
    """
    loop = asyncio.get_running_loop()
    warning = await loop.run_in_executor(_threads, _weakness, password, about)
    if warning is not None:
        raise InvalidInput.field("password", f"is too easy to guess. {warning}".strip())
    return await hashed_password(password)


async def verify_password(password: str, kept: str | None) -> bool:
    """Whether the password is the one; where none is kept it takes as long and is not."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, _verify, password, kept)


def _weakness(password: str, about: Sequence[str]) -> str | None:
    """The reason why a password is too weak, in words; None for one that is not."""
    known = [word.lower() for text in about for word in (text, *_WORD.findall(text))]
    # Its words take 13 MB, and a server that sets no password has no use for them.
    estimator: Any = import_module("zxcvbn")
    found: Any = estimator.zxcvbn(_normal(password)[:_ESTIMATED], ["partwright", *known])
    if found["score"] >= LEAST_SCORE:
        return None
    return str(found["feedback"]["warning"] or "A passphrase of several words is stronger.")


def _hash(password: str) -> str:
    return _hasher.hash(_normal(password))


def _verify(password: str, kept: str | None) -> bool:
    own = None if kept == NO_PASSWORD else kept
    # One character more than any password has is enough to be wrong.
    return _hasher.verify(_normal(password[: LONGEST + 1]), own or _NOBODY) and bool(own)


def _normal(password: str) -> str:
    """The same password from every keyboard (RFC 8265, section 4.2)."""
    return unicodedata.normalize("NFC", password)
