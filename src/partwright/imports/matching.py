"""Finding the existing parts that rows mean: by number, by manufacturer's number, by name."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from partwright.identity.model import Actor
from partwright.imports import queries
from partwright.imports.sheets.records.rows import ItemRow, PreparedRow, is_key
from partwright.item_types import TYPES
from partwright.kit.db import Transaction
from partwright.kit.plain_letters import are_spelt_alike
from partwright.programs.access import visibility_params
from partwright.versioning.model import Branch, ShownVersion, number_key

_attributes = msgspec.json.Decoder(dict[str, str])
_ASIDE = frozenset({"Category"})
"""Attributes in which one part may differ from list to list."""
_FORM = ("description", "material")
"""Fields by which parts of one name are told apart."""


class PartMatcher:
    """Looks parts up for one import, in the view of its branch."""

    def __init__(self, tx: Transaction, actor: Actor, branch: Branch, item_type: str) -> None:
        self._tx = tx
        self._actor = actor
        self._branch = branch
        self._item_type = item_type
        self._by_mpn: dict[str, list[str]] | None = None

    async def by_numbers(self, numbers: Sequence[str]) -> dict[str, ShownVersion]:
        """Items by number key, of all designs and the library that the actor sees."""
        keys = list({number_key(number) for number in numbers if not is_key(number)})
        if not keys:
            return {}
        found = await self._tx.all(ShownVersion, queries.NUMBERED, keys=keys, **self._params())
        return {
            number_key(version.item_number): version
            for version in found
            if TYPES[version.type].is_branched and self._actor.may(TYPES[version.type].may("read"))
        }

    async def by_names(self, names: Sequence[str]) -> dict[str, list[ShownVersion]]:
        """Items of the design and of the library by their names."""
        if not names:
            return {}
        found = await self._tx.all(
            ShownVersion,
            queries.NAMED,
            names=list(set(names)),
            type=self._item_type,
            design_id=self._branch.design_id,
            **self._params(),
        )
        by_name: dict[str, list[ShownVersion]] = {}
        for version in found:
            by_name.setdefault(version.name, []).append(version)
        return by_name

    async def _by_mpns(self, mpns: Sequence[str]) -> dict[str, list[ShownVersion]]:
        found = (
            await self._tx.all(
                ShownVersion,
                queries.WITH_MPN,
                type=self._item_type,
                design_id=self._branch.design_id,
                **self._params(),
            )
            if mpns
            else []
        )
        wanted = {mpn.casefold() for mpn in mpns}
        by_mpn: dict[str, list[ShownVersion]] = {}
        for version in found:
            mpn = attributes_of(version).get("MPN", "").casefold()
            if mpn in wanted:
                by_mpn.setdefault(mpn, []).append(version)
        return by_mpn

    async def match(self, rows: Sequence[PreparedRow]) -> dict[int, tuple[ShownVersion, str]]:
        """Existing parts of rows without a number, by place, and by what each was found."""
        unnumbered = {at: row for at, row in enumerate(rows) if is_key(row.item_number)}
        mpns = {
            at: mpn
            for at, row in unnumbered.items()
            if (mpn := row_attributes(row.item).get("MPN", ""))
        }
        by_mpn = await self._by_mpns(list(mpns.values()))
        by_name = await self.by_names(
            [str(row.item.get("name", "")) for row in unnumbered.values()]
        )
        found: dict[int, tuple[ShownVersion, str]] = {}
        for at, row in unnumbered.items():
            same = by_mpn.get(mpns.get(at, "").casefold(), []) if at in mpns else []
            same = [v for v in same if _agrees(row.item, v, ("Manufacturer",))]
            if len(same) > 1:
                same = [v for v in same if v.name == row.item.get("name")]
            if len(same) == 1:
                found[at] = (same[0], "manufacturer and MPN")
                continue
            named = by_name.get(str(row.item.get("name", "")), [])
            alike = [version for version in named if _has_form(row.item, version)]
            if len(alike) == 1 and not same:
                found[at] = (alike[0], "name and details")
        return found

    def _params(self) -> Mapping[str, Any]:
        return {**self._branch.view.params, **visibility_params(self._actor)}


def attributes_of(version: ShownVersion) -> dict[str, str]:
    """The attributes of an item."""
    return _attributes.decode(version.attributes)


def row_attributes(item: ItemRow) -> dict[str, str]:
    """The attributes of a row."""
    return cast("dict[str, str]", item.get("attributes") or {})


def _agrees(item: ItemRow, version: ShownVersion, names: Sequence[str]) -> bool:
    """Whether no attribute of those names says something else than the row."""
    own, theirs = row_attributes(item), attributes_of(version)
    return all(
        are_spelt_alike(own[name], theirs[name])
        for name in names
        if own.get(name) and theirs.get(name)
    )


def _has_form(item: ItemRow, version: ShownVersion) -> bool:
    """Whether all that both say of their form is the same."""
    for field in _FORM:
        own, theirs = item.get(field), getattr(version, field)
        if own and theirs and str(own) != theirs:
            return False
    names = [name for name in row_attributes(item) if name not in _ASIDE]
    return _agrees(item, version, names)
