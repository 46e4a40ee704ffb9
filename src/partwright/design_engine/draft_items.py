"""Drafts as the items that they become: fields as a request would bring them, and their origin."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Raw

from partwright.design_engine.artifacts import Artifacts, MaterializedItem
from partwright.design_engine.model import DesignSession
from partwright.design_engine.plan import PlannedItem
from partwright.drafter.drafts import BomNodeDraft, RequirementDraft
from partwright.drafter.structures import prices
from partwright.drafter.structures.prices import CostEstimate
from partwright.item_types import TYPES
from partwright.items import item_input
from partwright.items.creation_service import NewItem
from partwright.kit.ids import ItemId
from partwright.versioning.model import Design, ShownVersion


def as_sent(body: Mapping[str, Any]) -> dict[str, Raw]:
    """A body as a request would bring it, so that it is read by the same rules."""
    return {k: Raw(msgspec.json.encode(v)) for k, v in body.items() if v not in (None, "")}


def created(item: PlannedItem, version: ShownVersion) -> MaterializedItem:
    """The session's note of an item that was made."""
    return MaterializedItem(
        temp_id=item.temp_ids[0],
        temp_ids=item.temp_ids,
        item_id=ItemId(version.item_id),
        item_number=version.item_number,
        item_type=item.type,
        name=item.name,
    )


def newborn(
    item: PlannedItem,
    design: Design,
    session: DesignSession,
    estimate: CostEstimate | None,
    *,
    model: str,
) -> NewItem:
    """An item to be made of a draft."""
    draft = item.draft
    body: dict[str, Any] = {"name": draft.name, "description": draft.description}
    if isinstance(draft, RequirementDraft):
        body |= _requirement_fields(draft)
    else:
        body |= part_fields(draft)
    body["attributes"] = _provenance(draft, session, model=model) | _assumed(draft, estimate)
    item_type = TYPES[item.type]
    return NewItem(
        item_type=item_type,
        draft=item_input.read_new_item(as_sent(body), item_type=item_type),
        design_id=design.id,
        program_id=design.program_id,
    )


def _requirement_fields(draft: RequirementDraft) -> dict[str, Any]:
    return {
        "requirementType": draft.requirement_type,
        "priority": draft.priority,
        "verificationMethod": draft.verification_method,
        "rationale": draft.rationale,
        "source": draft.source,
    }


def part_fields(node: BomNodeDraft) -> dict[str, Any]:
    """The fields that a part has of its draft beside its name."""
    return {
        "partType": node.part_type,
        "material": node.material,
        "unitOfMeasure": node.unit_of_measure,
        "cost": node.cost,
        "costCurrency": node.cost_currency if node.cost is not None else None,
        "leadTime": node.lead_time_days,
    }


def estimates_of(artifacts: Artifacts) -> Mapping[str, CostEstimate]:
    """The prices and lead times of all drafts, by tempId."""
    return {} if artifacts.bom is None else prices.estimates(artifacts.bom.root_assembly)


def revised(
    draft: BomNodeDraft, before: BomNodeDraft, estimate: CostEstimate | None
) -> dict[str, Raw]:
    """The fields of an item whose draft has changed, as a request would bring them.

    What the draft no longer states is cleared; what it never stated is the item's own affair.
    """
    now, was = (
        {"name": one.name, "description": one.description, **part_fields(one)}
        for one in (draft, before)
    )
    now.pop("unitOfMeasure")
    stated = now.keys() - {"costCurrency"}
    cleared = [key for key in stated if now[key] in (None, "") and was[key] != now[key]]
    assumed = dict.fromkeys(_ASSUMED) | _assumed(draft, estimate)
    if before.source == "ai" or draft.source == "ai":
        now["attributes"] = assumed
    return as_sent(now) | dict.fromkeys(cleared, Raw(b"null"))


_ASSUMED: Final = ("assumedCost", "assumedLeadTime", "assumedCostBasis")


def _assumed(
    draft: RequirementDraft | BomNodeDraft, estimate: CostEstimate | None
) -> dict[str, str]:
    """The assumed price and lead time of an item; never told as its own."""
    if estimate is None or draft.source != "ai":
        return {}
    told: dict[str, str] = {}
    if estimate.is_cost_assumed and estimate.cost is not None:
        told["assumedCost"] = f"{estimate.cost:f} {estimate.currency}"
    if estimate.is_lead_time_assumed and estimate.lead_time_days is not None:
        told["assumedLeadTime"] = f"{estimate.lead_time_days} days"
    return told | {"assumedCostBasis": estimate.basis} if told else told


def _provenance(
    draft: RequirementDraft | BomNodeDraft, session: DesignSession, *, model: str
) -> dict[str, str]:
    """The origin of an item, for whoever asks of it later."""
    told = {
        "designSession": session.head.id,
        "tempId": draft.temp_id,
        "confidence": f"{draft.confidence:g}",
        "rationale": draft.rationale,
        "source": draft.source,
        "model": model if draft.source == "ai" else "",
    }
    return {key: value for key, value in told.items() if value}
