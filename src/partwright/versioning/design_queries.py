"""The statements on designs."""

from typing import get_args

from partwright.kit.filters import FieldTable, ListField
from partwright.kit.lists import ListDefinition
from partwright.kit.operands import FieldKind
from partwright.programs.queries import visible_condition
from partwright.programs.wire import read_code
from partwright.versioning.master_queries import FREED_KEY
from partwright.versioning.model import Design, Phase
from partwright.versioning.queries import BRANCH_COLUMNS
from partwright.versioning.resolve import COLUMNS, UNBRANCHED

_DESIGN = ", ".join(f"d.{name}" for name in Design.__struct_fields__)

DESIGN = f"""
    SELECT {_DESIGN} FROM designs d
     WHERE d.id = :id AND d.deleted_at IS NULL AND {visible_condition("d.program_id")}
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

MARK_PUBLISHED = "UPDATE designs SET published_from = :cell WHERE id = :id"

DELETE_DESIGN = """
    UPDATE designs
       SET deleted_at = :now, updated_at = :now, code = 'deleted:' || id, is_archived = TRUE
     WHERE id = :id
"""
"""Its code is free for another design."""

OPEN_ON_MAIN = f"""
    SELECT {COLUMNS}
      FROM masters m
      JOIN versions v ON v.master_id = m.id AND v.until IS NULL AND v.branch_id IS NULL
           AND v.is_current AND NOT v.is_deleted
     WHERE m.design_id = :design_id AND m.type NOT IN ({UNBRANCHED})
"""
"""What main of a design shows; work records, which are content of no design, apart."""

RELEASED_IN = f"""
    SELECT DISTINCT v.item_number
      FROM masters m JOIN versions v ON v.master_id = m.id
     WHERE m.design_id = :design_id AND m.type NOT IN ({UNBRANCHED}) AND v.released_at IS NOT NULL
     ORDER BY v.item_number
     LIMIT :limit
"""

FREE_NUMBERS_OF = f"""
    UPDATE masters SET number_key = {FREED_KEY}
     WHERE design_id = :design_id AND type NOT IN ({UNBRANCHED})
"""
"""Nobody ever saw the numbers outside: they are free for other items."""

OPEN_BRANCHES_OF = f"""
    SELECT {BRANCH_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.design_id = :design_id AND b.kind <> 'main' AND NOT b.is_archived
     ORDER BY b.name
"""

ARCHIVE_BRANCHES_OF_DESIGN = """
    UPDATE branches SET is_archived = TRUE WHERE design_id = :design_id
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
    table="(SELECT * FROM designs WHERE deleted_at IS NULL) d",
    tie="d.id",
    fields=FieldTable(
        {
            "id": ListField(expression="d.id", kind=FieldKind.ID),
            "code": ListField(expression="d.code", reads=read_code),
            "name": ListField(expression="d.name"),
            "description": ListField(expression="d.description", has_gaps=True),
            "programId": ListField(expression="d.program_id", kind=FieldKind.ID, has_gaps=True),
            "phase": ListField(expression="d.phase", choices=get_args(Phase)),
            "mainBranchId": ListField(expression="d.main_branch_id", kind=FieldKind.ID),
            "isArchived": ListField(expression="d.is_archived", kind=FieldKind.BOOLEAN),
            "createdAt": ListField(expression="d.created_at", kind=FieldKind.MOMENT),
            "updatedAt": ListField(expression="d.updated_at", kind=FieldKind.MOMENT),
            "createdBy": ListField(expression="d.created_by", kind=FieldKind.ID),
            "publishedFrom": ListField(expression="d.published_from", has_gaps=True),
        }
    ),
    conditions={
        "search": "d.search_text LIKE :pattern ESCAPE '\\'",
        "seer": visible_condition("d.program_id"),
    },
)
