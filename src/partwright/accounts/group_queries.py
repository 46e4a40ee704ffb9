"""The statements on what groups bring: mappings, and the roles that were given by them."""

import msgspec

from partwright.kit.ids import RoleId, UserId


class MappingRow(msgspec.Struct, frozen=True):
    """A mapping with the names of what it brings."""

    id: str
    group: str
    role_id: RoleId | None
    role_name: str | None
    program_id: str | None
    program_code: str | None
    program_role: str | None
    created_at: str


class GivenRole(msgspec.Struct, frozen=True):
    """A role that groups give a user or take from them."""

    user_id: UserId
    role_id: RoleId


_MAPPING = """
    SELECT m.id, m.group_name, m.role_id, r.name, m.program_id, p.code, m.program_role,
           m.created_at
      FROM group_mappings m
      LEFT JOIN roles r ON r.id = m.role_id
      LEFT JOIN programs p ON p.id = m.program_id
"""

MAPPING = f"""
    {_MAPPING} WHERE m.id = :id
"""

MAPPINGS = f"""
    {_MAPPING} ORDER BY m.group_key, m.id LIMIT :limit OFFSET :offset
"""

MAPPING_COUNT = """
    SELECT COUNT(*) FROM group_mappings
"""

INSERT_MAPPING = """
    INSERT INTO group_mappings
        (id, group_name, group_key, role_id, program_id, program_role, created_at, created_by)
    VALUES (:id, :group_name, :group_key, :role_id, :program_id, :program_role, :now, :created_by)
        ON CONFLICT DO NOTHING
"""

DELETE_MAPPING = """
    DELETE FROM group_mappings WHERE id = :id
"""

_GROUPS = """
    SELECT member.user_id AS user_id, grp.name_key AS group_key
      FROM directory_group_members member
      JOIN directory_groups grp ON grp.id = member.group_id
     UNION ALL
    SELECT claimed.user_id, claimed.group_key FROM claimed_groups claimed
"""
"""The groups that users are in, whoever says so."""

USERS_OF_GROUP = f"""
    SELECT DISTINCT found.user_id FROM ({_GROUPS}) AS found WHERE found.group_key = :group_key
"""

_GRANTED_ROLES = f"""
    SELECT DISTINCT found.user_id AS user_id, m.role_id AS role_id
      FROM ({_GROUPS}) AS found
      JOIN each(:user_ids) AS wanted ON wanted.value = found.user_id
      JOIN group_mappings m ON m.group_key = found.group_key AND m.role_id IS NOT NULL
"""

MISSING_ROLES = f"""
    SELECT granted.user_id, granted.role_id FROM ({_GRANTED_ROLES}) AS granted
     WHERE NOT EXISTS (SELECT 1 FROM user_roles held
                        WHERE held.user_id = granted.user_id AND held.role_id = granted.role_id)
"""

ENDED_ROLES = f"""
    SELECT given.user_id, given.role_id
      FROM group_given_roles given
      JOIN each(:user_ids) AS wanted ON wanted.value = given.user_id
     WHERE NOT EXISTS (SELECT 1 FROM ({_GRANTED_ROLES}) AS granted
                        WHERE granted.user_id = given.user_id
                          AND granted.role_id = given.role_id)
"""

NOTE_ROLE = """
    INSERT INTO group_given_roles (user_id, role_id) VALUES (:user_id, :role_id)
        ON CONFLICT (user_id, role_id) DO NOTHING
"""
"""What a user holds already by another hand is not noted, and so not the groups' to take away."""

FORGET_ROLE = """
    DELETE FROM group_given_roles WHERE user_id = :user_id AND role_id = :role_id
"""

FORGET_CLAIMS = """
    DELETE FROM claimed_groups WHERE user_id = :user_id
"""

CLAIM_GROUPS = """
    INSERT INTO claimed_groups (user_id, group_key)
    SELECT CAST(:user_id AS text), wanted.value FROM each(:group_keys) AS wanted
     WHERE wanted.value IN (SELECT group_key FROM group_mappings)
        ON CONFLICT (user_id, group_key) DO NOTHING
"""
"""Those alone that a mapping names: what else a provider tells of a person is nothing to us."""

_GRANTED = f"""
    SELECT m.program_id AS program_id, found.user_id AS user_id,
           MAX(CASE m.program_role WHEN 'lead' THEN 3 WHEN 'engineer' THEN 2 ELSE 1 END) AS rank
      FROM ({_GROUPS}) AS found
      JOIN each(:user_ids) AS wanted ON wanted.value = found.user_id
      JOIN group_mappings m ON m.group_key = found.group_key AND m.program_id IS NOT NULL
     GROUP BY m.program_id, found.user_id
"""
"""The places that groups bring some users; of several in one program that with the most rights."""
_RANKED = "CASE granted.rank WHEN 3 THEN 'lead' WHEN 2 THEN 'engineer' ELSE 'viewer' END"

MISSING_PLACES = f"""
    SELECT granted.program_id, granted.user_id, {_RANKED} FROM ({_GRANTED}) AS granted
     WHERE NOT EXISTS (SELECT 1 FROM program_members held
                        WHERE held.user_id = granted.user_id
                          AND held.program_id = granted.program_id)
"""

CHANGED_PLACES = f"""
    SELECT granted.program_id, granted.user_id, {_RANKED}
      FROM ({_GRANTED}) AS granted
      JOIN group_given_memberships given
           ON given.user_id = granted.user_id AND given.program_id = granted.program_id
      JOIN program_members held
           ON held.user_id = granted.user_id AND held.program_id = granted.program_id
     WHERE held.role <> {_RANKED}
"""

ENDED_PLACES = f"""
    SELECT given.program_id, given.user_id, ''
      FROM group_given_memberships given
      JOIN each(:user_ids) AS wanted ON wanted.value = given.user_id
     WHERE NOT EXISTS (SELECT 1 FROM ({_GRANTED}) AS granted
                        WHERE granted.user_id = given.user_id
                          AND granted.program_id = given.program_id)
"""

NOTE_PLACE = """
    INSERT INTO group_given_memberships (user_id, program_id) VALUES (:user_id, :program_id)
        ON CONFLICT (user_id, program_id) DO NOTHING
"""

FORGET_PLACE = """
    DELETE FROM group_given_memberships WHERE user_id = :user_id AND program_id = :program_id
"""

INSERT_GROUP = """
    INSERT INTO directory_groups (id, name, name_key, external_id, created_at, updated_at)
    VALUES (:id, :name, :name_key, :external_id, :now, :now)
        ON CONFLICT (name_key) DO NOTHING
"""

UPDATE_GROUP = """
    UPDATE directory_groups
       SET name = :name, name_key = :name_key, external_id = :external_id, updated_at = :now
     WHERE id = :id
"""

DELETE_GROUP = """
    DELETE FROM directory_groups WHERE id = :id
"""

LET_MEMBERS_IN = """
    INSERT INTO directory_group_members (group_id, user_id)
    SELECT CAST(:id AS text), wanted.value FROM each(:user_ids) AS wanted
     WHERE TRUE
        ON CONFLICT (group_id, user_id) DO NOTHING
"""

LET_MEMBERS_OUT = """
    DELETE FROM directory_group_members
     WHERE group_id = :id AND user_id IN (SELECT value FROM each(:user_ids))
"""

LEAVE_GROUPS = """
    DELETE FROM directory_group_members WHERE user_id = :id
"""
