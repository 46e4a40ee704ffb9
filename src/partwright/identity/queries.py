"""The statements on users, roles and tokens."""

import msgspec

from partwright.kit.ids import RoleId, TokenId, UserId


class TokenRow(msgspec.Struct, frozen=True):
    """A token with its user and one of the user's roles."""

    digest: str
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


TOKENS = """
    SELECT t.digest, t.id, u.id, u.name, u.email, u.active, t.scopes, t.expires_at,
           r.id, r.name, r.permissions
      FROM each(:digests) AS wanted
      JOIN tokens t ON t.digest = wanted.value
      JOIN users u ON u.id = t.user_id
      LEFT JOIN user_roles ur ON ur.user_id = u.id
      LEFT JOIN roles r ON r.id = ur.role_id
"""


USER_RIGHTS = """
    SELECT '', '', u.id, u.name, u.email, u.active, CAST(:scopes AS text), NULL,
           r.id, r.name, r.permissions
      FROM users u
      LEFT JOIN user_roles ur ON ur.user_id = u.id
      LEFT JOIN roles r ON r.id = ur.role_id
     WHERE u.id = :user_id
"""
"""What a user may do without any token, in the columns of `TokenRow`."""


class UserRow(msgspec.Struct, frozen=True):
    """A user without their roles."""

    id: UserId
    email: str
    name: str
    active: bool
    created_at: str
    updated_at: str
    last_login_at: str | None


class SecretRow(msgspec.Struct, frozen=True):
    """Record of a user's password, and whether they may sign on."""

    id: UserId
    active: bool
    password_hash: str


class HeldRole(msgspec.Struct, frozen=True):
    """A role that a user holds."""

    user_id: UserId
    id: RoleId
    name: str


class RoleRow(msgspec.Struct, frozen=True):
    """A role; its permissions are a JSON array."""

    id: RoleId
    name: str
    description: str
    permissions: str
    built_in: bool
    created_at: str
    updated_at: str


class PersonalRow(msgspec.Struct, frozen=True):
    """A personal token as it is listed; the token itself is nowhere."""

    id: TokenId
    name: str
    scopes: str | None
    expires_at: str | None
    created_at: str
    last_used_at: str | None


class SessionRow(msgspec.Struct, frozen=True):
    """A session as its user sees it listed."""

    id: TokenId
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    address: str | None
    client: str | None


_USER = "u.id, u.email, u.name, u.active, u.created_at, u.updated_at, u.last_login_at"

USER = f"""
    SELECT {_USER} FROM users u WHERE u.id = :id
"""

USER_BY_EMAIL = """
    SELECT id, active, password_hash FROM users WHERE email_key = :email_key
"""

SECRET = """
    SELECT id, active, password_hash FROM users WHERE id = :id
"""

ANY_USER = """
    SELECT id FROM users LIMIT 1
"""

INSERT_USER = """
    INSERT INTO users (id, email, email_key, name, password_hash, active, created_at, updated_at)
    VALUES (:id, :email, :email_key, :name, :password_hash, :active, :now, :now)
"""

INSERT_FIRST_USER = """
    INSERT INTO users (id, email, email_key, name, password_hash, active, created_at, updated_at)
    SELECT CAST(:id AS text), CAST(:email AS text), CAST(:email_key AS text), CAST(:name AS text),
           CAST(:password_hash AS text), TRUE, CAST(:now AS text), CAST(:now AS text)
     WHERE NOT EXISTS (SELECT 1 FROM users)
"""

UPDATE_USER = """
    UPDATE users
       SET email = :email, email_key = :email_key, name = :name, active = :active,
           updated_at = :now
     WHERE id = :id
"""

SET_PASSWORD = """
    UPDATE users SET password_hash = :password_hash, updated_at = :now WHERE id = :id
"""

TAKE_USER = """
    UPDATE users SET active = active WHERE id = :id
"""

SIGN_ON = """
    UPDATE users SET last_login_at = :now
     WHERE id = :id AND active AND password_hash = :password_hash
"""

HELD_ROLES = """
    SELECT ur.user_id, r.id, r.name
      FROM each(:user_ids) AS wanted
      JOIN user_roles ur ON ur.user_id = wanted.value
      JOIN roles r ON r.id = ur.role_id
     ORDER BY r.name, r.id
"""

ROLES_OF = """
    SELECT r.id, r.name, r.description, r.permissions, r.built_in, r.created_at, r.updated_at
      FROM user_roles ur JOIN roles r ON r.id = ur.role_id
     WHERE ur.user_id = :user_id
"""

DROP_ROLES = """
    DELETE FROM user_roles WHERE user_id = :user_id
"""

DROP_ROLE = """
    DELETE FROM user_roles WHERE user_id = :user_id AND role_id = :role_id
"""

GIVE_ROLE = """
    INSERT INTO user_roles (user_id, role_id) VALUES (:user_id, :role_id)
"""

_ROLE = "id, name, description, permissions, built_in, created_at, updated_at"

ROLE = f"""
    SELECT {_ROLE} FROM roles WHERE id = :id
"""

ROLES = f"""
    SELECT {_ROLE} FROM roles ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :offset
"""

ROLE_COUNT = """
    SELECT COUNT(*) FROM roles
"""

ROLES_BY_ID = f"""
    SELECT {_ROLE} FROM roles WHERE id IN (SELECT value FROM each(:ids))
"""

ROLES_BY_NAME = f"""
    SELECT {_ROLE} FROM roles WHERE name_key IN (SELECT value FROM each(:name_keys))
"""

INSERT_ROLE = """
    INSERT INTO roles
        (id, name, name_key, description, permissions, built_in, created_at, updated_at)
    VALUES (:id, :name, :name_key, :description, :permissions, :built_in, :now, :now)
"""

INSERT_BUILT_IN_ROLE = f"""
    {INSERT_ROLE} ON CONFLICT (name_key) DO NOTHING
"""

UPDATE_ROLE = """
    UPDATE roles
       SET name = :name, name_key = :name_key, description = :description,
           permissions = :permissions, updated_at = :now
     WHERE id = :id
"""

DELETE_ROLE = """
    DELETE FROM roles
     WHERE id = :id AND NOT EXISTS (SELECT 1 FROM user_roles WHERE role_id = :id)
"""

TAKE_RIGHTS = """
    UPDATE roles SET updated_at = updated_at WHERE name = :administrator RETURNING id
"""

ACTIVE_HOLDERS = """
    SELECT COUNT(*)
      FROM roles r
      JOIN user_roles ur ON ur.role_id = r.id
      JOIN users u ON u.id = ur.user_id
     WHERE r.name = :role AND u.active
"""

INSERT_TOKEN = """
    INSERT INTO tokens
        (id, user_id, kind, name, digest, scopes, created_at, expires_at, address, client)
    VALUES (:id, :user_id, :kind, :name, :digest, :scopes, :now, :expires_at, :address, :client)
"""

TOKEN_EXISTS = """
    SELECT id FROM tokens WHERE id = :id
"""

PERSONAL_TOKEN = """
    SELECT id, name, scopes, expires_at, created_at, last_used_at
      FROM tokens
     WHERE id = :id AND user_id = :user_id AND kind = 'personal'
"""

PERSONAL_TOKENS = """
    SELECT id, name, scopes, expires_at, created_at, last_used_at
      FROM tokens
     WHERE user_id = :user_id AND kind = 'personal'
     ORDER BY created_at DESC, id DESC
     LIMIT :limit OFFSET :offset
"""

PERSONAL_TOKEN_COUNT = """
    SELECT COUNT(*) FROM tokens WHERE user_id = :user_id AND kind = 'personal'
"""

SESSIONS = """
    SELECT id, created_at, expires_at, last_used_at, address, client
      FROM tokens
     WHERE user_id = :user_id AND kind = 'session' AND expires_at > :now
     ORDER BY created_at DESC, id DESC
     LIMIT :limit OFFSET :offset
"""

SESSION_COUNT = """
    SELECT COUNT(*) FROM tokens
     WHERE user_id = :user_id AND kind = 'session' AND expires_at > :now
"""

DELETE_SESSION = """
    DELETE FROM tokens WHERE id = :id AND user_id = :user_id AND kind = 'session'
"""

NOTE_USE = """
    UPDATE tokens SET last_used_at = :now
     WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :now)
"""

ANY_SIGN_ON = """
    SELECT id FROM users WHERE last_login_at IS NOT NULL LIMIT 1
"""

DELETE_TOKEN = """
    DELETE FROM tokens WHERE id = :id AND user_id = :user_id
"""

DELETE_OTHER_TOKENS = """
    DELETE FROM tokens WHERE user_id = :user_id AND id <> :kept
"""

STANDING_TOKENS = """
    SELECT t.id
      FROM each(:token_ids) AS wanted
      JOIN tokens t ON t.id = wanted.value
      JOIN users u ON u.id = t.user_id AND u.active
"""
"""Of some tokens those that have not been revoked, and whose owners are not deactivated."""

KNOWN_ADDRESS = """
    SELECT t.id
      FROM users u
      JOIN tokens t ON t.user_id = u.id AND t.kind = 'session'
     WHERE u.email_key = :email_key AND t.address = :address
     LIMIT 1
"""

DELETE_EXPIRED_SESSIONS = """
    DELETE FROM tokens WHERE user_id = :user_id AND kind = 'session' AND expires_at <= :now
"""

IS_SESSION = """
    SELECT COUNT(*) FROM tokens WHERE id = :id AND kind = 'session'
"""

WIDEN_SESSION = """
    UPDATE tokens SET scopes = NULL WHERE id = :id AND kind = 'session'
"""
