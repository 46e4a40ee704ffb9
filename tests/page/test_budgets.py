"""Budgets of a long list in the browser, counted and never timed.

What it takes on a machine is printed by `python -m bench.page`.
"""

from typing import Any

import pytest
from playwright.async_api import CDPSession, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.test_lists import make_parts
from tests.support.application import data
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROWS = 11_110
FRAMES = 100
LINES = 400
STEP = 120
MOST_REQUESTS = 4
MOST_ELEMENTS = 1_500
MOST_RENDERED = 3
"""Components drawn for each one of a row that came into sight: empty, filled, and the grid's own."""
MOST_A_FRAME = {"LayoutCount": 2, "RecalcStyleCount": 2}
COUNT_RENDERED = """
    let rendered = 0;
    const isComponent = ({tag}) => [0, 1, 11, 14, 15].includes(tag);
    const count = (fiber, before) => {
        if (before && fiber.child === before.child) return;
        for (let child = fiber.child; child; child = child.sibling) {
            const wasDrawn = !child.alternate || (child.flags & 1) === 1;
            if (isComponent(child) && wasDrawn) rendered += 1;
            count(child, child.alternate);
        }
    };
    window.takeRendered = () => [rendered, (rendered = 0)][0];
    window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => {},
        onCommitFiberRoot: (id, {current}) => count(current, current.alternate),
    };
"""
"""Counts the components that React draws, by the hook it has for its own tools."""
SCROLL = """async ([frames, step]) => {
    const grid = document.querySelector("[role=grid], [role=treegrid]");
    const rows = new Set();
    const seen = new MutationObserver((changes) => {
        for (const {addedNodes} of changes) for (const node of addedNodes)
            if (node.role === "row") rows.add(node);
    });
    seen.observe(grid, {childList: true, subtree: true});
    takeRendered();
    for (let frame = 0; frame < frames; frame += 1) {
        grid.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return {top: grid.scrollTop, rows: rows.size, rendered: takeRendered()};
}"""
IN_A_ROW = """() => {
    const [row] = document.querySelectorAll("[role=row]:has([role=gridcell])");
    const [key] = Object.keys(row).filter((key) => key.startsWith("__reactFiber$"));
    const below = (fiber) => {
        let found = [0, 1, 11, 14, 15].includes(fiber.tag) ? 1 : 0;
        for (let child = fiber.child; child; child = child.sibling) found += below(child);
        return found;
    };
    return 1 + Math.max(below(row[key]), row[key].alternate ? below(row[key].alternate) : 0);
}"""


async def counters(protocol: CDPSession) -> dict[str, float]:
    """How often the page was laid out and styled so far."""
    found = (await protocol.send("Performance.getMetrics"))["metrics"]
    return {one["name"]: one["value"] for one in found if one["name"] in MOST_A_FRAME}


async def scroll_lightly(tab: Tab, frames: int) -> None:
    """Scroll, and count what is made, drawn and laid out for it."""
    page = tab.page
    in_a_row: int = await page.evaluate(IN_A_ROW)
    protocol = await tab.context.new_cdp_session(page)
    await protocol.send("Performance.enable")
    before = await counters(protocol)
    scrolled: dict[str, Any] = await page.evaluate(SCROLL, [frames, STEP])
    after = await counters(protocol)
    assert scrolled["top"] == STEP * frames
    height: float = await page.locator("[role=row]:has([role=gridcell])").first.evaluate(
        "(row) => row.offsetHeight"
    )
    # A row is made when it comes into sight, and stays as it is until it leaves.
    assert scrolled["rows"] <= STEP * frames / height + 1
    for name, most in MOST_A_FRAME.items():
        assert after[name] - before[name] <= most * frames, (name, before, after)
    assert await page.evaluate("document.querySelectorAll('*').length") <= MOST_ELEMENTS
    needed = scrolled["rows"] * in_a_row
    assert scrolled["rendered"] <= needed * MOST_RENDERED, (scrolled, in_a_row)


@ON_SQLITE
async def test_a_long_list_is_light(tab: Tab) -> None:
    page = tab.page
    await make_parts(tab.site, ROWS)
    await tab.sign_in(ENGINEER)
    await page.add_init_script(COUNT_RENDERED)
    await tab.open("/parts?sort=itemNumber:asc")
    await expect(page.get_by_role("row").filter(has_text="P-00000")).to_be_visible()
    asked = [path for path in tab.requests if path.startswith("/api/")]
    assert len(asked) <= MOST_REQUESTS, asked
    assert await page.get_by_role("grid").get_attribute("aria-rowcount") == str(ROWS + 1)

    await scroll_lightly(tab, FRAMES)

    # To the very end, of which nothing was loaded before.
    await page.get_by_role("grid").focus()
    await page.keyboard.press("ControlOrMeta+End")
    await expect(page.get_by_role("row").filter(has_text=f"P-{ROWS - 1:05}")).to_be_visible()
    assert await page.evaluate("document.querySelectorAll('*').length") <= MOST_ELEMENTS

    # A tree draws as little: no line that stays in sight is drawn again.
    design = await tab.site.world.design("Tree")
    numbers = [f"T-{n:03}" for n in range(LINES + 1)]
    rows = [{"itemNumber": number, "name": "Line"} for number in numbers]
    lines = [
        {"parentItemNumber": "T-000", "childItemNumber": n, "quantity": 2} for n in numbers[1:]
    ]
    body = {"designId": design["id"], "rows": rows, "bomRelationships": lines}
    data(await tab.site.api.post("/api/import/parts", body, as_=ENGINEER), 201)
    await tab.open("/items/T-000/structure")
    await expect(page.get_by_role("treegrid").get_by_text("T-001")).to_be_visible()
    await scroll_lightly(tab, LINES * 28 // STEP // 2)
