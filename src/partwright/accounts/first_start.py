"""The first start: an empty database gets the roles and one administrator."""

import os
from pathlib import Path

import msgspec

from partwright.identity import passwords, tokens
from partwright.identity import queries as identity_queries
from partwright.identity.model import normalized_email
from partwright.identity.permissions import ADMINISTRATOR, BUILT_IN_ROLES
from partwright.kit import clock
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.ids import UserId, new_id
from partwright.settings import Settings

FILE_NAME = "first-administrator.txt"


class FirstAdministrator(msgspec.Struct, frozen=True):
    """Facts that a person has to be told once; secrets that came from the settings are left out."""

    email: str
    password: str | None
    token: str | None
    file: Path | None
    """The file with the generated secrets, readable by the server's user alone."""


class _Secrets(msgspec.Struct, frozen=True):
    password_hash: str
    token: str


async def first_start(database: Database, settings: Settings) -> FirstAdministrator | None:
    """Make the roles and the administrator; None when there already are users.

    Of several processes that start at once, one does it and the others answer None.
    """
    async with database.single_reads() as reads:
        if await reads.one(str, identity_queries.ANY_USER) is not None:
            return None
    password = None if settings.admin_password else passwords.generate_password()
    token = None if settings.admin_token else tokens.new_token_secret()
    generated = password is not None or token is not None
    told = FirstAdministrator(
        email=settings.admin_email.strip(),
        password=password,
        token=token,
        file=settings.data_dir / FILE_NAME if generated else None,
    )
    secrets = _Secrets(
        password_hash=await passwords.hashed_password(password or settings.admin_password),
        token=token or settings.admin_token,
    )

    async def make(tx: Transaction) -> bool:
        if not await _make(tx, told.email, secrets):
            return False
        # Before the commit: an administrator whose secrets are lost is worse than a stale file.
        _write(told)
        return True

    return told if await write_alone(database, make) else None


async def _make(tx: Transaction, email: str, secrets: _Secrets) -> bool:
    """Make everything, unless another process has been faster."""
    now = clock.now()
    await tx.run_many(
        identity_queries.INSERT_BUILT_IN_ROLE,
        [
            {
                "id": new_id(),
                "name": name,
                "name_key": name.casefold(),
                "description": description,
                "permissions": msgspec.json.encode(sorted(permissions)).decode(),
                "built_in": True,
                "now": now,
            }
            for name, (description, permissions) in BUILT_IN_ROLES.items()
        ],
    )
    # From here on the other process waits, and then finds a user.
    role_id = await tx.one(str, identity_queries.TAKE_RIGHTS, administrator=ADMINISTRATOR)
    user_id = UserId(new_id())
    made = await tx.run(
        identity_queries.INSERT_FIRST_USER,
        id=user_id,
        email=email,
        email_key=normalized_email(email),
        name=ADMINISTRATOR,
        password_hash=secrets.password_hash,
        now=now,
    )
    if not made:
        return False
    await tx.run(identity_queries.GIVE_ROLE, user_id=user_id, role_id=role_id)
    await tokens.store_token(
        tx, secrets.token, user_id=user_id, kind="personal", name="First start", now=now
    )
    return True


def _write(told: FirstAdministrator) -> None:
    """Write what was generated to the file, which nobody else may read at any moment."""
    if told.file is None:
        return
    told.file.parent.mkdir(parents=True, exist_ok=True)
    told.file.unlink(missing_ok=True)
    lines = [f"email: {told.email}"]
    if told.password is not None:
        lines.append(f"password: {told.password}")
    if told.token is not None:
        lines.append(f"token: {told.token}")
    descriptor = os.open(told.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
