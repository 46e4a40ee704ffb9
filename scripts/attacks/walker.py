"""One user at work: the calls of a walk, counted and held against what must never happen."""

from http import HTTPStatus
from typing import Any

import httpx

from attacks.walk_state import Branch, Design, Knowledge
from tests.support.people import Person

Answer = dict[str, Any] | None
_EXCUSED = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE)


class Walker:
    """One user with one connection."""

    def __init__(self, known: Knowledge, http: httpx.AsyncClient, person: Person) -> None:
        self.known = known
        self.chance = known.chance
        self.person = person
        self._http = http

    async def call(self, method: str, path: str, **more: Any) -> tuple[int, Answer]:
        """Call the service; (0, None) when it died meanwhile, or had no database."""
        known = self.known
        await known.is_up.wait()
        known.calls += 1
        headers = {"Authorization": f"Bearer {self.person.token}"}
        try:
            with known.calling():
                answer = await self._http.request(method, path, headers=headers, **more)
        except httpx.TransportError as error:
            known.unknown += 1
            if not known.is_excused:
                known.fault(f"{method} {path}: {type(error).__name__} while nothing was wrong")
            return 0, None
        if answer.status_code in _EXCUSED and known.is_excused:
            known.unknown += 1
            return 0, None
        name = (
            method
            + " "
            + "/".join("." if len(p) > 30 else p for p in path.partition("?")[0].split("/"))
        )
        known.statuses[name, answer.status_code] += 1
        if answer.status_code >= 500:
            known.fault(f"{method} {path} {more}: {answer.status_code} {answer.text[:500]}")
        told = answer.json() if answer.headers.get("content-type") == "application/json" else {}
        return answer.status_code, told.get("data") if answer.is_success else None

    async def fetch(self, path: str) -> bytes:
        """What a download brings."""
        headers = {"Authorization": f"Bearer {self.person.token}"}
        return (await self._http.get(path, headers=headers)).content

    def design(self) -> Design:
        return self.chance.choice(self.known.designs)

    def branch(self, design: Design) -> Branch:
        return self.chance.choice([b for b in design.branches if b.is_open] or [design.main])

    def place(self) -> tuple[Branch, str]:
        """A branch and an item that it should show."""
        branch = self.branch(self.design())
        return branch, self.chance.choice(branch.items)

    async def write(
        self, method: str, path: str, branch: Branch, body: dict[str, Any] | None = None
    ) -> Answer:
        """A write on a branch, whose commit must be there once it is acknowledged."""
        message = f"{self.known.next_message()} {method} {'/'.join(path.split('/')[2:5:2])}"
        # Without a branch an item is written where it was made, main or not.
        sent = {**(body or {}), "commitMessage": message, "branchId": branch.id}
        status, data = await self.call(method, path, json=sent)
        if data is not None and status != 207:
            branch.messages.append(message)
        return data
