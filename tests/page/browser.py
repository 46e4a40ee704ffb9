"""A tab of a real browser that remembers everything that must not happen in it."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    Response,
    ViewportSize,
    expect,
)

from tests.page.serving import Site
from tests.support.people import PASSWORD, Person

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_CANDIDATES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # Pages are drawn by the processor at once, and only 3D by a graphics card that it plays.
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
    # The light shell draws letters as the whole browser does by default.
    "--font-render-hinting=slight",
    # A camera that shows a test picture.
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
_WIDE = ViewportSize(width=1440, height=900)
_OWN_LINES = re.compile(
    r"Failed to load resource: the server responded with a status of 4\d\d"
    r"|\[\.WebGL-\w+\]GL Driver Message \(OpenGL, Performance,"
)
"""Chromium's own words on a refusal, which is an answer like any other here, and on its drawing."""
_REPORTS = """
    addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
"""
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For a test of what happens in the browser, to which the kind of database makes no difference."""
_WITHOUT_POINTER = """
    for (const kind of ["pointerdown", "wheel"])
        addEventListener(kind, ({target}) => console.error(`${kind} on ${target.outerHTML}`), true);
"""
_ON_THE_WAY = """(wanted) => {
    const at = document.activeElement ?? document.body;
    if (at === wanted) return ["", 0];
    const isBefore = wanted.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
    const isBack = at !== document.body && isBefore;
    const [first, last] = isBack ? [wanted, at] : [at, wanted];
    const isBetween = (one) =>
        one.tabIndex >= 0 &&
        (at === document.body || first.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) &&
        last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING;
    const stops = document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]");
    const few = [...stops].filter(
        (one) => isBetween(one) && !one.disabled && !one.closest("[inert]") && one.checkVisibility(),
    );
    return [isBack ? "Shift+Tab" : "Tab", few.length];
}"""
"""The key that leads to a control, and how many stops there seem to be on the way."""
_MOST_STOPS = 150
_SHIFT = 8
_STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


expect.set_options(timeout=15_000)
"""Longer than by default: the machine may be busy, and what never comes fails all the same."""


async def launch(playwright: Playwright) -> Browser:
    """The machine's Chromium or Chrome, without a window."""
    named = os.environ.get("PARTWRIGHT_BROWSER")
    found = next(filter(None, map(shutil.which, [named] if named else _CANDIDATES)), None)
    if found is None:
        raise RuntimeError("There is no Chromium: run the tests by scripts/test, which installs it")
    return await playwright.chromium.launch(executable_path=found, args=_FLAGS)


class Tab:
    """One tab of one person's browser; `problems` must be empty in the end."""

    def __init__(self, site: Site, context: BrowserContext, page: Page) -> None:
        self.site = site
        self.context = context
        self.page = page
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.writes: list[str] = []
        """What was written without a mouse, as `PUT /api/items/...`."""
        self.has_mouse = False
        """Whether a tab that is worked `by_keys` may be pointed at for once."""
        self._protocol: CDPSession | None = None
        self.partners: tuple[str, ...] = ()
        """Other servers that the browser may be sent to."""
        page.on("pageerror", lambda error: self._note(f"error: {error.message}\n{error.stack}"))
        page.on("console", self._hear)
        page.on("request", self._watch)
        page.on("response", self._weigh)

    def _note(self, problem: str) -> None:
        self.problems.append(f"{self.page.url}: {problem}")

    def _hear(self, message: ConsoleMessage) -> None:
        if self.has_mouse and message.text.startswith("pointerdown"):
            return
        if message.type in ("error", "warning") and not _OWN_LINES.match(message.text):
            self._note(f"console: {message.text}")

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self.site.url + "/", "data:", "blob:", *self.partners)):
            self._note(f"request to elsewhere: {request.url}")
        path = request.url.removeprefix(self.site.url)
        self.requests.append(path)
        if request.method != "GET" and not self.has_mouse:
            self.writes.append(f"{request.method} {path.partition('?')[0]}")

    def _weigh(self, response: Response) -> None:
        # What the page itself asks for, it must ask for rightly.
        is_misasked = response.status == 400 and response.request.method == "GET"
        if response.status >= 500 or is_misasked:
            self._note(f"{response.status} from {response.url}")

    async def open(self, path: str) -> None:
        """Go to an address of the site, as if it were typed."""
        await self.page.goto(self.site.url + path)

    async def go(self, path: str) -> None:
        """Go to an address within the application, as its own links lead: nothing is loaded anew."""
        await self.page.evaluate(
            "(path) => { history.pushState({}, '', path); dispatchEvent(new Event('popstate')) }",
            path,
        )
        await self.arrive(path)

    async def arrive(self, address: str) -> None:
        """Wait until the page of an address is drawn; `*` stands for any text.

        Never wait for the window's own address: it is the new page's while the old one, with its
        links and buttons, is still there to be pressed.
        """
        parts = (re.escape(part) for part in address.split("*"))
        drawn = re.compile(f"^{'.*'.join(parts)}$")
        await expect(self.page.locator("html")).to_have_attribute("data-drawn", drawn)

    async def sign_in(self, person: Person) -> None:
        """Take the person's session without the form."""
        answer = await self.context.request.post(
            f"{self.site.url}/api/auth/login",
            data={"email": person.email, "password": PASSWORD},
            headers={"Origin": self.site.url},
        )
        assert answer.ok, await answer.text()

    async def reach(self, control: Locator) -> None:
        """Go to a control by Tab alone, as who has no mouse."""
        await expect(control).to_be_visible()
        for _ in range(_MOST_STOPS):
            key, stops = await control.evaluate(_ON_THE_WAY)
            if not key:
                return
            # Half of the way at once: where a stop is not one to the browser, it is not passed.
            await self._press(key, times=stops // 2 + 1)
        raise AssertionError(f"Tab does not lead to {control}\n{await self.describe()}")

    async def _press(self, key: str, *, times: int) -> None:
        """Press a key some times, sent together: each answer waited for takes as long as ten keys."""
        if times == 1:
            await self.page.keyboard.press(key)
            return
        if self._protocol is None:
            self._protocol = await self.context.new_cdp_session(self.page)
        send, shift = self._protocol.send, _SHIFT if key.startswith("Shift") else 0
        tab = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9, "modifiers": shift}
        await asyncio.gather(
            *[
                send("Input.dispatchKeyEvent", {"type": kind, **tab})
                for _ in range(times)
                for kind in ("rawKeyDown", "keyUp")
            ]
        )

    async def use(self, control: Locator, key: str = "Enter") -> None:
        """Go to a control by Tab and press a key on it."""
        await self.reach(control)
        await self.page.keyboard.press(key)

    async def write(self, field: Locator, text: str) -> None:
        """Go to a field by Tab and type over what it holds, or what a list of choices is to show."""
        await self.reach(field)
        if await field.evaluate("(field) => 'select' in field"):
            await self.page.keyboard.press("ControlOrMeta+a")
        await self.page.keyboard.type(text)

    async def check(self, *, themes: bool = True) -> None:
        """Fail for what keeps people with disabilities out (WCAG 2.2 A and AA), in both themes."""
        await self._has_no_violation({"type": "tag", "values": _STANDARD})
        if themes:
            await self.page.emulate_media(color_scheme="dark")
            await self._has_no_violation({"type": "rule", "values": ["color-contrast"]})
            await self.page.emulate_media(color_scheme="light")

    async def describe(self) -> str:
        """What the page shows, where its focus is, and what it asked for last."""
        focused = await self.page.evaluate("() => document.activeElement?.outerHTML.slice(0, 300)")
        shown = await self.page.locator("body").aria_snapshot()
        return "\n".join((self.page.url, f"focus: {focused}", shown, *self.requests[-10:]))

    async def _has_no_violation(self, run_only: dict[str, Any]) -> None:
        if not await self.page.evaluate("() => 'axe' in window"):
            protocol = await self.context.new_cdp_session(self.page)
            # Past the page's policy, which rightly lets no script in.
            await protocol.send("Runtime.evaluate", {"expression": AXE.read_text()})
            await protocol.detach()
        # Of what passes it would describe every element, which takes a third of the time.
        options = {"runOnly": run_only, "resultTypes": ["violations"]}
        found: list[dict[str, Any]] = await self.page.evaluate(
            "async (options) => (await axe.run(document, options)).violations", options
        )
        told = [
            f"{violation['id']}: {node['html'][:200]}\n    {node['failureSummary']}"
            for violation in found
            for node in violation["nodes"]
        ]
        assert not told, f"{self.page.url}\n" + "\n".join(told)


@asynccontextmanager
async def open_tab(
    browser: Browser, site: Site, *, by_keys: bool = False, **context: Any
) -> AsyncIterator[Tab]:
    """A tab of a browser of its own; fails at the end for whatever went wrong in it.

    With `by_keys` a mouse that is used is such a thing.
    """
    chosen: dict[str, Any] = {
        "viewport": _WIDE,
        "locale": "en-GB",
        "timezone_id": "UTC",
        "color_scheme": "light",
        "reduced_motion": "reduce",
        **context,
    }
    opened = await browser.new_context(**chosen)
    try:
        opened.set_default_timeout(15_000)
        await opened.add_init_script(_REPORTS + (_WITHOUT_POINTER if by_keys else ""))
        tab = Tab(site, opened, await opened.new_page())
        yield tab
        assert not tab.problems, "\n".join(tab.problems)
    finally:
        await opened.close()
