"""Users and roles over HTTP."""

from functools import partial
from typing import ClassVar

from partwright.accounts import group_mappings, role_service, user_service
from partwright.accounts import queries as account_queries
from partwright.accounts.group_mappings import GroupMapping, NewGroupMapping
from partwright.accounts.rights_changes import commit_rights_change, count_attempt
from partwright.accounts.wire import (
    ListedUser,
    NewRole,
    NewUser,
    RoleEdit,
    UserEdit,
)
from partwright.identity import access as identity_access
from partwright.identity import passwords
from partwright.identity.model import (
    CurrentUser,
    Role,
    User,
    user_entity_tag,
)
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate, Uuid
from partwright.kit.ids import RoleId, UserId
from partwright.web.endpoint import SIGNED_IN, AccessRule, ListOf, RouteTable
from partwright.web.parameters import FilteredQuery, OptionalPageQuery, PageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response

routes = RouteTable("Identity")

READ_USERS, CREATE_USERS = may("users", "read"), may("users", "create")
READ_ROLES, CREATE_ROLES = may("roles", "read"), may("roles", "create")
UPDATE_ROLES, DELETE_ROLES = may("roles", "update"), may("roles", "delete")
MANAGE_ROLES = may("roles", "manage")
CHANGE_USER = AccessRule("users.update, or about oneself")


class UsersQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters, search, order and page of a list of users."""

    fields: ClassVar = account_queries.USERS.fields
    role_id: Uuid | None = None
    search: str | None = None

    def wanted(self) -> user_service.UserFilter:
        return user_service.UserFilter(
            filters=self.filters, role_id=self.role_id, search=self.search
        )


def _shown_user(user: User, *, status: int = 200) -> DataResponse:
    return DataResponse(user, status=status, etag=user_entity_tag(user))


def _created_user(user: User) -> DataResponse:
    return _shown_user(user, status=201)


def _shown_role(role: Role, *, status: int = 200) -> DataResponse:
    return DataResponse(role, status=status, etag=etag(role))


@routes.get("/api/users", READ_USERS, response=ListOf("users", ListedUser))
async def list_users(request: Request, snapshot: Snapshot, query: UsersQuery) -> DataResponse:
    """List users; e-mail addresses are shown to administrators and those who share a program."""
    page = await user_service.page_of_users(
        snapshot, request.actor, query.wanted(), sorts=query.sorts(), paging=query.paging()
    )
    return page_response("users", page)


@routes.post(
    "/api/users",
    CREATE_USERS,
    statuses=(201,),
    example={
        "email": "emmy@example.com",
        "name": "Emmy Noether",
        "password": "correct horse battery",
        "roleIds": [],
    },
    response=User,
)
async def create_user(request: Request, body: NewUser) -> DataResponse:
    """Make an account, with at most your own rights."""
    kept = await passwords.hash_new_password(body.password, about=(body.name, body.email))
    actor = request.actor
    user = await commit_rights_change(
        request,
        lambda tx: user_service.create_account(tx, actor, body, password_hash=kept),
        answer=_created_user,
    )
    return _created_user(user)


@routes.get("/api/users/me", SIGNED_IN)
async def get_current_user(request: Request, reads: Snapshot) -> CurrentUser:
    """Yourself, with the permissions of the token in use and your programs."""
    return await user_service.read_current_user(reads, request.actor)


@routes.get("/api/users/{user_id:str}", READ_USERS, response=ListedUser)
async def get_user(request: Request, reads: Snapshot, user_id: UserId) -> DataResponse:
    """One user."""
    user, tag = await user_service.read_user(reads, request.actor, user_id)
    return DataResponse(user, etag=tag)


@routes.put(
    "/api/users/{user_id:str}", CHANGE_USER, example={"name": "Emmy Noether"}, response=User
)
async def update_user(
    request: Request, user_id: UserId, body: PartialUpdate[UserEdit]
) -> DataResponse:
    """Change an account; yourself you may give another name and, with the present one, password."""
    actor, match, database = request.actor, request.match, request.services.database
    count = partial(count_attempt, request)
    change = await user_service.prepare_account(database, actor, user_id, body, count_attempt=count)
    return _shown_user(
        await commit_rights_change(
            request, lambda tx: user_service.update_account(tx, actor, user_id, change, match=match)
        )
    )


@routes.get("/api/roles", READ_ROLES, response=ListOf("roles", Role, is_whole=True))
async def list_roles(reads: Snapshot, query: OptionalPageQuery) -> DataResponse:
    """List roles."""
    return page_response("roles", await role_service.page_of_roles(reads, paging=query.paging()))


@routes.post(
    "/api/roles",
    CREATE_ROLES,
    statuses=(201,),
    example={
        "name": "Purchaser",
        "description": "Reads parts and reports",
        "permissions": ["parts.read", "reports.read"],
    },
    response=Role,
)
async def create_role(request: Request, tx: Transaction, body: NewRole) -> DataResponse:
    """Make a role, with at most your own rights."""
    return _shown_role(await role_service.create(tx, request.actor, body), status=201)


@routes.get("/api/roles/{role_id:str}", READ_ROLES, response=Role)
async def get_role(reads: Snapshot, role_id: RoleId) -> DataResponse:
    """One role."""
    return _shown_role(await identity_access.role(reads, role_id))


@routes.put(
    "/api/roles/{role_id:str}",
    UPDATE_ROLES,
    example={"description": "Reads all parts"},
    response=Role,
)
async def update_role(
    request: Request, role_id: RoleId, body: PartialUpdate[RoleEdit]
) -> DataResponse:
    """Change a role; it takes effect at once for all who hold it."""
    actor, match = request.actor, request.match
    return _shown_role(
        await commit_rights_change(
            request, lambda tx: role_service.update(tx, actor, role_id, body, match=match)
        )
    )


@routes.delete("/api/roles/{role_id:str}", DELETE_ROLES)
async def delete_role(request: Request, role_id: RoleId) -> SuccessMessage:
    """Delete a role that is not built in and that nobody holds."""
    actor, match = request.actor, request.match
    await commit_rights_change(
        request, lambda tx: role_service.delete(tx, actor, role_id, match=match)
    )
    return SuccessMessage()


@routes.get("/api/group-mappings", READ_ROLES, response=ListOf("groupMappings", GroupMapping))
async def list_group_mappings(snapshot: Snapshot, query: PageQuery) -> DataResponse:
    """List the mappings from groups of a directory or of the OpenID provider, by group."""
    page = await group_mappings.page_of_mappings(snapshot, paging=query.paging())
    return page_response("groupMappings", page)


@routes.post(
    "/api/group-mappings",
    MANAGE_ROLES,
    statuses=(201,),
    example={"group": "PLM engineers", "roleId": "0192f0c1-0000-7000-8000-000000000001"},
    response={"groupMapping": GroupMapping},
)
async def create_group_mapping(request: Request, body: NewGroupMapping) -> DataResponse:
    """Let a group bring its members a role, or a place in a program; for administrators."""
    actor = request.actor
    made = await commit_rights_change(
        request,
        lambda tx: group_mappings.create_mapping(tx, actor, body),
        answer=_created_mapping,
    )
    return _created_mapping(made)


def _created_mapping(made: GroupMapping) -> DataResponse:
    return created_response({"groupMapping": made})


@routes.delete("/api/group-mappings/{group_mapping_id:str}", MANAGE_ROLES)
async def delete_group_mapping(request: Request, group_mapping_id: str) -> SuccessMessage:
    """End what a group brings; it is taken from who has it by that group alone."""
    actor = request.actor
    await commit_rights_change(
        request, lambda tx: group_mappings.delete_mapping(tx, actor, group_mapping_id)
    )
    return SuccessMessage()
