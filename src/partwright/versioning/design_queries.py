"""The statements on designs."""

from partwright.kit.lists import ListDefinition
from partwright.programs.visibility import visible_condition
from partwright.versioning.model import Design

_DESIGN = ", ".join(f"d.{name}" for name in Design.__struct_fields__)

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
