"""The statements on programs and members."""

from typing import get_args

from partwright.kit.filters import FieldTable, ListField
from partwright.kit.lists import ListDefinition
from partwright.kit.operands import FieldKind
from partwright.programs.model import Program, Status
from partwright.programs.wire import read_code


def visible_condition(program_id: str) -> str:
    """A condition on the column that holds a row's program; rows without one are for everybody.

    Needs the parameters of `visibility_params`.
    """
    return (
        f"(:sees_all OR {program_id} IS NULL OR {program_id} IN"
        " (SELECT member.program_id FROM program_members member WHERE member.user_id = :seer))"
    )


_PROGRAM = ", ".join(f"p.{name}" for name in Program.__struct_fields__)

MEMBER_ROLE = """
    SELECT role FROM program_members WHERE program_id = :program_id AND user_id = :user_id
"""

PROGRAM = f"""
    SELECT {_PROGRAM} FROM programs p WHERE p.id = :id AND {visible_condition("p.id")}
"""

TAKE_PROGRAM = """
    UPDATE programs SET updated_at = updated_at WHERE id = :id
"""

TAKEN_PROGRAM_CODES = """
    SELECT p.code FROM each(:codes) AS wanted JOIN programs p ON p.code = wanted.value
"""

INSERT_PROGRAM = """
    INSERT INTO programs (id, code, name, description, status, customer, start_date,
                          target_end_date, created_at, updated_at, created_by, search_text)
    VALUES (:id, :code, :name, :description, :status, :customer, :start_date,
            :target_end_date, :created_at, :updated_at, :created_by, :search_text)
        ON CONFLICT (code) DO NOTHING
"""

UPDATE_PROGRAM = """
    UPDATE programs
       SET code = :code, name = :name, description = :description, status = :status,
           customer = :customer, start_date = :start_date, target_end_date = :target_end_date,
           updated_at = :updated_at, search_text = :search_text
     WHERE id = :id
"""

USER_NAME = """
    SELECT name FROM users WHERE id = :user_id
"""

MEMBER = """
    SELECT u.id, u.name, u.email, m.role
      FROM program_members m JOIN users u ON u.id = m.user_id
     WHERE m.program_id = :program_id AND m.user_id = :user_id
"""

MEMBERS = """
    SELECT u.id, u.name, u.email, m.role
      FROM program_members m JOIN users u ON u.id = m.user_id
     WHERE m.program_id = :program_id
     ORDER BY m.created_at DESC, m.user_id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_MEMBERS = """
    SELECT COUNT(*) FROM program_members WHERE program_id = :program_id
"""

COUNT_LEADS = """
    SELECT COUNT(*) FROM program_members WHERE program_id = :program_id AND role = 'lead'
"""

INSERT_MEMBER = """
    INSERT INTO program_members (program_id, user_id, role, created_at)
    VALUES (:program_id, :user_id, :role, :now)
        ON CONFLICT (program_id, user_id) DO NOTHING
"""

UPDATE_MEMBER = """
    UPDATE program_members SET role = :role WHERE program_id = :program_id AND user_id = :user_id
"""

DELETE_MEMBER = """
    DELETE FROM program_members WHERE program_id = :program_id AND user_id = :user_id
"""

PROGRAMS = ListDefinition(
    columns=_PROGRAM,
    table="programs p",
    tie="p.id",
    fields=FieldTable(
        {
            "id": ListField(expression="p.id", kind=FieldKind.ID),
            "code": ListField(expression="p.code", reads=read_code),
            "name": ListField(expression="p.name"),
            "description": ListField(expression="p.description", has_gaps=True),
            "status": ListField(expression="p.status", choices=get_args(Status)),
            "customer": ListField(expression="p.customer", has_gaps=True),
            "startDate": ListField(expression="p.start_date", kind=FieldKind.DATE, has_gaps=True),
            "targetEndDate": ListField(
                expression="p.target_end_date", kind=FieldKind.DATE, has_gaps=True
            ),
            "createdAt": ListField(expression="p.created_at", kind=FieldKind.MOMENT),
            "updatedAt": ListField(expression="p.updated_at", kind=FieldKind.MOMENT),
            "createdBy": ListField(expression="p.created_by", kind=FieldKind.ID),
        }
    ),
    conditions={
        "search": "p.search_text LIKE :pattern ESCAPE '\\'",
        "seer": visible_condition("p.id"),
    },
)

PROGRAMS_OF = """
    SELECT p.id, p.code, m.role
      FROM program_members m JOIN programs p ON p.id = m.program_id
     WHERE m.user_id = :user_id
     ORDER BY p.code
"""
