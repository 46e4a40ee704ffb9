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
from playwright.async_api import Page, ViewportSize

from partwright.kit import clock
from tests.page.browser import ON_SQLITE
from tests.page.conftest import OpenTab
from tests.page.serving import Site
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEPT = Path(__file__).parent / "pictures"
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
}
THEMES = ("light", "dark")
NOW = "2026-03-02T10:00:00.000Z"
SIZE = ViewportSize(width=1200, height=760)
FONTS = {"Inter Variable", "JetBrains Mono Variable"}
LOADED = """() => [...document.fonts]
    .filter((one) => one.status === "loaded").map((one) => one.family)"""
NEARLY = 24
"""Of 255: how far the colours of a point may be off."""
MOST_DIFFERING = 0.002
"""The share of points that may be further off."""
IS_KEPT_ANEW = os.environ.get("PARTWRIGHT_NEW_PICTURES") == "1"


async def furnish(site: Site) -> None:
    """A product small enough to be seen whole, and people who never were there before."""
    world = site.world
    design = await world.design("Robot arm", code="ARM")
    arm = await world.part(
        "Arm", itemNumber="ARM-1", designId=design["id"], material="6061-T6", weight="1.25"
    )
    for number, (name, cost) in enumerate(
        (("Bracket", "4.20"), ("Motor", "38"), ("Screw", "0.04"))
    ):
        part = await world.part(
            name, itemNumber=f"ARM-{number + 2}", designId=design["id"], cost=cost
        )
        await world.relate(arm, part, quantity=number + 1)
    path = f"/api/items/{arm['id']}/files/upload"
    note = {"file": ("assembly notes.txt", b"Press the bearings, then seat the motors.\n")}
    data(await site.api.post(path, files=note, as_=ENGINEER), 201)


async def picture_of(page: Page) -> Image.Image:
    """The page in half its size, once nothing is on its way any more."""
    await page.wait_for_load_state("networkidle")
    await page.evaluate("() => document.fonts.ready")
    taken = await page.screenshot(animations="disabled", caret="hide")
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
    await furnish(site)
    wrong: list[str | None] = []
    fonts: set[str] = set()
    async with new_tab(viewport=SIZE) as tab:
        page = tab.page
        await page.clock.set_fixed_time(NOW)
        for name, path in PAGES.items():
            if name == "home":
                await tab.sign_in(ADMINISTRATOR)
            await tab.open(path)
            for theme in THEMES:
                await page.emulate_media(color_scheme=theme)
                taken = await picture_of(page)
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
