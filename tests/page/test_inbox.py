"""The inbox worked off by keys, and what others do as it happens."""

import asyncio
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site, submitted_change
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER

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
        await tab.arrive("/items/JAW/discussion")
        await expect(page.get_by_role("article")).to_contain_text("thicker?")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Jaw")
        await tab.use(page.get_by_role("button", name="More"))
        await page.get_by_role("menuitem", name="Watch").press("Enter")
        await expect(page.get_by_text("You are now watching JAW.")).to_be_visible()
        await site.world.edit(part, name="Stiffer jaw")
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Stiffer jaw")
        await _misses_nothing_while_it_begins(tab, part)
        # What somebody does with what is watched waits at home.
        await tab.use(menu.get_by_role("link", name="Home"))
        await expect(mentioned).to_contain_text("also: Changed; you are watching it")


@ON_SQLITE
async def test_a_vote_is_given_in_the_inbox_on_what_was_read(site: Site, new_tab: OpenTab) -> None:
    jaw = await site.world.part("Jaw", itemNumber="JAW")
    order = await submitted_change(site, jaw)
    await site.world.task("Measure the rib", assignee=APPROVER.id)
    path = f"/api/change-orders/{order['id']}"

    async def digest() -> str:
        return data(await site.api.get(f"{path}/approvals", as_=ENGINEER))["contentDigest"]

    async with new_tab(by_keys=True) as tab:
        page = tab.page
        await tab.sign_in(APPROVER)
        await tab.open("/")
        waiting = page.get_by_role("region", name="Waits for your vote")
        await expect(waiting.get_by_role("listitem")).to_have_count(1)
        await expect(waiting).to_contain_text(f"{ENGINEER.name} asks for your vote.")
        dialog = page.get_by_role("dialog", name=f"Approve: {order['itemNumber']}")
        await _press_until_shown(page, "j", waiting.locator("a:focus"))
        await _press_until_shown(page, "v", page.get_by_role("dialog"))
        await expect(dialog).to_contain_text("Stiffer jaw")
        # What is typed stays when another one sends the change back, and when it comes again.
        comment = dialog.get_by_label("Comment")
        await tab.write(comment, "Good")
        data(await site.api.post(f"{path}/reject", {}, as_=ADMINISTRATOR))
        await expect(dialog.get_by_role("alert")).to_contain_text("not possible any more")
        await expect(dialog.get_by_role("button", name="Approve")).to_be_disabled()
        await _is_sent_back(new_tab, order)
        data(await site.api.post(f"{path}/submit", {}, as_=ENGINEER))
        await expect(dialog.get_by_role("alert")).to_have_count(0)
        await expect(comment).to_have_value("Good")
        read = await digest()
        await expect(dialog.get_by_role("code")).to_have_text(read)
        await tab.check()
        # Another one edits what is voted on; the vote is not counted for it unseen.
        await site.world.edit(jaw, material="steel")
        await tab.use(dialog.get_by_role("button", name="Approve"))
        await expect(dialog.get_by_role("alert")).to_contain_text("no longer what you have read")
        await expect(dialog.get_by_role("code")).to_have_text(await digest())
        assert await digest() != read
        await tab.check()
        approve = dialog.get_by_role("button", name="Approve")
        await expect(approve).to_have_attribute("aria-busy", "false")
        await tab.use(approve)
        await expect(dialog).to_have_count(0)
        await expect(waiting).to_have_count(0)
        # Keys go on with the next entry.
        assigned = page.get_by_role("region", name="Assigned to you")
        await expect(assigned.get_by_role("link")).to_be_focused()
    votes = data(await site.api.get(f"{path}/approvals", as_=ENGINEER))["approvals"]
    (vote,) = (one for one in votes if one["approver"]["userId"] == APPROVER.id)
    assert (vote["approver"]["userId"], vote["vote"], vote["current"]) == (
        APPROVER.id,
        "approve",
        True,
    )


async def _is_sent_back(new_tab: OpenTab, order: dict[str, Any]) -> None:
    """Whoever asked for votes reads who sent the change back, and goes to it by keys."""
    async with new_tab(by_keys=True) as tab:
        await tab.sign_in(ENGINEER)
        await tab.open("/")
        back = tab.page.get_by_role("region", name="Sent back to you")
        await expect(back).to_contain_text(f"{ADMINISTRATOR.name} sent {order['itemNumber']} back")
        await tab.check()
        await tab.use(back.get_by_role("link"))
        await tab.arrive(f"/changes/{order['itemNumber']}*")


async def _press_until_shown(page: Page, key: str, shown: Locator) -> None:
    """Press a key until what it opens is there: the page may not listen to it at once."""
    for timeout in (3_000, 3_000, 3_000, 15_000):
        await page.keyboard.press(key)
        with suppress(AssertionError):
            await expect(shown).to_be_visible(timeout=timeout)
            return
    raise AssertionError(f"{key} opens nothing")


async def _misses_nothing_while_it_begins(tab: Tab, part: dict[str, Any]) -> None:
    """What is changed after a page read it and before it follows the events appears all the same."""
    first, second = tab.page, await tab.context.new_page()
    # The second one listens to the first, and its browser tells it nothing of the position.
    await second.add_init_script("performance.getEntriesByType = () => []")
    asked = await _change_before_it_follows(tab, first, part, name="Jaw at first")
    assert re.search(r"after=\d", asked)
    asked = await _change_before_it_follows(tab, second, part, name="Jaw then")
    assert "before=now" in asked
    # Whoever listened goes on by itself when the other is closed.
    await first.goto("about:blank")
    await tab.site.world.edit(part, name="Jaw at last")
    await expect(second.get_by_role("heading", level=1)).to_contain_text("Jaw at last")
    await second.close()
    await tab.open("/items/JAW")


async def _change_before_it_follows(tab: Tab, page: Page, part: dict[str, Any], name: str) -> str:
    """Answers what the page asked of the feed first."""
    may_follow = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_follow.wait()
        await route.continue_()

    await page.route("**/api/events?*", hold)
    heading = page.get_by_role("heading", level=1)
    async with page.expect_request("**/api/events?*") as asked:
        await page.goto(f"{tab.site.url}/items/JAW")
        await expect(heading).to_contain_text(re.compile("jaw", re.IGNORECASE))
    await tab.site.world.edit(part, name=name)
    may_follow.set()
    await expect(heading).to_contain_text(name)
    await page.unroute_all(behavior="wait")
    return (await asked.value).url
