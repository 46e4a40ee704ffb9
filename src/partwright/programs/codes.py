"""Rows that have a code of their own: the one asked for, or the first free one of a name.

Code and name are searched for, so both are written here.
"""

from collections.abc import Mapping
from itertools import islice

import msgspec

from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.db.violations import refusal_for_violation
from partwright.programs import queries, rules
from partwright.programs.model import CodeTaken

_FIRST_LOOK = 20


class CodeRegister(msgspec.Struct, frozen=True):
    """Place where codes of one kind are kept."""

    kind: str
    taken: str
    """The statement that finds those of `:codes` which are in use."""
    insert: str
    """The statement that inserts a row, or nothing when its code is in use."""
    update: str
    unique: str
    """The index that `update` runs into when the code is in use."""


PROGRAMS = CodeRegister(
    "Program",
    queries.TAKEN_PROGRAM_CODES,
    queries.INSERT_PROGRAM,
    queries.UPDATE_PROGRAM,
    "programs_code",
)


async def insert_with_code(
    tx: Transaction,
    register: CodeRegister,
    row: Mapping[str, Value],
    *,
    name: str,
    code: str | None,
) -> str:
    """Insert the row with the code, or with one made of the name; answers the code.

    CodeTaken when the code that is asked for is in use.
    """
    if code is not None:
        if not await _insert(tx, register, row, name=name, code=code):
            raise CodeTaken(register.kind, code)
        return code
    made = rules.code_of(name, otherwise=register.kind.upper())
    while True:
        free = await _free(tx, register, made)
        # Somebody else may have taken it since it was found free.
        if await _insert(tx, register, row, name=name, code=free):
            return free


async def update_with_code(
    tx: Transaction, register: CodeRegister, row: Mapping[str, Value]
) -> None:
    """Update a row, its name and code included; CodeTaken when another row has the code."""
    code = str(row["code"])
    text = rules.program_search_text(code, str(row["name"]))
    try:
        await tx.run(register.update, **row, search_text=text)
    except ConstraintViolated as violation:
        taken = {register.unique: lambda: CodeTaken(register.kind, code)}
        raise refusal_for_violation(violation, taken) from violation


async def _insert(
    tx: Transaction, register: CodeRegister, row: Mapping[str, Value], *, name: str, code: str
) -> bool:
    text = rules.program_search_text(code, name)
    return await tx.run(register.insert, **row, name=name, code=code, search_text=text) > 0


async def _free(snapshot: Snapshot, register: CodeRegister, made: str) -> str:
    """The first of a code's candidates that is not in use."""
    candidates, look = rules.code_candidates(made), _FIRST_LOOK
    while True:
        codes = list(islice(candidates, look))
        taken = set(await snapshot.all(str, register.taken, codes=codes))
        for code in codes:
            if code not in taken:
                return code
        look *= 10
