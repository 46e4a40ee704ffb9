"""Lists as spreadsheets: keys, edits, what others do meanwhile, and content that would be code."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import APPROVER, ENGINEER, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)> ' onclick=alert(1) {{1+1}}"


async def make_parts(site: Site, count: int) -> None:
    """Parts P-00000, P-00001, ... by the engineer."""
    design = await site.world.design("Frame")
    for start in range(0, count, 500):
        rows = [
            {"itemNumber": f"P-{n:05}", "name": f"Bracket {n}", "partType": "Purchase"}
            for n in range(start, min(start + 500, count))
        ]
        body = {"designId": design["id"], "rows": rows}
        made = await site.api.post("/api/import/parts", body, as_=ENGINEER)
        assert made.status_code in (200, 201), made.text


def cell(page: Page, row: str, column: int) -> Locator:
    """A cell of the row that shows a text, by the number of its column."""
    return page.get_by_role("row").filter(has_text=row).get_by_role("gridcell").nth(column)


async def paste(page: Page, text: str) -> None:
    """Text from the clipboard, where the focus is."""
    await page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer()
            clipboardData.setData('text/plain', text)
            const told = {bubbles: true, cancelable: true, clipboardData}
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', told))
        }""",
        text,
    )


@ON_SQLITE
async def test_a_list_is_edited_by_keyboard_alone(tab: Tab) -> None:
    page, keys, site = tab.page, tab.page.keyboard, tab.site
    await make_parts(site, 30)
    await tab.sign_in(ENGINEER)
    # What others do is followed a while after the page has begun.
    async with page.expect_response(lambda answer: "/api/events?" in answer.url):
        await tab.open("/parts?sort=itemNumber:asc")
    grid = page.get_by_role("grid", name="Parts")
    await expect(cell(page, "P-00000", 1)).to_have_text("Bracket 0")
    await tab.check()
    # A list that was just opened takes them at once.
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "F2"):
        await keys.press(key)
    await keys.type(HOSTILE)
    await keys.press("Enter")
    await expect(page.get_by_text("Saved.")).to_be_visible()
    await expect(cell(page, "P-00002", 1)).to_have_text(HOSTILE)
    await expect(grid).to_be_focused()
    found = data(await site.api.get("/api/items", params={"search": "P-00002"}, as_=ENGINEER))
    assert found["items"][0]["name"] == HOSTILE

    # The cursor went on to the next row, which somebody else changes while it is edited.
    (third,) = data(await site.api.get("/api/items", params={"search": "P-00003"}, as_=ENGINEER))[
        "items"
    ]
    changed = {"name": "Theirs"}
    await keys.press("F2")
    await keys.type("Mine")
    refused = await site.api.put(f"/api/items/{third['id']}", changed, as_=APPROVER)
    assert refused.status_code == 403
    # The list hears of it at once, and leaves alone what is being edited.
    async with page.expect_response(lambda answer: "/api/items?" in answer.url):
        await site.api.put(f"/api/items/{third['id']}", changed, as_=ENGINEER)
    await keys.press("Enter")
    await expect(page.get_by_text("Somebody else changed this in the meantime.")).to_be_visible()
    await expect(cell(page, "P-00003", 1)).to_have_text("Theirs")
    await tab.check()

    # A row that was scrolled away comes back to be edited.
    await grid.evaluate("(grid) => grid.scrollTo(0, grid.scrollHeight)")
    await expect(grid.get_by_role("columnheader").first).to_be_in_viewport()
    await expect(cell(page, "P-00029", 1)).to_be_visible()
    await keys.press("Enter")
    await expect(grid.get_by_role("textbox")).to_be_focused()
    await keys.press("Escape")
    await expect(grid).to_be_focused()

    # The inspector follows the cursor; the address keeps what the page shows.
    await keys.press("ArrowUp")
    await keys.press("ArrowUp")
    await keys.press("Space")
    inspector = page.get_by_role("complementary", name="Inspector")
    await expect(inspector.get_by_text(HOSTILE)).to_be_visible()
    await tab.check()
    await page.get_by_label("Number or name contains").fill("P-0002")
    await expect(page.get_by_role("row")).to_have_count(11)
    await page.reload()
    await expect(page.get_by_role("row")).to_have_count(11)
    await expect(inspector).to_be_visible()

    # So does that of all items, which have types.
    here = page.url
    await tab.open("/items?type=Document,Task")
    await expect(page.get_by_text("Nothing matches")).to_be_visible()
    await page.goto(here)

    # In German the server's own words are German, shown and pasted; on the wire they are not.
    await page.evaluate("localStorage.setItem('partwright.language', '\"de\"')")
    await page.reload()
    await expect(cell(page, "P-00020", 3)).to_have_text("Entwurf")
    await expect(cell(page, "P-00020", 4)).to_have_text("Kauf")
    await cell(page, "P-00020", 4).click()
    await paste(page, "fertigung")
    await expect(cell(page, "P-00020", 4)).to_have_text("Fertigung")
    found = data(await site.api.get("/api/items", params={"search": "P-00020"}, as_=ENGINEER))
    assert found["items"][0]["partType"] == "Manufacture"
    await cell(page, "P-00020", 6).click()
    await paste(page, "1,25 kg")
    await expect(cell(page, "P-00020", 6)).to_have_text("1,25 kg")
    # What is refused stays to be read, and covers nothing of what can be done.
    await paste(page, "2 Steine")
    await expect(page.get_by_text("Nicht gespeichert: 2 Steine")).to_be_visible()
    await keys.press("ControlOrMeta+a")
    await page.get_by_role("button", name="Bearbeiten").click(trial=True)
    await keys.press("Escape")

    await cell(page, "P-00020", 4).click()
    # Without the network nothing is kept to be sent later, when nobody thinks of it any more.
    await tab.context.set_offline(True)
    await expect(page.get_by_text("Gelesenes bleibt")).to_be_visible()
    await paste(page, "kauf")
    await expect(page.get_by_text("Der Server ist nicht erreichbar.").first).to_be_visible()
    await tab.context.set_offline(False)
    await expect(page.get_by_text("Gelesenes bleibt")).to_have_count(0)
    await expect(cell(page, "P-00020", 4)).to_have_text("Fertigung")
    tab.problems.clear()


@ON_SQLITE
async def test_viewers_are_told_why_they_cannot_write(tab: Tab) -> None:
    """Journey 11, for lists."""
    page = tab.page
    await make_parts(tab.site, 3)
    await tab.sign_in(VIEWER)
    await tab.open("/parts?sort=itemNumber:asc")
    await expect(cell(page, "P-00000", 1)).to_have_text("Bracket 0")
    create = page.get_by_role("button", name="New part")
    await expect(create).to_be_disabled()
    await expect(create).to_have_accessible_description(
        "You may not create these; ask for the role Engineer."
    )
    # Nothing leads to what they may not do.
    menu = page.get_by_role("navigation").first
    await expect(menu.get_by_role("link", name="Reports")).to_be_visible()
    await expect(menu.get_by_role("link", name="Import")).to_have_count(0)
    await page.get_by_role("grid", name="Parts").focus()
    await page.keyboard.press("c")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("F2")
    told = "You may not change this; ask for the role Engineer."
    await expect(page.get_by_role("region", name="Notifications").get_by_text(told)).to_be_visible()
    await expect(page.get_by_role("grid").get_by_role("textbox")).to_have_count(0)
    await tab.check()


@ON_SQLITE
async def test_one_goes_from_a_record_to_the_next_of_its_list(tab: Tab) -> None:
    page, keys = tab.page, tab.page.keyboard
    await make_parts(tab.site, 4)
    await tab.sign_in(ENGINEER)
    # No list has led here yet.
    await tab.open("/items/P-00003/history")
    ends = page.get_by_text("No list leads on from here.")
    title = page.get_by_role("heading", level=1)
    await expect(title).to_contain_text("P-00003")
    await keys.press("]")
    await expect(ends).to_be_visible()
    await page.get_by_role("link", name="Parts").first.click()
    await tab.go("/parts?sort=itemNumber:asc")
    await expect(page.get_by_role("row").nth(1)).to_contain_text("P-00000")
    await page.get_by_role("row").filter(has_text="P-00001").dblclick()
    await page.get_by_role("link", name="History").click()
    await tab.arrive("/items/P-00001/history")
    for key, number in (("]", "P-00002"), ("[", "P-00001"), ("[", "P-00000")):
        await keys.press(key)
        await tab.arrive(f"/items/{number}/history")
        await expect(title).to_contain_text(number)
    # Loaded anew, the page still knows the rows that had been read.
    await page.reload()
    await expect(title).to_contain_text("P-00000")
    await keys.press("[")
    await expect(ends).to_be_visible()
    await keys.press("]")
    await tab.arrive("/items/P-00001/history")
