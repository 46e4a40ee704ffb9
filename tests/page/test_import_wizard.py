"""The import wizard: the tree that a list would become, rows put right, and kept templates."""

from string import ascii_uppercase

import pytest
from playwright.async_api import FilePayload, expect

from tests.imports.test_file_import import upload
from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.page.test_models import PAIR
from tests.relationships import scene
from tests.support.application import data
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST = (
    "Level,Part Number,Name,Qty,Wt\n1,V-1,Arm,1,\n2,V-2,Joint,2,\n2,V-3,Cover,1,\n2,V-4,Rod,4,\n"
)
SECOND = (
    "Level,Part Number,Name,Qty,Wt\n1,V-1,Arm,1,\n2,V-2,Joint,3,\n2,V-3,Lid,1,\n2,V-5,Hand,1,\n"
    "3,V-6,Finger,-5,\n3,V-2,Joint,1,\n3,,,1,\n"
)


@ON_SQLITE
async def test_a_list_is_seen_as_the_tree_that_it_would_become(tab: Tab) -> None:
    page, api = tab.page, tab.site.api
    design = await scene.design(api)
    code = data(await api.get(f"/api/designs/{design}", as_=ENGINEER))["code"]
    data(await upload(api, FIRST, designId=design), 201)
    await tab.sign_in(ENGINEER)
    await tab.open("/import")
    # What is no list is refused by its ending, and cannot be imported.
    chooser = page.locator("input[type=file]")
    photo = FilePayload(name="photo.png", mimeType="image/png", buffer=b"\x89PNG")
    await chooser.set_input_files([photo])
    await expect(page.get_by_role("alert")).to_contain_text('".png" is an unknown ending')
    await expect(page.get_by_role("button", name="Import", exact=True)).to_be_disabled()
    # A broken workbook is told with what to do, and a list whose columns nobody knows can be read by a choice.
    broken = FilePayload(name="arm.xlsx", mimeType="text/csv", buffer=b"PK no workbook")
    await chooser.set_input_files([broken])
    await expect(page.get_by_role("alert")).to_contain_text("The file is damaged")
    unknown = FilePayload(name="arm.csv", mimeType="text/csv", buffer=b"Smell,Size\nroses,5\n")
    await chooser.set_input_files([unknown])
    await expect(page.get_by_role("alert")).to_contain_text("Say here which one is")
    await tab.check(themes=True)
    await page.get_by_label("Read Smell as").select_option(label="Name")
    tree = page.get_by_role("treegrid", name="As a structure")
    await expect(tree.get_by_role("row").filter(has_text="roses")).to_contain_text("New part")
    # What is wrong in several rows alike is put right in all of them at once.
    prices = b"Name,Price\nRose,1.5\nTulip,-2\nLily,-2\nIris,-3\n"
    alike = FilePayload(name="arm.csv", mimeType="text/csv", buffer=prices)
    await chooser.set_input_files([alike])
    await page.get_by_label("Price of row 3").fill("2")
    await page.get_by_role("button", name="Fix all 2 like this").click()
    await expect(page.get_by_text("1 repair")).to_be_visible()
    await expect(page.get_by_text("Row 5")).to_be_visible()
    for mended in ("Row 3", "Row 4"):
        await expect(page.get_by_text(mended)).to_have_count(0)
    file = FilePayload(name="arm.csv", mimeType="text/csv", buffer=SECOND.encode())
    await chooser.set_input_files([file])
    await page.get_by_label("Into").select_option(label="An existing design")
    await page.get_by_role("combobox", name="Design").fill(code)
    await page.get_by_role("option", name=code).click()
    await page.get_by_label("Existing parts take the values").check()
    await page.get_by_label("Lines that the list does not have").check()
    rows = tree.get_by_role("row")
    for number, told in (
        ("Joint", "Known part, line changes"),
        ("Lid", "name: Cover → Lid"),
        ("Hand", "New part"),
        ("Finger", "New part, line refused"),
        ("Rod", "Known part, line removed"),
    ):
        await expect(rows.filter(has_text=number).first).to_contain_text(told)
    joint = rows.filter(has_text="Joint").first
    await expect(joint.locator("del")).to_have_text("2")
    await expect(joint.locator("ins")).to_have_text("3")
    await expect(page.get_by_text("Without 2 rows that are refused.")).to_be_visible()
    await tab.check(themes=True)
    await page.get_by_role("button", name="Refused 2").click()
    await expect(rows.filter(has_text="Rod")).to_have_count(0)
    await expect(rows.filter(has_text="Finger")).to_have_attribute("aria-level", "3")
    await expect(rows.filter(has_text="Hand")).to_have_attribute("aria-level", "2")

    # What a row lacks is filled in where it stands; the tree follows.
    await page.get_by_label("Name of row 8").fill("Palm")
    await page.get_by_role("button", name="Fix", exact=True).click()
    await expect(page.get_by_text("Row 8")).to_have_count(0)
    await page.get_by_label("Qty of row 6").fill("5")
    await page.get_by_role("button", name="Fix", exact=True).click()
    await expect(page.get_by_text("2 repairs")).to_be_visible()
    await expect(page.get_by_role("button", name="Refused")).to_have_count(0)

    # What the columns mean is kept with the import, and chosen for the next list.
    await page.get_by_label("Read Wt as").select_option(label="Weight")
    await page.get_by_text("How the file is read").click()
    await page.get_by_label("Save the meaning of the columns as").fill("Lists of arms")
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_role("status").filter(has_text="were imported")).to_be_visible()
    await page.get_by_role("button", name="Import another").click()
    await page.locator("input[type=file]").set_input_files([file])
    await page.get_by_text("How the file is read").click()
    await page.get_by_label("Template").select_option(label="Lists of arms")
    await expect(page.get_by_label("Read Wt as")).to_have_value("weight")
    await page.get_by_role("button", name="Delete the template Lists of arms").click()
    await expect(page.get_by_text("The template Lists of arms is deleted.")).to_be_visible()
    assert data(await api.get("/api/import/mappings", as_=ENGINEER))["mappings"] == []


@ON_SQLITE
async def test_what_is_said_of_a_list_is_said_in_german(site: Site, new_tab: OpenTab) -> None:
    file = FilePayload(name="arm.csv", mimeType="text/csv", buffer=SECOND.encode())
    async with new_tab(locale="de-DE") as tab:
        page = tab.page
        await tab.sign_in(ENGINEER)
        await tab.open("/import")
        await page.locator("input[type=file]").set_input_files([file])
        await expect(page.get_by_text("Name: es fehlt ein Name").first).to_be_visible()
        await expect(page.get_by_text("erwartet wird eine Menge ab null").first).to_be_visible()
        await expect(page.get_by_text("Ebene 1 steht oben").first).to_be_visible()
        await expect(page.get_by_text("nach der Überschrift").first).to_be_visible()
        # What is refused beyond the rows that can be put right at a time is told as well.
        nameless = "".join(f"N-{one}{other},,1\n" for one in "AB" for other in ascii_uppercase)
        named = "".join(f"V-{number},Named {number},1\n" for number in range(54))
        many = f"Part Number,Name,Qty\nN,Named,1\n{nameless}{named}".encode()
        file = FilePayload(name="many.csv", mimeType="text/csv", buffer=many)
        await page.locator("input[type=file]").set_input_files([file])
        told = page.get_by_role("listitem").filter(has_text="Name: es fehlt ein Name")
        await expect(told.filter(has_text="Zeile 53")).to_be_visible()
        await expect(
            page.get_by_role("heading", name="2 Zeilen werden abgelehnt", exact=True)
        ).to_be_visible()


@ON_SQLITE
async def test_a_model_stays_with_what_was_read_from_it(tab: Tab) -> None:
    page, api = tab.page, tab.site.api
    await tab.sign_in(ENGINEER)
    await tab.open("/import")
    for is_undone in (True, False):
        await page.locator("input[type=file]").set_input_files(PAIR)
        await expect(page.get_by_label("Keep the file with the assembly on top")).to_be_checked()
        row = page.get_by_role("treegrid", name="As a structure").get_by_role("row").nth(1)
        await row.hover()
        # No mark of selection, which would seem to choose what comes in.
        await expect(row.locator("[role=gridcell] > [aria-hidden]").first).to_be_hidden()
        await page.get_by_role("button", name="Import", exact=True).click()
        see = page.get_by_role("link", name="See it in 3D")
        await expect(see).to_be_visible()
        await tab.check()
        files = data(await api.get("/api/files", as_=ENGINEER))["files"]
        assert [file["originalFileName"] for file in files] == [PAIR.name]
        if is_undone:
            await page.get_by_role("button", name="Undo this import").click()
            await expect(page.get_by_text("The import is undone.", exact=True)).to_be_visible()
            # The design that was made for it is gone with it.
            assert data(await api.get("/api/designs", as_=ENGINEER))["designs"] == []
            assert data(await api.get("/api/files", as_=ENGINEER))["files"] == []
    await see.click()
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)


WATCH_PROGRESS = """() => {
    window.told = new Set()
    new MutationObserver(() => {
        for (const bar of document.querySelectorAll("progress")) told.add(bar.ariaLabel)
    }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


@ON_SQLITE
async def test_a_long_import_tells_how_far_it_has_come_and_can_be_stopped(tab: Tab) -> None:
    page, api = tab.page, tab.site.api
    await tab.sign_in(ENGINEER)
    await tab.open("/import")
    await page.evaluate(WATCH_PROGRESS)
    # Larger than what a request waits for.
    said = "Turned, ground and hardened. " * 90
    rows = "".join(f"L-{number},Pin {number},{said}\n" for number in range(500))
    content = f"Part Number,Name,Description\n{rows}".encode()
    file = FilePayload(name="pins.csv", mimeType="text/csv", buffer=content)
    await page.locator("input[type=file]").set_input_files([file])
    figures = page.get_by_role("row").filter(has_text="Parts")
    await expect(figures.get_by_role("cell").first).to_have_text("500")
    await page.get_by_role("button", name="Import", exact=True).click()
    await page.get_by_role("button", name="Stop").click()
    await expect(page.get_by_text("The import was stopped. Nothing came in.")).to_be_visible()
    assert data(await api.get("/api/items", as_=ENGINEER))["total"] == 0
    await tab.check()
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_role("status").filter(has_text="were imported")).to_be_visible()
    told = await page.evaluate("[...told]")
    assert "Reading pins.csv …" in told, told
    assert any(text.endswith(" of 500 rows") for text in told), told
    assert data(await api.get("/api/items", as_=ENGINEER))["total"] == 500
