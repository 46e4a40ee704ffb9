"""One's own page: account, appearance, tokens."""

import httpx
import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.support.people import ENGINEER, PASSWORD

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)>"


@ON_SQLITE
async def test_a_person_tends_their_own_account(tab: Tab) -> None:
    page = tab.page
    await tab.sign_in(ENGINEER)
    await tab.open("/me")
    name = page.get_by_label("Name", exact=True)
    await expect(name).to_have_value(ENGINEER.name)
    await tab.check()
    await name.fill(HOSTILE)
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("button", name=f"Account of {HOSTILE}")).to_be_visible()

    await page.get_by_label("Current password").fill("not the password")
    await page.get_by_label("New password").fill("a much longer password")
    await page.get_by_role("button", name="Change password").click()
    await expect(page.get_by_label("Current password")).to_have_attribute("aria-invalid", "true")
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("button", name="Change password").click()
    await expect(page.get_by_text("Your password is changed.")).to_be_visible()

    await tab.site.api.post(
        "/api/auth/login", {"email": ENGINEER.email, "password": "a much longer password"}
    )
    await page.reload()
    there = page.get_by_role("button", name="Sign out there")
    await expect(there).to_have_count(1)
    await there.click()
    await expect(there).to_have_count(0)
    await expect(page.get_by_text("this one")).to_be_visible()

    await page.get_by_role("radio", name="Dark").check()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_text("This server sends no e-mail.")).to_be_visible()
    # E-mail is to come in the language of the page.
    async with page.expect_request(lambda asked: asked.method == "PUT") as kept:
        await page.get_by_role("radio", name="Deutsch").check()
    assert '"language":"de"' in str((await kept.value).post_data)
    await expect(page.get_by_role("heading", name="Zugriffstokens", exact=True)).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("heading", name="Darstellung")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # The texts of the administration come with its pages, whatever comes first.
    await tab.open("/admin/roles")
    await expect(page.get_by_role("heading", name="Rollen", exact=True)).to_be_visible()
    await expect(page.get_by_role("columnheader", name="Lesen")).to_be_visible()
    await expect(page.get_by_role("link", name="Entwicklung")).to_be_visible()
    await tab.open("/me")
    # Of two choices the second waits for the first, and both are kept.
    refusals: list[str] = []
    page.on("response", lambda one: refusals.append(one.url) if one.status == 412 else None)
    async with page.expect_response(
        lambda one: '"mail":"off"' in (one.request.post_data or "")
    ) as last:
        await page.get_by_role("radio", name="English").check()
        await page.get_by_role("radio", name="Never").check()
    assert '"language":"en"' in str((await last.value).request.post_data)
    assert not refusals
    await page.get_by_role("radio", name="Same as the system").check()
    await page.reload()
    await expect(page.get_by_role("radio", name="Never")).to_be_checked()

    await page.get_by_role("button", name="New token").click()
    dialog = page.get_by_role("dialog", name="New token")
    await dialog.get_by_label("Name").fill(HOSTILE)
    await dialog.get_by_label("Give it only some of my rights").check()
    await dialog.get_by_label("parts.read").check()
    await tab.check()
    await dialog.get_by_role("button", name="Create").click()
    made = await page.get_by_role("status").locator("code").inner_text()
    await expect(page.get_by_text("1 right", exact=False)).to_be_visible()
    await tab.check()
    site = tab.site.url
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {made}"}) as http:
        assert (await http.get(f"{site}/api/parts")).status_code == 200
        assert (await http.get(f"{site}/api/documents")).status_code == 403
        await page.get_by_role("button", name=f"Revoke {HOSTILE}").click()
        await page.get_by_role("button", name="Revoke it now").click()
        await expect(page.get_by_text(f"{HOSTILE} is revoked.")).to_be_visible()
        await expect(page.get_by_role("button", name=f"Revoke {HOSTILE}")).to_be_hidden()
        assert (await http.get(f"{site}/api/parts")).status_code == 401
