"""The statements of the HTTP layer itself."""

import msgspec


class KeyRow(msgspec.Struct, frozen=True):
    """A used idempotency key; without a status its request is still running."""

    path: str
    request_digest: str
    status: int | None
    content_type: str | None
    etag: str | None
    body: bytes | None
    form: str
    record: str | None


CLAIM_KEY = """
    INSERT INTO idempotency_keys (caller, idempotency_key, path, request_digest, created_at)
    VALUES (:caller, :key, :path, :digest, :now)
        ON CONFLICT (caller, idempotency_key) DO UPDATE
       SET path = excluded.path, request_digest = excluded.request_digest,
           created_at = excluded.created_at
     WHERE idempotency_keys.status IS NULL AND idempotency_keys.created_at < :stale
    RETURNING idempotency_key
"""

KEY = """
    SELECT path, request_digest, status, content_type, etag, body, form, record
      FROM idempotency_keys
     WHERE caller = :caller AND idempotency_key = :key
"""

KEEP_ANSWER = """
    UPDATE idempotency_keys
       SET status = :status, content_type = :content_type, etag = :etag, body = :body,
           form = :form, record = :record
     WHERE caller = :caller AND idempotency_key = :key
       AND created_at = :claimed_at AND status IS NULL
"""

RELEASE_KEY = """
    DELETE FROM idempotency_keys
     WHERE caller = :caller AND idempotency_key = :key
       AND created_at = :claimed_at AND status IS NULL
"""

FORGET_KEYS = """
    DELETE FROM idempotency_keys WHERE created_at < :before
"""

TRIM_KEYS = """
    DELETE FROM idempotency_keys
     WHERE caller = :caller
       AND created_at < (SELECT k.created_at FROM idempotency_keys k
                          WHERE k.caller = :caller
                          ORDER BY k.created_at DESC LIMIT 1 OFFSET :most)
"""

PING = """
    SELECT 1
"""
