"""Measures of a shape, and whether it is a good solid."""

from typing import Any, NamedTuple

from partwright.cad.kernel import occ
from partwright.cad.kernel.occ import Shape
from partwright.cad.model import Bounds, Vector

_MANY_FACES = 5000


class MassProperties(NamedTuple):
    """Volume in mm³, its centre, and the moments of inertia about it (xx, yy, zz) in mm⁵."""

    volume: float
    centre: Vector
    inertia: Vector


def bulk(shape: Shape) -> MassProperties:
    """Of the volume that the shape's faces enclose."""
    properties = occ.GProp.GProp_GProps()
    occ.BRepGProp.BRepGProp.VolumeProperties_s(shape, properties)
    matrix = properties.MatrixOfInertia()
    inertia = (matrix.Value(1, 1), matrix.Value(2, 2), matrix.Value(3, 3))
    return MassProperties(properties.Mass(), _vector(properties.CentreOfMass()), inertia)


def volume(shape: Shape) -> float:
    """Of the shape's solids together, in mm³; one that stands in many places is reckoned once."""
    return sum(map(_volume_of, occ.explore(shape, occ.SOLID)))


_volumes: dict[tuple[Any, Any], float] = {}
"""Of solids, wherever they stand, by their form and orientation; the process lives for one job."""


def _volume_of(solid: Shape) -> float:
    form = (solid.TShape(), solid.Orientation())
    if form not in _volumes:
        _volumes[form] = bulk(solid).volume
    return _volumes[form]


_validities: dict[tuple[Any, Any], bool] = {}


def is_valid(shape: Shape) -> bool:
    """Whether geometry and topology fit together; of what stands in many places looked at once."""
    form = (shape.TShape(), shape.Orientation())
    if form not in _validities:
        _validities[form] = bool(occ.BRepCheck.BRepCheck_Analyzer(shape).IsValid())
    return _validities[form]


def remember(solid: Shape, *, volume: float, is_valid: bool | None) -> None:
    """Take over what another process found of a solid; None where it found no answer."""
    form = (solid.TShape(), solid.Orientation())
    _volumes[form] = volume
    if is_valid is not None:
        _validities[form] = is_valid


def area(shape: Shape) -> float:
    """Of all faces together, in mm²."""
    properties = occ.GProp.GProp_GProps()
    occ.BRepGProp.BRepGProp.SurfaceProperties_s(shape, properties)
    return float(properties.Mass())


def bounds(shape: Shape) -> Bounds | None:
    """The tight box, None around nothing; of very many faces from their triangles, if any."""
    box = occ.Bnd.Bnd_Box()
    many = len(occ.explore(shape, occ.FACE)) > _MANY_FACES
    occ.BRepBndLib.BRepBndLib.AddOptimal_s(shape, box, many, False)
    return _bounds(box)


def rough_bounds(shape: Shape) -> Bounds | None:
    """A box that surely holds the shape, in a fraction of the time."""
    box = occ.Bnd.Bnd_Box()
    occ.BRepBndLib.BRepBndLib.Add_s(shape, box)
    return _bounds(box)


def _bounds(box: Any) -> Bounds | None:
    return None if box.IsVoid() else Bounds(_vector(box.CornerMin()), _vector(box.CornerMax()))


def distance(one: Shape, other: Shape) -> float:
    """The shortest way in mm from one shape to another; nothing where they touch."""
    return float(occ.BRepExtrema.BRepExtrema_DistShapeShape(one, other).Value())


def faults(shape: Shape) -> list[str]:
    """The faults that keep a shape from being good solids, in words; empty without any."""
    solids = occ.explore(shape, occ.SOLID)
    if not solids:
        return ["it does not contain a solid"]
    found: list[str] = []
    has_loose_faces = occ.TopExp.TopExp_Explorer(shape, occ.FACE, occ.SOLID).More()
    if not all(map(is_valid, [shape] if has_loose_faces else solids)):
        found.append("its geometry or topology is not valid")
    shells = [shell for solid in solids for shell in occ.explore(solid, occ.SHELL)]
    if not all(occ.BRep.BRep_Tool.IsClosed_s(shell) for shell in shells):
        found.append("a shell is not closed")
    if any(_volume_of(solid) <= 0 for solid in solids):
        found.append("a solid has no volume")
    return found


def _vector(point: Any) -> Vector:
    # Adding zero makes a negative zero positive.
    return (point.X() + 0.0, point.Y() + 0.0, point.Z() + 0.0)
