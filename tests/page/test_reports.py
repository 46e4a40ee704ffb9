"""A report built with its rows in sight, saved, run and taken away (journey 8)."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from partwright.reports.schedule_service import run_due
from tests.page.browser import ON_SQLITE, Tab
from tests.reports.scenes import by, made
from tests.support.application import data
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=alert(1)>"


def text_of(path: Path) -> str:
    """What a file that was taken away holds."""
    return path.read_text("utf-8-sig")


@ON_SQLITE
async def test_a_report_is_built_with_its_rows_in_sight(tab: Tab) -> None:
    page, keys, world = tab.page, tab.page.keyboard, tab.site.world
    for name, cost in ((HOSTILE, "12.5"), ("Bolt", "0.2"), ("Motor", "99")):
        own = {"Finish: outside": "zinc", "Torque": "1.5 Nm"} if name == "Bolt" else {}
        material = None if name == "Motor" else HOSTILE
        await world.part(name, cost=cost, material=material, attributes=own)
    torque = {"name": "Torque", "type": "number", "unit": "Nm"}
    path = "/api/attribute-definitions"
    data(await tab.site.api.post(path, torque, as_=ADMINISTRATOR), 201)
    await tab.sign_in(ENGINEER)
    await tab.open("/reports")
    await expect(page.get_by_text("No reports yet")).to_be_visible()
    await tab.check()
    await keys.press("c")
    await tab.arrive("/reports/new")
    preview = page.get_by_role("region", name="Preview")
    await expect(preview.get_by_role("row")).to_have_count(4)
    await page.get_by_label("Add a column").select_option(label="Cost")
    await expect(preview.get_by_role("columnheader", name="Cost")).to_be_visible()
    more = page.get_by_label("Add a column")
    await more.select_option(label="Lead time")
    await expect(more.get_by_role("option", name="Lead time")).to_have_count(0)
    await page.get_by_role("button", name="Remove the column Lead time").click()
    await more.select_option(label="Attribute Finish: outside")
    ordered = page.get_by_label("Ordered by", exact=True)
    await ordered.select_option(label="Attribute Finish: outside")
    await expect(preview.get_by_role("row").nth(1)).to_contain_text("zinc")
    await page.get_by_role("button", name="Remove the column Finish: outside").click()
    await page.get_by_role("button", name="Remove the column Rev").click()
    await page.get_by_role("button", name="Move Cost up").click()
    await page.get_by_role("button", name="Add a condition").click()
    await page.get_by_label("Field", exact=True).select_option(label="Cost")
    await page.get_by_label("Comparison").select_option(label="is at least")
    await page.get_by_label("Value", exact=True).fill("much")
    await expect(page.get_by_text("Not ready yet")).to_be_visible()
    await expect(page.get_by_text("Cost: expected a number, got 'much'")).to_be_visible()
    await tab.check(themes=True)
    await page.get_by_label("Value", exact=True).fill("1000000000")
    await expect(preview.get_by_text("Nothing matches")).to_be_visible()
    await page.get_by_label("Value", exact=True).fill("1")
    await expect(preview.get_by_role("row")).to_have_count(3)
    await ordered.select_option(label="Cost")
    await page.get_by_label("Direction").select_option(label="Descending")
    await expect(preview.get_by_role("row").nth(1)).to_contain_text("Motor")
    await tab.check()
    await expect(page.get_by_role("button", name="Save")).to_be_disabled()
    await page.get_by_label("Name", exact=True).fill("Dear parts")
    await page.get_by_role("button", name="Save").click()

    grid = page.get_by_role("grid", name="Dear parts")
    await expect(grid.get_by_role("row").nth(2)).to_contain_text(HOSTILE)
    await tab.check()
    async with page.expect_download() as taken:
        await page.get_by_role("button", name="CSV").click()
    written = text_of(await (await taken.value).path())
    assert "Motor" in written
    assert "Bolt" not in written
    for name, ending, begins in (("Excel", "xlsx", b"PK\x03\x04"), ("PDF", "pdf", b"%PDF-1")):
        export = page.expect_request(f"**/export?format={ending}")
        async with export as asked, page.expect_download() as taken:
            await page.get_by_role("button", name=name).click()
        assert (await asked.value).post_data_json == {"language": "en"}
        file = await taken.value
        assert file.suggested_filename.endswith(f".{ending}")
        assert (await file.path()).read_bytes().startswith(begins)
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_label("Value", exact=True).fill("50")
    await expect(preview.get_by_role("row")).to_have_count(2)
    path = f"/api/reports/{page.url.split('/')[-2]}"
    data(await tab.site.api.put(path, {"name": "Very dear parts"}, as_=ENGINEER))
    await keys.press("Control+s")
    dialog = page.get_by_role("dialog", name="Somebody else saved first")
    await expect(dialog.get_by_role("row", name="Name Dear parts Very dear parts")).to_be_visible()
    await expect(dialog.get_by_role("row").filter(has_text="Conditions")).to_contain_text("50")
    await tab.check()
    await dialog.get_by_role("button", name="Save mine").press("Enter")
    await expect(grid.get_by_role("row")).to_have_count(2)

    # Summed up, drawn, shared, and run by itself.
    await page.get_by_role("button", name="Edit").click()
    await page.get_by_role("button", name="Remove the condition on Cost").click()
    for name in ("Number", "Name", "State"):
        await page.get_by_role("button", name=f"Remove the column {name}", exact=True).click()
    await page.get_by_label("Add a column").select_option(label="Material")
    await page.get_by_label("What is shown of Cost").select_option(label="sum")
    await expect(preview.get_by_role("columnheader", name="Cost, sum")).to_be_visible()
    # An attribute that is defined as a number is summed up as well.
    await page.get_by_label("Add a column").select_option(label="Attribute Torque")
    await page.get_by_label("What is shown of Torque").select_option(label="sum")
    summed = preview.get_by_role("row").filter(has_text=HOSTILE)
    await expect(summed.get_by_role("gridcell", name="1.5", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Remove the column Torque").click()
    await page.get_by_label("Drawn as").select_option(label="Bars")
    await expect(preview.get_by_role("img", name="Chart: Cost, sum")).to_be_visible()
    await page.get_by_label("Share with a role").select_option(label="Viewer")
    await tab.check()
    await keys.press("Control+s")
    await expect(grid.get_by_role("row").filter(has_text=HOSTILE)).to_contain_text("12.7")
    kept = data(await tab.site.api.get(path, as_=ENGINEER))["report"]
    assert (kept["sharedWithRoles"], kept["chart"]["value"]) == (["Viewer"], "sum(parts.cost)")
    await page.get_by_role("button", name="Schedule").click()
    dialog = page.get_by_role("dialog", name="Run Dear parts on a schedule")
    await dialog.get_by_label("On", exact=True).select_option(label="Friday")
    at = dialog.get_by_label("At", exact=True)
    await at.fill("")
    await dialog.get_by_role("button", name="Save").press("Enter")
    await expect(at).to_be_focused()
    await expect(at).to_have_accessible_description("It needs a time of the day.")
    await expect(at).to_have_value("")
    await at.fill("07:30")
    await dialog.get_by_label("Time zone").select_option(label="Europe/Berlin")
    await dialog.get_by_label("Keep a file of each run").select_option(label="CSV")
    # Where no mail goes out, none is promised.
    mail = dialog.get_by_label("Also tell me by e-mail at once")
    await expect(mail).to_have_attribute("aria-disabled", "true")
    await expect(dialog.get_by_text("This server sends no e-mail").last).to_be_visible()
    await tab.check()
    await dialog.get_by_role("button", name="Save").press("Enter")
    await expect(page.get_by_role("button", name="Scheduled")).to_be_visible()
    plan = data(await tab.site.api.get(f"{path}/schedule", as_=ENGINEER))["schedule"]
    assert (plan["frequency"], plan["weekday"], plan["format"]) == ("weekly", 5, "csv")
    assert (plan["hour"], plan["minute"], plan["timeZone"]) == (7, 30, "Europe/Berlin")
    # Its time comes: the inbox tells of it, and has the file.
    services = tab.site.api.services
    async with services.database.transaction() as tx:
        await tx.run("UPDATE report_schedules SET next_at = '2026-01-01T00:00:00.000Z'")
    assert await run_due(services.database, services.contents) == 1
    here = tab.page.url.removeprefix(tab.site.url)
    await tab.open("/")
    kept_file = page.get_by_role("link", name=re.compile(r"^File, \d+ B$"))
    async with page.expect_download() as download:
        await kept_file.click()
    named = (await download.value).suggested_filename
    assert re.fullmatch(r"Dear parts \d{4}-\d\d-\d\d\.csv", named), named
    await tab.check()
    await tab.open(here)
    await page.get_by_role("button", name="Scheduled").click()
    await dialog.get_by_role("button", name="Stop it").press("Enter")
    await expect(page.get_by_role("button", name="Schedule", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("No reports yet")).to_be_visible()
    # A report that others share can be seen, and who may not change or make one is told so.
    shared = await made(tab.site.api, isPublic=True, name="Shared parts")
    await tab.sign_in(VIEWER)
    ways = (
        ("/reports/new", "You may not make reports"),
        (f"/reports/{shared['id']}/edit", "Only its maker and administrators"),
    )
    for path, told in ways:
        await tab.open(path)
        await page.get_by_label("Name", exact=True).fill("Mine")
        await expect(page.get_by_role("main").get_by_text(told).first).to_be_visible()
        await expect(page.get_by_role("button", name="Save")).to_have_attribute(
            "aria-disabled", "true"
        )
    await tab.sign_in(ENGINEER)
    # A report keeps an order that the builder would not offer by that path.
    saved = await made(tab.site.api, sorts=[by("parts.leadTimeDays")])
    await tab.open(f"/reports/{saved['id']}/edit")
    await expect(ordered).to_have_value("parts.leadTimeDays")
    # However long a name is, what stands beside it fits.
    await tab.go("/reports/new")
    await page.get_by_label("About").select_option(label="Change orders")
    await page.get_by_label("Add a column").select_option(label="Reason for the change")
    form = page.get_by_role("form", name="What the report shows")
    await expect(form.get_by_text("Reason for the change").first).to_be_visible()
    assert await form.evaluate("(form) => form.scrollWidth <= form.clientWidth")
