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
from partwright.kit.plain_letters import are_spelt_alike, plain_letters, plain_spellings
from partwright.programs.access import visibility_params
from partwright.search import queries, ranking_rules
from partwright.search.hits import best_items, least_misspelt, record_hit
from partwright.search.model import KINDS, MOST_COUNTED, SearchGroup, SearchKind
from partwright.search.queries import FoundCompany, FoundItem, FoundRecord, TextCounts
from partwright.search.text_plan import (
    TextPlan,
    company_spellings,
    narrowing_lists,
    plan_words,
)
from partwright.versioning.model import number_key

MOST = MOST_COUNTED
"""Records of a kind that are looked at."""
BEST = 50
"""Of more than that, so many of those that begin as the query does."""
SCANNED = 20_000
"""Up to so many items the texts are read where the index cannot help."""
FEW = 10
"""Of so many hits or fewer, texts that mention an item's whole number are not looked for among many items."""
ENOUGH = 10
"""Of so many parts of the companies that the words call, and of all that are shown, others are not looked for."""
COMPANIES = 20
"""Manufacturers and suppliers whose parts are looked for."""
ALIKE = 200
"""Words that are compared with a misspelt one, letter by letter."""
_LIMITS: dict[str, Value] = {"most": BEST, "last_character": "\U0010ffff"}
_CHANGE_ORDER = TYPES["ChangeOrder"].name

_NEEDED: dict[SearchKind, Permission] = {
    "file": may("documents", "read"),
    "design": may("designs", "read"),
    "program": may("programs", "read"),
    "user": may("users", "read"),
    "report": may("reports", "read"),
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
            hits = [record_hit(record, kind, words) for record in records[:limit]]
            groups.append(SearchGroup(kind, len(records), hits, len(records) >= MOST))
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
    finder = _ItemFinder(snapshot, _seen(actor, kinds), is_small=is_small, limit=limit)
    found = await finder.items(query, words)
    if not found and (pieces := ranking_rules.pieces_of(words)) != words:
        words = pieces
        found = await finder.items(query, words) if words else []
    if not found and (parts := ranking_rules.parts_of(words)) != words:
        found = await finder.items(query, parts)
        words = parts if found else words
    if not found:
        found, words = await finder.misspelt(query, words)
    by_kind: dict[SearchKind, list[FoundItem]] = {}
    for item in {item.id: item for item in found}.values():
        kind: SearchKind = "changeOrder" if item.type == _CHANGE_ORDER else "item"
        by_kind.setdefault(kind, []).append(item)
    cut = finder.is_cut
    return [
        await best_items(items, kind, query, words, limit=limit, most=MOST, is_cut=cut)
        for kind, items in by_kind.items()
    ]


def _seen(actor: Actor, kinds: Sequence[SearchKind] = KINDS) -> dict[str, Value]:
    """Whatever the actor may read of the kinds that are asked for."""
    types = readable_types(actor)
    wanted = [
        name
        for name in (TYPES if types is None else types)
        if ("changeOrder" if name == _CHANGE_ORDER else "item") in kinds
    ]
    return {"types": wanted, **visibility_params(actor)}


class _ItemFinder:
    """Finds items of the types that are asked for, and notes whether there may be more of them."""

    def __init__(
        self, snapshot: Snapshot, params: dict[str, Value], *, is_small: bool, limit: int
    ) -> None:
        self._snapshot = snapshot
        self._params = params
        self._is_small = is_small
        self._limit = limit
        self.is_cut = False

    async def items(self, query: str, words: list[str]) -> list[FoundItem]:
        """Items of that number, those that hold all words, and those that call them otherwise."""
        key = number_key(" ".join(query.split()))
        found = await self._snapshot.all(
            FoundItem, queries.ITEM_BY_NUMBER, number_key=key, **self._params
        )
        if found and not self._is_small and self._limit <= FEW and ranking_rules.is_number(key):
            self.is_cut = True
            return found + await self._beginning_with(key)
        accented = await self._with_accents(words)
        spellings = [
            [*ranking_rules.spellings_of(word), *others]
            for word, others in zip(words, accented, strict=True)
        ]
        found += await self._by_words(key, spellings)
        for others in (self._of_companies, self._by_other_words):
            if len(found) >= MOST:
                self.is_cut = True
                break
            found += await others(key, words)
        return found

    async def _with_accents(self, words: Sequence[str]) -> list[list[str]]:
        """The words of items that are each of the words but for accents: `würth` for `wurth`."""
        found: list[list[str]] = [[] for _ in words]
        plain = [
            (at, spelt)
            for at, word in enumerate(words)
            if ranking_rules.is_kept(word)
            for spelt in plain_spellings(word)
        ]
        for at, spelt in plain:
            if spelt == plain_letters(words[at]) != words[at]:
                found[at].append(spelt)
        if plain:
            params: dict[str, Value] = {f"p{n}": f" {spelt} " for n, (_, spelt) in enumerate(plain)}
            sql = queries.words_with_accents(len(plain))
            for word in await self._snapshot.all(queries.FoundWord, sql, **params):
                at = plain[word.place][0]
                if are_spelt_alike(words[at], text := word.text.strip()) and text != words[at]:
                    found[at].append(text)
        return found

    async def _by_words(
        self,
        key: str,
        spellings: Sequence[list[str]],
        *,
        places: Sequence[str] = ("versions", "item_texts"),
    ) -> list[FoundItem]:
        """Items that hold one of the spellings of each word, in number and name or in all their texts.

        Where more are found than are looked at, those come first that begin as the query does.
        """
        plan = plan_words(spellings, is_small=self._is_small)
        given = plan.params() | self._params
        found: list[FoundItem] = []
        self.is_cut |= plan.is_newest
        for texts in places:
            sql = queries.items_by_words(
                texts, plan.lists, len(plan.scanned), is_newest=plan.is_newest
            )
            rows = await self._snapshot.all(FoundItem, sql, most=MOST, **given)
            self.is_cut |= len(rows) >= MOST
            found += rows
            if len(found) >= MOST:
                return await self._beginning(key) + found
        return found + await self._beginning_with_pair(plan) if plan.pair else found

    async def _beginning(self, key: str) -> list[FoundItem]:
        """Items whose numbers or names begin with the text, names as they are usually written."""
        found = await self._beginning_with(key)
        beginnings = dict.fromkeys((key.capitalize(), key, key.upper(), key.title()))
        spelled: dict[str, Value] = {f"n{n}": text for n, text in enumerate(beginnings)}
        sql = queries.items_by_name_beginning(len(spelled))
        found += await self._snapshot.all(FoundItem, sql, **spelled, **_LIMITS, **self._params)
        return found

    async def _beginning_with(self, key: str) -> list[FoundItem]:
        """Items whose numbers begin with the text."""
        sql = queries.items_by_beginning(0)
        return await self._snapshot.all(FoundItem, sql, number_key=key, **_LIMITS, **self._params)

    async def _beginning_with_pair(self, plan: TextPlan) -> list[FoundItem]:
        """Items whose numbers begin with two characters, which no trigram tells, and hold other words."""
        sql = queries.items_by_beginning(len(plan.scanned))
        given = plan.params() | self._params | _LIMITS | {"most": MOST}
        found = await self._snapshot.all(FoundItem, sql, number_key=number_key(plan.pair), **given)
        self.is_cut |= len(found) >= MOST
        return found

    async def _by_other_words(self, _key: str, words: list[str]) -> list[FoundItem]:
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
        if not lists and not self._is_small:
            return []
        patterns |= {f"h{n}": names for n, names in enumerate(lists)}
        sql = queries.items_by_other_words(
            tuple(len(other.parts) for other in others),
            tuple(len(other.tokens) for other in others),
            indexed=tuple(f":h{n}" for n in range(len(lists))),
        )
        found = await self._snapshot.all(FoundItem, sql, most=MOST, **patterns, **self._params)
        self.is_cut |= len(found) >= MOST
        return found

    async def _of_companies(self, key: str, words: list[str]) -> list[FoundItem]:
        """Items whose sources name manufacturers or suppliers of such names."""
        patterns: dict[str, Value] = {}
        for n, spelt in enumerate(map(plain_spellings, words)):
            patterns |= {f"w{n}": like_anywhere(spelt[0]), f"o{n}": like_anywhere(spelt[-1])}
        sql = queries.companies(len(words))
        companies = await self._snapshot.all(FoundCompany, sql, most=COMPANIES, **patterns)
        names = {company.id: company.name for company in companies}
        found: list[FoundItem] = []
        ways = company_spellings(words, names)
        self.is_cut |= len(companies) >= COMPANIES
        for spellings in ways:
            if len(found) >= max(ENOUGH, self._limit):
                self.is_cut = True
                break
            found += await self._by_words(key, spellings, places=("item_texts",))
        return [msgspec.structs.replace(item, companies=names) for item in found]

    async def misspelt(self, query: str, pieces: list[str]) -> tuple[list[FoundItem], list[str]]:
        """Items that are spelt much like the words of the query, else like its pieces; and those words.

        Pieces of a letter or two stand in too many of many items to be told apart by them.
        """
        words = ranking_rules.words_of(query)
        found = await self._alike(words)
        if found or pieces == words or not (self._is_small or all(len(one) > 2 for one in pieces)):
            return found, words
        return await self._alike(pieces), pieces

    async def _alike(self, words: list[str]) -> list[FoundItem]:
        """Items whose words are spelt much like these."""
        alike = [await self._words_alike(word) for word in words]
        if not any(alike):
            return []
        spellings = [
            [*ranking_rules.spellings_of(word), *others]
            for word, others in zip(words, alike, strict=True)
        ]
        found = await self._by_words(" ".join(words), spellings)
        return await least_misspelt(found, words)

    async def _words_alike(self, word: str) -> list[str]:
        """The words of items that are spelt much like this one."""
        trigrams = ranking_rules.trigrams_of(word)
        if not trigrams:
            return []
        params: dict[str, Value] = {f"t{n}": [three] for n, three in enumerate(trigrams)}
        sql = queries.words_alike(len(trigrams))
        known = [text.strip() for text in await self._snapshot.all(str, sql, most=ALIKE, **params)]
        return [text for text in known if text != word and ranking_rules.is_alike(word, text)]


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
        found += await _files(snapshot, actor, words, is_small=is_small)
    scanned = tuple(kind for kind in kinds if kind != "file")
    if scanned:
        params: dict[str, Value] = {f"w{n}": like_anywhere(w) for n, w in enumerate(words)}
        params |= visibility_params(actor)
        sql = queries.records(scanned, len(words))
        found += await snapshot.all(FoundRecord, sql, most=MOST, **params)
    return found


async def _files(
    snapshot: Snapshot, actor: Actor, words: list[str], *, is_small: bool
) -> list[FoundRecord]:
    """Files whose names hold all words."""
    plan = plan_words([[word] for word in words], is_small=is_small)
    given = plan.params() | _seen(actor)
    found: list[FoundRecord] = []
    if plan.pair:
        sql = queries.files_by_beginning(len(plan.scanned))
        begun = given | _LIMITS | {"beginning": plan.pair, "most": MOST}
        found += await snapshot.all(FoundRecord, sql, **begun)
    if len(found) < MOST:
        sql = queries.files(plan.lists, len(plan.scanned), is_newest=plan.is_newest)
        others = await snapshot.all(FoundRecord, sql, most=MOST, **given)
        found += [record for record in others if record not in found]
    return found
