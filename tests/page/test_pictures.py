"""Pages in both themes, beside pictures of them that are kept.

A page whose look was changed on purpose gets new pictures by `PARTWRIGHT_NEW_PICTURES=1 scripts/test -n0
tests/page/test_pictures.py`; look at them before they are kept. The pictures have half of the size, so that the
edges of letters, which no two versions of a browser draw alike, weigh little.
"""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Page, ViewportSize, expect

from partwright.kit import clock
from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import Record

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEPT = Path(__file__).parent / "pictures"
PAIR = Path(__file__).parents[1] / "cad_files" / "pair.step"
PAGES = {
    "login": "/login",
    "home": "/",
    "parts": "/parts?sort=itemNumber:asc",
    "item": "/items/ARM-1",
    "files": "/files",
    "import": "/import",
    "report": "/reports/new",
    "people": "/admin/people",
    "roles": "/admin/roles",
    "me": "/me",
    "structure": "/items/ARM-1/structure",
    "model": "/items/ARM-2/3d",
    "compare": "/items/ARM-1/compare?left=eco%2FECO-000001&right=main",
    "graph": "/items/ARM-1/graph",
    "search": "/search?q=motor",
    "changes": "/changes?layout=board",
    "redlines": "/changes/ECO-000001",
    "commits": "/designs/ARM/commits",
    "session": "/design-engine/{session}",
    "workflow": "/admin/workflows/{workflow}",
    "help": "/help/structures",
}
MASKED = {"model": "canvas", "help": "article"}
"""What no two machines draw alike, and what is written anew with each change.

Models are compared by their outline in `test_models.py`.
"""
DRAWN = {
    "structure": "[role=treegrid] [role=row] >> nth=3",
    "model": "canvas[data-drawn=true]",
    "compare": "[role=treegrid] [role=row] >> nth=1",
    "graph": "section >> text=ARM-4",
    "redlines": "article >> text=7075-T6",
    "session": "section >> text=A gripper for bottles",
    "workflow": ".react-flow__node >> nth=0",
}
"""What a page waits for after its answers have come."""
THEMES = ("light", "dark")
NOW = "2026-03-02T10:00:00.000Z"
SIZE = ViewportSize(width=1200, height=760)
FONTS = {"Inter Variable", "JetBrains Mono Variable"}
LOADED = """() => [...document.fonts]
    .filter((one) => one.status === "loaded").map((one) => one.family)"""
WITHOUT_COUNTS = """() => {
    for (const count of document.querySelectorAll("nav b")) count.style.visibility = "hidden";
}"""
NEARLY = 24
"""Of 255: how far the colours of a point may be off."""
MOST_DIFFERING = 0.002
"""The share of points that may be further off."""
IS_KEPT_ANEW = os.environ.get("PARTWRIGHT_NEW_PICTURES") == "1"


async def furnish(site: Site) -> dict[str, str]:
    """A product small enough to be seen whole, a change of it, and the ids that addresses need."""
    world = site.world
    program = await world.program("Arms", code="ARMS", members={ENGINEER: "engineer"})
    design = await world.design("Robot arm", code="ARM", programId=program["id"])
    arm = await world.part(
        "Arm", itemNumber="ARM-1", designId=design["id"], material="6061-T6", weight="1.25"
    )
    parts: list[Record] = []
    for number, (name, cost) in enumerate(
        (("Bracket", "4.20"), ("Motor", "38"), ("Screw", "0.04"))
    ):
        part = await world.part(
            name, itemNumber=f"ARM-{number + 2}", designId=design["id"], cost=cost
        )
        await world.relate(arm, part, quantity=number + 1)
        parts.append(part)
    for item, name, content in (
        (arm, "assembly notes.txt", b"Press the bearings, then seat the motors.\n"),
        (parts[0], "pair.step", PAIR.read_bytes()),
    ):
        path = f"/api/items/{item['id']}/files/upload"
        data(await site.api.post(path, files={"file": (name, content)}, as_=ENGINEER), 201)
    await change(site, arm, parts[0])
    asked = {"description": "A gripper for bottles", "programId": program["id"]}
    made = data(await site.api.post("/api/design-engine/sessions", asked, as_=ENGINEER), 201)
    found = data(await site.api.get("/api/workflows", as_=ADMINISTRATOR))["workflows"]
    workflow = next(one["id"] for one in found if one["name"] == "Change order workflow")
    return {"session": made["session"]["id"], "workflow": workflow}


async def change(site: Site, arm: Record, part: Record) -> None:
    """A change order in review, of a part and of what holds it."""
    api = site.api
    order = await site.world.change_order("Stiffer bracket", priority="high")
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": part["id"], "changeAction": "release"}
    answer = data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    branch = {"branchId": answer["affectedItem"]["branchId"]}
    new = {"material": "7075-T6", "weight": "0.18", **branch}
    data(await api.put(f"/api/items/{part['id']}", new, as_=ENGINEER))
    listed = {"itemId": arm["id"], "changeAction": "release"}
    both = {"items": [listed], "includeUnreleasedBelow": True}
    data(await api.post(f"{path}/affected-items", both, as_=ENGINEER), 201)
    await site.world.relate(
        arm,
        await site.world.part("Pad", itemNumber="ARM-5", **branch, designId=arm["designId"]),
        quantity=2,
        **branch,
    )
    data(await api.post(f"{path}/submit", {}, as_=ENGINEER))


async def picture_of(page: Page, masked: str | None) -> Image.Image:
    """The page in half its size, once nothing is on its way any more."""
    await page.wait_for_load_state("networkidle")
    await page.evaluate("() => document.fonts.ready")
    mask = [page.locator(masked)] if masked else []
    # How many wait in the inbox is told when the server comes to it, before the picture or after.
    await page.evaluate(WITHOUT_COUNTS)
    taken = await page.screenshot(animations="disabled", caret="hide", mask=mask)
    return Image.open(io.BytesIO(taken)).convert("RGB").reduce(2)


def difference(taken: Image.Image, kept: Image.Image) -> float:
    """The share of points whose colours are not nearly the same."""
    if taken.size != kept.size:
        return 1.0
    red, green, blue = ImageChops.difference(taken, kept).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    far = most.point([0] * (NEARLY + 1) + [255] * (255 - NEARLY))
    return far.histogram()[255] / (taken.width * taken.height)


def keep(name: str, taken: Image.Image) -> None:
    """Let a picture be what the page is to look like."""
    KEPT.mkdir(exist_ok=True)
    taken.quantize(96, dither=Image.Dither.NONE).save(KEPT / f"{name}.png", optimize=True)


def compare(name: str, taken: Image.Image, folder: Path) -> str | None:
    """What is wrong with a picture, which is then written beside the others that are."""
    path = KEPT / f"{name}.png"
    with Image.open(path) as opened:
        share = difference(taken, opened.convert("RGB"))
    if share <= MOST_DIFFERING:
        return None
    taken.save(folder / path.name)
    return f"{name}: {share:.2%} of it differs from {path}; see {folder / path.name}"


@ON_SQLITE
async def test_pages_look_as_they_did(
    site: Site, new_tab: OpenTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    ids = await furnish(site)
    wrong: list[str | None] = []
    fonts: set[str] = set()
    async with new_tab(viewport=SIZE) as tab:
        page = tab.page
        await page.clock.set_fixed_time(NOW)
        for name, path in PAGES.items():
            if name == "home":
                await tab.sign_in(ADMINISTRATOR)
            await tab.open(path.format(**ids))
            await tab.arrive(f"{path.format(**ids).partition('?')[0]}*")
            if name in DRAWN:
                await expect(page.locator(DRAWN[name])).to_be_visible(timeout=60_000)
            for theme in THEMES:
                await page.emulate_media(color_scheme=theme)
                taken = await picture_of(page, MASKED.get(name))
                if IS_KEPT_ANEW:
                    keep(f"{name}-{theme}", taken)
                wrong.append(compare(f"{name}-{theme}", taken, tmp_path))
            fonts |= set(await page.evaluate(LOADED))
    assert {family.strip('"') for family in fonts} == FONTS, fonts
    told = [one for one in wrong if one]
    assert not told, "\n".join(told)


@pytest.mark.parametrize("theme", THEMES)
async def test_another_look_is_told(theme: str, tmp_path: Path) -> None:
    """Of two pages with the same frame around them; and a picture of what was seen is left."""
    with Image.open(KEPT / f"files-{theme}.png") as seen:
        told = compare(f"parts-{theme}", seen.convert("RGB"), tmp_path)
    assert told
    assert told.startswith(f"parts-{theme}: ")
    assert (tmp_path / f"parts-{theme}.png").exists()
