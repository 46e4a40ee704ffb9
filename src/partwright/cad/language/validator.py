"""Validation of parts: every violated precondition at once, in plain words; pure."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import isfinite

from partwright.cad.language import catalogue
from partwright.cad.language.body import PlannedBody, PlannedOperation, body
from partwright.cad.language.feature import (
    EDGE_DISTANCE,
    EPSILON,
    Parameter,
    ParameterValues,
    Precondition,
    WorkFace,
)
from partwright.cad.language.operation_place import depth, engraved, ground, places
from partwright.cad.language.operations import KINDS, MOST_PLACES, kind_of
from partwright.cad.language.plane import Capsule, apart, to_point, to_rim
from partwright.cad.language.turning import step_problems
from partwright.cad.model import NotDrawn, Operation, ParameterProblem, PartSpec

LEFT = 0.2
"""Material below a blind cut, in mm."""

LEAST = 0.01
"""The smallest length that is made, in mm; where 0 means none, nothing lies between."""

GAP = 0.2
"""Material between two operations, in mm."""


def problems(spec: PartSpec) -> list[ParameterProblem]:
    """Everything that stands against building the part; nothing: it can be built.

    Figures out of their limits hide the preconditions between them, which would only repeat.
    """
    feature = catalogue.feature_of(spec.method)
    if isinstance(feature, NotDrawn):
        return [ParameterProblem("method", feature.reason)]
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
) -> Iterator[ParameterProblem]:
    known = {parameter.name: parameter for parameter in parameters}
    for name, value in given.items():
        path = f"{lead}{name}"
        parameter = known.get(name)
        if parameter is None:
            names = ", ".join(known)
            yield ParameterProblem(path, f"{owner} has no parameter {name!r}; it has {names}")
        elif not isfinite(value):
            yield ParameterProblem(path, "must be a finite number")
        elif not parameter.low - EPSILON <= value <= parameter.high + EPSILON:
            unit = "" if parameter.unit == "count" else f" {parameter.unit}"
            yield ParameterProblem(
                path, f"must be {parameter.low:g} to {parameter.high:g}{unit}, not {value:g}"
            )
        elif parameter.low == 0 and parameter.unit == "mm" and 0 < value < LEAST:
            yield ParameterProblem(path, f"must be 0, or at least {LEAST:g} mm, not {value:g}")
        elif parameter.unit == "count" and value != int(value):
            yield ParameterProblem(path, f"is a count and must be whole, not {value:g}")


def _operation_figures(operation: Operation) -> Iterator[ParameterProblem]:
    kind = KINDS.get(operation.kind)
    if kind is None:
        yield ParameterProblem(
            operation.name,
            f"there is no operation {operation.kind!r}; operations are {', '.join(KINDS)}",
        )
    elif kind_of(operation.name) is not kind:
        yield ParameterProblem(
            operation.name, f"must be named by its kind and a number, as {operation.kind}_1"
        )
    else:
        yield from _figures(
            operation.parameters, kind.parameters, operation.kind, lead=f"{operation.name}."
        )


def _repeated(operations: tuple[Operation, ...]) -> Iterator[ParameterProblem]:
    seen: set[str] = set()
    for operation in operations:
        if operation.name in seen:
            yield ParameterProblem(operation.name, "stands twice")
        seen.add(operation.name)


def _violated(
    preconditions: Iterable[Precondition], values: ParameterValues, *, lead: str
) -> Iterator[ParameterProblem]:
    for precondition in preconditions:
        if not precondition.holds(values):
            yield ParameterProblem(lead, f"does not hold: {precondition.words}")


def _on_the_body(whole: PlannedBody, name: str) -> Iterator[ParameterProblem]:
    yield from _hollowed(whole)
    yield from _rims(whole)
    yield from step_problems(whole)
    cuts = [made for made in whole.operations if made.kind.target == "face"]
    if sum(len(places(made.kind, made.values)) for made in cuts) > MOST_PLACES:
        yield ParameterProblem("", f"more than {MOST_PLACES} holes, slots, bosses and the like")
        return
    taken: dict[int, list[tuple[str, Capsule]]] = {}
    for made in cuts:
        number = int(made.values.face)
        faces = whole.faces
        if number >= len(faces):
            yield ParameterProblem(made.name, _no_face(whole, number))
            continue
        yield from _on_the_face(made, faces[number], name)
        taken.setdefault(number, []).extend(
            (made.name, ground(made.kind, made.values, place, name))
            for place in places(made.kind, made.values)
        )
    for shapes in taken.values():
        yield from _touching(shapes)


def _no_face(whole: PlannedBody, number: int) -> str:
    has = len(whole.faces)
    if not has:
        return f"a {whole.feature.name} has no face for this"
    return f"a {whole.feature.name} has faces 0 to {has - 1}, no face {number}"


def _hollowed(whole: PlannedBody) -> Iterator[ParameterProblem]:
    for made in whole.of("shell"):
        if not whole.feature.hollows:
            yield ParameterProblem(made.name, f"a {whole.feature.name} cannot be hollowed")
            continue
        face = whole.feature.faces(whole.values)[0]
        least = min(face.half_x, face.half_y, face.thickness)
        if made.values.wall > least - 0.3:
            yield ParameterProblem(made.name, f"the wall must be at most {least - 0.3:g} mm")
    if len(whole.of("shell")) > 1:
        yield ParameterProblem("shell_1", "a body is hollowed once")


def _rims(whole: PlannedBody) -> Iterator[ParameterProblem]:
    breaks = whole.of("fillet", "chamfer")
    limit = whole.feature.edge_limit(whole.values)
    for made in breaks:
        if not limit:
            yield ParameterProblem(
                made.name, f"the edges of a {whole.feature.name} cannot be rounded or chamfered"
            )
        elif (size := max(made.values.values())) > limit + EPSILON:
            yield ParameterProblem(
                made.name, f"expected at most {limit:.3g} mm for these edges, got {size:g} mm"
            )
    if len(breaks) > 1:
        yield ParameterProblem(breaks[1].name, "expected one fillet or one chamfer, not several")
    if breaks and whole.of("shell"):
        yield ParameterProblem(
            breaks[0].name, "the edges of a hollowed body cannot be rounded or chamfered"
        )


def _on_the_face(made: PlannedOperation, face: WorkFace, name: str) -> Iterator[ParameterProblem]:
    v = made.values
    if made.kind.shape == "text" and not engraved(name):
        yield ParameterProblem(made.name, "the part's name has no letters that can be engraved")
        return
    for number, place in enumerate(places(made.kind, v), start=1):
        reason = _outside(ground(made.kind, v, place, name), face)
        if reason:
            yield ParameterProblem(made.name, f"no. {number} {reason}")
            break
    if made.kind.shape in {"boss", "rib"}:
        if face.room and v.height > face.room - LEFT:
            yield ParameterProblem(
                made.name, f"is higher than the room of {face.room:g} mm below the lid"
            )
        return
    deepest = max(
        v.depth,
        v.get("counterbore_depth", 0.0) if v.get("counterbore_diameter") else 0.0,
        (v.get("countersink_diameter", 0.0) - v.get("diameter", 0.0)) / 2,
    )
    if deepest > face.thickness - LEFT:
        yield ParameterProblem(
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


def _touching(shapes: list[tuple[str, Capsule]]) -> Iterator[ParameterProblem]:
    told: set[tuple[str, str]] = set()
    for (one, a), (other, b) in combinations(shapes, 2):
        if (one, other) in told or apart(a, b) >= GAP - EPSILON:
            continue
        told.add((one, other))
        if one == other:
            yield ParameterProblem(one, f"its places must keep {GAP:g} mm from each other")
        else:
            yield ParameterProblem(other, f"must keep {GAP:g} mm from {one}")
