import asyncio
import secrets
from typing import Any

import httpx
import pytest

from partwright.kit import clock
from partwright.kit.errors import (
    InvalidInput,
    NotFound,
    PermissionDenied,
    Refusal,
    ServiceUnavailable,
    StateConflict,
    UnprocessableInput,
)
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, Person
from tests.web.probes import Probes, Unforeseen
from tests.world import World

NOTE = {"itemName": "a"}
AGE = "UPDATE idempotency_keys SET created_at = :then"
CLAIMS = "SELECT count(*) FROM idempotency_keys"


async def post(
    door: Api,
    key: str | None = "key",
    *,
    path: str = "/api/notes",
    as_: Person = ENGINEER,
    **more: Any,
) -> httpx.Response:
    more.setdefault("json", NOTE)
    headers = {} if key is None else {"Idempotency-Key": key}
    return await door.post(path, as_=as_, headers=headers, **more)


async def times(door: Api, probes: Probes, name: str = "a") -> int:
    """How often the work was done."""
    async with door.services.database.single_reads() as reads:
        return await probes.count(reads, name)


async def grow_older(door: Api, *, seconds: float) -> None:
    async with door.services.database.transaction() as tx:
        await tx.run(AGE, then=clock.moment_later(seconds=-seconds))


async def test_a_token_is_not_told_what_one_with_more_rights_was(api: Api) -> None:
    people: list[Person] = [ENGINEER]
    some = ["parts.create", "parts.read"]
    for scopes in ([*some, "tasks.read"], some, some):
        body = {"name": "Narrow", "scopes": scopes}
        made = data(await api.post("/api/auth/tokens", body, as_=ENGINEER), 201)
        people.append(ENGINEER._replace(token=made["token"]))
    part = {"type": "Part", "name": "Nut"}
    answers = [await post(api, path="/api/items", as_=one, json=part) for one in people]
    ids = [data(answer, 201)["id"] for answer in answers]
    assert (len(set(ids)), ids[2]) == (3, ids[3])


async def test_the_same_request_is_done_once_and_answered_twice(door: Api, probes: Probes) -> None:
    first = await post(door)
    again = await post(door)
    assert data(first, 201) == {"times": 1}
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["etag"] == first.headers["etag"] == '"1"'
    assert again.headers["content-type"] == "application/json"
    assert again.headers["x-request-id"] != first.headers["x-request-id"]
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert await times(door, probes) == 1


async def test_without_a_key_each_request_is_done(door: Api, probes: Probes) -> None:
    await post(door, None)
    await post(door, None)
    assert await times(door, probes) == 2


async def test_the_same_key_with_another_body_is_refused(door: Api, probes: Probes) -> None:
    await post(door)
    refused(await post(door, json={"itemName": "b"}), 409, "CONFLICT")
    assert await times(door, probes, "b") == 0


async def test_the_same_key_on_another_path_is_refused(door: Api, probes: Probes) -> None:
    await post(door)
    refused(await post(door, path="/api/own-transaction"), 409, "CONFLICT")
    refused(await post(door, path="/api/notes?branch=x"), 409, "CONFLICT")
    assert await times(door, probes) == 1


async def test_the_key_of_another_caller_is_another_key(door: Api, probes: Probes) -> None:
    await post(door)
    assert data(await post(door, as_=ADMINISTRATOR), 201) == {"times": 2}


@pytest.mark.parametrize("key", ["", "x" * 256, "a\tb", "ü"])
async def test_a_bad_key(door: Api, probes: Probes, key: str) -> None:
    headers = [(b"Idempotency-Key", key.encode())]
    response = await door.post("/api/notes", as_=ENGINEER, json=NOTE, headers=headers)
    assert problems(response).keys() == {"Idempotency-Key"}
    assert await times(door, probes) == 0


@pytest.mark.parametrize("key", ["x", "x" * 255, "~!@ #"])
async def test_a_good_key(door: Api, key: str) -> None:
    await post(door, key)
    assert (await post(door, key)).headers["idempotency-replayed"] == "true"


async def test_work_in_a_transaction_of_its_own_is_done_once(door: Api, probes: Probes) -> None:
    first = await post(door, path="/api/own-transaction")
    again = await post(door, path="/api/own-transaction")
    assert data(again, 201) == data(first, 201) == {"times": 1}
    assert await times(door, probes) == 1


@pytest.mark.parametrize("status", [200, 201, 202, 207])
async def test_every_success_is_replayed(door: Api, probes: Probes, status: int) -> None:
    probes.status = status
    await post(door)
    assert data(await post(door), status) == {"times": 1}


@pytest.mark.parametrize("refusal", [InvalidInput("no"), NotFound("no"), UnprocessableInput("no")])
async def test_a_lasting_refusal_is_replayed(door: Api, probes: Probes, refusal: Refusal) -> None:
    probes.refusal = refusal
    first = await post(door)
    probes.refusal = None
    again = await post(door)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert first.status_code in (400, 404, 422)
    assert await times(door, probes) == 0


@pytest.mark.parametrize(
    "refusal",
    [PermissionDenied("no"), StateConflict("no"), ServiceUnavailable("no"), Unforeseen("no")],
)
async def test_a_passing_refusal_is_not_kept(door: Api, probes: Probes, refusal: Exception) -> None:
    probes.refusal = refusal
    assert (await post(door)).status_code in (403, 409, 500, 503)
    probes.refusal = None
    assert data(await post(door), 201) == {"times": 1}


async def test_an_answer_that_says_conflict_is_not_kept(door: Api, probes: Probes) -> None:
    probes.status = 409
    await post(door)
    probes.status = 201
    assert data(await post(door), 201) == {"times": 2}


async def test_a_body_that_is_refused_is_replayed_as_well(door: Api) -> None:
    first = await post(door, json={"itemName": ""})
    assert problems(first).keys() == {"itemName"}
    assert (await post(door, json={"itemName": ""})).content == first.content


async def test_without_a_token_no_key_is_taken(door: Api) -> None:
    headers = {"Idempotency-Key": "key"}
    refused(await door.post("/api/notes", json=NOTE, headers=headers), 401, "UNAUTHENTICATED")
    assert data(await door.post("/api/raw", json=NOTE, headers=headers)) == ["itemName"]
    async with door.services.database.single_reads() as reads:
        assert await reads.one(int, CLAIMS) == 0


async def test_sign_on_ignores_the_key(door: Api, probes: Probes) -> None:
    for _ in range(2):
        await post(door, path="/api/auth/count", json=None)
    assert await times(door, probes, "attempts") == 2


async def test_a_key_whose_first_request_still_runs(door: Api, probes: Probes) -> None:
    path = "/api/own-transaction"
    probes.gate = asyncio.Event()
    first = asyncio.ensure_future(post(door, path=path))
    await probes.at_work.wait()
    second = await post(door, path=path)
    refused(second, 409, "CONFLICT")
    assert int(second.headers["retry-after"]) >= 1
    probes.gate.set()
    assert data(await first, 201) == {"times": 1}
    assert data(await post(door, path=path), 201) == {"times": 1}


async def test_of_many_at_once_one_does_the_work(door: Api, probes: Probes) -> None:
    answers = await asyncio.gather(*(post(door) for _ in range(10)))
    done = [answer for answer in answers if answer.status_code == 201]
    assert done
    assert {answer.json()["data"]["times"] for answer in done} == {1}
    for answer in answers:
        if answer.status_code != 201:
            refused(answer, 409, "CONFLICT")
            assert "retry-after" in answer.headers
    assert await times(door, probes) == 1


@pytest.mark.parametrize("steps", range(0, 40, 4))
async def test_a_caller_who_hangs_up_may_come_again(door: Api, probes: Probes, steps: int) -> None:
    first = asyncio.ensure_future(post(door))
    for _ in range(steps):
        await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert data(await post(door), 201) == {"times": 1}
    assert await times(door, probes) == 1


async def crash_between_claim_and_answer(door: Api) -> None:
    """Leave behind what a server does that is killed in the midst of the work."""
    await post(door)
    async with door.services.database.transaction() as tx:
        await tx.run("UPDATE idempotency_keys SET status = NULL, body = NULL")
        await tx.run("DELETE FROM counters")


async def test_a_claim_of_a_crashed_server_is_taken_over_after_a_while(
    door: Api, probes: Probes
) -> None:
    await crash_between_claim_and_answer(door)
    response = await post(door)
    refused(response, 409, "CONFLICT")
    assert "retry-after" in response.headers
    await grow_older(door, seconds=121)
    assert data(await post(door), 201) == {"times": 1}
    assert data(await post(door), 201) == {"times": 1}
    assert await times(door, probes) == 1


async def test_a_key_is_kept_for_a_day(door: Api, probes: Probes) -> None:
    await post(door)
    await grow_older(door, seconds=24 * 3600 - 60)
    assert data(await post(door), 201) == {"times": 1}
    await grow_older(door, seconds=24 * 3600 + 60)
    assert data(await post(door), 201) == {"times": 2}


async def test_an_answer_is_told_again_to_who_may_still_see_it(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "engineer"})
    design = await world.design(programId=program["id"])
    inside = {"type": "Part", "name": "Secret", "designId": design["id"]}
    first = await post(api, "part", path="/api/items", json=inside)
    part = data(first, 201)
    relation = {"targetId": (await world.part())["id"], "relationshipType": "bom"}
    lines = f"/api/items/{part['id']}/relationships"
    data(await post(api, "line", path=lines, json=relation), 201)
    rows = {"designId": design["id"], "rows": [{"name": "Row"}]}
    data(await post(api, "rows", path="/api/import/parts", json=rows), 201)
    asked = (("part", "/api/items", inside), ("line", lines, relation))
    asked += (("rows", "/api/import/parts", rows),)
    for key, path, body in asked:
        again = await post(api, key, path=path, json=body)
        assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")

    member = f"/api/programs/{program['id']}/members/{ENGINEER.id}"
    data(await api.delete(member, as_=ADMINISTRATOR))
    for key, path, body in asked:
        again = await post(api, key, path=path, json=body)
        assert again.status_code == 404, again.text
        assert "Secret" not in again.text


async def test_a_long_answer_takes_little_room_and_is_told_again(api: Api, world: World) -> None:
    design = await world.design()
    rows = {"designId": design["id"], "rows": [{"name": f"Row {n}"} for n in range(300)]}
    many = await post(api, "many", path="/api/import/parts", json=rows)
    assert len(many.content) > 20_000
    again = await post(api, "many", path="/api/import/parts", json=rows)
    assert again.content == many.content

    noise = {f"k{n:03}": secrets.token_urlsafe(700) for n in range(200)}
    body = {"type": "Part", "name": "Noisy", "attributes": noise}
    first = data(await post(api, "long", path="/api/items", json=body), 201)
    data(await api.put(f"/api/items/{first['id']}", {"name": "Quiet"}, as_=ENGINEER))
    told = await post(api, "long", path="/api/items", json=body)
    assert data(told, 201)["attributes"] == noise
    assert data(told, 201)["name"] == "Quiet"
    async with api.services.database.single_reads() as reads:
        kept = sorted(await reads.all(int, "SELECT length(body) FROM idempotency_keys"))
    assert kept[0] == 32
    assert kept[1] < len(many.content) / 3


async def test_a_long_answer_without_a_record_says_that_it_is_gone(
    door: Api, probes: Probes
) -> None:
    probes.more = secrets.token_urlsafe(200_000)
    assert (await post(door)).status_code == 201
    error = refused(await post(door), 409, "CONFLICT")
    assert "status 201" in error["message"]
    assert await times(door, probes) == 1
