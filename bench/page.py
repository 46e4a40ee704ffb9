"""The page: what the browser's thread works for each frame while a long list is scrolled.

`python -m bench.page` prints milliseconds of processor time beside those of a bare list of as many
rows and cells, which a script fills by hand. The application must be built, as by `scripts/serve`.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Playwright, sync_playwright

from bench import filling
from bench.changes import served

_TARGET_MS = 8
_ROUNDS = 3
_FRAMES = 200
_STEP = 120
_WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_SCROLL = """async ([selector, frames, step]) => {
    const list = document.querySelector(selector);
    list.scrollTo(0, 0);
    for (let frame = 0; frame < frames; frame += 1) {
        list.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
    }
}"""
_BARE = """([rows, cells]) => {
    const list = document.createElement("div");
    list.id = "bare";
    list.style.cssText = "position:fixed;inset:0;overflow:auto;background:#fff;z-index:99";
    const room = list.appendChild(document.createElement("div"));
    room.style.cssText = `position:relative;height:${rows * 28}px`;
    const drawn = new Map();
    const draw = () => {
        const first = Math.max(0, Math.floor(list.scrollTop / 28) - 6);
        const end = Math.min(rows, first + Math.ceil(list.clientHeight / 28) + 12);
        for (const [index, row] of drawn)
            if (index < first || index >= end) drawn.delete(index), row.remove();
        for (let index = first; index < end; index += 1) {
            if (drawn.has(index)) continue;
            const row = document.createElement("div");
            row.style.cssText =
                `position:absolute;display:flex;height:28px;transform:translateY(${index * 28}px)`;
            for (let cell = 0; cell < cells; cell += 1) {
                const box = row.appendChild(document.createElement("div"));
                box.style.cssText = "width:120px;overflow:hidden";
                box.appendChild(document.createElement("span")).textContent = `${index}.${cell}`;
            }
            drawn.set(index, room.appendChild(row));
        }
    };
    list.addEventListener("scroll", draw);
    document.body.append(list);
    draw();
}"""

_WATCH = """new MutationObserver(() => {
    if (window.firstSeen || !document.querySelector("%s")) return;
    window.firstSeen = -1;
    requestAnimationFrame(() => setTimeout(() => (window.firstSeen = performance.now())));
}).observe(document, {childList: true, subtree: true})"""
_PAINTED = """async () => {
    while (!(window.firstSeen > 0)) await new Promise(requestAnimationFrame);
    return window.firstSeen;
}"""


class Meter:
    """Seconds of processor time of all processes of a browser."""

    def __init__(self, browser: Browser) -> None:
        self._protocol: CDPSession = browser.new_browser_cdp_session()
        self._before: dict[int, float] = {}

    def start(self) -> None:
        """Measure from here."""
        self._before = {one["id"]: one["cpuTime"] for one in self._processes()}

    def read(self) -> dict[str, float]:
        """What was used since, by kind of process."""
        used: dict[str, float] = {}
        for one in self._processes():
            seconds = one["cpuTime"] - self._before.get(one["id"], 0.0)
            kind = one["type"].rpartition(".")[2]
            used[kind] = used.get(kind, 0.0) + seconds
        return used

    def _processes(self) -> list[dict[str, Any]]:
        return self._protocol.send("SystemInfo.getProcessInfo")["processInfo"]


def new_page(playwright: Playwright, token: str, flags: Sequence[str] = ()) -> Page:
    """A page of the machine's Chromium or Chrome, signed on; ends with `playwright`."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *flags])
    return browser.new_page(
        extra_http_headers={"Authorization": f"Bearer {token}"},
        viewport={"width": 1440, "height": 900},
    )


def note_first_paint(page: Page, selector: str) -> None:
    """Have the page note when an element was first painted; who asks from outside comes after all else."""
    page.add_init_script(_WATCH % selector)


def first_paint_ms(page: Page) -> float:
    """Milliseconds from the address to the element that is waited for."""
    return float(page.evaluate(_PAINTED))


def processor_ms(protocol: CDPSession) -> float:
    """Milliseconds that the page's thread has worked so far."""
    found = protocol.send("Performance.getMetrics")["metrics"]
    return float(sum(one["value"] for one in found if one["name"] in _WORK)) * 1000


def _best_ms(page: Page, protocol: CDPSession, selector: str) -> float:
    """Milliseconds of work for a frame, in the best of some rounds."""
    rounds: list[float] = []
    for _ in range(_ROUNDS):
        before = processor_ms(protocol)
        page.evaluate(_SCROLL, [selector, _FRAMES, _STEP])
        rounds.append((processor_ms(protocol) - before) / _FRAMES)
    return min(rounds)


def _fill(client: filling.Client, rows: int) -> None:
    design_id = filling.design(client, "PAGE")
    for start in range(0, rows, filling.CHUNK):
        numbers = range(start, min(start + filling.CHUNK, rows))
        parts = [filling.part(f"P-{n:06d}", n) for n in numbers]
        client.post("/api/import/parts", {"designId": design_id, "rows": parts})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("--rows", type=int, default=11_110)
    rows: int = parser.parse_args().rows
    with served("sqlite") as (server, token), sync_playwright() as playwright:
        client = filling.Client(server.settings.port, token)
        _fill(client, rows)
        client.close()
        page = new_page(playwright, token)
        page.goto(f"http://127.0.0.1:{server.settings.port}/parts")
        page.get_by_role("gridcell").first.wait_for()
        protocol = page.context.new_cdp_session(page)
        protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        cells = page.locator("[role=row]:has([role=gridcell])").first.get_by_role("gridcell")
        counted = cells.count()
        ours = _best_ms(page, protocol, "[role=grid]")
        page.evaluate(_BARE, [rows, counted])
        bare = _best_ms(page, protocol, "#bare")
    print(f"{rows:,} rows of {counted} cells, scrolled by {_STEP} px a frame, best of {_ROUNDS}:")
    print(f"  the list of parts  {ours:5.1f} ms a frame (target {_TARGET_MS})")
    print(f"  a bare list        {bare:5.1f} ms a frame, so {ours / bare:.1f} times as much")
    return 0 if ours <= _TARGET_MS else 1


if __name__ == "__main__":
    sys.exit(main())
