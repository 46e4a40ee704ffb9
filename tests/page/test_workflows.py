"""A workflow drawn from invalid to valid, tried, saved against another's edit, and used (journey 10)."""

from functools import partial

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")


@ON_SQLITE
async def test_a_workflow_is_drawn_tried_saved_and_used(site: Site, new_tab: OpenTab) -> None:
    async with new_tab(by_keys=True) as tab:
        page, keys = tab.page, tab.page.keyboard
        await tab.sign_in(ADMINISTRATOR)
        await tab.open("/admin/workflows")
        await tab.use(page.get_by_role("button", name="New workflow"))
        await tab.write(page.get_by_role("dialog").get_by_label("Name"), "Short way")
        await keys.press("Enter")
        await tab.arrive("/admin/workflows/*")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Short way")
        definition = page.url.rsplit("/", 1)[1]
        details = page.get_by_role("complementary", name="Details")
        await expect(details.get_by_role("status")).to_have_text("Ready to use")
        await expect(page.get_by_role("group", name="State Draft")).to_be_visible()
        await expect(page.get_by_role("button", name="Fit to the window")).to_be_visible()
        await tab.check()
        # What is added comes into sight and is chosen, until something else is.
        await tab.use(page.get_by_role("button", name="State", exact=True))
        await expect(details.get_by_role("region", name="State New state")).to_be_visible()
        await expect(page.get_by_role("group", name="State New state")).to_be_in_viewport(ratio=1)
        tab.has_mouse = True
        await page.get_by_role("group", name="State Draft").click()
        tab.has_mouse = False
        await expect(details.get_by_role("region", name="State Draft")).to_be_visible()
        await _join(tab, "Draft", "New state")
        for end, state in (("From", "Draft"), ("To", "New state")):
            chosen = details.get_by_role("combobox", name=end, exact=True)
            await expect(chosen.locator("option:checked")).to_have_text(state)
        await tab.use(page.get_by_role("button", name="Discard"))

        # By keys alone, in the table that equals the diagram: broken, led to the culprit, mended.
        await page.get_by_role("link", name="Table").press("Enter")
        await page.get_by_role("checkbox", name="Released: Ends here").press("Space")
        await expect(details.get_by_role("status")).to_contain_text("1 error")
        await expect(details.get_by_role("listitem")).to_contain_text(
            ["No state is marked as final"]
        )
        await tab.check()
        await page.get_by_role("checkbox", name="Released: Ends here").press("Space")
        await expect(details.get_by_role("status")).to_have_text("Ready to use")
        await tab.use(page.get_by_role("button", name="State", exact=True))
        await tab.write(details.get_by_label("Name"), " ")
        await expect(details.get_by_role("listitem")).to_contain_text(
            ["State 3: must not be blank"]
        )
        await keys.press("Control+s")
        await expect(page.get_by_role("region", name="Notifications")).to_contain_text(
            "State 3: must not be blank"
        )
        await expect(page.get_by_text("states[")).to_have_count(0)
        await tab.write(details.get_by_label("Name"), "In Review")
        finding = details.get_by_role("button", name="No transitions lead from the initial state")
        await details.get_by_role("button", name="Whole definition").press("Enter")
        await finding.press("Enter")
        await expect(details.get_by_role("region", name="State In Review")).to_be_visible()
        await tab.write(page.get_by_role("combobox", name="Release: From"), "In Review")
        await tab.use(page.get_by_role("button", name="Step", exact=True))
        await tab.write(details.get_by_label("Name"), "Submit")
        await tab.write(details.get_by_role("combobox", name="To", exact=True), "In Review")
        await tab.use(page.get_by_role("button", name="Edit Release", exact=True))
        await tab.use(details.get_by_role("button", name="Move items"))
        effect = details.get_by_role("group", name="release: ")
        await tab.use(effect.get_by_role("button", name="Remove"))
        await expect(effect).to_have_count(0)
        await tab.use(details.get_by_role("button", name="Approval", exact=True))
        await tab.write(details.get_by_label("How many approvals"), "1")
        await expect(page.get_by_role("table", name="Steps")).to_contain_text("1 approval")
        await expect(details.get_by_role("status")).to_have_text("Ready to use")
        await tab.check()

        # A change that does not exist goes the way of the definition that is not saved.
        await page.get_by_role("link", name="Mock change").press("Enter")
        await tab.use(page.get_by_role("button", name="Submit"))
        release = page.get_by_role("button", name="Release", exact=True)
        await expect(release).to_have_attribute("title", "0 of 1 approval is given")
        await tab.write(page.get_by_label("People who approve"), "1")
        await expect(release).not_to_have_attribute("aria-disabled", "true")
        await tab.check()
        await release.press("Enter")
        await expect(page.get_by_text("The change is released.")).to_be_visible()

        # Somebody else saves first: what was drawn is still there, and goes over theirs by choice.
        path = f"/api/workflows/{definition}"
        theirs = {"description": "By another", "changeTypes": ["MCO"]}
        data(await site.api.put(path, theirs, as_=ADMINISTRATOR))
        await keys.press("Control+s")
        dialog = page.get_by_role("dialog", name="Somebody else saved first")
        await expect(dialog).to_contain_text("Submit")
        await expect(dialog).to_contain_text(f"Saved by {ADMINISTRATOR.name}")
        await tab.check()
        await tab.use(dialog.get_by_role("button", name="Save mine"))
        await expect(page.get_by_text("version 3")).to_be_visible()
        # Somebody is asked to approve, and it is put to use.
        await tab.use(page.get_by_role("link", name="Table"))
        await tab.use(page.get_by_role("button", name="Edit In Review", exact=True))
        await tab.write(details.get_by_role("combobox", name="Add a role"), "Approver")
        await tab.use(details.get_by_role("button", name="Add role"))
        await expect(details.get_by_role("button", name="Remove Approver")).to_be_visible()
        await tab.use(details.get_by_role("button", name="Whole definition"))
        await tab.use(details.get_by_role("checkbox", name="In use"), "Space")
        await keys.press("Control+s")
        await expect(page.get_by_text("version 4")).to_be_visible()
        await tab.use(page.get_by_role("link", name="Diagram"))
        await expect(page.get_by_role("group", name="Step Submit")).to_be_attached()
        await tab.check()
    saved = data(await site.api.get(path, as_=ADMINISTRATOR))["workflow"]
    assert [step["name"] for step in saved["transitions"]] == ["Release", "Submit"]
    assert saved["transitions"][0]["guards"] == [{"type": "requires_approval", "requiredCount": 1}]
    assert saved["isActive"]
    await _follow(site, new_tab)
    async with new_tab() as tab:
        await tab.sign_in(VIEWER)
        await tab.open(f"/admin/workflows/{definition}?tab=table")
        reason = "You may not change workflows"
        details = tab.page.get_by_role("complementary", name="Details")
        await expect(details.get_by_text(reason).first).to_be_visible()
        # Everything is within reach of keys, to be read, and nothing can be written.
        await tab.reach(tab.page.get_by_role("textbox", name="Draft: Name"))
        await tab.page.keyboard.type("Sketch")
        await tab.use(tab.page.get_by_role("checkbox", name="Draft: Ends here"), "Space")
        await tab.reach(details.get_by_label("Description"))
        await tab.page.keyboard.type("Sketch")
        await tab.use(details.get_by_role("checkbox", name="ECO", exact=True), "Space")
        await tab.use(tab.page.get_by_role("button", name="Edit Submit"))
        await tab.reach(details.get_by_role("textbox", name="From"))
        await tab.use(details.get_by_role("button", name="Role", exact=True))
        await expect(tab.page.get_by_role("button", name="Discard")).to_have_count(0)
        await tab.check()
        button = tab.page.get_by_role("button", name="State", exact=True)
        await expect(button).to_have_attribute("title", f"{reason}; ask an administrator.")


async def _join(tab: Tab, first: str, second: str) -> None:
    """Draw a step between two states of the diagram, as by a hand at the mouse."""
    tab.has_mouse = True
    group = partial(tab.page.get_by_role, "group")
    begin = group(name=f"State {first}").locator(".react-flow__handle.source[data-handleid=out]")
    end = group(name=f"State {second}").locator(".react-flow__handle.target[data-handleid=in]")
    await begin.hover()
    await tab.page.mouse.down()
    await end.hover()
    await tab.page.mouse.up()
    tab.has_mouse = False


async def _follow(site: Site, new_tab: OpenTab) -> None:
    """A change goes another way than the usual one, and says when nobody can approve it."""
    order = await site.world.change_order()
    listed = {"itemId": (await site.world.part("Jaw"))["id"], "changeAction": "release"}
    entries = f"/api/change-orders/{order['id']}/affected-items"
    data(await site.api.post(entries, listed, as_=ENGINEER), 201)
    gone = {"active": False}
    data(await site.api.put(f"/api/users/{APPROVER.id}", gone, as_=ADMINISTRATOR))
    async with new_tab(by_keys=True) as tab:
        page = tab.page
        await tab.sign_in(ENGINEER)
        await tab.open(f"/changes/{order['itemNumber']}")
        details = page.get_by_role("complementary", name="Details")
        await tab.use(details.get_by_role("button", name="Follow another workflow"))
        dialog = page.get_by_role("dialog", name="Follow another workflow")
        await tab.write(dialog.get_by_label("Workflow"), "Short")
        await tab.check()
        await tab.use(dialog.get_by_role("button", name="Begin"))
        await expect(details.get_by_role("link", name="Short way")).to_be_visible()
        await expect(details.get_by_role("button", name="Follow another")).to_have_count(0)
        await tab.use(page.get_by_role("button", name="Submit"))
        await tab.use(page.get_by_role("dialog").get_by_role("button", name="Submit"))
        await expect(details.get_by_role("note")).to_contain_text(
            "Nobody can give the missing vote"
        )
        await tab.check()
