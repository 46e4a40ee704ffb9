"""Takes the pictures of docs/guides/first-change.md while the guide is walked on an empty server."""

import asyncio
import io
import os
import sys
from pathlib import Path

import httpx
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from environment import ROOT, say

sys.path.append(str(ROOT))
from tests.page.first_change import LIST, change_a_resistor

FOLDER = ROOT / "docs" / "pictures" / "first-change"
SHOWN = ("import", "find", "changed", "redline", "approve", "released")
SECOND = "jo.berg@example.com"


def take_guide(url: str, token: str, people: tuple[str, str], list_: bytes = LIST) -> None:
    """Walk the guide on the server; `people` are the administrator's name and everybody's password."""
    with httpx.Client(base_url=f"{url}/api", headers={"Authorization": f"Bearer {token}"}) as http:
        email, password = people
        me = http.get("/users/me").json()["data"]["id"]
        http.put(f"/users/{me}", json={"name": "Mara Lindqvist"}).raise_for_status()
        body = {"email": SECOND, "name": "Jo Berg", "password": password}
        made = http.post("/users", json=body).raise_for_status().json()["data"]["id"]
        roles = http.get("/roles").json()["data"]["roles"]
        approver = next(role["id"] for role in roles if role["name"] == "Approver")
        http.put(f"/users/{made}", json={"roleIds": [approver]}).raise_for_status()
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(walk(url, (email, SECOND), password, list_))


async def walk(url: str, emails: tuple[str, str], password: str, list_: bytes) -> None:
    """Each step in a picture of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=os.environ["PARTWRIGHT_BROWSER"],
            args=["--no-sandbox", "--disable-quic", "--font-render-hinting=slight"],
        )
        own, other = [await open_page(browser, url, email, password) for email in emails]
        await own.goto("/")
        await change_a_resistor(own, other, look, list_)
        await browser.close()


async def open_page(browser: Browser, url: str, email: str, password: str) -> Page:
    """A window of one person, who has signed in."""
    context = await browser.new_context(
        base_url=url,
        viewport={"width": 1120, "height": 640},
        locale="en-GB",
        reduced_motion="reduce",
    )
    body = {"email": email, "password": password}
    await context.request.post("/api/auth/login", data=body, headers={"Origin": url})
    return await context.new_page()


async def look(page: Page, name: str) -> None:
    """The picture of a step that the guide shows."""
    if name in SHOWN:
        file: Path = FOLDER / f"{name}.png"
        if name == "import":
            await page.get_by_role("region", name="As a structure").scroll_into_view_if_needed()
        await page.wait_for_timeout(300)
        taken = Image.open(io.BytesIO(await page.screenshot()))
        # A palette: a quarter of the bytes, and every server and clone carries these pictures.
        taken.convert("RGB").quantize(256).save(file, optimize=True)
        say(f"{file.relative_to(ROOT)}")
