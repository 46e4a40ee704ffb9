"""Search over all kinds of records, the best first."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.identity.permissions import Permission, may
from partwright.item_types import TYPES
from partwright.items.access import readable_types
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.like_patterns import like_anywhere
from partwright.programs.access import visibility_params
from partwright.search import queries, ranking_rules
from partwright.search.model import KINDS, MOST_COUNTED, SearchGroup, SearchHit, SearchKind
from partwright.search.queries import FoundCompany, FoundItem, FoundRecord, TextCounts
from partwright.search.text_plan import company_spellings, narrowing_lists, plan_words
from partwright.sourcing.model import read_kept
from partwright.versioning.model import number_key

MOST = MOST_COUNTED
"""Records of a kind that are looked at."""
BEST = 50
"""Of more than that, so many of those that begin as the query does."""
SCANNED = 20_000
"""Up to so many items the texts are read where the index cannot help."""
ENOUGH = 10
"""Of so many parts of the companies that the words call, those of others are not looked for."""
COMPANIES = 20
"""Manufacturers and suppliers whose parts are looked for."""
ALIKE = 200
"""Words that are compared with a misspelt one, letter by letter."""
LAST_CHARACTER = "\U0010ffff"

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


async def search(
    snapshot: Snapshot, actor: Actor, query: str, *, kinds: Sequence[SearchKind], limit: int
) -> list[SearchGroup]:
    """The groups in which something was found."""
    words = ranking_rules.words_of(query)
    if not words:
        return []
    groups: list[SearchGroup] = []
    counts = await snapshot.one(TextCounts, queries.TEXT_COUNTS) or TextCounts(0, 0)
    if {"item", "changeOrder"} & set(kinds):
        is_small = counts.items <= SCANNED
        groups += await _item_groups(
            snapshot, actor, query, words, kinds=kinds, limit=limit, is_small=is_small
        )
    others: list[SearchKind] = [k for k in kinds if k in _NEEDED and actor.may(_NEEDED[k])]
    is_small = counts.files <= SCANNED
    found = await _records(snapshot, actor, words, others, is_small=is_small)
    for kind in others:
        records = [record for record in found if record.kind == kind]
        records.sort(
            key=lambda record: ranking_rules.rank(record.number, record.name, query, words)
        )
        if records:
            hits = [_record_hit(record, kind, words) for record in records[:limit]]
            groups.append(SearchGroup(kind, len(records), hits))
    return sorted(groups, key=lambda group: KINDS.index(group.kind))


async def _item_groups(
    snapshot: Snapshot,
    actor: Actor,
    query: str,
    words: list[str],
    *,
    kinds: Sequence[SearchKind],
    limit: int,
    is_small: bool,
) -> list[SearchGroup]:
    params = _seen(actor)
    found = await _items(snapshot, query, words, params, is_small=is_small)
    if not found and (pieces := ranking_rules.pieces_of(words)) != words:
        words = pieces
        found = await _items(snapshot, query, words, params, is_small=is_small) if words else []
    if not found:
        found, words = await _items_misspelt(snapshot, query, words, params, is_small=is_small)
    by_kind: dict[SearchKind, list[FoundItem]] = {}
    for item in {item.id: item for item in found}.values():
        kind: SearchKind = "changeOrder" if item.type == "ChangeOrder" else "item"
        by_kind.setdefault(kind, []).append(item)
    groups: list[SearchGroup] = []
    for kind, items in by_kind.items():
        if kind in kinds:
            items.sort(key=lambda item: _rank_item(item, query, words))
            hits = [_item_hit(item, kind, words) for item in items[:limit]]
            groups.append(SearchGroup(kind, min(len(items), MOST), hits))
    return groups


def _seen(actor: Actor) -> dict[str, Value]:
    types = readable_types(actor)
    return {"types": list(TYPES) if types is None else types, **visibility_params(actor)}


async def _items(
    snapshot: Snapshot, query: str, words: list[str], params: dict[str, Value], *, is_small: bool
) -> list[FoundItem]:
    """Items of that number, those that hold all words, and those that call them otherwise."""
    key = number_key(" ".join(query.split()))
    found = await snapshot.all(FoundItem, queries.ITEM_BY_NUMBER, number_key=key, **params)
    spellings = [ranking_rules.spellings_of(word) for word in words]
    found += await _items_by_words(snapshot, key, spellings, params, is_small=is_small)
    if len(found) < MOST:
        found += await _items_of_companies(snapshot, key, words, params, is_small=is_small)
    if len(found) < MOST:
        found += await _items_by_other_words(snapshot, words, params, is_scanned=is_small)
    return found


async def _items_by_words(
    snapshot: Snapshot,
    key: str,
    spellings: Sequence[list[str]],
    params: dict[str, Value],
    *,
    is_small: bool,
    places: Sequence[str] = ("versions", "item_texts"),
) -> list[FoundItem]:
    """Items that hold one of the spellings of each word, in number and name or in all their texts.

    Where more are found than are looked at, those come first that begin as the query does.
    """
    plan = plan_words(spellings, is_small=is_small)
    given = plan.params() | params
    found: list[FoundItem] = []
    for texts in places:
        sql = queries.items_by_words(texts, plan.lists, len(plan.scanned), is_newest=plan.is_newest)
        found += await snapshot.all(FoundItem, sql, most=MOST, **given)
        if len(found) >= MOST:
            return await _items_beginning(snapshot, key, params) + found
    return found


async def _items_beginning(
    snapshot: Snapshot, key: str, params: dict[str, Value]
) -> list[FoundItem]:
    """Items whose numbers or names begin with the text, names as they are usually written."""
    limits: dict[str, Value] = {"most": BEST, "last_character": LAST_CHARACTER}
    found = await snapshot.all(
        FoundItem, queries.ITEMS_BY_BEGINNING, number_key=key, **limits, **params
    )
    beginnings = dict.fromkeys((key.capitalize(), key, key.upper(), key.title()))
    spelled: dict[str, Value] = {f"n{n}": text for n, text in enumerate(beginnings)}
    sql = queries.items_by_name_beginning(len(spelled))
    found += await snapshot.all(FoundItem, sql, **spelled, **limits, **params)
    return found


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
    lists = narrowing_lists(words, others)
    if not lists and not is_scanned:
        return []
    patterns |= {f"h{n}": names for n, names in enumerate(lists)}
    sql = queries.items_by_other_words(
        tuple(len(other.parts) for other in others),
        tuple(len(other.tokens) for other in others),
        indexed=tuple(f"h{n}" for n in range(len(lists))),
    )
    return await snapshot.all(FoundItem, sql, most=MOST, **patterns, **params)


async def _items_of_companies(
    snapshot: Snapshot, key: str, words: list[str], params: dict[str, Value], *, is_small: bool
) -> list[FoundItem]:
    """Items whose sources name manufacturers or suppliers of such names."""
    patterns: dict[str, Value] = {f"w{n}": like_anywhere(word) for n, word in enumerate(words)}
    sql = queries.companies(len(words))
    companies = await snapshot.all(FoundCompany, sql, most=COMPANIES, **patterns)
    names = {company.id: company.name for company in companies}
    found: list[FoundItem] = []
    for spellings in company_spellings(words, names):
        found += await _items_by_words(
            snapshot, key, spellings, params, is_small=is_small, places=("item_texts",)
        )
        if len(found) >= ENOUGH:
            break
    return [msgspec.structs.replace(item, companies=names) for item in found]


async def _items_misspelt(
    snapshot: Snapshot, query: str, pieces: list[str], params: dict[str, Value], *, is_small: bool
) -> tuple[list[FoundItem], list[str]]:
    """Items that are spelt much like the words of the query, else like its pieces; and those words.

    Pieces of a letter or two stand in too many of many items to be told apart by them.
    """
    words = ranking_rules.words_of(query)
    found = await _items_alike(snapshot, words, params, is_small=is_small)
    if found or pieces == words or not (is_small or all(len(one) > 2 for one in pieces)):
        return found, words
    return await _items_alike(snapshot, pieces, params, is_small=is_small), pieces


async def _items_alike(
    snapshot: Snapshot, words: list[str], params: dict[str, Value], *, is_small: bool
) -> list[FoundItem]:
    """Items whose words are spelt much like these."""
    alike = [await _words_alike(snapshot, word) for word in words]
    if not any(alike):
        return []
    spellings = [
        [*ranking_rules.spellings_of(word), *others]
        for word, others in zip(words, alike, strict=True)
    ]
    found = await _items_by_words(snapshot, " ".join(words), spellings, params, is_small=is_small)
    judged = [(ranking_rules.slips(_whole_text(item), words), item) for item in found]
    near = [(slips, item) for slips, item in judged if slips is not None]
    least = min((slips for slips, _ in near), default=0)
    return [item for slips, item in near if slips == least]


async def _words_alike(snapshot: Snapshot, word: str) -> list[str]:
    """The words of items that are spelt much like this one."""
    trigrams = ranking_rules.trigrams_of(word)
    if not trigrams:
        return []
    params: dict[str, Value] = {f"t{n}": [three] for n, three in enumerate(trigrams)}
    sql = queries.words_alike(len(trigrams))
    known = [text.strip() for text in await snapshot.all(str, sql, most=ALIKE, **params)]
    return [text for text in known if text != word and ranking_rules.is_alike(word, text)]


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


def _rank_item(item: FoundItem, query: str, words: Sequence[str]) -> tuple[int, int, str]:
    grade, length, key = ranking_rules.rank(item.number, item.name, query, words)
    if grade == ranking_rules.ELSEWHERE:
        grade += ranking_rules.grade_elsewhere(_whole_text(item), words)
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


async def _records(
    snapshot: Snapshot,
    actor: Actor,
    words: list[str],
    kinds: Sequence[SearchKind],
    *,
    is_small: bool,
) -> list[FoundRecord]:
    """Records that are no items; all but files in one statement, as there are few of them."""
    found: list[FoundRecord] = []
    if "file" in kinds:
        plan = plan_words([[word] for word in words], is_small=is_small)
        sql = queries.files(plan.lists, len(plan.scanned), is_newest=plan.is_newest)
        given = plan.params() | _seen(actor)
        found += await snapshot.all(FoundRecord, sql, most=MOST, **given)
    scanned = tuple(kind for kind in kinds if kind != "file")
    if scanned:
        params: dict[str, Value] = {f"w{n}": like_anywhere(w) for n, w in enumerate(words)}
        params |= visibility_params(actor)
        sql = queries.records(scanned, len(words))
        found += await snapshot.all(FoundRecord, sql, most=MOST, **params)
    return found


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
