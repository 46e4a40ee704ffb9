"""Administration: people, what their roles may do, workflows, how the server is."""

import re

import pytest
from playwright.async_api import Locator, expect

from partwright.cad.workers import KernelPool
from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, VIEWER, Person
from tests.world import Record

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)>"


@ON_SQLITE
async def test_an_account_is_made_given_roles_and_closed(site: Site, new_tab: OpenTab) -> None:
    async with new_tab() as tab, new_tab() as theirs:
        page, keys = tab.page, tab.page.keyboard
        await tab.sign_in(ADMINISTRATOR)
        await tab.open("/")
        await page.get_by_role("link", name="Administration").click()
        await tab.arrive("/admin/people")
        await expect(page.get_by_role("row").filter(has_text=VIEWER.email)).to_be_visible()
        await tab.check()
        await keys.press("c")
        dialog = page.get_by_role("dialog", name="New person")
        await dialog.get_by_label("Name").fill(HOSTILE)
        await dialog.get_by_label("E-mail").fill(VIEWER.email)
        await dialog.get_by_role("button", name="Suggest one").click()
        password = await dialog.get_by_label("First password").input_value()
        await dialog.get_by_role("checkbox", name="Viewer").check()
        await tab.check()
        await keys.press("Enter")
        await expect(dialog).to_contain_text("is already in use")
        await dialog.get_by_label("E-mail").fill("hedy@example.com")
        # What was said was of the address that was sent.
        await expect(dialog).not_to_contain_text("is already in use")
        await keys.press("Enter")
        await tab.arrive("/admin/people/*")
        await expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
        await tab.check()

        await theirs.open("/login")
        await theirs.page.get_by_label("E-mail").fill("hedy@example.com")
        await theirs.page.get_by_label("Password").fill(password)
        await theirs.page.get_by_role("button", name="Sign in").click()
        await theirs.arrive("/")

        await page.get_by_role("checkbox", name="Approver").check()
        # What is saved is read anew, before somebody else saves.
        async with page.expect_response(
            lambda answer: "/api/users/" in answer.url and answer.request.method == "GET"
        ):
            await page.get_by_role("button", name="Save roles").click()
        await expect(page.get_by_text("Roles saved.")).to_be_visible()
        await meanwhile_with_roles(tab)
        await page.get_by_role("button", name="Deactivate").click()
        await tab.check()
        await page.get_by_role("button", name="Deactivate now").click()
        await expect(page.get_by_role("button", name="Activate", exact=True)).to_be_visible()
        found = await site.api.get("/api/users?search=hedy@example.com", as_=ADMINISTRATOR)
        (user,) = data(found)["users"]
        assert not user["active"]
        assert {role["name"] for role in user["roles"]} == {"Viewer", "Approver"}
        await theirs.page.reload()
        await expect(theirs.page.get_by_role("heading", name="Sign in")).to_be_visible()


async def meanwhile_with_roles(tab: Tab) -> None:
    """Another administrator gives a role first: what both chose is shown before one is saved."""
    page, api = tab.page, tab.site.api
    (user,) = data(await api.get("/api/users?search=hedy@example.com", as_=ADMINISTRATOR))["users"]
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    every = [one["id"] for one in roles if one["name"] in ("Viewer", "Approver", "Engineer")]
    path = f"/api/users/{user['id']}"
    data(await api.put(path, {"roleIds": every}, as_=ADMINISTRATOR))
    await page.get_by_role("checkbox", name="Viewer").uncheck()
    await page.get_by_role("button", name="Save roles").click()
    dialog = page.get_by_role("dialog", name="Somebody else saved first")
    await expect(dialog.get_by_role("row", name="Engineer Not granted Granted")).to_be_visible()
    await expect(dialog.get_by_role("row", name="Viewer Not granted Granted")).to_be_visible()
    await tab.check()
    kept = [one["id"] for one in user["roles"]]
    data(await api.put(path, {"roleIds": kept}, as_=ADMINISTRATOR))
    await dialog.get_by_role("button", name="Take theirs").click()
    await expect(page.get_by_role("checkbox", name="Engineer")).to_be_checked()
    await page.get_by_role("checkbox", name="Engineer").uncheck()
    await page.get_by_role("button", name="Save roles").click()
    await dialog.get_by_role("button", name="Save mine").click()
    await expect(page.get_by_role("checkbox", name="Engineer")).not_to_be_checked()
    await expect(dialog).to_have_count(0)


async def marks_by_keys(tab: Tab, role: Locator) -> None:
    """The table is one stop of Tab, its marks are reached by arrows: reading of parts, all of reports."""
    keys = tab.page.keyboard
    grid = role.get_by_role("grid", name="Permissions")
    await expect(grid).to_have_accessible_description(re.compile("^Arrow keys"))
    assert await grid.locator("[tabindex='0']").count() == 1
    await grid.get_by_role("checkbox", name="Parts: Create").focus()
    await keys.press("ArrowLeft")
    await keys.press("Space")
    await expect(grid.get_by_role("checkbox", name="Parts: Read")).to_be_checked()
    await grid.get_by_role("checkbox", name="Reports: Create").focus()
    await keys.press("End")
    mark = grid.get_by_role("checkbox", name="Reports: Manage")
    await expect(mark).to_be_focused()
    await keys.press("Space")
    # Out of it by one Tab, and back to where one was.
    await keys.press("Tab")
    await expect(role.get_by_role("button", name="Discard")).to_be_focused()
    await keys.press("Shift+Tab")
    await expect(mark).to_be_focused()


@ON_SQLITE
@pytest.mark.settings(export_days=7, audit_days=400)
async def test_a_role_is_made_of_marks_in_a_table(site: Site, new_tab: OpenTab) -> None:
    async with new_tab() as tab:
        page, keys = tab.page, tab.page.keyboard
        await tab.sign_in(ADMINISTRATOR)
        await tab.open("/admin/roles")
        await expect(page.get_by_text("Administrators keep all rights")).to_be_visible()
        mark = page.get_by_role("checkbox", name="Parts: Read")
        await expect(mark).to_be_disabled()
        # Keys reach it all the same, and the reason is said; it stays as it is.
        await mark.press("Space")
        await expect(mark).to_be_focused()
        await expect(mark).to_have_accessible_description(re.compile("^Administrators keep all"))
        await expect(mark).to_be_checked()
        await tab.check()
        await page.get_by_role("button", name="New role").click()
        await page.get_by_role("dialog").get_by_label("Name").fill("Buyer")
        await keys.press("Enter")
        role = page.get_by_role("region", name="Buyer")
        await marks_by_keys(tab, role)
        await expect(role.get_by_role("checkbox", name="Reports: Delete")).to_be_checked()
        await expect(role.get_by_text("2 rights changed")).to_be_visible()
        # The one that is shown stands out among the others.
        roles = page.get_by_role("navigation", name="Roles").get_by_role("link")
        await expect(roles.filter(has_text="Buyer")).to_have_css("font-weight", "550")
        await expect(roles.filter(has_text="Viewer")).to_have_css("font-weight", "400")
        await tab.check()
        await role.get_by_role("button", name="Save").click()
        await expect(role.get_by_text("2 rights changed")).to_have_count(0)
        roles = data(await site.api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
        (made,) = (one for one in roles if one["name"] == "Buyer")
        assert made["permissions"] == ["parts.read", "reports.manage"]
        # Somebody else saves first: both values are shown, and neither is lost without a choice.
        theirs = {"permissions": ["issues.read", "parts.read"]}
        data(await site.api.put(f"/api/roles/{made['id']}", theirs, as_=ADMINISTRATOR))
        await role.get_by_role("checkbox", name="Tasks: Read").check()
        await role.get_by_role("button", name="Save").click()
        dialog = page.get_by_role("dialog", name="Somebody else saved first")
        await expect(
            dialog.get_by_role("row", name="Issues: Read Not granted Granted")
        ).to_be_visible()
        await tab.check()
        await keys.press("Escape")
        await role.get_by_role("button", name="Save").click()
        await dialog.get_by_role("button", name="Take theirs").press("Enter")
        await expect(role.get_by_role("checkbox", name="Issues: Read")).to_be_checked()
        await expect(role.get_by_role("button", name="Save")).to_have_count(0)
        await role.get_by_role("button", name="Delete").click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(page.get_by_role("link", name="Buyer")).to_have_count(0)

        await groups_bring_roles(tab)
        await page.get_by_role("link", name="Workflows", exact=True).click()
        await expect(page.get_by_role("table", name="Steps")).to_be_visible()
        await tab.check()
        await page.get_by_role("link", name="System", exact=True).click()
        await expect(page.get_by_text("Database and vault answer.")).to_be_visible()
        state = data(await site.api.get("/api/system", as_=ADMINISTRATOR))
        shown = page.get_by_role("region", name="Versions")
        for version in ("server", "api", "python", "schema", "buildId"):
            await expect(shown).to_contain_text(state["versions"][version])
        shown = page.get_by_role("region", name="Retention")
        for name, days in (("Items and files", "For ever"), ("Exported reports", "7 days")):
            term = shown.get_by_role("term").filter(has_text=name)
            await expect(term.locator("+ dd")).to_have_text(days)
        await expect(shown).to_contain_text("400 days")
        await tab.check()
    async with new_tab() as tab:
        await reads_only(tab, VIEWER)


async def groups_bring_roles(tab: Tab) -> None:
    """A group of the directory gets a role and a place in a program, and one is ended again."""
    page, site = tab.page, tab.site
    await site.world.program(code="ROBOTS")
    await page.get_by_role("button", name="Groups").click()
    dialog = page.get_by_role("dialog", name="Groups")
    await expect(dialog).to_contain_text("No group gives anything yet.")
    for choice, place in (("Role Engineer", None), ("Program ROBOTS", "Lead")):
        await dialog.get_by_label("Group", exact=True).fill("PLM engineers")
        await dialog.get_by_label("Gives", exact=True).select_option(label=choice)
        if place:
            await dialog.get_by_label("As", exact=True).select_option(label=place)
        await dialog.get_by_role("button", name="Add", exact=True).click()
        await expect(dialog.get_by_role("listitem").filter(has_text=choice)).to_be_visible()
    await tab.check()
    await dialog.get_by_role("button", name="no longer gives: Role Engineer").click()
    await expect(dialog.get_by_role("listitem")).to_have_text(["PLM engineersProgram ROBOTS, Lead"])
    path = "/api/group-mappings"
    (kept,) = data(await site.api.get(path, as_=ADMINISTRATOR))["groupMappings"]
    assert (kept["group"], kept["program"]["role"]) == ("PLM engineers", "lead")
    await page.keyboard.press("Escape")


async def reads_only(tab: Tab, person: Person) -> None:
    """Who may not change these is shown them, and told whom to ask."""
    await tab.sign_in(person)
    await tab.open("/admin/roles")
    page = tab.page
    await expect(page.get_by_role("link", name="Administration")).to_have_count(0)
    await expect(page.get_by_role("button", name="New role")).to_be_disabled()
    await expect(page.get_by_role("checkbox", name="Parts: Create")).to_be_disabled()
    await tab.go("/admin/system")
    await expect(page.get_by_text("system.manage")).to_be_visible()


@ON_SQLITE
async def test_attributes_numbers_and_the_trail_have_their_pages(tab: Tab) -> None:
    page, keys, world = tab.page, tab.page.keyboard, tab.site.world
    design = await world.design(name="Pump")
    await tab.sign_in(ADMINISTRATOR)
    await tab.open("/admin/attributes")
    await expect(page.get_by_text("Nothing is defined yet")).to_be_visible()
    # An empty list offers nothing that needs rows.
    await expect(page.get_by_role("button", name="Export")).to_have_count(0)
    await keys.press("c")
    dialog = page.get_by_role("dialog", name="Define an attribute")
    await dialog.get_by_label("Name").fill("Finish")
    # A unit stands beside numbers alone, and choices beside choices.
    await dialog.get_by_label("Type").select_option(label="Number")
    await expect(dialog.get_by_label("Unit")).to_be_visible()
    await expect(dialog.get_by_label("Choices")).to_have_count(0)
    await dialog.get_by_label("Type").select_option(label="Choice")
    await expect(dialog.get_by_label("Unit")).to_have_count(0)
    await tab.check()
    await dialog.get_by_role("button", name="Create").click()
    await expect(page.get_by_text("expected at least one")).to_be_visible()
    await dialog.get_by_role("textbox", name="Choices").fill("zinc\nblack")
    await expect(dialog.get_by_role("button", name="Create")).to_contain_text("Ctrl ↵")
    await keys.press("Control+Enter")
    row = page.get_by_role("row").filter(has_text="Finish")
    await expect(row).to_contain_text("zinc, black")
    await row.get_by_role("link", name="Finish").click()
    edited = page.get_by_role("dialog", name="Finish")
    await edited.get_by_label("Required").select_option(label="Yes")
    # A slip of the mouse beside the dialog loses nothing.
    await page.mouse.click(5, 5)
    await edited.get_by_role("textbox", name="Choices").fill("zinc\nblack\nzinc")
    await edited.get_by_role("button", name="Save").click()
    await expect(edited.get_by_text("must not name a choice twice")).to_be_visible()
    await expect(edited.get_by_role("textbox", name="Choices")).to_be_focused()
    await edited.get_by_role("textbox", name="Choices").fill("zinc\nblack")
    api, path = tab.site.api, "/api/attribute-definitions"
    (defined,) = data(await api.get(path, as_=ADMINISTRATOR))["attributeDefinitions"]
    theirs = {"description": "Of the surface"}
    data(await api.put(f"{path}/{defined['id']}", theirs, as_=ADMINISTRATOR))
    await edited.get_by_role("button", name="Save").click()
    await expect(edited.get_by_text("Somebody else has saved this since")).to_be_visible()
    await expect(edited.get_by_text("Now: Of the surface")).to_be_visible()
    await tab.check()
    await edited.get_by_role("button", name="Save").click()
    await expect(row).to_contain_text("Yes")
    await tab.check()

    await page.get_by_role("link", name="Categories").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Categories")
    for name, above in (("Fasteners", "None: top level"), ("Screws", "Fasteners")):
        await page.get_by_role("button", name="New category").first.click()
        dialog = page.get_by_role("dialog", name="New category")
        await dialog.get_by_label("Name").fill(name)
        await dialog.get_by_label("Parent category").select_option(label=above)
        await dialog.get_by_label("Attributes of new parts").fill("Finish: zinc")
        await dialog.get_by_role("button", name="Create").click()
        await expect(dialog).to_have_count(0)
    await page.get_by_role("link", name="Fasteners / Screws").click()
    edited = page.get_by_role("dialog", name="Screws")
    await expect(edited.get_by_label("Attributes of new parts")).to_have_value("Finish: zinc")
    await edited.get_by_label("Attributes of new parts").fill("Finish: black")
    await edited.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("row").filter(has_text="Screws")).to_contain_text("black")
    await tab.check()

    await page.get_by_role("link", name="Numbering").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Numbering")
    await page.get_by_role("button", name="New numbering scheme").first.click()
    dialog = page.get_by_role("dialog", name="New numbering scheme")
    await dialog.get_by_label("Design").fill(design["code"])
    await dialog.get_by_role("option", name=design["code"]).click()
    await dialog.get_by_label("Prefix").fill("PUMP-")
    await dialog.get_by_label("Digits").fill("4")
    await dialog.get_by_role("button", name="Create").click()
    await expect(page.get_by_role("row").filter(has_text="PUMP-0001")).to_be_visible()
    await page.get_by_role("button", name="Reserved numbers").click()
    dialog = page.get_by_role("dialog", name="Reserved numbers")
    await dialog.get_by_label("Or a number of your choice").fill("KEPT-1")
    await dialog.get_by_role("button", name="Reserve", exact=True).click()
    await dialog.get_by_role("button", name="Give back KEPT-1").click()
    await expect(dialog.get_by_text("You have no reserved numbers.")).to_be_visible()
    await tab.check()
    await dialog.get_by_role("button", name="Close").first.click()
    part = await world.part(designId=design["id"], attributes={"Finish": "zinc"})
    assert part["itemNumber"] == "PUMP-0001"

    await files_and_reports_are_taken(tab.site.api, part)
    await page.get_by_role("link", name="Audit trail").click()
    # Everything is told by its name, and no id stands in its place.
    for act, about in (("File downloaded", "wiring.pdf"), ("Report exported", "All parts")):
        row = page.get_by_role("row").filter(has_text=act)
        await expect(row).to_contain_text(about)
    made = page.get_by_role("row").filter(has_text="Attribute defined")
    await expect(made.filter(has_text=ADMINISTRATOR.name)).to_contain_text("Done")
    await expect(made).to_contain_text("Finish")
    await tab.check()


async def files_and_reports_are_taken(api: Api, part: Record) -> None:
    """What the trail tells of a file and of a report."""
    sent = {"file": ("wiring.pdf", b"%PDF-1.4")}
    path = f"/api/items/{part['id']}/files/upload"
    (file,) = data(await api.post(path, as_=ADMINISTRATOR, files=sent), 201)["files"]
    assert (await api.get(f"/api/files/{file['id']}/download", as_=ADMINISTRATOR)).is_success
    column = {"fieldPath": "name", "label": "Name", "displayOrder": 0, "isVisible": True}
    body = {"name": "All parts", "itemType": "Part", "columns": [column]}
    report = data(await api.post("/api/reports", body, as_=ADMINISTRATOR), 201)["report"]
    path = f"/api/reports/{report['id']}/export"
    assert (await api.post(path, {"format": "csv"}, as_=ADMINISTRATOR)).is_success


@ON_SQLITE
async def test_the_system_page_tells_of_other_cells_and_of_a_missing_kernel(
    site: Site, new_tab: OpenTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = "2026-11-20T08:00:00Z"
    publication = {
        "cell": "library",
        "designId": "01a20e58-7488-773a-a5df-fde3dfb5b540",
        "code": "STD",
        "name": "Standard parts",
        "commitId": "01a20e58-7488-773a-a5df-fde3dfb5b541",
        "number": 1204,
        "committedAt": made,
        "items": [],
    }
    async with new_tab(locale="de-DE") as tab:
        page = tab.page
        await tab.sign_in(ADMINISTRATOR)
        await tab.open("/admin/system")
        shown = page.get_by_role("region", name="Designs aus anderen Zellen").first
        await expect(shown).to_contain_text("Keine andere Zelle veröffentlicht hier Teile.")
        data(
            await site.api.post(
                "/api/publications", {"publication": publication}, as_=ADMINISTRATOR
            )
        )
        monkeypatch.setattr(KernelPool, "is_installed", False)
        await tab.open("/admin/system")
        row = shown.get_by_role("row").filter(has_text="library, als STD")
        await expect(row).to_contain_text("Commit 1.204, 20")
        await expect(page.get_by_text("Der CAD-Kern fehlt")).to_contain_text(
            "installieren Sie partwright mit dem Extra `cad`"
        )
        await tab.check(themes=True)
        await row.get_by_role("link").click()
        await tab.arrive("/designs/STD*")
