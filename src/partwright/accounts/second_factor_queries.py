"""The statements on second factors."""

import msgspec


class FactorRow(msgspec.Struct, frozen=True):
    """A second factor."""

    secret: str
    last_step: int
    confirmed_at: str | None
    held_until: str | None
    """Until then no code of the app is taken."""


FACTOR = """
    SELECT secret, last_step, confirmed_at, held_until FROM second_factors WHERE user_id = :user_id
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

TAKE_GUESS = """
    UPDATE second_factors
       SET guesses = guesses + 1,
           held_until = CASE WHEN guesses + 1 >= 100 THEN :day
                             WHEN guesses + 1 >= 20 THEN :hour
                             WHEN guesses + 1 >= 5 THEN :quarter ELSE held_until END
     WHERE user_id = :user_id AND confirmed_at IS NOT NULL
       AND (held_until IS NULL OR held_until <= :now)
"""
"""Counts before anybody looks at the code, so that guesses at the same time are counted each."""

FORGET_GUESSES = """
    UPDATE second_factors SET guesses = 0, held_until = NULL WHERE user_id = :user_id
"""

USE_STEP = """
    UPDATE second_factors SET last_step = :step, guesses = 0, held_until = NULL
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
