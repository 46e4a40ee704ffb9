"""Checks of a place of backups: whether each is whole, and which contents none needs."""

import hashlib
from collections.abc import AsyncGenerator

import msgspec

from partwright.backups.model import BackupFailed, BackupManifest
from partwright.backups.target import BackupTarget
from partwright.kit.contents import StoredContent
from partwright.vault.maintenance_service import SHARDS


class BackupFindings(msgspec.Struct):
    """Findings of a look through backups; problems are lines for the operator."""

    objects: int = 0
    size: int = 0
    problems: list[str] = []


async def verify_backups(target: BackupTarget, names: list[str]) -> AsyncGenerator[BackupFindings]:
    """Read again all that the backups consist of; answers piece by piece.

    A content that several backups share is read once.
    """
    judged: dict[str, str | None] = {}
    for name in names:
        try:
            manifest = await target.manifest(name)
        except BackupFailed as failed:
            yield BackupFindings(problems=[str(failed)])
            continue
        for part, contents in (("database", manifest.database), ("files", manifest.contents)):
            listing = StoredContent(contents.digest, contents.size)
            found = await _judge(target, listing, judged)
            yield _named(found, name, f"list of {part}")
            if found.problems:
                continue
            async for content in target.listed(contents):
                if part == "files" and content.digest in manifest.absent:
                    continue
                yield _named(await _judge(target, content, judged), name, part)


def _named(found: BackupFindings, name: str, part: str) -> BackupFindings:
    found.problems = [f"backup {name}, {part}: {problem}" for problem in found.problems]
    return found


async def _judge(
    target: BackupTarget, content: StoredContent, judged: dict[str, str | None]
) -> BackupFindings:
    """One content: what is wrong with it is told for each backup that needs it."""
    if content.digest in judged:
        problem = judged[content.digest]
        return BackupFindings(problems=[problem] if problem else [])
    problem = judged[content.digest] = await _problem_of(target, content)
    return BackupFindings(1, content.size, [problem] if problem else [])


async def _problem_of(target: BackupTarget, content: StoredContent) -> str | None:
    digest = hashlib.sha256()
    try:
        async for block in target.contents.read(content):
            digest.update(block)
    except KeyError:
        return f"{content.checksum} is missing or cut off"
    return None if digest.hexdigest() == content.digest else f"{content.checksum} differs"


class PrunedBackups(msgspec.Struct):
    """Backups and contents that were removed with age."""

    backups: int = 0
    objects: int = 0
    size: int = 0


async def prune_backups(target: BackupTarget, *, keep: int, before: float) -> PrunedBackups:
    """Remove all but the newest backups, and the contents that none of those left needs.

    Contents that were stored after the moment stay: a backup that is being taken now may name them.
    BackupFailed, with nothing removed, where a backup that is to stay cannot be read.
    """
    async with target.working("pruning"):
        names = await target.names()
        gone, left = names[:-keep], names[-keep:]
        needed: set[str] = set()
        for name in left:
            needed |= await _digests_of(target, await target.manifest(name))
        for name in gone:
            await target.remove_manifest(name)
        pruned = PrunedBackups(backups=len(gone))
        for shard in SHARDS:
            old = [
                stored
                async for stored in target.contents.listed(shard)
                if stored.digest not in needed and stored.stored_at < before
            ]
            for stored in old:
                await target.contents.remove(stored.digest)
                pruned.objects += 1
                pruned.size += stored.size
        return pruned


async def _digests_of(target: BackupTarget, manifest: BackupManifest) -> set[str]:
    digests = {manifest.database.digest, manifest.contents.digest}
    for contents in (manifest.database, manifest.contents):
        digests |= {content.digest async for content in target.listed(contents)}
    return digests
