"""Settings of the servers that are measured, and their first start."""

import secrets
from pathlib import Path

import msgspec

from partwright.accounts.first_start import first_start
from partwright.kit.db import open_database
from partwright.settings import Settings
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows import service as workflows


def settings_for(url: str, directory: Path, token: str) -> Settings:
    """A server that limits nobody and says little."""
    return Settings(
        data_dir=directory,
        database_url=url,
        admin_token=token,
        admin_password=secrets.token_urlsafe(16),
        rate_limit_anonymous=0,
        rate_limit_authenticated=0,
        rate_limit_login=0,
        log_level="warning",
    )


def given(settings: Settings) -> dict[str, object]:
    """The settings that are not the defaults."""
    changed = msgspec.structs.asdict(settings).items() - msgspec.structs.asdict(Settings()).items()
    return dict(changed)


async def prepare(settings: Settings) -> None:
    """Make what a server makes at its first start."""
    database = await open_database(settings.database)
    try:
        await first_start(database, settings)
        async with database.transaction() as tx:
            await workflows.ensure_defaults(tx)
            await ensure_library_branch(tx)
    finally:
        await database.close()
