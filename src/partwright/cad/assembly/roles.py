"""What a part is for in an assembly, read off its method and its interfaces."""

import re
from enum import StrEnum

from partwright.cad.assembly.model import Child
from partwright.cad.model import STANDARD, Interface


class Role(StrEnum):
    SCREW = "screw"
    NUT = "nut"
    WASHER = "washer"
    LID = "lid"
    BODY = "body"


FASTENERS = frozenset({Role.SCREW, Role.NUT, Role.WASHER})

# By designation, and by the words of the trade where a standard is not known.
_NUT = re.compile(
    r"\b(4032|4033|4034|4035|4036|4161|7040|7041|7042|8673|8675|10511|10512|10513|439|555|934|985|6923)\b|nut\b|mutter",
    re.IGNORECASE,
)
_WASHER = re.compile(
    r"\b(7089|7090|7091|7092|7093|7094|125|127|433|440|9021|6798|6797)\b|washer|scheibe",
    re.IGNORECASE,
)
_LID = re.compile(r"\b(lid|cover|deckel|abdeckung)\b", re.IGNORECASE)
_NOT_SCREW = re.compile(r"bearing|lager|key\b|pin\b|ring\b|dowel|stift", re.IGNORECASE)


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
    words = f"{child.method.removeprefix(STANDARD)} {child.name}"
    opens = [one for one in child.connections.interfaces if one.kind in ("bore", "hole")]
    if opens and _WASHER.search(words):
        return Role.WASHER
    if opens and _NUT.search(words):
        return Role.NUT
    if not opens and shank(child) is not None and not _NOT_SCREW.search(words):
        return Role.SCREW
    return Role.BODY


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
