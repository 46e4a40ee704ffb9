"""A process of its own that adds a feature in the files of one family, and makes a part of it."""

import sys

import msgspec

from partwright.cad.kernel.parts import boxes as built
from partwright.cad.kernel.parts.shapes import hexagon
from partwright.cad.language.feature import Feature, box, ends, mm, patterns
from partwright.cad.language.features import boxes as declared

SMALL = mm("across", 20, "across the flats")
declared.FEATURES = (  # pyright: ignore[reportPrivateImportUsage, reportAttributeAccessIssue]
    *declared.FEATURES,
    Feature(
        "hex_block",
        "a hexagonal block",
        (SMALL, mm("height", 10, "height")),
        (),
        lambda v: box(v.across * 2 / 3**0.5, v.across, v.height),
        lambda v: ends(v.height),
        called=patterns("hexagonal block, sechskantblock"),
        leading="across",
        sizes=(("across", "height"), ("across", "height", "_")),
    ),
)
built.BUILDERS["hex_block"] = lambda v: hexagon(v.across, v.height)

# Whatever reads the families comes after they are declared.
from partwright.cad.language import catalogue  # noqa: E402
from partwright.cad.language.volumes import volume  # noqa: E402
from partwright.cad.model import PartSpec  # noqa: E402
from partwright.drafter.parts.part_context import PartContext  # noqa: E402
from partwright.drafter.parts.rules import choose_form  # noqa: E402
from tests.cad.building import measured  # noqa: E402


def main() -> None:
    chosen = [
        choose_form(PartContext(name))
        for name in ("Hexagonal block 30 x 12 mm", "Anchor sechskantblock 24 mm")
    ]
    specs = [spec for spec in chosen if isinstance(spec, PartSpec)]
    told = {
        "specs": specs,
        "built": [measured(spec) for spec in specs],
        "volumes": [volume(spec) for spec in specs],
        "families": [f.name for family in catalogue.FAMILIES.values() for f in family],
    }
    sys.stdout.buffer.write(msgspec.json.encode(told))


if __name__ == "__main__":
    main()
