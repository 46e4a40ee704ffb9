"""`partwright demo`: a real product to look at, a pair of SO-101 robot arms."""

import asyncio
import re
from functools import reduce
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec

from partwright.cli.api import ApiClient, connected
from partwright.cli.console import FAILED, CommandFailed, err, out
from partwright.cli.design_lookup import create_design, find_design
from partwright.cli.flags import LOCAL, UNSET, Json, ServerFlags, Servers, Stores
from partwright.cli.import_output import tell_problems
from partwright.cli.item_lookup import find_item
from partwright.cli.output import print_json
from partwright.imports.file_import import FileImport
from partwright.settings import Settings

CODE = "SO101"
TOP = "SOA-0000"
SHARED = "SOA-5060"
"""A part that many assemblies use, to look at with where-used."""

_REFERENCE = re.compile(r"\{(\w+(?:\.\w+)*)\}")


class DemoRequest(msgspec.Struct, frozen=True):
    """Request of the work on the demonstration.

    `{name.key}` in path and body stands for a value of an earlier answer of that name.
    """

    method: Literal["GET", "POST", "PUT"]
    path: str
    body: msgspec.Raw = msgspec.Raw(b"{}")
    file: str = ""
    """Which file beside the requests is sent in place of the body."""
    name: str = ""


def demo(*, json: Json = False, server: Servers = LOCAL, stores: Stores = UNSET) -> int:
    """Load a pair of SO-101 robot arms into a new design SO101, and tell how to look at it.

    Without --server the configured database is opened here, and an administrator acts.
    """
    settings = stores.settings()
    server.check()
    content = files("partwright.imports").joinpath("data", "so101.csv").read_bytes()
    return asyncio.run(_load(settings, server, content, json=json))


async def _load(settings: Settings, server: ServerFlags, content: bytes, *, json: bool) -> int:
    async with connected(settings, server, deed="partwright demo", may_make=True) as api:
        if await find_design(api, CODE) is not None:
            if json:
                print_json({"design": CODE, "parts": 0, "lines": 0})
                return 0
            out.print(f"The design {CODE} already exists; nothing was loaded.")
            await _tell(api, settings)
            return 0
        place = await create_design(
            api, code=CODE, name="SO-101 arm pair", description="Leader and follower robot arm"
        )
        done = await api.upload(
            "/api/import/parts", place.body(), ("so101.csv", content), FileImport
        )
        if done.plan.problems:
            tell_problems(done.plan.problems)
            err.print(f"Only a part of the design {CODE} was loaded.")
            return FAILED
        await _work_on(api, files("partwright.imports").joinpath("data"))
        parts, lines = done.plan.parts.new, done.plan.lines.new
        if json:
            print_json({"design": CODE, "parts": parts, "lines": lines})
            return 0
        out.print(f"The design {CODE} has {parts} parts and {lines} BOM lines now.")
        await _tell(api, settings)
    return 0


async def _work_on(api: ApiClient, folder: Traversable) -> None:
    """Models, requirements, an issue, a task and a change order in review, as people would make them."""
    answers: dict[str, Any] = {}
    requests = folder.joinpath("so101-work.json").read_bytes()
    for request in msgspec.json.decode(requests, type=list[DemoRequest]):
        path = _filled(request.path, answers)
        body = msgspec.Raw(_filled(bytes(request.body).decode(), answers).encode())
        if request.file:
            content = folder.joinpath(request.file).read_bytes()
            answer = await api.upload(path, {}, (request.file, content), dict[str, Any])
        elif request.method == "GET":
            answer = await api.get(path, dict[str, Any])
        elif request.method == "POST":
            answer = await api.post(path, body, dict[str, Any])
        else:
            answer = await api.put(path, body, dict[str, Any])
        answers[request.name] = answer


def _filled(text: str, answers: dict[str, Any]) -> str:
    """The text with each reference replaced by what it names, which stays within its quotes."""
    return _REFERENCE.sub(
        lambda found: msgspec.json.encode(str(_named(found[1], answers))).decode()[1:-1], text
    )


def _named(reference: str, answers: dict[str, Any]) -> Any:
    return reduce(lambda found, key: found[key], reference.split("."), answers)


async def _tell(api: ApiClient, settings: Settings) -> None:
    top, shared = await _id_of(api, TOP), await _id_of(api, SHARED)
    base = api.address or f"http://{settings.host}:{settings.port}"
    out.print("Look at it with TOKEN set to your token, and the server running:")
    for path, what in (
        (f"{top}/bom", "the indented bill of materials"),
        (f"{top}/bom?flat=true", "every part once, with the quantity in the whole product"),
        (f"{top}/rollup", "cost, weight and lead time of the whole product"),
        (f"{shared}/where-used", f"where the screw {SHARED} is used"),
    ):
        out.print(f"  # {what}")
        out.print(f'  curl -H "Authorization: Bearer $TOKEN" "{base}/api/items/{path}"')


async def _id_of(api: ApiClient, number: str) -> str:
    found = await find_item(api, number)
    if found is None:
        raise CommandFailed(
            f"the design {CODE} exists but has no {number}: it is not the demonstration"
        )
    return found
