"""Visits of a share: whoever comes with a link sees what it shows, with the rights of its maker."""

import base64
import binascii
from collections.abc import Container

import msgspec

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor, normalized_email
from partwright.identity.passwords import verify_password
from partwright.identity.tokens import token_digest
from partwright.kit import clock
from partwright.kit.db import Database
from partwright.kit.db.fair_slots import reader_name
from partwright.kit.db.single_writes import run_alone
from partwright.kit.errors import Refusal
from partwright.kit.ids import new_id
from partwright.packages.columns import joined_names
from partwright.packages.contents import PackageContents, read_contents
from partwright.packages.model import PackageQuery, PackedItem
from partwright.shares import queries
from partwright.shares.model import ShareNotFound, ShareRow, VisitAction
from partwright.shares.proven_passwords import proven_passwords
from partwright.versioning import access as branch_access
from partwright.web.middleware import caller_token
from partwright.web.rate_limits import limit_key, limit_refusal
from partwright.web.request import Request

_LONGEST_CLIENT = 300


class PasswordNeeded(Exception):
    """The share has a password, and none or a wrong one came."""


class OpenShare(msgspec.Struct, frozen=True):
    """A share with what it shows."""

    share: ShareRow
    actor: Actor
    """Who made it, with the rights that they have now."""
    contents: PackageContents

    @property
    def query(self) -> PackageQuery:
        return package_query(self.share)


async def open_share(
    request: Request, secret: str, action: VisitAction, *, file_id: str | None = None
) -> OpenShare:
    """The share of a link, its visit in the log; ShareNotFound, or PasswordNeeded."""
    services = request.services
    reader_name.set(f"address:{limit_key(request.address)}")
    status = await services.limits.request(user_id=None, address=request.address)
    if status is not None and not status.allowed:
        raise limit_refusal(status)
    database: Database = services.database
    async with database.single_reads() as reads:
        share = await reads.one(ShareRow, queries.BY_DIGEST, digest=token_digest(secret))
    is_recipient = share is None
    if share is None:
        share = await _received_share(request, database, secret)
    if share is None or share.revoked_at is not None or share.expires_at <= clock.now():
        raise ShareNotFound
    if not is_recipient:
        await _check_password(request, share)
    found = await _contents(database, share)
    name = None
    if file_id is not None:
        name = next((f.name for f in found.contents.sources.values() if f.id == file_id), None)
        if name is None:
            raise ShareNotFound
    await _log_visit(request, share, action, file_name=name)
    return found


async def _received_share(request: Request, database: Database, named: str) -> ShareRow | None:
    """The share of an id for whoever is signed on with the address that it was made for."""
    services = request.services
    token, _ = caller_token(services.cookies, request.scope, request.state.headers)
    actor = None if token is None else await services.authenticator.actor(token)
    if actor is None or actor.is_scoped:
        return None
    async with database.single_reads() as reads:
        key = normalized_email(actor.email)
        return await reads.one(ShareRow, queries.BY_ID_FOR, id=named, email_key=key)


async def _check_password(request: Request, share: ShareRow) -> None:
    if share.password_hash is None:
        return
    given = _password(request.header("authorization"))
    if given is None:
        raise PasswordNeeded
    # The browser sends it with every file, of which a share may have more than there are attempts.
    if proven_passwords.has(share.password_hash, given, request.address):
        return
    await request.services.limits.sign_on(address=request.address, account=f"share:{share.id}")
    if not await verify_password(given, share.password_hash):
        await _log_visit(request, share, "refused", file_name=None)
        raise PasswordNeeded
    proven_passwords.add(share.password_hash, given, request.address)


def _password(header: str | None) -> str | None:
    """The password of HTTP's basic scheme (RFC 7617), whatever name stands before it."""
    kind, _, value = (header or "").partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        text = base64.b64decode(value.strip(), validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    return text.partition(":")[2]


def package_query(share: ShareRow) -> PackageQuery:
    """The content of the share, as a package is asked for."""
    return PackageQuery(
        kinds="all" if share.files is not None else share.kinds,
        include_unreleased=share.include_unreleased or share.files is not None,
        columns=_columns(share),
        commit_id=share.commit_id,
    )


def _columns(share: ShareRow) -> str:
    """Names of its columns; with the level, by which the lines are indented."""
    if share.columns is None:
        return ""
    names = msgspec.json.decode(share.columns, type=list[str])
    return joined_names(dict.fromkeys(("level", *names)))


async def _contents(database: Database, share: ShareRow) -> OpenShare:
    """The content of the share; nothing once its maker may not see it any more."""
    async with database.snapshot() as snapshot:
        actor = await find_user(snapshot, share.created_by, scopes=share.scopes)
        if actor is None:
            raise ShareNotFound
        try:
            view = await branch_access.access_view(snapshot, actor, commit_id=share.commit_id)
            contents = await read_contents(
                snapshot, actor, share.item_id, package_query(share), view=view
            )
        except Refusal as refusal:
            raise ShareNotFound from refusal
    return OpenShare(share, actor, _chosen(share, contents))


def _chosen(share: ShareRow, contents: PackageContents) -> PackageContents:
    """Only the files that the share names, where it names some."""
    if share.files is None:
        return contents
    wanted = msgspec.json.decode(share.files, type=frozenset[str])
    sources = {path: file for path, file in contents.sources.items() if file.id in wanted}
    items = [_without(item, sources.keys()) for item in contents.items]
    return PackageContents(contents.table, items, sources)


def _without(item: PackedItem, paths: Container[str]) -> PackedItem:
    kept = [file for file in item.files if file.path in paths]
    return msgspec.structs.replace(item, files=kept)


async def _log_visit(
    request: Request, share: ShareRow, action: VisitAction, *, file_name: str | None
) -> None:
    database: Database = request.services.database
    client = (request.header("user-agent") or "").replace("\x00", "\ufffd")[:_LONGEST_CLIENT]

    await run_alone(
        database,
        queries.INSERT_VISIT,
        id=new_id(),
        share_id=share.id,
        now=clock.now(),
        action=action,
        file_name=file_name,
        address=request.address,
        client=client or None,
    )
