"""PATCH of SCIM (RFC 7644, section 3.5.2): operations on a resource, one after the other; pure."""

import re
from collections.abc import Callable
from typing import Any, Literal, cast

import msgspec

from partwright.directory.errors import ScimProblem, invalid_path, invalid_value, shown
from partwright.directory.filters import (
    Both,
    Filter,
    Test,
    attribute_name,
    meets,
    read_path_filter,
)

Resource = dict[str, Any]
_PATH = re.compile(
    r"(?P<attribute>[A-Za-z$][\w$-]*)(?:\[(?P<filter>.*)\])?(?:\.(?P<part>[\w$-]+))?", re.DOTALL
)
_URN = re.compile(r"urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):", re.IGNORECASE)
MOST_OPERATIONS = 1_000
MOST_MEMBER_OPERATIONS = 100
"""Of those that look at all members of a group, once removals of one each are taken together."""
PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
_LISTS = ("emails", "members")
_READ_ONLY = ("id", "meta", "groups", "schemas")

Kind = Literal["add", "replace", "remove"]


class PatchTarget(msgspec.Struct, frozen=True):
    """Target that a path names."""

    attribute: str
    entries: Filter | None = None
    part: str | None = None


def apply_patch(resource: Resource, body: Resource) -> Resource:
    """The resource after all operations of a body; the one that was given stays as it was."""
    after = msgspec.json.decode(msgspec.json.encode(resource))
    operations = _named(body, "Operations")
    if not isinstance(operations, list) or not operations:
        raise ScimProblem("invalidSyntax", "expected Operations, a list of one or more operations")
    found = cast("list[Any]", operations)
    if len(found) > MOST_OPERATIONS:
        raise ScimProblem("tooMany", f"expected at most {MOST_OPERATIONS} operations")
    together = _with_members_together(found)
    if sum(map(_is_on_members, together)) > MOST_MEMBER_OPERATIONS:
        most = f"at most {MOST_MEMBER_OPERATIONS} separate additions and removals of members"
        raise ScimProblem("tooMany", f"expected {most}; send members together, as a list")
    for operation in together:
        _apply(after, operation)
    return after


def _with_members_together(operations: list[Any]) -> list[Resource]:
    """The operations, those that take one member each out as one: a thousand times is once.

    Each would look at all members, of whom there may be ten thousand.
    """
    together: list[Resource] = []
    gone: list[Resource] | None = None
    for operation in operations:
        if not isinstance(operation, dict):
            raise ScimProblem("invalidSyntax", f"expected an operation, got {shown(operation)}")
        one = cast("Resource", operation)
        member = _removed_member(one)
        if member is None:
            gone = None
            together.append(one)
        elif gone is None:
            gone = [{"value": member}]
            together.append({"op": "remove", "path": "members", "value": gone})
        else:
            gone.append({"value": member})
    return together


def _is_on_members(operation: Resource) -> bool:
    path, value = _named(operation, "path"), _named(operation, "value")
    if isinstance(path, str) and path:
        return "members" in path.lower()
    keys = cast("Resource", value) if isinstance(value, dict) else {}
    return any("members" in key.lower() for key in keys)


def _removed_member(operation: Resource) -> str | None:
    """The member that an operation takes out by a filter; None for any other."""
    kind, path = _named(operation, "op"), _named(operation, "path")
    if not (isinstance(kind, str) and kind.lower() == "remove" and isinstance(path, str)):
        return None
    match read_place(path) if path else None:
        case PatchTarget("members", Test("value", "eq", str(member)), None) if member:
            return member
        case _:
            return None


def _named(body: Resource, name: str) -> Any:
    if name in body:
        return body[name]
    return next((value for key, value in body.items() if key.lower() == name.lower()), None)


def _apply(resource: Resource, operation: Resource) -> None:
    kind, path, value = (_named(operation, name) for name in ("op", "path", "value"))
    word = kind.lower() if isinstance(kind, str) else kind
    if word not in ("add", "replace", "remove"):
        raise ScimProblem("invalidSyntax", f"expected add, replace or remove, got {shown(kind)}")
    if path is not None and not isinstance(path, str):
        raise invalid_path(f"expected a path, got {shown(path)}")
    if not path:
        _apply_whole(resource, word, value)
        return
    place = read_place(path)
    if place is not None:
        _change(resource, word, place, value)


def _apply_whole(resource: Resource, kind: Kind, value: Any) -> None:
    """Without a path the value is a part of the resource, whose keys may be paths themselves."""
    if kind == "remove":
        raise ScimProblem("noTarget", "expected the path of what is to be removed")
    if not isinstance(value, dict):
        raise invalid_value(f"expected an object where there is no path, got {shown(value)}")
    for key, part in cast("Resource", value).items():
        if key.lower() in _READ_ONLY:
            continue
        place = read_place(key)
        if place is not None:
            _change(resource, kind, place, part)


def read_place(path: str) -> PatchTarget | None:
    """The target of a path; None for an attribute of a schema that is not kept here."""
    text = _URN.sub("", path.strip())
    if text.lower().startswith("urn:"):
        return None
    found = _PATH.fullmatch(text)
    if found is None:
        raise invalid_path(f"expected the path of an attribute, got {shown(path)}")
    entries = found["filter"]
    return PatchTarget(
        attribute_name(found["attribute"]),
        None if entries is None else read_path_filter(entries, invalid_path),
        found["part"] and found["part"].lower(),
    )


def _change(resource: Resource, kind: Kind, place: PatchTarget, value: Any) -> None:
    if place.attribute in _READ_ONLY:
        raise ScimProblem("mutability", f"{place.attribute} is read-only for clients")
    key = next((key for key in resource if key.lower() == place.attribute), place.attribute)
    if place.entries is not None:
        _change_entries(resource, key, kind, place, value)
    elif place.attribute in _LISTS and place.part is None:
        _change_list(resource, key, kind, value)
    elif place.attribute in _LISTS:
        _change_each(_entries(resource, key), kind, str(place.part), value)
    elif place.part is not None:
        _change_part(resource, key, kind, place.part, value)
    elif kind == "remove":
        resource.pop(key, None)
    elif isinstance(value, dict) and isinstance(resource.get(key), dict):
        # A complex attribute keeps the parts that are not named.
        resource[key] = resource[key] | value
    else:
        resource[key] = value


def _entries(resource: Resource, key: str) -> list[Resource]:
    found = resource.setdefault(key, [])
    return cast("list[Resource]", found if isinstance(found, list) else [])


def _change_list(resource: Resource, key: str, kind: Kind, value: Any) -> None:
    given = _given_entries(key, value)
    if kind == "replace":
        resource[key] = given
    elif kind == "add":
        _add(_entries(resource, key), given)
    elif value is None:
        resource.pop(key, None)
    else:
        # Some providers name those to be removed in the value.
        gone = {_value_of(entry) for entry in given}
        resource[key] = [e for e in _entries(resource, key) if _value_of(e) not in gone]


def _given_entries(key: str, value: Any) -> list[Resource]:
    values = cast(
        "list[Any]", value if isinstance(value, list) else [] if value is None else [value]
    )
    entries = [{"value": each} if isinstance(each, str) else each for each in values]
    if not all(isinstance(entry, dict) for entry in entries):
        raise invalid_value(f"expected the entries of {key} to be objects")
    return cast("list[Resource]", entries)


def _value_of(entry: Resource) -> str:
    value = _named(entry, "value")
    return value.lower() if isinstance(value, str) else ""


def _add(entries: list[Resource], given: list[Resource]) -> None:
    """Add entries, except those that are there already; a new primary entry is the only one."""
    if any(_named(entry, "primary") is True for entry in given):
        for entry in entries:
            entry.pop("primary", None)
    known = {_value_of(entry) for entry in entries}
    for entry in given:
        if _value_of(entry) not in known:
            known.add(_value_of(entry))
            entries.append(entry)


def _change_entries(
    resource: Resource, key: str, kind: Kind, place: PatchTarget, value: Any
) -> None:
    entries, wanted = _entries(resource, key), cast("Filter", place.entries)
    chosen = [entry for entry in entries if meets(entry, wanted)]
    if kind == "remove" and place.part is None:
        resource[key] = [entry for entry in entries if not meets(entry, wanted)]
        return
    if not chosen:
        if kind == "remove":
            return
        # Providers replace what was never there; the entry they mean is told by the filter.
        entries.append(entry := _told_by(wanted))
        chosen = [entry]
    if place.part is not None:
        _change_each(chosen, kind, place.part, value)
    elif isinstance(value, dict):
        for entry in chosen:
            entry.update(cast("Resource", value))
    else:
        raise invalid_value(f"expected an object for an entry of {key}, got {shown(value)}")


def _told_by(wanted: Filter) -> Resource:
    """An entry that meets a filter of equalities; noTarget for any other."""
    match wanted:
        case Test(attribute, "eq", value):
            return {attribute: value}
        case Both(left, right):
            return _told_by(left) | _told_by(right)
        case _:
            raise ScimProblem("noTarget", "No entry meets the filter of the path")


def _change_each(entries: list[Resource], kind: Kind, part: str, value: Any) -> None:
    change: Callable[[Resource], object] = (
        (lambda entry: entry.pop(part, None))
        if kind == "remove"
        else (lambda entry: entry.__setitem__(part, value))
    )
    for entry in entries:
        change(entry)


def _change_part(resource: Resource, key: str, kind: Kind, part: str, value: Any) -> None:
    whole = resource.get(key)
    parts: Resource = cast("Resource", whole) if isinstance(whole, dict) else {}
    resource[key] = parts
    name = next((name for name in parts if name.lower() == part), part)
    if kind == "remove":
        parts.pop(name, None)
    else:
        parts[name] = value
