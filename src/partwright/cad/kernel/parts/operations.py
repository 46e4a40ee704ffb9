"""Operations on bodies."""

from math import degrees, radians, tan

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel.parts.library import (
    Axis,
    GeomType,
    Location,
    Plane,
    Pos,
    RectangleRounded,
    Rotation,
    Shape,
    SlotOverall,
    Text,
    chamfer,
    extrude,
    fillet,
)
from partwright.cad.kernel.parts.shapes import block, countersink, prism, rod, turned
from partwright.cad.language.body import PlannedBody, PlannedOperation
from partwright.cad.language.feature import ParameterValues, WorkFace
from partwright.cad.language.operation_place import engraved, places, text_box
from partwright.cad.language.turning import flats_of, spans, step_at, steps_for

BEYOND = 1.0
"""How far a cut goes beyond what it cuts, in mm."""


def operated(body: Shape, whole: PlannedBody, name: str) -> Shape:
    """The basic body with all its operations made."""
    for made in whole.of("shell"):
        body = _hollowed(body, whole.feature.faces(whole.values)[0], made.values.wall)
    for made in whole.of("fillet", "chamfer"):
        body = _broken(body, whole, made)
    faces = whole.faces
    added: list[Shape] = []
    cuts: list[Shape] = []
    for made in whole.operations:
        if made.kind.target == "steps":
            cuts += _across(made, whole)
        elif made.kind.target == "face":
            face = faces[int(made.values.face)]
            raised, cut = _on_face(made, face, name)
            added += raised
            cuts += cut
    if added:
        body = body + added
    return body - cuts if cuts else body


def _hollowed(body: Shape, face: WorkFace, wall: float) -> Shape:
    round_one = face.corner >= min(face.half_x, face.half_y) - 1e-9
    corner = face.corner - wall if round_one else max(face.corner - wall, 0.0)
    cavity = prism(
        2 * (face.half_x - wall),
        2 * (face.half_y - wall),
        face.thickness - wall + BEYOND,
        corner=corner,
        z=face.origin[2] - face.thickness + wall,
    )
    return body - cavity


def _broken(body: Shape, whole: PlannedBody, made: PlannedOperation) -> Shape:
    """The rims of a turned body at both ends, of any other the upper one."""
    steps = whole.feature.steps(whole.values)
    if steps:
        ends = {(0.0, steps[0].diameter / 2), (steps[-1].high, steps[-1].diameter / 2)}
        rims = [
            edge
            for edge in body.edges().filter_by(GeomType.CIRCLE)
            if any(
                abs(edge.arc_center.Z - z) < 1e-4 and abs(edge.radius - radius) < 1e-4
                for z, radius in ends
            )
        ]
    else:
        rims = body.faces().sort_by(Axis.Z)[-1].outer_wire().edges()
    size = max(made.values.values())
    if made.kind.name == "fillet":
        return fillet(rims, size)
    return chamfer(rims, size)


def _on_face(made: PlannedOperation, face: WorkFace, name: str) -> tuple[list[Shape], list[Shape]]:
    plane = Plane(origin=face.origin, x_dir=face.x, z_dir=face.normal)
    raised: list[Shape] = []
    cuts: list[Shape] = []
    for place in places(made.kind, made.values):
        at = plane.location * Location((place.x, place.y, 0), (0, 0, place.angle))
        if made.kind.shape in {"boss", "rib"}:
            up, down = _raised(made, made.values)
            raised.append(at * up)
            cuts += [at * down] if down else []
        else:
            cuts.append(at * _cut(made, made.values, face, name))
    return raised, cuts


def _raised(made: PlannedOperation, v: ParameterValues) -> tuple[Shape, Shape | None]:
    if made.kind.shape == "rib":
        half = v.length / 2, v.thickness / 2
        return block((-half[0], -half[1], 0), (half[0], half[1], v.height)), None
    pilot = rod(v.hole_diameter, v.height + BEYOND) if v.hole_diameter else None
    return rod(v.diameter, v.height), pilot


def _cut(made: PlannedOperation, v: ParameterValues, face: WorkFace, name: str) -> Shape:
    if made.kind.shape == "text":
        return _letters(v, name)
    low = -v.depth if v.depth else -face.thickness - BEYOND
    if made.kind.shape == "hole":
        return _hole(v, low)
    height = BEYOND - low
    if made.kind.shape == "slot":
        return Pos(0, 0, low) * extrude(SlotOverall(v.length, v.width), height)
    if v.corner_radius:
        rounded = RectangleRounded(v.length, v.width, v.corner_radius)
        return Pos(0, 0, low) * extrude(rounded, height)
    return prism(v.length, v.width, height, z=low)


def _hole(v: ParameterValues, low: float) -> Shape:
    hole = rod(v.diameter, BEYOND - low, z=low)
    if v.counterbore_diameter:
        deep = v.counterbore_depth
        return hole + rod(v.counterbore_diameter, deep + BEYOND, z=-deep)
    if v.countersink_diameter:
        return hole + countersink(v.countersink_diameter, v.diameter)
    return hole


def _letters(v: ParameterValues, name: str) -> Shape:
    """The name as cut letters, made smaller where the font is wider than the room kept."""
    words, (width, height) = engraved(name), text_box(v, name)
    try:
        letters = Text(words, font_size=v.size)
    except (RuntimeError, ValueError, OSError) as error:
        raise JobRefused(f"the text cannot be engraved: {error}") from error
    size = letters.bounding_box().size
    if not letters.faces() or min(size.X, size.Y) <= 0:
        raise JobRefused("the text cannot be engraved: no font of this machine has its letters")
    fitting = min(1.0, width / size.X, height / size.Y)
    if fitting < 1.0:
        letters = Text(words, font_size=v.size * fitting * 0.99)
    return Pos(0, 0, -v.depth) * extrude(letters, v.depth + BEYOND)


def _across(made: PlannedOperation, whole: PlannedBody) -> list[Shape]:
    v, turn = made.values, Rotation(0, 0, made.values.get("angle", 0.0))
    cuts: list[Shape] = []
    for span in spans(made):
        step = step_at(steps_for(made, whole), span, margin=0.0)
        assert step is not None
        radius, middle = step.diameter / 2, (span[0] + span[1]) / 2
        if made.kind.name in {"groove", "spline"}:
            cuts.append(_around(made, span, radius))
        elif made.kind.name == "flats":
            cuts += _flats(made, span, radius)
        elif made.kind.name == "keyway":
            outline = extrude(SlotOverall(v.length, v.width), v.depth + BEYOND)
            # The slot's length lies along the axis, its depth along the radius.
            seat = Pos(radius - v.depth, 0, middle) * Rotation(0, 90, 0)
            cuts.append(turn * seat * outline)
        else:
            bore = Rotation(0, 90, 0) * rod(v.diameter, 2 * radius + 2, z=-radius - 1)
            cuts.append(turn * Pos(0, 0, middle) * bore)
    return cuts


def _flats(made: PlannedOperation, span: tuple[float, float], radius: float) -> list[Shape]:
    """The pieces that stand beyond each flat."""
    wide = radius + BEYOND
    return [
        Rotation(0, 0, degrees(angle)) * block((away, -wide, span[0]), (wide, wide, span[1]))
        for angle, away in flats_of(made, radius)
    ]


def _vee(made: PlannedOperation, span: tuple[float, float], radius: float) -> Shape:
    """The ring of a groove whose flanks lean."""
    v, middle = made.values, (span[0] + span[1]) / 2
    half = v.width / 2
    ground = max(half - v.depth * tan(radians(v.angle / 2)), 0.0)
    low, top = radius - v.depth, radius + BEYOND
    foot = (
        [(low, middle)] if ground < _POINTED else [(low, middle + ground), (low, middle - ground)]
    )
    sides = [
        (radius, middle - half),
        (top, middle - half),
        (top, middle + half),
        (radius, middle + half),
    ]
    return turned([*foot, *sides])


_POINTED = 0.01
"""Of a ground that is less wide, nothing but its middle is drawn."""


def _around(made: PlannedOperation, span: tuple[float, float], radius: float) -> Shape:
    """The ring that a groove takes, or what is free between splines."""
    v, long = made.values, span[1] - span[0]
    if made.kind.name == "groove" and v.angle:
        return _vee(made, span, radius)
    ring = rod(2 * (radius + BEYOND), long, z=span[0]) - rod(
        2 * (radius - v.depth), long + 2, z=span[0] - 1
    )
    if made.kind.name == "groove":
        return ring
    inside, half = (radius - v.depth) * 0.5, v.width / 2
    key = block((inside, -half, span[0] - 1), (radius + 2 * BEYOND, half, span[1] + 1))
    number = int(v.count)
    return ring - [Rotation(0, 0, 360 * turn / number) * key for turn in range(number)]
