"""Categories: found, made, moved in their tree, taken away."""

from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.numbering import queries
from partwright.numbering.model import (
    Category,
    CategoryEdit,
    CategoryExists,
    CategoryId,
    CategoryInput,
    CategoryInUse,
)

MOST_DEPTH = 20
_texts = msgspec.json.Decoder(dict[str, str])


class _Row(msgspec.Struct, frozen=True):
    """A category as its table keeps it."""

    id: CategoryId
    name: str
    parent_id: CategoryId | None
    description: str | None
    default_attributes: str
    created_at: str
    updated_at: str


def _shown(row: _Row) -> Category:
    fields = msgspec.structs.asdict(row)
    fields["default_attributes"] = _texts.decode(row.default_attributes)
    return Category(**fields)


async def list_categories(snapshot: Snapshot, actor: Actor, paging: PageRequest) -> Page[Category]:
    """All categories by name, none for a guest; `parentId` makes them a tree."""
    if not actor.permissions:
        return Page([], 0, paging)
    found = await page_of_rows(
        snapshot, _Row, queries.CATEGORIES, queries.CATEGORY_COUNT, params={}, paging=paging
    )
    return found.map(_shown)


async def access_category(snapshot: Snapshot, category_id: str) -> Category:
    """A category; NotFound where there is none."""
    row = await snapshot.one(_Row, queries.CATEGORY, id=category_id)
    if row is None:
        raise NotFound.of("Category", category_id)
    return _shown(row)


async def create_category(tx: Transaction, actor: Actor, new: CategoryInput) -> Category:
    """Make a category; CategoryExists where one has the name."""
    del actor
    category_id = CategoryId(new_id())
    await _check_parent(tx, category_id, new.parent_id)
    made = await tx.run(queries.INSERT_CATEGORY, id=category_id, now=clock.now(), **_kept(new))
    if not made:
        raise CategoryExists(new.name)
    return await access_category(tx, category_id)


def _kept(category: CategoryInput | Category) -> dict[str, Any]:
    return {
        "name": category.name,
        "name_key": category.name.casefold(),
        "parent_id": category.parent_id,
        "description": category.description,
        "default_attributes": msgspec.json.encode(category.default_attributes).decode(),
    }


async def _check_parent(tx: Transaction, own: CategoryId, parent: str | None) -> None:
    """InvalidInput for a parent that is missing, below the category itself, or too deep."""
    if parent is None:
        return
    # Whoever moves a category above or below waits, so that two moves close no circle.
    await tx.run(queries.TAKE_CATEGORIES, id=parent)
    row = await tx.one(_Row, queries.CATEGORY, id=parent)
    if row is None:
        raise InvalidInput.field("parentId", "expected the id of a category")
    above = await tx.all(str, queries.ABOVE, id=parent)
    if own in above:
        raise InvalidInput.field(
            "parentId", "expected a category outside this one's own branch of the tree"
        )
    if len(above) >= MOST_DEPTH:
        raise InvalidInput.field("parentId", f"expected at most {MOST_DEPTH} levels")


async def update_category(
    tx: Transaction, category_id: str, body: PartialUpdate[CategoryEdit], *, match: IfMatch
) -> Category:
    """Change a category; items that name it are not renamed with it."""
    await tx.run(queries.TAKE_CATEGORIES, id=category_id)
    present = await access_category(tx, category_id)
    after = body.applied_to(present, match)
    if after is present:
        return present
    if after.parent_id != present.parent_id:
        await _check_parent(tx, present.id, after.parent_id)
    if not await tx.run(queries.UPDATE_CATEGORY, id=category_id, now=clock.now(), **_kept(after)):
        raise CategoryExists(after.name)
    return await access_category(tx, category_id)


async def delete_category(tx: Transaction, category_id: str) -> None:
    """Take a category away with its scheme; CategoryInUse while others stand below it."""
    category = await access_category(tx, category_id)
    if below := await tx.all(str, queries.NAMES_BELOW, id=category_id):
        raise CategoryInUse(category.name, below)
    await tx.run(queries.DELETE_CATEGORY, id=category_id)
