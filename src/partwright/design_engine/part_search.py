"""Search for existing parts while drafting, with the rights of the session's user."""

from decimal import Decimal

from partwright.design_engine.access import existing_parts
from partwright.drafter.drafts import DraftStruct, FoundPart
from partwright.identity.model import Actor
from partwright.items.list_queries import ItemListQuery, list_items
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.relationships import explosion_service, structure
from partwright.versioning.design_service import DesignsQuery, page_of_designs
from partwright.versioning.model import MAIN, ShownVersion

MOST_FOUND = 20
MOST_LINES = 200
DEEPEST_LINES = 3


async def find_parts(
    snapshot: Snapshot, actor: Actor, query: str, *, limit: int
) -> list[FoundPart]:
    """Parts that match all words of the query, or else any of them, the best first."""
    words = query.split()[:6]
    exact = await list_items(
        snapshot,
        actor,
        ItemListQuery(search=" ".join(query.split()), limit=limit),
        item_type="Part",
    )
    found = {version.item_id: version for version in exact.rows}
    if len(found) < limit and len(words) > 1:
        for word in sorted(words, key=len, reverse=True)[:3]:
            page = await list_items(
                snapshot, actor, ItemListQuery(search=word, limit=100), item_type="Part"
            )
            found |= {v.item_id: v for v in page.rows if v.item_id not in found}
    ranked = sorted(found.values(), key=lambda version: -_matches(version, words))
    return [_found(v) for v in ranked[:limit] if v.state != "Obsolete" and _matches(v, words)]


def _matches(version: ShownVersion, words: list[str]) -> int:
    """The number of words that stand in number, name, material or description."""
    told = (version.item_number, version.name, version.material, version.description)
    text = "\n".join(one for one in told if one).casefold()
    return sum(word.casefold() in text for word in words)


def _found(version: ShownVersion) -> FoundPart:
    return FoundPart(
        item_id=version.item_id,
        item_number=version.item_number,
        name=version.name,
        revision=version.revision,
        state=version.state,
        description=version.description,
        part_type=version.part_type,
        material=version.material,
        design_id=version.design_id,
    )


class FoundLine(DraftStruct, frozen=True, kw_only=True):
    """A line of an existing structure."""

    level: int
    quantity: Decimal
    item_id: str
    item_number: str
    name: str


async def bom_of(snapshot: Snapshot, actor: Actor, item_id: ItemId) -> list[FoundLine]:
    """The structure below an item, depth first; cut after some lines."""
    found = await structure.walk_down(snapshot, actor, item_id, view=MAIN, depth=DEEPEST_LINES)
    lines = await explosion_service.explode(found, flat=False, depth=DEEPEST_LINES)
    return [
        FoundLine(
            level=line.level,
            quantity=line.quantity,
            item_id=line.item.id,
            item_number=line.item.item_number,
            name=line.item.name,
        )
        for line in lines[:MOST_LINES]
    ]


class FoundDesign(DraftStruct, frozen=True, kw_only=True):
    """A design that a search brought up."""

    id: str
    code: str
    name: str
    description: str | None


async def designs_like(snapshot: Snapshot, actor: Actor, query: str) -> list[FoundDesign]:
    """Designs whose code or name contains the query."""
    page = await page_of_designs(snapshot, actor, DesignsQuery(search=query, limit=MOST_FOUND))
    return [
        FoundDesign(id=d.id, code=d.code, name=d.name, description=d.description) for d in page.rows
    ]


async def known_ids(snapshot: Snapshot, actor: Actor, ids: list[str]) -> set[str]:
    """The ids that name parts the actor sees."""
    return set(await existing_parts(snapshot, actor, ids))
