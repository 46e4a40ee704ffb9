"""Roles of parts in an assembly, read off their methods and interfaces."""

import re
from enum import StrEnum

from partwright.cad.assembly.model import AssemblyChild
from partwright.cad.language.standards import designation, tables
from partwright.cad.model import STANDARD, Interface, NotDrawn


class AssemblyRole(StrEnum):
    SCREW = "screw"
    NUT = "nut"
    WASHER = "washer"
    LID = "lid"
    BODY = "body"


FASTENERS = frozenset({AssemblyRole.SCREW, AssemblyRole.NUT, AssemblyRole.WASHER})

_WASHER = re.compile(r"washer|scheibe", re.IGNORECASE)
_LID = re.compile(r"\b(lid|cover|deckel|abdeckung)\b", re.IGNORECASE)


def role_of(child: AssemblyChild) -> AssemblyRole:
    """A sub-assembly is always a body."""
    if child.method == "lid":
        return AssemblyRole.LID
    if child.method.startswith(STANDARD):
        return _standard(child)
    if child.method == "ring" and _WASHER.search(child.name):
        return AssemblyRole.WASHER
    if _LID.search(child.name) and _is_flat(child):
        return AssemblyRole.LID
    return AssemblyRole.BODY


def _standard(child: AssemblyChild) -> AssemblyRole:
    given = designation.read(child.method.removeprefix(STANDARD))
    if isinstance(given, NotDrawn):
        return AssemblyRole.BODY
    tables_of = {
        AssemblyRole.SCREW: tables.SCREWS,
        AssemblyRole.NUT: tables.NUTS,
        AssemblyRole.WASHER: tables.WASHERS,
    }
    return next(
        (role for role, known in tables_of.items() if given.standard in known), AssemblyRole.BODY
    )


def shank(child: AssemblyChild) -> Interface | None:
    """The part of a screw that goes into the hole: its longest shaft."""
    shafts = [one for one in child.connections.interfaces if one.kind == "shaft"]
    return max(shafts, key=lambda one: one.length, default=None)


def opening(child: AssemblyChild) -> Interface | None:
    """The opening of a nut or washer for the screw: its longest bore or hole."""
    opens = [one for one in child.connections.interfaces if one.kind in ("bore", "hole")]
    return max(opens, key=lambda one: one.length, default=None)


def _is_flat(child: AssemblyChild) -> bool:
    x, y, z = child.bounds.size
    return bool(child.method) and z <= 0.34 * min(x, y)
