"""The statements on programs, members and designs."""

from partwright.kit.lists import ListDefinition
from partwright.programs.model import Design, Program
from partwright.programs.visibility import visible_condition

_DESIGN = ", ".join(f"d.{name}" for name in Design.__struct_fields__)
_PROGRAM = ", ".join(f"p.{name}" for name in Program.__struct_fields__)

NEXT_COMMIT = """
    UPDATE commit_order SET last = last + 1 RETURNING last
"""

MEMBER_ROLE = """
    SELECT role FROM program_members WHERE program_id = :program_id AND user_id = :user_id
"""

DESIGN = f"""
    SELECT {_DESIGN} FROM designs d WHERE d.id = :id AND {visible_condition("d.program_id")}
"""

TAKEN_DESIGN_CODES = """
    SELECT d.code FROM each(:codes) AS wanted JOIN designs d ON d.code = wanted.value
"""

INSERT_DESIGN = """
    INSERT INTO designs (id, code, name, description, program_id, phase, main_branch_id,
                         is_archived, created_at, updated_at, created_by, search_text)
    VALUES (:id, :code, :name, :description, :program_id, :phase, :main_branch_id,
            :is_archived, :created_at, :updated_at, :created_by, :search_text)
        ON CONFLICT (code) DO NOTHING
"""

INSERT_MAIN_BRANCH = """
    INSERT INTO branches (id, design_id, name, kind, head_commit_id, head_seq, is_locked,
                          is_archived, created_at, created_by)
    VALUES (:id, :design_id, 'main', 'main', :commit_id, :seq, FALSE, FALSE, :now, :created_by)
"""

INSERT_FIRST_COMMIT = """
    INSERT INTO commits (seq, id, design_id, branch_id, message, author_id, created_at,
                         added, modified, removed, revisions)
    VALUES (:seq, :id, :design_id, :branch_id, 'Design created', :author_id, :now, 0, 0, 0, '{}')
"""

UPDATE_DESIGN = """
    UPDATE designs
       SET code = :code, name = :name, description = :description, program_id = :program_id,
           is_archived = :is_archived, updated_at = :updated_at, search_text = :search_text
     WHERE id = :id
"""

MOVE_MASTERS = """
    UPDATE masters SET program_id = :program_id WHERE design_id = :design_id
"""

MOVE_VERSIONS = """
    UPDATE versions SET program_id = :program_id
     WHERE master_id IN (SELECT m.id FROM masters m WHERE m.design_id = :design_id)
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

DESIGNS = ListDefinition(
    columns=_DESIGN,
    table="designs d",
    tie="d.id",
    sorts={
        "id": "d.id",
        "code": "d.code",
        "name": "d.name",
        "description": "d.description",
        "programId": "d.program_id",
        "phase": "d.phase",
        "mainBranchId": "d.main_branch_id",
        "isArchived": "d.is_archived",
        "createdAt": "d.created_at",
        "updatedAt": "d.updated_at",
        "createdBy": "d.created_by",
    },
    with_gaps=frozenset({"description", "programId"}),
    conditions={
        "code": "d.code = :code",
        "name": "d.name = :name",
        "program": "d.program_id = :program_id",
        "phase": "d.phase = :phase",
        "archived": "d.is_archived = :is_archived",
        "search": "d.search_text LIKE :pattern ESCAPE '\\'",
        "seer": visible_condition("d.program_id"),
    },
)

PROGRAMS = ListDefinition(
    columns=_PROGRAM,
    table="programs p",
    tie="p.id",
    sorts={
        "id": "p.id",
        "code": "p.code",
        "name": "p.name",
        "description": "p.description",
        "status": "p.status",
        "customer": "p.customer",
        "startDate": "p.start_date",
        "targetEndDate": "p.target_end_date",
        "createdAt": "p.created_at",
        "updatedAt": "p.updated_at",
        "createdBy": "p.created_by",
    },
    with_gaps=frozenset({"description", "customer", "startDate", "targetEndDate"}),
    conditions={
        "code": "p.code = :code",
        "name": "p.name = :name",
        "status": "p.status = :status",
        "customer": "p.customer = :customer",
        "search": "p.search_text LIKE :pattern ESCAPE '\\'",
        "seer": visible_condition("p.id"),
    },
)
