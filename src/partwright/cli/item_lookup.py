"""From item numbers to the items that have them."""

from collections.abc import Mapping
from typing import Any

from partwright.cli.api import ApiClient
from partwright.imports.sheets.records.rows import fold_number

PAGE = 100


async def find_item(
    api: ApiClient, number: str, where: Mapping[str, str] | None = None
) -> str | None:
    """The id of the item that has the number, whatever its letter case.

    A search finds all that holds the text, so its pages are read up to the very number.
    """
    asked = {**(where or {}), "search": number, "sort": "itemNumber:asc", "limit": PAGE}
    page = 1
    while True:
        found, total = await api.get_list(
            "/api/items", "items", dict[str, Any], {**asked, "page": page}
        )
        for item in found:
            if fold_number(item["itemNumber"]) == fold_number(number):
                return str(item["id"])
        if page * PAGE >= total:
            return None
        page += 1
