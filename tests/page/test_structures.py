"""Structures edited by keys alone (journey 2), and by two people at once (journey 3 on lines)."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect

from partwright.relationships.edit_input import LARGEST_EDIT
from tests.cad_files.step_files import step_file
from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.page.test_lists import paste
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_SCRIPTS = 40
"""Of a structure that is the first page: each one costs a way to the server and back."""


async def product(site: Site) -> dict[str, Any]:
    """ARM with a HAND of two FINGERs, and four SCREWs of its own."""
    design = await site.world.design("Arm")
    made = {
        number: await site.world.part(number.title(), itemNumber=number, designId=design["id"])
        for number in ("ARM", "HAND", "FINGER", "SCREW", "NUT")
    }
    for parent, child, quantity in (
        ("ARM", "HAND", 1),
        ("HAND", "FINGER", 2),
        ("ARM", "SCREW", 4),
    ):
        body = {"targetId": made[child]["id"], "type": "BOM", "quantity": quantity}
        path = f"/api/items/{made[parent]['id']}/relationships"
        data(await site.api.post(path, body, as_=ENGINEER), 201)
    return {"design": design, **made}


async def lines(site: Site, item: dict[str, Any]) -> dict[str, Any]:
    """The lines below an item by the numbers of their items."""
    answer = await site.api.get(f"/api/items/{item['id']}/relationships", as_=ENGINEER)
    return {one["targetItem"]["itemNumber"]: one for one in data(answer)["relationships"]}


def row(tab: Tab, number: str) -> Locator:
    return tab.page.get_by_role("row").filter(has=tab.page.get_by_text(number, exact=True))


async def put(tab: Tab, number: str, value: str) -> None:
    """Type a quantity into a line's cell, once all lines are there: those move it till then."""
    await expect(row(tab, number)).to_be_visible()
    await expect(tab.page.get_by_text("Loading the other lines …")).to_have_count(0)
    await row(tab, number).get_by_role("gridcell").nth(5).dblclick()
    await tab.page.get_by_role("textbox", name="Qty").fill(value)
    await tab.page.keyboard.press("Enter")


@ON_SQLITE
async def test_a_structure_is_found_edited_and_saved_without_a_mouse(tab_by_keys: Tab) -> None:
    tab, site = tab_by_keys, tab_by_keys.site
    made = await product(site)
    before = await lines(site, made["ARM"])
    page, keys = tab.page, tab.page.keyboard
    await tab.sign_in(ENGINEER)
    await first_lines_come_first(tab)
    # Found, unfolded, and every cell of a line written.
    await keys.press("ControlOrMeta+k")
    # Not even what is typed as it comes for the first time is lost; Enter waits for what is found.
    await keys.type("arm", delay=60)
    await expect(page.get_by_role("combobox", name="Search, or what")).to_have_value("arm")
    await keys.press("Enter")
    await tab.arrive("/items/ARM")
    await tab.use(page.get_by_role("link", name="Structure", exact=True))
    await tab.arrive("/items/ARM/structure")
    await expect(page.get_by_role("row")).to_have_count(4)
    await tab.use(page.get_by_role("button", name="parts without figures"))
    lacks = page.get_by_role("listitem").filter(has_text="FINGER")
    await expect(lacks).to_contain_text("no cost, no weight, no lead time")
    await keys.press("Escape")
    await stand(tab, "HAND")
    await keys.press("ArrowLeft")
    await expect(page.get_by_role("row")).to_have_count(3)
    await keys.press("*")
    await expect(page.get_by_role("row")).to_have_count(4)
    await type_in(tab, "SCREW", "Qty", "1e30")
    # What cannot be stays where it was typed, with the reason.
    await expect(page.get_by_role("textbox", name="Qty")).to_have_value("1e30")
    await expect(page.get_by_text("below 1,000,000,000,000,000, got “1e30”")).to_be_visible()
    await tab.check()
    await keys.press("ControlOrMeta+a")
    await keys.type("6")
    # The reason goes as something else is typed.
    await expect(page.get_by_text("below 1,000,000,000,000,000")).to_have_count(0)
    await keys.press("Enter")
    await stand(tab, "SCREW", "Find")
    await keys.type("30")
    await keys.press("Enter")
    await type_in(tab, "SCREW", "Ref. designators", "H1-H6")
    await expect(row(tab, "SCREW")).to_contain_text("changed")
    await stand(tab, "HAND")
    await keys.press("a")
    adding = page.get_by_role("combobox", name="Add a line")
    await expect(adding).to_be_focused()
    await keys.type("nut")
    await expect(page.get_by_role("option").filter(has_text="NUT")).to_be_visible()
    await tab.check()
    await keys.press("Enter")
    # Line after line goes into the same assembly.
    await expect(page.get_by_label("Add to")).to_have_value(made["HAND"]["id"])
    await tab.write(adding, "Adapter plate")
    # Who is faster than the server still gets what it finds.
    await keys.press("Enter")
    await expect(page.get_by_role("status").filter(has_text="3 lines changed")).to_be_visible()
    # A line moves without a mouse, is removed, and comes back.
    await stand(tab, "SCREW")
    await keys.press("Alt+ArrowUp")
    await expect(page.get_by_role("row").nth(1)).to_contain_text("SCREW")
    await expect(row(tab, "HAND")).to_contain_text("changed")
    await keys.press("Control+z")
    await keys.press("m")
    await expect(page.get_by_role("dialog")).to_be_visible()
    assembly = page.get_by_role("combobox", name="Number or name of the assembly")
    await tab.write(assembly, "hand")
    await expect(page.get_by_role("option").filter(has_text="HAND")).to_be_visible()
    await keys.press("Enter")
    await expect(row(tab, "SCREW")).to_contain_text("moved")
    await stand(tab, "SCREW")
    await keys.press("Alt+ArrowLeft")
    await expect(row(tab, "SCREW")).not_to_contain_text("moved")
    await keys.press("Alt+ArrowRight")
    await expect(row(tab, "SCREW")).to_contain_text("moved")
    await stand(tab, "FINGER")
    await keys.press("Delete")
    await expect(row(tab, "FINGER")).to_contain_text("removed")
    await tab.check()
    await keys.press("Control+z")
    await expect(row(tab, "FINGER")).not_to_contain_text("removed")
    await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    now = await lines(site, made["HAND"])
    assert list(await lines(site, made["ARM"])) == ["HAND"]
    assert {number: one["quantity"] for number, one in now.items() if number != "NUT"} == {
        "FINGER": 2,
        "SCREW": 6,
        "PN-000001": 1,
    }
    kept = ("id", "referenceDesignator")
    assert [now["SCREW"][key] for key in kept] == [before["SCREW"]["id"], "H1-H6"]
    await expect(page.get_by_role("link", name="PN-000001")).to_be_visible()
    await saved_again_at_once(tab, made["HAND"])
    await paste_rows(tab)
    await each_part_once(tab)
    await tab.use(page.get_by_role("link", name="History", exact=True))
    timeline = page.get_by_role("list", name="History of ARM")
    await expect(timeline.get_by_role("listitem").first).to_contain_text(ENGINEER.name)
    await tab.open("/items/HAND/history")
    # What stayed says what the line is about, and is no change.
    changed = page.get_by_role("listitem").filter(has_text="Line changed").first
    await expect(changed.get_by_text("Target item")).to_be_visible()
    await expect(changed.locator("del")).to_have_count(1)
    found = await lines(site, made["HAND"])
    assert {number: found[number]["quantity"] for number in ("NUT", "PLT-1")} == {
        "NUT": 8,
        "PLT-1": 1.5,
    }


async def each_part_once(tab: Tab) -> None:
    """All that is needed of each part, wherever it stands; the address keeps it."""
    page = tab.page
    await tab.use(page.get_by_role("button", name="Levels"))
    once = page.get_by_role("menuitemradio", name="Each part once")
    await once.press("Enter")
    parts = page.get_by_role("grid", name="Each part once: ARM")
    await expect(parts.get_by_role("row")).to_have_count(7)
    nut = parts.get_by_role("row").filter(has_text="NUT").get_by_role("gridcell")
    await expect(nut.nth(4)).to_have_text("8")
    await expect(page.get_by_role("button", name="Levels")).to_be_focused()
    await tab.check()
    await page.reload()
    await tab.write(page.get_by_role("searchbox", name="Find in structure"), "scr")
    await expect(parts.get_by_role("row")).to_have_count(2)
    await tab.use(page.get_by_role("button", name="Levels"))
    await once.press("Enter")
    await expect(page.get_by_role("treegrid")).to_be_visible()


async def first_lines_come_first(tab: Tab) -> None:
    """The first lines are seen, and take no edits, before all of them have come."""
    page, may_come = tab.page, asyncio.Event()

    async def wait(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/bom?depth=all*", wait)
    await tab.open("/items/ARM/structure")
    await expect(page.get_by_role("row")).to_have_count(3)
    await expect(page.get_by_role("note")).to_have_text("Loading the other lines …")
    await expect(page.get_by_role("button", name="Paste rows")).to_be_disabled()
    await expect(row(tab, "HAND")).to_have_attribute("aria-expanded", "false")
    assert len([path for path in tab.requests if path.endswith(".js")]) <= MOST_SCRIPTS
    may_come.set()
    await expect(page.get_by_role("row")).to_have_count(4)
    await page.unroute("**/bom?depth=all*")
    await tab.check()


async def stand(tab: Tab, number: str, column: str = "Number") -> None:
    """Put the cursor of the structure onto a cell, by keys."""
    page, keys = tab.page, tab.page.keyboard
    await tab.reach(page.get_by_role("treegrid"))
    index = int(await row(tab, number).get_attribute("aria-rowindex") or 0)
    names = await page.get_by_role("columnheader").all_inner_texts()
    for key in ("ControlOrMeta+Home", *["ArrowDown"] * (index - 2)):
        await keys.press(key)
    await keys.press("Home")
    if column != "Number":
        # In the first column the arrow would unfold.
        await keys.press("End")
        for _ in range(len(names) - 1 - names.index(column)):
            await keys.press("ArrowLeft")


async def type_in(tab: Tab, number: str, column: str, value: str) -> None:
    """Type a value into a line's cell, by keys."""
    keys = tab.page.keyboard
    await stand(tab, number, column)
    await keys.press("Enter")
    await expect(tab.page.get_by_role("textbox", name=column)).to_be_focused()
    await keys.type(value)
    await keys.press("Enter")


async def saved_again_at_once(tab: Tab, parent: dict[str, Any]) -> None:
    """A second save need not wait until a large structure has been read anew after the first."""
    page, is_read, goes_on = tab.page, asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        read = await route.fetch()
        is_read.set()
        await goes_on.wait()
        await route.fulfill(response=read)

    await page.route("**/bom?*", hold)
    for quantity in (7, 8):
        await type_in(tab, "FINGER", "Qty", str(quantity))
        # From the field to add lines in, as who goes on adding saves.
        await page.get_by_role("combobox", name="Add a line").focus()
        await page.keyboard.press("Control+s")
        await expect(page.get_by_role("button", name="Save")).to_have_count(0)
        await is_read.wait()
    # What was read between the two is older than what stands there.
    goes_on.set()
    await page.wait_for_timeout(100)
    assert await row(tab, "FINGER").get_by_role("gridcell").nth(5).inner_text() == "8"
    await page.unroute_all(behavior="wait")
    assert (await lines(tab.site, parent))["FINGER"]["quantity"] == 8


async def paste_rows(tab: Tab) -> None:
    """Rows of a spreadsheet, good and bad, become lines of HAND."""
    page = tab.page
    await stand(tab, "HAND")
    await tab.use(page.get_by_role("button", name="Paste rows"))
    rows = ["Teilenummer\tBenennung\tMenge", "NUT\tMutter\t8", "PLT-1\tPlatte\t1,5", "ARM\t\t1"]
    field = page.get_by_label("Rows of a spreadsheet")
    await tab.reach(field)
    await field.fill("\n".join(rows))
    await expect(page.get_by_role("dialog")).to_contain_text("ARM would contain itself.")
    await tab.check()
    await tab.use(page.get_by_role("button", name="Take over 2 lines"))
    await tab.use(page.get_by_role("button", name="Save"))
    await expect(page.get_by_role("link", name="PLT-1")).to_be_visible()


@ON_SQLITE
async def test_two_people_at_one_line_see_both_values(site: Site, new_tab: OpenTab) -> None:
    made = await product(site)
    bought = await site.world.part("Bearing", itemNumber="BEARING")
    await site.world.relate(made["HAND"], bought)
    async with new_tab() as one, new_tab() as other:
        for tab, person, quantity in ((one, ADMINISTRATOR, "5"), (other, ENGINEER, "9")):
            await tab.sign_in(person)
            await tab.open("/items/ARM/structure")
            await put(tab, "SCREW", quantity)
        await one.page.keyboard.press("Control+s")
        await expect(one.page.get_by_role("button", name="Save")).to_have_count(0)
        await other.page.keyboard.press("Control+s")
        dialog = other.page.get_by_role("dialog", name="Nothing has been saved yet")
        await expect(dialog).to_contain_text("Qty 9")
        await expect(dialog).to_contain_text("Qty 5")
        await expect(dialog).to_contain_text(f"Saved by {ADMINISTRATOR.name} on")
        await other.check()
        await dialog.get_by_label("Qty 9").check()
        await dialog.get_by_role("button", name="Go on with this choice").click()
        await other.page.keyboard.press("Control+s")
        await expect(other.page.get_by_role("button", name="Save")).to_have_count(0)
        # What one locks the other sees at once, and is told of before anything is typed.
        path = f"/api/items/{made['HAND']['id']}/lock"
        data(await site.api.post(path, as_=ENGINEER))
        await expect(row(one, "HAND")).to_contain_text(f"Locked by {ENGINEER.name}")
        await row(one, "FINGER").get_by_role("gridcell").nth(5).dblclick()
        told = f"HAND is locked by {ENGINEER.name}: its lines cannot be changed now."
        await expect(one.page.get_by_text(told)).to_be_visible()
        await expect(one.page.get_by_role("textbox", name="Qty")).to_have_count(0)
        await one.check()
        # A part of the library stands in the structure like those of the design.
        path = f"/api/items/{bought['id']}/lock"
        data(await site.api.post(path, as_=ENGINEER))
        await expect(row(one, "BEARING")).to_contain_text(f"Locked by {ENGINEER.name}")
        # So is what is checked out.
        path = f"/api/designs/{made['FINGER']['designId']}/branches"
        main = data(await site.api.get(path, as_=ENGINEER))["branches"][0]
        path = f"/api/items/{made['FINGER']['id']}/checkout"
        data(await site.api.post(path, {"branchId": main["id"]}, as_=ENGINEER), 201)
        await expect(row(one, "FINGER")).to_contain_text(f"Locked by {ENGINEER.name}")
    assert (await lines(site, made["ARM"]))["SCREW"]["quantity"] == 9


@ON_SQLITE
async def test_what_is_typed_stays_in_its_line_while_others_move_lines(tab: Tab) -> None:
    page, site = tab.page, tab.site
    made = await product(site)
    found = await lines(site, made["ARM"])

    async def place(number: str, find_number: int) -> None:
        path = f"/api/relationships/{found[number]['id']}"
        data(await site.api.put(path, {"findNumber": find_number}, as_=ADMINISTRATOR))

    await place("SCREW", 10)
    await place("HAND", 20)
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM/structure")
    await expect(page.get_by_role("row").nth(1)).to_contain_text("SCREW")
    await row(tab, "SCREW").get_by_role("gridcell").nth(5).dblclick()
    field = page.get_by_role("textbox", name="Qty")
    await field.fill("7")
    # HAND and its FINGER now come before SCREW.
    async with page.expect_response("**/bom?*"):
        await place("HAND", 5)
    await page.wait_for_timeout(300)
    await expect(field).to_have_value("7")
    await page.keyboard.press("Enter")
    await expect(row(tab, "SCREW")).to_contain_text("changed")
    await page.keyboard.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    now = await lines(site, made["ARM"])
    assert {number: one["quantity"] for number, one in now.items()} == {"HAND": 1, "SCREW": 7}
    # What comes under the pointer between two clicks is not opened, nor is what is folded twice.
    await row(tab, "HAND").get_by_role("gridcell").first.click()
    await row(tab, "SCREW").get_by_role("gridcell").nth(5).dispatch_event("dblclick")
    await row(tab, "HAND").get_by_role("gridcell").first.locator("[data-open]").dblclick()
    await page.wait_for_timeout(300)
    await expect(field).to_have_count(0)
    await tab.arrive("/items/ARM/structure")
    # What is cut off is told where it is pointed at.
    many = ", ".join(f"H{number}" for number in range(60))
    path = f"/api/relationships/{found['SCREW']['id']}"
    data(await site.api.put(path, {"referenceDesignator": many}, as_=ADMINISTRATOR))
    await row(tab, "SCREW").get_by_text("H0, H1").hover()
    await expect(page.get_by_title(many)).to_be_visible()


@ON_SQLITE
async def test_who_adds_lines_goes_on_after_the_first_save_on_a_branch(tab: Tab) -> None:
    page, keys, site = tab.page, tab.page.keyboard, tab.site
    made = await product(site)
    branch = await site.world.branch(made["design"])
    await tab.sign_in(ENGINEER)
    await tab.open(f"/items/ARM/structure?at={branch['name']}")
    adding = page.get_by_role("combobox", name="Add a line")
    await tab.write(adding, "nut")
    await expect(page.get_by_role("option").filter(has_text="NUT")).to_be_visible()
    await keys.press("Enter")
    # ARM has an id of its own there from then on.
    async with page.expect_response(
        lambda one: "/bom?" in one.url and made["ARM"]["id"] not in one.url
    ):
        await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    await page.wait_for_timeout(300)
    await expect(adding).to_be_focused()
    await keys.type("Adapter plate")
    await keys.press("Enter")
    await expect(row(tab, "Adapter plate")).to_contain_text("added")
    # What waits here goes on when somebody else is the first to save below another item.
    await put(tab, "FINGER", "7")
    body = {"targetId": made["NUT"]["id"], "type": "BOM", "branchId": branch["id"]}
    async with page.expect_response("**/bom?*"):
        path = f"/api/items/{made['HAND']['id']}/relationships"
        data(await site.api.post(path, body, as_=ADMINISTRATOR), 201)
    await expect(row(tab, "NUT")).to_have_count(2)
    await expect(row(tab, "FINGER")).to_contain_text("changed")
    await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    await expect(row(tab, "FINGER").get_by_role("gridcell").nth(5)).to_have_text("7")
    # Main is not edited under the name of a branch that there is not.
    await tab.open("/items/ARM/structure?at=work/lihgter")
    await expect(page.get_by_role("note")).to_contain_text("neither main nor a branch")


@ON_SQLITE
async def test_more_rows_than_one_save_takes_are_told_at_once(tab: Tab) -> None:
    page, site = tab.page, tab.site
    top = await site.world.part("Top", itemNumber="TOP")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/TOP/structure")
    await page.get_by_role("button", name="Paste rows").first.click()
    rows = [f"ROW-{number}\tRow\t2" for number in range(LARGEST_EDIT + 1)]
    field = page.get_by_label("Rows of a spreadsheet")
    asked = len(tab.requests)
    await field.focus()
    # What is short is left to the browser, which puts in only what a person pastes.
    await paste(page, "ROW-1")
    await expect(field).to_have_value("")
    # As a person pastes: filled in, so many rows take the browser minutes.
    await paste(page, "\n".join(rows))
    dialog = page.get_by_role("dialog")
    told = f"{LARGEST_EDIT + 1:,} rows are too many: up to {LARGEST_EDIT:,} lines are saved at once"
    await expect(dialog).to_contain_text(told)
    assert not [path for path in tab.requests[asked:] if "itemNumber=" in path]
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Paste rows").first.click()
    await field.focus()
    await paste(page, "\n".join(rows[:-1]))
    await dialog.get_by_role("button", name=f"Take over {LARGEST_EDIT:,} lines").click()
    await page.get_by_role("combobox", name="Add a line").fill("one more")
    await page.keyboard.press("Enter")
    pending = page.get_by_role("status").filter(has_text="lines changed")
    await expect(pending).to_contain_text(told)
    await expect(pending.get_by_role("button", name="Save")).to_be_disabled()
    await pending.get_by_role("button", name="Undo").click()
    await pending.get_by_role("button", name="Save").click()
    await expect(pending).to_have_count(0)
    found = await site.api.get(f"/api/items/{top['id']}/relationships?limit=1", as_=ENGINEER)
    assert data(found)["total"] == LARGEST_EDIT


@ON_SQLITE
async def test_what_is_saved_without_a_network_is_not_lost(tab: Tab) -> None:
    page, site = tab.page, tab.site
    made = await product(site)
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM/structure")
    await put(tab, "SCREW", "7")
    await tab.context.set_offline(True)
    await page.keyboard.press("Control+s")
    await expect(page.get_by_text("The server cannot be reached").first).to_be_visible()
    await expect(row(tab, "SCREW")).to_contain_text("changed")
    # Nor by what has to come before it can be opened.
    await page.get_by_role("button", name="Start a change").click()
    await expect(row(tab, "SCREW")).to_contain_text("changed")
    await tab.context.set_offline(False)
    await page.keyboard.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    assert (await lines(site, made["ARM"]))["SCREW"]["quantity"] == 7
    # What could not come then comes now; a page that needs what did not come says so and stays.
    await page.get_by_role("button", name="Start a change").click()
    await expect(page.get_by_role("dialog", name="Start a change")).to_be_visible()
    await page.keyboard.press("Escape")
    await tab.context.set_offline(True)
    for name in ("Graph", "Where used"):
        await page.get_by_role("link", name=name, exact=True).click()
        await expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("ARM")
    await tab.context.set_offline(False)
    await page.get_by_role("link", name="Graph", exact=True).click()
    await expect(page.get_by_role("region", name="What is around ARM")).to_be_visible()
    # The browser tells of each request that could not be sent.
    unsent = re.compile("ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)")
    tab.problems[:] = [one for one in tab.problems if not unsent.search(one)]


@ON_SQLITE
async def test_a_released_structure_leads_to_a_change(tab: Tab) -> None:
    page, keys, site = tab.page, tab.page.keyboard, tab.site
    made = await product(site)
    kit = await site.world.part("Kit", itemNumber="KIT")
    await site.world.relate(made["ARM"], kit)
    await site.world.relate(kit, made["NUT"])
    for transition in ("Submit", "Approve"):
        path = f"/api/items/{made['ARM']['id']}/transitions"
        data(await site.api.post(path, {"transition": transition}, as_=ADMINISTRATOR))
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM/structure")
    await expect(page.get_by_role("note")).to_contain_text("design is released")
    # Its main does not protect the lines of a draft of the library.
    await put(tab, "NUT", "7")
    await expect(row(tab, "NUT")).to_contain_text("changed")
    await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    assert (await lines(site, kit))["NUT"]["quantity"] == 7
    # So do drafts on the main of a released design, which is said before anything is typed.
    await tab.open("/items/HAND/structure")
    await expect(page.get_by_role("note")).to_contain_text("The design is released")
    await tab.open("/items/HAND/history")
    taken_back = page.get_by_role("button", name="Take back").first
    await expect(taken_back).to_have_attribute("title", re.compile("This design is released"))
    await tab.open("/items/ARM/structure")
    await page.get_by_role("note").get_by_role("button", name="Start a change").click()
    await page.get_by_role("dialog").get_by_label("What is to change").fill("More screws")
    await keys.press("Enter")
    await tab.arrive("/items/ARM/structure?at=eco/*")
    order = page.get_by_role("status").get_by_role("link", name="ECO-")
    await expect(order).to_have_attribute("href", re.compile("^/changes/ECO-"))
    await row(tab, "SCREW").drag_to(row(tab, "HAND"))
    await expect(row(tab, "SCREW")).to_contain_text("moved")
    await keys.press("Control+z")
    await expect(row(tab, "SCREW")).not_to_contain_text("moved")
    await put(tab, "SCREW", "8")
    await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    assert (await lines(site, made["ARM"]))["SCREW"]["quantity"] == 4
    await page.get_by_role("link", name="Compare").click()
    table = page.get_by_role("treegrid", name="Differences of the structures")
    screw = table.get_by_role("row").filter(has_text="SCREW")
    await expect(screw.get_by_role("deletion")).to_have_text("4")
    await expect(screw.get_by_role("insertion")).to_have_text("8")
    await expect(table.get_by_role("columnheader", name="ARM eco/")).to_be_visible()
    await tab.check()
    await page.get_by_label("Only differences").press("Space")
    await expect(table.get_by_role("row")).to_have_count(6)
    await expect(screw.get_by_role("insertion")).to_have_text("8")


@ON_SQLITE
async def test_a_structure_stands_beside_its_step_file(tab: Tab) -> None:
    page, site = tab.page, tab.site
    made = await product(site)
    drawn = {"arm": ["hand", "grip", *["screw"] * 6], "hand": ["finger"] * 2, "grip": ["nut"]}
    file = {"file": ("arm.step", step_file(drawn))}
    path = f"/api/items/{made['ARM']['id']}/files/upload"
    data(await site.api.post(path, files=file, as_=ENGINEER), 201)
    await site.world.relate(made["HAND"], made["NUT"], quantity=3)
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM/compare")
    await page.get_by_role("combobox", name="to", exact=True).select_option("arm.step")
    table = page.get_by_role("treegrid", name="Differences of the structures")
    told = page.get_by_role("status").filter(has_text="on both sides")
    for mark in ("1 added", "1 changed", "1 moved", "3 lines on both sides"):
        await expect(told).to_contain_text(mark)

    async def rows() -> list[str]:
        shown = await table.get_by_role("row").all_inner_texts()
        return [" ".join(text.split()) for text in shown[1:]]

    # Its top stands for ARM, whose lines are those of ARM; of GRIP there is no item.
    only = [
        "HAND Hand - 1 HAND Hand 1",
        "NUT Nut - 3 → moved to grip",
        "SCREW Screw - 4 ~ SCREW Screw changed 6",
        "+ grip grip added 1",
        "→ NUT Nut moved from HAND 1",
    ]
    await expect(table.get_by_role("row")).to_have_count(len(only))
    await tab.check()
    await table.get_by_role("row").filter(has_text="grip").last.click()
    await page.keyboard.press("*")
    await expect(table.get_by_role("row")).to_have_count(1 + len(only))
    assert await rows() == only
    await page.get_by_label("Only differences").press("Space")
    await expect(table.get_by_role("row").filter(has_text="FINGER")).to_be_visible()
    await expect(table.get_by_role("row").filter(has_text="ARM")).to_have_count(1)
    await page.get_by_role("button", name="Swap").click()
    screw = table.get_by_role("row").filter(has_text="SCREW")
    await expect(screw.get_by_role("deletion")).to_have_text("6")
    await expect(screw.get_by_role("insertion")).to_have_text("4")
    await expect(told).to_contain_text("1 removed")
    # So it does beside another item, and alone again.
    await tab.open("/items/ARM/compare")
    await page.get_by_role("combobox", name="Compare with another item").fill("hand")
    await expect(page.get_by_role("option", name=re.compile("^HAND"))).to_be_visible()
    await page.keyboard.press("Enter")
    await tab.arrive("/items/ARM/compare?*with=HAND*")
    await expect(table.get_by_role("columnheader", name="HAND")).to_be_visible()
    await expect(table.get_by_role("row").filter(has_text="SCREW")).to_contain_text("removed")
    # HAND is built into ARM: its own lines are on both sides, and the sum counts what is shown.
    await expect(page.get_by_role("status").filter(has_text="removed")).to_have_text("2 removed")
    await expect(table.get_by_role("row").filter(has_text="removed")).to_have_count(2)
    await expect(table.get_by_role("row").filter(has_text="added")).to_have_count(0)
    await expect(page.get_by_role("button", name="Swap")).to_have_attribute("aria-disabled", "true")
    await tab.check()
    await page.get_by_role("button", name="With HAND: back to itself").click()
    await expect(table).to_have_count(0)
