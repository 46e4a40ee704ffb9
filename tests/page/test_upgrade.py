"""A tab that stays open while the server is upgraded (journey 14), or while parts of it do not come."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, Dialog, Route, expect

from partwright.page.bundle import BUILD, BUILT, INDEX, load_bundle
from partwright.settings import Settings
from tests.page.browser import ON_SQLITE, Tab, open_tab
from tests.page.serving import serving
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

CHUNK = re.compile(r"\b([\w-]+)-([\w-]{8})\.js\b")


def next_build(folder: Path) -> Path:
    """The same application as another build would leave it: every script has another name."""
    later = folder / "later"
    shutil.copytree(BUILT, later, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    for path in (later / INDEX, *later.glob("assets/*.js")):
        path.write_text(CHUNK.sub(r"\1-later_\2.js", path.read_text()))
    for path in later.glob("assets/*.js"):
        path.rename(path.with_name(CHUNK.sub(r"\1-later_\2.js", path.name)))
    (later / BUILD).write_text('{"build": "later"}')
    return later


@ON_SQLITE
async def test_an_old_tab_says_so_and_goes_on(
    browser: Browser, settings: Settings, tmp_path: Path
) -> None:
    later = next_build(tmp_path)
    assert not load_bundle(later).files.keys() & {
        path for path in load_bundle(BUILT).files if path.endswith(".js")
    }
    async with serving(settings) as site:
        port = int(site.url.rpartition(":")[2])
        opening = open_tab(browser, site)
        tab = await opening.__aenter__()
        await tab.page.clock.install()
        await tab.sign_in(ENGINEER)
        await tab.open("/")
        await expect(tab.page.get_by_role("navigation").first).to_be_visible()
        # What a tab fetches ahead of time it has long before an upgrade.
        await tab.page.clock.run_for(5_000)
        await tab.page.wait_for_load_state("networkidle")
        assert not tab.problems
    # A server that is going refuses what still comes, such as the stream that was cut off.
    tab.problems.clear()
    async with serving(settings, built=later, port=port):
        page = tab.page
        # As after a night with the lid closed: what is asked for now has all its time to come.
        await page.clock.fast_forward(6 * 60_000)
        await expect(page.get_by_text("A new version is available.")).to_be_visible()
        await tab.check()
        # A page whose script is gone by now: the tab fetches the new application by itself.
        await page.get_by_role("button", name=f"Account of {ENGINEER.name}").click()
        await page.get_by_role("menuitem", name="Profile").click()
        await tab.arrive("/me")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await expect(page.get_by_text("A new version is available.")).to_be_hidden()
        # The old page told of the script that it did not get.
        tab.problems[:] = [one for one in tab.problems if "UNLOADED" not in one]
        await opening.__aexit__(None, None, None)


INCOMPLETE = "Part of the page is missing."


def forget_refusals(tab: Tab) -> None:
    """The browser tells of each request that could not be sent, and the page of what lacks then."""
    unsent = re.compile("ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)|UNLOADED")
    tab.problems[:] = [one for one in tab.problems if not unsent.search(one)]


@ON_SQLITE
async def test_what_is_typed_outlives_a_part_that_did_not_come(tab: Tab) -> None:
    page = tab.page
    await tab.site.world.part("Arm", itemNumber="ARM")
    await tab.sign_in(ENGINEER)
    # Which page leads where comes once the first one is there.
    async with page.expect_response(lambda one: "later-pages" in one.url):
        await tab.open("/items/ARM")
    await page.get_by_role("button", name="Edit Name").click()
    field = page.get_by_role("textbox", name="Name")
    await field.fill("Arm of steel")
    link = page.get_by_role("link", name="Graph", exact=True)
    await page.evaluate("window.isSame = true")
    await tab.context.set_offline(True)
    async with page.expect_event("requestfailed", lambda one: "graph-tab" in one.url):
        await link.hover()
    await tab.context.set_offline(False)
    await page.mouse.move(0, 0)
    async with page.expect_response("**/build.json"):
        await link.hover()
    await expect(page.get_by_role("status").filter(has_text=INCOMPLETE)).to_be_visible()
    await expect(field).to_have_value("Arm of steel")
    # Who asks for it loses it no sooner: the browser asks first.
    asked: list[str] = []

    async def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()

    page.on("dialog", stay)
    await page.get_by_role("button", name="Reload").dispatch_event("click")
    await expect(field).to_have_value("Arm of steel")
    assert asked == ["beforeunload"]
    await field.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Arm of steel")
    assert await page.evaluate("window.isSame")
    # Where it is needed, and nothing typed is lost, it comes.
    await link.click()
    await expect(page.get_by_role("toolbar", name="Graph")).to_be_visible()
    forget_refusals(tab)


@ON_SQLITE
async def test_retry_brings_what_was_refused_while_the_server_answered(tab: Tab) -> None:
    page = tab.page
    await tab.site.world.part("Arm", itemNumber="ARM")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Arm")
    refuses = True

    async def answer(route: Route) -> None:
        await (route.abort() if refuses else route.continue_())

    await page.route("**/assets/graph-tab-*", answer)
    # The page is loaded anew by itself, once; then the reader is asked.
    async with page.expect_event("load"):
        await page.get_by_role("link", name="Graph", exact=True).click()
    told = page.get_by_role("alert")
    await expect(told).to_contain_text(INCOMPLETE)
    refuses = False
    await told.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("toolbar", name="Graph")).to_be_visible()
    forget_refusals(tab)


@ON_SQLITE
async def test_a_dialog_that_did_not_come_is_fetched_anew(tab: Tab) -> None:
    page = tab.page
    await tab.site.world.part("Arm", itemNumber="ARM")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM")
    await page.route("**/assets/start-change-dialog-*", lambda route: route.abort())
    await page.get_by_role("button", name="Start a change").click()
    dialog = page.get_by_role("dialog", name=INCOMPLETE.removesuffix("."))
    await expect(dialog.get_by_role("alert")).to_contain_text("The server answers")
    await expect(page.get_by_text("cannot be reached")).to_have_count(0)
    await tab.check()
    await page.unroute_all()
    # Chromium asks for it no more as long as the page lives.
    async with page.expect_event("load"):
        await dialog.get_by_role("button", name="Try again").click()
    await page.get_by_role("button", name="Start a change").click()
    await expect(page.get_by_label("What is to change")).to_be_visible()
    forget_refusals(tab)


@ON_SQLITE
async def test_a_style_sheet_that_did_not_come_is_fetched_anew(tab: Tab) -> None:
    page = tab.page
    await tab.site.world.part("Arm", itemNumber="ARM")
    await tab.sign_in(ENGINEER)
    await tab.open("/items/ARM")
    await page.evaluate("window.isSame = true")
    await page.route("**/assets/graph-*.css", lambda route: route.abort())
    await page.get_by_role("link", name="Graph", exact=True).click()
    # The page is there, if plain, and says so.
    await expect(page.get_by_role("toolbar", name="Graph")).to_be_visible()
    told = page.get_by_role("status").filter(has_text=INCOMPLETE)
    await expect(told).to_be_visible()
    await page.unroute_all()
    # As when the network is there again: nothing has to be loaded anew.
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(told).to_have_count(0)
    sheets = "[...document.styleSheets].some(({href}) => /graph-[^/]*css$/.test(href))"
    assert await page.evaluate(f"window.isSame && {sheets}")
    forget_refusals(tab)
