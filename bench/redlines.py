"""The redlines of a large change beside those of a small one, as a browser shows them.

`python -m bench.redlines` makes a change over three designs with 200 affected items and 2,000 changed
lines and one of two items, and prints milliseconds until the first card of each is drawn, and what the
server took for the differences. The application must be built, as by `scripts/serve`.
"""

import argparse
import sys
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench import filling
from bench.changes import served
from bench.page import first_paint_ms, new_page, note_first_paint

_DESIGNS = 3
_LINES = 10
"""Below each assembly, all of which change."""
_ROUNDS = 5


def _assemblies(client: filling.Client, code: str, count: int) -> dict[str, Any]:
    """A design of assemblies over one pool of parts: its id, and the assemblies'."""
    design_id = filling.design(client, code)
    pool = [filling.part(f"{code}-P{n:03d}", n) for n in range(_LINES)]
    tops = [filling.part(f"{code}-A{n:03d}", n) for n in range(count)]
    lines = [
        [
            filling.line(top["itemNumber"], one["itemNumber"], place)
            for place, one in enumerate(pool)
        ]
        for top in tops
    ]
    ids = filling.imported(client, design_id, pool)
    made = filling.imported(client, design_id, tops, lines)
    return {"design": design_id, "pool": list(ids.values()), "tops": list(made.values())}


def _change(client: filling.Client, name: str, designs: list[dict[str, Any]]) -> str:
    """The number of a change in which every line of every assembly has another quantity."""
    body = {"name": name, "designId": designs[0]["design"]}
    order = client.post("/api/change-orders", body)
    path = f"/api/change-orders/{order['id']}"
    for one in designs:
        items = [{"itemId": top, "changeAction": "release"} for top in one["tops"]]
        client.post(f"{path}/affected-items", {"items": items})
        branches = client.get(f"/api/designs/{one['design']}/branches")["branches"]
        branch = next(b["id"] for b in branches if b["changeOrderId"] == order["id"])
        changes: list[dict[str, Any]] = []
        for top in one["tops"]:
            lines = client.get(f"/api/parts/{top}/bom?branchId={branch}")["relationships"]
            changes += [
                {"action": "update", "id": line["id"], "quantity": float(line["quantity"]) + 1}
                for line in lines
            ]
        body = {"changes": changes, "branchId": branch}
        client.post("/api/relationships/batch-update", body)
    return str(order["itemNumber"])


def _first_card_ms(page: Page, url: str) -> float:
    """Milliseconds from the address to the first difference on the screen, in the best of some rounds."""
    rounds: list[float] = []
    for _ in range(_ROUNDS):
        page.goto("about:blank")
        page.goto(url, wait_until="commit")
        page.locator("[data-difference]").first.wait_for()
        rounds.append(first_paint_ms(page))
        # What is read behind the first screen would hold up the next round.
        page.wait_for_load_state("networkidle")
    return min(rounds)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.redlines", description=__doc__)
    parser.add_argument("--items", type=int, default=200)
    items: int = parser.parse_args().items
    with served("sqlite") as (server, token), sync_playwright() as playwright:
        client = filling.Client(server.settings.port, token)
        each = [items // _DESIGNS + (n < items % _DESIGNS) for n in range(_DESIGNS)]
        large = [_assemblies(client, f"BIG{n}", count) for n, count in enumerate(each)]
        numbers = {
            f"{items} items, {items * _LINES:,} lines": _change(client, "Large", large),
            "2 items, 20 lines": _change(client, "Small", [_assemblies(client, "SMALL", 2)]),
        }
        page = new_page(playwright, token)
        note_first_paint(page, "[data-difference]")
        for told, number in numbers.items():
            url = f"http://127.0.0.1:{server.settings.port}/changes/{number}"
            found = client.get(f"/api/items/by-number/{number}")
            began = time.perf_counter()
            client.get(f"/api/change-orders/{found['id']}/diff")
            server_ms = (time.perf_counter() - began) * 1000
            first = _first_card_ms(page, url)
            drawn = page.evaluate("document.querySelectorAll('*').length")
            print(
                f"{told:>24}: first difference {first:6.0f} ms, "
                f"differences from the server {server_ms:5.0f} ms, {drawn:,} elements"
            )
        client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
