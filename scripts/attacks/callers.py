"""Callers: nobody, every kind of token, the administrator, in and out of a program."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from partwright.identity.permissions import ALL, BUILT_IN_ROLES, expand_manage
from partwright.kit.db import Database
from tests.contract.scene import Scene
from tests.support.application import Api, data
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    PASSWORD,
    ROLELESS,
    VIEWER,
    Person,
)

NOTHING: frozenset[str] = frozenset()
EXPIRE = "UPDATE tokens SET expires_at = '2026-01-02T00:00:00.000Z' WHERE id = :id"
READ_SCOPES = sorted(permission for permission in ALL if permission.endswith(".read"))


class Caller(NamedTuple):
    """A token with what it should be good for."""

    name: str
    token: str | None
    user_id: str = ""
    rights: frozenset[str] = NOTHING
    place: str = ""
    """The role in the scene's program: lead, engineer, viewer, or nothing."""
    is_known: bool = True
    """Whether the token is one that the service accepts."""
    is_administrator: bool = False
    is_scoped: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    @property
    def only_reads(self) -> bool:
        return all(right.endswith(".read") for right in self.rights)


def _rights(role: str | None) -> frozenset[str]:
    return frozenset(BUILT_IN_ROLES[role][1]) if role else NOTHING


def _of(person: Person, name: str, place: str = "") -> Caller:
    return Caller(
        name,
        person.token,
        person.id,
        _rights(person.role),
        place,
        is_administrator=person.role == "Administrator",
    )


async def _token(api: Api, person: Person, scopes: list[str] | None = None) -> dict[str, Any]:
    body = {"name": "attack", **({} if scopes is None else {"scopes": scopes})}
    made: dict[str, Any] = data(await api.post("/api/auth/tokens", body, as_=person), 201)
    return made


async def _scoped(api: Api, caller: Caller, person: Person, scopes: list[str], name: str) -> Caller:
    made = await _token(api, person, scopes)
    rights = caller.rights & expand_manage(scopes)
    return caller._replace(name=name, token=made["token"], rights=rights, is_scoped=True)


async def _new_user(api: Api, name: str, role: str | None) -> Person:
    """A further user who signs on for a token of their own."""
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    ids = [one["id"] for one in roles if one["name"] == role]
    email = f"{name}@example.com"
    body = {"email": email, "name": name, "password": PASSWORD, "roleIds": ids}
    user = data(await api.post("/api/users", body, as_=ADMINISTRATOR), 201)
    answer = await api.post("/api/auth/login", {"email": email, "password": PASSWORD})
    api.http.cookies.clear()
    return Person(user["id"], name, email, data(answer)["token"], role)


async def _unwelcome(api: Api, database: Database) -> list[Caller]:
    """Those whom the service does not know, or no longer."""
    expired, revoked = [await _token(api, ENGINEER) for _ in range(2)]
    async with database.transaction() as tx:
        await tx.run(EXPIRE, id=expired["id"])
    path = f"/api/auth/tokens/{revoked['id']}"
    data(await api.delete(path, as_=ENGINEER))
    gone = await _new_user(api, "gone", "Administrator")
    path = f"/api/users/{gone.id}"
    data(await api.put(path, {"active": False}, as_=ADMINISTRATOR))
    return [
        Caller("no token", None, is_known=False),
        Caller("forged token", "pw_" + "x" * 43, is_known=False),
        Caller("expired token", expired["token"], is_known=False),
        Caller("revoked token", revoked["token"], is_known=False),
        Caller("deactivated user", gone.token, is_known=False),
    ]


_IN_THE_PROGRAM = {
    "engineer of the program": "engineer",
    "engineer who views the program": "viewer",
    "approver of the program": "engineer",
    "guest without a role": "viewer",
    "lead without a role": "lead",
}


async def seat(api: Api, scene: Scene, people: list[Caller]) -> None:
    """Make those members of a scene's program who are not yet; its lead and viewer are."""
    path = f"/api/programs/{scene.ids['program_id']}/members"
    for caller in people:
        if role := _IN_THE_PROGRAM.get(caller.name):
            member = {"userId": caller.user_id, "role": role}
            data(await api.post(path, member, as_=ADMINISTRATOR), 201)


async def _lead_elsewhere(api: Api, person: Person) -> None:
    """Make somebody the lead of a program besides."""
    other = data(await api.post("/api/programs", {"name": "Elsewhere"}, as_=ADMINISTRATOR), 201)
    member = {"userId": person.id, "role": "lead"}
    path = f"/api/programs/{other['id']}/members"
    data(await api.post(path, member, as_=ADMINISTRATOR), 201)


async def callers(api: Api, scene: Scene, scopes: Sequence[str]) -> list[Caller]:
    """Everybody; the scene's engineer leads its program, the viewer views it.

    For each of the scopes there is an administrator's token that has no other.
    """
    unwelcome = await _unwelcome(api, api.services.database)
    member, onlooker, guest, reader, demoted = [
        await _new_user(api, name, role)
        for name, role in (
            ("member", "Engineer"),
            ("onlooker", "Engineer"),
            ("guest", None),
            ("reader", "Viewer"),
            ("demoted", "Engineer"),
        )
    ]
    path = f"/api/users/{demoted.id}"
    data(await api.put(path, {"roleIds": []}, as_=ADMINISTRATOR))
    await _lead_elsewhere(api, OUTSIDER)
    lead, administrator = _of(ENGINEER, "lead", "lead"), _of(ADMINISTRATOR, "administrator")
    robot = ["imports.create", "parts.create", "parts.read"]
    people = [
        *unwelcome,
        administrator,
        lead,
        _of(member, "engineer of the program", "engineer"),
        _of(onlooker, "engineer who views the program", "viewer"),
        _of(APPROVER, "approver of the program", "engineer"),
        _of(VIEWER, "viewer of the program", "viewer"),
        _of(reader, "viewer elsewhere"),
        _of(OUTSIDER, "lead of a foreign program"),
        _of(guest, "guest without a role", "viewer"),
        _of(demoted, "lead without a role", "lead")._replace(rights=NOTHING),
        _of(ROLELESS, "nobody's user"),
        await _scoped(api, lead, ENGINEER, robot, "service account"),
        *[await _scoped(api, administrator, ADMINISTRATOR, [s], s) for s in scopes],
    ]
    await seat(api, scene, people)
    return people
