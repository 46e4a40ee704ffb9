"""Assemblies put together from the STEP files of their parts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from partwright.cad.assembly.exploded_view import explode, grouped
from partwright.cad.assembly.motion import from_placement
from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import (
    AssemblyTree,
    BodyPlacement,
    ComposeAssembly,
    ComposedAssembly,
    OutputFiles,
    PlacedUse,
)
from partwright.cad.kernel import drawing, measure, mesh, occ, prepared_parts, step
from partwright.cad.kernel.document import StepDocument, compound
from partwright.cad.kernel.occ import Label, Shape


class AssemblyDocument:
    """A document of an assembly, and the shapes of its children where they stand."""

    def __init__(self, tree: AssemblyTree) -> None:
        self._tree = tree
        self.document = StepDocument()
        self.uses: list[PlacedUse] = []
        self.labels: list[Label] = []
        self._read: dict[tuple[str, str], Label] = {}
        self.root = self._add(tree, depth=0)
        self.document.finish()

    def shape_of(self, number: int) -> Shape:
        """Of a direct child's instance, where it stands."""
        return self.document.shape_of(self.labels[number])

    def key_of(self, number: int) -> str:
        return _key(self.uses[number])

    def parts(self) -> Iterator[tuple[str, Shape]]:
        """Every instance of a part at any depth, where it stands in the whole."""
        yield from self._parts(self._tree, occ.TopLoc.TopLoc_Location())

    def _parts(self, tree: AssemblyTree, above: Any) -> Iterator[tuple[str, Shape]]:
        children = {child.temp_id: child for child in tree.children}
        for use in tree.placements:
            child = children[use.temp_id]
            where = above.Multiplied(occ.TopLoc.TopLoc_Location(transformation(use.placement)))
            if child.children:
                yield from self._parts(child, where)
            else:
                shape = self.document.shape_of(self._read[child.path, child.name])
                yield _key(use), shape.Moved(where)

    def _add(self, tree: AssemblyTree, *, depth: int) -> Label:
        if not tree.children:
            return self._part(tree)
        label = self.document.add_assembly(tree.name)
        products = {child.temp_id: self._add(child, depth=depth + 1) for child in tree.children}
        names = {child.temp_id: child.name for child in tree.children}
        for use in tree.placements:
            name = f"{names[use.temp_id]} #{use.instance}"
            where = transformation(use.placement)
            placed = self.document.use(label, products[use.temp_id], where, name)
            if depth == 0:
                self.uses.append(use)
                self.labels.append(placed)
        return label

    def _part(self, tree: AssemblyTree) -> Label:
        """The product of a file; read once for each name that it goes by."""
        known = self._read.get((tree.path, tree.name))
        if known is not None:
            return known
        if tree.prepared.path:
            label = prepared_parts.add(self.document, tree.prepared, tree.name)
            self._read[tree.path, tree.name] = label
            return label
        roots = step.read_into(self.document, Path(tree.path))
        if len(roots) == 1:
            label = roots[0]
            self.document.name(label, tree.name)
        else:
            label = self.document.add_assembly(tree.name)
            for root in roots:
                name = self.document.name_of(root)
                self.document.use(label, root, transformation(BodyPlacement()), name)
        self._read[tree.path, tree.name] = label
        return label


def _key(use: PlacedUse) -> str:
    return f"{use.temp_id}#{use.instance}"


def compose(job: ComposeAssembly) -> ComposedAssembly:
    """Write the assembly as STEP and GLB, drawn together and apart."""
    if not job.tree.placements:
        raise JobRefused("none of its parts has a place")
    assembly = AssemblyDocument(job.tree)
    document = assembly.document
    shape = document.shape_of(assembly.root)
    box = measure.bounds(shape)
    if box is None:
        raise JobRefused("there is nothing in it")
    at = Path(job.folder)
    files = [at / f"{job.stem}.{kind}" for kind in ("step", "glb", "svg", "exploded.svg")]
    solids = occ.explore(shape, occ.SOLID)
    step.write(document, files[0], name=job.tree.name)
    mesh.write_glb(document, shape, files[1])
    drawing.write_svg(shape, files[2])
    drawing.write_svg(_exploded(assembly), files[3])
    return ComposedAssembly(
        files=OutputFiles(*map(str, files[:3])),
        exploded_svg=str(files[3]),
        volume_mm3=measure.volume(shape),
        bounds=box,
        instances=len(solids),
        faults=(*measure.faults(shape), *_misread(assembly, solids, files[0])),
    )


def _misread(assembly: AssemblyDocument, solids: Sequence[Shape], file: Path) -> list[str]:
    """Differences of its STEP file: one solid for all that are alike, and every use."""
    alike = {(solid.TShape(), solid.Orientation()) for solid in solids}
    uses = assembly.document.count_of_uses(assembly.root)
    return step.check_structure(file, solids=len(alike), uses=uses)


def transformation(placement: BodyPlacement) -> Any:
    """A `gp_Trsf`."""
    motion = from_placement(placement)
    moved = occ.gp.gp_Trsf()
    rows = zip(motion.rotation, motion.translation, strict=True)
    moved.SetValues(*(value for row, shift in rows for value in (*row, shift)))
    return moved


def _exploded(assembly: AssemblyDocument) -> Shape:
    """The children drawn apart; instances of one child that point one way go one way."""
    shapes = [assembly.shape_of(number) for number in range(len(assembly.uses))]
    groups = list(grouped([f"{use.temp_id} {use.placement.rotation_deg}" for use in assembly.uses]))
    boxes = [
        [box for number in group if (box := measure.rough_bounds(shapes[number]))]
        for group in groups
    ]
    drawn: list[Shape] = []
    for group, move in zip(groups, explode(boxes), strict=True):
        where = occ.TopLoc.TopLoc_Location(transformation(BodyPlacement(move)))
        drawn += [shapes[number].Moved(where) for number in group]
    return compound(drawn)
