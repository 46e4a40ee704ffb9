"""The names of the modelling libraries that are used here, and only those.

Their own types are too loose for strict checks (most results are unions of everything), so they
are taken as they come; loading this module loads the kernel and takes seconds.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_LIBRARIES = ("build123d", "bd_warehouse.fastener", "bd_warehouse.retaining_ring")

Shape = Any
"""A shape of build123d."""


def _modelling() -> tuple[Any, ...]:
    """build123d and the parts made with it, without the clustering that only its reader of meshes needs.

    That takes half a second and 50 MB of each process, and nothing here reads meshes.
    """
    unused = ModuleType("sklearn.cluster")
    unused.__dict__["DBSCAN"] = None
    stand_ins = {"sklearn": ModuleType("sklearn"), unused.__name__: unused}
    sys.modules.update(stand_ins)
    try:
        return tuple(import_module(name) for name in _LIBRARIES)
    finally:
        for name in stand_ins:
            del sys.modules[name]


_solids, _fasteners, _rings = _modelling()

Align: Any = _solids.Align
Axis: Any = _solids.Axis
Box: Any = _solids.Box
Circle: Any = _solids.Circle
Compound: Any = _solids.Compound
Cone: Any = _solids.Cone
Cylinder: Any = _solids.Cylinder
Edge: Any = _solids.Edge
Ellipse: Any = _solids.Ellipse
Face: Any = _solids.Face
FilletPolyline: Any = _solids.FilletPolyline
GeomType: Any = _solids.GeomType
Helix: Any = _solids.Helix
Line: Any = _solids.Line
Location: Any = _solids.Location
Part: Any = _solids.Part
Plane: Any = _solids.Plane
PolarLocations: Any = _solids.PolarLocations
Polyline: Any = _solids.Polyline
Pos: Any = _solids.Pos
Rectangle: Any = _solids.Rectangle
RectangleRounded: Any = _solids.RectangleRounded
RegularPolygon: Any = _solids.RegularPolygon
Rotation: Any = _solids.Rotation
Solid: Any = _solids.Solid
SlotOverall: Any = _solids.SlotOverall
Sphere: Any = _solids.Sphere
Spline: Any = _solids.Spline
Text: Any = _solids.Text
ThreePointArc: Any = _solids.ThreePointArc
Torus: Any = _solids.Torus
Wire: Any = _solids.Wire
chamfer: Any = _solids.chamfer
extrude: Any = _solids.extrude
fillet: Any = _solids.fillet
loft: Any = _solids.loft
make_face: Any = _solids.make_face
revolve: Any = _solids.revolve
sweep: Any = _solids.sweep

ButtonHeadScrew: Any = _fasteners.ButtonHeadScrew
ChamferedWasher: Any = _fasteners.ChamferedWasher
CheeseHeadScrew: Any = _fasteners.CheeseHeadScrew
CounterSunkScrew: Any = _fasteners.CounterSunkScrew
DomedCapNut: Any = _fasteners.DomedCapNut
HexHeadScrew: Any = _fasteners.HexHeadScrew
HexNut: Any = _fasteners.HexNut
PanHeadScrew: Any = _fasteners.PanHeadScrew
PlainWasher: Any = _fasteners.PlainWasher
SetScrew: Any = _fasteners.SetScrew
SocketHeadCapScrew: Any = _fasteners.SocketHeadCapScrew
SquareNut: Any = _fasteners.SquareNut
ExternalSnapRing: Any = _rings.ExternalSnapRing
InternalSnapRing: Any = _rings.InternalSnapRing
