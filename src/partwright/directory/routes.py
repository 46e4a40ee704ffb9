"""SCIM 2.0 over HTTP, for identity providers."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.responses import Response

from partwright.accounts.rights_changes import commit_rights_change
from partwright.directory import group_service, schemas, user_service
from partwright.directory.errors import ScimProblem
from partwright.directory.patches import PATCH_SCHEMA, Resource
from partwright.directory.resources import GROUP_SCHEMA, USER_SCHEMA
from partwright.directory.schemas import LARGEST_PAGE
from partwright.directory.search_service import read_wanted, search_both
from partwright.directory.user_service import FoundResources, check_start
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.fields import FieldProblem, RawObject, decode_value
from partwright.kit.ids import UserId
from partwright.web.endpoint import RouteTable
from partwright.web.error_responses import SCIM
from partwright.web.request import Request

routes = RouteTable("Directory")

MANAGE = may("directory", "manage")
_LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"


class AttributesQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Attributes that are returned."""

    attributes: Annotated[str, Meta(max_length=2000)] = ""
    excluded_attributes: Annotated[str, Meta(max_length=2000)] = ""

    def leaves_out(self, name: str) -> bool:
        """Whether an attribute is not asked for."""
        wanted, excluded = _names(self.attributes), _names(self.excluded_attributes)
        return name in excluded or bool(wanted and name not in wanted)

    def shown(self, resource: Resource) -> Resource:
        """The attributes asked for of a resource; `id` and `schemas` always."""
        return {
            key: value
            for key, value in resource.items()
            if key in ("id", "schemas") or not self.leaves_out(key.lower())
        }


class ResourcesQuery(AttributesQuery, rename="camel", kw_only=True):
    """Page of the resources, from the first, which has the number 1."""

    filter: Annotated[str, Meta(max_length=2000)] | None = None
    start_index: int = 1
    count: int = LARGEST_PAGE


def _names(text: str) -> set[str]:
    paths = (part.strip().rpartition(":")[2].lower() for part in text.split(","))
    return {path.partition(".")[0] for path in paths if path}


_TEXT: dict[str, Any] = {"type": "string", "maxLength": 500}
_NAMES: dict[str, Any] = {
    "type": "array",
    "maxItems": 100,
    "items": {"type": "string", "maxLength": 200},
}
_USER_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["userName"],
    "properties": {
        "userName": _TEXT,
        "externalId": _TEXT,
        "displayName": _TEXT,
        "active": {"type": "boolean"},
    },
}
_GROUP_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["displayName"],
    "properties": {"displayName": _TEXT, "externalId": _TEXT},
}
_PATCH_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["Operations"],
    "properties": {
        "Operations": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1_000,
            "items": {
                "type": "object",
                "required": ["op"],
                "properties": {"op": _TEXT, "path": {"type": "string", "maxLength": 2000}},
            },
        },
    },
}
_SEARCH_BODY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "filter": {"type": "string", "maxLength": 2000},
        "startIndex": {"type": "integer"},
        "count": {"type": "integer"},
        "attributes": _NAMES,
        "excludedAttributes": _NAMES,
    },
}
_SEARCH = {
    "schemas": ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
    "filter": 'meta.lastModified gt "2026-01-01T00:00:00Z"',
    "startIndex": 1,
    "count": 10,
}
_USER = {
    "schemas": [USER_SCHEMA],
    "userName": "emmy@example.org",
    "externalId": "00u1",
    "name": {"givenName": "Emmy", "familyName": "Noether"},
    "emails": [{"value": "emmy@example.org", "type": "work", "primary": True}],
    "active": True,
}
_GROUP = {"schemas": [GROUP_SCHEMA], "displayName": "PLM engineers", "externalId": "g1"}
_RENAMED = {
    "schemas": [PATCH_SCHEMA],
    "Operations": [{"op": "replace", "path": "externalId", "value": "x2"}],
}


def _base(request: Request) -> str:
    """The address of SCIM on this server."""
    scheme = "https" if request.is_https else "http"
    here = request.services.settings.public_url or f"{scheme}://{request.header('host')}"
    return f"{here.rstrip('/')}/scim/v2"


def _answer(resource: Resource, *, status: int = 200) -> Response:
    headers: dict[str, str] = {}
    if status == 201:
        headers["Location"] = str(resource["meta"]["location"])
    return Response(
        msgspec.json.encode(resource), status_code=status, media_type=SCIM, headers=headers
    )


def _listed(found: FoundResources, query: AttributesQuery, start: int = 1) -> Response:
    return _answer(
        {
            "schemas": [_LIST],
            "totalResults": found.total,
            "startIndex": start,
            "itemsPerPage": len(found.resources),
            "Resources": [query.shown(resource) for resource in found.resources],
        }
    )


_ANY = msgspec.json.Decoder[Any](Any)


def _decoded(body: RawObject) -> Resource:
    if not body:
        raise ScimProblem("invalidSyntax", "expected a JSON object in the body")
    try:
        return {key: decode_value(_ANY, value) for key, value in body.items()}
    except FieldProblem as problem:
        raise ScimProblem("invalidValue", f"The body has a value that {problem}") from problem


async def _write(
    request: Request, work: Callable[[Transaction], Awaitable[Resource]], *, status: int = 200
) -> Response:
    """Do it in one transaction, and answer what the resource is from then on."""

    async def noted(tx: Transaction) -> Resource:
        resource = await work(tx)
        request.audit.subject = resource["id"]
        return resource

    answer = partial(_answer, status=status)
    return answer(await commit_rights_change(request, noted, answer=answer))


@routes.get("/scim/v2/Users", MANAGE)
async def list_directory_users(
    request: Request, snapshot: Snapshot, query: ResourcesQuery
) -> Response:
    """Users that meet a filter such as `userName eq "emmy@example.org"`."""
    start, count = check_start(query.start_index, min(query.count, LARGEST_PAGE))
    found = await user_service.find_users(
        snapshot, query.filter, start=start, count=count, base=_base(request)
    )
    return _listed(found, query, start)


@routes.post("/scim/v2/Users", MANAGE, statuses=(201,), body_schema=_USER_BODY, example=_USER)
async def create_directory_user(request: Request, body: RawObject) -> Response:
    """Make an account; who was removed before gets theirs back."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: user_service.create(tx, given, base=base), status=201)


@routes.get("/scim/v2/Users/{user_id:str}", MANAGE)
async def get_directory_user(
    request: Request, snapshot: Snapshot, user_id: UserId, query: AttributesQuery
) -> Response:
    """One user."""
    found = await user_service.read(snapshot, user_id, base=_base(request))
    return _answer(query.shown(found))


@routes.put("/scim/v2/Users/{user_id:str}", MANAGE, body_schema=_USER_BODY, example=_USER)
async def replace_directory_user(request: Request, user_id: UserId, body: RawObject) -> Response:
    """Let a user be what the directory says; `active: false` ends their tokens at once."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: user_service.replace(tx, user_id, given, base=base))


@routes.patch("/scim/v2/Users/{user_id:str}", MANAGE, body_schema=_PATCH_BODY, example=_RENAMED)
async def patch_directory_user(request: Request, user_id: UserId, body: RawObject) -> Response:
    """Change parts of a user; `active: false` ends their tokens at once."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: user_service.patch(tx, user_id, given, base=base))


@routes.delete("/scim/v2/Users/{user_id:str}", MANAGE, statuses=(204,))
async def remove_directory_user(request: Request, user_id: UserId) -> Response:
    """Deactivate an account and forget it for the directory; what the person did stays theirs."""
    await commit_rights_change(request, lambda tx: user_service.remove(tx, user_id))
    return Response(status_code=204)


@routes.get("/scim/v2/Groups", MANAGE)
async def list_directory_groups(
    request: Request, snapshot: Snapshot, query: ResourcesQuery
) -> Response:
    """Groups that meet a filter; ten at most, or a hundred where `members` are left out."""
    start, count = check_start(query.start_index, min(query.count, LARGEST_PAGE))
    found = await group_service.find_groups(
        snapshot,
        query.filter,
        start=start,
        count=count,
        base=_base(request),
        with_members=not query.leaves_out("members"),
    )
    return _listed(found, query, start)


@routes.post("/scim/v2/Groups", MANAGE, statuses=(201,), body_schema=_GROUP_BODY, example=_GROUP)
async def create_directory_group(request: Request, body: RawObject) -> Response:
    """Make a group; its members get what administrators have mapped it to."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: group_service.create(tx, given, base=base), status=201)


@routes.get("/scim/v2/Groups/{group_id:str}", MANAGE)
async def get_directory_group(
    request: Request, snapshot: Snapshot, group_id: str, query: AttributesQuery
) -> Response:
    """One group."""
    found = await group_service.read(
        snapshot,
        group_id,
        base=_base(request),
        with_members=not query.leaves_out("members"),
    )
    return _answer(query.shown(found))


@routes.put("/scim/v2/Groups/{group_id:str}", MANAGE, body_schema=_GROUP_BODY, example=_GROUP)
async def replace_directory_group(request: Request, group_id: str, body: RawObject) -> Response:
    """Let a group be what the directory says."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: group_service.replace(tx, group_id, given, base=base))


@routes.patch("/scim/v2/Groups/{group_id:str}", MANAGE, body_schema=_PATCH_BODY, example=_RENAMED)
async def patch_directory_group(request: Request, group_id: str, body: RawObject) -> Response:
    """Change parts of a group, as a rule who is in it."""
    given, base = _decoded(body), _base(request)
    return await _write(request, lambda tx: group_service.patch(tx, group_id, given, base=base))


@routes.delete("/scim/v2/Groups/{group_id:str}", MANAGE, statuses=(204,))
async def delete_directory_group(request: Request, group_id: str) -> Response:
    """Delete a group; what it brought is taken from its members."""
    await commit_rights_change(request, lambda tx: group_service.delete(tx, group_id))
    return Response(status_code=204)


def _query(body: RawObject) -> ResourcesQuery:
    wanted = read_wanted(_decoded(body) if body else {})
    return ResourcesQuery(
        filter=wanted.filter,
        start_index=wanted.start_index,
        count=wanted.count,
        attributes=",".join(wanted.attributes),
        excluded_attributes=",".join(wanted.excluded_attributes),
    )


@routes.post("/scim/v2/Users/.search", MANAGE, body_schema=_SEARCH_BODY, example=_SEARCH)
async def search_directory_users(request: Request, snapshot: Snapshot, body: RawObject) -> Response:
    """The same as a list of users, asked for in a body."""
    return await list_directory_users(request, snapshot, _query(body))


@routes.post("/scim/v2/Groups/.search", MANAGE, body_schema=_SEARCH_BODY, example=_SEARCH)
async def search_directory_groups(
    request: Request, snapshot: Snapshot, body: RawObject
) -> Response:
    """The same as a list of groups, asked for in a body."""
    return await list_directory_groups(request, snapshot, _query(body))


@routes.post("/scim/v2/.search", MANAGE, body_schema=_SEARCH_BODY, example=_SEARCH)
async def search_directory(request: Request, snapshot: Snapshot, body: RawObject) -> Response:
    """Users, and then groups, that meet a filter; what one of the two lacks has no value there."""
    query = _query(body)
    start, count = check_start(query.start_index, min(query.count, LARGEST_PAGE))
    base, whole = _base(request), not query.leaves_out("members")
    found = await search_both(
        snapshot, query.filter, start=start, count=count, base=base, with_members=whole
    )
    return _listed(found, query, start)


@routes.get("/scim/v2/ServiceProviderConfig", MANAGE)
async def get_service_provider_config(request: Request) -> Response:
    """The supported parts of SCIM."""
    return _answer(schemas.service_provider_config(_base(request)))


@routes.get("/scim/v2/Schemas", MANAGE)
async def list_schemas(request: Request) -> Response:
    """The schemas of users and groups."""
    found = schemas.schemas(_base(request))
    return _listed(FoundResources(found, len(found)), AttributesQuery())


@routes.get("/scim/v2/Schemas/{schema_id:str}", MANAGE)
async def get_schema(request: Request, schema_id: str) -> Response:
    """One schema."""
    return _one(schemas.schemas(_base(request)), schema_id)


@routes.get("/scim/v2/ResourceTypes", MANAGE)
async def list_resource_types(request: Request) -> Response:
    """The kinds of resources."""
    found = schemas.resource_types(_base(request))
    return _listed(FoundResources(found, len(found)), AttributesQuery())


@routes.get("/scim/v2/ResourceTypes/{type_id:str}", MANAGE)
async def get_resource_type(request: Request, type_id: str) -> Response:
    """One kind of resources."""
    return _one(schemas.resource_types(_base(request)), type_id)


def _one(known: list[Resource], wanted: str) -> Response:
    for resource in known:
        if resource["id"].lower() == wanted.lower():
            return _answer(resource)
    raise NotFound(f"{wanted!r} does not exist")
