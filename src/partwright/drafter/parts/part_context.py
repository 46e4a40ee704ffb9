"""Context of a drafted part when its form is chosen."""

import msgspec

from partwright.cad.model import PartSpec


class NeighbourPart(msgspec.Struct, frozen=True):
    """Another part of the same assembly; `spec` when its form is settled already."""

    name: str
    part_type: str = "Manufacture"
    material: str = ""
    rationale: str = ""
    quantity: float = 1.0
    spec: PartSpec | None = None


class PartContext(msgspec.Struct, frozen=True):
    """A leaf of the structure.

    `product` describes the product as a whole, `parent` names the assembly, `requirements`
    are texts of the requirements that the part covers.
    """

    name: str
    part_type: str = "Manufacture"
    material: str = ""
    rationale: str = ""
    description: str = ""
    quantity: float = 1.0
    parent: str = ""
    product: str = ""
    neighbours: tuple[NeighbourPart, ...] = ()
    requirements: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts about this very part, the nearest first."""
        return tuple(text for text in (self.name, self.description, self.rationale) if text)


class ChosenForm(msgspec.Struct, frozen=True):
    """A method with the figures that are given for it, and what was assumed on the way."""

    method: str
    figures: dict[str, float]
    notes: tuple[str, ...] = ()
