"""A family made, its variants added and chosen in an assembly, on the page and without a mouse."""

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.test_structures import lines, row, stand
from tests.support.people import ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")


@ON_SQLITE
async def test_a_variant_takes_the_place_of_its_family(tab_by_keys: Tab) -> None:
    tab, site = tab_by_keys, tab_by_keys.site
    page, keys = tab.page, tab.page.keyboard
    screw = await site.world.part("Screw M3", itemNumber="SCREW")
    box = await site.world.part("Box", itemNumber="BOX")
    await site.world.relate(box, await site.world.part("Lid", itemNumber="LID"))
    await site.world.relate(box, screw, quantity=4, metadata={"remark": "with washer"})
    await tab.sign_in(ENGINEER)
    await tab.open("/items/SCREW")
    await tab.use(page.get_by_role("link", name="Variants", exact=True))
    await tab.use(page.get_by_role("button", name="Make it a family"))
    await tab.write(page.get_by_role("textbox"), "Length\nHead")
    await tab.use(page.get_by_role("button", name="Save"))
    await expect(page.get_by_text("Its variants differ by Length, Head")).to_be_visible()
    await tab.use(page.get_by_role("button", name="Add variants"))
    await tab.write(page.get_by_role("textbox"), "6 mm; hex\n8 mm")
    await tab.use(page.get_by_role("button", name="Add", exact=True))
    await expect(page.get_by_role("alert").or_(page.get_by_text("is required"))).to_be_visible()
    await tab.write(page.get_by_role("textbox"), "6 mm; hex\n8 mm; hex")
    await tab.use(page.get_by_role("button", name="Add", exact=True))
    await expect(row(tab, "SCREW-02")).to_contain_text("8 mm")
    await tab.check()
    await tab.open("/items/BOX/structure?cols=number,name,quantity,remark")
    await expect(row(tab, "SCREW")).to_contain_text("family")
    await expect(row(tab, "SCREW")).to_contain_text("with washer")
    # One save moves a line or gives it a variant, whichever comes first.
    await stand(tab, "SCREW")
    await keys.press("Alt+ArrowRight")
    await expect(row(tab, "SCREW")).to_contain_text("moved")
    await expect(page.get_by_role("button", name="Choose variant")).to_be_disabled()
    await keys.press("Control+z")
    await stand(tab, "SCREW")
    await tab.use(page.get_by_role("button", name="Choose variant"))
    await tab.write(page.get_by_role("combobox", name="Choose variant"), "8 mm")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(1)
    await tab.check()
    await keys.press("Enter")
    await expect(row(tab, "SCREW-02")).to_contain_text("changed")
    await stand(tab, "SCREW-02")
    await keys.press("Alt+ArrowRight")
    await expect(page.get_by_text("Save first: one save moves a line")).to_be_visible()
    await expect(row(tab, "SCREW-02")).to_contain_text("changed")
    await keys.press("Control+s")
    await expect(page.get_by_role("button", name="Save")).to_have_count(0)
    kept = (await lines(site, box))["SCREW-02"]
    assert (kept["quantity"], kept["metadata"]) == (4, {"remark": "with washer"})
    await tab.open("/items/SCREW/used")
    await expect(row(tab, "BOX")).to_be_visible()
    await tab.open("/items/SCREW-02/variants")
    await expect(page.get_by_text("Variant of")).to_be_visible()
