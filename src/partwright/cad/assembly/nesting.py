"""A structure of assemblies within assemblies, placed from the bottom up."""

from collections.abc import Iterator, Mapping

import msgspec

from partwright.cad.assembly.model import Arrangement, Child, Key
from partwright.cad.assembly.placement import arrange
from partwright.cad.model import Connections
from partwright.cad.work import Placement


class Node(msgspec.Struct, frozen=True):
    """A part with what it offers, or an assembly with children; `given` are places kept."""

    temp_id: str
    name: str
    quantity: int = 1
    children: tuple["Node", ...] = ()
    connections: Connections | None = None
    method: str = ""
    given: Mapping[Key, Placement] = {}

    def walk(self) -> Iterator["Node"]:
        """The node and everything below it, parents first."""
        pending: list[Node] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


def arrange_all(root: Node) -> dict[str, Arrangement]:
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
            found[node.temp_id] = arrange(children, node.given)
    return found


def _as_child(node: Node, found: Mapping[str, Arrangement]) -> Child | None:
    below = found.get(node.temp_id)
    connections = below.connections if below else node.connections
    if connections is None:
        return None
    method, rooms = ("", below.rooms) if below else (node.method, ())
    return Child(node.temp_id, node.name, node.quantity, connections, method, rooms)
