"""Issues of the drafts: proposed parts, coverage, and what blocks the next stage; pure."""

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal

import msgspec

from partwright.design_engine.artifacts import (
    Artifacts,
    BomDraft,
    ProposedPart,
    Severity,
    ValidationIssue,
)
from partwright.design_engine.checks import checks_of, early_failures, failures
from partwright.design_engine.text_checks import understood
from partwright.drafter.drafts import BomNodeDraft, RequirementDraft
from partwright.drafter.structures import prices
from partwright.drafter.structures.prices import CostEstimate, StructureCost
from partwright.drafter.structures.unknown_products import (
    CODE,
    HELP,
    PARTS_ONLY,
    UNKNOWN,
    is_a_heap,
)

FOR_THE_USER = frozenset(
    {"CONTRADICTION", "SIZE_MISSED", "COUNT_MISSED", "SHAPE_MISSED", "MATERIAL_MISSED"}
    | {"VOLTAGE_MISSED", "PART_MISSED"}
)
"""Errors that lie in the text, or that a drafter may be unable to resolve: the user decides."""
UNSURE = 0.5
"""Below this confidence a draft asks to be looked at."""


def complete(artifacts: Artifacts, *, existing: Collection[str]) -> Artifacts:
    """The artifacts with all that is computed; `existing` are the ids that name parts."""
    bom = artifacts.bom
    if bom is None:
        return artifacts
    root, requirements = bom.root_assembly, artifacts.requirements
    coverage = _coverage(root, requirements)
    uncovered = tuple(temp_id for temp_id, nodes in coverage.items() if not nodes)
    estimates = prices.estimates(root)
    cost = prices.whole(root, estimates)
    completed = BomDraft(
        root_assembly=root,
        proposed_parts=tuple(_proposed(root)),
        requirements_coverage=coverage,
        uncovered_requirements=uncovered,
        estimates=estimates,
        cost=cost,
        validation_issues=_identified(
            (
                *_issues(root, requirements, coverage, existing),
                *_of_cost(root, estimates, cost),
                *_of_budget(artifacts, cost),
                *_of_whole(artifacts),
            ),
            artifacts.accepted,
        ),
    )
    return msgspec.structs.replace(artifacts, bom=completed)


_WHOLE = frozenset(
    {"MASS_EXCEEDED", "SIZE_MISSED", "ISLAND", "CLASH", "BLOCKED", "OVERSIZE", "SIZE_ASSUMED"}
    | {"CONTRADICTION", "IMPLAUSIBLE_COUNT"}
    | {"COUNT_MISSED", "SHAPE_MISSED", "MATERIAL_MISSED", "VOLTAGE_MISSED", "PART_MISSED"}
    | {"NOT_UNDERSTOOD", "NOT_USED", "NOT_DRAWN", "NO_EFFECT", "ONE_OF_SEVERAL"}
)


def with_whole_judged(artifacts: Artifacts) -> Artifacts:
    """The artifacts with the issues of the composed whole in place of those it had before."""
    bom = artifacts.bom
    if bom is None:
        return artifacts
    others = [one for one in bom.validation_issues if one.code not in _WHOLE]
    issues = _identified((*others, *_of_whole(artifacts)), artifacts.accepted)
    judged = msgspec.structs.replace(bom, validation_issues=issues)
    return msgspec.structs.replace(artifacts, bom=judged)


def _of_whole(artifacts: Artifacts) -> Iterator[ValidationIssue]:
    """The issues of the whole: contradictions of the text, and what the composed product does not keep."""
    if artifacts.bom is None:
        return
    root = artifacts.bom.root_assembly
    found = list(early_failures(artifacts))
    checks = checks_of(artifacts)
    if checks is not None:
        names = {node.temp_id: node.name for node in artifacts.nodes()}
        found += failures(checks, names)
    for one in found:
        severity: Severity = "error" if one.is_error else "warning"
        issue = _issue(severity, one.code, one.message, "bom.rootAssembly", root.temp_id)
        yield msgspec.structs.replace(issue, id=_id(one.code, one.about or root.temp_id))


def _of_cost(
    root: BomNodeDraft, estimates: Mapping[str, CostEstimate], cost: StructureCost
) -> Iterator[ValidationIssue]:
    """The prices and lead times that the drafter assumes of its own parts, told as assumed."""
    drafted = {node.temp_id for node in root.walk() if node.source == "ai"}
    if not any(estimates[one].is_assumed for one in drafted & estimates.keys()):
        return
    total = " and ".join(f"{currency} {total:,}" for currency, total in cost.costs.items())
    which = "The price or lead time of one part is assumed"
    if cost.assumed > 1:
        which = f"The prices or lead times of {cost.assumed} parts are assumed"
    message = f"{which}, to no supplier's list: together {total} and {cost.lead_time_days} days"
    unpriced = [n.name for n in root.walk() if n.temp_id in drafted and _is_unpriced(n, estimates)]
    message += f"; without a price: {', '.join(dict.fromkeys(unpriced))}" if unpriced else ""
    issue = _issue("info", "PRICE_ASSUMED", message, "bom.cost", root.temp_id)
    yield msgspec.structs.replace(issue, id=_id("PRICE_ASSUMED", root.temp_id))


def _is_unpriced(node: BomNodeDraft, estimates: Mapping[str, CostEstimate]) -> bool:
    return node.temp_id in estimates and estimates[node.temp_id].cost is None


def _of_budget(artifacts: Artifacts, cost: StructureCost) -> Iterator[ValidationIssue]:
    """A cost target of the text that the prices pass: an error where all of them are stated."""
    target = understood(artifacts).given("cost")
    if target is None or target.bound == "least" or artifacts.bom is None:
        return
    total = sum(cost.costs.values())
    if total <= Decimal(str(target.high)):
        return
    told = " and ".join(f"{currency} {part:,}" for currency, part in cost.costs.items())
    message = f"The text states “{target.written}”: the prices make {told}"
    message += ", most of them assumed" if cost.assumed else ""
    severity: Severity = "warning" if cost.assumed else "error"
    temp_id = artifacts.bom.root_assembly.temp_id
    yield _issue(severity, "COST_EXCEEDED", message, "bom.cost", temp_id)


def _id(code: str, about: str) -> str:
    """The same for the same problem, whatever its figures are."""
    return f"{code}-{zlib.crc32(about.encode()):08x}"


def _identified(
    issues: Iterable[ValidationIssue], accepted: Collection[str]
) -> tuple[ValidationIssue, ...]:
    """The issues, each with an id, and those marked that the user has accepted."""
    found: list[ValidationIssue] = []
    for issue in issues:
        known = issue.id or _id(issue.code, f"{issue.temp_id} {issue.message}")
        found.append(msgspec.structs.replace(issue, id=known, accepted=known in accepted))
    return tuple(found)


def named_existing(artifacts: Artifacts) -> list[str]:
    """The ids of existing items that the structure names."""
    ids = (node.existing_item_id for node in artifacts.nodes() if not node.is_new)
    return list(dict.fromkeys(one for one in ids if one is not None))


def leaf_key(node: BomNodeDraft) -> tuple[object, ...]:
    """New leaves with the same key are one part; those of which other prices are stated are not."""
    form = "" if node.form is None else msgspec.json.encode(node.form, order="sorted").decode()
    sort = (node.name.casefold(), (node.material or "").casefold(), node.part_type, form)
    currency = "" if node.cost is None else node.cost_currency
    return (*sort, node.cost, currency, node.lead_time_days)


def _coverage(
    root: BomNodeDraft, requirements: tuple[RequirementDraft, ...]
) -> dict[str, tuple[str, ...]]:
    met: dict[str, list[str]] = {requirement.temp_id: [] for requirement in requirements}
    for node in root.walk():
        for temp_id in dict.fromkeys(node.requirement_temp_ids):
            if temp_id in met:
                met[temp_id].append(node.temp_id)
    return {temp_id: tuple(nodes) for temp_id, nodes in met.items()}


def _proposed(root: BomNodeDraft) -> Iterator[ProposedPart]:
    seen: set[tuple[object, ...]] = set()
    for node in root.walk():
        if not node.is_new or (not node.children and leaf_key(node) in seen):
            continue
        if not node.children:
            seen.add(leaf_key(node))
        yield ProposedPart(
            temp_id=node.temp_id,
            name=node.name,
            part_type=node.part_type,
            material=node.material,
            rationale=node.rationale,
        )


def paths(root: BomNodeDraft) -> Iterator[tuple[str, BomNodeDraft]]:
    """Every node with its place in the artifacts, parents first."""
    pending = [("bom.rootAssembly", root)]
    while pending:
        path, node = pending.pop()
        yield path, node
        below = [(f"{path}.children[{i}]", child) for i, child in enumerate(node.children)]
        pending.extend(reversed(below))


def _issues(
    root: BomNodeDraft,
    requirements: tuple[RequirementDraft, ...],
    coverage: Mapping[str, tuple[str, ...]],
    existing: Collection[str],
) -> Iterator[ValidationIssue]:
    names = _repeated(root)
    for path, node in paths(root):
        yield from _of_node(path, node, coverage, existing, is_root=node is root)
        if node.temp_id in names:
            message = f"Another part is also called {node.name!r}"
            yield _issue("warning", "DUPLICATE_NAME", message, path, node.temp_id)
    for place, requirement in enumerate(requirements):
        path = f"requirements[{place}]"
        if not coverage[requirement.temp_id]:
            message = f"Nothing meets {requirement.name!r}"
            yield _issue("warning", "UNCOVERED_REQUIREMENT", message, path, requirement.temp_id)
        if requirement.confidence < UNSURE:
            yield _unsure(path, requirement)


def _of_node(
    path: str,
    node: BomNodeDraft,
    coverage: Mapping[str, tuple[str, ...]],
    existing: Collection[str],
    *,
    is_root: bool,
) -> Iterator[ValidationIssue]:
    if not node.is_new and node.existing_item_id not in existing:
        told = node.existing_item_id
        message = f"{node.name!r} reuses " + (
            "a part but does not say which"
            if told is None
            else f"{told!r}, which is not a part here"
        )
        yield _issue("error", "UNKNOWN_EXISTING_ITEM", message, path, node.temp_id)
    for temp_id in node.requirement_temp_ids:
        if temp_id not in coverage:
            message = f"{node.name!r} meets a requirement {temp_id!r} that does not exist"
            yield _issue("error", "UNKNOWN_REQUIREMENT", message, path, node.temp_id)
    if is_root and node.source == "ai" and node.gap == "product":
        yield _issue("warning", CODE, node.rationale or f"{UNKNOWN}: {HELP}.", path, node.temp_id)
    if is_root and node.gap == "layout" and is_a_heap(node):
        yield _issue("warning", "NO_LAYOUT", PARTS_ONLY, path, node.temp_id)
    is_one_part = node.form is not None and node.part_type != "Phantom"
    if not node.children and not is_one_part and (is_root or node.part_type == "Phantom"):
        message = f"The assembly {node.name!r} has no parts"
        yield _issue("error", "EMPTY_ASSEMBLY", message, path, node.temp_id)
    if node.confidence < UNSURE:
        yield _unsure(path, node)


def _repeated(root: BomNodeDraft) -> set[str]:
    """The nodes whose name another part has: another item, or a second line of one parent."""
    found: set[str] = set()
    items: dict[str, dict[object, list[str]]] = {}
    for node in root.walk():
        counts = Counter(child.name.casefold() for child in node.children)
        found |= {c.temp_id for c in node.children if counts[c.name.casefold()] > 1}
        item: object = node.temp_id
        if not node.is_new:
            item = node.existing_item_id
        elif not node.children:
            item = leaf_key(node)
        items.setdefault(node.name.casefold(), {}).setdefault(item, []).append(node.temp_id)
    for same_name in items.values():
        if len(same_name) > 1:
            found.update(temp_id for nodes in same_name.values() for temp_id in nodes)
    return found


def _unsure(path: str, draft: BomNodeDraft | RequirementDraft) -> ValidationIssue:
    message = f"{draft.name!r} was drafted with a confidence of {draft.confidence:.0%}"
    return _issue("warning", "LOW_CONFIDENCE", message, path, draft.temp_id)


def _issue(severity: Severity, code: str, message: str, path: str, temp_id: str) -> ValidationIssue:
    return ValidationIssue(
        severity=severity, code=code, message=message, path=path, temp_id=temp_id
    )
