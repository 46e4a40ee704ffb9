"""What a long list may cost the browser, by its own counters and not by the clock."""

import pytest
from playwright.async_api import CDPSession, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.test_lists import make_parts
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROWS = 11_110
FRAMES = 100
MOST_REQUESTS = 4
MOST_ELEMENTS = 1_500
MOST_MS_A_FRAME = 8
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
SCROLL = """async (frames) => {
    const grid = document.querySelector("[role=grid]");
    for (let frame = 0; frame < frames; frame += 1) {
        grid.scrollBy(0, 120);
        await new Promise(requestAnimationFrame);
    }
    return grid.scrollTop;
}"""


async def work_of(protocol: CDPSession) -> float:
    """Milliseconds of processor time that the page's thread has worked so far."""
    metrics = (await protocol.send("Performance.getMetrics"))["metrics"]
    return sum(metric["value"] for metric in metrics if metric["name"] in WORK) * 1000


@ON_SQLITE
async def test_a_long_list_is_light(tab: Tab) -> None:
    page = tab.page
    await make_parts(tab.site, ROWS)
    await tab.sign_in(ENGINEER)
    await tab.open("/parts?sort=itemNumber:asc")
    await expect(page.get_by_role("row").filter(has_text="P-00000")).to_be_visible()
    asked = [path for path in tab.requests if path.startswith("/api/")]
    assert len(asked) <= MOST_REQUESTS, asked
    assert await page.get_by_role("grid").get_attribute("aria-rowcount") == str(ROWS + 1)

    protocol = await tab.context.new_cdp_session(page)
    await protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = await work_of(protocol)
    assert await page.evaluate(SCROLL, FRAMES) == 120 * FRAMES
    a_frame = (await work_of(protocol) - before) / FRAMES
    assert a_frame <= MOST_MS_A_FRAME, f"{a_frame:.1f} ms"
    elements = await page.evaluate("document.querySelectorAll('*').length")
    assert elements <= MOST_ELEMENTS, elements

    # To the very end, of which nothing was loaded before.
    await page.get_by_role("grid").focus()
    await page.keyboard.press("ControlOrMeta+End")
    await expect(page.get_by_role("row").filter(has_text=f"P-{ROWS - 1:05}")).to_be_visible()
    assert await page.evaluate("document.querySelectorAll('*').length") <= MOST_ELEMENTS
