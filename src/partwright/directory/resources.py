"""Users and groups as SCIM writes them, and what of them is kept; pure."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, cast

import msgspec

from partwright.accounts.wire import read_email
from partwright.directory.errors import invalid_value, shown
from partwright.directory.patches import Resource
from partwright.directory.queries import DirectoryGroup, DirectoryUser, Membership
from partwright.kit.fields import FieldProblem
from partwright.kit.ids import as_uuid
from partwright.kit.text_lines import one_line, without_hidden, without_joiners

USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group"
MOST_MEMBERS = 10_000
LONGEST_NAME = 500
LONGEST_ADDRESS = 254
NO_ADDRESS = "@directory.invalid"


class WantedUser(msgspec.Struct, frozen=True):
    """A user as the directory describes them."""

    user_name: str
    external_id: str | None
    name: str
    formatted_name: str | None
    given_name: str | None
    family_name: str | None
    email: str
    active: bool


class WantedGroup(msgspec.Struct, frozen=True):
    """A group as the directory describes it."""

    name: str
    external_id: str | None
    members: frozenset[str]


def user_resource(user: DirectoryUser, groups: Sequence[Membership], *, base: str) -> Resource:
    """A user as SCIM writes them."""
    parts = {
        "formatted": user.formatted_name,
        "givenName": user.given_name,
        "familyName": user.family_name,
    }
    name = {key: value for key, value in parts.items() if value is not None}
    return {
        "schemas": [USER_SCHEMA],
        "id": user.id,
        **({} if user.external_id is None else {"externalId": user.external_id}),
        "userName": user.user_name,
        "displayName": user.name,
        **({"name": name} if name else {}),
        **({} if user.email.endswith(NO_ADDRESS) else {"emails": [_email_entry(user)]}),
        "active": user.active,
        "groups": [
            {
                "value": group.group_id,
                "display": group.name,
                "type": "direct",
                "$ref": f"{base}/Groups/{group.group_id}",
            }
            for group in groups
        ],
        "meta": _meta("User", user, f"{base}/Users/{user.id}"),
    }


def _email_entry(user: DirectoryUser) -> Resource:
    return {"value": user.email, "type": "work", "primary": True}


def group_resource(
    group: DirectoryGroup, members: Sequence[Membership] | None, *, base: str
) -> Resource:
    """A group as SCIM writes it; without its members where they were not asked for."""
    shown_members = {
        "members": [
            {
                "value": member.user_id,
                "type": "User",
                "$ref": f"{base}/Users/{member.user_id}",
            }
            for member in members or ()
        ]
    }
    return {
        "schemas": [GROUP_SCHEMA],
        "id": group.id,
        **({} if group.external_id is None else {"externalId": group.external_id}),
        "displayName": group.name,
        **(shown_members if members is not None else {}),
        "meta": _meta("Group", group, f"{base}/Groups/{group.id}"),
    }


def _meta(kind: str, record: DirectoryUser | DirectoryGroup, location: str) -> Resource:
    return {
        "resourceType": kind,
        "created": record.created_at,
        "lastModified": record.updated_at,
        "location": location,
    }


def read_user(resource: Resource, *, active: bool = True) -> WantedUser:
    """The fields kept of a user, `active` where it is not said; invalidValue for those that do not fit."""
    user_name = _text(resource, "userName", needed=True) or ""
    found = _value(resource, "name")
    if found is not None and not isinstance(found, dict):
        raise invalid_value(f"name: expected an object, got {shown(found)}")
    parts = cast("Resource", found or {})
    formatted, given, family = (
        _name(parts, key) for key in ("formatted", "givenName", "familyName")
    )
    whole = " ".join(part for part in (given, family) if part)
    name = _name(resource, "displayName") or formatted or whole or user_name
    return WantedUser(
        user_name=user_name,
        external_id=_text(resource, "externalId"),
        name=name[:LONGEST_NAME],
        formatted_name=formatted,
        given_name=given,
        family_name=family,
        email=_email(resource, user_name),
        active=_flag(resource, otherwise=active),
    )


def read_group(resource: Resource) -> WantedGroup:
    """The fields kept of a group; invalidValue for those that do not fit."""
    return WantedGroup(
        name=_text(resource, "displayName", needed=True) or "",
        external_id=_text(resource, "externalId"),
        members=_members(_value(resource, "members")),
    )


def _members(found: Any) -> frozenset[str]:
    if found is None:
        return frozenset()
    if not isinstance(found, list) or len(cast("list[Any]", found)) > MOST_MEMBERS:
        raise invalid_value(f"members: expected a list of at most {MOST_MEMBERS}")
    return frozenset(_member(entry) for entry in cast("list[Any]", found))


def _member(entry: Any) -> str:
    value = _value(cast("Resource", entry), "value") if isinstance(entry, dict) else entry
    kind = _value(cast("Resource", entry), "type") if isinstance(entry, dict) else None
    if isinstance(kind, str) and kind.lower() == "group":
        raise invalid_value("members: nested groups are not supported; list the users themselves")
    user_id = as_uuid(value) if isinstance(value, str) else None
    if user_id is None:
        raise invalid_value(f"members: expected the id of a user, got {shown(value)}")
    return user_id


def _value(resource: Resource, name: str) -> Any:
    if name in resource:
        return resource[name]
    return next((value for key, value in resource.items() if key.lower() == name.lower()), None)


def _name(resource: Resource, name: str) -> str | None:
    """The name of a person, without what nobody sees of it: were it refused, nothing else that
    the directory says of them would be heard, not even that they have left.
    """
    found = _value(resource, name)
    if not isinstance(found, str):
        return _text(resource, name)
    text = without_hidden(one_line(found)).strip()
    if len(text) > LONGEST_NAME:
        raise invalid_value(f"{name}: expected at most {LONGEST_NAME} characters")
    return text or None


def _text(resource: Resource, name: str, *, needed: bool = False) -> str | None:
    found = _value(resource, name)
    if found is None or found == "":
        if needed:
            raise invalid_value(f"{name}: is required")
        return None
    if not isinstance(found, str):
        raise invalid_value(f"{name}: expected text, got {shown(found)}")
    text = found.strip()
    if not text or len(text) > LONGEST_NAME or not without_joiners(text).isprintable():
        raise invalid_value(f"{name}: expected 1 to {LONGEST_NAME} printable characters")
    return text


def _flag(resource: Resource, *, otherwise: bool) -> bool:
    found = _value(resource, "active")
    if found is None:
        return otherwise
    if isinstance(found, str) and found.lower() in ("true", "false"):
        return found.lower() == "true"
    if not isinstance(found, bool):
        raise invalid_value(f"active: expected true or false, got {shown(found)}")
    return found


def _email(resource: Resource, user_name: str) -> str:
    """The primary address, or that for work, or the first; else the user's name if it is one."""
    found = _value(resource, "emails")
    if found is not None and not isinstance(found, list):
        raise invalid_value(f"emails: expected a list, got {shown(found)}")
    entries = cast("list[Any]", found or [])
    if not all(isinstance(entry, dict) for entry in entries):
        raise invalid_value("emails: expected a list of objects")
    ranked = sorted(cast("list[Resource]", entries), key=_rank)
    address = _value(ranked[0], "value") if ranked else None
    if address is None or address == "":
        is_address = "@" in user_name and user_name.isprintable()
        address = user_name if is_address else _no_address(user_name)
    if not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
        raise invalid_value(f"emails: expected an e-mail address, got {shown(address)}")
    try:
        return read_email(address)
    except FieldProblem as problem:
        raise invalid_value(f"emails: {problem}") from problem


def _no_address(user_name: str) -> str:
    """A stand-in for the address of somebody who has none: mail cannot reach it (RFC 2606)."""
    return sha256(user_name.lower().encode()).hexdigest()[:32] + NO_ADDRESS


def _rank(entry: Resource) -> int:
    if _value(entry, "primary") in (True, "true", "True"):
        return 0
    kind = _value(entry, "type")
    return 1 if isinstance(kind, str) and kind.lower() == "work" else 2
