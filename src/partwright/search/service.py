"""Search over all kinds of records, the best first."""

import asyncio
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Permission, may
from partwright.item_types import TYPES
from partwright.items.access import readable_types
from partwright.items.list_queries import INDEXED
from partwright.items.number_rules import number_key
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.like_patterns import like_anywhere
from partwright.programs.access import visibility_params
from partwright.search import queries, ranking_rules
from partwright.search.queries import FoundCompany, FoundItem, FoundRecord
from partwright.search.ranking_rules import Match
from partwright.search.trade_words import OtherWords
from partwright.sourcing.model import read_kept

SearchKind = Literal["item", "changeOrder", "file", "design", "program", "user", "report"]
KINDS: tuple[SearchKind, ...] = get_args(SearchKind)

MOST = 1000
"""Records of a kind that are looked at; more are not counted either."""
SCANNED = 20_000
"""Up to so many items their other texts are read as well, and near misses are looked for."""

_NEEDED: dict[SearchKind, Permission] = {
    "file": may("documents", "read"),
    "design": may("designs", "read"),
    "program": may("programs", "read"),
    "user": may("users", "read"),
    "report": may("reports", "read"),
}
_PAGES: dict[SearchKind, str] = {
    "design": "designs",
    "program": "programs",
    "user": "users",
    "report": "reports",
}


class SearchHit(msgspec.Struct, rename="camel", frozen=True):
    """A record that was found, and where it holds what was looked for."""

    id: str
    number: str | None
    name: str
    kind: SearchKind
    type: str | None
    state: str | None
    matched: list[Match]
    url: str


class SearchGroup(msgspec.Struct, frozen=True):
    """The best records of a kind, and how many were found."""

    kind: SearchKind
    total: int
    hits: list[SearchHit]


async def search(
    snapshot: Snapshot, actor: Actor, query: str, *, kinds: Sequence[SearchKind], limit: int
) -> list[SearchGroup]:
    """The groups in which something was found."""
    words = ranking_rules.words_of(query)
    if not words:
        return []
    groups: list[SearchGroup] = []
    if {"item", "changeOrder"} & set(kinds):
        groups += await _item_groups(snapshot, actor, query, words, kinds=kinds, limit=limit)
    for kind in kinds:
        if kind in _NEEDED and actor.may(_NEEDED[kind]):
            groups += await _record_group(snapshot, actor, query, words, kind=kind, limit=limit)
    return sorted(groups, key=lambda group: KINDS.index(group.kind))


async def _item_groups(
    snapshot: Snapshot,
    actor: Actor,
    query: str,
    words: list[str],
    *,
    kinds: Sequence[SearchKind],
    limit: int,
) -> list[SearchGroup]:
    params = _seen(actor)
    found = await _items(snapshot, query, words, params)
    if not found:
        words = ranking_rules.pieces_of(words)
        found = await _items(snapshot, query, words, params) if words else []
    if not found and words:
        found = await _items_alike(snapshot, words, params)
    by_kind: dict[SearchKind, list[FoundItem]] = {}
    for item in {item.id: item for item in found}.values():
        kind: SearchKind = "changeOrder" if item.type == "ChangeOrder" else "item"
        by_kind.setdefault(kind, []).append(item)
    groups: list[SearchGroup] = []
    for kind, items in by_kind.items():
        if kind in kinds:
            items.sort(key=lambda item: ranking_rules.rank(item.number, item.name, query, words))
            hits = [_item_hit(item, kind, words) for item in items[:limit]]
            groups.append(SearchGroup(kind, len(items), hits))
    return groups


def _seen(actor: Actor) -> dict[str, Value]:
    types = readable_types(actor)
    return {"types": list(TYPES) if types is None else types, **visibility_params(actor)}


async def _items(
    snapshot: Snapshot, query: str, words: list[str], params: dict[str, Value]
) -> list[FoundItem]:
    """Items that hold all words, by the index, or other words for them; in few items, by all texts."""
    key = number_key(" ".join(query.split()))
    found = await snapshot.all(FoundItem, queries.ITEM_BY_NUMBER, number_key=key, **params)
    patterns: dict[str, Value] = {f"w{n}": like_anywhere(word) for n, word in enumerate(words)}
    is_small = (await snapshot.one(int, queries.ITEM_COUNT) or 0) <= SCANNED
    phrases = _phrases(max(words, key=len), is_small=is_small)
    patterns |= {f"phrase{n}": _phrase(text) for n, text in enumerate(phrases)}
    sql = queries.items_by_words(len(words), phrases=len(phrases))
    found += await snapshot.all(FoundItem, sql, most=MOST, **patterns, **params)
    if len(found) < MOST:
        found += await _items_by_other_words(snapshot, words, params, is_scanned=is_small)
    if len(found) < MOST and is_small:
        patterns = {name: value for name, value in patterns.items() if name[0] == "w"}
        companies = await _companies(snapshot, words)
        patterns |= {f"c{n}": list(companies[word]) for n, word in enumerate(words)}
        names = {id_: name for held in companies.values() for id_, name in held.items()}
        sql = queries.items_anywhere(len(words))
        anywhere = await snapshot.all(FoundItem, sql, most=MOST, **patterns, **params)
        found += await asyncio.to_thread(_holding_all, anywhere, names, words)
    return found


def _phrases(word: str, *, is_small: bool) -> list[str]:
    """What the index is asked for; nothing where all rows may be read.

    Of a word that is too short for it, in many items, those are found whose names or whose words
    begin with it or end with it.
    """
    if len(word) >= INDEXED:
        return [word]
    if is_small or len(word) < INDEXED - 1:
        return []
    return [f"\n{word}", f" {word}", f"{word} ", f"-{word}", f"{word}-", f"{word}\n"]


async def _items_by_other_words(
    snapshot: Snapshot, words: list[str], params: dict[str, Value], *, is_scanned: bool
) -> list[FoundItem]:
    """Items that name the same by abbreviations of the trade or in other languages."""
    others = ranking_rules.others_of(words)
    if not others:
        return []
    patterns: dict[str, Value] = {f"w{n}": like_anywhere(word) for n, word in enumerate(words)}
    for n, other in enumerate(others):
        patterns |= {f"p{n}_{m}": like_anywhere(part) for m, part in enumerate(other.parts)}
        patterns |= {f"t{n}_{m}": like_anywhere(t) for m, t in enumerate(other.tokens)}
        patterns |= {f"s{n}_{m}": like_anywhere(f" {t} ") for m, t in enumerate(other.tokens)}
    phrases = [] if is_scanned else _narrowing(words, others)
    if not is_scanned and not phrases:
        return []
    patterns |= {f"phrase{n}": _phrase(phrase) for n, phrase in enumerate(phrases)}
    sql = queries.items_by_other_words(
        tuple(len(other.parts) for other in others),
        tuple(len(other.tokens) for other in others),
        indexed=len(phrases),
    )
    return await snapshot.all(FoundItem, sql, most=MOST, **patterns, **params)


def _narrowing(words: list[str], others: list[OtherWords]) -> list[str]:
    """Phrases for the index of which nearly each sought item holds one.

    A word that is called nothing else serves best; else the names of the longest one. What is too
    short for the index is looked for with the blank after it, and left out where that is too short.
    """
    plain = [w for w, other in zip(words, others, strict=True) if other.is_empty]
    longest = max(plain, key=len, default="")
    if len(longest) >= INDEXED:
        return [longest]
    word, other = max(zip(words, others, strict=True), key=lambda pair: len(pair[0]))
    names = (name if len(name) >= INDEXED else f"{name} " for name in (word, *other.tokens))
    return [name for name in (*names, *other.parts) if len(name) >= INDEXED]


def _holding_all(
    anywhere: list[FoundItem], names: dict[str, str], words: list[str]
) -> list[FoundItem]:
    """Those of the items that hold every word in some text; `names` are those of companies."""
    named = [msgspec.structs.replace(item, companies=names) for item in anywhere]
    return [item for item in named if ranking_rules.holds_all(_texts(item), words)]


async def _companies(snapshot: Snapshot, words: list[str]) -> dict[str, dict[str, str]]:
    """Word -> the manufacturers and suppliers whose names hold it, by their ids."""
    found: dict[str, dict[str, str]] = {}
    for word in words:
        held = await snapshot.all(FoundCompany, queries.COMPANIES, word=like_anywhere(word))
        found[word] = {company.id: company.name for company in held}
    return found


def _phrase(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


async def _items_alike(
    snapshot: Snapshot, words: list[str], params: dict[str, Value]
) -> list[FoundItem]:
    """Items whose words are spelt much like these."""
    trigrams = ranking_rules.trigrams_of(words)
    if not trigrams or (await snapshot.one(int, queries.ITEM_COUNT) or 0) > SCANNED:
        return []
    phrases: dict[str, Value] = {f"t{n}": _phrase(three) for n, three in enumerate(trigrams)}
    sql = queries.items_alike(len(trigrams))
    found = await snapshot.all(FoundItem, sql, most=200, **phrases, **params)
    alike = [(ranking_rules.slips(f"{item.number} {item.name}", words), item) for item in found]
    near = [(slips, item) for slips, item in alike if slips is not None]
    least = min((slips for slips, _ in near), default=0)
    return [item for slips, item in near if slips == least]


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
    """What is searched of an item, by the names of its fields."""
    attributes = msgspec.json.decode(item.attributes, type=dict[str, str])
    return {
        "itemNumber": item.number,
        "name": item.name,
        "description": item.description,
        **{f"attributes.{name}": text for name, text in attributes.items()},
        **_source_codes(item),
    }


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


async def _record_group(
    snapshot: Snapshot,
    actor: Actor,
    query: str,
    words: list[str],
    *,
    kind: SearchKind,
    limit: int,
) -> list[SearchGroup]:
    params: dict[str, Value] = {f"w{n}": like_anywhere(word) for n, word in enumerate(words)}
    params |= _seen(actor) if kind == "file" else visibility_params(actor)
    found = await snapshot.all(FoundRecord, queries.records(kind, len(words)), most=MOST, **params)
    if not found:
        return []
    found.sort(key=lambda record: ranking_rules.rank(record.number, record.name, query, words))
    hits = [_record_hit(record, kind, words) for record in found[:limit]]
    return [SearchGroup(kind, len(found), hits)]


def _record_hit(record: FoundRecord, kind: SearchKind, words: Sequence[str]) -> SearchHit:
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
