"""A design's states: commits as a graph, differences, a conflict solved side by side (journey 5), who holds what."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.page.test_structures import row
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def edit(site: Site, item: Any, branch: Any = None, **fields: Any) -> None:
    where = {} if branch is None else {"branchId": branch["id"]}
    path = f"/api/items/{item['id']}"
    data(await site.api.request("PUT", path, json=fields, params=where, as_=ENGINEER))


async def rover(site: Site) -> dict[str, Any]:
    """A design whose branch `work/lighter` will contradict main at one field."""
    design = await site.world.design("Rover", code="ROVER")
    wheel, arm = [
        await site.world.part(n, itemNumber=n, designId=design["id"]) for n in ("WHEEL", "ARM")
    ]
    nut = await site.world.part("NUT", itemNumber="NUT", designId=design["id"])
    branch = await site.world.branch(design)
    await site.world.relate(wheel, nut, branchId=branch["id"])
    await edit(site, wheel, branch, cost="4", material="Foam", commitMessage="Cheaper wheel")
    return {"design": design, "wheel": wheel, "arm": arm, "nut": nut, "branch": branch}


@ON_SQLITE
async def test_a_conflict_comes_is_decided_and_merged_without_a_mouse(
    tab_by_keys: Tab, new_tab: OpenTab
) -> None:
    tab, page, keys, site = (
        tab_by_keys,
        tab_by_keys.page,
        tab_by_keys.page.keyboard,
        tab_by_keys.site,
    )
    made = await rover(site)
    await tab.sign_in(ENGINEER)
    await tab.open("/designs/ROVER/branches")
    await tab.use(page.get_by_role("link", name="work/lighter", exact=True))
    bring = page.get_by_role("region", name="Merge with main")
    await expect(bring).to_contain_text("No conflict with main")
    # While that is read, somebody else changes the same field on main.
    async with new_tab(by_keys=True) as other:
        await other.sign_in(ADMINISTRATOR)
        await other.open("/items/WHEEL")
        await other.use(other.page.get_by_role("button", name="Edit Cost: Empty"))
        await other.write(other.page.get_by_role("textbox", name="Cost"), "9")
        await other.page.keyboard.press("Enter")
        await expect(other.page.get_by_role("button", name="Edit Cost: 9")).to_be_visible()
    await expect(bring).to_contain_text("1 place was changed on both sides")
    await tab.use(page.get_by_role("link", name="Commits", exact=True))
    await tab.arrive("/designs/ROVER/commits")
    graph = page.get_by_role("grid", name="Commits")
    await expect(graph.get_by_role("row").filter(has_text="Cheaper wheel")).to_contain_text(
        "work/lighter"
    )
    await tab.check()
    # Two commits are chosen and compared without a mouse.
    await graph.focus()
    for _ in range(2):
        await keys.press("x")
        await keys.press("ArrowDown")
    await tab.use(page.get_by_role("button", name="Compare the two"))
    await tab.arrive("/designs/ROVER/compare?*")
    card = page.get_by_role("article", name="WHEEL")
    await expect(card.get_by_role("row").filter(has_text="Cost")).to_contain_text("9")
    await tab.check()
    await tab.write(page.get_by_label("From"), "work/lighter")
    await expect(card.get_by_role("row").filter(has_text="Material")).to_contain_text("Foam")

    data(await site.api.delete(f"/api/items/{made['nut']['id']}", as_=ENGINEER))
    await tab.use(page.get_by_role("link", name="Branches", exact=True))
    await tab.use(page.get_by_role("link", name="work/lighter", exact=True))
    await expect(bring).to_contain_text("2 places were changed on both sides")
    merge = bring.get_by_role("button", name="Merge into main")
    await expect(merge).to_have_attribute("aria-disabled", "true")
    await tab.check()
    choice = bring.get_by_role("group", name="WHEEL Cost")
    await tab.use(choice.get_by_role("radio", name="work/lighter 4"), "Space")
    line = bring.get_by_role("group", name="WHEEL Line of NUT Wheel")
    # The line stands once main has NUT again, which is one step.
    await expect(line.get_by_role("radio", name="work/lighter")).to_be_disabled()
    await tab.use(line.get_by_role("button", name="Bring NUT back on main"))
    await expect(bring).to_contain_text("1 place was changed on both sides")
    await tab.use(bring.get_by_role("button", name="Rebase onto main"))
    await expect(bring).to_contain_text("No conflict with main")
    await tab.write(bring.get_by_label("Message of the commit"), "The wheel of the branch")
    await tab.use(merge)
    await expect(page.get_by_text("The branch has no changes yet")).to_be_visible()
    wheel = data(await site.api.get(f"/api/items/{made['wheel']['id']}", as_=ENGINEER))
    assert (wheel["cost"], wheel["material"]) == ("4", "Foam")
    below = data(await site.api.get(f"/api/items/{wheel['id']}/relationships", as_=ENGINEER))
    assert [one["targetItem"]["itemNumber"] for one in below["relationships"]] == ["NUT"]

    # How it was at a time, from the item's own page.
    await tab.open("/items/WHEEL")
    await expect(page.get_by_role("button", name="main")).to_be_visible()
    await keys.press("b")
    await page.get_by_role("menuitem", name="At another time…").press("Enter")
    dialog = page.get_by_role("dialog", name="How it was at a given time")
    await expect(dialog.get_by_role("button").filter(has_text="The wheel of the")).to_be_visible()
    await tab.check()
    await dialog.get_by_role("button").filter(has_text="Updated WHEEL").press("Enter")
    await expect(page.get_by_role("status").filter(has_text="Updated WHEEL")).to_be_visible()
    await expect(page.get_by_role("main")).to_contain_text("9")


@ON_SQLITE
async def test_what_is_held_is_let_go(tab_by_keys: Tab) -> None:
    tab, page, site = tab_by_keys, tab_by_keys.page, tab_by_keys.site
    made = await rover(site)
    on = {"branchId": made["branch"]["id"]}
    held = (("wheel", ENGINEER), ("arm", ADMINISTRATOR), ("nut", ENGINEER))
    for name, person in held:
        item = made[name]
        data(await site.api.post(f"/api/items/{item['id']}/checkout", on, as_=person), 201)
    data(await site.api.post(f"/api/items/{made['wheel']['id']}/lock", as_=ENGINEER))
    await tab.sign_in(ENGINEER)
    await tab.open("/designs/ROVER/held")
    out = page.get_by_role("list", name="3 checkouts")
    arm = out.get_by_role("listitem").filter(has_text="ARM")
    await expect(arm).to_contain_text(ADMINISTRATOR.name)
    refused = arm.get_by_role("button", name="Undo checkout")
    await expect(refused).to_have_attribute("aria-disabled", "true")
    await tab.check()
    await tab.use(page.get_by_role("button", name="Unlock"))
    await expect(page.get_by_role("list", name="1 lock")).to_have_count(0)
    nut = out.get_by_role("listitem").filter(has=page.get_by_text("NUT", exact=True))
    await tab.use(nut.get_by_role("button", name="Undo checkout"))
    out = page.get_by_role("list", name="2 checkouts")
    await tab.use(out.get_by_role("button", name="Check in"))
    await expect(page.get_by_role("list", name="1 checkout")).to_be_visible()

    # A branch is made and put away.
    await tab.use(page.get_by_role("link", name="Branches", exact=True))
    await tab.use(page.get_by_role("button", name="New branch"))
    await tab.write(page.get_by_role("dialog").get_by_label("Name"), "quieter")
    await tab.use(page.get_by_role("dialog").get_by_role("button", name="Create"))
    await expect(page.get_by_text("The branch has no changes yet")).to_be_visible()
    await tab.use(page.get_by_role("button", name="Archive"))
    asked = page.get_by_role("dialog", name="Archive work/quieter?")
    await expect(asked).to_contain_text("nobody can write to it again")
    await tab.check()
    await tab.use(asked.get_by_role("button", name="Archive"))
    await expect(page.get_by_role("toolbar", name="work/quieter")).to_contain_text("archived")

    # An address may name the branch as people do, and one of none leads back to all.
    for written in ("work%2Flighter", "lighter"):
        await tab.open(f"/designs/ROVER/branches/{written}")
        await expect(page.get_by_role("toolbar", name="work/lighter")).to_be_visible()
    await tab.open("/designs/ROVER/branches/heavier")
    await tab.use(page.get_by_role("main").get_by_role("link", name="All branches"))
    await tab.arrive("/designs/ROVER/branches")


@ON_SQLITE
async def test_uses_neighbours_and_requirements_of_a_part(tab_by_keys: Tab) -> None:
    tab, page, keys, site = (
        tab_by_keys,
        tab_by_keys.page,
        tab_by_keys.page.keyboard,
        tab_by_keys.site,
    )
    design = await site.world.design("Rover", code="ROVER")
    here = {"designId": design["id"]}
    made = {n: await site.world.part(n, itemNumber=n, **here) for n in ("ROVER", "ARM", "BOLT")}
    pads = [await site.world.part(f"PAD-{n}", itemNumber=f"PAD-{n}", **here) for n in range(9)]
    for parent, child in (("ROVER", "ARM"), ("ARM", "BOLT"), ("ROVER", "BOLT")):
        await site.world.relate(made[parent], made[child], quantity=3)
    for pad in pads:
        await site.world.relate(made["ARM"], pad)
    for name in ("Lifts 5 kg", "Stands rain"):
        number = name[:5].upper()
        await site.world.item("Requirement", name, itemNumber=number, priority="high", **here)
    await tab.sign_in(ENGINEER)
    await tab.open("/items/BOLT/used")
    tree = page.get_by_role("treegrid", name="Where BOLT is used")
    # To the top on both ways, with how many of it one product holds on each.
    await expect(tree.get_by_role("row").filter(has_text="ROVER")).to_have_count(2)
    await expect(tree.get_by_role("row").filter(has_text="9")).to_contain_text("ROVER")
    await tab.check()

    await tab.use(page.get_by_role("link", name="Graph", exact=True))
    around = page.get_by_role("region", name="What is around BOLT")
    await around.get_by_role("link").filter(has_text="BOLT").focus()
    await keys.press("ArrowLeft")
    await expect(around.get_by_role("link").filter(has_text="ARM")).to_be_focused()
    await tab.check()
    await keys.press("Enter")
    await tab.arrive("/items/ARM/graph")
    around = page.get_by_role("region", name="What is around ARM")
    await around.get_by_role("button", name="+ 5 more").press("Enter")
    await expect(around.get_by_role("link")).to_have_count(12)

    await tab.open("/requirements")
    await tab.use(page.get_by_role("link", name="Coverage"))
    await tab.arrive("/designs/ROVER/coverage")
    # What led here is gone, and its focus with it.
    await expect(page.get_by_role("main")).to_be_focused()
    await expect(page.get_by_role("status").filter(has_text="0 of 2 met")).to_be_visible()
    await expect(row(tab, "LIFTS")).to_contain_text("High")
    await page.get_by_role("combobox", name="Part that meets LIFTS").fill("arm")
    await expect(page.get_by_role("option", name="ARM")).to_be_visible()
    await keys.press("Enter")
    await expect(page.get_by_role("status").filter(has_text="1 of 2 met")).to_be_visible()
    await expect(row(tab, "LIFTS")).to_contain_text("met by ARM")
    await tab.check()
    # The cell itself takes it back.
    await page.get_by_role("grid").focus()
    await keys.press("End")
    await keys.press("F2")
    await page.get_by_role("combobox", name="ARM", exact=True).select_option("")
    await keys.press("Enter")
    await expect(page.get_by_role("status").filter(has_text="0 of 2 met")).to_be_visible()
