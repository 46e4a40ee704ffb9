"""Passwords of shares that were right a while ago, so that each file of a visit is no new attempt."""

import secrets
import time
from collections import OrderedDict
from hashlib import blake2b

PROVEN_SECONDS = 600.0
_MOST = 10_000


class ProvenPasswords:
    """Digest under a key of this process alone, which is all that is kept, and nothing on the disk."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._until: OrderedDict[bytes, float] = OrderedDict()

    def has(self, password_hash: str, given: str, address: str) -> bool:
        """Whether it was right for this address within the last minutes."""
        return self._until.get(self._digest(password_hash, given, address), 0) > time.monotonic()

    def add(self, password_hash: str, given: str, address: str) -> None:
        """Note that it was right."""
        digest = self._digest(password_hash, given, address)
        self._until[digest] = time.monotonic() + PROVEN_SECONDS
        self._until.move_to_end(digest)
        if len(self._until) > _MOST:
            self._until.popitem(last=False)

    def _digest(self, *texts: str) -> bytes:
        whole = "\0".join(texts).encode(errors="surrogatepass")
        return blake2b(whole, key=self._key, digest_size=32).digest()


proven_passwords = ProvenPasswords()
