"""`Idempotency-Key`: the same request sent again gets the first answer and does nothing.

The key is claimed in a transaction of its own, so that a twin sees that it is running. A good
answer is stored in the transaction of the work itself: after a crash either both are there or
neither is, and a claim whose work never committed is free again after a while.
"""

import hashlib
import secrets
import zlib
from enum import StrEnum

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, StateConflict
from partwright.web import queries

KEPT_HOURS = 24
CLAIM_SECONDS = 120
"""No request runs longer; after this a claim without an answer is taken over."""

REPLAYED = frozenset({200, 201, 202, 204, 207, 400, 404, 422})


LONGEST_WHOLE = 4 << 10
"""Bytes of an answer that is kept as it is."""
LONGEST_PACKED = 64 << 10
"""Bytes of an answer that is kept compressed; of a longer one a digest is."""
MOST_KEYS = 10_000
"""Keys of a caller; the oldest go first, whatever their age."""
_TRIMMED_ONCE_IN = 64


class AnswerForm(StrEnum):
    """Amount of an answer that is kept."""

    WHOLE = "whole"
    PACKED = "packed"
    DIGEST = "digest"


class KeyClaim(msgspec.Struct, frozen=True):
    """The right to do the work of a key."""

    caller: str
    key: str
    claimed_at: str


class StoredResponse(msgspec.Struct, frozen=True):
    """The answer that a key already has."""

    status: int
    content_type: str
    etag: str | None
    body: bytes
    form: AnswerForm = AnswerForm.WHOLE
    record: str | None = None
    """The path of the record that the request made."""


def check_key(key: str) -> None:
    if not (1 <= len(key) <= 255 and key.isascii() and key.isprintable()):
        raise InvalidInput.field("Idempotency-Key", "expected 1 to 255 printable characters")


def caller_of(actor: Actor) -> str:
    """The owner of keys: the user, or all tokens of theirs that may do the same.

    What a token with more rights was answered is not for one with fewer.
    """
    if not actor.is_scoped:
        return actor.id
    rights = ",".join(sorted(actor.permissions))
    return f"{actor.id}:{hashlib.sha256(rights.encode()).hexdigest()[:16]}"


async def claim_key(
    tx: Transaction, *, caller: str, key: str, path: str, body: bytes
) -> KeyClaim | StoredResponse:
    """Take the key, or find its answer; StateConflict when it runs or was used for something else."""
    digest = hashlib.sha256(body).hexdigest()
    now = clock.now()
    if secrets.randbelow(_TRIMMED_ONCE_IN) == 0:
        await tx.run(queries.TRIM_KEYS, caller=caller, most=MOST_KEYS)
    await tx.run(queries.FORGET_KEYS, before=clock.moment_later(seconds=-KEPT_HOURS * 3600))
    taken = await tx.one(
        str,
        queries.CLAIM_KEY,
        caller=caller,
        key=key,
        path=path,
        digest=digest,
        now=now,
        stale=clock.moment_later(seconds=-CLAIM_SECONDS),
    )
    if taken is not None:
        return KeyClaim(caller, key, now)
    return await _kept(tx, caller=caller, key=key, path=path, digest=digest)


async def _kept(
    snapshot: Snapshot, *, caller: str, key: str, path: str, digest: str
) -> StoredResponse:
    found = await snapshot.one(queries.KeyRow, queries.KEY, caller=caller, key=key)
    if found is None:
        raise StateConflict(
            "The first request with this Idempotency-Key is still running", retry_after=1
        )
    if (found.path, found.request_digest) != (path, digest):
        raise StateConflict("This Idempotency-Key was used for another request")
    if found.status is None or found.body is None:
        raise StateConflict(
            "The first request with this Idempotency-Key is still running", retry_after=1
        )
    form = AnswerForm(found.form)
    body = zlib.decompress(found.body) if form is AnswerForm.PACKED else found.body
    return StoredResponse(
        found.status,
        found.content_type or "application/json",
        found.etag,
        body,
        form=form,
        record=found.record,
    )


async def settle_claim(tx: Transaction, claim: KeyClaim, answer: StoredResponse | None) -> None:
    """Store the answer if it is of those that are replayed, else give the key back."""
    if answer is not None and answer.status in REPLAYED:
        await store_response(tx, claim, answer)
    else:
        await release_claim(tx, claim)


async def store_response(tx: Transaction, claim: KeyClaim, answer: StoredResponse) -> None:
    """Store the answer; StateConflict, which undoes the work, if the claim was taken over meanwhile."""
    form, body = _packed(answer.body)
    kept = await tx.run(
        queries.KEEP_ANSWER,
        caller=claim.caller,
        key=claim.key,
        claimed_at=claim.claimed_at,
        status=answer.status,
        content_type=answer.content_type,
        etag=answer.etag,
        body=body,
        form=form,
        record=answer.record,
    )
    if not kept:
        raise StateConflict("Another request with this Idempotency-Key finished first")


def _packed(body: bytes) -> tuple[AnswerForm, bytes]:
    """The part of an answer that is kept: disks are finite, and most answers are never asked for again."""
    if len(body) <= LONGEST_WHOLE:
        return AnswerForm.WHOLE, body
    packed = zlib.compress(body, 6)
    if len(packed) <= LONGEST_PACKED:
        return AnswerForm.PACKED, packed
    return AnswerForm.DIGEST, hashlib.sha256(body).digest()


async def release_claim(tx: Transaction, claim: KeyClaim) -> None:
    """Give the key back: its request failed in a way that another try may mend."""
    await tx.run(
        queries.RELEASE_KEY, caller=claim.caller, key=claim.key, claimed_at=claim.claimed_at
    )
