"""A product described in words, asked about, changed where it is drafted, and made (journey 9)."""

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.async_api import Browser, expect

from tests.design_engine.endpoint import STALL, Endpoint, listening
from tests.design_engine.session_client import propose, requirement
from tests.design_engine.solids import product as parts
from tests.page.browser import ON_SQLITE, Tab, open_tab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ENGINEER
from tests.support.process import ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")

LAMP = "A desk lamp with an arm of 600 mm and a dimmable LED of 8 W <img src=x onerror=alert(1)>"


@ON_SQLITE
async def test_a_product_is_drafted_changed_and_made(tab: Tab) -> None:
    page, keys, world = tab.page, tab.page.keyboard, tab.site.world
    await tab.sign_in(ENGINEER)
    await tab.open("/design-engine")
    await expect(page.get_by_text("No product described yet")).to_be_visible()
    # Without a program nothing can be begun, which is said.
    needs = "What is designed belongs to a program, and you are in none."
    await expect(page.get_by_role("main")).to_contain_text(needs)
    begin = page.get_by_role("button", name="New session")
    await expect(begin).to_have_count(1)
    await expect(begin).to_have_attribute("aria-disabled", "true")
    program = await world.program("Lamps", members={ENGINEER: "engineer"})
    await page.reload()
    await expect(begin).not_to_have_attribute("aria-disabled", "true")
    await keys.press("c")
    dialog = page.get_by_role("dialog", name="New session")
    await dialog.get_by_label("What is to be designed?").fill(LAMP)
    # The only program there is needs no choosing.
    await expect(dialog.get_by_label("Program")).to_have_value(re.compile(program["code"]))
    await tab.check()
    await dialog.get_by_role("button", name="Begin").click()

    await expect(page.get_by_role("heading", level=1)).to_contain_text("A desk lamp")
    undo = page.get_by_role("button", name="Undo")
    await expect(undo).to_have_accessible_description("There is nothing to undo yet.")
    await page.get_by_role("button", name="Draft requirements").click()
    question = page.get_by_role("form", name="How shall the lamp be supplied?")
    await expect(page.get_by_role("status").filter(has_text="Waiting for you")).to_be_visible()
    await question.get_by_role("button", name="mains").click()
    drafts = page.get_by_role("tabpanel", name="Requirements")
    await expect(page.get_by_role("button", name="Confirm requirements")).to_be_visible()
    await expect(undo).to_be_enabled()
    await drafts.get_by_role("button", name="Requirement: Dimmable").click()
    await page.get_by_role("textbox", name="Requirement", exact=True).fill("Dims to 5 %")
    await keys.press("Enter")
    await expect(drafts.get_by_role("row").filter(has_text="Dims to 5 %")).to_be_visible()
    await tab.check()
    # What was told is told again, and once, to whoever opens the page anew.
    await tab.page.reload()
    await expect(
        page.get_by_role("log").get_by_text("How shall the lamp be supplied?")
    ).to_have_count(1)

    # On a low screen, where the talk is longer than its box.
    await page.set_viewport_size({"width": 1440, "height": 500})
    await page.get_by_role("button", name="Confirm requirements").click()
    await page.get_by_role("button", name="Draft the structure").click()
    structure = page.get_by_role("tabpanel", name="Structure")
    await expect(page.get_by_role("button", name="Confirm structure")).to_be_visible()
    await structure.get_by_role("button", name="Add a part to Base assembly").click()
    await page.get_by_role("textbox", name="Name of the new part").fill("Felt pad")
    await keys.press("Enter")
    await expect(structure.get_by_role("button", name="Part: Felt pad")).to_be_visible()
    await structure.get_by_role("button", name="Remove Folding carton").click()
    await expect(structure.get_by_role("button", name="Part: Folding carton")).to_have_count(0)
    await tab.check()
    await is_drawn_once_for_each_side(tab)
    await expect(page.get_by_role("log").get_by_text("Propose requirements")).to_be_visible()
    # What was said last stands in sight, with the button below it; who reads above it is left there.
    log = page.get_by_role("log")
    told = log.locator("xpath=./*[last()]")
    await expect(told).to_contain_text("A structure of")
    await expect(told).to_be_in_viewport(ratio=1)
    assert await log.evaluate("(log) => log.scrollTop") > 0
    # What is said between two runs stands in its place, and nothing is missing around it.
    await page.get_by_role("textbox", name="What should be different?").fill("Make it 700 mm high")
    await page.get_by_role("button", name="Send").click()
    await expect(log.get_by_text("A structure of")).to_have_count(2)
    await expect(log.get_by_text("Make it 700 mm high")).to_have_count(1)
    await expect(log.get_by_text("Some messages are missing")).to_have_count(0)
    await log.evaluate("(log) => log.scrollTo({top: 0})")
    await page.set_viewport_size({"width": 1440, "height": 480})
    await page.get_by_role("button", name="Confirm structure").click()
    await expect(page.get_by_role("button", name="Make the items")).to_be_visible()
    assert await log.evaluate("(log) => log.scrollTop") == 0
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.get_by_role("button", name="Make the items").click()
    made = page.get_by_role("dialog", name="What will be made")
    await expect(made.get_by_text("BOM lines")).to_be_visible()
    await made.get_by_role("button", name="Make the items").click()
    # Nothing is under way until it is begun.
    await expect(page.get_by_text("Next: Make the solids")).to_be_visible()
    await page.get_by_role("link", name="PN-").click()
    await expect(page.get_by_role("treegrid").get_by_text("Felt pad")).to_be_visible()


async def is_drawn_once_for_each_side(tab: Tab) -> None:
    """The picture of the draft, which is kept while other sides are looked at."""
    page = tab.page
    await page.get_by_role("tab", name="Picture").click()
    picture = page.get_by_role("img", name="desk lamp")
    await expect(picture).to_have_js_property("complete", True, timeout=90_000)
    assert await picture.evaluate("(picture) => picture.naturalWidth") > 100
    side = await picture.get_attribute("src")
    await page.get_by_role("button", name="Top", exact=True).click()
    await expect(picture).not_to_have_attribute("src", side or "", timeout=90_000)
    await expect(picture).to_have_js_property("complete", True)
    await page.get_by_role("button", name="Oblique").click()
    await page.get_by_role("tab", name="Structure").click()
    await page.get_by_role("tab", name="Picture").click()
    await expect(picture).to_be_visible()
    for view in ("iso", "top"):
        assert sum(path.endswith(f"/preview?view={view}") for path in tab.requests) == 1
    await page.get_by_role("tab", name="Structure").click()


@ON_SQLITE
async def test_a_part_is_changed_in_words_and_back(tab: Tab) -> None:
    plate = parts.made("plate", parts.PLATE, material="Steel S235JR")
    made = await parts.shop(tab.site.api, parts.node("root", "Rig", plate))
    page = tab.page
    await tab.sign_in(ENGINEER)
    await tab.open(f"/design-engine/{made.session.id}")
    await page.get_by_role("button", name="Make the solids").click()
    await expect(page.get_by_role("button", name="Confirm solids")).to_be_visible(timeout=60_000)
    row = page.get_by_role("row").filter(has_text="Base plate")
    log = page.get_by_role("log")

    async def tell(words: str) -> None:
        await row.get_by_role("button", name="in words").press("Enter")
        await page.get_by_role("textbox", name="What should be different? Such as").fill(words)
        await page.keyboard.press("Enter")
        await expect(log.get_by_text(words, exact=True)).to_have_count(1)

    await tell("8 mm thick")
    await expect(row).to_contain_text("100 x 60 x 8 mm", timeout=60_000)
    await tell("aluminium instead of steel")
    await expect(row).to_contain_text("aluminium", timeout=60_000)
    await tell("make it nicer")
    await expect(log).to_contain_text("stays as it is")
    await tab.check()
    # What changed nothing is not what is taken back.
    await page.get_by_role("button", name="Undo").click()
    await expect(row).to_contain_text("Steel S235JR")
    await expect(row).to_contain_text("100 x 60 x 8 mm")


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with listening() as endpoint:
        yield endpoint


@pytest.mark.long
@ON_SQLITE
async def test_a_page_goes_on_without_a_gap_when_its_server_stops_or_is_killed(
    site: Site, browser: Browser, server: Callable[..., ServerProcess], endpoint: Endpoint
) -> None:
    program = await site.world.program(members={ENGINEER: "engineer"})
    body = {"description": "A rack", "programId": program["id"]}
    made = await site.api.post("/api/design-engine/sessions", body, as_=ENGINEER)
    session_id = data(made, 201)["session"]["id"]
    process = server(model="openai:test", model_base_url=endpoint.url)
    async with open_tab(browser, site._replace(url=process.url)) as tab:
        page = tab.page
        log = page.get_by_role("log")
        drafts = page.get_by_role("tabpanel", name="Requirements").get_by_role("row")
        await tab.sign_in(ENGINEER)
        # Long enough to know that the server may go away.
        async with page.expect_request("**/api/events?*"):
            await tab.open(f"/design-engine/{session_id}")
        endpoint.script(["First.", propose(requirement("a"))], STALL)
        await page.get_by_role("button", name="Draft requirements").click()
        await expect(drafts).to_have_count(2)
        await asyncio.to_thread(process.terminate)
        await expect(log).to_contain_text("The connection to the server is lost")
        await expect(page.get_by_text("What is open stays readable")).to_be_visible()
        await expect(drafts).to_have_count(2)

        await asyncio.to_thread(process.start)
        await expect(log).not_to_contain_text("is lost")
        await expect(log).to_contain_text("The server is stopping; resume to continue")
        await expect(page.get_by_text("What is open stays readable")).to_have_count(0)
        endpoint.script(["Second.", propose(requirement("b"))], STALL)
        await page.get_by_role("button", name="Resume").click()
        await expect(drafts).to_have_count(3)
        await asyncio.to_thread(process.kill)
        await expect(log).to_contain_text("The connection to the server is lost")

        await asyncio.to_thread(process.start)
        await expect(page.get_by_role("alert")).to_contain_text("The server stopped while drafting")
        await _leads_from_the_inbox(tab, f"/design-engine/{session_id}")
        endpoint.script(["Third.", propose(requirement("c"))])
        await page.get_by_role("button", name="Resume").click()
        await expect(page.get_by_role("button", name="Confirm requirements")).to_be_visible()
        await expect(drafts).to_have_count(4)
        for told in ("First.", "Second.", "Third.", "The server stopped while drafting"):
            await expect(log.get_by_text(told)).to_have_count(1)
        await expect(log.get_by_text("Some messages are missing")).to_have_count(0)
        tab.problems[:] = [one for one in tab.problems if "net::ERR_" not in one]

        # What cannot be drawn is told in the server's words.
        tree = {"rootAssembly": {"name": "Rack", "children": [{"name": "Shelf"}]}}
        path = f"/api/design-engine/sessions/{session_id}"
        data(await site.api.patch(path, {"artifacts": {"bom": tree}}, as_=ENGINEER))
        await page.reload()
        await page.get_by_role("tab", name="Picture").click()
        await expect(page.get_by_role("alert").last).to_contain_text("has a form and a place")
        await expect(page.get_by_role("button", name="Try again")).to_be_visible()


async def _leads_from_the_inbox(tab: Tab, session: str) -> None:
    """The failure of a run waits on the first page, though there is no item yet, and leads to its session."""
    await tab.open("/")
    failed = tab.page.get_by_role("region", name="Failed")
    await expect(failed).to_contain_text("The server stopped while drafting")
    await tab.check()
    await failed.get_by_role("link").click()
    await tab.arrive(session)
