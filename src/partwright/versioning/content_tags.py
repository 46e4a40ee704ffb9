"""Entity tags of what follows from commits and the caller's rights, found without computing it."""

from hashlib import blake2b

import msgspec

from partwright import __version__
from partwright.kit.db import Snapshot
from partwright.kit.etag import quote_tag
from partwright.versioning import queries as version_queries
from partwright.web.request import Request


class ContentState(msgspec.Struct, frozen=True):
    """The newest of all that structures, differences and histories show."""

    commit: int | None
    design_edit: str | None
    """A design's move to another program changes who sees its items, without a commit."""
    user_edit: str | None
    memberships: int
    membership: str | None
    locks: int
    lock: str | None


async def content_tag(snapshot: Snapshot, request: Request, *parts: str | int | None) -> str:
    """The tag of the answer to a request; `parts` are what else the answer follows from."""
    actor = request.actor
    state = await snapshot.one(ContentState, version_queries.CONTENT_STATE, user_id=actor.id)
    # Another release of the program may show the same state otherwise.
    whole = (__version__, request.target, actor.id, actor.sees_all, sorted(actor.permissions))
    encoded = msgspec.json.encode((whole, state, parts))
    return quote_tag(blake2b(encoded, digest_size=16).hexdigest())
