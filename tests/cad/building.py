"""A process of its own that builds parts with the kernel: specs as JSON in, measures as JSON out."""

import sys

import msgspec
from build123d.topology import Shape

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel.parts.build import build
from partwright.cad.model import PartSpec
from tests.cad.measured import Measured


def measured(spec: PartSpec) -> Measured:
    try:
        shape = Shape.cast(build(spec))
    except JobRefused as refused:
        return Measured(error=str(refused))
    box = shape.bounding_box()
    return Measured(
        len(shape.solids()),
        shape.is_valid,
        sum(solid.volume for solid in shape.solids()),
        (box.min.X, box.min.Y, box.min.Z),
        (box.max.X, box.max.Y, box.max.Z),
    )


def main() -> None:
    specs = msgspec.json.decode(sys.stdin.buffer.read(), type=list[PartSpec])
    sys.stdout.buffer.write(msgspec.json.encode([measured(spec) for spec in specs]))


if __name__ == "__main__":
    main()
