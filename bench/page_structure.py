"""The page of a large structure: when it is seen, what it weighs, what unfolding and an edit cost.

`python -m bench.page_structure` prints milliseconds and kilobytes beside their targets. The application must be
built, as by `scripts/serve`.
"""

import argparse
import sys
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from bench import filling
from bench.changes import served
from bench.page import Meter, first_paint_ms, new_page, note_first_paint, processor_ms
from bench.structures import own_seconds

_SEEN_MS = 700
_WIRE_KB = 500
_UNFOLD_MS = 60
_EDIT_MS = 200
_ROUNDS = 5
_CHANGED = """async (text) => {
    const clock = performance.now();
    document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", {key: "s", ctrlKey: true, bubbles: true, cancelable: true})
    );
    const isSaved = () => !document.querySelector("[class*=pending]")
        && [...document.querySelectorAll("[role=gridcell]")].some((cell) => cell.textContent === text);
    while (!isSaved()) {
        if (performance.now() - clock > 20000) throw new Error(`${text} is not saved`);
        await new Promise(requestAnimationFrame);
    }
    return performance.now() - clock;
}"""
"""From the key that saves to the frame in which nothing waits any more and the value stands there."""


class Figure(NamedTuple):
    """Something measured beside its target."""

    what: str
    value: float
    target: float
    unit: str

    def line(self) -> str:
        mark = "" if self.value <= self.target else "  <- over"
        return f"  {self.what:<44} {self.value:8.1f} {self.unit} (target {self.target:g}){mark}"


def _open(protocol: CDPSession, page: Page, address: str) -> float:
    """Milliseconds from the address to the first lines in sight, with nothing kept from before."""
    page.goto("about:blank")
    protocol.send("Network.clearBrowserCache")
    page.goto(address, wait_until="commit")
    page.get_by_role("gridcell").first.wait_for()
    seen = first_paint_ms(page)
    # What is read behind the first lines would hold up the next opening.
    page.wait_for_load_state("networkidle")
    return seen


def _spent_ms(protocol: CDPSession, page: Page, address: str, server: int) -> float:
    """Processor time of server and browser until the lines are in sight, what they do beside included."""
    browser = page.context.browser
    assert browser is not None
    page.goto("about:blank")
    protocol.send("Network.clearBrowserCache")
    meter = Meter(browser)
    meter.start()
    before = own_seconds(server)
    page.goto(address, wait_until="commit")
    first_paint_ms(page)
    return (sum(meter.read().values()) + own_seconds(server) - before) * 1000


def _wire_kb(protocol: CDPSession, page: Page, address: str) -> float:
    """What the answer with the lines weighs as it is sent, in thousands of bytes."""
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    protocol.on(
        "Network.responseReceived", lambda e: names.update({e["requestId"]: e["response"]["url"]})
    )
    protocol.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}),
    )
    _open(protocol, page, address)
    page.wait_for_load_state("networkidle")
    return sum(size for one, size in sizes.items() if "/bom" in names.get(one, "")) / 1000


def _unfold_ms(protocol: CDPSession, page: Page) -> float:
    """Processor time of unfolding everything and folding it again, of the half that unfolds."""
    best: list[float] = []
    for _ in range(_ROUNDS):
        before = processor_ms(protocol)
        page.get_by_role("button", name="Expand all").click()
        expect(page.get_by_role("button", name="Collapse all")).to_be_visible()
        best.append(processor_ms(protocol) - before)
        page.get_by_role("button", name="Collapse all").click()
        expect(page.get_by_role("button", name="Expand all")).to_be_visible()
    return min(best)


def _edit_ms(page: Page) -> float:
    """From the key that saves a quantity to its being shown as saved."""
    took: list[float] = []
    for round in range(_ROUNDS):
        value = str(1000 + round)
        row = page.get_by_role("row").nth(1)
        row.get_by_role("gridcell").nth(5).dblclick()
        page.get_by_role("textbox", name="Qty").fill(value)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Save")).to_be_visible()
        expect(page.get_by_role("treegrid")).to_be_focused()
        shown = f"{int(value):,}"
        took.append(float(page.evaluate(_CHANGED, shown)))
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
    return min(took)


def _longest_task_ms(page: Page, address: str) -> float:
    """The longest time that the page hears nothing while it is opened and unfolded."""
    page.goto("about:blank")
    page.add_init_script(
        "window.longest = 0; new PerformanceObserver((all) => { for (const one of all.getEntries())"
        " window.longest = Math.max(window.longest, one.duration) }).observe({type: 'longtask'})"
    )
    page.goto(address)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Expand all").click()
    page.get_by_role("button", name="Collapse all").wait_for()
    return float(page.evaluate("window.longest"))


def _measured(page: Page, address: str, server: int) -> list[Figure]:
    protocol = page.context.new_cdp_session(page)
    protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    protocol.send("Network.enable")
    _open(protocol, page, address)
    seen = min(_open(protocol, page, address) for _ in range(_ROUNDS))
    spent = min(_spent_ms(protocol, page, address, server) for _ in range(_ROUNDS))
    wire = _wire_kb(protocol, page, address)
    unfold = _unfold_ms(protocol, page)
    edit = _edit_ms(page)
    return [
        Figure("seen, from the address to the lines", seen, _SEEN_MS, "ms"),
        Figure("... processor time of server and browser", spent, 2 * _SEEN_MS, "ms"),
        Figure("lines on the wire", wire, _WIRE_KB, "KB"),
        Figure("expand all, processor time", unfold, _UNFOLD_MS, "ms"),
        Figure("an edit saved and shown", edit, _EDIT_MS, "ms"),
        Figure(
            "longest task while opened and unfolded", _longest_task_ms(page, address), 1000, "ms"
        ),
    ]


def _fill(client: filling.Client, lines: int) -> None:
    design_id = filling.design(client, "TREE")
    rows: list[Any] = list(filling.tree_rows("T", lines + 1))
    filling.imported(client, design_id, [row for row, _ in rows], [above for _, above in rows])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.page_structure", description=__doc__)
    parser.add_argument("--lines", type=int, default=11_110)
    lines: int = parser.parse_args().lines
    with served("sqlite") as (server, token), sync_playwright() as playwright:
        client = filling.Client(server.settings.port, token)
        _fill(client, lines)
        client.close()
        page = new_page(playwright, token)
        note_first_paint(page, "[role=gridcell]")
        address = f"http://127.0.0.1:{server.settings.port}/items/T-000000/structure"
        figures = _measured(page, address, server.process.pid)
    print(f"A structure of {lines:,} lines, best of {_ROUNDS}:")
    for figure in figures:
        print(figure.line())
    return 0 if all(figure.value <= figure.target for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
