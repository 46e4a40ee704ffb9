"""A structure of assemblies within assemblies, placed from the bottom up."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from partwright.cad.assembly.model import Arrangement, AssemblyChild, InstanceKey
from partwright.cad.assembly.placement import arrange
from partwright.cad.job_types import BodyPlacement
from partwright.cad.model import Bounds, Connections

Layout = Callable[[Mapping[str, Bounds]], Mapping[InstanceKey, BodyPlacement]]


class AssemblyNode(msgspec.Struct, frozen=True):
    """A part with what it offers, or an assembly with children; `given` are places kept."""

    temp_id: str
    name: str
    quantity: int = 1
    children: tuple["AssemblyNode", ...] = ()
    connections: Connections | None = None
    method: str = ""
    given: Mapping[InstanceKey, BodyPlacement] = {}
    layout: Layout | None = None
    """Places that follow from the boxes of the children; those that are given go before."""

    def walk(self) -> Iterator["AssemblyNode"]:
        """The node and everything below it, parents first."""
        pending: list[AssemblyNode] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


def arrange_all(root: AssemblyNode) -> dict[str, Arrangement]:
    """The arrangement of every assembly by its tempId, the lowest first.

    An assembly is one rigid body to its parent. Parts of which nothing is known, and assemblies
    without any body, are left out.
    """
    found: dict[str, Arrangement] = {}
    for node in reversed(list(root.walk())):
        children = [
            child for below in node.children if (child := _as_child(below, found)) is not None
        ]
        if children:
            boxes = {child.temp_id: child.bounds for child in children}
            places = dict(node.layout(boxes)) if node.layout else dict[InstanceKey, BodyPlacement]()
            found[node.temp_id] = arrange(children, places | dict(node.given))
    return found


def _as_child(node: AssemblyNode, found: Mapping[str, Arrangement]) -> AssemblyChild | None:
    below = found.get(node.temp_id)
    connections = below.connections if below else node.connections
    if connections is None:
        return None
    method, rooms = ("", below.rooms) if below else (node.method, ())
    return AssemblyChild(node.temp_id, node.name, node.quantity, connections, method, rooms)
