"""The picture of an assembly of 500 parts: what a first one, a cut and a turn cost a browser without a graphics card.

`python -m bench.page_models` makes the assembly with the kernel and prints seconds of processor time of all the
browser's processes, which play the graphics card too, beside those of the same page without a picture. The
application must be built, as by `scripts/serve`.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench import filling
from bench.cad import specifications
from bench.changes import served
from bench.page import Meter, new_page
from partwright.cad.job_types import BodyPlacement
from partwright.cad.kernel import step
from partwright.cad.kernel.assembly import transformation
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.parts.build import build

_SEEN_SECONDS = 1.5
_CUT_SECONDS = 1.0
_ROUNDS = 3
_WARM, _OPENINGS = 8, 50
_GROWN_MB = 4.0
"""What the browser compiles and notes of requests meanwhile; a model that is kept is more each time."""
_COLUMNS = 25
_PITCH_MM = (110.0, 80.0)
_KINDS = ("plate", "shaft", "enclosure", "spacer")
_TURNED = 20
_PAGE = "main h1, main h2"
_DRAWN = "canvas[data-drawn=true]"
_FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
]


def write_assembly(path: Path, uses: int) -> int:
    """A STEP file of so many uses of the parts of `bench.cad`; answers how many parts they are of."""
    document = StepDocument()
    parts = [
        document.add_part(build(one), one.name, (0.4, 0.5, 0.2 + number / 60))
        for number, (one, _) in enumerate(specifications())
        if one.method in _KINDS
    ]
    top = document.add_assembly("Wall")
    for number in range(uses):
        row, column = divmod(number, _COLUMNS)
        at = (column * _PITCH_MM[0], row * _PITCH_MM[1], 0.0)
        placed = transformation(BodyPlacement(at))
        document.use(top, parts[number % len(parts)], placed, f"Place {number}")
    document.finish()
    step.write(document, path, name="Wall")
    return len(parts)


def settle(page: Page) -> None:
    """Come back when what was asked of the graphics card is done."""
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => {"
        " const canvas = document.querySelector('canvas');"
        " const gl = canvas?.getContext('webgl2');"
        " gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); go() })))"
    )
    page.wait_for_timeout(300)


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    return min(rounds, key=lambda one: sum(one.values()))


def told(what: str, used: dict[str, float]) -> str:
    kinds = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in sorted(used.items()) if seconds)
    return f"  {what:<34} {sum(used.values()):6.2f} s ({kinds})"


def opened(page: Page, meter: Meter, address: str, selector: str) -> dict[str, float]:
    """What it costs to come to a page, until what is waited for is drawn."""
    page.goto("about:blank")
    meter.start()
    page.goto(address, wait_until="commit")
    page.locator(selector).first.wait_for(timeout=120_000)
    settle(page)
    return meter.read()


def acted(page: Page, meter: Meter, do: Any) -> dict[str, float]:
    """What it costs to do something on the page and see it."""
    meter.start()
    do()
    settle(page)
    return meter.read()


def turn(page: Page) -> None:
    """Drag the model round, step by step."""
    box = page.locator("canvas").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for _ in range(_TURNED):
        x += 6
        page.mouse.move(x, y)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    page.mouse.up()


def measured(page: Page, meter: Meter, site: str) -> list[tuple[str, dict[str, float], float]]:
    """Each figure with its target, 0 without one."""
    bare = best([opened(page, meter, f"{site}/history", _PAGE) for _ in range(_ROUNDS)])
    whole = best([opened(page, meter, f"{site}/3d", _DRAWN) for _ in range(_ROUNDS)])
    section = page.get_by_label("Section", exact=True)
    cuts: list[dict[str, float]] = []
    for _ in range(_ROUNDS):
        cuts.append(acted(page, meter, lambda: section.select_option(label="X")))
        acted(page, meter, lambda: section.select_option(label="None"))
    turns = best([acted(page, meter, lambda: turn(page)) for _ in range(_ROUNDS)])
    explode = page.get_by_label("Explode")
    blown = acted(page, meter, lambda: explode.fill("1"))
    more = {kind: used - bare.get(kind, 0.0) for kind, used in whole.items()}
    return [
        ("the page without a picture", bare, 0),
        ("the page with the first picture", whole, 0),
        ("the picture, so", more, _SEEN_SECONDS),
        ("a cut", best(cuts), _CUT_SECONDS),
        (f"a turn of {_TURNED} steps", turns, 0),
        ("pulled apart", blown, 0),
    ]


def growth(page: Page, openings: int) -> float:
    """Megabytes by which the page's heap is larger after so many openings more, left each time."""
    protocol = page.context.new_cdp_session(page)

    def heap(times: int) -> float:
        for _ in range(times):
            page.get_by_role("link", name="Files", exact=True).last.click()
            page.locator("canvas").wait_for(state="detached")
            page.get_by_role("link", name="3D", exact=True).click()
            page.locator(_DRAWN).wait_for(timeout=120_000)
        protocol.send("HeapProfiler.collectGarbage")
        return float(protocol.send("Runtime.getHeapUsage")["usedSize"]) / 1e6

    before = heap(_WARM)
    return heap(openings) - before


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.page_models", description=__doc__)
    parser.add_argument("--uses", type=int, default=500)
    uses: int = parser.parse_args().uses
    with (
        tempfile.TemporaryDirectory(prefix="partwright-") as folder,
        served("sqlite") as (server, token),
        sync_playwright() as playwright,
    ):
        path = Path(folder, "wall.step")
        parts = write_assembly(path, uses)
        client = filling.Client(server.settings.port, token)
        size = upload(client, path)
        client.close()
        page = new_page(playwright, token, flags=_FLAGS)
        assert page.context.browser
        meter = Meter(page.context.browser)
        site = f"http://127.0.0.1:{server.settings.port}/items/WALL"
        figures = measured(page, meter, site)
        grown = growth(page, _OPENINGS)
    print(f"An assembly of {uses} uses of {parts} parts, {size / 1000:,.0f} KB, best of {_ROUNDS}:")
    for what, used, target in figures:
        print(told(what, used) + (f", target {target:g}" if target else ""))
    print(f"  {_OPENINGS} openings more: the heap grew by {grown:.1f} MB, target {_GROWN_MB:g} MB")
    if grown > _GROWN_MB:
        return 1
    return 0 if all(sum(used.values()) <= target for _, used, target in figures if target) else 1


def upload(client: filling.Client, path: Path) -> int:
    """Give an item the file, wait until it is looked into, and answer how large its model is."""
    item = client.post("/api/items", {"type": "Part", "itemNumber": "WALL", "name": "Wall"})
    address = f"/api/items/{(item.get('item') or item)['id']}/files/upload"
    file = client.upload(address, (path.name, path.read_bytes()), {})["files"][0]["id"]
    while True:
        known = client.get(f"/api/files/{file}/properties")
        if known["state"] == "failed":
            raise RuntimeError(known["error"])
        if known["state"] == "ready":
            return len(client.bytes_of(f"/api/files/{file}/glb"))
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
