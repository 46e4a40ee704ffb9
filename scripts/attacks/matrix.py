"""All routes with all callers: who gets in, who is refused how, and that the refused change nothing."""

from collections import Counter
from typing import Any, NamedTuple

import httpx
import msgspec

from attacks import rules
from attacks.callers import READ_SCOPES, Caller, callers, seat
from attacks.fingerprint import changed_tables, fingerprint
from partwright.web.endpoint import Endpoint
from tests.contract.scene import ENDPOINTS, Scene, made, name_of
from tests.support.application import Api

_ENDING_TOKENS = {"POST /api/auth/logout", "DELETE /scim/v2/Users/{user_id:str}"}
"""What would end the tokens that every scene is made with."""


class Cell(NamedTuple):
    """One call."""

    route: str
    caller: str
    status: int
    expected: frozenset[str]
    changed: tuple[str, ...] = ()
    text: str = ""

    @property
    def is_wrong(self) -> bool:
        if self.status >= 500 or self.changed:
            return True
        return not ({str(self.status), self.word} & self.expected)

    @property
    def word(self) -> str:
        return str(self.status) if self.status in (401, 403, 404) else rules.IN


async def call(api: Api, scene: Scene, endpoint: Endpoint, caller: Caller) -> httpx.Response:
    """The route called on the scene as its documentation shows it; streams are left at once."""
    body = scene.body(endpoint)
    more: dict[str, Any] = {}
    if body is not None:
        more = {"content": msgspec.json.encode(body)}
    headers = caller.headers | {"Content-Type": "application/json"}
    path, params = scene.path(endpoint), scene.params(endpoint)
    api.http.cookies.clear()
    async with api.http.stream(
        endpoint.method, path, params=params, headers=headers, **more
    ) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return answer
        await answer.aread()
    return answer


class Matrix:
    """The cells of one database, with a scene that is made anew when a call has changed it."""

    def __init__(self, api: Api, url: str) -> None:
        self._api = api
        self._url = url
        self.cells: list[Cell] = []
        self._people: list[Caller] = []

    async def _cell(self, scene: Scene, endpoint: Endpoint, caller: Caller) -> Cell:
        answer = await call(self._api, scene, endpoint, caller)
        text = "" if answer.is_stream_consumed is False else answer.text[:200]
        wanted = frozenset(rules.expected(caller, endpoint))
        return Cell(name_of(endpoint), caller.name, answer.status_code, wanted, text=text)

    async def refused(self, *, each: bool) -> None:
        """Everybody who should be refused, and all reads; the database must stay as it is.

        `each` compares it after each call, else after each caller, and takes all scopes.
        """
        scene = await made(self._api)
        people = self._people = await callers(
            self._api, scene, READ_SCOPES if each else READ_SCOPES[::8]
        )
        before = await self._fingerprint()
        for caller in people:
            first = len(self.cells)
            for endpoint in ENDPOINTS:
                if not _is_harmless(caller, endpoint):
                    continue
                cell = await self._cell(scene, endpoint, caller)
                if each:
                    before, cell = await self._compared(before, cell)
                self.cells.append(cell)
            if not each:
                before, last = await self._compared(before, self.cells[-1])
                if last.changed:
                    self.cells[first:] = [
                        c._replace(changed=last.changed) for c in self.cells[first:]
                    ]

    async def _fingerprint(self) -> dict[str, str]:
        return await fingerprint(self._api.services.database, self._url)

    async def _compared(self, before: dict[str, str], cell: Cell) -> tuple[dict[str, str], Cell]:
        after = await self._fingerprint()
        return after, cell._replace(changed=tuple(changed_tables(before, after)))

    async def admitted(self) -> None:
        """Everybody who should get in to write, each on a scene as it was."""
        scene: Scene | None = None
        for endpoint in ENDPOINTS:
            for caller in self._people:
                if _is_harmless(caller, endpoint) or name_of(endpoint) in _ENDING_TOKENS:
                    continue
                if scene is None:
                    scene = await made(self._api)
                    await seat(self._api, scene, self._people)
                cell = await self._cell(scene, endpoint, caller)
                self.cells.append(cell)
                if cell.status < 400:
                    scene = None


def _is_harmless(caller: Caller, endpoint: Endpoint) -> bool:
    """Whether the call should change nothing."""
    return rules.reads(endpoint) or rules.IN not in rules.expected(caller, endpoint)


def table(cells: list[Cell]) -> str:
    """A line for each caller with how often each answer came, and the wrong cells."""
    names = list(dict.fromkeys(cell.caller for cell in cells))
    lines = [f"{'caller':32} {'in':>5} {'401':>5} {'403':>5} {'404':>5} {'wrong':>6}"]
    for name in names:
        row = [cell for cell in cells if cell.caller == name]
        count = Counter(cell.word for cell in row)
        faults = sum(cell.is_wrong for cell in row)
        words = " ".join(f"{count[word]:5}" for word in (rules.IN, "401", "403", "404"))
        lines.append(f"{name:32} {words} {faults:6}")
    wrong: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        if cell.is_wrong:
            told = f"{cell.status}, expected {' or '.join(sorted(cell.expected))}"
            changed = f"; changed {', '.join(cell.changed)}" if cell.changed else ""
            wrong.setdefault((cell.route, told + changed), []).append(cell.caller)
    lines += [f"WRONG {route}: {what}: {', '.join(who)}" for (route, what), who in wrong.items()]
    return "\n".join(lines)
