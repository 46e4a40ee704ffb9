"""Designs and programs: what members see, and what others are told (journey 12)."""

import re

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, OUTSIDER, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<script>alert(1)</script>"


@ON_SQLITE
async def test_a_program_is_made_filled_and_hidden_from_others(
    site: Site, new_tab: OpenTab
) -> None:
    async with new_tab() as tab:
        page = tab.page
        await tab.sign_in(ADMINISTRATOR)
        await tab.open("/programs")
        await page.get_by_role("button", name="New program").first.click()
        dialog = page.get_by_role("dialog", name="New program")
        await dialog.get_by_label("Name").fill(HOSTILE)
        code = dialog.get_by_label("Code")
        await code.fill("VENUS")
        await site.world.program("Venus", code="VENUS")
        await dialog.get_by_role("button", name="Create").click()
        await expect(code).to_have_attribute("aria-invalid", "true")
        # The reason goes as something else is typed.
        await code.fill("MARS")
        await expect(code).not_to_have_attribute("aria-invalid", "true")
        await tab.check()
        await dialog.get_by_role("button", name="Create").click()
        await tab.arrive("/programs/MARS")
        await expect(page.get_by_role("heading", level=1, name=HOSTILE)).to_be_visible()
        await page.get_by_role("combobox", name="Person").fill(VIEWER.name[:5].lower())
        await expect(page.get_by_role("option", name=VIEWER.name)).to_be_visible()
        await tab.check()
        await page.keyboard.press("Enter")
        await page.get_by_label("Role", exact=True).select_option(label="Viewer")
        await page.get_by_role("button", name="Add").click()
        await expect(page.get_by_role("heading", name="2 members")).to_be_visible()
        await tab.check()

        await tab.open("/designs")
        await page.get_by_role("button", name="New design").first.click()
        dialog = page.get_by_role("dialog", name="New design")
        await dialog.get_by_label("Name").fill("Rover")
        await dialog.get_by_role("combobox", name="Program").fill("mars")
        await expect(dialog.get_by_role("option", name=f"MARS {HOSTILE}")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_visible()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await dialog.get_by_role("button", name="Create").click()
        await tab.arrive("/designs/ROVER")
        await site.world.as_(ADMINISTRATOR).part(HOSTILE, designId=(await design_id(site)))
        await page.reload()
        await expect(page.get_by_role("heading", name="Commits of main")).to_be_visible()
        await expect(page.get_by_text("1 item added")).to_have_count(1)
        await tab.check()
        await page.get_by_role("button", name="Edit").click()
        dialog = page.get_by_role("dialog", name="Edit ROVER")
        await expect(dialog.get_by_role("combobox", name="Program")).to_have_value(
            f"MARS  {HOSTILE}"
        )
        await dialog.get_by_label("Name").fill("Rover II")
        # Another is faster: both values stand there, and nothing typed is lost.
        path = f"/api/designs/{await design_id(site)}"
        theirs = {"name": "Rover B", "description": "Theirs"}
        data(await site.api.put(path, theirs, as_=ADMINISTRATOR))
        await dialog.get_by_role("button", name="Save").click()
        await expect(dialog.get_by_role("alert")).to_contain_text("Somebody else has saved this")
        await expect(dialog.get_by_text("Now: Rover B")).to_be_visible()
        await expect(dialog.get_by_label("Name")).to_have_value("Rover II")
        await tab.check()
        await dialog.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("heading", level=1, name="Rover II")).to_be_visible()
        assert data(await site.api.get(path, as_=ADMINISTRATOR))["description"] == "Theirs"

    async with new_tab() as tab:
        await tab.sign_in(VIEWER)
        await tab.open("/programs/MARS")
        reason = "Only leads of the program can change its members."
        await expect(tab.page.get_by_role("paragraph").filter(has_text=reason)).to_be_visible()
        role = tab.page.get_by_label(f"Role of {ADMINISTRATOR.name}")
        await expect(role).to_be_disabled()
        await tab.reach(role)
        await expect(role).to_have_accessible_description(re.compile("Only leads"))
        await tab.check()

    async with new_tab() as tab:
        page = tab.page
        await tab.sign_in(OUTSIDER)
        await tab.open("/programs/MARS")
        await expect(page.get_by_text("There is no such program")).to_be_visible()
        await tab.open("/designs/ROVER")
        await expect(page.get_by_text("There is no such design")).to_be_visible()
        await tab.check()
        # What stands in place of a page has its heading, and names the window.
        for path, told in (("/items/ROVER-1", "Not found"), ("/nowhere", "There is no such page")):
            await tab.go(path)
            await expect(page.get_by_role("heading", level=1, name=told)).to_be_visible()
            await expect(page).to_have_title(f"{told} · Partwright")
        await tab.open("/parts")
        await expect(page.get_by_text("Nothing here yet")).to_be_visible()


async def design_id(site: Site) -> str:
    answer = await site.api.get("/api/designs", params={"code": "ROVER"}, as_=ADMINISTRATOR)
    found: str = answer.json()["data"]["designs"][0]["id"]
    return found
