"""From item numbers to the items that have them."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec

from partwright.cli.api import ApiClient
from partwright.imports.sheets.rows import fold_number

PAGE = 100


class _Item(msgspec.Struct, rename="camel"):
    id: str
    item_number: str
    design_id: str | None


class _Items(msgspec.Struct):
    items: list[_Item]
    total: int


async def find_item(
    api: ApiClient, number: str, where: Mapping[str, str] | None = None
) -> str | None:
    """The id of the item that has the number, whatever its letter case."""
    async with aclosing(_numbered(api, number, where or {})) as found:
        async for item in found:
            return item.id
    return None


async def _numbered(api: ApiClient, number: str, where: Mapping[str, str]) -> AsyncGenerator[_Item]:
    """A search finds all that holds the text, so its pages are read up to the very number."""
    page = 1
    while True:
        asked = {**where, "search": number, "sort": "itemNumber:asc", "limit": PAGE, "page": page}
        found = await api.get("/api/items", _Items, asked)
        for item in found.items:
            if fold_number(item.item_number) == fold_number(number):
                yield item
        if page * PAGE >= found.total:
            return
        page += 1
