"""A change read, discussed, voted on and released (journey 4)."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.packages.test_bom_files import png
from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")


@ON_SQLITE
async def test_a_change_is_read_by_keys_discussed_and_released(
    site: Site, new_tab: OpenTab
) -> None:
    design = await site.world.design("Gripper")
    jaw = await site.world.part("Jaw", itemNumber="JAW", designId=design["id"])
    arm = await site.world.part("Arm", itemNumber="ARM", designId=design["id"])
    await site.world.part("Bolt", itemNumber="BOLT", designId=design["id"])
    await site.world.relate(arm, jaw)
    named = {"name": "Stiffer jaw", "designId": design["id"]}
    order = await site.world.change_order(**named, implementationDate="2031-02-14")
    await site.world.change_order(designId=design["id"], implementationDate="2031-02-14")
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": jaw["id"], "changeAction": "release"}
    data(await site.api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    branches = data(await site.api.get(f"/api/designs/{design['id']}/branches", as_=ENGINEER))
    branch = next(one for one in branches["branches"] if one["changeOrderId"] == order["id"])
    change = {"material": "PA-CF", "branchId": branch["id"]}
    data(await site.api.put(f"/api/items/{jaw['id']}", change, as_=ENGINEER))
    path = f"/api/items/{jaw['id']}/files/upload"
    solid = {"file": ("jaw.step", b"ISO-10303-21;")}
    there = {"branchId": branch["id"]}
    data(await site.api.post(path, files=solid, data=there, as_=ENGINEER), 201)
    # On main too, which has to be decided.
    data(await site.api.put(f"/api/items/{jaw['id']}", {"material": "PA6"}, as_=ENGINEER))
    number = order["itemNumber"]
    address = f"/changes/{number}"
    async with new_tab(by_keys=True) as own, new_tab(by_keys=True) as other:
        page = own.page
        await own.sign_in(ENGINEER)
        await make_one(own)
        await look_at_board_and_calendar(own, number)
        await own.use(page.get_by_role("link", name=number))
        await own.arrive(address)
        await say_why(own, number)
        card = page.get_by_role("article", name="JAW")
        await expect(card).to_contain_text("PA-CF")
        await expect(card).to_contain_text("- → A")
        owner = page.get_by_role("definition").filter(has_text=ENGINEER.name)
        await expect(owner).to_be_visible()
        # Where it is made, and what it reaches, stand beside it.
        await expect(page.get_by_role("link", name=f"eco/{number}")).to_have_attribute(
            "href", f"/designs/{design['code']}/branches/{branch['id']}"
        )
        used = page.get_by_role("complementary").get_by_role("listitem").filter(has_text="ARM")
        await expect(used).to_have_text("1ARMArm")
        overlay = card.get_by_role("link", name="Overlay in 3D")
        await expect(overlay).to_have_attribute(
            "href", f"/items/JAW/3d?at=eco%2F{number}&left=main"
        )
        await expect(card.get_by_role("link", name="main is at")).to_have_count(0)
        await own.check()
        await page.keyboard.press("c")
        dialog = page.get_by_role("dialog", name="Comments on JAW")
        await expect(dialog.get_by_role("textbox", name="Comment")).to_be_focused()
        await own.write(dialog.get_by_role("textbox", name="Comment"), "Is it printed?")
        await page.keyboard.press("Control+Enter")
        await expect(dialog.get_by_role("article")).to_contain_text("Is it printed?")
        await own.check()
        await page.keyboard.press("Escape")
        # That something was said is to be seen before it is opened.
        await expect(card.get_by_role("button", name="1 comment on JAW")).to_be_visible()
        await hold_file(own, f"/items/JAW/files?at=eco/{number}", branch["id"])
        await own.open(f"{address}?tab=items")
        await list_and_take_off(own)
        await own.use(page.get_by_role("link", name="Conflicts"))
        await expect(page.get_by_role("group", name="JAW Material Jaw")).to_be_visible()
        await own.use(page.get_by_role("radio", name="This change PA-CF"), "Space")
        await own.check()
        await own.use(page.get_by_role("button", name="Resolve"))
        rebase = page.get_by_role("button", name="Rebase onto main")
        await expect(rebase).to_be_focused()
        await own.use(rebase)
        await expect(page.get_by_text("The branches are rebased onto main.")).to_be_visible()
        await own.use(page.get_by_role("link", name="Impact"))
        await expect(page.get_by_role("region", name="Where the items are used")).to_contain_text(
            "ARM"
        )
        await own.check()
        await own.use(page.get_by_role("button", name="Graph"))
        graph = page.get_by_role("group", name="Graph")
        await expect(graph.get_by_role("link", name="ARM")).to_be_visible()
        await own.check()
        await own.use(page.get_by_role("link", name="History"))
        await expect(page.get_by_role("main")).to_contain_text("ECO")
        await own.check()
        await own.use(page.get_by_role("link", name="Redlines"))
        await page.keyboard.press("r")
        await expect(card.get_by_role("checkbox", name="Reviewed")).to_be_checked()
        await own.use(page.get_by_text("What the release will do"))
        await expect(page.get_by_role("complementary")).to_contain_text("JAW A")
        await expect(page.get_by_role("complementary")).to_contain_text("Not approved yet.")
        await expect(page.get_by_role("complementary")).to_contain_text(
            f"Goes into the main of {design['code']} Gripper"
        )
        await own.use(page.get_by_role("link", name="Discussion"))
        await own.write(page.get_by_role("textbox", name="Comment"), "Enough, @alan")
        await expect(page.get_by_role("option", selected=True)).to_contain_text(APPROVER.name)
        await own.check()
        await page.keyboard.press("Enter")
        await page.keyboard.type("?")
        await own.use(page.get_by_role("button", name="Comment"))
        # Below the change's own words are those on its items.
        await expect(page.get_by_role("article")).to_contain_text(
            ["@Alan Turing", "Is it printed?"]
        )
        await own.check()
        await own.use(page.get_by_role("button", name="Submit"))
        await own.use(page.get_by_role("dialog").get_by_role("button", name="Submit"))
        await expect(page.get_by_role("list", name="Steps of the change")).to_contain_text(
            "In Review"
        )

        await other.sign_in(APPROVER)
        await other.open(f"{address}?tab=discussion")
        await other.use(other.page.get_by_role("button", name="Reply").first)
        await other.write(other.page.get_by_role("textbox", name="Reply"), "Enough.")
        await other.page.keyboard.press("Control+Enter")
        await expect(other.page.get_by_role("article")).to_have_count(3)
        thread = other.page.get_by_role("article").first.locator("xpath=..")
        await expect(thread).to_be_focused()
        await other.use(other.page.get_by_role("button", name="Settle").first)
        await expect(other.page.get_by_text(f"Settled by {APPROVER.name}")).to_be_visible()
        await other.page.keyboard.press("v")
        await other.use(other.page.get_by_role("dialog").get_by_role("button", name="Approve"))
        await expect(other.page.get_by_role("button", name="Approve")).to_have_count(0)
        # The record of a vote says who, when and what it means, and whether it is as it was made.
        vote = other.page.get_by_role("list", name="Votes").get_by_role("listitem")
        await expect(vote).to_contain_text(APPROVER.name)
        await expect(vote).to_contain_text(f"Approval of {number} in the state In Review")
        await expect(vote).to_contain_text("Recorded without a password; the record is unchanged.")
        await expect(vote.locator("time")).to_have_attribute("datetime", re.compile(r"^\d{4}-"))
        await other.check()

        await own.open(address)
        await own.use(page.get_by_role("button", name="Cancel the change"))
        await own.use(page.get_by_role("dialog").get_by_role("button", name="Keep the change"))
        await own.use(page.get_by_role("button", name="Release"))
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("Nothing prevents the release.")
        await own.check()
        await own.use(dialog.get_by_role("button", name="Release"))
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Stiffer jaw")
        await expect(dialog).to_have_count(0)
        await expect(card).to_contain_text("- → A")
        # What was added is pictured after the end too, without the change's branch.
        await expect(card.get_by_text("After", exact=True)).to_be_visible()
        # Both sides are still shown whole, from where the change saw main.
        seen = data(await site.api.get(f"/api/branches/{branch['id']}", as_=ENGINEER))
        await expect(overlay).to_have_attribute(
            "href", f"/items/JAW/3d?at=eco%2F{number}&left={seen['baseCommitId']}"
        )
        await expect(card.get_by_role("checkbox", name="Reviewed")).to_be_disabled()
        await expect(page.get_by_role("complementary")).not_to_contain_text("Before the next step")
    released = data(await site.api.get(f"/api/items/{jaw['id']}", as_=ENGINEER))
    assert (released["revision"], released["state"]) == ("A", "Released")


@ON_SQLITE
async def test_two_people_edit_what_a_change_says_of_itself(tab: Tab) -> None:
    page, site = tab.page, tab.site
    order = await site.world.change_order("Stiffer jaw")
    number, path = order["itemNumber"], f"/api/change-orders/{order['id']}"
    await tab.sign_in(VIEWER)
    await tab.open(f"/changes/{number}?tab=conflicts")
    for name in (f"Edit {number}", "Submit", "Rebase onto main"):
        told = "You may not change this; ask for the role Engineer."
        await expect(page.get_by_role("button", name=name)).to_have_attribute("title", told)
    await tab.sign_in(ENGINEER)
    await tab.open(f"/changes/{number}")
    await tab.use(page.get_by_role("button", name=f"Edit {number}"))
    dialog = page.get_by_role("dialog")
    reason = dialog.get_by_label("Reason")
    await reason.fill("The jaw bends")
    theirs = {"reasonForChange": "The jaw breaks", "name": "Much stiffer jaw"}
    data(await site.api.put(path, theirs, as_=ADMINISTRATOR))
    # It comes while the dialog is open, and is not written over unseen.
    await expect(page.locator("h1")).to_contain_text("Much stiffer jaw")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.get_by_role("alert").first).to_contain_text(
        f"Saved by {ADMINISTRATOR.name} on"
    )
    await expect(dialog).to_contain_text("The jaw breaks")
    await expect(reason).to_have_value("The jaw bends")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)
    saved = data(await site.api.get(path, as_=ENGINEER))
    assert saved["reasonForChange"] == "The jaw bends"
    assert saved["name"] == "Much stiffer jaw"
    await message_above_dialog(tab, order)
    await list_stays_in_review(tab, order)


async def message_above_dialog(tab: Tab, order: dict[str, Any]) -> None:
    """What refuses a save is read and closed while the dialog stays open."""
    page = tab.page
    lock = f"/api/items/{order['id']}/lock"
    data(await tab.site.api.post(lock, as_=ADMINISTRATOR))
    # There before the first message, for those who hear it.
    messages = page.get_by_role("region", name="Notifications")
    await expect(messages).to_be_attached()
    await tab.use(page.get_by_role("button", name=f"Edit {order['itemNumber']}"))
    dialog = page.get_by_role("dialog")
    await tab.write(dialog.get_by_label("Reason"), "The jaw rusts")
    await tab.use(dialog.get_by_role("button", name="Save"))
    await expect(messages).to_contain_text(f"locked by {ADMINISTRATOR.name}")
    await expect(messages.locator("[aria-live]")).to_contain_text("locked by")
    await tab.check()
    await page.wait_for_timeout(1_000)
    # What was read out once is not read out again above the page, nor above the next dialog.
    await page.keyboard.press("Escape")
    for keys in ([], ["Enter"]):
        for key in keys:
            await page.keyboard.press(key)
        await expect(messages).to_contain_text("locked by")
        await expect(messages.locator("[aria-live]")).to_be_empty()
    await tab.write(dialog.get_by_label("Reason"), "The jaw rusts")
    await messages.get_by_role("button", name="Close").last.click()
    await expect(messages).not_to_contain_text("locked by")
    await expect(dialog.get_by_label("Reason")).to_have_value("The jaw rusts")
    await page.keyboard.press("Escape")
    data(await tab.site.api.post(lock.replace("/lock", "/unlock"), as_=ADMINISTRATOR))


async def list_stays_in_review(tab: Tab, order: dict[str, Any]) -> None:
    """What is listed, deleted on main, and submitted by somebody else is told for what it is."""
    page, site, path = tab.page, tab.site, f"/api/change-orders/{order['id']}"
    for number in ("JAW", "PIN"):
        part = await site.world.part(number.title(), itemNumber=number)
        listed = {"itemId": part["id"], "changeAction": "release"}
        data(await site.api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    data(await site.api.delete(f"/api/items/{part['id']}", as_=ENGINEER))
    await tab.open(f"/changes/{order['itemNumber']}?tab=nowhere")
    # A section that there is not is the first one.
    await expect(page.get_by_role("link", name="Redlines")).to_have_attribute(
        "aria-current", "page"
    )
    gone = page.get_by_role("article", name="PIN")
    await expect(gone).to_contain_text("Deleted on main since it was listed")
    await expect(page.get_by_role("article", name="JAW")).to_contain_text("- → A")
    await tab.use(page.get_by_role("button", name="Submit"))
    dialog = page.get_by_role("dialog")
    await tab.write(dialog.get_by_label("Comment"), "Please")
    data(await site.api.post(f"{path}/submit", {}, as_=ADMINISTRATOR))
    await expect(dialog.get_by_role("alert")).to_contain_text("not possible any more")
    submit = dialog.get_by_role("button", name="Submit")
    await expect(submit).to_have_attribute("aria-disabled", "true")
    await tab.check()
    await page.keyboard.press("Escape")
    await tab.use(page.get_by_role("link", name="Items"))
    told = "The change is in the state In Review: its items stay as they are until it is sent back."
    for name in ("Take JAW off the change", "Add everything unreleased below"):
        button = page.get_by_role("button", name=name)
        await expect(button).to_have_attribute("title", told)
    listed = page.get_by_role("list", name="Items").get_by_role("listitem")
    await expect(listed.filter(has_text="PIN")).to_contain_text("deleted on main")
    await expect(listed.filter(has_text="PIN")).not_to_contain_text("Draft")
    reviewed = page.get_by_role("checkbox", name="Reviewed")
    await expect(reviewed.first).to_be_enabled()
    await tab.check()
    await typed_is_kept(tab, order, told)
    await tab.sign_in(VIEWER)
    for section in ("", "?tab=items"):
        await tab.open(f"/changes/{order['itemNumber']}{section}")
        await expect(page.get_by_role("heading", name="Votes")).to_be_visible()
        # Which is tried out for those alone who release or approve.
        await expect(page.get_by_text("What the release will do")).to_have_count(0)
        await expect(reviewed.first).to_be_disabled()
        # Keys reach what is off, and its reason is heard.
        await tab.use(reviewed.first, "Space")
        await expect(reviewed.first).to_have_accessible_description(
            "You may not review this; ask for the role Approver."
        )
        await expect(reviewed.first).not_to_be_checked()
    await tab.sign_in(APPROVER)
    await tab.open(f"/changes/{order['itemNumber']}?tab=items")
    # Those who approve note what they have read, and see what the release will do.
    await expect(page.get_by_text("What the release will do")).to_be_visible()
    await tab.use(reviewed.first, "Space")
    await expect(reviewed.first).to_be_checked()
    await page.reload()
    await expect(reviewed.first).to_be_checked()


async def typed_is_kept(tab: Tab, order: dict[str, Any], frozen: str) -> None:
    """Whoever types keeps it when others move the change on, and hears why nothing comes of it."""
    page, site, path = tab.page, tab.site, f"/api/change-orders/{order['id']}"
    adding = page.get_by_role("combobox", name="Number or name of a part to add")
    await expect(adding).to_have_accessible_description(frozen)
    data(await site.api.post(f"{path}/reject", {}, as_=APPROVER))
    await expect(adding).to_be_enabled()
    await tab.write(adding, "no such part")
    data(await site.api.post(f"{path}/submit", {}, as_=ADMINISTRATOR))
    await expect(adding).to_have_accessible_description(frozen)
    await expect(adding).to_have_value("no such part")
    await expect(adding).to_be_focused()
    data(await site.api.post(f"{path}/reject", {}, as_=APPROVER))
    await tab.open("/changes?layout=board")
    await tab.use(page.get_by_role("button", name=f"Move {order['itemNumber']}"))
    await page.get_by_role("menuitem", name="Move to In Review").press("Enter")
    dialog = page.get_by_role("dialog")
    await tab.write(dialog.get_by_label("Comment"), "Once more")
    data(await site.api.post(f"{path}/submit", {}, as_=ADMINISTRATOR))
    await expect(dialog.get_by_role("alert")).to_contain_text("not possible any more")
    await expect(dialog.get_by_label("Comment")).to_have_value("Once more")
    await expect(dialog.get_by_role("button", name="Submit")).to_be_disabled()


@ON_SQLITE
async def test_the_calendar_holds_every_order_of_a_month(tab: Tab) -> None:
    page, site = tab.page, tab.site
    count = 103
    dated = [site.world.change_order(implementationDate="2031-02-14") for _ in range(count)]
    await asyncio.gather(*dated)
    await tab.sign_in(ENGINEER)
    await tab.open("/changes?layout=calendar&month=2031-02")
    day = page.get_by_role("cell").filter(has=page.get_by_text("14", exact=True))
    await expect(day.get_by_role("link")).to_have_count(4)
    # Its pages are of one state, whatever is written meanwhile.
    pages = [path for path in tab.requests if "implementationDate.from" in path]
    places = [path.partition("&at=")[2].partition("&")[0] for path in pages]
    assert [place.isdecimal() or place for place in places] == ["newest", True], pages
    await tab.check()
    await tab.use(day.get_by_role("button", name=f"and {count - 4} more"))
    await expect(day.get_by_role("link")).to_have_count(count)
    # A column of the board leads to the list of what it does not hold.
    await tab.open("/changes?layout=board")
    draft = page.get_by_role("region", name="Draft", exact=True)
    await tab.use(draft.get_by_role("link", name=f"and {count - 50} more"))
    await tab.arrive("/changes?state=Draft")


async def say_why(tab: Tab, number: str) -> None:
    """What the change says of itself is mended on its page."""
    page = tab.page
    await tab.use(page.get_by_role("button", name=f"Edit {number}"))
    dialog = page.get_by_role("dialog", name=f"Edit {number}")
    await tab.write(dialog.get_by_label("Reason"), "The jaw bends")
    await tab.write(dialog.get_by_label("Priority"), "Critical")
    await tab.check()
    await tab.use(dialog.get_by_role("button", name="Save"))
    await expect(page.get_by_role("complementary")).to_contain_text("The jaw bends")
    await expect(page.get_by_role("complementary")).to_contain_text("Critical")


async def hold_file(tab: Tab, address: str, branch: str) -> None:
    """A file that only a branch has is read there, and held and given back there."""
    page = tab.page
    await tab.open(address)
    file = page.get_by_role("list", name="Files").get_by_role("listitem")
    download = file.get_by_role("link", name="Download: jaw.step")
    await expect(download).to_have_attribute("href", re.compile(f"branchId={branch}$"))
    for deed, told in (("Check out", "Checked out by you"), ("Check in", "Version 1")):
        await tab.use(file.get_by_role("button", name="More"))
        await page.get_by_role("menuitem", name=deed).press("Enter")
        if deed == "Check in":
            await tab.use(page.get_by_role("dialog").get_by_role("button", name=deed))
        await expect(file).to_contain_text(told)
    await expect(file).not_to_contain_text("Checked out")


async def make_one(tab: Tab) -> None:
    """A change order comes from its dialog, and is begun from a problem."""
    issue = await tab.site.world.issue("Loud gear")
    await tab.open(f"/items/{issue['itemNumber']}")
    await tab.use(tab.page.get_by_role("button", name="Start a change"))
    about = f"{issue['itemNumber']} Loud gear"
    dialog = tab.page.get_by_role("dialog")
    await expect(dialog.get_by_label("Reason")).to_have_value(about)
    await tab.write(dialog.get_by_label("Name"), "Oiled gear")
    await tab.use(dialog.get_by_role("button", name="Create"))
    # Each leads to the other.
    details = tab.page.get_by_role("complementary", name="Details")
    await tab.use(details.get_by_role("link", name=about))
    await tab.use(tab.page.get_by_role("link", name="Changes", exact=True))
    await expect(tab.page.get_by_role("link", name="Oiled gear")).to_be_visible()
    await tab.open("/changes")
    await tab.arrive("/changes")
    may_come = asyncio.Event()

    async def wait(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await tab.page.route("**/new-order-dialog-*.js", wait)
    await tab.page.keyboard.press("c")
    # Who types faster than the dialog comes finds it in its first field.
    await tab.page.keyboard.type("Quieter gear")
    may_come.set()
    dialog = tab.page.get_by_role("dialog", name="New change order")
    await expect(dialog.get_by_label("Name")).to_have_value("Quieter gear")
    await tab.reach(dialog.get_by_label("Design"))
    await expect(dialog.get_by_label("Design")).to_have_value(re.compile("Gripper"))
    await tab.write(dialog.get_by_label("Kind"), "MCO")
    await tab.check()
    await tab.use(dialog.get_by_role("button", name="Create"))
    await expect(tab.page.get_by_role("heading", level=1)).to_contain_text("Quieter gear")
    details = tab.page.get_by_role("complementary", name="Details")
    await expect(details).to_contain_text("MCO")
    # What it follows once it is submitted.
    await expect(details.get_by_role("link", name="Change order workflow")).to_be_visible()
    # An empty one leads on to its list.
    await tab.use(tab.page.get_by_role("link", name="Add items"))
    await expect(tab.page.get_by_role("combobox", name="Number or name of a part")).to_be_visible()
    # What was begun by mistake ends here, and need not be submitted for it.
    cancel = tab.page.get_by_role("button", name="Cancel the change")
    await tab.use(cancel)
    await tab.use(tab.page.get_by_role("dialog").get_by_role("button", name="Cancel the change"))
    await expect(tab.page.get_by_role("list", name="Steps of the change")).to_contain_text(
        "Cancelled"
    )
    await expect(cancel).to_have_count(0)


async def list_and_take_off(tab: Tab) -> None:
    """Items come onto the list and leave it."""
    page = tab.page
    listed = page.get_by_role("list", name="Items")
    await tab.use(page.get_by_role("button", name="Add everything unreleased below"))
    await expect(page.get_by_text("below is already on the list.")).to_be_visible()
    await tab.write(page.get_by_role("combobox", name="Number or name of a part to add"), "bolt")
    await expect(page.get_by_role("option", name="BOLT")).to_be_visible()
    await tab.page.keyboard.press("Enter")
    await expect(listed).to_contain_text("BOLT")
    # Of what is listed, what the change leaves as it is can be put aside while it is read.
    await tab.use(page.get_by_role("link", name="Redlines"))
    await expect(page.get_by_role("article")).to_have_count(2)
    await tab.use(page.get_by_role("checkbox", name="Only what differs"), "Space")
    await expect(page.get_by_role("article")).to_have_count(1)
    await tab.use(page.get_by_role("link", name="Items"))
    await tab.use(page.get_by_role("button", name="Take BOLT off the change"))
    await tab.check()
    await tab.use(page.get_by_role("button", name="Take off", exact=True))
    await expect(listed).not_to_contain_text("BOLT")


async def look_at_board_and_calendar(tab: Tab, number: str) -> None:
    """A card goes only where the workflow lets it, by mouse and by keys; else it is said why."""
    page, keys = tab.page, tab.page.keyboard
    await tab.open("/changes?layout=board")
    draft = page.get_by_role("region", name="Draft", exact=True)
    card = draft.get_by_role("listitem").filter(has_text=number)
    await expect(card).to_contain_text("0 of 1 reviewed")
    await expect(card).to_contain_text(ENGINEER.name)
    await expect(card.get_by_role("link", name="1 conflict with main")).to_be_visible()
    # A board has no columns to choose.
    tools = page.get_by_role("toolbar", name="Filters and columns")
    await expect(tools.get_by_role("button", name="Columns")).to_have_count(0)
    await tab.check()
    await tab.use(card.get_by_role("button", name=f"Move {number}"))
    await page.get_by_role("menuitem", name="Move to Released").press("Enter")
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("No step leads from Draft to Released.")
    await expect(dialog).to_contain_text("→ Cancelled, Submit → In Review.")
    await tab.check()
    await keys.press("Escape")
    tab.has_mouse = True
    await card.drag_to(page.get_by_role("region", name="In Review"))
    await expect(page.get_by_role("dialog", name=f"Submit: {number}")).to_be_visible()
    await keys.press("Escape")
    tab.has_mouse = False
    await tab.open("/changes?layout=calendar&month=2031-01")
    await tab.use(page.get_by_role("button", name="Month after"))
    month = page.get_by_role("table", name="February 2031")
    await expect(month.get_by_role("cell").filter(has_text=number)).to_contain_text("14")
    await expect(month.get_by_role("link")).to_have_count(2)
    await tab.check()


@ON_SQLITE
async def test_redlines_put_what_stays_aside_and_show_both_structures(tab_by_keys: Tab) -> None:
    tab, page, site = tab_by_keys, tab_by_keys.page, tab_by_keys.site
    design = await site.world.design("Gripper")
    made = {
        number: await site.world.part(number.title(), itemNumber=number, designId=design["id"])
        for number in ("ARM", "BOLT", "JAW", "NUT", "PIN")
    }
    await site.world.relate(made["ARM"], made["BOLT"])
    order = await site.world.change_order("Second jaw", designId=design["id"])
    path = f"/api/change-orders/{order['id']}"
    for number in ("BOLT", "NUT", "ARM", "JAW"):
        listed = {"itemId": made[number]["id"], "changeAction": "release"}
        data(await site.api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    branches = data(await site.api.get(f"/api/designs/{design['id']}/branches", as_=ENGINEER))
    branch = next(one["id"] for one in branches["branches"] if one["changeOrderId"] == order["id"])
    for number in ("JAW", "NUT"):
        change = {"material": "PA-CF", "branchId": branch}
        data(await site.api.put(f"/api/items/{made[number]['id']}", change, as_=ENGINEER))
    line = {"targetId": made["JAW"]["id"], "type": "BOM", "quantity": 2, "branchId": branch}
    lines = f"/api/items/{made['ARM']['id']}/relationships"
    data(await site.api.post(lines, line, as_=ENGINEER), 201)
    await site.world.relate(made["BOLT"], made["PIN"])
    await tab.sign_in(ENGINEER)
    # What the change reaches is worked out for those who come to where it stands.
    await page.set_viewport_size({"width": 1440, "height": 240})
    await tab.open(f"/changes/{order['itemNumber']}")
    side = page.get_by_role("complementary")
    await expect(side.get_by_role("heading", name="Votes")).to_be_attached()
    assert not any(path.endswith("/impact") for path in tab.requests)
    await side.evaluate("(side) => side.scrollTo(0, side.scrollHeight)")
    await expect(side.get_by_role("heading", name="Where the items are used")).to_be_visible()
    await page.set_viewport_size({"width": 1440, "height": 900})
    cards = page.get_by_role("article")
    # What is missing below is added where it is said to be missing.
    checks = page.get_by_role("complementary").get_by_role("listitem")
    await expect(checks.filter(has_text="Not released: PIN in BOLT")).to_be_visible()
    await tab.use(checks.get_by_role("button", name="Add everything unreleased below"))
    await expect(checks.filter(has_text="All children are released")).to_be_visible()
    await expect(checks.filter(has_text="All children are released")).to_be_focused()
    await expect(cards).to_have_count(5)
    for place, number in enumerate(("ARM", "BOLT", "JAW", "NUT", "PIN")):
        await expect(cards.nth(place)).to_have_accessible_name(number)
    # From one difference to the next, past what stays; its item is the one that is read then.
    for key in ("j", "j", "k", "k", "n", "n", "n", "p"):
        await page.keyboard.press(key)
    await expect(
        cards.nth(2).get_by_text("PA-CF").locator("xpath=ancestor::*[@data-difference]")
    ).to_be_focused()
    await tab.use(page.get_by_label("Only what differs"), "Space")
    await expect(cards).to_have_count(3)
    # The item that was read stays the one that the keys are about.
    await page.get_by_label("Only what differs").blur()
    await page.keyboard.press("r")
    reviewed = cards.nth(1).get_by_role("checkbox", name="Reviewed")
    await expect(reviewed).to_be_checked()
    await page.set_viewport_size({"width": 970, "height": 900})
    named = cards.first.get_by_role("heading", level=2).locator("span").last
    # On a narrow screen what stands beside a name makes way for it.
    assert await named.evaluate("(name) => name.scrollWidth <= name.clientWidth && name.innerText")
    await page.set_viewport_size({"width": 1440, "height": 900})
    await tab.use(page.get_by_role("link", name="Side by side"))
    await tab.arrive("/items/ARM/compare?at=eco*&left=main")
    row = page.get_by_role("treegrid").get_by_role("row").filter(has_text="JAW")
    await expect(row).to_contain_text("added")
    await expect(page.get_by_role("columnheader", name="ARM main")).to_be_visible()
    await expect(page.get_by_role("combobox", name="From")).to_have_value("main")
    await tab.check()
    # Every address that the design names leads somewhere.
    at = f"/designs/{design['code']}"
    for address, drawn in (
        (f"{at}/structure", "/items/ARM/structure"),
        (f"{at}/members", at),
        ("/inbox", "/"),
        ("/admin/programs", "/programs"),
        (f"{at}/changes", f"{at}/changes"),
    ):
        await tab.open(address)
        await tab.arrive(drawn)
    await expect(page.get_by_role("link", name="Second jaw")).to_be_visible()
    await tab.check()
    await cancelled_is_still_read(tab, made, path, branch)


async def cancelled_is_still_read(tab: Tab, made: dict[str, Any], path: str, branch: str) -> None:
    """What a change would have done is seen after it was given up, though main has none of it."""
    page, api = tab.page, tab.site.api
    upload = f"/api/items/{made['JAW']['id']}/files/upload"
    drawn, there = {"file": ("jaw.png", png())}, {"branchId": branch}
    data(await api.post(upload, files=drawn, data=there, as_=ENGINEER), 201)
    data(await api.post(f"{path}/workflow", {}, as_=ENGINEER), 201)
    cancel = {"transition": "Cancel"}
    data(await api.post(f"{path}/workflow/transition", cancel, as_=ENGINEER))
    number = data(await api.get(path, as_=ENGINEER))["itemNumber"]
    await tab.open(f"/changes/{number}")
    jaw = page.get_by_role("article", name="JAW")
    picture = jaw.get_by_role("img", name="After: jaw.png")
    await expect(picture).to_have_js_property("naturalWidth", 400)
    # No revision will be given.
    await expect(jaw).not_to_contain_text("→")
    await tab.use(page.get_by_role("link", name="Side by side"))
    await tab.arrive("/items/ARM/compare?at=eco*&left=*")
    row = page.get_by_role("treegrid").get_by_role("row").filter(has_text="JAW")
    await expect(row).to_contain_text("added")
