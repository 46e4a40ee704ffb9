"""Does an answer tell that something exists? What is hidden is answered like what is not there."""

import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import msgspec

from attacks.secrets import SECRET_WORD, Secret, questions, work_on, write_secret
from partwright.identity.permissions import ALL
from partwright.kit.ids import new_id
from partwright.web.endpoint import Endpoint
from tests.contract.scene import ENDPOINTS, Scene, is_public, made, name_of, replaced
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, OUTSIDER, Person

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_NUMBER = re.compile(r"\b((PN|DOC|ECO|REQ|TASK|ISS)-\d{6}|KEPT-[0-9a-f]{12})\b")
_CHANGING = {"x-request-id", "date", "content-length", "etag", "server-timing", "location"}
"""Headers that hold ids or differ from one answer to the next."""
_TIMED = 15
"""How often each of two calls is timed, turn by turn."""
_ROUNDS = 4
"""How often what differs is timed again; a busy machine slows now one of the two, now the other."""
_SLOWER = 1.6
_SLOWER_SECONDS = 0.002

_OF_COMMITS = re.compile(r"/(history|where-used|graph|bom|rollup|revisions|relationships|diff)")
_NOT_CALLED = {"POST /api/auth/logout", "GET /api/design-engine/sessions/{session_id:str}/events"}
"""What ends the caller's token, and a stream that stays open."""
_OPEN = {
    "user_id",
    "userId",
    "role_id",
    "roleId",
    "workflow_id",
    "workflowDefinitionId",
    "state_id",
}
_OPEN |= {"approver_id", "view_id", "version", "manufacturer_id", "supplier_id"}
_OPEN |= {"category_id", "categoryId", "group_id", "group_mapping_id", "schema_id", "type_id"}
"""What everybody may read who has the permission; the scene's view is a shared one."""
_KINDS = {
    "item": "item_id",
    "line": "relationship_id",
    "file": "file_id",
    "change": "order_id",
}
_FOREIGN = ("_id", "Id", "number", "against", "with", "id", "ids", "Ids")


class Told(NamedTuple):
    """What is told about a thing, without the words that differ from one call to the next."""

    status: int
    headers: tuple[tuple[str, str], ...]
    text: str


def told(answer: httpx.Response) -> Told:
    """The answer as far as it can tell one thing from another; what was asked is said back."""
    headers = [(k, v) for k, v in answer.headers.items() if k not in _CHANGING]
    text = _NUMBER.sub("NUMBER", _MOMENT.sub("MOMENT", _ID.sub("ID", answer.text)))
    text = text.replace("ABSENT-1", "NUMBER")
    return Told(answer.status_code, tuple(sorted(headers)), text)


class Pair(NamedTuple):
    """One call in two forms: with what is hidden, and with what is not there."""

    name: str
    method: str
    calls: tuple[dict[str, Any], dict[str, Any]]


def _request(scene: Scene, endpoint: Endpoint, ids: dict[str, str]) -> dict[str, Any]:
    path = Scene(scene.ids | ids)
    return {"url": path.path(endpoint), "params": scene.params(endpoint)}


def pairs(own: Scene, hidden: Scene) -> Iterator[Pair]:
    """Every place of every route where an id may stand: in the path, the query and the body."""
    for endpoint in ENDPOINTS:
        if is_public(endpoint) or name_of(endpoint) in _NOT_CALLED:
            continue
        body = own.body(endpoint)
        for part in (p for p in endpoint.path_parameters if not _is_open(endpoint, p)):
            yield _in_path(own, hidden, endpoint, part, body)
        for field in _fields(endpoint):
            yield _in_query(own, hidden, endpoint, field, body)
        yield from _in_body(own, hidden, endpoint, body)
    yield from _subjects(hidden)


def _subjects(hidden: Scene) -> Iterator[Pair]:
    """What comments may be about, in the query and in the body."""
    path = "/api/comments"
    for kind, key in _KINDS.items():
        named = [f"{kind}:{one}" for one in (hidden.ids[key], new_id())]
        for method, place in (("GET", "params"), ("POST", "json")):
            more = {} if method == "GET" else {"text": "Too thin"}
            first, second = [{"url": path, place: {"subject": one, **more}} for one in named]
            yield Pair(f"{method} {path} {kind}", method, (first, second))


def _absent(key: str) -> str:
    return "ABSENT-1" if key.endswith("number") else str(new_id())


def _in_path(own: Scene, hidden: Scene, endpoint: Endpoint, part: str, body: Any) -> Pair:
    key = part
    if endpoint.path.startswith("/api/documents/") and part == "item_id":
        key = "document_id"
    if endpoint.path.startswith("/api/auth/sessions/"):
        key = "sign_on_id"
    both = [_request(own, endpoint, {key: value}) for value in (hidden.ids[key], _absent(part))]
    for call in both:
        call["json"] = body
    return Pair(f"{name_of(endpoint)} {part}", endpoint.method, (both[0], both[1]))


def _fields(endpoint: Endpoint) -> list[str]:
    names = [] if endpoint.query is None else endpoint.query.__struct_encode_fields__
    # A write stands on a branch; that it names a commit as well is passed over.
    skipped = _OPEN if endpoint.method == "GET" else _OPEN | {"commitId"}
    return [name for name in names if name.endswith(_FOREIGN) and name not in skipped]


def _is_open(endpoint: Endpoint, part: str) -> bool:
    """Whether the part names what is no secret; the interface tells whose a design session is."""
    return part in _OPEN or endpoint.path.startswith("/api/design-engine/sessions/")


def _in_query(own: Scene, hidden: Scene, endpoint: Endpoint, field: str, body: Any) -> Pair:
    value = hidden.ids.get(field) or hidden.ids.get("itemId" if field == "with" else "branchId", "")
    if field.lower().endswith("commitid"):
        value = hidden.ids["commit_id"]
    both = []
    for one in (value, str(new_id())):
        call = _request(own, endpoint, {})
        both.append(call | {"params": call["params"] | {field: one}, "json": body})
    return Pair(f"{name_of(endpoint)} ?{field}", endpoint.method, (both[0], both[1]))


def _in_body(own: Scene, hidden: Scene, endpoint: Endpoint, body: Any) -> Iterator[Pair]:
    """The body with each of its ids exchanged for the hidden scene's of the same meaning."""
    names = {value: name for name, value in own.ids.items()}
    marked = [
        variant
        for variant in replaced(body, _MARK)
        if names.get(_place(body, variant), "user_id") not in _OPEN
    ]
    for variant in marked:
        name = names[_place(body, variant)]
        both = []
        kind = "".join(hidden.ids[name].rpartition(":")[:2])
        for one in (hidden.ids[name], f"{kind}{new_id()}"):
            text = msgspec.json.encode(variant).replace(_MARK.encode(), one.encode())
            both.append(_request(own, endpoint, {}) | {"json": msgspec.json.decode(text)})
        yield Pair(f"{name_of(endpoint)} body {name}", endpoint.method, (both[0], both[1]))


_MARK = "here-stands-an-id"


def _place(body: Any, variant: Any) -> str:
    """What the variant has the mark in place of."""
    if variant == _MARK:
        return body if isinstance(body, str) else ""
    if isinstance(body, dict):
        return next((_place(body[k], variant[k]) for k in body if body[k] != variant[k]), "")
    if isinstance(body, list):
        pieces = zip(body, variant, strict=True)
        return next((_place(one, other) for one, other in pieces if one != other), "")
    return ""


def _slower(best: list[float]) -> int:
    """Which of the two is the slower one: 1 or -1; 0 where they take as long."""
    longer, shorter = max(best), min(best)
    if longer <= _SLOWER * shorter or longer - shorter <= _SLOWER_SECONDS:
        return 0
    return 1 if best[0] > best[1] else -1


class Oracle:
    """A foreigner with every permission but the administrator's role, who leads another program."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.leaks: list[str] = []
        self.asked = 0

    async def ask(self, *, timed: bool) -> None:
        """Everything; `timed` compares how long the answers take as well."""
        own, hidden = await made(self._api), await made(self._api)
        secret = await write_secret(self._api, hidden)
        person = await self._foreigner(own)
        for pair in pairs(own, hidden):
            await self._compare(person, pair)
            if timed:
                await self._time(person, pair)
        await self._lists(person, own, secret)

    async def _foreigner(self, own: Scene) -> Person:
        role = {"name": "Everything", "permissions": sorted(ALL)}
        role = data(await self._api.post("/api/roles", role, as_=ADMINISTRATOR), 201)
        path = f"/api/users/{OUTSIDER.id}"
        data(await self._api.put(path, {"roleIds": [role["id"]]}, as_=ADMINISTRATOR))
        member = {"userId": OUTSIDER.id, "role": "lead"}
        path = f"/api/programs/{own.ids['program_id']}/members"
        data(await self._api.post(path, member, as_=ADMINISTRATOR), 201)
        return OUTSIDER

    async def _call(self, person: Person, method: str, call: dict[str, Any]) -> httpx.Response:
        self.asked += 1
        more = {key: value for key, value in call.items() if key != "url" and value is not None}
        answer = await self._api.request(method, call["url"], as_=person, **more)
        # What the caller has asked for may be said back.
        heard = answer.text.casefold().replace(call["url"].rpartition("/")[2].casefold(), "")
        if SECRET_WORD in heard.replace("attributes.xyzzy", ""):
            self.leaks.append(f"{method} {call['url']} names what is hidden: {answer.text[:300]}")
        return answer

    async def _compare(self, person: Person, pair: Pair) -> None:
        first, second = [told(await self._call(person, pair.method, c)) for c in pair.calls]
        if first != second:
            for one, other in zip(first, second, strict=True):
                if one != other:
                    self.leaks.append(f"{pair.name}: {str(one)[:300]} | {str(other)[:300]}")

    async def _time(self, person: Person, pair: Pair) -> None:
        rounds: list[list[float]] = []
        slower: set[int] = set()
        while len(rounds) < _ROUNDS:
            rounds.append(await self._fastest(person, pair))
            slower.add(_slower(rounds[-1]))
            if slower not in ({1}, {-1}):
                return
        told = ", ".join(f"{one * 1000:.1f} | {two * 1000:.1f} ms" for one, two in rounds)
        self.leaks.append(f"{pair.name}: {told}")

    async def _fastest(self, person: Person, pair: Pair) -> list[float]:
        """Seconds of the fastest call of each of the two."""
        best = [60.0, 60.0]
        for _ in range(_TIMED):
            for place, call in enumerate(pair.calls):
                began = time.perf_counter()
                await self._call(person, pair.method, call)
                best[place] = min(best[place], time.perf_counter() - began)
        return best

    async def _lists(self, person: Person, own: Scene, secret: Secret) -> None:
        """Lists, counts, facets, tags and searches, before and after work on what is hidden."""
        asked = list(questions(own, secret))
        before = [await self._answer(person, question) for question in asked]
        await work_on(self._api, secret)
        for question, was in zip(asked, before, strict=True):
            now = await self._answer(person, question)
            if now != was:
                self.leaks.append(f"GET {question} changed with what is hidden: {was} | {now}")

    async def _answer(self, person: Person, url: str) -> tuple[int, str | None, str]:
        answer = await self._call(person, "GET", {"url": url})
        text = re.sub(r'"requestId":"[^"]+"', "", answer.text)
        tag = answer.headers.get("etag")
        # Tags that are found without computing the answer change with every commit, whoever's.
        return answer.status_code, None if _OF_COMMITS.search(url) else tag, text
