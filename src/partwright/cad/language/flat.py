"""A part's figures as one flat mapping of names to numbers, and back; pure.

The interface shows `{"length": 200, "hole_grid_1.diameter": 5}`: the figures of the basic body
by their names, those of an operation led by its name.
"""

from collections.abc import Mapping

from partwright.cad.language import catalogue
from partwright.cad.language.body import body
from partwright.cad.language.operations import kind_of, ordered
from partwright.cad.language.standards import designation
from partwright.cad.model import STANDARD, NotDrawn, Operation, PartSpec


def flat(spec: PartSpec) -> dict[str, float]:
    """All figures of a part that can be built, those by rule as well."""
    feature = catalogue.feature_of(spec.method)
    if isinstance(feature, NotDrawn):
        return dict(spec.parameters)
    whole = body(feature, spec.parameters, spec.operations)
    figures = dict(whole.values)
    for made in whole.operations:
        figures |= {f"{made.name}.{name}": value for name, value in made.values.items()}
    return figures


def spec_of(
    *, name: str, method: str, parameters: Mapping[str, float], material: str = ""
) -> PartSpec:
    """The part that flat figures describe; what is wrong with them `problems` tells."""
    own: dict[str, float] = {}
    operations: dict[str, dict[str, float]] = {}
    for path, value in parameters.items():
        lead, dot, rest = path.partition(".")
        if dot:
            operations.setdefault(lead, {})[rest] = value
        else:
            own[path] = value
    spec = PartSpec(
        name,
        method,
        own,
        ordered(tuple(_operation(lead, given) for lead, given in operations.items())),
        material,
    )
    return settled(spec)


def settled(spec: PartSpec) -> PartSpec:
    """The part with the designation that its figures ask for, when it is a standard part."""
    if not spec.method.startswith(STANDARD):
        return spec
    method, parameters = designation.settled(spec.method.removeprefix(STANDARD), spec.parameters)
    return PartSpec(
        spec.name, STANDARD + method, parameters, spec.operations, spec.material, spec.notes
    )


def changed(spec: PartSpec, changes: Mapping[str, float]) -> PartSpec:
    """The part with some flat figures set anew; an operation that is new is added."""
    given = dict(spec.parameters)
    for operation in spec.operations:
        given |= {f"{operation.name}.{name}": v for name, v in operation.parameters.items()}
    made = spec_of(
        name=spec.name,
        method=spec.method,
        parameters=given | dict(changes),
        material=spec.material,
    )
    return PartSpec(
        made.name, made.method, made.parameters, made.operations, made.material, spec.notes
    )


def _operation(name: str, given: dict[str, float]) -> Operation:
    kind = kind_of(name)
    return Operation(kind.name if kind else name, name, given)
