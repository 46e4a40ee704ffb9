"""Changes of existing parts by the rows of a batch, written together."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.imports.matching import attributes_of, row_attributes
from partwright.imports.part_sources import source_change
from partwright.imports.plan_result import MOST_LISTED, ImportPlan, PartChange
from partwright.imports.service import ImportTarget
from partwright.imports.sheets.records.rows import PreparedRow, RowRemark
from partwright.items import access as item_access
from partwright.items import wire
from partwright.kit.db import Transaction
from partwright.kit.errors import InvalidInput, Refusal
from partwright.kit.ids import ItemId
from partwright.locks.checkouts import held_by_others
from partwright.versioning.commits import OpenCommit
from partwright.versioning.model import ItemVersion, ShownVersion, shown_as
from partwright.workflows.service import Lifecycles

_MEASURES = {"weightUnit": "weight", "costCurrency": "cost"}
"""Units, and the columns of what they are of."""


class PartUpdate(msgspec.Struct, frozen=True):
    """A part as it was, and the columns that the last of its rows gives it."""

    row: PreparedRow
    version: ShownVersion
    columns: dict[str, Any]

    @property
    def shown(self) -> ShownVersion:
        """The part with the columns."""
        return msgspec.structs.replace(self.version, **self.columns)


class PartUpdates:
    """Gathers the changes of a batch; a part that several rows change is written once."""

    def __init__(
        self, tx: Transaction, actor: Actor, target: ImportTarget, lifecycles: Lifecycles
    ) -> None:
        self._tx = tx
        self._actor = actor
        self._target = target
        self._lifecycles = lifecycles
        self._pending: dict[ItemId, PartUpdate] = {}

    def present(self, version: ShownVersion) -> ShownVersion:
        """The part with what rows before have changed."""
        pending = self._pending.get(version.item_id)
        return pending.shown if pending else version

    def add(self, row: PreparedRow, version: ShownVersion, columns: dict[str, Any]) -> None:
        """Keep the change for `write`."""
        before = self._pending.get(version.item_id)
        if before is not None:
            version, columns = before.version, before.columns | columns
        self._pending[version.item_id] = PartUpdate(row, version, columns)

    async def write(
        self, commit: OpenCommit, plan: ImportPlan
    ) -> tuple[list[tuple[PreparedRow, ItemVersion]], list[tuple[PreparedRow, str]]]:
        """Write what was kept; answers the parts as they are now, and why others stay."""
        updates = list(self._pending.values())
        self._pending = {}
        if not updates:
            return [], []
        held = await held_by_others(
            self._tx,
            self._actor,
            masters=[update.version.master_id for update in updates],
            branch_id=commit.branch.id,
        )
        free: list[PartUpdate] = []
        refused: list[tuple[PreparedRow, str]] = []
        for update in updates:
            try:
                self._check(commit, update.version)
                if update.version.master_id in held:
                    raise held[update.version.master_id]
                free.append(update)
            except Refusal as refusal:
                refused.append((update.row, refusal.message))
        return await self._replace(commit, free, plan), refused

    def _check(self, commit: OpenCommit, version: ShownVersion) -> None:
        item_access.check_unlocked(self._actor, version)
        item_access.check_editable(self._lifecycles, version, commit.branch)
        if version.design_id != self._target.design_id:
            raise InvalidInput.field("itemNumber", "belongs to another design")

    async def _replace(
        self, commit: OpenCommit, updates: Sequence[PartUpdate], plan: ImportPlan
    ) -> list[tuple[PreparedRow, ItemVersion]]:
        foreign = [u.version for u in updates if u.version.branch_id != commit.branch.branch_id]
        initial = {v.type: self._lifecycles.initial(v.type).name for v in foreign}
        copies = await commit.copy_items([*foreign], state=initial) if foreign else []
        own = {v.item_id: c for v, c in zip(foreign, copies, strict=True)}
        written: list[tuple[PreparedRow, ItemVersion]] = []
        rows: list[ItemVersion] = []
        for update in updates:
            copy = own.get(update.version.item_id)
            shown = update.version if copy is None else shown_as(update.version, copy)
            after = msgspec.structs.replace(shown, **update.columns)
            rows.append(after)
            written.append((update.row, after))
            told: dict[str, Any] = dict(wire.field_changes(shown, after))
            if after.sources != shown.sources:
                told["sources"] = source_change(shown, after)
            changes = wire.encode_changes(told)
            commit.note(after, "Updated", changes=changes)
            _tell(plan, after.item_number, changes, many=len(told))
        await commit.replace_items(rows)
        return written


def given_values(row: PreparedRow, version: ShownVersion) -> dict[str, Any]:
    """The values that a row gives a part that is there; what was only assumed, it has already.

    That is a name that another column gave, a unit or currency that nobody named, and a category.
    """
    given: dict[str, Any] = dict(row.item)
    given.pop("itemNumber", None)
    given.pop("revision", None)
    if "name" in row.assumed and not _follows(row, version):
        given.pop("name", None)
    for unit in _kept_units(row, version):
        given.pop(unit, None)
    if attributes := row_attributes(row.item):
        held = attributes_of(version)
        kept = {n: t for n, t in attributes.items() if n != "Category" or n not in held}
        given["attributes"] = held | kept
    return given


def _kept_units(row: PreparedRow, version: ShownVersion) -> list[str]:
    """The fields of the units that the part keeps, since nobody named those of the row."""
    return [
        unit
        for unit, measure in _MEASURES.items()
        if unit in row.assumed and getattr(version, measure) is not None
    ]


def _follows(row: PreparedRow, version: ShownVersion) -> bool:
    """Whether the part has its name from the field that gives the row its own."""
    before = {"": version.description, **attributes_of(version)}
    after = {"": row.item.get("description"), **row_attributes(row.item)}
    name = row.item.get("name")
    return any(text == name and before.get(at) == version.name for at, text in after.items())


def units_kept(row: PreparedRow, version: ShownVersion) -> Iterator[RowRemark]:
    """Remarks on figures of a row that are taken in another unit than the one assumed for the list."""
    for unit in _kept_units(row, version):
        is_weight = unit == "weightUnit"
        own = version.weight_unit if is_weight else version.cost_currency
        if own != row.item.get(unit):
            noun = "unit" if is_weight else "currency"
            told = f"{row.item[_MEASURES[unit]]} names no {noun}: it is taken in {own}"
            code = "UNIT_ASSUMED" if is_weight else "CURRENCY_ASSUMED"
            yield RowRemark(row.row_number, f"{told}, that of {version.item_number}", code)


def _tell(plan: ImportPlan, number: str, changes: str, *, many: int) -> None:
    """Count a part's changes, and list them while there is room."""
    plan.parts.changed += 1
    plan.shown_changes += many
    room = MOST_LISTED - len(plan.changes)
    if room > 0:
        told: dict[str, dict[str, Any]] = msgspec.json.decode(changes)
        plan.changes += [
            PartChange(number, field, values.get("from"), values.get("to"))
            for field, values in list(told.items())[:room]
        ]
