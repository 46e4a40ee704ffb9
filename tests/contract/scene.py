"""Records of every kind in one program, so that each route can be called on something real."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from partwright import app
from partwright.kit import clock
from partwright.kit.ids import new_id
from partwright.web.endpoint import AccessRule, Endpoint
from partwright.web.openapi import build_document
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, PASSWORD, VIEWER
from tests.world import NOBODY, World

ENDPOINTS = app.endpoints()
DOCUMENT = build_document(ENDPOINTS, version="1")

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def name_of(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


def is_public(endpoint: Endpoint) -> bool:
    return isinstance(endpoint.permission, AccessRule) and not endpoint.permission.needs_token


def example(endpoint: Endpoint) -> Any:
    """The documented body of a route, or None."""
    path = re.sub(r":\w+}", "}", endpoint.path)
    body = DOCUMENT["paths"][path][endpoint.method.lower()].get("requestBody")
    return body and body["content"].get("application/json", {}).get("example")


def keys(endpoint: Endpoint) -> list[str]:
    """The documented keys of the body."""
    if endpoint.body is not None:
        return list(endpoint.body.__struct_encode_fields__)
    return list((endpoint.body_schema or {}).get("properties", {}))


def replaced(value: Any, new: Any) -> Iterator[Any]:
    """The value once for each place in it, with that place taken by the new value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield value | {key: new}
            for inner in replaced(part, new):
                yield value | {key: inner}
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield [*value[:place], new, *value[place + 1 :]]
            for inner in replaced(part, new):
                yield [*value[:place], inner, *value[place + 1 :]]


class Scene(NamedTuple):
    """The ids of the scene by the names of path parts and of keys in bodies."""

    ids: dict[str, str]

    def path(self, endpoint: Endpoint) -> str:
        ids = self.ids
        if endpoint.path.startswith("/api/documents/"):
            ids = ids | {"item_id": ids["document_id"]}
        if endpoint.path.startswith("/api/auth/sessions/"):
            ids = ids | {"session_id": ids["sign_on_id"]}
        return re.sub(r"{(\w+):\w+}", lambda m: ids.get(m[1], NOBODY), endpoint.path)

    def params(self, endpoint: Endpoint) -> dict[str, str]:
        """The parameters without which the route cannot be called."""
        if endpoint.query is None:
            return {}
        names = [f.encode_name for f in msgspec.structs.fields(endpoint.query) if f.required]
        if endpoint.path.endswith("/checkout"):
            # One of two names of the branch is needed, which no schema says.
            names.append("branchId")
        return {name: self.ids.get(name, "text") for name in names}

    def body(self, endpoint: Endpoint) -> Any:
        """The example, with the scene's ids in place of made-up ones."""
        return self._real("", example(endpoint))

    def _real(self, key: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._real(name, part) for name, part in value.items()}
        if isinstance(value, list):
            return [self._real(key.removesuffix("s"), part) for part in value]
        if isinstance(value, str) and _ID.match(value.rpartition(":")[2]):
            return self.ids.get(key, value)
        return value


WORKFLOW = {
    "name": "Short workflow",
    "definitionType": "workflow",
    "states": [
        {"id": "draft", "name": "Draft", "isInitial": True},
        {"id": "released", "name": "Released", "isFinal": True},
    ],
    "transitions": [{"name": "Release", "fromStateId": "draft", "toStateId": "released"}],
}


async def made(api: Api) -> Scene:
    """A program that the engineer leads and the viewer sees, with something of everything.

    Tests take the fixture `scene`, which is a copy.
    """
    world = World(api)
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    # Names must differ from those of every other scene, also where a call has renamed what that made.
    mark = program["id"][-12:]
    design = await world.design(programId=program["id"])
    part, child = [await world.part(designId=design["id"]) for _ in range(2)]
    document = await world.document(designId=design["id"])
    line = await world.relate(part, child)
    upload = f"/api/items/{document['id']}/files/upload"
    file = {"file": ("bracket.step", b"ISO-10303-21;")}
    files = data(await api.post(upload, as_=ENGINEER, files=file), 201)["files"]
    # What came before it is shown on the branch too.
    branch = await world.branch(design)
    column = {"fieldPath": "name", "label": "Name", "displayOrder": 0, "isVisible": True}
    report = {"name": "Parts", "itemType": "Part", "columns": [column]}
    report = data(await api.post("/api/reports", report, as_=ENGINEER), 201)["report"]
    order = await world.change_order(designId=design["id"])
    listed = {"itemId": part["id"], "changeAction": "release"}
    path = f"/api/change-orders/{order['id']}/affected-items"
    entry = data(await api.post(path, listed, as_=ENGINEER), 201)["affectedItem"]
    commits = await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER)
    role = {"name": f"Buyer of {mark}", "permissions": []}
    role = await api.post("/api/roles", role, as_=ADMINISTRATOR)
    group = {"displayName": f"Group of {mark}"}
    group = (await api.post("/scim/v2/Groups", group, as_=ADMINISTRATOR)).json()
    mapped = {"group": group["displayName"], "roleId": data(role, 201)["id"]}
    brought = await api.post("/api/group-mappings", mapped, as_=ADMINISTRATOR)
    workflow = WORKFLOW | {"name": f"Workflow of {mark}"}
    workflow = data(await api.post("/api/workflows", workflow, as_=ADMINISTRATOR), 201)["workflow"]
    approvers = f"/api/workflows/{workflow['id']}/states/draft/approvers"
    approver = await api.post(approvers, {"userId": VIEWER.id}, as_=ADMINISTRATOR)
    session = {"description": "A lamp", "programId": program["id"]}
    session = await api.post("/api/design-engine/sessions", session, as_=ADMINISTRATOR)
    token = await api.post("/api/auth/tokens", {"name": "Export"}, as_=ADMINISTRATOR)
    signed_on = {"email": ADMINISTRATOR.email, "password": PASSWORD}
    data(await api.post("/api/auth/login", signed_on))
    api.http.cookies.clear()
    sign_ons = data(await api.get("/api/auth/sessions", as_=ADMINISTRATOR))["sessions"]
    sheet = {"file": ("parts.csv", b"Name,Material\nImported,Steel\n")}
    imported = await api.post(
        "/api/import/parts", as_=ENGINEER, files=sheet, data={"designId": design["id"]}
    )
    job_id = await _ended_job(api, design["id"], sheet)
    said = {"subject": f"item:{part['id']}", "text": "Too thin"}
    comment = await api.post("/api/comments", said, as_=ADMINISTRATOR)
    data(await api.put(f"/api/items/{part['id']}/watch", as_=ENGINEER))
    edited = {"description": "Watched"}
    data(await api.put(f"/api/items/{part['id']}", edited, as_=ADMINISTRATOR))
    inbox = data(await api.get("/api/inbox", as_=ENGINEER, params={"kind": "watched"}))
    view = {"name": f"View of {mark}", "page": "parts", "isShared": True}
    view = await api.post("/api/views", view, as_=ADMINISTRATOR)
    company = {"name": f"Murata of {mark}"}
    defined = {"name": f"Zone of {mark}", "type": "text", "programId": program["id"]}
    defined = await api.post("/api/attribute-definitions", defined, as_=ADMINISTRATOR)
    filed = await api.post("/api/categories", {"name": f"Kind of {mark}"}, as_=ADMINISTRATOR)
    mapped = {"name": f"Map of {mark}", "headers": ["A"], "mapping": {"A": "name"}}
    mapped = await api.post("/api/import/mappings", mapped, as_=ENGINEER)
    numbered = {"designId": design["id"], "prefix": "Z-"}
    numbered = await api.post("/api/numbering-schemes", numbered, as_=ADMINISTRATOR)
    kept = {"itemNumber": f"KEPT-{mark}"}
    kept = data(await api.post("/api/item-numbers/reserve", kept, as_=ENGINEER), 201)["numbers"]
    maker = await api.post("/api/manufacturers", company, as_=ENGINEER)
    seller = await api.post("/api/suppliers", company, as_=ENGINEER)
    shared = {"itemId": part["id"], "expiresAt": clock.moment_later(seconds=86_400)}
    shared = data(await api.post("/api/shares", shared, as_=ENGINEER), 201)["share"]
    return Scene(
        {
            "share_id": shared["id"],
            "secret": shared["token"],
            "import_id": data(imported, 201)["importId"],
            "job_id": job_id,
            "number": part["itemNumber"],
            "manufacturer_id": data(maker, 201)["manufacturer"]["id"],
            "mapping_id": data(mapped, 201)["mapping"]["id"],
            "category_id": data(filed, 201)["category"]["id"],
            "categoryId": data(filed, 201)["category"]["id"],
            "scheme_id": data(numbered, 201)["numberingScheme"]["id"],
            "reserved_number": kept[0]["itemNumber"],
            "definition_id": data(defined, 201)["attributeDefinition"]["id"],
            "supplier_id": data(seller, 201)["supplier"]["id"],
            "sign_on_id": sign_ons[0]["id"],
            "view_id": data(view, 201)["view"]["id"],
            "program_id": program["id"],
            "design_id": design["id"],
            "item_id": part["id"],
            "document_id": document["id"],
            "relationship_id": line["id"],
            "branch_id": branch["id"],
            "file_id": files[0]["id"],
            "version": "1",
            "report_id": report["id"],
            # A file of it is made by the clock alone.
            "export_id": new_id(),
            "commit_id": data(commits)["commits"][0]["id"],
            "user_id": VIEWER.id,
            "session_id": data(session, 201)["session"]["id"],
            "role_id": data(role, 201)["id"],
            "roleId": data(role, 201)["id"],
            "group_id": group["id"],
            "group_mapping_id": data(brought, 201)["groupMapping"]["id"],
            "schema_id": "urn:ietf:params:scim:schemas:core:2.0:User",
            "type_id": "User",
            "token_id": data(token, 201)["id"],
            "workflow_id": workflow["id"],
            "state_id": "draft",
            "approver_id": data(approver, 201)["approver"]["id"],
            "comment_id": data(comment, 201)["comment"]["id"],
            "subject": f"item:{part['id']}",
            "order_id": order["id"],
            "entry_id": entry["id"],
            "notice_id": inbox["entries"][0]["id"],
            "workflowDefinitionId": workflow["id"],
            "against": data(commits)["commits"][-1]["id"],
            "id": part["id"],
            "designId": design["id"],
            "programId": program["id"],
            "branchId": branch["id"],
            "itemId": part["id"],
            "fileId": files[0]["id"],
            "sourceId": part["id"],
            "targetId": child["id"],
            "userId": APPROVER.id,
        }
    )


async def _ended_job(api: Api, design_id: str, sheet: dict[str, tuple[str, bytes]]) -> str:
    """A job of an import that writes nothing any more."""
    form = {"designId": design_id, "background": "true"}
    begun = await api.post("/api/import/parts", as_=ENGINEER, files=sheet, data=form)
    path = f"/api/import-jobs/{data(begun, 202)['job']['id']}"
    await api.post(f"{path}/cancel", as_=ENGINEER)
    for _ in range(1000):
        job = data(await api.get(path, as_=ENGINEER))["job"]
        if job["finishedAt"] is not None:
            return str(job["id"])
        await asyncio.sleep(0.01)
    raise AssertionError(f"the job {path} does not end")


OF_A_PROGRAM = frozenset(
    {"program_id", "design_id", "item_id", "document_id", "relationship_id", "branch_id"}
    | {"commit_id", "file_id", "number", "order_id", "entry_id", "job_id"}
)
"""Path parts that name something of the scene's program."""
