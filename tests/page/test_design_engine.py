"""A product described in words, asked about, changed where it is drafted, and made (journey 9)."""

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

LAMP = "A desk lamp with an arm of 600 mm and a dimmable LED of 8 W <img src=x onerror=alert(1)>"


@ON_SQLITE
async def test_a_product_is_drafted_changed_and_made(tab: Tab) -> None:
    page, keys, world = tab.page, tab.page.keyboard, tab.site.world
    program = await world.program("Lamps", members={ENGINEER: "engineer"})
    await tab.sign_in(ENGINEER)
    await tab.open("/design-engine")
    await expect(page.get_by_text("No product described yet")).to_be_visible()
    await keys.press("c")
    dialog = page.get_by_role("dialog", name="New session")
    await dialog.get_by_label("What is to be designed?").fill(LAMP)
    await dialog.get_by_label("Program").fill(program["code"])
    await dialog.get_by_role("option", name=program["code"]).click()
    await tab.check()
    await dialog.get_by_role("button", name="Begin").click()

    await expect(page.get_by_role("heading", level=1)).to_contain_text("A desk lamp")
    await page.get_by_role("button", name="Draft requirements").click()
    question = page.get_by_role("form", name="How shall the lamp be supplied?")
    await question.get_by_role("button", name="mains").click()
    drafts = page.get_by_role("tabpanel", name="Requirements")
    await expect(page.get_by_role("button", name="Confirm requirements")).to_be_visible()
    await drafts.get_by_role("button", name="Requirement: Dimmable").click()
    await page.get_by_role("textbox", name="Requirement", exact=True).fill("Dims to 5 %")
    await keys.press("Enter")
    await expect(drafts.get_by_role("row").filter(has_text="Dims to 5 %")).to_be_visible()
    await tab.check()
    # What was told is told again, and once, to whoever opens the page anew.
    await tab.page.reload()
    await expect(
        page.get_by_role("log").get_by_text("How shall the lamp be supplied?")
    ).to_have_count(1)

    await page.get_by_role("button", name="Confirm requirements").click()
    await page.get_by_role("button", name="Draft the structure").click()
    structure = page.get_by_role("tabpanel", name="Structure")
    await expect(page.get_by_role("button", name="Confirm structure")).to_be_visible()
    await structure.get_by_role("button", name="Add a part to Base assembly").click()
    await page.get_by_role("textbox", name="Name of the new part").fill("Felt pad")
    await keys.press("Enter")
    await expect(structure.get_by_role("button", name="Part: Felt pad")).to_be_visible()
    await structure.get_by_role("button", name="Remove Folding carton").click()
    await expect(structure.get_by_role("button", name="Part: Folding carton")).to_have_count(0)
    await tab.check()
    await page.get_by_role("button", name="Confirm structure").click()
    await page.get_by_role("button", name="Make the items").click()
    made = page.get_by_role("dialog", name="What will be made")
    await expect(made.get_by_text("BOM lines")).to_be_visible()
    await made.get_by_role("button", name="Make the items").click()
    await page.get_by_role("link", name="PN-").click()
    await expect(page.get_by_role("treegrid").get_by_text("Felt pad")).to_be_visible()
