"""A telephone: it is installed, and what waits for a vote is read, commented and voted on (journey 15)."""

import io
import json

import pytest
from PIL import Image
from playwright.async_api import Page, ViewportSize, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site, submitted_change
from tests.page.test_reflow import OUTSIDE
from tests.support.application import data
from tests.support.people import APPROVER, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"viewport": ViewportSize(width=390, height=844), "has_touch": True, "is_mobile": True}
CUT_OFF = """(dialog) => {
    const [left, right] = [dialog.getBoundingClientRect().left, dialog.getBoundingClientRect().right];
    return [...dialog.querySelectorAll("*")]
        .filter((one) => one.checkVisibility() && !one.closest(".sr-only"))
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && (box.left < left || box.right > right);
        })
        .map((one) => one.outerHTML.slice(0, 120));
}"""


async def fits(page: Page) -> None:
    """Nothing is beside the screen, nor beside the dialog that is open."""
    assert await page.evaluate(OUTSIDE) == []
    for dialog in await page.get_by_role("dialog").all():
        assert await dialog.evaluate(CUT_OFF) == []


@ON_SQLITE
async def test_a_change_is_commented_and_voted_on_with_a_thumb(
    site: Site, new_tab: OpenTab
) -> None:
    jaw = await site.world.part("Jaw", itemNumber="JAW")
    order = await submitted_change(site, jaw)
    path = f"/api/change-orders/{order['id']}"
    async with new_tab(**PHONE) as tab:
        page = tab.page
        await tab.sign_in(APPROVER)
        await tab.open("/")
        await can_be_installed(tab)
        bar = page.get_by_role("navigation", name="Main menu").last
        await bar.get_by_role("button", name="Search").tap()
        await expect(page.get_by_role("option").first).to_have_text("Scan a label")
        await page.keyboard.press("Escape")
        await page.get_by_role("region", name="Waits for your vote").get_by_role("link").tap()

        await page.get_by_role("button", name="Comment on JAW").tap()
        dialog = page.get_by_role("dialog", name="Comments on JAW")
        await dialog.get_by_role("textbox", name="Comment").fill("Thick enough now.")
        await fits(page)
        await dialog.get_by_role("button", name="Comment", exact=True).tap()
        await expect(dialog.get_by_role("article")).to_contain_text("Thick enough now.")
        await dialog.get_by_role("button", name="Close").tap()
        await page.get_by_role("button", name="Approve").tap()
        dialog = page.get_by_role("dialog", name="Approve")
        await expect(dialog).to_contain_text("Your vote counts for what this change holds now")
        await fits(page)
        await dialog.get_by_role("button", name="Approve").tap()
        await expect(dialog).to_have_count(0)
        await fits(page)
    (vote,) = data(await site.api.get(f"{path}/approvals", as_=ENGINEER))["approvals"]
    assert (vote["approver"]["userId"], vote["vote"]) == (APPROVER.id, "approve")


async def can_be_installed(tab: Tab) -> None:
    """Has what a browser wants of an application: a name, a start, a window of its own, icons that load.

    A browser without windows does not say itself whether it would install one.
    """
    protocol = await tab.context.new_cdp_session(tab.page)
    manifest = await protocol.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{tab.site.url}/manifest.webmanifest", [])
    found = (await protocol.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}
    told = json.loads(manifest["data"])
    assert (told["name"], told["start_url"], told["display"]) == ("Partwright", "/", "standalone")
    sizes: set[str] = set()
    for icon in told["icons"]:
        answer = await tab.page.request.get(f"{tab.site.url}{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(await answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(icon["sizes"])
    assert sizes == {"192x192", "512x512"}
    for shortcut in ("/search?scan=1", "/parts"):
        assert f'"url": "{shortcut}"' in manifest["data"]
