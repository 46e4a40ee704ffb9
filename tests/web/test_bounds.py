"""Bounds of a body: a million bad keys are refused in little time, memory and few words."""

import asyncio
import gc
import time
import tracemalloc
from collections.abc import AsyncGenerator

import httpx
import msgspec
import pytest

from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, Person

JSON = {"Content-Type": "application/json"}


async def test_a_million_bad_keys_cost_little(api: Api) -> None:
    body = msgspec.json.encode({f"k{n}": 1 for n in range(1_000_000)})
    assert len(body) < 16 << 20
    response = await api.request("POST", "/api/auth/login", content=body, headers=JSON)
    refused(response, 413, "PAYLOAD_TOO_LARGE")
    tracemalloc.start()
    began = time.perf_counter()
    try:
        response = await api.request(
            "POST", "/api/roles", as_=ADMINISTRATOR, content=body, headers=JSON
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert response.status_code == 413
    assert len(response.content) < 1000
    # The body itself, twice while its pieces are joined, and little besides.
    assert peak < 3 * len(body) + (8 << 20)
    assert time.perf_counter() - began < 3
    nested = b'{"a":[' + b",".join([b"[" * 900 + b"]" * 900] * 300) + b"]}"
    response = await api.request("POST", "/api/items", as_=ENGINEER, content=nested, headers=JSON)
    refused(response, 413, "PAYLOAD_TOO_LARGE")


async def test_an_answer_names_some_problems_and_cuts_them(api: Api) -> None:
    body = {f"{n:04}" + "k" * 2000: n for n in range(1000)}
    response = await api.post("/api/roles", body, as_=ADMINISTRATOR)
    error = refused(response, 400, "VALIDATION_ERROR")
    assert len(error["details"]) == 20
    assert len(response.content) < 10_000
    names = "&".join(f"p{n}=1" for n in range(5000))
    for path in ("/api/items", "/api/search", "/api/users"):
        response = await api.get(f"{path}?{names}", as_=ADMINISTRATOR)
        error = refused(response, 400, "VALIDATION_ERROR")
        assert "expected " in error["details"][0]["message"]
        assert len(error["details"]) == 20
        assert len(response.content) < 5_000
    fields = ",".join(f"attributes.a{n}" for n in range(2001))
    error = refused(
        await api.get(f"/api/items?sort={fields}", as_=ENGINEER), 400, "VALIDATION_ERROR"
    )
    assert error["details"][0]["message"] == "expected at most 20 fields, got 2001"
    many = {"type": "Part", "name": "Frame", "attributes": {f"k{n}": "v" for n in range(2000)}}
    error = refused(await api.post("/api/items", many, as_=ENGINEER), 400, "VALIDATION_ERROR")
    assert "keys, got 2000 keys" in error["details"][0]["message"]


async def test_refused_bodies_leave_no_garbage(api: Api) -> None:
    """Else a few large ones fill the memory before the collector looks."""
    body = b'{"ids":[' + b",".join(b'"%036d"' % n for n in range(100_000)) + b"]}"
    path = "/api/items/batch-get"
    held: list[int] = []
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        for _ in range(6):
            response = await api.request(
                "POST", path, as_=ADMINISTRATOR, content=body, headers=JSON
            )
            assert "10000 entries" in refused(response, 400, "VALIDATION_ERROR")["message"]
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
        gc.enable()
    assert held[-1] - held[0] < len(body)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_unfinished_bodies_take_so_much_memory(api: Api) -> None:
    """Of one user some, of all some more; what is small is always read."""
    more, held = asyncio.Event(), asyncio.Event()
    sent = 0

    async def half() -> AsyncGenerator[bytes]:
        nonlocal sent
        for _ in range(15):
            yield b" " * (1 << 20)
        sent += 1
        if sent == 8:
            held.set()
        await more.wait()
        yield b"{}"

    def post(person: Person) -> asyncio.Task[httpx.Response]:
        call = api.request("POST", "/api/items", as_=person, content=half(), headers=JSON)
        return asyncio.create_task(call)

    waiting = [post(ENGINEER) for _ in range(4)] + [post(ADMINISTRATOR) for _ in range(4)]
    await held.wait()
    for person in (ENGINEER, APPROVER):
        answer = await post(person)
        assert refused(answer, 503, "UNAVAILABLE")["message"].startswith("Too many large bodies")
        assert answer.headers["retry-after"] == "5"
    small = {"type": "Part", "name": "Bolt"}
    assert (await api.post("/api/items", small, as_=ENGINEER)).status_code == 201
    more.set()
    assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {400}
    assert (await post(ENGINEER)).status_code == 400
