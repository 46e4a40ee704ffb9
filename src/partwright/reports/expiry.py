"""Exports of reports do not stay for ever: they are made anew from the report."""

from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.reports.service import EXPORTS
from partwright.vault.maintenance_service import expire_contents

_DAY_SECONDS = 86_400


async def expire_exports(database: Database, contents: ContentStore, *, days: int) -> int:
    """Remove the files of exports older than so many days, 0 for none; answers how many."""
    if not days:
        return 0
    before = clock.moment_later(seconds=-days * _DAY_SECONDS)
    return await expire_contents(database, contents, owners=EXPORTS, before=before)
