"""The first start, and what fills an empty server: the demonstration and a list of one's own."""

import re

import pytest
from playwright.async_api import FilePayload, Page, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW_PASSWORD = "seventeen brass washers"
LIST = """Part Number,Name,Level,Quantity
AXLE,Axle,1,1
WHEEL,=cmd|"//evil",2,2
,,2,1
"""


async def sign_in(page: Page, password: str) -> None:
    await page.get_by_label("E-mail").fill(ADMINISTRATOR.email)
    await page.get_by_label("Password").fill(password)
    await page.get_by_role("button", name="Sign in").click()


@ON_SQLITE
async def test_the_first_administrator_takes_a_password_and_the_demo(tab: Tab) -> None:
    page = tab.page
    await tab.open("/")
    await expect(page.get_by_text("This server is new.")).to_be_visible()
    await sign_in(page, PASSWORD)
    await tab.arrive("/start")
    await tab.check()
    # Who comes back to it is asked for the password that they came with.
    await page.reload()
    printed = page.get_by_label("Password that the server printed")
    own = page.get_by_label("A password of your own")
    await expect(own).to_have_accessible_description(re.compile("the token .* printed ends"))
    await page.get_by_label("Your name").fill("Ada King")
    await printed.fill("wrong")
    await own.fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Go on").click()
    await expect(printed).to_have_accessible_description("that is not your current password")
    await printed.fill(PASSWORD)
    await page.get_by_role("button", name="Go on").click()
    await expect(page.get_by_role("heading", name="How to begin")).to_be_visible()
    await tab.check()
    await page.get_by_role("button", name="Load the demo").click()
    await tab.arrive("/items/SOA-0000/structure")
    await expect(page.get_by_role("row").filter(has_text="Follower arm")).to_be_visible()
    await expect(page.get_by_role("button", name="Account of Ada King")).to_be_visible()
    await page.get_by_role("link", name="3D", exact=True).click()
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    await expect(page.get_by_role("button", name="SOA-4110 Moving jaw")).to_be_visible()
    # A server that is filled asks for no beginning.
    await tab.open("/start")
    await page.get_by_role("button", name="Not now").click()
    await tab.arrive("/")
    await tab.open("/items/SOA-0000/structure")
    await help_is_at_hand(tab)
    await a_label_is_scanned(tab)
    await tab.open("/changes/ECO-000001")
    await expect(page.get_by_text("PA12-CF")).to_be_visible()
    await tab.open("/items/SOA-4110/changes")
    await page.get_by_role("link", name="ECO-000001").click()
    await tab.arrive("/changes/ECO-000001")
    await tab.open("/items/SOA-4110/requirements")
    await expect(page.get_by_role("link", name="SOR-0001")).to_be_visible()
    await tab.check()
    await page.goto(f"{tab.site.url}/changes/ECO-000001/impact")
    await tab.arrive("/changes/ECO-000001?tab=impact")

    await tab.context.clear_cookies()
    await tab.open("/login")
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    await sign_in(page, PASSWORD)
    await expect(page.get_by_role("alert")).to_have_text("E-mail or password is wrong.")
    await sign_in(page, NEW_PASSWORD)
    await tab.arrive("/")


async def help_is_at_hand(tab: Tab) -> None:
    """Each page leads to its guide, the palette finds what guides say, the tour has seven steps."""
    page = tab.page
    await page.get_by_role("button", name="Help").click()
    await expect(page.get_by_role("heading", level=1, name="Structures")).to_be_visible()
    await tab.check()
    await page.get_by_label("Find in the guides").fill("first change")
    await page.get_by_role("link", name="A first change, on the page").first.click()
    await expect(page.get_by_role("img", name="Search from any page")).to_be_visible()
    await page.keyboard.press("Control+k")
    await page.get_by_role("combobox").fill("metrics")
    await page.get_by_role("option", name="Operating a server: Metrics").click()
    await expect(page.get_by_role("heading", level=1, name="Operating a server")).to_be_visible()
    await page.get_by_role("button", name="Tour of the demo").click()
    tour = page.get_by_role("region", name="Tour of the demo")
    # Who has no keys is told of none.
    await page.set_viewport_size({"width": 390, "height": 844})
    await tour.get_by_role("button", name="Next").click()
    await expect(tour).to_contain_text("edited on a larger screen")
    await tour.get_by_role("button", name="Back").click()
    await expect(tour).to_contain_text("Tap Search on any page")
    await tab.check()
    await page.set_viewport_size({"width": 1440, "height": 900})
    for step in range(1, 7):
        await expect(tour.get_by_text(f"Step {step} of 7")).to_be_visible()
        await tour.get_by_role("button", name="Next").click()
    await expect(page.get_by_role("heading", level=1, name="Import a list")).to_be_visible()
    await tab.check()
    await tour.get_by_role("button", name="Finish").click()
    await expect(tour).to_have_count(0)


READS_CODES = """
    window.BarcodeDetector = class {
        async detect() { return [{ rawValue: `${location.origin}/i/SOA-5060` }] }
    }
"""
"""Chromium reads codes on phones and Macs alone."""


async def a_label_is_scanned(tab: Tab) -> None:
    """The code of a label leads to its item; where codes cannot be read, it is said what can."""
    page = tab.page
    await page.keyboard.press("Control+k")
    await page.get_by_role("combobox").fill("scan")
    await page.get_by_role("option", name="Scan a label").click()
    dialog = page.get_by_role("dialog", name="Scan a label")
    await expect(dialog.get_by_role("alert")).to_contain_text("cannot read codes")
    await tab.check()
    await page.add_init_script(READS_CODES)
    await page.reload()
    await tab.arrive("/items/SOA-5060")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Screw M3x6")


@ON_SQLITE
async def test_a_list_is_tried_brought_in_and_taken_back(tab: Tab) -> None:
    page, site = tab.page, tab.site
    await tab.sign_in(ENGINEER)
    # The first design or part is asked for at once, and a list loaded anew asks for none.
    for record in ("design", "part"):
        await tab.open("/")
        await page.get_by_role("link", name=f"New {record}").click()
        await expect(page.get_by_role("dialog", name=f"New {record}")).to_be_visible()
        await tab.arrive(f"/{record}s")
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
    await tab.open("/")
    await page.get_by_role("link", name="Import a list").click()
    await expect(page.get_by_role("heading", name="Import a list")).to_be_visible()
    await tab.check()
    file = FilePayload(name="rover_parts.csv", mimeType="text/csv", buffer=LIST.encode())
    await page.locator("input[type=file]").set_input_files([file])
    await expect(page.get_by_label("Name of the design")).to_have_value("rover parts")
    await expect(page.get_by_text("1 row is refused")).to_be_visible()
    await tab.check()
    assert await numbers(site) == []
    await page.get_by_role("button", name="Leave row 4 out").click()
    await expect(page.get_by_text("1 row is refused")).to_have_count(0)
    await page.get_by_role("button", name="Discard them").click()
    await expect(page.get_by_text("1 row is refused")).to_be_visible()
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_text("2 parts and 1 BOM line were imported.")).to_be_visible()
    assert await numbers(site) == ["AXLE", "WHEEL"]
    await tab.check()
    await page.get_by_role("button", name="Undo this import").click()
    await expect(page.get_by_text("The import is undone.")).to_be_visible()
    assert await numbers(site) == []
    # A long list is read behind the request, and followed.
    rows = "".join(f"L-{row},{'long ' * 800}\n" for row in range(300))
    long = FilePayload(name="long.csv", mimeType="text/csv", buffer=f"Name,Note\n{rows}".encode())
    await page.locator("input[type=file]").set_input_files([long])
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await expect(page.get_by_role("row", name="Parts 300")).to_be_visible(timeout=60_000)

    # The design that an import made went with it.
    assert data(await site.api.get("/api/designs", as_=ENGINEER))["designs"] == []
    other = {"name": "Rover parts", "code": "ROVER-PARTS"}
    data(await site.api.post("/api/designs", other, as_=ENGINEER), 201)
    await page.locator("input[type=file]").set_input_files([file])
    await page.get_by_label("Into").select_option(label="An existing design")
    design = page.get_by_role("combobox", name="Design")
    await design.fill("rover")
    await page.get_by_role("option", name="ROVER-PARTS").click()
    await page.get_by_label("Read Quantity as").select_option(label="Find number")
    column = page.locator("tr").filter(has=page.get_by_label("Read Quantity as"))
    await expect(column).to_contain_text("given by the mapping")
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_text("2 parts and 1 BOM line were imported.")).to_be_visible()
    await page.get_by_role("link", name="Open AXLE").click()
    await tab.arrive("/items/AXLE/structure*")
    await expect(page.get_by_role("row").filter(has_text='=cmd|"//evil"')).to_be_visible()
    await tab.open("/designs")
    await page.get_by_role("link", name="ROVER").click()
    await page.get_by_role("link", name="Show as it was then").last.click()
    await expect(page.get_by_role("status").filter(has_text="how it was on")).to_be_visible()
    await expect(page.get_by_text("Nothing matches")).to_be_visible()


@ON_SQLITE
@pytest.mark.settings(background=("cad",))
async def test_a_trial_that_nobody_waits_for_any_more_is_ended(tab: Tab) -> None:
    page, api = tab.page, tab.site.api
    await tab.sign_in(ENGINEER)
    await tab.open("/import")
    long = FilePayload(name="long.csv", mimeType="text/csv", buffer=b"Name\n" + b"Bolt\n" * 300_000)
    await page.locator("input[type=file]").set_input_files([long])
    await expect(page.get_by_text("long.csv is waiting for its turn")).to_be_visible()
    short = FilePayload(name="parts.csv", mimeType="text/csv", buffer=LIST.encode())
    async with page.expect_response("**/cancel"):
        await page.locator("input[type=file]").set_input_files([short])
    await expect(page.get_by_text("1 row is refused")).to_be_visible()
    await expect(page.get_by_text("is waiting for its turn")).to_have_count(0)
    jobs = data(await api.get("/api/import-jobs", as_=ENGINEER))["jobs"]
    assert [job["state"] for job in jobs] == ["cancelled"]


async def numbers(site: Site) -> list[str]:
    found = await site.api.get("/api/items?sort=itemNumber", as_=ENGINEER)
    return [item["itemNumber"] for item in data(found)["items"]]
