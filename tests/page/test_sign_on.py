"""Signing on and off in a browser (journey 1)."""

import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

from partwright.accounts.one_time_codes import STEP_SECONDS, code_at
from partwright.settings import Settings
from tests.identity.provider import CLIENT_ID, CLIENT_SECRET, Provider
from tests.page.browser import ON_SQLITE, Tab, open_tab
from tests.page.serving import serving
from tests.support.people import ENGINEER, PASSWORD

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_sign_in_and_out_by_keyboard_alone(tab: Tab) -> None:
    page, keys = tab.page, tab.page.keyboard
    await tab.open("/")
    # Nobody has ever signed on here.
    await expect(page.get_by_role("heading", name="Welcome to Partwright")).to_be_visible()
    await tab.check()
    await expect(page.get_by_label("E-mail")).to_be_focused()
    await keys.type(ENGINEER.email)
    await keys.press("Tab")
    await keys.type("not the password")
    await keys.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text("E-mail or password is wrong.")
    await tab.check()
    await expect(page.get_by_label("Password")).to_be_focused()
    await keys.press("ControlOrMeta+A")
    await keys.type(PASSWORD)
    await expect(page.get_by_role("alert")).to_have_text("")
    await keys.press("Enter")
    await expect(page.get_by_role("navigation").first).to_be_visible()
    await tab.check()
    # No script can read the session.
    assert await page.evaluate("document.cookie") == ""

    await page.get_by_role("button", name=f"Account of {ENGINEER.name}").focus()
    await keys.press("Enter")
    await expect(page.get_by_role("menu", name="Account")).to_be_visible()
    await tab.check()
    await keys.press("End")
    await expect(page.get_by_role("menuitem", name="Sign out")).to_be_focused()
    await keys.press("Enter")
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    await tab.open("/me")
    await expect(page.get_by_label("E-mail")).to_be_visible()


@ON_SQLITE
async def test_a_second_factor_is_set_up_and_asked_for(tab: Tab) -> None:
    page = tab.page
    await tab.sign_in(ENGINEER)
    await tab.open("/me")
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Set up an authenticator app").click()
    await expect(page.get_by_role("img", name="Second factor")).to_be_visible()
    secret = await page.get_by_label("Key", exact=True).input_value()
    await tab.check()
    await page.get_by_label("Code that the app shows").fill("000 00x")
    await page.get_by_role("button", name="Confirm").click()
    await expect(page.get_by_text("does not match the code that the app shows now")).to_be_visible()
    step = int(time.time()) // STEP_SECONDS
    await page.get_by_label("Code that the app shows").fill(code_at(secret, step))
    await page.get_by_role("button", name="Confirm").click()
    codes = page.get_by_role("list", name="Second factor").get_by_role("listitem")
    await expect(codes).to_have_count(10)
    recovery = await codes.first.inner_text()
    await tab.check()
    await page.get_by_role("button", name="I have kept them").click()
    await expect(page.get_by_text("10 recovery codes are left")).to_be_visible()

    await tab.context.clear_cookies()
    await tab.open("/login")
    await page.get_by_label("E-mail").fill(ENGINEER.email)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    code = page.get_by_label("Code of your authenticator app")
    await expect(code).to_be_focused()
    await expect(page.get_by_role("alert")).to_have_text("")
    await tab.check()
    await code.fill("123")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_have_text(
        "The code is wrong or has already been used."
    )
    await code.fill(recovery)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("navigation").first).to_be_visible()


@ON_SQLITE
async def test_a_session_that_ends_leads_back_to_where_one_was(tab: Tab) -> None:
    page = tab.page
    await tab.sign_in(ENGINEER)
    await tab.open("/me?at=main")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await tab.context.clear_cookies()
    await page.reload()
    await expect(page.get_by_text("Sign in again to continue where you were.")).to_be_visible()
    await page.get_by_label("E-mail").fill(ENGINEER.email)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await tab.arrive("/me?at=main")
    # What is typed when the session ends is still there afterwards.
    await tab.go("/tasks")
    await page.keyboard.press("c")
    dialog = page.get_by_role("dialog", name="New task")
    await tab.write(dialog.get_by_label("Name"), "Measure the rib")
    await tab.context.clear_cookies()
    await page.keyboard.press("Enter")
    again = page.get_by_role("dialog", name="Sign in again")
    await expect(again.get_by_label("E-mail")).to_have_value(ENGINEER.email)
    await expect(again.get_by_label("Password")).to_be_focused()
    await tab.check()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(again).to_have_count(0)
    await tab.use(dialog.get_by_role("button", name="Create"))
    await tab.arrive("/items/TASK-*")
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Measure the rib")
    # An address of elsewhere is not where one was.
    await tab.context.clear_cookies()
    await tab.open("/login?next=//evil.example/")
    await page.get_by_label("E-mail").fill(ENGINEER.email)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await tab.arrive("/")


@pytest.fixture
def provider() -> Iterator[Provider]:
    """On another site than the server, so that its cookies are foreign there."""
    provider = Provider()
    provider.issuer = provider.issuer.replace("127.0.0.1", "localhost")
    yield provider
    provider.close()


@ON_SQLITE
async def test_single_sign_on_leads_there_and_back(
    browser: Browser, settings: Settings, provider: Provider
) -> None:
    connected = replace(
        settings,
        oidc_issuer=provider.issuer,
        oidc_client_id=CLIENT_ID,
        oidc_client_secret=CLIENT_SECRET,
        oidc_name="The house",
    )
    async with serving(connected) as site, open_tab(browser, site) as tab:
        page, tab.partners = tab.page, (provider.issuer + "/",)
        there = page.get_by_role("link", name="The house")
        provider.claims = {"email": "nobody@example.com", "email_verified": True}
        await tab.open("/me?at=main")
        await there.click()
        await expect(page.get_by_text("There is no account for your e-mail here.")).to_be_visible()
        await tab.check()
        provider.claims = {"email": ENGINEER.email, "email_verified": True}
        # What went wrong there does not lose where one was.
        await there.click()
        await tab.arrive("/me?at=main")
        await expect(page.get_by_label("Name", exact=True)).to_have_value(ENGINEER.name)
        # A session that ends is begun anew in another tab, and what is typed in this one stays.
        await tab.go("/tasks")
        await page.keyboard.press("c")
        dialog = page.get_by_role("dialog", name="New task")
        await tab.write(dialog.get_by_label("Name"), "Measure the rib")
        await tab.context.clear_cookies()
        await page.keyboard.press("Enter")
        again = page.get_by_role("dialog", name="Sign in again")
        await expect(again).to_contain_text("It opens in another tab.")
        await tab.check()
        async with tab.context.expect_page() as opened:
            await again.get_by_role("link", name="The house").click()
        beside = await opened.value
        await expect(beside.get_by_role("heading", level=1)).to_be_visible()
        await beside.close()
        await expect(again).to_have_count(0)
        await expect(dialog.get_by_label("Name")).to_have_value("Measure the rib")
        await tab.use(dialog.get_by_role("button", name="Create"))
        await tab.arrive("/items/TASK-*")
