"""The statements on users and groups as the directory knows them."""

import msgspec

from partwright.kit.ids import UserId


class DirectoryUser(msgspec.Struct, frozen=True):
    """A user with what the directory says of them."""

    id: UserId
    user_name: str
    external_id: str | None
    name: str
    formatted_name: str | None
    given_name: str | None
    family_name: str | None
    email: str
    active: bool
    created_at: str
    updated_at: str


class DirectoryGroup(msgspec.Struct, frozen=True):
    """A group."""

    id: str
    name: str
    external_id: str | None
    created_at: str
    updated_at: str


class Membership(msgspec.Struct, frozen=True):
    """A user in a group, with the name of the other side."""

    group_id: str
    user_id: str
    name: str


_USERS = "users u LEFT JOIN directory_users d ON d.user_id = u.id"
_IS_THERE = "d.removed_at IS NULL"

_USER = """u.id, COALESCE(d.user_name, u.email), d.external_id, u.name, d.formatted_name,
           d.given_name, d.family_name, u.email, u.active, u.created_at, u.updated_at"""

USER = f"""
    SELECT {_USER} FROM {_USERS} WHERE u.id = :id AND {_IS_THERE}
"""


def users(condition: str) -> str:
    """A page of the users that meet a condition."""
    return f"""
    SELECT {_USER} FROM {_USERS} WHERE {_IS_THERE} AND {condition}
     ORDER BY u.created_at, u.id LIMIT :limit OFFSET :offset
"""


def user_count(condition: str) -> str:
    """The number of users that meet a condition."""
    return f"SELECT COUNT(*) FROM {_USERS} WHERE {_IS_THERE} AND {condition}"


USER_COLUMNS = {
    "id": ("u.id", "exact"),
    "username": ("COALESCE(d.user_name_key, u.email_key)", "name"),
    "externalid": ("d.external_id", "exact"),
    "displayname": ("u.name", "text"),
    "name.formatted": ("d.formatted_name", "text"),
    "name.givenname": ("d.given_name", "text"),
    "name.familyname": ("d.family_name", "text"),
    "emails": ("u.email_key", "name"),
    "emails.value": ("u.email_key", "name"),
    "emails.type": ("'work'", "text"),
    "emails.primary": ("TRUE", "flag"),
    "active": ("u.active", "flag"),
    "meta.created": ("u.created_at", "exact"),
    "meta.lastmodified": ("u.updated_at", "exact"),
    "meta.resourcetype": ("'User'", "exact"),
}
"""Attribute -> its column, and how it is compared."""

_SPOKEN = "g.id, g.name, g.external_id, g.created_at, g.updated_at"

GROUP = f"""
    SELECT {_SPOKEN} FROM directory_groups g WHERE g.id = :id
"""


def groups(condition: str) -> str:
    """A page of the groups that meet a condition."""
    return f"""
    SELECT {_SPOKEN} FROM directory_groups g WHERE {condition}
     ORDER BY g.created_at, g.id LIMIT :limit OFFSET :offset
"""


def group_count(condition: str) -> str:
    """The number of groups that meet a condition."""
    return f"SELECT COUNT(*) FROM directory_groups g WHERE {condition}"


GROUP_COLUMNS = {
    "id": ("g.id", "exact"),
    "displayname": ("g.name_key", "folded"),
    "externalid": ("g.external_id", "exact"),
    "meta.created": ("g.created_at", "exact"),
    "meta.lastmodified": ("g.updated_at", "exact"),
    "meta.resourcetype": ("'Group'", "exact"),
}
IS_MEMBER = """EXISTS (SELECT 1 FROM directory_group_members member
                        WHERE member.group_id = g.id AND member.user_id = :{name})"""

USER_OF_NAME = """
    SELECT u.id
      FROM users u LEFT JOIN directory_users d ON d.user_id = u.id
     WHERE COALESCE(d.user_name_key, u.email_key) = :user_name_key AND d.removed_at IS NULL
       AND u.id <> :other
"""

REMOVED_USER = """
    SELECT u.id
      FROM users u JOIN directory_users d ON d.user_id = u.id
     WHERE u.email_key = :email_key AND d.removed_at IS NOT NULL
"""

KEEP_USER = """
    INSERT INTO directory_users
        (user_id, user_name, user_name_key, external_id, formatted_name, given_name, family_name)
    VALUES (:id, :user_name, :user_name_key, :external_id, :formatted_name, :given_name,
            :family_name)
        ON CONFLICT (user_id) DO UPDATE
       SET user_name = excluded.user_name, user_name_key = excluded.user_name_key,
           external_id = excluded.external_id, formatted_name = excluded.formatted_name,
           given_name = excluded.given_name, family_name = excluded.family_name,
           removed_at = NULL
"""

NOTE_REMOVAL = """
    UPDATE directory_users SET removed_at = :now WHERE user_id = :id
"""

IS_NAMED_BY_HAND = """
    SELECT COUNT(*)
      FROM user_roles held JOIN roles r ON r.id = held.role_id
     WHERE held.user_id = :id AND r.name = :role
       AND NOT EXISTS (SELECT 1 FROM group_given_roles given
                        WHERE given.user_id = held.user_id AND given.role_id = held.role_id)
"""

GROUPS_OF_USERS = """
    SELECT member.group_id, member.user_id, g.name
      FROM each(:user_ids) AS wanted
      JOIN directory_group_members member ON member.user_id = wanted.value
      JOIN directory_groups g ON g.id = member.group_id
     ORDER BY g.name_key
"""

MEMBERS_OF_GROUPS = """
    SELECT member.group_id, member.user_id, u.name
      FROM each(:group_ids) AS wanted
      JOIN directory_group_members member ON member.group_id = wanted.value
      JOIN users u ON u.id = member.user_id
     ORDER BY member.user_id
"""

KNOWN_USERS = f"""
    SELECT u.id FROM each(:user_ids) AS wanted
      JOIN users u ON u.id = wanted.value
      LEFT JOIN directory_users d ON d.user_id = u.id
     WHERE {_IS_THERE}
"""

GROUP_OF_NAME = """
    SELECT id FROM directory_groups WHERE name_key = :name_key AND id <> :other
"""
