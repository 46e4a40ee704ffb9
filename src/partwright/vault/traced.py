"""A store of contents whose reads and writes are spans of a trace, with their bytes."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager

from partwright.kit.contents import ContentStore, ContentUpload, StoredContent, StoredObject
from partwright.kit.traces import Tracer

_BYTES = "partwright.bytes"


class _TracedDraft:
    """Bytes on their way in; what is traced is how they become safe and get their place."""

    def __init__(self, draft: ContentUpload, tracer: Tracer) -> None:
        self._draft = draft
        self._tracer = tracer
        self.write = draft.write

    async def finish(self) -> StoredContent:
        with self._tracer.measuring("vault sync") as span:
            content = await self._draft.finish()
            span.note({_BYTES: content.size})
            return content

    async def keep(self) -> StoredContent:
        with self._tracer.measuring("vault write") as span:
            content = await self._draft.keep()
            span.note({_BYTES: content.size})
            return content


class TracedContents:
    """The store within it, traced."""

    def __init__(self, store: ContentStore, tracer: Tracer) -> None:
        self._store = store
        self._tracer = tracer
        self.listed = store.listed
        self.remove = store.remove
        self.sweep = store.sweep
        self.check = store.check
        self.probe = store.probe
        self.close = store.close

    @asynccontextmanager
    async def draft(self) -> AsyncGenerator[ContentUpload]:
        async with self._store.draft() as draft:
            yield _TracedDraft(draft, self._tracer)

    async def stored(self, digest: str) -> StoredObject | None:
        with self._tracer.measuring("vault look"):
            return await self._store.stored(digest)

    async def has(self, content: StoredContent) -> bool:
        with self._tracer.measuring("vault look"):
            return await self._store.has(content)

    async def read(
        self, content: StoredContent, start: int = 0, end: int | None = None
    ) -> AsyncGenerator[bytes]:
        """The span is as long as the client takes to fetch the bytes."""
        sent = 0
        with self._tracer.measuring("vault read") as span:
            try:
                async with aclosing(self._store.read(content, start, end)) as blocks:
                    async for block in blocks:
                        sent += len(block)
                        yield block
            finally:
                span.note({_BYTES: sent})
