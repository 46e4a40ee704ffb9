"""A user's changes of the artifacts: merged deeply by key, read, and told from a model's; pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.cad.language import catalogue, validator
from partwright.cad.language.flat import spec_of
from partwright.cad.model import NotDrawn, ParameterProblem
from partwright.design_engine import artifact_input
from partwright.design_engine.artifact_input import (
    InputProblems,
    SentNode,
    SentPlacement,
    SentRequirement,
)
from partwright.design_engine.artifacts import Artifacts, BomDraft
from partwright.design_engine.kept_shapes import kept_form, kept_layout, missing, with_layout
from partwright.design_engine.model import as_json
from partwright.design_engine.shape_changes import with_new_shapes
from partwright.drafter import layout
from partwright.drafter.drafts import (
    AssemblyComposition,
    AssemblyLayout,
    BomNodeDraft,
    CadGeneration,
    DraftPlacement,
    PartForm,
    RequirementDraft,
    Source,
)
from partwright.kit.decimals import decimal_number, stored_decimal
from partwright.kit.errors import InvalidInput
from partwright.kit.field_problems import shown
from partwright.kit.fields import FieldProblem, FieldReader, Text, cleaned, decode_value, trimmed

T = TypeVar("T", RequirementDraft, BomNodeDraft)

Description = Annotated[Text, Meta(extra=cleaned(trimmed))]
"""What is to be designed, in the user's words."""

_json: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=Decimal)
_description = FieldReader(Description)

_KEPT_BY_SERVICE = frozenset({
    "clarifications", "userMessages", "pendingClarificationId", "materializationResult", "cadGenerationState", "accepted",
})  # fmt: skip
_COMPUTED: dict[str, type] = {
    "proposedParts": list,
    "requirementsCoverage": dict,
    "uncoveredRequirements": list,
    "estimates": dict,
    "cost": dict,
    "validationIssues": list,
}


def patched(present: Artifacts, sent: Raw) -> Artifacts:
    """The artifacts with what the user sent; InvalidInput with every fault of shape.

    A draft that the user wrote or changed is theirs from now on. What is computed is left as it was.
    """
    problems = InputProblems()
    keys = _object(sent, problems)
    before = as_json(present)
    after = _Reading(present, problems)
    changes: dict[str, Any] = {}
    for key, value in keys.items():
        path = f"artifacts.{key}"
        if key in _KEPT_BY_SERVICE:
            if _plain(value) != _plain(before[key]):
                problems.add(path, "is read-only")
        elif key == "description":
            changes["description"] = _read_description(value, path, problems)
        elif key == "requirements":
            changes["requirements"] = after.requirements(value, path)
        elif key == "bom":
            merged = None if value is None else _merge(before["bom"], value)
            changes["bom"] = None if merged is None else after.bom(merged, path)
        else:
            problems.add(path, "unknown key")
    if problems.found:
        raise InvalidInput.fields(problems.found)
    return msgspec.structs.replace(present, **changes)


def _object(sent: Raw, problems: InputProblems) -> dict[str, Any]:
    try:
        value = decode_value(_json, sent)
    except FieldProblem as problem:
        problems.add("artifacts", str(problem))
        return {}
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    problems.add("artifacts", "expected an object")
    return {}


def _merge(present: Any, sent: Any) -> Any:
    """Objects key by key, anything else replaced."""
    if not isinstance(present, dict) or not isinstance(sent, dict):
        return sent
    before, given = cast("dict[str, Any]", present), cast("dict[str, Any]", sent)
    return before | {key: _merge(before.get(key), value) for key, value in given.items()}


def _plain(value: Any) -> Any:
    """JSON whose numbers compare whatever way they were written."""
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in cast("list[Any]", value)]
    return value


def _read_description(value: Any, path: str, problems: InputProblems) -> str:
    try:
        if not isinstance(value, str):
            raise FieldProblem(f"expected text, got {shown(value)}")
        return _description.clean(msgspec.convert(value, _description.type))
    except (FieldProblem, msgspec.ValidationError) as problem:
        problems.add(path, str(problem))
        return ""


def _words_and_price(read: SentNode) -> dict[str, Any]:
    cost = None if read.cost is None else decimal_number(stored_decimal(read.cost))
    price = {"cost": cost, "cost_currency": read.cost_currency}
    words = {"name": read.name, "description": read.description}
    return {**words, **price, "lead_time_days": read.lead_time_days}


class _Reading:
    """Reads drafts beside those that stand."""

    def __init__(self, present: Artifacts, problems: InputProblems) -> None:
        self._problems = problems
        self._present = present
        self._requirements = {draft.temp_id: draft for draft in present.requirements}
        self._nodes = {node.temp_id: node for node in present.nodes()}
        self._parents = {
            child.temp_id: node.temp_id for node in present.nodes() for child in node.children
        }
        self._new_requirement = artifact_input.made_id("req")
        self._new_node = artifact_input.made_id("part")
        self._ids: list[tuple[str, str]] = []

    def requirements(self, sent: Any, path: str) -> tuple[RequirementDraft, ...]:
        most = artifact_input.MOST_REQUIREMENTS
        found: list[RequirementDraft] = []
        ids: list[tuple[str, str]] = []
        for place, one in enumerate(artifact_input.listed(sent, path, self._problems, most=most)):
            where = f"{path}[{place}]"
            read: SentRequirement | None = artifact_input.struct(
                one, SentRequirement, where, self._problems
            )
            if read is not None:
                draft = self._requirement(read)
                ids.append((where, draft.temp_id))
                found.append(draft)
        artifact_input.unique(ids, self._problems)
        return tuple(found)

    def _requirement(self, read: SentRequirement) -> RequirementDraft:
        given = msgspec.structs.asdict(read)
        claimed = given.pop("source")
        given["temp_id"] = read.temp_id or self._new_requirement()
        draft = RequirementDraft(**given)
        present = self._requirements.get(draft.temp_id)
        return msgspec.structs.replace(draft, source=_author(draft, present, claimed))

    def bom(self, merged: Any, path: str) -> BomDraft | None:
        if not isinstance(merged, dict):
            self._problems.add(path, "expected an object")
            return None
        keys = cast("dict[str, Any]", merged)
        for key, value in keys.items():
            if key in _COMPUTED:
                if not isinstance(value, _COMPUTED[key]):
                    self._problems.add(f"{path}.{key}", "is computed and cannot be changed")
            elif key != "rootAssembly":
                self._problems.add(f"{path}.{key}", "unknown key")
        if keys.get("rootAssembly") is None:
            self._problems.add(f"{path}.rootAssembly", "is required")
            return None
        self._ids = []
        root = self._node(keys["rootAssembly"], f"{path}.rootAssembly", None, ())
        artifact_input.unique(self._ids, self._problems)
        if root is None or self._problems.found:
            return None
        places = {temp_id: place for place, temp_id in self._ids}
        for node, problem in layout.problems(root):
            self._problems.add(places.get(node.temp_id, path), problem)
        if self._problems.found:
            return None
        return BomDraft(root_assembly=with_new_shapes(root, self._present))

    def _node(
        self, sent: Any, path: str, parent: str | None, above: tuple[str, ...]
    ) -> BomNodeDraft | None:
        """A node with its children; `above` are the existing items that contain it."""
        problems = self._problems
        read: SentNode | None
        if (read := artifact_input.struct(sent, SentNode, path, problems)) is None:
            return None
        temp_id = read.temp_id or self._new_node()
        self._ids.append((path, temp_id))
        depth = path.count(".children[")
        if len(self._ids) > artifact_input.MOST_NODES or depth >= artifact_input.DEEPEST:
            return problems.add(path, "the structure is too large or too deep")
        is_new = read.existing_item_id is None if read.is_new is None else read.is_new
        if not is_new and read.existing_item_id is not None:
            if read.existing_item_id.lower() in above:
                problems.add(path, "contains itself: the structure has a cycle")
            above = (*above, read.existing_item_id.lower())
        children = [
            self._node(child, f"{path}.children[{place}]", temp_id, above)
            for place, child in enumerate(read.children or [])
        ]
        node = BomNodeDraft(
            temp_id=temp_id,
            is_new=is_new,
            existing_item_id=read.existing_item_id,
            quantity=decimal_number(stored_decimal(read.quantity)),
            unit_of_measure=read.unit_of_measure,
            children=tuple(child for child in children if child is not None),
            requirement_temp_ids=tuple(dict.fromkeys(read.requirement_temp_ids)),
            part_type=read.part_type or ("Manufacture" if children else "Purchase"),
            material=read.material,
            **_words_and_price(read),
            rationale=read.rationale,
            confidence=read.confidence,
            gap=read.gap,
            form=self._form(read, temp_id, path),
        )
        return self._with_kept(self._with_layout(node, read, path), read, path, parent)

    def _form(self, read: SentNode, temp_id: str, path: str) -> PartForm | None:
        if isinstance(read.form, UnsetType):
            return kept_form(self._nodes.get(temp_id), read.name, has_children=bool(read.children))
        return artifact_input.shape(read.form, PartForm, f"{path}.form", self._problems)

    def _with_layout(self, node: BomNodeDraft, read: SentNode, path: str) -> BomNodeDraft:
        if isinstance(read.layout, UnsetType):
            placed = kept_layout(self._nodes.get(node.temp_id), node)
        else:
            path += ".layout"
            placed = artifact_input.shape(read.layout, AssemblyLayout, path, self._problems)
        return with_layout(node, placed, self._nodes.keys())

    def _with_kept(
        self, node: BomNodeDraft, read: SentNode, path: str, parent: str | None
    ) -> BomNodeDraft:
        """The node with its author, and with what was generated of it."""
        present = self._nodes.get(node.temp_id)
        moved = present is not None and self._parents.get(node.temp_id) != parent
        cad = present.cad_generation if present is not None else None
        return msgspec.structs.replace(
            node,
            source="user" if moved else _author(own(node), present and own(present), read.source),
            cad_generation=self._cad(read.cad_generation, cad, f"{path}.cadGeneration"),
            assembly_composition=self._composition(
                read.assembly_composition, node, f"{path}.assemblyComposition"
            ),
        )

    def _cad(
        self, sent: dict[str, Any] | None, present: CadGeneration | None, path: str
    ) -> CadGeneration | None:
        """Parameters are the user's to set; all else of a solid is a result."""
        if sent is None:
            return present
        base = present or CadGeneration()
        self._check_results(sent, base, ("parameters", "method"), path)
        found, method = base.parameters, base.method
        if "parameters" in sent:
            where = f"{path}.parameters"
            found = artifact_input.parameters(sent["parameters"], where, self._problems)
        if "method" in sent:
            method = _read_method(sent["method"], f"{path}.method", self._problems)
        if dict(found) == dict(base.parameters) and method == base.method:
            return base
        for told in _unfit(method, found):
            self._problems.add(f"{path}.parameters.{told.parameter}", told.message)
        # The solid is not what the figures say any more.
        return msgspec.structs.replace(base, parameters=found, method=method, status="pending")

    def _composition(
        self, sent: dict[str, Any] | None, node: BomNodeDraft, path: str
    ) -> AssemblyComposition | None:
        before = self._nodes.get(node.temp_id)
        present = before.assembly_composition if before is not None else None
        if sent is None:
            return present
        base = present or AssemblyComposition()
        self._check_results(sent, base, ("placements",), path)
        if "placements" not in sent:
            return base
        where = f"{path}.placements"
        entries = artifact_input.listed(
            sent["placements"], where, self._problems, most=artifact_input.MOST_NODES
        )
        read: list[SentPlacement | None] = [
            artifact_input.struct(one, SentPlacement, f"{where}[{place}]", self._problems)
            for place, one in enumerate(entries)
        ]
        standing = {(one.temp_id, one.instance): one for one in base.placements}
        for place, one in enumerate(read):
            if one is not None and (told := missing(one.temp_id, one.instance, node, standing)):
                self._problems.add(f"{where}[{place}]", told)
        placements = tuple(_placed(one, standing) for one in read if one is not None)
        if placements == base.placements:
            return base
        return msgspec.structs.replace(base, placements=placements, status="pending")

    def _check_results(
        self, sent: Mapping[str, Any], base: msgspec.Struct, free: tuple[str, ...], path: str
    ) -> None:
        shown: dict[str, Any] = as_json(base)
        for key, value in sent.items():
            if key not in shown:
                self._problems.add(f"{path}.{key}", "unknown key")
            elif key not in free and _plain(value) != _plain(shown[key]):
                self._problems.add(f"{path}.{key}", "is read-only")


def _placed(
    sent: SentPlacement, standing: Mapping[tuple[str, int], DraftPlacement]
) -> DraftPlacement:
    """A place that differs from the one that was composed is the user's from now on."""
    placed = DraftPlacement(**msgspec.structs.asdict(sent))
    before = standing.get((placed.temp_id, placed.instance))
    if before is not None and msgspec.structs.replace(placed, pinned=before.pinned) == before:
        return before if placed.pinned == before.pinned else placed
    return msgspec.structs.replace(placed, pinned=True, why=None)


def _read_method(value: Any, path: str, problems: InputProblems) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or isinstance(catalogue.feature_of(value), NotDrawn):
        problems.add(path, "expected a feature of the part language, or `standard:` and a name")
        return None
    return value


def _unfit(method: str | None, given: Mapping[str, float]) -> list[ParameterProblem]:
    """Figures that a method does not know, or that it never takes; what depends on others is told later."""
    if method is None:
        return []
    spec = spec_of(name="", method=method, parameters=given)
    return [one for one in validator.problems(spec) if one.parameter in given]


def own(node: BomNodeDraft) -> BomNodeDraft:
    """The node without what stands below it and what was generated of it."""
    return msgspec.structs.replace(
        node, children=(), cad_generation=None, assembly_composition=None
    )


def _author(draft: T, present: T | None, claimed: Source | UnsetType) -> Source:
    """The author of the draft: what stands unchanged keeps its own, anything else is the user's."""
    if present is None:
        return "user" if claimed is UNSET else claimed
    if msgspec.structs.replace(draft, source=present.source) != present:
        return "user"
    return present.source if claimed is UNSET else claimed


def same_drafts(one: Artifacts, other: Artifacts) -> bool:
    """Whether two states have the same requirements and structure.

    Forms, layouts and what was generated may differ: they are mended while solids are reviewed.
    """
    return one.requirements == other.requirements and _tree(one) == _tree(other)


def _tree(artifacts: Artifacts) -> BomNodeDraft | None:
    return None if artifacts.bom is None else _bare(artifacts.bom.root_assembly)


def _bare(node: BomNodeDraft) -> BomNodeDraft:
    return msgspec.structs.replace(
        node,
        children=tuple(_bare(child) for child in node.children),
        form=None,
        layout=None,
        cad_generation=None,
        assembly_composition=None,
    )
