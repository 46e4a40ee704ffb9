"""The statements on users, roles and tokens."""

import msgspec

from partwright.kit.ids import TokenId, UserId


class TokenRow(msgspec.Struct, frozen=True):
    """A token with its user and one of the user's roles."""

    token_id: TokenId
    user_id: UserId
    name: str
    email: str
    active: bool
    scopes: str | None
    expires_at: str | None
    role_id: str | None
    role: str | None
    permissions: str | None


TOKEN = """
    SELECT t.id, u.id, u.name, u.email, u.active, t.scopes, t.expires_at,
           r.id, r.name, r.permissions
      FROM tokens t
      JOIN users u ON u.id = t.user_id
      LEFT JOIN user_roles ur ON ur.user_id = u.id
      LEFT JOIN roles r ON r.id = ur.role_id
     WHERE t.digest = :digest
"""
