"""Manufacturers and suppliers: found, made, changed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.sourcing.model import (
    Company,
    CompanyEdit,
    CompanyId,
    CompanyInput,
    CompanyKind,
    CompanyNameTaken,
)
from partwright.sourcing.queries import STATEMENTS

_CALLED = {"manufacturers": "Manufacturer", "suppliers": "Supplier"}


class EnsuredCompanies(NamedTuple):
    """Companies by `company_key` of their names, and which of them were made for it."""

    ids: dict[str, CompanyId]
    made: list[CompanyId]


def company_key(name: str) -> str:
    """The common form of two spellings of one name."""
    return " ".join(name.split()).casefold()


async def list_companies(
    snapshot: Snapshot, kind: CompanyKind, *, search: str, paging: PageRequest
) -> Page[Company]:
    """Those whose names hold the text, by name."""
    plain = company_key(search)
    escaped = plain.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    statements = STATEMENTS[kind]
    return await page_of_rows(
        snapshot,
        Company,
        statements.listed,
        statements.count,
        params={"words": f"%{escaped}%" if plain else ""},
        paging=paging,
    )


async def access_company(snapshot: Snapshot, kind: CompanyKind, company_id: str) -> Company:
    """A manufacturer or a supplier; NotFound otherwise."""
    found = await snapshot.one(Company, STATEMENTS[kind].one, id=company_id)
    if found is None:
        raise NotFound.of(_CALLED[kind], company_id)
    return found


async def create_company(tx: Transaction, kind: CompanyKind, new: CompanyInput) -> Company:
    """Make one; CompanyNameTaken where another has the name."""
    company_id = CompanyId(new_id())
    if not await _insert(tx, kind, company_id, new):
        raise CompanyNameTaken(new.name)
    return await access_company(tx, kind, company_id)


async def _insert(
    tx: Transaction, kind: CompanyKind, company_id: CompanyId, new: CompanyInput
) -> int:
    return await tx.run(
        STATEMENTS[kind].insert,
        id=company_id,
        name=" ".join(new.name.split()),
        name_key=company_key(new.name),
        code=new.code,
        website=new.website,
        is_active=new.is_active,
        now=clock.now(),
    )


async def update_company(
    tx: Transaction,
    kind: CompanyKind,
    company_id: str,
    body: PartialUpdate[CompanyEdit],
    *,
    match: IfMatch,
) -> Company:
    """Change one; what does not change makes no new state."""
    await tx.run(STATEMENTS[kind].take, id=company_id)
    present = await access_company(tx, kind, company_id)
    after = body.applied_to(present, match)
    if after is present:
        return present
    try:
        await tx.run(
            STATEMENTS[kind].update,
            id=company_id,
            name=after.name,
            name_key=company_key(after.name),
            code=after.code,
            website=after.website,
            is_active=after.is_active,
            now=clock.now(),
        )
    except ConstraintViolated as violation:
        raise CompanyNameTaken(after.name) from violation
    return await access_company(tx, kind, company_id)


async def companies_by_id(
    snapshot: Snapshot, kind: CompanyKind, ids: Iterable[str], *, withdrawn: bool = True
) -> dict[str, Company]:
    """Those of the ids that there are, with those that only past states name unless told."""
    wanted = list(set(ids))
    statement = STATEMENTS[kind].by_ids if withdrawn else STATEMENTS[kind].present
    found = await snapshot.all(Company, statement, ids=wanted) if wanted else []
    return {company.id: company for company in found}


async def ensure_companies(
    tx: Transaction, kind: CompanyKind, names: Iterable[str]
) -> EnsuredCompanies:
    """The companies of those names; those that are missing are made."""
    wanted = {company_key(name): name for name in names if name.strip()}
    if not wanted:
        return EnsuredCompanies({}, [])
    found = await tx.all(Company, STATEMENTS[kind].by_keys, keys=list(wanted))
    missing = wanted.keys() - {company_key(company.name) for company in found}
    for key in sorted(missing):
        await _insert(tx, kind, CompanyId(new_id()), CompanyInput(wanted[key][:500]))
    if missing:
        found = await tx.all(Company, STATEMENTS[kind].by_keys, keys=list(wanted))
    ids = {company_key(company.name): company.id for company in found}
    return EnsuredCompanies(ids, [ids[key] for key in sorted(missing) if key in ids])


async def withdraw_companies(
    tx: Transaction, kind: CompanyKind, ids: Sequence[str], *, since: int
) -> None:
    """Take companies back that were made in commit `since` and that nobody edited or uses."""
    if ids:
        await tx.run(STATEMENTS[kind].withdraw, ids=list(ids), since=since, now=clock.now())
