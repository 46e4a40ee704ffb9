"""Random parts that pass the validator: any feature, figures around its rules, operations."""

from random import Random

from partwright.cad.language import catalogue, validator
from partwright.cad.language.body import body
from partwright.cad.language.feature import Feature, Parameter, WorkFace
from partwright.cad.language.operations import KINDS, OperationKind
from partwright.cad.model import Operation, PartSpec

FACE_KINDS = [kind for kind in KINDS.values() if kind.target == "face"]
STEP_KINDS = [kind for kind in KINDS.values() if kind.target == "steps"]
HEAVY = {"teeth": 60, "turns": 15, "spoke_count": 20, "flute_count": 30}
"""Counts above these only take time."""


def random_part(random: Random, methods: list[str] | None = None) -> PartSpec:
    """A part without problems; figures that do not fit together are drawn anew, ever closer."""
    method = random.choice(methods or list(catalogue.FEATURES))
    feature = catalogue.FEATURES[method]
    for attempt in range(60):
        spec = PartSpec("Part 7", method, _figures(random, feature, spread=1 / (1 + attempt / 8)))
        if not validator.problems(spec):
            return _with_operations(random, feature, spec)
    return PartSpec("Part 7", method)


def _figures(random: Random, feature: Feature, spread: float) -> dict[str, float]:
    values = feature.resolve({})
    given: dict[str, float] = {}
    for parameter in feature.parameters:
        if random.random() < 0.5:
            given[parameter.name] = _around(random, parameter, values[parameter.name], spread)
            values = feature.resolve(given)
    return given


def _around(random: Random, parameter: Parameter, value: float, spread: float) -> float:
    if value == 0:
        value = min(parameter.high, random.choice([0, 1, 5, 20])) * random.random()
    elif random.random() < 0.1 and parameter.low == 0:
        value = 0.0
    drawn = value * 10 ** random.uniform(-0.6 * spread, 0.6 * spread)
    drawn = min(max(drawn, parameter.low), parameter.high, HEAVY.get(parameter.name, 1e9))
    return float(round(drawn)) if parameter.unit == "count" else round(drawn, 3)


def _with_operations(random: Random, feature: Feature, spec: PartSpec) -> PartSpec:
    wanted = random.choice([0, 0, 1, 1, 2, 3])
    for _ in range(wanted * 8):
        if len(spec.operations) == wanted:
            break
        kind = random.choice([*FACE_KINDS, *STEP_KINDS, *KINDS.values()])
        number = 1 + sum(operation.kind == kind.name for operation in spec.operations)
        operation = Operation(
            kind.name, f"{kind.name}_{number}", _operation_figures(random, feature, spec, kind)
        )
        richer = PartSpec(spec.name, spec.method, spec.parameters, (*spec.operations, operation))
        if not validator.problems(richer):
            spec = richer
    return spec


def _operation_figures(
    random: Random, feature: Feature, spec: PartSpec, kind: OperationKind
) -> dict[str, float]:
    whole = body(feature, spec.parameters, spec.operations)
    faces, steps = whole.faces, whole.steps
    given: dict[str, float] = {}
    if kind.target == "face" and faces:
        number = random.randrange(len(faces))
        given = _on_face(random, kind, faces[number]) | {"face": float(number)}
    elif kind.target == "steps" and steps:
        step = random.choice(steps)
        given = {
            "z": random.uniform(step.low, step.high),
            "angle": random.choice([0.0, 30.0, 90.0]),
        }
        size = "diameter" if kind.name == "cross_hole" else "width"
        given[size] = step.diameter * random.uniform(0.1, 0.5)
        given["across"] = step.diameter * random.uniform(0.5, 0.95)
        if kind.name in ("keyway", "spline", "flats"):
            given["length"] = (step.high - step.low) * random.uniform(0.3, 0.9)
    elif kind.target == "rims":
        limit = feature.edge_limit(whole.values)
        given = {kind.parameters[0].name: limit * random.uniform(0.05, 1.0)}
    elif kind.name == "shell" and faces:
        given = {"wall": min(faces[0].half_x, faces[0].half_y) * random.uniform(0.05, 0.5)}
    known = {parameter.name: parameter for parameter in kind.parameters}
    return {
        name: value
        for name, value in given.items()
        if name in known and known[name].low <= value <= known[name].high
    }


def _on_face(random: Random, kind: OperationKind, face: WorkFace) -> dict[str, float]:
    room = max(min(face.half_x, face.half_y), 0.1)
    given = {
        "x": random.uniform(-0.5, 0.5) * face.half_x,
        "y": random.uniform(-0.5, 0.5) * face.half_y,
        "diameter": room * random.uniform(0.05, 0.5),
        "length": room * random.uniform(0.2, 1.0),
        "thickness": room * random.uniform(0.02, 0.1),
        "height": room * random.uniform(0.1, 0.6),
        "size": room * random.uniform(0.1, 0.3),
        "angle": random.choice([0.0, 0.0, 45.0, 90.0]),
        "spacing_x": face.half_x * random.uniform(0.2, 0.9),
        "spacing_y": face.half_y * random.uniform(0.2, 0.9),
        "circle_diameter": room * random.uniform(0.6, 1.6),
    }
    if kind.shape in {"hole", "slot", "pocket", "text"} and random.random() < 0.5:
        given["depth"] = face.thickness * random.uniform(0.1, 0.6)
    if random.random() < 0.5 and kind.arrangement != "single":
        given |= {"x": 0.0, "y": 0.0}
    return given
