"""Exports, packages and shares by the page, and what is taken back there."""

import zipfile

import httpx
import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.support.application import data
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)>"


@ON_SQLITE
async def test_a_structure_is_exported_packed_and_shared(tab: Tab) -> None:
    page, world, site = tab.page, tab.site.world, tab.site
    arm = await world.part("Arm", itemNumber="ARM")
    servo = await world.part(HOSTILE, itemNumber="SERVO")
    await world.relate(arm, servo, quantity=6)
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM")
    more = page.get_by_role("button", name="More", exact=True)
    dialog = page.get_by_role("dialog")

    await page.get_by_role("link", name="Structure", exact=True).click()
    await page.get_by_role("button", name="Export the structure").click()
    await dialog.get_by_label("Format").select_option(label="CSV")
    await dialog.get_by_role("checkbox", name="State").uncheck()
    await dialog.get_by_role("checkbox", name="Material").check()
    await dialog.get_by_label("Save these columns as").fill("Purchasing")
    await tab.check()
    async with page.expect_download() as taken:
        await dialog.get_by_role("button", name="Export").click()
    written = (await (await taken.value).path()).read_text("utf-8-sig").splitlines()
    assert (await taken.value).suggested_filename == "ARM.csv"
    assert "Material" in written[0]
    assert "State" not in written[0]
    assert "SERVO" in written[-1]
    await expect(dialog).to_have_count(0)
    views = data(await site.api.get("/api/views", params={"of": "bom"}, as_=ENGINEER))["views"]
    assert [views[0]["name"], "material" in views[0]["columns"]] == ["Purchasing", True]

    await more.click()
    await page.get_by_role("menuitem", name="Package with files").click()
    await tab.check()
    # A package that does not come is told, and the choice stands.
    await tab.context.set_offline(True)
    await dialog.get_by_role("button", name="Download").click()
    told = page.get_by_role("region", name="Notifications")
    await expect(told).to_contain_text("cannot be reached")
    await tab.context.set_offline(False)
    await expect(page.get_by_text("What is open stays readable")).to_have_count(0)
    tab.problems.clear()
    async with page.expect_download() as taken:
        await dialog.get_by_role("button", name="Download").click()
    with zipfile.ZipFile(await (await taken.value).path()) as packed:
        assert any(name.endswith("manifest.json") for name in packed.namelist())

    await more.click()
    await page.get_by_role("menuitem", name="Share by link").click()
    await dialog.get_by_role("checkbox", name="Manufacturer", exact=True).check()
    await dialog.get_by_label("Message to the visitor").fill(HOSTILE)
    await tab.check()
    # What the browser would hold back is told beside its field, and leads there.
    until = dialog.get_by_label("Valid until")
    day = await until.input_value()
    await until.evaluate("(field) => field.removeAttribute('min')")
    await until.fill("2020-01-01")
    # What is wrong in another dialog is nothing of this one.
    await page.evaluate("""() => {
        const other = document.createElement("dialog")
        other.append(document.createElement("input"))
        other.firstChild.ariaInvalid = "true"
        document.body.prepend(other)
    }""")
    await dialog.get_by_role("button", name="Create link").click()
    await expect(dialog.get_by_text("must be in the future")).to_be_visible()
    await expect(until).to_be_focused()
    await until.fill(day)
    await dialog.get_by_role("button", name="Create link").click()
    link = await dialog.get_by_label("Link").input_value()
    await dialog.get_by_role("button", name="Done").click()
    await tab.page.goto(link)
    await tab.check()
    # On a phone nothing of a line is beside the screen, and figures say what they are.
    await page.set_viewport_size({"width": 360, "height": 780})
    line = page.get_by_role("row").filter(has_text="SERVO")
    wide = "(row) => [...row.cells].some((c) => c.getBoundingClientRect().right > innerWidth)"
    assert not await line.evaluate(wide)
    await expect(line.locator("[data-label=Quantity]")).to_be_in_viewport(ratio=1)
    await tab.check()
    await page.set_viewport_size({"width": 1440, "height": 900})
    async with httpx.AsyncClient() as visitor:
        shown = await visitor.get(link, headers={"Accept": "application/json"})
        assert "SERVO" in shown.text
        assert '"manufacturer"' in shown.text
        await tab.open("/me")
        shared = page.get_by_role("region", name="Links that were given out")
        await expect(shared).to_contain_text(HOSTILE)
        await shared.get_by_role("button", name="2 visits").click()
        await expect(shared.get_by_role("list", name="Visits")).to_contain_text("page")
        await tab.check()
        await shared.get_by_role("button", name="End").click()
        await expect(shared).to_contain_text("ended on")
        assert (await visitor.get(link)).status_code == 404


@ON_SQLITE
async def test_a_commit_and_a_deletion_are_taken_back(tab: Tab) -> None:
    page, world = tab.page, tab.site.world
    design = await world.design("Gripper")
    jaw = await world.part("Jaw", itemNumber="JAW", designId=design["id"])
    await world.edit(jaw, material="brass")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/JAW/history")
    changed = page.get_by_role("listitem").filter(has_text="brass")
    await changed.get_by_role("button", name="Take back").click()
    dialog = page.get_by_role("dialog", name="Take this commit back?")
    await expect(dialog).to_contain_text("1 item changed")
    await dialog.get_by_label("Why").fill("Steel after all")
    await tab.check()
    await dialog.get_by_role("button", name="Take back").click()
    await expect(dialog).to_have_count(0)
    assert (await world.get(jaw))["material"] is None

    # The same change once more stands against what was made of it since.
    await world.edit(jaw, material="copper")
    await world.edit(jaw, material="iron")
    await page.reload()
    changed = page.get_by_role("listitem").filter(has_text="copper").last
    await changed.get_by_role("button", name="Take back").click()
    await dialog.get_by_role("button", name="Take back").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("nothing has changed")
    await tab.check()
    await page.keyboard.press("Escape")

    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("menuitem", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await tab.arrive("/parts")
    await page.get_by_role("button", name="Restore").click()
    await tab.arrive("/items/JAW")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Jaw")
    assert (await world.get(jaw))["material"] == "iron"
