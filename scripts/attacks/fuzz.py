"""Odd calls of all routes with an administrator's token: no fault, no answer but the described ones."""

import asyncio
import random
import re
import time
from collections import Counter
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec

from attacks.odd_values import TEXTS, Maker, odd, spoilt
from partwright.web.endpoint import Endpoint
from partwright.web.error_responses import STATUS
from tests.contract.scene import DOCUMENT, ENDPOINTS, Scene, made, name_of
from tests.support.application import Api
from tests.support.people import ADMINISTRATOR, ENGINEER, ROLELESS

_SKIPPED = {
    "POST /api/auth/logout",
    "GET /api/design-engine/sessions/{session_id:str}/events",
    "POST /api/design-engine/sessions/{session_id:str}/stream",
}
"""What ends the caller's token, and streams that stay open."""
_CALLS_A_SCENE = 200
_PATIENCE_SECONDS = 30
_SLOW_SECONDS = 10
_HEADERS = ("If-Match", "If-None-Match", "Idempotency-Key", "X-Request-Id", "Range", "Accept")


class Fuzzer:
    """Calls one service; what is drawn depends on the seed alone."""

    def __init__(self, api: Api, seed: int) -> None:
        self._api = api
        self._chance = random.Random(seed)
        self._schemas = DOCUMENT["components"]["schemas"]
        self._endpoints = [e for e in ENDPOINTS if name_of(e) not in _SKIPPED]
        self.wrong: list[str] = []
        self.statuses: Counter[int] = Counter()

    async def run(self, calls: int) -> None:
        """So many calls, each route in its turn."""
        scene: Scene | None = None
        for number in range(calls):
            if number % _CALLS_A_SCENE == 0 or scene is None:
                await self._forget_definitions()
                scene = await made(self._api)
                # Whom the scenes are made by must stay as they are.
                scene.ids["user_id"] = ROLELESS.id
            endpoint = self._endpoints[number % len(self._endpoints)]
            await self._call(scene, endpoint)

    async def _forget_definitions(self) -> None:
        """An attribute that a call made required would refuse the items of the next scene."""
        path = "/api/attribute-definitions"
        kept = (await self._api.get(path, as_=ADMINISTRATOR)).json()["data"]["attributeDefinitions"]
        for one in kept:
            await self._api.delete(f"{path}/{one['id']}", as_=ADMINISTRATOR)

    async def _call(self, scene: Scene, endpoint: Endpoint) -> None:
        url, more = self._url(scene, endpoint), self._more(scene, endpoint)
        began = time.perf_counter()
        # An engineer meets the rules that hold for all but administrators.
        person = ENGINEER if self._chance.random() < 0.3 else ADMINISTRATOR
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                answer = await self._api.request(endpoint.method, url, as_=person, **more)
        except httpx.InvalidURL:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is belongs into the report
            self._note(endpoint, url, more, f"{type(error).__name__}: {str(error)[:300]}")
            return
        self.statuses[answer.status_code] += 1
        seconds = time.perf_counter() - began
        if seconds > _SLOW_SECONDS:
            self._note(endpoint, url, more, f"{answer.status_code} took {seconds:.1f} s")
        if (wrong := fault_of(answer)) is not None:
            self._note(endpoint, url, more, wrong)

    def _note(self, endpoint: Endpoint, url: str, more: dict[str, Any], what: str) -> None:
        sent = {key: str(value)[:400] for key, value in more.items()}
        self.wrong.append(f"{name_of(endpoint)}: {what}\n    {url[:300]} {sent}")

    def _url(self, scene: Scene, endpoint: Endpoint) -> str:
        ids = scene.ids
        if endpoint.path_parameters and self._chance.random() < 0.15:
            part = self._chance.choice(endpoint.path_parameters)
            text = self._chance.choice(TEXTS).encode("utf-8", "surrogatepass")
            quoted = "".join(f"%{byte:02x}" for byte in text[:600]) or "%20"
            others = [value for key, value in ids.items() if key not in ("userId", "user_id")]
            ids = ids | {part: self._chance.choice((quoted, self._chance.choice(others)))}
        path = Scene(ids).path(endpoint)
        params = self._params(scene, endpoint)
        return f"{path}?{urlencode(params)}" if params else path

    def _params(self, scene: Scene, endpoint: Endpoint) -> list[tuple[str, Any]]:
        params: list[tuple[str, Any]] = list(scene.params(endpoint).items())
        names = _parameters(endpoint)
        for _ in range(self._chance.choice((0, 0, 1, 1, 2, 3)) if names else 0):
            name = self._chance.choice(names)
            params.append((name, self._text(scene, name)))
        return params

    def _text(self, scene: Scene, name: str) -> bytes | str:
        known = scene.ids.get(name, self._chance.choice([*scene.ids.values()]))
        if self._chance.random() < 0.4:
            return self._chance.choice(
                (known, "1", "true", "name", "2026-11-21", "name:desc", "all")
            )
        return self._chance.choice(TEXTS).encode("utf-8", "surrogatepass")

    def _more(self, scene: Scene, endpoint: Endpoint) -> dict[str, Any]:
        headers = {b"Content-Type": b"application/json"}
        if self._chance.random() < 0.1:
            text = self._chance.choice(TEXTS)[:300].encode("utf-8", "surrogatepass")
            name = self._chance.choice(_HEADERS)
            headers[name.encode()] = re.sub(rb"[\x00-\x1f\x7f]", b"", text).strip()
        if endpoint.form_schema is not None and self._chance.random() < 0.7:
            return {"headers": {}, "files": self._file(), "data": self._form(scene, endpoint)}
        body = self._body(scene, endpoint)
        return {"headers": headers} | ({} if body is None else {"content": body})

    def _file(self) -> dict[str, tuple[str, bytes]]:
        names = (
            "parts.csv",
            "parts.xlsx",
            "a.ods",
            "a.json",
            "a.step",
            "a.urdf",
            "../x",
            "\x00",
            "",
        )
        contents = (
            b"",
            b"Name,Quantity\nA,1\n",
            b"PK\x03\x04",
            b"{}",
            b"\xff\xfe",
            b"ISO-10303-21;",
        )
        name = self._chance.choice(("file", "file", "file", "files", "other"))
        return {name: (self._chance.choice(names), self._chance.choice(contents) * 3)}

    def _form(self, scene: Scene, endpoint: Endpoint) -> dict[str, Any]:
        names = list(endpoint.form_schema.get("properties", {}))
        wanted = self._chance.sample(names, min(len(names), 3)) if names else []
        return {n: self._text(scene, n) for n in wanted if n not in ("file", "files")}

    def _body(self, scene: Scene, endpoint: Endpoint) -> bytes | None:
        schema = _body_schema(endpoint)
        if schema is None:
            return None if self._chance.random() < 0.9 else b'{"a":1}'
        kind = self._chance.random()
        good = scene.body(endpoint)
        if kind < 0.4 or not isinstance(good, dict):
            made_up = Maker(self._chance, self._schemas, 0.04).make(schema)
            body = (
                {**good, **made_up} if isinstance(good, dict) and _is_object(made_up) else made_up
            )
        else:
            body = dict(good)
        if kind > 0.85:
            return spoilt(self._chance, body)
        if kind > 0.4 and isinstance(body, dict):
            keys = [*body, *_keys(schema, self._schemas)]
            for _ in range(self._chance.choice((1, 1, 2))):
                body[self._chance.choice(keys) if keys else "a"] = odd(self._chance)
        return msgspec.json.encode(body)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _told(endpoint: Endpoint) -> dict[str, Any]:
    path = re.sub(r":\w+}", "}", endpoint.path)
    found: dict[str, Any] = DOCUMENT["paths"][path][endpoint.method.lower()]
    return found


def _parameters(endpoint: Endpoint) -> list[str]:
    told = _told(endpoint).get("parameters", [])
    return [one["name"] for one in told if one.get("in") == "query"]


def _body_schema(endpoint: Endpoint) -> dict[str, Any] | None:
    content = _told(endpoint).get("requestBody", {}).get("content", {})
    schema: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return schema


def _keys(schema: dict[str, Any], schemas: dict[str, Any]) -> list[str]:
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    return list(schema.get("properties", {}))


def fault_of(answer: httpx.Response) -> str | None:
    """What is wrong with an answer, if anything; good ones were held against their schema."""
    if answer.status_code >= 500 and answer.status_code != 503:
        return f"{answer.status_code} {answer.text[:300]}"
    is_json = answer.headers.get("content-type") == "application/json"
    if answer.status_code < 400 or not answer.content or not is_json:
        return None
    told = answer.json(parse_int=str)
    if "error" in told:
        code = told["error"].get("code")
        if STATUS.get(code) not in (answer.status_code, 400):
            return f"{answer.status_code} with the code {code}"
        if len(answer.content) > 20_000:
            return f"a refusal of {len(answer.content)} bytes"
    elif "data" not in told:
        return f"{answer.status_code} without data or error: {answer.text[:200]}"
    return None
