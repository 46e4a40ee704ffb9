"""Whether a part can be built: every violated precondition at once, in plain words; pure."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import isfinite

from partwright.cad.language import catalogue
from partwright.cad.language.body import Body, Made, body
from partwright.cad.language.declared import (
    EDGE_DISTANCE,
    EPSILON,
    Parameter,
    Precondition,
    Values,
    WorkFace,
)
from partwright.cad.language.operations import KINDS, MOST_PLACES, kind_of
from partwright.cad.language.placing import depth, engraved, ground, places
from partwright.cad.language.plane import Capsule, apart, to_point, to_rim
from partwright.cad.language.turning import step_problems
from partwright.cad.model import Operation, PartSpec, Problem, Refusal

LEFT = 0.2
"""Material below a blind cut, in mm."""

LEAST = 0.01
"""The smallest length that is made, in mm; where 0 means none, nothing lies between."""

GAP = 0.2
"""Material between two operations, in mm."""


def problems(spec: PartSpec) -> list[Problem]:
    """Everything that stands against building the part; nothing: it can be built.

    Figures out of their limits hide the preconditions between them, which would only repeat.
    """
    feature = catalogue.feature_of(spec.method)
    if isinstance(feature, Refusal):
        return [Problem("method", feature.reason)]
    found = list(_figures(spec.parameters, feature.parameters, feature.name, lead=""))
    for operation in spec.operations:
        found += _operation_figures(operation)
    found += _repeated(spec.operations)
    if found:
        return found
    whole = body(feature, spec.parameters, spec.operations)
    found += _violated(feature.preconditions, whole.values, lead="")
    for made in whole.operations:
        found += _violated(made.kind.preconditions, made.values, lead=made.name)
    return found or list(_on_the_body(whole, spec.name))


def _figures(
    given: Mapping[str, float], parameters: tuple[Parameter, ...], owner: str, *, lead: str
) -> Iterator[Problem]:
    known = {parameter.name: parameter for parameter in parameters}
    for name, value in given.items():
        path = f"{lead}{name}"
        parameter = known.get(name)
        if parameter is None:
            names = ", ".join(known)
            yield Problem(path, f"{owner} has no parameter {name!r}; it has {names}")
        elif not isfinite(value):
            yield Problem(path, "must be a finite number")
        elif not parameter.low - EPSILON <= value <= parameter.high + EPSILON:
            unit = "" if parameter.unit == "count" else f" {parameter.unit}"
            yield Problem(
                path, f"must be {parameter.low:g} to {parameter.high:g}{unit}, not {value:g}"
            )
        elif parameter.low == 0 and parameter.unit == "mm" and 0 < value < LEAST:
            yield Problem(path, f"must be 0, or at least {LEAST:g} mm, not {value:g}")
        elif parameter.unit == "count" and value != int(value):
            yield Problem(path, f"is a count and must be whole, not {value:g}")


def _operation_figures(operation: Operation) -> Iterator[Problem]:
    kind = KINDS.get(operation.kind)
    if kind is None:
        yield Problem(
            operation.name,
            f"there is no operation {operation.kind!r}; operations are {', '.join(KINDS)}",
        )
    elif kind_of(operation.name) is not kind:
        yield Problem(
            operation.name, f"must be named by its kind and a number, as {operation.kind}_1"
        )
    else:
        yield from _figures(
            operation.parameters, kind.parameters, operation.kind, lead=f"{operation.name}."
        )


def _repeated(operations: tuple[Operation, ...]) -> Iterator[Problem]:
    seen: set[str] = set()
    for operation in operations:
        if operation.name in seen:
            yield Problem(operation.name, "stands twice")
        seen.add(operation.name)


def _violated(
    preconditions: Iterable[Precondition], values: Values, *, lead: str
) -> Iterator[Problem]:
    for precondition in preconditions:
        if not precondition.holds(values):
            yield Problem(lead, f"does not hold: {precondition.words}")


def _on_the_body(whole: Body, name: str) -> Iterator[Problem]:
    yield from _hollowed(whole)
    yield from _rims(whole)
    yield from step_problems(whole)
    cuts = [made for made in whole.operations if made.kind.target == "face"]
    if sum(len(places(made.kind, made.values)) for made in cuts) > MOST_PLACES:
        yield Problem("", f"more than {MOST_PLACES} holes, slots, bosses and the like")
        return
    taken: dict[int, list[tuple[str, Capsule]]] = {}
    for made in cuts:
        number = int(made.values.face)
        faces = whole.faces
        if number >= len(faces):
            yield Problem(made.name, _no_face(whole, number))
            continue
        yield from _on_the_face(made, faces[number], name)
        taken.setdefault(number, []).extend(
            (made.name, ground(made.kind, made.values, place, name))
            for place in places(made.kind, made.values)
        )
    for shapes in taken.values():
        yield from _touching(shapes)


def _no_face(whole: Body, number: int) -> str:
    has = len(whole.faces)
    if not has:
        return f"a {whole.feature.name} has no face for this"
    return f"a {whole.feature.name} has faces 0 to {has - 1}, no face {number}"


def _hollowed(whole: Body) -> Iterator[Problem]:
    for made in whole.of("shell"):
        if not whole.feature.hollows:
            yield Problem(made.name, f"a {whole.feature.name} cannot be hollowed")
            continue
        face = whole.feature.faces(whole.values)[0]
        least = min(face.half_x, face.half_y, face.thickness)
        if made.values.wall > least - 0.3:
            yield Problem(made.name, f"the wall must be at most {least - 0.3:g} mm")
    if len(whole.of("shell")) > 1:
        yield Problem("shell_1", "a body is hollowed once")


def _rims(whole: Body) -> Iterator[Problem]:
    breaks = whole.of("fillet", "chamfer")
    limit = whole.feature.edge_limit(whole.values)
    for made in breaks:
        if not limit:
            yield Problem(made.name, f"the rims of a {whole.feature.name} cannot be broken")
        elif (size := max(made.values.values())) > limit + EPSILON:
            yield Problem(made.name, f"{size:g} mm is more than the rims take: {limit:.3g} mm")
    if len(breaks) > 1:
        yield Problem(breaks[1].name, "the rims are broken once")
    if breaks and whole.of("shell"):
        yield Problem(breaks[0].name, "the rims of a hollowed body cannot be broken")


def _on_the_face(made: Made, face: WorkFace, name: str) -> Iterator[Problem]:
    v = made.values
    if made.kind.shape == "text" and not engraved(name):
        yield Problem(made.name, "the part's name has no letters that can be engraved")
        return
    for number, place in enumerate(places(made.kind, v), start=1):
        reason = _outside(ground(made.kind, v, place, name), face)
        if reason:
            yield Problem(made.name, f"no. {number} {reason}")
            break
    if made.kind.shape in {"boss", "rib"}:
        if face.room and v.height > face.room - LEFT:
            yield Problem(made.name, f"is higher than the room of {face.room:g} mm below the lid")
        return
    deepest = max(
        v.depth,
        v.get("counterbore_depth", 0.0) if v.get("counterbore_diameter") else 0.0,
        (v.get("countersink_diameter", 0.0) - v.get("diameter", 0.0)) / 2,
    )
    if deepest > face.thickness - LEFT:
        yield Problem(
            made.name,
            f"{deepest:g} mm is too deep for {face.thickness:g} mm of material"
            + (" (depth 0 goes through)" if depth(made.kind, v, face) == v.depth else ""),
        )


def _outside(shape: Capsule, face: WorkFace) -> str | None:
    if min(face.half_x, face.half_y) <= 0:
        return "has no room on the face"
    needed = shape.radius + EDGE_DISTANCE
    for end in (shape.start, shape.end):
        free = to_rim(end, half_x=face.half_x, half_y=face.half_y, corner=face.corner)
        if free < needed - EPSILON:
            return (
                f"at x {end[0]:.4g}, y {end[1]:.4g} keeps {free - shape.radius:.3g} mm "
                f"from the rim, and must keep {EDGE_DISTANCE:g} mm"
            )
    if face.inner and to_point((0.0, 0.0), shape.start, shape.end) < face.inner + needed - EPSILON:
        return f"must keep {EDGE_DISTANCE:g} mm from the bore"
    return None


def _touching(shapes: list[tuple[str, Capsule]]) -> Iterator[Problem]:
    told: set[tuple[str, str]] = set()
    for (one, a), (other, b) in combinations(shapes, 2):
        if (one, other) in told or apart(a, b) >= GAP - EPSILON:
            continue
        told.add((one, other))
        if one == other:
            yield Problem(one, f"its places must keep {GAP:g} mm from each other")
        else:
            yield Problem(other, f"must keep {GAP:g} mm from {one}")
