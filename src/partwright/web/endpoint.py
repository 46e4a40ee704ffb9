"""Routes as data: each names its path, its permission, and what its verb takes.

A verb's parameters say what it needs, by name:

request    the request
tx         a transaction, committed when the verb returns
reads     a light read of one statement
snapshot   reads of one state
form       a form with files, taken in as it arrives
body       the JSON body: a struct, `Edit[struct]`, or `RawObject` for its raw keys
query      the query parameters, a struct
<others>   parts of the path
"""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from partwright.identity.permissions import Permission
from partwright.kit.fields import PartialUpdate, RawObject
from partwright.web.json_body import split_object

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])


class AccessRule(msgspec.Struct, frozen=True):
    """A permission that is not one name."""

    name: str
    needs_token: bool = True
    refuses_scopes: bool = False
    """Whether a token that was given scopes may not do it, since no scope speaks of it."""


PUBLIC = AccessRule("public", needs_token=False)
SIGNED_IN = AccessRule("signed in")
"""Any user, about themselves or within what they are shown."""
SIGNED_IN_WHOLLY = AccessRule("signed in, with a token without scopes", refuses_scopes=True)
"""What a user writes of their own, which no permission names."""
BY_TYPE = AccessRule("by the item's type")
"""`<resource>.<action>` of the item's type; the slice's access checks it."""


class ListOf(msgspec.Struct, frozen=True):
    """Rows under a name, with `total`, `page` and `limit` where they are a page."""

    name: str
    row: Any
    is_whole: bool = False
    """Whether all rows come unless a page is asked for."""
    has_count: bool = False
    """Whether `count` tells how many rows there are."""


Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One route: what the HTTP layer needs to serve and to describe it."""

    method: Method
    path: str
    """As the framework writes it: `/api/items/{item_id:str}`."""
    permission: Permission | AccessRule
    handler: Callable[..., Awaitable[Any]]
    tag: str
    body: Any = None
    """The struct of the body, or None."""
    is_partial_update: bool = False
    """Whether the body is a partial update that is read over the present record."""
    reads_raw_body: bool = False
    """Whether the verb reads the keys of the body by itself."""
    query: type[msgspec.Struct] | None = None
    inputs: frozenset[str]
    path_parameters: tuple[str, ...]
    statuses: tuple[int, ...] = ()
    refusals: tuple[str, ...] = ()
    """Codes of refusals that the declaration does not tell by itself."""
    response: Any = None
    """What the good answer's `data` is: a type, one of several, its keys with their types, or
    `Listed`.

    Needed only where the verb does not return that type itself."""
    example: Any = None
    """A body as a client would send it."""
    split_body: Callable[[bytes], RawObject] = split_object
    """Splits the body into its keys, or refuses it, where the common way is not the right one."""
    body_schema: Any = None
    """The JSON schema of a body that the verb reads by itself."""
    precheck: Callable[..., Awaitable[None]] | None = None
    """Refuses a form before it is read; takes a snapshot, and what the verb takes but the form."""
    before_write: Callable[..., Awaitable[None]] | None = None
    """Checks what takes long, such as a password, before the transaction begins."""
    form_schema: Any = None
    """The JSON schema of a form."""
    takes_json_form: bool = False
    """Whether a JSON object of texts stands for a form without files."""
    ignores_other_parameters: bool = False
    """Whether others write the query, who may add what they like."""
    find_tag: Callable[..., Awaitable[str]] | None = None
    """Finds the answer's entity tag, of the reads and the request, before the verb is called.

    A client that has this state is told so, and the verb is spared."""
    is_lasting: bool = False
    """Whether the answer follows from the database, the caller, path and query alone, so that it
    may be kept until something is committed."""
    audited: str = ""
    """What the audit trail calls it; empty for what it does not tell."""
    names_foreign_records: bool = False
    """Whether the body names records of another cell, whose ids say nothing of what is here."""
    is_stream: bool = False
    """Whether the answer is a stream, for which `Idempotency-Key` is ignored."""


class RouteTable:
    """The routes of one slice."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.endpoints: list[Endpoint] = []

    def get(
        self, path: str, permission: Permission | AccessRule, **more: Any
    ) -> Callable[[Handler], Handler]:
        return self._add("GET", path, permission, more)

    def post(
        self, path: str, permission: Permission | AccessRule, **more: Any
    ) -> Callable[[Handler], Handler]:
        return self._add("POST", path, permission, more)

    def put(
        self, path: str, permission: Permission | AccessRule, **more: Any
    ) -> Callable[[Handler], Handler]:
        return self._add("PUT", path, permission, more)

    def patch(
        self, path: str, permission: Permission | AccessRule, **more: Any
    ) -> Callable[[Handler], Handler]:
        return self._add("PATCH", path, permission, more)

    def delete(
        self, path: str, permission: Permission | AccessRule, **more: Any
    ) -> Callable[[Handler], Handler]:
        return self._add("DELETE", path, permission, more)

    def _add(
        self, method: Method, path: str, permission: Permission | AccessRule, more: dict[str, Any]
    ) -> Callable[[Handler], Handler]:
        def register(verb: Handler) -> Handler:
            self.endpoints.append(_endpoint(self.tag, method, path, permission, verb, more))
            return verb

        return register


def described(name: str, summary: str) -> Callable[[Handler], Handler]:
    """Names a verb that is made once for each of several types."""

    def describe(verb: Handler) -> Handler:
        verb.__name__, verb.__doc__ = name, summary
        return verb

    return describe


def _endpoint(
    tag: str,
    method: Method,
    path: str,
    permission: Permission | AccessRule,
    verb: Callable[..., Awaitable[Any]],
    more: dict[str, Any],
) -> Endpoint:
    hints = get_type_hints(verb, include_extras=True)
    takes = tuple(inspect.signature(verb).parameters)
    body = hints.get("body")
    edits = get_origin(body) is PartialUpdate
    raw = body is not None and not edits and not _is_struct(body)
    needs = {"request", "tx", "reads", "snapshot", "body", "form", "query"}
    return Endpoint(
        method=method,
        path=path,
        permission=permission,
        handler=verb,
        tag=tag,
        body=None if raw else get_args(body)[0] if edits else body,
        is_partial_update=edits,
        reads_raw_body=raw,
        query=more.pop("query", hints.get("query")),
        inputs=frozenset(takes),
        path_parameters=tuple(name for name in takes if name not in needs),
        **more,
    )


def _is_struct(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)
