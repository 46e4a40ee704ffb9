"""Contents carried from one store to another, each checked on the way."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import msgspec

from partwright.kit.contents import ContentStore, StoredContent

_AT_ONCE = 4


class CopiedContents(msgspec.Struct):
    """Contents that were carried over, and those that could not be."""

    objects: int = 0
    size: int = 0
    absent: list[str] = []
    """Digests of contents that are missing or are not what they were."""

    def add(self, more: "CopiedContents") -> None:
        self.objects += more.objects
        self.size += more.size
        self.absent += more.absent


async def copy_missing(
    source: ContentStore,
    target: ContentStore,
    wanted: AsyncIterator[StoredContent],
    present: dict[str, int],
) -> AsyncIterator[CopiedContents]:
    """Carry over what the target has not; answers piece by piece, in the order of the list."""
    batch: list[StoredContent] = []
    async for content in wanted:
        if present.get(content.digest) == content.size:
            continue
        batch.append(content)
        if len(batch) == _AT_ONCE:
            yield await _copy_batch(source, target, batch)
            batch = []
    yield await _copy_batch(source, target, batch)


async def _copy_batch(
    source: ContentStore, target: ContentStore, batch: Sequence[StoredContent]
) -> CopiedContents:
    told = CopiedContents()
    async with asyncio.TaskGroup() as group:
        copying = [(one, group.create_task(_copy(source, target, one))) for one in batch]
    for content, task in copying:
        if task.result():
            told.add(CopiedContents(1, content.size))
        else:
            told.absent.append(content.digest)
    return told


async def _copy(source: ContentStore, target: ContentStore, content: StoredContent) -> bool:
    """Whether the content is in the target now, and is itself."""
    async with target.draft() as draft:
        try:
            async for block in source.read(content):
                await draft.write(block)
        except KeyError:
            return False
        if await draft.finish() != content:
            return False
        await draft.keep()
        return True
