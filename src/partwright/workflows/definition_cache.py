"""Definitions by version, decoded once a process.

A version never changes once it is committed; the moment of its making is part of the key, so that
a version that was read in a transaction and rolled back is not taken for its successor.
"""

from collections import OrderedDict
from collections.abc import Sequence

from partwright.kit.db import Snapshot
from partwright.kit.ids import WorkflowId
from partwright.workflows import queries as workflow_queries
from partwright.workflows.model import WorkflowDefinition
from partwright.workflows.queries import DefinitionHead, DefinitionRow
from partwright.workflows.rows import definition_of

LARGEST = 256
"""Definitions that are kept; the least used go first."""

_Key = tuple[WorkflowId, int, str]
_kept: OrderedDict[_Key, WorkflowDefinition] = OrderedDict()


async def read_definitions(
    snapshot: Snapshot, heads: Sequence[DefinitionHead]
) -> list[WorkflowDefinition]:
    """The definitions of the heads, in their order; one statement for those not kept yet."""
    found = {_key(head): _kept.get(_key(head)) for head in heads}
    missing = [key[0] for key, definition in found.items() if definition is None]
    if missing:
        rows = await snapshot.all(
            DefinitionRow, workflow_queries.DEFINITIONS_BY_ID, ids=list[str](missing)
        )
        found |= {(row.id, row.version, row.updated_at): definition_of(row) for row in rows}
    for key, definition in found.items():
        if definition is not None:
            _kept[key] = definition
            _kept.move_to_end(key)
    while len(_kept) > LARGEST:
        _kept.popitem(last=False)
    return [definition for head in heads if (definition := found[_key(head)]) is not None]


def _key(head: DefinitionHead) -> _Key:
    return head.id, head.version, head.updated_at
