"""The statements on programs, members and designs."""

from partwright.programs.model import Design, Program
from partwright.programs.visibility import visible

_DESIGN = ", ".join(f"d.{name}" for name in Design.__struct_fields__)
_PROGRAM = ", ".join(f"p.{name}" for name in Program.__struct_fields__)

DESIGN = f"""
    SELECT {_DESIGN} FROM designs d WHERE d.id = :id AND {visible("d.program_id")}
"""

PROGRAM = f"""
    SELECT {_PROGRAM} FROM programs p WHERE p.id = :id AND {visible("p.id")}
"""

NEXT_COMMIT = """
    UPDATE commit_order SET last = last + 1 RETURNING last
"""

MEMBER_ROLE = """
    SELECT role FROM program_members WHERE program_id = :program_id AND user_id = :user_id
"""
