"""One browser for each worker, and a server of its own for each test."""

import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright
from pytest_asyncio import fixture

from partwright.settings import Settings
from tests.page.browser import Tab, launch, open_tab
from tests.page.keyboard_writes import not_written
from tests.page.serving import Site, serving

OpenTab = Callable[..., AbstractAsyncContextManager[Tab]]
HAS_FAILED = pytest.StashKey[bool]()
TABS_BY_KEYS = pytest.StashKey[list[Tab]]()
"""The tabs of a test that were worked without a mouse."""


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
        request.node.stash[TABS_BY_KEYS].append(tab)
        yield tab
        if request.node.stash.get(HAS_FAILED, False):
            sys.stdout.write(await tab.describe())


@pytest.fixture
def new_tab(browser: Browser, site: Site, request: pytest.FixtureRequest) -> OpenTab:
    """Opens further tabs, each of a browser of its own."""

    @asynccontextmanager
    async def open_one(**context: Any) -> AsyncIterator[Tab]:
        async with open_tab(browser, site, **context) as tab:
            if context.get("by_keys"):
                request.node.stash[TABS_BY_KEYS].append(tab)
            yield tab

    return open_one


@pytest.fixture(autouse=True)
def writes_by_keys(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that no longer writes by keys what `keyboard_writes` says that it does."""
    tabs: list[Tab] = []
    request.node.stash[TABS_BY_KEYS] = tabs
    yield
    if not request.node.stash.get(HAS_FAILED, True):
        test = f"{request.node.path.stem} {request.node.originalname}"
        missing = not_written(test, [write for tab in tabs for write in tab.writes])
        assert not missing, f"not written by keys: {missing}"
