"""Relationships that stand with other values than are asked for, and those nobody asks for."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.relationships.model import BOM
from partwright.relationships.plan import RelationshipKey, RelationshipPlan, ResolvedRequest
from partwright.versioning.model import RelationshipRow


def differing_requests(
    made: RelationshipPlan, existing: Mapping[RelationshipKey, RelationshipRow]
) -> list[tuple[RelationshipRow, ResolvedRequest]]:
    """The skipped requests that give other values than the line that stands."""
    pairs = [(existing.get(request.key), request) for request in made.skipped]
    return [(edge, request) for edge, request in pairs if edge and _differs(edge, request)]


def change_differing(
    made: RelationshipPlan, differing: Sequence[tuple[RelationshipRow, ResolvedRequest]]
) -> None:
    """Move what stands with other values from the skipped to what is written."""
    for edge, request in differing:
        made.skipped.remove(request)
        made.close.append(edge)
        made.create.append(_over(edge, request))


def _differs(edge: RelationshipRow, request: ResolvedRequest) -> bool:
    """Whether the request gives another value than stands; what it leaves out is no difference."""
    return _over(edge, request) != _over(edge, request, nothing=True)


def _over(
    edge: RelationshipRow, request: ResolvedRequest, *, nothing: bool = False
) -> ResolvedRequest:
    """The request over what stands."""
    metadata = {**msgspec.json.decode(edge.metadata), **msgspec.json.decode(request.metadata)}
    old = nothing
    return msgspec.structs.replace(
        request,
        quantity=edge.quantity if old else request.quantity,
        find_number=edge.find_number if old or request.find_number is None else request.find_number,
        reference_designator=edge.reference_designator
        if old or request.reference_designator is None
        else request.reference_designator,
        metadata=msgspec.json.encode(
            msgspec.json.decode(edge.metadata) if old else metadata, order="sorted"
        ).decode(),
    )


def remove_others(
    requests: Sequence[ResolvedRequest],
    made: RelationshipPlan,
    existing: Mapping[RelationshipKey, RelationshipRow],
    removed: list[RelationshipRow],
) -> None:
    """Close the lines of the sources that no request names."""
    named = {request.key for request in requests}
    closed = {edge.id for edge in made.close}
    others = [edge for key, edge in existing.items() if key not in named and edge.type == BOM]
    removed += [edge for edge in others if edge.id not in closed]
    made.close += [edge for edge in others if edge.id not in closed]
