"""Second factors of those who sign on by a password: codes of an authenticator app."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import zxingcpp

from partwright.accounts import one_time_codes, rules
from partwright.accounts import second_factor_queries as queries
from partwright.accounts.second_factor_queries import FactorRow
from partwright.identity import access as identity_access
from partwright.identity import passwords
from partwright.identity import queries as identity_queries
from partwright.identity.model import Actor
from partwright.identity.queries import SecretRow
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.single_writes import run_alone
from partwright.kit.errors import (
    ErrorDetail,
    InvalidCredentials,
    InvalidInput,
    PermissionDenied,
    RateLimited,
    StateConflict,
)
from partwright.kit.ids import UserId

_create: Any = zxingcpp.create_barcode  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] -- the stub leaves its options open

REQUIRED = "required"
"""The setting by which who signs on by a password needs a second factor."""


_HELD_SECONDS = {"quarter": 900, "hour": 3600, "day": 86_400}
"""So long no code is taken after 5, 20 and 100 wrong ones in a row: some 500 guesses a year, of a
million codes."""


class SecondFactorStatus(msgspec.Struct, frozen=True, rename="camel"):
    """State of the caller's second factor: whether a code is asked for at their sign-on by password."""

    is_on: bool
    is_required: bool
    recovery_codes_left: int


class NewSecondFactor(msgspec.Struct, frozen=True, rename="camel"):
    """Key for the app, at the one moment at which it is shown."""

    secret: str
    address: str
    """For apps that open a link."""
    qr_code: str
    """The same as a drawing (SVG)."""


class RecoveryCodes(msgspec.Struct, frozen=True, rename="camel"):
    """Recovery codes, each for one sign-on when the app is lost; shown this once."""

    recovery_codes: list[str]


class CodeNeeded(InvalidCredentials):
    """The password is right, and a code must come with it."""

    def __init__(self, problem: str = "Enter the code from your authenticator app") -> None:
        super().__init__(problem, details=[ErrorDetail("code", problem)])


class CodesHeld(RateLimited):
    """The password is right, and too many wrong codes came with it."""

    def __init__(self, seconds: int) -> None:
        minutes = -(-seconds // 60)
        super().__init__(
            f"Too many wrong codes; try again in {minutes} minutes, or sign on"
            " with a recovery code",
            retry_after=seconds,
        )


async def read_status(snapshot: Snapshot, actor: Actor, *, required: bool) -> SecondFactorStatus:
    """Whether the caller's account has a second factor."""
    factor = await snapshot.one(FactorRow, queries.FACTOR, user_id=actor.id)
    left = await snapshot.one(int, queries.RECOVERY_CODES, user_id=actor.id)
    is_on = factor is not None and factor.confirmed_at is not None
    return SecondFactorStatus(is_on, required, (left or 0) if is_on else 0)


async def check_own(database: Database, actor: Actor, password: str) -> None:
    """Refuse a token that was given scopes, and a wrong password."""
    async with database.snapshot() as snapshot:
        await _check_whole(snapshot, actor)
        secret = await snapshot.one(SecretRow, identity_queries.SECRET, id=actor.id)
    kept = secret.password_hash if secret is not None else None
    if not await passwords.verify_password(password, kept):
        raise InvalidInput.field("password", "is not your password")


async def _check_whole(snapshot: Snapshot, actor: Actor) -> None:
    """A session that still lacks its second factor is for setting it up; other narrow tokens are not."""
    if actor.is_scoped and not await snapshot.one(
        int, identity_queries.IS_SESSION, id=actor.token_id
    ):
        raise PermissionDenied("This is not allowed with a scoped token")


async def begin(tx: Transaction, actor: Actor, *, issuer: str) -> NewSecondFactor:
    """A new secret, which counts once a code of it was given; StateConflict where there is one."""
    secret = one_time_codes.new_secret()
    if not await tx.run(queries.BEGIN, user_id=actor.id, secret=secret, now=clock.now()):
        raise StateConflict("Your account already has a second factor; turn it off first")
    address = one_time_codes.app_address(secret, issuer=issuer, account=actor.email)
    drawing = zxingcpp.write_barcode_to_svg(
        _create(address, zxingcpp.BarcodeFormat.QRCode, ec_level="M"), add_quiet_zones=True
    )
    return NewSecondFactor(secret, address, drawing)


async def confirm(tx: Transaction, actor: Actor, code: str) -> RecoveryCodes:
    """Let the second factor count from now on; the session in use may all that its user may."""
    await _check_whole(tx, actor)
    factor = await tx.one(FactorRow, queries.FACTOR, user_id=actor.id)
    if factor is None or factor.confirmed_at is not None:
        raise StateConflict("There is no second factor to confirm; begin setting it up first")
    step = one_time_codes.step_of(factor.secret, code, now=time.time(), after=factor.last_step)
    if step is None:
        raise InvalidInput.field("code", "does not match the code that the app shows now")
    secret, now = factor.secret, clock.now()
    if not await tx.run(queries.CONFIRM, user_id=actor.id, step=step, secret=secret, now=now):
        raise StateConflict("There is no second factor to confirm; begin setting it up first")
    codes = [one_time_codes.new_recovery_code() for _ in range(one_time_codes.RECOVERY_CODES)]
    await tx.run(queries.FORGET_RECOVERY_CODES, user_id=actor.id)
    digests = [one_time_codes.recovery_digest(actor.id, each) for each in codes]
    rows = [{"user_id": actor.id, "digest": digest} for digest in digests]
    await tx.run_many(queries.KEEP_RECOVERY_CODE, rows)
    if actor.is_scoped:
        await tx.run(identity_queries.WIDEN_SESSION, id=actor.token_id)
    return RecoveryCodes(codes)


def check_may_end(*, required: bool) -> None:
    """PermissionDenied where the server requires a second factor of everybody."""
    if required:
        message = (
            "This server requires a second factor, so you cannot turn it off; an administrator can"
            " reset it"
        )
        raise PermissionDenied(message)


async def end(tx: Transaction, actor: Actor) -> None:
    """Ask the caller for no code any more."""
    await _end(tx, actor.id)


async def reset(tx: Transaction, actor: Actor, user_id: UserId) -> None:
    """End somebody else's, who lost theirs; for administrators."""
    if not rules.is_full_administrator(actor):
        raise PermissionDenied("Only administrators can turn off other users' second factors")
    await identity_access.user(tx, user_id)
    await _end(tx, user_id)


async def _end(tx: Transaction, user_id: UserId) -> None:
    await tx.run(queries.FORGET_RECOVERY_CODES, user_id=user_id)
    await tx.run(queries.END, user_id=user_id)


async def take_guess(database: Database, user_id: UserId) -> bool:
    """Count an attempt by code, whatever comes of it; whether a code of the app may be looked at."""
    now = datetime.fromtimestamp(time.time(), UTC)
    until = {name: clock.stamp(now + timedelta(seconds=s)) for name, s in _HELD_SECONDS.items()}
    taken = await run_alone(
        database, queries.TAKE_GUESS, user_id=user_id, now=clock.stamp(now), **until
    )
    return bool(taken)


async def check_code(
    tx: Transaction, user_id: UserId, code: str | None, *, is_held: bool = False
) -> bool:
    """Whether the account has a second factor; CodeNeeded unless the code is one of it.

    Each code, of the app or for recovery, is taken once. CodesHeld where `is_held` and it is not
    one for recovery.
    """
    factor = await tx.one(FactorRow, queries.FACTOR, user_id=user_id)
    if factor is None or factor.confirmed_at is None:
        return False
    if not code:
        raise CodeNeeded
    now = time.time()
    step = one_time_codes.step_of(factor.secret, code, now=now, after=factor.last_step)
    if (
        not is_held
        and step is not None
        and await tx.run(queries.USE_STEP, user_id=user_id, step=step, secret=factor.secret)
    ):
        return True
    digest = one_time_codes.recovery_digest(user_id, code)
    if await tx.run(queries.USE_RECOVERY_CODE, user_id=user_id, digest=digest):
        await tx.run(queries.FORGET_GUESSES, user_id=user_id)
        return True
    if is_held and factor.held_until is not None:
        left = clock.parse_moment(factor.held_until).timestamp() - now
        raise CodesHeld(max(1, int(left)))
    raise CodeNeeded("The code is wrong or has already been used")
