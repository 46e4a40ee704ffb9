"""Small and enlarged: nothing is cut off at 320 pixels, nor at 200 per cent (WCAG 1.4.4, 1.4.10)."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGES = (
    *("/login", "/start", "/", "/me", "/import", "/parts", "/files", "/designs", "/designs/ROVER"),
    *("/programs/MARS", "/items/WHEEL-1", "/items/WHEEL-1/files", "/items/WHEEL-1/history"),
    *("/items/WHEEL-1/used", "/items/WHEEL-1/graph", "/designs/ROVER/commits"),
    *("/designs/ROVER/branches", "/designs/ROVER/compare", "/designs/ROVER/held"),
    *("/designs/ROVER/coverage", "/reports/new", "/admin/people", "/admin/roles"),
    *("/admin/workflows", "/changes", "/items/WHEEL-1/structure", "/items/WHEEL-1/compare"),
    "/items/WHEEL-1/discussion",
)
SCREENS = {
    "320 pixels wide": {"viewport": ViewportSize(width=320, height=640), "has_touch": True},
    "200 per cent": {"viewport": ViewportSize(width=720, height=450), "device_scale_factor": 2},
}
OUTSIDE = """() => {
    const width = document.documentElement.clientWidth;
    const page = document.scrollingElement;
    if (page.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > width + 1)
        .map((element) => element.outerHTML.slice(0, 120));
}"""
"""What makes the page wider than its window."""
REACHED = """(heading) => {
    if (heading.clientHeight > innerHeight / 2) return false;
    heading.scrollTop = heading.scrollHeight;
    return heading.scrollTop > 0;
}"""
"""Whether a long name leaves room for its page, and can be read to its end."""


@ON_SQLITE
@pytest.mark.parametrize("screen", SCREENS)
async def test_pages_fit_without_scrolling_sideways(
    site: Site, new_tab: OpenTab, screen: str
) -> None:
    program = await site.world.program("Mars", code="MARS", members={ENGINEER: "lead"})
    design = await site.world.design("Rover", code="ROVER", programId=program["id"])
    name = "Wheel with a name that is much longer than any telephone is wide"
    wheel = await site.world.part(name, itemNumber="WHEEL-1", designId=design["id"])
    long = f"{'A name of hundreds of letters goes on to ' * 11}its end"
    below = await site.world.part(long, itemNumber="LONG-1", designId=design["id"])
    await site.world.relate(wheel, below)
    async with new_tab(**SCREENS[screen]) as tab:
        await tab.sign_in(ENGINEER)
        await tab.open("/login")
        await tab.arrive("/login")
        for path in PAGES:
            await tab.go(path)
            await expect(tab.page.get_by_role("heading", level=1)).to_be_visible()
            outside = await tab.page.evaluate(OUTSIDE)
            assert not outside, f"{path}: {outside}"
            # Both themes once: sizes change no colours.
            await tab.check(themes=screen == "200 per cent")
        await tab.go("/items/WHEEL-1/structure")
        # The lines keep room for several of them, whatever stands around.
        lines = await tab.page.get_by_role("treegrid").bounding_box()
        assert lines
        assert lines["height"] > 200
        await tab.go("/items/LONG-1")
        heading = tab.page.get_by_role("heading", level=1)
        await expect(heading).to_contain_text("its end")
        assert await heading.evaluate(REACHED)
