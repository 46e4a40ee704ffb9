"""The inbox worked off by keys, and what others do as it happens."""

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import APPROVER, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")


@ON_SQLITE
async def test_what_waits_comes_by_itself_and_is_worked_off_by_keys(
    site: Site, new_tab: OpenTab
) -> None:
    task = await site.world.task("Measure the rib", assignee=APPROVER.id)
    part = await site.world.part("Jaw", itemNumber="JAW")
    async with new_tab(by_keys=True) as tab:
        page = tab.page
        await tab.sign_in(APPROVER)
        await tab.open("/")
        assigned = page.get_by_role("region", name="Assigned to you")
        await expect(assigned).to_contain_text("Measure the rib")
        menu = page.get_by_role("navigation", name="Main menu")
        await expect(menu.get_by_text("1 new entry")).to_be_attached()
        # Said while the page is open: it comes without a reload.
        said = {"subject": f"item:{part['id']}", "text": f"@[Alan](user:{APPROVER.id}) thicker?"}
        data(await site.api.post("/api/comments", said, as_=ENGINEER), 201)
        mentioned = page.get_by_role("region", name="Mentions you")
        await expect(mentioned).to_contain_text("thicker?")
        await expect(menu.get_by_text("2 new entries")).to_be_attached()
        await tab.check()
        await page.keyboard.press("j")
        await expect(assigned.get_by_role("link")).to_be_focused()
        await page.keyboard.press("e")
        await expect(assigned).to_have_count(0)
        await tab.use(page.get_by_role("button", name="Put back"))
        await expect(assigned).to_contain_text(task["itemNumber"])
        # What another changes appears on a page that is open.
        await tab.use(mentioned.get_by_role("link"))
        await tab.arrive("/items/JAW")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Jaw")
        await tab.use(page.get_by_role("button", name="More"))
        await page.get_by_role("menuitem", name="Watch").press("Enter")
        await expect(page.get_by_text("You watch JAW now.")).to_be_visible()
        await site.world.edit(part, name="Stiffer jaw")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Stiffer jaw")
        # What somebody does with what is watched waits at home.
        await tab.use(menu.get_by_role("link", name="Home"))
        await expect(mentioned).to_contain_text("also: Changed, which you watch")
