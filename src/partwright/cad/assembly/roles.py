"""What a part is for in an assembly, read off its method and its interfaces."""

import re
from enum import StrEnum

from partwright.cad.assembly.model import Child
from partwright.cad.language.standards import designation, tables
from partwright.cad.model import STANDARD, Interface, Refusal


class Role(StrEnum):
    SCREW = "screw"
    NUT = "nut"
    WASHER = "washer"
    LID = "lid"
    BODY = "body"


FASTENERS = frozenset({Role.SCREW, Role.NUT, Role.WASHER})

_WASHER = re.compile(r"washer|scheibe", re.IGNORECASE)
_LID = re.compile(r"\b(lid|cover|deckel|abdeckung)\b", re.IGNORECASE)


def role_of(child: Child) -> Role:
    """A sub-assembly is always a body."""
    if child.method == "lid":
        return Role.LID
    if child.method.startswith(STANDARD):
        return _standard(child)
    if child.method == "ring" and _WASHER.search(child.name):
        return Role.WASHER
    if _LID.search(child.name) and _is_flat(child):
        return Role.LID
    return Role.BODY


def _standard(child: Child) -> Role:
    given = designation.read(child.method.removeprefix(STANDARD))
    if isinstance(given, Refusal):
        return Role.BODY
    tables_of = {Role.SCREW: tables.SCREWS, Role.NUT: tables.NUTS, Role.WASHER: tables.WASHERS}
    return next((role for role, known in tables_of.items() if given.standard in known), Role.BODY)


def shank(child: Child) -> Interface | None:
    """The part of a screw that goes into the hole: its longest shaft."""
    shafts = [one for one in child.connections.interfaces if one.kind == "shaft"]
    return max(shafts, key=lambda one: one.length, default=None)


def opening(child: Child) -> Interface | None:
    """What of a nut or washer goes round the screw: its longest bore or hole."""
    opens = [one for one in child.connections.interfaces if one.kind in ("bore", "hole")]
    return max(opens, key=lambda one: one.length, default=None)


def _is_flat(child: Child) -> bool:
    x, y, z = child.bounds.size
    return bool(child.method) and z <= 0.34 * min(x, y)
