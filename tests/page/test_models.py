"""The model of a STEP file: its tree and its picture pick each other (journey 6)."""

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.async_api import Page, Position, expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.test_budgets import MOST_ELEMENTS
from tests.support.application import data
from tests.support.people import ENGINEER
from tests.world import Record

pytestmark = pytest.mark.asyncio(loop_scope="session")

WIDE, HIGH = 32, 20
SHAPE = """
................................
................................
.........#########..............
.........#############..........
.........###############........
..........##############........
............############........
...............#######..........
.................###............
................................
................................
............####................
..........########..............
..........##########............
...........###########..........
............##########..........
..............########..........
...............######...........
.................###............
................................
""".strip()
"""How the pair stands on the ground when it is opened, seen in squares."""
MOST_DIFFERING = 12
"""Squares that a line more or less of the picture may turn."""
PAIR = Path(__file__).parents[1] / "cad_files" / "pair.step"


COUNT_PICTURES = """
    const clear = WebGL2RenderingContext.prototype.clear;
    window.pictures = 0;
    WebGL2RenderingContext.prototype.clear = function (...given) {
        window.pictures += 1;
        return clear.apply(this, given);
    };
"""


async def look(page: Page) -> bytes:
    """The picture of the model, once it has been drawn."""
    await page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
    return await page.locator("canvas").screenshot()


DROPPED = """([name, content]) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], name))
    const missed = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})
    document.querySelector("header").dispatchEvent(missed)
    return [data, missed.defaultPrevented]
}"""


async def drop(page: Page, name: str, content: bytes) -> None:
    """Let a file fall beside what takes it, which leaves the page as it is, and then on the tab."""
    file = [name, base64.b64encode(content).decode()]
    dropped = await page.evaluate_handle(DROPPED, file)
    assert await dropped.evaluate("([_, isHeld]) => isHeld"), "the browser would open the file"
    transfer = await dropped.evaluate_handle("([data]) => data")
    target = page.get_by_role("heading", name="No 3D model")
    await target.dispatch_event("dragover", {"dataTransfer": transfer})
    await expect(page.get_by_text("Drop to add")).to_be_visible()
    await target.dispatch_event("drop", {"dataTransfer": transfer})


@ON_SQLITE
async def test_a_model_is_turned_cut_and_measured(tab: Tab) -> None:
    page, site = tab.page, tab.site
    design = await site.world.design("Cases")
    part = await site.world.part("Pair", itemNumber="PAIR", designId=design["id"])
    block = await site.world.part("Block", itemNumber="BLK", designId=design["id"])
    await site.world.relate(part, block, quantity=2)
    await tab.sign_in(ENGINEER)
    await page.add_init_script(COUNT_PICTURES)
    await tab.open("/items/PAIR/3d")
    await expect(page.get_by_text("No 3D model")).to_be_visible()
    await tab.check()
    await drop(page, "pair.step", PAIR.read_bytes())
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    await tab.check()
    await page.get_by_role("link", name="Files", exact=True).last.click()
    await expect(page.get_by_role("img", name="Picture of pair.step")).to_be_visible()
    await tab.go("/items/PAIR/3d")
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    seen = [await look(page)]
    # While nothing changes, nothing is drawn.
    drawn = await page.evaluate("pictures")
    await page.wait_for_timeout(300)
    assert await page.evaluate("pictures") == drawn > 0
    shape = silhouette(seen[0])
    assert differing(shape) <= MOST_DIFFERING, shape
    rows = page.get_by_role("list", name="Parts of the model").get_by_role("listitem")
    # What the file calls a block is the item of that name.
    await expect(rows.filter(has_text="BLK Block")).to_have_count(2)
    part_row = rows.last.get_by_role("button").last
    await part_row.click()
    await expect(part_row).to_have_attribute("aria-pressed", "true")
    seen.append(await look(page))
    for press in ("Ghost", "Isolate"):
        await page.get_by_role("button", name=press).click()
        seen.append(await look(page))
    await page.get_by_role("button", name="Show all").click()
    # A picture of nothing says so, and leads back.
    await rows.first.get_by_role("button").last.click()
    await page.keyboard.press("h")
    told = page.get_by_role("status").filter(has_text="Everything is hidden")
    await told.get_by_role("button", name="Show all").click()
    await expect(told).to_have_count(0)
    await part_row.click()
    await page.get_by_label("Section", exact=True).select_option(label="X")
    seen.append(await look(page))
    other_side = page.get_by_role("button", name="Keep the other side")
    await other_side.click()
    seen.append(await look(page))
    await other_side.click()
    assert await look(page) == seen[-2]
    await page.get_by_label("Explode").fill("1")
    seen.append(await look(page))
    # Pulled apart or not, all of it stays within the picture, from every side.
    assert not touches_edge(seen[-1]), silhouette(seen[-1])
    view = page.get_by_label("View")
    await view.select_option(label="Top")
    # A click, and going farther, leave the side that it is seen from.
    stood = page.url
    await page.locator("canvas").click(position={"x": 9, "y": 9})
    await page.mouse.wheel(0, 300)
    await expect(page).not_to_have_url(stood)
    await expect(view).to_have_value("top")
    await page.keyboard.press("6")
    seen.append(await look(page))
    # What is turned by hand is seen from no side, and can be seen from the same one again.
    await page.locator("canvas").hover(position={"x": 9, "y": 9})
    await page.mouse.down()
    await page.mouse.move(600, 400, steps=3)
    await page.mouse.up()
    await expect(page.get_by_label("View")).to_have_value("")
    await page.keyboard.press("6")
    await expect(page.get_by_label("View")).to_have_value("top")
    assert await look(page) == seen[-1]
    assert not touches_edge(seen[-1]), silhouette(seen[-1])
    assert len(set(seen)) == len(seen), "something that was done is not seen"
    await page.get_by_label("Section", exact=True).select_option(label="None")
    await page.get_by_label("Explode").fill("0")
    left, top, right, bottom = covered(await look(page)).getbbox() or (0, 0, 0, 0)
    await page.get_by_role("button", name="Measure").click()
    await expect(page.get_by_text("Click an edge for its size")).to_be_visible()
    # Wherever on two sides of the block is clicked, they are as far apart as they are.
    canvas = page.locator("canvas")
    figure = page.locator("output")
    await canvas.click(position={"x": left + (right - left) * 0.3, "y": top + 3})
    await expect(figure).to_have_text("Edge 20 mm")
    await canvas.click(position={"x": left + (right - left) * 0.7, "y": bottom - 3})
    told = r"^10 mm between the edges · 1[1-9][\d.]* mm from place to place$"
    await expect(figure).to_have_text(re.compile(told))
    await tab.check()
    await page.get_by_label("Colours", exact=True).select_option(label="By state")
    legend = page.get_by_role("list", name="What the colours mean")
    await expect(legend).to_contain_text("Draft")
    # What somebody else changes meanwhile is told, and the picture stands.
    await page.get_by_label("Colours", exact=True).select_option(label="By material")
    await canvas.evaluate("(canvas) => { canvas.dataset.mark = 'first' }")
    path = f"/api/items/{block['id']}"
    data(await site.api.put(path, {"material": "Ti-6Al-4V"}, as_=ENGINEER))
    await expect(legend).to_contain_text("Ti-6Al-4V")
    await expect(canvas).to_have_attribute("data-mark", "first")
    # The address holds where one stands, and a link to it leads there.
    await expect(page).to_have_url(re.compile(r"camera="))
    await page.reload()
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    await expect(view).to_have_value("top")
    assert await look(page) != seen[0]
    # An assembly without a file of its own shows the models of its parts, each in its place.
    files = {"file": ("pair.step", PAIR.read_bytes())}
    case = await site.world.part("Case", itemNumber="CASE", designId=design["id"])
    line = await site.world.relate(case, part, quantity=3)
    await tab.open("/items/CASE/3d")
    await expect(page.get_by_text("laid out beside each other")).to_be_visible()
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    await expect(rows.filter(has_text="PAIR Pair")).to_have_count(3)
    plain = await look(page)
    await page.get_by_label("Colours", exact=True).select_option(label="Each part its own")
    assert await look(page) != plain
    await page.get_by_label("Colours", exact=True).select_option(label="By material")
    await canvas.evaluate("(canvas) => { canvas.dataset.mark = 'second' }")
    data(await site.api.put(f"/api/items/{part['id']}", {"material": "POM-C"}, as_=ENGINEER))
    await expect(legend).to_contain_text("POM-C")
    await expect(canvas).to_have_attribute("data-mark", "second")
    await tab.check()
    await opened_often(tab)
    await thousands_stay_light(tab, line)

    # On a branch the colours tell what it does to the parts.
    lid = await site.world.part("Lid", itemNumber="LID", designId=design["id"])
    path = f"/api/items/{lid['id']}/files/upload"
    data(await site.api.post(path, files=files, as_=ENGINEER), 201)
    path = f"/api/designs/{design['id']}/branches"
    branch = data(await site.api.post(path, {"name": "try"}, as_=ENGINEER), 201)["branch"]
    await site.world.relate(case, lid, branchId=branch["id"])
    await tab.open("/items/CASE/3d?at=work/try")
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    plain = await look(page)
    await page.get_by_label("Colours", exact=True).select_option(label="By change")
    await expect(legend.get_by_role("listitem").filter(has_text="Added")).to_contain_text("1")
    await expect(legend.get_by_role("listitem").filter(has_text="Unchanged")).to_contain_text("3")
    assert await look(page) != plain
    await tab.check()

    # A version that there is not is named, and nothing is said of changes.
    for path in ("/items/CASE/3d?left=ZZ", "/items/CASE/compare?left=main&right=ZZ"):
        await tab.open(path)
        await expect(page.get_by_text("There is no version “ZZ”")).to_be_visible()
    await expect(page.get_by_text("No difference")).to_have_count(0)

    # The other way round the lid is gone: its ghost stands beside what is there, and goes with the colours.
    await tab.open("/items/CASE/compare?left=work%2Ftry&right=main")
    await page.get_by_role("link", name="Overlay in 3D").click()
    await tab.arrive("/items/CASE/3d?*left=*")
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    await expect(legend.get_by_role("listitem").filter(has_text="Removed")).to_contain_text("LID")
    await expect(page.locator("canvas[data-past=true]")).to_be_visible()
    assert await reds(page) > 200
    await page.get_by_label("Colours", exact=True).select_option(label="As in the file")
    await expect(page.locator("canvas[data-past=true]")).to_have_count(0)
    assert await reds(page) == 0


@ON_SQLITE
async def test_what_a_file_moves_is_seen_beside_where_it_stood(tab: Tab) -> None:
    page, world = tab.page, tab.site.world
    design = await world.design("Cases")
    part = await world.part("Pair", itemNumber="PAIR", designId=design["id"])
    block = await world.part("Block", itemNumber="BLK", designId=design["id"])
    await world.relate(part, block, quantity=2)
    content = PAIR.read_text()
    (place,) = re.findall(r"^#20 = CARTESIAN_POINT\('',\((.*)\)\);$", content, re.MULTILINE)
    path = f"/api/items/{part['id']}/files/upload"
    sent = {"file": ("pair.step", content.encode())}
    (file,) = data(await tab.site.api.post(path, files=sent, as_=ENGINEER), 201)["files"]
    branch = {"branchId": (await world.branch(design, "try"))["id"]}
    path = f"/api/files/{file['id']}"
    data(await tab.site.api.post(f"{path}/checkout", {}, params=branch, as_=ENGINEER))
    moved = content.replace(
        f"#20 = CARTESIAN_POINT('',({place}))", "#20 = CARTESIAN_POINT('',(55.,0.,0.))"
    )
    sent = {"file": ("pair.step", moved.encode())}
    data(await tab.site.api.post(f"{path}/checkin", files=sent, params=branch, as_=ENGINEER))
    await tab.sign_in(ENGINEER)
    await tab.open("/items/PAIR/3d?at=work/try&left=main")
    await expect(page.locator("canvas[data-past=true]")).to_be_visible(timeout=60_000)
    # The structure is the same; of its two blocks one stands elsewhere.
    legend = page.get_by_role("list", name="What the colours mean")
    for told in ("Moved", "Unchanged"):
        await expect(legend.get_by_role("listitem").filter(has_text=told)).to_contain_text("1")
    await tab.check()


def silhouette(picture: bytes) -> str:
    """What stands before the ground, in a grid of squares: `#` where most of one is covered."""
    cells = covered(picture).resize((WIDE, HIGH), Image.Resampling.BOX)
    levels = cells.tobytes()
    rows = (levels[at : at + WIDE] for at in range(0, len(levels), WIDE))
    return "\n".join("".join("#" if level > 127 else "." for level in row) for row in rows)


def covered(picture: bytes) -> Image.Image:
    """White where something stands before the ground, black elsewhere."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    ground = image.getpixel((2, 2))
    assert isinstance(ground, tuple)
    difference = ImageChops.difference(image, Image.new("RGB", image.size, ground))
    return difference.convert("L").point([0] * 13 + [255] * 243)


def place_on(picture: bytes) -> Position:
    """A place of the picture where something stands, with some of it around."""
    inner = covered(picture).filter(ImageFilter.MinFilter(5))
    left, top, _, bottom = inner.getbbox() or (0, 0, 0, 0)
    y = (top + bottom) // 2
    found = inner.crop((0, y, inner.width, inner.height)).getbbox() or (left, 0, 0, 0)
    row = inner.crop((0, y + found[1], inner.width, y + found[1] + 1)).getbbox() or found
    return {"x": row[0], "y": y + found[1]}


def area(picture: bytes) -> int:
    """How many points of the picture are covered."""
    return covered(picture).histogram()[255]


def touches_edge(picture: bytes) -> bool:
    """Whether what stands before the ground reaches an edge of the picture."""
    rows = silhouette(picture).splitlines()
    return "#" in rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)


def differing(shape: str) -> int:
    """How many squares are not as they should be."""
    return sum(one != other for one, other in zip(shape, SHAPE, strict=True))


async def reds(page: Page) -> int:
    """How many points of the picture are red, as the ghosts of what is gone are."""
    points = Image.open(io.BytesIO(await look(page))).convert("RGB").tobytes()
    colours = zip(points[::3], points[1::3], points[2::3], strict=True)
    return sum(red > green + 40 and red > blue + 40 for red, green, blue in colours)


async def thousands_stay_light(tab: Tab, line: Record) -> None:
    """As many places as a scene has: all are drawn, few of their rows, and what is picked is found."""
    page, path = tab.page, f"/api/relationships/{line['id']}"
    data(await tab.site.api.put(path, {"quantity": 6000}, as_=ENGINEER))
    await tab.open("/items/CASE/3d")
    await expect(page.get_by_text("the first 5,000 models")).to_be_visible()
    await expect(page.locator("canvas[data-drawn=true]")).to_be_visible(timeout=60_000)
    tree = page.get_by_role("list", name="Parts of the model")
    rows = tree.get_by_role("listitem")
    await expect(rows.first).to_have_attribute("aria-setsize", "5000")
    assert await page.evaluate("document.querySelectorAll('*').length") <= MOST_ELEMENTS
    whole = await look(page)
    await page.locator("canvas").click(position=place_on(whole))
    picked = tree.locator("[aria-pressed=true]")
    await expect(picked).to_be_in_viewport()
    await page.keyboard.press("i")
    assert 0 < area(await look(page)) < area(whole) / 100
    await page.get_by_role("button", name="Show all").click()
    await tree.hover()
    await page.mouse.wheel(0, 200_000)
    await expect(rows.last).to_have_attribute("aria-posinset", "5000")
    data(await tab.site.api.put(path, {"quantity": 3}, as_=ENGINEER))


async def opened_often(tab: Tab) -> None:
    """What a picture took is given back when it is left: six more openings take no more memory."""
    page = tab.page
    protocol = await tab.context.new_cdp_session(page)
    tabs = page.get_by_role("navigation").filter(has=page.get_by_role("link", name="3D"))

    async def used(openings: int) -> float:
        for _ in range(openings):
            await tabs.get_by_role("link", name="Files").click()
            await expect(page.locator("canvas")).to_have_count(0)
            await tabs.get_by_role("link", name="3D").click()
            await expect(page.locator("canvas[data-drawn=true]")).to_be_visible()
        await protocol.send("HeapProfiler.collectGarbage")
        heap = await protocol.send("Runtime.getHeapUsage")
        return heap["usedSize"]

    before = await used(3)
    assert await used(6) - before < 1_000_000
