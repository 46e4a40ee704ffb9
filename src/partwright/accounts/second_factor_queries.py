"""The statements on second factors."""

import msgspec


class FactorRow(msgspec.Struct, frozen=True):
    """A second factor."""

    secret: str
    last_step: int
    confirmed_at: str | None


FACTOR = """
    SELECT secret, last_step, confirmed_at FROM second_factors WHERE user_id = :user_id
"""

BEGIN = """
    INSERT INTO second_factors (user_id, secret, last_step, created_at)
    VALUES (:user_id, :secret, 0, :now)
        ON CONFLICT (user_id) DO UPDATE
       SET secret = excluded.secret, last_step = 0, created_at = excluded.created_at
     WHERE second_factors.confirmed_at IS NULL
"""

CONFIRM = """
    UPDATE second_factors SET confirmed_at = :now, last_step = :step
     WHERE user_id = :user_id AND confirmed_at IS NULL AND secret = :secret
"""

USE_STEP = """
    UPDATE second_factors SET last_step = :step
     WHERE user_id = :user_id AND secret = :secret AND last_step < :step
"""
"""No code is taken twice, by whichever process."""

END = """
    DELETE FROM second_factors WHERE user_id = :user_id
"""

KEEP_RECOVERY_CODE = """
    INSERT INTO recovery_codes (user_id, digest) VALUES (:user_id, :digest)
"""

USE_RECOVERY_CODE = """
    DELETE FROM recovery_codes WHERE user_id = :user_id AND digest = :digest
"""

FORGET_RECOVERY_CODES = """
    DELETE FROM recovery_codes WHERE user_id = :user_id
"""

RECOVERY_CODES = """
    SELECT COUNT(*) FROM recovery_codes WHERE user_id = :user_id
"""
