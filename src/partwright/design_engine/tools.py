"""The tools that a drafting model has, each with the rights of the user it works for."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field
from pydantic_ai import BinaryContent, FunctionToolset, ModelRetry, RunContext, ToolReturn

from partwright.cad.language import catalogue
from partwright.cad.model import NotDrawn
from partwright.cad.workers import KernelPool
from partwright.design_engine import draft_edits, layout_measures, part_search, preview, shaping
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.draft_edits import EditRefused
from partwright.design_engine.model import as_json
from partwright.design_engine.proposals import (
    Amount,
    NodeChange,
    ProposedForm,
    ProposedLayout,
    ProposedMate,
    ProposedNode,
    ProposedPlacement,
    ProposedRequirement,
    RequirementChange,
    drafted_form,
    drafted_layout,
)
from partwright.design_engine.run import ActiveRun
from partwright.kit.errors import ItemNotFound, Refusal
from partwright.kit.ids import ItemId, as_uuid

Query = Annotated[str, Field(min_length=1, max_length=200)]
View = Literal["iso", "front", "right", "back", "left", "top"]
MOST_CLASHES = 20
Limit = Annotated[int, Field(ge=1, le=part_search.MOST_FOUND)]


class ToolContext:
    """Context that the tools of one run work in."""

    def __init__(self, running: ActiveRun, kernel: KernelPool | None = None) -> None:
        self.running = running
        self.kernel = kernel
        self.changed: set[str] = set()
        """Fields of the artifacts whose change has not been told yet."""
        self.artifacts: Artifacts | None = None
        """As the last change left them."""
        self._made: set[str] = set()

    async def alter(
        self, field: str, made: list[str], change: Callable[[Artifacts, set[str]], Artifacts]
    ) -> Artifacts:
        """Change the drafts as they stand now; ModelRetry tells the model what does not fit."""

        def work(artifacts: Artifacts) -> Artifacts:
            standing = {r.temp_id for r in artifacts.requirements}
            standing |= {node.temp_id for node in artifacts.nodes()}
            return change(artifacts, self._made - standing)

        try:
            self.artifacts = await self.running.change(work)
        except EditRefused as unfit:
            raise ModelRetry(str(unfit)) from unfit
        self._made.update(made)
        self.changed.add(field)
        return self.artifacts

    async def check_existing(self, ids: list[str | None]) -> None:
        """ModelRetry for an id that names no part the user sees."""
        wanted = [one for one in ids if one is not None]
        if not wanted:
            return
        async with self.running.database.snapshot() as snapshot:
            known = await part_search.known_ids(snapshot, self.running.actor, wanted)
        unknown = [one for one in wanted if one not in known]
        if unknown:
            raise ModelRetry(f"No part has the itemId {', '.join(unknown)}; use search_parts")


Context = RunContext[ToolContext]


async def search_parts(context: Context, query: Query, limit: Limit = 10) -> list[dict[str, Any]]:
    """Find existing parts that could be reused, by words of their number, name or material."""
    async with context.deps.running.database.snapshot() as snapshot:
        found = await part_search.find_parts(
            snapshot, context.deps.running.actor, query, limit=limit
        )
    return [as_json(part) for part in found]


async def search_designs(context: Context, query: Query) -> list[dict[str, Any]]:
    """Find existing designs by words of their code or name."""
    async with context.deps.running.database.snapshot() as snapshot:
        found = await part_search.designs_like(snapshot, context.deps.running.actor, query)
    return [as_json(design) for design in found]


async def read_bom(context: Context, item_id: str) -> list[dict[str, Any]]:
    """Read what an existing assembly consists of, by its itemId, three levels deep."""
    known = as_uuid(item_id)
    try:
        if known is None:
            raise ItemNotFound.by_id(item_id)
        async with context.deps.running.database.snapshot() as snapshot:
            lines = await part_search.bom_of(snapshot, context.deps.running.actor, ItemId(known))
    except Refusal as refusal:
        raise ModelRetry(refusal.message) from refusal
    return [as_json(line) for line in lines]


async def propose_requirements(context: Context, requirements: list[ProposedRequirement]) -> str:
    """Add requirements; one with the tempId of an earlier one of yours takes its place."""
    drafts = [proposed.draft() for proposed in requirements]
    ids = [draft.temp_id for draft in drafts]
    _check_unique(ids)
    after = await context.deps.alter(
        "requirements",
        ids,
        lambda present, gone: draft_edits.add_requirements(present, drafts, gone=gone),
    )
    return f"{len(drafts)} added; there are {len(after.requirements)} requirements"


async def change_requirement(context: Context, temp_id: str, changes: RequirementChange) -> str:
    """Change fields of one of your requirements."""
    given = changes.changes()
    await context.deps.alter(
        "requirements",
        [],
        lambda present, _: draft_edits.change_requirement(present, temp_id, given),
    )
    return f"{temp_id} changed"


async def remove_requirements(context: Context, temp_ids: list[str]) -> str:
    """Remove some of your requirements."""
    after = await context.deps.alter(
        "requirements", [], lambda present, _: draft_edits.remove_requirements(present, temp_ids)
    )
    return f"There are {len(after.requirements)} requirements"


async def propose_nodes(context: Context, nodes: list[ProposedNode]) -> str:
    """Add parts and assemblies; the first of all is the root, each other one names its parent."""
    placed = [proposed.placed() for proposed in nodes]
    ids = [one.node.temp_id for one in placed]
    _check_unique(ids)
    await context.deps.check_existing([one.node.existing_item_id for one in placed])
    after = await context.deps.alter(
        "bom", ids, lambda present, gone: draft_edits.add_nodes(present, placed, gone=gone)
    )
    return f"{len(placed)} added; there are {sum(1 for _ in after.nodes())} parts{_so_far(after)}"


async def change_node(context: Context, temp_id: str, changes: NodeChange) -> str:
    """Change fields of one of your parts or assemblies."""
    given = changes.changes()
    await context.deps.check_existing([changes.existing_item_id])
    after = await context.deps.alter(
        "bom", [], lambda present, _: draft_edits.change_node(present, temp_id, given)
    )
    return f"{temp_id} changed{_so_far(after)}"


async def remove_node(context: Context, temp_id: str) -> str:
    """Remove one of your parts or assemblies with everything below it."""
    await context.deps.alter(
        "bom", [], lambda present, _: draft_edits.remove_node(present, temp_id)
    )
    return f"{temp_id} removed"


async def describe_methods(context: Context, names: list[str] | None = None) -> dict[str, Any]:
    """The methods of the part language for forms; with names, their figures, limits and rules."""
    del context
    if not names:
        return {name: feature.words for name, feature in catalogue.FEATURES.items()}
    told: dict[str, Any] = {}
    for name in names:
        feature = catalogue.feature_of(name)
        if isinstance(feature, NotDrawn):
            raise ModelRetry(feature.reason)
        figures = {one.name: f"{one.words}, {one.unit}" for one in feature.parameters}
        rules = [rule.words for rule in feature.preconditions]
        told[name] = {"what": feature.words, "figures": figures, "rules": rules}
    return told


async def check_design(context: Context) -> dict[str, Any]:
    """Measure the structure: box, mass, islands, overlaps, faults, and what the text states in vain."""
    session = await context.deps.running.session()
    return as_json(layout_measures.measured(session.artifacts))


async def look_at_design(
    context: Context, view: View = "iso", *, with_picture: bool = False
) -> dict[str, Any] | ToolReturn:
    """Build the drafted parts in memory: exact box, mass, clashes, and a picture if you can see."""
    running, pool = context.deps.running, context.deps.kernel
    if pool is None:
        raise ModelRetry("There is no modelling kernel here; use check_design")
    artifacts = (await running.session()).artifacts
    try:
        drawn = await preview.preview(pool, artifacts, view)
    except Refusal as refusal:
        raise ModelRetry(refusal.message) from refusal
    names = {node.temp_id: node.name for node in artifacts.nodes()}
    told = {
        "boxMm": [round(side, 2) for side in drawn.box_mm],
        "massKg": round(drawn.mass_kg, 3),
        "islands": as_json(layout_measures.measured(artifacts))["islands"],
        "clashes": [
            {"a": one.a, "b": one.b, "volumeMm3": round(one.volume_mm3, 1)}
            for one in drawn.overlaps[:MOST_CLASHES]
        ],
        "notBuilt": [names.get(key, key) for key in drawn.failed],
    }
    if not with_picture:
        return told
    return ToolReturn(told, content=[BinaryContent(drawn.png, media_type="image/png")])


async def read_design(context: Context) -> list[dict[str, Any]]:
    """Every part and assembly with its form, layout and, where it is made, its solid's measures."""
    artifacts = (await context.deps.running.session()).artifacts
    return shaping.told(artifacts)


async def set_form(context: Context, temp_id: str, form: ProposedForm) -> str:
    """Give one part its shape in the part language; its solid is made of it afterwards."""
    return await _shaped(context, temp_id, {"form": drafted_form(form)})


async def place(
    context: Context,
    assembly_temp_id: str,
    placements: list[ProposedPlacement],
    dimensions: dict[str, Amount] | None = None,
) -> str:
    """Say where children of an assembly stand; of the others the places stay as they are."""
    given = ProposedLayout(placements=tuple(placements), dimensions=dimensions or {})
    return await _laid_out(context, assembly_temp_id, given)


async def mate(context: Context, assembly_temp_id: str, mates: list[ProposedMate]) -> str:
    """Put children of an assembly against each other; an earlier place or mate of `a` goes."""
    return await _laid_out(context, assembly_temp_id, ProposedLayout(mates=tuple(mates)))


async def _laid_out(context: Context, temp_id: str, given: ProposedLayout) -> str:
    added = drafted_layout(given)
    assert added is not None
    return await _shaped(
        context, temp_id, lambda node: {"layout": shaping.joined(node.layout, added)}
    )


async def _shaped(context: Context, temp_id: str, changes: shaping.Changes) -> str:
    after = await context.deps.alter(
        "bom", [], lambda present, _: shaping.shaped(present, temp_id, changes)
    )
    return f"{temp_id} changed{_so_far(after)}"


async def link_coverage(
    context: Context, requirement_temp_id: str, node_temp_ids: list[str]
) -> str:
    """Say which of your parts meet a requirement."""
    after = await context.deps.alter(
        "bom", [], lambda present, _: draft_edits.link(present, requirement_temp_id, node_temp_ids)
    )
    open_ones = after.bom.uncovered_requirements if after.bom is not None else ()
    return f"Linked; not covered yet: {', '.join(open_ones) or 'none'}"


def _so_far(artifacts: Artifacts) -> str:
    """The mass and size of the whole so far, where there are forms."""
    if all(node.form is None for node in artifacts.nodes()):
        return ""
    return f"; {layout_measures.in_short(layout_measures.measured(artifacts))}"


def _check_unique(ids: list[str]) -> None:
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ModelRetry(f"These tempIds are given twice: {', '.join(twice)}")


_LIBRARY = [search_parts, search_designs, read_bom]

TOOLSETS: dict[str, FunctionToolset[ToolContext]] = {
    "requirements": FunctionToolset(
        [*_LIBRARY, propose_requirements, change_requirement, remove_requirements],
        sequential=True,
    ),
    "cad": FunctionToolset(
        [describe_methods, read_design, set_form, check_design, look_at_design], sequential=True
    ),
    "assembly": FunctionToolset(
        [describe_methods, read_design, set_form, place, mate, check_design, look_at_design],
        sequential=True,
    ),
    "bom": FunctionToolset(
        [
            *_LIBRARY,
            describe_methods,
            propose_nodes,
            change_node,
            remove_node,
            link_coverage,
            check_design,
            look_at_design,
        ],
        sequential=True,
    ),
}
"""By the work of a stage."""


def plain(result: Any) -> Any:
    """A tool's answer as plain JSON."""
    return msgspec.to_builtins(result, str_keys=True, enc_hook=str)
