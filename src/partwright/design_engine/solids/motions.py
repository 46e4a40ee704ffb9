"""The joints of composed assemblies, moved through their range by the kernel."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from partwright.cad.assembly.motion import RigidMotion, from_placement, to_placement
from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import (
    SWEEP_JOINTS,
    AssemblyTree,
    BodyPlacement,
    PlacedUse,
    SweepJoints,
    SweptRange,
)
from partwright.cad.model import Vector
from partwright.cad.workers import KernelPool
from partwright.design_engine.solids.drafted_tree import PartFile
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft, JointMotion, LayoutJoint
from partwright.drafter.layout_expressions import ExpressionProblem, figure

_MOST_BODIES: Final = 400
_MOST_JOINTS: Final = 24
"""Of one assembly; the others are told as unchecked."""


class _Standing(NamedTuple):
    """A part with a solid where it stands, and the instances that it stands in."""

    temp_id: str
    within: frozenset[str]
    motion: RigidMotion


async def motions_of(
    pool: KernelPool, root: BomNodeDraft, node: BomNodeDraft, paths: Mapping[str, PartFile]
) -> tuple[JointMotion, ...]:
    """The motion of each joint of a composed assembly; `paths` are the files of the parts."""
    joints = node.layout.joints if node.layout is not None else ()
    standing = list(_below(node, paths, RigidMotion(), frozenset())) if joints else []
    if not standing:
        return ()
    if len(standing) > _MOST_BODIES:
        return _unchecked(joints)
    tree, within = _flat(node, standing, paths)
    try:
        names = layout.dimensions_below(root)[node.temp_id]
        asked = tuple(_range(joint, names, within) for joint in joints[:_MOST_JOINTS])
        swept = await pool.run(SWEEP_JOINTS, SweepJoints(tree, asked))
    except (JobFailed, ExpressionProblem):
        return _unchecked(joints)
    found = tuple(
        JointMotion(
            joint=one.name,
            is_checked=one.is_checked,
            a=one.a,
            b=one.b,
            at=round(one.at, 3),
            volume_mm3=one.volume_mm3,
        )
        for one in swept.joints
    )
    return (*found, *_unchecked(joints[_MOST_JOINTS:]))


def _unchecked(joints: Sequence[LayoutJoint]) -> tuple[JointMotion, ...]:
    return tuple(JointMotion(joint=joint.name, is_checked=False) for joint in joints)


def _below(
    node: BomNodeDraft, paths: Mapping[str, PartFile], stands: RigidMotion, within: frozenset[str]
) -> Iterator[_Standing]:
    children = {child.temp_id: child for child in node.children}
    composed = node.assembly_composition
    for place in composed.placements if composed is not None else ():
        child = children.get(place.temp_id)
        if child is None:
            continue
        own = from_placement(BodyPlacement(place.translation_mm, place.rotation_deg))
        ids = within | {place.temp_id, f"{place.temp_id}#{place.instance}"}
        if child.children:
            yield from _below(child, paths, stands.after(own), ids)
        elif child.temp_id in paths:
            yield _Standing(child.temp_id, ids, stands.after(own))


def _flat(
    node: BomNodeDraft, standing: Sequence[_Standing], paths: Mapping[str, PartFile]
) -> tuple[AssemblyTree, dict[str, frozenset[str]]]:
    """All parts as children of one assembly, and by instance what each stands in."""
    names = {one.temp_id: one.name for one in node.walk()}
    counts: dict[str, int] = {}
    uses: list[PlacedUse] = []
    within: dict[str, frozenset[str]] = {}
    for one in standing:
        number = counts[one.temp_id] = counts.get(one.temp_id, 0) + 1
        uses.append(PlacedUse(one.temp_id, number, to_placement(one.motion)))
        within[f"{one.temp_id}#{number}"] = one.within
    parts = tuple(paths[temp_id].tree(temp_id, names[temp_id]) for temp_id in counts)
    return AssemblyTree(node.temp_id, node.name, children=parts, placements=tuple(uses)), within


def _range(
    joint: LayoutJoint, names: Mapping[str, float], within: Mapping[str, frozenset[str]]
) -> SweptRange:
    wanted = frozenset(joint.moves)

    def vector(figures: Sequence[float | str]) -> Vector:
        x, y, z = (figure(one, names) for one in figures)
        return (x, y, z)

    return SweptRange(
        name=joint.name,
        moves=frozenset(key for key, ids in within.items() if ids & wanted),
        axis=vector(joint.axis),
        origin=vector(joint.origin_mm),
        low=figure(joint.low, names),
        high=figure(joint.high, names),
        is_turn=joint.type == "turn",
    )
