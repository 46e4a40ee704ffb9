"""Expected answers of each route to each caller, derived from the route's declaration."""

from attacks.callers import Caller
from partwright.identity.permissions import ALL
from partwright.web.endpoint import BY_TYPE, SIGNED_IN_WHOLLY, AccessRule, Endpoint
from tests.contract.scene import OF_A_PROGRAM, is_public, name_of
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER

IN = "in"
"""Anything but 401, 403, 404 and a fault of the server: the call got to its matter."""

_OPEN = ("/.well-known/", "/api/auth/", "/docs/", "/share/")
"""Where nobody's sign-on may fail, and single sign-on, assets and a contact may not be there."""
_NAMING_A_PROGRAM = {
    "GET /api/relationships",
    "GET /api/comments",
    "POST /api/comments",
    "POST /api/design-engine/sessions",
    "POST /api/import/parts",
    "POST /api/import/documents",
}
"""Where the query or the body names the scene's design or program."""
_IMPORTED = {"parts": "parts.create", "documents": "documents.create", "issues": "issues.create"}
_MAY_BE_ABSENT = (
    *("/thumbnail", "/glb", "/repair", "/drawings/{temp_id:str}", "/schedule"),
    *("/exports/{export_id:str}", "/publications/{design_id:str}"),
)
_READING_POSTS = {
    "POST /api/items/batch-get",
    "POST /api/change-orders/{order_id:str}/release/preview",
    "POST /api/reports/{report_id:str}/execute",
    "POST /api/reports/{report_id:str}/export",
    "POST /api/reports/preview",
    "POST /api/workflows/preview",
    "POST /scim/v2/.search",
    "POST /scim/v2/Groups/.search",
    "POST /scim/v2/Users/.search",
}
_WITH_PART_OF_TYPE = {
    # (method, what stands after the item's id) -> the action on the item's type
    ("POST", "/api/items"): "create",
    ("POST", "/api/items/batch-get"): "read",
    ("DELETE", "/api/items/{item_id:str}"): "delete",
}
_NOTES = ("/api/comments", "/api/inbox/", "/api/items/{item_id:str}/watch")
"""What everybody writes who sees what it is about: comments, and what they are told and watch."""
_VOTES = ("/approve", "/reject", "/approvals")
_REVIEWS = "or change_orders.approve"
_REVIEWING = "change_orders.approve"
_LEADS = "and lead of the program"
_OWNERS = {
    "report_id": ENGINEER.id,
    "import_id": ENGINEER.id,
    "mapping_id": ENGINEER.id,
    "job_id": ENGINEER.id,
    "reserved_number": ENGINEER.id,
    "share_id": ENGINEER.id,
    "session_id": ADMINISTRATOR.id,
    "view_id": ADMINISTRATOR.id,
    "token_id": ADMINISTRATOR.id,
}
"""Whose the scene's records are that belong to one user; others are told 403 or 404."""
_OF_ITS_AUTHOR = {"PUT /api/comments/{comment_id:str}", "DELETE /api/comments/{comment_id:str}"}
_HIDDEN = OF_A_PROGRAM | {"comment_id", "definition_id", "scheme_id"}


def reads(endpoint: Endpoint) -> bool:
    """Whether the route changes nothing."""
    return endpoint.method == "GET" or name_of(endpoint) in _READING_POSTS


def needed(endpoint: Endpoint) -> list[str]:
    """The permissions that the route asks of everybody."""
    rule = endpoint.permission
    if endpoint.path.startswith(("/api/comments", _NOTES[-1])):
        # The scene's comments are on a part.
        return ["parts.read"]
    if not isinstance(rule, AccessRule):
        kind = endpoint.path.removeprefix("/api/import/")
        if kind in _IMPORTED:
            return [rule, _IMPORTED[kind]]
        # What hangs on an item is shown to those who may read the item.
        return [rule, "parts.read"] if _is_about_a_part(endpoint) else [rule]
    if rule is BY_TYPE:
        usual = "read" if endpoint.method == "GET" else "update"
        found = ["parts.read"]
        action = _WITH_PART_OF_TYPE.get((endpoint.method, endpoint.path), usual)
        if endpoint.path.endswith("/checkout") and endpoint.method == "DELETE":
            action = "update"
        return [*found, f"parts.{action}"]
    if rule.name.startswith("users.update"):
        return []
    first = rule.name.split(",")[0]
    return [first] if first in ALL else []


def expected(caller: Caller, endpoint: Endpoint) -> set[str]:
    """The answers that are right, as text: a status, or IN."""
    if is_public(endpoint):
        return {IN, "401", "403", "404"} if endpoint.path.startswith(_OPEN) else {IN}
    if not caller.is_known:
        return {"401"}
    answers = _by_what_is_named(caller, endpoint)
    # Who has no right at all is not told what exists and what does not.
    return answers if caller.rights else {"403" if one == "404" else one for one in answers}


def _by_what_is_named(caller: Caller, endpoint: Endpoint) -> set[str]:
    """For who is signed on, by their rights and by what the path names."""
    if endpoint.permission is SIGNED_IN_WHOLLY and caller.is_scoped:
        return {"403"}
    if "/batch-" in endpoint.path and isinstance(endpoint.permission, AccessRule):
        # Each entry is refused by itself.
        return {IN, "403", "404"}
    if endpoint.path.startswith("/api/auth/") and endpoint.method != "GET":
        # Nobody hands on what they lack, and a token with scopes ends no others.
        return {IN, "403", "404"}
    lacking = set(needed(endpoint)) - caller.rights
    if _REVIEWS in getattr(endpoint.permission, "name", "") and _REVIEWING in caller.rights:
        lacking.clear()
    hidden = is_hidden(caller, endpoint)
    if not lacking and not hidden and endpoint.path.endswith(_MAY_BE_ABSENT):
        return {*_within(caller, endpoint), "404"}
    if lacking:
        # What is asked of an item's type is asked once the item is seen.
        return {"403", "404"} if hidden else {"403"}
    if hidden:
        return {"404"}
    return _within(caller, endpoint)


def _is_about_a_part(endpoint: Endpoint) -> bool:
    path = endpoint.path
    of_part = (
        path.startswith(("/api/items/{", "/api/parts/{")) and path != "/api/parts/{item_id:str}"
    )
    if path == "/api/relationships/export":
        return False
    if path.endswith("/schedule"):
        return endpoint.method == "PUT"
    # A publication holds the items of a design, and the file of a report those of a type.
    told = ("/execute", "/export", "/reports/preview", "/exports/{export_id:str}", "/publication")
    return of_part or path.endswith(told)


def is_hidden(caller: Caller, endpoint: Endpoint) -> bool:
    """Whether the path names something of a program that the caller does not see."""
    sees = caller.is_administrator or bool(caller.place)
    named = set(endpoint.path_parameters) & _HIDDEN or name_of(endpoint) in _NAMING_A_PROGRAM
    return not sees and bool(named)


def _within(caller: Caller, endpoint: Endpoint) -> set[str]:
    """For who has the permission and sees what the path names."""
    if "notice_id" in endpoint.path_parameters:
        # What one is told is nobody else's.
        return {IN} if caller.user_id == ENGINEER.id else {"404"}
    if name_of(endpoint) in _OF_ITS_AUTHOR:
        return {IN} if caller.user_id == ADMINISTRATOR.id else {"403"}
    owner = next((_OWNERS[p] for p in endpoint.path_parameters if p in _OWNERS), caller.user_id)
    if endpoint.path.startswith("/api/auth/sessions/"):
        owner = ADMINISTRATOR.id
    if owner != caller.user_id and not caller.is_administrator:
        # A shared view and a report are seen by more than their owners.
        return {"403", "404"}
    if _LEADS in getattr(endpoint.permission, "name", ""):
        may = caller.is_administrator or caller.place == "lead"
        may = may and (not caller.is_scoped or "programs.update" in caller.rights)
        return {IN} if may else {"403"}
    if endpoint.path.endswith(_VOTES) and endpoint.method == "POST":
        return {IN, "403"}
    if endpoint.path.startswith("/api/users/{") and endpoint.method == "PUT":
        may = "users.update" in caller.rights or caller.user_id == VIEWER.id
        return {IN} if may else {"403"}
    if endpoint.path.endswith(("/unlock", "/undo")):
        # What somebody else holds is for administrators; what was made is deleted by a right of its own.
        return {IN, "403"}
    in_program = bool(set(endpoint.path_parameters) & OF_A_PROGRAM)
    in_program = in_program or name_of(endpoint) in _NAMING_A_PROGRAM
    is_note = endpoint.path.startswith(_NOTES)
    if in_program and not reads(endpoint) and caller.place == "viewer" and not is_note:
        # To check in what is not checked out is refused as that, whoever asks.
        return {"403", "409"}
    return {IN}
