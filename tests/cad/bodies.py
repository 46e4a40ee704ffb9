"""Parts of the part language as children of an assembly, by a few words."""

from collections.abc import Mapping
from typing import Any

from partwright.cad.assembly.model import Arrangement, AssemblyChild, InstanceKey
from partwright.cad.assembly.motion import from_placement
from partwright.cad.job_types import BodyPlacement
from partwright.cad.language.interfaces import connections
from partwright.cad.language.validator import problems
from partwright.cad.model import Operation, PartSpec


def spec(name: str, method: str, *holes: Mapping[str, float], **parameters: float) -> PartSpec:
    """A part that can be built; `holes` are grids of holes."""
    operations = tuple(
        Operation("hole_grid", f"hole_grid_{number}", dict(hole))
        for number, hole in enumerate(holes, start=1)
    )
    made = PartSpec(name, method, {k: float(v) for k, v in parameters.items()}, operations)
    assert problems(made) == []
    return made


def child(temp_id: str, made: PartSpec, quantity: int = 1) -> AssemblyChild:
    return AssemblyChild(temp_id, made.name, quantity, connections(made), made.method)


def where(arrangement: Arrangement) -> dict[str, BodyPlacement]:
    """The place of every instance by `tempId#instance`."""
    return {str(one.key): one.placement for one in arrangement.placed}


def at(arrangement: Arrangement, key: str) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in where(arrangement)[key].translation_mm)


def whys(arrangement: Arrangement) -> dict[str, str]:
    return {str(one.key): one.why for one in arrangement.placed}


def boxes(arrangement: Arrangement, children: list[AssemblyChild]) -> dict[str, Any]:
    """The box of every instance where it stands."""
    from_motion = {one.temp_id: one for one in children}
    found: dict[str, Any] = {}
    for one in arrangement.placed:
        motion = from_placement(one.placement)
        found[str(one.key)] = motion.bounds(from_motion[one.key.temp_id].bounds)
    return found


def key(text: str) -> InstanceKey:
    temp_id, _, number = text.partition("#")
    return InstanceKey(temp_id, int(number))
