"""A product structure: products with shapes, names and colours, and their placed uses."""

from collections.abc import Iterator
from typing import Any

from partwright.cad.kernel import occ
from partwright.cad.kernel.occ import Label, Shape

Colour = tuple[float, float, float]
"""Red, green and blue (sRGB) from 0 to 1."""

_XCAF = "MDTV-XCAF"
_SORTS = occ.XCAFDoc.XCAFDoc_ColorType


class StepDocument:
    """Products and their uses; several uses of a product share its shape.

    Each product needs a shape of its own: two products made of copies that share their geometry
    inside would also share name and colour in the files.
    """

    def __init__(self) -> None:
        self.handle = occ.TDocStd.TDocStd_Document(_text(_XCAF))
        application = occ.XCAFApp.XCAFApp_Application.GetApplication_s()
        application.NewDocument(_text(_XCAF), self.handle)
        occ.XCAFDoc.XCAFDoc_ShapeTool.SetAutoNaming_s(False)
        tools = occ.XCAFDoc.XCAFDoc_DocumentTool
        tools.SetLengthUnit_s(self.handle, 0.001)
        self.shapes = tools.ShapeTool_s(self.handle.Main())
        self.colours = tools.ColorTool_s(self.handle.Main())
        self.materials = tools.MaterialTool_s(self.handle.Main())
        self._layers = tools.LayerTool_s(self.handle.Main())

    def add_part(self, shape: Shape, name: str, colour: Colour | None) -> Label:
        """A product that is one shape."""
        label = self.shapes.NewShape()
        self.shapes.SetShape(label, shape)
        self.name(label, name)
        if colour is not None:
            self.paint(label, colour)
        return label

    def add_assembly(self, name: str) -> Label:
        """A product that will be made of others."""
        label = self.shapes.NewShape()
        self.name(label, name)
        return label

    def use(self, assembly: Label, product: Label, transformation: Any, name: str) -> Label:
        """Put a product into an assembly, moved by a `gp_Trsf`; the use has a name of its own."""
        location = occ.TopLoc.TopLoc_Location(transformation)
        label = self.shapes.AddComponent(assembly, product, location)
        self.name(label, name)
        return label

    def finish(self) -> None:
        """Once all uses are there: give the assemblies their shapes."""
        self.shapes.UpdateAssemblies()

    def roots(self) -> list[Label]:
        """The products that no other uses."""
        labels = occ.collections.Sequence_TDF_Label()
        self.shapes.GetFreeShapes(labels)
        return list(_each(labels))

    def uses(self, product: Label) -> list[Label]:
        """The uses of other products that an assembly is made of; none for a part."""
        labels = occ.collections.Sequence_TDF_Label()
        self.shapes.GetComponents_s(product, labels)
        return list(_each(labels))

    def count_of_uses(self, product: Label) -> int:
        """Number of uses at all depths, those in a product that is used often only once."""
        known: dict[str, int] = {}
        pending = [product]
        while pending:
            label = pending.pop()
            if occ.entry(label) not in known:
                uses = self.uses(label)
                known[occ.entry(label)] = len(uses)
                pending += map(self.product_of, uses)
        return sum(known.values())

    def is_assembly(self, product: Label) -> bool:
        return bool(self.shapes.IsAssembly_s(product))

    def product_of(self, use: Label) -> Label:
        """The product that is used."""
        product = occ.TDF.TDF_Label()
        return product if self.shapes.GetReferredShape_s(use, product) else use

    def shape_of(self, label: Label) -> Shape:
        """A product's shape, or that of a use where it is placed."""
        return self.shapes.GetShape_s(label)

    def location_of(self, use: Label) -> Any:
        """The `TopLoc_Location` of a use in its assembly."""
        return self.shapes.GetLocation_s(use)

    def name_of(self, label: Label) -> str:
        """As it was given; empty without one."""
        name = occ.TDataStd.TDataStd_Name()
        # Asked for an attribute that is not there, the kernel crashes.
        if not label.IsAttribute(name.GetID_s()) or not label.FindAttribute(name.GetID_s(), name):
            return ""
        return occ.TCollection.TCollection_AsciiString(name.Get()).ToCString()

    def name(self, label: Label, name: str) -> None:
        occ.TDataStd.TDataStd_Name.Set_s(label, _text(name))

    def paint(self, label: Label, colour: Colour) -> None:
        """The colour that the whole product has."""
        shade = occ.Quantity.Quantity_Color(*colour, occ.Quantity.Quantity_TOC_sRGB)
        kind = occ.XCAFDoc.XCAFDoc_ColorType.XCAFDoc_ColorGen
        self.colours.SetColor(label, shade, kind)

    def colour_of(self, label: Label) -> Colour | None:
        """The colour that the whole product has."""
        shade = occ.Quantity.Quantity_Color()
        for kind in (_SORTS.XCAFDoc_ColorSurf, _SORTS.XCAFDoc_ColorGen):
            if self.colours.GetColor_s(label, kind, shade):
                red, green, blue = shade.Values(occ.Quantity.Quantity_TOC_sRGB)
                return (red, green, blue)
        return None

    def is_plain(self, label: Label) -> bool:
        """Whether all that the file tells of a product is its name, colour and material."""
        parts, layers = (occ.collections.Sequence_TDF_Label() for _ in range(2))
        self.shapes.GetSubShapes_s(label, parts)
        self._layers.GetLayerLabels(layers)
        return not (self.is_assembly(label) or parts.Length() or layers.Length())

    def material(self) -> tuple[str, str, float] | None:
        """Grade, kind and density in kg/m³ of the only material that a document names."""
        labels = occ.collections.Sequence_TDF_Label()
        self.materials.GetMaterialLabels(labels)
        found = occ.XCAFDoc.XCAFDoc_Material()
        named = [one for one in _each(labels) if one.FindAttribute(found.GetID_s(), found)]
        if len(named) != 1:
            return None
        texts = (found.GetName(), found.GetDescription())
        grade, kind = ("" if one is None else one.ToCString() for one in texts)
        return grade, kind, found.GetDensity() * 1000

    def made_of(self, label: Label, material: str, kind: str, density: float) -> None:
        """The material of a product: its grade, its kind, and its density in kg/m³."""
        text = occ.TCollection.TCollection_HAsciiString
        grade, sort = (text(word.encode("ascii", "replace").decode()) for word in (material, kind))
        measure = text("density measure"), text("POSITIVE_RATIO_MEASURE")
        self.materials.SetMaterial(label, grade, sort, density / 1000, *measure)

    def verify_by(self, label: Label, *, volume: float, area: float) -> None:
        """Validation properties: what a reader should find, in mm³ and mm²."""
        occ.XCAFDoc.XCAFDoc_Volume.Set_s(label, volume)
        occ.XCAFDoc.XCAFDoc_Area.Set_s(label, area)


def compound(shapes: list[Shape]) -> Shape:
    """Shapes side by side as one."""
    builder = occ.BRep.BRep_Builder()
    together = occ.TopoDS.TopoDS_Compound()
    builder.MakeCompound(together)
    for shape in shapes:
        builder.Add(together, shape)
    return together


def _text(text: str) -> Any:
    return occ.TCollection.TCollection_ExtendedString(text, True)


def _each(labels: Any) -> Iterator[Label]:
    return (labels.Value(number + 1) for number in range(labels.Length()))
