"""One browser for each worker, and a server of its own for each test."""

import sys
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright
from pytest_asyncio import fixture

from partwright.settings import Settings
from tests.page.browser import Tab, launch, open_tab
from tests.page.serving import Site, serving

OpenTab = Callable[..., AbstractAsyncContextManager[Tab]]
HAS_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call":
        item.stash[HAS_FAILED] = report.failed
    return report


@fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        yield browser
        await browser.close()


@fixture(loop_scope="session")
async def site(settings: Settings) -> AsyncIterator[Site]:
    """A server for one test; where the kind of database is all the same, see `ON_SQLITE`."""
    async with serving(settings) as site:
        yield site


@fixture(loop_scope="session")
async def tab(browser: Browser, site: Site, request: pytest.FixtureRequest) -> AsyncIterator[Tab]:
    """A tab of somebody who is not signed in; of a test that fails it prints what was to be seen."""
    async with open_tab(browser, site) as tab:
        yield tab
        if request.node.stash.get(HAS_FAILED, False):
            sys.stdout.write(await tab.describe())


@fixture(loop_scope="session")
async def tab_by_keys(
    browser: Browser, site: Site, request: pytest.FixtureRequest
) -> AsyncIterator[Tab]:
    """As `tab`, of somebody without a mouse: a use of one fails the test."""
    async with open_tab(browser, site, by_keys=True) as tab:
        yield tab
        if request.node.stash.get(HAS_FAILED, False):
            sys.stdout.write(await tab.describe())


@pytest.fixture
def new_tab(browser: Browser, site: Site) -> OpenTab:
    """Opens further tabs, each of a browser of its own."""

    def open_one(**context: Any) -> AbstractAsyncContextManager[Tab]:
        return open_tab(browser, site, **context)

    return open_one
