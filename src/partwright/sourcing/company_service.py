"""Manufacturers and suppliers: found, made, changed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import new_id
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.kit.plain_letters import are_spelt_alike, plain_letters, plain_spellings
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
    spelt = [like_anywhere(text) if text else "" for text in plain_spellings(company_key(search))]
    statements = STATEMENTS[kind]
    return await page_of_rows(
        snapshot,
        Company,
        statements.listed,
        statements.count,
        params={"words": spelt[0], "other_words": spelt[-1]},
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
        plain_name=plain_letters(company_key(new.name)),
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
            plain_name=plain_letters(company_key(after.name)),
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
    """The companies of those names; those that are missing are made.

    A name that no company has is that of the only one whose name differs in its accents: `Wurth`
    is `Würth`.
    """
    wanted = {company_key(name): name for name in names if name.strip()}
    if not wanted:
        return EnsuredCompanies({}, [])
    found = await tx.all(Company, STATEMENTS[kind].by_keys, keys=list(wanted))
    called = {company_key(company.name): company.name for company in found}
    missing = wanted.keys() - called.keys()
    spelt = await _spelt_alike(tx, kind, [*called.values()], {key: wanted[key] for key in missing})
    for key in sorted(missing - spelt.keys()):
        await _insert(tx, kind, CompanyId(new_id()), CompanyInput(wanted[key][:500]))
    keys = [*(wanted.keys() - spelt.keys()), *spelt.values()]
    if missing:
        found = await tx.all(Company, STATEMENTS[kind].by_keys, keys=keys)
    ids = {company_key(company.name): company.id for company in found}
    ids |= {key: ids[other] for key, other in spelt.items() if other in ids}
    made = sorted(missing - spelt.keys())
    return EnsuredCompanies(ids, [ids[key] for key in made if key in ids])


async def _spelt_alike(
    tx: Transaction, kind: CompanyKind, called: Sequence[str], missing: dict[str, str]
) -> dict[str, str]:
    """Key of a missing name -> that of the one company, there or missing too, that is spelt like it."""
    plain = sorted({text for key in missing for text in plain_spellings(key)})
    if not plain:
        return {}
    there = [c.name for c in await tx.all(Company, STATEMENTS[kind].alike, plain=plain)]
    known = {company_key(name): name for name in (*there, *called)}
    found: dict[str, str] = {}
    # Of two spellings that are both new the one with accents is the name.
    for key in sorted(missing, key=str.isascii):
        alike = {other for other, name in known.items() if are_spelt_alike(name, missing[key])}
        if len(alike) == 1:
            found[key] = alike.pop()
        else:
            known[key] = missing[key]
    return found


async def withdraw_companies(
    tx: Transaction, kind: CompanyKind, ids: Sequence[str], *, since: int
) -> None:
    """Take companies back that were made in commit `since` and that nobody edited or uses."""
    if ids:
        await tx.run(STATEMENTS[kind].withdraw, ids=list(ids), since=since, now=clock.now())
