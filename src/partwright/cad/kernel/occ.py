"""OpenCASCADE by its packages; it brings no types, so what comes through here is `Any`."""

from importlib import import_module
from typing import Any

Shape = Any
"""A `TopoDS_Shape`."""
Label = Any
"""A `TDF_Label`: a product, or one use of a product."""


def _package(name: str) -> Any:
    return import_module(f"OCP.{name}")


APIHeaderSection = _package("APIHeaderSection")
BRep = _package("BRep")
BRepAdaptor = _package("BRepAdaptor")
BRepAlgoAPI = _package("BRepAlgoAPI")
BRepBndLib = _package("BRepBndLib")
BRepBuilderAPI = _package("BRepBuilderAPI")
BRepCheck = _package("BRepCheck")
BRepExtrema = _package("BRepExtrema")
BRepGProp = _package("BRepGProp")
BRepMesh = _package("BRepMesh")
BRepTools = _package("BRepTools")
BinTools = _package("BinTools")
Bnd = _package("Bnd")
GProp = _package("GProp")
GeomAbs = _package("GeomAbs")
HLRAlgo = _package("HLRAlgo")
HLRBRep = _package("HLRBRep")
IFSelect = _package("IFSelect")
Interface = _package("Interface")
Message = _package("Message")
Quantity = _package("Quantity")
RWGltf = _package("RWGltf")
RWMesh = _package("RWMesh")
STEPCAFControl = _package("STEPCAFControl")
STEPControl = _package("STEPControl")
TCollection = _package("TCollection")
TDF = _package("TDF")
TDataStd = _package("TDataStd")
TDocStd = _package("TDocStd")
TopAbs = _package("TopAbs")
TopExp = _package("TopExp")
TopLoc = _package("TopLoc")
TopoDS = _package("TopoDS")
XCAFApp = _package("XCAFApp")
XCAFDoc = _package("XCAFDoc")
collections = _package("collections")
gp = _package("gp")

SOLID = TopAbs.TopAbs_ShapeEnum.TopAbs_SOLID
SHELL = TopAbs.TopAbs_ShapeEnum.TopAbs_SHELL
FACE = TopAbs.TopAbs_ShapeEnum.TopAbs_FACE
EDGE = TopAbs.TopAbs_ShapeEnum.TopAbs_EDGE


def silence() -> None:
    """Let the kernel write nothing but failures to the console."""
    for printer in Message.Message.DefaultMessenger_s().Printers():
        printer.SetTraceLevel(Message.Message_Gravity.Message_Fail)


def explore(shape: Shape, kind: Any) -> list[Shape]:
    """The sub-shapes of a kind, each use of one by itself."""
    found: list[Shape] = []
    explorer = TopExp.TopExp_Explorer(shape, kind)
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found


def entry(label: Label) -> str:
    """The name of a label within its document."""
    text = TCollection.TCollection_AsciiString()
    TDF.TDF_Tool.Entry_s(label, text)
    return text.ToCString()


silence()
