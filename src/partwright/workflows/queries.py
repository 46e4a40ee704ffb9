"""The statements on workflow definitions, their versions and approvers."""

from typing import get_args

import msgspec

from partwright.kit.filters import FieldTable, ListField
from partwright.kit.ids import ApproverId, ItemId, RoleId, UserId, WorkflowId
from partwright.kit.lists import ListDefinition
from partwright.kit.operands import FieldKind
from partwright.workflows.model import Kind, Style


class DefinitionRow(msgspec.Struct, frozen=True):
    """A definition in one version, its lists as JSON."""

    id: WorkflowId
    version: int
    name: str
    definition_type: Kind
    workflow_type: str
    description: str | None
    item_types: str
    change_types: str
    states: str
    transitions: str
    is_active: bool
    created_at: str
    updated_at: str


class DefinitionHead(msgspec.Struct, frozen=True):
    """A usable definition, without its states: enough to tell what it applies to."""

    id: WorkflowId
    version: int
    updated_at: str
    definition_type: Kind
    item_types: str
    change_types: str


class ApproverRow(msgspec.Struct, frozen=True):
    """An approver with one of the roles that the user named has."""

    id: ApproverId
    state_id: str
    user_id: UserId | None
    role_id: RoleId | None
    user_name: str | None
    role_name: str | None
    is_active: bool | None
    user_role_id: RoleId | None


class FollowedRow(msgspec.Struct, frozen=True):
    """The states and transitions that a change order runs on, as JSON."""

    change_order_id: ItemId
    states: str
    transitions: str


class RoleName(msgspec.Struct, frozen=True):
    """A role and what it is called."""

    id: RoleId
    name: str


_CONTENT = (
    "name, definition_type, workflow_type, description, item_types, change_types, states,"
    " transitions, is_active, created_at, updated_at"
)
_ROW = f"id, version, {_CONTENT}"

INSERT_DEFINITION = """
    INSERT INTO workflow_definitions
           (id, name, name_key, definition_type, workflow_type, description, item_types,
            change_types, states, transitions, is_active, is_usable, version, created_at, updated_at)
    VALUES (:id, :name, :name_key, :definition_type, :workflow_type, :description, :item_types,
            :change_types, :states, :transitions, :is_active, :is_usable, 1, :now, :now)
        ON CONFLICT (name_key) DO NOTHING
"""

UPDATE_DEFINITION = """
    UPDATE workflow_definitions
       SET name = :name, name_key = :name_key, description = :description,
           item_types = :item_types, change_types = :change_types, states = :states,
           transitions = :transitions, is_active = :is_active, is_usable = :is_usable,
           version = version + 1, updated_at = :now
     WHERE id = :id
"""

KEEP_VERSION = f"""
    INSERT INTO workflow_versions (definition_id, version, {_CONTENT}, made_by)
    SELECT id, version, {_CONTENT}, CAST(:made_by AS text)
      FROM workflow_definitions
     WHERE id = :id
"""

TAKE_DEFINITION = """
    UPDATE workflow_definitions SET version = version WHERE id = :id
"""

FOLLOWED = """
    SELECT i.change_order_id, i.states, i.transitions
      FROM each(:ids) AS wanted
      JOIN workflow_instances i ON i.change_order_id = wanted.value
"""

RUNNING_INSTANCES = """
    SELECT COUNT(*)
      FROM workflow_instances i
     WHERE i.definition_id = :id AND i.status = 'active'
       AND NOT EXISTS (
           SELECT 1 FROM versions v
            WHERE v.item_id = i.change_order_id AND v.until IS NULL AND v.is_deleted)
"""

DELETE_DEFINITION = """
    DELETE FROM workflow_definitions WHERE id = :id
"""

DEFINITION_COUNT = """
    SELECT COUNT(*) FROM workflow_definitions
"""

DEFINITION = f"""
    SELECT {_ROW} FROM workflow_definitions WHERE id = :id
"""

VERSION = f"""
    SELECT definition_id, version, {_CONTENT}
      FROM workflow_versions
     WHERE definition_id = :id AND version = :version
"""

USABLE_DEFINITIONS = """
    SELECT id, version, updated_at, definition_type, item_types, change_types
      FROM workflow_definitions
     WHERE is_active AND is_usable AND (item_types <> '[]' OR definition_type = 'workflow')
     ORDER BY created_at DESC, id DESC
"""

DEFINITIONS_BY_ID = f"""
    SELECT {_ROW} FROM workflow_definitions WHERE id IN (SELECT value FROM each(:ids))
"""

LIFECYCLES_NAMED = f"""
    SELECT {_ROW}
      FROM workflow_definitions
     WHERE id IN (SELECT value FROM each(:ids)) AND definition_type = 'lifecycle'
"""

APPROVERS = """
    SELECT a.id, a.state_id, a.user_id, a.role_id, u.name, r.name, u.active, ur.role_id
      FROM workflow_approvers a
      LEFT JOIN users u ON u.id = a.user_id
      LEFT JOIN roles r ON r.id = a.role_id
      LEFT JOIN user_roles ur ON ur.user_id = a.user_id
     WHERE a.definition_id = :id
     ORDER BY a.created_at, a.id
"""

INSERT_APPROVER = """
    INSERT INTO workflow_approvers (id, definition_id, state_id, user_id, role_id, created_at)
    VALUES (:id, :definition_id, :state_id, :user_id, :role_id, :now)
        ON CONFLICT DO NOTHING
"""

DELETE_APPROVER = """
    DELETE FROM workflow_approvers
     WHERE id = :id AND definition_id = :definition_id AND state_id = :state_id
"""

DELETE_APPROVERS = """
    DELETE FROM workflow_approvers WHERE definition_id = :id
"""

ROLE_NAMES = """
    SELECT id, name FROM roles WHERE id IN (SELECT value FROM each(:ids))
"""

ALL_ROLES = """
    SELECT id, name FROM roles
"""

DEFINITIONS = ListDefinition(
    columns=_ROW,
    table="workflow_definitions",
    tie="id",
    fields=FieldTable(
        {
            "id": ListField(expression="id", kind=FieldKind.ID),
            "name": ListField(expression="name_key"),
            "description": ListField(expression="description", has_gaps=True),
            "definitionType": ListField(expression="definition_type", choices=get_args(Kind)),
            "workflowType": ListField(expression="workflow_type", choices=get_args(Style)),
            "isActive": ListField(expression="is_active", kind=FieldKind.BOOLEAN),
            "version": ListField(expression="version", kind=FieldKind.INTEGER),
            "createdAt": ListField(expression="created_at", kind=FieldKind.MOMENT),
            "updatedAt": ListField(expression="updated_at", kind=FieldKind.MOMENT),
        }
    ),
    conditions={
        "active": "is_active = :is_active",
        "type": "definition_type = :definition_type",
    },
)
