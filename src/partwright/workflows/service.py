"""Which lifecycle an item type has."""

from collections.abc import Iterable

import msgspec

from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import Unprocessable
from partwright.kit.ids import new_id
from partwright.workflows import queries
from partwright.workflows.defaults import DEFAULTS
from partwright.workflows.model import Definition, State, Transition

_states = msgspec.json.Decoder(tuple[State, ...])
_transitions = msgspec.json.Decoder(tuple[Transition, ...])
_names = msgspec.json.Decoder(tuple[str, ...])


CHANGE_ORDER = "ChangeOrder"


class NoLifecycle(Unprocessable):
    """No active lifecycle with an initial state applies to the type."""

    def __init__(self, item_type: str) -> None:
        super().__init__(f"No active lifecycle with an initial state applies to {item_type}")


class Lifecycles:
    """The state machines of all types, as one statement read them."""

    def __init__(self, rows: Iterable[queries.DefinitionRow]) -> None:
        self._by_type: dict[str, queries.DefinitionRow] = {}
        for row in rows:
            for item_type in _names.decode(row.item_types):
                if row.definition_type == "lifecycle" and item_type != CHANGE_ORDER:
                    # The newest comes first: a lifecycle of one's own replaces the built-in one.
                    self._by_type.setdefault(item_type, row)
                elif row.definition_type == "workflow" and item_type == CHANGE_ORDER:
                    # Before its workflow starts, a change order stands where the oldest begins.
                    self._by_type[item_type] = row

    def of(self, item_type: str) -> Definition:
        """NoLifecycle when nothing with an initial state applies."""
        row = self._by_type.get(item_type)
        if row is None:
            raise NoLifecycle(item_type)
        found = Definition(
            id=row.id,
            name=row.name,
            states=_states.decode(row.states),
            transitions=_transitions.decode(row.transitions),
        )
        if found.initial is None:
            raise NoLifecycle(item_type)
        return found

    def initial(self, item_type: str) -> State:
        state = self.of(item_type).initial
        assert state is not None
        return state


async def lifecycles(snapshot: Snapshot) -> Lifecycles:
    """What applies to every type now."""
    return Lifecycles(await snapshot.all(queries.DefinitionRow, queries.ACTIVE_DEFINITIONS))


async def ensure_defaults(tx: Transaction) -> None:
    """Make the built-in definitions on a server that has none."""
    if await tx.one(int, queries.DEFINITION_COUNT):
        return
    for default in DEFAULTS:
        await tx.run(
            queries.INSERT_DEFINITION,
            id=new_id(),
            name=default.name,
            name_key=default.name.casefold(),
            definition_type=default.definition_type,
            workflow_type=default.workflow_type,
            description=default.description,
            item_types=_json(default.item_types),
            change_types=_json(default.change_types),
            states=_json(default.states),
            transitions=_json(default.transitions),
            now=clock.now(),
        )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
