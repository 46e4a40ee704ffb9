"""Ranks and hits of what a search found. Long texts are worked through in a thread."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from partwright.search import ranking_rules
from partwright.search.model import SearchGroup, SearchHit, SearchKind
from partwright.search.queries import FoundItem, FoundRecord
from partwright.sourcing.model import read_kept

T = TypeVar("T")

HEAVY = 50_000
"""Characters that are worked through in an instant."""
GRADED = 4_000
"""Characters by which the texts of an item are graded."""

_PAGES: dict[SearchKind, str] = {
    "design": "designs",
    "program": "programs",
    "user": "users",
    "report": "reports",
}


async def best_items(
    items: list[FoundItem],
    kind: SearchKind,
    query: str,
    words: Sequence[str],
    *,
    limit: int,
    most: int,
    is_cut: bool,
) -> SearchGroup:
    """The best of the items, and how many there are: at most so many, or more where they were cut."""

    def group() -> SearchGroup:
        items.sort(key=lambda item: _rank_item(item, query, words))
        hits = [_item_hit(item, kind, words) for item in items[:limit]]
        total = min(len(items), most)
        return SearchGroup(kind, total, hits, is_cut or total < len(items))

    return await _beside_loop(items, group)


async def least_misspelt(items: list[FoundItem], words: Sequence[str]) -> list[FoundItem]:
    """Those in whose texts the fewest letters differ from the words."""

    def nearest() -> list[FoundItem]:
        judged = [(ranking_rules.slips(_whole_text(item), words), item) for item in items]
        near = [(slips, item) for slips, item in judged if slips is not None]
        least = min((slips for slips, _ in near), default=0)
        return [item for slips, item in near if slips == least]

    return await _beside_loop(items, nearest)


async def _beside_loop(items: Sequence[FoundItem], work: Callable[[], T]) -> T:
    """The result of work on the texts of items; on long ones in a thread, so that others are served."""
    texts = (
        text for item in items for text in (item.attributes, item.sources, item.description) if text
    )
    if sum(map(len, texts)) <= HEAVY:
        return work()
    return await asyncio.to_thread(work)


def _source_codes(item: FoundItem) -> dict[str, str]:
    """The manufacturers' and order codes of a part."""
    kept = read_kept(item.sources)
    codes = [part.order_code for source in kept for part in source.suppliers if part.order_code]
    return {
        "mpn": ", ".join(source.mpn for source in kept if source.mpn),
        "orderCode": ", ".join(codes),
        "manufacturer": _names([source.manufacturer_id for source in kept], item),
        "supplier": _names([part.supplier_id for s in kept for part in s.suppliers], item),
    }


def _names(ids: Sequence[str | None], item: FoundItem) -> str:
    return ", ".join(item.companies[id_] for id_ in ids if id_ in item.companies)


def _texts(item: FoundItem) -> dict[str, str | None]:
    """The searched texts of an item, by the names of its fields."""
    attributes = msgspec.json.decode(item.attributes, type=dict[str, str])
    return {
        "itemNumber": item.number,
        "name": item.name,
        "description": item.description,
        **{f"attributes.{name}": text for name, text in attributes.items()},
        **_source_codes(item),
    }


def _whole_text(item: FoundItem) -> str:
    return "\n".join(filter(None, _texts(item).values()))


def _graded_text(item: FoundItem) -> str:
    """The beginning of the same, the codes first: attributes may be as long as a book."""
    texts = [*_source_codes(item).values(), *_texts(item).values()]
    return "\n".join(filter(None, texts))[:GRADED]


def _rank_item(item: FoundItem, query: str, words: Sequence[str]) -> tuple[int, int, str]:
    grade, length, key = ranking_rules.rank(item.number, item.name, query, words)
    if grade == ranking_rules.ELSEWHERE:
        grade += ranking_rules.grade_elsewhere(_graded_text(item), words)
    return grade, length, key


def _item_hit(item: FoundItem, kind: SearchKind, words: Sequence[str]) -> SearchHit:
    return SearchHit(
        id=item.id,
        number=item.number,
        name=item.name,
        kind=kind,
        type=item.type,
        state=item.state,
        matched=ranking_rules.matches_in(_texts(item), words),
        url=f"/{'changes' if kind == 'changeOrder' else 'items'}/{item.number}",
    )


def record_hit(record: FoundRecord, kind: SearchKind, words: Sequence[str]) -> SearchHit:
    texts = {
        "code": record.number,
        "fileName" if kind == "file" else "name": record.name,
        "description": record.description,
    }
    page = f"/items/{record.beside}/files" if kind == "file" else f"/{_PAGES[kind]}/{record.id}"
    return SearchHit(
        id=record.id,
        number=record.number or None,
        name=record.name,
        kind=kind,
        type=record.type,
        state=record.state,
        matched=ranking_rules.matches_in(texts, words),
        url=page,
    )
