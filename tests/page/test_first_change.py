"""The guide `docs/guides/first-change.md`, walked by somebody who has never been here."""

import pytest
from playwright.async_api import Page

from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.first_change import change_a_resistor
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import APPROVER, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

CHECKED = ("imported", "resistor", "start-change", "redline", "released")
"""Pages that no other test checks as they are here."""


@ON_SQLITE
async def test_a_list_comes_in_and_its_resistor_is_changed_under_a_change_order(
    site: Site, new_tab: OpenTab
) -> None:
    address = {"base_url": site.url}
    async with new_tab(**address) as own, new_tab(**address) as other:
        await own.sign_in(ENGINEER)
        await other.sign_in(APPROVER)
        await own.open("/")

        async def look(page: Page, name: str) -> None:
            if name in CHECKED:
                await (own if page is own.page else other).check(themes=name == "redline")

        number = await change_a_resistor(own.page, other.page, look)
    released = data(await site.api.get(f"/api/items/by-number/{number}", as_=ENGINEER))
    assert (released["revision"], released["state"]) == ("A", "Released")
    assert released["attributes"] == {"Comment": "150R", "LibRef": "RC0603FR-07120RL"}
