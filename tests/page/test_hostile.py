"""Content that would be code shows as text, wherever people may write something."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.browser import ON_SQLITE, Tab
from tests.page.serving import Site
from tests.support.people import ADMINISTRATOR

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)> \"'{{1+1}}<b>bold</b>"
DRAWING = b"""<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">
<script>alert(2)</script><image href="http://evil.example/x.png"/></svg>"""
STATES = [
    {"id": "draft", "name": f"Draft {HOSTILE}", "isInitial": True},
    {"id": "review", "name": f"Review {HOSTILE}"},
    {"id": "released", "name": "Released", "isFinal": True},
]
STEPS = [
    {"name": f"Submit {HOSTILE}", "fromStateId": "draft", "toStateId": "review"},
    {"name": "Release", "fromStateId": "review", "toStateId": "released"},
]
PAGES = (
    *("/", "/items", "/parts?peek=1", "/documents", "/requirements", "/tasks", "/issues"),
    *("/files?peek=1", "/designs", "/designs/EVIL", "/programs", "/programs/EVIL", "/changes"),
    *("/items/EVIL-1", "/items/EVIL-1/structure", "/items/EVIL-1/files", "/items/EVIL-1/history"),
    *("/items/EVIL-2", "/items/EVIL-2/used", "/admin/people", "/admin/workflows", "/me"),
    *("/search?q=img", "/items?design=EVIL", "/items/EVIL-2/graph", "/designs/EVIL/commits"),
    *("/designs/EVIL/branches", "/designs/EVIL/coverage", "/designs/EVIL/held"),
)


async def plant(site: Site) -> str:
    """The hostile text in every field that a person can fill; answers a change order's number."""
    world, api = site.world.as_(ADMINISTRATOR), site.api

    async def send(method: str, path: str, body: Any = None, **more: Any) -> Any:
        sent = more if body is None else {"json": body}
        answer = await api.request(method, path, as_=ADMINISTRATOR, **sent)
        assert answer.status_code < 300, answer.text
        return answer.json()["data"]

    told: dict[str, Any] = {"description": HOSTILE}
    await send("PUT", f"/api/users/{ADMINISTRATOR.id}", {"name": HOSTILE})
    program = await world.program(HOSTILE, code="EVIL", customer=HOSTILE, **told)
    design = await world.design(HOSTILE, code="EVIL", programId=program["id"], **told)
    here = {"designId": design["id"], **told}
    part = await world.part(
        HOSTILE,
        itemNumber="EVIL-1",
        material=HOSTILE,
        location=HOSTILE,
        attributes={HOSTILE: HOSTILE},
        commitMessage=HOSTILE,
        **here,
    )
    child = await world.part(HOSTILE, itemNumber="EVIL-2", **here)
    await world.relate(part, child, referenceDesignator=HOSTILE)
    await world.document(HOSTILE, **here)
    await world.requirement(HOSTILE, rationale=HOSTILE, category=HOSTILE, **here)
    await world.task(HOSTILE, assignee=ADMINISTRATOR.id, **told)
    await world.issue(HOSTILE, resolution=HOSTILE, rootCause=HOSTILE, **told)
    for name, content in ((f"{HOSTILE[:28]}.svg", DRAWING), ("notes.txt", HOSTILE.encode())):
        path = f"/api/items/{part['id']}/files/upload"
        await send(
            "POST", path, files={"file": (name, content)}, data={"file_description": HOSTILE}
        )
    order = await world.change_order(HOSTILE, designId=design["id"], reasonForChange=HOSTILE)
    workflow = {"name": HOSTILE, "definitionType": "workflow", "states": STATES}
    made = await send("POST", "/api/workflows", {**workflow, "transitions": STEPS})
    changing = f"/api/change-orders/{order['id']}"
    listed = {"itemId": part["id"], "changeAction": "release"}
    await send("POST", f"{changing}/affected-items", listed)
    await send("POST", f"{changing}/workflow", {"workflowDefinitionId": made["workflow"]["id"]})
    step = {"transition": f"Submit {HOSTILE}", "comment": HOSTILE}
    await send("POST", f"{changing}/workflow/transition", step)
    await send("POST", "/api/views", {"name": HOSTILE, "page": "parts", "isShared": True})
    await send("POST", "/api/auth/tokens", {"name": HOSTILE})
    star = {"number": HOSTILE, "name": HOSTILE, "address": "/items/EVIL-1"}
    evil = {**star, "address": "javascript:alert(1)"}
    await send("PUT", "/api/users/me/preferences", {"preferences": {"stars": [star, evil]}})
    number: str = order["itemNumber"]
    return number


@ON_SQLITE
async def test_what_would_be_code_is_shown_as_text(tab: Tab) -> None:
    page = tab.page
    page.on("dialog", lambda dialog: tab.problems.append(f"it ran: {dialog.message}"))
    number = await plant(tab.site)
    await tab.sign_in(ADMINISTRATOR)
    await tab.open("/me")
    await tab.arrive("/me")
    for path in (*PAGES, f"/changes/{number}"):
        await tab.go(path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await expect(page.get_by_text("onerror=alert(1)").first).to_be_attached()
        assert (
            await page.locator("img[src=x], main b:text-is('bold'), script:not([src])").count() == 0
        )
        links = await page.locator("a[href^='javascript:']").count()
        assert links == 0, path

    await tab.open("/parts")
    # A view of all parts is what is shown, so that the button has its name.
    await page.get_by_role("toolbar").get_by_role("button", name="onerror").click()
    await expect(page.get_by_role("menuitemradio", name="onerror")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("ControlOrMeta+k")
    await page.get_by_role("combobox").fill("img src")
    await expect(page.get_by_role("option").filter(has_text="onerror").first).to_be_visible()
    assert await page.locator("img[src=x]").count() == 0
