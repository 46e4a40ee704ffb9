"""A list comes in, and one of its parts is changed, approved and released, on the page alone.

`docs/guides/first-change.md` tells it; `scripts/pictures --guide` takes its pictures from here.
"""

import re
from collections.abc import Awaitable, Callable

from playwright.async_api import Page, expect

LIST = """\
Quantity,Designator,Description,Voltage - Rated,Comment,LibRef

"14","C1, C4, C5, C23","CAP CER 2.2UF 16V X5R 0603","16V","2.2\u00b5F","GRM188R61C225KE15D"
"8","R1, R2, R3, R4, R26, R29, R44, R47","RES SMD 22 OHM 1% 1/10W 0603","","22R","RC0603FR-0722RL"
"7","R5, R25, R30, R43, R48, R55, R57","RES SMD 120 OHM 1% 1/10W 0603","","120R","RC0603FR-07120RL"
"1","U1","IC MCU 32BIT 1MB FLASH 64LQFP","","STM32F405RGT6","STM32F405RGT6"
""".encode("cp1252")
"""Rows of a real list of parts, in the encoding and with the blank line that it has."""

Look = Callable[[Page, str], Awaitable[object]]
"""Called with the page at every step, and with the name of its picture."""


async def change_a_resistor(own: Page, other: Page, look: Look, list_: bytes = LIST) -> str:
    """The whole way; answers the number of the resistor.

    `own` belongs to an engineer at the start page, `other` to somebody who may approve.
    """
    await import_list(own, look, list_)
    number = await find_resistor(own, look)
    order = await change_value(own, look)
    await submit(own, look, order)
    await approve(other, look, order)
    await release(own, look, order, number)
    return number


async def import_list(page: Page, look: Look, list_: bytes) -> None:
    """The list becomes an assembly in a design of its own."""
    await page.get_by_role("link", name="Import").first.click()
    name = "odrive_24v.csv"
    await page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": list_}
    )
    hint = page.get_by_text("The list has quantities")
    await expect(hint).to_be_visible()
    await expect(page.get_by_text("not in this variant")).to_have_count(0)
    # One press puts the rows into an assembly of the design's name, which may be another.
    await page.get_by_role("button", name="Put them into “odrive 24v”").click()
    await expect(page.get_by_label("Assembly on top")).to_have_value("odrive 24v")
    await page.get_by_label("Assembly on top").fill("ODrive 24 V")
    await expect(hint).to_have_count(0)
    rows = page.get_by_role("row").filter(has_text="BOM lines")
    await expect(rows.get_by_role("cell").nth(0)).not_to_have_text("0")
    await look(page, "import")
    await page.get_by_role("button", name="Import", exact=True).click()
    await expect(page.get_by_role("status").filter(has_text="were imported")).to_be_visible()
    await look(page, "imported")
    await page.get_by_role("link", name="Open PN-").click()
    await expect(page.get_by_role("treegrid")).to_contain_text("CAP CER 2.2UF")
    await look(page, "structure")


async def find_resistor(page: Page, look: Look) -> str:
    """By what it is, from anywhere."""
    await page.keyboard.press("ControlOrMeta+k")
    await page.get_by_role("dialog").get_by_role("combobox").fill("res 120 ohm")
    hit = page.get_by_role("option").filter(has_text="RES SMD 120 OHM")
    await expect(hit).to_be_visible()
    await look(page, "find")
    await hit.click()
    await expect(page.get_by_role("button", name="Edit Comment: 120R")).to_be_visible()
    await look(page, "resistor")
    found = re.search(r"PN-\d+", await page.get_by_role("heading", level=1).inner_text())
    assert found
    return found[0]


async def change_value(page: Page, look: Look) -> str:
    """On the branch of a new change order, whose number is answered."""
    await page.get_by_role("button", name="Start a change").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("What is to change").fill("Less current through the status lights")
    await look(page, "start-change")
    await dialog.get_by_role("button", name="Start a change").click()
    await expect(page.get_by_text("eco/ECO-").first).to_be_visible()
    await page.get_by_role("button", name="Edit Comment: 120R").click()
    await page.get_by_role("textbox", name="Comment").fill("150R")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Edit Comment: 150R")).to_be_visible()
    await look(page, "changed")
    found = re.search(r"ECO-\d+", page.url)
    assert found
    return found[0]


async def submit(page: Page, look: Look, order: str) -> None:
    """Old and new stand side by side before anybody is asked."""
    await page.get_by_role("link", name="Change orders").first.click()
    await page.get_by_role("link", name=order).click()
    card = page.get_by_role("article").filter(has_text="RES SMD 120 OHM")
    await expect(card).to_contain_text("Comment")
    await expect(card).to_contain_text("150R")
    # One attribute of two changed, and it alone is told.
    await expect(card).not_to_contain_text("LibRef")
    await look(page, "redline")
    await page.get_by_role("button", name="Submit").click()
    await page.get_by_role("dialog").get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("list", name="Steps of the change")).to_contain_text("In Review")


async def approve(page: Page, look: Look, order: str) -> None:
    """By somebody else, who did not write it."""
    await page.goto(f"/changes/{order}")
    await expect(page.get_by_role("article").first).to_contain_text("150R")
    await look(page, "approve")
    await page.get_by_role("button", name="Approve").click()
    await page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    await expect(page.get_by_role("button", name="Approve")).to_have_count(0)


async def release(page: Page, look: Look, order: str, number: str) -> None:
    """Its author releases what was approved, and everybody has it."""
    await page.goto(f"/changes/{order}")
    await page.get_by_role("button", name="Release", exact=True).click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Nothing prevents the release.")
    await look(page, "release")
    await dialog.get_by_role("button", name="Release").click()
    await expect(dialog).to_have_count(0)
    await page.goto(f"/items/{number}")
    await expect(page.get_by_text("150R")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_contain_text(number)
    await look(page, "released")
