"""Rows that have a code of their own: the one asked for, or the first free one of a name."""

from collections.abc import Mapping
from itertools import islice

import msgspec

from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.programs import queries, rules
from partwright.programs.model import CodeTaken

_FIRST_LOOK = 20


class Register(msgspec.Struct, frozen=True):
    """Where codes of one kind are kept."""

    kind: str
    taken: str
    """The statement that finds those of `:codes` which are in use."""
    insert: str
    """The statement that inserts a row, or nothing when its code is in use."""


DESIGNS = Register("Design", queries.TAKEN_DESIGN_CODES, queries.INSERT_DESIGN)
PROGRAMS = Register("Program", queries.TAKEN_PROGRAM_CODES, queries.INSERT_PROGRAM)


async def enter(
    tx: Transaction, register: Register, row: Mapping[str, Value], *, name: str, code: str | None
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


async def _insert(
    tx: Transaction, register: Register, row: Mapping[str, Value], *, name: str, code: str
) -> bool:
    text = rules.search_text(code, name)
    return await tx.run(register.insert, **row, name=name, code=code, search_text=text) > 0


async def _free(snapshot: Snapshot, register: Register, made: str) -> str:
    """The first of a code's candidates that is not in use."""
    candidates, look = rules.candidates(made), _FIRST_LOOK
    while True:
        codes = list(islice(candidates, look))
        taken = set(await snapshot.all(str, register.taken, codes=codes))
        for code in codes:
            if code not in taken:
                return code
        look *= 10
