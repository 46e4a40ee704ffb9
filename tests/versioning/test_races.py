"""Races of real concurrent clients of two processes over one database."""

import asyncio
from itertools import count
from typing import Any

import pytest

from partwright.kit.db import sqlite_writer
from partwright.versioning.commits import hold_commit_order
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, Person
from tests.versioning.scene import Product, product, pump

PEOPLE = (ENGINEER, OUTSIDER, ADMINISTRATOR)
ROUNDS = 100


async def contend(
    apis: tuple[Api, ...], method: str, path: str, json: Any
) -> list[tuple[Person, int, Any]]:
    """Everybody asks each process for the same thing at once: (who, status, body)."""

    async def ask(api: Api, person: Person) -> tuple[Person, int, Any]:
        answer = await api.request(method, path, json=json, as_=person)
        return person, answer.status_code, answer.json()

    return await asyncio.gather(*[ask(api, person) for person in PEOPLE for api in apis])


async def every_page(made: Product, path: str, key: str, **params: str) -> list[Any]:
    """All of a list, in its own order."""
    found: list[Any] = []
    for page in count(1):
        paged = {"limit": "100", "page": str(page), **params}
        rows = data(await made.call("GET", path, params=paged))[key]
        if not rows:
            return found
        found += rows
    raise AssertionError


async def test_of_simultaneous_checkouts_one_wins(api: Api, other_process: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    seal = f"/api/items/{made.ids['SEAL']}"
    for _ in range(ROUNDS):
        answers = await contend(
            (api, other_process), "POST", f"{seal}/checkout", {"branchId": branch}
        )
        ((winner, _, won),) = [a for a in answers if a[1] == 201]
        for person, status, body in answers:
            assert status in ((200, 201) if person is winner else (409,)), body
        held = data(await made.call("GET", f"{seal}/checkout", params={"branchId": branch}))
        assert held == won["data"]
        assert held["checkout"]["checkedOutBy"]["id"] == winner.id
        data(await made.call("POST", f"{seal}/checkin", {"branchId": branch}, as_=winner))


@pytest.mark.settings(statement_seconds=1)
async def test_who_waits_for_long_for_others_is_told_so(
    api: Api, other_process: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "PATIENCE_SECONDS", 0.3)
    async with other_process.services.database.transaction() as tx:
        await hold_commit_order(tx)
        answer = await api.post("/api/parts", {"name": "Late"}, as_=ENGINEER)
        assert "Others are still writing" in refused(answer, 503, "UNAVAILABLE")["message"]
        assert answer.headers["Retry-After"] == "10"
    data(await api.post("/api/parts", {"name": "Late"}, as_=ENGINEER), 201)
    assert data(await api.get("/api/items?name=Late", as_=ENGINEER))["total"] == 1


async def test_of_simultaneous_locks_one_wins(api: Api, other_process: Api) -> None:
    made = await pump(api)
    seal = f"/api/items/{made.ids['SEAL']}"
    for _ in range(ROUNDS):
        answers = await contend((api, other_process), "POST", f"{seal}/lock", {})
        (winner,) = {person for person, status, _ in answers if status == 200}
        assert [status for person, status, _ in answers if person is not winner] == [423] * 4
        shown = data(await made.call("GET", f"{seal}/lock-status"))["lockStatus"]
        assert shown["lockedBy"]["id"] == winner.id
        data(await made.call("POST", f"{seal}/unlock", as_=winner))
    history = await every_page(made, f"{seal}/history", "history")
    actions = [entry["action"] for entry in history]
    assert (actions.count("Locked"), actions.count("Unlocked")) == (ROUNDS, ROUNDS)


async def test_once_a_lock_is_granted_no_edit_of_others_appears(
    api: Api, other_process: Api
) -> None:
    made = await pump(api)
    seal = f"/api/items/{made.ids['SEAL']}"

    async def lock() -> Any:
        data(await api.post(f"{seal}/lock", as_=OUTSIDER))
        return data(await api.get(seal, as_=OUTSIDER))

    for number in range(ROUNDS):
        edits = [
            other_process.put(seal, {"name": f"{number} {edit}"}, as_=ENGINEER) for edit in range(4)
        ]
        locked, *answers = await asyncio.gather(lock(), *edits)
        assert {answer.status_code for answer in answers} <= {200, 423}
        assert await made.item("SEAL") == locked
        data(await api.post(f"{seal}/unlock", as_=OUTSIDER))


async def test_a_checkout_ends_once(api: Api, other_process: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    seal, on = f"/api/items/{made.ids['SEAL']}", {"branchId": branch}
    for number in range(ROUNDS // 2):
        data(await made.call("POST", f"{seal}/checkout", on), 201)
        before = (await made.item("SEAL", **on))["name"]
        await made.edit("SEAL", branch=branch, name=f"Seal {number}")
        kept, dropped, again = await asyncio.gather(
            api.post(f"{seal}/checkin", on, as_=ENGINEER),
            other_process.delete(f"{seal}/checkout", params=on, as_=ENGINEER),
            other_process.post(f"{seal}/checkin", on, as_=ENGINEER),
        )
        codes = [answer.status_code for answer in (kept, dropped, again)]
        assert sorted(codes) == [200, 409, 409]
        name = before if dropped.status_code == 200 else f"Seal {number}"
        assert (await made.item("SEAL", **on))["name"] == name


async def test_first_touches_of_an_item_make_one_working_copy(api: Api, other_process: Api) -> None:
    made = await pump(api)
    housing = f"/api/items/{made.ids['HOUSING']}"
    for number in range(ROUNDS // 2):
        on = {"branchId": await made.branch(str(number))}
        edge = {"targetId": made.ids["SCREW"], "relationshipType": "bom", "quantity": 2}
        one, other, line = await asyncio.gather(
            api.put(housing, {"name": "Thin"}, params=on, as_=ENGINEER),
            other_process.put(housing, {"material": "Brass"}, params=on, as_=OUTSIDER),
            other_process.post(f"{housing}/relationships", edge, params=on, as_=ENGINEER),
        )
        assert data(one)["id"] == data(other)["id"] == data(line, 201)["relationship"]["sourceId"]
        shown = await made.item("HOUSING", **on)
        assert (shown["name"], shown["material"]) == ("Thin", "Brass")
        assert await made.bom("HOUSING", **on) == {"COVER": 1, "SCREW": 2}


async def every_commit(made: Product, line: str) -> list[Any]:
    """A line's commits, oldest first."""
    path = f"/api/designs/{made.design}/commits"
    return (await every_page(made, path, "commits", branchId=line))[::-1]


async def test_writers_make_one_chain_and_lose_nothing(api: Api, other_process: Api) -> None:
    made = await product(api)
    await made.part("TOP")
    branch = await made.branch("b")
    apis, lines = (api, other_process), (branch, made.main)
    parents = {line: (await every_commit(made, made.main))[-1]["id"] for line in lines}
    before = {line: len(await every_commit(made, line)) for line in lines}
    rounds, writers = 24, 5
    for number in range(rounds):

        async def write(writer: int, line: str, number: int = number) -> None:
            one = apis[writer % 2]
            part = {"name": f"{writer}", "designId": made.design, "branchId": line}
            item = data(await one.post("/api/parts", part, as_=PEOPLE[writer % 3]), 201)
            edge = {"targetId": item["id"], "relationshipType": "bom", "quantity": number + 1}
            path = f"/api/items/{made.ids['TOP']}/relationships"
            params = {"branchId": line}
            data(await one.post(path, edge, params=params, as_=PEOPLE[writer % 3]), 201)

        await asyncio.gather(*[write(w, line) for w in range(writers) for line in lines])
    for line in lines:
        commits = (await every_commit(made, line))[before[line] :]
        assert len(commits) == 2 * rounds * writers
        assert [c["parentId"] for c in commits] == [
            parents[line],
            *[c["id"] for c in commits[:-1]],
        ]
        lines_of_top = await made.bom("TOP", branchId=line)
        quantities = sorted(lines_of_top.values())
        assert quantities == sorted(n + 1 for n in range(rounds) for _ in range(writers))
        assert sum(c["changes"]["added"] for c in commits) == rounds * writers


async def seen(made: Product, api: Api, commit: str) -> Any:
    """The fields and the BOM that a commit shows."""
    params = {"commitId": commit, "designId": made.design, "limit": "100"}
    items, bom = await asyncio.gather(
        api.get("/api/items", params=params, as_=ENGINEER),
        api.get(f"/api/items/{made.ids['PUMP']}/bom", params={"commitId": commit}, as_=ENGINEER),
    )
    names = {i["itemNumber"]: i["name"] for i in data(items)["items"]}
    return names, {n["item"]["itemNumber"]: n["quantity"] for n in data(bom)["lines"]}


async def test_a_commit_once_read_never_changes(api: Api, other_process: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    read: dict[str, Any] = {}
    writing = True

    async def write(writer: int, line: str) -> None:
        one = (api, other_process)[writer % 2]
        for number in range(6):
            part = {"name": f"{writer}", "designId": made.design, "branchId": line}
            item = data(await one.post("/api/parts", part, as_=ENGINEER), 201)
            path = f"/api/items/{made.ids['PUMP']}/relationships"
            edge = {"targetId": item["id"], "relationshipType": "bom", "quantity": number + 1}
            on = {"branchId": line}
            data(await one.post(path, edge, params=on, as_=ENGINEER), 201)
            seal = f"/api/items/{made.ids['SEAL']}"
            data(await one.put(seal, {"name": f"{writer} {number}"}, params=on, as_=ENGINEER))

    async def look(one: Api, line: str) -> None:
        path = f"/api/designs/{made.design}/commits"
        while writing:
            params = {"branchId": line, "limit": "1"}
            (head,) = data(await one.get(path, params=params, as_=ENGINEER))["commits"]
            shown = await seen(made, one, head["id"])
            assert read.setdefault(head["id"], shown) == shown

    await made.edit("COVER", branch=branch, name="Lid")
    readers = [
        asyncio.create_task(look(one, line))
        for one, line in ((api, branch), (other_process, made.main))
    ]
    await asyncio.gather(*[write(w, line) for w in range(2) for line in (branch, made.main)])
    writing = False
    await asyncio.gather(*readers)
    assert len(read) > 10
    for commit, shown in read.items():
        assert await seen(made, api, commit) == shown


async def test_a_branch_is_merged_once(api: Api, other_process: Api) -> None:
    made = await pump(api)
    for number in range(ROUNDS // 4):
        branch = await made.branch(str(number))
        await made.edit("SEAL", branch=branch, name=f"Seal {number}")
        path = f"/api/branches/{branch}/merge"
        answers = await asyncio.gather(
            *[one.post(path, as_=ENGINEER) for one in (api, other_process, api)],
            other_process.post(f"/api/branches/{branch}/archive", as_=ENGINEER),
        )
        merges, archived = answers[:-1], answers[-1]
        data(archived)
        assert {answer.status_code for answer in merges} <= {200, 403}
        commits = [data(a)["commit"] for a in merges if a.status_code == 200]
        made_commits = [commit for commit in commits if commit is not None]
        assert len(made_commits) == (1 if commits else 0)
        if commits:
            assert (await made.item("SEAL"))["name"] == f"Seal {number}"


async def test_imports_of_files_follow_the_edits_beside_them(api: Api, other_process: Api) -> None:
    made = await pump(api)
    seal, upload = f"/api/items/{made.ids['SEAL']}", "/api/import/parts"
    for number in range(25):
        sheet = {"file": ("list.csv", f"Name\nShim {number}\n".encode())}
        fields = [{"description": f"{number} {place}"} for place in range(4)]
        answers = await asyncio.gather(
            *[api.put(seal, one, as_=ENGINEER) for one in fields],
            other_process.post(upload, as_=ENGINEER, files=sheet, data={"designId": made.design}),
        )
        assert [answer.status_code for answer in answers] == [200] * 4 + [201]
    commits = await every_page(made, f"/api/designs/{made.design}/commits", "commits")
    parents = [commit["parentId"] for commit in commits]
    assert parents == [commit["id"] for commit in commits[1:]] + [None]
