"""The body that operations are made on: its places after it was hollowed and its rims broken."""

import msgspec

from partwright.cad.language.feature import Feature, ParameterValues, TurnedStep, WorkFace
from partwright.cad.language.operations import KINDS, OperationKind, ordered
from partwright.cad.model import Operation


class PlannedOperation(msgspec.Struct, frozen=True):
    """One operation with all its figures."""

    name: str
    kind: OperationKind
    values: ParameterValues


class PlannedBody(msgspec.Struct, frozen=True):
    """A feature with all its figures, and what is done to it, in order."""

    feature: Feature
    values: ParameterValues
    operations: tuple[PlannedOperation, ...]

    def of(self, *kinds: str) -> list[PlannedOperation]:
        """The operations of some kinds."""
        return [made for made in self.operations if made.kind.name in kinds]

    @property
    def broken(self) -> float:
        """The width in mm of the chamfers or fillets at the rims."""
        return max(
            (max(made.values.values()) for made in self.of("fillet", "chamfer")), default=0.0
        )

    @property
    def faces(self) -> tuple[WorkFace, ...]:
        """The faces for operations, the first as the shell or the broken rims leave it."""
        faces = self.feature.faces(self.values)
        for shell in self.of("shell") if faces else ():
            faces = (_floor(faces[0], shell.values.wall), *faces[1:])
        if faces and self.broken:
            faces = (inset(faces[0], self.broken), *faces[1:])
        return faces

    @property
    def steps(self) -> tuple[TurnedStep, ...]:
        """The cylinders of a turned body, between its broken rims."""
        steps = self.feature.steps(self.values)
        if not (steps and self.broken):
            return steps
        last = len(steps) - 1
        return tuple(
            TurnedStep(
                step.low + (self.broken if number == 0 else 0.0),
                step.high - (self.broken if number == last else 0.0),
                step.diameter,
                step.bore,
            )
            for number, step in enumerate(steps)
        )


def body(
    feature: Feature, parameters: dict[str, float], operations: tuple[Operation, ...]
) -> PlannedBody:
    """The body of parameters and operations that are known to be well formed."""
    return PlannedBody(
        feature,
        feature.resolve(parameters),
        tuple(
            PlannedOperation(operation.name, kind, kind.resolve(operation.parameters))
            for operation in ordered(operations)
            if (kind := KINDS.get(operation.kind))
        ),
    )


def inset(face: WorkFace, by: float) -> WorkFace:
    """The face, smaller all round."""
    return WorkFace(
        face.origin,
        face.x,
        face.normal,
        face.half_x - by,
        face.half_y - by,
        face.thickness,
        corner=max(face.corner - by, 0.0),
        inner=face.inner,
        room=face.room,
    )


def _floor(face: WorkFace, wall: float) -> WorkFace:
    """The floor of a body that was hollowed from a face."""
    smaller = inset(face, wall)
    return WorkFace(
        face.point(0.0, 0.0, wall - face.thickness),
        smaller.x,
        smaller.normal,
        smaller.half_x,
        smaller.half_y,
        wall,
        corner=smaller.corner,
        inner=smaller.inner,
    )
