"""From item numbers to the items that have them."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.design_lookup import DesignPlace
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


class ItemIds:
    """Remembers ids; asks the server for those of the design or the library that are missing."""

    def __init__(self, api: ApiClient, place: DesignPlace) -> None:
        self._api = api
        self._place = place
        self._ids: dict[str, str] = {}
        self._whole_design_known = False

    def remember(self, number: str, item_id: str) -> None:
        self._ids[fold_number(number)] = item_id

    def id_of(self, number: str) -> str | None:
        """The id, if the number is known by now."""
        return self._ids.get(fold_number(number))

    async def learn(self, numbers: Iterable[str]) -> None:
        """Find the ids of the numbers; those without one are neither here nor in the library."""
        missing = {fold_number(number) for number in numbers} - self._ids.keys()
        if missing and not self._whole_design_known:
            await self._learn_of_design(missing)
        for number in sorted(missing - self._ids.keys()):
            await self._search(number, {}, within=(None,))

    async def _learn_of_design(self, missing: set[str]) -> None:
        """One by one or, if that is fewer requests, the whole design page by page."""
        here = {"designId": self._place.design_id, **self._place.branch()}
        first = await self._api.get("/api/items", _Items, {**here, "limit": 1})
        if len(missing) * PAGE < first.total:
            for number in sorted(missing):
                await self._search(number, here, within=(self._place.design_id,))
            return
        page = 1
        while await self._take_page(here, page):
            page += 1
        self._whole_design_known = True

    async def _take_page(self, here: dict[str, str], page: int) -> bool:
        asked = {**here, "limit": PAGE, "page": page, "sort": "itemNumber:asc"}
        found = await self._api.get("/api/items", _Items, asked)
        for item in found.items:
            self.remember(item.item_number, item.id)
        return page * PAGE < found.total

    async def _search(
        self, number: str, where: dict[str, str], *, within: tuple[str | None, ...]
    ) -> None:
        """Remember the item of the number that belongs to one of the designs."""
        async with aclosing(_numbered(self._api, number, where)) as found:
            async for item in found:
                if item.design_id in within:
                    self.remember(number, item.id)
                    return
