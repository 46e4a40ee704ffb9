"""The bodies that make and change programs and members."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.kit.field_problems import shown
from partwright.kit.fields import Date, FieldProblem, Name, ShortText, Text, Uuid, cleaned
from partwright.programs import rules
from partwright.programs.model import Role, Status


def read_code(text: str) -> str:
    """The code of a program or design, or FieldProblem."""
    code = rules.as_code(text)
    if code is None:
        raise FieldProblem(f"expected 1 to 50 of the characters A-Z, 0-9 and -, got {shown(text)}")
    return code


Code = Annotated[str, Meta(max_length=100, extra=cleaned(read_code))]


class NewProgram(msgspec.Struct, rename="camel"):
    """A program to be made; without a code it gets one made from its name."""

    name: Name
    code: Code | None = None
    description: Text | None = None
    status: Status = "Active"
    customer: ShortText | None = None
    start_date: Date | None = None
    target_end_date: Date | None = None


class ProgramEdit(msgspec.Struct, rename="camel"):
    """Changes of a program."""

    name: Name | UnsetType = UNSET
    code: Code | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    customer: ShortText | None | UnsetType = UNSET
    start_date: Date | None | UnsetType = UNSET
    target_end_date: Date | None | UnsetType = UNSET


class NewMember(msgspec.Struct, rename="camel"):
    """A user to be taken into a program."""

    user_id: Uuid
    role: Role = "engineer"


class MemberEdit(msgspec.Struct, rename="camel"):
    """Changes of a membership."""

    role: Role | UnsetType = UNSET
