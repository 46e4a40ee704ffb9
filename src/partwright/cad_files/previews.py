"""Previews of files without the program that made them, kept by the digest of their bytes."""

import asyncio
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from PIL import Image, ImageOps, UnidentifiedImageError

from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.step.structure import (
    StepNode,
    StepProduct,
    StepReader,
    StepStructure,
    StepUsage,
    nested_tree,
)
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.db.base import retry_lost_transaction
from partwright.kit.errors import NotFound
from partwright.vault import derived_queries
from partwright.vault.model import FileVersion

T = TypeVar("T")

LARGEST_PICTURE = 64 << 20
"""Bytes of a file of which a thumbnail is made."""
LARGEST_MODEL = 1 << 30
"""Bytes of a file whose product tree is read."""
MOST_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
_threads = ThreadPoolExecutor(2, thread_name_prefix="previews")
"""Few, so that neither memory nor the other requests suffer from many previews at once."""

PICTURES_AT_ONCE = 2
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

_encoder = msgspec.json.Encoder(decimal_format="number")


class ProductTree(msgspec.Struct, rename="camel", frozen=True):
    """The products of a STEP file as the wire shows them: each once, each use, and nested."""

    schema: str | None
    product_count: int
    usage_count: int
    products: list[StepProduct]
    usages: list[StepUsage]
    tree: list[StepNode]
    truncated: bool


class FilePreviews:
    """Makes previews, each once."""

    def __init__(self, database: Database, store: ContentStore) -> None:
        self._database = database
        self._store = store

    async def product_tree(self, version: FileVersion) -> bytes:
        """The JSON of a STEP file's ProductTree; NotStep for any other file."""

        async def make() -> bytes:
            found = await self.structure(version)
            return await _in_thread(lambda: _encoder.encode(_shown(found)))

        return await self._once(version, "structure", make)

    async def structure(self, version: FileVersion) -> StepStructure:
        """The products and usages of a STEP file."""
        if version.size > LARGEST_MODEL:
            raise NotAStepFile(f"only files of up to {LARGEST_MODEL >> 20} MiB are read")
        reader = StepReader()
        async with aclosing(self._store.read(version.content)) as blocks:
            async for block in blocks:
                await _in_thread(lambda part=block: reader.feed(part))
                if reader.ended:
                    break
        return await _in_thread(reader.structure)

    async def thumbnail(self, version: FileVersion, *, size: int) -> bytes:
        """A PNG that fits into a square of so many pixels; NoPicture for any other file."""

        async def make() -> bytes:
            if not 0 < version.size <= LARGEST_PICTURE:
                raise NoThumbnail(f"only files of up to {LARGEST_PICTURE >> 20} MiB are read")
            async with _slot():
                with TemporaryFile() as file:
                    await _fetch(self._store.read(version.content), file)
                    return await _in_thread(lambda: _thumbnail(file, size))

        return await self._once(version, f"thumbnail-{size}", make)

    async def _once(
        self, version: FileVersion, kind: str, make: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        async with self._database.snapshot() as snapshot:
            kept = await snapshot.one(
                bytes, derived_queries.PREVIEW, digest=version.digest, kind=kind
            )
            refused = await snapshot.one(
                bytes, derived_queries.PREVIEW, digest=version.digest, kind=f"{kind}-refused"
            )
        if kept is not None:
            return kept
        if refused is not None:
            raise _REFUSALS[kind.partition("-")[0]](refused.decode())
        try:
            body = await make()
        except (NotAStepFile, NoThumbnail) as refusal:
            await self._keep(version, f"{kind}-refused", refusal.reason.encode())
            raise
        await self._keep(version, kind, body)
        return body

    async def _keep(self, version: FileVersion, kind: str, body: bytes) -> None:
        async def keep() -> None:
            async with self._database.transaction() as tx:
                now = clock.now()
                await tx.run(
                    derived_queries.KEEP_PREVIEW,
                    digest=version.digest,
                    kind=kind,
                    body=body,
                    now=now,
                )

        await retry_lost_transaction(keep)


class NoThumbnail(NotFound):
    """The file is no image that a thumbnail can be made of."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"This file has no thumbnail: {reason}")
        self.reason = reason


_REFUSALS = {"structure": NotAStepFile, "thumbnail": NoThumbnail}
"""By the kind of preview, what is said of a file that has none."""


async def _in_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_threads, work)


def _slot() -> asyncio.Semaphore:
    """Few pictures at once are fetched and decoded, whoever asks for them."""
    return _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(PICTURES_AT_ONCE))


async def _fetch(blocks: AsyncGenerator[bytes], file: IO[bytes]) -> None:
    """Bring bytes to a file on the disk: only what is decoded stands in memory."""
    async with aclosing(blocks):
        async for block in blocks:
            await asyncio.to_thread(file.write, block)
    await asyncio.to_thread(file.seek, 0)


def _shown(found: StepStructure) -> ProductTree:
    nested, truncated = nested_tree(found)
    return ProductTree(
        found.schema,
        len(found.products),
        len(found.usages),
        found.products,
        found.usages,
        nested,
        truncated,
    )


def _thumbnail(file: IO[bytes], size: int) -> bytes:
    try:
        # The library warns of what is judged below, and of metadata that it cannot read.
        with warnings.catch_warnings(), Image.open(file, formats=_FORMATS) as picture:
            warnings.simplefilter("ignore")
            if picture.width * picture.height > MOST_PIXELS:
                raise NoThumbnail(f"it has more than {MOST_PIXELS} pixels")
            picture.draft("RGB", (size, size))
            small = ImageOps.exif_transpose(picture)
            small = small.convert("RGBA" if "A" in small.getbands() else "RGB")
            small.thumbnail((size, size))
            out = BytesIO()
            small.save(out, "PNG", optimize=True)
            return out.getvalue()
    except UnidentifiedImageError:
        raise NoThumbnail("it is not an image of a supported kind") from None
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise NoThumbnail("the image is damaged") from error
