"""Pages of items: found, read, edited, with what others do meanwhile (journeys 2, 3, 11, 12, 13)."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)>"
PICTURE = (
    b"""<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>"""
)
SHEET = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF"""


async def test_an_item_is_found_edited_and_remembered(tab: Tab) -> None:
    page, keys, site = tab.page, tab.page.keyboard, tab.site
    design = await site.world.design("Gripper")
    jaw = await site.world.part(HOSTILE, itemNumber="JAW-1", designId=design["id"])
    await tab.sign_in(ENGINEER)
    await tab.open("/")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    # What is typed before the palette has come is looked for in it, and Enter takes what it finds.
    late = asyncio.Event()

    async def come_late(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await page.route("**/command-palette-*.js", come_late)
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await keys.press("ControlOrMeta+k")
    await keys.type("nothing of this")
    # Whoever thinks better of it is not asked afterwards.
    await keys.press("Escape")
    await expect(page.get_by_role("textbox")).to_have_count(0)
    await keys.press("ControlOrMeta+k")
    await keys.type("jaw-1")
    await keys.press("Enter")
    late.set()
    await tab.arrive("/items/JAW-1")
    await expect(page.get_by_role("heading", level=1)).to_contain_text(HOSTILE)
    await tab.check()
    await keys.press("ControlOrMeta+k")
    await keys.type("jaw-1")
    await expect(page.get_by_role("option").filter(has_text="JAW-1").first).to_be_visible()
    await tab.check()
    await keys.press("Escape")

    await page.get_by_role("button", name="Edit Material: Empty").click()
    await keys.type("PA-CF <b>black</b>")
    async with page.expect_response(lambda answer: answer.request.method == "PUT") as written:
        await keys.press("Enter")
    assert (await written.value).status == 200
    await expect(page.get_by_role("button", name="Edit Material: PA-CF")).to_be_visible()
    now = data(await site.api.get(f"/api/items/{jaw['id']}", as_=ENGINEER))
    assert now["material"] == "PA-CF <b>black</b>"

    await page.get_by_role("link", name="History").click()
    timeline = page.get_by_role("list", name="History of JAW-1")
    await expect(timeline.get_by_role("listitem")).to_have_count(2)
    await expect(timeline).to_contain_text("PA-CF <b>black</b>")
    await tab.check()
    await timeline.get_by_role("link", name="Show as it was then").last.click()
    await expect(page.get_by_role("status").filter(has_text="how it was on")).to_be_visible()
    await expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    await tab.check()
    await page.get_by_role("link", name="Show main").click()
    await expect(page.get_by_role("button", name="Edit Material: PA-CF")).to_be_visible()


@ON_SQLITE
async def test_files_are_dropped_and_shown_without_running(tab: Tab) -> None:
    page = tab.page
    await tab.site.world.part("Jaw", itemNumber="JAW-1")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/JAW-1/files")
    await expect(page.get_by_text("No files yet")).to_be_visible()
    await tab.check()
    await page.locator("input[type=file]").set_input_files(
        [
            {"name": "a <b>.svg", "mimeType": "image/svg+xml", "buffer": PICTURE},
            {"name": "notes.txt", "mimeType": "text/plain", "buffer": HOSTILE.encode()},
            {"name": "sheet.pdf", "mimeType": "application/pdf", "buffer": SHEET},
            {"name": "torn.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\ntorn"},
        ]
    )
    files = page.get_by_role("list", name="Files")
    await expect(files.get_by_role("listitem")).to_have_count(4)
    # Each goes before it is read to its end, and takes nothing of the next one along.
    for name in ("torn.pdf", "sheet.pdf", "torn.pdf"):
        await files.get_by_text(name).click()
    await expect(page.get_by_text("This file cannot be read")).to_be_visible()
    await files.get_by_text("sheet.pdf").click()
    drawn = page.get_by_role("img", name="Preview")
    await expect(drawn).to_be_visible()
    await expect(drawn).not_to_have_attribute("width", "300")
    await files.get_by_text("notes.txt").click()
    await expect(page.get_by_text(HOSTILE)).to_be_visible()
    await tab.check()
    await files.get_by_text("a <b>.svg").click()
    await tab.check()


@ON_SQLITE
async def test_two_people_change_one_field_and_one_locks_it(
    tab_by_keys: Tab, new_tab: OpenTab
) -> None:
    tab, page, keys = tab_by_keys, tab_by_keys.page, tab_by_keys.page.keyboard
    await tab.site.world.part("Jaw", itemNumber="JAW-1", material="steel")
    edit = page.get_by_role("button", name="Edit Material")
    async with new_tab(by_keys=True) as other:
        for one, person in ((tab, ENGINEER), (other, ADMINISTRATOR)):
            await one.sign_in(person)
            await one.open("/items/JAW-1")
        await tab.use(edit)
        await tab.write(page.get_by_role("combobox", name="Material"), "copper")
        await other.use(other.page.get_by_role("button", name="Edit Material: steel"))
        await other.write(other.page.get_by_role("combobox", name="Material"), "brass")
        await other.page.keyboard.press("Enter")
        await expect(other.page.get_by_role("button", name="Edit Material: brass")).to_be_visible()
        await take_mine(tab)
        # A lock names its holder at once, and takes what would be refused off the page.
        for verb, seen in (("Lock", 0), ("Unlock", 1)):
            await other.use(other.page.get_by_role("button", name="More", exact=True))
            await other.page.get_by_role("menuitem", name=verb, exact=True).press("Enter")
            await expect(edit).to_have_count(seen)
            held = page.get_by_text(f"Locked by {ADMINISTRATOR.name}").first
            await expect(held).to_be_visible(visible=not seen)
    await tab.use(edit)
    await tab.write(page.get_by_role("combobox", name="Material"), "iron")
    await keys.press("Enter")
    await expect(page.get_by_role("button", name="Edit Material: iron")).to_be_visible()


@ON_SQLITE
async def test_what_is_refused_stays_in_its_field(tab: Tab) -> None:
    page, keys, site = tab.page, tab.page.keyboard, tab.site
    jaw = await site.world.part("Jaw", itemNumber="JAW-1", cost="1.5")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/JAW-1")
    cost = page.get_by_role("textbox", name="Cost")
    told = page.get_by_role("alert").filter(has_text="Not saved")
    await page.get_by_role("button", name="Edit Cost").click()
    await cost.fill("2,75x")
    await keys.press("Enter")
    await expect(told).to_have_text("Not saved: expected a number, got '2,75x'")
    await expect(cost).to_have_value("2,75x")
    await expect(cost).to_be_focused()
    await tab.check()
    # The reason goes as something else is typed.
    await keys.type("y")
    await expect(told).to_have_count(0)
    await keys.press("Backspace")
    # Who goes on is not called back, and a lock that comes meanwhile waits as well.
    await keys.press("Tab")
    await expect(cost).not_to_be_focused()
    await cost.fill("2.85")
    lock = f"/api/items/{jaw['id']}"
    data(await site.api.post(f"{lock}/lock", as_=ADMINISTRATOR))
    await expect(told).to_contain_text(f"Locked by {ADMINISTRATOR.name}")
    await keys.press("Enter")
    await expect(cost).to_have_value("2.85")
    await page.get_by_role("button", name="Start a change").hover()
    await expect(page.get_by_role("button", name="Start a change")).to_be_disabled()
    data(await site.api.post(f"{lock}/unlock", as_=ADMINISTRATOR))
    await expect(told).to_have_count(0)
    await cost.press("Enter")
    await page.get_by_role("button", name="Edit Cost: 2.85").click()
    # Where nothing was typed, nothing is unsaved.
    data(await site.api.post(f"{lock}/lock", as_=ADMINISTRATOR))
    locked = page.get_by_role("alert").filter(has_text=f"Locked by {ADMINISTRATOR.name}")
    await expect(locked).to_be_visible()
    await expect(told).to_have_count(0)
    await keys.press("Escape")
    data(await site.api.post(f"{lock}/unlock", as_=ADMINISTRATOR))
    await expect(page.get_by_role("button", name="Edit Cost: 2.85")).to_be_visible()
    await refused_late(tab)


async def refused_late(tab: Tab) -> None:
    """A refusal that finds its field opened again, or gone, is told with what was typed."""
    page, may_go = tab.page, asyncio.Event()

    async def hold(route: Route) -> None:
        if route.request.method == "PUT":
            await may_go.wait()
        await route.continue_()

    await page.route("**/api/items/*", hold)
    cost = page.get_by_role("textbox", name="Cost")
    history = page.get_by_role("link", name="History")
    for text in ("2,95x", "3,05x", "3,15x"):
        may_go.clear()
        await page.get_by_role("button", name="Edit Cost").click()
        await cost.fill(text)
        await cost.press("Enter")
        if text == "2,95x":
            await page.get_by_role("button", name="Edit Cost").click()
            await cost.fill("2.9")
        elif text == "3,05x":
            await history.click()
            await tab.arrive("/items/JAW-1/history")
        may_go.set()
        if text == "3,15x":
            # It is back in its field, which is left with it.
            await expect(cost).to_have_value(text)
            await history.click()
        await expect(page.get_by_text(f"Not saved: {text}")).to_be_visible()
        if text == "2,95x":
            await expect(cost).to_have_value("2.9")
            await cost.press("Escape")
        elif text == "3,05x":
            await tab.go("/items/JAW-1")
    await page.unroute_all(behavior="wait")


async def take_mine(tab: Tab) -> None:
    """What was typed meanwhile is still there, beside what somebody else wrote, and goes over it."""
    page, keys = tab.page, tab.page.keyboard
    await expect(page.get_by_role("combobox", name="Material")).to_have_value("copper")
    await keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Somebody else saved first")
    await expect(dialog).to_contain_text("copper")
    await expect(dialog).to_contain_text("brass")
    await expect(dialog).to_contain_text(f"{ADMINISTRATOR.name} changed Jaw on")
    await tab.check()
    await tab.use(dialog.get_by_role("button", name="Save mine"))
    await expect(page.get_by_role("button", name="Edit Material: copper")).to_be_visible()


@ON_SQLITE
async def test_who_may_not_is_told_why(site: Site, new_tab: OpenTab) -> None:
    program = await site.world.program("Mars", members={VIEWER: "viewer", ENGINEER: "engineer"})
    design = await site.world.design("Rover", programId=program["id"])
    wheel = await site.world.part("Wheel", itemNumber="WHEEL-1", designId=design["id"])
    async with new_tab() as tab:
        await tab.sign_in(VIEWER)
        await tab.open("/items/WHEEL-1")
        await expect(tab.page.get_by_role("heading", level=1)).to_contain_text("Wheel")
        await expect(tab.page.get_by_role("button", name="Edit")).to_have_count(0)
        out = tab.page.get_by_role("button", name="Check out")
        await expect(out).to_be_disabled()
        await expect(out).to_have_accessible_description(
            "You may not change this; ask for the role Engineer."
        )
        await tab.check()
        # Beside what is off with a reason there is nothing that does the same.
        await tab.open("/items/WHEEL-1/structure")
        await expect(
            tab.page.get_by_text("Your role does not edit structures").last
        ).to_be_visible()
        start = tab.page.get_by_role("button", name="Start a change")
        await expect(start).to_have_count(1)
        await expect(start).to_be_disabled()
    async with new_tab() as tab:
        await tab.sign_in(OUTSIDER)
        for address in ("/items/WHEEL-1", f"/items/{wheel['id']}", "/items/WHEEL-1/files"):
            await tab.open(address)
            await expect(tab.page.get_by_text("you may not see it")).to_be_visible()
        await tab.check()
        # Where a role is missing, the server is not said to be empty.
        await tab.sign_in(ROLELESS)
        await tab.open("/")
        await expect(tab.page.get_by_text("You have no role yet")).to_be_visible()
        await tab.check()


@ON_SQLITE
async def test_what_is_typed_stays_when_somebody_deletes_the_item(tab: Tab) -> None:
    page, site = tab.page, tab.site
    punch = await site.world.part("Punch", itemNumber="PUNCH")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/PUNCH")
    await page.get_by_role("button", name="Edit Cost: Empty").click()
    field = page.get_by_role("textbox", name="Cost")
    data(await site.api.delete(f"/api/items/{punch['id']}", as_=ADMINISTRATOR))
    told = page.get_by_role("alert").filter(has_text="It was deleted").first
    await expect(told).to_be_visible()
    # Of what nobody touched, nothing could have been saved.
    await expect(field).to_have_accessible_description(
        "It was deleted, or you may no longer see it."
    )
    await field.fill("9")
    await expect(field).to_have_accessible_description(re.compile("^Not saved"))
    await expect(field).to_have_value("9")
    await expect(page.get_by_role("button", name="Edit Material: Empty")).to_have_count(0)
    await field.press("Enter")
    await expect(page.get_by_text("Not saved: the item is deleted.")).to_be_visible()
    await tab.check()
    await tab.use(told.get_by_role("button", name="Restore"))
    await expect(told).to_have_count(0)
    await expect(field).to_be_focused()
    await expect(page.get_by_text("Not saved")).to_have_count(0)
    async with page.expect_response(lambda answer: answer.request.method == "PUT"):
        await tab.use(field)
    await expect(page.get_by_role("button", name="Edit Cost: 9")).to_be_visible()
    assert (await site.world.get(punch))["cost"] == "9"
