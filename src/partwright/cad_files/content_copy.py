"""A content of the vault as a file on the disk, for processes that read files alone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path


async def copy_content(
    blocks: AsyncGenerator[bytes], path: Path, *, begins_with: bytes = b""
) -> bool:
    """Write the blocks to a file; False as soon as the first lacks a word that it must have."""
    is_first = True
    with path.open("wb") as file:
        async with aclosing(blocks):
            async for block in blocks:
                if is_first and begins_with not in block:
                    return False
                is_first = False
                await asyncio.to_thread(file.write, block)
    return not is_first or not begins_with
