"""Writes by keys that no other journey does, and the list of them all held against the sources."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.keyboard_writes import KEYBOARD_WRITES
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER

_SOURCES = Path(__file__).parents[2] / "web" / "src"
_SLICES = ("structure", "versions", "graph", "changes", "comments", "inbox", "workflows")
_OF_ITEM = ("attributes", "check-out-button", "field-edit", "item-actions", "move-dialog")
_WRITE = re.compile(r"(?:const (\w+) = |return )use(?:Write|HeldEdit)\b|write=\{\{")


def test_every_write_of_the_pages_is_listed() -> None:
    files = [path for name in _SLICES for path in (_SOURCES / name).glob("*.ts*")]
    files += [_SOURCES / "items" / f"{name}.tsx" for name in (*_OF_ITEM, "start-change-dialog")]
    found = {
        f"{path.relative_to(_SOURCES).as_posix()} {name}".strip()
        for path in files
        for name in _WRITE.findall(path.read_text())
    }
    assert {one.place for one in KEYBOARD_WRITES} == found


@ON_SQLITE
@pytest.mark.asyncio(loop_scope="session")
async def test_an_item_is_held_moved_changed_and_deleted(tab_by_keys: Tab) -> None:
    tab, page, site = tab_by_keys, tab_by_keys.page, tab_by_keys.site
    design = await site.world.design("Press")
    await site.world.part("Punch", itemNumber="PUNCH", designId=design["id"])
    await tab.sign_in(ADMINISTRATOR)
    await tab.open("/items/PUNCH")
    await tab.use(page.get_by_role("button", name="Check out"))
    await tab.use(page.get_by_role("button", name="Undo check-out"))
    await tab.use(page.get_by_role("button", name="Check out"))
    await tab.use(page.get_by_role("button", name="Check in"))
    await expect(page.get_by_role("button", name="Check out")).to_be_visible()
    for name, then in (("Lock", "Unlock"), ("Unlock", "Lock"), ("Watch", "Stop watching")):
        await choose(tab, name)
        await tab.use(page.get_by_role("button", name="More", exact=True))
        await expect(page.get_by_role("menuitem", name=then)).to_be_visible()
        await page.keyboard.press("Escape")
    await choose(tab, "Stop watching")
    await tab.use(page.get_by_role("button", name="Add an attribute"))
    dialog = page.get_by_role("dialog")
    await tab.write(dialog.get_by_label("Name"), "Hardness")
    await tab.write(dialog.get_by_label("Value"), "60 HRC")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("60 HRC")).to_be_visible()
    # Put away, and brought back from what says so.
    await choose(tab, "Delete")
    await tab.use(dialog.get_by_role("button", name="Delete"))
    await tab.arrive("/parts")
    await tab.use(page.get_by_role("button", name="Restore"))
    await tab.arrive("/items/PUNCH")
    await expect(page.get_by_role("main")).to_be_focused()
    for step in ("Submit", "Approve"):
        await choose(tab, step)
        await tab.use(dialog.get_by_role("button", name=step))
        await expect(dialog).to_have_count(0)
    await tab.use(page.get_by_role("button", name="Start a change"))
    await tab.write(dialog.get_by_label("What is to change"), "Harder punch")
    await page.keyboard.press("Enter")
    await tab.arrive("/items/PUNCH?at=eco/*")
    await tab.check()


@ON_SQLITE
@pytest.mark.asyncio(loop_scope="session")
async def test_keys_stay_in_a_menu_whose_entry_goes_away(tab_by_keys: Tab) -> None:
    tab, page, site = tab_by_keys, tab_by_keys.page, tab_by_keys.site
    punch = await site.world.part("Punch", itemNumber="PUNCH")
    await site.world.move(punch, "Submit")
    await tab.sign_in(ADMINISTRATOR)
    await tab.open("/items/PUNCH")
    await tab.use(page.get_by_role("button", name="More", exact=True))
    entries = page.get_by_role("menuitem")
    await expect(entries.filter(has_text="Approve")).to_be_visible()
    await page.keyboard.press("Home")
    await site.world.as_(ADMINISTRATOR).move(punch, "Approve")  # by somebody else
    await expect(entries.filter(has_text="Approve")).to_have_count(0)
    await expect(entries.first).to_be_focused()
    await page.keyboard.press("End")
    await expect(entries.last).to_be_focused()


async def choose(tab: Tab, name: str) -> None:
    """Take an entry of the item's menu, by arrows."""
    page = tab.page
    await tab.use(page.get_by_role("button", name="More", exact=True))
    entry = page.get_by_role("menuitem", name=re.compile(f"^{name}"))
    await expect(entry).to_be_visible()
    for _ in range(20):
        if await entry.evaluate("(entry) => entry === document.activeElement"):
            break
        await page.keyboard.press("ArrowDown")
    await expect(entry).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menu")).to_have_count(0)


@ON_SQLITE
@pytest.mark.asyncio(loop_scope="session")
async def test_the_rest_of_changes_and_workflows(tab_by_keys: Tab) -> None:
    tab, page, site = tab_by_keys, tab_by_keys.page, tab_by_keys.site
    design = await site.world.design("Press")
    punch = await site.world.part("Punch", itemNumber="PUNCH", designId=design["id"])
    order = await site.world.change_order(designId=design["id"])
    listed = {"itemId": punch["id"], "changeAction": "release"}
    path = f"/api/change-orders/{order['id']}/affected-items"
    data(await site.api.post(path, listed, as_=ENGINEER), 201)
    await tab.sign_in(ADMINISTRATOR)
    await tab.open(f"/changes/{order['itemNumber']}?tab=items")
    reviewed = page.get_by_role("list", name="Items").get_by_role("checkbox")
    await tab.use(reviewed, "Space")
    await expect(reviewed).to_be_checked()
    await tab.use(page.get_by_role("link", name="Discussion"))
    await tab.write(page.get_by_role("textbox", name="Comment"), "Too soon")
    await tab.use(page.get_by_role("button", name="Comment"))
    said = page.get_by_role("article")
    await tab.use(said.get_by_role("button", name="Take back"))
    await expect(said).to_have_count(0)

    # A workflow: its approvers, its mock change from the beginning, and its end.
    await tab.open("/admin/workflows")
    await tab.use(page.get_by_role("button", name="New workflow"))
    await tab.write(page.get_by_role("dialog").get_by_label("Name"), "Short way")
    await page.keyboard.press("Enter")
    await tab.arrive("/admin/workflows/*")
    await tab.use(page.get_by_role("link", name="Table"))
    details = page.get_by_role("complementary", name="Details")
    await tab.use(page.get_by_role("button", name="Edit Draft", exact=True))
    await tab.write(details.get_by_role("combobox", name="Add a role"), "Approver")
    await tab.use(details.get_by_role("button", name="Add role"))
    await tab.use(details.get_by_role("button", name="Remove Approver"))
    await expect(details.get_by_role("button", name="Remove Approver")).to_have_count(0)
    await tab.use(page.get_by_role("link", name="Mock change"))
    await tab.use(page.get_by_role("button", name="Release", exact=True))
    trail = page.get_by_role("list", name="Steps taken").get_by_role("listitem")
    await expect(trail).to_have_count(1)
    await tab.use(page.get_by_role("button", name="From the beginning"))
    await expect(trail).to_have_count(0)
    await tab.check()
    await tab.use(page.get_by_role("link", name="Table"))
    await tab.use(details.get_by_role("button", name="Whole definition"))
    await tab.use(details.get_by_role("button", name="Delete workflow"))
    await tab.use(page.get_by_role("dialog").get_by_role("button", name="Delete workflow"))
    await tab.arrive("/admin/workflows")
    await expect(page.get_by_role("link", name="Short way")).to_have_count(0)
