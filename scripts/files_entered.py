"""Prints how many files of the package a PUT of an item on a branch enters, and a release.

python scripts/files_entered.py [--names]      what a reader has to open to follow the request
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from partwright.kit.log import configure_logging  # noqa: E402
from partwright.migrations.schema import migrate  # noqa: E402
from partwright.settings import Settings  # noqa: E402
from tests.support.application import Api, data, running  # noqa: E402
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER  # noqa: E402
from tests.support.seed import seed  # noqa: E402
from tests.world import Record, World  # noqa: E402

FRAME = ("kit/", "web/", "page/")
PUT = "files entered by PUT item on a branch"
RELEASE = "files entered by a release"
AIMS = {PUT: 35, RELEASE: 45}
PACKAGE = str(ROOT / "src" / "partwright") + "/"


@contextmanager
def entered_files() -> Iterator[set[str]]:
    """The files of the package in which a function is called while the block runs."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PACKAGE):
            found.add(name.removeprefix(PACKAGE))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def put_on_branch(world: World) -> set[str]:
    """Files entered by a PUT of a part on a branch, the second so that nothing is made for once."""
    design = await world.design()
    part = await world.part("Arm", designId=design["id"])
    branch = await world.branch(design)
    await world.edit(part, on=branch, material="Steel")
    with entered_files() as found:
        await world.edit(part, on=branch, material="Aluminium")
    return found


async def _ready_change(world: World) -> Record:
    """A change order that is approved and revises one part."""
    design = await world.design()
    part = await world.part("Base", designId=design["id"])
    order = await world.change_order("Stiffer base", reasonForChange="Field returns")
    path = f"/api/change-orders/{order['id']}"
    entry = {"itemId": part["id"], "changeAction": "release"}
    data(await world.api.post(f"{path}/affected-items", entry, as_=ENGINEER), 201)
    data(await world.api.post(f"{path}/submit", {}, as_=ENGINEER))
    data(await world.api.post(f"{path}/approve", {}, as_=APPROVER))
    return order


async def release(world: World) -> set[str]:
    """Files entered by the release of a change order, again the second."""
    await _release(world.api, await _ready_change(world))
    order = await _ready_change(world)
    with entered_files() as found:
        await _release(world.api, order)
    return found


async def _release(api: Api, order: Record) -> None:
    data(await api.post(f"/api/change-orders/{order['id']}/release", {}, as_=ADMINISTRATOR))


async def measure() -> dict[str, set[str]]:
    """What each of the two requests enters."""
    with tempfile.TemporaryDirectory() as directory:
        url = f"sqlite:///{directory}/figures.sqlite"
        migrate(url)
        seed(url)
        async with running(Settings(data_dir=Path(directory), database_url=url)) as api:
            world = World(api)
            return {
                PUT: await put_on_branch(world),
                RELEASE: await release(world),
            }


def main() -> int:
    """Print the two numbers; with `--names` the files as well."""
    configure_logging("warning")
    for name, files in asyncio.run(measure()).items():
        frame = sum(path.startswith(FRAME) for path in files)
        counted = f"{len(files)} ({frame} in kit and web)"
        print(f"{name:<50} {counted:<22} aim <= {AIMS[name]}")
        if "--names" in sys.argv:
            print("  " + "\n  ".join(sorted(files)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
