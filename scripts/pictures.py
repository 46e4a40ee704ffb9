"""Takes pictures of the web application over the demonstration product, one in each theme."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from playwright.sync_api import Page, sync_playwright

from environment import ROOT, say
from pictures_guide import take_guide

PICTURES = ROOT / "pictures"
PORT = 8797
URL = f"http://127.0.0.1:{PORT}"
EMAIL, PASSWORD, TOKEN = "mara.lindqvist@example.com", "correct horse battery", "pw_" + "p" * 40
WIDE, PHONE = (1440, 900), (390, 844)


class Scene(NamedTuple):
    """One picture: where it is taken, what is done there first, and on how large a screen."""

    name: str
    path: str
    act: Callable[[Page], object] = lambda page: None
    screen: tuple[int, int] = WIDE
    is_signed_in: bool = True


def open_palette(page: Page) -> None:
    """The command palette with an answer in it."""
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("gripper")
    page.get_by_role("option").filter(has_text="SOA-").first.wait_for()
    page.wait_for_timeout(300)


def open_inspector(page: Page) -> None:
    """The inspector beside a list."""
    page.get_by_role("row").nth(3).click()
    page.keyboard.press("Space")
    page.wait_for_timeout(600)


def await_model(page: Page) -> None:
    """A model that is drawn."""
    page.locator("canvas[data-drawn=true]").wait_for()


SCENES = (
    Scene("login", "/login", is_signed_in=False),
    Scene("home", "/"),
    Scene("parts", "/parts"),
    Scene("parts-inspector", "/parts", open_inspector),
    Scene("palette", "/parts", open_palette),
    Scene("search", "/search?q=motor"),
    Scene("item", "/items/SOA-0000"),
    Scene("item-structure", "/items/SOA-0000/structure"),
    Scene("item-used", "/items/SOA-5060/used"),
    Scene("item-files", "/items/SOA-0000/files"),
    Scene("item-history", "/items/SOA-0000/history"),
    Scene("item-model", "/items/SOA-1600/3d", await_model),
    Scene("item-graph", "/items/SOA-1600/graph"),
    Scene("documents", "/documents"),
    Scene("requirements", "/requirements"),
    Scene("changes", "/changes?layout=board"),
    Scene("change", "/changes/ECO-000001"),
    Scene("import", "/import"),
    Scene("report", "/reports/new"),
    Scene("design-engine", "/design-engine"),
    Scene("people", "/admin/people"),
    Scene("roles", "/admin/roles"),
    Scene("audit", "/admin/audit"),
    Scene("system", "/admin/system"),
    Scene("help", "/help"),
    Scene("designs", "/designs"),
    Scene("design", "/designs/SO101"),
    Scene("programs", "/programs"),
    Scene("me", "/me"),
    Scene("shortcuts", "/parts", lambda page: page.keyboard.press("?")),
    Scene("phone-parts", "/parts", screen=PHONE),
    Scene("phone-item", "/items/SOA-0000", screen=PHONE),
)


@contextmanager
def server(folder: Path, *, with_demo: bool = True) -> Iterator[None]:
    """A server over a new database, with the demonstration product where it is wanted."""
    given = {
        "PORT": PORT,
        "DATA_DIR": folder,
        "ADMIN_EMAIL": EMAIL,
        "ADMIN_PASSWORD": PASSWORD,
        "ADMIN_TOKEN": TOKEN,
        "RATE_LIMIT_AUTHENTICATED": 0,
        "RATE_LIMIT_LOGIN": 0,
    }
    environment = {**os.environ, **{f"PARTWRIGHT_{k}": str(v) for k, v in given.items()}}
    command = [ROOT / ".venv" / "bin" / "partwright"]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen([*command, "serve"], env=environment, stdout=log, stderr=log)
        try:
            await_ready(process, folder / "server.log")
            load = ["demo", "--server", URL, "--token", TOKEN]
            if with_demo:
                subprocess.run([*command, *load], env=environment, check=True, capture_output=True)
            yield
        finally:
            process.terminate()
            process.wait()


def await_ready(process: subprocess.Popen[bytes], log: Path) -> None:
    """Come back when the server answers."""
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            if httpx.get(f"{URL}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit(f"The server did not start:\n{log.read_text()}")


def furnish() -> None:
    """What the demonstration lacks for a picture: people, a program, files, and some work on it."""
    with httpx.Client(
        base_url=f"{URL}/api", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60
    ) as http:
        found = http.get("/items", params={"search": "SOA-0000"}).json()["data"]["items"]
        top = next(item for item in found if item["itemNumber"] == "SOA-0000")
        note = b"Assembly notes\n\n1. Press the bearings.\n2. Seat the motors.\n"
        for name, content in (
            ("assembly-notes.txt", note),
            ("inspection.csv", b"check,ok\n1,yes\n"),
        ):
            made = http.post(f"/items/{top['id']}/files/upload", files={"file": (name, content)})
            made.raise_for_status()
        me = http.get("/users/me").json()["data"]["id"]
        http.put(f"/users/{me}", json={"name": "Mara Lindqvist"}).raise_for_status()
        for name, text in (("Robot arms", "Teleoperated arms"), ("Grippers", "Tools of the arms")):
            http.post("/programs", json={"name": name, "description": text}).raise_for_status()
        for name in ("Wiring plan", "Test report"):
            http.post("/items", json={"type": "Document", "name": name}).raise_for_status()


def take(scenes: list[Scene]) -> None:
    """Every scene in both themes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["PARTWRIGHT_BROWSER"],
            args=["--no-sandbox", "--disable-quic", "--font-render-hinting=slight"],
        )
        for theme in ("light", "dark"):
            for scene in scenes:
                width, height = scene.screen
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    locale="en-GB",
                    reduced_motion="reduce",
                )
                if scene.is_signed_in:
                    body = {"email": EMAIL, "password": PASSWORD}
                    origin = {"Origin": URL}
                    context.request.post(f"{URL}/api/auth/login", data=body, headers=origin)
                page = context.new_page()
                page.goto(URL + scene.path, wait_until="networkidle")
                scene.act(page)
                page.wait_for_timeout(300)
                file = PICTURES / f"{scene.name}-{theme}.png"
                page.screenshot(path=file)
                say(f"{file.relative_to(ROOT)}")
                context.close()
        browser.close()


def main(names: list[str]) -> int:
    """Take all pictures, or those named; `guide` is those that the guide keeps, of a list if one is named."""
    if names[:1] == ["guide"]:
        lists = [Path(name).read_bytes() for name in names[1:2]]
        with tempfile.TemporaryDirectory() as folder, server(Path(folder), with_demo=False):
            take_guide(URL, TOKEN, (EMAIL, PASSWORD), *lists)
        return 0
    scenes = [scene for scene in SCENES if not names or scene.name in names]
    if unknown := set(names) - {scene.name for scene in SCENES}:
        say(f"There is no scene {', '.join(sorted(unknown))}: {', '.join(s.name for s in SCENES)}")
        return 2
    PICTURES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="partwright-pictures-"))
    try:
        with server(folder):
            furnish()
            take(scenes)
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
