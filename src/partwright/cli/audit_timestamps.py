"""`partwright audit timestamp`: what is sealed, seen by an authority outside."""

import asyncio
from pathlib import Path

from partwright.audit.timestamps import (
    TEXT,
    TOKEN,
    AuditHeads,
    TimestampRefused,
    present_heads,
    read_roots,
    take_timestamp,
)
from partwright.cli.console import CommandFailed, out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.opened_database import opened_database
from partwright.cli.output import print_json
from partwright.kit import clock


def timestamp(
    folder: Path, *, authority: str, roots: Path, json: Json = False, flags: Stores = UNSET
) -> int:
    """Have an authority (RFC 3161) stamp the last seals of commits and of the audit trail.

    Parameters
    ----------
    folder
        Where the text and its timestamp are kept: out of reach of whoever may write to the database.
    authority
        The address that takes timestamp requests, such as https://tsa.example.org/tsr.
    roots
        A file of certificates in PEM: whom an authority that counts is vouched for by.
    """
    if not folder.is_dir():
        raise CommandFailed(f"{folder}: expected a directory that is there")
    try:
        heads, token = asyncio.run(_take(flags.settings().database, authority, roots))
    except TimestampRefused as refused:
        raise CommandFailed(f"no timestamp was taken: {refused}") from refused
    when = clock.now().replace("-", "").replace(":", "").partition(".")[0]
    path = folder / f"{when}-{heads.number}{TEXT}"
    # The text last: one without its timestamp would be told as a breach.
    path.with_suffix(TOKEN).write_bytes(token)
    path.write_bytes(heads.text())
    if json:
        print_json({"commit": heads.number, "entry": heads.entry, "path": str(path)})
    else:
        out.print(f"Stamped: commit {heads.number}, entry {heads.entry}: {path}")
    return 0


async def _take(url: str, authority: str, roots: Path) -> tuple[AuditHeads, bytes]:
    trusted = read_roots(roots)
    async with opened_database(url) as database:
        heads = await present_heads(database)
    if heads is None:
        raise TimestampRefused("nothing is sealed yet")
    return heads, await take_timestamp(authority, heads.text(), trusted)
