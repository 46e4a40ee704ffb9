"""Promises of a part before it is built: its bounds and its interfaces; pure."""

from collections.abc import Iterator
from math import asin, cos, radians, sin

from msgspec.structs import replace

from partwright.cad.language import catalogue
from partwright.cad.language.body import PlannedBody, PlannedOperation, body
from partwright.cad.language.feature import EPSILON, ParameterValues, TurnedStep, WorkFace
from partwright.cad.language.operation_place import depth, ground, places
from partwright.cad.language.plane import reach
from partwright.cad.language.turning import ALL_ROUND, reach_of_flats, spans, step_at
from partwright.cad.model import Bounds, Connections, Interface, NotDrawn, PartSpec, Vector


def bounding_box(spec: PartSpec) -> Bounds:
    """The box of a part without problems."""
    whole = _body(spec)
    bounds = whole.feature.bounds(whole.values)
    low, high = list(bounds.low), list(bounds.high)
    widest = max((step.diameter / 2 for step in whole.feature.steps(whole.values)), default=0.0)
    # Teeth beyond the steps are as far out as they were.
    if whole.of("spline", "flats") and high[0] <= widest + EPSILON:
        low[0], high[0], low[1], high[1] = _sides_of_steps(whole)
    for made in whole.operations:
        if made.kind.shape not in {"boss", "rib"}:
            continue
        face = whole.faces[int(made.values.face)]
        for corner in _raised(made, face):
            for axis in range(3):
                low[axis] = min(low[axis], corner[axis])
                high[axis] = max(high[axis], corner[axis])
    return Bounds((low[0], low[1], low[2]), (high[0], high[1], high[2]), tolerance=bounds.tolerance)


def connections(spec: PartSpec) -> Connections:
    """The interfaces of a part without problems."""
    whole = _body(spec)
    own = whole.feature.interfaces(whole.values)
    faces = whole.faces
    made_ones: list[Interface] = []
    for made in whole.operations:
        if made.kind.target == "face":
            made_ones += _on_face(made, faces[int(made.values.face)])
        elif made.kind.target == "steps":
            made_ones += _on_steps(made, whole)
    return Connections(bounding_box(spec), (*own, *made_ones))


def turned_steps(spec: PartSpec) -> tuple[TurnedStep, ...]:
    """The cylinders that a turned part consists of, from its lower end up."""
    whole = _body(spec)
    return whole.feature.steps(whole.values)


def slots(spec: PartSpec) -> Iterator[tuple[Interface, ParameterValues]]:
    """The slots and pockets of a part: the middle of each, and its figures."""
    whole = _body(spec)
    for made in whole.operations:
        if made.kind.shape in ("slot", "pocket"):
            face = whole.faces[int(made.values.face)]
            own = depth(made.kind, made.values, face)
            for one in _holes(made, face, made.values.width, height=0.0, length=own):
                yield replace(one, through=not made.values.depth), made.values


def _sides_of_steps(whole: PlannedBody) -> tuple[float, float, float, float]:
    """From -x to +x and -y to +y of a shaft, of which splines or flats may take the whole of its widest step."""
    sides = [0.0] * 4
    for step in whole.feature.steps(whole.values):
        radius = step.diameter / 2
        own = (radius, radius, radius, radius)
        for made in whole.of("spline"):
            v = made.values
            if v.length >= step.high - step.low - EPSILON and step.low < v.z < step.high:
                half = asin(min(v.width / 2 / radius, 1.0))
                own = reach(radius, teeth=int(v.count), half=half, inside=radius - v.depth)
        for made in whole.of("flats"):
            v = made.values
            if v.length >= step.high - step.low - EPSILON and step.low < v.z < step.high:
                own = reach_of_flats(made, radius)
        sides = [max(pair) for pair in zip(sides, own, strict=True)]
    left, right, front, back = sides
    return -left, right, -front, back


def _body(spec: PartSpec) -> PlannedBody:
    feature = catalogue.feature_of(spec.method)
    if isinstance(feature, NotDrawn):
        raise ValueError(feature.reason)
    return body(feature, spec.parameters, spec.operations)


def _raised(made: PlannedOperation, face: WorkFace) -> Iterator[Vector]:
    """The tops of bosses and ribs; their feet are within the face."""
    for place in places(made.kind, made.values):
        shape = ground(made.kind, made.values, place)
        yield face.point(*shape.start, made.values.height)


def _on_face(made: PlannedOperation, face: WorkFace) -> Iterator[Interface]:
    v = made.values
    if made.kind.shape == "hole":
        yield from _holes(made, face, v.diameter, height=0.0, length=depth(made.kind, v, face))
    elif made.kind.shape == "boss" and v.hole_diameter:
        yield from _holes(made, face, v.hole_diameter, height=v.height, length=v.height)
    elif made.kind.shape == "boss":
        for number, place in enumerate(places(made.kind, v), start=1):
            at = face.point(place.x, place.y, v.height)
            name = f"{made.name}[{number}]"
            yield Interface(name, "face", at, face.normal, v.diameter, pattern=made.name)


def _holes(
    made: PlannedOperation, face: WorkFace, diameter: float, *, height: float, length: float
) -> Iterator[Interface]:
    through = made.kind.shape == "hole" and not made.values.depth
    for number, place in enumerate(places(made.kind, made.values), start=1):
        yield Interface(
            f"{made.name}[{number}]",
            "hole",
            face.point(place.x, place.y, height),
            face.normal,
            diameter,
            length,
            through=through,
            pattern=made.name,
        )


def _on_steps(made: PlannedOperation, whole: PlannedBody) -> Iterator[Interface]:
    v = made.values
    if made.kind.name in ALL_ROUND:
        return
    angle = radians(v.angle)
    axis = (cos(angle), sin(angle), 0.0)
    for number, span in enumerate(spans(made), start=1):
        step = step_at(whole.steps, span, margin=0.0)
        radius = (step.diameter if step else 0.0) / 2
        middle = (span[0] + span[1]) / 2
        if made.kind.name == "keyway":
            at = (axis[0] * (radius - v.depth), axis[1] * (radius - v.depth), middle)
            yield Interface(made.name, "face", at, axis, length=v.length)
        else:
            at = (axis[0] * radius, axis[1] * radius, middle)
            name = f"{made.name}[{number}]"
            yield Interface(
                name, "hole", at, axis, v.diameter, radius * 2, through=True, pattern=made.name
            )
