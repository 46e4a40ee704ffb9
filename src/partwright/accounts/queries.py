"""The statements on users as others see them."""

import msgspec

from partwright.kit.filters import FieldKind, FieldTable, ListField
from partwright.kit.ids import UserId
from partwright.kit.lists import ListDefinition


class ListedUserRow(msgspec.Struct, frozen=True):
    """A user of a list; the e-mail address is None where the reader is not shown it."""

    id: UserId
    email: str | None
    name: str
    active: bool
    created_at: str
    updated_at: str
    last_login_at: str | None


_EMAIL_SHOWN = """(:sees_all OR u.id = :seer OR EXISTS (
    SELECT 1 FROM program_members own
      JOIN program_members other ON other.program_id = own.program_id
     WHERE own.user_id = :seer AND other.user_id = u.id))"""
"""Needs the parameters of the reader, as the condition `reader` of the list brings them."""

IS_EMAIL_SHOWN = f"SELECT u.id FROM users u WHERE u.id = :id AND {_EMAIL_SHOWN}"

_EMAIL_KEY = f"CASE WHEN {_EMAIL_SHOWN} THEN u.email_key END"

USERS = ListDefinition(
    columns=f"""u.id, CASE WHEN {_EMAIL_SHOWN} THEN u.email END, u.name, u.active, u.created_at,
                u.updated_at, u.last_login_at""",
    table="users u",
    tie="u.id",
    fields=FieldTable(
        {
            "id": ListField(expression="u.id", kind=FieldKind.ID),
            "email": ListField(expression=_EMAIL_KEY, has_gaps=True),
            "name": ListField(expression="u.name"),
            "active": ListField(expression="u.active", kind=FieldKind.BOOLEAN),
            "createdAt": ListField(expression="u.created_at", kind=FieldKind.MOMENT),
            "updatedAt": ListField(expression="u.updated_at", kind=FieldKind.MOMENT),
            "lastLoginAt": ListField(
                expression="u.last_login_at", kind=FieldKind.MOMENT, has_gaps=True
            ),
        }
    ),
    conditions={
        "reader": "TRUE",
        "role": "u.id IN (SELECT ur.user_id FROM user_roles ur WHERE ur.role_id = :role_id)",
        # The text in the spellings that differ in letters which LOWER leaves as they are.
        "search": f"""EXISTS (
            SELECT 1 FROM each(:patterns) AS wanted
             WHERE LOWER(u.name) LIKE wanted.value ESCAPE '\\'
                OR {_EMAIL_KEY} LIKE wanted.value ESCAPE '\\')""",
    },
)
