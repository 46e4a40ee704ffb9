"""Parts and assemblies while a structure is being built."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from partwright.drafter.drafts import Figure, Figures, Gap, JointType, PartForm, PartType
from partwright.kit.patterns import lazy_regex


class RecipePlace(msgspec.Struct, frozen=True):
    """Pose of one instance in its assembly."""

    translation: Figures
    rotation: Figures


class RecipeJoint(msgspec.Struct, frozen=True):
    """Motion of a part, with all others of the product under the same name."""

    name: str
    type: JointType
    axis: Figures
    origin: Figures
    low: Figure
    high: Figure
    instance: int = 0
    """The one that moves; 0 for all."""


NAMED: Final = "Named in the description"
"""Begins the reason of a part that the text asks for by its name, by which such parts are known."""


@dataclass(kw_only=True)
class RecipeNode:
    """A part or assembly that may still change."""

    name: str
    part_type: PartType
    material: str | None = None
    quantity: int = 1
    unit: str = "EA"
    topics: frozenset[str] = frozenset()
    why: str = ""
    given: frozenset[str] = frozenset()
    """Figures of the text that its sizes rest on."""
    assumed: frozenset[str] = frozenset()
    confidence: float = 0.8
    component: str = ""
    """Key of the component of the catalogue, or the words of the text that named it."""
    gap: Gap | None = None
    """The gap in what the drafter knows of the product, at its root."""
    form: PartForm | None = None
    places: tuple[RecipePlace, ...] = ()
    joints: tuple[RecipeJoint, ...] = ()
    dimensions: Mapping[str, Figure] = field(default_factory=dict[str, Figure])
    """The skeleton, of the product alone."""
    children: list["RecipeNode"] = field(default_factory=list["RecipeNode"])

    def walk(self) -> Iterator["RecipeNode"]:
        """The node and all below, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_drawn(self) -> bool:
        """Whether it or anything below has a form of its recipe."""
        return any(node.form is not None for node in self.walk())

    def leaves(self) -> Iterator["RecipeNode"]:
        """The parts without parts of their own."""
        return (node for node in self.walk() if not node.children)


def drawn_names(roots: Sequence[RecipeNode]) -> frozenset[str]:
    """The names of the drawn parts, without their sizes."""
    nodes = (node for root in roots for node in root.walk() if node.form is not None)
    return frozenset(_SIZED.split(node.name, maxsplit=1)[0] for node in nodes)


def is_slotted(roots: Sequence[RecipeNode]) -> bool:
    """Whether slots are cut into a drawn part."""
    forms = (node.form for root in roots for node in root.walk() if node.form is not None)
    return any(name.startswith("slot_") for form in forms for name in form.parameters)


_SIZED: Final = lazy_regex(r",| \d")
